// Package distance tells how far runs are from changed statements, over control flow and
// calls.
//
// Source: Böhme, Pham, Nguyen, Roychoudhury, "Directed Greybox Fuzzing", CCS 2017.
package distance

import (
	"cmp"
	"math"
	"slices"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow"
)

// between is what a call costs beside a branch within a function: a distance between
// functions counts so many times one between blocks. Source: the paper's constant c.
const between = 10

// Block is a basic block of a program: indices into Program.Funcs and Func.Blocks.
type Block struct{ Func, Block int }

// Distances are how far the blocks of a program are from some target blocks; a block from
// which no target can be reached, within its function and by calls, has none.
type Distances map[Block]float64

// Measure computes the distances of the program's own blocks to targets.
//
// The distance of a function is the harmonic mean, over the functions with targets that it
// reaches in the call graph, of 1 plus the number of calls on the shortest way. The distance
// of a block is
//
//	0                    of a target,
//	10 * d               of a block with a call, if d is the least distance of what it calls,
//	the harmonic mean    over the blocks of these two kinds that it reaches within its
//	                     function, of the edges on the shortest way plus their distance.
//
// Source: Böhme et al., AFLGo, CCS 2017, section 3.2. The means and the 1 are those of the
// released tool: the paper's formulas leave out by how many a mean divides, so that a block
// with several targets would be near to none of them, and give the call of a target the
// distance 0.
//
// Cost: the edges of each function for each of its calls, and those of the call graph for
// each function with targets.
func Measure(g *flow.Graph, targets map[Block]bool) Distances {
	p := g.Program()
	calls := callGraph(g)
	functions := functionDistances(p, calls, targets)
	d := Distances{}
	for f, fn := range p.Funcs {
		if fn.Library {
			continue
		}
		base := map[int]float64{} // of the blocks with a target or a call
		for b := range fn.Blocks {
			least := math.Inf(1)
			for _, callee := range calls[f][b] {
				if x, ok := functions[callee]; ok {
					least = min(least, between*x)
				}
			}
			if targets[Block{f, b}] {
				least = 0
			}
			if !math.IsInf(least, 1) {
				base[b] = least
			}
		}
		if len(base) > 0 {
			within(d, f, fn, base)
		}
	}
	return d
}

// callGraph returns, for each function and block, the functions that it may call.
func callGraph(g *flow.Graph) []map[int][]int {
	p := g.Program()
	calls := make([]map[int][]int, len(p.Funcs))
	for f, fn := range p.Funcs {
		calls[f] = map[int][]int{}
		if fn.Library {
			continue
		}
		for b, block := range fn.Blocks {
			for i := range block.Instrs {
				calls[f][b] = append(calls[f][b], g.CalleesAt(f, b, i)...)
			}
		}
	}
	return calls
}

// mean collects a harmonic mean.
type mean struct {
	n       int
	inverse float64
}

func (m *mean) add(x float64) {
	m.n++
	m.inverse += 1 / x
}

func (m *mean) value() float64 { return float64(m.n) / m.inverse }

// functionDistances returns the distances of the functions that reach one with a target.
func functionDistances(p *program.Program, calls []map[int][]int, targets map[Block]bool) map[int]float64 {
	callers := make([][]int, len(p.Funcs))
	has := make([]bool, len(p.Funcs))
	for f := range p.Funcs {
		for b := range p.Funcs[f].Blocks {
			has[f] = has[f] || targets[Block{f, b}]
			for _, callee := range calls[f][b] {
				callers[callee] = append(callers[callee], f)
			}
		}
	}
	means := make([]mean, len(p.Funcs))
	for f := range p.Funcs {
		if has[f] {
			for caller, edges := range backward(f, len(p.Funcs), callers) {
				if edges >= 0 {
					means[caller].add(float64(1 + edges))
				}
			}
		}
	}
	d := map[int]float64{}
	for f := range means {
		if means[f].n > 0 {
			d[f] = means[f].value()
		}
	}
	return d
}

// within adds the distances of the blocks of a function with those of some of them.
func within(d Distances, f int, fn *program.Func, base map[int]float64) {
	before := make([][]int, len(fn.Blocks))
	for b, block := range fn.Blocks {
		for _, t := range block.Term().Targets {
			before[t] = append(before[t], b)
		}
	}
	means := make([]mean, len(fn.Blocks))
	for t := range fn.Blocks {
		x, ok := base[t]
		if !ok {
			continue
		}
		d[Block{f, t}] = x
		for b, edges := range backward(t, len(fn.Blocks), before) {
			if edges > 0 {
				means[b].add(float64(edges) + x)
			}
		}
	}
	for b := range fn.Blocks {
		if _, ok := base[b]; !ok && means[b].n > 0 {
			d[Block{f, b}] = means[b].value()
		}
	}
}

// backward returns for each of n nodes the number of edges of the shortest way from it to
// another, -1 if there is none.
func backward(to, n int, before [][]int) []int {
	edges := make([]int, n)
	for i := range edges {
		edges[i] = -1
	}
	edges[to] = 0
	for queue := []int{to}; len(queue) > 0; queue = queue[1:] {
		for _, b := range before[queue[0]] {
			if edges[b] < 0 {
				edges[b] = edges[queue[0]] + 1
				queue = append(queue, b)
			}
		}
	}
	return edges
}

// Ruler measures the runs of one program.
type Ruler struct {
	blocks    []Block // in order, so that sums are the same every time
	distances []float64
}

// NewRuler returns a ruler by distances.
func NewRuler(d Distances) *Ruler {
	r := &Ruler{}
	for b := range d {
		r.blocks = append(r.blocks, b)
	}
	slices.SortFunc(r.blocks, func(a, b Block) int { return cmp.Or(a.Func-b.Func, a.Block-b.Block) })
	for _, b := range r.blocks {
		r.distances = append(r.distances, d[b])
	}
	return r
}

// Sum returns the sum of the distances of what was executed, and of how many blocks it is.
func (r *Ruler) Sum(covered *program.Coverage) (sum float64, n int) {
	for i, b := range r.blocks {
		if covered.Block(b.Func, b.Block) {
			sum += r.distances[i]
			n++
		}
	}
	return sum, n
}

// Nearest returns the least distance of what was executed; false if nothing has one.
func (r *Ruler) Nearest(covered *program.Coverage) (float64, bool) {
	nearest, ok := 0.0, false
	for i, b := range r.blocks {
		if x := r.distances[i]; (!ok || x < nearest) && covered.Block(b.Func, b.Block) {
			nearest, ok = x, true
		}
	}
	return nearest, ok
}
