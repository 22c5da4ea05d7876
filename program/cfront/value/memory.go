package value

import (
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/types"
)

// Keep returns v in a register that no later assignment changes.
func (o *scalars) Keep(v Value) Value {
	if r := v.Op.Reg(); r != program.NoReg && o.Out.Regs[r].Type != nil {
		t := o.Reg(v.Op.Kind)
		o.Emit(program.Instr{Op: program.Move, Kind: v.Op.Kind, Dst: t, A: v.Op})
		v.Op = program.R(v.Op.Kind, t)
	}
	return v
}

// When runs yes or no, which may be nil, depending on c.
func (o *scalars) When(c program.Operand, yes, no func()) {
	y, n, end := o.Block("when"), o.Block("otherwise"), o.Block("end")
	o.Branch(c, y, n)
	o.Begin(y)
	yes()
	o.Jump(end)
	o.Begin(n)
	if no != nil {
		no()
	}
	o.Follow(end)
}

// KeepAny is keep, also for values in memory, which nothing else writes.
func (o *scalars) KeepAny(v Value) Value {
	if types.InMemory(v.Type) {
		return v
	}
	return o.Keep(v)
}

// Decay turns an array or function into a pointer.
func (o *scalars) Decay(v Value) Value {
	switch v.Type.Class {
	case program.ArrayType:
		return Value{Op: o.Address(v.Op, v.Off), Type: types.PointerTo(v.Type.Elem)}
	case program.FuncType:
		return Value{Op: o.Address(v.Op, v.Off), Type: types.PointerTo(v.Type)}
	}
	return v
}

// Temp makes an object for an intermediate result in memory. It lives until
// it is made again or the function returns.
func (o *scalars) Temp(t *program.Type) program.Operand {
	o.Out.Locals = append(o.Out.Locals, program.Local{Type: t, Size: t.Size, Align: t.Align})
	return o.Result(program.Ptr, program.Instr{Op: program.Enter, Kind: program.Ptr, Local: int32(len(o.Out.Locals) - 1), Flags: program.Implicit})
}

// Copy copies a value in memory to an address.
func (o *scalars) Copy(to program.Operand, v Value) {
	from := o.Address(v.Op, v.Off)
	if v.Type.Size > 0 && to != from {
		o.Effect(program.Instr{Op: program.CopyMem, A: to, B: from, Size: v.Type.Size})
	}
}

// read reads an object that is no bit-field. Arrays and functions decay; other values in
// memory stay where they are.
func (o *scalars) read(p Place) Value {
	if types.InMemory(p.Type) {
		return o.Decay(Value{Op: p.Addr, Off: p.Off, Type: p.Type})
	}
	k := p.Type.Kind()
	return Value{Op: o.Result(k, program.Instr{Op: program.Load, Kind: k, A: p.Addr, Off: p.Off, Flags: p.Flags}), Type: p.Type}
}

// write writes a value of the type of the object at p, and returns what the object then holds.
func (o *scalars) write(p Place, v Value) Value {
	if types.InMemory(p.Type) {
		o.Copy(o.Address(p.Addr, p.Off), v)
		return Value{Op: p.Addr, Off: p.Off, Type: p.Type}
	}
	o.Effect(program.Instr{Op: program.Store, Kind: p.Type.Kind(), A: p.Addr, Off: p.Off, B: v.Op, Flags: p.Flags})
	return v
}
