// Package enginetest is for tests of engines, rift's own and foreign ones: it makes
// tasks of version pairs, and a Bench, a recorder that runs every input on both
// versions in the checking machine, as an experiment would, and keeps all that it
// is told.
package enginetest

import (
	"context"
	"sync"
	"testing"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

// RunSteps bounds one run of a program, in IR instructions.
const RunSteps = 1_000_000

// headers holds the parsed headers of the run-time library: one copy for all tests
// of a package.
var headers = sync.OnceValue(cfront.NewCache)

// Compile compiles a version together with the run-time library. Errors are those
// of cfront.Compile.
func Compile(ctx context.Context, v *program.Version) (*program.Program, error) {
	return cfront.Compile(ctx, v, cfront.Options{Cache: headers()})
}

// Build compiles a version, or ends the test.
func Build(t testing.TB, v *program.Version) engines.Build {
	t.Helper()
	p, err := Compile(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	return engines.Build{Version: v, Program: p}
}

// Machine returns a machine for the program, or ends the test.
func Machine(t testing.TB, p *program.Program) *vm.Instance {
	t.Helper()
	return machine(t, &engines.Task{}, p)
}

func machine(t testing.TB, task *engines.Task, p *program.Program) *vm.Instance {
	t.Helper()
	m, err := vm.New(p, vm.Options{MaxSteps: RunSteps, CheckOverflow: task.Equivalence.CheckOverflow()})
	if err != nil {
		t.Fatal(err)
	}
	return m.NewRun()
}

// Task makes a task of a pair of a bundled subject, with the subject's model and
// tests, the seed 1, no budget, and the engine's default parameters; or it ends the
// test.
func Task(t testing.TB, subject, pair string) *engines.Task {
	t.Helper()
	s, err := corpora.Bundled(subject)
	if err != nil {
		t.Fatal(err)
	}
	return TaskOf(t, s, pair)
}

// TaskOf does the same for a pair of any subject.
func TaskOf(t testing.TB, s *corpora.Subject, pair string) *engines.Task {
	t.Helper()
	p := s.Pair(pair)
	if p == nil {
		t.Fatalf("subject %s has no pair %s", s.Name, pair)
	}
	task := Between(t, s.Version(p.Old), s.Version(p.New), s.Model)
	task.Subject, task.Pair, task.Tests = s.Name, pair, s.Tests
	return task
}

// Between makes a task of two versions, without tests.
func Between(t testing.TB, old, new *program.Version, m program.InputModel) *engines.Task {
	t.Helper()
	return &engines.Task{
		Old: Build(t, old), New: Build(t, new), Model: m, Seed: 1, RunSteps: RunSteps,
		Compile: Compile, Params: Defaults{},
	}
}

// Defaults are parameters that an experiment does not set.
type Defaults struct{}

// Decode implements engines.Params.
func (Defaults) Decode(any) error { return nil }

// Params are the parameters of an engine whose struct of parameters is P, changed
// from their defaults by the function.
type Params[P any] func(*P)

// Decode implements engines.Params. It panics if the engine's struct is not P.
func (p Params[P]) Decode(into any) error {
	p(into.(*P))
	return nil
}
