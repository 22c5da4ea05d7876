package symexec

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines/random"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

// agree runs an input in both machines, with nothing symbolic and then with
// every byte, and compares outcomes and steps.
func agree(t *testing.T, p *program.Program, opt Options, x *vm.Instance, in *program.Input) {
	t.Helper()
	want, err := x.Run(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	for _, mode := range []string{"execute", "follow"} {
		e, err := New(p, opt)
		if err != nil {
			t.Fatal(err)
		}
		run := e.Execute
		if mode == "follow" {
			run = e.Follow
		}
		path, err := run(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		if path.Incomplete != "" {
			t.Errorf("%s: given up: %s", mode, path.Incomplete)
			continue
		}
		if d := compare(want, &path.Outcome); d != "" {
			t.Errorf("%s: input %s: the concrete machine %s", mode, in.Key(), d)
		}
		if want.Ending != program.Faulted && path.Outcome.Steps != want.Steps {
			t.Errorf("%s: input %s: %d steps, want %d", mode, in.Key(), path.Outcome.Steps, want.Steps)
		}
		if mode == "follow" {
			for _, c := range path.Condition {
				if !e.Holds(path, c) {
					t.Errorf("the input does not satisfy its own path condition")
				}
			}
		}
	}
}

// The machine shows what the concrete machine shows, step for step, on random
// inputs of every version of the bundled subjects.
func TestAgreesOnSubjects(t *testing.T) {
	inputs := 6
	if testing.Short() {
		inputs = 2
	}
	for _, name := range corpora.Names() {
		t.Run(name, func(t *testing.T) {
			s, err := corpora.Bundled(name)
			if err != nil {
				t.Fatal(err)
			}
			versions := s.Versions
			if len(versions) > 4 {
				versions = versions[:4]
			}
			for i := range versions {
				p, err := cfront.Compile(t.Context(), &versions[i], cfront.Options{Cache: sharedCache()})
				if err != nil {
					t.Fatal(err)
				}
				m, err := vm.New(p, vm.Options{MaxSteps: 1_000_000})
				if err != nil {
					t.Fatal(err)
				}
				x := m.NewRun()
				g := random.Generator{Model: &s.Model, Rand: rand.New(rand.NewPCG(uint64(i), 7))}
				for range inputs {
					agree(t, p, Options{Limits: Limits{MaxSteps: 1_000_000}}, x, g.Input())
				}
				for _, test := range s.Tests[:min(len(s.Tests), inputs)] {
					agree(t, p, Options{Limits: Limits{MaxSteps: 1_000_000}}, x, &test.Input)
				}
			}
		})
	}
}

// The machine shows what the concrete machine shows on the fixtures of package
// vm, faults included.
func TestAgreesOnFixtures(t *testing.T) {
	files, err := filepath.Glob("../vm/testdata/*/*.c")
	if err != nil || len(files) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	for _, file := range files {
		if strings.Contains(file, "/speed/") {
			continue
		}
		t.Run(strings.TrimPrefix(file, "../vm/testdata/"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			p := compileC(t, filepath.Base(file), string(text))
			m, err := vm.New(p, vm.Options{CheckOverflow: true})
			if err != nil {
				t.Fatal(err)
			}
			x := m.NewRun()
			inputs := []*program.Input{{}}
			for line := range strings.Lines(string(text)) {
				line = strings.TrimSuffix(line, "\n")
				switch {
				case strings.HasPrefix(line, "// args: "):
					for _, a := range strings.Fields(line[9:]) {
						inputs[0].Args = append(inputs[0].Args, program.Bytes(strings.Trim(a, `"`)))
					}
				case strings.HasPrefix(line, "// stdin: "):
					inputs[0].Stdin = program.Bytes(strings.ReplaceAll(line[10:], `\n`, "\n"))
				case strings.HasPrefix(line, "// case "):
					name, _, _ := strings.Cut(line[8:], ": ")
					inputs = append(inputs, &program.Input{Args: []program.Bytes{program.Bytes(name)}})
				}
			}
			for _, in := range inputs {
				agree(t, p, Options{Checks: Checks{CheckOverflow: true}}, x, in)
			}
		})
	}
}
