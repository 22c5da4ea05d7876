package synergy

import (
	"context"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/configuration"
	"github.com/riftlab/rift/program/delta"
)

// dynamic is the dynamic analysis: which changes, reverted from the new
// version, make the test pass.
type dynamic struct {
	ctx    context.Context
	tester *configuration.Tester
	aux    *configuration.Auxiliary
}

// answer is a set of changes to revert, with those that have to go with it so
// that the program compiles.
type answer struct{ root, aux delta.Set }

// passes reports whether the test passes with the changes in s reverted,
// together with what they need to compile.
func (d *dynamic) passes(s delta.Set) (bool, delta.Set, error) {
	all := d.tester.Delta.All()
	v, err := d.tester.Verdict(d.ctx, all.Minus(s))
	if err != nil || v != engines.Unbuilt {
		return v == engines.Passes, nil, err
	}
	aux, ok, err := d.aux.Find(d.ctx, s)
	if err != nil || !ok {
		return false, nil, err
	}
	v, err = d.tester.Verdict(d.ctx, all.Minus(s).Minus(aux))
	return v == engines.Passes, aux, err
}

// analyse looks for a smallest set among the candidates whose reversal makes
// the test pass; nil if reverting all of them, or all that are fresh, does not.
//
// Source: Yi et al. 2015, Algorithm 2. It is asymmetric: a failing set excludes
// nothing. Unlike there, the whole set is tried first, which tells at once that
// there is no answer, and the granularity ends at single changes exactly, so
// that the answer is 1-minimal.
func (d *dynamic) analyse(candidates, fresh delta.Set) (*answer, error) {
	for _, s := range []delta.Set{candidates, fresh} {
		if len(s) == 0 {
			continue
		}
		ok, _, err := d.passes(s)
		if err != nil {
			return nil, err
		}
		if ok {
			return d.reduce(s)
		}
	}
	return nil, nil
}

// reduce returns a 1-minimal subset of s, whose reversal passes. For the search
// "fails" means that the test passes.
func (d *dynamic) reduce(s delta.Set) (*answer, error) {
	first := func(sets []delta.Set, accept func(int, configuration.Result) bool) (int, []configuration.Result, error) {
		return configuration.InOrder(sets, func(s delta.Set) (configuration.Result, error) {
			ok, _, err := d.passes(s)
			if ok {
				return configuration.Fail, err
			}
			return configuration.Pass, err
		}, accept)
	}
	units, err := configuration.Minimise(configuration.Singles(s), nil, first)
	if err != nil {
		return nil, err
	}
	a := &answer{root: configuration.Union(units)}
	_, a.aux, err = d.passes(a.root)
	return a, err
}

// swap answers with the auxiliary changes if reverting them alone compiles and
// is enough: then they are to blame, and what called for them is not.
func (d *dynamic) swap(a *answer) (*answer, error) {
	if len(a.aux) == 0 {
		return a, nil
	}
	v, err := d.tester.Verdict(d.ctx, d.tester.Delta.All().Minus(a.aux))
	if err != nil || v != engines.Passes {
		return a, err
	}
	return d.reduce(a.aux)
}

// check reports whether reverting the answer makes the test pass, and whether
// that is lost when any single root change stays.
func (d *dynamic) check(a *answer) (confirmed, minimal bool, err error) {
	rest := d.tester.Delta.All().Minus(a.root).Minus(a.aux)
	v, err := d.tester.Verdict(d.ctx, rest)
	if err != nil || v != engines.Passes {
		return false, false, err
	}
	for _, c := range a.root {
		ok, _, err := d.passes(a.root.Minus(delta.Set{c}))
		if err != nil {
			return true, false, err
		}
		w, err := d.tester.Verdict(d.ctx, rest.Union(delta.Set{c}))
		if err != nil || ok && len(a.root) > 1 || w == engines.Passes {
			return true, false, err
		}
	}
	return true, true, nil
}
