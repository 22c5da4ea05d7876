package flow

import (
	"math/bits"
	"sort"
)

// sparse is a set of small numbers: words of 64 members, sorted by number, of
// which only those with members are kept.
type sparse []sparseWord

type sparseWord struct {
	at   int32 // the members are at*64 ...
	bits uint64
}

// add inserts x and reports whether it was new.
func (s *sparse) add(x int32) bool {
	at, bit := x>>6, uint64(1)<<(x&63)
	i := s.search(at)
	if i < len(*s) && (*s)[i].at == at {
		old := (*s)[i].bits
		(*s)[i].bits = old | bit
		return old&bit == 0
	}
	*s = append(*s, sparseWord{})
	copy((*s)[i+1:], (*s)[i:])
	(*s)[i] = sparseWord{at, bit}
	return true
}

func (s *sparse) search(at int32) int {
	if n := len(*s); n == 0 || (*s)[n-1].at < at {
		return n
	}
	return sort.Search(len(*s), func(i int) bool { return (*s)[i].at >= at })
}

func (s sparse) has(x int32) bool {
	i := s.search(x >> 6)
	return i < len(s) && s[i].at == x>>6 && s[i].bits>>(x&63)&1 != 0
}

// union adds the members of o. What was new is added to fresh too, if given.
// It reports whether anything was.
func (s *sparse) union(o sparse, fresh *sparse) bool {
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
	var add sparse
	merged := *s
	if missing > 0 {
		merged = make(sparse, 0, len(*s)+missing+(len(*s)+missing)/4)
		i = 0
		for _, w := range o {
			for i < len(*s) && (*s)[i].at < w.at {
				merged = append(merged, (*s)[i])
				i++
			}
			have := sparseWord{at: w.at}
			if i < len(*s) && (*s)[i].at == w.at {
				have = (*s)[i]
				i++
			}
			if n := w.bits &^ have.bits; n != 0 {
				add = append(add, sparseWord{w.at, n})
			}
			merged = append(merged, sparseWord{w.at, have.bits | w.bits})
		}
		merged = append(merged, (*s)[i:]...)
	} else {
		i = 0
		for _, w := range o {
			for merged[i].at < w.at {
				i++
			}
			if n := w.bits &^ merged[i].bits; n != 0 {
				add = append(add, sparseWord{w.at, n})
				merged[i].bits |= n
			}
		}
	}
	*s = merged
	if fresh != nil {
		fresh.union(add, nil)
	}
	return true
}

// unionWithin adds the members of o that are in within and not in without, and
// reports whether any was new.
func (s *sparse) unionWithin(o, within, without sparse) bool {
	var add sparse
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
			add = append(add, sparseWord{w.at, b})
		}
	}
	return s.union(add, nil)
}

func (s sparse) equal(o sparse) bool {
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

func (s sparse) clone() sparse { return append(sparse(nil), s...) }

func (s sparse) count() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w.bits)
	}
	return n
}

// all calls f for each member in ascending order.
func (s sparse) all(f func(int32)) {
	for _, w := range s {
		for b := w.bits; b != 0; b &= b - 1 {
			f(w.at<<6 + int32(bits.TrailingZeros64(b)))
		}
	}
}

// list appends the members in ascending order.
func (s sparse) list(dst []int32) []int32 {
	s.all(func(x int32) { dst = append(dst, x) })
	return dst
}

// anyIn reports whether a member lies in lo..hi-1.
func (s sparse) anyIn(lo, hi int32) bool {
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

// minus returns the members that are not in o.
func (s sparse) minus(o sparse) sparse {
	var r sparse
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
			r = append(r, sparseWord{w.at, b})
		}
	}
	return r
}
