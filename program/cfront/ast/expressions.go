package ast

import (
	"strings"

	"modernc.org/cc/v4"
)

// IsNull reports whether e is an integer constant that is zero.
func IsNull(e cc.ExpressionNode) bool {
	v, ok := IntConstant(e)
	return ok && v == 0
}

// VaArgList recognises the parser's form of va_arg and returns the list.
func VaArgList(e cc.ExpressionNode) cc.ExpressionNode {
	x, ok := e.(*cc.PostfixExpression)
	if !ok || x.Case != cc.PostfixExpressionCall || x.ArgumentExpressionList == nil || CalleeName(x) != "__builtin_va_arg_impl" {
		return nil
	}
	return x.ArgumentExpressionList.AssignmentExpression
}

// IsBuiltinExpect reports whether e is a call of __builtin_expect of which only the first
// argument matters.
func IsBuiltinExpect(e cc.ExpressionNode) bool {
	x, ok := e.(*cc.PostfixExpression)
	if !ok || x.Case != cc.PostfixExpressionCall || x.ArgumentExpressionList == nil || CalleeName(x) != "__builtin_expect" {
		return false
	}
	rest := x.ArgumentExpressionList.ArgumentExpressionList
	return rest != nil && rest.AssignmentExpression.Pure()
}

// SaysQualifier reports whether a type name, given as a compound literal, says
// const or volatile.
func SaysQualifier(e cc.ExpressionNode) bool { return Says(e, "const") || Says(e, "volatile") }

// Says reports whether a type name, given as a compound literal, has a token
// with the word in it.
func Says(e cc.ExpressionNode, word string) bool {
	x, ok := e.(*cc.PostfixExpression)
	if !ok || x.TypeName == nil {
		return false
	}
	for _, t := range cc.NodeTokens(x.TypeName) {
		if strings.Contains(t.SrcStr(), word) {
			return true
		}
	}
	return false
}

// CalleeName returns the identifier that a call names directly, or "".
func CalleeName(x *cc.PostfixExpression) string {
	e := x.PostfixExpression
	for {
		p, ok := e.(*cc.PrimaryExpression)
		if !ok {
			return ""
		}
		switch p.Case {
		case cc.PrimaryExpressionIdent:
			if d, ok := p.ResolvedTo().(*cc.Declarator); ok && d.Type().Kind() == cc.Function {
				return d.Name()
			}
			return ""
		case cc.PrimaryExpressionExpr:
			e = p.ExpressionList
		default:
			return ""
		}
	}
}

// Arguments lists the arguments of a call.
func Arguments(x *cc.PostfixExpression) (list []cc.ExpressionNode) {
	for l := x.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
		list = append(list, l.AssignmentExpression)
	}
	return list
}

// Uncast returns what parentheses and casts in e are around.
func Uncast(e cc.ExpressionNode) cc.ExpressionNode {
	for {
		switch x := e.(type) {
		case *cc.PrimaryExpression:
			if x.Case != cc.PrimaryExpressionExpr {
				return e
			}
			e = x.ExpressionList
		case *cc.CastExpression:
			if x.Case != cc.CastExpressionCast {
				return e
			}
			e = x.CastExpression
		default:
			return e
		}
	}
}

// IsParenthesised reports whether e is (x).
func IsParenthesised(e cc.ExpressionNode) bool {
	p, ok := e.(*cc.PrimaryExpression)
	return ok && p.Case == cc.PrimaryExpressionExpr
}

// IntConstant returns the value the parser found for a constant expression,
// sign-extended to 64 bits if it is signed.
func IntConstant(e interface{ Value() cc.Value }) (uint64, bool) {
	switch v := e.Value().(type) {
	case cc.Int64Value:
		return uint64(v), true
	case cc.UInt64Value:
		return uint64(v), true
	case *cc.ZeroValue:
		return 0, true
	}
	return 0, false
}
