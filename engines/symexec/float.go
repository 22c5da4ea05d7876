package symexec

import (
	"fmt"
	"math"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/bitvec/float"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/extarith"
)

// Floating point is what package bitvec/float makes of it; here is which of its
// operations the machine's are. All are held against program.Eval.

func formatOf(k program.Kind) float.Format {
	if k == program.F32 {
		return float.Binary32
	}
	return float.Binary64
}

// floatOp returns arithmetic and comparisons of numbers of kind k.
func (e *Explorer) floatOp(op program.Op, k program.Kind, a, b bitvec.Term) bitvec.Term {
	m, f := e.floats, formatOf(k)
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
		return e.terms.Not(m.Eq(f, a, b))
	case program.FLt:
		return m.Lt(f, a, b)
	case program.FLe:
		return m.Le(f, a, b)
	case program.FUnordered:
		return m.Unordered(f, a, b)
	}
	panic(fmt.Sprintf("symexec: floatOp: operation %d", op))
}

// floatConversion returns conversions of a from, to and between numbers.
func (e *Explorer) floatConversion(in *inst, a bitvec.Term) bitvec.Term {
	m := e.floats
	switch in.op {
	case program.SToF, program.UToF:
		return m.FromInt(formatOf(in.kind), a, in.from.Bits(), in.op == program.SToF)
	case program.FToF:
		return m.Convert(formatOf(in.kind), formatOf(in.from), a)
	}
	f, n := formatOf(in.from), in.kind.Bits()
	switch {
	case n == 64 && in.op == program.FToU:
		return m.ToUnsigned(f, a, 64)
	case n == 64 || n == 32 && in.op == program.FToU:
		return e.fit(m.ToInt(f, a, 64), n)
	}
	return e.fit(m.ToInt(f, a, 32), n)
}

// mathTerm returns the functions of math.h that have terms.
func (e *Explorer) mathTerm(fn program.MathFn, x value) (value, bool) {
	if x.t == 0 {
		return value{}, false
	}
	f, t := float.Binary64, e.fit(x.t, 64)
	modes := map[program.MathFn]float.Mode{
		program.MathRint: float.Rint, program.MathFloor: float.Floor, program.MathCeil: float.Ceil,
		program.MathTrunc: float.Trunc, program.MathRound: float.Round,
	}
	if fn == program.MathSqrt {
		return e.symbolic(e.floats.Sqrt(f, t)), true
	}
	mode, ok := modes[fn]
	if !ok {
		return value{}, false
	}
	return e.symbolic(e.floats.Integral(f, mode, t)), true
}

// fma returns the fused multiply-add of three doubles.
func (e *Explorer) fma(a [6]value) value {
	if a[0].t == 0 && a[1].t == 0 && a[2].t == 0 {
		x, y, z := math.Float64frombits(a[0].w), math.Float64frombits(a[1].w), math.Float64frombits(a[2].w)
		return word(math.Float64bits(extarith.Fma(x, y, z)))
	}
	return e.symbolic(e.floats.Fma(float.Binary64, e.term(a[0], 64), e.term(a[1], 64), e.term(a[2], 64)))
}
