package memory

import (
	"math/bits"
	"slices"
	"sort"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/expr"
)

// Which bits of an object are defined: a byte is in all its bits, in none, or in some,
// which may depend on the input.

// partial is a byte of memory of which some bits are undefined: those set in
// bits, which has eight.
type partial struct {
	off  uint32
	bits expr.Value
}

// Initialised reports whether all n bytes from off are defined; if not, at is
// the first that is not.
func (o *Object) Initialised(off, n int) (at int, ok bool) {
	if o.big == nil {
		if o.init == nil {
			return 0, true
		}
		at, found := firstUnset(o.init, off, n)
		return at, !found
	}
	for n > 0 {
		c, from := o.big[off>>chunkBits], off&(chunkBytes-1)
		k := min(n, chunkBytes-from)
		if c.init != nil {
			if at, found := firstUnset(c.init, from, k); found {
				return off - from + at, false
			}
		}
		off, n = off+k, n-k
	}
	return 0, true
}

// Defined reports whether all n bytes from i are defined.
func (o *Object) Defined(i, n int) bool {
	_, ok := o.Initialised(i, n)
	return ok
}

func (o *Object) written(i int) bool {
	set, k := o.init, i
	if o.big != nil {
		set, k = o.big[i>>chunkBits].init, i&(chunkBytes-1)
	}
	return set == nil || set[k>>6]>>(k&63)&1 != 0
}

// Partial reports whether some bytes are defined in some of their bits only.
func (o *Object) Partial() bool { return o.part != nil }

// UndefinedByte returns what is undefined of a byte.
func (o *Object) UndefinedByte(i int) expr.Value {
	if o.written(i) {
		return expr.Value{}
	}
	if k, ok := o.findPart(i); ok {
		return o.part[k].bits
	}
	return expr.Word(0xFF)
}

// UndefinedBits returns which bits of n <= 8 bytes from off are undefined.
func (o *Object) UndefinedBits(terms *expr.Builder, off, n int) expr.Value {
	if _, ok := o.Initialised(off, n); ok {
		return expr.Value{}
	}
	w, symbolic := uint64(0), false
	for i := range n {
		u := o.UndefinedByte(off + i)
		w |= u.W << (8 * i)
		symbolic = symbolic || u.T != 0
	}
	if !symbolic {
		return expr.Word(w)
	}
	var t bitvec.Term
	for i := range n {
		u := terms.Term(o.UndefinedByte(off+i), 8)
		if t == 0 {
			t = u
		} else {
			t = terms.Concat(u, t)
		}
	}
	return terms.Of(t)
}

// StoreUndefined is Store for a value that is undefined in the bits that are set in u.
func (o *Object) StoreUndefined(terms *expr.Builder, off, n int, v, u expr.Value) {
	if u.T == 0 && u.W == 0 {
		o.Store(terms, off, n, v)
		return
	}
	o.Store(terms, off, n, terms.Without(v, u, 8*n))
	for i := range n {
		b := expr.Word(u.W >> (8 * i) & 0xFF)
		if u.T != 0 {
			b = terms.Of(terms.Extract(8*i+7, 8*i, terms.Fit(u.T, 8*n)))
		}
		if b != (expr.Value{}) {
			o.clearInit(off + i)
			o.setPart(off+i, b)
		}
	}
}

// Undefine makes n bytes from off hold nothing.
func (o *Object) Undefine(terms *expr.Builder, off, n int) {
	o.cut(terms, off, n)
	for i := range n {
		o.clearInit(off + i)
	}
}

// markInit says that n bytes from off are defined.
func (o *Object) markInit(off, n int) {
	if o.big != nil {
		each(off, n, func(i, at, k int) {
			if o.big[i].init == nil {
				return
			}
			c := o.writable(i)
			if c.left -= setBits(c.init, at, k); c.left == 0 {
				c.init = nil
			}
		})
		return
	}
	if o.init == nil {
		return
	}
	if o.left -= setBits(o.init, off, n); o.left == 0 {
		o.init, o.part = nil, nil
	}
}

// clearInit says that byte i is undefined.
func (o *Object) clearInit(i int) {
	set, left, k, n := &o.init, &o.left, i, o.Size
	if o.big != nil {
		c := o.writable(i >> chunkBits)
		set, left, k, n = &c.init, &c.left, i&(chunkBytes-1), chunkBytes
	}
	if *set == nil {
		*set = allBits(n)
	}
	if b := uint64(1) << (k & 63); (*set)[k>>6]&b != 0 {
		(*set)[k>>6] &^= b
		*left++
	}
	if len(o.part) > 0 {
		o.setPart(i, expr.Word(0xFF))
	}
}

func (o *Object) findPart(i int) (at int, ok bool) {
	at = sort.Search(len(o.part), func(k int) bool { return int(o.part[k].off) >= i })
	return at, at < len(o.part) && int(o.part[at].off) == i
}

// setPart says what is undefined of a byte: of all bits no entry says it.
func (o *Object) setPart(i int, u expr.Value) {
	k, ok := o.findPart(i)
	switch {
	case u == expr.Word(0xFF):
		if ok {
			o.part = slices.Delete(o.part, k, k+1)
		}
	case ok:
		o.part[k].bits = u
	default:
		o.part = slices.Insert(o.part, k, partial{uint32(i), u})
	}
}

func newBits(n int) []uint64 { return make([]uint64, (n+63)/64) }

// firstUnset returns the first of n bits from off that is not set.
func firstUnset(set []uint64, off, n int) (at int, found bool) {
	for i := off; i < off+n; {
		k := i & 63
		w := ^set[i>>6] >> k
		if w == 0 {
			i += 64 - k
			continue
		}
		i += bits.TrailingZeros64(w)
		return i, i < off+n
	}
	return 0, false
}

// setBits sets n bits from off and returns how many of them were not set.
func setBits(set []uint64, off, n int) (fresh int) {
	for i := off; i < off+n; {
		k := i & 63
		m := min(64-k, off+n-i)
		b := ^uint64(0) >> (64 - m) << k
		fresh += bits.OnesCount64(b &^ set[i>>6])
		set[i>>6] |= b
		i += m
	}
	return fresh
}

// allBits returns n bits that are set.
func allBits(n int) []uint64 {
	set := newBits(n)
	setBits(set, 0, n)
	return set
}
