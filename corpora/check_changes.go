package corpora

import (
	"context"
	"slices"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
)

// failing checks the facts of an explanation task.
func (c *checker) failing(ctx context.Context, i int, p *Pair) error {
	if p.Failing == "" {
		return nil
	}
	t := c.s.Test(p.Failing)
	d, err := c.differ(ctx, p.Old, p.New, t)
	if err != nil {
		return err
	}
	if !d.Counts() {
		c.problem("pair", i, "pair %q: its failing test %s does not fail", p.Name, p.Failing)
		return nil
	}
	if p.Golden != "" {
		d, err := c.differ(ctx, p.Old, p.Golden, t)
		if err != nil {
			return err
		}
		switch {
		case !c.runs[p.Golden].outcomes[t.Name].IsOracle():
			c.problem("pair", i, "pair %q: on the failing test %s golden has an error itself: nobody can tell what is right", p.Name, p.Failing)
		case d != program.Same:
			c.problem("pair", i, "pair %q: old does not pass the failing test %s: golden differs", p.Name, p.Failing)
		}
	}
	return c.truth(ctx, i, p, t)
}

// truth checks that reverting the changes to blame is enough, and that each of
// them is needed.
func (c *checker) truth(ctx context.Context, i int, p *Pair, t *program.Test) error {
	blamed := changeGroups(p.Truth)
	if len(blamed) == 0 {
		return nil
	}
	passes, err := c.passesWithout(ctx, p, t, append(p.Auxiliary[:len(p.Auxiliary):len(p.Auxiliary)], p.Truth...))
	if err != nil {
		return err
	}
	if !passes {
		c.problem("pair", i, "pair %q: the failing test still fails without the changes to blame", p.Name)
	}
	for n := range blamed {
		rest := p.Auxiliary[:len(p.Auxiliary):len(p.Auxiliary)]
		for m := range blamed {
			if m != n {
				rest = append(rest, blamed[m]...)
			}
		}
		if passes, err = c.passesWithout(ctx, p, t, rest); err != nil {
			return err
		}
		if passes {
			c.problem("pair", i, "pair %q: the failing test passes although %s is not reverted", p.Name, blamed[n][0])
		}
	}
	return nil
}

// changeGroups splits places into those of one edit each; a place that was
// given by lines is a change by itself.
func changeGroups(places []Place) [][]Place {
	var groups [][]Place
	at := map[string]int{}
	for _, p := range places {
		n, ok := at[p.Edit]
		if !ok || p.Edit == "" {
			n = len(groups)
			at[p.Edit] = n
			groups = append(groups, nil)
		}
		groups[n] = append(groups[n], p)
	}
	return groups
}

// passesWithout reports whether the new version with the changes at some
// places reverted compiles and behaves as old on a test.
func (c *checker) passesWithout(ctx context.Context, p *Pair, t *program.Test, places []Place) (bool, error) {
	d := delta.Compute(c.s.Version(p.Old), c.s.Version(p.New))
	return c.behavesAs(ctx, d.Revert(touched(d, places)), p.Old, t)
}

// interaction checks that an error said to be a change interaction error is
// none of a single change.
func (c *checker) interaction(ctx context.Context, i int, p *Pair, e *Error, t *program.Test) error {
	if !e.CIE {
		return nil
	}
	d := delta.Compute(c.s.Version(p.Old), c.s.Version(p.New))
	for n := range d.Changes {
		alone, err := c.behavesAs(ctx, d.Apply(delta.Set{n}), p.New, t)
		if err != nil {
			return err
		}
		if alone {
			c.problem("pair", i, "pair %q, error %s: no interaction, since change %s of %s alone shows it", p.Name, e.ID, d.Changes[n].ID, d.Changes[n].Position())
		}
	}
	return nil
}

// behavesAs reports whether a configuration compiles and behaves on a test as
// one of the subject's versions does.
func (c *checker) behavesAs(ctx context.Context, v *program.Version, version string, t *program.Test) (bool, error) {
	run, err := c.build(ctx, v)
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	if err != nil {
		return false, nil
	}
	have, err := run(ctx, &t.Input)
	if err != nil {
		return false, err
	}
	want, err := c.outcome(ctx, version, t)
	if err != nil || want == nil {
		return false, err
	}
	return program.Differ(want, have) == program.Same, nil
}

// touched returns the changes that have a line in one of the places.
func touched(d *delta.Delta, places []Place) delta.Set {
	var set delta.Set
	for i, c := range d.Changes {
		if slices.ContainsFunc(places, func(p Place) bool { return p.Touches(c) }) {
			set = append(set, i)
		}
	}
	return set
}
