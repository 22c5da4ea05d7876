// Package builtin lowers calls of GNU C's builtins. Declarations has those that the parser does
// not know, Lookup the lowering of each; a builtin without one stands for the library function
// of the same name. A new builtin takes a line in both.
//
// Arguments are evaluated by whoever lowers expressions, an Evaluator.
package builtin

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/types"
	"github.com/riftlab/rift/program/cfront/unit"
	"github.com/riftlab/rift/program/cfront/value"
)

// Evaluator evaluates the arguments of a call.
type Evaluator interface {
	// RValue, scalar, lvalue and discard lower an expression for its value, for a value
	// that is a number or a pointer, for its place, and for its effects.
	RValue(e cc.ExpressionNode) value.Value
	Scalar(e cc.ExpressionNode) value.Value
	LValue(e cc.ExpressionNode) value.Place
	Discard(e cc.ExpressionNode)
	// CallLibrary emits a call of the library function of a name.
	CallLibrary(name string, result *program.Type, args ...value.Value) value.Value
}

// Call is a call of a builtin being lowered.
type Call struct {
	*value.Ops
	Evaluator
	Unit *unit.Unit
}

// Lowering lowers a call of a builtin.
type Lowering func(f *Call, x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value

// LibraryName returns the library function that a builtin without lowering
// of its own stands for.
func LibraryName(name string) (string, bool) {
	plain, ok := strings.CutPrefix(name, "__builtin_")
	return plain, ok && Lookup(name) == nil
}

// Lookup returns the lowering of a builtin, or nil.
func Lookup(name string) Lowering {
	switch name {
	case "__builtin_va_start":
		return (*Call).vaStart
	case "__builtin_va_end", "__builtin_prefetch", "__builtin___clear_cache", "__builtin_assume":
		return (*Call).ignored
	case "__builtin_expect", "__builtin_expect_with_probability":
		return (*Call).expect
	case "__builtin_constant_p":
		return (*Call).parserConstant
	case "__ccgo__types_compatible_p": // what the parser makes of __builtin_types_compatible_p
		return (*Call).typesCompatible
	case "__builtin_choose_expr":
		return (*Call).chooseExpr
	case "__builtin_classify_type":
		return (*Call).classifyType
	case "__builtin_unreachable":
		return (*Call).unreachable
	case "__builtin_trap":
		return (*Call).trap
	case "alloca", "__builtin_alloca", "__builtin_alloca_with_align":
		return (*Call).alloca
	case "__builtin_return_address", "__builtin_frame_address":
		return (*Call).nullAddress
	case "__builtin_extract_return_addr", "__builtin_assume_aligned":
		return (*Call).firstArgument
	case "__builtin_object_size", "__builtin_dynamic_object_size":
		return (*Call).objectSize
	case "__builtin_setjmp", "setjmp", "_setjmp":
		return (*Call).setjmp
	case "__sigsetjmp", "sigsetjmp":
		return (*Call).sigsetjmp
	case "__builtin_longjmp":
		return (*Call).longjmp
	case "__builtin_complex":
		return (*Call).buildComplex
	case "__builtin_conjf":
		return complexBuiltin(types.Float, (*Call).Conjugate)
	case "__builtin_conj":
		return complexBuiltin(types.Double, (*Call).Conjugate)
	case "__builtin_conjl":
		return complexBuiltin(types.LongDouble, (*Call).Conjugate)
	case "__builtin_crealf", "__builtin_creal", "__builtin_creall":
		return complexBuiltin(realOf(name), func(f *Call, v value.Value) value.Value { re, _ := f.Parts(v); return re })
	case "__builtin_cimagf", "__builtin_cimag", "__builtin_cimagl":
		return complexBuiltin(realOf(name), func(f *Call, v value.Value) value.Value { _, im := f.Parts(v); return im })
	case "__builtin_shuffle", "__builtin_apply", "__builtin_apply_args", "__builtin_return", "__builtin_va_arg_pack", "__builtin_va_arg_pack_len", "__builtin_convertvector":
		return (*Call).unsupportedBuiltin
	}
	if strings.HasPrefix(name, "__builtin___") && strings.HasSuffix(name, "_chk") {
		return (*Call).fortified
	}
	if b := bitBuiltin(name); b != nil {
		return b
	}
	if b := floatBuiltin(name); b != nil {
		return b
	}
	return atomicBuiltin(name)
}

// Known reports whether calls of a builtin are translated: it has a
// lowering of its own.
func Known(name string) bool { return Lookup(name) != nil }

func (c *Call) unsupportedBuiltin(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	diag.Unsupported(x, "%s", ast.CalleeName(x))
	return value.Value{}
}

// need reports a call with too few arguments.
func need(x cc.Node, args []cc.ExpressionNode, n int) {
	if len(args) < n {
		diag.Fail(x, "too few arguments in call")
	}
}

func (c *Call) vaStart(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	need(x, args, 1)
	if !c.Out.Variadic {
		diag.Fail(x, "va_start in a function with fixed arguments")
	}
	p := c.LValue(args[0])
	v := c.Result(program.Ptr, program.Instr{Op: program.VaStart, Kind: program.Ptr})
	c.Store(p, value.Value{Op: v, Type: types.VoidPointer})
	return value.Value{Type: types.Void}
}

func (c *Call) ignored(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	for _, a := range args {
		if !a.Pure() {
			c.Discard(a)
		}
	}
	return value.Value{Type: types.Void}
}

func (c *Call) expect(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	need(x, args, 2)
	v := c.Convert(c.Scalar(args[0]), types.Long)
	for _, a := range args[1:] {
		c.Discard(a)
	}
	return v
}

// parserConstant is the value that the parser found for the call.
func (c *Call) parserConstant(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	v, _ := ast.IntConstant(x)
	return value.Constant(types.Int, v)
}

// typesCompatible refines the parser's answer, which knows no qualifiers of
// what pointers point to and takes all enumerations for the same.
func (c *Call) typesCompatible(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	need(x, args, 2)
	v, _ := ast.IntConstant(x)
	a, b := args[0].Type(), args[1].Type()
	if a.Kind() == cc.Enum || b.Kind() == cc.Enum {
		diag.Unsupported(x, "__builtin_types_compatible_p of an enumeration")
	}
	// The parser takes enumeration constants for unsigned.
	if v == 0 && (a.Kind() == cc.Int && b.Kind() == cc.UInt || a.Kind() == cc.UInt && b.Kind() == cc.Int) && (ast.Says(args[0], "typeof") || ast.Says(args[1], "typeof")) {
		diag.Unsupported(x, "__builtin_types_compatible_p of a typeof")
	}
	if v != 0 && a.Kind() == cc.Ptr && ast.SaysQualifier(args[0]) != ast.SaysQualifier(args[1]) {
		v = 0
	}
	return value.Constant(types.Int, v)
}

func (c *Call) chooseExpr(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	need(x, args, 3)
	v, ok := ast.IntConstant(args[0])
	if !ok {
		diag.Fail(x, "condition of __builtin_choose_expr is not constant")
	}
	if v != 0 {
		return c.RValue(args[1])
	}
	return c.RValue(args[2])
}

// classifyType returns gcc's class of the argument's type (typeclass.h).
func (c *Call) classifyType(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	need(x, args, 1)
	class := map[program.TypeClass]uint64{
		program.VoidType: 0, program.BoolType: 1, program.IntType: 1, program.EnumType: 1, program.PointerType: 5,
		program.FloatType: 8, program.ComplexType: 9, program.StructType: 12, program.UnionType: 13,
		program.ArrayType: 5, program.FuncType: 5,
	}
	return value.Constant(types.Int, class[c.Unit.TypeOf(x, args[0].Type()).Class])
}

func (c *Call) unreachable(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	c.Effect(program.Instr{Op: program.Unreachable})
	return value.Value{Type: types.Void}
}

func (c *Call) trap(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	c.Effect(program.Instr{Op: program.Intrinsic, Intrin: program.IntrinTrap, Kind: program.Void})
	c.Implicit(func() { c.Effect(program.Instr{Op: program.Unreachable}) })
	return value.Value{Type: types.Void}
}

func (c *Call) alloca(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	need(x, args, 1)
	n := c.Convert(c.Scalar(args[0]), types.ULong)
	return value.Value{Op: c.Result(program.Ptr, program.Instr{Op: program.EnterVLA, Kind: program.Ptr, A: n.Op, Local: -1}), Type: types.VoidPointer}
}

func (c *Call) nullAddress(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	return value.Constant(types.VoidPointer, 0)
}

func (c *Call) firstArgument(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	need(x, args, 1)
	return c.Convert(c.Scalar(args[0]), types.VoidPointer)
}

// objectSize gives the answer of a compiler that does not know the object.
func (c *Call) objectSize(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	need(x, args, 2)
	if kind, _ := ast.IntConstant(args[1]); kind&2 != 0 {
		return value.Constant(types.ULong, 0)
	}
	return value.Constant(types.ULong, ^uint64(0))
}

func (c *Call) setjmp(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	need(x, args, 1)
	buf := c.Scalar(args[0])
	return value.Value{Op: c.Result(program.I32, program.Instr{Op: program.Intrinsic, Intrin: program.IntrinSetjmp, Kind: program.I32, Args: []program.Arg{{Operand: buf.Op}}}), Type: types.Int}
}

// sigsetjmp evaluates its second argument; there is no signal mask to save.
func (c *Call) sigsetjmp(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	need(x, args, 2)
	c.Scalar(args[1])
	return c.setjmp(x, args[:1])
}

func (c *Call) longjmp(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	need(x, args, 2)
	buf := c.Scalar(args[0])
	v := c.Convert(c.Scalar(args[1]), types.Int)
	c.Effect(program.Instr{Op: program.Intrinsic, Intrin: program.IntrinLongjmp, Kind: program.Void, Args: []program.Arg{{Operand: buf.Op}, {Operand: v.Op}}})
	c.Implicit(func() { c.Effect(program.Instr{Op: program.Unreachable}) })
	return value.Value{Type: types.Void}
}

// fortified lowers __builtin___memcpy_chk and its kin to the plain function:
// the machine checks bounds itself. dropped lists the arguments that only the
// checking form has.
func (c *Call) fortified(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	name := strings.TrimSuffix(strings.TrimPrefix(ast.CalleeName(x), "__builtin___"), "_chk")
	dropped := map[string][]int{
		"sprintf": {1, 2}, "vsprintf": {1, 2}, "snprintf": {2, 3}, "vsnprintf": {2, 3},
		"printf": {0}, "vprintf": {0}, "fprintf": {1}, "vfprintf": {1},
	}
	drop, ok := dropped[name]
	if !ok {
		drop = []int{len(args) - 1}
	}
	vals := make([]value.Value, len(args))
	for i := len(args) - 1; i >= 0; i-- {
		v := c.Scalar(args[i])
		vals[i] = c.Convert(v, types.DefaultPromote(v.Type))
	}
	var kept []value.Value
	for i, v := range vals {
		if !contains(drop, i) {
			kept = append(kept, v)
		}
	}
	result := c.Unit.TypeOf(x, x.Type())
	if result == types.Int && !strings.Contains(name, "printf") {
		result = types.VoidPointer
	}
	return c.CallLibrary(name, result, kept...)
}

func contains(list []int, x int) bool {
	for _, y := range list {
		if x == y {
			return true
		}
	}
	return false
}

func (c *Call) buildComplex(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	need(x, args, 2)
	re, im := c.Scalar(args[0]), c.Scalar(args[1])
	t := types.Usual(re.Type, im.Type)
	return c.MakeComplex(c.Convert(re, t), c.Convert(im, t))
}

// realOf returns the type that the suffix of a function of complex.h says.
func realOf(name string) *program.Type {
	switch {
	case strings.HasSuffix(name, "f"):
		return types.Float
	case strings.HasSuffix(name, "ll") || strings.HasSuffix(name, "gl"):
		return types.LongDouble
	}
	return types.Double
}

// complexBuiltin lowers a builtin with one complex argument.
func complexBuiltin(part *program.Type, op func(*Call, value.Value) value.Value) Lowering {
	return func(f *Call, x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
		need(x, args, 1)
		return op(f, f.Convert(f.Scalar(args[0]), types.ComplexOf(part)))
	}
}
