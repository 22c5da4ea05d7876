package deltadebug

import (
	"slices"

	"github.com/riftlab/rift/program/delta"
)

// Tests is how the searches ask for results: First of a Tester, or any other
// function with its contract.
type Tests func(sets []delta.Set, accept func(i int, r Result) bool) (int, []Result, error)

// Minimise returns a union of units that still fails and is 1-minimal: without
// any single unit of it, it does not fail. keep is part of every set tested and
// not of the answer. The units are disjoint, their union with keep fails.
//
// Source: Zeller and Hildebrandt, TSE 2002, figure 3 (ddmin). The last part is
// tried first, as dd+ does. Once a part is left out, the search for the next goes
// on from there and not from the beginning; and the parts that are left are not
// tried alone again.
func Minimise(units []delta.Set, keep delta.Set, first Tests) ([]delta.Set, error) {
	fails := func(_ int, r Result) bool { return r == Fail }
	for n := 2; len(units) >= 2; {
		parts := chunks(units, n)
		slices.Reverse(parts)
		i, _, err := first(unions(parts, keep), fails)
		if err != nil {
			return nil, err
		}
		if i >= 0 {
			units, n = parts[i], 2
			continue
		}
		left, err := leaveOut(parts, keep, first)
		if err != nil {
			return nil, err
		}
		if len(left) == 1 {
			units, n = left[0], 2
			continue
		}
		slices.Reverse(left)
		units, n = slices.Concat(left...), len(left)
		if n >= len(units) {
			return units, nil
		}
		n = min(2*n, len(units))
	}
	return units, nil
}

// leaveOut leaves out parts, as long as the others fail without, and returns those
// that are left.
func leaveOut(parts [][]delta.Set, keep delta.Set, first Tests) ([][]delta.Set, error) {
	for at := 0; len(parts) > 1; {
		rest := make([]delta.Set, len(parts))
		for k := range parts {
			i := (at + k) % len(parts)
			rest[k] = Union(slices.Concat(slices.Delete(slices.Clone(parts), i, i+1)...)).Union(keep)
		}
		k, _, err := first(rest, func(_ int, r Result) bool { return r == Fail })
		if err != nil || k < 0 {
			return parts, err
		}
		at = (at + k) % len(parts)
		parts = slices.Delete(slices.Clone(parts), at, at+1)
		at %= len(parts)
	}
	return parts, nil
}

// Polish leaves out units, as long as the others fail without, and returns the
// changes of those that are left: no single unit of them can go.
func Polish(units []delta.Set, first Tests) (delta.Set, error) {
	parts := make([][]delta.Set, len(units))
	for i, u := range units {
		parts[i] = []delta.Set{u}
	}
	left, err := leaveOut(parts, nil, first)
	return Union(slices.Concat(left...)), err
}

// chunks cuts units into n parts of nearly equal length, none empty.
func chunks(units []delta.Set, n int) [][]delta.Set {
	n = min(n, len(units))
	parts := make([][]delta.Set, 0, n)
	for i := range n {
		parts = append(parts, units[i*len(units)/n:(i+1)*len(units)/n])
	}
	return parts
}

func unions(parts [][]delta.Set, keep delta.Set) []delta.Set {
	sets := make([]delta.Set, len(parts))
	for i, p := range parts {
		sets[i] = Union(p).Union(keep)
	}
	return sets
}

// Union returns the changes of all units.
func Union(units []delta.Set) delta.Set {
	return slices.Concat(units...).Union(nil)
}

// Singles returns each change of s as a unit of its own.
func Singles(s delta.Set) []delta.Set {
	units := make([]delta.Set, len(s))
	for i, c := range s {
		units[i] = delta.Set{c}
	}
	return units
}

// Narrow returns a subset of s that passes and is 1-minimal with that: without
// any single change of it, it does not. s passes, the empty set does not. Only
// sets that pass exclude anything.
//
// Source: Junker, AAAI 2004 (QuickXplain), which for small answers asks less than
// Minimise. It takes for granted that what passes does so with more changes, too;
// where that turns out to be wrong, Minimise takes over.
func Narrow(s delta.Set, passes func(delta.Set) (bool, error)) (delta.Set, error) {
	for {
		small, err := narrow(nil, nil, s, passes)
		if err != nil {
			return nil, err
		}
		ok, err := passes(small)
		if err != nil {
			return nil, err
		}
		if !ok {
			return MinimalPassing(s, passes)
		}
		s = small
		without, err := needless(s, passes)
		if err != nil || without < 0 {
			return s, err
		}
		s = s.Minus(delta.Set{without})
	}
}

// narrow returns the changes of among that are needed beside base; added are the
// last of base, so that it is asked about only where there are any.
func narrow(base, added, among delta.Set, passes func(delta.Set) (bool, error)) (delta.Set, error) {
	if len(added) > 0 {
		if ok, err := passes(base); err != nil || ok {
			return nil, err
		}
	}
	if len(among) == 1 {
		return among, nil
	}
	half := len(among) / 2
	second, err := narrow(base.Union(among[:half]), among[:half], among[half:], passes)
	if err != nil {
		return nil, err
	}
	first, err := narrow(base.Union(second), second, among[:half], passes)
	return first.Union(second), err
}

// needless returns a change without which s passes, -1 if there is none.
func needless(s delta.Set, passes func(delta.Set) (bool, error)) (int, error) {
	for _, c := range s {
		if len(s) == 1 {
			break
		}
		if ok, err := passes(s.Minus(delta.Set{c})); err != nil || ok {
			return c, err
		}
	}
	return -1, nil
}

// MinimalPassing returns a 1-minimal subset of s that passes, as Narrow does, but by
// ddmin.
func MinimalPassing(s delta.Set, passes func(delta.Set) (bool, error)) (delta.Set, error) {
	return MinimalPassingUnits(Singles(s), passes)
}

// MinimalPassingUnits is MinimalPassing that leaves out whole units alone.
func MinimalPassingUnits(units []delta.Set, passes func(delta.Set) (bool, error)) (delta.Set, error) {
	units, err := Minimise(units, nil, func(sets []delta.Set, accept func(int, Result) bool) (int, []Result, error) {
		return InOrder(sets, func(s delta.Set) (Result, error) {
			ok, err := passes(s)
			if ok {
				return Fail, err
			}
			return Pass, err
		}, accept)
	})
	return Union(units), err
}
