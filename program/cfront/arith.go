package cfront

import (
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/types"
)

// arith lowers a op b with C's conversions.
func (f *fn) arith(op ast.Operator, a, b value) value {
	if types.IsPointer(a.t) || types.IsPointer(b.t) {
		return f.pointerArith(op, a, b)
	}
	if op == ast.Shl || op == ast.Shr {
		return f.shift(op, a, b)
	}
	t := types.Usual(a.t, b.t)
	if types.IsComplex(t) {
		return f.complexArith(op, a, b, t)
	}
	a, b = f.convertTo(a, t), f.convertTo(b, t)
	if types.IsWide(t) {
		return f.wideArith(op, a, b, t)
	}
	o := intOps[op]
	if types.IsFloat(t) {
		if o = floatOps[op]; o == program.Invalid {
			diag.Fail(f.node, "operands of type %s", t)
		}
		return value{op: f.binary(o, t.Kind(), 0, a.op, b.op), t: t}
	}
	if t.Unsigned {
		o = unsignedOp(o)
	}
	return f.reduce(value{op: f.binary(o, t.Kind(), f.overflowFlag(o, t), a.op, b.op), t: t})
}

var intOps = [...]program.Op{
	ast.Add: program.Add, ast.Sub: program.Sub, ast.Mul: program.Mul, ast.Div: program.SDiv, ast.Mod: program.SRem,
	ast.And: program.And, ast.Or: program.Or, ast.Xor: program.Xor,
}

var floatOps = [...]program.Op{
	ast.Add: program.FAdd, ast.Sub: program.FSub, ast.Mul: program.FMul, ast.Div: program.FDiv, ast.Shr: 0,
}

func unsignedOp(o program.Op) program.Op {
	switch o {
	case program.SDiv:
		return program.UDiv
	case program.SRem:
		return program.URem
	}
	return o
}

// overflowFlag returns Signed where overflow of o in type t is undefined.
// Initialisers of static storage wrap, as compilers fold them.
func (f *fn) overflowFlag(o program.Op, t *program.Type) program.Flags {
	switch o {
	case program.Add, program.Sub, program.Mul, program.Shl:
		if !f.static {
			return signed(t)
		}
	}
	return 0
}

// shift lowers a << b and a >> b: the type is that of the promoted left side.
func (f *fn) shift(op ast.Operator, a, b value) value {
	t := types.Promote(a.t)
	if !types.IsInteger(t) || !types.IsInteger(b.t) {
		diag.Fail(f.node, "shift of %s by %s", a.t, b.t)
	}
	a = f.convertTo(a, t)
	if types.IsInt128(b.t) {
		b = f.convertTo(b, types.Int)
	} else {
		b = f.convertTo(b, types.Promote(b.t))
	}
	if types.IsInt128(t) {
		return f.wideShift(op, a, b, t)
	}
	o := program.Shl
	if op == ast.Shr {
		if o = program.AShr; t.Unsigned {
			o = program.LShr
		}
	}
	if b.op.Mode == program.Const && a.op.Mode == program.Const {
		if v, ok := foldBinary(o, t.Kind(), 0, a.op.Bits, b.op.Bits); ok {
			return f.reduce(constant(t, v))
		}
	}
	return f.reduce(value{op: f.value(t.Kind(), program.Instr{Op: o, Kind: t.Kind(), Flags: f.overflowFlag(o, t), A: a.op, B: b.op}), t: t})
}

// pointerArith lowers p + i, i + p, p - i and p - q.
func (f *fn) pointerArith(op ast.Operator, a, b value) value {
	switch {
	case op == ast.Sub && types.IsPointer(a.t) && types.IsPointer(b.t):
		return f.pointerDiff(a, b)
	case op == ast.Add && types.IsPointer(b.t) && types.IsInteger(a.t):
		a, b = b, a
	case (op == ast.Add || op == ast.Sub) && types.IsInteger(b.t):
	default:
		diag.Fail(f.node, "operands of types %s and %s", a.t, b.t)
	}
	i := f.indexValue(b)
	scale := types.Step(a.t)
	if size, dynamic := f.dynamicSize(a.t.Elem); dynamic {
		i.op, scale = f.binary(program.Mul, program.I64, 0, i.op, size), 1
	}
	if op == ast.Sub {
		scale = -scale
	}
	return value{op: f.builder.index(a.op, i.op, scale, 0), t: a.t}
}

func (f *fn) pointerDiff(a, b value) value {
	if size, dynamic := f.dynamicSize(a.t.Elem); dynamic {
		d := f.value(program.I64, program.Instr{Op: program.PtrDiff, Kind: program.I64, A: a.op, B: b.op, Size: 1})
		return value{op: f.binary(program.SDiv, program.I64, 0, d, size), t: types.Long}
	}
	n := max(types.Step(a.t), 1)
	if v, ok := constantDiff(a.op, b.op); ok {
		return constant(types.Long, uint64(v/n))
	}
	return value{op: f.value(program.I64, program.Instr{Op: program.PtrDiff, Kind: program.I64, A: a.op, B: b.op, Size: n}), t: types.Long}
}

// constantDiff returns a - b where both point into the same global.
func constantDiff(a, b program.Operand) (int64, bool) {
	if a.Mode != b.Mode || a.Index != b.Index || a.Mode != program.GlobalAddr && a.Mode != program.Const {
		return 0, false
	}
	return int64(a.Bits - b.Bits), true
}

// comparison lowers a relational operator to a truth value of kind I1.
func (f *fn) comparison(op ast.Operator, a, b value) program.Operand {
	if types.IsPointer(a.t) || types.IsPointer(b.t) {
		a, b = f.asPointer(f.widen(a)), f.asPointer(f.widen(b))
		return f.compareInts(op, program.Ptr, true, a.op, b.op)
	}
	a, b = f.widen(a), f.widen(b)
	t := types.Usual(a.t, b.t)
	if types.IsComplex(t) {
		return f.complexCompare(op, a, b, t)
	}
	a, b = f.convertTo(a, t), f.convertTo(b, t)
	switch {
	case types.IsWide(t):
		return f.wideCompare(op, a, b, t)
	case types.IsFloat(t):
		return f.compareFloats(op, t.Kind(), a.op, b.op)
	case !types.IsInteger(t):
		diag.Fail(f.node, "comparison of %s", t)
	}
	return f.compareInts(op, t.Kind(), t.Unsigned, a.op, b.op)
}

// asPointer converts an integer operand of a pointer comparison.
func (f *fn) asPointer(v value) value {
	if types.IsPointer(v.t) {
		return v
	}
	return f.convertTo(v, types.VoidPointer)
}

func (f *fn) compareInts(op ast.Operator, k program.Kind, unsigned bool, a, b program.Operand) program.Operand {
	if op == ast.Gt || op == ast.Ge {
		a, b = b, a
	}
	lt, le := program.SLt, program.SLe
	if unsigned {
		lt, le = program.ULt, program.ULe
	}
	o := [...]program.Op{program.Eq, program.Ne, lt, lt, le, le}[op-ast.Eq]
	return f.compare(o, k, a, b)
}

func (f *fn) compareFloats(op ast.Operator, k program.Kind, a, b program.Operand) program.Operand {
	if op == ast.Gt || op == ast.Ge {
		a, b = b, a
	}
	o := [...]program.Op{program.FEq, program.FNe, program.FLt, program.FLt, program.FLe, program.FLe}[op-ast.Eq]
	return f.compare(o, k, a, b)
}

// truth lowers "v != 0" to kind I1.
func (f *fn) truth(v value) program.Operand {
	switch {
	case v.op.Kind == program.I1:
		return v.op
	case types.IsComplex(v.t):
		return f.complexCompare(ast.Ne, v, f.convertTo(constant(types.Int, 0), v.t), v.t)
	case types.IsWide(v.t):
		return f.wideTruth(v)
	case types.IsFloat(v.t):
		return f.compare(program.FNe, v.t.Kind(), v.op, program.C(v.t.Kind(), 0))
	case v.t.IsScalar():
		return f.compare(program.Ne, v.t.Kind(), v.op, program.C(v.t.Kind(), 0))
	}
	diag.Fail(f.node, "%s used as a condition", v.t)
	return program.Operand{}
}

// not lowers !v to kind I1.
func (f *fn) not(v value) program.Operand {
	if v.op.Kind != program.I1 && v.t.IsScalar() {
		zero := program.C(v.t.Kind(), 0)
		if types.IsFloat(v.t) {
			return f.compare(program.FEq, v.t.Kind(), v.op, zero)
		}
		return f.compare(program.Eq, v.t.Kind(), v.op, zero)
	}
	return f.binary(program.Xor, program.I1, 0, f.truth(v), program.C(program.I1, 1))
}

func (f *fn) negate(v value) value {
	t := types.Promote(v.t)
	v = f.convertTo(v, t)
	switch {
	case types.IsComplex(t):
		return f.complexMap(v, f.negate)
	case types.IsWide(t):
		return f.wideNegate(v)
	case types.IsFloat(t):
		if v.op.Mode == program.Const {
			return constant(t, v.op.Bits^1<<(t.Kind().Bits()-1))
		}
		return value{op: f.value(t.Kind(), program.Instr{Op: program.FNeg, Kind: t.Kind(), A: v.op}), t: t}
	case !types.IsInteger(t):
		diag.Fail(f.node, "negation of %s", t)
	}
	return f.reduce(value{op: f.binary(program.Sub, t.Kind(), f.overflowFlag(program.Sub, t), program.C(t.Kind(), 0), v.op), t: t})
}

func (f *fn) complement(v value) value {
	t := types.Promote(v.t)
	v = f.convertTo(v, t)
	switch {
	case types.IsComplex(t):
		return f.conjugate(v)
	case types.IsInt128(t):
		return f.wideArith(ast.Xor, v, f.convertTo(constant(types.Int, ^uint64(0)), t), t)
	case !types.IsInteger(t):
		diag.Fail(f.node, "complement of %s", t)
	}
	return f.reduce(value{op: f.binary(program.Xor, t.Kind(), 0, v.op, program.C(t.Kind(), ^uint64(0))), t: t})
}
