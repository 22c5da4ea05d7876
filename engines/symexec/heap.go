package symexec

import (
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/engines/symexec/memory"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

// alloc makes an object in a heap slot, or returns 0 if the limit does not
// allow it.
func (e *Explorer) alloc(st *State, size uint64, kind machine.ObjectKind) uint32 {
	s := st.memory.Allocate(size, kind, e.opt.MaxMemory)
	if s != 0 {
		e.allocated += min(int64(size), memory.BigObject)
	}
	return s
}

// find is inside for accesses: it makes input strings what the path condition
// lets them be, and records the fault if there is no such object.
func (e *Explorer) find(st *State, a, n uint64, verb string) (slot uint32, off int, ok bool) {
	if s := program.ObjectSlot(a); int(s) < st.memory.Len() && s != 0 {
		if o := st.memory.Object(s); o.Text != nil && o.Live && o.ID == uint32(a>>32) {
			if !e.settle(st, s, uint64(uint32(a))+n) {
				if !st.done {
					e.badAccess(st, a, n, verb)
				}
				return 0, 0, false
			}
		}
	}
	if slot, off, ok = st.memory.Inside(a, n); !ok {
		e.badAccess(st, a, n, verb)
	}
	return slot, off, ok
}

// readable returns n bytes at a, all of them defined, or records the fault.
func (e *Explorer) readable(st *State, a, n uint64) (p memory.Piece, ok bool) {
	if n == 0 {
		return memory.Piece{}, true
	}
	s, off, ok := e.find(st, a, n, "read")
	if !ok {
		return memory.Piece{}, false
	}
	if !e.allDefined(st, s, off, int(n)) {
		return memory.Piece{}, false
	}
	p = st.memory.Object(s).Take(e.terms, off, int(n))
	p.Define()
	return p, true
}

// writable checks that n bytes at a may be written and returns where they are.
func (e *Explorer) writable(st *State, a, n uint64) (s uint32, off int, ok bool) {
	s, off, ok = e.find(st, a, n, "write")
	if ok && st.memory.Object(s).ReadOnly {
		e.fail(st, program.FaultReadOnly, "write of "+e.span(st, s, int64(off), n))
		return 0, 0, false
	}
	return s, off, ok
}

// write puts a piece at a, or records the fault.
func (e *Explorer) write(st *State, a uint64, p memory.Piece) bool {
	if len(p.Data) == 0 {
		return true
	}
	s, off, ok := e.writable(st, a, uint64(len(p.Data)))
	if ok {
		e.allocated += int64(len(p.Data))
		st.memory.Change(s).Put(e.terms, off, p)
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
	e.allocated += int64(n)
	st.memory.Change(dst).Put(e.terms, doff, st.memory.Object(src).Take(e.terms, soff, int(n)))
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
	o := st.memory.Change(s)
	e.allocated += int64(n)
	if n > maxSymbolicRun {
		c = expr.Word(e.concretise(st, c))
	}
	o.Fill(e.terms, off, int(n), c)
	return true
}

// cstring returns the bytes of a NUL-terminated string without the NUL. Its
// length is decided.
func (e *Explorer) cstring(st *State, a uint64) (p memory.Piece, ok bool) {
	n := uint64(0)
	for {
		s, off, ok := e.find(st, a+n, 1, "read")
		if !ok {
			return memory.Piece{}, false
		}
		if !e.allDefined(st, s, off, 1) {
			return memory.Piece{}, false
		}
		o := st.memory.Object(s)
		b := o.Load(e.terms, off, 1)
		if b.T == 0 && b.W == 0 || b.T != 0 && e.decide(st, e.terms.Eq(b.T, e.terms.Const(8, 0))) {
			return o.Take(e.terms, off-int(n), int(n)), true
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
	for _, s := range p.Sym {
		w, ok := e.enumerate(st, expr.Value{T: s.T})
		if !ok {
			return nil, false
		}
		for i := range s.N {
			p.Data[s.Off+i] = byte(w >> (8 * i))
		}
	}
	return p.Data, true
}

// concretePiece makes the bytes of a piece concrete with the state's model.
func (e *Explorer) concretePiece(st *State, p memory.Piece) []byte {
	for _, s := range p.Sym {
		w := e.concretise(st, expr.Value{T: s.T})
		for i := range s.N {
			p.Data[s.Off+i] = byte(w >> (8 * i))
		}
	}
	return p.Data
}

// newString returns a fresh object holding b and a NUL.
func (e *Explorer) newString(st *State, b []byte) (uint64, bool) {
	s := e.alloc(st, uint64(len(b))+1, machine.StringObject)
	if s == 0 {
		e.stopped(st, "memory")
		return 0, false
	}
	o := st.memory.Change(s)
	o.Define()
	o.SetBytes(0, b)
	return st.memory.Address(s), true
}
