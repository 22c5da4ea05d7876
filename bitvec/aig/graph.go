// Package aig holds and-inverter graphs extended by xor, multiplexer and
// majority gates, the circuits of bit-vector arithmetic over them, and their
// translation to clauses. It knows no terms.
//
// Terms:
//
//   - A *literal* ([Lit]) is a gate or input, possibly complemented.
//   - A *word* is a slice of literals, least significant first.
//   - A gate is used in a *polarity*: positive if only its being true has to
//     have consequences, negative if only its being false has.
package aig

// Lit is a gate or its complement: 2g for gate g, 2g+1 for its complement.
type Lit uint32

// False and True are the constants.
const (
	False Lit = 0
	True  Lit = 1
)

// Not returns the complement of l.
func (l Lit) Not() Lit { return l ^ 1 }

// gate returns the number of the gate of l.
func (l Lit) gate() uint32 { return uint32(l >> 1) }

// IsNeg reports whether l is complemented.
func (l Lit) IsNeg() bool { return l&1 != 0 }

// flip returns l, complemented if by is 1.
func (l Lit) flip(by Lit) Lit { return l ^ by }

type gateKind uint8

const (
	gateInput gateKind = iota // also the constant, gate 0
	gateAnd
	gateXor // operands positive
	gateMux // a ? b : c; a and b positive
	gateMaj // at most one operand complemented
)

type gate struct {
	a, b, c Lit
	kind    gateKind
	refs    uint8 // how many gates use this one, at most 255
}

// Graph is a growing set of gates. Equal gates are one gate (structural
// hashing); And looks one level below its operands, by the rules of Brummayer
// and Biere, "Local two-level and-inverter graph minimization without blowup"
// (MEMICS 2006).
type Graph struct {
	gates []gate
	table []uint32 // open addressing, 0 is free
	limit int
	poll  func() bool
	work  int
}

// Overflow is what Bound makes the graph's functions panic with.
type Overflow struct{ Cancelled bool }

// Bound makes every function that would add a gate beyond limit panic with an
// Overflow, and once in a while asks poll whether to give up in the same way.
// The graph stays usable.
func (g *Graph) Bound(limit int, poll func() bool) { g.limit, g.poll = limit, poll }

// tick is called with the number of gates that a circuit is about to ask for;
// most of them may fold to nothing, and take their time all the same.
func (g *Graph) tick(n int) {
	if g.work += n; g.work > 1<<14 {
		g.work = 0
		g.grown()
	}
}

// look asks once in a while whether to give up, where no gate is made.
func (g *Graph) look() {
	if g.work++; g.work > 1<<14 {
		g.work = 0
		if g.poll != nil && g.poll() {
			panic(Overflow{Cancelled: true})
		}
	}
}

// grown checks the bounds.
func (g *Graph) grown() {
	if g.limit > 0 && len(g.gates) >= g.limit {
		panic(Overflow{})
	}
	if g.poll != nil && g.poll() {
		panic(Overflow{Cancelled: true})
	}
}

// NewGraph returns a graph of constants only.
func NewGraph() *Graph {
	return &Graph{gates: make([]gate, 1, 1024), table: make([]uint32, 1024)}
}

// Len returns the number of gates and inputs, the constant included.
func (g *Graph) Len() int { return len(g.gates) }

// Input returns a new input.
func (g *Graph) Input() Lit {
	g.gates = append(g.gates, gate{})
	return Lit(len(g.gates)-1) << 1
}

// Inputs returns a word of n new inputs.
func (g *Graph) Inputs(n int) []Lit {
	w := make([]Lit, n)
	for i := range w {
		w[i] = g.Input()
	}
	return w
}

func (g *Graph) hash(k gateKind, a, b, c Lit) uint32 {
	const m = 0x9E3779B97F4A7C15
	h := (uint64(a) | uint64(b)<<32) * m
	h ^= h >> 31
	h = (h ^ uint64(c) ^ uint64(k)<<40) * m
	return uint32(h >> 32)
}

func (g *Graph) intern(k gateKind, a, b, c Lit) Lit {
	mask := uint32(len(g.table) - 1)
	i := g.hash(k, a, b, c) & mask
	for ; g.table[i] != 0; i = (i + 1) & mask {
		n := &g.gates[g.table[i]]
		if n.kind == k && n.a == a && n.b == b && n.c == c {
			return Lit(g.table[i]) << 1
		}
	}
	id := uint32(len(g.gates))
	if id&1023 == 0 {
		g.grown()
	}
	g.gates = append(g.gates, gate{a: a, b: b, c: c, kind: k})
	g.use(a)
	g.use(b)
	g.use(c)
	g.table[i] = id
	if 3*len(g.gates) > 2*len(g.table) {
		g.grow()
	}
	return Lit(id) << 1
}

func (g *Graph) use(l Lit) {
	if n := &g.gates[l.gate()]; n.refs < 255 {
		n.refs++
	}
}

func (g *Graph) grow() {
	g.table = make([]uint32, 2*len(g.table))
	mask := uint32(len(g.table) - 1)
	for id := 1; id < len(g.gates); id++ {
		n := &g.gates[id]
		if n.kind == gateInput {
			continue
		}
		i := g.hash(n.kind, n.a, n.b, n.c) & mask
		for g.table[i] != 0 {
			i = (i + 1) & mask
		}
		g.table[i] = uint32(id)
	}
}

// and returns the operands of l if it is an uncomplemented And.
func (g *Graph) and(l Lit) (a, b Lit, ok bool) {
	n := &g.gates[l.gate()]
	return n.a, n.b, n.kind == gateAnd && !l.IsNeg()
}

// nand returns the operands of the And that l complements.
func (g *Graph) nand(l Lit) (a, b Lit, ok bool) {
	n := &g.gates[l.gate()]
	return n.a, n.b, n.kind == gateAnd && l.IsNeg()
}

// And returns the conjunction.
func (g *Graph) And(a, b Lit) Lit {
	for {
		if a > b {
			a, b = b, a
		}
		switch {
		case a == False || a == b.Not():
			return False
		case a == True || a == b:
			return b
		}
		if r, ok := g.below(a, b); ok {
			return r
		}
		if r, ok := g.below(b, a); ok {
			return r
		}
		if r, ok := g.both(a, b); ok {
			return r
		}
		x, y, changed := g.substituted(a, b)
		if !changed {
			return g.intern(gateAnd, a, b, 0)
		}
		a, b = x, y
	}
}

// below decides a & b by the operands of a.
func (g *Graph) below(a, b Lit) (Lit, bool) {
	if x, y, ok := g.and(a); ok {
		switch {
		case x == b || y == b: // idempotence
			return a, true
		case x == b.Not() || y == b.Not(): // contradiction
			return False, true
		}
	}
	if x, y, ok := g.nand(a); ok && (x == b.Not() || y == b.Not()) { // subsumption
		return b, true
	}
	return 0, false
}

// both decides a & b by the operands of both.
func (g *Graph) both(a, b Lit) (Lit, bool) {
	w, x, aAnd := g.and(a)
	y, z, bAnd := g.and(b)
	if aAnd && bAnd && (w == y.Not() || w == z.Not() || x == y.Not() || x == z.Not()) {
		return False, true // contradiction
	}
	if p, q, ok := g.nand(a); ok && bAnd && (p == y.Not() || p == z.Not() || q == y.Not() || q == z.Not()) {
		return b, true // subsumption
	}
	if p, q, ok := g.nand(b); ok && aAnd && (p == w.Not() || p == x.Not() || q == w.Not() || q == x.Not()) {
		return a, true
	}
	p, q, aNand := g.nand(a)
	r, s, bNand := g.nand(b)
	if aNand && bNand { // resolution
		switch {
		case p == r && q == s.Not(), p == s && q == r.Not():
			return p.Not(), true
		case q == r && p == s.Not(), q == s && p == r.Not():
			return q.Not(), true
		}
	}
	return 0, false
}

// substituted returns simpler operands whose conjunction is the same.
func (g *Graph) substituted(a, b Lit) (Lit, Lit, bool) {
	for range 2 {
		if x, y, ok := g.nand(a); ok { // ~(b & y) & b is ~y & b
			if x == b {
				return y.Not(), b, true
			}
			if y == b {
				return x.Not(), b, true
			}
			if p, q, ok := g.and(b); ok {
				if x == p || x == q {
					return y.Not(), b, true
				}
				if y == p || y == q {
					return x.Not(), b, true
				}
			}
		}
		if x, y, ok := g.and(a); ok { // (x & y) & (x & q) is y & (x & q)
			if p, q, ok := g.and(b); ok {
				if x == p || x == q {
					return y, b, true
				}
				if y == p || y == q {
					return x, b, true
				}
			}
		}
		a, b = b, a
	}
	return 0, 0, false
}

// Or returns the disjunction.
func (g *Graph) Or(a, b Lit) Lit { return g.And(a.Not(), b.Not()).Not() }

// Xor returns the exclusive or.
func (g *Graph) Xor(a, b Lit) Lit {
	sign := (a ^ b) & 1
	a, b = a&^1, b&^1
	if a > b {
		a, b = b, a
	}
	switch {
	case a == b:
		return False.flip(sign)
	case a == False:
		return b.flip(sign)
	}
	for x, y := a, b; ; x, y = b, a {
		if n := &g.gates[y.gate()]; n.kind == gateXor {
			if n.a == x {
				return n.b.flip(sign)
			}
			if n.b == x {
				return n.a.flip(sign)
			}
		}
		if x == b {
			break
		}
	}
	return g.intern(gateXor, a, b, 0).flip(sign)
}

// Mux returns a if s, else b.
func (g *Graph) Mux(s, a, b Lit) Lit {
	if s.IsNeg() {
		s, a, b = s.Not(), b, a
	}
	switch {
	case s == False:
		return b
	case a == b:
		return a
	case a == b.Not():
		return g.Xor(s, b)
	case a == True || a == s:
		return g.Or(s, b)
	case a == False || a == s.Not():
		return g.And(s.Not(), b)
	case b == True || b == s.Not():
		return g.Or(s.Not(), a)
	case b == False || b == s:
		return g.And(s, a)
	}
	if n := &g.gates[a.gate()]; n.kind == gateMux && n.a == s {
		return g.Mux(s, n.b.flip(a&1), b)
	}
	if n := &g.gates[b.gate()]; n.kind == gateMux && n.a == s {
		return g.Mux(s, a, n.c.flip(b&1))
	}
	sign := a & 1
	return g.intern(gateMux, s, a.flip(sign), b.flip(sign)).flip(sign)
}

// Maj returns the majority of three: the carry of a full adder.
func (g *Graph) Maj(a, b, c Lit) Lit {
	if a > b {
		a, b = b, a
	}
	if b > c {
		b, c = c, b
	}
	if a > b {
		a, b = b, a
	}
	switch {
	case a == False:
		return g.And(b, c)
	case a == True:
		return g.Or(b, c)
	case a == b || a == c:
		return a
	case b == c:
		return b
	case a == b.Not():
		return c
	case b == c.Not():
		return a
	}
	sign := Lit(0)
	if a&1+b&1+c&1 >= 2 { // majority is its own dual
		sign = 1
	}
	return g.intern(gateMaj, a.flip(sign), b.flip(sign), c.flip(sign)).flip(sign)
}

// AndN returns the conjunction of all of ls, as a balanced tree.
func (g *Graph) AndN(ls ...Lit) Lit {
	switch len(ls) {
	case 0:
		return True
	case 1:
		return ls[0]
	}
	m := len(ls) / 2
	return g.And(g.AndN(ls[:m]...), g.AndN(ls[m:]...))
}

// OrN returns the disjunction of all of ls, as a balanced tree.
func (g *Graph) OrN(ls ...Lit) Lit {
	switch len(ls) {
	case 0:
		return False
	case 1:
		return ls[0]
	}
	m := len(ls) / 2
	return g.Or(g.OrN(ls[:m]...), g.OrN(ls[m:]...))
}
