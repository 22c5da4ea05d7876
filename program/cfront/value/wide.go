package value

import (
	"math"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/types"
	"github.com/riftlab/rift/program/extarith"
)

// wide emits a wide operation into a new temporary of type t.
func (o *wides) wideOp(k program.WideKind, t *program.Type, a, b program.Operand) Value {
	to := o.Temp(t)
	o.Effect(program.Instr{Op: program.WideOp, Wide: k, A: a, B: b, C: to})
	return Value{Op: to, Type: t}
}

func (o *wides) addr(v Value) program.Operand { return o.Address(v.Op, v.Off) }

var ldOps = [...]program.WideKind{ast.Add: program.LDAdd, ast.Sub: program.LDSub, ast.Mul: program.LDMul, ast.Div: program.LDDiv, ast.Shr: 0}

var i128Ops = [...]program.WideKind{
	ast.Add: program.I128Add, ast.Sub: program.I128Sub, ast.Mul: program.I128Mul, ast.Div: program.I128SDiv, ast.Mod: program.I128SRem,
	ast.And: program.I128And, ast.Or: program.I128Or, ast.Xor: program.I128Xor,
}

// wideArith lowers arithmetic on long double and __int128.
func (o *wides) wideArith(op ast.Operator, a, b Value, t *program.Type) Value {
	if v, ok := o.foldWide(op, a, b, t); ok {
		return v
	}
	k := i128Ops[op]
	if types.IsLongDouble(t) {
		if k = ldOps[op]; k == program.WideNone {
			diag.Fail(o.Node, "operands of type %s", t)
		}
	} else if t.Unsigned {
		switch k {
		case program.I128SDiv:
			k = program.I128UDiv
		case program.I128SRem:
			k = program.I128URem
		}
	}
	return o.wideOp(k, t, o.addr(a), o.addr(b))
}

func (o *wides) wideShift(op ast.Operator, a Value, count program.Operand, t *program.Type) Value {
	k := program.I128Shl
	if op == ast.Shr {
		if k = program.I128AShr; t.Unsigned {
			k = program.I128LShr
		}
	}
	if data, ok := o.constantImage(a); ok && count.Mode == program.Const && count.Bits < 128 {
		x, n := extarith.LoadInt128(data), uint(count.Bits)
		switch k {
		case program.I128Shl:
			return o.i128Constant(t, x.Shl(n))
		case program.I128LShr:
			return o.i128Constant(t, x.LShr(n))
		}
		return o.i128Constant(t, x.AShr(n))
	}
	return o.wideOp(k, t, o.addr(a), count)
}

func (o *wides) wideCompare(op ast.Operator, a, b Value, t *program.Type) program.Operand {
	if op == ast.Gt || op == ast.Ge {
		a, b = b, a
	}
	i := [...]int{0, 1, 2, 2, 3, 3}[op-ast.Eq]
	if types.IsLongDouble(t) {
		k := [...]program.WideKind{program.LDEq, program.LDNe, program.LDLt, program.LDLe}[i]
		return o.WideTest(k, a, b)
	}
	k := [...]program.WideKind{program.I128Eq, program.I128Eq, program.I128SLt, program.I128SLe}[i]
	if t.Unsigned {
		k = [...]program.WideKind{program.I128Eq, program.I128Eq, program.I128ULt, program.I128ULe}[i]
	}
	r := o.WideTest(k, a, b)
	if op == ast.Ne {
		r = o.Binary(program.Xor, program.I1, 0, r, program.C(program.I1, 1))
	}
	return r
}

// WideTest lowers a test of two numbers of a wide type to kind I1.
func (o *wides) WideTest(k program.WideKind, a, b Value) program.Operand {
	return o.Result(program.I1, program.Instr{Op: program.WideOp, Wide: k, Kind: program.I1, A: o.addr(a), B: o.addr(b)})
}

func (o *wides) wideTruth(v Value) program.Operand {
	if types.IsLongDouble(v.Type) {
		return o.WideTest(program.LDNe, v, o.LongDoubleConstant(extarith.Extended{}))
	}
	return o.wideCompare(ast.Ne, v, o.i128Constant(v.Type, extarith.Int128{}), v.Type)
}

func (o *wides) wideNegate(v Value) Value {
	if types.IsLongDouble(v.Type) {
		if data, ok := o.constantImage(v); ok {
			data[9] ^= 0x80
			return Value{Op: o.constants.Literal(o.Node, v.Type, data), Type: v.Type}
		}
		return o.wideOp(program.LDNeg, v.Type, o.addr(v), program.Operand{})
	}
	return o.wideArith(ast.Sub, o.i128Constant(v.Type, extarith.Int128{}), v, v.Type)
}

// LongDoubleConstant returns a constant of type long double.
func (o *wides) LongDoubleConstant(x extarith.Extended) Value {
	data := make([]byte, extarith.Size)
	x.Store(data)
	return Value{Op: o.constants.Literal(o.Node, types.LongDouble, data), Type: types.LongDouble}
}

func (o *wides) i128Constant(t *program.Type, x extarith.Int128) Value {
	data := make([]byte, extarith.Size)
	x.Store(data)
	return Value{Op: o.constants.Literal(o.Node, t, data), Type: t}
}

// constantImage returns the bytes of a constant of a wide type.
func (o *wides) constantImage(v Value) ([]byte, bool) {
	g, ok := o.constants.LiteralAt(v.Op)
	if !ok || v.Off != 0 || g.Size != 16 {
		return nil, false
	}
	data := make([]byte, 16)
	copy(data, g.Data)
	return data, true
}

// foldWide computes an operation on constants, as static initialisers need.
func (o *wides) foldWide(op ast.Operator, a, b Value, t *program.Type) (Value, bool) {
	x, ok := o.constantImage(a)
	y, ok2 := o.constantImage(b)
	if !ok || !ok2 {
		return Value{}, false
	}
	if types.IsLongDouble(t) {
		r, ok := foldExtended(op, extarith.Load(x), extarith.Load(y))
		return o.LongDoubleConstant(r), ok
	}
	r, ok := foldInt128(op, extarith.LoadInt128(x), extarith.LoadInt128(y))
	return o.i128Constant(t, r), ok
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

// FloatConstant returns a constant that t represents exactly.
func (o *wides) FloatConstant(t *program.Type, x extarith.Extended) Value {
	switch t.Size {
	case 4:
		return Constant(t, uint64(math.Float32bits(x.Float32())))
	case 8:
		return Constant(t, math.Float64bits(x.Float64()))
	}
	return o.LongDoubleConstant(x)
}
