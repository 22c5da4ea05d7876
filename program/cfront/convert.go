package cfront

import (
	"math"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/types"
)

// convertTo converts a value to a type as by assignment.
func (f *fn) convertTo(v value, t *program.Type) value {
	v = f.truthTo(v, t)
	if v.t == t || t.Class == program.VoidType {
		v.t = t
		return v
	}
	switch {
	case types.IsComplex(t) || types.IsComplex(v.t):
		return f.convertComplex(v, t)
	case t.Class == program.BoolType:
		return value{op: f.builder.convert(program.ZExt, program.I8, f.truth(v)), t: t}
	case types.IsWide(t) || types.IsWide(v.t):
		return f.convertWide(v, t)
	case types.InMemory(t) || types.InMemory(v.t):
		if types.IsRecord(t) && types.IsRecord(v.t) && t.Size == v.t.Size {
			v.t = t
			return v
		}
		diag.Fail(f.node, "conversion from %s to %s", v.t, t)
	case v.t.Class == program.VoidType:
		diag.Fail(f.node, "void value used")
	}
	v.op = f.convertScalar(v.op, v.t, t)
	v.t = t
	return f.reduce(v)
}

// truthTo widens a truth value straight to an integer type.
func (f *fn) truthTo(v value, t *program.Type) value {
	if v.op.Kind != program.I1 {
		return v
	}
	if types.IsInteger(t) && t.IsScalar() {
		return value{op: f.builder.convert(program.ZExt, t.Kind(), v.op), t: t}
	}
	return f.widen(v)
}

// convertScalar converts between types that live in registers.
func (f *fn) convertScalar(x program.Operand, from, to *program.Type) program.Operand {
	src, dst := from.Kind(), to.Kind()
	switch {
	case src.IsFloat() && dst.IsFloat():
		if src == dst {
			return x
		}
		return f.builder.convert(program.FToF, dst, x)
	case dst.IsFloat():
		op := program.SToF
		if from.Unsigned || types.IsPointer(from) {
			op = program.UToF
		}
		return f.builder.convert(op, dst, x)
	case src.IsFloat():
		return f.floatToInt(x, to)
	}
	return f.resize(x, from, dst)
}

// floatToInt converts as gcc does on x86-64: narrow results come from the
// next wider signed conversion, truncated.
func (f *fn) floatToInt(x program.Operand, to *program.Type) program.Operand {
	unsigned := to.Unsigned || types.IsPointer(to)
	if x.Mode == program.Const {
		return program.C(to.Kind(), saturate(floatValue(x.Kind, x.Bits), to.Kind().Bits(), unsigned))
	}
	switch {
	case to.Size == 8 && unsigned:
		return f.builder.convert(program.FToU, to.Kind(), x)
	case to.Size == 8 || to.Size == 4 && !unsigned:
		return f.builder.convert(program.FToS, to.Kind(), x)
	case to.Size == 4:
		return f.builder.convert(program.Trunc, program.I32, f.builder.convert(program.FToS, program.I64, x))
	}
	return f.builder.convert(program.Trunc, to.Kind(), f.builder.convert(program.FToS, program.I32, x))
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
func (f *fn) resize(x program.Operand, from *program.Type, dst program.Kind) program.Operand {
	src := from.Kind()
	switch {
	case src == dst:
		return x
	case src.Bits() == dst.Bits():
		return retag(x, dst)
	case src.Bits() > dst.Bits():
		if src == program.Ptr {
			x = retag(x, program.I64)
		}
		return f.builder.convert(program.Trunc, dst, x)
	}
	wide := dst
	if dst == program.Ptr {
		wide = program.I64
	}
	op := program.SExt
	if from.Unsigned {
		op = program.ZExt
	}
	return retag(f.builder.convert(op, wide, x), dst)
}
