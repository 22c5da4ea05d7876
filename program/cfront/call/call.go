// Package call lowers calls of functions and builtins: what is called, the arguments as the
// callee expects them, and the result.
package call

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/builtin"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/frame"
	"github.com/riftlab/rift/program/cfront/types"
	"github.com/riftlab/rift/program/cfront/value"
)

// lowering lowers calls of a function.
type lowering struct {
	*frame.Frame
	operands builtin.Evaluator
}

// Value lowers a call for its value; operands lowers what is called, and the arguments.
func Value(f *frame.Frame, operands builtin.Evaluator, x *cc.PostfixExpression) value.Value {
	return lowering{f, operands}.call(x)
}

// Into lowers a call of a function that returns an aggregate, written
// straight to p.
func Into(f *frame.Frame, operands builtin.Evaluator, x *cc.PostfixExpression, p value.Place) {
	lowering{f, operands}.callInto(x, p)
}

func (f lowering) call(x *cc.PostfixExpression) value.Value {
	if v, ok := f.builtin(x); ok {
		return v
	}
	ft := calleeType(x)
	if t := f.Unit.TypeOf(x, ft.Result()); types.InMemory(t) {
		p := value.Place{Reg: program.NoReg, Addr: f.Temp(t), Type: t}
		f.callInto(x, p)
		return value.Value{Op: p.Addr, Type: t}
	}
	return f.invoke(x, ft, program.Operand{})
}

func (f lowering) callInto(x *cc.PostfixExpression, p value.Place) {
	if v, ok := f.builtin(x); ok {
		f.Store(p, v)
		return
	}
	ft := calleeType(x)
	t := f.Unit.TypeOf(x, ft.Result())
	if !types.InMemory(t) {
		diag.Fail(x, "%s where %s is needed", t, p.Type)
	}
	saved := f.Node
	f.Node = x
	f.invoke(x, ft, f.Address(p.Addr, p.Off))
	f.Node = saved
}

func calleeType(x *cc.PostfixExpression) *cc.FunctionType {
	t := x.PostfixExpression.Type()
	if p, ok := t.(*cc.PointerType); ok {
		t = p.Elem()
	}
	ft, ok := t.(*cc.FunctionType)
	if !ok {
		diag.Fail(x, "called object is no function")
	}
	return ft
}

// invoke emits the call; sret, if present, is where the result goes.
func (f lowering) invoke(x *cc.PostfixExpression, ft *cc.FunctionType, sret program.Operand) value.Value {
	result := f.Unit.TypeOf(x, ft.Result())
	name := ast.CalleeName(x)
	intrin, isIntrin := program.LookupIntrin(name)
	in := program.Instr{Op: program.Call, Kind: result.Kind(), Dst: program.NoReg}
	if isIntrin {
		in.Op, in.Intrin = program.Intrinsic, intrin
	} else {
		callee := f.operands.RValue(x.PostfixExpression)
		in.A = f.Keep(callee).Op
		if f.Check && (name == "" || !ast.IsPrototype(ft)) {
			in.C = program.C(program.I32, uint64(len(f.Out.Called)))
			f.Out.Called = append(f.Out.Called, f.calledAs(x, ft))
		}
	}
	if sret.Present() {
		in.Args = append(in.Args, program.Arg{Operand: sret})
	}
	in.Args = append(in.Args, f.passArguments(x, ft)...)
	if f.Check {
		f.checkFormat(x, name)
		f.checkNonnull(name, in.Args)
	}
	v := value.Value{Type: result}
	if in.Kind != program.Void {
		in.Dst = f.Reg(in.Kind)
		v.Op = program.R(in.Kind, in.Dst)
	}
	f.Emit(in)
	if f.noReturn(name) {
		f.Implicit(func() { f.Effect(program.Instr{Op: program.Unreachable}) })
	}
	return v
}

// calledAs returns the type of function that a call is checked for; without a prototype it is
// made of the arguments, and has Len -1.
func (f lowering) calledAs(x *cc.PostfixExpression, ft *cc.FunctionType) *program.Type {
	t := *f.Unit.TypeOf(x, ft)
	if ast.IsPrototype(ft) {
		t.Name = types.Spell(types.PointerTo(&t))
		return &t
	}
	t.Len, t.Params = -1, nil
	for _, e := range ast.Arguments(x) {
		t.Params = append(t.Params, f.argumentType(e))
	}
	t.Name = types.Spell(&t)
	return &t
}

// noReturn reports whether the called function never returns. The code that
// would follow is then not reached, which the flow of control should show.
func (f lowering) noReturn(name string) bool {
	switch name {
	case "__rift_exit", "__rift_signal", "__rift_trap", "__rift_error":
		return true
	}
	callee := f.Unit.NamedFunc(name)
	return callee != nil && callee.NoReturn
}

// passArguments evaluates the arguments, the last first as gcc does on
// x86-64, and converts them.
func (f lowering) passArguments(x *cc.PostfixExpression, ft *cc.FunctionType) []program.Arg {
	list := ast.Arguments(x)
	params := ft.Parameters()
	if len(params) == 1 && params[0].Type().Kind() == cc.Void {
		params = nil
	}
	if ast.IsPrototype(ft) && len(list) < len(params) && !f.Unit.DefinedOldStyle(ast.CalleeName(x)) {
		diag.Fail(x, "too few arguments in call")
	}
	args := make([]program.Arg, 0, len(list))
	for i := len(list) - 1; i >= 0; i-- {
		v := f.operands.RValue(list[i])
		t := types.DefaultPromote(v.Type)
		if i < len(params) && !f.Unit.DefinedOldStyle(ast.CalleeName(x)) {
			t = f.Unit.TypeOf(x, params[i].Type().Decay())
		}
		if t.Size > 0 { // an empty structure takes no room
			args = append(args, f.argument(list[i], v, t))
		}
	}
	slices.Reverse(args)
	return args
}

// argument converts an argument to type t.
func (f lowering) argument(e cc.Node, v value.Value, t *program.Type) program.Arg {
	saved := f.Node
	f.Node = e
	defer func() { f.Node = saved }()
	if t.Class == program.UnionType && !types.IsRecord(v.Type) {
		v = f.transparent(v, t)
	}
	v = f.Convert(v, t)
	if types.InMemory(t) {
		return program.Arg{Operand: f.Address(v.Op, v.Off), Size: t.Size, Align: t.Align}
	}
	return program.Arg{Operand: v.Op}
}

// transparent passes a member's value where a union is expected
// (transparent_union).
func (f lowering) transparent(v value.Value, t *program.Type) value.Value {
	v = f.Widen(v)
	to := f.Temp(t)
	f.Effect(program.Instr{Op: program.ZeroMem, A: to, Size: t.Size})
	f.Store(value.Place{Reg: program.NoReg, Addr: to, Type: v.Type}, v)
	return value.Value{Op: to, Type: t}
}

// builtin lowers x if it calls a builtin with a lowering of its own.
func (f lowering) builtin(x *cc.PostfixExpression) (value.Value, bool) {
	name := ast.CalleeName(x)
	if !strings.HasPrefix(name, "__") && !f.plainBuiltin(x, name) {
		return value.Value{}, false
	}
	lower := builtin.Lookup(name)
	if lower == nil {
		return value.Value{}, false
	}
	return lower(&builtin.Call{Ops: f.Ops, Evaluator: f.operands, Unit: f.Unit}, x, ast.Arguments(x)), true
}

// plainBuiltin reports whether a call of a library function by its own name
// is computed in place, as gcc does: alloca, and absolute values where the
// program declares them like the library and external.
func (f lowering) plainBuiltin(x *cc.PostfixExpression, name string) bool {
	switch name {
	case "alloca":
		return true
	case "setjmp", "_setjmp", "sigsetjmp":
		// The library's setjmp.h uses an intrinsic; sources that bring other
		// headers' declarations along call these.
		own := f.Unit.NamedFunc(name)
		return !(own != nil && own.Static) && x.ArgumentExpressionList != nil
	case "abs", "labs", "llabs", "imaxabs":
		if own := f.Unit.NamedFunc(name); own != nil && own.Static || f.Unit.DefinedOldStyle(name) {
			return false
		}
		ft := calleeType(x)
		want := types.Int.Size
		if name != "abs" {
			want = types.Long.Size
		}
		return types.IsInteger(f.Unit.TypeOf(x, ft.Result())) && ft.Result().Size() == want && x.ArgumentExpressionList != nil
	}
	return false
}
