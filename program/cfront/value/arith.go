package value

import (
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/emit"
	"github.com/riftlab/rift/program/cfront/types"
)

// Arith lowers a op b with C's conversions.
func (o *Ops) Arith(op ast.Operator, a, b Value) Value {
	if types.IsPointer(a.Type) || types.IsPointer(b.Type) {
		return o.pointerArith(op, a, b)
	}
	if op == ast.Shl || op == ast.Shr {
		return o.shift(op, a, b)
	}
	if t := types.Usual(a.Type, b.Type); types.IsComplex(t) {
		return o.complexArith(op, a, b, t)
	}
	return o.arithReal(op, a, b)
}

// shift lowers a << b and a >> b: the type is that of the promoted left side.
func (o *Ops) shift(op ast.Operator, a, b Value) Value {
	t := types.Promote(a.Type)
	if !types.IsInteger(t) || !types.IsInteger(b.Type) {
		diag.Fail(o.Node, "shift of %s by %s", a.Type, b.Type)
	}
	a = o.Convert(a, t)
	if types.IsInt128(b.Type) {
		b = o.Convert(b, types.Int)
	} else {
		b = o.Convert(b, types.Promote(b.Type))
	}
	if types.IsInt128(t) {
		return o.wideShift(op, a, o.Convert(b, types.Int).Op, t)
	}
	code := program.Shl
	if op == ast.Shr {
		if code = program.AShr; t.Unsigned {
			code = program.LShr
		}
	}
	if b.Op.Mode == program.Const && a.Op.Mode == program.Const {
		if v, ok := emit.FoldBinary(code, t.Kind(), 0, a.Op.Bits, b.Op.Bits); ok {
			return o.reduce(Constant(t, v))
		}
	}
	return o.reduce(Value{Op: o.Result(t.Kind(), program.Instr{Op: code, Kind: t.Kind(), Flags: o.overflowFlag(code, t), A: a.Op, B: b.Op}), Type: t})
}

// Negate lowers -v.
func (o *Ops) Negate(v Value) Value {
	if types.IsComplex(v.Type) {
		return o.complexMap(v, o.negateReal)
	}
	return o.negateReal(v)
}

// Complement lowers ~v, which is the conjugate of a complex number.
func (o *Ops) Complement(v Value) Value {
	t := types.Promote(v.Type)
	v = o.Convert(v, t)
	switch {
	case types.IsComplex(t):
		return o.Conjugate(v)
	case types.IsInt128(t):
		return o.wideArith(ast.Xor, v, o.Convert(Constant(types.Int, ^uint64(0)), t), t)
	case !types.IsInteger(t):
		diag.Fail(o.Node, "complement of %s", t)
	}
	return o.reduce(Value{Op: o.Binary(program.Xor, t.Kind(), 0, v.Op, program.C(t.Kind(), ^uint64(0))), Type: t})
}

// ArithWrapping is arith without the flag for signed overflow.
func (o *Ops) ArithWrapping(op ast.Operator, a, b Value) Value {
	saved := o.Wrap
	o.Wrap = true
	defer func() { o.Wrap = saved }()
	return o.Arith(op, a, b)
}
