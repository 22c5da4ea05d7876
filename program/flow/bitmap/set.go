package bitmap

import (
	"math/bits"
	"sort"
)

// Set is a set of numbers from 0; nil is the empty set.
type Set []Word

// Word is 64 numbers, of which at least one is a member.
type Word struct {
	at   int32 // the members are at*64 ...
	bits uint64
}

// Add inserts x and reports whether it was new.
func (s *Set) Add(x int32) bool {
	at, bit := x>>6, uint64(1)<<(x&63)
	i := s.search(at)
	if i < len(*s) && (*s)[i].at == at {
		old := (*s)[i].bits
		(*s)[i].bits = old | bit
		return old&bit == 0
	}
	*s = append(*s, Word{})
	copy((*s)[i+1:], (*s)[i:])
	(*s)[i] = Word{at, bit}
	return true
}

func (s *Set) search(at int32) int {
	if n := len(*s); n == 0 || (*s)[n-1].at < at {
		return n
	}
	return sort.Search(len(*s), func(i int) bool { return (*s)[i].at >= at })
}

// Has reports whether x is a member.
func (s Set) Has(x int32) bool {
	i := s.search(x >> 6)
	return i < len(s) && s[i].at == x>>6 && s[i].bits>>(x&63)&1 != 0
}

// Union adds the members of o. What was new is added to fresh too, if given.
// It reports whether anything was.
func (s *Set) Union(o Set, fresh *Set) bool {
	if len(o) == 0 {
		return false
	}
	missing, changed := 0, false
	i := 0
	for _, w := range o {
		for i < len(*s) && (*s)[i].at < w.at {
			i++
		}
		if i == len(*s) || (*s)[i].at != w.at {
			missing++
			changed = true
		} else if w.bits&^(*s)[i].bits != 0 {
			changed = true
		}
	}
	if !changed {
		return false
	}
	var add Set
	merged := *s
	if missing > 0 {
		merged = make(Set, 0, len(*s)+missing+(len(*s)+missing)/4)
		i = 0
		for _, w := range o {
			for i < len(*s) && (*s)[i].at < w.at {
				merged = append(merged, (*s)[i])
				i++
			}
			have := Word{at: w.at}
			if i < len(*s) && (*s)[i].at == w.at {
				have = (*s)[i]
				i++
			}
			if n := w.bits &^ have.bits; n != 0 {
				add = append(add, Word{w.at, n})
			}
			merged = append(merged, Word{w.at, have.bits | w.bits})
		}
		merged = append(merged, (*s)[i:]...)
	} else {
		i = 0
		for _, w := range o {
			for merged[i].at < w.at {
				i++
			}
			if n := w.bits &^ merged[i].bits; n != 0 {
				add = append(add, Word{w.at, n})
				merged[i].bits |= n
			}
		}
	}
	*s = merged
	if fresh != nil {
		fresh.Union(add, nil)
	}
	return true
}

// UnionWithin adds the members of o that are in within and not in without, and
// reports whether any was new.
func (s *Set) UnionWithin(o, within, without Set) bool {
	var add Set
	i, j, k := 0, 0, 0
	for _, w := range o {
		for i < len(within) && within[i].at < w.at {
			i++
		}
		if i == len(within) {
			break
		}
		if within[i].at != w.at {
			continue
		}
		b := w.bits & within[i].bits
		for j < len(without) && without[j].at < w.at {
			j++
		}
		if j < len(without) && without[j].at == w.at {
			b &^= without[j].bits
		}
		for k < len(*s) && (*s)[k].at < w.at {
			k++
		}
		if k < len(*s) && (*s)[k].at == w.at {
			b &^= (*s)[k].bits
		}
		if b != 0 {
			add = append(add, Word{w.at, b})
		}
	}
	return s.Union(add, nil)
}

// Equal reports whether two sets have the same members.
func (s Set) Equal(o Set) bool {
	if len(s) != len(o) {
		return false
	}
	for i := range s {
		if s[i] != o[i] {
			return false
		}
	}
	return true
}

// Clone returns a set of the same members that shares no words with s.
func (s Set) Clone() Set { return append(Set(nil), s...) }

// Count returns the number of members.
func (s Set) Count() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w.bits)
	}
	return n
}

// Each calls f for each member in ascending order.
func (s Set) Each(f func(int32)) {
	for _, w := range s {
		for b := w.bits; b != 0; b &= b - 1 {
			f(w.at<<6 + int32(bits.TrailingZeros64(b)))
		}
	}
}

// AppendTo appends the members to dst, in ascending order.
func (s Set) AppendTo(dst []int32) []int32 {
	s.Each(func(x int32) { dst = append(dst, x) })
	return dst
}

// AnyIn reports whether a member lies in lo..hi-1. lo < hi.
func (s Set) AnyIn(lo, hi int32) bool {
	for i := s.search(lo >> 6); i < len(s) && s[i].at <= (hi-1)>>6; i++ {
		b := s[i].bits
		if s[i].at == lo>>6 {
			b = b >> (lo & 63) << (lo & 63)
		}
		if s[i].at == (hi-1)>>6 {
			if n := hi & 63; n != 0 {
				b &= 1<<n - 1
			}
		}
		if b != 0 {
			return true
		}
	}
	return false
}

// Minus returns the members that are not in o.
func (s Set) Minus(o Set) Set {
	var r Set
	i := 0
	for _, w := range s {
		for i < len(o) && o[i].at < w.at {
			i++
		}
		b := w.bits
		if i < len(o) && o[i].at == w.at {
			b &^= o[i].bits
		}
		if b != 0 {
			r = append(r, Word{w.at, b})
		}
	}
	return r
}

// Key identifies a set that an Interner returned: those of equal sets are the same,
// nil of the empty set.
func (s Set) Key() *Word {
	if len(s) == 0 {
		return nil
	}
	return &s[0]
}

// Interner keeps one copy of equal sets.
type Interner struct{ sets map[uint64][]Set } // by hash

// NewInterner returns an interner without sets.
func NewInterner() *Interner { return &Interner{sets: map[uint64][]Set{}} }

// Of returns the copy that is kept of s. Neither may be changed afterwards.
func (t *Interner) Of(s Set) Set {
	h := uint64(14695981039346656037)
	for _, w := range s {
		h = (h ^ uint64(w.at)) * 1099511628211
		h = (h ^ w.bits) * 1099511628211
		h ^= h >> 29
	}
	for _, o := range t.sets[h] {
		if o.Equal(s) {
			return o
		}
	}
	t.sets[h] = append(t.sets[h], s)
	return s
}
