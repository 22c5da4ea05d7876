package symexec

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/search"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

var sharedCache = sync.OnceValue(cfront.NewCache)

func compileC(t testing.TB, name, text string) *program.Program {
	t.Helper()
	v := &program.Version{Files: []program.SourceFile{{Name: name, Text: text}}}
	p, err := cfront.Compile(context.Background(), v, cfront.Options{Cache: sharedCache()})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// fixture is a C program whose first comments say what exploring it finds:
//
//	// model: the input model as JSON
//	// paths: how many paths there are
//	// plain: how many there are without summaries of the library, if another number
//	// slow: it is explored with one strategy only
//	// faults: how many of them end in a fault
//	// concretised: some do not stand for all their inputs
type fixture struct {
	name          string
	text          string
	model         program.InputModel
	paths, faults int
	plain         int
	concretised   bool
	slow          bool
}

func readFixtures(t testing.TB) []*fixture {
	t.Helper()
	files, err := filepath.Glob("testdata/paths/*.c")
	if err != nil || len(files) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	var list []*fixture
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		f := &fixture{name: strings.TrimSuffix(filepath.Base(file), ".c"), text: string(text)}
		for line := range strings.Lines(f.text) {
			key, rest, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "// "), ": ")
			if !ok || !strings.HasPrefix(line, "//") {
				continue
			}
			switch key {
			case "model":
				err = json.Unmarshal([]byte(rest), &f.model)
			case "paths":
				f.paths, err = strconv.Atoi(rest)
			case "plain":
				f.plain, err = strconv.Atoi(rest)
			case "faults":
				f.faults, err = strconv.Atoi(rest)
			case "slow":
				f.slow = true
			case "concretised":
				f.concretised = true
			}
			if err != nil {
				t.Fatalf("%s: %s: %v", file, key, err)
			}
		}
		if f.plain == 0 {
			f.plain = f.paths
		}
		list = append(list, f)
	}
	return list
}

// explore returns the paths of a fixture and checks that each replays.
func explore(t testing.TB, p *program.Program, m *program.InputModel, opt Options) ([]*Path, *Explorer) {
	t.Helper()
	e, err := New(p, opt)
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewReplayer(p, opt)
	if err != nil {
		t.Fatal(err)
	}
	var paths []*Path
	err = e.Explore(t.Context(), m, func(path *Path) error {
		_, mismatch, err := r.Check(t.Context(), path)
		if mismatch != "" {
			t.Errorf("path %d, input %s: %s", path.ID, path.Input.Key(), mismatch)
		}
		paths = append(paths, path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths, e
}

// Every program has exactly as many paths as it says, with every strategy; the
// input of each path replays, and satisfies the condition of no other path.
func TestPathCounts(t *testing.T) {
	for _, f := range readFixtures(t) {
		t.Run(f.name, func(t *testing.T) {
			p := compileC(t, f.name+".c", f.text)
			if !f.slow {
				if paths, _ := explore(t, p, &f.model, Options{Search: "dfs", NoSummaries: true}); len(paths) != f.plain {
					t.Errorf("%d paths without summaries, want %d", len(paths), f.plain)
				}
			}
			for _, name := range search.Names() {
				if f.slow && name != "interleaved" {
					continue
				}
				if f.paths > 200 && name != "dfs" && name != "interleaved" {
					continue
				}
				paths, e := explore(t, p, &f.model, Options{Search: name, Seed: 1})
				faults := 0
				for _, path := range paths {
					if path.Outcome.Ending == program.Faulted {
						faults++
					}
					if path.Incomplete != "" {
						t.Errorf("%s: path given up: %s", name, path.Incomplete)
					}
				}
				if len(paths) != f.paths || faults != f.faults {
					t.Errorf("%s: %d paths, %d of them faults; want %d and %d", name, len(paths), faults, f.paths, f.faults)
					for _, path := range paths[:min(len(paths), 40)] {
						t.Logf("%s -> %s %d %q", path.Input.Key(), describe(&path.Outcome), path.Outcome.Status, path.Outcome.Stdout)
					}
				}
				if e.Stats.Exhaustive() == f.concretised {
					t.Errorf("%s: exhaustive is %v: %+v", name, !f.concretised, e.Stats)
				}
				checkDisjoint(t, e, paths)
			}
		})
	}
}

// checkDisjoint checks that the input of each path satisfies the condition of
// that path and of no other. Conditions that speak of other variables (of
// values that only some paths ask for) are compared on what they share.
func checkDisjoint(t *testing.T, e *Explorer, paths []*Path) {
	t.Helper()
	for i, p := range paths {
		for j, q := range paths {
			holds := true
			for _, c := range q.Condition {
				holds = holds && e.Holds(p, c)
			}
			if holds != (i == j) && !(holds && unasked(e, p, q)) {
				t.Errorf("the input of path %d satisfies the condition of path %d: %v", p.ID, q.ID, holds)
				return
			}
		}
	}
}

// unasked reports whether q's condition has variables that p never made.
func unasked(e *Explorer, p, q *Path) bool {
	have := map[bitvec.Term]bool{}
	for _, v := range e.terms.Support(p.Condition...) {
		have[v] = true
	}
	for _, v := range e.terms.Support(q.Condition...) {
		if !have[v] {
			return true
		}
	}
	return false
}
