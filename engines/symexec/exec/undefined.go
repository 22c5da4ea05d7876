package exec

import (
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

// Undefined bits, by the definition of program.Undefined. Which bits of a value
// are undefined may depend on the input: it is a value itself.

// originOf describes a read of n bytes by the present instruction; at is the first
// that was never written.
func (m *Machine) originOf(st *State, s uint32, off int, n uint64, at int) *origin {
	o := &origin{span: m.span(st, s, int64(off), n), never: machine.NeverWritten(n, uint64(at))}
	if !st.Top.Fn.IR.Library {
		o.at = st.Position(m.code.IR)
	}
	return o
}

// told tells of the use of what was read, which may be elsewhere.
func (o *origin) told(here program.Position) string {
	m := "read of " + o.span
	if o.at.Line != 0 && (here.File != o.at.File || here.Line != o.at.Line) {
		m += " at " + o.at.String()
	}
	return m + o.never
}

// allDefined makes sure that no bit of n bytes is undefined, or ends the path with
// the fault.
func (m *Machine) allDefined(st *State, s uint32, off, n int) bool {
	o := st.Memory.Object(s)
	if _, ok := o.Initialised(off, n); ok {
		return true
	}
	for i := off; i < off+n; i++ {
		if u := o.UndefinedByte(i); !m.isZero(st, u) {
			m.fail(st, program.FaultUninitialised, m.neverWritten(st, s, off, uint64(n), i))
			return false
		}
	}
	return true
}

// isZero decides whether what is undefined of something is nothing.
func (m *Machine) isZero(st *State, u expr.Value) bool {
	if u.T == 0 {
		return u.W == 0
	}
	return m.decisions.Decide(st, m.terms.Eq(u.T, m.terms.Const(m.terms.Width(u.T), 0)))
}

// use makes sure that no bit of a register is undefined, or ends the path with
// the fault.
func (m *Machine) use(st *State, u undefined) bool {
	if m.isZero(st, u.bits) {
		return true
	}
	m.fail(st, program.FaultUninitialised, u.from.told(st.Position(m.code.IR)))
	return false
}

// either returns what is undefined of two operands together.
func (m *Machine) either(a, b undefined, bits int) undefined {
	switch {
	case a.none():
		return b
	case b.none():
		return a
	}
	a.bits = m.terms.Either(a.bits, b.bits, bits)
	return a
}
