package statement

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/frame"
	"github.com/riftlab/rift/program/cfront/types"
	"github.com/riftlab/rift/program/cfront/unit"
)

// Function lowers the definition of a function that has a number in the unit's object.
func Function(u *unit.Unit, def *cc.FunctionDefinition, number int) {
	demoted := frame.Demoted{}
	for !attempt(u, def, number, demoted) {
	}
}

// attempt lowers the body with the variables not in demoted in registers if
// they qualify. It reports false, with demoted extended, if one of them turns
// out to be read where it may not have been assigned: such a variable becomes
// an object, so that the machine sees the uninitialised read.
func attempt(u *unit.Unit, def *cc.FunctionDefinition, number int, demoted frame.Demoted) bool {
	ft := def.Declarator.Type().(*cc.FunctionType)
	old := u.Object.Funcs[number]
	result := u.TypeOf(def, ft.Result())
	out := &program.Func{
		Name: old.Name, Source: old.Source, Type: u.TypeOf(def, ft), Result: result.Kind(), Sret: types.InMemory(result),
		Variadic: ft.IsVariadic(), NoReturn: old.NoReturn, Static: old.Static, Library: old.Library, Absent: old.Absent, At: u.RangeOf(def),
	}
	f := New(frame.New(u, def, out, number, result, demoted))
	f.Node = def.Declarator
	f.Params()
	f.body(def.CompoundStatement)
	f.end()
	if !f.Complete() {
		return false
	}
	u.Object.Funcs[number] = out
	return true
}

// end closes a function whose last statement can be passed.
func (f *Lowerer) end() {
	if f.Ended() {
		return
	}
	f.Implicit(func() {
		f.Node = nil
		ret := program.Instr{Op: program.Return, Kind: f.Out.Result}
		switch {
		case ret.Kind == program.Void:
		case f.Check && f.Out.Source != "main":
			ret.A = f.noValue(ret.Kind)
		default:
			// Only main's caller may use the value; C 5.1.2.2.3 makes it 0.
			ret.A = program.C(ret.Kind, 0)
		}
		f.Effect(ret)
	})
}

// noValue returns a value that must not be used: that of a function whose end is reached
// without a return (C 6.9.1). It is read from an object that nobody has written.
func (f *Lowerer) noValue(k program.Kind) program.Operand {
	name := "the value of " + f.Out.Source + ": execution reached the end of a value-returning function without returning a value"
	f.Out.Locals = append(f.Out.Locals, program.Local{Name: name, Type: f.Returns, Size: k.Bytes(), Align: k.Bytes()})
	at := f.Result(program.Ptr, program.Instr{Op: program.Enter, Kind: program.Ptr, Local: int32(len(f.Out.Locals) - 1)})
	return f.Result(k, program.Instr{Op: program.Load, Kind: k, A: at})
}
