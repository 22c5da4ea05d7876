package bitmap

import (
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// drawn draws a set together with the same set as a map.
func drawn(t *rapid.T, name string) (Set, map[int32]bool) {
	var s Set
	m := map[int32]bool{}
	for _, x := range rapid.SliceOfN(rapid.Int32Range(0, 300), 0, 30).Draw(t, name) {
		if s.Add(x) == m[x] {
			t.Fatalf("add %d: new is %v", x, m[x])
		}
		m[x] = true
	}
	return s, m
}

func check(t *rapid.T, what string, s Set, want map[int32]bool) {
	list := slices.Sorted(maps.Keys(want))
	if got := s.AppendTo(nil); !slices.Equal(got, list) || s.Count() != len(list) {
		t.Fatalf("%s: %v of %d members, want %v", what, got, s.Count(), list)
	}
}

// TestSets compares the operations with those on maps.
func TestSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, in := drawn(t, "a")
		b, inB := drawn(t, "b")
		within, inWithin := drawn(t, "within")
		without, inWithout := drawn(t, "without")
		check(t, "a", a, in)
		for x := int32(0); x < 320; x++ {
			if a.Has(x) != in[x] {
				t.Fatalf("has %d: %v", x, a.Has(x))
			}
		}
		lo := rapid.Int32Range(0, 300).Draw(t, "lo")
		hi := lo + rapid.Int32Range(1, 130).Draw(t, "n")
		any := false
		for x := range in {
			any = any || lo <= x && x < hi
		}
		if a.AnyIn(lo, hi) != any {
			t.Fatalf("any in %d..%d: %v", lo, hi-1, a.AnyIn(lo, hi))
		}
		minus, both, part, fresh := maps.Clone(in), maps.Clone(in), maps.Clone(in), map[int32]bool{}
		for x := range inB {
			delete(minus, x)
			both[x] = true
			if !in[x] {
				fresh[x] = true
			}
			if inWithin[x] && !inWithout[x] {
				part[x] = true
			}
		}
		check(t, "minus", a.Minus(b), minus)
		union, added := a.Clone(), Set(nil)
		if union.Union(b, &added) != (len(fresh) > 0) {
			t.Fatalf("union: %v", len(fresh))
		}
		check(t, "union", union, both)
		check(t, "what union added", added, fresh)
		some := a.Clone()
		if some.UnionWithin(b, within, without) != (len(part) > len(in)) {
			t.Fatal("union of a part")
		}
		check(t, "union of a part", some, part)
		check(t, "a afterwards", a, in)
		sets := NewInterner()
		if sets.Of(a).Key() != sets.Of(a.Clone()).Key() || (sets.Of(a).Key() == sets.Of(b).Key()) != maps.Equal(in, inB) {
			t.Fatal("keys tell equal sets apart, or others not")
		}
	})
}
