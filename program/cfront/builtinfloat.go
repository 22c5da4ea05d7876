package cfront

import (
	"math"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/types"
	"github.com/riftlab/rift/program/cfront/value"
	"github.com/riftlab/rift/program/extarith"
)

// floatBuiltin returns the lowering of builtins on floating numbers.
func floatBuiltin(name string) builtinFunc {
	plain, ok := strings.CutPrefix(name, "__builtin_")
	if !ok {
		return nil
	}
	switch plain {
	case "isnan", "isnanf", "isnanl":
		return floatTest((*fn).isNaN)
	case "isinf", "isinff", "isinfl":
		return floatTest((*fn).isInf)
	case "isfinite", "finite", "finitef", "finitel":
		return floatTest((*fn).isFinite)
	case "isnormal":
		return floatTest((*fn).isNormal)
	case "signbit", "signbitf", "signbitl":
		return floatTest((*fn).signBit)
	case "isinf_sign":
		return (*fn).infSign
	case "isgreater":
		return floatCompare(ast.Gt)
	case "isgreaterequal":
		return floatCompare(ast.Ge)
	case "isless":
		return floatCompare(ast.Lt)
	case "islessequal":
		return floatCompare(ast.Le)
	case "islessgreater":
		return (*fn).lessGreater
	case "isunordered":
		return (*fn).unordered
	case "fpclassify":
		return (*fn).classify
	}
	return floatConstantBuiltin(plain)
}

func floatConstantBuiltin(plain string) builtinFunc {
	t := types.Double
	switch {
	case strings.HasSuffix(plain, "f") && plain != "inf":
		t, plain = types.Float, plain[:len(plain)-1]
	case strings.HasSuffix(plain, "l") && plain != "huge_val":
		t, plain = types.LongDouble, plain[:len(plain)-1]
	}
	switch plain {
	case "inf", "huge_val":
		return func(f *fn, x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
			return f.FloatConstant(t, extarith.FromFloat64(math.Inf(1)))
		}
	case "nan", "nans":
		return func(f *fn, x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
			return f.nan(t, args, plain == "nan")
		}
	case "fabs":
		return func(f *fn, x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
			need(x, args, 1)
			return f.WithSign(f.Convert(f.scalar(args[0]), t), value.Value{})
		}
	case "copysign":
		return func(f *fn, x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
			need(x, args, 2)
			return f.WithSign(f.Convert(f.scalar(args[0]), t), f.Convert(f.scalar(args[1]), t))
		}
	}
	return nil
}

// nan returns the NaN with the payload written in a string.
func (f *fn) nan(t *program.Type, args []cc.ExpressionNode, quiet bool) value.Value {
	payload := uint64(0)
	if len(args) > 0 {
		if s, ok := args[0].Value().(cc.StringValue); ok {
			payload, _ = strconv.ParseUint(strings.TrimRight(string(s), "\x00"), 0, 64)
		}
	}
	switch t.Size {
	case 4:
		if quiet {
			return value.Constant(t, 0x7fc00000|payload&0x3fffff)
		}
		return value.Constant(t, 0x7fa00000)
	case 8:
		if quiet {
			return value.Constant(t, 0x7ff8<<48|payload&(1<<51-1))
		}
		return value.Constant(t, 0x7ff4<<48)
	}
	return f.LongDoubleConstant(extarith.Extended{Sig: 3<<62 | payload&(1<<62-1), SE: 0x7fff})
}

// floatTest lowers a predicate on one floating number of any type.
func floatTest(test func(*fn, value.Value) program.Operand) builtinFunc {
	return func(f *fn, x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
		need(x, args, 1)
		v := f.scalar(args[0])
		if !types.IsFloat(v.Type) {
			v = f.Convert(v, types.Double)
		}
		return value.Value{Op: test(f, f.KeepAny(v)), Type: types.Int}
	}
}

func (f *fn) isNaN(v value.Value) program.Operand {
	if types.IsLongDouble(v.Type) {
		return f.WideTest(program.LDUnord, v, v)
	}
	return f.Compare(program.FUnordered, v.Type.Kind(), v.Op, v.Op)
}

func (f *fn) isInf(v value.Value) program.Operand {
	if types.IsLongDouble(v.Type) {
		inf := f.LongDoubleConstant(extarith.FromFloat64(math.Inf(1)))
		return f.WideTest(program.LDEq, f.WithSign(v, value.Value{}), inf)
	}
	w := f.ExponentWord(v)
	m, k := f.Magnitude(w)
	return f.Compare(program.Eq, k, m, program.C(k, w.Inf))
}

func (f *fn) isFinite(v value.Value) program.Operand {
	w := f.ExponentWord(v)
	m, k := f.Magnitude(w)
	return f.Compare(program.ULt, k, m, program.C(k, w.Inf))
}

// isNormal: min <= |x| < inf, as one unsigned comparison.
func (f *fn) isNormal(v value.Value) program.Operand {
	w := f.ExponentWord(v)
	m, k := f.Magnitude(w)
	return f.Compare(program.ULt, k, f.ApplyConst(program.Sub, m, w.Min), program.C(k, w.Inf-w.Min))
}

func (f *fn) signBit(v value.Value) program.Operand {
	w := f.ExponentWord(v)
	return f.Compare(program.SLt, w.Bits.Kind, w.Bits, program.C(w.Bits.Kind, 0))
}

func (f *fn) infSign(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	need(x, args, 1)
	v := f.scalar(args[0])
	if !types.IsFloat(v.Type) {
		v = f.Convert(v, types.Double)
	}
	v = f.KeepAny(v)
	inf := f.Widen(value.Value{Op: f.isInf(v), Type: types.Int})
	neg := f.Widen(value.Value{Op: f.signBit(v), Type: types.Int})
	// 1 - 2*sign, if infinite at all.
	sign := f.Apply(program.Sub, program.C(program.I32, 1), f.ApplyConst(program.Shl, neg.Op, 1))
	return value.Value{Op: f.Apply(program.Mul, inf.Op, sign), Type: types.Int}
}

// floatOperands evaluates two arguments and converts them to a common type.
func (f *fn) floatOperands(x cc.Node, args []cc.ExpressionNode) (a, b value.Value) {
	need(x, args, 2)
	a, b = f.scalar(args[0]), f.scalar(args[1])
	t := types.Usual(a.Type, b.Type)
	if !types.IsFloat(t) {
		t = types.Double
	}
	return f.KeepAny(f.Convert(a, t)), f.KeepAny(f.Convert(b, t))
}

func floatCompare(op ast.Operator) builtinFunc {
	return func(f *fn, x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
		a, b := f.floatOperands(x, args)
		return value.Value{Op: f.Comparison(op, a, b), Type: types.Int}
	}
}

func (f *fn) lessGreater(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	a, b := f.floatOperands(x, args)
	return value.Value{Op: f.Apply(program.Or, f.Comparison(ast.Lt, a, b), f.Comparison(ast.Gt, a, b)), Type: types.Int}
}

func (f *fn) unordered(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	a, b := f.floatOperands(x, args)
	if types.IsLongDouble(a.Type) {
		return value.Value{Op: f.WideTest(program.LDUnord, a, b), Type: types.Int}
	}
	return value.Value{Op: f.Compare(program.FUnordered, a.Type.Kind(), a.Op, b.Op), Type: types.Int}
}

// classify lowers __builtin_fpclassify(nan, inf, normal, subnormal, zero, x).
func (f *fn) classify(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	need(x, args, 6)
	v := f.scalar(args[5])
	if !types.IsFloat(v.Type) {
		v = f.Convert(v, types.Double)
	}
	v = f.KeepAny(v)
	r := f.Reg(program.I32)
	end := f.Block("classify.end")
	tests := []func(value.Value) program.Operand{f.isNaN, f.isInf, f.isNormal, f.Truth}
	for i, test := range tests {
		yes, no := f.Block("classify.yes"), f.Block("classify.no")
		f.Branch(test(v), yes, no)
		f.Begin(yes)
		f.Move(r, f.Convert(f.scalar(args[i]), types.Int).Op)
		f.Jump(end)
		f.Begin(no)
	}
	f.Move(r, f.Convert(f.scalar(args[4]), types.Int).Op)
	f.Follow(end)
	return value.Value{Op: program.R(program.I32, r), Type: types.Int}
}
