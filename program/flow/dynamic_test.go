package flow_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
	"github.com/riftlab/rift/program/flow"
)

const traceSteps = 60_000

// follow runs a program on inputs and returns the shadow of the runs.
func follow(t *testing.T, p *program.Program, opt flow.Options, inputs []program.Input, steps int64) *shadow {
	t.Helper()
	g, err := flow.Analyse(context.Background(), p, opt)
	if err != nil {
		t.Fatal(err)
	}
	m, err := vm.New(p, vm.Options{MaxSteps: steps, Trace: true})
	if err != nil {
		t.Fatal(err)
	}
	s := newShadow(g)
	x := m.NewRun()
	x.Tracer = s
	for i := range inputs {
		s.reset()
		if _, err := x.Run(context.Background(), &inputs[i]); err != nil {
			t.Fatal(err)
		}
		s.settle()
	}
	return s
}

// total adds up verdicts, for the report.
type total struct{ programs, data, control, static, dynamic int }

func (x *total) add(v verdict) {
	x.programs++
	x.data += v.data
	x.control += v.control
	x.static += v.static
	x.dynamic += v.dynamic
}

func (x *total) plus(y total) {
	x.programs += y.programs
	x.data += y.data
	x.control += y.control
	x.static += y.static
	x.dynamic += y.dynamic
}

func (x *total) report(t *testing.T) {
	if x.dynamic == 0 {
		t.Fatal("no dependences were seen: the shadow is broken")
	}
	t.Logf("%d programs: all of %d data and %d control dependences seen are in the graph; static/dynamic data dependences of executed nodes %d/%d = %.2f",
		x.programs, x.data, x.control, x.static, x.dynamic, float64(x.static)/float64(x.dynamic))
}

// Every dependence that the pools of the bundled subjects show is in the graph.
func TestSubjectsAgainstRuns(t *testing.T) {
	cache := cfront.NewCache()
	var sum total
	versions, tests := 2, 10 // RIFT_ALL_VERSIONS=1: all versions, 50 tests
	if os.Getenv("RIFT_ALL_VERSIONS") != "" {
		versions, tests = 1000, 50
	}
	for _, name := range corpora.Names() {
		s, err := corpora.Bundled(name)
		if err != nil {
			t.Fatal(err)
		}
		entry := s.Model.Entry
		var one total
		for i := range s.Versions[:min(len(s.Versions), versions)] {
			v := &s.Versions[i]
			p, err := cfront.Compile(context.Background(), v, cfront.Options{Cache: cache})
			if err != nil {
				t.Fatal(err)
			}
			var inputs []program.Input
			for _, x := range s.Tests[:min(len(s.Tests), tests)] {
				inputs = append(inputs, x.Input)
			}
			one.add(follow(t, p, flow.Options{Entry: entry}, inputs, traceSteps).compare(t, name+" "+v.Name))
		}
		t.Logf("%-12s %6d static / %6d dynamic = %.2f", name, one.static, one.dynamic, float64(one.static)/float64(max(one.dynamic, 1)))
		sum.plus(one)
	}
	sum.report(t)
}

// Every dependence that runs of random programs show is in the graph.
func TestCsmithAgainstRuns(t *testing.T) {
	if _, err := exec.LookPath("csmith"); err != nil {
		t.Skip("csmith is not installed")
	}
	count := 25 // the environment variable RIFT_CSMITH overrides it
	if n, err := strconv.Atoi(os.Getenv("RIFT_CSMITH")); err == nil {
		count = n
	}
	cache := cfront.NewCache()
	var sum total
	for seed := range count {
		cmd := exec.Command("csmith", "--seed", fmt.Sprint(seed+1), "--max-funcs", "4", "--max-block-depth", "3", "--max-block-size", "3", "--no-volatiles")
		cmd.Dir = t.TempDir() // it writes a file there
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		v := &program.Version{Files: []program.SourceFile{{Name: "r.c", Text: string(out)}}, Includes: []string{"/usr/include/csmith"}}
		p, err := cfront.Compile(context.Background(), v, cfront.Options{Cache: cache})
		if err != nil {
			t.Fatal(err)
		}
		sum.add(follow(t, p, flow.Options{}, []program.Input{{}}, traceSteps).compare(t, fmt.Sprintf("seed %d", seed+1)))
	}
	sum.report(t)
}

// The effects listed for library functions cover what the test programs of the
// run-time library do with it.
func TestLibraryAgainstRuns(t *testing.T) {
	files, err := filepath.Glob("../libc/testdata/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	cache := cfront.NewCache()
	var sum total
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		v := &program.Version{Files: []program.SourceFile{{Name: "t.c", Text: string(text)}}}
		p, err := cfront.Compile(context.Background(), v, cfront.Options{Cache: cache})
		if err != nil {
			t.Fatal(err)
		}
		sum.add(follow(t, p, flow.Options{}, []program.Input{{}}, 10*traceSteps).compare(t, filepath.Base(file)))
	}
	sum.report(t)
}
