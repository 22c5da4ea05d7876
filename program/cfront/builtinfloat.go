package cfront

import (
	"math"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/types"
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
		return func(f *fn, x *cc.PostfixExpression, args []cc.ExpressionNode) value {
			return f.floatConstant(t, extarith.FromFloat64(math.Inf(1)))
		}
	case "nan", "nans":
		return func(f *fn, x *cc.PostfixExpression, args []cc.ExpressionNode) value {
			return f.nan(t, args, plain == "nan")
		}
	case "fabs":
		return func(f *fn, x *cc.PostfixExpression, args []cc.ExpressionNode) value {
			need(x, args, 1)
			return f.withSign(f.convertTo(f.scalar(args[0]), t), value{})
		}
	case "copysign":
		return func(f *fn, x *cc.PostfixExpression, args []cc.ExpressionNode) value {
			need(x, args, 2)
			return f.withSign(f.convertTo(f.scalar(args[0]), t), f.convertTo(f.scalar(args[1]), t))
		}
	}
	return nil
}

// nan returns the NaN with the payload written in a string.
func (f *fn) nan(t *program.Type, args []cc.ExpressionNode, quiet bool) value {
	payload := uint64(0)
	if len(args) > 0 {
		if s, ok := args[0].Value().(cc.StringValue); ok {
			payload, _ = strconv.ParseUint(strings.TrimRight(string(s), "\x00"), 0, 64)
		}
	}
	switch t.Size {
	case 4:
		if quiet {
			return constant(t, 0x7fc00000|payload&0x3fffff)
		}
		return constant(t, 0x7fa00000)
	case 8:
		if quiet {
			return constant(t, 0x7ff8<<48|payload&(1<<51-1))
		}
		return constant(t, 0x7ff4<<48)
	}
	return f.ldConstant(extarith.Extended{Sig: 3<<62 | payload&(1<<62-1), SE: 0x7fff})
}

// floatTest lowers a predicate on one floating number of any type.
func floatTest(test func(*fn, value) program.Operand) builtinFunc {
	return func(f *fn, x *cc.PostfixExpression, args []cc.ExpressionNode) value {
		need(x, args, 1)
		v := f.scalar(args[0])
		if !types.IsFloat(v.t) {
			v = f.convertTo(v, types.Double)
		}
		return value{op: test(f, f.keepMem(v)), t: types.Int}
	}
}

// The layout of a floating type: the word that holds sign and exponent.
type floatWord struct {
	bits program.Operand
	inf  uint64 // exponent field all ones
	min  uint64 // exponent field 1
}

// exponentWord returns sign and exponent of a number: its bits, or for a long
// double the 16 bits at offset 8.
func (f *fn) exponentWord(v value) floatWord {
	switch v.t.Size {
	case 4:
		return floatWord{f.bitsOf(v, program.I32), 0x7f800000, 0x00800000}
	case 8:
		return floatWord{f.bitsOf(v, program.I64), 0x7ff << 52, 1 << 52}
	}
	return floatWord{f.value(program.I16, program.Instr{Op: program.Load, Kind: program.I16, A: v.op, Off: v.off + 8}), 0x7fff, 1}
}

func (f *fn) bitsOf(v value, k program.Kind) program.Operand {
	return f.builder.convert(program.Bitcast, k, v.op)
}

// magnitude returns the word without its sign, and the kind of the word.
func (f *fn) magnitude(w floatWord) (program.Operand, program.Kind) {
	k := w.bits.Kind
	return f.opConst(program.And, w.bits, k.Mask()>>1), k
}

func (f *fn) isNaN(v value) program.Operand {
	if types.IsLongDouble(v.t) {
		return f.wideTest(program.LDUnord, v, v)
	}
	return f.compare(program.FUnordered, v.t.Kind(), v.op, v.op)
}

func (f *fn) isInf(v value) program.Operand {
	if types.IsLongDouble(v.t) {
		inf := f.ldConstant(extarith.FromFloat64(math.Inf(1)))
		return f.wideTest(program.LDEq, f.withSign(v, value{}), inf)
	}
	w := f.exponentWord(v)
	m, k := f.magnitude(w)
	return f.compare(program.Eq, k, m, program.C(k, w.inf))
}

func (f *fn) isFinite(v value) program.Operand {
	w := f.exponentWord(v)
	m, k := f.magnitude(w)
	return f.compare(program.ULt, k, m, program.C(k, w.inf))
}

// isNormal: min <= |x| < inf, as one unsigned comparison.
func (f *fn) isNormal(v value) program.Operand {
	w := f.exponentWord(v)
	m, k := f.magnitude(w)
	return f.compare(program.ULt, k, f.opConst(program.Sub, m, w.min), program.C(k, w.inf-w.min))
}

func (f *fn) signBit(v value) program.Operand {
	w := f.exponentWord(v)
	return f.compare(program.SLt, w.bits.Kind, w.bits, program.C(w.bits.Kind, 0))
}

func (f *fn) infSign(x *cc.PostfixExpression, args []cc.ExpressionNode) value {
	need(x, args, 1)
	v := f.scalar(args[0])
	if !types.IsFloat(v.t) {
		v = f.convertTo(v, types.Double)
	}
	v = f.keepMem(v)
	inf := f.widen(value{op: f.isInf(v), t: types.Int})
	neg := f.widen(value{op: f.signBit(v), t: types.Int})
	// 1 - 2*sign, if infinite at all.
	sign := f.op2(program.Sub, program.C(program.I32, 1), f.opConst(program.Shl, neg.op, 1))
	return value{op: f.op2(program.Mul, inf.op, sign), t: types.Int}
}

// withSign returns the number with the sign of s, or positive if s is absent.
func (f *fn) withSign(v, s value) value {
	if types.IsLongDouble(v.t) {
		return f.withSignLD(v, s)
	}
	k := program.IntKind(v.t.Size)
	bits := f.opConst(program.And, f.bitsOf(v, k), k.Mask()>>1)
	if s.t != nil {
		sign := f.opConst(program.And, f.bitsOf(s, k), k.Mask()>>1+1)
		bits = f.op2(program.Or, bits, sign)
	}
	return value{op: f.builder.convert(program.Bitcast, v.t.Kind(), bits), t: v.t}
}

func (f *fn) withSignLD(v, s value) value {
	to := f.temp(v.t)
	f.copy(to, v)
	word := f.opConst(program.And, f.exponentWord(v).bits, 0x7fff)
	if s.t != nil {
		word = f.op2(program.Or, word, f.opConst(program.And, f.exponentWord(s).bits, 0x8000))
	}
	f.effect(program.Instr{Op: program.Store, Kind: program.I16, A: to, Off: 8, B: word})
	return value{op: to, t: v.t}
}

// floatOperands evaluates two arguments and converts them to a common type.
func (f *fn) floatOperands(x cc.Node, args []cc.ExpressionNode) (a, b value) {
	need(x, args, 2)
	a, b = f.scalar(args[0]), f.scalar(args[1])
	t := types.Usual(a.t, b.t)
	if !types.IsFloat(t) {
		t = types.Double
	}
	return f.keepMem(f.convertTo(a, t)), f.keepMem(f.convertTo(b, t))
}

func floatCompare(op ast.Operator) builtinFunc {
	return func(f *fn, x *cc.PostfixExpression, args []cc.ExpressionNode) value {
		a, b := f.floatOperands(x, args)
		return value{op: f.comparison(op, a, b), t: types.Int}
	}
}

func (f *fn) lessGreater(x *cc.PostfixExpression, args []cc.ExpressionNode) value {
	a, b := f.floatOperands(x, args)
	return value{op: f.op2(program.Or, f.comparison(ast.Lt, a, b), f.comparison(ast.Gt, a, b)), t: types.Int}
}

func (f *fn) unordered(x *cc.PostfixExpression, args []cc.ExpressionNode) value {
	a, b := f.floatOperands(x, args)
	if types.IsLongDouble(a.t) {
		return value{op: f.wideTest(program.LDUnord, a, b), t: types.Int}
	}
	return value{op: f.compare(program.FUnordered, a.t.Kind(), a.op, b.op), t: types.Int}
}

// classify lowers __builtin_fpclassify(nan, inf, normal, subnormal, zero, x).
func (f *fn) classify(x *cc.PostfixExpression, args []cc.ExpressionNode) value {
	need(x, args, 6)
	v := f.scalar(args[5])
	if !types.IsFloat(v.t) {
		v = f.convertTo(v, types.Double)
	}
	v = f.keepMem(v)
	r := f.reg(program.I32)
	end := f.block("classify.end")
	tests := []func(value) program.Operand{f.isNaN, f.isInf, f.isNormal, f.truth}
	for i, test := range tests {
		yes, no := f.block("classify.yes"), f.block("classify.no")
		f.branch(test(v), yes, no)
		f.begin(yes)
		f.move(r, f.convertTo(f.scalar(args[i]), types.Int).op)
		f.jump(end)
		f.begin(no)
	}
	f.move(r, f.convertTo(f.scalar(args[4]), types.Int).op)
	f.follow(end)
	return value{op: program.R(program.I32, r), t: types.Int}
}
