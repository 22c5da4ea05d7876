package difference_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/difference"
	"github.com/riftlab/rift/engines/catalog"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

// planted is a change that is put into main of a program: the text for both
// versions, in which OLD or NEW takes the place of %s.
type planted struct {
	name, text string
	// outside stands before main.
	outside string
	// reached: every run of main executes the change, and it shows.
	reached bool
}

var plants = []planted{
	{name: "many arguments", text: `{ extern int puts(const char *); if (argc > 40) puts("%s"); }`},
	{name: "an exact number of arguments", text: `{ extern int puts(const char *); if (argc * 7 == 371) puts("%s"); }`},
	{name: "environment", text: `{ extern int puts(const char *); extern char *getenv(const char *); if (getenv("PLANTED_LEVEL")) puts("%s"); }`},
	{name: "value in the environment", text: `{ extern int puts(const char *); extern char *getenv(const char *); char *planted_p = getenv("PLANTED"); if (planted_p && planted_p[0] == 'q' && planted_p[1] == 0x7f) puts("%s"); }`},
	{name: "impossible state", outside: `static int planted_state;`, text: `{ extern int puts(const char *); if (planted_state == 4711) puts("%s"); }`},
	{name: "state of another function", outside: `int planted_calls; void planted_note(void) { planted_calls++; }`, text: `{ extern int puts(const char *); if (planted_calls > 3) puts("%s"); }`},
	{name: "fault", text: `{ extern int puts(const char *); int *planted_p = 0; planted_p[argc - argc] = 1; puts("%s"); }`},
	{name: "fault of a table", outside: `static int planted_table[4];`, text: `{ extern int puts(const char *); int planted_i, planted_sum = 0; for (planted_i = 0; planted_i <= 4; planted_i++) planted_sum += planted_table[planted_i]; puts(planted_sum ? "%s" : "%s."); }`},
	{name: "assertion", text: `{ extern int puts(const char *); extern void abort(void); if (argc < 1000) abort(); puts("%s"); }`},
	{name: "loop without end", text: `{ extern int puts(const char *); volatile int planted_go = 1; while (planted_go) ; puts("%s"); }`},
	{name: "unused function", outside: `int planted_f(void) { extern int puts(const char *); return puts("%s"); }`},
	{name: "function behind a pointer", outside: `static int planted_f(void) { extern int puts(const char *); return puts("%s"); } static int (*planted_table[2])(void) = {0, planted_f};`, text: `{ if (argc == 7777) planted_table[1](); }`},

	{name: "output", text: `{ extern int puts(const char *); puts("%s"); }`, reached: true},
	{name: "exit status", text: `{ extern void exit(int); exit(sizeof "%s" + 'NOT'); }`, reached: true},
	{name: "standard error", text: `{ extern long write(int, const void *, unsigned long); write(2, "%s", 3); }`, reached: true},
	{name: "fault in one", text: `{ int *planted_p = 0; if ("%s"[0] == 'N') *planted_p = 1; }`, reached: true},
	{name: "last character", text: `{ extern int putchar(int); putchar("%s"[2]); }`, reached: true},
	{name: "through memory", outside: `static char planted_text[8];`, text: `{ extern int puts(const char *); extern char *strcpy(char *, const char *); strcpy(planted_text, "%s"); puts(planted_text); }`, reached: true},
}

var mainOf = regexp.MustCompile(`(?m)^(?:static |extern )?(?:signed |unsigned )?\w+\s+main\s*\(\s*int\s+argc\s*,[^)]*\)\s*\{`)

// plant returns the version with a change; false if it has no main that it fits
// into.
func plant(v *program.Version, p *planted, text string) (*program.Version, bool) {
	w := *v
	w.Files = append([]program.SourceFile(nil), v.Files...)
	put := func(s string) string {
		s = strings.ReplaceAll(s, "%s", text)
		if p.name == "exit status" {
			s = strings.ReplaceAll(s, "'NOT'", strconv.Itoa(int(text[0])))
		}
		return s
	}
	for i := range w.Files {
		f := &w.Files[i]
		at := mainOf.FindStringIndex(f.Text)
		if at == nil || f.Library {
			continue
		}
		f.Text = f.Text[:at[0]] + put(p.outside) + "\n" + f.Text[at[0]:at[1]] + "\n" + put(p.text) + "\n" + f.Text[at[1]:]
		return &w, true
	}
	return nil, false
}

// A change that no input reaches is never called equal, and neither is one that every
// run shows. RIFT_METAMORPHIC is how many of each are planted.
func TestPlantedChanges(t *testing.T) {
	want := 12
	if os.Getenv("RIFT_LONG") != "" {
		want = 24
	}
	if n, err := strconv.Atoi(os.Getenv("RIFT_METAMORPHIC")); err == nil {
		want = n
	}
	programs := bundledPrograms(t)
	programs = append(programs, csmithPrograms(t, max(want/len(plants), 2))...)
	cache := cfront.NewCache()
	x := rand.New(rand.NewPCG(7, 11))
	type job struct {
		version *program.Version
		plant   *planted
	}
	var jobs []job
	count := map[bool]int{}
	for i := 0; count[true] < want || count[false] < want; i++ {
		p := &plants[i%len(plants)]
		if count[p.reached] >= want {
			continue
		}
		count[p.reached]++
		jobs = append(jobs, job{programs[x.IntN(len(programs))], p})
	}
	var mu sync.Mutex
	answers := map[string]int{}
	wrong := 0
	work := make(chan job)
	var group sync.WaitGroup
	for range 2 {
		group.Go(func() {
			for j := range work {
				old, ok := plant(j.version, j.plant, "OLD")
				if !ok {
					t.Errorf("%s has no main", j.version.Name)
					continue
				}
				new, _ := plant(j.version, j.plant, "NEW")
				r, err := difference.Run(t.Context(), &difference.Request{Old: old, New: new, Widen: true, First: true, Engines: catalog.All(), RunSteps: 500_000, Seed: 1,
					Compile: func(ctx context.Context, v *program.Version) (*program.Program, error) {
						return cfront.Compile(ctx, v, cfront.Options{Cache: cache})
					},
					Limits: difference.Limits{CPU: 2 * time.Second}}, difference.Events{})
				mu.Lock()
				switch {
				case err != nil:
					t.Errorf("%s, %s: %v", j.version.Name, j.plant.name, err)
				case r.NoChange:
					wrong++
					t.Errorf("%s, %s: no change", j.version.Name, j.plant.name)
				case r.Verdict.Answer == difference.Equal:
					wrong++
					t.Errorf("%s, %s: %s", j.version.Name, j.plant.name, r.Verdict)
				default:
					answers[fmt.Sprintf("reached %v: %s", j.plant.reached, r.Verdict.Answer)]++
				}
				mu.Unlock()
			}
		})
	}
	for _, j := range jobs {
		work <- j
	}
	close(work)
	group.Wait()
	t.Logf("%d changes in %d programs: %d called equal; %v", len(jobs), len(programs), wrong, answers)
}

// bundledPrograms returns the first versions of bundled subjects whose main takes
// arguments.
func bundledPrograms(t *testing.T) []*program.Version {
	t.Helper()
	var list []*program.Version
	for _, name := range corpora.Names() {
		subjects, err := corpora.Open(name, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range subjects {
			v := s.Version(s.Pairs[0].Old)
			if _, ok := plant(v, &plants[0], "OLD"); ok {
				list = append(list, v)
			}
		}
	}
	if len(list) < 5 {
		t.Fatalf("only %d bundled programs have a main with arguments", len(list))
	}
	return list
}

// csmithPrograms returns programs made by csmith, none if it is not installed.
func csmithPrograms(t *testing.T, n int) []*program.Version {
	t.Helper()
	const include = "/usr/include/csmith"
	if _, err := exec.LookPath("csmith"); err != nil {
		t.Log("csmith is not installed: only bundled programs are changed")
		return nil
	}
	if _, err := os.Stat(filepath.Join(include, "csmith.h")); err != nil {
		t.Log("csmith's headers are not installed: only bundled programs are changed")
		return nil
	}
	var list []*program.Version
	for seed := 1; len(list) < n; seed++ {
		make := exec.Command("csmith", "--seed", strconv.Itoa(seed), "--max-funcs", "3", "--max-block-depth", "2")
		make.Dir = t.TempDir() // it writes a file where it runs
		out, err := make.Output()
		if err != nil {
			t.Fatal(err)
		}
		v := &program.Version{Name: fmt.Sprintf("csmith %d", seed), Includes: []string{include}, Files: []program.SourceFile{{Name: "prog.c", Text: string(out)}}}
		if _, ok := plant(v, &plants[0], "OLD"); ok {
			list = append(list, v)
		}
	}
	return list
}
