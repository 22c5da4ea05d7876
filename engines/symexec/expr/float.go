package expr

import (
	"fmt"
	"math"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/bitvec/float"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/extarith"
)

// Floating point is what package bitvec/float makes of it; here is which of its
// operations those of programs are. All are held against program.Eval.

func formatOf(k program.Kind) float.Format {
	if k == program.F32 {
		return float.Binary32
	}
	return float.Binary64
}

// Float returns arithmetic and comparisons of numbers of kind k.
func (s *Builder) Float(op program.Op, k program.Kind, a, b bitvec.Term) bitvec.Term {
	m, f := s.floats, formatOf(k)
	switch op {
	case program.FAdd:
		return m.Add(f, a, b)
	case program.FSub:
		return m.Sub(f, a, b)
	case program.FMul:
		return m.Mul(f, a, b)
	case program.FDiv:
		return m.Div(f, a, b)
	case program.FNeg:
		return m.Neg(f, a)
	case program.FEq:
		return m.Eq(f, a, b)
	case program.FNe:
		return s.Not(m.Eq(f, a, b))
	case program.FLt:
		return m.Lt(f, a, b)
	case program.FLe:
		return m.Le(f, a, b)
	case program.FUnordered:
		return m.Unordered(f, a, b)
	}
	panic(fmt.Sprintf("expr: Float: operation %d", op))
}

// FloatConversion returns conversions of a from, to and between numbers.
func (s *Builder) FloatConversion(op program.Op, to, from program.Kind, a bitvec.Term) bitvec.Term {
	m := s.floats
	switch op {
	case program.SToF, program.UToF:
		return m.FromInt(formatOf(to), a, from.Bits(), op == program.SToF)
	case program.FToF:
		return m.Convert(formatOf(to), formatOf(from), a)
	}
	f, n := formatOf(from), to.Bits()
	switch {
	case n == 64 && op == program.FToU:
		return m.ToUnsigned(f, a, 64)
	case n == 64 || n == 32 && op == program.FToU:
		return s.Fit(m.ToInt(f, a, 64), n)
	}
	return s.Fit(m.ToInt(f, a, 32), n)
}

// Math returns the functions of math.h that have terms.
func (s *Builder) Math(fn program.MathFn, x Value) (Value, bool) {
	if x.T == 0 {
		return Value{}, false
	}
	f, t := float.Binary64, s.Fit(x.T, 64)
	modes := map[program.MathFn]float.Mode{
		program.MathRint: float.Rint, program.MathFloor: float.Floor, program.MathCeil: float.Ceil,
		program.MathTrunc: float.Trunc, program.MathRound: float.Round,
	}
	if fn == program.MathSqrt {
		return s.Of(s.floats.Sqrt(f, t)), true
	}
	mode, ok := modes[fn]
	if !ok {
		return Value{}, false
	}
	return s.Of(s.floats.Integral(f, mode, t)), true
}

// Fma returns the fused multiply-add of three doubles.
func (s *Builder) Fma(a [6]Value) Value {
	if a[0].T == 0 && a[1].T == 0 && a[2].T == 0 {
		x, y, z := math.Float64frombits(a[0].W), math.Float64frombits(a[1].W), math.Float64frombits(a[2].W)
		return Word(math.Float64bits(extarith.Fma(x, y, z)))
	}
	return s.Of(s.floats.Fma(float.Binary64, s.Term(a[0], 64), s.Term(a[1], 64), s.Term(a[2], 64)))
}
