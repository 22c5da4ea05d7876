// Package greybox draws inputs at random and goes on from those that execute
// something new: a small change to such an input, or parts of two of them, often get
// further where an input drawn anew fails early. Arguments are made of the words that
// the program knows (program/dictionary) and of values that often matter, and so are
// the values of a function's parameters and those that a program asks for while it
// runs (program/values); what matters to a difference is to execute a change, so inputs that do are preferred.
//
// Terms: a *kept* input is one that executed a block, statement or edge of either
// version that none before it did, or a smaller one that executes these, too. One is *near* if it executed a statement that a
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
	"github.com/riftlab/rift/program/inputs"
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
	x := rand.New(rand.NewPCG(task.Seed, 0x67726579)) // "grey"
	m, err := inputs.New(x, task.Old.Program, task.New.Program, &task.Model)
	if err != nil {
		return fmt.Errorf("greybox: %w", err)
	}
	r := &run{rec: rec, rand: x, maker: m}
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
		if !m.Varies() {
			engines.Stopped(rec, true, "the input model has no other input")
			return nil
		}
	}
	engines.Stopped(rec, false, "nothing new was executed for long (patience)")
	return nil
}

// run is one run of the engine.
type run struct {
	rec     engines.Recorder
	rand    *rand.Rand
	maker   *inputs.Maker
	changed []mapping.ChangedStmt

	tried  int
	seen   [2]*program.Coverage // of the old and the new version
	kept   []*kept
	near   []*kept
	from   *kept // which the last input is a change of; nil for none
	within bool  // the near ones executed changed statements, not just their functions
}

// kept is an input with what it was the first to execute. A smaller one that executes
// this, too, takes its place: what is left out of an input is in nobody's way.
type kept struct {
	in    *program.Input
	fresh [2]*program.Coverage // of the old and the new version
}

// sizeOf returns the number of bytes of an input.
func sizeOf(in *program.Input) int {
	n := len(in.Stdin)
	for _, a := range in.Args {
		n += len(a) + 1
	}
	for i := range in.Files {
		n += len(in.Files[i].Data)
	}
	return n
}

// step tries one input and reports whether it executes something new.
func (r *run) step(ctx context.Context) (bool, error) {
	in := r.next()
	trial, err := r.rec.Try(ctx, in, engines.Note{})
	if err != nil {
		return false, err
	}
	r.tried++
	fresh := false
	k := &kept{in: in}
	both := [2]*program.Coverage{trial.Old.Covered, trial.New.Covered}
	for i, covered := range both {
		if covered == nil {
			return false, errors.New("greybox: the recorder does not tell what runs execute")
		}
		if r.seen[i] == nil || !r.seen[i].Contains(covered) {
			fresh = true
		}
	}
	r.maker.Learn(fresh, trial.Old, trial.New)
	switch {
	case fresh:
		for i, covered := range both {
			k.fresh[i] = covered.Without(r.seen[i])
			if r.seen[i] == nil {
				r.seen[i] = covered.Clone()
			}
			r.seen[i].Merge(covered)
		}
		r.kept = append(r.kept, k)
		r.approach(k, trial.New.Covered)
	case r.from != nil && sizeOf(in) < sizeOf(r.from.in) && both[0].Contains(r.from.fresh[0]) && both[1].Contains(r.from.fresh[1]):
		r.from.in = in
	}
	return fresh, nil
}

// approach keeps an input among the near ones if it is one.
func (r *run) approach(k *kept, covered *program.Coverage) {
	within := slices.ContainsFunc(r.changed, func(c mapping.ChangedStmt) bool { return covered.Stmt(c.Func, int(c.Stmt)) })
	if within && !r.within {
		r.within, r.near = true, nil
	}
	if within || !r.within && slices.ContainsFunc(r.changed, func(c mapping.ChangedStmt) bool { return covered.Block(c.Func, 0) }) {
		r.near = append(r.near, k)
	}
}

// next makes an input: now and then a fresh one, else one from what was kept.
func (r *run) next() *program.Input {
	x := r.rand
	r.from = nil
	if len(r.kept) == 0 || x.IntN(r.maker.Renew()) == 0 {
		return r.maker.Fresh()
	}
	r.from = r.pick(x)
	in := r.maker.Changed(r.from.in)
	if x.IntN(3) == 0 {
		r.maker.Splice(in, r.pick(x).in)
	}
	return in
}

// pick returns a kept input: half of the time a near one, and of all the later, which
// others led to, as often as the earlier; of two mostly the smaller one.
func (r *run) pick(x *rand.Rand) *kept {
	from := r.kept
	if len(r.near) > 0 && x.IntN(2) == 0 {
		from = r.near
	}
	if x.IntN(2) == 0 {
		from = from[len(from)-(len(from)+3)/4:]
	}
	k, other := from[x.IntN(len(from))], from[x.IntN(len(from))]
	if sizeOf(other.in) < sizeOf(k.in) && x.IntN(4) > 0 {
		return other
	}
	return k
}

func (r *run) count() {
	r.rec.Count("kept", int64(len(r.kept)))
	r.rec.Count("kept.near", int64(len(r.near)))
}
