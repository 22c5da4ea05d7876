// Package value has the values and places of C, and what operators, conversions and accesses
// do with them: Ops emits the instructions. It knows types but no syntax, and nothing of
// variables and scopes.
//
// Ops is made of layers: scalars, the wide types, all real types with bit-fields, complex
// numbers. Convert, Arith, Comparison, Load and Store take values of any type.
package value

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
)

// Value is the result of an expression: an operand for scalars; for values
// that live in memory, an address plus offset. Void has no operand. A
// comparison is of type int but may still be of kind I1.
type Value struct {
	Op   program.Operand
	Off  int64
	Type *program.Type
}

// Constant returns the constant v of a scalar type.
func Constant(t *program.Type, v uint64) Value {
	return Value{Op: program.C(t.Kind(), v), Type: t}
}

// Place is where a value can be read and written: a register variable, memory
// at addr+off, or a bit-field in the storage unit there.
type Place struct {
	Reg   program.Reg // register variable, if >= 0
	Decl  *cc.Declarator
	Addr  program.Operand
	Off   int64
	Type  *program.Type
	Bits  *BitField
	Flags program.Flags // Volatile
	// Via says that a pointer led here of which nobody has checked so far that it is aligned.
	Via bool
}

// BitField says which bits of the storage unit a bit-field is.
type BitField struct {
	Shift, Width int
	Bytes        int64 // of the storage unit: 1 to 8
	Field        *program.Type
}

// ElementsAt returns what a pointer points to as an array of unknown length.
func ElementsAt(v Value) Place {
	return Place{Reg: program.NoReg, Addr: v.Op, Via: true, Type: &program.Type{Class: program.ArrayType, Elem: v.Type.Elem, Len: -1}}
}
