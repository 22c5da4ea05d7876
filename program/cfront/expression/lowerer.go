// Package expression lowers expressions: for their value, for the place that they designate,
// as conditions and for their effects. Values come from the operators of package value, calls
// from package call.
package expression

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program/cfront/frame"
	"github.com/riftlab/rift/program/cfront/value"
)

// Nested lowers what expressions contain that is no expression.
type Nested interface {
	// Statements lowers ({ ... }): its value is that of the last item.
	Statements(c *cc.CompoundStatement) value.Value
	// Literal lowers (T){ ... }: the place of its object.
	Literal(x *cc.PostfixExpression) value.Place
	// LiteralSize returns the size of a compound literal of which the initialiser
	// determines it, -1 for any other.
	LiteralSize(x *cc.PostfixExpression) int64
}

// Lowerer lowers the expressions of a function, or of an initialiser of static storage.
type Lowerer struct {
	*frame.Frame
	nested Nested
}

// New returns what lowers the expressions of a function, those within types included.
func New(f *frame.Frame, nested Nested) *Lowerer {
	l := &Lowerer{f, nested}
	f.Expressions = l
	return l
}
