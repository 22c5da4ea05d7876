package memory

import "encoding/binary"

// The bytes of objects. Those of a small object lie in one piece, which a state
// copies before it writes the object first. Those of a big one are in chunks, of
// which a state copies what it writes: a fork costs what it changes. Chunks that
// were never written are one for all.

const (
	chunkBits  = 12
	chunkBytes = 1 << chunkBits
	BigObject  = 2 * chunkBytes // objects of more bytes are in chunks
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
func (o *Object) newBytes(size int, defined bool) {
	o.Size = size
	if size > BigObject {
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

// writable returns chunk i as one that the owner of the object may write.
func (o *Object) writable(i int) *chunk {
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
func (o *Object) word(off, n int) uint64 {
	if o.big == nil {
		return GetWord(o.data[off:], n)
	}
	if at := off & (chunkBytes - 1); at+n <= chunkBytes {
		return GetWord(o.big[off>>chunkBits].data[at:], n)
	}
	var b [8]byte
	o.copyBytes(b[:n], off)
	return GetWord(b[:], n)
}

// setWord writes n = 1, 2, 4 or 8 bytes.
func (o *Object) setWord(off, n int, v uint64) {
	if o.big == nil {
		PutWord(o.data[off:], n, v)
		return
	}
	var b [8]byte
	PutWord(b[:], n, v)
	o.SetBytes(off, b[:n])
}

// copyBytes copies bytes out.
func (o *Object) copyBytes(to []byte, off int) {
	if o.big == nil {
		copy(to, o.data[off:])
		return
	}
	each(off, len(to), func(i, at, k int) {
		copy(to, o.big[i].data[at:at+k])
		to = to[k:]
	})
}

// SetBytes writes bytes.
func (o *Object) SetBytes(off int, b []byte) {
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
func (o *Object) fillBytes(off, n int, v byte) {
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

// GetWord reads n = 1, 2, 4 or 8 bytes.
func GetWord(b []byte, n int) uint64 {
	switch n {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(b))
	case 4:
		return uint64(binary.LittleEndian.Uint32(b))
	}
	return binary.LittleEndian.Uint64(b)
}

// PutWord writes the n = 1, 2, 4 or 8 low bytes of v.
func PutWord(b []byte, n int, v uint64) {
	switch n {
	case 1:
		b[0] = byte(v)
	case 2:
		binary.LittleEndian.PutUint16(b, uint16(v))
	case 4:
		binary.LittleEndian.PutUint32(b, uint32(v))
	default:
		binary.LittleEndian.PutUint64(b, v)
	}
}
