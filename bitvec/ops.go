package bitvec

import "fmt"

// same checks that a and b are bit-vectors of one width and returns it.
func (s *Store) same(op string, a, b Term) int {
	n, m := &s.nodes[a], &s.nodes[b]
	if n.index != 0 || m.index != 0 {
		panic("bitvec: " + op + ": operand is an array")
	}
	if n.width != m.width {
		panic(fmt.Sprintf("bitvec: %s: width %d != %d", op, n.width, m.width))
	}
	if a == 0 || b == 0 {
		panic("bitvec: " + op + ": operand is no term")
	}
	return int(n.width)
}

// one checks that a is a bit-vector and returns its width.
func (s *Store) one(op string, a Term) int { return s.same(op, a, a) }

// formula checks that every one of ts has width 1.
func (s *Store) formula(op string, ts ...Term) {
	for _, t := range ts {
		if w := s.one(op, t); w != 1 {
			panic(fmt.Sprintf("bitvec: %s: width %d != 1", op, w))
		}
	}
}

// folded returns the constant k(a, b) when a and b are constants.
func (s *Store) folded(k Kind, w int, a, b Term) (Term, bool) {
	n, m := &s.nodes[a], &s.nodes[b]
	if n.kind != KindConst || m.kind != KindConst {
		return 0, false
	}
	sh := shape{w: uint(w), aw: uint(n.width), bw: uint(m.width)}
	if w <= 64 && n.width <= 64 && m.width <= 64 {
		return s.Const(w, kinds[k].small(sh, n.aux, m.aux, 0)), true
	}
	return s.Value(kinds[k].wide(sh, s.constOf(n), s.constOf(m), Value{})), true
}

// binary makes k(a, b) of width w after constants and then rules were tried.
func (s *Store) binary(k Kind, w int, a, b Term, rules func(w int, a, b Term) Term) Term {
	if !s.raw {
		if t, ok := s.folded(k, w, a, b); ok {
			return s.fired(ruleFold, t)
		}
		if kinds[k].commutative {
			a, b = s.order(a, b)
		}
		if t := rules(w, a, b); t != 0 {
			return t
		}
	}
	return s.mk2(k, w, a, b)
}

// Not returns the bitwise complement of a.
func (s *Store) Not(a Term) Term {
	w := s.one("Not", a)
	if !s.raw {
		if t := s.normNot(w, a); t != 0 {
			return t
		}
	}
	return s.mk1(KindNot, w, a)
}

// And returns the bitwise conjunction of a and b, of one width.
func (s *Store) And(a, b Term) Term {
	return s.binary(KindAnd, s.same("And", a, b), a, b, s.normAnd)
}

// Or returns the bitwise disjunction of a and b, of one width.
func (s *Store) Or(a, b Term) Term {
	s.same("Or", a, b)
	return s.Not(s.And(s.Not(a), s.Not(b)))
}

// Xor returns the bitwise exclusive or of a and b, of one width.
func (s *Store) Xor(a, b Term) Term {
	return s.binary(KindXor, s.same("Xor", a, b), a, b, s.normXor)
}

// Nand returns the complement of And.
func (s *Store) Nand(a, b Term) Term { return s.Not(s.And(a, b)) }

// Nor returns the complement of Or.
func (s *Store) Nor(a, b Term) Term { return s.Not(s.Or(a, b)) }

// Xnor returns the complement of Xor.
func (s *Store) Xnor(a, b Term) Term { return s.Not(s.Xor(a, b)) }

// Implies returns "a implies b" for formulas.
func (s *Store) Implies(a, b Term) Term {
	s.formula("Implies", a, b)
	return s.Not(s.And(a, s.Not(b)))
}

// Conj returns the conjunction of formulas; of none it is True.
func (s *Store) Conj(ts ...Term) Term {
	all := s.True()
	for _, t := range ts {
		s.formula("Conj", t)
		all = s.And(all, t)
	}
	return all
}

// Disj returns the disjunction of formulas; of none it is False.
func (s *Store) Disj(ts ...Term) Term {
	none := s.True()
	for _, t := range ts {
		s.formula("Disj", t)
		none = s.And(none, s.Not(t))
	}
	return s.Not(none)
}

// RedOr returns 1 if a bit of a is 1.
func (s *Store) RedOr(a Term) Term { return s.Not(s.Eq(a, s.Const(s.one("RedOr", a), 0))) }

// RedAnd returns 1 if all bits of a are 1.
func (s *Store) RedAnd(a Term) Term { return s.Eq(a, s.Value(OnesValue(s.one("RedAnd", a)))) }

// RedXor returns the parity of a.
func (s *Store) RedXor(a Term) Term {
	parity := s.Bit(a, 0)
	for i := 1; i < s.Width(a); i++ {
		parity = s.Xor(parity, s.Bit(a, i))
	}
	return parity
}

// Neg returns -a.
func (s *Store) Neg(a Term) Term {
	w := s.one("Neg", a)
	if !s.raw {
		if t := s.normNeg(w, a); t != 0 {
			return t
		}
	}
	return s.mk1(KindNeg, w, a)
}

// Add returns a + b.
func (s *Store) Add(a, b Term) Term {
	return s.binary(KindAdd, s.same("Add", a, b), a, b, s.normAdd)
}

// Sub returns a - b.
func (s *Store) Sub(a, b Term) Term {
	s.same("Sub", a, b)
	return s.Add(a, s.Neg(b))
}

// Mul returns a * b.
func (s *Store) Mul(a, b Term) Term {
	return s.binary(KindMul, s.same("Mul", a, b), a, b, s.normMul)
}

// UDiv returns the unsigned quotient, all ones when b is 0.
func (s *Store) UDiv(a, b Term) Term {
	return s.binary(KindUDiv, s.same("UDiv", a, b), a, b, s.normUDiv)
}

// URem returns the unsigned remainder, a when b is 0.
func (s *Store) URem(a, b Term) Term {
	return s.binary(KindURem, s.same("URem", a, b), a, b, s.normURem)
}

// sign returns the most significant bit of a.
func (s *Store) sign(a Term) Term { return s.Bit(a, s.Width(a)-1) }

// Abs returns the magnitude of the signed a; that of the least number is
// itself.
func (s *Store) Abs(a Term) Term { return s.Ite(s.sign(a), s.Neg(a), a) }

// SDiv returns the signed quotient, rounded towards zero. By 0 it is -1 for a
// non-negative a and 1 for a negative one.
func (s *Store) SDiv(a, b Term) Term {
	s.same("SDiv", a, b)
	q := s.UDiv(s.Abs(a), s.Abs(b))
	return s.Ite(s.Xor(s.sign(a), s.sign(b)), s.Neg(q), q)
}

// SRem returns the remainder of SDiv; it has the sign of a, and is a when b
// is 0.
func (s *Store) SRem(a, b Term) Term {
	s.same("SRem", a, b)
	r := s.URem(s.Abs(a), s.Abs(b))
	return s.Ite(s.sign(a), s.Neg(r), r)
}

// SMod returns the signed remainder that has the sign of b; it is a when b
// is 0.
func (s *Store) SMod(a, b Term) Term {
	w := s.same("SMod", a, b)
	r := s.URem(s.Abs(a), s.Abs(b))
	na, nb := s.sign(a), s.sign(b)
	adjusted := s.Ite(na,
		s.Ite(nb, s.Neg(r), s.Add(s.Neg(r), b)),
		s.Ite(nb, s.Add(r, b), r))
	return s.Ite(s.Eq(r, s.Const(w, 0)), r, adjusted)
}

// Shl returns a shifted left by the unsigned b, of the same width.
func (s *Store) Shl(a, b Term) Term {
	return s.binary(KindShl, s.same("Shl", a, b), a, b, s.normShl)
}

// LShr returns a shifted right by the unsigned b, zeros shifted in.
func (s *Store) LShr(a, b Term) Term {
	return s.binary(KindLShr, s.same("LShr", a, b), a, b, s.normLShr)
}

// AShr returns a shifted right by the unsigned b, its sign shifted in.
func (s *Store) AShr(a, b Term) Term {
	return s.binary(KindAShr, s.same("AShr", a, b), a, b, s.normAShr)
}

// RotateLeft returns a rotated left by n bits, n >= 0.
func (s *Store) RotateLeft(n int, a Term) Term {
	w := s.one("RotateLeft", a)
	if n %= w; n == 0 {
		return a
	}
	return s.Concat(s.Extract(w-n-1, 0, a), s.Extract(w-1, w-n, a))
}

// RotateRight returns a rotated right by n bits, n >= 0.
func (s *Store) RotateRight(n int, a Term) Term {
	w := s.one("RotateRight", a)
	return s.RotateLeft(w-n%w, a)
}

// RotateLeftBy returns a rotated left by the unsigned b modulo the width.
func (s *Store) RotateLeftBy(a, b Term) Term {
	w := s.same("RotateLeftBy", a, b)
	n := s.URem(b, s.Const(w, uint64(w)))
	return s.Or(s.Shl(a, n), s.LShr(a, s.Sub(s.Const(w, uint64(w)), n)))
}

// RotateRightBy returns a rotated right by the unsigned b modulo the width.
func (s *Store) RotateRightBy(a, b Term) Term {
	w := s.same("RotateRightBy", a, b)
	n := s.URem(b, s.Const(w, uint64(w)))
	return s.Or(s.LShr(a, n), s.Shl(a, s.Sub(s.Const(w, uint64(w)), n)))
}

// Concat returns the bits of a above those of b.
func (s *Store) Concat(a, b Term) Term {
	s.one("Concat", a)
	w := s.one("Concat", b) + s.Width(a)
	checkWidth("Concat", w)
	return s.binary(KindConcat, w, a, b, s.normConcat)
}

// Extract returns the bits hi..lo of a, both included; 0 <= lo <= hi < width.
func (s *Store) Extract(hi, lo int, a Term) Term {
	w := s.one("Extract", a)
	if lo < 0 || hi < lo || hi >= w {
		panic(fmt.Sprintf("bitvec: Extract: bits %d..%d of width %d", hi, lo, w))
	}
	if !s.raw {
		if t := s.normExtract(hi, lo, a); t != 0 {
			return t
		}
	}
	return s.mkExtract(hi, lo, a)
}

func (s *Store) mkExtract(hi, lo int, a Term) Term {
	return s.intern(node{kind: KindExtract, width: uint32(hi - lo + 1), args: [3]Term{a}, aux: uint64(hi)<<32 | uint64(lo)})
}

// Bit returns bit i of a.
func (s *Store) Bit(a Term, i int) Term { return s.Extract(i, i, a) }

// ZeroExtend returns a with n zero bits above it, n >= 0.
func (s *Store) ZeroExtend(n int, a Term) Term {
	s.one("ZeroExtend", a)
	if n == 0 {
		return a
	}
	return s.Concat(s.Const(n, 0), a)
}

// SignExtend returns a with n copies of its sign above it, n >= 0.
func (s *Store) SignExtend(n int, a Term) Term {
	w := s.one("SignExtend", a) + n
	if n == 0 {
		return a
	}
	checkWidth("SignExtend", w)
	if !s.raw {
		if t := s.normSExt(w, a); t != 0 {
			return t
		}
	}
	return s.mk1(KindSExt, w, a)
}

// Repeat returns n copies of a side by side, n >= 1.
func (s *Store) Repeat(n int, a Term) Term {
	if n < 1 {
		panic(fmt.Sprintf("bitvec: Repeat: count %d < 1", n))
	}
	// By doubling: a long constant is then made from few shorter ones.
	if n == 1 {
		return a
	}
	half := s.Repeat(n/2, a)
	whole := s.Concat(half, half)
	if n%2 == 1 {
		whole = s.Concat(a, whole)
	}
	return whole
}

// Resize returns the low width bits of a, or a extended to width.
func (s *Store) Resize(width int, signed bool, a Term) Term {
	w := s.one("Resize", a)
	switch {
	case width <= w:
		return s.Extract(width-1, 0, a)
	case signed:
		return s.SignExtend(width-w, a)
	}
	return s.ZeroExtend(width-w, a)
}

// Eq returns 1 if a equals b; both are bit-vectors of one width or arrays of
// one sort.
func (s *Store) Eq(a, b Term) Term {
	if s.Sort(a) != s.Sort(b) {
		panic(fmt.Sprintf("bitvec: Eq: sort %v != %v", s.Sort(a), s.Sort(b)))
	}
	if s.IsArray(a) {
		if a == b && !s.raw {
			return s.fired(ruleEqSame, s.True())
		}
		return s.mkOrdered(KindEq, 1, a, b)
	}
	return s.binary(KindEq, 1, a, b, s.normEq)
}

// Ne returns the complement of Eq.
func (s *Store) Ne(a, b Term) Term { return s.Not(s.Eq(a, b)) }

// Ult returns 1 if a < b as unsigned numbers.
func (s *Store) Ult(a, b Term) Term {
	s.same("Ult", a, b)
	return s.binary(KindUlt, 1, a, b, s.normUlt)
}

// Ule returns 1 if a <= b as unsigned numbers.
func (s *Store) Ule(a, b Term) Term { return s.Not(s.Ult(b, a)) }

// Slt returns 1 if a < b as signed numbers.
func (s *Store) Slt(a, b Term) Term {
	s.same("Slt", a, b)
	return s.binary(KindSlt, 1, a, b, s.normSlt)
}

// Sle returns 1 if a <= b as signed numbers.
func (s *Store) Sle(a, b Term) Term { return s.Not(s.Slt(b, a)) }

// Comp returns the equality of a and b as a bit-vector of width 1.
func (s *Store) Comp(a, b Term) Term {
	s.same("Comp", a, b)
	return s.Eq(a, b)
}

// Ite returns a if c, which has width 1, is 1 and b otherwise; a and b are of
// one sort.
func (s *Store) Ite(c, a, b Term) Term {
	s.formula("Ite", c)
	if s.Sort(a) != s.Sort(b) {
		panic(fmt.Sprintf("bitvec: Ite: sort %v != %v", s.Sort(a), s.Sort(b)))
	}
	if !s.raw {
		if t := s.normIte(c, a, b); t != 0 {
			return t
		}
	}
	return s.mkIte(c, a, b)
}

func (s *Store) mkIte(c, a, b Term) Term {
	n := &s.nodes[a]
	return s.intern(node{kind: KindIte, index: n.index, width: n.width, args: [3]Term{c, a, b}})
}
