package conformance

import (
	"context"
	"errors"
	"fmt"
	"path"
	"runtime"
	"sort"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

// The verdicts on one test program.
const (
	pass        = "pass"
	wrong       = "wrong"
	unsupported = "unsupported"
	undefined   = "undefined" // the machine found an error of the program
)

// limits per program. The time limit only guards against hangs.
const (
	maxSteps = 1_000_000_000
	maxTime  = 2 * time.Minute
)

// subject is one test program.
type subject struct {
	name  string
	files []program.SourceFile
	check func(*program.Outcome) string // "" if the behaviour is right
	input program.Input
}

// verdict is what became of a subject.
type verdict struct {
	name, kind, reason string
}

// judge compiles and runs a subject.
func judge(cache *cfront.Cache, s subject) verdict {
	ctx, cancel := context.WithTimeout(context.Background(), maxTime)
	defer cancel()
	v := verdict{name: s.name}
	p, err := cfront.Compile(ctx, &program.Version{Name: s.name, Files: s.files}, cfront.Options{Cache: cache})
	if err != nil {
		v.kind, v.reason = unsupported, reason(err)
		return v
	}
	m, err := vm.New(p, vm.Options{MaxSteps: maxSteps})
	if err != nil {
		v.kind, v.reason = unsupported, reason(err)
		return v
	}
	out, err := m.NewRun().Run(ctx, &s.input)
	switch {
	case err != nil:
		v.kind, v.reason = wrong, err.Error()
	case out.Fault != nil && out.Fault.Kind == program.FaultUnsupported:
		v.kind, v.reason = unsupported, out.Fault.Message
	case out.Ending == program.Faulted && strings.Contains(out.Fault.Message, "no definition"):
		v.kind, v.reason = unsupported, out.Fault.Error()
	case out.Ending == program.Faulted:
		v.kind, v.reason = undefined, out.Fault.Error()
	default:
		v.kind = pass
		if msg := s.check(out); msg != "" {
			v.kind, v.reason = wrong, msg
		}
	}
	return v
}

// reason returns the first error without its place.
func reason(err error) string {
	var e *program.Error
	if errors.As(err, &e) {
		return e.Pos.String() + ": " + e.Msg
	}
	return err.Error()
}

// exitsZero accepts a run that ends with status 0.
func exitsZero(out *program.Outcome) string {
	if out.Ending != program.Exited || out.Status != 0 {
		return fmt.Sprintf("ends with %s %d %s", out.Ending, out.Status, out.Limit)
	}
	return ""
}

// prints accepts a run that writes the given text; as in TCC's own test
// script (diff -b), the amount of white space does not matter.
func prints(want string) func(*program.Outcome) string {
	words := func(s string) string {
		var lines []string
		for _, l := range strings.Split(strings.TrimSpace(s), "\n") {
			lines = append(lines, strings.Join(strings.Fields(l), " "))
		}
		return strings.Join(lines, "\n")
	}
	return func(out *program.Outcome) string {
		if got := string(out.Stdout) + string(out.Stderr); words(got) != words(want) {
			return fmt.Sprintf("prints %.300q, not %.300q", got, want)
		}
		return ""
	}
}

// judgeAll judges subjects in parallel; the result is sorted by name.
func judgeAll(list []subject) []verdict {
	cache := cfront.NewCache()
	work := make(chan subject)
	var mu sync.Mutex
	var verdicts []verdict
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for s := range work {
				v := judge(cache, s)
				mu.Lock()
				verdicts = append(verdicts, v)
				mu.Unlock()
			}
		}()
	}
	for _, s := range list {
		if _, out := excludedPrograms[path.Base(s.name)]; !out {
			work <- s
		}
	}
	close(work)
	wg.Wait()
	sort.Slice(verdicts, func(i, j int) bool { return verdicts[i].name < verdicts[j].name })
	return verdicts
}

// report logs the verdicts and fails the test if one is wrong, or if fewer
// than 95 % of the programs that need nothing excluded pass.
func report(t *testing.T, verdicts []verdict) {
	t.Helper()
	counts := map[string]int{}
	constructs := map[string]int{}
	total := 0
	for _, v := range verdicts {
		if c := excludedConstruct(v); c != "" {
			constructs[c]++
			continue
		}
		total++
		counts[v.kind]++
		if v.kind == wrong {
			t.Errorf("wrong       %s: %s", v.name, v.reason)
		} else if v.kind != pass {
			t.Logf("%-11s %s: %s", v.kind, v.name, v.reason)
		}
	}
	for _, c := range excludedConstructs {
		if constructs[c] > 0 {
			t.Logf("excluded    %d programs: %s", constructs[c], c)
		}
	}
	t.Logf("%d programs and %d excluded by construct: %d pass, %d wrong, %d unsupported, %d undefined",
		total, len(verdicts)-total, counts[pass], counts[wrong], counts[unsupported], counts[undefined])
	if 100*counts[pass] < 95*total {
		t.Errorf("only %d of %d programs pass", counts[pass], total)
	}
}

func excludedConstruct(v verdict) string {
	reason, _, _ := strings.Cut(v.reason, "; ") // advice follows
	for _, c := range excludedConstructs {
		if v.kind == unsupported && (reason == c || strings.HasSuffix(reason, ": "+c)) {
			return c
		}
	}
	return ""
}
