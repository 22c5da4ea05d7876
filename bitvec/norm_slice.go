package bitvec

// Rules for Concat, Extract and SignExtend.

// extractOf returns the operand and bounds of an Extract.
func (s *Store) extractOf(t Term) (x Term, hi, lo int, ok bool) {
	n := &s.nodes[t]
	return n.args[0], int(n.aux >> 32), int(n.aux & 0xffffffff), n.kind == KindExtract
}

// joined returns a ++ b as a term that is not a Concat of them:
//
//	concat/const    c ++ d                        -> the constant
//	concat/extract  x[h:m+1] ++ x[m:l]            -> x[h:l]
//	concat/not      ~a ++ ~b                      -> ~(a ++ b)    where a ++ b joins
//	concat/ite      (ite c a b) ++ (ite c d e)    -> ite c (a ++ d) (b ++ e)
//	concat/sign     sext x ++ x                   -> sext x   where the upper part repeats x's sign
func (s *Store) joined(a, b Term) Term {
	n, m := s.nodes[a], s.nodes[b]
	if n.kind != m.kind {
		return s.joinedSign(a, b)
	}
	switch n.kind {
	case KindConst:
		t, _ := s.folded(KindConcat, int(n.width+m.width), a, b)
		return s.fired(ruleConcatConst, t)
	case KindExtract:
		x, hi, lo, _ := s.extractOf(a)
		y, hi2, lo2, _ := s.extractOf(b)
		if x == y && lo == hi2+1 {
			return s.fired(ruleConcatExtract, s.Extract(hi, lo2, x))
		}
		return s.joinedSign(a, b)
	case KindNot:
		if t := s.joined(n.args[0], m.args[0]); t != 0 {
			return s.fired(ruleConcatNot, s.Not(t))
		}
	case KindIte:
		if n.args[0] == m.args[0] {
			x, y := s.Concat(n.args[1], m.args[1]), s.Concat(n.args[2], m.args[2])
			return s.fired(ruleConcatIte, s.Ite(n.args[0], x, y))
		}
	}
	return 0
}

// joinedSign finds upper = copies of the top bit of b.
func (s *Store) joinedSign(a, b Term) Term {
	bit := a
	if n := &s.nodes[a]; n.kind == KindSExt {
		bit = n.args[0]
	}
	x, hi, lo, ok := s.extractOf(bit)
	if !ok || hi != lo {
		return 0
	}
	y, top := b, s.Width(b)-1
	if z, h, _, ok := s.extractOf(b); ok {
		y, top = z, h
	}
	if x != y || hi != top || s.Width(b) == 1 {
		return 0
	}
	return s.fired(ruleConcatSign, s.SignExtend(s.Width(a), b))
}

// normConcat:
//
//	concat/right  (a ++ b) ++ c         -> a ++ (b ++ c)
//	concat/merge  a ++ (b ++ c)         -> (a ++ b) ++ c   where a ++ b joins
//
// and the rules of joined.
func (s *Store) normConcat(w int, a, b Term) Term {
	if n := s.nodes[a]; n.kind == KindConcat {
		return s.fired(ruleConcatRight, s.Concat(n.args[0], s.Concat(n.args[1], b)))
	}
	if t := s.joined(a, b); t != 0 {
		return t
	}
	if n := s.nodes[b]; n.kind == KindConcat {
		if t := s.joined(a, n.args[0]); t != 0 {
			return s.fired(ruleConcatMerge, s.Concat(t, n.args[1]))
		}
	}
	return 0
}

// normExtract:
//
//	extract/all     x[w-1:0]            -> x
//	extract/const   c[h:l]              -> the constant
//	extract/extract x[..:m][h:l]        -> x[m+h:m+l]
//	extract/concat  (a ++ b)[h:l]       -> a[..], b[..] or a[..] ++ b[..]
//	extract/sext    (sext x)[h:l]       -> x[h:l], sext x[..] or sext of the sign
//	extract/not     (~x)[h:l]           -> ~x[h:l]      where x[h:l] simplifies
//	extract/bitwise (x op c)[h:l]       -> x[h:l] op c[h:l]     op And, Xor
//	extract/ite     (ite c a b)[h:l]    -> ite c a[h:l] b[h:l]  where a or b dissolves
//	extract/low     (x op y)[h:0]       -> x[h:0] op y[h:0]     op Neg, Add, Mul; operands dissolve
func (s *Store) normExtract(hi, lo int, a Term) Term {
	n := s.nodes[a]
	if lo == 0 && hi == int(n.width)-1 {
		return s.fired(ruleExtractAll, a)
	}
	switch n.kind {
	case KindConst:
		if n.width <= 64 {
			return s.fired(ruleExtractConst, s.Const(hi-lo+1, n.aux>>uint(lo)))
		}
		sh := shape{w: uint(hi - lo + 1), lo: uint(lo)}
		return s.fired(ruleExtractConst, s.Value(extractWide(sh, s.constOf(&n), Value{}, Value{})))
	case KindExtract:
		x, _, m, _ := s.extractOf(a)
		return s.fired(ruleExtractExtract, s.Extract(m+hi, m+lo, x))
	case KindConcat:
		return s.fired(ruleExtractConcat, s.extractConcat(hi, lo, n))
	case KindSExt:
		return s.fired(ruleExtractSExt, s.extractSExt(hi, lo, n.args[0]))
	case KindNot:
		if s.dissolves(n.args[0], lo) {
			return s.fired(ruleExtractNot, s.Not(s.Extract(hi, lo, n.args[0])))
		}
	case KindAnd, KindXor:
		if s.isConst(n.args[1]) {
			x, c := s.Extract(hi, lo, n.args[0]), s.Extract(hi, lo, n.args[1])
			return s.fired(ruleExtractBitwise, s.bitwise(n.kind, x, c))
		}
	case KindIte:
		if s.dissolves(n.args[1], lo) || s.dissolves(n.args[2], lo) {
			x, y := s.Extract(hi, lo, n.args[1]), s.Extract(hi, lo, n.args[2])
			return s.fired(ruleExtractIte, s.Ite(n.args[0], x, y))
		}
	case KindNeg, KindAdd, KindMul:
		if lo == 0 {
			return s.extractLow(hi, n)
		}
	}
	return 0
}

// dissolves reports whether an Extract at lo of t is sure to simplify.
func (s *Store) dissolves(t Term, lo int) bool {
	switch n := &s.nodes[t]; n.kind {
	case KindConst, KindConcat, KindExtract, KindSExt:
		return true
	case KindNot:
		return s.dissolves(n.args[0], lo)
	case KindNeg, KindAdd, KindMul:
		return lo == 0 && s.dissolves(n.args[0], 0) && (n.kind == KindNeg || s.dissolves(n.args[1], 0))
	default:
		return false
	}
}

func (s *Store) extractConcat(hi, lo int, n node) Term {
	low := s.Width(n.args[1])
	switch {
	case lo >= low:
		return s.Extract(hi-low, lo-low, n.args[0])
	case hi < low:
		return s.Extract(hi, lo, n.args[1])
	}
	return s.Concat(s.Extract(hi-low, 0, n.args[0]), s.Extract(low-1, lo, n.args[1]))
}

func (s *Store) extractSExt(hi, lo int, x Term) Term {
	w := s.Width(x)
	switch {
	case hi < w:
		return s.Extract(hi, lo, x)
	case lo >= w:
		return s.SignExtend(hi-lo, s.sign(x))
	}
	return s.SignExtend(hi-w+1, s.Extract(w-1, lo, x))
}

func (s *Store) extractLow(hi int, n node) Term {
	if !s.dissolves(n.args[0], 0) {
		return 0
	}
	x := s.Extract(hi, 0, n.args[0])
	if n.kind == KindNeg {
		return s.fired(ruleExtractLow, s.Neg(x))
	}
	if !s.dissolves(n.args[1], 0) {
		return 0
	}
	y := s.Extract(hi, 0, n.args[1])
	if n.kind == KindAdd {
		return s.fired(ruleExtractLow, s.Add(x, y))
	}
	return s.fired(ruleExtractLow, s.Mul(x, y))
}

// normSExt:
//
//	sext/const  sext c                 -> the constant
//	sext/sext   sext (sext x)          -> sext x
//	sext/zext   sext x                 -> 0 ++ x    if the sign of x is known to be 0
func (s *Store) normSExt(w int, a Term) Term {
	n := s.nodes[a]
	switch {
	case n.kind == KindConst:
		return s.fired(ruleSExtConst, s.Value(sextWide(shape{w: uint(w)}, s.constOf(&n), Value{}, Value{})))
	case n.kind == KindSExt:
		return s.fired(ruleSExtSExt, s.SignExtend(w-s.Width(n.args[0]), n.args[0]))
	case s.highZeros(a) > 0 || n.width <= 64 && s.facts[a].hi <= ones64(uint(n.width)-1):
		return s.fired(ruleSExtZExt, s.ZeroExtend(w-int(n.width), a))
	}
	return 0
}
