package difference

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/pair"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
)

// Blame names the changes responsible for a case.
type Blame struct {
	Changes []string `json:"changes"` // as delta.Change.ID has them
	// Certain: without these changes, the new version shows what the old one does
	// or does not run; else they are the changes that the input executes, and it
	// is not known which of them matter.
	Certain bool `json:"certain"`
}

// blameTime bounds the search for the changes responsible for one case,
// shortBlameTime that for the first one, which somebody waits for, and for those
// looked at after the search for cases has ended.
const (
	blameTime      = 10 * time.Second
	shortBlameTime = 3 * time.Second
)

// blame finds the changes responsible: the only effective one, or the only one
// that is executed, or those that the explainer isolates.
func (c *collector) blame(ctx context.Context, v *view, o *observation) (Blame, error) {
	candidates := o.executed
	if len(candidates) == 0 {
		for i := range v.Delta.Changes {
			if v.effective(i) {
				candidates = append(candidates, i)
			}
		}
	}
	if len(candidates) <= 1 {
		return Blame{Changes: v.Delta.IDs(candidates), Certain: true}, nil
	}
	c.mu.Lock()
	limit := blameTime
	if c.closed || c.emitted == 0 {
		limit = shortBlameTime
	}
	c.mu.Unlock()
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	others := slices.DeleteFunc(slices.Clone(candidates), func(i int) bool { return slices.Contains(o.own, i) })
	for _, i := range slices.Concat(o.own, others) {
		if v.undoes(limited, delta.Set{i}, o) {
			return Blame{Changes: v.Delta.IDs(delta.Set{i}), Certain: true}, nil
		}
	}
	if c.Explainer != nil {
		a := &answer{}
		err := c.Explainer.Run(limited, v.explaining(&o.input), a)
		if ctx.Err() != nil {
			return Blame{}, ctx.Err()
		}
		if err == nil && a.found != nil && a.found.Confirmed {
			return Blame{Changes: a.found.Root, Certain: true}, nil
		}
	}
	if len(o.own) > 0 {
		candidates = o.own // what merely names something that was changed says little
	}
	slices.Sort(candidates)
	return Blame{Changes: v.Delta.IDs(candidates)}, nil
}

// undoes reports whether the new version without some changes shows what the old
// one does. Most differences have one change to blame, and to try each that is
// executed takes fewer programs than to isolate it among all.
func (v *view) undoes(ctx context.Context, s delta.Set, o *observation) bool {
	p, err := v.Task.Compile(ctx, v.Delta.Revert(s))
	if err != nil {
		return false
	}
	x, err := pair.NewMachine(p, pair.Options{Steps: v.Task.RunSteps, Memory: v.Task.RunMemory, Buffered: true, Equivalence: v.Task.Equivalence})
	if err != nil {
		return false
	}
	out, err := x.Run(ctx, &o.input)
	return err == nil && v.Task.Equivalence.Differ(o.old, out) == program.Same
}

// explaining makes the task whose failing test is an input.
func (v *view) explaining(in *program.Input) *engines.Task {
	t := *v.Task
	t.Params = defaultParams{}
	t.Failing = &program.Test{Name: "the input", Input: *in}
	t.Execute = func(ctx context.Context, p *program.Program, in *program.Input) (*program.Outcome, error) {
		m, err := pair.NewMachine(p, pair.Options{Steps: t.RunSteps, Memory: t.RunMemory, Buffered: true, Equivalence: t.Equivalence})
		if err != nil {
			return nil, err
		}
		return m.Run(ctx, in)
	}
	return &t
}

// answer takes the explanation of an engine.
type answer struct{ found *engines.Explanation }

// Explanation and the others implement engines.Recorder.
func (a *answer) Explanation(e engines.Explanation) error {
	a.found = &e
	return nil
}

func (*answer) Try(context.Context, *program.Input, engines.Note) (*engines.Trial, error) {
	return nil, errors.New("an engine that explains tries no inputs")
}
func (*answer) Spend(int64) error                     { return nil }
func (*answer) Requirement(engines.Requirement) error { return nil }
func (*answer) Count(string, int64)                   {}
