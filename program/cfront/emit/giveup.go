package emit

import "github.com/riftlab/rift/program"

// trapped is a statement that was given up: an instruction that stops the run
// stands for it, and for the blocks from first to before end that were made
// for it and have no code.
type trapped struct {
	first, end int
	trap       program.Instr
}

// GiveUp ends the current block at a construct that is not supported; blocks
// from first on belong to the statement around it.
func (b *Builder) GiveUp(e *program.Error, first int) {
	if b.ended {
		b.Begin(b.Block("dead"))
	}
	i := len(b.Out.Unsupported)
	b.Out.Unsupported = append(b.Out.Unsupported, e)
	in := b.Emit(program.Instr{Op: program.Unreachable, Dst: program.NoReg, A: program.C(program.I32, uint64(i))})
	b.trapped = append(b.trapped, trapped{first, len(b.blocks), *in})
}

// missing returns the end of block i, which has none. Without traps control
// can not reach it. With them it may be part of a statement that was given up,
// or the block of a label in one, which a jump from elsewhere has made; then
// the first trap stands for it.
func (b *Builder) missing(i int) program.Instr {
	for _, t := range b.trapped {
		if t.first <= i && i < t.end {
			return t.trap
		}
	}
	if len(b.trapped) > 0 {
		return b.trapped[0].trap
	}
	return program.Instr{Op: program.Unreachable, Dst: program.NoReg, Stmt: -1, Flags: program.Implicit}
}
