package bitvec

import "math/big"

// normEq; each rule also with its operands exchanged:
//
//	eq/same      x = x                     -> true
//	eq/bit       x = y at width 1          -> ~(x ^ y)
//	eq/distinct  x = y                     -> false   x and y differ by a constant, or are complements
//	eq/not       ~x = ~y, ~x = c           -> x = y, x = ~c
//	eq/neg       -x = -y, -x = c           -> x = y, x = -c
//	eq/add       x + c = d, x + c = y + d  -> x = d - c, x = y + (d - c)
//	eq/common    x + y = x + z, x + y = x  -> y = z, y = 0
//	eq/xor       x ^ y = x, x ^ c = d      -> y = 0, x = c ^ d
//	eq/mul       x * c = d, c odd          -> x = d * 1/c
//	eq/concat    (a ++ b) = (c ++ d), k    -> a = .. & b = ..
//	eq/sext      sext x = sext y, k        -> x = y, x = k or false
//	eq/ite       (ite c k y) = d           -> c or y = d, or ~c & y = d    k, d constants
//	eq/arms      (ite c a b) = (ite c d e) -> ite c (a = d) (b = e)
//	eq/arm       (ite c a b) = a           -> c or b = a
func (s *Store) normEq(_ int, a, b Term) Term {
	w := s.Width(a)
	switch {
	case a == b:
		return s.fired(ruleEqSame, s.True())
	case w == 1:
		return s.fired(ruleEqBit, s.Not(s.Xor(a, b)))
	case s.complementary(a, b) || s.distinct(a, b):
		return s.fired(ruleEqDistinct, s.False())
	}
	if s.isConst(b) {
		return s.eqConst(w, a, b)
	}
	if t := s.eqSameKind(a, b); t != 0 {
		return t
	}
	if t := s.eqInside(w, a, b); t != 0 {
		return t
	}
	return s.eqInside(w, b, a)
}

// distinct reports whether a and b are known to differ under every
// assignment: by their facts, or because they are x + c and x + d.
func (s *Store) distinct(a, b Term) bool {
	if a == b {
		return false
	}
	if s.isConst(a) && s.isConst(b) {
		return true
	}
	n, m := &s.nodes[a], &s.nodes[b]
	if n.width <= 64 && n.index == 0 && m.index == 0 {
		f, g := s.facts[a], s.facts[b]
		if f.hi < g.lo || g.hi < f.lo || f.zero&g.one != 0 || f.one&g.zero != 0 {
			return true
		}
	}
	return s.offsetBase(a) == s.offsetBase(b) // handles differ, so do the offsets
}

// offsetBase returns x when t is x + c, and t otherwise.
func (s *Store) offsetBase(t Term) Term {
	if x, _, ok := s.withConst(KindAdd, t); ok {
		return x
	}
	return t
}

func (s *Store) eqConst(w int, a, c Term) Term {
	n := s.nodes[a]
	switch n.kind {
	case KindNot:
		return s.fired(ruleEqNot, s.Eq(n.args[0], s.Not(c)))
	case KindNeg:
		return s.fired(ruleEqNeg, s.Eq(n.args[0], s.Neg(c)))
	case KindAdd:
		if s.isConst(n.args[1]) {
			return s.fired(ruleEqAdd, s.Eq(n.args[0], s.Sub(c, n.args[1])))
		}
	case KindXor:
		if s.isConst(n.args[1]) {
			return s.fired(ruleEqXor, s.Eq(n.args[0], s.Xor(c, n.args[1])))
		}
	case KindMul:
		if v, ok := s.ConstValue(n.args[1]); ok && v.Bit(0) {
			inverse := new(big.Int).ModInverse(v.asBig(), new(big.Int).Lsh(big.NewInt(1), uint(w)))
			return s.fired(ruleEqMul, s.Eq(n.args[0], s.Mul(c, s.BigConst(w, inverse))))
		}
	case KindConcat:
		return s.fired(ruleEqConcat, s.eqConcat(w, n, c))
	case KindSExt:
		low := s.Extract(s.Width(n.args[0])-1, 0, c)
		if s.SignExtend(w-s.Width(low), low) != c {
			return s.fired(ruleEqSExt, s.False())
		}
		return s.fired(ruleEqSExt, s.Eq(n.args[0], low))
	case KindIte:
		return s.eqIteConst(n, c)
	}
	return 0
}

func (s *Store) eqConcat(w int, n node, y Term) Term {
	low := s.Width(n.args[1])
	// The narrower comparison first: it is the one more likely to be false.
	return s.And(s.Eq(n.args[0], s.Extract(w-1, low, y)), s.Eq(n.args[1], s.Extract(low-1, 0, y)))
}

func (s *Store) eqIteConst(n node, c Term) Term {
	for i := 1; i <= 2; i++ {
		if !s.isConst(n.args[i]) {
			continue
		}
		cond := n.args[0]
		if i == 2 {
			cond = s.Not(cond)
		}
		rest := s.Eq(n.args[3-i], c)
		if n.args[i] == c {
			return s.fired(ruleEqIte, s.Or(cond, rest))
		}
		return s.fired(ruleEqIte, s.And(s.Not(cond), rest))
	}
	return 0
}

// eqSameKind handles operands with one operator on top.
func (s *Store) eqSameKind(a, b Term) Term {
	n, m := s.nodes[a], s.nodes[b]
	w := int(n.width)
	if n.kind == KindConcat && m.kind == KindConcat {
		return s.fired(ruleEqConcat, s.eqConcat(w, n, b))
	}
	if n.kind != m.kind {
		return 0
	}
	switch n.kind {
	case KindNot:
		return s.fired(ruleEqNot, s.Eq(n.args[0], m.args[0]))
	case KindNeg:
		return s.fired(ruleEqNeg, s.Eq(n.args[0], m.args[0]))
	case KindAdd:
		if s.isConst(n.args[1]) && s.isConst(m.args[1]) {
			return s.fired(ruleEqAdd, s.Eq(n.args[0], s.Add(m.args[0], s.Sub(m.args[1], n.args[1]))))
		}
		for i, x := range n.args[:2] {
			for j, y := range m.args[:2] {
				if x == y {
					return s.fired(ruleEqCommon, s.Eq(n.args[1-i], m.args[1-j]))
				}
			}
		}
	case KindSExt:
		if s.Width(n.args[0]) == s.Width(m.args[0]) {
			return s.fired(ruleEqSExt, s.Eq(n.args[0], m.args[0]))
		}
	case KindIte:
		if n.args[0] == m.args[0] {
			x, y := s.Eq(n.args[1], m.args[1]), s.Eq(n.args[2], m.args[2])
			return s.fired(ruleEqArms, s.Ite(n.args[0], x, y))
		}
	}
	return 0
}

// eqInside handles an operand b that occurs directly below a.
func (s *Store) eqInside(w int, a, b Term) Term {
	n := s.nodes[a]
	switch n.kind {
	case KindAdd, KindXor:
		for i, x := range n.args[:2] {
			if x != b {
				continue
			}
			rest := s.Eq(n.args[1-i], s.zero(w))
			if n.kind == KindAdd {
				return s.fired(ruleEqCommon, rest)
			}
			return s.fired(ruleEqXor, rest)
		}
	case KindIte:
		if n.args[1] == b {
			return s.fired(ruleEqArm, s.Or(n.args[0], s.Eq(n.args[2], b)))
		}
		if n.args[2] == b {
			return s.fired(ruleEqArm, s.Or(s.Not(n.args[0]), s.Eq(n.args[1], b)))
		}
	}
	return 0
}
