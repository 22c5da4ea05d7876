package pair

import (
	"context"
	"fmt"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
)

// Checker tells whether the versions of a pair execute undefined behaviour. It is
// safe for concurrent use.
type Checker struct{ old, new *Concrete }

// NewChecker returns one for a task, within the task's limits of a run. Errors are
// those of vm.New.
func NewChecker(t *engines.Task) (*Checker, error) {
	o := Options{Steps: t.RunSteps, Memory: t.RunMemory, Equivalence: program.Equivalence{Undefined: program.ExcludeUndefined}}
	var c Checker
	var err error
	if c.old, err = NewMachine(t.Old.Program, o); err != nil {
		return nil, fmt.Errorf("old version: %w", err)
	}
	if c.new, err = NewMachine(t.New.Program, o); err != nil {
		return nil, fmt.Errorf("new version: %w", err)
	}
	return &c, nil
}

// Undefined returns in words the first undefined behaviour of each version that
// executes any on an input, such as "signed overflow at f.c:3 (old)": what ends runs,
// and signed overflow, which else wraps around. Errors are those of Machine.Run.
func (c *Checker) Undefined(ctx context.Context, in *program.Input) ([]string, error) {
	var list []string
	for _, v := range []struct {
		name    string
		machine *Concrete
	}{{"old", c.old}, {"new", c.new}} {
		out, err := Execute(ctx, v.machine, in)
		if err != nil {
			return nil, err
		}
		if f := out.Fault; f.IsUndefined() {
			list = append(list, fmt.Sprintf("%s at %s:%d (%s)", f.Kind, f.Pos.File, f.Pos.Line, v.name))
		}
	}
	return list, nil
}
