package bitvec

import (
	"math/big"
	"math/bits"
)

// Rules for Neg, Add, Mul, UDiv and URem.

func (s *Store) foldNeg(w int, c Term) Term {
	if v, ok := s.ConstUint64(c); ok {
		return s.Const(w, -v)
	}
	v, _ := s.ConstValue(c)
	return s.Value(negWide(shape{w: uint(w)}, v, Value{}, Value{}))
}

// normNeg:
//
//	neg/bit    -x at width 1         -> x
//	neg/const  -c                    -> the constant
//	neg/neg    -(-x)                 -> x
//	neg/not    -(~x)                 -> x + 1
//	neg/add    -(x + c)              -> -x + -c
//	neg/mul    -(x * c)              -> x * -c
//	neg/ite    -(ite c a b)          -> ite c -a -b   a or b is a constant
func (s *Store) normNeg(w int, a Term) Term {
	n := s.nodes[a]
	switch {
	case w == 1:
		return s.fired(ruleNegBit, a)
	case n.kind == KindConst:
		return s.fired(ruleNegConst, s.foldNeg(w, a))
	case n.kind == KindNeg:
		return s.fired(ruleNegNeg, n.args[0])
	case n.kind == KindNot:
		return s.fired(ruleNegNot, s.Add(n.args[0], s.Const(w, 1)))
	case n.kind == KindAdd && s.isConst(n.args[1]):
		return s.fired(ruleNegAdd, s.Add(s.Neg(n.args[0]), s.foldNeg(w, n.args[1])))
	case n.kind == KindMul && s.isConst(n.args[1]):
		return s.fired(ruleNegMul, s.Mul(n.args[0], s.foldNeg(w, n.args[1])))
	case n.kind == KindIte && (s.isConst(n.args[1]) || s.isConst(n.args[2])):
		return s.fired(ruleNegIte, s.Ite(n.args[0], s.Neg(n.args[1]), s.Neg(n.args[2])))
	}
	return 0
}

// negated reports whether a is -b or b is -a.
func (s *Store) negated(a, b Term) bool {
	n, m := &s.nodes[a], &s.nodes[b]
	return n.kind == KindNeg && n.args[0] == b || m.kind == KindNeg && m.args[0] == a
}

// normAdd; each rule also with its operands exchanged:
//
//	add/bit         x + y at width 1   -> x ^ y
//	add/zero        x + 0              -> x
//	add/complement  x + ~x             -> ones
//	add/negated     x + -x             -> 0
//	add/double      x + x              -> x * 2
//	add/constants   (x + c) + d        -> x + (c + d)
//	add/outward     (x + c) + y        -> (x + y) + c
//	add/cancel      (x + y) + -x       -> y   and (x + -y) + y -> x
//	add/disjoint    (a ++ 0) + (0 ++ b) -> a ++ b   where the zeros cover the other's bits
//	add/or          (a ++ b) + y        -> (a ++ b) | y   if no bit can be 1 in both
func (s *Store) normAdd(w int, a, b Term) Term {
	switch {
	case w == 1:
		return s.fired(ruleAddBit, s.Xor(a, b))
	case s.isZero(b):
		return s.fired(ruleAddZero, a)
	case s.complementary(a, b):
		return s.fired(ruleAddComplement, s.ones(w))
	case s.negated(a, b):
		return s.fired(ruleAddNegated, s.zero(w))
	case a == b:
		return s.fired(ruleAddDouble, s.Mul(a, s.Const(w, 2)))
	}
	if x, c, ok := s.withConst(KindAdd, a); ok {
		if s.isConst(b) {
			return s.fired(ruleAddConstants, s.Add(x, s.Add(c, b)))
		}
		return s.fired(ruleAddOutward, s.Add(s.Add(x, b), c))
	}
	if x, c, ok := s.withConst(KindAdd, b); ok {
		return s.fired(ruleAddOutward, s.Add(s.Add(a, x), c))
	}
	if t := s.addCancel(a, b); t != 0 {
		return s.fired(ruleAddCancel, t)
	}
	if t := s.addCancel(b, a); t != 0 {
		return s.fired(ruleAddCancel, t)
	}
	if t := s.addDisjoint(w, a, b); t != 0 {
		return s.fired(ruleAddDisjoint, t)
	}
	if t := s.addDisjoint(w, b, a); t != 0 {
		return s.fired(ruleAddDisjoint, t)
	}
	concat := s.nodes[a].kind == KindConcat || s.nodes[b].kind == KindConcat
	if concat && w <= 64 && ^s.facts[a].zero&^s.facts[b].zero&ones64(uint(w)) == 0 {
		return s.fired(ruleAddOr, s.Or(a, b))
	}
	return 0
}

func (s *Store) addCancel(a, b Term) Term {
	n := s.nodes[a]
	if n.kind != KindAdd {
		return 0
	}
	for i, x := range n.args[:2] {
		if s.negated(x, b) {
			return n.args[1-i]
		}
	}
	return 0
}

// addDisjoint needs the low bits of a and the high bits of b to be 0.
func (s *Store) addDisjoint(w int, a, b Term) Term {
	k := s.lowZeros(a)
	if k == 0 || w-s.highZeros(b) > k {
		return 0
	}
	return s.Concat(s.Extract(w-1, k, a), s.Extract(k-1, 0, b))
}

// lowZeros returns how many low bits of t are 0 by its outermost structure.
func (s *Store) lowZeros(t Term) int {
	n := &s.nodes[t]
	for n.kind == KindConcat {
		n = &s.nodes[n.args[1]]
	}
	if n.kind != KindConst {
		return 0
	}
	v := s.constOf(n)
	if v.IsZero() {
		return v.Width()
	}
	return int(v.asBig().TrailingZeroBits())
}

// highZeros returns how many high bits of t are 0 by its outermost structure.
func (s *Store) highZeros(t Term) int {
	n := &s.nodes[t]
	if n.kind == KindConcat {
		n = &s.nodes[n.args[0]]
	}
	if n.kind != KindConst {
		return 0
	}
	return int(n.width) - s.constOf(n).asBig().BitLen()
}

// normMul; each rule also with its operands exchanged:
//
//	mul/bit        x * y at width 1    -> x & y
//	mul/zero       x * 0               -> 0
//	mul/one        x * 1               -> x
//	mul/minus      x * ones            -> -x
//	mul/power      x * 2^k             -> x[w-k-1:0] ++ 0
//	mul/constants  (x * c) * d         -> x * (c * d)
//	mul/neg        -x * c              -> x * -c
//	mul/distribute (x + c) * d         -> x * d + c * d
//	mul/negs       -x * y              -> -(x * y)
func (s *Store) normMul(w int, a, b Term) Term {
	switch {
	case w == 1:
		return s.fired(ruleMulBit, s.And(a, b))
	case s.isZero(b):
		return s.fired(ruleMulZero, b)
	case s.isOne(b):
		return s.fired(ruleMulOne, a)
	case s.isOnes(b):
		return s.fired(ruleMulMinus, s.Neg(a))
	}
	if s.isConst(b) {
		return s.mulConst(w, a, b)
	}
	if n := s.nodes[a]; n.kind == KindNeg {
		return s.fired(ruleMulNegs, s.Neg(s.Mul(n.args[0], b)))
	}
	if n := s.nodes[b]; n.kind == KindNeg {
		return s.fired(ruleMulNegs, s.Neg(s.Mul(a, n.args[0])))
	}
	return 0
}

func (s *Store) mulConst(w int, a, b Term) Term {
	v, _ := s.ConstValue(b)
	if k, ok := v.powerOfTwo(); ok {
		return s.fired(ruleMulPower, s.shiftLeft(w, a, int(k)))
	}
	n := s.nodes[a]
	switch {
	case n.kind == KindMul && s.isConst(n.args[1]):
		return s.fired(ruleMulConstants, s.Mul(n.args[0], s.Mul(n.args[1], b)))
	case n.kind == KindNeg:
		return s.fired(ruleMulNeg, s.Mul(n.args[0], s.foldNeg(w, b)))
	case n.kind == KindAdd && s.isConst(n.args[1]):
		return s.fired(ruleMulDistribute, s.Add(s.Mul(n.args[0], b), s.Mul(n.args[1], b)))
	}
	return 0
}

// normUDiv:
//
//	udiv/zero    x / 0                 -> ones
//	udiv/one     x / 1                 -> x
//	udiv/power   x / 2^k               -> 0 ++ x[w-1:k]
//	udiv/nested  (x / c) / d           -> x / (c * d), or 0 if c * d overflows; c, d != 0
//	udiv/small   x / y                 -> 0   if x < y is known
//	udiv/narrow  (0 ++ a) / (0 ++ b)   -> ite b = 0 then ones else 0 ++ a / b
func (s *Store) normUDiv(w int, a, b Term) Term {
	if v, ok := s.ConstValue(b); ok {
		k, power := v.powerOfTwo()
		switch {
		case v.IsZero():
			return s.fired(ruleUDivZero, s.ones(w))
		case s.isOne(b):
			return s.fired(ruleUDivOne, a)
		case power:
			return s.fired(ruleUDivPower, s.shiftRight(w, a, int(k)))
		}
		if x, c, ok := s.withConst(KindUDiv, a); ok && !s.isZero(c) {
			u, _ := s.ConstValue(c)
			p := new(big.Int).Mul(u.asBig(), v.asBig())
			if p.BitLen() > w {
				return s.fired(ruleUDivNested, s.zero(w))
			}
			return s.fired(ruleUDivNested, s.UDiv(x, s.BigConst(w, p)))
		}
	}
	if s.below(w, a, b) {
		return s.fired(ruleUDivSmall, s.zero(w))
	}
	if k := min(s.highZeros(a), s.highZeros(b)); k > 0 && k < w {
		lo, d := s.Extract(w-k-1, 0, a), s.Extract(w-k-1, 0, b)
		q := s.ZeroExtend(k, s.UDiv(lo, d))
		return s.fired(ruleUDivNarrow, s.Ite(s.Eq(d, s.zero(w-k)), s.ones(w), q))
	}
	return 0
}

// below reports whether a < b is known from their ranges.
func (s *Store) below(w int, a, b Term) bool {
	return w <= 64 && s.facts[a].hi < s.facts[b].lo
}

// normURem:
//
//	urem/zero    x % 0                 -> x
//	urem/one     x % 1                 -> 0
//	urem/power   x % 2^k               -> 0 ++ x[k-1:0]
//	urem/small   x % y                 -> x   if x < y is known
//	urem/same    x % x                 -> 0
//	urem/narrow  (0 ++ a) % (0 ++ b)   -> 0 ++ a % b
func (s *Store) normURem(w int, a, b Term) Term {
	if v, ok := s.ConstValue(b); ok {
		k, power := v.powerOfTwo()
		switch {
		case v.IsZero():
			return s.fired(ruleURemZero, a)
		case s.isOne(b):
			return s.fired(ruleURemOne, s.zero(w))
		case power:
			return s.fired(ruleURemPower, s.ZeroExtend(w-int(k), s.Extract(int(k)-1, 0, a)))
		}
	}
	if s.below(w, a, b) {
		return s.fired(ruleURemSmall, a)
	}
	if a == b {
		return s.fired(ruleURemSame, s.zero(w))
	}
	if k := min(s.highZeros(a), s.highZeros(b)); k > 0 && k < w {
		lo, d := s.Extract(w-k-1, 0, a), s.Extract(w-k-1, 0, b)
		return s.fired(ruleURemNarrow, s.ZeroExtend(k, s.URem(lo, d)))
	}
	return 0
}

// run returns the place and length of the ones of c if they are contiguous.
func run(c uint64) (lo, n int, ok bool) {
	if c == 0 {
		return 0, 0, false
	}
	lo = bits.TrailingZeros64(c)
	n = bits.TrailingZeros64(^(c >> uint(lo)))
	return lo, n, c == ones64(uint(n))<<uint(lo)
}
