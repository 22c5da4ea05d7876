package symexec

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
)

// Replayer runs the inputs of paths in the concrete machine and compares.
type Replayer struct{ run *vm.Instance }

// NewReplayer returns a replayer for paths of p explored with the options.
func NewReplayer(p *program.Program, opt Options) (*Replayer, error) {
	opt.defaults()
	m, err := vm.New(p, vm.Options{MaxSteps: opt.MaxSteps, MaxMemory: opt.MaxMemory, MaxStack: opt.MaxStack,
		MaxOutput: opt.MaxOutput, CheckOverflow: opt.CheckOverflow, CheckLeaks: opt.CheckLeaks, ZeroMemory: opt.ZeroMemory, Name: opt.Name, Coverage: true})
	if err != nil {
		return nil, err
	}
	return &Replayer{m.NewRun()}, nil
}

// Check runs the path's input. It returns the outcome and in which respect it is
// not the predicted one, "" if it is. A mismatch is an error of rift.
func (r *Replayer) Check(ctx context.Context, p *Path) (out *program.Outcome, mismatch string, err error) {
	if out, err = r.run.Run(ctx, &p.Input); err != nil {
		return nil, "", err
	}
	if ctx.Err() != nil {
		return nil, "", ctx.Err()
	}
	if p.Incomplete != "" {
		return out, "", nil
	}
	return out, compare(&p.Outcome, out), nil
}

// Coverage returns what the last run executed; it is the caller's.
func (r *Replayer) Coverage() *program.Coverage { return r.run.Coverage() }

// compare says in which respect two outcomes differ, steps left aside.
func compare(want, got *program.Outcome) string {
	switch {
	case want.Ending != got.Ending:
		return fmt.Sprintf("ending: %s predicted, %s replayed", describe(want), describe(got))
	case want.Ending == program.Faulted && want.Fault.Kind != got.Fault.Kind,
		want.Ending == program.Faulted && want.Fault.Pos != got.Fault.Pos:
		return fmt.Sprintf("fault: %v predicted, %v replayed", want.Fault, got.Fault)
	case want.Ending == program.Stopped:
		if want.Limit != got.Limit {
			return fmt.Sprintf("limit: %s predicted, %s replayed", want.Limit, got.Limit)
		}
		return "" // where exactly it stopped shows in nothing else
	case want.Status != got.Status:
		return fmt.Sprintf("status: %d predicted, %d replayed", want.Status, got.Status)
	case !bytes.Equal(want.Stdout, got.Stdout):
		return fmt.Sprintf("stdout: %q predicted, %q replayed", want.Stdout, got.Stdout)
	case !bytes.Equal(want.Stderr, got.Stderr):
		return fmt.Sprintf("stderr: %q predicted, %q replayed", want.Stderr, got.Stderr)
	case !slices.EqualFunc(want.Files, got.Files, func(a, b program.File) bool {
		return a.Name == b.Name && a.Link == b.Link && a.Mode == b.Mode && bytes.Equal(a.Data, b.Data)
	}):
		return "files"
	case !slices.EqualFunc(want.Observed, got.Observed, func(a, b program.Observation) bool {
		return a.Name == b.Name && a.Kind == b.Kind && bytes.Equal(a.Data, b.Data)
	}):
		return fmt.Sprintf("observed: %v predicted, %v replayed", want.Observed, got.Observed)
	case want.Ending == program.Exited && !sameResult(want.Result, got.Result):
		return fmt.Sprintf("result: %v predicted, %v replayed", want.Result, got.Result)
	}
	return ""
}

func describe(o *program.Outcome) string {
	if o.Fault != nil {
		return o.Fault.Error()
	}
	return o.Ending.String()
}

func sameResult(a, b *program.Value) bool {
	if a == nil || b == nil {
		return a == b
	}
	return bytes.Equal(a.Data, b.Data)
}
