package bitvec

// normIte:
//
//	ite/const    ite 1 a b, ite 0 a b      -> a, b
//	ite/same     ite c a a                 -> a
//	ite/not      ite ~c a b                -> ite c b a
//	ite/bool     arms 0, 1, c, ~c or complementary at width 1 -> And, Xor, Not
//	ite/nested   ite c (ite c x y) b       -> ite c x b, and in the other arm
//	ite/merge    ite c a (ite d a y)       -> ite (c or d) a y, and its three mirrors
//	ite/eq       ite (a = b) a b           -> b
//	ite/arms     ite c ~a ~b               -> ~(ite c a b)
//	ite/concat   ite c (p ++ x) (p ++ y)   -> p ++ ite c x y, also for a common lower part
//	ite/sext     ite c (sext x) (sext y)   -> sext (ite c x y)
func (s *Store) normIte(c, a, b Term) Term {
	if v, ok := s.ConstUint64(c); ok {
		if v != 0 {
			return s.fired(ruleIteConst, a)
		}
		return s.fired(ruleIteConst, b)
	}
	if a == b {
		return s.fired(ruleIteSame, a)
	}
	if x, ok := s.notOf(c); ok {
		return s.fired(ruleIteNot, s.Ite(x, b, a))
	}
	w := s.Width(a)
	if w == 1 && !s.IsArray(a) {
		if t := s.iteBool(c, a, b); t != 0 {
			return s.fired(ruleIteBool, t)
		}
	}
	if t := s.iteNested(c, a, b); t != 0 {
		return t
	}
	if n := s.nodes[c]; n.kind == KindEq && (n.args[0] == a && n.args[1] == b || n.args[0] == b && n.args[1] == a) {
		return s.fired(ruleIteEq, b)
	}
	if s.IsArray(a) {
		return 0
	}
	return s.iteLift(w, c, a, b)
}

func (s *Store) iteBool(c, a, b Term) Term {
	switch {
	case s.isOne(a) || a == c:
		return s.Or(c, b)
	case s.isZero(a) || s.complementary(a, c):
		return s.And(s.Not(c), b)
	case s.isOne(b) || s.complementary(b, c):
		return s.Or(s.Not(c), a)
	case s.isZero(b) || b == c:
		return s.And(c, a)
	case s.complementary(a, b):
		return s.Not(s.Xor(c, a))
	}
	return 0
}

func (s *Store) iteNested(c, a, b Term) Term {
	if n := s.nodes[a]; n.kind == KindIte {
		d, x, y := n.args[0], n.args[1], n.args[2]
		switch {
		case d == c:
			return s.fired(ruleIteNested, s.Ite(c, x, b))
		case x == b:
			return s.fired(ruleIteMerge, s.Ite(s.And(c, s.Not(d)), y, b))
		case y == b:
			return s.fired(ruleIteMerge, s.Ite(s.And(c, d), x, b))
		}
	}
	if n := s.nodes[b]; n.kind == KindIte {
		d, x, y := n.args[0], n.args[1], n.args[2]
		switch {
		case d == c:
			return s.fired(ruleIteNested, s.Ite(c, a, y))
		case x == a:
			return s.fired(ruleIteMerge, s.Ite(s.Or(c, d), a, y))
		case y == a:
			return s.fired(ruleIteMerge, s.Ite(s.And(s.Not(c), d), x, a))
		}
	}
	return 0
}

// iteLift moves what the arms have in common out of the Ite.
func (s *Store) iteLift(w int, c, a, b Term) Term {
	n, m := s.nodes[a], s.nodes[b]
	switch {
	case n.kind == KindNot && m.kind == KindNot:
		return s.fired(ruleIteArms, s.Not(s.Ite(c, n.args[0], m.args[0])))
	case s.bothSExt(n, m):
		return s.fired(ruleIteSExt, s.SignExtend(w-s.Width(n.args[0]), s.Ite(c, n.args[0], m.args[0])))
	}
	if n.kind != KindConcat && m.kind != KindConcat {
		return 0
	}
	low := s.splitOf(n, m)
	if low == 0 {
		return 0
	}
	ah, al := s.Extract(w-1, low, a), s.Extract(low-1, 0, a)
	bh, bl := s.Extract(w-1, low, b), s.Extract(low-1, 0, b)
	if ah != bh && al != bl {
		return 0
	}
	return s.fired(ruleIteConcat, s.Concat(s.Ite(c, ah, bh), s.Ite(c, al, bl)))
}

// splitOf returns the width of the lower part at which both n and m, of which
// one is a Concat, come apart; 0 if there is none.
func (s *Store) splitOf(n, m node) int {
	switch {
	case n.kind == KindConcat && m.kind == KindConcat:
		if low := s.Width(n.args[1]); low == s.Width(m.args[1]) {
			return low
		}
	case n.kind == KindConcat && m.kind == KindConst:
		return s.Width(n.args[1])
	case n.kind == KindConst && m.kind == KindConcat:
		return s.Width(m.args[1])
	}
	return 0
}
