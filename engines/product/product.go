// Package product explores both versions on the same inputs, pair of paths by
// pair of paths, and compares as terms what they show: each pair gives an input
// on which the versions differ, or the knowledge that there is none on it. Alone
// among the engines it can find out that two versions never differ.
//
// Source: Ramos, Engler: Practical, Low-Effort Equivalence Verification of Real
// Code, CAV 2011.
package product

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/engines/symexec/crossversion"
	"github.com/riftlab/rift/engines/symexec/search"
	"github.com/riftlab/rift/engines/symexec/seeding"
	"github.com/riftlab/rift/program"
)

// Engine is the engine.
type Engine struct{}

// Params are the engine's parameters.
type Params struct {
	engines.PoolModel
	engines.PoolSeeds
	Search     string `toml:"search" doc:"which path of the new version to follow next; rift symex --help lists the searches"`
	Merge      string `toml:"merge" doc:"whether the two sides of short branches become one path: \"yes\" or \"no\""`
	QuerySteps int64  `toml:"query_steps" doc:"limit of a question to the solver, in propagations; 0 is 20 million; when all paths are explored, what was not decided is asked again with four times as many, and so on"`
	MaxStates  int    `toml:"max_states" doc:"paths of each version under way at a time; 0 is 20000"`
}

// Validate implements engines.Validator.
func (p *Params) Validate() error {
	switch {
	case !slices.Contains(search.Names(), p.Search):
		return fmt.Errorf("search is %q: must be one of %q", p.Search, search.Names())
	case p.Merge != "yes" && p.Merge != "no":
		return fmt.Errorf("merge is %q: must be \"yes\" or \"no\"", p.Merge)
	case p.QuerySteps < 0 || p.MaxStates < 0:
		return errors.New("query_steps and max_states must not be negative")
	}
	return cmp.Or(p.ValidateModel(), p.ValidateSeeds())
}

func defaults() Params {
	return Params{PoolModel: engines.DefaultModel(), PoolSeeds: engines.DefaultSeeds(), Search: "interleaved", Merge: "no", QuerySteps: 500_000}
}

// Name implements engines.Engine.
func (Engine) Name() string { return "product" }

// Describe implements engines.Describer.
func (Engine) Describe() engines.Description {
	p := defaults()
	return engines.Description{
		Kind:    engines.Generate,
		Summary: "both versions explored on the same inputs, pair of paths by pair of paths; can prove that they never differ",
		Source:  "Ramos and Engler, CAV 2011",
		Proves:  true,
		Params:  &p,
	}
}

// Run implements engines.Engine. It tells an engines.Concluder what it knows at
// the end.
func (Engine) Run(ctx context.Context, task *engines.Task, rec engines.Recorder) error {
	p := defaults()
	if err := task.Decode("product", &p); err != nil {
		return err
	}
	task, err := p.Apply(task)
	if err != nil {
		return fmt.Errorf("product: %w", err)
	}
	x, err := crossversion.NewProduct(task.Old.Program, task.New.Program, symexec.Options{
		Search:      p.Search,
		Seed:        task.Seed,
		Population:  symexec.Population{MaxStates: p.MaxStates, MaxHeap: task.Budget.Heap()},
		Merge:       p.Merge == "yes",
		QuerySteps:  p.QuerySteps,
		Limits:      symexec.Limits{MaxSteps: task.RunSteps, MaxMemory: task.RunMemory},
		Spend:       rec.Spend,
		Checks:      symexec.Checks{CheckOverflow: task.Equivalence.CheckOverflow()},
		Equivalence: task.Equivalence,
	})
	if err != nil {
		return fmt.Errorf("product: %w", err)
	}
	r := &run{rec: rec, tried: map[string]bool{}, narrow: task.Pool != nil}
	seeds, err := seeding.New(task, &p.PoolSeeds, p.QuerySteps, rec.Spend, r.seed)
	if err != nil {
		return fmt.Errorf("product: %w", err)
	}
	err = x.Explore(ctx, &task.Model, func(t *crossversion.Twin) error {
		if err := r.twin(ctx, t); err != nil {
			return err
		}
		return seeds.UpTo(ctx, r.steps(x))
	})
	if err == nil {
		err = seeds.Finish(ctx)
	}
	r.finish(x)
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
	rec   engines.Recorder
	tried map[string]bool
	wrong int64 // predictions that did not come true
	// narrow: the model was inferred from tests, and others are told nothing of the inputs
	// that it lacks.
	narrow bool
}

// seed tries an input that a test led to.
func (r *run) seed(ctx context.Context, in *program.Input, note engines.Note) error {
	key := in.Key()
	if r.tried[key] {
		return nil
	}
	r.tried[key] = true
	_, err := r.rec.Try(ctx, in, note)
	return err
}

// steps returns those of both explorations so far.
func (r *run) steps(x *crossversion.Product) int64 {
	n := int64(0)
	for _, e := range x.Explorers() {
		n += e.Stats.Steps + e.Stats.SolverSteps
	}
	return n
}

// twin tries the input of a pair of paths.
func (r *run) twin(ctx context.Context, t *crossversion.Twin) error {
	key := t.Input.Key()
	if r.tried[key] {
		return nil
	}
	r.tried[key] = true
	phase := "pair"
	if t.Differ {
		phase = "differ"
	}
	trial, err := r.rec.Try(ctx, &t.Input, engines.Note{Phase: phase})
	if err != nil {
		return err
	}
	if t.Open == "" && trial.Difference != program.DiffUndecided && trial.Difference.Counts() != t.Differ {
		r.wrong++
	}
	return nil
}

// finish reports what was done. A mismatch is a pair of paths on which the
// versions do not show what was predicted: an error of rift.
func (r *run) finish(x *crossversion.Product) {
	s := &x.Stats
	var queries int64
	for _, e := range x.Explorers() {
		queries += e.Stats.Queries
	}
	for _, c := range []struct {
		name string
		n    int64
	}{
		{"paths", s.Paths}, {"pairs", s.Pairs}, {"pairs.differ", s.Differ}, {"pairs.open", s.Open}, {"queries", queries}, {"mismatches", r.wrong}, {"rounds", s.Rounds},
	} {
		if c.n > 0 {
			r.rec.Count(c.name, c.n)
		}
	}
	if w, ok := r.rec.(engines.Concluder); ok {
		c := x.Conclude()
		if r.wrong > 0 {
			c.Complete = false
			c.Bounds = append(c.Bounds, engines.Bound{Cause: "predictions that did not come true, which are errors in rift", Count: r.wrong})
		}
		if r.narrow {
			c.Complete = false
			c.Bounds = append(c.Bounds, engines.Bound{Cause: "models inferred from a pool, which lack inputs that the subject's own has", Count: 1})
		}
		w.Conclude(c)
	}
}
