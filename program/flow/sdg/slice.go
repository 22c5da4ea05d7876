package sdg

import (
	"math/bits"
	"sync"

	"github.com/riftlab/rift/program/flow/cfg"
)

// reverse is the dependence graph the other way round, made when it is first
// needed.
type reverse struct {
	once  sync.Once
	start []int32
	users []vertex
	takes map[port][]vertex // by output of a call: the vertices that take it
	rows  [][][]uint64      // by function and input: outputs that depend on it
}

func (g *Graph) reversed() *reverse {
	r := &g.rev
	r.once.Do(func() {
		d := g.dep
		n := len(d.node)
		r.start = make([]int32, n+1)
		for _, e := range d.edges {
			r.start[e.to+1]++
		}
		for i := range n {
			r.start[i+1] += r.start[i]
		}
		at := append([]int32(nil), r.start[:n]...)
		r.users = make([]vertex, len(d.edges))
		for v := range n {
			for _, e := range d.deps(vertex(v)) {
				r.users[at[e.to]] = vertex(v)
				at[e.to]++
			}
		}
		r.takes = d.takers()
		r.rows = make([][][]uint64, len(d.faces))
		for f, fc := range d.faces {
			if fc == nil {
				continue
			}
			r.rows[f] = bitRows(len(fc.in), len(fc.out))
			for o, row := range fc.flows {
				for k, b := range row {
					for ; b != 0; b &= b - 1 {
						i := k*64 + bits.TrailingZeros64(b)
						r.rows[f][i][o/64] |= 1 << (o % 64)
					}
				}
			}
		}
	})
	return r
}

// vertexIndex finds the vertices of nodes and instructions; it is made when it is
// first needed.
type vertexIndex struct {
	once  sync.Once
	start []int32 // by node
	list  []vertex
}

func (g *Graph) indexed() *vertexIndex {
	x := &g.index
	x.once.Do(func() {
		x.start = make([]int32, g.cfg.Len()+1)
		for _, n := range g.dep.node {
			if n != cfg.NoNode {
				x.start[n+1]++
			}
		}
		for n := range g.cfg.Len() {
			x.start[n+1] += x.start[n]
		}
		at := append([]int32(nil), x.start...)
		x.list = make([]vertex, x.start[g.cfg.Len()])
		for v, n := range g.dep.node {
			if n != cfg.NoNode {
				x.list[at[n]] = vertex(v)
				at[n]++
			}
		}
	})
	return x
}

// verticesOf returns the vertices of a node, ascending. The slice must not be
// changed.
func (g *Graph) verticesOf(n cfg.Node) []vertex {
	x := g.indexed()
	return x.list[x.start[n]:x.start[n+1]]
}

// verticesAt returns the vertices of an instruction.
func (g *Graph) verticesAt(fn, block, index int) (list []vertex) {
	want := instrRef{int32(block), int32(index)}
	for _, v := range g.verticesOf(g.cfg.At(fn, block, index)) {
		if g.dep.ref[v] == want {
			list = append(list, v)
		}
	}
	return list
}

// Instrs calls f with the places of the instructions that a node has vertices of, as
// often as it has some.
func (g *Graph) Instrs(n cfg.Node, f func(block, index int32)) {
	for _, v := range g.verticesOf(n) {
		if r := g.dep.ref[v]; r.block >= 0 {
			f(r.block, r.index)
		}
	}
}

// vertices calls f for each vertex of a node.
func (g *Graph) vertices(n cfg.Node, f func(v vertex)) {
	for _, v := range g.verticesOf(n) {
		f(v)
	}
}

// back calls f for each vertex that v depends on directly: within the function
// and across calls by their summaries; and, as asked, on what callers pass in
// (up) and on what callees return (down).
func (d *dependence) back(v vertex, up, down bool, f func(vertex)) {
	for _, e := range d.deps(v) {
		f(e.to)
	}
	d.summaryDeps(v, false, f)
	if down {
		for _, p := range d.outPorts.of(v) {
			fc := d.faces[d.calls[p.call].callee]
			if o := fc.out[p.number]; o != noVertex {
				f(o)
			}
		}
	}
	if up {
		if p, ok := d.formalIn(v); ok {
			for _, c := range d.callsOf[p.call] {
				if to := d.calls[c].in[p.number]; to != noVertex {
					f(to)
				}
			}
		}
	}
}

// forth is back in the other direction: up means to the callers that take an
// output, down into callees.
func (g *Graph) forth(v vertex, up, down bool, f func(vertex)) {
	d, r := g.dep, g.reversed()
	for _, u := range r.users[r.start[v]:r.start[v+1]] {
		f(u)
	}
	for _, p := range d.inPorts.of(v) {
		c := &d.calls[p.call]
		if down {
			if in := d.faces[c.callee].in[p.number]; in != noVertex {
				f(in)
			}
		}
		for k, b := range r.rows[c.callee][p.number] {
			for ; b != 0; b &= b - 1 {
				for _, to := range r.takes[port{p.call, int32(k*64 + bits.TrailingZeros64(b))}] {
					f(to)
				}
			}
		}
	}
	if up {
		if p, ok := d.formalOut(v); ok {
			for _, c := range d.callsOf[p.call] {
				for _, to := range r.takes[port{c, p.number}] {
					f(to)
				}
			}
		}
	}
}

// Backward returns the backward slice: all nodes that the seeds depend on,
// directly or not, the seeds included. Paths match calls with returns: what
// flows into a function at one call does not flow out at another.
// Source: Horwitz, Reps, Binkley 1990, section 4 (two phases over summaries).
func (g *Graph) Backward(seeds ...cfg.Node) cfg.NodeSet {
	return g.slice(seeds, func(v vertex, first bool, f func(vertex)) { g.dep.back(v, first, !first, f) })
}

// Forward returns the forward slice: all nodes that depend on the seeds, the
// seeds included. See Backward.
func (g *Graph) Forward(seeds ...cfg.Node) cfg.NodeSet {
	return g.slice(seeds, func(v vertex, first bool, f func(vertex)) { g.forth(v, first, !first, f) })
}

func (g *Graph) slice(seeds []cfg.Node, step func(v vertex, first bool, f func(vertex))) cfg.NodeSet {
	set := cfg.NewNodeSet(g.cfg.Len())
	seen := make([]uint8, len(g.dep.node))
	var work, later []vertex
	for _, n := range seeds {
		set.Add(n)
		g.vertices(n, func(v vertex) {
			seen[v] |= 1
			work = append(work, v)
		})
	}
	for phase := uint8(1); phase <= 2; phase++ {
		for len(work) > 0 {
			v := work[len(work)-1]
			work = work[:len(work)-1]
			if n := g.dep.node[v]; n != cfg.NoNode {
				set.Add(n)
			}
			if phase == 1 {
				later = append(later, v)
			}
			step(v, phase == 1, func(w vertex) {
				if seen[w]&phase == 0 {
					seen[w] |= phase
					work = append(work, w)
				}
			})
		}
		for _, v := range later {
			seen[v] |= 2
		}
		work, later = append(work, later...), nil
	}
	return set
}
