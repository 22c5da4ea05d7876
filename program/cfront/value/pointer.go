package value

import (
	"fmt"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/types"
)

// pointerArith lowers p + i, i + p, p - i and p - q.
func (o *Ops) pointerArith(op ast.Operator, a, b Value) Value {
	switch {
	case op == ast.Sub && types.IsPointer(a.Type) && types.IsPointer(b.Type):
		return o.pointerDiff(a, b)
	case op == ast.Add && types.IsPointer(b.Type) && types.IsInteger(a.Type):
		a, b = b, a
	case (op == ast.Add || op == ast.Sub) && types.IsInteger(b.Type):
	default:
		diag.Fail(o.Node, "operands of types %s and %s", a.Type, b.Type)
	}
	i := o.IndexValue(b)
	scale := types.Step(a.Type)
	if size, dynamic := o.dynamicSize(a.Type.Elem); dynamic {
		i.Op, scale = o.Binary(program.Mul, program.I64, 0, i.Op, size), 1
	}
	if op == ast.Sub {
		scale = -scale
	}
	o.checkOffset(a.Op, i.Op, scale)
	return Value{Op: o.Builder.Index(a.Op, i.Op, scale, 0), Type: a.Type}
}

func (o *Ops) pointerDiff(a, b Value) Value {
	if size, dynamic := o.dynamicSize(a.Type.Elem); dynamic {
		d := o.Result(program.I64, program.Instr{Op: program.PtrDiff, Kind: program.I64, A: a.Op, B: b.Op, Size: 1})
		return Value{Op: o.Binary(program.SDiv, program.I64, 0, d, size), Type: types.Long}
	}
	n := max(types.Step(a.Type), 1)
	if v, ok := constantDiff(a.Op, b.Op); ok {
		return Constant(types.Long, uint64(v/n))
	}
	return Value{Op: o.Result(program.I64, program.Instr{Op: program.PtrDiff, Kind: program.I64, A: a.Op, B: b.Op, Size: n}), Type: types.Long}
}

// constantDiff returns a - b where both point into the same global.
func constantDiff(a, b program.Operand) (int64, bool) {
	if a.Mode != b.Mode || a.Index != b.Index || a.Mode != program.GlobalAddr && a.Mode != program.Const {
		return 0, false
	}
	return int64(a.Bits - b.Bits), true
}

// Pointee returns what a pointer points to.
func (o *Ops) Pointee(n cc.Node, v Value) Place {
	if !types.IsPointer(v.Type) {
		diag.Fail(n, "dereference of %s", v.Type)
	}
	return Place{Reg: program.NoReg, Addr: v.Op, Via: true, Type: v.Type.Elem}
}

// ElementOf returns the place of element i of the array at p.
func (o *Ops) ElementOf(p Place, i Value) Place {
	if !types.IsInteger(i.Type) {
		diag.Fail(o.Node, "subscript is of type %s", i.Type)
	}
	elem := p.Type.Elem
	i = o.IndexValue(i)
	p.Type = elem
	if size, dynamic := o.dynamicSize(elem); dynamic {
		n := o.Binary(program.Mul, program.I64, 0, i.Op, size)
		p.Addr, p.Off = o.Builder.Index(p.Addr, n, 1, p.Off), 0
		return p
	}
	if i.Op.Mode == program.Const {
		p.Off += int64(i.Op.Bits) * elem.Size
		return p
	}
	p.Addr, p.Off = o.Builder.Index(p.Addr, i.Op, elem.Size, p.Off), 0
	return p
}

// IndexValue converts an index to 64 bits.
func (o *Ops) IndexValue(i Value) Value {
	if types.IsInt128(i.Type) {
		return o.Convert(i, types.Long)
	}
	if types.Promote(i.Type).Unsigned {
		return o.Convert(i, types.ULong)
	}
	return o.Convert(i, types.Long)
}

// CheckIndex makes it an error if i is no index of an array of type t: beyond the last element,
// or by more than slack beyond it (-fsanitize=bounds). Arrays of unknown length are not checked.
func (o *Ops) CheckIndex(t *program.Type, i Value, slack int64) {
	if !o.Check || t.Class != program.ArrayType || t.Len < 0 || !types.IsInteger(i.Type) || types.IsInt128(i.Type) {
		return
	}
	how := "{as}"
	if types.Promote(i.Type).Unsigned {
		how = "{au}"
	}
	x := o.IndexValue(i).Op
	o.Require(o.Compare(program.ULt, program.I64, x, program.C(program.I64, uint64(t.Len+slack))),
		program.Violation{Kind: program.FaultIndex, Text: fmt.Sprintf("index %s out of bounds for type '%s'", how, types.Spell(t))}, x)
}
