package bitvec

import "math/bits"

// fact is what is known of a term of at most 64 bits under every assignment:
// bits that are always 0 or always 1, and an unsigned range lo..hi. Facts are
// computed once, from the operands' facts, when a term is made. Wider terms
// and arrays have the fact that says nothing.
type fact struct{ zero, one, lo, hi uint64 }

func anything(w uint) fact { return fact{hi: ones64(w)} }

func exactly(w uint, v uint64) fact { return fact{zero: ^v & ones64(w), one: v, lo: v, hi: v} }

// tightened lets bits and range inform each other.
func (f fact) tightened(w uint) fact {
	f.lo = max(f.lo, f.one)
	f.hi = min(f.hi, ^f.zero&ones64(w))
	if f.lo > f.hi {
		// Cannot happen for facts that are true; keep the sounder half.
		f.lo, f.hi = f.one, ^f.zero&ones64(w)
	}
	fixed := ^ones64(uint(bits.Len64(f.lo^f.hi))) & ones64(w)
	f.one |= f.lo & fixed
	f.zero |= ^f.lo & fixed
	return f
}

// lowZeros returns how many of the low bits are known to be 0.
func (f fact) lowZeros() uint { return uint(bits.TrailingZeros64(^f.zero)) }

// factOf returns the fact of n from those of its operands.
func (s *Store) factOf(n *node) fact {
	w := uint(n.width)
	if n.index != 0 || w > 64 {
		return fact{hi: ^uint64(0)}
	}
	if n.kind == KindConst {
		return exactly(w, n.aux)
	}
	a, b := s.facts[n.args[0]], s.facts[n.args[1]]
	sh := s.shapeOf(n)
	f := anything(w)
	switch n.kind {
	case KindNot:
		f = fact{zero: a.one, one: a.zero, lo: ^a.hi & ones64(w), hi: ^a.lo & ones64(w)}
	case KindAnd:
		f = fact{zero: a.zero | b.zero, one: a.one & b.one, hi: min(a.hi, b.hi)}
	case KindXor:
		f.zero = a.zero&b.zero | a.one&b.one
		f.one = a.zero&b.one | a.one&b.zero
	case KindNeg:
		f = negFact(w, a)
	case KindAdd:
		f = addFact(w, a, b)
	case KindMul:
		f = mulFact(w, a, b)
	case KindUDiv:
		if b.lo > 0 {
			f.hi, f.lo = a.hi/b.lo, a.lo/b.hi
		}
	case KindURem:
		f.hi = a.hi
		if b.lo > 0 {
			f.hi = min(a.hi, b.hi-1)
		}
	case KindShl:
		f.zero = ones64(a.lowZeros()) & ones64(w)
	case KindLShr:
		f.hi = a.hi
	case KindAShr:
		if a.hi <= ones64(w-1) {
			f.hi = a.hi
		}
	case KindConcat:
		f = fact{zero: a.zero<<sh.bw | b.zero, one: a.one<<sh.bw | b.one, lo: a.lo<<sh.bw | b.lo, hi: a.hi<<sh.bw | b.hi}
	case KindExtract:
		f = extractFact(sh, a)
	case KindSExt:
		f = sextFact(sh, a)
	case KindEq, KindUlt, KindSlt:
		f = s.predicateFact(n, sh, a, b)
	case KindIte:
		c := s.facts[n.args[2]]
		f = fact{zero: b.zero & c.zero, one: b.one & c.one, lo: min(b.lo, c.lo), hi: max(b.hi, c.hi)}
	}
	return f.tightened(w)
}

func negFact(w uint, a fact) fact {
	f := anything(w)
	f.zero = ones64(a.lowZeros()) & ones64(w)
	if a.lo > 0 {
		f.lo, f.hi = -a.hi&ones64(w), -a.lo&ones64(w)
	}
	return f
}

// addFact follows the carry: a sum bit is known where both operands and the
// carry into it are.
func addFact(w uint, a, b fact) fact {
	mask := ones64(w)
	maxSum := (^a.zero & mask) + (^b.zero & mask)
	minSum := a.one + b.one
	carryZero := ^(maxSum ^ a.zero ^ b.zero) // with all unknown bits 1, no carry comes in
	carryOne := minSum ^ a.one ^ b.one
	known := (a.zero | a.one) & (b.zero | b.one) & (carryZero | carryOne) & mask
	f := fact{zero: ^maxSum & known, one: minSum & known, hi: mask}
	if hi, carry := bits.Add64(a.hi, b.hi, 0); carry == 0 && hi <= mask {
		f.lo, f.hi = a.lo+b.lo, hi
	}
	return f
}

func mulFact(w uint, a, b fact) fact {
	f := anything(w)
	f.zero = ones64(min(a.lowZeros()+b.lowZeros(), 64)) & ones64(w)
	if over, hi := bits.Mul64(a.hi, b.hi); over == 0 && hi <= ones64(w) {
		f.lo, f.hi = a.lo*b.lo, hi
	}
	return f
}

func extractFact(sh shape, a fact) fact {
	f := anything(sh.w)
	if sh.aw > 64 {
		return f
	}
	f.zero, f.one = a.zero>>sh.lo&ones64(sh.w), a.one>>sh.lo&ones64(sh.w)
	if a.hi>>sh.lo <= ones64(sh.w) {
		f.lo, f.hi = a.lo>>sh.lo, a.hi>>sh.lo
	}
	return f
}

func sextFact(sh shape, a fact) fact {
	sign := uint64(1) << (sh.aw - 1)
	upper := ones64(sh.w) &^ ones64(sh.aw)
	f := fact{zero: a.zero &^ sign, one: a.one &^ sign, hi: ones64(sh.w)}
	switch {
	case a.zero&sign != 0:
		f.zero |= upper | sign
		f.lo, f.hi = a.lo, a.hi
	case a.one&sign != 0:
		f.one |= upper | sign
		f.lo, f.hi = a.lo|upper, a.hi|upper
	}
	return f
}

func (s *Store) predicateFact(n *node, sh shape, a, b fact) fact {
	if s.nodes[n.args[0]].index != 0 || sh.aw > 64 {
		return anything(1)
	}
	if n.kind == KindEq {
		if a.hi < b.lo || b.hi < a.lo || a.zero&b.one != 0 || a.one&b.zero != 0 {
			return exactly(1, 0)
		}
		return anything(1)
	}
	if n.kind == KindSlt {
		sign := uint64(1) << (sh.aw - 1)
		a, b = signFlipped(a, sign), signFlipped(b, sign)
	}
	switch {
	case a.hi < b.lo:
		return exactly(1, 1)
	case a.lo >= b.hi:
		return exactly(1, 0)
	}
	return anything(1)
}

// signFlipped returns the range of the term with its sign bit complemented,
// which orders as unsigned what the term orders as signed.
func signFlipped(a fact, sign uint64) fact {
	switch {
	case a.hi < sign:
		return fact{lo: a.lo + sign, hi: a.hi + sign}
	case a.lo >= sign:
		return fact{lo: a.lo - sign, hi: a.hi - sign}
	}
	return fact{lo: 0, hi: sign | (sign - 1)}
}

// Range returns bounds of the unsigned value of t that hold under every
// assignment; ok is false when t is wider than 64 bits, an array, or of a
// store without rewriting.
func (s *Store) Range(t Term) (lo, hi uint64, ok bool) {
	n := &s.nodes[t]
	if s.raw || n.index != 0 || n.width > 64 {
		return 0, 0, false
	}
	return s.facts[t].lo, s.facts[t].hi, true
}

// KnownBits returns the bits of t that are 0, and those that are 1, under
// every assignment; ok is as for Range.
func (s *Store) KnownBits(t Term) (zero, one uint64, ok bool) {
	n := &s.nodes[t]
	if s.raw || n.index != 0 || n.width > 64 {
		return 0, 0, false
	}
	return s.facts[t].zero, s.facts[t].one, true
}
