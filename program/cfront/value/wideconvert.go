package value

import (
	"math"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/object"
	"github.com/riftlab/rift/program/cfront/types"
	"github.com/riftlab/rift/program/extarith"
)

// convertWide converts from or to long double or __int128.
func (o *wides) convertWide(v Value, t *program.Type) Value {
	if v.Type.Class == program.VoidType || types.IsRecord(v.Type) || types.IsRecord(t) || v.Type.Class == program.ArrayType {
		diag.Fail(o.Node, "conversion from %s to %s", v.Type, t)
	}
	switch {
	case types.IsInt128(v.Type) && types.IsInt128(t):
		v.Type = t
		return v
	case types.IsLongDouble(v.Type) && types.IsLongDouble(t):
		return v
	case types.IsLongDouble(t):
		return o.toLongDouble(v)
	case types.IsLongDouble(v.Type):
		return o.fromLongDouble(v, t)
	case types.IsInt128(t):
		return o.toInt128(v, t)
	}
	return o.fromInt128(v, t)
}

func (o *wides) toLongDouble(v Value) Value {
	unsigned := v.Type.Unsigned || types.IsPointer(v.Type)
	if types.IsInt128(v.Type) {
		k := program.LDFromI128S
		if unsigned {
			k = program.LDFromI128U
		}
		return o.wideOp(k, types.LongDouble, o.addr(v), program.Operand{})
	}
	k := program.LDFromS
	switch {
	case types.IsFloat(v.Type):
		k = program.LDFromF
	case unsigned:
		k = program.LDFromU
	}
	if v.Op.Mode == program.Const {
		switch k {
		case program.LDFromS:
			return o.LongDoubleConstant(extarith.FromInt64(program.SignExtend(v.Op.Kind, v.Op.Bits)))
		case program.LDFromU:
			return o.LongDoubleConstant(extarith.FromUint64(v.Op.Bits))
		}
		return o.LongDoubleConstant(extarith.FromFloat64(floatValue(v.Op.Kind, v.Op.Bits)))
	}
	return o.wideOp(k, types.LongDouble, v.Op, program.Operand{})
}

func (o *wides) fromLongDouble(v Value, t *program.Type) Value {
	if types.IsInt128(t) {
		k := program.LDToI128S
		if t.Unsigned {
			k = program.LDToI128U
		}
		return o.wideOp(k, t, o.addr(v), program.Operand{})
	}
	if r, ok := o.foldFromLD(v, t); ok {
		return r
	}
	k, kind := program.LDToF, t.Kind()
	if !types.IsFloat(t) {
		// The same detours as for double; see floatToInt.
		k = program.LDToS
		switch {
		case t.Size == 8 && (t.Unsigned || types.IsPointer(t)):
			k = program.LDToU
		case t.Size == 4 && t.Unsigned:
			kind = program.I64
		case t.Size < 4:
			kind = program.I32
		}
	}
	op := o.Result(kind, program.Instr{Op: program.WideOp, Wide: k, Kind: kind, A: o.addr(v)})
	return Value{Op: o.resizeWide(op, t), Type: t}
}

func (o *wides) resizeWide(op program.Operand, t *program.Type) program.Operand {
	if types.IsFloat(t) {
		return op
	}
	return o.resize(op, types.IntOf(op.Kind.Bytes(), false), t.Kind())
}

// foldFromLD converts a constant.
func (o *wides) foldFromLD(v Value, t *program.Type) (Value, bool) {
	data, ok := o.constantImage(v)
	if !ok {
		return Value{}, false
	}
	x := extarith.Load(data)
	switch {
	case types.IsFloat(t) && t.Size == 4:
		return Constant(t, uint64(math.Float32bits(x.Float32()))), true
	case types.IsFloat(t):
		return Constant(t, math.Float64bits(x.Float64())), true
	case t.Size == 8 && (t.Unsigned || types.IsPointer(t)):
		return Constant(t, x.Uint64()), true
	}
	return Constant(t, uint64(x.Int64())), true
}

func (o *wides) toInt128(v Value, t *program.Type) Value {
	unsigned := v.Type.Unsigned || types.IsPointer(v.Type)
	if v.Op.Mode == program.Const && !types.IsFloat(v.Type) {
		if unsigned {
			return o.i128Constant(t, extarith.Int128{Lo: v.Op.Bits})
		}
		return o.i128Constant(t, extarith.Int128FromInt64(program.SignExtend(v.Op.Kind, v.Op.Bits)))
	}
	k := program.I128FromS
	switch {
	case types.IsFloat(v.Type) && t.Unsigned:
		k = program.I128FromFU
	case types.IsFloat(v.Type):
		k = program.I128FromFS
	case unsigned:
		k = program.I128FromU
	}
	return o.wideOp(k, t, v.Op, program.Operand{})
}

func (o *wides) fromInt128(v Value, t *program.Type) Value {
	if data, ok := o.constantImage(v); ok && !types.IsFloat(t) {
		return Constant(t, object.Word(data[:8]))
	}
	k := program.I128ToI
	switch {
	case types.IsFloat(t) && v.Type.Unsigned:
		k = program.I128ToFU
	case types.IsFloat(t):
		k = program.I128ToFS
	}
	return Value{Op: o.Result(t.Kind(), program.Instr{Op: program.WideOp, Wide: k, Kind: t.Kind(), A: o.addr(v)}), Type: t}
}
