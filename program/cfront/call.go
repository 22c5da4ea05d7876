package cfront

import (
	"slices"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/types"
)

// call lowers a function call.
func (f *fn) call(x *cc.PostfixExpression) value {
	if v, ok := f.builtin(x); ok {
		return v
	}
	ft := f.calleeType(x)
	if t := f.u.TypeOf(x, ft.Result()); types.InMemory(t) {
		p := place{reg: program.NoReg, addr: f.temp(t), t: t}
		f.callInto(x, p)
		return value{op: p.addr, t: t}
	}
	return f.invoke(x, ft, program.Operand{})
}

// callInto lowers a call of a function that returns an aggregate, written
// straight to p.
func (f *fn) callInto(x *cc.PostfixExpression, p place) {
	if v, ok := f.builtin(x); ok {
		f.store(p, v)
		return
	}
	ft := f.calleeType(x)
	t := f.u.TypeOf(x, ft.Result())
	if !types.InMemory(t) {
		diag.Fail(x, "%s where %s is needed", t, p.t)
	}
	saved := f.node
	f.node = x
	f.invoke(x, ft, f.address(p.addr, p.off))
	f.node = saved
}

func (f *fn) calleeType(x *cc.PostfixExpression) *cc.FunctionType {
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
func (f *fn) invoke(x *cc.PostfixExpression, ft *cc.FunctionType, sret program.Operand) value {
	result := f.u.TypeOf(x, ft.Result())
	name := ast.CalleeName(x)
	intrin, isIntrin := program.LookupIntrin(name)
	in := program.Instr{Op: program.Call, Kind: result.Kind(), Dst: program.NoReg}
	if isIntrin {
		in.Op, in.Intrin = program.Intrinsic, intrin
	} else {
		callee := f.rvalue(x.PostfixExpression)
		in.A = f.keep(callee).op
	}
	if sret.Present() {
		in.Args = append(in.Args, program.Arg{Operand: sret})
	}
	in.Args = append(in.Args, f.passArguments(x, ft)...)
	v := value{t: result}
	if in.Kind != program.Void {
		in.Dst = f.reg(in.Kind)
		v.op = program.R(in.Kind, in.Dst)
	}
	f.emit(in)
	if f.noReturn(x, name) {
		f.implicit(func() { f.effect(program.Instr{Op: program.Unreachable}) })
	}
	return v
}

// noReturn reports whether the called function never returns. The code that
// would follow is then not reached, which the flow of control should show.
func (f *fn) noReturn(x *cc.PostfixExpression, name string) bool {
	switch name {
	case "__rift_exit", "__rift_signal", "__rift_trap", "__rift_error":
		return true
	}
	s, ok := f.u.syms[name]
	return ok && s.isFunc && f.u.obj.Funcs[s.index].NoReturn
}

// passArguments evaluates the arguments, the last first as gcc does on
// x86-64, and converts them.
func (f *fn) passArguments(x *cc.PostfixExpression, ft *cc.FunctionType) []program.Arg {
	list := ast.Arguments(x)
	params := ft.Parameters()
	if len(params) == 1 && params[0].Type().Kind() == cc.Void {
		params = nil
	}
	if ast.IsPrototype(ft) && len(list) < len(params) && !f.u.oldStyle[ast.CalleeName(x)] {
		diag.Fail(x, "too few arguments in call")
	}
	args := make([]program.Arg, 0, len(list))
	for i := len(list) - 1; i >= 0; i-- {
		v := f.rvalue(list[i])
		t := types.DefaultPromote(v.t)
		if i < len(params) && !f.u.oldStyle[ast.CalleeName(x)] {
			t = f.u.TypeOf(x, params[i].Type().Decay())
		}
		if t.Size > 0 { // an empty structure takes no room
			args = append(args, f.argument(list[i], v, t))
		}
	}
	slices.Reverse(args)
	return args
}

// argument converts an argument to type t.
func (f *fn) argument(e cc.Node, v value, t *program.Type) program.Arg {
	saved := f.node
	f.node = e
	defer func() { f.node = saved }()
	if t.Class == program.UnionType && !types.IsRecord(v.t) {
		v = f.transparent(v, t)
	}
	v = f.convertTo(v, t)
	if types.InMemory(t) {
		return program.Arg{Operand: f.address(v.op, v.off), Size: t.Size, Align: t.Align}
	}
	return program.Arg{Operand: v.op}
}

// transparent passes a member's value where a union is expected
// (transparent_union).
func (f *fn) transparent(v value, t *program.Type) value {
	v = f.widen(v)
	to := f.temp(t)
	f.effect(program.Instr{Op: program.ZeroMem, A: to, Size: t.Size})
	f.store(place{reg: program.NoReg, addr: to, t: v.t}, v)
	return value{op: to, t: t}
}

// callLibrary emits a call of the library function of the given name.
func (f *fn) callLibrary(name string, result *program.Type, args ...value) value {
	ft := &program.Type{Class: program.FuncType, Align: 1, Elem: result}
	in := program.Instr{Op: program.Call, Kind: result.Kind(), Dst: program.NoReg}
	for _, a := range args {
		ft.Params = append(ft.Params, a.t)
		in.Args = append(in.Args, program.Arg{Operand: a.op})
	}
	ft.Name = types.FuncName(ft)
	in.A = f.u.funcByName(name, ft)
	v := value{t: result}
	if in.Kind != program.Void {
		in.Dst = f.reg(in.Kind)
		v.op = program.R(in.Kind, in.Dst)
	}
	f.emit(in)
	return v
}
