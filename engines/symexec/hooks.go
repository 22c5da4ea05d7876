package symexec

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
func (e *Explorer) begin(st *State, f *frame, in *code.Instr) Order {
	if st.begun == st.Steps {
		return Continue
	}
	st.begun = st.Steps
	order := e.opt.OnStmt(st, f.f.Index, in.IR.Stmt)
	e.obey(st, order, in)
	return order
}

// resume announces that f goes on with the statement of a call from which callee
// has returned; it reports whether the state goes on.
func (e *Explorer) resume(st *State, f *frame, call *code.Instr, callee *program.Func) bool {
	if e.opt.OnReturn == nil || e.opt.OnStmt == nil || callee.Library || f.f.IR.Library {
		return true
	}
	e.obey(st, e.opt.OnReturn(st, f.f.Index, call.IR.Stmt), call)
	return !st.done
}

// obey carries out an order at an instruction.
func (e *Explorer) obey(st *State, order Order, in *code.Instr) {
	switch order {
	case Pause:
		e.paused = true
	case End:
		st.done, st.ended, st.unsupported = true, true, EndedBySearch
		st.place = e.code.IR.Position(in.IR.At)
	}
}

// prune reports whether a state that is not done is dropped.
func (e *Explorer) prune(st *State) bool {
	if e.opt.Keep == nil || st.done || e.opt.Keep(st) {
		return false
	}
	e.Stats.Pruned++
	return true
}

// evict drops states when there is little room left.
func (e *Explorer) evict() {
	limit := e.opt.MaxStates
	if e.opt.Evict == nil || e.alive < 2 || e.alive <= limit-limit/16 && !e.full {
		return
	}
	e.drop(min(e.alive-1, max(1, e.alive/4)))
	e.full = false
}

// Frame is the place of an activation: the instruction that it executes next or,
// if it called another, the call.
type Frame struct {
	Func, Block, Index int // indices into Program.Funcs, Func.Blocks, Block.Instrs
}

func (f *frame) where() Frame {
	b, ok := slices.BinarySearch(f.f.Starts, f.pc)
	if !ok {
		b--
	}
	return Frame{f.f.Index, b, int(f.pc - f.f.Starts[b])}
}

// Frames appends the places of the state's activations to dst, the innermost
// last.
func (st *State) Frames(dst []Frame) []Frame {
	first := len(dst)
	for f := st.top; f != nil; f = f.caller {
		dst = append(dst, f.where())
	}
	slices.Reverse(dst[first:])
	return dst
}

// Statement returns the index of the statement that an activation is in, -1 if
// there is none.
func (f Frame) Statement(p *program.Program) int32 {
	return p.Funcs[f.Func].Blocks[f.Block].Instrs[f.Index].Stmt
}
