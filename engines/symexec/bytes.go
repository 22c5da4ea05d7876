package symexec

import (
	"math/bits"

	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/program/machine"
)

// The bytes of objects. Those of a small object lie in one piece, which a state
// copies before it writes the object first. Those of a big one are in chunks, of
// which a state copies what it writes: a fork costs what it changes. Chunks that
// were never written are one for all.

const (
	chunkBits  = 12
	chunkBytes = 1 << chunkBits
	bigObject  = 2 * chunkBytes // objects of more bytes are in chunks
)

// chunk is a part of a big object, with its initialisation state as of an
// object.
type chunk struct {
	own  *owner
	data []byte
	init []uint64
	left int
}

// zeroChunk is all zeros, which are defined; freshChunk all undefined.
var (
	zeroChunk  = &chunk{data: make([]byte, chunkBytes)}
	freshChunk = &chunk{data: zeroChunk.data, init: newBits(chunkBytes), left: chunkBytes}
)

// newBytes gives a new object its bytes: zeros, which are undefined unless
// defined is set.
func (o *object) newBytes(size int, defined bool) {
	o.size = size
	if size > bigObject {
		c := freshChunk
		if defined {
			c = zeroChunk
		}
		o.big = make([]*chunk, (size+chunkBytes-1)>>chunkBits)
		for i := range o.big {
			o.big[i] = c
		}
		return
	}
	o.data = make([]byte, size)
	if size > 0 && !defined {
		o.init, o.left = newBits(size), size
	}
}

// define says that the bytes of an object whose life has just begun are defined
// zeros.
func (o *object) define() { o.newBytes(o.size, true); o.init, o.left = nil, 0 }

// writable returns chunk i as one that the owner of the object may write.
func (o *object) writable(i int) *chunk {
	c := o.big[i]
	if c.own != o.own || c.own == nil {
		c = &chunk{own: o.own, data: append([]byte(nil), c.data...), init: append([]uint64(nil), c.init...), left: c.left}
		if c.left == 0 {
			c.init = nil
		}
		o.big[i] = c
	}
	return c
}

// each calls f for the parts of n bytes from off that lie in one chunk: for k
// bytes from offset at of chunk i.
func each(off, n int, f func(i, at, k int)) {
	for n > 0 {
		at := off & (chunkBytes - 1)
		k := min(n, chunkBytes-at)
		f(off>>chunkBits, at, k)
		off, n = off+k, n-k
	}
}

// word returns n = 1, 2, 4 or 8 bytes.
func (o *object) word(off, n int) uint64 {
	if o.big == nil {
		return getWord(o.data[off:], n)
	}
	if at := off & (chunkBytes - 1); at+n <= chunkBytes {
		return getWord(o.big[off>>chunkBits].data[at:], n)
	}
	var b [8]byte
	o.copyBytes(b[:n], off)
	return getWord(b[:], n)
}

// setWord writes n = 1, 2, 4 or 8 bytes.
func (o *object) setWord(off, n int, v uint64) {
	if o.big == nil {
		putWord(o.data[off:], n, v)
		return
	}
	var b [8]byte
	putWord(b[:], n, v)
	o.setBytes(off, b[:n])
}

// copyBytes copies bytes out.
func (o *object) copyBytes(to []byte, off int) {
	if o.big == nil {
		copy(to, o.data[off:])
		return
	}
	each(off, len(to), func(i, at, k int) {
		copy(to, o.big[i].data[at:at+k])
		to = to[k:]
	})
}

// setBytes writes bytes.
func (o *object) setBytes(off int, b []byte) {
	if o.big == nil {
		copy(o.data[off:], b)
		return
	}
	each(off, len(b), func(i, at, k int) {
		copy(o.writable(i).data[at:], b[:k])
		b = b[k:]
	})
}

// fillBytes sets n bytes.
func (o *object) fillBytes(off, n int, v byte) {
	set := func(b []byte) {
		if v == 0 {
			clear(b)
			return
		}
		for i := range b {
			b[i] = v
		}
	}
	if o.big == nil {
		set(o.data[off : off+n])
		return
	}
	each(off, n, func(i, at, k int) { set(o.writable(i).data[at : at+k]) })
}

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

// initialised reports whether all n bytes from off are defined; if not, at is
// the first that is not.
func (o *object) initialised(off, n int) (at int, ok bool) {
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

func (o *object) written(i int) bool {
	set, k := o.init, i
	if o.big != nil {
		set, k = o.big[i>>chunkBits].init, i&(chunkBytes-1)
	}
	return set == nil || set[k>>6]>>(k&63)&1 != 0
}

// markInit says that n bytes from off are defined.
func (o *object) markInit(off, n int) {
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
func (o *object) clearInit(i int) {
	set, left, k, n := &o.init, &o.left, i, o.size
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

// plain returns memory from address a on, of which n bytes are defined and not
// symbolic, or nil; with write, memory that the state may write in place.
func (st *State) plain(a uint64, n int, write bool) []byte {
	h, off := uint32(a>>32), int(uint32(a))
	s := h & machine.SlotMask
	if int(s) >= st.slots {
		return nil
	}
	o := st.pages[s>>pageBits].objects[s&(pageSize-1)]
	if o == nil || o.id != h || off+n > o.size || len(o.sym) != 0 || o.text != nil || write && o.readOnly {
		return nil
	}
	data, set, own := o.data, o.init, o.own
	if o.big != nil {
		c := o.big[off>>chunkBits]
		data, set, own = c.data, c.init, c.own
		if off &= chunkBytes - 1; off+n > chunkBytes {
			return nil
		}
	}
	if write && own != st.own {
		return nil
	}
	if set != nil {
		if k := off & 63; k+n > 64 || set[off>>6]>>k&(1<<n-1) != 1<<n-1 {
			return nil
		}
	}
	return data[off:]
}
