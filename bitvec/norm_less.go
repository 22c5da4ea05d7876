package bitvec

import "math/big"

// Rules for Ult and Slt.

// normUlt:
//
//	ult/same     x < x                     -> false
//	ult/bit      x < y at width 1          -> ~x & y
//	ult/zero     x < 0, 0 < x              -> false, x != 0
//	ult/one      x < 1                     -> x = 0
//	ult/ones     x < ones, ones < x        -> x != ones, false
//	ult/last     ones-1 < x                -> x = ones
//	ult/not      ~x < ~y, ~x < c, c < ~x   -> y < x, ~c < x, x < ~c
//	ult/narrow   (0 ++ x) < (0 ++ y)       -> x < y
//	ult/prefix   (a ++ x) < (a ++ y)       -> x < y
//	ult/suffix   (x ++ b) < (y ++ b)       -> x < y
//	ult/sext     sext x < sext y           -> x < y
//	ult/ite      (ite c k l) < d           -> ite c (k < d) (l < d)   constants
//	ult/rem      x % n < n                 -> n != 0
//	ult/grown    x < x % n, x & y, x >> y  -> false
//	ult/quotient x < x / n                 -> n = 0 & x != ones
//	ult/over     n < x % n                 -> n = 0 & x != 0
func (s *Store) normUlt(_ int, a, b Term) Term {
	w := s.Width(a)
	switch {
	case a == b:
		return s.fired(ruleUltSame, s.False())
	case w == 1:
		return s.fired(ruleUltBit, s.And(s.Not(a), b))
	case s.isZero(b):
		return s.fired(ruleUltZero, s.False())
	case s.isZero(a):
		return s.fired(ruleUltZero, s.Ne(b, a))
	case s.isOne(b):
		return s.fired(ruleUltOne, s.Eq(a, s.zero(w)))
	case s.isOnes(b):
		return s.fired(ruleUltOnes, s.Ne(a, b))
	case s.isOnes(a):
		return s.fired(ruleUltOnes, s.False())
	case s.isConst(a) && s.isOnes(s.Add(a, s.Const(w, 1))):
		return s.fired(ruleUltLast, s.Eq(b, s.ones(w)))
	}
	if x, y, ok := s.lessNot(a, b); ok {
		return s.fired(ruleUltNot, s.Ult(x, y))
	}
	if k := min(s.highZeros(a), s.highZeros(b)); k > 0 && k < w {
		return s.fired(ruleUltNarrow, s.Ult(s.Extract(w-k-1, 0, a), s.Extract(w-k-1, 0, b)))
	}
	n, m := s.nodes[a], s.nodes[b]
	switch {
	case n.kind == KindConcat && m.kind == KindConcat && n.args[0] == m.args[0]:
		return s.fired(ruleUltPrefix, s.Ult(n.args[1], m.args[1]))
	case n.kind == KindConcat && m.kind == KindConcat && n.args[1] == m.args[1]:
		return s.fired(ruleUltSuffix, s.Ult(n.args[0], m.args[0]))
	case s.bothSExt(n, m):
		return s.fired(ruleUltSExt, s.Ult(n.args[0], m.args[0]))
	}
	if t := s.lessIte(KindUlt, a, b); t != 0 {
		return s.fired(ruleUltIte, t)
	}
	return s.ultDivision(a, b, n, m)
}

// ultDivision knows what quotients, remainders and other parts of a number are
// at most.
func (s *Store) ultDivision(a, b Term, n, m node) Term {
	none := s.zero(s.Width(a))
	switch {
	case n.kind == KindURem && n.args[1] == b:
		return s.fired(ruleUltRem, s.Ne(b, none))
	case m.args[0] == a && (m.kind == KindURem || m.kind == KindLShr || m.kind == KindAnd), m.kind == KindAnd && m.args[1] == a:
		return s.fired(ruleUltGrown, s.False())
	case m.kind == KindUDiv && m.args[0] == a:
		return s.fired(ruleUltQuotient, s.And(s.Eq(m.args[1], none), s.Ne(a, s.ones(s.Width(a)))))
	case m.kind == KindURem && m.args[1] == a:
		return s.fired(ruleUltOver, s.And(s.Eq(a, none), s.Ne(m.args[0], none)))
	}
	return 0
}

func (s *Store) bothSExt(n, m node) bool {
	return n.kind == KindSExt && m.kind == KindSExt && s.Width(n.args[0]) == s.Width(m.args[0])
}

// lessNot returns x and y with x < y equivalent to a < b, signed or not, when
// complements can be dropped.
func (s *Store) lessNot(a, b Term) (x, y Term, ok bool) {
	na, ok1 := s.notOf(a)
	nb, ok2 := s.notOf(b)
	switch {
	case ok1 && ok2:
		return nb, na, true
	case ok1 && s.isConst(b):
		return s.Not(b), na, true
	case ok2 && s.isConst(a):
		return nb, s.Not(a), true
	}
	return 0, 0, false
}

// lessIte distributes a comparison with a constant over constant arms.
func (s *Store) lessIte(k Kind, a, b Term) Term {
	n, m := s.nodes[a], s.nodes[b]
	less := s.Ult
	if k == KindSlt {
		less = s.Slt
	}
	switch {
	case n.kind == KindIte && s.isConst(n.args[1]) && s.isConst(n.args[2]) && m.kind == KindConst:
		return s.Ite(n.args[0], less(n.args[1], b), less(n.args[2], b))
	case m.kind == KindIte && s.isConst(m.args[1]) && s.isConst(m.args[2]) && n.kind == KindConst:
		return s.Ite(m.args[0], less(a, m.args[1]), less(a, m.args[2]))
	}
	return 0
}

// normSlt:
//
//	slt/same     x < x                     -> false
//	slt/bit      x < y at width 1          -> x & ~y
//	slt/zero     x < 0                     -> the sign of x
//	slt/minus    ones < x                  -> ~ the sign of x
//	slt/not      ~x < ~y, ~x < c, c < ~x   -> y < x, ~c < x, x < ~c
//	slt/sext     sext x < sext y, k        -> x < y, x < k, true or false
//	slt/unsigned x < y                     -> x <u y   both signs known, and equal
//	slt/prefix   (a ++ x) < (a ++ y)       -> x <u y
//	slt/ite      (ite c k l) < d           -> ite c (k < d) (l < d)   constants
func (s *Store) normSlt(_ int, a, b Term) Term {
	w := s.Width(a)
	switch {
	case a == b:
		return s.fired(ruleSltSame, s.False())
	case w == 1:
		return s.fired(ruleSltBit, s.And(a, s.Not(b)))
	case s.isZero(b):
		return s.fired(ruleSltZero, s.sign(a))
	case s.isOnes(a):
		return s.fired(ruleSltMinus, s.Not(s.sign(b)))
	}
	if x, y, ok := s.lessNot(a, b); ok {
		return s.fired(ruleSltNot, s.Slt(x, y))
	}
	n, m := s.nodes[a], s.nodes[b]
	if s.bothSExt(n, m) {
		return s.fired(ruleSltSExt, s.Slt(n.args[0], m.args[0]))
	}
	if n.kind == KindSExt && m.kind == KindConst {
		return s.fired(ruleSltSExt, s.sltSExt(n.args[0], b, true))
	}
	if m.kind == KindSExt && n.kind == KindConst {
		return s.fired(ruleSltSExt, s.sltSExt(m.args[0], a, false))
	}
	if x, y := s.knownSign(a), s.knownSign(b); x == y && x != 0 {
		return s.fired(ruleSltUnsigned, s.Ult(a, b))
	}
	if n.kind == KindConcat && m.kind == KindConcat && n.args[0] == m.args[0] {
		return s.fired(ruleSltPrefix, s.Ult(n.args[1], m.args[1]))
	}
	if t := s.lessIte(KindSlt, a, b); t != 0 {
		return s.fired(ruleSltIte, t)
	}
	return 0
}

// knownSign returns 1 if t is known to be non-negative, -1 if it is known to
// be negative, 0 otherwise.
func (s *Store) knownSign(t Term) int {
	w := s.Width(t)
	if w <= 64 {
		sign := uint64(1) << uint(w-1)
		switch {
		case s.facts[t].zero&sign != 0:
			return 1
		case s.facts[t].one&sign != 0:
			return -1
		}
		return 0
	}
	if s.highZeros(t) > 0 {
		return 1
	}
	if v, ok := s.ConstValue(t); ok && v.Bit(w-1) {
		return -1
	}
	return 0
}

// sltSExt compares sext x with the constant c: sext x < c if left, else
// c < sext x.
func (s *Store) sltSExt(x, c Term, left bool) Term {
	w := s.Width(x)
	v, _ := s.ConstValue(c)
	n := v.signed()
	limit := new(big.Int).Lsh(big.NewInt(1), uint(w-1))
	switch {
	case n.Cmp(limit) >= 0: // above every sext x
		return s.Bool(left)
	case n.Cmp(limit.Neg(limit)) < 0: // below every sext x
		return s.Bool(!left)
	}
	low := s.Extract(w-1, 0, c)
	if left {
		return s.Slt(x, low)
	}
	return s.Slt(low, x)
}
