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
// changes to blame in a seeded pair are all that can alter what the program does,
// for that is what was seeded.
func (x *suspects) name(s *corpora.Subject, pair *corpora.Pair, about *results.Start) error {
	if pair.Equivalent {
		return nil
	}
	for i := range s.Tests {
		fails, err := x.fails(s, pair, &s.Tests[i].Input)
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
	old, new := s.Version(pair.Old), s.Version(pair.New)
	d := delta.Compute(old, new)
	m := mapping.New(d, x.programs[old.Hash()], x.programs[new.Hash()])
	for n, ch := range d.Changes {
		if m.Effect(n) == mapping.Effective {
			about.Truth = append(about.Truth, ch.ID)
		}
	}
	return nil
}

// fails reports whether new differs from old on an input, where old behaves as
// golden does, and has no error itself.
func (x *suspects) fails(s *corpora.Subject, pair *corpora.Pair, in *program.Input) (bool, error) {
	ctx := context.Background()
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
