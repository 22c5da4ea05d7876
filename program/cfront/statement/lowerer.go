// Package statement lowers statements and the declarations among them, and with them bodies of
// functions: Function. It joins the expressions, which may contain statements, and the
// initialisers, which may contain both.
package statement

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/expression"
	"github.com/riftlab/rift/program/cfront/frame"
	"github.com/riftlab/rift/program/cfront/initialiser"
	"github.com/riftlab/rift/program/cfront/unit"
)

// Lowerer lowers the statements of a function.
type Lowerer struct {
	*initialiser.Lowerer
	breaks, conts target
	cases         map[*cc.LabeledStatement]int // blocks of the labels of the enclosing switches
}

// target is where break or continue goes.
type target struct {
	block int
	scope *frame.Scope
}

// New returns what lowers the statements of a function, or those in an initialiser of static
// storage.
func New(f *frame.Frame) *Lowerer {
	l := &Lowerer{cases: map[*cc.LabeledStatement]int{}}
	l.Lowerer = initialiser.New(expression.New(f, l))
	return l
}

// StaticInitialiser evaluates the initialiser of a global at file scope.
func StaticInitialiser(u *unit.Unit, g *program.Global, init *cc.Initializer) {
	New(frame.NewStatic(u, nil)).InitialiseStatic(g, init)
}
