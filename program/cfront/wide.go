package cfront

import (
	"math"
	"regexp"
	"strings"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/object"
	"github.com/riftlab/rift/program/cfront/types"
	"github.com/riftlab/rift/program/extarith"
)

// wide emits a wide operation into a new temporary of type t.
func (f *fn) wideOp(k program.WideKind, t *program.Type, a, b program.Operand) value {
	to := f.temp(t)
	f.effect(program.Instr{Op: program.WideOp, Wide: k, A: a, B: b, C: to})
	return value{op: to, t: t}
}

func (f *fn) addr(v value) program.Operand { return f.address(v.op, v.off) }

var ldOps = [...]program.WideKind{ast.Add: program.LDAdd, ast.Sub: program.LDSub, ast.Mul: program.LDMul, ast.Div: program.LDDiv, ast.Shr: 0}

var i128Ops = [...]program.WideKind{
	ast.Add: program.I128Add, ast.Sub: program.I128Sub, ast.Mul: program.I128Mul, ast.Div: program.I128SDiv, ast.Mod: program.I128SRem,
	ast.And: program.I128And, ast.Or: program.I128Or, ast.Xor: program.I128Xor,
}

// wideArith lowers arithmetic on long double and __int128.
func (f *fn) wideArith(op ast.Operator, a, b value, t *program.Type) value {
	if v, ok := f.foldWide(op, a, b, t); ok {
		return v
	}
	k := i128Ops[op]
	if types.IsLongDouble(t) {
		if k = ldOps[op]; k == program.WideNone {
			diag.Fail(f.node, "operands of type %s", t)
		}
	} else if t.Unsigned {
		switch k {
		case program.I128SDiv:
			k = program.I128UDiv
		case program.I128SRem:
			k = program.I128URem
		}
	}
	return f.wideOp(k, t, f.addr(a), f.addr(b))
}

func (f *fn) wideShift(op ast.Operator, a, b value, t *program.Type) value {
	k := program.I128Shl
	if op == ast.Shr {
		if k = program.I128AShr; t.Unsigned {
			k = program.I128LShr
		}
	}
	count := f.convertTo(b, types.Int).op
	if data, ok := f.constantImage(a); ok && count.Mode == program.Const && count.Bits < 128 {
		x, n := extarith.LoadInt128(data), uint(count.Bits)
		switch k {
		case program.I128Shl:
			return f.i128Constant(t, x.Shl(n))
		case program.I128LShr:
			return f.i128Constant(t, x.LShr(n))
		}
		return f.i128Constant(t, x.AShr(n))
	}
	return f.wideOp(k, t, f.addr(a), count)
}

func (f *fn) wideCompare(op ast.Operator, a, b value, t *program.Type) program.Operand {
	if op == ast.Gt || op == ast.Ge {
		a, b = b, a
	}
	i := [...]int{0, 1, 2, 2, 3, 3}[op-ast.Eq]
	if types.IsLongDouble(t) {
		k := [...]program.WideKind{program.LDEq, program.LDNe, program.LDLt, program.LDLe}[i]
		return f.wideTest(k, a, b)
	}
	k := [...]program.WideKind{program.I128Eq, program.I128Eq, program.I128SLt, program.I128SLe}[i]
	if t.Unsigned {
		k = [...]program.WideKind{program.I128Eq, program.I128Eq, program.I128ULt, program.I128ULe}[i]
	}
	r := f.wideTest(k, a, b)
	if op == ast.Ne {
		r = f.binary(program.Xor, program.I1, 0, r, program.C(program.I1, 1))
	}
	return r
}

func (f *fn) wideTest(k program.WideKind, a, b value) program.Operand {
	return f.value(program.I1, program.Instr{Op: program.WideOp, Wide: k, Kind: program.I1, A: f.addr(a), B: f.addr(b)})
}

func (f *fn) wideTruth(v value) program.Operand {
	if types.IsLongDouble(v.t) {
		return f.wideTest(program.LDNe, v, f.ldConstant(extarith.Extended{}))
	}
	return f.wideCompare(ast.Ne, v, f.i128Constant(v.t, extarith.Int128{}), v.t)
}

func (f *fn) wideNegate(v value) value {
	if types.IsLongDouble(v.t) {
		if data, ok := f.constantImage(v); ok {
			data[9] ^= 0x80
			return value{op: f.u.anonymous(f.node, v.t, data), t: v.t}
		}
		return f.wideOp(program.LDNeg, v.t, f.addr(v), program.Operand{})
	}
	return f.wideArith(ast.Sub, f.i128Constant(v.t, extarith.Int128{}), v, v.t)
}

// ldConstant returns a constant of type long double.
func (f *fn) ldConstant(x extarith.Extended) value {
	data := make([]byte, extarith.Size)
	x.Store(data)
	return value{op: f.u.anonymous(f.node, types.LongDouble, data), t: types.LongDouble}
}

func (f *fn) i128Constant(t *program.Type, x extarith.Int128) value {
	data := make([]byte, extarith.Size)
	x.Store(data)
	return value{op: f.u.anonymous(f.node, t, data), t: t}
}

// constantImage returns the bytes of a constant of a wide type.
func (f *fn) constantImage(v value) ([]byte, bool) {
	if v.op.Mode != program.GlobalAddr {
		return nil, false
	}
	g := f.u.obj.Globals[v.op.Index]
	if f.u.obj.VarSyms[v.op.Index].Name != "" || !g.ReadOnly || g.Size != 16 || v.op.Bits != 0 || v.off != 0 {
		return nil, false
	}
	data := make([]byte, 16)
	copy(data, g.Data)
	return data, true
}

// foldWide computes an operation on constants, as static initialisers need.
func (f *fn) foldWide(op ast.Operator, a, b value, t *program.Type) (value, bool) {
	x, ok := f.constantImage(a)
	y, ok2 := f.constantImage(b)
	if !ok || !ok2 {
		return value{}, false
	}
	if types.IsLongDouble(t) {
		r, ok := foldExtended(op, extarith.Load(x), extarith.Load(y))
		return f.ldConstant(r), ok
	}
	r, ok := foldInt128(op, extarith.LoadInt128(x), extarith.LoadInt128(y))
	return f.i128Constant(t, r), ok
}

func foldExtended(op ast.Operator, x, y extarith.Extended) (extarith.Extended, bool) {
	switch op {
	case ast.Add:
		return x.Add(y), true
	case ast.Sub:
		return x.Sub(y), true
	case ast.Mul:
		return x.Mul(y), true
	case ast.Div:
		return x.Div(y), true
	}
	return extarith.Extended{}, false
}

func foldInt128(op ast.Operator, x, y extarith.Int128) (extarith.Int128, bool) {
	switch op {
	case ast.Add:
		return x.Add(y), true
	case ast.Sub:
		return x.Sub(y), true
	case ast.Mul:
		return x.Mul(y), true
	case ast.And:
		return x.And(y), true
	case ast.Or:
		return x.Or(y), true
	case ast.Xor:
		return x.Xor(y), true
	}
	return extarith.Int128{}, false
}

// convertWide converts from or to long double or __int128.
func (f *fn) convertWide(v value, t *program.Type) value {
	if v.t.Class == program.VoidType || types.IsRecord(v.t) || types.IsRecord(t) || v.t.Class == program.ArrayType {
		diag.Fail(f.node, "conversion from %s to %s", v.t, t)
	}
	switch {
	case types.IsInt128(v.t) && types.IsInt128(t):
		v.t = t
		return v
	case types.IsLongDouble(v.t) && types.IsLongDouble(t):
		return v
	case types.IsLongDouble(t):
		return f.toLongDouble(v)
	case types.IsLongDouble(v.t):
		return f.fromLongDouble(v, t)
	case types.IsInt128(t):
		return f.toInt128(v, t)
	}
	return f.fromInt128(v, t)
}

func (f *fn) toLongDouble(v value) value {
	unsigned := v.t.Unsigned || types.IsPointer(v.t)
	if types.IsInt128(v.t) {
		k := program.LDFromI128S
		if unsigned {
			k = program.LDFromI128U
		}
		return f.wideOp(k, types.LongDouble, f.addr(v), program.Operand{})
	}
	k := program.LDFromS
	switch {
	case types.IsFloat(v.t):
		k = program.LDFromF
	case unsigned:
		k = program.LDFromU
	}
	if v.op.Mode == program.Const {
		switch k {
		case program.LDFromS:
			return f.ldConstant(extarith.FromInt64(program.SignExtend(v.op.Kind, v.op.Bits)))
		case program.LDFromU:
			return f.ldConstant(extarith.FromUint64(v.op.Bits))
		}
		return f.ldConstant(extarith.FromFloat64(floatValue(v.op.Kind, v.op.Bits)))
	}
	return f.wideOp(k, types.LongDouble, v.op, program.Operand{})
}

func (f *fn) fromLongDouble(v value, t *program.Type) value {
	if types.IsInt128(t) {
		k := program.LDToI128S
		if t.Unsigned {
			k = program.LDToI128U
		}
		return f.wideOp(k, t, f.addr(v), program.Operand{})
	}
	if r, ok := f.foldFromLD(v, t); ok {
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
	op := f.value(kind, program.Instr{Op: program.WideOp, Wide: k, Kind: kind, A: f.addr(v)})
	return value{op: f.resizeWide(op, t), t: t}
}

func (f *fn) resizeWide(op program.Operand, t *program.Type) program.Operand {
	if types.IsFloat(t) {
		return op
	}
	return f.resize(op, types.IntOf(op.Kind.Bytes(), false), t.Kind())
}

// foldFromLD converts a constant.
func (f *fn) foldFromLD(v value, t *program.Type) (value, bool) {
	data, ok := f.constantImage(v)
	if !ok {
		return value{}, false
	}
	x := extarith.Load(data)
	switch {
	case types.IsFloat(t) && t.Size == 4:
		return constant(t, uint64(math.Float32bits(x.Float32()))), true
	case types.IsFloat(t):
		return constant(t, math.Float64bits(x.Float64())), true
	case t.Size == 8 && (t.Unsigned || types.IsPointer(t)):
		return constant(t, x.Uint64()), true
	}
	return constant(t, uint64(x.Int64())), true
}

func (f *fn) toInt128(v value, t *program.Type) value {
	unsigned := v.t.Unsigned || types.IsPointer(v.t)
	if v.op.Mode == program.Const && !types.IsFloat(v.t) {
		if unsigned {
			return f.i128Constant(t, extarith.Int128{Lo: v.op.Bits})
		}
		return f.i128Constant(t, extarith.Int128FromInt64(program.SignExtend(v.op.Kind, v.op.Bits)))
	}
	k := program.I128FromS
	switch {
	case types.IsFloat(v.t) && t.Unsigned:
		k = program.I128FromFU
	case types.IsFloat(v.t):
		k = program.I128FromFS
	case unsigned:
		k = program.I128FromU
	}
	return f.wideOp(k, t, v.op, program.Operand{})
}

func (f *fn) fromInt128(v value, t *program.Type) value {
	if data, ok := f.constantImage(v); ok && !types.IsFloat(t) {
		return constant(t, object.Word(data[:8]))
	}
	k := program.I128ToI
	switch {
	case types.IsFloat(t) && v.t.Unsigned:
		k = program.I128ToFU
	case types.IsFloat(t):
		k = program.I128ToFS
	}
	return value{op: f.value(t.Kind(), program.Instr{Op: program.WideOp, Wide: k, Kind: t.Kind(), A: f.addr(v)}), t: t}
}

// floatText takes a floating constant in lower case apart: the number, then
// suffixes for type (f, l, f32, f64x...) and imaginary unit.
var floatText = regexp.MustCompile(`^(0x[0-9a-f.]*p[+-]?[0-9]+|[0-9.]+(?:e[+-]?[0-9]+)?)([ij]?)(f32x|f64x|f32|f64|f|l)?([ij]?)$`)

var floatSuffixes = map[string]*program.Type{
	"": types.Double, "f": types.Float, "l": types.LongDouble, "f32": types.Float, "f64": types.Double, "f32x": types.Double, "f64x": types.LongDouble,
}

// floatLiteral lowers a floating constant, imaginary ones included.
func (f *fn) floatLiteral(x *cc.PrimaryExpression) value {
	m := floatText.FindStringSubmatch(strings.ToLower(x.Token.SrcStr()))
	if m == nil {
		diag.Unsupported(x, "constant %s", x.Token.SrcStr())
	}
	typ := floatSuffixes[m[3]]
	p := extarith.Parse(m[1], int(typ.Size))
	if p.Consumed != len(m[1]) {
		diag.Unsupported(x, "constant %s", x.Token.SrcStr())
	}
	c := f.floatConstant(typ, p.Value)
	if m[2]+m[4] != "" {
		return f.makeComplex(f.floatConstant(typ, extarith.Extended{}), c)
	}
	return c
}

// floatConstant returns a constant that t represents exactly.
func (f *fn) floatConstant(t *program.Type, x extarith.Extended) value {
	switch t.Size {
	case 4:
		return constant(t, uint64(math.Float32bits(x.Float32())))
	case 8:
		return constant(t, math.Float64bits(x.Float64()))
	}
	return f.ldConstant(x)
}
