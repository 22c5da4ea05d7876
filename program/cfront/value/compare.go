package value

import (
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/types"
)

// Comparison lowers a relational operator to a truth value of kind I1.
func (o *Ops) Comparison(op ast.Operator, a, b Value) program.Operand {
	if types.IsPointer(a.Type) || types.IsPointer(b.Type) {
		a, b = o.asPointer(o.Widen(a)), o.asPointer(o.Widen(b))
		return o.compareInts(op, program.Ptr, true, a.Op, b.Op)
	}
	a, b = o.Widen(a), o.Widen(b)
	if t := types.Usual(a.Type, b.Type); types.IsComplex(t) {
		return o.complexCompare(op, a, b, t)
	}
	return o.compareReal(op, a, b)
}

// asPointer converts an integer operand of a pointer comparison.
func (o *Ops) asPointer(v Value) Value {
	if types.IsPointer(v.Type) {
		return v
	}
	return o.Convert(v, types.VoidPointer)
}

// Truth lowers "v != 0" to kind I1.
func (o *Ops) Truth(v Value) program.Operand {
	if v.Op.Kind != program.I1 && types.IsComplex(v.Type) {
		return o.complexTruth(v)
	}
	return o.truthReal(v)
}

// Not lowers !v to kind I1.
func (o *Ops) Not(v Value) program.Operand {
	if v.Op.Kind != program.I1 && v.Type.IsScalar() {
		zero := program.C(v.Type.Kind(), 0)
		if types.IsFloat(v.Type) {
			return o.Compare(program.FEq, v.Type.Kind(), v.Op, zero)
		}
		return o.Compare(program.Eq, v.Type.Kind(), v.Op, zero)
	}
	return o.Binary(program.Xor, program.I1, 0, o.Truth(v), program.C(program.I1, 1))
}
