package shadow

import (
	"context"
	"fmt"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/native"
)

// Natively runs inputs on the versions of a task as the host's C compiler makes
// them, with sanitizers: the paper's cross-version checks. Close it.
//
// Source: Palikareva et al. 2016, section 3.3.
type Natively struct {
	equivalence      program.Equivalence
	builder          *native.Builder
	old, new, golden *native.Program // golden may be nil
}

// OpenNative compiles the versions of a task. The error wraps
// native.ErrNoCompiler if there is no compiler.
func OpenNative(ctx context.Context, task *engines.Task, opt native.Options) (*Natively, error) {
	opt.Sanitize = true
	b, err := native.New(ctx, opt)
	if err != nil {
		return nil, err
	}
	n := &Natively{equivalence: task.Equivalence, builder: b}
	for _, v := range []struct {
		build *engines.Build
		to    **native.Program
	}{{&task.Old, &n.old}, {&task.New, &n.new}, {task.Golden, &n.golden}} {
		if v.build == nil {
			continue
		}
		if *v.to, err = b.Build(ctx, v.build.Version, v.build.Program, entryOf(task)); err != nil {
			_ = n.Close()
			return nil, fmt.Errorf("natively: %w", err)
		}
	}
	return n, nil
}

// entryOf returns the function that the inputs of a task start.
func entryOf(task *engines.Task) string {
	if task.Model.Entry == "" && len(task.Tests) > 0 {
		return task.Tests[0].Input.Entry
	}
	return task.Model.Entry
}

// Close removes what was compiled.
func (n *Natively) Close() error { return n.builder.Close() }

// Try runs an input on the versions and compares what they show.
func (n *Natively) Try(ctx context.Context, in *program.Input) (*engines.Trial, error) {
	t := &engines.Trial{}
	for _, v := range []struct {
		p  *native.Program
		to **program.Outcome
	}{{n.old, &t.Old}, {n.new, &t.New}, {n.golden, &t.Golden}} {
		if v.p == nil {
			continue
		}
		var err error
		if *v.to, err = v.p.Run(ctx, in); err != nil {
			return nil, err
		}
	}
	t.Difference, t.Class = engines.Classify(n.equivalence, t.Old, t.New, t.Golden)
	return t, nil
}
