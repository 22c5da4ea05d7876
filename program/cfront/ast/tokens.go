package ast

import "modernc.org/cc/v4"

// LastToken returns the last token of an expression or of a declarator with
// its initializer.
func LastToken(n cc.Node) cc.Token {
	for {
		next, tok := lastPart(n)
		if next == nil {
			return tok
		}
		n = next
	}
}

// lastPart returns the last child of n, or if that is a token, the token.
func lastPart(n cc.Node) (cc.Node, cc.Token) {
	switch x := n.(type) {
	case *cc.PrimaryExpression:
		return lastOfPrimary(x)
	case *cc.PostfixExpression:
		return lastOfPostfix(x)
	case *cc.UnaryExpression:
		return lastOfUnary(x)
	case *cc.CastExpression:
		if x.CastExpression != nil {
			return x.CastExpression, cc.Token{}
		}
		return x.UnaryExpression, cc.Token{}
	case *cc.MultiplicativeExpression:
		return x.CastExpression, cc.Token{}
	case *cc.AdditiveExpression:
		return x.MultiplicativeExpression, cc.Token{}
	case *cc.ShiftExpression:
		return x.AdditiveExpression, cc.Token{}
	case *cc.RelationalExpression:
		return x.ShiftExpression, cc.Token{}
	case *cc.EqualityExpression:
		return x.RelationalExpression, cc.Token{}
	case *cc.AndExpression:
		return x.EqualityExpression, cc.Token{}
	case *cc.ExclusiveOrExpression:
		return x.AndExpression, cc.Token{}
	case *cc.InclusiveOrExpression:
		return x.ExclusiveOrExpression, cc.Token{}
	case *cc.LogicalAndExpression:
		return x.InclusiveOrExpression, cc.Token{}
	case *cc.LogicalOrExpression:
		return x.LogicalAndExpression, cc.Token{}
	case *cc.ConditionalExpression:
		return x.ConditionalExpression, cc.Token{}
	case *cc.AssignmentExpression:
		return x.AssignmentExpression, cc.Token{}
	case *cc.ConstantExpression:
		return x.ConditionalExpression, cc.Token{}
	case *cc.ExpressionList:
		for x.ExpressionList != nil {
			x = x.ExpressionList
		}
		return x.AssignmentExpression, cc.Token{}
	case *cc.InitDeclarator:
		if x.Initializer != nil {
			return x.Initializer, cc.Token{}
		}
		return nil, x.Declarator.NameTok()
	case *cc.Declarator:
		return nil, x.NameTok()
	case *cc.Initializer:
		if x.AssignmentExpression != nil {
			return x.AssignmentExpression, cc.Token{}
		}
		return nil, x.Token3
	}
	return lastOfStatement(n)
}

func lastOfStatement(n cc.Node) (cc.Node, cc.Token) {
	switch x := n.(type) {
	case *cc.JumpStatement:
		switch x.Case {
		case cc.JumpStatementGoto:
			return nil, x.Token2
		case cc.JumpStatementGotoExpr, cc.JumpStatementReturn:
			if x.ExpressionList != nil {
				return x.ExpressionList, cc.Token{}
			}
		}
		return nil, x.Token
	case *cc.AsmStatement:
		return nil, x.Token
	case *cc.CompoundStatement:
		return nil, x.Token2
	case *cc.FunctionDefinition:
		return nil, x.CompoundStatement.Token2
	}
	return nil, cc.Token{}
}

func lastOfPrimary(x *cc.PrimaryExpression) (cc.Node, cc.Token) {
	switch x.Case {
	case cc.PrimaryExpressionExpr, cc.PrimaryExpressionStmt:
		return nil, x.Token2
	case cc.PrimaryExpressionGeneric:
		return nil, x.GenericSelection.Token4
	}
	return nil, x.Token
}

func lastOfPostfix(x *cc.PostfixExpression) (cc.Node, cc.Token) {
	switch x.Case {
	case cc.PostfixExpressionIndex, cc.PostfixExpressionCall, cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
		return nil, x.Token2
	case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
		return nil, x.Token
	case cc.PostfixExpressionComplit:
		if x.Token5.SrcStr() == "}" {
			return nil, x.Token5
		}
		return nil, x.Token4
	}
	return x.PrimaryExpression, cc.Token{}
}

func lastOfUnary(x *cc.UnaryExpression) (cc.Node, cc.Token) {
	switch x.Case {
	case cc.UnaryExpressionPostfix:
		return x.PostfixExpression, cc.Token{}
	case cc.UnaryExpressionSizeofType, cc.UnaryExpressionAlignofType:
		return nil, x.Token3
	case cc.UnaryExpressionLabelAddr:
		return nil, x.Token2
	}
	if x.UnaryExpression != nil {
		return x.UnaryExpression, cc.Token{}
	}
	return x.CastExpression, cc.Token{}
}
