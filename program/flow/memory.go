package flow

import (
	"fmt"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow/pointsto"
)

// Mod returns the locations that n may change, callees included, ascending;
// registers that it assigns are among them.
func (g *Graph) Mod(n Node) []Location { return g.touched(n, true) }

// Ref returns the locations that n may read, callees included, ascending;
// registers are among them.
func (g *Graph) Ref(n Node) []Location { return g.touched(n, false) }

func (g *Graph) touched(n Node, mod bool) []Location {
	f := int32(g.Info(n).Func)
	fn := g.Program().Funcs[f]
	var out []Location
	for _, x := range g.pt.Accesses(f) {
		if x.Block < 0 || g.Of(f, &fn.Blocks[x.Block].Instrs[x.Index]) != n {
			continue
		}
		switch {
		case !mod:
			out = append(out, x.Refs...)
		case !x.Undefs:
			out = append(append(out, x.Mods...), x.Kills...)
		}
	}
	for _, id := range g.calls.sites[n] {
		for _, h := range g.pt.Sites()[id].Callees() {
			e := g.mr.Effect(id, h)
			set := e.Ref
			if mod {
				set = e.Mod
			}
			set.Each(func(l int32) { out = append(out, Location(l)) })
		}
	}
	var uses [8]program.Reg
	g.deps.Instrs(n, func(block, index int32) {
		in := &fn.Blocks[block].Instrs[index]
		if mod {
			if in.Dst >= 0 {
				out = append(out, g.pt.Registers(f)+Location(in.Dst))
			}
			return
		}
		for _, u := range in.Uses(uses[:0]) {
			out = append(out, g.pt.Registers(f)+Location(u))
		}
	})
	return pointsto.SortLocations(out)
}

// Object returns the object that a location is a cell of; false for registers.
func (g *Graph) Object(l Location) (pointsto.Object, bool) {
	if l < 0 || l >= g.pt.Cells() {
		return pointsto.Object{}, false
	}
	return g.pt.Objects()[g.pt.ObjectOf(l)], true
}

// Register returns the function and register that a location is; false for
// memory.
func (g *Graph) Register(l Location) (fn int, r program.Reg, ok bool) {
	if l < g.pt.Cells() {
		return 0, program.NoReg, false
	}
	for _, f := range g.Funcs() {
		if i := l - g.pt.Registers(int32(f)); i >= 0 && int(i) < len(g.Program().Funcs[f].Regs) {
			return f, program.Reg(i), true
		}
	}
	return 0, program.NoReg, false
}

// Summary reports whether a location stands for several pieces of memory, such
// as the elements of an array or the objects that one call allocates.
func (g *Graph) Summary(l Location) bool {
	return l >= 0 && l < g.pt.Cells() && g.pt.Summary(l)
}

// Name returns the name of a location for people, such as "list.next", "buf[]"
// or "heap@12:3.x"; temporaries are called "%n".
func (g *Graph) Name(l Location) string {
	if l < 0 {
		return ""
	}
	if f, r, ok := g.Register(l); ok {
		if name := g.Program().Funcs[f].Regs[r].Name; name != "" {
			return name
		}
		return fmt.Sprintf("%%%d", r)
	}
	return g.pt.Name(l)
}
