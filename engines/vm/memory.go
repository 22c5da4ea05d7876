package vm

import (
	"bytes"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

// object is what an access looks at. It fills one cache line.
type object struct {
	data []byte // the bytes; nil once dead
	mask uint64 // which bytes are initialised, if there are at most 64 and holes
	base uint32 // low half of the address of its start
	// Reads (writes) that end at or below rlim (wlim) need no further test.
	// While the object is alive rlim is the number of bytes from the start
	// that are initialised; wlim is the same, but 0 for read-only objects and
	// for globals not yet written in this run.
	rlim, wlim uint32
	left       uint32 // bytes not initialised
	kind       machine.ObjectKind
	live       bool
	readOnly   bool
	// holes says that bytes beyond rlim are initialised, and that mask or
	// details.bits tells which. Most objects are filled from the start and
	// need neither.
	holes bool
	_     [12]byte
}

// details is what else is known of an object.
type details struct {
	bits     []uint64 // which bytes are initialised, if there are more than 64 and holes
	part     []byte   // which bits of the other bytes are undefined; nil if all are
	what     int32    // global, local or argument number
	freed    int32    // heap: pc of the freeing call, or -1
	site     int32    // heap: pc of the allocating call; local: function number
	next     uint32   // link to another slot that is not in use
	home     uint16   // pool class of the bytes
	bitsHome uint16   // pool class of bits
}

// Link implements machine.Links.
func (x *Instance) Link(s uint32) uint32 { return x.details[s].next }

// SetLink implements machine.Links.
func (x *Instance) SetLink(s, to uint32) { x.details[s].next = to }

// room makes the table of objects reach to slot s.
func (x *Instance) room(s uint32) {
	if n := int(s) + 1; n > len(x.objects) {
		x.objects = append(x.objects, make([]object, n-len(x.objects))...)
		x.details = append(x.details, make([]details, n-len(x.details))...)
	}
}

// stackSlot takes the slot for a stack object, or returns 0 if there is none.
func (x *Instance) stackSlot(size uint64) uint32 {
	s := x.slots.Stack(x, size)
	if s != 0 {
		x.room(s)
	}
	return s
}

// begin starts the life of an object in slot s over data, uninitialised unless
// ZeroMemory. The bytes come from class home of the pool.
func (x *Instance) begin(s uint32, kind machine.ObjectKind, data []byte, home uint16) {
	o := &x.objects[s]
	o.data = data
	o.base = uint32(program.MakeAddress(s, 0))
	o.left = uint32(len(data))
	o.rlim, o.wlim = 0, 0
	o.kind, o.live, o.readOnly, o.holes = kind, true, false, false
	x.details[s].home = home
	if x.m.opt.ZeroMemory {
		clear(data)
		x.initialised(s)
	}
}

// beginPooled begins an object of size bytes from the pool.
func (x *Instance) beginPooled(s uint32, kind machine.ObjectKind, size uint64) {
	data, home := x.pool.get(int(size))
	x.begin(s, kind, data, home)
}

// end ends the life of an object and gives back its memory; its slot stays out
// of use until freed.
func (x *Instance) end(s uint32) {
	o := &x.objects[s]
	if d := &x.details[s]; d.home != noClass {
		x.pool.put(o.data, d.home)
	}
	x.dropBits(s)
	x.details[s].part = nil
	o.live = false
	o.rlim, o.wlim = 0, 0
	o.data = nil
}

// endStack ends a stack object and frees its slot.
func (x *Instance) endStack(s uint32) {
	x.end(s)
	x.slots.EndStack(x, s)
}

// alloc makes a heap object (or another with a heap slot) of size bytes, or
// returns 0 if the limit does not allow it.
func (x *Instance) alloc(size uint64, kind machine.ObjectKind) uint32 {
	if size > program.MaxObjectSize || int64(size)+machine.ObjectCost > x.m.opt.MaxMemory-x.heapUsed {
		return 0
	}
	s := x.slots.Heap(x, size)
	if s == 0 {
		return 0
	}
	x.room(s)
	x.beginPooled(s, kind, size)
	x.details[s].site = -1
	x.heapUsed += int64(size) + machine.ObjectCost
	return s
}

// free ends a heap object.
func (x *Instance) free(s uint32) {
	x.details[s].freed = x.userPC()
	o := &x.objects[s]
	x.heapUsed -= int64(len(o.data)) + machine.ObjectCost
	x.end(s)
	x.slots.EndHeap(x, s)
}

// address returns the address of the start of the object in slot s.
func (x *Instance) address(s uint32) uint64 {
	return program.MakeAddress(s, 0)
}

// find returns the live object that n bytes at a lie in and their offset, or
// records the fault.
func (x *Instance) find(a, n uint64, verb string) (slot uint32, off uint64, ok bool) {
	s, low := program.SplitAddress(a)
	if int(s) < len(x.objects) {
		o := &x.objects[s]
		off = uint64(low)
		if o.live && n <= uint64(len(o.data)) && off <= uint64(len(o.data))-n {
			return s, off, true
		}
	}
	x.badAccess(a, n, verb)
	return 0, 0, false
}

// readable returns the n initialised bytes at a, or records the fault. The
// slice is the object's memory: use it before the next change.
func (x *Instance) readable(a, n uint64) ([]byte, bool) {
	if n == 0 {
		return nil, true
	}
	s, off, ok := x.find(a, n, "read")
	if !ok {
		return nil, false
	}
	if at, bad := x.firstUninit(s, off, n); bad {
		x.uninitialised(s, off, n, at)
		return nil, false
	}
	return x.objects[s].data[off : off+n], true
}

// writable returns the n bytes at a for writing, marked as initialised, or
// records the fault.
func (x *Instance) writable(a, n uint64) ([]byte, bool) {
	if n == 0 {
		return nil, true
	}
	s, off, ok := x.find(a, n, "write")
	if !ok || !x.touch(s, off, n) {
		return nil, false
	}
	x.markInit(s, off, n)
	return x.objects[s].data[off : off+n], true
}

// touch prepares an object for a write: refuses read-only ones and notes
// globals for the next reset.
func (x *Instance) touch(s uint32, off, n uint64) bool {
	o := &x.objects[s]
	if o.readOnly {
		x.fail(program.FaultReadOnly, "write of "+x.span(s, int64(off), n))
		return false
	}
	if o.kind == machine.GlobalObject && !x.dirty[s] {
		x.dirty[s] = true
		x.dirtied = append(x.dirtied, s)
		o.wlim = o.rlim
	}
	return true
}

// loadSlow loads n bytes at a that are used.
func (x *Instance) loadSlow(a, n uint64) (uint64, bool) {
	s, off, ok := x.find(a, n, "read")
	if !ok {
		return 0, false
	}
	o := &x.objects[s]
	if o.left != 0 && x.initWord(s, off, n) != lowBits(n) {
		at, _ := x.firstUninit(s, off, n)
		x.uninitialised(s, off, n, at)
		return 0, false
	}
	return getWord(o.data[off:], n), true
}

// loadRaw is a load that reads undefined bits as zero.
func (x *Instance) loadRaw(a, n uint64) (uint64, bool) {
	s, off, ok := x.find(a, n, "read")
	if !ok {
		return 0, false
	}
	v := getWord(x.objects[s].data[off:], n)
	if x.objects[s].left != 0 {
		v &^= x.undefinedIn(s, off, n)
	}
	return v, true
}

// storeSlow is a store of n bytes at a that failed the quick test.
func (x *Instance) storeSlow(a, n, v uint64) bool {
	s, off, ok := x.find(a, n, "write")
	if !ok || !x.touch(s, off, n) {
		return false
	}
	o := &x.objects[s]
	putWord(o.data[off:], n, v)
	if o.left != 0 {
		x.setInit(s, off, n, ^uint64(0))
	}
	return true
}

// move copies n bytes with their initialisation state, as memmove does.
func (x *Instance) move(to, from, n uint64) bool {
	if n == 0 {
		return true
	}
	src, soff, ok := x.find(from, n, "read")
	if !ok {
		return false
	}
	dst, doff, ok := x.find(to, n, "write")
	if !ok || !x.touch(dst, doff, n) {
		return false
	}
	if soff+n <= uint64(x.objects[src].rlim) {
		copy(x.objects[dst].data[doff:doff+n], x.objects[src].data[soff:])
		x.markInit(dst, doff, n)
		return true
	}
	state := x.scratch[:0]
	for i := uint64(0); i < n; i += 64 {
		state = append(state, x.initWord(src, soff+i, min(64, n-i)))
	}
	x.scratch = state
	var part []byte
	if p := x.details[src].part; p != nil {
		part = append(part, p[soff:soff+n]...)
	}
	copy(x.objects[dst].data[doff:doff+n], x.objects[src].data[soff:])
	for i := uint64(0); i < n; i += 64 {
		k, v := min(64, n-i), state[i/64]
		x.setInit(dst, doff+i, k, v)
		x.clearInit(dst, doff+i, k, v)
	}
	if part != nil || x.details[dst].part != nil {
		for i := range n {
			switch {
			case state[i/64]>>(i%64)&1 != 0:
			case part != nil:
				x.setPart(dst, doff+i, part[i])
			default:
				x.setPart(dst, doff+i, 0xFF)
			}
		}
	}
	return true
}

// fill sets n bytes.
func (x *Instance) fill(to uint64, c byte, n uint64) bool {
	b, ok := x.writable(to, n)
	if !ok {
		return false
	}
	if c == 0 {
		clear(b)
		return true
	}
	for i := range b {
		b[i] = c
	}
	return true
}

// cstring returns the bytes of a NUL-terminated string without the NUL.
func (x *Instance) cstring(a uint64) ([]byte, bool) {
	s, off, ok := x.find(a, 1, "read")
	if !ok {
		return nil, false
	}
	data := x.objects[s].data
	end := off
	for end < uint64(len(data)) && data[end] != 0 {
		end++
	}
	n := min(end+1, uint64(len(data))) - off
	if at, bad := x.firstUninit(s, off, n); bad {
		x.uninitialised(s, off, n, at)
		return nil, false
	}
	if end == uint64(len(data)) {
		x.badAccess(a+n, 1, "read")
		return nil, false
	}
	return data[off:end], true
}

// apart makes it an error if n bytes at a and m bytes at b, both within objects, overlap. What is beyond an object is left to the copy.
func (x *Instance) apart(a, n, b, m uint64) bool {
	if machine.Apart(a, n, b, m) || program.Slot(a) != program.Slot(b) {
		return true
	}
	s := program.Slot(a)
	if int(s) >= len(x.objects) || !x.objects[s].live {
		return true
	}
	function := x.m.program.Funcs[x.frames[x.depth-1].fn].Source
	x.fail(program.FaultOverlap, x.faults().Overlap(function, a, n, b, m, x.describe(s)))
	return false
}

// stringsApart is apart for a string that is copied, see program.IntrinApart.
func (x *Instance) stringsApart(to, from, most uint64, appended bool) bool {
	src, off, ok := x.find(from, 1, "read")
	if !ok {
		return false
	}
	dst, at, ok := x.find(to, 1, "write")
	if !ok || src != dst {
		return ok
	}
	length := func(off uint64) uint64 {
		data := x.objects[src].data[off:]
		if n := bytes.IndexByte(data, 0); n >= 0 {
			return uint64(n)
		}
		return uint64(len(data))
	}
	n, m := machine.CopiedString(length(off), most, length(at), appended)
	return x.apart(to, n, from, m)
}
