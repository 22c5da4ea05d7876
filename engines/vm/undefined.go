package vm

import (
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

// Undefined bits (see program.Undefined) of memory and registers.
//
// Of memory, initstate.go knows which bytes are defined in all their bits. What
// is undefined of the other bytes is all of them, unless the object has
// details.part. Of registers, Instance.shadows knows it, while careful runs.

// shadow is what is undefined of a register.
type shadow struct {
	bits   uint64
	origin int32 // in Instance.origins
}

// origin is a load that read undefined bits.
type origin struct {
	pc         int32
	what, site int32
	kind       machine.ObjectKind
	off, n, at uint64
	size       uint64
}

// undefinedIn returns the undefined bits of the n <= 8 bytes from off.
func (x *Instance) undefinedIn(s uint32, off, n uint64) uint64 {
	init := x.initWord(s, off, n)
	if init == lowBits(n) {
		return 0
	}
	u := program.UndefinedBytes(^init, int(n))
	if part := x.details[s].part; part != nil {
		u &= getPart(part[off:], n)
	}
	return u
}

// getPart reads n <= 8 bytes.
func getPart(b []byte, n uint64) uint64 {
	v := uint64(0)
	for i := range n {
		v |= uint64(b[i]) << (8 * i)
	}
	return v
}

// setUndefined says what is undefined of the n <= 8 bytes from off, which have
// just been written.
func (x *Instance) setUndefined(s uint32, off, n, u uint64) {
	init := uint64(0)
	for i := range n {
		if u>>(8*i)&0xFF == 0 {
			init |= 1 << i
		}
	}
	x.setInit(s, off, n, init)
	x.clearInit(s, off, n, init)
	for i := range n {
		if b := byte(u >> (8 * i)); b != 0 {
			x.setPart(s, off+i, b)
		}
	}
}

// setPart says which bits of an undefined byte are undefined.
func (x *Instance) setPart(s uint32, off uint64, u byte) {
	d := &x.details[s]
	if d.part == nil {
		if u == 0xFF {
			return
		}
		d.part = make([]byte, len(x.objects[s].data))
		for i := range d.part {
			d.part[i] = 0xFF
		}
	}
	d.part[off] = u
}

// zeroUndefined clears the undefined bits of a copy of bytes from off.
func (x *Instance) zeroUndefined(s uint32, off uint64, data []byte) {
	for i := range data {
		data[i] &^= byte(x.undefinedIn(s, off+uint64(i), 1))
	}
}

// shadowOf returns what is undefined of a register of the running function.
func (x *Instance) shadowOf(reg uint16) shadow { return x.shadows[x.fp+int(reg)] }

// setShadow says what is undefined of a register of the running function.
func (x *Instance) setShadow(reg uint16, s shadow) { x.putShadow(x.fp+int(reg), s) }

func (x *Instance) putShadow(i int, s shadow) {
	p := &x.shadows[i]
	if p.bits != 0 {
		x.tainted--
	}
	if s.bits != 0 {
		x.tainted++
	}
	*p = s
}

// clearShadows makes registers defined, counted from the start of the stack of
// registers.
func (x *Instance) clearShadows(from, to int) {
	if x.tainted == 0 {
		return
	}
	for i := from; i < min(to, len(x.shadows)); i++ {
		if x.shadows[i].bits != 0 {
			x.shadows[i] = shadow{}
			x.tainted--
		}
	}
}

// top returns the end of the window of the running function.
func (x *Instance) top() int { return x.fp + int(x.m.funcs[x.frames[x.depth-1].fn].window) }

// note remembers a load of n bytes at the present instruction for messages, and
// returns its number.
func (x *Instance) note(s uint32, off, n, u uint64) int32 {
	at := uint64(0)
	for u>>(8*at)&0xFF == 0 {
		at++
	}
	pc := x.pc - 1
	i, ok := x.originAt[pc]
	if !ok {
		if x.originAt == nil {
			x.originAt = map[int32]int32{}
		}
		i = int32(len(x.origins))
		x.originAt[pc] = i
		x.origins = append(x.origins, origin{})
	}
	d := &x.details[s]
	x.origins[i] = origin{pc: pc, what: d.what, site: d.site, kind: x.objects[s].kind, off: off, n: n, at: off + at, size: uint64(len(x.objects[s].data))}
	return i
}

// used ends the run because the present instruction uses undefined bits.
func (x *Instance) used(s shadow) bool {
	o := &x.origins[s.origin]
	object := x.named(o.kind, o.what, o.site)
	object.Size = o.size
	m := "read of " + x.faults().Span(object, int64(o.off), o.n)
	if pos, _ := x.m.at(o.pc); !x.m.program.Funcs[x.m.sources[o.pc].fn].Library {
		if here, _ := x.m.at(x.pc - 1); here.File != pos.File || here.Line != pos.Line {
			m += " at " + pos.String()
		}
	}
	m += machine.NeverWritten(o.n, o.at)
	x.fail(program.FaultUninitialised, m)
	return false
}
