package vm

import "math/bits"

// Which bytes of an object are initialised, that is, defined in all their bits. Nearly all objects are filled from
// the start, so that one number tells (object.rlim); only once a byte beyond
// is written is a bitmap kept, until all is filled again up to its end.

// initialised marks a whole object as initialised.
func (x *Instance) initialised(s uint32) {
	o := &x.objects[s]
	o.left = 0
	o.rlim, o.wlim = uint32(len(o.data)), uint32(len(o.data))
	x.dropBits(s)
	x.details[s].part = nil
}

// dropBits forgets the bitmap.
func (x *Instance) dropBits(s uint32) {
	x.objects[s].holes = false
	if d := &x.details[s]; d.bits != nil {
		x.words.put(d.bits, d.bitsHome)
		d.bits = nil
	}
}

// needBits begins to keep a bitmap.
func (x *Instance) needBits(s uint32) {
	o := &x.objects[s]
	if o.holes {
		return
	}
	o.holes = true
	if len(o.data) <= 64 {
		o.mask = lowBits(uint64(o.rlim))
		return
	}
	d := &x.details[s]
	d.bits, d.bitsHome = x.words.get((len(o.data) + 63) / 64)
	clear(d.bits)
	full := int(o.rlim >> 6)
	for i := range full {
		d.bits[i] = ^uint64(0)
	}
	if o.rlim&63 != 0 {
		d.bits[full] = lowBits(uint64(o.rlim & 63))
	}
}

// lowBits returns a mask of the n lowest bits; n <= 64.
func lowBits(n uint64) uint64 {
	if n >= 64 {
		return ^uint64(0)
	}
	return 1<<n - 1
}

// initWord returns which of the n bytes from off are initialised, as bits from
// 0; n <= 64 and the range is inside the object.
func (x *Instance) initWord(s uint32, off, n uint64) uint64 {
	o := &x.objects[s]
	switch {
	case !o.holes:
		if off >= uint64(o.rlim) {
			return 0
		}
		return lowBits(min(n, uint64(o.rlim)-off))
	case len(o.data) <= 64:
		return o.mask >> off & lowBits(n)
	}
	w := x.details[s].bits
	i, k := off>>6, off&63
	v := w[i] >> k
	if k+n > 64 {
		v |= w[i+1] << (64 - k)
	}
	return v & lowBits(n)
}

// setInit marks those of the n <= 64 bytes from off whose bits are set in v as
// initialised. The object is one that may be written.
func (x *Instance) setInit(s uint32, off, n, v uint64) {
	o := &x.objects[s]
	v &= lowBits(n)
	if !o.holes {
		if v == lowBits(n) && off <= uint64(o.rlim) {
			x.extend(s, off+n)
			return
		}
		if v == 0 {
			return
		}
		x.needBits(s)
	}
	var fresh int
	if len(o.data) <= 64 {
		fresh = bits.OnesCount64(v << off &^ o.mask)
		o.mask |= v << off
	} else {
		w := x.details[s].bits
		i, k := off>>6, off&63
		fresh = bits.OnesCount64(v << k &^ w[i])
		w[i] |= v << k
		if k+n > 64 {
			high := v >> (64 - k)
			fresh += bits.OnesCount64(high &^ w[i+1])
			w[i+1] |= high
		}
	}
	o.left -= uint32(fresh)
	if o.left == 0 {
		x.initialised(s)
	} else if off <= uint64(o.rlim) {
		x.advance(s)
	}
}

// extend says that an object without holes is initialised up to end.
func (x *Instance) extend(s uint32, end uint64) {
	o := &x.objects[s]
	if end > uint64(o.rlim) {
		o.rlim = uint32(end)
		o.left = uint32(len(o.data)) - uint32(end)
	}
	o.wlim = o.rlim
}

// advance moves the limits of an object with holes to its first byte that is
// not initialised.
func (x *Instance) advance(s uint32) {
	o := &x.objects[s]
	if len(o.data) <= 64 {
		o.rlim = uint32(bits.TrailingZeros64(^o.mask))
	} else {
		w := x.details[s].bits
		i := o.rlim >> 6
		for w[i] == ^uint64(0) {
			i++
		}
		o.rlim = i<<6 + uint32(bits.TrailingZeros64(^w[i]))
	}
	o.wlim = o.rlim
	if o.left == uint32(len(o.data))-o.rlim {
		x.dropBits(s)
	}
}

// markInit marks n bytes from off as initialised.
func (x *Instance) markInit(s uint32, off, n uint64) {
	if o := &x.objects[s]; !o.holes && off <= uint64(o.rlim) {
		x.extend(s, off+n)
		return
	}
	for n > 0 && x.objects[s].left > 0 {
		k := min(n, 64)
		x.setInit(s, off, k, ^uint64(0))
		off, n = off+k, n-k
	}
}

// clearInit marks those of the n <= 64 bytes from off whose bits are clear in
// v as uninitialised again (they were overwritten with such bytes).
func (x *Instance) clearInit(s uint32, off, n, v uint64) {
	lost := ^v & x.initWord(s, off, n)
	if lost == 0 {
		return
	}
	x.needBits(s)
	o := &x.objects[s]
	o.left += uint32(bits.OnesCount64(lost))
	if len(o.data) <= 64 {
		o.mask &^= lost << off
	} else {
		w := x.details[s].bits
		i, k := off>>6, off&63
		w[i] &^= lost << k
		if k+n > 64 {
			w[i+1] &^= lost >> (64 - k)
		}
	}
	o.rlim = min(o.rlim, uint32(off)+uint32(bits.TrailingZeros64(lost)))
	o.wlim = o.rlim
}

// firstUninit returns the offset of the first of n bytes from off that is not
// initialised, or false if all are.
func (x *Instance) firstUninit(s uint32, off, n uint64) (at uint64, found bool) {
	if off+n <= uint64(x.objects[s].rlim) {
		return 0, false
	}
	for n > 0 {
		k := min(n, 64)
		if v := ^x.initWord(s, off, k) & lowBits(k); v != 0 {
			return off + uint64(bits.TrailingZeros64(v)), true
		}
		off, n = off+k, n-k
	}
	return 0, false
}
