package flow

import (
	"context"
	"math/bits"
)

// summarise computes for every function which outputs depend on which inputs,
// callees first, the functions of a recursion together until nothing changes.
// Source: Reps, Horwitz, Sagiv, Rosay, "Speeding up Slicing" (1994), with a bit
// set over the outputs per vertex in place of path edges.
func (g *Graph) summarise(ctx context.Context, order []int32) error {
	d := g.dep
	for _, f := range order {
		fc := d.faces[f]
		fc.flows = bitRows(len(fc.out), len(fc.in))
		fc.passes = bitRows(len(fc.out), len(fc.in))
	}
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && g.fn[order[j]].comp == g.fn[order[i]].comp {
			j++
		}
		if err := g.summariseTogether(ctx, order[i:j]); err != nil {
			return err
		}
		i = j
	}
	return nil
}

// summariseTogether computes the summaries of functions that call each other:
// of each again when one that it calls has grown.
func (g *Graph) summariseTogether(ctx context.Context, funcs []int32) error {
	d := g.dep
	comp := g.fn[funcs[0]].comp
	work := append([]int32(nil), funcs...)
	waiting := map[int32]bool{}
	for _, f := range work {
		waiting[f] = true
	}
	for len(work) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		f := work[0]
		work = work[1:]
		delete(waiting, f)
		grew := g.summariseFunc(f, false)
		if g.summariseFunc(f, true) {
			grew = true
		}
		if !grew {
			continue
		}
		for _, c := range d.callsOf[f] {
			if up := d.calls[c].caller; g.fn[up].comp == comp && !waiting[up] {
				waiting[up] = true
				work = append(work, up)
			}
		}
	}
	return nil
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

// summariseFunc recomputes the summary of one function and reports whether it
// grew. With through set it follows transparent vertices only: which inputs
// pass unchanged to which outputs.
func (g *Graph) summariseFunc(f int32, through bool) bool {
	d := g.dep
	fc, r := d.faces[f], g.ranges[f]
	w := (len(fc.out) + 63) / 64
	reach := make([]uint64, int(r.hi-r.lo)*w)
	queued := make([]bool, r.hi-r.lo)
	var work []vertex
	push := func(v vertex) {
		if !queued[v-r.lo] {
			queued[v-r.lo] = true
			work = append(work, v)
		}
	}
	for o, v := range fc.out {
		if v != noVertex {
			reach[int(v-r.lo)*w+o/64] |= 1 << (o % 64)
			push(v)
		}
	}
	spread := func(from, to vertex) {
		if through && d.node[to] != NoNode {
			return
		}
		a, b := reach[int(from-r.lo)*w:][:w], reach[int(to-r.lo)*w:][:w]
		grew := false
		for i := range a {
			if n := a[i] &^ b[i]; n != 0 {
				b[i] |= n
				grew = true
			}
		}
		if grew {
			push(to)
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		queued[v-r.lo] = false
		for _, e := range d.deps(v) {
			spread(v, e.to)
		}
		d.summaryDeps(v, through, func(to vertex) { spread(v, to) })
	}
	rows := fc.flows
	if through {
		rows = fc.passes
	}
	grew := false
	for i, v := range fc.in {
		if v == noVertex {
			continue
		}
		for k, b := range reach[int(v-r.lo)*w:][:w] {
			for ; b != 0; b &= b - 1 {
				o := k*64 + bits.TrailingZeros64(b)
				if rows[o][i/64]>>(i%64)&1 == 0 {
					rows[o][i/64] |= 1 << (i % 64)
					grew = true
				}
			}
		}
	}
	return grew
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
