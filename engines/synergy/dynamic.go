package synergy

import (
	"context"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/deltadebug"
	"github.com/riftlab/rift/program/delta"
)

// dynamic is the dynamic analysis: which changes, reverted from the new
// version, make the test pass.
type dynamic struct {
	ctx    context.Context
	tester *deltadebug.Tester
	aux    *deltadebug.Auxiliary
}

// answer is a set of changes to revert, with those that have to go with it so
// that the program compiles.
type answer struct{ root, aux delta.Set }

// trial is what came of reverting a set of changes.
type trial struct {
	passes bool
	built  bool      // alone, or together with aux
	aux    delta.Set // reverted with it so that it compiles
}

// try reverts s, together with what it needs to compile.
func (d *dynamic) try(s delta.Set) (trial, error) { return d.with(s, d.aux.Find) }

// with reverts s and, if that does not compile, what find finds for it, too.
func (d *dynamic) with(s delta.Set, find func(context.Context, delta.Set) (delta.Set, bool, error)) (trial, error) {
	all := d.tester.Delta.All()
	v, err := d.tester.Verdict(d.ctx, all.Minus(s))
	if err != nil || v != engines.Unbuilt {
		return trial{passes: v == engines.Passes, built: true}, err
	}
	aux, ok, err := find(d.ctx, s)
	if err != nil || !ok {
		return trial{}, err
	}
	v, err = d.tester.Verdict(d.ctx, all.Minus(s).Minus(aux))
	return trial{v == engines.Passes, v != engines.Unbuilt, aux}, err
}

// pool is the candidates of one run of Algorithm 1, as they come.
type pool struct {
	all     delta.Set
	built   delta.Set   // those that came in sets which compile when reverted
	sets    int         // so many of them
	tried   delta.Set   // what was tried last of built
	unbuilt []delta.Set // the other sets
}

// add analyses the changes of another cause, none of which is in the pool: by
// themselves and, each time that the sets in the pool have doubled in number,
// together with the earlier ones. If they do not compile, with what names tie to
// them alone, then one by one.
//
// Source: Yi et al. 2015, Algorithm 2, where all candidates are tried after each
// cause. Most changes are to blame alone or not at all, and the more changes are
// reverted, the less often the program compiles.
func (d *dynamic) add(p *pool, fresh delta.Set) (*answer, error) {
	p.all = p.all.Union(fresh)
	t, err := d.with(fresh, d.aux.Tied)
	switch {
	case err != nil:
		return nil, err
	case t.passes:
		return d.reduce(fresh)
	case t.built:
		return d.join(p, fresh)
	}
	p.unbuilt = append(p.unbuilt, fresh)
	if len(fresh) == 1 || len(fresh) > maxSingles {
		return nil, nil
	}
	compiles := delta.Set{}
	for _, c := range fresh {
		single := delta.Set{c}
		v, err := d.tester.Verdict(d.ctx, d.tester.Delta.All().Minus(single))
		switch {
		case err != nil:
			return nil, err
		case v == engines.Passes:
			return &answer{root: single}, nil
		case v != engines.Unbuilt:
			compiles = append(compiles, c)
		}
	}
	if len(compiles) == 0 {
		return nil, nil
	}
	return d.join(p, compiles)
}

// maxSingles is how many changes of a cause are tried one by one.
const maxSingles = 8

// join adds changes that compile to the pool.
func (d *dynamic) join(p *pool, fresh delta.Set) (*answer, error) {
	p.built = p.built.Union(fresh)
	if p.sets++; p.sets&(p.sets-1) != 0 || p.sets == 1 {
		return nil, nil
	}
	return d.together(p)
}

// together analyses all that is in the pool and compiles.
func (d *dynamic) together(p *pool) (*answer, error) {
	if len(p.built) == len(p.tried) {
		return nil, nil
	}
	p.tried = p.built
	return d.analyse(p.built)
}

// rest analyses what is left in the pool at the end: the sets that do not compile
// with all auxiliary changes that they may need.
func (d *dynamic) rest(p *pool) (*answer, error) {
	if a, err := d.together(p); err != nil || a != nil {
		return a, err
	}
	sets := p.unbuilt
	p.unbuilt = nil
	for _, s := range sets {
		if a, err := d.analyse(s); err != nil || a != nil {
			return a, err
		}
	}
	if len(sets) == 0 {
		return nil, nil
	}
	return d.analyse(p.all)
}

// analyse looks for a smallest set among the candidates whose reversal makes
// the test pass; nil if reverting all of them does not.
func (d *dynamic) analyse(candidates delta.Set) (*answer, error) {
	if len(candidates) == 0 {
		return nil, nil
	}
	t, err := d.try(candidates)
	if err != nil || !t.passes {
		return nil, err
	}
	return d.reduce(candidates)
}

// fewRoots is how many root changes are taken for granted; where there seem to be
// more, a second search may find a smaller answer.
const fewRoots = 2

// reduce returns a 1-minimal subset of s, whose reversal passes.
//
// Source: Yi et al. 2015, Algorithm 2. It is asymmetric: a failing set excludes
// nothing. Unlike there, the order of questions is that of deltadebug.Narrow, and
// the answer is 1-minimal.
func (d *dynamic) reduce(s delta.Set) (*answer, error) {
	passes := func(s delta.Set) (bool, error) {
		t, err := d.try(s)
		return t.passes, err
	}
	root, err := deltadebug.Narrow(s, passes)
	if err == nil && len(root) > fewRoots {
		var other delta.Set
		if other, err = deltadebug.MinimalPassing(s, passes); len(other) < len(root) {
			root = other
		}
	}
	if err != nil {
		return nil, err
	}
	t, err := d.try(root)
	return &answer{root, t.aux}, err
}

// alone returns a 1-minimal subset of s, whose reversal passes and compiles, that
// does so by itself. Most subsets may not compile: these count as failing, for to
// look for auxiliary changes of each would take longer than all else. What names tie
// together is left out together first, and most often compiles.
func (d *dynamic) alone(s delta.Set) (delta.Set, error) {
	passes := func(s delta.Set) (bool, error) {
		v, err := d.tester.Verdict(d.ctx, d.tester.Delta.All().Minus(s))
		return v == engines.Passes, err
	}
	s, err := deltadebug.MinimalPassingUnits(d.aux.Groups(s), passes)
	if err != nil {
		return nil, err
	}
	return deltadebug.Narrow(s, passes)
}

// whole reduces the set s, whose reversal passes and compiles, as alone does, and
// tells the root changes from the auxiliary ones only within what is left.
func (d *dynamic) whole(s delta.Set) (*answer, error) {
	left, err := d.alone(s)
	if err != nil {
		return nil, err
	}
	d.aux.Within(left)
	return d.reduce(left)
}

// maxEntangled is how many changes may have to be reverted together for some of them
// to be said to decide about the failure.
const maxEntangled = 4 * maxAuxiliary

// entangled answers with changes that decide about the failure, but compile only
// with many others; nil if reverting these with them does not make the test pass, or
// they are too many.
func (d *dynamic) entangled(s delta.Set) (*answer, error) {
	ring, err := d.aux.Around(d.ctx, s)
	if err != nil || ring == nil {
		return nil, err
	}
	a, err := d.divide(s.Union(ring), s, nil)
	if err != nil || len(a.root)+len(a.aux) > maxEntangled {
		return nil, err
	}
	return a, nil
}

// divide reduces the set s, as alone does, where there are too many auxiliary
// changes to try parts of what is left with those that they need. Those without
// which the rest compiles, but fails, are to blame, and those that are known to
// decide about the failure; if there are none, those that are in causes.
func (d *dynamic) divide(s, deciding, causes delta.Set) (*answer, error) {
	left, err := d.alone(s)
	if err != nil {
		return nil, err
	}
	a := &answer{}
	for _, c := range left {
		v, err := d.tester.Verdict(d.ctx, d.tester.Delta.All().Minus(left).Union(delta.Set{c}))
		if err != nil {
			return nil, err
		}
		if v != engines.Unbuilt || deciding.Has(c) {
			a.root = append(a.root, c)
		}
	}
	if len(a.root) == 0 {
		a.root = left.Minus(left.Minus(causes))
	}
	if len(a.root) == 0 {
		a.root = left
	}
	a.aux = left.Minus(a.root)
	return a, nil
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

// spare drops changes from the answer without which reverting the others makes the test
// pass, too, and reports whether there are any: foresight, and the bound on the builds of
// one search, may have kept auxiliary ones. One root change stays.
func (d *dynamic) spare(a *answer) (spared bool, err error) {
	whole := a.root.Union(a.aux)
	for at, needed := 0, 0; needed < len(whole); at, needed = at+1, needed+1 {
		at %= len(whole)
		c := whole[at : at+1]
		if len(a.root) == 1 && a.root[0] == c[0] {
			continue
		}
		v, err := d.tester.Exactly(d.ctx, d.tester.Delta.All().Minus(whole).Union(c))
		if err != nil {
			return spared, err
		}
		if v == engines.Passes {
			a.root, a.aux, whole = a.root.Minus(c), a.aux.Minus(c), whole.Minus(c)
			spared, needed = true, -1
			at--
		}
	}
	return spared, nil
}

// check reports whether reverting the answer makes the test pass, and whether that is
// lost when any single change stays; of a root change, whatever auxiliary changes the
// others then need.
func (d *dynamic) check(a *answer) (confirmed, minimal bool, err error) {
	rest := d.tester.Delta.All().Minus(a.root).Minus(a.aux)
	v, err := d.tester.Exactly(d.ctx, rest)
	if err != nil || v != engines.Passes {
		return false, false, err
	}
	for _, c := range a.root.Union(a.aux) {
		if v, err := d.tester.Exactly(d.ctx, rest.Union(delta.Set{c})); err != nil || v == engines.Passes {
			return true, false, err
		}
	}
	for _, c := range a.root {
		if t, err := d.try(a.root.Minus(delta.Set{c})); err != nil || t.passes && len(a.root) > 1 {
			return true, false, err
		}
	}
	return true, true, nil
}
