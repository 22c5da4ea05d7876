package sat_test

import (
	"math/rand/v2"

	"github.com/riftlab/rift/sat"
)

// The families that solvers are compared on: single formulas, and streams of
// queries over fixed and growing formulas.

// random3SAT is near the hardest ratio of clauses to variables.
func random3SAT(seed uint64, vars int, ratio float64) formula {
	r := rand.New(rand.NewPCG(seed, 3))
	f := formula{vars: vars}
	for range int(ratio * float64(vars)) {
		p := r.Perm(vars)[:3]
		c := make([]int, 3)
		for i, v := range p {
			c[i] = (v + 1) * (1 - 2*r.IntN(2))
		}
		f.clauses = append(f.clauses, c)
	}
	return f
}

// pigeonhole puts n+1 pigeons into n holes.
func pigeonhole(n int) formula {
	f := formula{vars: (n + 1) * n}
	at := func(pigeon, hole int) int { return pigeon*n + hole + 1 }
	for p := 0; p <= n; p++ {
		var c []int
		for h := range n {
			c = append(c, at(p, h))
		}
		f.clauses = append(f.clauses, c)
	}
	for h := range n {
		for p := 0; p <= n; p++ {
			for q := p + 1; q <= n; q++ {
				f.clauses = append(f.clauses, []int{-at(p, h), -at(q, h)})
			}
		}
	}
	return f
}

// circuit writes gates as clauses into a sink, which is a formula or a solver.
type circuit struct {
	newVar func() int
	add    func(...int)
	vtrue  int
}

func newCircuit(newVar func() int, add func(...int)) *circuit {
	c := &circuit{newVar: newVar, add: add}
	c.vtrue = newVar()
	add(c.vtrue)
	return c
}

func formulaCircuit(f *formula) *circuit {
	return newCircuit(
		func() int { f.vars++; return f.vars },
		func(ns ...int) { f.clauses = append(f.clauses, append([]int(nil), ns...)) })
}

func solverCircuit(s sat.Solver) *circuit {
	return newCircuit(
		func() int { return int(s.NewVar()) },
		func(ns ...int) { s.AddClause(lits(ns...)...) })
}

func (c *circuit) and(a, b int) int {
	o := c.newVar()
	c.add(-o, a)
	c.add(-o, b)
	c.add(o, -a, -b)
	return o
}

func (c *circuit) xor(a, b int) int {
	o := c.newVar()
	c.add(-o, a, b)
	c.add(-o, -a, -b)
	c.add(o, -a, b)
	c.add(o, a, -b)
	return o
}

func (c *circuit) mux(s, a, b int) int {
	o := c.newVar()
	c.add(-s, -a, o)
	c.add(-s, a, -o)
	c.add(s, -b, o)
	c.add(s, b, -o)
	return o
}

func (c *circuit) fullAdder(a, b, d int) (sum, carry int) {
	sum = c.xor(c.xor(a, b), d)
	carry = c.newVar()
	c.add(-a, -b, carry)
	c.add(-a, -d, carry)
	c.add(-b, -d, carry)
	c.add(a, b, -carry)
	c.add(a, d, -carry)
	c.add(b, d, -carry)
	return sum, carry
}

func (c *circuit) inputs(n int) []int {
	x := make([]int, n)
	for i := range x {
		x[i] = c.newVar()
	}
	return x
}

func (c *circuit) constant(n int, value uint64) []int {
	x := make([]int, n)
	for i := range x {
		x[i] = c.vtrue
		if value>>i&1 == 0 {
			x[i] = -c.vtrue
		}
	}
	return x
}

// sum returns x + y without the last carry.
func (c *circuit) sum(x, y []int) []int {
	out := make([]int, len(x))
	carry := -c.vtrue
	for i := range x {
		out[i], carry = c.fullAdder(x[i], y[i], carry)
	}
	return out
}

// less returns x < y, unsigned.
func (c *circuit) less(x, y []int) int {
	lt := -c.vtrue
	for i := range x {
		lt = c.mux(c.xor(x[i], y[i]), y[i], lt)
	}
	return lt
}

func (c *circuit) equal(x, y []int) int {
	eq := c.vtrue
	for i := range x {
		eq = c.and(eq, -c.xor(x[i], y[i]))
	}
	return eq
}

func (c *circuit) multiply(x, y []int) []int {
	n := len(x)
	acc := c.constant(n, 0)
	for i := range y {
		row := c.constant(n, 0)
		for j := 0; i+j < n; j++ {
			row[i+j] = c.and(x[j], y[i])
		}
		acc = c.sum(acc, row)
	}
	return acc
}

// miter claims that x*y differs from y*x at the given width; it is unsatisfiable.
func miter(width int) formula {
	var f formula
	c := formulaCircuit(&f)
	x, y := c.inputs(width), c.inputs(width)
	c.add(-c.equal(c.multiply(x, y), c.multiply(y, x)))
	return f
}

// distributivity claims that (x+y)*z differs from x*z+y*z at the given width.
func distributivity(width int) formula {
	var f formula
	c := formulaCircuit(&f)
	x, y, z := c.inputs(width), c.inputs(width), c.inputs(width)
	c.add(-c.equal(c.multiply(c.sum(x, y), z), c.sum(c.multiply(x, z), c.multiply(y, z))))
	return f
}

// shuffled renames the variables of f and reorders its clauses, several times:
// one order alone says little about a solver.
func shuffled(f formula, times int) (out []formula) {
	r := rand.New(rand.NewPCG(11, 11))
	for range times {
		g := formula{vars: f.vars}
		name := r.Perm(f.vars)
		for _, i := range r.Perm(len(f.clauses)) {
			var c []int
			for _, n := range f.clauses[i] {
				if n > 0 {
					c = append(c, name[n-1]+1)
				} else {
					c = append(c, -name[-n-1]-1)
				}
			}
			g.clauses = append(g.clauses, c)
		}
		out = append(out, g)
	}
	return out
}

// stream is a session: it drives a solver and returns the number of queries
// answered Sat, which must not depend on the solver.
type stream func(s sat.Solver) (satisfiable int)

func countSat(s sat.Solver, assumptions ...int) int {
	if solve(s, assumptions...).Verdict == sat.Sat {
		return 1
	}
	return 0
}

// fixedAdders asks 500 queries under assumptions over 12 fixed 32-bit adders.
func fixedAdders(s sat.Solver) (n int) {
	r := rand.New(rand.NewPCG(5, 5))
	c := solverCircuit(s)
	words := [][]int{c.inputs(32), c.inputs(32)}
	for i := range 12 {
		words = append(words, c.sum(words[i], words[i+1]))
	}
	for range 500 {
		var as []int
		for range 24 {
			w := words[r.IntN(len(words))]
			as = append(as, w[r.IntN(32)]*(1-2*r.IntN(2)))
		}
		n += countSat(s, as...)
	}
	return n
}

// growingStages adds a 32-bit stage and solves, 200 times; about 75,000
// variables at the end.
func growingStages(s sat.Solver) (n int) {
	r := rand.New(rand.NewPCG(6, 6))
	c := solverCircuit(s)
	x := c.inputs(32)
	for range 200 {
		y := c.inputs(32)
		z := c.sum(x, y)
		z = c.sum(z, c.constant(32, r.Uint64()))
		lt := c.less(z, c.constant(32, r.Uint64()|1<<31))
		for i := range x {
			x[i] = c.mux(lt, z[i], x[i])
		}
		n += countSat(s, lt, x[r.IntN(32)])
	}
	return n
}

// stagesAtOnce is growingStages as one formula that asks for all conditions.
func stagesAtOnce(stages int) formula {
	r := rand.New(rand.NewPCG(6, 6))
	var f formula
	c := formulaCircuit(&f)
	x := c.inputs(32)
	for range stages {
		z := c.sum(c.sum(x, c.inputs(32)), c.constant(32, r.Uint64()))
		lt := c.less(z, c.constant(32, r.Uint64()|1<<31))
		c.add(lt)
		for i := range x {
			x[i] = c.mux(lt, z[i], x[i])
		}
	}
	return f
}

// growingPath follows one path of a parser: at each of 300 branches it reads
// one more input byte and compares sums of bytes; it asks for both sides under
// the conditions so far and goes on along a feasible one. Each step also
// computes values that no condition reads, the weight that real programs carry
// along. About 140,000 variables at the end.
func growingPath(s sat.Solver) int { return parserPath(s, 300, tableLookups) }

// growingHash is the same path, but the dead weight is a hash of the input. A
// solver that branches inside it sets out to invert it.
func growingHash(s sat.Solver) int { return parserPath(s, 300, inputHash) }

func parserPath(s sat.Solver, branches int, weight func(c *circuit) func(input [][]int)) (n int) {
	r := rand.New(rand.NewPCG(7, 7))
	c := solverCircuit(s)
	compute := weight(c)
	var input [][]int
	var path []int
	for i := range branches {
		input = append(input, c.inputs(8))
		from := s.NumVars() + 1
		compute(input)
		noDecisions(s, from)
		one, other := input[r.IntN(i+1)], input[r.IntN(i+1)]
		cond := c.less(c.sum(one, other), c.constant(8, r.Uint64()|64))
		yes := countSat(s, append(path, cond)...)
		no := countSat(s, append(path, -cond)...)
		n += yes + no
		if yes == 1 && (no == 0 || r.IntN(2) == 0) {
			path = append(path, cond)
		} else {
			path = append(path, -cond)
		}
	}
	return n
}

// noDecisions tells a focused solver that all variables from first on lie
// outside the cone of every query.
func noDecisions(s sat.Solver, first int) {
	if d, ok := s.(focused); ok {
		for v := first; v <= s.NumVars(); v++ {
			d.SetDecision(sat.Var(v), false)
		}
	}
}

// focused marks a solver whose decisions are to be kept inside the cone.
type focused struct{ *sat.CDCL }

func noWeight(*circuit) func([][]int) { return func([][]int) {} }

func tableLookups(c *circuit) func([][]int) {
	r := rand.New(rand.NewPCG(8, 8))
	return func(input [][]int) {
		last := input[len(input)-1]
		for range 16 {
			other := input[r.IntN(len(input))]
			sum := last
			if r.IntN(4) == 0 {
				sum = other
			}
			c.less(sum, c.constant(8, r.Uint64()))
			c.equal(sum, c.constant(8, r.Uint64()))
		}
	}
}

func inputHash(c *circuit) func([][]int) {
	hash := c.constant(32, 5381)
	return func(input [][]int) {
		hash = c.sum(c.sum(shiftLeft(c, hash, 5), hash), widen(c, input[len(input)-1], 32))
		hash = c.sum(hash, shiftLeft(c, hash, 3))
	}
}

func shiftLeft(c *circuit, x []int, by int) []int {
	return append(c.constant(by, 0), x[:len(x)-by]...)
}

func widen(c *circuit, x []int, n int) []int {
	return append(append([]int(nil), x...), c.constant(n-len(x), 0)...)
}
