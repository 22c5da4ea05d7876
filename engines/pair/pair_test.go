package pair_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/engines/pair"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
)

// text is a program that shows something else for arguments that begin with a.
func text(shows string) *program.Version {
	return &program.Version{Name: shows, Files: []program.SourceFile{{Name: "p.c", Text: fmt.Sprintf(`#include <stdio.h>
int main(int argc, char **argv)
{
	if (argc > 1 && argv[1][0] == 'a')
		puts("%s");
	return 0;
}`, shows)}}}
}

func input(args ...string) *program.Input {
	in := &program.Input{}
	for _, a := range args {
		in.Args = append(in.Args, program.Bytes(a))
	}
	return in
}

// line5 reports whether coverage has a statement of line 5.
func line5(p *program.Program, c *program.Coverage) bool {
	for f, fn := range p.Funcs {
		for s := range fn.Stmts {
			if !fn.Library && p.Position(fn.Stmts[s].At).Line == 5 && c.Stmt(f, s) {
				return true
			}
		}
	}
	return false
}

func TestRun(t *testing.T) {
	task := &engines.Task{Old: enginetest.Build(t, text("old")), New: enginetest.Build(t, text("new")), RunSteps: enginetest.RunSteps}
	fixed := enginetest.Build(t, text("new"))
	for _, golden := range []*engines.Build{nil, &task.Old, &fixed} {
		for _, covers := range []bool{false, true} {
			task.Golden = golden
			r, err := pair.Of(task, pair.Options{Coverage: covers})
			if err != nil {
				t.Fatal(err)
			}
			for arg, want := range map[string]program.Difference{"a": program.DiffStdout, "b": program.Same} {
				trial, err := r.Run(t.Context(), input(arg))
				if err != nil || trial.Difference != want {
					t.Fatalf("golden %v, argument %s: %v, %v", golden != nil, arg, trial, err)
				}
				class, runs := engines.ClassNone, 2
				switch {
				case golden == &task.Old && want.Counts():
					class = engines.ClassRegression
				case golden == &fixed:
					runs = 3
					if want.Counts() {
						class = engines.ClassProgression
					}
				}
				steps := trial.Old.Steps + trial.New.Steps
				if runs == 3 {
					steps += trial.Golden.Steps
				}
				if trial.Class != class || trial.Steps() != steps || (trial.Golden == trial.Old) != (golden == &task.Old) {
					t.Errorf("golden %v, argument %s: class %q, steps %d of %d", golden != nil, arg, trial.Class, trial.Steps(), steps)
				}
				if !covers {
					if trial.Old.Covered != nil || trial.New.Covered != nil {
						t.Error("coverage that nobody asked for")
					}
					continue
				}
				if line5(task.Old.Program, trial.Old.Covered) != (arg == "a") || line5(task.New.Program, trial.New.Covered) != (arg == "a") {
					t.Errorf("argument %s: line 5 is executed if it is a", arg)
				}
			}
		}
	}
}

// Coverage is of one run alone, and whoever runs the machine at the same time has their
// own.
func TestConcurrent(t *testing.T) {
	b := enginetest.Build(t, text("x"))
	m, err := pair.NewMachine(b.Program, pair.Options{Coverage: true})
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for _, arg := range []string{"a", "b", "a", "b"} {
		wg.Go(func() {
			for range 50 {
				out, err := m.Run(t.Context(), input(arg))
				if err != nil || line5(b.Program, out.Covered) != (arg == "a") {
					t.Errorf("argument %s: %v, %v", arg, out, err)
					return
				}
			}
		})
	}
	wg.Wait()
}

// A run that was cancelled is an error, not something to compare.
func TestCancelled(t *testing.T) {
	b := enginetest.Build(t, text("x"))
	r, err := pair.New(b.Program, b.Program, nil, pair.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if trial, err := r.Run(ctx, input("a")); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", trial, err)
	}
}

type counter int

func (c *counter) Step(*vm.Event) { *c++ }

func TestTrace(t *testing.T) {
	b := enginetest.Build(t, text("x"))
	m, err := pair.NewMachine(b.Program, pair.Options{Coverage: true})
	if err != nil {
		t.Fatal(err)
	}
	plain, err := m.Run(t.Context(), input("a"))
	if err != nil {
		t.Fatal(err)
	}
	n := counter(0)
	out, err := m.Trace(t.Context(), input("a"), func(*vm.Instance) vm.Tracer { return &n })
	if err != nil || int64(n) < plain.Steps/2 || out.Steps != plain.Steps || program.Differ(out, plain) != program.Same || !line5(b.Program, out.Covered) {
		t.Errorf("%d events of %d steps: %v, %v", n, plain.Steps, out, err)
	}
}

// A golden version that has an error of its own on an input does not judge it.
func TestNoOracle(t *testing.T) {
	version := func(body string) engines.Build {
		return enginetest.Build(t, &program.Version{Name: body, Files: []program.SourceFile{{Name: "p.c", Text: `#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int three = 3, zero, *null;
int deep(int n) { char pad[9999]; pad[n % 9] = 1; return deep(n + 1) + pad[1]; }
int main(int argc, char **argv)
{
	int a[3] = {1, 2, 3}, never, *p;
	` + body + `
	return 0;
}`}}})
	}
	for _, c := range []struct {
		golden string // old, too
		class  engines.Class
	}{
		{`printf("%d\n", a[three] > 0);`, engines.ClassNoOracle},
		{`a[three] = 1; puts("9");`, engines.ClassNoOracle},
		{`printf("%d\n", 7 / zero);`, engines.ClassNoOracle},
		{`printf("%d\n", *null);`, engines.ClassNoOracle},
		{`p = malloc(4); *p = 9; free(p); printf("%d\n", *p);`, engines.ClassNoOracle},
		{`p = malloc(4); free(p); free(p); puts("9");`, engines.ClassNoOracle},
		{`if (never) puts("9"); else puts("8");`, engines.ClassNoOracle},
		{`strcpy((char *)a, "a text that is too long");`, engines.ClassNoOracle},
		{`printf("%d\n", deep(0));`, engines.ClassNoOracle},
		{`assert(zero);`, engines.ClassNoOracle},
		{`puts("9"); assert(zero && "text");`, engines.ClassNoOracle},
		{`for (;;) three++;`, engines.ClassNone}, // the old version says nothing, either
		{`puts("9");`, engines.ClassRegression},
		{`exit(three);`, engines.ClassRegression},
		{`abort();`, engines.ClassRegression}, // meant to be
		{`fputs("p: p.c:3: main: Assertion failed.\n", stderr); abort();`, engines.ClassRegression},
		{`fputs("p: p.c:3: main: Assertion ` + "`" + `zero' failed.\n", stderr); exit(1);`, engines.ClassRegression},
	} {
		old, golden, new := version(c.golden), version(c.golden+";"), version(`puts("10");`)
		for _, g := range []*engines.Build{&old, &golden} {
			task := &engines.Task{Old: old, New: new, Golden: g, RunSteps: enginetest.RunSteps}
			r, err := pair.Of(task, pair.Options{})
			if err != nil {
				t.Fatal(err)
			}
			trial, err := r.Run(t.Context(), &program.Input{})
			if err != nil || trial.Class != c.class {
				t.Errorf("%s: class %q, error %v; want %q; golden %+v", c.golden, trial.Class, err, c.class, trial.Golden)
			}
		}
		// Golden alone has the error: old is right as far as anybody knows.
		task := &engines.Task{Old: version(`puts("9");`), New: new, Golden: &golden, RunSteps: enginetest.RunSteps}
		r, err := pair.Of(task, pair.Options{})
		if err != nil {
			t.Fatal(err)
		}
		trial, err := r.Run(t.Context(), &program.Input{})
		if err != nil {
			t.Fatal(err)
		}
		if c.class != engines.ClassRegression && trial.Class != engines.ClassNoOracle {
			t.Errorf("%s: class %q where golden alone has the error", c.golden, trial.Class)
		}
	}
}
