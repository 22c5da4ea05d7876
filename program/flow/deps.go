package flow

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/libfacts"
)

// Dependence is a direct dependence on a node.
type Dependence struct {
	Node Node
	// Location is what carries a data dependence: one of the locations, if
	// there are several. NoLocation for control dependences and for values
	// that functions return.
	Location Location
}

// walk finds the nodes behind the transparent vertices that an edge leads to.
type walk struct {
	g    *Graph
	data bool
	seen []uint64 // bit 2*v+phase; nil until there is one
	out  map[Dependence]bool
}

// visit reports whether the walk comes to v for the first time in a phase. Walks
// from nodes that read much go through most of the vertices.
func (w *walk) visit(v vertex, phase int32) bool {
	if w.seen == nil {
		w.seen = make([]uint64, len(w.g.dep.node)/32+1)
	}
	word, bit := &w.seen[v/32], uint64(1)<<(2*(v%32)+phase)
	first := *word&bit == 0
	*word |= bit
	return first
}

// from follows an edge to v. phase 0 may go up to callers or down into
// callees; phase 1, inside a callee, may not go up.
func (w *walk) from(v vertex, loc Location, phase int32) {
	d := w.g.dep
	if n := d.node[v]; n != NoNode {
		w.out[Dependence{n, loc}] = true
		return
	}
	if !w.visit(v, phase) {
		return
	}
	for _, e := range d.deps(v) {
		if e.control == w.data {
			continue
		}
		l := e.loc
		if l == NoLocation || int(l) >= len(w.g.a.cellObj) {
			l = loc
		}
		w.from(e.to, l, phase)
	}
	w.calls(v, loc, phase)
}

// calls follows what v takes from callees, or from callers.
func (w *walk) calls(v vertex, loc Location, phase int32) {
	d := w.g.dep
	d.summaryDeps(v, true, func(to vertex) { w.from(to, loc, phase) })
	for _, p := range d.outPorts.of(v) {
		if (p.number == outExit) == w.data {
			continue
		}
		if o := d.faces[d.calls[p.call].callee].out[p.number]; o != noVertex {
			w.from(o, loc, 1)
		}
	}
	if p, ok := d.formalIn(v); ok && phase == 0 {
		for _, c := range d.callsOf[p.call] {
			if to := d.calls[c].in[p.number]; to != noVertex {
				w.from(to, loc, 0)
			}
		}
	}
}

// direct returns the direct dependences of some vertices; those of a whole node
// without what happens inside it.
func (g *Graph) direct(vs []vertex, data, whole bool) []Dependence {
	w := &walk{g: g, data: data, out: map[Dependence]bool{}}
	for _, v := range vs {
		for _, e := range g.dep.deps(v) {
			// Within one execution of a node its parts depend on each other;
			// that says nothing about nodes.
			if e.control != data && (!whole || g.dep.node[e.to] != g.dep.node[v]) {
				w.from(e.to, e.loc, 0)
			}
		}
		w.calls(v, NoLocation, 0)
	}
	list := make([]Dependence, 0, len(w.out))
	for d := range w.out {
		list = append(list, d)
	}
	slices.SortFunc(list, func(a, b Dependence) int {
		return cmp.Or(cmp.Compare(a.Node, b.Node), cmp.Compare(a.Location, b.Location))
	})
	return list
}

// Data returns the direct data dependences of n: the definitions, in whatever
// function, that may reach what n reads, sorted by node. A parameter is
// defined by the calls that pass it, a result of a call by the return
// statements of the callees.
func (g *Graph) Data(n Node) []Dependence { return g.direct(g.verticesOf(n), true, true) }

// Control returns the direct control dependences of n, sorted by node: the
// conditions that decide whether n is executed, calls that may not return
// before it, or the entry of the function if nothing inside decides. The entry
// of a function depends on the calls of it.
func (g *Graph) Control(n Node) []Dependence {
	if g.info[n].Kind == Entry {
		w := map[Node]bool{}
		for _, c := range g.dep.callsOf[g.info[n].Func] {
			w[g.dep.node[g.dep.calls[c].in[inEntry]]] = true
		}
		var list []Dependence
		for m := range w {
			list = append(list, Dependence{m, NoLocation})
		}
		slices.SortFunc(list, func(a, b Dependence) int { return cmp.Compare(a.Node, b.Node) })
		return list
	}
	return g.direct(g.verticesOf(n), false, true)
}

// DataOf returns the direct data dependences of one instruction, see Data.
func (g *Graph) DataOf(fn, block, index int) []Dependence {
	return g.direct(g.verticesAt(fn, block, index), true, false)
}

// ControlOf returns the direct control dependences of one instruction, see
// Control.
func (g *Graph) ControlOf(fn, block, index int) []Dependence {
	return g.direct(g.verticesAt(fn, block, index), false, false)
}

// Mod returns the locations that n may change, callees included, ascending;
// registers that it assigns are among them.
func (g *Graph) Mod(n Node) []Location { return g.touched(n, true) }

// Ref returns the locations that n may read, callees included, ascending;
// registers are among them.
func (g *Graph) Ref(n Node) []Location { return g.touched(n, false) }

func (g *Graph) touched(n Node, mod bool) []Location {
	f := int32(g.info[n].Func)
	var out []Location
	for _, x := range g.fn[f].accesses {
		if x.block < 0 || g.nodeOf(f, &g.p.Funcs[f].Blocks[x.block].Instrs[x.index]) != n {
			continue
		}
		switch {
		case !mod:
			out = append(out, x.refs...)
		case !x.undefs:
			out = append(append(out, x.mods...), x.kills...)
		}
	}
	for _, id := range g.atSites[n] {
		for _, h := range g.a.sites[id].calleesOf() {
			e := g.effects[[2]int32{id, h}]
			set := e.ref
			if mod {
				set = e.mod
			}
			set.Each(func(l int32) { out = append(out, Location(l)) })
		}
	}
	var uses [8]program.Reg
	g.vertices(n, func(v vertex) {
		r := g.dep.ref[v]
		if r.block < 0 {
			return
		}
		in := &g.p.Funcs[f].Blocks[r.block].Instrs[r.index]
		if mod {
			if in.Dst >= 0 {
				out = append(out, g.reg[f]+Location(in.Dst))
			}
			return
		}
		for _, u := range in.Uses(uses[:0]) {
			out = append(out, g.reg[f]+Location(u))
		}
	})
	return sortLocations(out)
}

// Object returns the object that a location is a cell of; false for registers.
func (g *Graph) Object(l Location) (Object, bool) {
	if l < 0 || int(l) >= len(g.a.cellObj) {
		return Object{}, false
	}
	return g.a.list[g.a.cellObj[l]], true
}

// Register returns the function and register that a location is; false for
// memory.
func (g *Graph) Register(l Location) (fn int, r program.Reg, ok bool) {
	if int(l) < len(g.a.cellObj) {
		return 0, program.NoReg, false
	}
	for _, f := range g.funcs {
		if i := l - g.reg[f]; i >= 0 && int(i) < len(g.p.Funcs[f].Regs) {
			return int(f), program.Reg(i), true
		}
	}
	return 0, program.NoReg, false
}

// Summary reports whether a location stands for several pieces of memory, such
// as the elements of an array or the objects that one call allocates.
func (g *Graph) Summary(l Location) bool {
	o, ok := g.Object(l)
	return ok && (!o.single || o.lay.cells[l-o.first].summary)
}

// Name returns the name of a location for people, such as "list.next", "buf[]"
// or "heap@12:3.x"; temporaries are called "%n".
func (g *Graph) Name(l Location) string {
	if l < 0 {
		return ""
	}
	if f, r, ok := g.Register(l); ok {
		if name := g.p.Funcs[f].Regs[r].Name; name != "" {
			return name
		}
		return fmt.Sprintf("%%%d", r)
	}
	return g.a.name(l)
}

// callGraph notes the calls of nodes.
func (g *Graph) callGraph() {
	g.atSites = make([][]int32, len(g.info))
	g.callers = make([][]Node, len(g.p.Funcs))
	for id, s := range g.a.sites {
		n := g.Exit(int(s.fn))
		if s.block >= 0 {
			n = g.nodeOf(s.fn, s.in)
		}
		g.atSites[n] = append(g.atSites[n], int32(id))
		for _, h := range s.calleesOf() {
			if !slices.Contains(g.callers[h], n) {
				g.callers[h] = append(g.callers[h], n)
			}
		}
	}
	for _, list := range g.callers {
		slices.Sort(list)
	}
}

// Callees returns the functions of the program that n may call, by name,
// through pointers or by way of the library (qsort, atexit), ascending.
func (g *Graph) Callees(n Node) []int {
	var out []int
	for _, id := range g.atSites[n] {
		for _, h := range g.a.sites[id].calleesOf() {
			out = append(out, int(h))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// LibraryCallees returns the run-time library functions that n may call,
// ascending.
func (g *Graph) LibraryCallees(n Node) []int {
	var out []int
	for _, id := range g.atSites[n] {
		for _, h := range g.a.sites[id].libs {
			out = append(out, int(h))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// CalleesAt returns the functions of the program that the call at a place may
// call, ascending.
func (g *Graph) CalleesAt(fn, block, index int) []int {
	id, ok := g.a.siteAt[instrKey{int32(fn), int32(block), int32(index)}]
	if !ok {
		return nil
	}
	var out []int
	for _, h := range g.a.sites[id].calleesOf() {
		out = append(out, int(h))
	}
	return out
}

// Callers returns the nodes that may call a function, ascending.
func (g *Graph) Callers(fn int) []Node { return g.callers[fn] }

// Outputs returns the nodes whose execution shows something to the world,
// ascending: they write output, may end the run, or return from a function in
// which runs begin.
func (g *Graph) Outputs() []Node { return g.outputs }

func (g *Graph) findOutputs() {
	out := map[Node]bool{}
	for n, list := range g.atSites {
		for _, id := range list {
			s := g.a.sites[id]
			if s.block < 0 {
				continue
			}
			shows := func(e *libfacts.Effects) {
				if e.Output || e.Ends {
					out[Node(n)] = true
				}
			}
			for _, h := range s.libs {
				shows(g.a.lib.Of(int(h)))
			}
			if s.intrinsic != nil {
				shows(s.intrinsic)
			}
		}
	}
	for _, f := range g.a.roots {
		exit := g.Exit(int(f))
		for _, p := range g.preds[exit] {
			if g.info[p].Kind == Statement && g.p.Funcs[f].Stmts[g.info[p].Stmt].Kind == program.StmtReturn {
				out[p] = true
			} else {
				out[exit] = true // it falls off the end
			}
		}
	}
	for n := range out {
		g.outputs = append(g.outputs, n)
	}
	slices.Sort(g.outputs)
}
