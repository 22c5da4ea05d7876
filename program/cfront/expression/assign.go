package expression

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/call"
	"github.com/riftlab/rift/program/cfront/types"
	"github.com/riftlab/rift/program/cfront/value"
)

// compoundOps are the operators of compound assignments.
var compoundOps = map[cc.AssignmentExpressionCase]ast.Operator{
	cc.AssignmentExpressionMul: ast.Mul, cc.AssignmentExpressionDiv: ast.Div, cc.AssignmentExpressionMod: ast.Mod,
	cc.AssignmentExpressionAdd: ast.Add, cc.AssignmentExpressionSub: ast.Sub, cc.AssignmentExpressionLsh: ast.Shl,
	cc.AssignmentExpressionRsh: ast.Shr, cc.AssignmentExpressionAnd: ast.And, cc.AssignmentExpressionXor: ast.Xor,
	cc.AssignmentExpressionOr: ast.Or,
}

func (f *Lowerer) assignment(x *cc.AssignmentExpression) value.Value {
	if x.Case == cc.AssignmentExpressionCond {
		return f.RValue(x.ConditionalExpression)
	}
	if x.Case == cc.AssignmentExpressionAssign {
		return f.assign(f.LValue(x.UnaryExpression), x.AssignmentExpression)
	}
	op := compoundOps[x.Case]
	if !x.AssignmentExpression.Pure() {
		// As gcc does, so that calls on the right change what is read left.
		r := f.Keep(f.Scalar(x.AssignmentExpression))
		p := f.LValue(x.UnaryExpression)
		return f.Store(p, f.Arith(op, f.Load(p), r))
	}
	p := f.LValue(x.UnaryExpression)
	old := f.Load(p)
	return f.Store(p, f.Arith(op, old, f.Scalar(x.AssignmentExpression)))
}

// assign evaluates e and stores it at p.
func (f *Lowerer) assign(p value.Place, e cc.ExpressionNode) value.Value {
	if types.IsRecord(p.Type) {
		v := f.RValue(e)
		return f.Store(p, v)
	}
	if p.Reg != program.NoReg {
		f.AssignInto(p, e)
		return value.Value{Op: program.R(p.Type.Kind(), p.Reg), Type: p.Type}
	}
	return f.Store(p, f.RValue(e))
}

// AssignInto evaluates e right into p, which e must not read: for
// initialisation, register variables and results. Conditional expressions
// assign in their branches, calls returning structures write to p themselves.
func (f *Lowerer) AssignInto(p value.Place, e cc.ExpressionNode) {
	switch x := e.(type) {
	case *cc.PrimaryExpression:
		if x.Case == cc.PrimaryExpressionExpr {
			f.AssignInto(p, x.ExpressionList)
			return
		}
	case *cc.ExpressionList:
		if x.ExpressionList == nil {
			f.AssignInto(p, x.AssignmentExpression)
			return
		}
	case *cc.ConditionalExpression:
		if _, known := chosen(x); !known && x.Case == cc.ConditionalExpressionCond && x.ExpressionList != nil {
			f.conditionalInto(p, x)
			return
		}
	case *cc.LogicalAndExpression, *cc.LogicalOrExpression:
		if _, known := ast.IntConstant(e); !known && p.Reg != program.NoReg && types.IsInteger(p.Type) {
			f.logicalInto(p, e)
			return
		}
	case *cc.PostfixExpression:
		if x.Case == cc.PostfixExpressionCall && p.Reg == program.NoReg && p.Bits == nil && types.IsRecord(p.Type) {
			call.Into(f.Frame, f, x, p)
			return
		}
	}
	saved := f.Node
	v := f.RValue(e)
	f.Node = e
	f.Store(p, v)
	f.Node = saved
}

// increment lowers ++e and --e, and the postfix forms where their value is
// not used.
func (f *Lowerer) increment(e cc.ExpressionNode, down bool) value.Value {
	p := f.LValue(e)
	return f.Step(p, f.Load(p), down)
}

func (f *Lowerer) postIncrement(x *cc.PostfixExpression) value.Value {
	p := f.LValue(x.PostfixExpression)
	old := f.Load(p)
	switch {
	case types.InMemory(p.Type):
		to := f.Temp(p.Type)
		f.Copy(to, old)
		old = value.Value{Op: to, Type: p.Type}
	case p.Reg != program.NoReg:
		old = f.Keep(old)
	}
	f.Step(p, old, x.Case == cc.PostfixExpressionDec)
	return old
}
