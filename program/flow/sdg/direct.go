package sdg

import (
	"cmp"
	"slices"

	"github.com/riftlab/rift/program/flow/cfg"
	"github.com/riftlab/rift/program/flow/pointsto"
)

// Dependence is a direct dependence on a node.
type Dependence struct {
	Node cfg.Node
	// pointsto.Location is what carries a data dependence: one of the locations, if
	// there are several. pointsto.NoLocation for control dependences and for values
	// that functions return.
	Location pointsto.Location
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
func (w *walk) from(v vertex, loc pointsto.Location, phase int32) {
	d := w.g.dep
	if n := d.node[v]; n != cfg.NoNode {
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
		if l == pointsto.NoLocation || int(l) >= int(w.g.pt.Cells()) {
			l = loc
		}
		w.from(e.to, l, phase)
	}
	w.calls(v, loc, phase)
}

// calls follows what v takes from callees, or from callers.
func (w *walk) calls(v vertex, loc pointsto.Location, phase int32) {
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
		w.calls(v, pointsto.NoLocation, 0)
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
func (g *Graph) Data(n cfg.Node) []Dependence { return g.direct(g.verticesOf(n), true, true) }

// Control returns the direct control dependences of n, sorted by node: the
// conditions that decide whether n is executed, calls that may not return
// before it, or the entry of the function if nothing inside decides. The entry
// of a function depends on the calls of it.
func (g *Graph) Control(n cfg.Node) []Dependence {
	if g.cfg.Info(n).Kind == cfg.Entry {
		w := map[cfg.Node]bool{}
		for _, c := range g.dep.callsOf[g.cfg.Info(n).Func] {
			w[g.dep.node[g.dep.calls[c].in[inEntry]]] = true
		}
		var list []Dependence
		for m := range w {
			list = append(list, Dependence{m, pointsto.NoLocation})
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
