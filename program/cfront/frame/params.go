package frame

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/spelling"
	"github.com/riftlab/rift/program/cfront/types"
	"github.com/riftlab/rift/program/cfront/value"
)

// Params sets up the parameters: registers that receive them, and objects for
// those that need one.
func (f *Frame) Params() {
	if f.Out.Sret {
		r := f.Reg(program.Ptr)
		f.Out.Params = append(f.Out.Params, program.Param{Reg: r, Kind: program.Ptr, Type: types.PointerTo(f.Returns)})
		f.sret = program.R(program.Ptr, r)
	}
	knr := ast.IsOldStyle(f.Def)
	var list []*cc.Declarator
	for _, p := range f.Def.Declarator.Type().(*cc.FunctionType).Parameters() {
		if p.Type().Kind() == cc.Void {
			break
		}
		d := p.Declarator
		t := f.Unit.TypeOf(f.Def, p.Type().Decay())
		f.param(p.Name(), d, t, knr)
		if d != nil {
			list = append(list, d)
		}
	}
	if !f.Out.Library {
		spelling.Set(f.Out, f.Def)
	}
	f.Implicit(func() {
		for _, d := range list {
			f.placeParam(d)
		}
		for _, d := range list {
			f.parameterLengths(d)
		}
	})
}

// param makes the register that receives a parameter. In a definition of the
// old style it arrives promoted.
func (f *Frame) param(name string, d *cc.Declarator, t *program.Type, knr bool) {
	if t.Size == 0 && types.InMemory(t) { // takes no room, is not passed
		if d != nil {
			f.locals[d] = value.Place{Reg: program.NoReg, Decl: d, Type: t}
		}
		return
	}
	p := program.Param{Name: name, Type: t, Kind: t.Kind()}
	if types.InMemory(t) {
		p.Kind, p.Size = program.Ptr, t.Size
	} else if knr {
		p.Kind = types.DefaultPromote(t).Kind()
	}
	p.Reg = f.Reg(p.Kind)
	f.Out.Params = append(f.Out.Params, p)
	if d != nil {
		f.locals[d] = value.Place{Reg: p.Reg, Decl: d, Type: t}
	}
}

// placeParam moves a parameter from its register to where the variable lives.
func (f *Frame) placeParam(d *cc.Declarator) {
	from := f.locals[d]
	t := from.Type
	if from.Reg == program.NoReg {
		f.Object(d, t)
		return
	}
	arrived := f.Out.Regs[from.Reg].Kind
	if types.InMemory(t) {
		p := f.Object(d, t)
		f.Effect(program.Instr{Op: program.CopyMem, A: p.Addr, B: program.R(program.Ptr, from.Reg), Size: t.Size})
		return
	}
	v := value.Value{Op: program.R(arrived, from.Reg), Type: t}
	if arrived != t.Kind() {
		v.Type = types.DefaultPromote(t)
		v = f.Convert(v, t)
	}
	if f.InRegister(d, t) {
		if arrived != t.Kind() {
			f.Move(f.Register(d, t).Reg, v.Op)
			return
		}
		f.own(from.Reg, d, t)
		return
	}
	p := f.Object(d, t)
	f.Effect(program.Instr{Op: program.Store, Kind: t.Kind(), A: p.Addr, B: v.Op})
}

// ResultPlace returns where a function that returns an object puts it.
func (f *Frame) ResultPlace() value.Place {
	return value.Place{Reg: program.NoReg, Addr: f.sret, Type: f.Returns}
}

// Complete finishes the function; see emit.Builder.Finish. It reports false, with more
// variables demoted, if one that lives in a register has its address taken or may be
// read where it is not assigned: the function is to be lowered once more, so that the
// machine sees the uninitialised read.
func (f *Frame) Complete() bool {
	if len(f.demoted) > f.before {
		return false
	}
	for _, r := range f.Finish() {
		f.demoted[f.owner[r]] = true
	}
	return len(f.demoted) == f.before
}
