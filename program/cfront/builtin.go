package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/emit"
	"github.com/riftlab/rift/program/cfront/types"
	"github.com/riftlab/rift/program/cfront/value"
)

// builtinDecls declares the builtins that the parser does not know itself,
// where calls need the right type of result.
const builtinDecls = `
#undef __builtin_huge_vall
void __builtin_va_start();
void __builtin_va_end();
void *__builtin_va_arg_impl();
void *__builtin_return_address(unsigned);
void *__builtin_extract_return_addr(void *);
void *__builtin_frame_address(unsigned);
void *__builtin_alloca_with_align(unsigned long, unsigned long);
void *__builtin_memmove(void *, const void *, unsigned long);
void *__builtin_mempcpy(void *, const void *, unsigned long);
void *__builtin_assume_aligned();
char *__builtin_stpcpy(char *, const char *);
char *__builtin_strdup(const char *);
char *__builtin_strndup(const char *, unsigned long);
char *__builtin_index(const char *, int);
char *__builtin_rindex(const char *, int);
double __builtin_nans(const char *);
float __builtin_nansf(const char *);
long double __builtin_huge_vall(void);
long double __builtin_nansl(const char *);
long double __builtin_cosl(long double);
double __builtin_round(double);
double __builtin_trunc(double);
double __builtin_rint(double);
double __builtin_nearbyint(double);
double __builtin_fmin(double, double);
double __builtin_fmax(double, double);
double __builtin_fma(double, double, double);
double __builtin_exp2(double);
double __builtin_log2(double);
double __builtin_cbrt(double);
double __builtin_hypot(double, double);
float __builtin_roundf(float);
float __builtin_truncf(float);
float __builtin_fminf(float, float);
float __builtin_fmaxf(float, float);
double __builtin_scalbn(double, int);
long __builtin_lround(double);
long __builtin_lrint(double);
void __builtin_trap(void);
_Complex float __builtin_conjf(_Complex float);
_Complex double __builtin_conj(_Complex double);
_Complex long double __builtin_conjl(_Complex long double);
float __builtin_crealf(_Complex float);
double __builtin_creal(_Complex double);
long double __builtin_creall(_Complex long double);
float __builtin_cimagf(_Complex float);
double __builtin_cimag(_Complex double);
long double __builtin_cimagl(_Complex long double);
void __builtin__Exit(int);
void __builtin__exit(int);
int __builtin_popcountl(unsigned long);
int __builtin_memcmp_eq(const void *, const void *, unsigned long);
int __builtin_strcasecmp(const char *, const char *);
int __builtin_strncasecmp(const char *, const char *, unsigned long);
long __builtin_expect_with_probability(long, long, double);
unsigned long __builtin_dynamic_object_size(const void *, int);
int __builtin_setjmp(void **);
void __builtin_longjmp(void **, int);
`

// builtinFunc lowers a call of a builtin.
type builtinFunc func(f *fn, x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value

// libraryBuiltin returns the library function that a builtin without lowering
// of its own stands for.
func libraryBuiltin(name string) (string, bool) {
	plain, ok := strings.CutPrefix(name, "__builtin_")
	return plain, ok && builtinFor(name) == nil
}

// builtin lowers x if it calls a builtin with a lowering of its own.
func (f *fn) builtin(x *cc.PostfixExpression) (value.Value, bool) {
	name := ast.CalleeName(x)
	if !strings.HasPrefix(name, "__") && !f.plainBuiltin(x, name) {
		return value.Value{}, false
	}
	lower := builtinFor(name)
	if lower == nil {
		return value.Value{}, false
	}
	return lower(f, x, ast.Arguments(x)), true
}

// plainBuiltin reports whether a call of a library function by its own name
// is computed in place, as gcc does: alloca, and absolute values where the
// program declares them like the library and external.
func (f *fn) plainBuiltin(x *cc.PostfixExpression, name string) bool {
	switch name {
	case "alloca":
		return true
	case "setjmp", "_setjmp", "sigsetjmp":
		// The library's setjmp.h uses an intrinsic; sources that bring other
		// headers' declarations along call these.
		own := f.u.NamedFunc(name)
		return !(own != nil && own.Static) && x.ArgumentExpressionList != nil
	case "abs", "labs", "llabs", "imaxabs":
		if own := f.u.NamedFunc(name); own != nil && own.Static || f.u.DefinedOldStyle(name) {
			return false
		}
		ft := f.calleeType(x)
		want := types.Int.Size
		if name != "abs" {
			want = types.Long.Size
		}
		return types.IsInteger(f.u.TypeOf(x, ft.Result())) && ft.Result().Size() == want && x.ArgumentExpressionList != nil
	}
	return false
}

// builtinFor returns the lowering of a builtin, or nil.
func builtinFor(name string) builtinFunc {
	switch name {
	case "__builtin_va_start":
		return (*fn).vaStart
	case "__builtin_va_end", "__builtin_prefetch", "__builtin___clear_cache", "__builtin_assume":
		return (*fn).ignored
	case "__builtin_expect", "__builtin_expect_with_probability":
		return (*fn).expect
	case "__builtin_constant_p":
		return (*fn).parserConstant
	case "__ccgo__types_compatible_p": // what the parser makes of __builtin_types_compatible_p
		return (*fn).typesCompatible
	case "__builtin_choose_expr":
		return (*fn).chooseExpr
	case "__builtin_classify_type":
		return (*fn).classifyType
	case "__builtin_unreachable":
		return (*fn).unreachable
	case "__builtin_trap":
		return (*fn).trap
	case "alloca", "__builtin_alloca", "__builtin_alloca_with_align":
		return (*fn).alloca
	case "__builtin_return_address", "__builtin_frame_address":
		return (*fn).nullAddress
	case "__builtin_extract_return_addr", "__builtin_assume_aligned":
		return (*fn).firstArgument
	case "__builtin_object_size", "__builtin_dynamic_object_size":
		return (*fn).objectSize
	case "__builtin_setjmp", "setjmp", "_setjmp":
		return (*fn).setjmp
	case "__sigsetjmp", "sigsetjmp":
		return (*fn).sigsetjmp
	case "__builtin_longjmp":
		return (*fn).longjmp
	case "__builtin_complex":
		return (*fn).buildComplex
	case "__builtin_conjf":
		return complexBuiltin(types.Float, (*fn).Conjugate)
	case "__builtin_conj":
		return complexBuiltin(types.Double, (*fn).Conjugate)
	case "__builtin_conjl":
		return complexBuiltin(types.LongDouble, (*fn).Conjugate)
	case "__builtin_crealf", "__builtin_creal", "__builtin_creall":
		return complexBuiltin(realOf(name), func(f *fn, v value.Value) value.Value { re, _ := f.Parts(v); return re })
	case "__builtin_cimagf", "__builtin_cimag", "__builtin_cimagl":
		return complexBuiltin(realOf(name), func(f *fn, v value.Value) value.Value { _, im := f.Parts(v); return im })
	case "__builtin_shuffle", "__builtin_apply", "__builtin_apply_args", "__builtin_return", "__builtin_va_arg_pack", "__builtin_va_arg_pack_len", "__builtin_convertvector":
		return (*fn).unsupportedBuiltin
	}
	if strings.HasPrefix(name, "__builtin___") && strings.HasSuffix(name, "_chk") {
		return (*fn).fortified
	}
	if b := bitBuiltin(name); b != nil {
		return b
	}
	if b := floatBuiltin(name); b != nil {
		return b
	}
	return atomicBuiltin(name)
}

// hasBuiltin reports whether calls of a builtin are translated: it has a
// lowering of its own.
func hasBuiltin(name string) bool { return builtinFor(name) != nil }

func (f *fn) unsupportedBuiltin(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	diag.Unsupported(x, "%s", ast.CalleeName(x))
	return value.Value{}
}

// need reports a call with too few arguments.
func need(x cc.Node, args []cc.ExpressionNode, n int) {
	if len(args) < n {
		diag.Fail(x, "too few arguments in call")
	}
}

func (f *fn) vaStart(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	need(x, args, 1)
	if !f.Out.Variadic {
		diag.Fail(x, "va_start in a function with fixed arguments")
	}
	p := f.lvalue(args[0])
	v := f.Result(program.Ptr, program.Instr{Op: program.VaStart, Kind: program.Ptr})
	f.Store(p, value.Value{Op: v, Type: types.VoidPointer})
	return value.Value{Type: types.Void}
}

// vaArg returns the address of the next variable argument, of type t, and
// steps over it.
func (f *fn) vaArg(list cc.ExpressionNode, t *program.Type) program.Operand {
	p := f.lvalue(list)
	at := f.Keep(f.Load(p)).Op
	if t.Align > 8 {
		at = f.Address(at, 15)
		at = emit.Retag(f.Binary(program.And, program.I64, 0, emit.Retag(at, program.I64), program.C(program.I64, ^uint64(15))), program.Ptr)
	}
	f.Store(p, value.Value{Op: f.Address(at, (t.Size+7)&^7), Type: types.VoidPointer})
	return at
}

func (f *fn) ignored(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	for _, a := range args {
		if !a.Pure() {
			f.discard(a)
		}
	}
	return value.Value{Type: types.Void}
}

func (f *fn) expect(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	need(x, args, 2)
	v := f.Convert(f.scalar(args[0]), types.Long)
	for _, a := range args[1:] {
		f.discard(a)
	}
	return v
}

// parserConstant is the value that the parser found for the call.
func (f *fn) parserConstant(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	v, _ := ast.IntConstant(x)
	return value.Constant(types.Int, v)
}

// typesCompatible refines the parser's answer, which knows no qualifiers of
// what pointers point to and takes all enumerations for the same.
func (f *fn) typesCompatible(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
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

func (f *fn) chooseExpr(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	need(x, args, 3)
	v, ok := ast.IntConstant(args[0])
	if !ok {
		diag.Fail(x, "condition of __builtin_choose_expr is not constant")
	}
	if v != 0 {
		return f.rvalue(args[1])
	}
	return f.rvalue(args[2])
}

// classifyType returns gcc's class of the argument's type (typeclass.h).
func (f *fn) classifyType(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	need(x, args, 1)
	class := map[program.TypeClass]uint64{
		program.VoidType: 0, program.BoolType: 1, program.IntType: 1, program.EnumType: 1, program.PointerType: 5,
		program.FloatType: 8, program.ComplexType: 9, program.StructType: 12, program.UnionType: 13,
		program.ArrayType: 5, program.FuncType: 5,
	}
	return value.Constant(types.Int, class[f.u.TypeOf(x, args[0].Type()).Class])
}

func (f *fn) unreachable(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	f.Effect(program.Instr{Op: program.Unreachable})
	return value.Value{Type: types.Void}
}

func (f *fn) trap(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	f.Effect(program.Instr{Op: program.Intrinsic, Intrin: program.IntrinTrap, Kind: program.Void})
	f.Implicit(func() { f.Effect(program.Instr{Op: program.Unreachable}) })
	return value.Value{Type: types.Void}
}

func (f *fn) alloca(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	need(x, args, 1)
	n := f.Convert(f.scalar(args[0]), types.ULong)
	return value.Value{Op: f.Result(program.Ptr, program.Instr{Op: program.EnterVLA, Kind: program.Ptr, A: n.Op, Local: -1}), Type: types.VoidPointer}
}

func (f *fn) nullAddress(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	return value.Constant(types.VoidPointer, 0)
}

func (f *fn) firstArgument(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	need(x, args, 1)
	return f.Convert(f.scalar(args[0]), types.VoidPointer)
}

// objectSize gives the answer of a compiler that does not know the object.
func (f *fn) objectSize(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	need(x, args, 2)
	if kind, _ := ast.IntConstant(args[1]); kind&2 != 0 {
		return value.Constant(types.ULong, 0)
	}
	return value.Constant(types.ULong, ^uint64(0))
}

func (f *fn) setjmp(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	need(x, args, 1)
	buf := f.scalar(args[0])
	return value.Value{Op: f.Result(program.I32, program.Instr{Op: program.Intrinsic, Intrin: program.IntrinSetjmp, Kind: program.I32, Args: []program.Arg{{Operand: buf.Op}}}), Type: types.Int}
}

// sigsetjmp evaluates its second argument; there is no signal mask to save.
func (f *fn) sigsetjmp(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	need(x, args, 2)
	f.scalar(args[1])
	return f.setjmp(x, args[:1])
}

func (f *fn) longjmp(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	need(x, args, 2)
	buf := f.scalar(args[0])
	v := f.Convert(f.scalar(args[1]), types.Int)
	f.Effect(program.Instr{Op: program.Intrinsic, Intrin: program.IntrinLongjmp, Kind: program.Void, Args: []program.Arg{{Operand: buf.Op}, {Operand: v.Op}}})
	f.Implicit(func() { f.Effect(program.Instr{Op: program.Unreachable}) })
	return value.Value{Type: types.Void}
}

// fortified lowers __builtin___memcpy_chk and its kin to the plain function:
// the machine checks bounds itself. dropped lists the arguments that only the
// checking form has.
func (f *fn) fortified(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
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
		v := f.scalar(args[i])
		vals[i] = f.Convert(v, types.DefaultPromote(v.Type))
	}
	var kept []value.Value
	for i, v := range vals {
		if !contains(drop, i) {
			kept = append(kept, v)
		}
	}
	result := f.u.TypeOf(x, x.Type())
	if result == types.Int && !strings.Contains(name, "printf") {
		result = types.VoidPointer
	}
	return f.callLibrary(name, result, kept...)
}

func contains(list []int, x int) bool {
	for _, y := range list {
		if x == y {
			return true
		}
	}
	return false
}

func (f *fn) buildComplex(x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
	need(x, args, 2)
	re, im := f.scalar(args[0]), f.scalar(args[1])
	t := types.Usual(re.Type, im.Type)
	return f.MakeComplex(f.Convert(re, t), f.Convert(im, t))
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
func complexBuiltin(part *program.Type, op func(*fn, value.Value) value.Value) builtinFunc {
	return func(f *fn, x *cc.PostfixExpression, args []cc.ExpressionNode) value.Value {
		need(x, args, 1)
		return op(f, f.Convert(f.scalar(args[0]), types.ComplexOf(part)))
	}
}
