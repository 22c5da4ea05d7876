package demands

import (
	"slices"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow/dominance"
)

// control is the flow of control of one function, block by block.
type control struct {
	succs, preds [][]int32
	reached      []bool
	idom         []int32        // -1 where control does not come
	deps         [][]edge       // by block: the branches that it depends on
	loops        map[int32]bool // of those asked for: whether a run may come twice
}

// edge is a way out of a block.
type edge struct{ from, way int32 }

// neverReturns finds the functions of the user that never return: all ways through
// them end the run.
func neverReturns(p *program.Program) []bool {
	never := make([]bool, len(p.Funcs))
	for i, f := range p.Funcs {
		never[i] = f.NoReturn
	}
	for changed := true; changed; {
		changed = false
		for i, f := range p.Funcs {
			if never[i] || f.Library || len(f.Blocks) == 0 {
				continue
			}
			if !returns(f, never) {
				never[i], changed = true, true
			}
		}
	}
	return never
}

// returns reports whether control can come to a return.
func returns(f *program.Func, never []bool) bool {
	c := control{}
	c.edges(f, never)
	for b := range f.Blocks {
		if c.reached[b] && f.Blocks[b].Term().Op == program.Return && !cut(f.Blocks[b], never) {
			return true
		}
	}
	return false
}

// cut reports whether a block calls a function that never returns.
func cut(b *program.Block, never []bool) bool {
	for i := range b.Instrs {
		if in := &b.Instrs[i]; in.Op == program.Call && in.A.Mode == program.FuncAddr && never[in.A.Index] {
			return true
		}
	}
	return false
}

// edges finds the ways between blocks, and which are reached.
func (c *control) edges(f *program.Func, never []bool) {
	n := len(f.Blocks)
	c.succs, c.preds, c.reached = make([][]int32, n), make([][]int32, n), make([]bool, n)
	for i, b := range f.Blocks {
		if !cut(b, never) {
			c.succs[i] = b.Term().Targets
		}
	}
	work := []int32{0}
	c.reached[0] = true
	for len(work) > 0 {
		b := work[0]
		work = work[1:]
		for _, s := range c.succs[b] {
			c.preds[s] = append(c.preds[s], b)
			if !c.reached[s] {
				c.reached[s] = true
				work = append(work, s)
			}
		}
	}
}

// newControl analyses a function.
func newControl(f *program.Func, never []bool) *control {
	c := &control{}
	c.edges(f, never)
	n := int32(len(f.Blocks))
	c.idom = dominance.Dominators(int(n), 0, func(v int32) []int32 { return c.succs[v] }, func(v int32) []int32 { return c.preds[v] })
	c.loops = map[int32]bool{}
	c.dependences(n)
	return c
}

// dependences finds the branches that each block depends on. Source: Ferrante,
// Ottenstein, Warren, "The Program Dependence Graph and Its Use in Optimization",
// TOPLAS 1987. Blocks from which no way leads to an end depend on what they would if
// each of them were one.
func (c *control) dependences(n int32) {
	end := n // a block behind all ends
	succs, preds := make([][]int32, n+1), make([][]int32, n+1)
	add := func(v, w int32) {
		succs[v], preds[w] = append(succs[v], w), append(preds[w], v)
	}
	ends := make([]bool, n)
	var work []int32
	for v := range n {
		for _, w := range c.succs[v] {
			if c.reached[v] {
				add(v, w)
			}
		}
		if len(c.succs[v]) == 0 && c.reached[v] {
			add(v, end)
			ends[v], work = true, append(work, v)
		}
	}
	for v := int32(0); ; {
		for len(work) > 0 {
			w := work[0]
			work = work[1:]
			for _, p := range c.preds[w] {
				if c.reached[p] && !ends[p] {
					ends[p], work = true, append(work, p)
				}
			}
		}
		for v < n && (ends[v] || !c.reached[v]) {
			v++
		}
		if v == n {
			break
		}
		add(v, end)
		ends[v], work = true, append(work, v)
	}
	of := func(list [][]int32) func(int32) []int32 { return func(v int32) []int32 { return list[v] } }
	post := dominance.Dominators(int(n+1), end, of(preds), of(succs))
	c.deps = make([][]edge, n)
	for b := range n {
		if len(succs[b]) < 2 {
			continue
		}
		for way, s := range c.succs[b] {
			for v := s; v != post[b] && v != end && v >= 0; v = post[v] {
				if e := (edge{b, int32(way)}); !slices.Contains(c.deps[v], e) {
					c.deps[v] = append(c.deps[v], e)
				}
			}
		}
	}
}

// reaches reports whether control can come from one block to another without
// passing a third (-1 for none).
func (c *control) reaches(from, to, without int32) bool {
	seen := map[int32]bool{}
	work := []int32{from}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == to {
			return true
		}
		if b == without || seen[b] {
			continue
		}
		seen[b] = true
		work = append(work, c.succs[b]...)
	}
	return false
}

// repeats reports whether a run may come to a block twice.
func (c *control) repeats(b int32) bool {
	r, ok := c.loops[b]
	if !ok {
		r = slices.ContainsFunc(c.succs[b], func(s int32) bool { return c.reaches(s, b, -1) })
		c.loops[b] = r
	}
	return r
}

// dominates reports whether every way to b passes a.
func (c *control) dominates(a, b int32) bool {
	for c.idom[b] >= 0 {
		if a == b {
			return true
		}
		if b == 0 {
			return false
		}
		b = c.idom[b]
	}
	return false
}
