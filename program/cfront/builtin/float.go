package builtin

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
func floatBuiltin(name string) Lowering {
	plain, ok := strings.CutPrefix(name, "__builtin_")
	if !ok {
		return nil
	}
	switch plain {
	case "isnan", "isnanf", "isnanl":
		return floatTest((*Call).isNaN)
	case "isinf", "isinff", "isinfl":
		return floatTest((*Call).isInf)
	case "isfinite", "finite", "finitef", "finitel":
		return floatTest((*Call).isFinite)
	case "isnormal":
		return floatTest((*Call).isNormal)
	case "signbit", "signbitf", "signbitl":
		return floatTest((*Call).signBit)
	case "isinf_sign":
		return (*Call).infSign
	case "isgreater":
		return floatCompare(ast.Gt)
	case "isgreaterequal":
		return floatCompare(ast.Ge)
	case "isless":
		return floatCompare(ast.Lt)
	case "islessequal":
		return floatCompare(ast.Le)
	case "islessgreater":
		return (*Call).lessGreater
	case "isunordered":
		return (*Call).unordered
	case "fpclassify":
		return (*Call).classify
	}
	return floatConstantBuiltin(plain)
}

func floatConstantBuiltin(plain string) Lowering {
	t := types.Double
	switch {
	case strings.HasSuffix(plain, "f") && plain != "inf":
		t, plain = types.Float, plain[:len(plain)-1]
	case strings.HasSuffix(plain, "l") && plain != "huge_val":
		t, plain = types.LongDouble, plain[:len(plain)-1]
	}
	switch plain {
	case "inf", "huge_val":
		return func(f *Call, x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
			return f.FloatConstant(t, extarith.FromFloat64(math.Inf(1)))
		}
	case "nan", "nans":
		return func(f *Call, x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
			return f.nan(t, args, plain == "nan")
		}
	case "fabs":
		return func(f *Call, x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
			need(x, args, 1)
			return f.WithSign(f.Convert(f.Scalar(args[0]), t), value.Value{})
		}
	case "copysign":
		return func(f *Call, x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
			need(x, args, 2)
			return f.WithSign(f.Convert(f.Scalar(args[0]), t), f.Convert(f.Scalar(args[1]), t))
		}
	}
	return nil
}

// nan returns the NaN with the payload written in a string.
func (c *Call) nan(t *program.Type, args []cc.ExpressionNode, quiet bool) value.Value {
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
	return c.LongDoubleConstant(extarith.Extended{Sig: 3<<62 | payload&(1<<62-1), SE: 0x7fff})
}

// floatTest lowers a predicate on one floating number of any type.
func floatTest(test func(*Call, value.Value) program.Operand) Lowering {
	return func(f *Call, x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
		need(x, args, 1)
		v := f.Scalar(args[0])
		if !types.IsFloat(v.Type) {
			v = f.Convert(v, types.Double)
		}
		return value.Value{Op: test(f, f.KeepAny(v)), Type: types.Int}
	}
}

func (c *Call) isNaN(v value.Value) program.Operand {
	if types.IsLongDouble(v.Type) {
		return c.WideTest(program.LDUnord, v, v)
	}
	return c.Compare(program.FUnordered, v.Type.Kind(), v.Op, v.Op)
}

func (c *Call) isInf(v value.Value) program.Operand {
	if types.IsLongDouble(v.Type) {
		inf := c.LongDoubleConstant(extarith.FromFloat64(math.Inf(1)))
		return c.WideTest(program.LDEq, c.WithSign(v, value.Value{}), inf)
	}
	w := c.ExponentWord(v)
	m, k := c.Magnitude(w)
	return c.Compare(program.Eq, k, m, program.C(k, w.Inf))
}

func (c *Call) isFinite(v value.Value) program.Operand {
	w := c.ExponentWord(v)
	m, k := c.Magnitude(w)
	return c.Compare(program.ULt, k, m, program.C(k, w.Inf))
}

// isNormal: min <= |x| < inf, as one unsigned comparison.
func (c *Call) isNormal(v value.Value) program.Operand {
	w := c.ExponentWord(v)
	m, k := c.Magnitude(w)
	return c.Compare(program.ULt, k, c.ApplyConst(program.Sub, m, w.Min), program.C(k, w.Inf-w.Min))
}

func (c *Call) signBit(v value.Value) program.Operand {
	w := c.ExponentWord(v)
	return c.Compare(program.SLt, w.Bits.Kind, w.Bits, program.C(w.Bits.Kind, 0))
}

func (c *Call) infSign(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	need(x, args, 1)
	v := c.Scalar(args[0])
	if !types.IsFloat(v.Type) {
		v = c.Convert(v, types.Double)
	}
	v = c.KeepAny(v)
	inf := c.Widen(value.Value{Op: c.isInf(v), Type: types.Int})
	neg := c.Widen(value.Value{Op: c.signBit(v), Type: types.Int})
	// 1 - 2*sign, if infinite at all.
	sign := c.Apply(program.Sub, program.C(program.I32, 1), c.ApplyConst(program.Shl, neg.Op, 1))
	return value.Value{Op: c.Apply(program.Mul, inf.Op, sign), Type: types.Int}
}

// floatOperands evaluates two arguments and converts them to a common type.
func (c *Call) floatOperands(x cc.Node, args []cc.ExpressionNode) (a, b value.Value) {
	need(x, args, 2)
	a, b = c.Scalar(args[0]), c.Scalar(args[1])
	t := types.Usual(a.Type, b.Type)
	if !types.IsFloat(t) {
		t = types.Double
	}
	return c.KeepAny(c.Convert(a, t)), c.KeepAny(c.Convert(b, t))
}

func floatCompare(op ast.Operator) Lowering {
	return func(f *Call, x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
		a, b := f.floatOperands(x, args)
		return value.Value{Op: f.Comparison(op, a, b), Type: types.Int}
	}
}

func (c *Call) lessGreater(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	a, b := c.floatOperands(x, args)
	return value.Value{Op: c.Apply(program.Or, c.Comparison(ast.Lt, a, b), c.Comparison(ast.Gt, a, b)), Type: types.Int}
}

func (c *Call) unordered(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	a, b := c.floatOperands(x, args)
	if types.IsLongDouble(a.Type) {
		return value.Value{Op: c.WideTest(program.LDUnord, a, b), Type: types.Int}
	}
	return value.Value{Op: c.Compare(program.FUnordered, a.Type.Kind(), a.Op, b.Op), Type: types.Int}
}

// classify lowers __builtin_fpclassify(nan, inf, normal, subnormal, zero, x).
func (c *Call) classify(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	need(x, args, 6)
	v := c.Scalar(args[5])
	if !types.IsFloat(v.Type) {
		v = c.Convert(v, types.Double)
	}
	v = c.KeepAny(v)
	r := c.Reg(program.I32)
	end := c.Block("classify.end")
	tests := []func(value.Value) program.Operand{c.isNaN, c.isInf, c.isNormal, c.Truth}
	for i, test := range tests {
		yes, no := c.Block("classify.yes"), c.Block("classify.no")
		c.Branch(test(v), yes, no)
		c.Begin(yes)
		c.Move(r, c.Convert(c.Scalar(args[i]), types.Int).Op)
		c.Jump(end)
		c.Begin(no)
	}
	c.Move(r, c.Convert(c.Scalar(args[4]), types.Int).Op)
	c.Follow(end)
	return value.Value{Op: program.R(program.I32, r), Type: types.Int}
}
