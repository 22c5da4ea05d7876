package exec

import (
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

// Undefined bits, by the definition of program.Undefined. Which bits of a value
// are undefined may depend on the input: it is a value itself.

// undefined says which bits of a register are undefined, and where they were
// read; the zero value that none are. Bits set in what has bits beyond the
// width of the register mean nothing.
type undefined struct {
	bits expr.Value
	from *origin
}

// origin is a read of bytes that were not written.
type origin struct {
	span, never string
	at          program.Position // of the read, if it is in the program's own code
}

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

func (u undefined) none() bool { return u.bits.T == 0 && u.bits.W == 0 }

// undefinedIn returns what is undefined of a register.
func (f *Activation) undefinedIn(slot int32) undefined {
	if int(slot) >= len(f.undef) {
		return undefined{}
	}
	return f.undef[slot]
}

// setUndefined says what is undefined of a register.
func (f *Activation) setUndefined(slot int32, u undefined) {
	if f.undef == nil {
		if u.none() {
			return
		}
		f.undef = make([]undefined, f.Fn.Homeless)
	}
	if slot >= f.Fn.Homeless {
		return // nobody reads it
	}
	if !f.undef[slot].none() {
		f.tainted--
	}
	if !u.none() {
		f.tainted++
	}
	f.undef[slot] = u
	if f.tainted == 0 {
		f.undef = nil
	}
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
