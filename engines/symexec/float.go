package symexec

import (
	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/program"
)

// Circuits for what floating point does without rounding: comparisons,
// conversions from integers that fit the significand, to integers, and from
// float to double. All are held against program.Eval. Arithmetic is concretised.

// float describes the format of a floating kind.
type float struct{ bits, exp, frac int }

func formatOf(k program.Kind) float {
	if k == program.F32 {
		return float{32, 8, 23}
	}
	return float{64, 11, 52}
}

func (e *Explorer) isNaN(f float, t bitvec.Term) bitvec.Term {
	s := e.terms
	magnitude := s.Extract(f.bits-2, 0, t)
	return s.Ult(s.Const(f.bits-1, (1<<f.exp-1)<<f.frac), magnitude)
}

// compareFloat decides on the bits: numbers compare as sign and magnitude.
func (e *Explorer) compareFloat(op program.Op, k program.Kind, a, b bitvec.Term) bitvec.Term {
	s, f := e.terms, formatOf(k)
	unordered := s.Or(e.isNaN(f, a), e.isNaN(f, b))
	if op == program.FUnordered {
		return unordered
	}
	ordered := s.Not(unordered)
	zero := s.Const(f.bits-1, 0)
	ma, mb := s.Extract(f.bits-2, 0, a), s.Extract(f.bits-2, 0, b)
	na, nb := s.Bit(a, f.bits-1), s.Bit(b, f.bits-1)
	zeros := s.And(s.Eq(ma, zero), s.Eq(mb, zero))
	equal := s.Or(s.Eq(a, b), zeros)
	less := s.Ite(na, s.Or(s.Not(nb), s.Ult(mb, ma)), s.And(s.Not(nb), s.Ult(ma, mb)))
	less = s.And(less, s.Not(zeros))
	switch op {
	case program.FEq:
		return s.And(ordered, equal)
	case program.FNe:
		return s.Not(s.And(ordered, equal))
	case program.FLt:
		return s.And(ordered, less)
	}
	return s.And(ordered, s.Or(less, equal))
}

// intToFloat converts an integer of at most as many bits as the significand,
// which is exact; others are concretised.
func (e *Explorer) intToFloat(st *State, in *inst, a value) (value, bool) {
	s, f := e.terms, formatOf(in.kind)
	w := in.from.Bits()
	t := e.fit(a.t, w)
	signed := in.op == program.SToF
	significant := w
	if _, hi, ok := s.Range(t); ok && (!signed || hi>>(w-1) == 0) {
		significant = bitLen(hi)
		signed = false
	}
	if significant > f.frac+1 {
		return e.concreteOp(st, in, a, value{})
	}
	sign, m := s.Const(1, 0), t
	if signed {
		sign, m = s.Bit(t, w-1), s.Abs(t)
	}
	// The leading one goes to bit frac of the significand; its place is the
	// exponent.
	m = e.fit(m, f.bits)
	bias := uint64(1)<<(f.exp-1) - 1
	result := s.Const(f.bits-1, 0)
	for i := range significant {
		shifted := s.Shl(m, s.Const(f.bits, uint64(f.frac-i)))
		number := s.Concat(s.Const(f.exp, bias+uint64(i)), s.Extract(f.frac-1, 0, shifted))
		result = s.Ite(s.Bit(m, i), number, result)
	}
	return e.symbolic(s.Concat(sign, result)), true
}

// floatToInt converts toward zero, with program.Eval's results for what does not
// fit.
func (e *Explorer) floatToInt(in *inst, t bitvec.Term) bitvec.Term {
	s, f := e.terms, formatOf(in.from)
	n := in.kind.Bits()
	sign := s.Bit(t, f.bits-1)
	exp := s.ZeroExtend(64-f.exp, s.Extract(f.bits-2, f.frac, t))
	nan := e.isNaN(f, t)
	bias := uint64(1)<<(f.exp-1) - 1
	point := s.Const(64, bias+uint64(f.frac)) // exponent at which the significand is the integer
	m := s.ZeroExtend(63-f.frac, s.Concat(s.Const(1, 1), s.Extract(f.frac-1, 0, t)))
	magnitude := s.Ite(s.Ult(exp, point), s.LShr(m, s.Sub(point, exp)), s.Shl(m, s.Sub(exp, point)))
	magnitude = s.Ite(s.Ult(exp, s.Const(64, bias)), s.Const(64, 0), magnitude)
	number := s.Ite(sign, s.Neg(magnitude), magnitude)
	from := func(power uint64) bitvec.Term { return s.Not(s.Ult(exp, s.Const(64, bias+power))) } // 2^power or more
	indefinite := s.Const(64, 1<<63)
	if n < 32 || n == 32 && in.op == program.FToS {
		return e.fit(s.Ite(from(31), s.Const(64, 1<<31), number), n)
	}
	if n == 32 || in.op == program.FToS {
		return e.fit(s.Ite(from(63), indefinite, number), n)
	}
	large := s.Ite(from(64), s.Const(64, 0), magnitude)
	return s.Ite(s.And(from(63), s.Not(s.Or(sign, nan))), large, s.Ite(from(63), indefinite, number))
}

// widen converts a float to the double of the same value; a NaN becomes quiet.
func (e *Explorer) widen(t bitvec.Term) bitvec.Term {
	s := e.terms
	exp, frac := s.Extract(30, 23, t), s.Extract(22, 0, t)
	wide := s.Concat(frac, s.Const(29, 0))
	const rebias = 1023 - 127
	normal := s.Concat(s.Add(s.ZeroExtend(3, exp), s.Const(11, rebias)), wide)
	special := s.Concat(s.Const(11, 0x7FF), s.Ite(s.Eq(frac, s.Const(23, 0)), wide, s.Or(wide, s.Const(52, 1<<51))))
	// A subnormal float is a normal double: its leading one at bit i of the
	// fraction becomes the hidden one.
	small := s.Const(63, 0)
	for i := range 23 {
		shifted := s.Shl(wide, s.Const(52, uint64(23-i)))
		small = s.Ite(s.Bit(frac, i), s.Concat(s.Const(11, uint64(rebias-22+i)), shifted), small)
	}
	result := s.Ite(s.Eq(exp, s.Const(8, 0)), small, s.Ite(s.Eq(exp, s.Const(8, 0xFF)), special, normal))
	return s.Concat(s.Bit(t, 31), result)
}
