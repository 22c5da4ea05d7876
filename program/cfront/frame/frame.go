// Package frame is the state of a function being lowered: where its variables live, the scopes
// that bound their lifetimes, its labels, and the lengths of its arrays of variable length.
//
// It emits what the ends of scopes and jumps out of them take: ends of lifetimes, and calls of
// functions that clean up. It lowers no syntax: the expressions within types, which are lengths
// of arrays, are evaluated by an Expressions.
package frame

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/emit"
	"github.com/riftlab/rift/program/cfront/unit"
	"github.com/riftlab/rift/program/cfront/value"
)

// Expressions lowers the expressions that types contain.
type Expressions interface {
	// Scalar lowers an expression for its value, which is a number or a pointer.
	Scalar(e cc.ExpressionNode) value.Value
	// Discard lowers an expression for its effects.
	Discard(e cc.ExpressionNode)
}

// Frame is a function being lowered, or an initialiser of static storage being evaluated.
type Frame struct {
	*value.Ops
	Unit *unit.Unit
	// Def is the definition of the function, or of the one around the initialiser; nil in an
	// initialiser at file scope.
	Def *cc.FunctionDefinition
	// Returns is the type that the function returns.
	Returns *program.Type
	// Static says that this is an initialiser: what it lowers to must be constant.
	Static bool
	// Outer is, of an initialiser in a function, the frame of that.
	Outer *Frame
	// Expressions is set before anything is declared or read.
	Expressions Expressions

	sret    program.Operand // where a result in memory goes
	locals  map[*cc.Declarator]value.Place
	demoted Demoted
	before  int                            // how many were demoted by earlier attempts
	owner   map[program.Reg]*cc.Declarator // of register variables
	scope   *Scope
	labels  map[*cc.LabeledStatement]int              // blocks
	around  map[*cc.LabeledStatement]map[cc.Node]bool // statements with scopes around each label
	placed  map[*cc.LabeledStatement]labelPlace       // labels lowered so far
	lengths map[cc.ExpressionNode]program.Operand     // of variable-length arrays
}

// Demoted are the variables of a function that must not live in registers, as far as attempts
// to lower it have found out.
type Demoted map[*cc.Declarator]bool

// Scope is a block of the source with the objects whose lifetime it bounds.
type Scope struct {
	parent   *Scope
	node     cc.Node // the statement; nil for the function itself
	sideways bool    // can be entered through a label: objects live from the function's entry
	cleanups []cleanup
	objects  []int32 // in Func.Locals, in order of Enter
}

// cleanup is a call that the end of a variable's scope makes: the attribute
// cleanup(function) of GNU C passes the function the variable's address.
type cleanup struct {
	function string
	variable program.Operand // its address
	t        *program.Type
	n        cc.Node
}

// labelPlace is where in its scope a label stands.
type labelPlace struct {
	scope    *Scope
	cleanups int // of variables declared before it
}

// New returns the frame of a function of a unit: out, which has a number in the unit's object.
// Variables that turn out not to fit into registers are added to demoted.
func New(u *unit.Unit, def *cc.FunctionDefinition, out *program.Func, number int, returns *program.Type, demoted Demoted) *Frame {
	f := &Frame{
		Unit: u, Def: def, Returns: returns, demoted: demoted, before: len(demoted), scope: &Scope{},
		locals: map[*cc.Declarator]value.Place{}, owner: map[program.Reg]*cc.Declarator{},
		labels: map[*cc.LabeledStatement]int{}, placed: map[*cc.LabeledStatement]labelPlace{},
		lengths: map[cc.ExpressionNode]program.Operand{},
	}
	f.Ops = value.New(emit.New(u, out, number), u, f.DynamicSize)
	f.Check = u.Check
	return f
}

// NewStatic returns the frame in which to evaluate an initialiser of static storage; outer is
// that of the function around it, nil at file scope. Expressions are lowered as in a function
// whose code must come out empty: the folding of the builder leaves constants and addresses.
func NewStatic(u *unit.Unit, outer *Frame) *Frame {
	f := New(u, nil, &program.Func{}, 0, nil, Demoted{})
	f.Static, f.Wrap, f.Check = true, true, false
	if outer != nil {
		f.Def, f.Outer = outer.Def, outer
	}
	return f
}
