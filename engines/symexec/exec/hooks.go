package exec

import (
	"slices"

	"github.com/riftlab/rift/engines/symexec/code"
	"github.com/riftlab/rift/program"
)

// What a directed search needs beyond a Searcher: to be told where states come,
// to end or drop them, and to know where they are.

// Order says what becomes of a state that begins a statement.
type Order uint8

// The orders.
const (
	Continue Order = iota
	// Pause ends the state's turn after the next instruction, so that the
	// searcher can choose again.
	Pause
	// End ends the path here: there is an input that comes to this statement,
	// and what happens after it does not matter. Path.Incomplete says so.
	End
)

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

// Frame is the place of an activation: the instruction that it executes next or,
// if it called another, the call.
type Frame struct {
	Func, Block, Index int // indices into Program.Funcs, Func.Blocks, Block.Instrs
}

// Where returns the place of the activation.
func (f *Activation) Where() Frame {
	b, ok := slices.BinarySearch(f.Fn.Starts, f.PC)
	if !ok {
		b--
	}
	return Frame{f.Fn.Index, b, int(f.PC - f.Fn.Starts[b])}
}

// Frames appends the places of the state's activations to dst, the innermost
// last.
func (st *State) Frames(dst []Frame) []Frame {
	first := len(dst)
	for f := st.Top; f != nil; f = f.Caller {
		dst = append(dst, f.Where())
	}
	slices.Reverse(dst[first:])
	return dst
}

// Statement returns the index of the statement that an activation is in, -1 if
// there is none.
func (f Frame) Statement(p *program.Program) int32 {
	return p.Funcs[f.Func].Blocks[f.Block].Instrs[f.Index].Stmt
}
