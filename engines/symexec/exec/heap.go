package exec

import (
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/engines/symexec/memory"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

// alloc makes an object in a heap slot, or returns 0 if the limit does not
// allow it.
func (m *Machine) alloc(st *State, size uint64, kind machine.ObjectKind) uint32 {
	s := st.Memory.Allocate(size, kind, m.opt.MaxMemory)
	if s != 0 {
		m.Allocated += min(int64(size), memory.BigObject)
	}
	return s
}

// find is inside for accesses: it makes input strings what the path condition
// lets them be, and records the fault if there is no such object.
func (m *Machine) find(st *State, a, n uint64, verb string) (slot uint32, off int, ok bool) {
	if st.Memory.TextAt(a) != nil {
		s, at := program.SplitAddress(a)
		if !m.settle(st, s, uint64(at)+n) {
			if !st.Done {
				m.badAccess(st, a, n, verb)
			}
			return 0, 0, false
		}
	}
	if slot, off, ok = st.Memory.Inside(a, n); !ok {
		m.badAccess(st, a, n, verb)
	}
	return slot, off, ok
}

// readable returns n bytes at a, all of them defined, or records the fault.
func (m *Machine) readable(st *State, a, n uint64) (p memory.Piece, ok bool) {
	if n == 0 {
		return memory.Piece{}, true
	}
	s, off, ok := m.find(st, a, n, "read")
	if !ok {
		return memory.Piece{}, false
	}
	if !m.allDefined(st, s, off, int(n)) {
		return memory.Piece{}, false
	}
	p = st.Memory.Object(s).Take(m.terms, off, int(n))
	p.Define()
	return p, true
}

// writable checks that n bytes at a may be written and returns where they are.
func (m *Machine) writable(st *State, a, n uint64) (s uint32, off int, ok bool) {
	s, off, ok = m.find(st, a, n, "write")
	if ok && st.Memory.Object(s).ReadOnly {
		m.fail(st, program.FaultReadOnly, "write of "+m.span(st, s, int64(off), n))
		return 0, 0, false
	}
	return s, off, ok
}

// write puts a piece at a, or records the fault.
func (m *Machine) write(st *State, a uint64, p memory.Piece) bool {
	if len(p.Data) == 0 {
		return true
	}
	s, off, ok := m.writable(st, a, uint64(len(p.Data)))
	if ok {
		m.Allocated += int64(len(p.Data))
		st.Memory.Change(s).Put(m.terms, off, p)
	}
	return ok
}

// move copies n bytes with their state, as memmove does.
func (m *Machine) move(st *State, to, from, n uint64) bool {
	if n == 0 {
		return true
	}
	src, soff, ok := m.find(st, from, n, "read")
	if !ok {
		return false
	}
	dst, doff, ok := m.writable(st, to, n)
	if !ok {
		return false
	}
	m.Allocated += int64(n)
	st.Memory.Change(dst).Put(m.terms, doff, st.Memory.Object(src).Take(m.terms, soff, int(n)))
	return true
}

// fill sets n bytes.
func (m *Machine) fill(st *State, to uint64, c expr.Value, n uint64) bool {
	if n == 0 {
		return true
	}
	s, off, ok := m.writable(st, to, n)
	if !ok {
		return false
	}
	o := st.Memory.Change(s)
	m.Allocated += int64(n)
	if n > maxSymbolicRun {
		c = expr.Word(m.concretise(st, c))
	}
	o.Fill(m.terms, off, int(n), c)
	return true
}

// cstring returns the bytes of a NUL-terminated string without the NUL. Its
// length is decided.
func (m *Machine) cstring(st *State, a uint64) (p memory.Piece, ok bool) {
	n := uint64(0)
	for {
		s, off, ok := m.find(st, a+n, 1, "read")
		if !ok {
			return memory.Piece{}, false
		}
		if !m.allDefined(st, s, off, 1) {
			return memory.Piece{}, false
		}
		o := st.Memory.Object(s)
		b := o.Load(m.terms, off, 1)
		if b.T == 0 && b.W == 0 || b.T != 0 && m.decisions.Decide(st, m.terms.Eq(b.T, m.terms.Const(8, 0))) {
			return o.Take(m.terms, off-int(n), int(n)), true
		}
		n++
	}
}

// concreteString is cstring for names: symbolic bytes are enumerated.
func (m *Machine) concreteString(st *State, a uint64) ([]byte, bool) {
	p, ok := m.cstring(st, a)
	if !ok {
		return nil, false
	}
	for _, s := range p.Sym {
		w, ok := m.Enumerate(st, expr.Value{T: s.T})
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
func (m *Machine) concretePiece(st *State, p memory.Piece) []byte {
	for _, s := range p.Sym {
		w := m.concretise(st, expr.Value{T: s.T})
		for i := range s.N {
			p.Data[s.Off+i] = byte(w >> (8 * i))
		}
	}
	return p.Data
}

// newString returns a fresh object holding b and a NUL.
func (m *Machine) newString(st *State, b []byte) (uint64, bool) {
	s := m.alloc(st, uint64(len(b))+1, machine.StringObject)
	if s == 0 {
		m.stopped(st, "memory")
		return 0, false
	}
	o := st.Memory.Change(s)
	o.Define()
	o.SetBytes(0, b)
	return st.Memory.Address(s), true
}

// maxSymbolicRun is how many bytes one service makes symbolic.
const maxSymbolicRun = 1 << 20

// copyMem is CopyMem and the service of the same kind, with a known size.
func (m *Machine) copyMem(st *State, to, from expr.Value, n uint64) bool {
	if n == 0 {
		return true
	}
	t, ok := m.Enumerate(st, to)
	if !ok {
		return false
	}
	s, ok := m.Enumerate(st, from)
	if !ok {
		return false
	}
	if !m.canMove(st, t, s, n) {
		return false
	}
	st.Steps += machine.BulkSteps(n)
	return m.move(st, t, s, n)
}

// canMove takes the decisions of move.
func (m *Machine) canMove(st *State, to, from, n uint64) bool {
	if _, _, ok := m.find(st, from, n, "read"); !ok {
		return false
	}
	_, _, ok := m.writable(st, to, n)
	return ok
}

func (m *Machine) fillMem(st *State, to, c expr.Value, n uint64) bool {
	if n == 0 {
		return true
	}
	t, ok := m.Enumerate(st, to)
	if !ok {
		return false
	}
	if _, _, ok := m.writable(st, t, n); !ok {
		return false
	}
	st.Steps += machine.BulkSteps(n)
	return m.fill(st, t, c, n)
}
