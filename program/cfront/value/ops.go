package value

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/emit"
)

// Constants are the literals of a unit, in which constants that no register holds lie.
type Constants interface {
	// Literal returns the address of read-only bytes, as an object of type t. n is where they
	// come from.
	Literal(n cc.Node, t *program.Type, data []byte) program.Operand
	// LiteralAt returns the literal of which x is the address, if it is that of one.
	LiteralAt(x program.Operand) (*program.Global, bool)
}

// Ops emits what operators and conversions compute.
type Ops struct {
	*emit.Builder
	constants Constants
	// dynamicSize returns the size in bytes of a type that contains an array of variable
	// length; ok is false for all other types.
	dynamicSize func(t *program.Type) (size program.Operand, ok bool)
	Wrap        bool // integers wrap around: overflow is no error
}

// New returns the operators of the function that b builds.
func New(b *emit.Builder, constants Constants, dynamicSize func(*program.Type) (program.Operand, bool)) *Ops {
	return &Ops{Builder: b, constants: constants, dynamicSize: dynamicSize}
}
