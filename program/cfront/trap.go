package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/diag"
)

// trapped is a statement that was given up: an instruction that stops the run
// stands for it, and for the blocks from first to before end that were made
// for it and have no code.
type trapped struct {
	first, end int
	trap       program.Instr
}

// trapping lowers the statement n by body. A construct that rift does not
// implement makes the rest of the statement a trap. Initialisers of static
// storage are evaluated when there is no run: they can not be given up so.
func (f *fn) trapping(n cc.Node, body func()) {
	scope, breaks, conts, static := f.scope, f.breaks, f.conts, f.static
	flags, stmt, first := f.flags, f.stmt, len(f.blocks)
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		b, ok := r.(diag.Bail)
		if !ok || !b.Err.Unsupported || static {
			panic(r)
		}
		f.scope, f.breaks, f.conts, f.static = scope, breaks, conts, static
		f.flags = flags
		if f.stmt == stmt {
			f.begins(program.StmtExpr, n)
		}
		f.node = b.Node
		if f.def != nil { // what stands behind the statement is not translated either
			b.Err.Text = strings.Join(strings.Fields(cc.NodeSource(f.def)), " ")
		}
		f.giveUp(b.Err, first)
	}()
	body()
}

// giveUp ends the current block at a construct that is not supported; blocks
// from first on belong to the statement around it.
func (f *fn) giveUp(e *program.Error, first int) {
	if f.ended {
		f.begin(f.block("dead"))
	}
	i := len(f.out.Unsupported)
	f.out.Unsupported = append(f.out.Unsupported, e)
	in := f.emit(program.Instr{Op: program.Unreachable, Dst: program.NoReg, A: program.C(program.I32, uint64(i))})
	f.trapped = append(f.trapped, trapped{first, len(f.blocks), *in})
}

// missing returns the end of block i, which has none. Without traps control
// can not reach it. With them it may be part of a statement that was given up,
// or the block of a label in one, which a jump from elsewhere has made; then
// the first trap stands for it.
func (f *fn) missing(i int) program.Instr {
	for _, t := range f.trapped {
		if t.first <= i && i < t.end {
			return t.trap
		}
	}
	if len(f.trapped) > 0 {
		return f.trapped[0].trap
	}
	return program.Instr{Op: program.Unreachable, Dst: program.NoReg, Stmt: -1, Flags: program.Implicit}
}
