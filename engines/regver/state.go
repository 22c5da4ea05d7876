package regver

import (
	"slices"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/program"
)

// value is the term of a word and that of its undefined bits, 0 if it has none.
// The word is zero in its undefined bits.
type value struct{ t, u bitvec.Term }

// guard is a conjunction of formulas, sorted; dead if it is known to be false.
type guard struct {
	terms []bitvec.Term
	dead  bool
}

// with returns the guard and the formula.
func (g guard) with(s *bitvec.Store, t bitvec.Term) guard {
	if g.dead {
		return g
	}
	if v, ok := s.ConstUint64(t); ok {
		if v == 0 {
			return guard{dead: true}
		}
		return g
	}
	if s.Kind(t) == bitvec.KindAnd {
		return g.with(s, s.Arg(t, 0)).with(s, s.Arg(t, 1))
	}
	i, found := slices.BinarySearch(g.terms, t)
	if found {
		return g
	}
	if _, found := slices.BinarySearch(g.terms, s.Not(t)); found {
		return guard{dead: true}
	}
	return guard{terms: slices.Insert(slices.Clone(g.terms), i, t)}
}

// term returns the guard as one formula.
func (g guard) term(s *bitvec.Store) bitvec.Term {
	if g.dead {
		return s.False()
	}
	return s.Conj(g.terms...)
}

// split returns what two guards have in common, and what each has alone.
func split(g, h guard) (common, a, b []bitvec.Term) {
	i, k := 0, 0
	for i < len(g.terms) || k < len(h.terms) {
		switch {
		case k == len(h.terms) || i < len(g.terms) && g.terms[i] < h.terms[k]:
			a = append(a, g.terms[i])
			i++
		case i == len(g.terms) || h.terms[k] < g.terms[i]:
			b = append(b, h.terms[k])
			k++
		default:
			common = append(common, g.terms[i])
			i++
			k++
		}
	}
	return common, a, b
}

// object is the content of a private object: bytes by offset, and their undefined
// bits; or of a cell its word alone.
type object struct {
	word           value
	bytes, unknown bitvec.Term // arrays
	alive          bitvec.Term // formula: it was begun and not ended
}

// state is what one version has computed at a point.
//
// memory and unknown are the bytes that both versions share and their undefined
// bits. history stands for everything else that calls can change: what was shown
// and read, which objects there are and how far they reach.
type state struct {
	guard           guard
	regs            []value
	objects         []object
	memory, unknown memory
	history         bitvec.Term
	result          value       // of an exit that returns
	code            bitvec.Term // of an exit by a fault: its kind
}

func (st *state) clone() *state {
	c := *st
	c.regs = slices.Clone(st.regs)
	c.objects = slices.Clone(st.objects)
	return &c
}

// merge joins the states of two ways that exclude each other. Registers are joined
// where keep says so, and are unknown elsewhere.
func (x *exec) merge(a, b *state, keep func(r program.Reg) bool) *state {
	s := x.s
	common, onlyA, onlyB := split(a.guard, b.guard)
	// Which of the two it was is told by the shorter of the differences.
	cond, flip := onlyA, false
	if len(onlyB) < len(onlyA) {
		cond, flip = onlyB, true
	}
	c := s.Conj(cond...)
	ite := func(p, q bitvec.Term) bitvec.Term {
		if p == q {
			return p
		}
		if flip {
			p, q = q, p
		}
		return s.Ite(c, p, q)
	}
	word := func(p, q value) value {
		if p.t == 0 || q.t == 0 || s.Width(p.t) != s.Width(q.t) {
			return value{} // assigned on one way only: nobody reads it
		}
		v := value{t: ite(p.t, q.t)}
		if p.u != 0 || q.u != 0 {
			v.u = x.bits(ite(x.undefinedOf(p), x.undefinedOf(q)))
		}
		return v
	}
	m := &state{regs: make([]value, len(a.regs)), objects: make([]object, len(a.objects))}
	for r := range m.regs {
		if keep(program.Reg(r)) {
			m.regs[r] = word(a.regs[r], b.regs[r])
		}
	}
	for i := range m.objects {
		p, q := &a.objects[i], &b.objects[i]
		o := object{word: word(p.word, q.word), alive: ite(p.alive, q.alive)}
		if p.bytes != 0 {
			o.bytes, o.unknown = ite(p.bytes, q.bytes), ite(p.unknown, q.unknown)
		}
		m.objects[i] = o
	}
	p, q := a, b
	if flip {
		p, q = b, a
	}
	m.memory, m.unknown = x.choice(c, p.memory, q.memory), x.choice(c, p.unknown, q.unknown)
	m.history = ite(a.history, b.history)
	m.result = word(a.result, b.result)
	if a.code != 0 && b.code != 0 {
		m.code = ite(a.code, b.code)
	}
	for _, t := range common {
		m.guard = m.guard.with(s, t)
	}
	m.guard = m.guard.with(s, s.Or(s.Conj(onlyA...), s.Conj(onlyB...)))
	return m
}

// undefinedOf returns the undefined bits of a word as a term.
func (x *exec) undefinedOf(v value) bitvec.Term {
	if v.u == 0 {
		return x.s.Const(x.s.Width(v.t), 0)
	}
	return v.u
}

// bits returns undefined bits in the form that a value has them.
func (x *exec) bits(u bitvec.Term) bitvec.Term {
	if v, ok := x.s.ConstValue(u); ok && v.IsZero() {
		return 0
	}
	return u
}
