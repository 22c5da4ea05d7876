package frame

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/types"
	"github.com/riftlab/rift/program/cfront/value"
)

// CleanUpAfter makes the end of the scope pass a variable to a function (attribute cleanup).
func (f *Frame) CleanUpAfter(function string, d *cc.Declarator) {
	p, ok := f.locals[d]
	if !ok {
		return // its declaration was given up
	}
	f.scope.cleanups = append(f.scope.cleanups, cleanup{function, p.Addr, p.Type, d})
}

// CleanUp calls what the scopes from the current one up to, and without, to
// want at their end.
func (f *Frame) CleanUp(to *Scope) {
	for s := f.scope; s != to && s != nil; s = s.parent {
		f.cleanUpFrom(s, 0)
	}
}

// cleanUpFrom cleans up the variables of a scope but for the first ones.
func (f *Frame) cleanUpFrom(s *Scope, first int) {
	saved := f.Node
	for i := len(s.cleanups) - 1; i >= first; i-- {
		c := s.cleanups[i]
		f.Node = c.n
		result := types.Void
		if callee := f.Unit.NamedFunc(c.function); callee != nil && callee.Type != nil {
			result = callee.Type.Elem
		}
		f.CallLibrary(c.function, result, value.Value{Op: c.variable, Type: types.PointerTo(c.t)})
	}
	f.Node = saved
}

// CallLibrary emits a call of the library function of the given name.
func (f *Frame) CallLibrary(name string, result *program.Type, args ...value.Value) value.Value {
	ft := &program.Type{Class: program.FuncType, Align: 1, Elem: result}
	in := program.Instr{Op: program.Call, Kind: result.Kind(), Dst: program.NoReg}
	for _, a := range args {
		ft.Params = append(ft.Params, a.Type)
		in.Args = append(in.Args, program.Arg{Operand: a.Op})
	}
	ft.Name = types.FuncName(ft)
	in.A = f.Unit.LibraryFunc(name, ft)
	v := value.Value{Type: result}
	if in.Kind != program.Void {
		in.Dst = f.Reg(in.Kind)
		v.Op = program.R(in.Kind, in.Dst)
	}
	f.Emit(in)
	return v
}
