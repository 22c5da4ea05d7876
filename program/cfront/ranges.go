package cfront

import (
	"modernc.org/cc/v4"
	"modernc.org/token"

	"github.com/riftlab/rift/program"
)

// rangeOf returns the range of source text of an expression, declaration or
// statement head. Text that came out of a macro stands at the place of the
// macro's name in the user's code: the preprocessor moves tokens there.
func (u *unit) rangeOf(n cc.Node) program.RangeID {
	if n == nil {
		return 0
	}
	r, name, ok := u.src.Original(u.startOf(n))
	if !ok {
		return 0
	}
	r.File = u.fileIndex(name)
	last, file, ok := u.src.Original(lastToken(n).Position())
	if ok && file == name && (last.EndLine > r.EndLine || last.EndLine == r.EndLine && last.EndCol > r.EndCol) {
		r.EndLine, r.EndCol = last.EndLine, last.EndCol
	}
	return u.rangeID(r)
}

// startOf is n.Position(), which goes down to the first operand of a chain of
// operators each time: for all operators of a long chain together that would be
// quadratic.
func (u *unit) startOf(n cc.Node) token.Position {
	var chain []cc.Node
	at, known := token.Position{}, false
	for {
		if at, known = u.starts[n]; known {
			break
		}
		e, _ := n.(cc.ExpressionNode)
		_, left, _, isChain := binaryParts(e)
		if x, ok := e.(*cc.PostfixExpression); ok && x.PostfixExpression != nil {
			left, isChain = x.PostfixExpression, true
		}
		if !isChain {
			at = n.Position()
			break
		}
		chain = append(chain, n)
		n = left
	}
	for _, n := range chain {
		u.starts[n] = at
	}
	return at
}

func (u *unit) rangeID(r program.Range) program.RangeID {
	if id, ok := u.rangeIDs[r]; ok {
		return id
	}
	id := program.RangeID(len(u.obj.ranges))
	u.obj.ranges = append(u.obj.ranges, r)
	u.rangeIDs[r] = id
	return id
}

func (u *unit) fileIndex(name string) int32 {
	if i, ok := u.fileIDs[name]; ok {
		return i
	}
	i := int32(len(u.obj.files))
	u.obj.files = append(u.obj.files, name)
	u.fileIDs[name] = i
	return i
}

// lastToken returns the last token of an expression or of a declarator with
// its initializer.
func lastToken(n cc.Node) cc.Token {
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
