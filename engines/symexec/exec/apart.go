package exec

import (
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

// copyApart copies n bytes between ranges that must not overlap unless they are one.
func (m *Machine) copyApart(st *State, to, from, n expr.Value) bool {
	together := to.T == 0 && from.T == 0 && to.W != from.W && program.Slot(to.W) == program.Slot(from.W)
	if !together && m.copySized(st, to, from, n) {
		return true
	}
	size, ok := m.Enumerate(st, n)
	if !ok || size == 0 {
		return ok
	}
	t, ok := m.Enumerate(st, to)
	if !ok {
		return false
	}
	s, ok := m.Enumerate(st, from)
	return ok && (t == s || m.apart(st, t, size, s, size)) && m.copyMem(st, expr.Word(t), expr.Word(s), size)
}

// apart makes it an error if n bytes at a and k bytes at b overlap. What is beyond an object is left to the copy.
func (m *Machine) apart(st *State, a, n, b, k uint64) bool {
	s := program.Slot(a)
	if o := st.Memory.Object(s); machine.Apart(a, n, b, k) || s != program.Slot(b) || o == nil || !o.Live {
		return true
	}
	m.fail(st, program.FaultOverlap, m.faults().Overlap(st.Top.Fn.IR.Source, a, n, b, k, m.describe(st, s)))
	return false
}

// stringsApart is apart for a string that is copied, see program.IntrinApart. Only within one
// object lengths are decided, which the copy would decide as well.
func (m *Machine) stringsApart(st *State, a [6]expr.Value) bool {
	src, ok := m.resolve(st, a[1], 1, "read")
	if !ok {
		return false
	}
	dst, ok := m.resolve(st, a[0], 1, "write")
	if !ok || src.slot != dst.slot {
		return ok
	}
	var w [4]uint64
	for i := range w {
		if w[i], ok = m.Enumerate(st, a[i]); !ok {
			return false
		}
	}
	old := uint64(0)
	if w[3] != 0 {
		old = m.lengthAt(st, w[0], 1<<63)
	}
	n, k := machine.CopiedString(m.lengthAt(st, w[1], w[2]), w[2], old, w[3] != 0)
	return m.apart(st, w[0], n, w[1], k)
}

// lengthAt decides how many bytes before its first NUL a string has, or before the end of its
// object: at most most.
func (m *Machine) lengthAt(st *State, a, most uint64) uint64 {
	s, off, ok := st.Memory.Inside(a, 0)
	if !ok {
		return 0
	}
	o := st.Memory.Object(s)
	n := uint64(0)
	for ; n < most && off+int(n) < o.Size; n++ {
		b := o.Load(m.terms, off+int(n), 1)
		if b.T == 0 && b.W == 0 || b.T != 0 && m.decisions.Decide(st, m.terms.Eq(b.T, m.terms.Const(8, 0))) {
			break
		}
	}
	return n
}
