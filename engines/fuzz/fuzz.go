// Package fuzz is what the greybox techniques have in common: inputs are drawn at random,
// and those that execute something new are kept and changed again. The techniques differ in
// which kept input is changed next and how often (Schedule), and in what else is kept.
//
// Arguments are made of the words that the program knows (program/dictionary) and of values
// that often matter, and so are the values of a function's parameters and those that a
// program asks for while it runs (program/values).
//
// Terms: a *kept* input is one that executed a block, statement or edge of either version
// that none before it did, or a smaller one that executes these, too. One is *near* if it
// executed a statement that a change touches or, as long as none did, a function with such a
// statement. An input's *energy* is how many inputs are made of it when its turn comes.
//
// Nothing but the runs of inputs is charged, so that techniques on this base pay the same for
// the same work.
//
// Source: Zalewski, american fuzzy lop, technical details, 2013-2016.
package fuzz

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

// Options say how a Fuzzer works.
type Options struct {
	Name   string // of the technique, for errors
	Stream uint64 // of random numbers, beside the task's seed
	// Patience ends Run when so many inputs in a row, and half as many as were tried
	// before them, execute nothing new.
	Patience int
	// Schedule, if not nil, decides which inputs are changed; else later, near and small
	// ones are preferred.
	Schedule Schedule
	// Interesting, if not nil, reports whether an input is kept although it executed
	// nothing new. It is asked about every input.
	Interesting func(t *engines.Trial) bool
	// Seeds, if set, has the tests of the task tried before anything else, in random order.
	Seeds bool
}

// Kept is an input that is kept, with what it was the first to execute. A smaller input that
// executes this, too, takes its place: what is left out of an input is in nobody's way.
type Kept struct {
	Input  *program.Input
	Steps  int64 // of the runs of its trial, in IR instructions
	Covers int   // how many blocks, statements and edges of both versions it executes
	Depth  int   // how many changes ago its ancestor was made anew or given, from 1
	first  bool  // it was the first to execute something
	fresh  [2]*program.Coverage
}

// Fuzzer tries inputs. It is not safe for concurrent use.
type Fuzzer struct {
	opt     Options
	rec     engines.Recorder
	rand    *rand.Rand
	maker   *inputs.Maker
	changed []mapping.ChangedStmt

	tried  int
	last   int                  // of tried, the last that executed something new
	steps  int64                // of all runs
	seen   [2]*program.Coverage // of the old and the new version
	kept   []*Kept
	near   []*Kept
	from   *Kept // which the last input is a change of; nil for none
	within bool  // the near ones executed changed statements, not just their functions
	turn   turn
	seeds  []program.Test // not yet tried
}

// New returns a fuzzer for a task. Its errors name the technique.
func New(task *engines.Task, rec engines.Recorder, opt Options) (*Fuzzer, error) {
	x := rand.New(rand.NewPCG(task.Seed, opt.Stream))
	m, err := inputs.New(x, task.Old.Program, task.New.Program, &task.Model)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", opt.Name, err)
	}
	f := &Fuzzer{opt: opt, rec: rec, rand: x, maker: m}
	if p := task.Pool; p != nil && p.Draws() {
		m.From(func() *program.Input { return p.Draw(x) }, p.Words(poolWords))
	}
	if opt.Seeds {
		f.seeds = slices.Clone(task.Tests)
		x.Shuffle(len(f.seeds), func(i, j int) { f.seeds[i], f.seeds[j] = f.seeds[j], f.seeds[i] })
	}
	f.changed = mapping.New(delta.Compute(task.Old.Version, task.New.Version), task.Old.Program, task.New.Program).Changed()
	return f, nil
}

// poolWords is how many words of a pool are taken for what the program knows.
const poolWords = 100

// Run tries inputs until the budget is spent, which is a normal end, or nothing new was
// executed for long. It counts what was kept.
func (f *Fuzzer) Run(ctx context.Context) error {
	defer f.Count()
	for !f.Idle() {
		if _, err := f.Step(ctx); errors.Is(err, engines.ErrBudget) {
			return nil
		} else if err != nil {
			return err
		}
		if !f.maker.Varies() && len(f.seeds) == 0 {
			engines.Stopped(f.rec, true, "the input model has no other input")
			return nil
		}
	}
	engines.Stopped(f.rec, false, "nothing new was executed for long (patience)")
	return nil
}

// Idle reports whether nothing new was executed for long.
func (f *Fuzzer) Idle() bool { return len(f.seeds) == 0 && f.tried-f.last >= f.opt.Patience+f.last/2 }

// Varies reports whether there is anything to make, as far as is known.
func (f *Fuzzer) Varies() bool { return len(f.seeds) > 0 || f.maker.Varies() }

// Steps returns the steps of all runs so far, in IR instructions.
func (f *Fuzzer) Steps() int64 { return f.steps }

// Queue returns the kept inputs in the order in which they were found. It must not be
// modified.
func (f *Fuzzer) Queue() []*Kept { return f.kept }

// Count counts what was kept.
func (f *Fuzzer) Count() {
	f.rec.Count("kept", int64(len(f.kept)))
	f.rec.Count("kept.near", int64(len(f.near)))
}

// Step makes an input and tries it. It returns it if it is kept, else nil.
func (f *Fuzzer) Step(ctx context.Context) (*Kept, error) {
	if len(f.seeds) > 0 {
		t := f.seeds[0]
		f.seeds = f.seeds[1:]
		k, _, err := f.Offer(ctx, &t.Input, engines.Note{Test: t.Name})
		return k, err
	}
	k, _, err := f.try(ctx, f.next(), engines.Note{}, false)
	return k, err
}

// Offer tries an input that comes from elsewhere. It returns it if it is kept, else nil, and
// what the versions showed. One that lacks parts that the model's inputs have is not kept.
func (f *Fuzzer) Offer(ctx context.Context, in *program.Input, note engines.Note) (*Kept, *engines.Trial, error) {
	f.from = nil
	return f.try(ctx, in, note, true)
}

func (f *Fuzzer) try(ctx context.Context, in *program.Input, note engines.Note, given bool) (*Kept, *engines.Trial, error) {
	trial, err := f.rec.Try(ctx, in, note)
	if err != nil {
		return nil, nil, err
	}
	f.tried++
	f.steps += trial.Steps()
	fresh := false
	both := [2]*program.Coverage{trial.Old.Covered, trial.New.Covered}
	for i, covered := range both {
		if covered == nil {
			return nil, nil, fmt.Errorf("%s: the recorder does not tell what runs execute", f.opt.Name)
		}
		if f.seen[i] == nil || !f.seen[i].Contains(covered) {
			fresh = true
		}
	}
	f.maker.Learn(fresh, trial.Old, trial.New)
	if fresh {
		f.last = f.tried
	}
	interesting := f.opt.Interesting != nil && f.opt.Interesting(trial)
	from := f.from
	if f.opt.Schedule != nil {
		f.opt.Schedule.Tried(from, in, trial)
	}
	switch {
	case fresh, interesting:
		k := &Kept{Input: in, Depth: 1, first: fresh}
		if from != nil {
			k.Depth = from.Depth + 1
		}
		for i, covered := range both {
			k.fresh[i] = covered.Without(f.seen[i])
			if f.seen[i] == nil {
				f.seen[i] = covered.Clone()
			}
			f.seen[i].Merge(covered)
		}
		if given && !f.maker.Takes(in) {
			return nil, trial, nil
		}
		f.measure(k, trial)
		f.kept = append(f.kept, k)
		f.approach(k, trial.New.Covered)
		return k, trial, nil
	case from != nil && sizeOf(in) < sizeOf(from.Input) && from.first && both[0].Contains(from.fresh[0]) && both[1].Contains(from.fresh[1]):
		from.Input = in
		f.measure(from, trial)
	}
	return nil, trial, nil
}

// measure notes what a kept input costs and executes.
func (f *Fuzzer) measure(k *Kept, trial *engines.Trial) {
	k.Steps, k.Covers = trial.Steps(), trial.Old.Covered.Count()+trial.New.Covered.Count()
	if f.opt.Schedule != nil {
		f.opt.Schedule.Keep(k, trial)
	}
}

// approach keeps an input among the near ones if it is one.
func (f *Fuzzer) approach(k *Kept, covered *program.Coverage) {
	within := slices.ContainsFunc(f.changed, func(c mapping.ChangedStmt) bool { return covered.Stmt(c.Func, int(c.Stmt)) })
	if within && !f.within {
		f.within, f.near = true, nil
	}
	if within || !f.within && slices.ContainsFunc(f.changed, func(c mapping.ChangedStmt) bool { return covered.Block(c.Func, 0) }) {
		f.near = append(f.near, k)
	}
}

// next makes an input: now and then a fresh one, else one from what was kept.
func (f *Fuzzer) next() *program.Input {
	x := f.rand
	f.from = nil
	if len(f.kept) == 0 || x.IntN(f.maker.Renew()) == 0 {
		return f.maker.Fresh()
	}
	if f.opt.Schedule != nil {
		return f.scheduled()
	}
	f.from = f.pick(x)
	in := f.maker.Changed(f.from.Input)
	if x.IntN(3) == 0 {
		f.maker.Splice(in, f.pick(x).Input)
	}
	return in
}

// pick returns a kept input: half of the time a near one, and of all the later, which
// others led to, as often as the earlier; of two mostly the smaller one.
func (f *Fuzzer) pick(x *rand.Rand) *Kept {
	from := f.kept
	if len(f.near) > 0 && x.IntN(2) == 0 {
		from = f.near
	}
	if x.IntN(2) == 0 {
		from = from[len(from)-(len(from)+3)/4:]
	}
	k, other := from[x.IntN(len(from))], from[x.IntN(len(from))]
	if sizeOf(other.Input) < sizeOf(k.Input) && x.IntN(4) > 0 {
		return other
	}
	return k
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
