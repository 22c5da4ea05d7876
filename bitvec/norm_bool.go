package bitvec

// Rules for Not, And and Xor, at every width.

// notOf returns a when t is Not(a).
func (s *Store) notOf(t Term) (Term, bool) {
	n := &s.nodes[t]
	return n.args[0], n.kind == KindNot
}

// complementary reports whether a and b are each other's Not.
func (s *Store) complementary(a, b Term) bool {
	n, m := &s.nodes[a], &s.nodes[b]
	return n.kind == KindNot && n.args[0] == b || m.kind == KindNot && m.args[0] == a
}

func (s *Store) isConst(t Term) bool { return s.nodes[t].kind == KindConst }

func (s *Store) isZero(t Term) bool {
	n := &s.nodes[t]
	return n.kind == KindConst && n.aux == 0 && n.width <= 64 ||
		n.kind == KindConst && n.width > 64 && s.constOf(n).IsZero()
}

func (s *Store) isOnes(t Term) bool {
	n := &s.nodes[t]
	return n.kind == KindConst && (n.width <= 64 && n.aux == ones64(uint(n.width)) ||
		n.width > 64 && s.constOf(n).IsOnes())
}

// isOne reports whether t is the constant 1.
func (s *Store) isOne(t Term) bool {
	n := &s.nodes[t]
	return n.kind == KindConst && (n.width <= 64 && n.aux == 1 ||
		n.width > 64 && s.constOf(n).Cmp(Value{width: 1, lo: 1}) == 0)
}

// withConst returns x and c when t is k(x, c) for a constant c.
func (s *Store) withConst(k Kind, t Term) (x, c Term, ok bool) {
	n := &s.nodes[t]
	return n.args[0], n.args[1], n.kind == k && s.isConst(n.args[1])
}

func (s *Store) zero(w int) Term { return s.Const(w, 0) }
func (s *Store) ones(w int) Term { return s.Value(OnesValue(w)) }

// normNot:
//
//	not/const   ~c                     -> the constant
//	not/not     ~~x                    -> x
//	not/neg     ~(-x)                  -> x + ones
//	not/dec     ~(x + ones)            -> -x
//	not/concat  ~(a ++ b)              -> ~a ++ ~b     a or b is a constant or a Not
//	not/ite     ~(ite c a b)           -> ite c ~a ~b  a or b is a constant, width > 1
func (s *Store) normNot(w int, a Term) Term {
	n := s.nodes[a]
	switch n.kind {
	case KindConst:
		if n.width <= 64 {
			return s.fired(ruleNotConst, s.Const(w, ^n.aux))
		}
		return s.fired(ruleNotConst, s.Value(notWide(shape{w: uint(w)}, s.constOf(&n), Value{}, Value{})))
	case KindNot:
		return s.fired(ruleNotNot, n.args[0])
	case KindNeg:
		return s.fired(ruleNotNeg, s.Add(n.args[0], s.ones(w)))
	case KindAdd:
		if s.isOnes(n.args[1]) {
			return s.fired(ruleNotDec, s.Neg(n.args[0]))
		}
	case KindConcat:
		if s.constOrNot(n.args[0]) || s.constOrNot(n.args[1]) {
			return s.fired(ruleNotConcat, s.Concat(s.Not(n.args[0]), s.Not(n.args[1])))
		}
	case KindIte:
		if w > 1 && (s.isConst(n.args[1]) || s.isConst(n.args[2])) {
			return s.fired(ruleNotIte, s.Ite(n.args[0], s.Not(n.args[1]), s.Not(n.args[2])))
		}
	}
	return 0
}

func (s *Store) constOrNot(t Term) bool {
	k := s.nodes[t].kind
	return k == KindConst || k == KindNot
}

// normAnd; each rule also with its operands exchanged:
//
//	and/zero        x & 0               -> 0
//	and/ones        x & ones            -> x
//	and/same        x & x               -> x
//	and/complement  x & ~x              -> 0
//	and/constants   (x & c) & d         -> x & (c & d)
//	and/mask        x & 0..01..10..0    -> 0 ++ x[..] ++ 0
//	and/concat      (a ++ b) & y        -> (a & y[..]) ++ (b & y[..])  a or b is 0 or ones
//
// and the local rules of andPair.
func (s *Store) normAnd(w int, a, b Term) Term {
	switch {
	case s.isZero(b):
		return s.fired(ruleAndZero, b)
	case s.isOnes(b):
		return s.fired(ruleAndOnes, a)
	case a == b:
		return s.fired(ruleAndSame, a)
	case s.complementary(a, b):
		return s.fired(ruleAndComplement, s.zero(w))
	}
	if s.isConst(b) {
		if x, c, ok := s.withConst(KindAnd, a); ok {
			return s.fired(ruleAndConstants, s.And(x, s.And(c, b)))
		}
		if t := s.andMask(w, a, b); t != 0 {
			return t
		}
	}
	if t := s.bitwiseConcat(KindAnd, a, b); t != 0 {
		return s.fired(ruleAndConcat, t)
	}
	if t := s.andPair(w, a, b); t != 0 {
		return t
	}
	if t := s.andPair(w, b, a); t != 0 {
		return t
	}
	if w == 1 {
		return s.andCompare(a, b)
	}
	return 0
}

// andMask implements and/mask for constants of at most 64 bits.
func (s *Store) andMask(w int, a, b Term) Term {
	c, ok := s.ConstUint64(b)
	if !ok {
		return 0
	}
	lo, n, ok := run(c)
	if !ok {
		return 0
	}
	t := s.Extract(lo+n-1, lo, a)
	if lo > 0 {
		t = s.Concat(t, s.zero(lo))
	}
	return s.fired(ruleAndMask, s.ZeroExtend(w-lo-n, t))
}

// bitwiseConcat splits k(a, b) where one operand is a Concat with a part that
// is 0 or ones, so that the operation vanishes on that part.
func (s *Store) bitwiseConcat(k Kind, a, b Term) Term {
	for range 2 {
		n := s.nodes[a]
		if n.kind == KindConcat && (s.neutral(n.args[0]) || s.neutral(n.args[1])) {
			low := s.Width(n.args[1])
			hi := s.bitwise(k, n.args[0], s.Extract(s.Width(b)-1, low, b))
			return s.Concat(hi, s.bitwise(k, n.args[1], s.Extract(low-1, 0, b)))
		}
		a, b = b, a
	}
	return 0
}

func (s *Store) neutral(t Term) bool { return s.isZero(t) || s.isOnes(t) }

func (s *Store) bitwise(k Kind, a, b Term) Term {
	if k == KindAnd {
		return s.And(a, b)
	}
	return s.Xor(a, b)
}

// andPair looks one level into b:
//
//	and/absorb      x & (x & y)         -> x & y
//	and/contradict  x & (~x & y)        -> 0
//	and/subsume     x & ~(~x & y)       -> x
//	and/substitute  x & ~(x & y)        -> x & ~y
//	and/resolve     ~(x & y) & ~(x & ~y) -> ~x
func (s *Store) andPair(w int, a, b Term) Term {
	n := s.nodes[b]
	if n.kind == KindAnd {
		for _, y := range n.args[:2] {
			if y == a {
				return s.fired(ruleAndAbsorb, b)
			}
			if s.complementary(y, a) {
				return s.fired(ruleAndContradict, s.zero(w))
			}
		}
		return 0
	}
	inner, ok := s.notOf(b)
	if !ok || s.nodes[inner].kind != KindAnd {
		return 0
	}
	in := s.nodes[inner]
	for i, y := range in.args[:2] {
		if s.complementary(y, a) {
			return s.fired(ruleAndSubsume, a)
		}
		if y == a {
			return s.fired(ruleAndSubstitute, s.And(a, s.Not(in.args[1-i])))
		}
	}
	other, ok := s.notOf(a)
	if !ok || s.nodes[other].kind != KindAnd {
		return 0
	}
	out := s.nodes[other]
	for i, x := range in.args[:2] {
		for j, y := range out.args[:2] {
			if x == y && s.complementary(in.args[1-i], out.args[1-j]) {
				return s.fired(ruleAndResolve, s.Not(x))
			}
		}
	}
	return 0
}

// normXor:
//
//	xor/zero       x ^ 0               -> x
//	xor/ones       x ^ ones            -> ~x
//	xor/same       x ^ x               -> 0
//	xor/complement x ^ ~x              -> ones
//	xor/not        ~x ^ y              -> ~(x ^ y)
//	xor/constants  (x ^ c) ^ d         -> x ^ (c ^ d)
//	xor/cancel     (x ^ y) ^ x         -> y
//	xor/concat     (a ++ b) ^ y        -> (a ^ y[..]) ++ (b ^ y[..])  a or b is 0 or ones
func (s *Store) normXor(w int, a, b Term) Term {
	switch {
	case s.isZero(b):
		return s.fired(ruleXorZero, a)
	case s.isOnes(b):
		return s.fired(ruleXorOnes, s.Not(a))
	case a == b:
		return s.fired(ruleXorSame, s.zero(w))
	case s.complementary(a, b):
		return s.fired(ruleXorComplement, s.ones(w))
	}
	if x, ok := s.notOf(a); ok {
		return s.fired(ruleXorNot, s.Not(s.Xor(x, b)))
	}
	if x, ok := s.notOf(b); ok {
		return s.fired(ruleXorNot, s.Not(s.Xor(a, x)))
	}
	if x, c, ok := s.withConst(KindXor, a); ok && s.isConst(b) {
		return s.fired(ruleXorConstants, s.Xor(x, s.Xor(c, b)))
	}
	for x, y := a, b; ; x, y = b, a {
		if n := s.nodes[x]; n.kind == KindXor {
			if n.args[0] == y {
				return s.fired(ruleXorCancel, n.args[1])
			}
			if n.args[1] == y {
				return s.fired(ruleXorCancel, n.args[0])
			}
		}
		if x == b {
			break
		}
	}
	if t := s.bitwiseConcat(KindXor, a, b); t != 0 {
		return s.fired(ruleXorConcat, t)
	}
	return 0
}
