package aig

import "github.com/riftlab/rift/sat"

// Sink takes variables and clauses; sat.Solver is one.
type Sink interface {
	NewVar() sat.Var
	AddClause(lits ...sat.Lit)
}

// Emitter translates gates to clauses of a Sink, each gate at most once in
// each polarity. Clauses only define gates and never constrain inputs, so
// emitting more of a graph later is always sound.
//
// A gate is defined in the polarities in which it is used (Plaisted and
// Greenbaum, "A structure-preserving clause form translation", JSC 1986).
// That stays sound incrementally because a later use in the other polarity
// adds the missing clauses.
type Emitter struct {
	g     *Graph
	sink  Sink
	vars  []sat.Var // by gate, 0 if none yet
	done  []uint8   // by gate: polarities emitted
	both  bool      // ignore polarity
	stack []use
	cone  []Lit
	again []Lit // gates that were defined in one polarity and then in the other
}

const (
	positive uint8 = 1
	negative uint8 = 2
)

// use is a gate and the polarities in which it must be defined.
type use struct {
	gate uint32
	pol  uint8
}

// NewEmitter returns an emitter of g to sink. With both set, gates are always
// defined in both polarities.
func NewEmitter(g *Graph, sink Sink, both bool) *Emitter {
	return &Emitter{g: g, sink: sink, both: both}
}

// Lit returns the solver's literal for l, and adds the clauses that make it
// imply what l stands for. Where the graph's Bound stops it, gates may be left
// without clauses: the emitter and what it emitted to are of no use any more. Its complement implies nothing yet; call Lit for
// that as well if it is used.
func (e *Emitter) Lit(l Lit) sat.Lit {
	e.extend()
	pol := positive
	if l.IsNeg() {
		pol = negative
	}
	e.want(l.gate(), pol)
	for len(e.stack) > 0 {
		u := e.stack[len(e.stack)-1]
		e.stack = e.stack[:len(e.stack)-1]
		if missing := u.pol &^ e.done[u.gate]; missing != 0 {
			e.g.look()
			if e.done[u.gate] != 0 {
				e.again = append(e.again, Lit(u.gate<<1))
			}
			e.done[u.gate] |= missing
			e.define(u.gate, missing)
		}
	}
	return e.lit(l)
}

// Redefined returns the gates that got clauses for their second polarity since it was
// called last. Gates below them, that were part of them before, may have variables of
// their own now.
func (e *Emitter) Redefined() []Lit {
	list := e.again
	e.again = nil
	return list
}

// Var returns the solver's variable of the gate of l if it has one.
func (e *Emitter) Var(l Lit) (sat.Var, bool) {
	e.extend()
	v := e.vars[l.gate()]
	return v, v != 0
}

func (e *Emitter) extend() {
	if n := len(e.g.gates); len(e.vars) < n {
		e.vars = append(e.vars, make([]sat.Var, n-len(e.vars))...)
		e.done = append(e.done, make([]uint8, n-len(e.done))...)
	}
}

// lit returns the solver's literal of l, making its variable.
func (e *Emitter) lit(l Lit) sat.Lit {
	id := l.gate()
	if e.vars[id] == 0 {
		e.vars[id] = e.sink.NewVar()
		if id == 0 {
			e.sink.AddClause(e.vars[0].Neg())
		}
	}
	return e.vars[id].Pos().XorSign(l.IsNeg())
}

func (e *Emitter) want(id uint32, pol uint8) {
	if e.both {
		pol = positive | negative
	}
	if pol&^e.done[id] != 0 {
		e.stack = append(e.stack, use{id, pol})
	}
}

// wantLit wants l where its gate is used in polarity pol.
func (e *Emitter) wantLit(l Lit, pol uint8) {
	if l.IsNeg() && pol != positive|negative {
		pol ^= positive | negative
	}
	e.want(l.gate(), pol)
}

// define adds the clauses of one gate for the polarities pol.
func (e *Emitter) define(id uint32, pol uint8) {
	n := e.g.gates[id]
	o := Lit(id << 1)
	switch n.kind {
	case gateInput:
		e.lit(o)
	case gateAnd:
		e.defineAnd(o, n, pol)
	case gateXor:
		e.wantLit(n.a, positive|negative)
		e.wantLit(n.b, positive|negative)
		x, a, b := e.lit(o), e.lit(n.a), e.lit(n.b)
		e.clauses(pol, x, [][]sat.Lit{{a, b}, {a.Not(), b.Not()}}, [][]sat.Lit{{a.Not(), b}, {a, b.Not()}})
	case gateMux:
		e.wantLit(n.a, positive|negative)
		e.wantLit(n.b, pol)
		e.wantLit(n.c, pol)
		x, s, a, b := e.lit(o), e.lit(n.a), e.lit(n.b), e.lit(n.c)
		e.clauses(pol, x,
			[][]sat.Lit{{s.Not(), a}, {s, b}, {a, b}},
			[][]sat.Lit{{s.Not(), a.Not()}, {s, b.Not()}, {a.Not(), b.Not()}})
	case gateMaj:
		e.wantLit(n.a, pol)
		e.wantLit(n.b, pol)
		e.wantLit(n.c, pol)
		x, a, b, c := e.lit(o), e.lit(n.a), e.lit(n.b), e.lit(n.c)
		e.clauses(pol, x,
			[][]sat.Lit{{a, b}, {a, c}, {b, c}},
			[][]sat.Lit{{a.Not(), b.Not()}, {a.Not(), c.Not()}, {b.Not(), c.Not()}})
	}
}

// clauses adds "x implies each of pos" and "not x implies each of neg".
func (e *Emitter) clauses(pol uint8, x sat.Lit, pos, neg [][]sat.Lit) {
	if pol&positive != 0 {
		for _, c := range pos {
			e.sink.AddClause(append(c, x.Not())...)
		}
	}
	if pol&negative != 0 {
		for _, c := range neg {
			e.sink.AddClause(append(c, x)...)
		}
	}
}

// defineAnd flattens conjunctions that nothing else uses into one gate.
func (e *Emitter) defineAnd(o Lit, n gate, pol uint8) {
	leaves := e.leaves(n)
	x := e.lit(o)
	long := make([]sat.Lit, 0, len(leaves)+1)
	for _, l := range leaves {
		e.wantLit(l, pol)
		a := e.lit(l)
		if pol&positive != 0 {
			e.sink.AddClause(x.Not(), a)
		}
		long = append(long, a.Not())
	}
	if pol&negative != 0 {
		e.sink.AddClause(append(long, x)...)
	}
}

// maxFlat bounds the operands of a flattened conjunction.
const maxFlat = 64

func (e *Emitter) leaves(n gate) []Lit {
	e.cone = append(e.cone[:0], n.b, n.a)
	var leaves []Lit
	for len(e.cone) > 0 {
		l := e.cone[len(e.cone)-1]
		e.cone = e.cone[:len(e.cone)-1]
		m := &e.g.gates[l.gate()]
		if m.kind == gateAnd && !l.IsNeg() && m.refs == 1 && e.vars[l.gate()] == 0 && len(leaves)+len(e.cone) < maxFlat {
			e.cone = append(e.cone, m.b, m.a)
			continue
		}
		leaves = append(leaves, l)
	}
	return leaves
}

// Marks remembers which gates Cone has visited.
type Marks struct {
	at    []uint32 // by gate
	stamp uint32
}

// Forget takes the mark off the gate of l, and reports whether it had one.
func (m *Marks) Forget(l Lit) bool {
	id := l.gate()
	if int(id) >= len(m.at) || m.stamp == 0 || m.at[id] != m.stamp {
		return false
	}
	m.at[id] = 0
	return true
}

// Clear forgets all marks.
func (m *Marks) Clear() { m.stamp++ }

// Cone calls visit for the variable of every gate at or below root that has
// one and that m does not mark yet, and marks those gates.
func (e *Emitter) Cone(root Lit, m *Marks, visit func(v sat.Var)) {
	e.extend()
	if m.stamp == 0 {
		m.stamp = 1
	}
	if n := len(e.g.gates); len(m.at) < n {
		m.at = append(m.at, make([]uint32, n+n/4-len(m.at))...)
	}
	e.cone = append(e.cone[:0], root)
	for len(e.cone) > 0 {
		id := e.cone[len(e.cone)-1].gate()
		e.cone = e.cone[:len(e.cone)-1]
		if m.at[id] == m.stamp {
			continue
		}
		e.g.look()
		if v := e.vars[id]; v != 0 {
			// A gate without a variable, part of a flattened one, is not
			// marked: it may get one when it is used again.
			m.at[id] = m.stamp
			visit(v)
		}
		switch n := &e.g.gates[id]; n.kind {
		case gateInput:
		case gateAnd, gateXor:
			e.cone = append(e.cone, n.a, n.b)
		default:
			e.cone = append(e.cone, n.a, n.b, n.c)
		}
	}
}
