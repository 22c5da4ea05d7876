package difference

import (
	"slices"

	"github.com/riftlab/rift/program"
)

// assertionLine is, for the functions that report a failed assertion, which argument is
// the line.
var assertionLine = map[string]int{"__assert_fail": 2, "__assert_perror_fail": 2, "__assert": 2}

// alignAssertions returns the new version's program with the lines that its assertions
// have in the old one. At which line an assertion fails is no difference
// (program.Equivalence.SameStderr), and so it is no change either that every assertion
// behind an inserted line is one line further down. Neither program is changed.
func alignAssertions(old, new *program.Program) *program.Program {
	type line struct {
		block, instr int
		bits         uint64
	}
	of := func(p *program.Program, f *program.Func) (lines map[string][]line) {
		lines = map[string][]line{}
		for b, block := range f.Blocks {
			for i := range block.Instrs {
				in := &block.Instrs[i]
				if in.Op != program.Call || in.A.Mode != program.FuncAddr {
					continue
				}
				at, ok := assertionLine[p.Funcs[in.A.Index].Name]
				if !ok || !p.Funcs[in.A.Index].Library || at >= len(in.Args) || in.Args[at].Mode != program.Const {
					continue
				}
				what := ""
				if a := &in.Args[0]; a.Mode == program.GlobalAddr {
					what = string(p.Globals[a.Index].Data)
				}
				lines[what] = append(lines[what], line{b, i, in.Args[at].Bits})
			}
		}
		return lines
	}
	var out *program.Program
	for n, f := range new.Funcs {
		o, ok := old.FuncByName(f.Name)
		if !ok || f.Library || old.Funcs[o].Library {
			continue
		}
		before, after := of(old, old.Funcs[o]), of(new, f)
		var g *program.Func
		for what, list := range after {
			for k, x := range list {
				if k >= len(before[what]) || before[what][k].bits == x.bits {
					continue
				}
				if g == nil {
					g = cloned(f)
				}
				in := &g.Blocks[x.block].Instrs[x.instr]
				in.Args = slices.Clone(in.Args)
				in.Args[assertionLine[new.Funcs[in.A.Index].Name]].Bits = before[what][k].bits
			}
		}
		if g == nil {
			continue
		}
		if out == nil {
			p := *new
			p.Funcs = slices.Clone(new.Funcs)
			out = &p
		}
		out.Funcs[n] = g
	}
	if out == nil {
		return new
	}
	return out
}

// cloned returns a function whose instructions may be changed.
func cloned(f *program.Func) *program.Func {
	g := *f
	g.Blocks = make([]*program.Block, len(f.Blocks))
	for i, b := range f.Blocks {
		c := *b
		c.Instrs = slices.Clone(b.Instrs)
		g.Blocks[i] = &c
	}
	return &g
}
