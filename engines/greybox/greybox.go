// Package greybox draws inputs at random and goes on from those that execute
// something new: a small change to such an input, or parts of two of them, often get
// further where an input drawn anew fails early. Arguments are made of the words that
// the program knows (program/dictionary) and of values that often matter, and so are
// the values of a function's parameters and those that a program asks for while it
// runs (program/values); what matters to a difference is to execute a change, so inputs that do are preferred.
//
// Terms: a *kept* input is one that executed a block, statement or edge of either
// version that none before it did. One is *near* if it executed a statement that a
// change touches or, as long as none did, a function with such a statement.
//
// Sources: Zalewski, american fuzzy lop, technical details, 2013-2016 (keeping inputs
// that cover something new); Petsios, Tang, Stolfo, Keromytis, Jana, NEZHA, S&P 2017
// (comparing programs on them); Böhme, Pham, Nguyen, Roychoudhury, AFLGo, CCS 2017
// (preferring those nearer to changes).
package greybox

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/mapping"
)

// Engine is the greybox engine.
type Engine struct{}

// Params are the engine's parameters.
type Params struct {
	Patience int `toml:"patience" doc:"a run ends when so many inputs in a row, and half as many as were tried before them, execute nothing new"`
}

// Validate implements engines.Validator.
func (p *Params) Validate() error {
	if p.Patience < 1 {
		return fmt.Errorf("patience is %d: must be at least 1", p.Patience)
	}
	return nil
}

func defaults() Params { return Params{Patience: 10_000} }

// Name implements engines.Engine.
func (Engine) Name() string { return "greybox" }

// Describe implements engines.Describer.
func (Engine) Describe() engines.Description {
	p := defaults()
	return engines.Description{
		Kind:    engines.Generate,
		Summary: "random changes to inputs that execute something new, out of words that the program knows",
		Source:  "Zalewski 2013; Petsios et al., S&P 2017",
		Samples: true,
		Covers:  true,
		Params:  &p,
	}
}

// Run implements engines.Engine.
func (Engine) Run(ctx context.Context, task *engines.Task, rec engines.Recorder) error {
	p := defaults()
	if err := task.Decode("greybox", &p); err != nil {
		return err
	}
	m, err := newMaker(task)
	if err != nil {
		return fmt.Errorf("greybox: %w", err)
	}
	r := &run{rec: rec, maker: m}
	r.changed = mapping.New(delta.Compute(task.Old.Version, task.New.Version), task.Old.Program, task.New.Program).Changed()
	defer r.count()
	for last := 0; r.tried-last < p.Patience+last/2; {
		fresh, err := r.step(ctx)
		if errors.Is(err, engines.ErrBudget) {
			return nil
		}
		if err != nil {
			return err
		}
		if fresh {
			last = r.tried
		}
		if !m.varies() {
			return nil
		}
	}
	return nil
}

// run is one run of the engine.
type run struct {
	rec     engines.Recorder
	maker   *maker
	changed []mapping.ChangedStmt

	tried  int
	seen   [2]*program.Coverage // of the old and the new version
	kept   []*program.Input
	near   []*program.Input
	within bool // the near ones executed changed statements, not just their functions
}

// step tries one input and reports whether it executes something new.
func (r *run) step(ctx context.Context) (bool, error) {
	in := r.next()
	trial, err := r.rec.Try(ctx, in, engines.Note{})
	if err != nil {
		return false, err
	}
	r.tried++
	r.maker.values.Learn(trial.Old, trial.New)
	fresh := false
	for i, covered := range []*program.Coverage{trial.Old.Covered, trial.New.Covered} {
		switch {
		case covered == nil:
			return false, errors.New("greybox: the recorder does not tell what runs execute")
		case r.seen[i] == nil:
			r.seen[i], fresh = covered.Clone(), true
		case r.seen[i].Merge(covered):
			fresh = true
		}
	}
	if fresh {
		r.kept = append(r.kept, in)
		r.approach(in, trial.New.Covered)
	}
	return fresh, nil
}

// approach keeps an input among the near ones if it is one.
func (r *run) approach(in *program.Input, covered *program.Coverage) {
	within := slices.ContainsFunc(r.changed, func(c mapping.ChangedStmt) bool { return covered.Stmt(c.Func, int(c.Stmt)) })
	if within && !r.within {
		r.within, r.near = true, nil
	}
	if within || !r.within && slices.ContainsFunc(r.changed, func(c mapping.ChangedStmt) bool { return covered.Block(c.Func, 0) }) {
		r.near = append(r.near, in)
	}
}

// next makes an input: now and then a fresh one, else one from what was kept.
func (r *run) next() *program.Input {
	x := r.maker.rand
	if len(r.kept) == 0 || x.IntN(r.maker.renew()) == 0 {
		return r.maker.fresh()
	}
	in := r.maker.changed(r.pick(x))
	if x.IntN(3) == 0 {
		r.maker.splice(in, r.pick(x))
	}
	return in
}

// pick returns a kept input: half of the time a near one, and of all the later, which
// others led to, as often as the earlier.
func (r *run) pick(x *rand.Rand) *program.Input {
	from := r.kept
	if len(r.near) > 0 && x.IntN(2) == 0 {
		from = r.near
	}
	if x.IntN(2) == 0 {
		from = from[len(from)-(len(from)+3)/4:]
	}
	return from[x.IntN(len(from))]
}

func (r *run) count() {
	r.rec.Count("kept", int64(len(r.kept)))
	r.rec.Count("kept.near", int64(len(r.near)))
}
