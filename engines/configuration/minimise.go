package configuration

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
// tried first, as dd+ does.
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
		if n > 2 { // for two parts the complements are the parts
			rest := make([][]delta.Set, len(parts))
			for k := range parts {
				rest[k] = without(units, parts[k])
			}
			if i, _, err = first(unions(rest, keep), fails); err != nil {
				return nil, err
			}
			if i >= 0 {
				units, n = rest[i], max(n-1, 2)
				continue
			}
		}
		if n >= len(units) {
			return units, nil
		}
		n = min(2*n, len(units))
	}
	return units, nil
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

// without returns the units that part, a stretch of them, does not hold.
func without(units, part []delta.Set) []delta.Set {
	i := slices.IndexFunc(units, func(u delta.Set) bool { return u[0] == part[0][0] })
	return slices.Concat(units[:i], units[i+len(part):])
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
	return delta.Set(slices.Concat(units...)).Union(nil)
}

// Singles returns each change of s as a unit of its own.
func Singles(s delta.Set) []delta.Set {
	units := make([]delta.Set, len(s))
	for i, c := range s {
		units[i] = delta.Set{c}
	}
	return units
}
