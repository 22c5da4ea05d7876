// Package ast answers questions about the parser's syntax trees that need no knowledge of
// types, registers or addresses: what an expression is made of, which attributes and labels
// there are, where the last token stands.
package ast

import "modernc.org/cc/v4"

// Operator is a binary operator of C.
type Operator uint8

const (
	Add Operator = iota
	Sub
	Mul
	Div
	Mod
	And
	Or
	Xor
	Shl
	Shr
	Eq // comparisons from here on
	Ne
	Lt
	Gt
	Le
	Ge
)

// BinaryParts takes a binary expression apart. The nodes that only pass an
// operand through do not occur: the parser folds them away.
func BinaryParts(e cc.ExpressionNode) (op Operator, l, r cc.ExpressionNode, ok bool) {
	switch x := e.(type) {
	case *cc.MultiplicativeExpression:
		op = [...]Operator{cc.MultiplicativeExpressionMul: Mul, cc.MultiplicativeExpressionDiv: Div, cc.MultiplicativeExpressionMod: Mod}[x.Case]
		return op, x.MultiplicativeExpression, x.CastExpression, true
	case *cc.AdditiveExpression:
		if x.Case == cc.AdditiveExpressionAdd {
			return Add, x.AdditiveExpression, x.MultiplicativeExpression, true
		}
		return Sub, x.AdditiveExpression, x.MultiplicativeExpression, true
	case *cc.ShiftExpression:
		if x.Case == cc.ShiftExpressionLsh {
			return Shl, x.ShiftExpression, x.AdditiveExpression, true
		}
		return Shr, x.ShiftExpression, x.AdditiveExpression, true
	case *cc.RelationalExpression:
		op = [...]Operator{cc.RelationalExpressionLt: Lt, cc.RelationalExpressionGt: Gt, cc.RelationalExpressionLeq: Le, cc.RelationalExpressionGeq: Ge}[x.Case]
		return op, x.RelationalExpression, x.ShiftExpression, true
	case *cc.EqualityExpression:
		if x.Case == cc.EqualityExpressionEq {
			return Eq, x.EqualityExpression, x.RelationalExpression, true
		}
		return Ne, x.EqualityExpression, x.RelationalExpression, true
	case *cc.AndExpression:
		return And, x.AndExpression, x.EqualityExpression, true
	case *cc.ExclusiveOrExpression:
		return Xor, x.ExclusiveOrExpression, x.AndExpression, true
	case *cc.InclusiveOrExpression:
		return Or, x.InclusiveOrExpression, x.ExclusiveOrExpression, true
	}
	return 0, nil, nil, false
}
