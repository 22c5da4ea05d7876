// Package hydiff is hybrid differential testing: greybox fuzzing that is driven by
// differences between the versions, and shadow symbolic execution, on one queue of inputs.
//
// The two take turns of equally many steps. The fuzzing part keeps an input if it executes
// something new, and also if it shows a new kind of difference, takes other branches in one
// version than in the other as no input before, costs more in one of the versions than any
// before, or comes nearer to a change (fitness.go). The symbolic part follows kept inputs as
// both versions at once, those that diverge first, and makes inputs for the ways on which the
// versions part, for what follows these, and for the branches that the input did not take
// (symbolic.go). These go to the fuzzing part, which tries them and keeps them or not.
//
// Terms: a *decision difference* is a set of branches of which the versions took different
// sides; a *cost difference* is one of steps.
//
// Differences from the paper: it is for C and on the machines of rift; the parts take turns,
// so that results can be repeated, and do not run side by side; decisions are compared as
// sets of sides of corresponding branches, not as sequences; there is no trie of all paths
// but a set of the prefixes that were tried; the versions are unified automatically (package
// unify), and that the unified program behaves as they do is not checked here: every input is
// run on the versions themselves.
//
// Source: Noller, Păsăreanu, Böhme, Sun, Nguyen, Grunske, "HyDiff: Hybrid Differential
// Software Analysis", ICSE 2020.
package hydiff

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/fuzz"
	"github.com/riftlab/rift/engines/fuzz/distance"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/mapping"
)

// Engine is the engine.
type Engine struct{}

// Params are the engine's parameters.
type Params struct {
	engines.PoolModel
	engines.PoolSeeds
	Patience   int    `toml:"patience" doc:"the fuzzing part has nothing to do when so many inputs in a row, and half as many as were tried before them, execute nothing new"`
	Parts      string `toml:"parts" doc:"which parts work: \"both\", \"fuzzing\" or \"symbolic\", to which random inputs are given then"`
	Turn       int64  `toml:"turn" doc:"steps of the first turn of each part; each further one has twice as many, up to 64 times"`
	Output     bool   `toml:"output" doc:"whether inputs are kept for new kinds of differences of what the versions show"`
	Decision   bool   `toml:"decision" doc:"whether inputs are kept for new decision differences"`
	Cost       bool   `toml:"cost" doc:"whether inputs are kept for greater cost differences"`
	Distance   bool   `toml:"distance" doc:"whether inputs are kept that come nearer to a change"`
	Neighbours int    `toml:"neighbours" doc:"how many branches of an input are taken the other way at most, the latest first; 0 is all"`
	PerPoint   int    `toml:"per_point" doc:"divergences at one place in one direction; 0 is no bound"`
	QuerySteps int64  `toml:"query_steps" doc:"limit of a question to the solver, in propagations; 0 is 20 million"`
	MaxStates  int    `toml:"max_states" doc:"paths under way at a time; 0 is 20000"`
}

// Validate implements engines.Validator.
func (p *Params) Validate() error {
	switch {
	case p.Patience < 1:
		return fmt.Errorf("patience is %d: must be at least 1", p.Patience)
	case p.Parts != "both" && p.Parts != "fuzzing" && p.Parts != "symbolic":
		return fmt.Errorf("parts is %q: must be \"both\", \"fuzzing\" or \"symbolic\"", p.Parts)
	case p.Turn < 1:
		return fmt.Errorf("turn is %d: must be at least 1", p.Turn)
	case p.Neighbours < 0 || p.PerPoint < 0 || p.QuerySteps < 0 || p.MaxStates < 0:
		return errors.New("neighbours, per_point, query_steps and max_states must not be negative")
	}
	return cmp.Or(p.ValidateModel(), p.ValidateSeeds())
}

func defaults() Params {
	return Params{
		PoolModel: engines.DefaultModel(), PoolSeeds: engines.DefaultSeeds(),
		Patience: 10_000, Parts: "both", Turn: 250_000, Output: true, Decision: true, Cost: true, Distance: true,
		Neighbours: 0, PerPoint: 16, QuerySteps: 500_000, MaxStates: 4_000,
	}
}

// Name implements engines.Engine.
func (Engine) Name() string { return "hydiff" }

// Describe implements engines.Describer.
func (Engine) Describe() engines.Description {
	p := defaults()
	return engines.Description{
		Kind:    engines.Generate,
		Summary: "fuzzing for differences and shadow symbolic execution in turns, on one queue of inputs",
		Source:  "Noller et al., ICSE 2020",
		Covers:  true,
		Params:  &p,
	}
}

// Run implements engines.Engine.
func (Engine) Run(ctx context.Context, task *engines.Task, rec engines.Recorder) error {
	p := defaults()
	if err := task.Decode("hydiff", &p); err != nil {
		return err
	}
	task, err := p.Apply(task)
	if err != nil {
		return fmt.Errorf("hydiff: %w", err)
	}
	m := mapping.New(delta.Compute(task.Old.Version, task.New.Version), task.Old.Program, task.New.Program)
	rulers, _, err := distance.Rulers(ctx, task, m)
	if err != nil {
		return fmt.Errorf("hydiff: %w", err)
	}
	r := &run{p: &p, rec: rec, fitness: newFitness(&p, m, rulers), why: map[*fuzz.Kept]reasons{}}
	r.fuzzer, err = fuzz.New(task, rec, fuzz.Options{Name: "hydiff", Stream: 0x687964, Patience: p.Patience, Interesting: r.fitness.interesting, Seeds: p.Seeds == engines.FromPool}) // "hyd"
	if err != nil {
		return err
	}
	if p.Parts != "fuzzing" {
		if r.symbolic, err = newSymbolic(ctx, task, r); err != nil {
			return fmt.Errorf("hydiff: %w", err)
		}
	}
	defer r.count()
	err = r.turns(ctx)
	if errors.Is(err, engines.ErrBudget) {
		return nil
	}
	if err == nil {
		err = ctx.Err()
	}
	return err
}

// run is the work on one task.
type run struct {
	p        *Params
	rec      engines.Recorder
	fuzzer   *fuzz.Fuzzer
	fitness  *fitness
	symbolic *symbolic // nil without that part
	why      map[*fuzz.Kept]reasons
	sent     int64 // kept inputs that the symbolic part made
}

// longest bounds the steps of a turn, as a multiple of the first.
const longest = 64

// turns lets the parts have turns until neither has anything to do.
func (r *run) turns(ctx context.Context) error {
	busy := [2]bool{true, r.symbolic != nil}
	for share := r.p.Turn; (busy[0] || busy[1]) && ctx.Err() == nil; share = min(2*share, longest*r.p.Turn) {
		var err error
		before := len(r.fuzzer.Queue())
		if busy[0], err = r.fuzz(ctx, share); err != nil {
			return err
		}
		if r.symbolic == nil {
			continue
		}
		if busy[1], err = r.symbolic.turn(ctx, share); err != nil {
			return err
		}
		if len(r.fuzzer.Queue()) > before && r.fuzzer.Varies() && !r.fuzzer.Idle() {
			busy[0] = true
		}
	}
	engines.Stopped(r.rec, false, "neither part has anything new to do")
	return nil
}

// fuzz tries inputs for a share of steps, and reports whether more of that may give something
// new.
func (r *run) fuzz(ctx context.Context, share int64) (bool, error) {
	for begin := r.fuzzer.Steps(); r.fuzzer.Steps()-begin < share && ctx.Err() == nil; {
		if r.fuzzer.Idle() {
			return false, nil
		}
		k, err := r.fuzzer.Step(ctx)
		if err != nil {
			return false, err
		}
		r.keep(k)
		if !r.fuzzer.Varies() {
			return false, nil
		}
		if r.p.Parts == "symbolic" && k != nil {
			break // one input to begin with
		}
	}
	return true, nil
}

// keep notes why an input was kept, if it was.
func (r *run) keep(k *fuzz.Kept) {
	if k != nil {
		r.why[k] = r.fitness.last
	}
}

// count reports what was kept and why.
func (r *run) count() {
	r.fuzzer.Count()
	for _, c := range []struct {
		name string
		n    int64
	}{
		{"kept.output", r.fitness.counts[output]}, {"kept.decision", r.fitness.counts[decision]}, {"kept.cost", r.fitness.counts[cost]},
		{"kept.distance", r.fitness.counts[nearer]}, {"kept.symbolic", r.sent},
	} {
		if c.n > 0 {
			r.rec.Count(c.name, c.n)
		}
	}
	if r.symbolic != nil {
		r.symbolic.count()
	}
}
