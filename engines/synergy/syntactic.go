package synergy

import (
	"slices"

	"github.com/riftlab/rift/program"
)

// maxAnalysed is the number of instructions of the user's code above which what
// the other side of a branch may do is read off its instructions alone: the
// analysis of pointers and dependence would take minutes.
const maxAnalysed = 20_000

// size counts the instructions of the user's code.
func (c *code) size() int {
	n := 0
	for _, fn := range c.p.Funcs {
		if !fn.Library {
			for _, b := range fn.Blocks {
				n += len(b.Instrs)
			}
		}
	}
	return n
}

// sideDefines reports whether the blocks on a side assign v themselves, and the
// use can be reached from there: a register by its number; memory by a store to
// the same global, or by one of the same size through a pointer.
func (m *mayDefine) sideDefines(branch place, side []int32, use place, v *variable) bool {
	fn := m.c.p.Funcs[branch.fn]
	for _, b := range side {
		for i := range fn.Blocks[b].Instrs {
			in := &fn.Blocks[b].Instrs[i]
			if !v.assignedBy(in) {
				continue
			}
			if branch.fn != use.fn || m.reaches(fn, b, use.block) {
				return true
			}
		}
	}
	return false
}

func (v *variable) assignedBy(in *program.Instr) bool {
	if v.reg != program.NoReg {
		return in.Dst == v.reg
	}
	if in.Op != program.Store {
		return false
	}
	if in.A.Mode == program.GlobalAddr {
		a := program.GlobalAddress(int(in.A.Index), int64(in.A.Bits)+in.Off)
		return a < v.address+uint64(v.size) && v.address < a+uint64(in.Kind.Bytes())
	}
	return in.Kind.Bytes() == v.size
}

func (m *mayDefine) reaches(fn *program.Func, from, to int32) bool {
	seen := map[int32]bool{from: true}
	for work := []int32{from}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == to {
			return true
		}
		for _, s := range fn.Blocks[b].Term().Targets {
			if !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return false
}

// findPrinters marks the functions that may show output or end the run: library
// functions, and those that call one, directly or not, pointers to functions left out.
func (m *mayDefine) findPrinters() {
	m.prints = make([]bool, len(m.c.p.Funcs))
	for f, fn := range m.c.p.Funcs {
		facts := m.c.facts(int32(f))
		m.prints[f] = fn.Library && (facts.Output || facts.Ends)
	}
	for changed := true; changed; {
		changed = false
		for f, fn := range m.c.p.Funcs {
			if !m.prints[f] && !fn.Library && slices.ContainsFunc(fn.Blocks, m.blockPrints) {
				m.prints[f], changed = true, true
			}
		}
	}
}

func (m *mayDefine) blockPrints(b *program.Block) bool {
	return slices.ContainsFunc(b.Instrs, func(in program.Instr) bool {
		return in.Op == program.Call && in.A.Mode == program.FuncAddr && m.prints[in.A.Index]
	})
}
