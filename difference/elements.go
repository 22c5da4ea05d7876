package difference

import (
	"slices"

	"github.com/riftlab/rift/difference/harness"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/mapping"
)

// usualElements are the elements behind a pointer, round by round, if nobody says how many.
var usualElements = []int{harness.DefaultElements, 8, 16, 32}

// mostElements bounds the elements that the changed code asks for.
const mostElements = 1024

// elementsFor returns how many elements are behind a pointer, round by round: the usual
// numbers, and more than the numbers with which the changed code compares something: a
// bound that was moved shows only on objects that are larger than it was.
func elementsFor(d *delta.Delta, old, new *program.Program) []int {
	m := mapping.New(d, old, new)
	usual := usualElements[len(usualElements)-1]
	var bounds []int
	collect := func(p *program.Program, fn int, stmt int32) {
		for _, b := range p.Funcs[fn].Blocks {
			for i := range b.Instrs {
				in := &b.Instrs[i]
				if in.Stmt != stmt || in.Op < program.Eq || in.Op > program.SLe {
					continue
				}
				for _, x := range []program.Operand{in.A, in.B} {
					if x.Mode == program.Const && x.Bits >= uint64(usual) && x.Bits < mostElements {
						bounds = append(bounds, int(x.Bits)+1)
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
	return append(slices.Clone(usualElements), slices.Compact(bounds)...)
}
