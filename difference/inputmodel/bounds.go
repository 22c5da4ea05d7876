package inputmodel

import (
	"slices"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta/mapping"
)

// Bounds returns the numbers, from least on and below most, with which the changed code of
// two versions compares something, in order: a bound that was moved shows only on inputs that
// are as large as it.
func Bounds(m *mapping.Mapping, least, most uint64) []int {
	old, new := m.Programs()
	var bounds []int
	collect := func(p *program.Program, fn int, stmt int32) {
		for _, b := range p.Funcs[fn].Blocks {
			for i := range b.Instrs {
				in := &b.Instrs[i]
				if in.Stmt != stmt || in.Op < program.Eq || in.Op > program.SLe {
					continue
				}
				for _, x := range []program.Operand{in.A, in.B} {
					if x.Mode == program.Const && x.Bits >= least && x.Bits < most {
						bounds = append(bounds, int(x.Bits))
					}
				}
			}
		}
	}
	for _, c := range m.Changed() {
		if !c.Exact {
			continue
		}
		collect(new, c.Func, c.Stmt)
		if fn, stmt, ok := m.ToOld(c.Func, c.Stmt); ok {
			collect(old, fn, stmt)
		}
	}
	for _, s := range m.Deleted() {
		collect(old, s.OldFunc, s.OldStmt)
	}
	slices.Sort(bounds)
	return slices.Compact(bounds)
}
