package cfront

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/types"
)

// value is the result of an expression: an operand for scalars; for values
// that live in memory, an address plus offset. Void has no operand. A
// comparison is of type int but may still be of kind I1.
type value struct {
	op  program.Operand
	off int64
	t   *program.Type
}

func constant(t *program.Type, v uint64) value {
	return value{op: program.C(t.Kind(), v), t: t}
}

// rvalue lowers an expression for its value. Arrays and functions decay.
func (f *fn) rvalue(e cc.ExpressionNode) value {
	saved := f.node
	f.node = e
	v := f.expression(e)
	f.node = saved
	return v
}

// scalar is rvalue for scalars, with truth values widened to int.
func (f *fn) scalar(e cc.ExpressionNode) value {
	return f.widen(f.rvalue(e))
}

// widen makes an int of the result of a comparison.
func (f *fn) widen(v value) value {
	if v.op.Kind == program.I1 {
		v.op = f.builder.convert(program.ZExt, v.t.Kind(), v.op)
	}
	return v
}

// discard lowers an expression for its effects.
func (f *fn) discard(e cc.ExpressionNode) {
	saved := f.node
	f.node = e
	defer func() { f.node = saved }()
	switch x := e.(type) {
	case *cc.ExpressionList:
		for ; x != nil; x = x.ExpressionList {
			f.discard(x.AssignmentExpression)
		}
		return
	case *cc.PrimaryExpression:
		if x.Case == cc.PrimaryExpressionExpr {
			f.discard(x.ExpressionList)
			return
		}
		if d, ok := x.ResolvedTo().(*cc.Declarator); ok && x.Case == cc.PrimaryExpressionIdent && d.Type().Kind() != cc.Function {
			f.touch(x)
			return
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			f.increment(x.PostfixExpression, x.Case == cc.PostfixExpressionDec)
			return
		case cc.PostfixExpressionIndex, cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
			f.touch(x)
			return
		}
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionDeref {
			f.touch(x)
			return
		}
	case *cc.CastExpression:
		if x.Case == cc.CastExpressionCast && x.TypeName.Type().Kind() == cc.Void {
			f.discard(x.CastExpression)
			return
		}
	case *cc.ConditionalExpression:
		if x.Case == cc.ConditionalExpressionCond && x.ExpressionList != nil {
			f.conditionalEffect(x)
			return
		}
	case *cc.LogicalAndExpression, *cc.LogicalOrExpression:
		end := f.block("logic.end")
		f.condition(e, end, end)
		f.begin(end)
		return
	}
	f.expression(e)
}

// touch lowers an lvalue whose value is not used, as in (void)x. The object
// must be there, but need not have a value: programs write this to silence
// warnings, and compilers read nothing.
func (f *fn) touch(e cc.ExpressionNode) {
	p := f.lvalue(e)
	p.flags |= program.Raw
	f.load(p)
}

// expression lowers e, which is f.node.
func (f *fn) expression(e cc.ExpressionNode) value {
	switch x := e.(type) {
	case *cc.PrimaryExpression:
		return f.primary(x)
	case *cc.PostfixExpression:
		return f.postfix(x)
	case *cc.UnaryExpression:
		return f.unary(x)
	case *cc.CastExpression:
		if x.Case == cc.CastExpressionUnary {
			return f.rvalue(x.UnaryExpression)
		}
		return f.cast(x)
	case *cc.ExpressionList:
		for ; x.ExpressionList != nil; x = x.ExpressionList {
			f.discard(x.AssignmentExpression)
		}
		return f.rvalue(x.AssignmentExpression)
	case *cc.ConditionalExpression:
		if x.Case == cc.ConditionalExpressionLOr {
			return f.rvalue(x.LogicalOrExpression)
		}
		return f.conditional(x)
	case *cc.AssignmentExpression:
		return f.assignment(x)
	case *cc.ConstantExpression:
		return f.rvalue(x.ConditionalExpression)
	case *cc.LogicalAndExpression, *cc.LogicalOrExpression:
		return f.logical(e)
	}
	if op, l, r, ok := ast.BinaryParts(e); ok {
		return f.binaryExpression(op, l, r)
	}
	diag.Unsupported(e, "expression %T", e)
	return value{}
}

func (f *fn) binaryExpression(op ast.Operator, l, r cc.ExpressionNode) value {
	var a, b value
	if f.readLast(op, l) && !r.Pure() {
		b = f.scalar(r)
		a = f.scalar(l)
	} else {
		a = f.scalar(l)
		b = f.scalar(r)
	}
	if op < ast.Eq {
		return f.arith(op, a, b)
	}
	return value{op: f.comparison(op, a, b), t: types.Int}
}

// readLast reports whether gcc reads the left operand of op after evaluating
// the right one: C leaves the order open, but programs show it. It puts plain
// variables second where it may swap operands.
func (f *fn) readLast(op ast.Operator, l cc.ExpressionNode) bool {
	if op == ast.Sub || op == ast.Div || op == ast.Mod || op == ast.Shl || op == ast.Shr {
		return false
	}
	for {
		x, ok := l.(*cc.PrimaryExpression)
		switch {
		case !ok:
			return false
		case x.Case == cc.PrimaryExpressionExpr:
			l = x.ExpressionList
		default:
			return x.Case == cc.PrimaryExpressionIdent
		}
	}
}

func (f *fn) primary(x *cc.PrimaryExpression) value {
	switch x.Case {
	case cc.PrimaryExpressionIdent:
		return f.identifier(x)
	case cc.PrimaryExpressionInt, cc.PrimaryExpressionChar, cc.PrimaryExpressionLChar:
		v, ok := ast.IntConstant(x)
		if !ok {
			diag.Fail(x, "bad constant %s", x.Token.SrcStr())
		}
		return constant(f.u.TypeOf(x, x.Type()), v)
	case cc.PrimaryExpressionFloat:
		return f.floatLiteral(x)
	case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
		p := f.literal(x)
		return f.decay(value{op: p.addr, t: p.t})
	case cc.PrimaryExpressionExpr:
		return f.rvalue(x.ExpressionList)
	case cc.PrimaryExpressionStmt:
		return f.statementExpression(x.CompoundStatement)
	case cc.PrimaryExpressionGeneric:
		return f.rvalue(f.selected(x).AssignmentExpression)
	}
	diag.Unsupported(x, "expression")
	return value{}
}

func (f *fn) identifier(x *cc.PrimaryExpression) value {
	if e, ok := x.ResolvedTo().(*cc.Enumerator); ok {
		v, ok := ast.IntConstant(e)
		if !ok {
			diag.Fail(x, "value of %s is not known", x.Token.SrcStr())
		}
		return constant(types.Enumerator(f.u.TypeOf(x, e.Type()), v), v)
	}
	if d, ok := x.ResolvedTo().(*cc.Declarator); ok && d.Type().Kind() == cc.Function {
		t := f.u.TypeOf(x, d.Type())
		return value{op: f.functionAddress(x, d), t: types.PointerTo(t)}
	}
	return f.load(f.lvalue(x))
}

// functionAddress returns the address of the function that d names. Where
// the parser took an undeclared name for a builtin, the library function of
// the plain name is meant.
func (f *fn) functionAddress(x cc.Node, d *cc.Declarator) program.Operand {
	name := d.Name()
	if _, ok := program.LookupIntrin(name); ok {
		diag.Unsupported(x, "address of intrinsic %s", name)
	}
	if plain, ok := libraryBuiltin(name); ok {
		return f.u.funcByName(plain, f.u.TypeOf(x, d.Type()))
	}
	return f.u.funcRef(d)
}

// decay turns an array or function into a pointer.
func (f *fn) decay(v value) value {
	switch v.t.Class {
	case program.ArrayType:
		return value{op: f.address(v.op, v.off), t: types.PointerTo(v.t.Elem)}
	case program.FuncType:
		return value{op: f.address(v.op, v.off), t: types.PointerTo(v.t)}
	}
	return v
}

// statementExpression lowers ({ ... }): its value is that of the last item.
func (f *fn) statementExpression(c *cc.CompoundStatement) value {
	saved, node := f.stmt, f.node
	f.push(c, ast.HasLabel(c))
	v := value{t: types.Void}
	for l := c.BlockItemList; l != nil; l = l.BlockItemList {
		s := l.BlockItem
		if l.BlockItemList == nil && s.Case == cc.BlockItemStmt {
			v = f.lastStatement(s.Statement)
			break
		}
		f.item(s)
	}
	if types.InMemory(v.t) {
		// The object may be a local of the scope that is left now.
		to := f.temp(v.t)
		f.copy(to, v)
		v = value{op: to, t: v.t}
	} else {
		v = f.keep(v)
	}
	f.pop()
	f.stmt, f.node = saved, node
	return v
}

// lastStatement lowers the last statement of a statement expression.
func (f *fn) lastStatement(s *cc.Statement) value {
	switch s.Case {
	case cc.StatementExpr:
		if e := s.ExpressionStatement.ExpressionList; e != nil {
			f.begins(program.StmtExpr, e)
			return f.rvalue(e)
		}
	case cc.StatementLabeled:
		if l := s.LabeledStatement; l.Case == cc.LabeledStatementLabel {
			f.implicit(func() { f.follow(f.label(l)) })
			return f.lastStatement(l.Statement)
		}
	}
	f.statement(s)
	return value{t: types.Void}
}

func (f *fn) postfix(x *cc.PostfixExpression) value {
	switch x.Case {
	case cc.PostfixExpressionPrimary:
		return f.rvalue(x.PrimaryExpression)
	case cc.PostfixExpressionCall:
		return f.call(x)
	case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
		return f.postIncrement(x)
	case cc.PostfixExpressionSelect:
		// The structure may be a value without place, such as a call's.
		return f.load(f.member(x))
	}
	return f.load(f.lvalue(x))
}

func (f *fn) unary(x *cc.UnaryExpression) value {
	switch x.Case {
	case cc.UnaryExpressionPostfix:
		return f.rvalue(x.PostfixExpression)
	case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
		return f.increment(x.UnaryExpression, x.Case == cc.UnaryExpressionDec)
	case cc.UnaryExpressionAddrof:
		return f.addressOf(x.CastExpression)
	case cc.UnaryExpressionDeref:
		return f.load(f.lvalue(x))
	case cc.UnaryExpressionPlus:
		v := f.scalar(x.CastExpression)
		return f.convertTo(v, types.Promote(v.t))
	case cc.UnaryExpressionMinus:
		return f.negate(f.scalar(x.CastExpression))
	case cc.UnaryExpressionCpl:
		return f.complement(f.scalar(x.CastExpression))
	case cc.UnaryExpressionNot:
		return value{op: f.not(f.rvalue(x.CastExpression)), t: types.Int}
	case cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionSizeofType:
		return f.sizeof(x)
	case cc.UnaryExpressionAlignofExpr, cc.UnaryExpressionAlignofType:
		return constant(types.ULong, f.alignof(x))
	case cc.UnaryExpressionLabelAddr:
		return value{op: f.labelAddress(x), t: types.VoidPointer}
	case cc.UnaryExpressionReal, cc.UnaryExpressionImag:
		return f.part(x)
	}
	diag.Unsupported(x, "operator")
	return value{}
}

// labelAddress lowers &&label. In the initialiser of a static local the label
// is one of the function around it.
func (f *fn) labelAddress(x *cc.UnaryExpression) program.Operand {
	if f.outer != nil {
		f = f.outer
	}
	if f.def == nil {
		diag.Fail(x, "label outside a function")
	}
	blk := f.label(f.findLabel(x, nil, x.Token2.SrcStr()))
	f.taken[blk] = true
	return program.Operand{Mode: program.LabelAddr, Kind: program.Ptr, Index: int32(f.index), Bits: uint64(blk)}
}

func (f *fn) cast(x *cc.CastExpression) value {
	t := f.u.TypeOf(x, x.TypeName.Type())
	f.evalLengths(x.TypeName.Type())
	if ap := ast.VaArgList(x.CastExpression); ap != nil && types.IsPointer(t) {
		return value{op: f.vaArg(ap, t.Elem), t: t}
	}
	if t.Class == program.VoidType {
		f.discard(x.CastExpression)
		return value{t: types.Void}
	}
	v := f.rvalue(x.CastExpression)
	if types.IsRecord(t) {
		return f.castRecord(x, v, t)
	}
	return f.convertTo(v, t)
}

// castRecord handles casts to a union from a member's type and casts between
// types that are the same.
func (f *fn) castRecord(x cc.Node, v value, t *program.Type) value {
	if v.t == t || types.IsRecord(v.t) && v.t.Size == t.Size {
		v.t = t
		return v
	}
	if t.Class != program.UnionType {
		diag.Fail(x, "cast to %s", t)
	}
	to := f.temp(t)
	f.effect(program.Instr{Op: program.ZeroMem, A: to, Size: t.Size})
	v = f.widen(v)
	f.store(place{reg: program.NoReg, addr: to, t: v.t}, v)
	return value{op: to, t: t}
}
