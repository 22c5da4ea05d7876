package expr

import (
	"fmt"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/program"
)

// Integer returns the operations on integers that cannot fail.
func (s *Builder) Integer(op program.Op, a, b bitvec.Term) bitvec.Term {
	switch op {
	case program.Add:
		return s.Add(a, b)
	case program.Sub:
		return s.Sub(a, b)
	case program.Mul:
		return s.Mul(a, b)
	case program.And:
		return s.And(a, b)
	case program.Or:
		return s.Or(a, b)
	case program.Xor:
		return s.Xor(a, b)
	case program.Eq:
		return s.Eq(a, b)
	case program.Ne:
		return s.Ne(a, b)
	case program.ULt:
		return s.Ult(a, b)
	case program.ULe:
		return s.Ule(a, b)
	case program.SLt:
		return s.Slt(a, b)
	case program.SLe:
		return s.Sle(a, b)
	}
	panic(fmt.Sprintf("expr: Integer: operation %d", op))
}

// Offset adds a constant to an address.
func (s *Builder) Offset(a Value, off int64) Value {
	switch {
	case off == 0:
		return a
	case a.T == 0:
		return Word(a.W + uint64(off))
	}
	return s.Of(s.Add(s.Fit(a.T, 64), s.Const(64, uint64(off))))
}

// Scale multiplies a 64-bit value by a constant.
func (s *Builder) Scale(v Value, k uint64) Value {
	switch {
	case k == 1:
		return v
	case v.T == 0:
		return Word(v.W * k)
	}
	return s.Of(s.Mul(s.Fit(v.T, 64), s.Const(64, k)))
}

// PointerDifference returns how many elements of a size lie between two addresses.
func (s *Builder) PointerDifference(a, b Value, size int64) Value {
	if a.T == 0 && b.T == 0 {
		return Word(uint64(int64(a.W-b.W) / size))
	}
	d := s.Sub(s.Term(a, 64), s.Term(b, 64))
	return s.Of(s.SDiv(d, s.Const(64, uint64(size))))
}
