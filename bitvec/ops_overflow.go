package bitvec

// The overflow predicates of SMT-LIB 2.7.

// NegO returns 1 if -a overflows as a signed number.
func (s *Store) NegO(a Term) Term {
	w := s.one("NegO", a)
	return s.Eq(a, s.minSigned(w))
}

// minSigned returns the least signed number.
func (s *Store) minSigned(w int) Term {
	if w == 1 {
		return s.True()
	}
	return s.Concat(s.True(), s.Const(w-1, 0))
}

// UAddO returns 1 if a + b overflows as unsigned numbers.
func (s *Store) UAddO(a, b Term) Term {
	w := s.same("UAddO", a, b)
	return s.Bit(s.Add(s.ZeroExtend(1, a), s.ZeroExtend(1, b)), w)
}

// SAddO returns 1 if a + b overflows as signed numbers.
func (s *Store) SAddO(a, b Term) Term {
	s.same("SAddO", a, b)
	sum := s.sign(s.Add(a, b))
	return s.And(s.Xor(s.sign(a), sum), s.Xor(s.sign(b), sum))
}

// USubO returns 1 if a - b overflows as unsigned numbers.
func (s *Store) USubO(a, b Term) Term { return s.Ult(a, b) }

// SSubO returns 1 if a - b overflows as signed numbers.
func (s *Store) SSubO(a, b Term) Term {
	s.same("SSubO", a, b)
	diff := s.sign(s.Sub(a, b))
	return s.And(s.Xor(s.sign(a), s.sign(b)), s.Xor(s.sign(a), diff))
}

// UMulO returns 1 if a * b overflows as unsigned numbers.
func (s *Store) UMulO(a, b Term) Term {
	w := s.same("UMulO", a, b)
	p := s.Mul(s.ZeroExtend(w, a), s.ZeroExtend(w, b))
	return s.RedOr(s.Extract(2*w-1, w, p))
}

// SMulO returns 1 if a * b overflows as signed numbers.
func (s *Store) SMulO(a, b Term) Term {
	w := s.same("SMulO", a, b)
	p := s.Mul(s.SignExtend(w, a), s.SignExtend(w, b))
	return s.Ne(s.SignExtend(w, s.Extract(w-1, 0, p)), p)
}

// SDivO returns 1 if the signed a / b overflows: the least number by -1.
func (s *Store) SDivO(a, b Term) Term {
	w := s.same("SDivO", a, b)
	return s.And(s.Eq(a, s.minSigned(w)), s.RedAnd(b))
}
