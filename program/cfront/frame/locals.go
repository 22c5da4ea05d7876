package frame

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/types"
	"github.com/riftlab/rift/program/cfront/value"
)

// Local returns where a variable of automatic storage lives; ok is false if d declares none,
// or one that has not been declared so far.
func (f *Frame) Local(d *cc.Declarator) (p value.Place, ok bool) {
	p, ok = f.locals[d]
	return p, ok
}

// InRegister reports whether a variable may live in a register.
func (f *Frame) InRegister(d *cc.Declarator, t *program.Type) bool {
	return t.IsScalar() && !d.AddressTaken() && !d.IsVolatile() && !ast.IsVolatile(d.Type()) && !f.demoted[d]
}

// Register gives a variable a register.
func (f *Frame) Register(d *cc.Declarator, t *program.Type) value.Place {
	r := f.Reg(t.Kind())
	f.own(r, d, t)
	p := value.Place{Reg: r, Decl: d, Type: t}
	f.locals[d] = p
	return p
}

// own makes a register that of a variable.
func (f *Frame) own(r program.Reg, d *cc.Declarator, t *program.Type) {
	f.Out.Regs[r].Name, f.Out.Regs[r].Type = d.Name(), t
	f.owner[r] = d
}

// Object gives a variable an object of its own, entered here, or at the
// function's entry if the scope can be entered sideways.
func (f *Frame) Object(d *cc.Declarator, t *program.Type) value.Place {
	index := int32(len(f.Out.Locals))
	f.Out.Locals = append(f.Out.Locals, program.Local{
		Name: d.Name(), Type: t, Size: t.Size, Align: max(t.Align, int64(d.Alignas()), int64(d.Type().Align())), At: f.Unit.RangeOf(d),
	})
	p := value.Place{Reg: program.NoReg, Decl: d, Addr: f.enter(index), Type: t}
	f.locals[d] = p
	return p
}

// VariableArray gives a variable-length array an object of size bytes.
func (f *Frame) VariableArray(d *cc.Declarator, t *program.Type, size program.Operand) {
	index := int32(len(f.Out.Locals))
	f.Out.Locals = append(f.Out.Locals, program.Local{Name: d.Name(), Type: t, Size: -1, Align: max(t.Align, 16), At: f.Unit.RangeOf(d)})
	dst := f.Reg(program.Ptr)
	f.Emit(program.Instr{Op: program.EnterVLA, Kind: program.Ptr, Dst: dst, A: size, Local: index})
	f.scope.objects = append(f.scope.objects, index)
	f.locals[d] = value.Place{Reg: program.NoReg, Decl: d, Addr: program.R(program.Ptr, dst), Type: t}
}

// StaticLocal returns the global of a static local. The name of the
// function, which every body declares, is defined when it is first used.
func (f *Frame) StaticLocal(d *cc.Declarator) int {
	i, isNew := f.Unit.StaticLocal(f.Def.Declarator.Name(), d)
	if isNew && d.Name() == "__func__" {
		name := f.Def.Declarator.Name() + "\x00"
		g := f.Unit.Object.Globals[i]
		g.Type = &program.Type{Class: program.ArrayType, Elem: types.Char, Len: int64(len(name)), Size: int64(len(name)), Align: 1}
		g.Size, g.Align, g.Data, g.ReadOnly = g.Type.Size, 1, []byte(name), true
	}
	return i
}

// Demote has the function lowered once more with a variable in an object.
func (f *Frame) Demote(d *cc.Declarator) { f.demoted[d] = true }
