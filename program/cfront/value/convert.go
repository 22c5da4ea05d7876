package value

import (
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/types"
)

// Convert converts a value to a type, for casts and for every implicit conversion. Which
// type that is: types/conversions.go says for operators, and cfront for arguments (call.go),
// stores (lvalue.go), conditionals (assign.go), returns (stmt.go) and initialisers (init.go).
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
