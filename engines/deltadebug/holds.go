package deltadebug

import (
	"context"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program/delta"
)

// sense is a way in which a set of changes answers why a test fails: the version
// that it makes of the set, and the verdict on that version if the answer holds.
type sense struct {
	version func(t *Tester, s delta.Set) delta.Set
	holds   engines.Verdict
}

var (
	// applied: with the set alone, the old version fails.
	applied = &sense{func(_ *Tester, s delta.Set) delta.Set { return s }, engines.Fails}
	// reverted: without the set, the new version passes.
	reverted = &sense{func(t *Tester, s delta.Set) delta.Set { return t.Delta.All().Minus(s) }, engines.Passes}
)

// senseOf returns the first way in which the answer holds; nil if there is none.
func (t *Tester) senseOf(ctx context.Context, root delta.Set) (*sense, error) {
	for _, in := range []*sense{applied, reverted} {
		if r, err := in.exactly(ctx, t, root); err != nil || r == Fail {
			return in, err
		}
	}
	return nil, nil
}

// exactly tells by Fail that a set holds, without foresight.
func (in *sense) exactly(ctx context.Context, t *Tester, s delta.Set) (Result, error) {
	v, err := t.Exactly(ctx, in.version(t, s))
	return in.result(resultOf(v)), err
}

// result makes Fail of the verdict by which a set holds, and Pass of any other.
func (in *sense) result(r Result) Result {
	if r == resultOf(in.holds) {
		return Fail
	}
	return Pass
}

// shrink returns a subset of s that holds, which s does, and is 1-minimal. Changes
// that names tie together are left out together before any is by itself: ddmin does
// both, and may go by foresight; what leaves out the last of them does not.
func (t *Tester) shrink(ctx context.Context, s delta.Set, in *sense) (delta.Set, error) {
	foreseeing := func(sets []delta.Set, accept func(int, Result) bool) (int, []Result, error) {
		versions := make([]delta.Set, len(sets))
		for i, s := range sets {
			versions[i] = in.version(t, s)
		}
		i, results, err := t.First(ctx, versions, func(i int, r Result) bool { return accept(i, in.result(r)) })
		for i, r := range results {
			results[i] = in.result(r)
		}
		return i, results, err
	}
	exactly := func(sets []delta.Set, accept func(int, Result) bool) (int, []Result, error) {
		return InOrder(sets, func(s delta.Set) (Result, error) { return in.exactly(ctx, t, s) }, accept)
	}
	aux := NewAuxiliary(t, nil, nil)
	for _, units := range []func(delta.Set) []delta.Set{aux.Groups, Singles} {
		left, err := Minimise(units(s), nil, foreseeing)
		if err != nil {
			return nil, err
		}
		s = Union(left)
	}
	for _, units := range []func(delta.Set) []delta.Set{aux.Groups, Singles} {
		var err error
		if s, err = Polish(units(s), exactly); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// oneMinimal reports whether no single change can be left out of a set so that it
// still holds.
func (t *Tester) oneMinimal(ctx context.Context, s delta.Set, in *sense) (bool, error) {
	for i := range s {
		if r, err := in.exactly(ctx, t, s.Minus(s[i:i+1])); err != nil || r == Fail {
			return false, err
		}
	}
	return true, nil
}

// accompany returns changes near an answer that must be reverted with it for the program
// to compile and the test to pass, none of which can stay; none if there are no such.
func (t *Tester) accompany(ctx context.Context, root delta.Set) (delta.Set, error) {
	var aux *Auxiliary
	aux = NewAuxiliary(t, func(s delta.Set) []delta.Set {
		files := t.sameFiles(s)
		return []delta.Set{files, aux.Closure(files)}
	}, nil)
	ring, err := aux.Around(ctx, root)
	if err != nil || ring == nil {
		return nil, err
	}
	return t.shrink(ctx, ring, &sense{func(t *Tester, s delta.Set) delta.Set { return reverted.version(t, root.Union(s)) }, engines.Passes})
}

// sameFiles returns all changes of the files that those of s are in.
func (t *Tester) sameFiles(s delta.Set) delta.Set {
	files := map[string]bool{}
	for _, c := range s {
		files[t.Delta.Changes[c].File] = true
	}
	out := delta.Set{}
	for _, c := range t.Delta.All() {
		if files[t.Delta.Changes[c].File] {
			out = append(out, c)
		}
	}
	return out
}
