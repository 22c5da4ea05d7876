package exec

import (
	"github.com/riftlab/rift/engines/symexec/code"
	"github.com/riftlab/rift/program"
)

// What a directed search needs beyond a Searcher: to be told where states come,
// to end or drop them, and to know where they are.

// EndedBySearch is the Path.Incomplete of a path that Options.OnStmt ended.
const EndedBySearch = "ended by the search"

// begin announces the statement that in begins. A fork that executes its first
// instruction again is not told again.
func (m *Machine) begin(st *State, f *Activation, in *code.Instr) Order {
	if st.begun == st.Steps {
		return Continue
	}
	st.begun = st.Steps
	order := m.opt.OnStmt(st, f.Fn.Index, in.IR.Stmt)
	m.obey(st, order, in)
	return order
}

// resume announces that f goes on with the statement of a call from which callee
// has returned; it reports whether the state goes on.
func (m *Machine) resume(st *State, f *Activation, call *code.Instr, callee *program.Func) bool {
	if m.opt.OnReturn == nil || m.opt.OnStmt == nil || callee.Library || f.Fn.IR.Library {
		return true
	}
	m.obey(st, m.opt.OnReturn(st, f.Fn.Index, call.IR.Stmt), call)
	return !st.Done
}

// obey carries out an order at an instruction.
func (m *Machine) obey(st *State, order Order, in *code.Instr) {
	switch order {
	case Pause:
		m.paused = true
	case End:
		st.Done, st.Ended, st.Unsupported = true, true, EndedBySearch
		st.Place = m.code.IR.Position(in.IR.At)
	}
}
