package cfront

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/types"
)

// compoundOps are the operators of compound assignments.
var compoundOps = map[cc.AssignmentExpressionCase]ast.Operator{
	cc.AssignmentExpressionMul: ast.Mul, cc.AssignmentExpressionDiv: ast.Div, cc.AssignmentExpressionMod: ast.Mod,
	cc.AssignmentExpressionAdd: ast.Add, cc.AssignmentExpressionSub: ast.Sub, cc.AssignmentExpressionLsh: ast.Shl,
	cc.AssignmentExpressionRsh: ast.Shr, cc.AssignmentExpressionAnd: ast.And, cc.AssignmentExpressionXor: ast.Xor,
	cc.AssignmentExpressionOr: ast.Or,
}

func (f *fn) assignment(x *cc.AssignmentExpression) value {
	if x.Case == cc.AssignmentExpressionCond {
		return f.rvalue(x.ConditionalExpression)
	}
	if x.Case == cc.AssignmentExpressionAssign {
		return f.assign(f.lvalue(x.UnaryExpression), x.AssignmentExpression)
	}
	op := compoundOps[x.Case]
	if !x.AssignmentExpression.Pure() {
		// As gcc does, so that calls on the right change what is read left.
		r := f.keep(f.scalar(x.AssignmentExpression))
		p := f.lvalue(x.UnaryExpression)
		return f.store(p, f.arith(op, f.load(p), r))
	}
	p := f.lvalue(x.UnaryExpression)
	old := f.load(p)
	return f.store(p, f.arith(op, old, f.scalar(x.AssignmentExpression)))
}

// keep returns v in a register that no later assignment changes.
func (f *fn) keep(v value) value {
	if r := v.op.Reg(); r != program.NoReg && f.out.Regs[r].Type != nil {
		t := f.reg(v.op.Kind)
		f.emit(program.Instr{Op: program.Move, Kind: v.op.Kind, Dst: t, A: v.op})
		v.op = program.R(v.op.Kind, t)
	}
	return v
}

// assign evaluates e and stores it at p.
func (f *fn) assign(p place, e cc.ExpressionNode) value {
	if types.IsRecord(p.t) {
		v := f.rvalue(e)
		return f.store(p, v)
	}
	if p.reg != program.NoReg {
		f.assignInto(p, e)
		return value{op: program.R(p.t.Kind(), p.reg), t: p.t}
	}
	return f.store(p, f.rvalue(e))
}

// assignInto evaluates e right into p, which e must not read: for
// initialisation, register variables and results. Conditional expressions
// assign in their branches, calls returning structures write to p themselves.
func (f *fn) assignInto(p place, e cc.ExpressionNode) {
	switch x := e.(type) {
	case *cc.PrimaryExpression:
		if x.Case == cc.PrimaryExpressionExpr {
			f.assignInto(p, x.ExpressionList)
			return
		}
	case *cc.ExpressionList:
		if x.ExpressionList == nil {
			f.assignInto(p, x.AssignmentExpression)
			return
		}
	case *cc.ConditionalExpression:
		if _, known := f.chosen(x); !known && x.Case == cc.ConditionalExpressionCond && x.ExpressionList != nil {
			f.conditionalInto(p, x)
			return
		}
	case *cc.LogicalAndExpression, *cc.LogicalOrExpression:
		if _, known := ast.IntConstant(e); !known && p.reg != program.NoReg && types.IsInteger(p.t) {
			f.logicalInto(p, e)
			return
		}
	case *cc.PostfixExpression:
		if x.Case == cc.PostfixExpressionCall && p.reg == program.NoReg && p.bits == nil && types.IsRecord(p.t) {
			f.callInto(x, p)
			return
		}
	}
	saved := f.node
	v := f.rvalue(e)
	f.node = e
	f.store(p, v)
	f.node = saved
}

// increment lowers ++e and --e, and the postfix forms where their value is
// not used.
func (f *fn) increment(e cc.ExpressionNode, down bool) value {
	p := f.lvalue(e)
	return f.step(p, f.load(p), down)
}

// step stores old+1 or old-1.
func (f *fn) step(p place, old value, down bool) value {
	op := ast.Add
	if down {
		op = ast.Sub
	}
	if p.t.Class == program.BoolType && !down {
		return f.store(p, constant(types.Int, 1))
	}
	return f.store(p, f.arith(op, old, constant(types.Int, 1)))
}

func (f *fn) postIncrement(x *cc.PostfixExpression) value {
	p := f.lvalue(x.PostfixExpression)
	old := f.load(p)
	switch {
	case types.InMemory(p.t):
		to := f.temp(p.t)
		f.copy(to, old)
		old = value{op: to, t: p.t}
	case p.reg != program.NoReg:
		old = f.keep(old)
	}
	f.step(p, old, x.Case == cc.PostfixExpressionDec)
	return old
}

// condition lowers e as a condition that goes to block yes or no.
func (f *fn) condition(e cc.ExpressionNode, yes, no int) {
	switch x := e.(type) {
	case *cc.PrimaryExpression:
		if x.Case == cc.PrimaryExpressionExpr {
			f.condition(x.ExpressionList, yes, no)
			return
		}
	case *cc.ExpressionList:
		for ; x.ExpressionList != nil; x = x.ExpressionList {
			f.begins(program.StmtExpr, x.AssignmentExpression)
			f.discard(x.AssignmentExpression)
		}
		if x.AssignmentExpression != e {
			f.condition(x.AssignmentExpression, yes, no)
			return
		}
	case *cc.LogicalAndExpression:
		if x.Case == cc.LogicalAndExpressionLAnd {
			more := f.block("and")
			f.condition(x.LogicalAndExpression, more, no)
			f.begin(more)
			f.condition(x.InclusiveOrExpression, yes, no)
			return
		}
	case *cc.LogicalOrExpression:
		if x.Case == cc.LogicalOrExpressionLOr {
			more := f.block("or")
			f.condition(x.LogicalOrExpression, yes, more)
			f.begin(more)
			f.condition(x.LogicalAndExpression, yes, no)
			return
		}
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionNot {
			f.condition(x.CastExpression, no, yes)
			return
		}
	}
	if ast.IsBuiltinExpect(e) {
		f.condition(e.(*cc.PostfixExpression).ArgumentExpressionList.AssignmentExpression, yes, no)
		return
	}
	saved, node := f.begins(program.StmtCond, e), f.node
	v := f.rvalue(e)
	f.branch(f.truth(v), yes, no)
	f.stmt, f.node = saved, node
}

// logical lowers && and || for their value.
func (f *fn) logical(e cc.ExpressionNode) value {
	if v, ok := ast.IntConstant(e); ok && e.Pure() {
		return constant(types.Int, v)
	}
	p := place{reg: f.reg(program.I32), t: types.Int}
	f.logicalInto(p, e)
	return value{op: program.R(program.I32, p.reg), t: types.Int}
}

// logicalInto sets an integer register to 1 or 0.
func (f *fn) logicalInto(p place, e cc.ExpressionNode) {
	yes, no, end := f.block("true"), f.block("false"), f.block("logic.end")
	node := f.node
	f.condition(e, yes, no)
	f.node = node
	f.begin(yes)
	f.store(p, constant(types.Int, 1))
	f.implicit(func() { f.jump(end) })
	f.begin(no)
	f.store(p, constant(types.Int, 0))
	f.implicit(func() { f.follow(end) })
}

// conditional lowers c ? a : b for its value.
func (f *fn) conditional(x *cc.ConditionalExpression) value {
	if x.ExpressionList == nil {
		return f.elvis(x)
	}
	if e, ok := f.chosen(x); ok {
		return f.chosenValue(x, e)
	}
	t := f.conditionalType(x)
	switch {
	case t.Class == program.VoidType:
		f.conditionalEffect(x)
		return value{t: types.Void}
	case types.InMemory(t):
		p := place{reg: program.NoReg, addr: f.temp(t), t: t}
		f.conditionalInto(p, x)
		return value{op: p.addr, t: t}
	}
	r := program.NoReg
	t = f.alternatives(x, func(v value) {
		if r == program.NoReg {
			r = f.reg(v.t.Kind())
		}
		f.move(r, v.op)
	})
	return value{op: program.R(t.Kind(), r), t: t}
}

// alternatives lowers c ? a : b for scalars. Their common type is known only
// when both are lowered; then finish gets each, converted, in its branch.
func (f *fn) alternatives(x *cc.ConditionalExpression, finish func(value)) *program.Type {
	yes, no, end := f.block("cond.then"), f.block("cond.else"), f.block("cond.end")
	f.condition(x.LogicalOrExpression, yes, no)
	node := f.node
	f.begin(yes)
	a := f.scalar(x.ExpressionList)
	yes, yesEnded := f.cur, f.ended
	f.begin(no)
	b := f.scalar(x.ConditionalExpression)
	t := f.commonType(x, a.t, b.t)
	f.node = x.ConditionalExpression
	finish(f.convertTo(b, t))
	f.implicit(func() { f.jump(end) })
	f.cur, f.ended = yes, yesEnded
	f.node = x.ExpressionList
	finish(f.convertTo(a, t))
	f.implicit(func() { f.jump(end) })
	f.node = node
	f.begin(end)
	return t
}

// chosen returns the branch of a conditional expression whose condition is a
// constant.
func (f *fn) chosen(x *cc.ConditionalExpression) (cc.ExpressionNode, bool) {
	v, ok := ast.IntConstant(x.LogicalOrExpression)
	if !ok || !x.LogicalOrExpression.Pure() {
		return nil, false
	}
	if v != 0 {
		return x.ExpressionList, true
	}
	return x.ConditionalExpression, true
}

func (f *fn) chosenValue(x *cc.ConditionalExpression, e cc.ExpressionNode) value {
	v := f.rvalue(e)
	t := f.conditionalType(x)
	if t.Class == program.VoidType {
		return value{t: types.Void}
	}
	return f.convertTo(v, t)
}

// conditionalType returns the type of c ? a : b by the types that the parser
// gives its operands, which is not exact for bit-fields.
func (f *fn) conditionalType(x *cc.ConditionalExpression) *program.Type {
	a, b := f.u.TypeOf(x, x.ExpressionList.Type().Decay()), f.u.TypeOf(x, x.ConditionalExpression.Type().Decay())
	return f.commonType(x, a, b)
}

// commonType returns the type of c ? a : b for operands of types a and b.
func (f *fn) commonType(x *cc.ConditionalExpression, a, b *program.Type) *program.Type {
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
func (f *fn) conditionalInto(p place, x *cc.ConditionalExpression) {
	t := f.conditionalType(x)
	if !types.InMemory(t) {
		f.alternatives(x, func(v value) { f.store(p, v) })
		return
	}
	yes, no, end := f.block("cond.then"), f.block("cond.else"), f.block("cond.end")
	f.condition(x.LogicalOrExpression, yes, no)
	f.begin(yes)
	f.assignAs(p, x.ExpressionList, t)
	f.implicit(func() { f.jump(end) })
	f.begin(no)
	f.assignAs(p, x.ConditionalExpression, t)
	f.implicit(func() { f.follow(end) })
}

// assignAs stores e, converted to t first, at p.
func (f *fn) assignAs(p place, e cc.ExpressionNode, t *program.Type) {
	if t == p.t || types.IsRecord(t) {
		f.assignInto(p, e)
		return
	}
	f.store(p, f.convertTo(f.rvalue(e), t))
}

// conditionalEffect lowers a conditional expression whose value is not used.
func (f *fn) conditionalEffect(x *cc.ConditionalExpression) {
	yes, no, end := f.block("cond.then"), f.block("cond.else"), f.block("cond.end")
	f.condition(x.LogicalOrExpression, yes, no)
	f.begin(yes)
	f.discard(x.ExpressionList)
	f.implicit(func() { f.jump(end) })
	f.begin(no)
	f.discard(x.ConditionalExpression)
	f.implicit(func() { f.follow(end) })
}

// elvis lowers a ?: b.
func (f *fn) elvis(x *cc.ConditionalExpression) value {
	a := f.scalar(x.LogicalOrExpression)
	tb := f.u.TypeOf(x, x.ConditionalExpression.Type().Decay())
	t := a.t
	if !types.IsPointer(a.t) && !types.IsPointer(tb) {
		t = types.Usual(a.t, tb)
	}
	if types.InMemory(t) || types.InMemory(a.t) {
		diag.Unsupported(x, "?: of %s without middle operand", t)
	}
	r := f.reg(t.Kind())
	yes, no, end := f.block("cond.then"), f.block("cond.else"), f.block("cond.end")
	f.branch(f.truth(a), yes, no)
	f.begin(yes)
	f.move(r, f.convertTo(a, t).op)
	f.implicit(func() { f.jump(end) })
	f.begin(no)
	f.move(r, f.convertTo(f.rvalue(x.ConditionalExpression), t).op)
	f.implicit(func() { f.follow(end) })
	return value{op: program.R(t.Kind(), r), t: t}
}
