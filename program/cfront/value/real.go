package value

import (
	"fmt"
	"math"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/types"
)

// convertReal is Convert for types that are not complex.
func (o *reals) convertReal(v Value, t *program.Type) Value {
	v = o.truthTo(v, t)
	if v.Type == t || t.Class == program.VoidType {
		v.Type = t
		return v
	}
	o.checkConversion(v, t)
	switch {
	case t.Class == program.BoolType:
		return Value{Op: o.Builder.Cast(program.ZExt, program.I8, o.truthReal(v)), Type: t}
	case types.IsWide(t) || types.IsWide(v.Type):
		return o.convertWide(v, t)
	case types.InMemory(t) || types.InMemory(v.Type):
		if types.IsRecord(t) && types.IsRecord(v.Type) && t.Size == v.Type.Size {
			v.Type = t
			return v
		}
		diag.Fail(o.Node, "conversion from %s to %s", v.Type, t)
	case v.Type.Class == program.VoidType:
		diag.Fail(o.Node, "void value used")
	}
	v.Op = o.convertScalar(v.Op, v.Type, t)
	v.Type = t
	return o.reduce(v)
}

// truthTo widens a truth value straight to an integer type.
func (o *reals) truthTo(v Value, t *program.Type) Value {
	if v.Op.Kind != program.I1 {
		return v
	}
	if types.IsInteger(t) && t.IsScalar() {
		return Value{Op: o.Builder.Cast(program.ZExt, t.Kind(), v.Op), Type: t}
	}
	return o.Widen(v)
}

// Widen makes an int of the result of a comparison.
func (o *reals) Widen(v Value) Value {
	if v.Op.Kind == program.I1 {
		v.Op = o.Builder.Cast(program.ZExt, v.Type.Kind(), v.Op)
	}
	return v
}

// arithReal lowers a op b, no shift, with the usual arithmetic conversions, for types that
// are not complex.
func (o *reals) arithReal(op ast.Operator, a, b Value) Value {
	t := types.Usual(a.Type, b.Type)
	a, b = o.convertReal(a, t), o.convertReal(b, t)
	if types.IsWide(t) {
		return o.wideArith(op, a, b, t)
	}
	code := intOps[op]
	if types.IsFloat(t) {
		if code = floatOps[op]; code == program.Invalid {
			diag.Fail(o.Node, "operands of type %s", t)
		}
		return Value{Op: o.Binary(code, t.Kind(), 0, a.Op, b.Op), Type: t}
	}
	if t.Unsigned {
		code = unsignedOp(code)
	}
	return o.reduce(Value{Op: o.Binary(code, t.Kind(), o.overflowFlag(code, t), a.Op, b.Op), Type: t})
}

var intOps = [...]program.Op{
	ast.Add: program.Add, ast.Sub: program.Sub, ast.Mul: program.Mul, ast.Div: program.SDiv, ast.Mod: program.SRem,
	ast.And: program.And, ast.Or: program.Or, ast.Xor: program.Xor,
}

var floatOps = [...]program.Op{
	ast.Add: program.FAdd, ast.Sub: program.FSub, ast.Mul: program.FMul, ast.Div: program.FDiv, ast.Shr: 0,
}

func unsignedOp(code program.Op) program.Op {
	switch code {
	case program.SDiv:
		return program.UDiv
	case program.SRem:
		return program.URem
	}
	return code
}

// overflowFlag returns Signed where overflow of code in type t is undefined.
// Initialisers of static storage wrap, as compilers fold them.
func (o *reals) overflowFlag(code program.Op, t *program.Type) program.Flags {
	switch code {
	case program.Add, program.Sub, program.Mul, program.Shl:
		if !o.Wrap {
			return signed(t)
		}
	}
	return 0
}

// signed returns the flag Signed for a signed type.
func signed(t *program.Type) program.Flags {
	if t.Unsigned || t.Class == program.PointerType {
		return 0
	}
	return program.Signed
}

// reduce cuts the result of arithmetic in the type of a wide bit-field to its
// width.
func (o *reals) reduce(v Value) Value {
	if v.Type.Class != program.IntType || v.Type.Len == 0 {
		return v
	}
	k := v.Type.Kind()
	if v.Type.Unsigned {
		v.Op = o.Binary(program.And, k, 0, v.Op, program.C(k, 1<<v.Type.Len-1))
		return v
	}
	n := k.Bits() - int(v.Type.Len)
	v.Op = o.shiftBy(program.AShr, o.shiftBy(program.Shl, v.Op, n), n)
	return v
}

func (o *reals) shiftBy(op program.Op, x program.Operand, n int) program.Operand {
	if n == 0 {
		return x
	}
	return o.Binary(op, x.Kind, 0, x, program.C(program.I32, uint64(n)))
}

// compareReal lowers a relational operator to kind I1, for arithmetic types that are not
// complex.
func (o *reals) compareReal(op ast.Operator, a, b Value) program.Operand {
	a, b = o.Widen(a), o.Widen(b)
	t := types.Usual(a.Type, b.Type)
	a, b = o.convertReal(a, t), o.convertReal(b, t)
	switch {
	case types.IsWide(t):
		return o.wideCompare(op, a, b, t)
	case types.IsFloat(t):
		return o.compareFloats(op, t.Kind(), a.Op, b.Op)
	case !types.IsInteger(t):
		diag.Fail(o.Node, "comparison of %s", t)
	}
	return o.compareInts(op, t.Kind(), t.Unsigned, a.Op, b.Op)
}

func (o *reals) compareInts(op ast.Operator, k program.Kind, unsigned bool, a, b program.Operand) program.Operand {
	if op == ast.Gt || op == ast.Ge {
		a, b = b, a
	}
	lt, le := program.SLt, program.SLe
	if unsigned {
		lt, le = program.ULt, program.ULe
	}
	code := [...]program.Op{program.Eq, program.Ne, lt, lt, le, le}[op-ast.Eq]
	return o.Compare(code, k, a, b)
}

func (o *reals) compareFloats(op ast.Operator, k program.Kind, a, b program.Operand) program.Operand {
	if op == ast.Gt || op == ast.Ge {
		a, b = b, a
	}
	code := [...]program.Op{program.FEq, program.FNe, program.FLt, program.FLt, program.FLe, program.FLe}[op-ast.Eq]
	return o.Compare(code, k, a, b)
}

// truthReal is Truth for types that are not complex.
func (o *reals) truthReal(v Value) program.Operand {
	switch {
	case v.Op.Kind == program.I1:
		return v.Op
	case types.IsWide(v.Type):
		return o.wideTruth(v)
	case types.IsFloat(v.Type):
		return o.Compare(program.FNe, v.Type.Kind(), v.Op, program.C(v.Type.Kind(), 0))
	case v.Type.IsScalar():
		return o.Compare(program.Ne, v.Type.Kind(), v.Op, program.C(v.Type.Kind(), 0))
	}
	diag.Fail(o.Node, "%s used as a condition", v.Type)
	return program.Operand{}
}

// negateReal is Negate for types that are not complex.
func (o *reals) negateReal(v Value) Value {
	t := types.Promote(v.Type)
	v = o.convertReal(v, t)
	switch {
	case types.IsWide(t):
		return o.wideNegate(v)
	case types.IsFloat(t):
		if v.Op.Mode == program.Const {
			return Constant(t, v.Op.Bits^1<<(t.Kind().Bits()-1))
		}
		return Value{Op: o.Result(t.Kind(), program.Instr{Op: program.FNeg, Kind: t.Kind(), A: v.Op}), Type: t}
	case !types.IsInteger(t):
		diag.Fail(o.Node, "negation of %s", t)
	}
	return o.reduce(Value{Op: o.Binary(program.Sub, t.Kind(), o.overflowFlag(program.Sub, t), program.C(t.Kind(), 0), v.Op), Type: t})
}

// checkConversion makes it an error if a floating-point number is beyond the range of an
// integer type (-fsanitize=float-cast-overflow): what is left without its fraction must fit.
func (o *reals) checkConversion(v Value, t *program.Type) {
	if !o.Check || !types.IsFloat(v.Type) || !types.IsInteger(t) || t.Class == program.BoolType {
		return
	}
	digits := map[int64]int{4: 24, 8: 53, 16: 53}[v.Type.Size] // bounds are doubles
	n := int(8 * t.Size)
	low, below := -1.0, ast.Gt
	if !t.Unsigned {
		n--
		if low = -math.Ldexp(1, n) - 1; n > digits-1 {
			low, below = -math.Ldexp(1, n), ast.Ge
		}
	}
	bound := func(x float64) Value {
		return o.convertReal(Constant(types.Double, math.Float64bits(x)), v.Type)
	}
	ok := o.compareReal(ast.Lt, v, bound(math.Ldexp(1, n)))
	ok = o.Binary(program.And, program.I1, 0, ok, o.compareReal(below, v, bound(low)))
	told := v.Op
	if types.IsLongDouble(v.Type) {
		told = o.convertReal(v, types.Double).Op
	}
	o.Require(ok, program.Violation{Kind: program.FaultConversion, Text: fmt.Sprintf("{as} is outside the range of representable values of type '%s'", types.Spell(t))}, told)
}
