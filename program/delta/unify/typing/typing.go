// Package typing tells which annotations of a unified program mean something else than the
// expressions that they choose from. change(old, new) is a conditional expression: it has the
// type that the usual arithmetic conversions make of those of its arguments, or one of two
// types of pointers. -1 in one version and 1u in the other make it an unsigned int, which is
// not the same where the value goes into a long, is divided, or is compared.
package typing

import (
	"context"
	"reflect"
	"strings"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/parse"
	"github.com/riftlab/rift/program/cfront/types"
	"github.com/riftlab/rift/program/delta/unify/notation"
)

// Unfit returns the numbers of those annotations of a version, written as notation.Probes
// writes them, that do not stand for their arguments where they are. A unit that does not
// parse says nothing: the compiler will. functions are those with annotations without numbers
// that do not fit.
//
// Values that are only tested, or converted to a type that the detour through the common one
// makes no difference to, fit; so do operands that the operator converts to the same type with
// either argument.
func Unfit(ctx context.Context, v *program.Version, cache *parse.Cache) (unfit map[int]bool, functions map[string]bool) {
	unfit, functions = map[int]bool{}, map[string]bool{}
	everywhere := false
	for _, f := range v.Files {
		everywhere = everywhere || !f.Unit() && notation.Probed(f.Text)
	}
	wanted := func(f program.SourceFile) bool { return everywhere || notation.Probed(f.Text) }
	units(ctx, v, cache, wanted, func(tree *cc.AST) {
		u := &unit{types: types.NewTable(), unfit: unfit, functions: functions}
		u.visit = u.node
		for l := tree.TranslationUnit; l != nil; l = l.TranslationUnit {
			if d := l.ExternalDeclaration; d != nil && d.FunctionDefinition != nil {
				u.function = d.FunctionDefinition
				u.walk(reflect.ValueOf(d.FunctionDefinition.CompoundStatement))
			}
		}
	})
	return unfit, functions
}

// unit is a unit at work.
type unit struct {
	walker
	types     *types.Table
	unfit     map[int]bool
	functions map[string]bool
	function  *cc.FunctionDefinition
}

// node notes an annotation that does not fit.
func (u *unit) node(n cc.Node) {
	x, ok := n.(*cc.ConditionalExpression)
	if !ok {
		return
	}
	id, ok := probe(x)
	if !ok {
		return
	}
	fits := false
	if err := diag.Guard(n, func() { fits = u.fits(x) }); err == nil && fits {
		return
	}
	if id < 0 {
		u.functions[u.function.Declarator.Name()] = true
	} else {
		u.unfit[id] = true
	}
}

// probe returns the number of the annotation that an expression is.
func probe(x *cc.ConditionalExpression) (id int, ok bool) {
	if x.Case != cc.ConditionalExpressionCond || x.ExpressionList == nil {
		return 0, false
	}
	call, ok := x.LogicalOrExpression.(*cc.PostfixExpression)
	if !ok || call.Case != cc.PostfixExpressionCall || ast.CalleeName(call) != notation.Asks {
		return 0, false
	}
	args := ast.Arguments(call)
	if len(args) != 1 {
		return 0, false
	}
	n, ok := ast.IntConstant(args[0])
	return int(n), ok
}

// operand is an argument of an annotation.
type operand struct {
	t     *program.Type // promoted, arrays and functions as pointers
	exact bool          // a constant that every integer type of its size and more has
	null  bool          // the constant zero
	// qualifiers are those of what it points to, and that points to.
	qualifiers string
}

func (u *unit) typeOf(e cc.ExpressionNode) *program.Type {
	t := e.Type()
	if b := t.BitField(); b != nil && b.ValueBits() < 32 {
		return types.Int
	}
	return types.Promote(u.types.TypeOf(e, t.Decay()))
}

func (u *unit) operand(e cc.ExpressionNode) operand {
	o := operand{t: u.typeOf(e), qualifiers: qualifiers(e.Type().Decay())}
	if v, ok := ast.IntConstant(ast.Uncast(e)); ok {
		o.null = v == 0
		_, known := ast.IntConstant(e)
		o.exact = known && v < 1<<31 && types.IsInteger(o.t)
	}
	return o
}

// fits reports whether an annotation stands for its arguments where it is.
func (u *unit) fits(x *cc.ConditionalExpression) bool {
	a, b := u.operand(x.ConditionalExpression), u.operand(x.ExpressionList)
	if same(a, b) {
		return true
	}
	if types.IsRecord(a.t) || types.IsRecord(b.t) {
		return false // no operator joins them
	}
	var e cc.ExpressionNode = x
	for i := len(u.stack) - 1; i >= 0; i-- {
		switch n := u.stack[i].(type) {
		case *cc.PrimaryExpression:
			if n.Case == cc.PrimaryExpressionStmt {
				return false
			}
			e = n
			continue
		case *cc.ExpressionList:
			if n.ExpressionList != nil && n.AssignmentExpression == e {
				return true // its value is not used
			}
			e = n
			continue
		}
		return u.in(u.stack[i], e, a, b)
	}
	return false
}

// in reports whether operands of two types mean the same to the node that the annotation e
// stands in.
func (u *unit) in(parent cc.Node, e cc.ExpressionNode, a, b operand) bool {
	to := func(t cc.Type) bool { return converts(a, b, u.types.TypeOf(e, t)) }
	switch n := parent.(type) {
	case *cc.ExpressionStatement, *cc.LogicalAndExpression, *cc.LogicalOrExpression:
		return true
	case *cc.SelectionStatement:
		return n.Case != cc.SelectionStatementSwitch || converts(a, b, types.Long)
	case *cc.IterationStatement:
		return true
	case *cc.CastExpression:
		return n.Case == cc.CastExpressionCast && (n.TypeName.Type().Kind() == cc.Void || to(n.TypeName.Type()))
	case *cc.AssignmentExpression:
		target := u.types.TypeOf(e, n.UnaryExpression.Type())
		switch n.Case {
		case cc.AssignmentExpressionAssign:
			return n.AssignmentExpression == e && converts(a, b, target)
		case cc.AssignmentExpressionLsh, cc.AssignmentExpressionRsh:
			return n.AssignmentExpression == e && converts(a, b, types.Int)
		}
		return n.AssignmentExpression == e && beside(a, b, types.Promote(target))
	case *cc.Initializer:
		return to(n.Type())
	case *cc.JumpStatement:
		t, ok := u.function.Declarator.Type().(*cc.FunctionType)
		return ok && n.Case == cc.JumpStatementReturn && to(t.Result())
	case *cc.ArgumentExpressionList:
		return u.argument(n, e, a, b)
	case *cc.UnaryExpression:
		return n.Case == cc.UnaryExpressionNot
	case *cc.PostfixExpression:
		return n.Case == cc.PostfixExpressionIndex && n.ExpressionList == e && converts(a, b, types.Long)
	case *cc.ConditionalExpression:
		if n.LogicalOrExpression == e && n.ExpressionList != nil {
			return true
		}
		other := n.ExpressionList
		if other == nil { // the condition is the value, too
			other = n.LogicalOrExpression
		}
		if other == e {
			other = n.ConditionalExpression
		}
		return other != nil && beside(a, b, u.typeOf(other))
	}
	op, l, r, ok := ast.BinaryParts(asExpression(parent))
	if !ok {
		return false
	}
	if op == ast.Shl || op == ast.Shr {
		return r == e && converts(a, b, types.Int)
	}
	other := l
	if l == e {
		other = r
	}
	return beside(a, b, u.typeOf(other))
}

func asExpression(n cc.Node) cc.ExpressionNode { e, _ := n.(cc.ExpressionNode); return e }

// argument is in for an argument of a call: it is converted to the type of the parameter, if
// one is declared.
func (u *unit) argument(l *cc.ArgumentExpressionList, e cc.ExpressionNode, a, b operand) bool {
	if l.AssignmentExpression != e {
		return false
	}
	for i := len(u.stack) - 1; i >= 0; i-- {
		call, ok := u.stack[i].(*cc.PostfixExpression)
		if !ok {
			continue
		}
		if call.Case != cc.PostfixExpressionCall {
			return false
		}
		t := call.PostfixExpression.Type()
		if p, ok := t.(*cc.PointerType); ok {
			t = p.Elem()
		}
		f, ok := t.(*cc.FunctionType)
		if !ok || !ast.IsPrototype(f) {
			return false
		}
		for k, arg := range ast.Arguments(call) {
			if arg == e {
				return k < len(f.Parameters()) && converts(a, b, u.types.TypeOf(e, f.Parameters()[k].Type()))
			}
		}
		return false
	}
	return false
}

// beside reports whether operands of two types mean the same beside a third.
func beside(a, b operand, other *program.Type) bool {
	if !arithmetic(a.t) || !arithmetic(b.t) || !arithmetic(other) {
		return false
	}
	r := types.Usual(a.t, other)
	return types.Same(r, types.Usual(b.t, other)) && converts(a, b, r)
}

// same reports whether operands have the same type.
func same(a, b operand) bool { return types.Same(a.t, b.t) && a.qualifiers == b.qualifiers }

// qualifiers spells those of what a pointer leads to, level by level: pointers whose targets
// differ in them have another type in common, or none but void *.
func qualifiers(t cc.Type) string {
	var b strings.Builder
	for {
		p, ok := t.(*cc.PointerType)
		if !ok {
			return b.String()
		}
		if t = p.Elem(); ast.IsVolatile(t) {
			b.WriteByte('v')
		}
		if t.Attributes().IsConst() {
			b.WriteByte('c')
		}
		b.WriteByte('*')
		if a, ok := t.(*cc.ArrayType); ok {
			t = a.Elem()
		}
	}
}

func arithmetic(t *program.Type) bool {
	return types.IsInteger(t) || types.IsFloat(t)
}

// converts reports whether operands of two types give the same in a third by way of the type
// that they have in common.
func converts(a, b operand, to *program.Type) bool {
	switch {
	case same(a, b), types.IsPointer(a.t) && b.null, types.IsPointer(b.t) && a.null:
		return true
	case types.IsPointer(a.t) && types.IsPointer(b.t):
		return types.IsPointer(to) || to.Class == program.BoolType
	case !arithmetic(a.t) || !arithmetic(b.t):
		return false
	}
	common := types.Usual(a.t, b.t)
	return through(a, common, to) && through(b, common, to)
}

// through reports whether an operand converted to one type and then to another is what it is
// converted to the latter.
func through(o operand, common, to *program.Type) bool {
	switch {
	case types.Same(o.t, common), o.exact && types.IsInteger(common):
		return true
	case types.IsInteger(common): // the operand is an integer too
		if o.t.Unsigned || !common.Unsigned {
			return o.t.Size <= common.Size
		}
		return types.IsInteger(to) && to.Size <= common.Size || to.Class == program.BoolType
	case types.IsFloat(o.t):
		return true
	}
	exact := o.exact && common.Size > 4 || o.t.Size <= 4 && common.Size > 4 || o.t.Size <= 8 && common.Size > 8
	return exact && (types.IsFloat(to) || types.IsInteger(to) && to.Size >= o.t.Size && to.Unsigned == o.t.Unsigned)
}
