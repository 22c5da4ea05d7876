// Package dse is undirected symbolic execution, the baseline of every directed
// technique: it explores the new version (or the old, or both in turn) path by
// path, and tries the input of each path on the versions.
//
// Two inputs of one path of the new version may take two paths of the old one.
// The engine therefore tries, for some paths, inputs that decide a comparison by
// the narrowest margin too: where a bound moved, these are the inputs on which
// the versions part.
//
// Source: Cadar, Dunbar, Engler: KLEE, OSDI 2008; boundary values as in White,
// Cohen: A Domain Strategy for Computer Program Testing, IEEE TSE 6 (3), 1980.
package dse

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/symexec"
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
	Explore    string `toml:"explore" doc:"which version is explored: \"new\", \"old\", or \"both\", in turn"`
	Search     string `toml:"search" doc:"which path to follow next; rift symex --help lists the searches"`
	Boundaries int    `toml:"boundaries" doc:"on how many paths each side of each comparison is tried at its limit; 0 tries one input a path"`
	// Merge gets through loops with "yes" and gives more tests with "no".
	Merge      string `toml:"merge" doc:"whether the two sides of short branches become one path: \"yes\", \"no\", or \"both\", two explorations in turn"`
	QuerySteps int64  `toml:"query_steps" doc:"limit of a question to the solver, in propagations; 0 is 20 million"`
	MaxStates  int    `toml:"max_states" doc:"paths under way at a time; 0 is 20000"`
}

// Validate implements engines.Validator.
func (p *Params) Validate() error {
	for _, v := range []struct {
		name, value string
		allowed     []string
	}{
		{"explore", p.Explore, []string{"new", "old", "both"}},
		{"search", p.Search, search.Names()},
		{"merge", p.Merge, []string{"yes", "no", "both"}},
	} {
		if !slices.Contains(v.allowed, v.value) {
			return fmt.Errorf("%s is %q: must be one of %q", v.name, v.value, v.allowed)
		}
	}
	if p.Boundaries < 0 || p.QuerySteps < 0 || p.MaxStates < 0 {
		return errors.New("boundaries, query_steps and max_states must not be negative")
	}
	return cmp.Or(p.ValidateModel(), p.ValidateSeeds())
}

func defaults() Params {
	return Params{PoolModel: engines.DefaultModel(), PoolSeeds: engines.DefaultSeeds(), Explore: "new", Search: "interleaved", Boundaries: 8, Merge: "both", QuerySteps: 50_000, MaxStates: 20_000}
}

// Name implements engines.Engine.
func (Engine) Name() string { return "dse" }

// Describe implements engines.Describer.
func (Engine) Describe() engines.Description {
	p := defaults()
	return engines.Description{
		Kind:    engines.Generate,
		Summary: "undirected symbolic execution of the new version, each path's input tried on both",
		Source:  "Cadar et al., OSDI 2008",
		Params:  &p,
	}
}

// Run implements engines.Engine.
func (Engine) Run(ctx context.Context, task *engines.Task, rec engines.Recorder) error {
	p := defaults()
	if err := task.Decode("dse", &p); err != nil {
		return err
	}
	task, err := p.Apply(task)
	if err != nil {
		return fmt.Errorf("dse: %w", err)
	}
	t := &trier{rec: rec, tried: map[string]bool{}}
	seeds, err := seeding.New(task, &p.PoolSeeds, p.QuerySteps, rec.Spend, t.note)
	if err != nil {
		return fmt.Errorf("dse: %w", err)
	}
	var sides []*side
	defer func() {
		for _, s := range sides {
			s.stop()
			s.count(rec)
		}
	}()
	for _, v := range []struct {
		name  string
		build engines.Build
		old   bool
	}{{"new", task.New, false}, {"old", task.Old, true}} {
		for _, merge := range []string{"yes", "no"} {
			if p.Explore != v.name && p.Explore != "both" || p.Merge != merge && p.Merge != "both" {
				continue
			}
			s, err := newSide(ctx, task, &p, v.build.Program, merge == "yes", rec)
			if err != nil {
				return err
			}
			s.old = v.old
			sides = append(sides, s)
		}
	}
	for ctx.Err() == nil {
		s := cheapest(sides)
		if s == nil && seeds.Done() {
			stopped(rec, sides)
			return nil
		}
		var err error
		if s != nil && (seeds.Done() || s.steps() < seeds.Steps()) {
			err = s.step(ctx, t)
		} else {
			err = seeds.Step(ctx)
		}
		if errors.Is(err, engines.ErrBudget) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// stopped tells a recorder what the explorations, all done, left out.
func stopped(rec engines.Recorder, sides []*side) {
	for _, s := range sides {
		if st := &s.explorer.Stats; !st.Exhaustive() {
			engines.Stopped(rec, false, "explored as far as its bounds allow; paths were left out or are incomplete")
			return
		}
	}
	engines.Stopped(rec, true, "every path was explored")
}

// cheapest returns the exploration that has used the fewest steps of those that
// are not done, or nil.
func cheapest(sides []*side) *side {
	var best *side
	for _, s := range sides {
		if !s.done && (best == nil || s.steps() < best.steps()) {
			best = s
		}
	}
	return best
}

// side is one exploration of one version.
type side struct {
	explorer   *symexec.Explorer
	next       func() (*symexec.Path, error, bool)
	stop       func()
	old        bool
	done       bool
	mismatches int64
}

func newSide(ctx context.Context, task *engines.Task, p *Params, prog *program.Program, merge bool, rec engines.Recorder) (*side, error) {
	e, err := symexec.New(prog, symexec.Options{
		Search:     p.Search,
		Seed:       task.Seed,
		Population: symexec.Population{MaxStates: p.MaxStates, MaxHeap: task.Budget.Heap()},
		Merge:      merge,
		QuerySteps: p.QuerySteps,
		Limits:     symexec.Limits{MaxSteps: task.RunSteps, MaxMemory: task.RunMemory},
		Boundaries: p.Boundaries,
		Spend:      rec.Spend,
		Checks:     symexec.Checks{CheckOverflow: task.Equivalence.CheckOverflow()},
	})
	if err != nil {
		return nil, fmt.Errorf("dse: %w", err)
	}
	s := &side{explorer: e}
	s.next, s.stop = iter.Pull2(e.Paths(ctx, &task.Model))
	return s, nil
}

func (s *side) steps() int64 { return s.explorer.Stats.Steps + s.explorer.Stats.SolverSteps }

// step tries the inputs of the next path.
func (s *side) step(ctx context.Context, t *trier) error {
	path, err, ok := s.next()
	if !ok || err != nil {
		s.done = true
		return err
	}
	trial, err := t.try(ctx, &path.Input, "path")
	if err != nil {
		return err
	}
	if trial != nil && path.Incomplete == "" {
		got := trial.New
		if s.old {
			got = trial.Old
		}
		if program.Exact().Differ(&path.Outcome, got).Counts() {
			s.mismatches++
		}
	}
	for _, limit := range path.Boundaries {
		in, ok := s.explorer.Another(path, limit)
		if !ok {
			continue
		}
		if _, err := t.try(ctx, &in, "limit"); err != nil {
			return err
		}
	}
	return nil
}

// count reports what the exploration did. A mismatch is a path whose predicted
// outcome is not what the program showed: an error of rift.
func (s *side) count(rec engines.Recorder) {
	st := &s.explorer.Stats
	for _, c := range []struct {
		name string
		n    int64
	}{
		{"paths", st.Paths}, {"paths.incomplete", st.Incomplete}, {"paths.left", st.Pending}, {"forks", st.Forks}, {"branches.merged", st.Merged},
		{"forks.dropped", st.Dropped}, {"values.cut", st.Truncated}, {"values.concretised", st.Concretised},
		{"queries", st.Queries}, {"queries.unknown", st.Unknown}, {"mismatches", s.mismatches},
	} {
		if c.n > 0 {
			rec.Count(c.name, c.n)
		}
	}
}

// trier tries every input once.
type trier struct {
	rec   engines.Recorder
	tried map[string]bool
}

// note tries an input that a seed led to.
func (t *trier) note(ctx context.Context, in *program.Input, note engines.Note) error {
	key := in.Key()
	if t.tried[key] {
		return nil
	}
	t.tried[key] = true
	_, err := t.rec.Try(ctx, in, note)
	return err
}

// try returns nil if the input was tried before.
func (t *trier) try(ctx context.Context, in *program.Input, phase string) (*engines.Trial, error) {
	key := in.Key()
	if t.tried[key] {
		return nil, nil
	}
	t.tried[key] = true
	return t.rec.Try(ctx, in, engines.Note{Phase: phase})
}
