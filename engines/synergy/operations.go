package synergy

import (
	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/program"
)

// pure returns the term of an operation without memory or control. It is false
// for floating-point operations, and for wide products and quotients of two
// unknowns, which cost solvers more than they explain: those are opaque.
func (f *formula) pure(in *program.Instr, d []int32, a, b uint64) (bitvec.Term, bool) {
	s := f.s
	x := f.operand(in.A, d[0], a)
	y := bitvec.Term(0)
	if in.B.Present() {
		y = f.operand(in.B, d[1], b)
	}
	n := in.Kind.Bits()
	switch in.Op {
	case program.Move, program.Bitcast, program.Trunc, program.ZExt:
		return s.Resize(n, false, x), true
	case program.SExt:
		return s.Resize(n, true, x), true
	case program.PtrAdd:
		v := s.Resize(64, false, x)
		if y != 0 {
			v = s.Add(v, s.Mul(s.Resize(64, false, y), s.Const(64, uint64(in.Size))))
		}
		return s.Add(v, s.Const(64, uint64(in.Off))), true
	case program.PtrDiff:
		return s.SDiv(s.Sub(s.Resize(64, false, x), s.Resize(64, false, y)), s.Const(64, uint64(in.Size))), true
	case program.Shl, program.LShr, program.AShr:
		return shift(s, in.Op, x, s.Resize(n, false, y)), true
	}
	if y == 0 || in.Kind.IsFloat() {
		return 0, false
	}
	return integer(s, in.Op, x, y)
}

func shift(s *bitvec.Store, op program.Op, x, count bitvec.Term) bitvec.Term {
	switch op {
	case program.Shl:
		return s.Shl(x, count)
	case program.LShr:
		return s.LShr(x, count)
	}
	return s.AShr(x, count)
}

func integer(s *bitvec.Store, op program.Op, x, y bitvec.Term) (bitvec.Term, bool) {
	switch op {
	case program.Add:
		return s.Add(x, y), true
	case program.Sub:
		return s.Sub(x, y), true
	case program.And:
		return s.And(x, y), true
	case program.Or:
		return s.Or(x, y), true
	case program.Xor:
		return s.Xor(x, y), true
	case program.Eq:
		return s.Eq(x, y), true
	case program.Ne:
		return s.Ne(x, y), true
	case program.ULt:
		return s.Ult(x, y), true
	case program.ULe:
		return s.Ule(x, y), true
	case program.SLt:
		return s.Slt(x, y), true
	case program.SLe:
		return s.Sle(x, y), true
	}
	return product(s, op, x, y)
}

func product(s *bitvec.Store, op program.Op, x, y bitvec.Term) (bitvec.Term, bool) {
	_, constX := s.ConstUint64(x)
	_, constY := s.ConstUint64(y)
	most := 16
	if op == program.Mul {
		most = 32
	}
	if !constX && !constY && s.Width(x) > most || op != program.Mul && s.Width(x) > 32 {
		return 0, false // the digits of a number printed would be 64-bit divisions
	}
	switch op {
	case program.Mul:
		return s.Mul(x, y), true
	case program.UDiv:
		return s.UDiv(x, y), true
	case program.URem:
		return s.URem(x, y), true
	case program.SDiv:
		return s.SDiv(x, y), true
	case program.SRem:
		return s.SRem(x, y), true
	}
	return 0, false
}
