package sdg

import (
	"math/bits"

	"github.com/riftlab/rift/program/flow/cfg"
)

// Influence says which of some sources each node depends on.
type Influence struct {
	sources []cfg.Node
	w       int
	bits    []uint64 // by node
	inner   []uint64 // by vertex, both phases together
	g       *Graph
}

// Influence computes for every node which of the sources it depends on,
// directly or not, as if by a forward slice from each. A source depends on
// itself only if it does through others or by being a source: it is always
// counted as depending on itself.
func (g *Graph) Influence(sources []cfg.Node) *Influence {
	w := max((len(sources)+63)/64, 1)
	n := len(g.dep.node)
	up, all := make([]uint64, n*w), make([]uint64, n*w)
	seed := func(set []uint64) []vertex {
		var list []vertex
		for i, s := range sources {
			g.vertices(s, func(v vertex) {
				set[int(v)*w+i/64] |= 1 << (i % 64)
				list = append(list, v)
			})
		}
		return list
	}
	g.flood(up, w, seed(up), true)
	copy(all, up)
	var list []vertex
	for v := range n {
		for _, b := range up[v*w:][:w] {
			if b != 0 {
				list = append(list, vertex(v))
				break
			}
		}
	}
	g.flood(all, w, list, false)
	x := &Influence{sources: append([]cfg.Node(nil), sources...), w: w, bits: make([]uint64, g.cfg.Len()*w), inner: all, g: g}
	for v, node := range g.dep.node {
		if node != cfg.NoNode {
			for k, b := range all[v*w:][:w] {
				x.bits[int(node)*w+k] |= b
			}
		}
	}
	for i, s := range sources {
		x.bits[int(s)*w+i/64] |= 1 << (i % 64)
	}
	return x
}

// flood spreads bit sets along dependences until nothing changes.
func (g *Graph) flood(set []uint64, w int, work []vertex, up bool) {
	queued := make([]bool, len(g.dep.node))
	for _, v := range work {
		queued[v] = true
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		queued[v] = false
		a := set[int(v)*w:][:w]
		g.forth(v, up, !up, func(to vertex) {
			b := set[int(to)*w:][:w]
			grew := false
			for i := range a {
				if n := a[i] &^ b[i]; n != 0 {
					b[i] |= n
					grew = true
				}
			}
			if grew && !queued[to] {
				queued[to] = true
				work = append(work, to)
			}
		})
	}
}

// Has reports whether node n depends on source number i.
func (x *Influence) Has(n cfg.Node, i int) bool { return x.bits[int(n)*x.w+i/64]>>(i%64)&1 != 0 }

// Count returns the number of sources that node n depends on.
func (x *Influence) Count(n cfg.Node) int {
	c := 0
	for _, b := range x.bits[int(n)*x.w:][:x.w] {
		c += bits.OnesCount64(b)
	}
	return c
}

// Of returns the numbers of the sources that node n depends on, ascending.
func (x *Influence) Of(n cfg.Node) []int { return members(x.bits[int(n)*x.w:][:x.w]) }

// OfInstr returns the numbers of the sources that the instruction at a place
// depends on: a finer answer than Of for its node.
func (x *Influence) OfInstr(fn, block, index int) []int {
	sum := make([]uint64, x.w)
	for _, v := range x.g.verticesAt(fn, block, index) {
		for k, b := range x.inner[int(v)*x.w:][:x.w] {
			sum[k] |= b
		}
	}
	return members(sum)
}

// Sources returns the sources in the order of their numbers.
func (x *Influence) Sources() []cfg.Node { return x.sources }

func members(words []uint64) []int {
	var out []int
	for i, w := range words {
		for ; w != 0; w &= w - 1 {
			out = append(out, i*64+bits.TrailingZeros64(w))
		}
	}
	return out
}
