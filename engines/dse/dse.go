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
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/program"
)

// Engine is the engine.
type Engine struct{}

// Params are the engine's parameters.
type Params struct {
	// Explore is which version is explored: "new", "old" or "both", in turn.
	Explore string `toml:"explore"`
	// Search is the search strategy, see symexec.NewSearcher.
	Search string `toml:"search"`
	// Boundaries is on how many paths each side of each comparison is tried at
	// its limit; 0 tries one input a path.
	Boundaries int `toml:"boundaries"`
	// MaxStates bounds the paths under way.
	MaxStates int `toml:"max_states"`
}

func defaults() Params {
	return Params{Explore: "new", Search: "interleaved", Boundaries: 8, MaxStates: 20_000}
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
	if err := task.Params.Decode(&p); err != nil {
		return err
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
		if p.Explore == v.name || p.Explore == "both" {
			s, err := newSide(ctx, task, &p, v.build.Program, v.old, rec)
			if err != nil {
				return err
			}
			sides = append(sides, s)
		}
	}
	if len(sides) == 0 {
		return fmt.Errorf("dse: explore is %q: must be \"new\", \"old\" or \"both\"", p.Explore)
	}
	t := &trier{rec: rec, tried: map[string]bool{}}
	for left := len(sides); left > 0; {
		for _, s := range sides {
			if s.done {
				continue
			}
			more, err := s.step(ctx, t)
			if errors.Is(err, engines.ErrBudget) {
				return nil
			}
			if err != nil {
				return err
			}
			if !more {
				s.done = true
				left--
			}
		}
	}
	return ctx.Err()
}

// side is the exploration of one version.
type side struct {
	explorer   *symexec.Explorer
	next       func() (*symexec.Path, error, bool)
	stop       func()
	old        bool
	done       bool
	mismatches int64
}

func newSide(ctx context.Context, task *engines.Task, p *Params, prog *program.Program, old bool, rec engines.Recorder) (*side, error) {
	e, err := symexec.New(prog, symexec.Options{Search: p.Search, Seed: task.Seed, MaxStates: p.MaxStates,
		MaxSteps: task.RunSteps, Boundaries: p.Boundaries, Spend: rec.Spend})
	if err != nil {
		return nil, fmt.Errorf("dse: %w", err)
	}
	s := &side{explorer: e, old: old}
	s.next, s.stop = iter.Pull2(e.Paths(ctx, &task.Model))
	return s, nil
}

// step tries the inputs of the next path; more is false when there is none.
func (s *side) step(ctx context.Context, t *trier) (more bool, err error) {
	path, err, ok := s.next()
	if !ok || err != nil {
		return false, err
	}
	trial, err := t.try(ctx, &path.Input, "path")
	if err != nil {
		return false, err
	}
	if trial != nil && path.Incomplete == "" {
		got := trial.New
		if s.old {
			got = trial.Old
		}
		if program.Differ(&path.Outcome, got).Counts() {
			s.mismatches++
		}
	}
	for _, limit := range path.Limits {
		in, ok := s.explorer.Another(path, limit)
		if !ok {
			continue
		}
		if _, err := t.try(ctx, &in, "limit"); err != nil {
			return false, err
		}
	}
	return true, ctx.Err()
}

// count reports what the exploration did. A mismatch is a path whose predicted
// outcome is not what the program showed: an error of rift.
func (s *side) count(rec engines.Recorder) {
	st := &s.explorer.Stats
	for _, c := range []struct {
		name string
		n    int64
	}{
		{"paths", st.Paths}, {"paths.incomplete", st.Incomplete}, {"paths.left", st.Left}, {"forks", st.Forks},
		{"forks.dropped", st.Dropped}, {"values.cut", st.Cut}, {"values.concretised", st.Concretised},
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

// try returns nil if the input was tried before.
func (t *trier) try(ctx context.Context, in *program.Input, phase string) (*engines.Trial, error) {
	key := in.Key()
	if t.tried[key] {
		return nil, nil
	}
	t.tried[key] = true
	return t.rec.Try(ctx, in, engines.Note{Phase: phase})
}
