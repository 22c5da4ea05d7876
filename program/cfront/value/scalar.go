package value

import (
	"math"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/emit"
	"github.com/riftlab/rift/program/cfront/types"
)

// convertScalar converts between types that live in registers.
func (o *scalars) convertScalar(x program.Operand, from, to *program.Type) program.Operand {
	src, dst := from.Kind(), to.Kind()
	switch {
	case src.IsFloat() && dst.IsFloat():
		if src == dst {
			return x
		}
		return o.Builder.Cast(program.FToF, dst, x)
	case dst.IsFloat():
		op := program.SToF
		if from.Unsigned || types.IsPointer(from) {
			op = program.UToF
		}
		return o.Builder.Cast(op, dst, x)
	case src.IsFloat():
		return o.floatToInt(x, to)
	}
	return o.resize(x, from, dst)
}

// floatToInt converts as gcc does on x86-64: narrow results come from the
// next wider signed conversion, truncated.
func (o *scalars) floatToInt(x program.Operand, to *program.Type) program.Operand {
	unsigned := to.Unsigned || types.IsPointer(to)
	if x.Mode == program.Const {
		return program.C(to.Kind(), saturate(floatValue(x.Kind, x.Bits), to.Kind().Bits(), unsigned))
	}
	switch {
	case to.Size == 8 && unsigned:
		return o.Builder.Cast(program.FToU, to.Kind(), x)
	case to.Size == 8 || to.Size == 4 && !unsigned:
		return o.Builder.Cast(program.FToS, to.Kind(), x)
	case to.Size == 4:
		return o.Builder.Cast(program.Trunc, program.I32, o.Builder.Cast(program.FToS, program.I64, x))
	}
	return o.Builder.Cast(program.Trunc, to.Kind(), o.Builder.Cast(program.FToS, program.I32, x))
}

// saturate converts a constant as gcc folds it: out of range gives the
// nearest value, a NaN gives 0.
func saturate(v float64, bits int, unsigned bool) uint64 {
	lo, hi := -math.Ldexp(1, bits-1), math.Ldexp(1, bits-1)
	if unsigned {
		lo, hi = 0, math.Ldexp(1, bits)
	}
	switch v = math.Trunc(v); {
	case v != v:
		return 0
	case v < lo:
		return uint64(int64(lo))
	case v >= hi && unsigned:
		return ^uint64(0)
	case v >= hi:
		return 1<<(bits-1) - 1
	case v >= math.Ldexp(1, 63):
		return uint64(v)
	}
	return uint64(int64(v))
}

// resize converts between integers and addresses.
func (o *scalars) resize(x program.Operand, from *program.Type, dst program.Kind) program.Operand {
	src := from.Kind()
	switch {
	case src == dst:
		return x
	case src.Bits() == dst.Bits():
		return emit.Retag(x, dst)
	case src.Bits() > dst.Bits():
		if src == program.Ptr {
			x = emit.Retag(x, program.I64)
		}
		return o.Builder.Cast(program.Trunc, dst, x)
	}
	wide := dst
	if dst == program.Ptr {
		wide = program.I64
	}
	op := program.SExt
	if from.Unsigned {
		op = program.ZExt
	}
	return emit.Retag(o.Builder.Cast(op, wide, x), dst)
}

func floatValue(k program.Kind, v uint64) float64 {
	if k == program.F32 {
		return float64(math.Float32frombits(uint32(v)))
	}
	return math.Float64frombits(v)
}
