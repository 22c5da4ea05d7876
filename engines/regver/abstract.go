package regver

import "github.com/riftlab/rift/bitvec"

// abstraction replaces products, quotients and remainders of two terms that are no
// constants by variables, the same one for equal terms, of which some laws are known.
// What holds of them holds of the numbers as well.
//
// Sources: Badihi, Akinotcho, Li, Rubin, "ARDiff", FSE 2020, which refines from unknown
// functions as well, common code included; Niemetz, Preiner, Zohar, "Scalable
// Bit-Blasting with Abstractions", CAV 2024, for the laws, of which the few that are
// true without a condition on other terms are taken.
type abstraction struct {
	s    *bitvec.Store
	to   map[bitvec.Term]bitvec.Term
	done map[bitvec.Term]bitvec.Term
}

func newAbstraction(s *bitvec.Store) *abstraction {
	return &abstraction{s: s, to: map[bitvec.Term]bitvec.Term{}, done: map[bitvec.Term]bitvec.Term{}}
}

// all returns formulas in terms of the variables, and the laws.
func (a *abstraction) all(ts []bitvec.Term) []bitvec.Term {
	s := a.s
	c := &canon{s: s, done: a.done, polys: map[bitvec.Term]poly{}}
	c.plain = true
	var laws []bitvec.Term
	c.walk(ts, func(t bitvec.Term) {
		if _, ok := a.done[t]; ok {
			if v := a.to[t]; v != 0 {
				laws = append(laws, a.known(t, v)...)
			}
			return
		}
		u := c.rebuilt(t)
		switch s.Kind(t) {
		case bitvec.KindMul, bitvec.KindUDiv, bitvec.KindURem:
			x, y := a.done[s.Arg(t, 0)], a.done[s.Arg(t, 1)]
			if s.Kind(x) == bitvec.KindConst || s.Kind(y) == bitvec.KindConst {
				break
			}
			// Equal operands give the same term u, and that the same variable.
			if a.to[u] == 0 {
				a.to[u] = s.Fresh("product", s.Width(t))
			}
			v := a.to[u]
			a.to[t] = v
			laws = append(laws, a.known(t, v)...)
			u = v
		}
		a.done[t] = u
	})
	list := make([]bitvec.Term, 0, len(ts)+len(laws))
	for _, t := range ts {
		list = append(list, a.done[t])
	}
	return append(list, laws...)
}

// known returns what holds of the variable for a term.
func (a *abstraction) known(t, v bitvec.Term) []bitvec.Term {
	s := a.s
	x, y := a.done[s.Arg(t, 0)], a.done[s.Arg(t, 1)]
	zero := s.Const(s.Width(v), 0)
	switch s.Kind(t) {
	case bitvec.KindURem:
		return []bitvec.Term{s.Or(s.Eq(y, zero), s.Ult(v, y)), s.Ule(v, x)}
	case bitvec.KindUDiv:
		return []bitvec.Term{s.Or(s.Eq(y, zero), s.Ule(v, x)), s.Implies(s.And(s.Ne(y, zero), s.Ult(x, y)), s.Eq(v, zero))}
	}
	return []bitvec.Term{s.Implies(s.Or(s.Eq(x, zero), s.Eq(y, zero)), s.Eq(v, zero))}
}
