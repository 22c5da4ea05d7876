package sdg

import (
	"context"
	"math/bits"

	"github.com/riftlab/rift/program/flow/cfg"
)

// summariser computes for every function which outputs depend on which inputs:
// for every vertex the set of outputs that depend on it, from the outputs
// backward. Functions that call each other are worked on together: whenever an
// output turns out to depend on an input, that is passed to all calls.
// Source: Reps, Horwitz, Sagiv, Rosay, "Speeding up Slicing" (1994), with bit
// sets over the outputs in place of path edges.
type summariser struct {
	g *Graph
	d *dependence
	// through follows transparent vertices only: which inputs pass unchanged to
	// which outputs.
	through bool
	takes   map[port][]vertex // by output of a call: who takes it
	owner   []int32           // by vertex: its function
	width   []int             // by function: words of a set
	reach   [][]uint64        // by function of the present component: sets of its vertices
	queued  []bool
	work    []vertex
}

// summarise computes all summaries, callees first.
func (g *Graph) summarise(ctx context.Context) error {
	d, order := g.dep, g.pt.Order()
	s := &summariser{
		g: g, d: d, takes: d.takers(), owner: make([]int32, len(d.node)),
		width: make([]int, len(d.faces)), reach: make([][]uint64, len(d.faces)), queued: make([]bool, len(d.node)),
	}
	for _, f := range order {
		fc := d.faces[f]
		fc.flows = bitRows(len(fc.out), len(fc.in))
		fc.passes = bitRows(len(fc.out), len(fc.in))
		s.width[f] = (len(fc.out) + 63) / 64
		for v := g.ranges[f].lo; v < g.ranges[f].hi; v++ {
			s.owner[v] = f
		}
	}
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && g.pt.Component(order[j]) == g.pt.Component(order[i]) {
			j++
		}
		for _, s.through = range [2]bool{false, true} {
			if err := s.component(ctx, order[i:j]); err != nil {
				return err
			}
		}
		i = j
	}
	return nil
}

// takers returns, for each output of a call, the vertices that take it.
func (d *dependence) takers() map[port][]vertex {
	takes := map[port][]vertex{}
	for v := range d.node {
		for _, p := range d.outPorts.of(vertex(v)) {
			takes[p] = append(takes[p], vertex(v))
		}
	}
	return takes
}

func bitRows(rows, cols int) [][]uint64 {
	w := (cols + 63) / 64
	all := make([]uint64, rows*w)
	out := make([][]uint64, rows)
	for i := range out {
		out[i] = all[i*w : (i+1)*w : (i+1)*w]
	}
	return out
}

// component computes the summaries of functions that call each other.
func (s *summariser) component(ctx context.Context, funcs []int32) error {
	for _, f := range funcs {
		r := s.g.ranges[f]
		s.reach[f] = make([]uint64, int(r.hi-r.lo)*s.width[f])
		for o, v := range s.d.faces[f].out {
			if v != noVertex {
				s.set(v)[o/64] |= 1 << (o % 64)
				s.push(v)
			}
		}
	}
	for n := 0; len(s.work) > 0; n++ {
		if n&0xffff == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		v := s.work[0]
		s.work = s.work[1:]
		s.queued[v] = false
		for _, e := range s.d.deps(v) {
			s.spread(v, e.to)
		}
		s.d.summaryDeps(v, s.through, func(to vertex) { s.spread(v, to) })
		if p, ok := s.d.formalIn(v); ok {
			s.input(v, p)
		}
	}
	for _, f := range funcs {
		s.reach[f] = nil
	}
	return nil
}

// set returns the outputs of its function that are known to depend on v.
func (s *summariser) set(v vertex) []uint64 {
	f := s.owner[v]
	w := s.width[f]
	return s.reach[f][int(v-s.g.ranges[f].lo)*w:][:w]
}

func (s *summariser) push(v vertex) {
	if !s.queued[v] {
		s.queued[v] = true
		s.work = append(s.work, v)
	}
}

// spread says that what depends on from depends on to.
func (s *summariser) spread(from, to vertex) {
	if s.through && s.d.node[to] != cfg.NoNode {
		return
	}
	a, b := s.set(from), s.set(to)
	grew := false
	for i := range a {
		if n := a[i] &^ b[i]; n != 0 {
			b[i] |= n
			grew = true
		}
	}
	if grew {
		s.push(to)
	}
}

// input notes which outputs depend on an input, and tells the calls within the
// component.
func (s *summariser) input(v vertex, p port) {
	fc := s.d.faces[p.call]
	rows := fc.flows
	if s.through {
		rows = fc.passes
	}
	i := int(p.number)
	for k, b := range s.set(v) {
		for ; b != 0; b &= b - 1 {
			o := k*64 + bits.TrailingZeros64(b)
			if rows[o][i/64]>>(i%64)&1 != 0 {
				continue
			}
			rows[o][i/64] |= 1 << (i % 64)
			for _, c := range s.d.callsOf[p.call] {
				to := s.d.calls[c].in[i]
				if to == noVertex || s.reach[s.d.calls[c].caller] == nil {
					continue
				}
				for _, u := range s.takes[port{c, int32(o)}] {
					s.spread(u, to)
				}
			}
		}
	}
}

// summaryDeps calls f for each input of a call that an output taken by v
// depends on.
func (d *dependence) summaryDeps(v vertex, through bool, f func(vertex)) {
	for _, p := range d.outPorts.of(v) {
		c := &d.calls[p.call]
		fc := d.faces[c.callee]
		rows := fc.flows
		if through {
			rows = fc.passes
		}
		if int(p.number) >= len(rows) {
			continue
		}
		for k, b := range rows[p.number] {
			for ; b != 0; b &= b - 1 {
				if to := c.in[k*64+bits.TrailingZeros64(b)]; to != noVertex {
					f(to)
				}
			}
		}
	}
}
