// Package pair runs the versions of a pair on inputs, each once: what they show, what
// they execute and the values that they ask for come from one run.
package pair

import (
	"context"
	"fmt"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
)

// Runner runs inputs on the versions of a pair. It is safe for concurrent use if its
// machines are.
type Runner struct {
	Old, New    Machine
	Golden      Machine // nil if the pair has none
	GoldenIsOld bool    // the golden version is the old one, and need not be run
	Equivalence program.Equivalence
}

// New returns a runner in concrete machines; golden may be nil. What the golden version
// executes is not collected. Errors are those of vm.New.
func New(old, new, golden *program.Program, o Options) (*Runner, error) {
	r := &Runner{Equivalence: o.Equivalence}
	var err error
	if r.Old, err = NewMachine(old, o); err != nil {
		return nil, fmt.Errorf("old version: %w", err)
	}
	if r.New, err = NewMachine(new, o); err != nil {
		return nil, fmt.Errorf("new version: %w", err)
	}
	if golden == nil {
		return r, nil
	}
	o.Coverage = false
	if r.GoldenIsOld = golden == old; r.GoldenIsOld {
		r.Golden = r.Old
	} else if r.Golden, err = NewMachine(golden, o); err != nil {
		return nil, fmt.Errorf("golden version: %w", err)
	}
	return r, nil
}

// Of returns a runner for a task, within the task's limits of a run, that compares by
// its equivalence; of o only what is collected counts.
func Of(t *engines.Task, o Options) (*Runner, error) {
	var golden *program.Program
	if t.Golden != nil {
		golden = t.Golden.Program
	}
	o.Steps, o.Memory, o.Equivalence = t.RunSteps, t.RunMemory, t.Equivalence
	return New(t.Old.Program, t.New.Program, golden, o)
}

// Run runs an input on the versions and compares what they show. Errors are
// cancellation and inputs that a program cannot be given; a run that was cancelled is
// none.
func (r *Runner) Run(ctx context.Context, in *program.Input) (*engines.Trial, error) {
	t := &engines.Trial{}
	var err error
	if t.Old, err = Execute(ctx, r.Old, in); err != nil {
		return nil, err
	}
	if t.New, err = Execute(ctx, r.New, in); err != nil {
		return nil, err
	}
	switch {
	case r.GoldenIsOld:
		t.Golden = t.Old
	case r.Golden != nil:
		if t.Golden, err = Execute(ctx, r.Golden, in); err != nil {
			return nil, err
		}
	}
	t.Difference, t.Class = engines.Classify(r.Equivalence, t.Old, t.New, t.Golden)
	return t, nil
}

// Execute runs a machine. An outcome that the clock cut short is an error: it must
// not be compared, or become a record.
func Execute(ctx context.Context, m Machine, in *program.Input) (*program.Outcome, error) {
	out, err := m.Run(ctx, in)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	return out, nil
}
