package builtin

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/types"
	"github.com/riftlab/rift/program/cfront/value"
)

// bitBuiltin returns the lowering of builtins on the bits of integers and of
// arithmetic with overflow check.
func bitBuiltin(name string) Lowering {
	plain, ok := strings.CutPrefix(name, "__builtin_")
	switch plain {
	case "abs":
		return bitCount(types.Int, types.Int, (*Call).abs)
	case "labs", "llabs", "imaxabs":
		return bitCount(types.Long, types.Long, (*Call).abs)
	}
	if !ok {
		return nil
	}
	switch plain {
	case "bswap16":
		return bitCount(types.UShort, types.UShort, (*Call).swapBytes)
	case "bswap32":
		return bitCount(types.UInt, types.UInt, (*Call).swapBytes)
	case "bswap64":
		return bitCount(types.ULong, types.ULong, (*Call).swapBytes)
	}
	if base, ok := strings.CutSuffix(plain, "_overflow"); ok {
		return overflowBuiltin(base)
	}
	if base, ok := strings.CutSuffix(plain, "_overflow_p"); ok {
		return overflowPredicate(base)
	}
	t := types.UInt
	base := plain
	for _, suffix := range []string{"ll", "l"} {
		if b, ok := strings.CutSuffix(plain, suffix); ok && b != "" {
			base, t = b, types.ULong
			break
		}
	}
	switch base {
	case "ffs":
		return bitCount(t, types.Int, (*Call).findFirst)
	case "clz":
		return bitCount(t, types.Int, notZero(plain, (*Call).leadingZeros))
	case "ctz":
		return bitCount(t, types.Int, notZero(plain, (*Call).trailingZeros))
	case "clrsb":
		return bitCount(t, types.Int, (*Call).redundantSigns)
	case "popcount":
		return bitCount(t, types.Int, (*Call).popCount)
	case "parity":
		return bitCount(t, types.Int, (*Call).parity)
	}
	return nil
}

// bitCount lowers a builtin with one argument of type t by op, whose result
// is of the same kind.
func bitCount(t, result *program.Type, op func(*Call, program.Operand) program.Operand) Lowering {
	return func(f *Call, x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
		need(x, args, 1)
		v := f.Keep(f.Convert(f.Scalar(args[0]), t))
		return f.Convert(value.Value{Op: op(f, v.Op), Type: t}, result)
	}
}

// notZero makes 0 an error as the argument of a builtin: processors differ in what they make
// of it. The message is that of -fsanitize=builtin.
func notZero(name string, op func(*Call, program.Operand) program.Operand) func(*Call, program.Operand) program.Operand {
	return func(c *Call, x program.Operand) program.Operand {
		c.Require(c.Compare(program.Ne, x.Kind, x, program.C(x.Kind, 0)),
			program.Violation{Kind: program.FaultBuiltin, Text: "passing zero to __builtin_" + name + "(), which is not a valid argument"})
		return op(c, x)
	}
}

// abs is x with the sign spread over it taken off; the most negative number
// overflows.
func (c *Call) abs(x program.Operand) program.Operand {
	sign := c.ApplyConst(program.AShr, x, uint64(x.Kind.Bits()-1))
	return c.Binary(program.Sub, x.Kind, program.Signed, c.Apply(program.Xor, x, sign), sign)
}

// popCount counts bits by adding neighbours (Hacker's Delight, 5-1).
func (c *Call) popCount(x program.Operand) program.Operand {
	x = c.Apply(program.Sub, x, c.ApplyConst(program.And, c.ApplyConst(program.LShr, x, 1), 0x5555555555555555))
	low := c.ApplyConst(program.And, x, 0x3333333333333333)
	x = c.Apply(program.Add, low, c.ApplyConst(program.And, c.ApplyConst(program.LShr, x, 2), 0x3333333333333333))
	x = c.ApplyConst(program.And, c.Apply(program.Add, x, c.ApplyConst(program.LShr, x, 4)), 0x0f0f0f0f0f0f0f0f)
	x = c.ApplyConst(program.Mul, x, 0x0101010101010101)
	return c.ApplyConst(program.LShr, x, uint64(x.Kind.Bits()-8))
}

func (c *Call) parity(x program.Operand) program.Operand {
	return c.ApplyConst(program.And, c.popCount(x), 1)
}

// trailingZeros counts the bits below the lowest one.
func (c *Call) trailingZeros(x program.Operand) program.Operand {
	lowest := c.Apply(program.And, x, c.Apply(program.Sub, program.C(x.Kind, 0), x))
	return c.popCount(c.ApplyConst(program.Sub, lowest, 1))
}

// leadingZeros fills the bits below the highest one and counts the rest.
func (c *Call) leadingZeros(x program.Operand) program.Operand {
	for n := 1; n < x.Kind.Bits(); n *= 2 {
		x = c.Apply(program.Or, x, c.ApplyConst(program.LShr, x, uint64(n)))
	}
	return c.popCount(c.ApplyConst(program.Xor, x, ^uint64(0)))
}

// findFirst is 1 + trailingZeros, or 0 for 0.
func (c *Call) findFirst(x program.Operand) program.Operand {
	some := c.Compare(program.Ne, x.Kind, x, program.C(x.Kind, 0))
	mask := c.Apply(program.Sub, program.C(x.Kind, 0), c.Builder.Cast(program.ZExt, x.Kind, some))
	return c.Apply(program.And, c.ApplyConst(program.Add, c.trailingZeros(x), 1), mask)
}

// redundantSigns counts the bits below the sign that equal it.
func (c *Call) redundantSigns(x program.Operand) program.Operand {
	sign := c.ApplyConst(program.AShr, x, uint64(x.Kind.Bits()-1))
	return c.ApplyConst(program.Sub, c.leadingZeros(c.Apply(program.Xor, x, sign)), 1)
}

func (c *Call) swapBytes(x program.Operand) program.Operand {
	masks := map[uint64]uint64{8: 0x00ff00ff00ff00ff, 16: 0x0000ffff0000ffff}
	bits := uint64(x.Kind.Bits())
	for n := uint64(8); n < bits; n *= 2 {
		if 2*n == bits {
			x = c.Apply(program.Or, c.ApplyConst(program.LShr, x, n), c.ApplyConst(program.Shl, x, n))
			break
		}
		up := c.ApplyConst(program.Shl, c.ApplyConst(program.And, x, masks[n]), n)
		x = c.Apply(program.Or, up, c.ApplyConst(program.And, c.ApplyConst(program.LShr, x, n), masks[n]))
	}
	return x
}

// checkedOps are the operations that can be checked for overflow.
var checkedOps = map[string]ast.Operator{"add": ast.Add, "sub": ast.Sub, "mul": ast.Mul}

// overflowPredicate returns the lowering of __builtin_add_overflow_p and the
// like, whose last argument only tells the type.
func overflowPredicate(base string) Lowering {
	op, ok := checkedOps[base]
	if !ok {
		return nil
	}
	return func(f *Call, x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
		need(x, args, 3)
		a, b := f.Scalar(args[0]), f.Scalar(args[1])
		f.Discard(args[2])
		_, lost := f.cutTo(op, a, b, f.Unit.TypeOf(args[2], args[2].Type()))
		return lost
	}
}

// overflowBuiltin returns the lowering of __builtin_add_overflow and of the
// forms with types in their names, such as umull.
func overflowBuiltin(base string) Lowering {
	if op, ok := checkedOps[base]; ok {
		return func(f *Call, x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
			need(x, args, 3)
			return f.overflow(op, f.Scalar(args[0]), f.Scalar(args[1]), args[2])
		}
	}
	if base == "" {
		return nil
	}
	pairs := map[string][2]*program.Type{"": {types.Int, types.UInt}, "l": {types.Long, types.ULong}, "ll": {types.Long, types.ULong}}
	for name, op := range checkedOps {
		suffix, ok := strings.CutPrefix(base[1:], name)
		if pair, known := pairs[suffix]; ok && known && (base[0] == 's' || base[0] == 'u') {
			t := pair[0]
			if base[0] == 'u' {
				t = pair[1]
			}
			return func(f *Call, x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
				need(x, args, 3)
				return f.overflow(op, f.Convert(f.Scalar(args[0]), t), f.Convert(f.Scalar(args[1]), t), args[2])
			}
		}
	}
	return nil
}

// overflow computes a op b without limit, stores the result cut to the type
// that to points to, and says whether something was lost.
func (c *Call) overflow(op ast.Operator, a, b value.Value, to cc.ExpressionNode) value.Value {
	p := c.Pointee(to, c.Scalar(to))
	cut, lost := c.cutTo(op, a, b, p.Type)
	c.Store(p, cut)
	return lost
}

// cutTo computes a op b without limit and cuts it to type t; lost says whether
// that changed it.
func (c *Call) cutTo(op ast.Operator, a, b value.Value, t *program.Type) (cut, lost value.Value) {
	if !types.IsInteger(a.Type) || !types.IsInteger(b.Type) || !types.IsInteger(t) || t.Size > 8 || a.Type.Size > 8 || b.Type.Size > 8 {
		diag.Unsupported(c.Node, "overflow check on these types")
	}
	// All sums, differences and products of narrow operands fit a long, all
	// others __int128; only products of two unsigned longs need its unsigned
	// form.
	wide := types.Int128
	switch {
	case a.Type.Size <= 4 && b.Type.Size <= 4 && (op != ast.Mul || !a.Type.Unsigned && !b.Type.Unsigned):
		wide = types.Long
	case op == ast.Mul && a.Type.Unsigned && b.Type.Unsigned:
		wide = types.UInt128
	}
	exact := c.KeepAny(c.ArithWrapping(op, c.Convert(a, wide), c.Convert(b, wide)))
	cut = c.Keep(c.Convert(exact, t))
	return cut, value.Value{Op: c.Comparison(ast.Ne, exact, c.Convert(cut, wide)), Type: types.Int}
}
