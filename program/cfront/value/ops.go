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

// scalars are the values that a register holds, and memory: conversions between their kinds,
// loads, stores and copies.
type scalars struct {
	*emit.Builder
	constants Constants
	// Check has undefined behaviour looked for that goes unnoticed otherwise.
	Check bool
}

// wides add the types that no register holds, __int128 and long double, and the bits of
// floating-point numbers.
type wides struct{ scalars }

// reals add the operators and conversions of all real types, and bit-fields.
type reals struct {
	wides
	Wrap bool // integers wrap around: overflow is no error
}

// complexes add complex numbers, made of pairs of real ones.
type complexes struct{ reals }

// Ops emits what operators and conversions compute, on values of any type. What it is made of
// are layers, each of which knows more types than the one below.
type Ops struct {
	complexes
	// dynamicSize returns the size in bytes of a type that contains an array of variable
	// length; ok is false for all other types.
	dynamicSize func(t *program.Type) (size program.Operand, ok bool)
}

// New returns the operators of the function that b builds.
func New(b *emit.Builder, constants Constants, dynamicSize func(*program.Type) (program.Operand, bool)) *Ops {
	o := &Ops{dynamicSize: dynamicSize}
	o.Builder, o.constants = b, constants
	return o
}
