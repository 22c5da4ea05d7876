package bitvec

import (
	"cmp"
	"slices"
)

// ArrayValue is an immutable array: an element for every index, most of them
// the default. Writing to one makes a new one that shares the old.
type ArrayValue struct {
	sort  Sort
	base  *ArrayValue // nil: every element is value
	index Value       // where base is overwritten, unless base is nil
	value Value
	flat  *flatArray // made on demand: all that differs from the default
}

type flatArray struct {
	fallback Value
	at       map[indexKey]int // place in entries
	entries  []ArrayEntry
}

// ArrayEntry is an element of an array with its index.
type ArrayEntry struct{ Index, Value Value }

// indexKey is a Value as a map key.
type indexKey struct {
	lo   uint64
	wide string
}

func keyOf(v Value) indexKey {
	if v.big == nil {
		return indexKey{lo: v.lo}
	}
	return indexKey{wide: string(v.big.Bytes())}
}

// NewArrayValue returns the array with index-bit indices whose elements are
// all v.
func NewArrayValue(index int, v Value) *ArrayValue {
	checkArray("NewArrayValue", index, v.Width())
	return &ArrayValue{sort: Sort{Index: index, Width: v.Width()}, value: v}
}

// Sort returns the sort of the array.
func (a *ArrayValue) Sort() Sort { return a.sort }

// With returns a with v at index i; a itself does not change.
func (a *ArrayValue) With(i, v Value) *ArrayValue {
	return &ArrayValue{sort: a.sort, base: a, index: i, value: v}
}

// maxWalk is how many overwritten elements At looks through before it builds
// an index; short chains are read once or twice and do not earn one.
const maxWalk = 16

// At returns the element at index i.
func (a *ArrayValue) At(i Value) Value {
	b := a
	for n := 0; b.base != nil; n++ {
		if b.index.Cmp(i) == 0 {
			return b.value
		}
		if b.flat != nil || n == maxWalk {
			f := b.flatten()
			if j, ok := f.at[keyOf(i)]; ok {
				return f.entries[j].Value
			}
			return f.fallback
		}
		b = b.base
	}
	return b.value
}

// flatten indexes a, starting from the nearest array below that has an index.
func (a *ArrayValue) flatten() *flatArray {
	if a.flat != nil {
		return a.flat
	}
	var chain []*ArrayValue
	b := a
	for b.base != nil && b.flat == nil {
		chain = append(chain, b)
		b = b.base
	}
	f := &flatArray{fallback: b.value, at: map[indexKey]int{}}
	if b.flat != nil {
		f.fallback = b.flat.fallback
		f.entries = slices.Clone(b.flat.entries)
		for i, e := range f.entries {
			f.at[keyOf(e.Index)] = i
		}
	}
	for _, c := range slices.Backward(chain) {
		k := keyOf(c.index)
		if j, ok := f.at[k]; ok {
			f.entries[j].Value = c.value
			continue
		}
		f.at[k] = len(f.entries)
		f.entries = append(f.entries, ArrayEntry{c.index, c.value})
	}
	a.flat = f
	return f
}

// Default returns the element at every index that Entries does not list.
func (a *ArrayValue) Default() Value { return a.flatten().fallback }

// Entries returns the elements that differ from the default, by index.
func (a *ArrayValue) Entries() []ArrayEntry {
	f := a.flatten()
	var es []ArrayEntry
	for _, e := range f.entries {
		if !e.Value.Equal(f.fallback) {
			es = append(es, e)
		}
	}
	slices.SortFunc(es, func(x, y ArrayEntry) int { return x.Index.Cmp(y.Index) })
	return es
}

// Equal reports whether a and b have the same element at every index.
func (a *ArrayValue) Equal(b *ArrayValue) bool {
	if a == b {
		return true
	}
	f, g := a.flatten(), b.flatten()
	for _, e := range f.entries {
		if !b.At(e.Index).Equal(e.Value) {
			return false
		}
	}
	for _, e := range g.entries {
		if !a.At(e.Index).Equal(e.Value) {
			return false
		}
	}
	return f.fallback.Equal(g.fallback) || a.covered(f, g)
}

// covered reports whether f and g together list every index.
func (a *ArrayValue) covered(f, g *flatArray) bool {
	if a.sort.Index >= 31 {
		return false
	}
	n := len(f.entries)
	for _, e := range g.entries {
		if _, ok := f.at[keyOf(e.Index)]; !ok {
			n++
		}
	}
	return cmp.Compare(n, 1<<a.sort.Index) == 0
}
