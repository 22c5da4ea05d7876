package program

import (
	"math/bits"
	"slices"
)

// CoverageMap numbers what coverage counts: for each function its blocks, its
// statements and its edges. It is immutable.
type CoverageMap struct {
	program *Program
	blocks  []int   // first bit of each function's blocks
	stmts   []int   // of its statements
	edges   [][]int // first bit of the edges of each block
	bits    int
}

// NewCoverageMap returns the map of a program.
func NewCoverageMap(p *Program) *CoverageMap {
	c := &CoverageMap{program: p}
	for _, fn := range p.Funcs {
		c.blocks = append(c.blocks, c.bits)
		c.bits += len(fn.Blocks)
		c.stmts = append(c.stmts, c.bits)
		c.bits += len(fn.Stmts)
		edges := make([]int, len(fn.Blocks))
		for b, block := range fn.Blocks {
			edges[b] = c.bits
			c.bits += len(block.Term().Targets)
		}
		c.edges = append(c.edges, edges)
	}
	return c
}

// Block returns the number of a block, of what Coverage's method of this name tells;
// so do Stmt and Edge.
func (c *CoverageMap) Block(fn, block int) int { return c.blocks[fn] + block }

// Stmt returns the number of a statement.
func (c *CoverageMap) Stmt(fn, stmt int) int { return c.stmts[fn] + stmt }

// Edge returns the number of an edge.
func (c *CoverageMap) Edge(fn, block, k int) int { return c.edges[fn][block] + k }

// Words is the length of the bit sets that Coverage takes.
func (c *CoverageMap) Words() int { return (c.bits + 63) / 64 }

// Coverage returns what a bit set of the numbers says. It takes a copy.
func (c *CoverageMap) Coverage(set []uint64) *Coverage {
	return &Coverage{m: c, bits: slices.Clone(set)}
}

// Coverage says which blocks, statements and edges of a program were executed.
// All numbers are indices into Program.Funcs, Func.Blocks, Func.Stmts and
// Instr.Targets.
type Coverage struct {
	m    *CoverageMap
	bits []uint64
}

func (c *Coverage) has(i int) bool { return c.bits[i>>6]>>(i&63)&1 != 0 }

// Block reports whether a block was entered.
func (c *Coverage) Block(fn, block int) bool { return c.has(c.m.Block(fn, block)) }

// Stmt reports whether execution of a statement began.
func (c *Coverage) Stmt(fn, stmt int) bool { return c.has(c.m.Stmt(fn, stmt)) }

// Edge reports whether the branch or switch at the end of a block went to its
// target number k. Other terminators have no edges.
func (c *Coverage) Edge(fn, block, k int) bool { return c.has(c.m.Edge(fn, block, k)) }

// Clone returns a copy.
func (c *Coverage) Clone() *Coverage { return c.m.Coverage(c.bits) }

// Merge adds what other, of the same program, covers and reports whether that
// was anything new.
func (c *Coverage) Merge(other *Coverage) bool {
	fresh := uint64(0)
	for i, w := range other.bits {
		fresh |= w &^ c.bits[i]
		c.bits[i] |= w
	}
	return fresh != 0
}

// Ratio is a number of things covered out of all.
type Ratio struct{ Covered, Total int }

// Without returns what c has and another of the same map, nil for nothing, has not.
func (c *Coverage) Without(other *Coverage) *Coverage {
	d := c.Clone()
	for i := range d.bits {
		if other != nil {
			d.bits[i] &^= other.bits[i]
		}
	}
	return d
}

// Contains reports whether c has all that another of the same map has.
func (c *Coverage) Contains(other *Coverage) bool {
	for i, b := range other.bits {
		if b&^c.bits[i] != 0 {
			return false
		}
	}
	return true
}

// Totals counts statements and edges of branches and switches in the functions
// that are not of the run-time library.
func (c *Coverage) Totals() (stmts, edges Ratio) {
	for f, fn := range c.m.program.Funcs {
		if fn.Library {
			continue
		}
		for s := range fn.Stmts {
			stmts.add(c.Stmt(f, s))
		}
		for b, block := range fn.Blocks {
			if op := block.Term().Op; op == Branch || op == Switch {
				for k := range block.Term().Targets {
					edges.add(c.Edge(f, b, k))
				}
			}
		}
	}
	return stmts, edges
}

func (r *Ratio) add(covered bool) {
	r.Total++
	if covered {
		r.Covered++
	}
}

// Count returns the number of bits set: blocks, statements and edges together.
func (c *Coverage) Count() int {
	n := 0
	for _, w := range c.bits {
		n += bits.OnesCount64(w)
	}
	return n
}
