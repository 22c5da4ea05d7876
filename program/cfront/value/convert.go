package value

import (
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/types"
)

// Convert converts a value to a type as by assignment.
func (o *Ops) Convert(v Value, t *program.Type) Value {
	if types.IsComplex(t) || types.IsComplex(v.Type) {
		if t.Class == program.VoidType {
			v.Type = t
			return v
		}
		return o.toComplex(v, t)
	}
	return o.convertReal(v, t)
}
