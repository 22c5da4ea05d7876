package expression

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/value"
)

// bare returns an expression without the parentheses around it.
func bare(e cc.ExpressionNode) cc.ExpressionNode {
	for {
		switch x := e.(type) {
		case *cc.PrimaryExpression:
			if x.Case != cc.PrimaryExpressionExpr {
				return e
			}
			e = x.ExpressionList
		case *cc.ExpressionList:
			if x.ExpressionList != nil {
				return e
			}
			e = x.AssignmentExpression
		default:
			return e
		}
	}
}

// mayHaveMore reports whether an array that e designates may have more elements than its type
// tells: it is the last member of what a pointer leads to, as flexible members were written
// before C had them.
func mayHaveMore(e cc.ExpressionNode) bool {
	for {
		x, ok := bare(e).(*cc.PostfixExpression)
		if !ok || x.Case != cc.PostfixExpressionSelect && x.Case != cc.PostfixExpressionPSelect {
			u, ok := bare(e).(*cc.UnaryExpression)
			return ok && u.Case == cc.UnaryExpressionDeref
		}
		if !isLast(x) {
			return false
		}
		if x.Case == cc.PostfixExpressionPSelect {
			return true
		}
		e = x.PostfixExpression
	}
}

// isLast reports whether the member that x selects is the last of its structure, or a member
// of a union.
func isLast(x *cc.PostfixExpression) bool {
	t := x.PostfixExpression.Type()
	if p, ok := t.(*cc.PointerType); ok {
		t = p.Elem()
	}
	s, ok := t.(*cc.StructType)
	if !ok || x.Field() == nil {
		return true
	}
	n := s.NumFields()
	return n == 0 || x.Field().Offset()+max(x.Field().Type().Size(), 0) >= lastEnd(s)
}

// lastEnd returns where the last member of a structure begins to need room, or ends.
func lastEnd(s *cc.StructType) int64 {
	end := int64(0)
	for i := range s.NumFields() {
		f := s.FieldByIndex(i)
		end = max(end, f.Offset()+max(f.Type().Size(), 0))
	}
	return end
}

// isArray reports whether e designates an array of known length.
func isArray(e cc.ExpressionNode) bool {
	t, ok := e.Type().Undecay().(*cc.ArrayType)
	return ok && t.Len() >= 0
}

// checkStep checks l op r, of which the values are a and b, if it is a step from the start of
// an array: not beyond its end.
func (f *Lowerer) checkStep(op ast.Operator, l, r cc.ExpressionNode, a, b value.Value) {
	if !f.Check || op != ast.Add {
		return
	}
	if !isArray(l) {
		l, a, b = r, b, a
	}
	if isArray(l) && !mayHaveMore(l) && a.Type.Class == program.PointerType {
		f.CheckIndex(f.Unit.TypeOf(l, l.Type().Undecay()), b, 1)
	}
}
