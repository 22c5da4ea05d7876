package experiments

import (
	"context"
	"fmt"
	"slices"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/pair"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/mapping"
	"github.com/riftlab/rift/results"
)

// Failing says which test of a pair is explained where its manifest names none.
type Failing string

// The choices.
const (
	FailingNamed Failing = ""     // pairs without a failing test are not explained
	FailingPool  Failing = "pool" // the first test of the pool that old passes and new fails
)

func explains(chosen []chosenEngine) bool {
	return slices.ContainsFunc(chosen, func(e chosenEngine) bool { return e.about.Kind == engines.Explain })
}

// suspects runs the pools of pairs while an experiment is planned, each program
// compiled once.
type suspects struct {
	env         Environment
	limit       pair.Options
	equivalence program.Equivalence
	machines    map[string]pair.Machine // by version's hash
	programs    map[string]*program.Program
}

func newSuspects(env Environment, c *Config) *suspects {
	return &suspects{env: env, equivalence: c.Equivalence, limit: c.Budget.run(c.Equivalence), machines: map[string]pair.Machine{}, programs: map[string]*program.Program{}}
}

// name gives the pair the first failing test of the pool, if there is one. The
// changes to blame in a seeded pair are derived from it, if the manifest names none.
func (x *suspects) name(ctx context.Context, s *corpora.Subject, pair *corpora.Pair, about *results.Start) error {
	if pair.Equivalent {
		return nil
	}
	for i := range s.Tests {
		fails, err := x.fails(ctx, s, pair, &s.Tests[i].Input)
		if err != nil {
			return err
		}
		if fails {
			pair.Failing = s.Tests[i].Name
			break
		}
	}
	if pair.Failing == "" || !pair.Seeded || len(about.Truth) > 0 {
		return nil
	}
	truth, err := x.needed(ctx, s, pair)
	about.Truth = truth
	return err
}

// needed returns the changes that are responsible for the failing test of a pair: each is
// needed, as the test passes on the new version without it, and together they are enough,
// as the old version with them alone shows what the new one does. nil where no such
// changes are known: of several that each suffice none is needed, and what cannot be
// built tells nothing.
func (x *suspects) needed(ctx context.Context, s *corpora.Subject, pair *corpora.Pair) ([]string, error) {
	old, new := s.Version(pair.Old), s.Version(pair.New)
	d := delta.Compute(old, new)
	m := mapping.New(d, x.programs[old.Hash()], x.programs[new.Hash()])
	in := &s.Test(pair.Failing).Input
	var needed delta.Set
	for n := range d.Changes {
		if m.Effect(n) != mapping.Effective {
			continue
		}
		passes, err := x.shows(ctx, d.Revert(delta.Set{n}), old, in)
		if err != nil {
			return nil, err
		}
		if passes {
			needed = append(needed, n)
		}
	}
	enough, err := x.shows(ctx, d.Apply(needed), new, in)
	if err != nil || !enough {
		return nil, err
	}
	return d.IDs(needed), nil
}

// shows reports whether a configuration shows what a version does. One that cannot be
// built does not.
func (x *suspects) shows(ctx context.Context, configuration, as *program.Version, in *program.Input) (bool, error) {
	want, err := x.run(ctx, as, in)
	if err != nil {
		return false, err
	}
	p, err := x.env.Compile(ctx, configuration)
	if err != nil {
		return false, ctx.Err()
	}
	machine, err := x.env.Machine(p, x.limit)
	if err != nil {
		return false, ctx.Err()
	}
	got, err := pair.Execute(ctx, machine, in)
	return err == nil && x.equivalence.Differ(want, got) == program.Same, ctx.Err()
}

// fails reports whether new differs from old on an input, where old behaves as
// golden does, and has no error itself.
func (x *suspects) fails(ctx context.Context, s *corpora.Subject, pair *corpora.Pair, in *program.Input) (bool, error) {
	old, err := x.run(ctx, s.Version(pair.Old), in)
	if err != nil {
		return false, err
	}
	new, err := x.run(ctx, s.Version(pair.New), in)
	if err != nil || !old.IsOracle() || !x.equivalence.Differ(old, new).Counts() {
		return false, err
	}
	if pair.Golden == "" || pair.Golden == pair.Old {
		return true, nil
	}
	golden, err := x.run(ctx, s.Version(pair.Golden), in)
	return err == nil && x.equivalence.Differ(old, golden) == program.Same, err
}

func (x *suspects) run(ctx context.Context, v *program.Version, in *program.Input) (*program.Outcome, error) {
	key := v.Hash()
	if x.machines[key] == nil {
		p, err := x.env.Compile(ctx, v)
		if err != nil {
			return nil, fmt.Errorf("version %s: %w", v.Name, err)
		}
		m, err := x.env.Machine(p, x.limit)
		if err != nil {
			return nil, fmt.Errorf("version %s: %w", v.Name, err)
		}
		x.programs[key], x.machines[key] = p, m
	}
	return pair.Execute(ctx, x.machines[key], in)
}
