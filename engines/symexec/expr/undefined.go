package expr

import (
	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/program"
)

// All64 are all bits of a word.
const All64 = ^uint64(0)

// Without returns v with zeros in the bits that are set in u.
func (s *Builder) Without(v, u Value, bits int) Value {
	if v.T == 0 && u.T == 0 {
		return Word(v.W &^ u.W)
	}
	return s.Of(s.And(s.Term(v, bits), s.Not(s.Term(u, bits))))
}

// Either returns the bits of either of two values.
func (s *Builder) Either(a, b Value, bits int) Value {
	switch {
	case a == (Value{}):
		return b
	case b == (Value{}):
		return a
	case a.T == 0 && b.T == 0:
		return Word(a.W | b.W)
	}
	return s.Of(s.Or(s.Term(a, bits), s.Term(b, bits)))
}

// UndefinedSum is program.UndefinedSum.
func (s *Builder) UndefinedSum(u Value, bits int) Value {
	if u.T == 0 {
		return Word(program.UndefinedSum(u.W) & (All64 >> (64 - bits)))
	}
	t := s.Fit(u.T, bits)
	return s.Of(s.Or(t, s.Neg(t)))
}

// UndefinedAny returns all bits if any is undefined.
func (s *Builder) UndefinedAny(u Value, bits int) Value {
	all := All64 >> (64 - bits)
	if u.T == 0 {
		if u.W != 0 {
			return Word(all)
		}
		return Value{}
	}
	return s.Of(s.Ite(s.Eq(u.T, s.Const(s.Width(u.T), 0)), s.Const(bits, 0), s.Const(bits, all)))
}

// Undefined is program.Undefined on values.
func (s *Builder) Undefined(op program.Op, kind, from program.Kind, a, b, ua, ub Value) Value {
	if a.T == 0 && b.T == 0 && ua.T == 0 && ub.T == 0 {
		return Word(program.Undefined(op, kind, from, a.W, b.W, ua.W, ub.W))
	}
	n := kind.Bits()
	switch op {
	case program.Move, program.Bitcast, program.FNeg, program.Trunc, program.ZExt:
		if ua.T == 0 {
			return Word(ua.W & kind.Mask())
		}
		return s.Of(s.Fit(ua.T, n))
	case program.SExt:
		return s.Of(s.Resize(n, true, s.Term(ua, from.Bits())))
	case program.Add, program.Sub, program.Mul:
		return s.UndefinedSum(s.Either(ua, ub, n), n)
	case program.FEq, program.FNe, program.FLt, program.FLe, program.FUnordered:
		return s.UndefinedAny(s.Either(ua, ub, n), 1)
	case program.FToS, program.FToU, program.SToF, program.UToF, program.FToF:
		return s.UndefinedAny(ua, n)
	}
	x, y, ux, uy := s.Term(a, n), s.Term(b, n), s.Term(ua, n), s.Term(ub, n)
	u := s.Or(ux, uy)
	switch op {
	case program.And:
		u = s.And(u, s.And(s.Or(ux, x), s.Or(uy, y)))
	case program.Or:
		u = s.And(u, s.And(s.Or(ux, s.Not(x)), s.Or(uy, s.Not(y))))
	case program.Xor:
	case program.Shl:
		u = s.Shl(ux, y)
	case program.LShr:
		u = s.LShr(ux, y)
	case program.AShr:
		u = s.AShr(ux, y)
	case program.Eq, program.Ne:
		zero := s.Const(n, 0)
		u = s.And(s.Ne(u, zero), s.Eq(s.And(s.Xor(x, y), s.Not(u)), zero))
	case program.ULt, program.SLt:
		u = s.undefinedOrder(op == program.SLt, n, x, y, ux, uy)
	case program.ULe, program.SLe:
		u = s.undefinedOrder(op == program.SLe, n, y, x, uy, ux)
	default:
		return s.UndefinedAny(Value{T: u}, n)
	}
	return s.Of(u)
}

// undefinedOrder is Undefined for a < b.
func (s *Builder) undefinedOrder(signed bool, n int, a, b, ua, ub bitvec.Term) bitvec.Term {
	if signed {
		flip := s.Const(n, 1<<(n-1))
		a, b = s.Xor(a, flip), s.Xor(b, flip)
	}
	least := func(t, u bitvec.Term) bitvec.Term { return s.And(t, s.Not(u)) }
	return s.Xor(s.Ult(least(a, ua), s.Or(b, ub)), s.Ult(s.Or(a, ua), least(b, ub)))
}
