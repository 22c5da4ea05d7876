package symexec

import (
	"slices"

	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

// newSlot returns a slot never used on this path, or 0 if there are none left.
func (st *State) newSlot() uint32 {
	n := st.slots
	if n >= program.FuncSlot {
		return 0
	}
	if n>>pageBits == len(st.pages) {
		st.pages = append(slices.Clip(st.pages), &page{own: st.own})
	}
	st.slots++
	st.setObject(uint32(n), &object{own: st.own, id: uint32(n)})
	return uint32(n)
}

func (st *State) stackSlot() uint32 {
	s := st.stackFree
	if s == 0 {
		return st.newSlot()
	}
	o := st.change(s)
	st.stackFree = o.next
	o.id += 1 << program.ObjectSlotBits
	return s
}

func (st *State) heapSlot() uint32 {
	if st.heapWaiting <= machine.HeapQuarantine {
		if s := st.newSlot(); s != 0 || st.heapWaiting == 0 {
			return s
		}
	}
	s := st.heapFirst
	o := st.change(s)
	st.heapFirst = o.next
	st.heapWaiting--
	o.id += 1 << program.ObjectSlotBits
	return s
}

// begin starts the life of an object of size bytes, none of them written.
func (st *State) begin(s uint32, kind machine.ObjectKind, size int) *object {
	o := st.change(s)
	*o = object{own: st.own, id: o.id, kind: kind, live: true}
	o.newBytes(size, st.zero)
	return o
}

func (st *State) end(s uint32) {
	o := st.change(s)
	o.live, o.sym, o.init, o.left, o.part, o.text = false, nil, nil, 0, nil, nil
	o.size, o.data, o.big = 0, nil, nil
}

func (st *State) endStack(s uint32) {
	st.end(s)
	o := st.change(s)
	o.next = st.stackFree
	st.stackFree = s
}

// alloc makes an object in a heap slot, or returns 0 if the limit does not
// allow it.
func (e *Explorer) alloc(st *State, size uint64, kind machine.ObjectKind) uint32 {
	if size > program.MaxObjectSize || int64(size)+machine.ObjectCost > e.opt.MaxMemory-st.heapUsed {
		return 0
	}
	s := st.heapSlot()
	if s == 0 {
		return 0
	}
	e.allocated += min(int64(size), bigObject)
	st.begin(s, kind, int(size)).site = -1
	st.heapUsed += int64(size) + machine.ObjectCost
	return s
}

func (st *State) free(s uint32) {
	st.heapUsed -= int64(st.object(s).size) + machine.ObjectCost
	st.end(s)
	st.change(s).next = 0
	if st.heapWaiting == 0 {
		st.heapFirst = s
	} else {
		st.change(st.heapLast).next = s
	}
	st.heapLast = s
	st.heapWaiting++
}

func (st *State) address(s uint32) uint64 { return program.MakeAddress(st.object(s).id, 0) }

// inside returns the live object that n bytes at a lie in.
func (st *State) inside(a, n uint64) (slot uint32, off int, ok bool) {
	h := uint32(a >> 32)
	s := h & machine.SlotMask
	if s == 0 || int(s) >= st.slots {
		return 0, 0, false
	}
	o := st.object(s)
	at := uint64(uint32(a))
	if o.id != h || !o.live || at+n > uint64(o.size) {
		return 0, 0, false
	}
	return s, int(at), true
}

// find is inside for accesses: it makes input strings what the path condition
// lets them be, and records the fault if there is no such object.
func (e *Explorer) find(st *State, a, n uint64, verb string) (slot uint32, off int, ok bool) {
	if s := program.ObjectSlot(a); int(s) < st.slots && s != 0 {
		if o := st.object(s); o.text != nil && o.live && o.id == uint32(a>>32) {
			if !e.settle(st, s, uint64(uint32(a))+n) {
				if !st.done {
					e.badAccess(st, a, n, verb)
				}
				return 0, 0, false
			}
		}
	}
	if slot, off, ok = st.inside(a, n); !ok {
		e.badAccess(st, a, n, verb)
	}
	return slot, off, ok
}

// textAt returns the object in which a lies if it is an input string of
// unknown length.
func (st *State) textAt(a uint64) *object {
	if s := program.ObjectSlot(a); s != 0 && int(s) < st.slots {
		if o := st.object(s); o.text != nil && o.live && o.id == uint32(a>>32) {
			return o
		}
	}
	return nil
}

// readable returns n bytes at a, all of them defined, or records the fault.
func (e *Explorer) readable(st *State, a, n uint64) (p piece, ok bool) {
	if n == 0 {
		return piece{}, true
	}
	s, off, ok := e.find(st, a, n, "read")
	if !ok {
		return piece{}, false
	}
	if !e.allDefined(st, s, off, int(n)) {
		return piece{}, false
	}
	p = e.take(st.object(s), off, int(n))
	p.init, p.part = nil, nil
	return p, true
}

// writable checks that n bytes at a may be written and returns where they are.
func (e *Explorer) writable(st *State, a, n uint64) (s uint32, off int, ok bool) {
	s, off, ok = e.find(st, a, n, "write")
	if ok && st.object(s).readOnly {
		e.fail(st, program.FaultReadOnly, "write of "+e.span(st, s, int64(off), n))
		return 0, 0, false
	}
	return s, off, ok
}

// write puts a piece at a, or records the fault.
func (e *Explorer) write(st *State, a uint64, p piece) bool {
	if len(p.data) == 0 {
		return true
	}
	s, off, ok := e.writable(st, a, uint64(len(p.data)))
	if ok {
		e.put(st.change(s), off, p)
	}
	return ok
}

// move copies n bytes with their state, as memmove does.
func (e *Explorer) move(st *State, to, from, n uint64) bool {
	if n == 0 {
		return true
	}
	src, soff, ok := e.find(st, from, n, "read")
	if !ok {
		return false
	}
	dst, doff, ok := e.writable(st, to, n)
	if !ok {
		return false
	}
	e.put(st.change(dst), doff, e.take(st.object(src), soff, int(n)))
	return true
}

// fill sets n bytes.
func (e *Explorer) fill(st *State, to uint64, c expr.Value, n uint64) bool {
	if n == 0 {
		return true
	}
	s, off, ok := e.writable(st, to, n)
	if !ok {
		return false
	}
	o := st.change(s)
	e.allocated += int64(n)
	if n > maxSymbolicRun {
		c = expr.Word(e.concretise(st, c))
	}
	e.cut(o, off, int(n))
	if c.T != 0 {
		o.fillBytes(off, int(n), 0)
		t, run := e.terms.Fit(c.T, 8), make([]overlay, n)
		for i := range run {
			run[i] = overlay{uint32(off + i), 1, t}
		}
		from, _ := o.span(off, int(n))
		o.sym = slices.Insert(o.sym, from, run...)
		o.markInit(off, int(n))
		return true
	}
	o.fillBytes(off, int(n), byte(c.W))
	o.markInit(off, int(n))
	return true
}

// cstring returns the bytes of a NUL-terminated string without the NUL. Its
// length is decided.
func (e *Explorer) cstring(st *State, a uint64) (p piece, ok bool) {
	n := uint64(0)
	for {
		s, off, ok := e.find(st, a+n, 1, "read")
		if !ok {
			return piece{}, false
		}
		if !e.allDefined(st, s, off, 1) {
			return piece{}, false
		}
		o := st.object(s)
		b := e.load(o, off, 1)
		if b.T == 0 && b.W == 0 || b.T != 0 && e.decide(st, e.terms.Eq(b.T, e.terms.Const(8, 0))) {
			return e.take(o, off-int(n), int(n)), true
		}
		n++
	}
}

// concreteString is cstring for names: symbolic bytes are enumerated.
func (e *Explorer) concreteString(st *State, a uint64) ([]byte, bool) {
	p, ok := e.cstring(st, a)
	if !ok {
		return nil, false
	}
	for _, s := range p.sym {
		w, ok := e.enumerate(st, expr.Value{T: s.t})
		if !ok {
			return nil, false
		}
		for i := range s.n {
			p.data[s.off+i] = byte(w >> (8 * i))
		}
	}
	return p.data, true
}

// concretePiece makes the bytes of a piece concrete with the state's model.
func (e *Explorer) concretePiece(st *State, p piece) []byte {
	for _, s := range p.sym {
		w := e.concretise(st, expr.Value{T: s.t})
		for i := range s.n {
			p.data[s.off+i] = byte(w >> (8 * i))
		}
	}
	return p.data
}

// newString returns a fresh object holding b and a NUL.
func (e *Explorer) newString(st *State, b []byte) (uint64, bool) {
	s := e.alloc(st, uint64(len(b))+1, machine.StringObject)
	if s == 0 {
		e.stopped(st, "memory")
		return 0, false
	}
	o := st.change(s)
	o.define()
	o.setBytes(0, b)
	return st.address(s), true
}
