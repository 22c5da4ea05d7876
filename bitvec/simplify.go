package bitvec

import (
	"context"
	"math/big"
)

// Simplified is a conjunction after the rewriting pass, with what is needed
// to turn its models into models of the original.
type Simplified struct {
	// Constraints have the models of the original constraints, restricted to
	// the variables that are left. False alone is a contradiction.
	Constraints []Term

	s          *Store
	vars       []Term // eliminated, in order
	values     []Term // what each stands for, over the variables that are left
	Eliminated int    // variables
	Rounds     int
}

// maxRounds bounds the rounds of Simplify; each costs one walk over the
// constraints. Later rounds rarely find anything.
const maxRounds = 8

// Simplify is the rewriting pass over constraints taken together:
//
//   - a constraint x = t, or one that can be solved for a variable x, removes
//     x, unless x occurs in t; a constraint x < 2^k shortens x to k bits
//   - the equation of a division becomes those of quotient and remainder (quotient.go)
//   - a constraint is replaced by true where it occurs in the others
//   - equalities are decided by polynomial normal forms (poly.go, poly_bits.go)
//
// and again until nothing changes, at most maxRounds times. It does nothing
// in a store without rewriting. It stops early, with what it has, when ctx is
// done.
func (s *Store) Simplify(ctx context.Context, constraints []Term) *Simplified {
	p := &pass{s: s, out: &Simplified{s: s, Constraints: constraints}, eqs: newEqDecider(s)}
	if s.raw {
		return p.out
	}
	p.todo = p.flatten(constraints)
	all := &Substitution{store: s, done: map[Term]Term{}, lazy: map[Term]Term{}}
	for p.out.Rounds < maxRounds && ctx.Err() == nil {
		p.out.Rounds++
		if !p.round(all) {
			break
		}
	}
	for _, x := range p.out.vars {
		p.out.values = append(p.out.values, all.Apply(x))
	}
	p.out.Eliminated = len(p.out.vars)
	p.out.Constraints = p.todo
	return p.out
}

// pass is the state of Simplify.
type pass struct {
	s    *Store
	todo []Term // conjuncts
	work int    // terms visited by reaches
	eqs  *eqDecider
	out  *Simplified
}

// maxVisits bounds the terms that are looked at for facts and equalities:
// constraints that share a large part are each walked in full.
const maxVisits = 5e6

// maxReach bounds the terms that occurs checks visit; past it, no more
// variables are eliminated.
const maxReach = 5e6

// flatten returns the conjuncts of ts without repetition, oldest mention
// first, or False alone.
func (p *pass) flatten(ts []Term) []Term {
	var parts []Term
	seen := map[Term]bool{}
	var stack []Term
	for _, t := range ts {
		stack = append(stack[:0], t)
		for len(stack) > 0 {
			u := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			n := &p.s.nodes[u]
			switch {
			case seen[u] || p.s.isOne(u):
			case p.s.isZero(u) || seen[p.s.Not(u)]:
				return []Term{p.s.False()}
			case n.kind == KindAnd:
				stack = append(stack, n.args[1], n.args[0])
			default:
				parts = append(parts, u)
			}
			seen[u] = true
		}
	}
	return parts
}

// round makes one round and reports whether anything changed. all collects
// the eliminations of every round.
func (p *pass) round(all *Substitution) bool {
	s := p.s
	sub := &Substitution{store: s, done: map[Term]Term{}, lazy: map[Term]Term{}}
	var rest []Term
	for _, t := range p.quotients(p.todo) {
		x, v := p.solve(t)
		if x == 0 || sub.lazy[x] != 0 || p.reaches(sub, v, x) {
			rest = append(rest, t)
			continue
		}
		sub.lazy[x], all.lazy[x] = v, v
		p.out.vars = append(p.out.vars, x)
		if s.nodes[t].kind == KindUlt { // still says more than the width does
			rest = append(rest, t)
		}
	}
	facts := p.facts(rest)
	for i, t := range rest {
		u := sub.Apply(t)
		if p.eqs.visits < maxVisits {
			if u == t {
				u = facts.inside(t)
			}
			u = p.eqs.apply(u)
		}
		rest[i] = u
	}
	next := p.flatten(rest)
	changed := len(sub.lazy) > 0 || len(next) != len(p.todo)
	for i := 0; i < len(next) && !changed; i++ {
		changed = next[i] != p.todo[i]
	}
	p.todo = next
	return changed && !(len(next) == 1 && s.isZero(next[0]))
}

// reaches reports whether x occurs in t after the eliminations so far, or may
// for all we can afford to find out.
func (p *pass) reaches(sub *Substitution, t, x Term) bool {
	seen := map[Term]bool{}
	stack := []Term{t}
	for len(stack) > 0 {
		u := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if u == x {
			return true
		}
		if seen[u] {
			continue
		}
		seen[u] = true
		if p.work++; p.work > maxReach {
			return true
		}
		if v := sub.lazy[u]; v != 0 {
			stack = append(stack, v)
			continue
		}
		n := &p.s.nodes[u]
		stack = append(stack, n.args[:kinds[n.kind].arity]...)
	}
	return false
}

// solve returns a variable and its value if t is equivalent to their being
// equal, or, for x < c, a value of x with fewer free bits.
func (p *pass) solve(t Term) (x, v Term) {
	s := p.s
	n := s.nodes[t]
	switch n.kind {
	case KindVar:
		return t, s.True()
	case KindXor:
		return p.solveFor(n.args[0], s.Not(n.args[1]), n.args[1], s.Not(n.args[0]))
	case KindEq:
		return p.solveFor(n.args[0], n.args[1], n.args[1], n.args[0])
	case KindUlt:
		return p.shorten(n.args[0], n.args[1])
	case KindNot:
		m := s.nodes[n.args[0]]
		switch m.kind {
		case KindVar:
			return n.args[0], s.False()
		case KindXor:
			return p.solveFor(m.args[0], m.args[1], m.args[1], m.args[0])
		}
	}
	return 0, 0
}

// solveFor solves a = b, or else c = d, for a variable on the left.
func (p *pass) solveFor(a, b, c, d Term) (x, v Term) {
	if x, v = p.isolate(a, b); x != 0 {
		return x, v
	}
	return p.isolate(c, d)
}

// isolate solves a = b for a variable in a, undoing invertible operators.
func (p *pass) isolate(a, b Term) (x, v Term) {
	s := p.s
	for range 64 {
		n := s.nodes[a]
		switch n.kind {
		case KindVar:
			return a, b
		case KindNot:
			a, b = n.args[0], s.Not(b)
		case KindNeg:
			a, b = n.args[0], s.Neg(b)
		case KindAdd, KindXor:
			i := 0
			if s.nodes[n.args[0]].kind != KindVar && s.nodes[n.args[1]].kind == KindVar {
				i = 1
			}
			if n.kind == KindAdd {
				a, b = n.args[i], s.Sub(b, n.args[1-i])
			} else {
				a, b = n.args[i], s.Xor(b, n.args[1-i])
			}
		case KindMul:
			c, ok := s.ConstValue(n.args[1])
			if !ok || !c.Bit(0) {
				return 0, 0
			}
			w := int(n.width)
			inverse := new(big.Int).ModInverse(c.asBig(), new(big.Int).Lsh(big.NewInt(1), uint(w)))
			a, b = n.args[0], s.Mul(b, s.BigConst(w, inverse))
		default:
			return 0, 0
		}
	}
	return 0, 0
}

// shorten returns, for x < c with c at most 2^k, x as k fresh bits below
// zeros.
func (p *pass) shorten(x, c Term) (Term, Term) {
	s := p.s
	v, ok := s.ConstValue(c)
	if !ok || s.nodes[x].kind != KindVar || v.IsZero() {
		return 0, 0
	}
	w := s.Width(x)
	k := new(big.Int).Sub(v.asBig(), big.NewInt(1)).BitLen()
	if k == w || k == 0 {
		return 0, 0
	}
	return x, s.ZeroExtend(w-k, s.Fresh(s.Name(x), k))
}

// factSet knows which formulas the constraints assert.
type factSet struct {
	s     *Store
	truth map[Term]Term // a formula without Not on top, to its truth
}

func (p *pass) facts(ts []Term) *factSet {
	f := &factSet{s: p.s, truth: map[Term]Term{}}
	for _, t := range ts {
		if x, ok := p.s.notOf(t); ok {
			f.truth[x] = p.s.False()
		} else {
			f.truth[t] = p.s.True()
		}
	}
	return f
}

// inside returns t with every other fact replaced by its truth.
func (f *factSet) inside(t Term) Term {
	top := t
	if x, ok := f.s.notOf(t); ok {
		top = x
	}
	var from, to []Term
	for _, u := range f.s.postorder(t) {
		// Oldest first, and strictly below the top: a fact is never used to
		// remove itself, nor an older one by way of a newer one.
		if v, ok := f.truth[u]; ok && u != top && u != t {
			from, to = append(from, u), append(to, v)
		}
	}
	if len(from) == 0 {
		return t
	}
	return f.s.Substitute(t, from, to)
}

// Model returns the model of the original constraints that extends m, a model
// of the simplified ones.
func (p *Simplified) Model(m *Model) *Model {
	a := NewAssignment()
	for x, v := range m.assignment.values {
		a.values[x] = v
	}
	for x, v := range m.assignment.arrays {
		a.arrays[x] = v
	}
	for i, x := range p.vars {
		if p.s.IsArray(x) {
			a.arrays[x] = m.Array(p.values[i])
		} else {
			a.values[x] = m.Value(p.values[i])
		}
	}
	return NewModel(p.s, a)
}
