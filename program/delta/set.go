package delta

import "slices"

// Set is a set of changes: indices into Delta.Changes, ascending without
// duplicates. Operations return new sets.
type Set []int

// Has reports whether c is in s.
func (s Set) Has(c int) bool {
	_, ok := slices.BinarySearch(s, c)
	return ok
}

// Union returns the changes in s or t.
func (s Set) Union(t Set) Set {
	u := append(slices.Clone(s), t...)
	slices.Sort(u)
	return slices.Compact(u)
}

// Minus returns the changes in s but not in t.
func (s Set) Minus(t Set) Set {
	out := Set{}
	for _, c := range s {
		if !t.Has(c) {
			out = append(out, c)
		}
	}
	return out
}

// Split cuts s into n parts of nearly equal size, in order; parts are empty
// only if n > len(s).
func (s Set) Split(n int) []Set {
	parts := make([]Set, 0, n)
	for i := range n {
		parts = append(parts, s[i*len(s)/n:(i+1)*len(s)/n])
	}
	return parts
}
