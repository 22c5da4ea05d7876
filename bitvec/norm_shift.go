package bitvec

// Rules for Shl, LShr and AShr.

// shiftLeft returns a << k as Concat and Extract, 0 <= k.
func (s *Store) shiftLeft(w int, a Term, k int) Term {
	switch {
	case k == 0:
		return a
	case k >= w:
		return s.zero(w)
	}
	return s.Concat(s.Extract(w-k-1, 0, a), s.zero(k))
}

// shiftRight returns a >> k, zeros shifted in, as Concat and Extract, 0 <= k.
func (s *Store) shiftRight(w int, a Term, k int) Term {
	switch {
	case k == 0:
		return a
	case k >= w:
		return s.zero(w)
	}
	return s.Concat(s.zero(k), s.Extract(w-1, k, a))
}

// amount returns the constant b, at most w.
func (s *Store) amount(w int, b Term) (int, bool) {
	v, ok := s.ConstValue(b)
	if !ok {
		return 0, false
	}
	return int(shiftAmount(shape{w: uint(w)}, v)), true
}

// normShl:
//
//	shl/const  x << c                  -> x[w-c-1:0] ++ 0, or 0
//	shl/zero   0 << y                  -> 0
//	shl/out    x << y                  -> 0   if y >= width is known
func (s *Store) normShl(w int, a, b Term) Term {
	if k, ok := s.amount(w, b); ok {
		return s.fired(ruleShlConst, s.shiftLeft(w, a, k))
	}
	if s.isZero(a) {
		return s.fired(ruleShlZero, a)
	}
	if s.shiftsOut(w, b) {
		return s.fired(ruleShlOut, s.zero(w))
	}
	return 0
}

func (s *Store) shiftsOut(w int, b Term) bool { return w <= 64 && s.facts[b].lo >= uint64(w) }

// normLShr:
//
//	lshr/const x >> c                  -> 0 ++ x[w-1:c], or 0
//	lshr/zero  0 >> y                  -> 0
//	lshr/out   x >> y                  -> 0   if y >= width is known
func (s *Store) normLShr(w int, a, b Term) Term {
	if k, ok := s.amount(w, b); ok {
		return s.fired(ruleLShrConst, s.shiftRight(w, a, k))
	}
	if s.isZero(a) {
		return s.fired(ruleLShrZero, a)
	}
	if s.shiftsOut(w, b) {
		return s.fired(ruleLShrOut, s.zero(w))
	}
	return 0
}

// normAShr:
//
//	ashr/const  x >>s c                -> sext x[w-1:c], at least the sign bit
//	ashr/stable x >>s y                -> x    if x is 0 or ones
//	ashr/plain  x >>s y                -> x >> y  if the sign of x is known to be 0
func (s *Store) normAShr(w int, a, b Term) Term {
	if k, ok := s.amount(w, b); ok {
		k = min(k, w-1)
		return s.fired(ruleAShrConst, s.SignExtend(k, s.Extract(w-1, k, a)))
	}
	if s.neutral(a) {
		return s.fired(ruleAShrStable, a)
	}
	if s.highZeros(a) > 0 || w <= 64 && s.facts[a].hi <= ones64(uint(w)-1) {
		return s.fired(ruleAShrPlain, s.LShr(a, b))
	}
	return 0
}
