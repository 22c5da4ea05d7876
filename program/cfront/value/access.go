package value

import (
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/types"
)

// Load reads a place. Arrays and functions decay; other values in memory stay
// where they are.
func (o *Ops) Load(p Place) Value {
	switch {
	case p.Reg != program.NoReg:
		return Value{Op: program.R(p.Type.Kind(), p.Reg), Type: p.Type}
	case p.Bits != nil:
		return o.loadBits(p)
	case p.Type.Class == program.VoidType:
		return Value{Type: types.Void}
	}
	if p.Type.Class != program.ArrayType {
		o.checkAlignment(p, "load of")
	}
	v := o.read(p)
	if p.Flags&program.Raw == 0 {
		o.checkTruth(v)
	}
	return v
}

// Store writes v, converted to the type of the place, and returns what the
// place then holds.
func (o *Ops) Store(p Place, v Value) Value {
	if p.Type.Class == program.ArrayType {
		diag.Fail(o.Node, "assignment to an array")
	}
	if p.Bits == nil {
		o.checkAlignment(p, "store to")
	}
	if types.IsRecord(p.Type) {
		if !types.IsRecord(v.Type) || v.Type.Size != p.Type.Size {
			diag.Fail(o.Node, "assignment of %s to %s", v.Type, p.Type)
		}
		o.Copy(o.Address(p.Addr, p.Off), v)
		return Value{Op: p.Addr, Off: p.Off, Type: p.Type}
	}
	v = o.Convert(v, p.Type)
	switch {
	case p.Reg != program.NoReg:
		o.Move(p.Reg, v.Op)
		return Value{Op: program.R(p.Type.Kind(), p.Reg), Type: p.Type}
	case p.Bits != nil:
		return o.storeBits(p, v)
	}
	return o.write(p, v)
}

// Step stores old+1 or old-1.
func (o *Ops) Step(p Place, old Value, down bool) Value {
	op := ast.Add
	if down {
		op = ast.Sub
	}
	if p.Type.Class == program.BoolType && !down {
		return o.Store(p, Constant(types.Int, 1))
	}
	return o.Store(p, o.Arith(op, old, Constant(types.Int, 1)))
}
