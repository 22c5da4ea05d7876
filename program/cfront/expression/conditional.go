package expression

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/types"
	"github.com/riftlab/rift/program/cfront/value"
)

// Condition lowers e as a condition that goes to block yes or no.
func (f *Lowerer) Condition(e cc.ExpressionNode, yes, no int) {
	switch x := e.(type) {
	case *cc.PrimaryExpression:
		if x.Case == cc.PrimaryExpressionExpr {
			f.Condition(x.ExpressionList, yes, no)
			return
		}
	case *cc.ExpressionList:
		for ; x.ExpressionList != nil; x = x.ExpressionList {
			f.BeginStmt(program.StmtExpr, x.AssignmentExpression)
			f.Discard(x.AssignmentExpression)
		}
		if x.AssignmentExpression != e {
			f.Condition(x.AssignmentExpression, yes, no)
			return
		}
	case *cc.LogicalAndExpression:
		if x.Case == cc.LogicalAndExpressionLAnd {
			more := f.Block("and")
			f.Condition(x.LogicalAndExpression, more, no)
			f.Begin(more)
			f.Condition(x.InclusiveOrExpression, yes, no)
			return
		}
	case *cc.LogicalOrExpression:
		if x.Case == cc.LogicalOrExpressionLOr {
			more := f.Block("or")
			f.Condition(x.LogicalOrExpression, yes, more)
			f.Begin(more)
			f.Condition(x.LogicalAndExpression, yes, no)
			return
		}
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionNot {
			f.Condition(x.CastExpression, no, yes)
			return
		}
	}
	if ast.IsBuiltinExpect(e) {
		f.Condition(e.(*cc.PostfixExpression).ArgumentExpressionList.AssignmentExpression, yes, no)
		return
	}
	saved, node := f.BeginStmt(program.StmtCond, e), f.Node
	v := f.RValue(e)
	f.Branch(f.Truth(v), yes, no)
	f.Stmt, f.Node = saved, node
}

// logical lowers && and || for their value.
func (f *Lowerer) logical(e cc.ExpressionNode) value.Value {
	if v, ok := ast.IntConstant(e); ok && e.Pure() {
		return value.Constant(types.Int, v)
	}
	p := value.Place{Reg: f.Reg(program.I32), Type: types.Int}
	f.logicalInto(p, e)
	return value.Value{Op: program.R(program.I32, p.Reg), Type: types.Int}
}

// logicalInto sets an integer register to 1 or 0.
func (f *Lowerer) logicalInto(p value.Place, e cc.ExpressionNode) {
	yes, no, end := f.Block("true"), f.Block("false"), f.Block("logic.end")
	node := f.Node
	f.Condition(e, yes, no)
	f.Node = node
	f.Begin(yes)
	f.Store(p, value.Constant(types.Int, 1))
	f.Implicit(func() { f.Jump(end) })
	f.Begin(no)
	f.Store(p, value.Constant(types.Int, 0))
	f.Implicit(func() { f.Follow(end) })
}

// conditional lowers c ? a : b for its value.
func (f *Lowerer) conditional(x *cc.ConditionalExpression) value.Value {
	if x.ExpressionList == nil {
		return f.elvis(x)
	}
	if e, ok := chosen(x); ok {
		return f.chosenValue(x, e)
	}
	t := f.conditionalType(x)
	switch {
	case t.Class == program.VoidType:
		f.conditionalEffect(x)
		return value.Value{Type: types.Void}
	case types.InMemory(t):
		p := value.Place{Reg: program.NoReg, Addr: f.Temp(t), Type: t}
		f.conditionalInto(p, x)
		return value.Value{Op: p.Addr, Type: t}
	}
	r := program.NoReg
	t = f.alternatives(x, func(v value.Value) {
		if r == program.NoReg {
			r = f.Reg(v.Type.Kind())
		}
		f.Move(r, v.Op)
	})
	return value.Value{Op: program.R(t.Kind(), r), Type: t}
}

// alternatives lowers c ? a : b for scalars. Their common type is known only
// when both are lowered; then finish gets each, converted, in its branch.
func (f *Lowerer) alternatives(x *cc.ConditionalExpression, finish func(value.Value)) *program.Type {
	yes, no, end := f.Block("cond.then"), f.Block("cond.else"), f.Block("cond.end")
	f.Condition(x.LogicalOrExpression, yes, no)
	node := f.Node
	f.Begin(yes)
	a := f.Scalar(x.ExpressionList)
	atYes := f.Here()
	f.Begin(no)
	b := f.Scalar(x.ConditionalExpression)
	t := commonType(x, a.Type, b.Type)
	f.Node = x.ConditionalExpression
	finish(f.Convert(b, t))
	f.Implicit(func() { f.Jump(end) })
	f.Resume(atYes)
	f.Node = x.ExpressionList
	finish(f.Convert(a, t))
	f.Implicit(func() { f.Jump(end) })
	f.Node = node
	f.Begin(end)
	return t
}

// chosen returns the branch of a conditional expression whose condition is a
// constant.
func chosen(x *cc.ConditionalExpression) (cc.ExpressionNode, bool) {
	v, ok := ast.IntConstant(x.LogicalOrExpression)
	if !ok || !x.LogicalOrExpression.Pure() {
		return nil, false
	}
	if v != 0 {
		return x.ExpressionList, true
	}
	return x.ConditionalExpression, true
}

func (f *Lowerer) chosenValue(x *cc.ConditionalExpression, e cc.ExpressionNode) value.Value {
	v := f.RValue(e)
	t := f.conditionalType(x)
	if t.Class == program.VoidType {
		return value.Value{Type: types.Void}
	}
	return f.Convert(v, t)
}

// conditionalType returns the type of c ? a : b by the types that the parser
// gives its operands, which is not exact for bit-fields.
func (f *Lowerer) conditionalType(x *cc.ConditionalExpression) *program.Type {
	a, b := f.Unit.TypeOf(x, x.ExpressionList.Type().Decay()), f.Unit.TypeOf(x, x.ConditionalExpression.Type().Decay())
	return commonType(x, a, b)
}

// commonType returns the type of c ? a : b for operands of types a and b.
func commonType(x *cc.ConditionalExpression, a, b *program.Type) *program.Type {
	switch {
	case a.Class == program.VoidType || b.Class == program.VoidType:
		return types.Void
	case types.IsPointer(a) && types.IsPointer(b):
		// void* wins over other pointers, but not if it is a null constant.
		if a.Elem.Class == program.VoidType && ast.IsNull(x.ExpressionList) {
			return b
		}
		if b.Elem.Class == program.VoidType && !ast.IsNull(x.ConditionalExpression) {
			return b
		}
		return a
	case types.IsPointer(a) || types.IsRecord(a):
		return a
	case types.IsPointer(b):
		return b
	}
	return types.Usual(a, b)
}

// conditionalInto lowers c ? a : b with its value going to p.
func (f *Lowerer) conditionalInto(p value.Place, x *cc.ConditionalExpression) {
	t := f.conditionalType(x)
	if !types.InMemory(t) {
		f.alternatives(x, func(v value.Value) { f.Store(p, v) })
		return
	}
	yes, no, end := f.Block("cond.then"), f.Block("cond.else"), f.Block("cond.end")
	f.Condition(x.LogicalOrExpression, yes, no)
	f.Begin(yes)
	f.assignAs(p, x.ExpressionList, t)
	f.Implicit(func() { f.Jump(end) })
	f.Begin(no)
	f.assignAs(p, x.ConditionalExpression, t)
	f.Implicit(func() { f.Follow(end) })
}

// assignAs stores e, converted to t first, at p.
func (f *Lowerer) assignAs(p value.Place, e cc.ExpressionNode, t *program.Type) {
	if t == p.Type || types.IsRecord(t) {
		f.AssignInto(p, e)
		return
	}
	f.Store(p, f.Convert(f.RValue(e), t))
}

// conditionalEffect lowers a conditional expression whose value is not used.
func (f *Lowerer) conditionalEffect(x *cc.ConditionalExpression) {
	yes, no, end := f.Block("cond.then"), f.Block("cond.else"), f.Block("cond.end")
	f.Condition(x.LogicalOrExpression, yes, no)
	f.Begin(yes)
	f.Discard(x.ExpressionList)
	f.Implicit(func() { f.Jump(end) })
	f.Begin(no)
	f.Discard(x.ConditionalExpression)
	f.Implicit(func() { f.Follow(end) })
}

// elvis lowers a ?: b.
func (f *Lowerer) elvis(x *cc.ConditionalExpression) value.Value {
	a := f.Scalar(x.LogicalOrExpression)
	tb := f.Unit.TypeOf(x, x.ConditionalExpression.Type().Decay())
	t := a.Type
	if !types.IsPointer(a.Type) && !types.IsPointer(tb) {
		t = types.Usual(a.Type, tb)
	}
	if types.InMemory(t) || types.InMemory(a.Type) {
		diag.Unsupported(x, "?: of %s without middle operand", t)
	}
	r := f.Reg(t.Kind())
	yes, no, end := f.Block("cond.then"), f.Block("cond.else"), f.Block("cond.end")
	f.Branch(f.Truth(a), yes, no)
	f.Begin(yes)
	f.Move(r, f.Convert(a, t).Op)
	f.Implicit(func() { f.Jump(end) })
	f.Begin(no)
	f.Move(r, f.Convert(f.RValue(x.ConditionalExpression), t).Op)
	f.Implicit(func() { f.Follow(end) })
	return value.Value{Op: program.R(t.Kind(), r), Type: t}
}
