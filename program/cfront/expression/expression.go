package expression

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/builtin"
	"github.com/riftlab/rift/program/cfront/call"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/types"
	"github.com/riftlab/rift/program/cfront/value"
)

// RValue lowers an expression for its value. Arrays and functions decay.
func (f *Lowerer) RValue(e cc.ExpressionNode) value.Value {
	saved := f.Node
	f.Node = e
	v := f.expression(e)
	f.Node = saved
	return v
}

// Scalar is rvalue for scalars, with truth values widened to int.
func (f *Lowerer) Scalar(e cc.ExpressionNode) value.Value {
	return f.Widen(f.RValue(e))
}

// Discard lowers an expression for its effects.
func (f *Lowerer) Discard(e cc.ExpressionNode) {
	saved := f.Node
	f.Node = e
	defer func() { f.Node = saved }()
	switch x := e.(type) {
	case *cc.ExpressionList:
		for ; x != nil; x = x.ExpressionList {
			f.Discard(x.AssignmentExpression)
		}
		return
	case *cc.PrimaryExpression:
		if x.Case == cc.PrimaryExpressionExpr {
			f.Discard(x.ExpressionList)
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
			f.Discard(x.CastExpression)
			return
		}
	case *cc.ConditionalExpression:
		if x.Case == cc.ConditionalExpressionCond && x.ExpressionList != nil {
			f.conditionalEffect(x)
			return
		}
	case *cc.LogicalAndExpression, *cc.LogicalOrExpression:
		end := f.Block("logic.end")
		f.Condition(e, end, end)
		f.Begin(end)
		return
	}
	f.expression(e)
}

// touch lowers an lvalue whose value is not used, as in (void)x. The object
// must be there, but need not have a value: programs write this to silence
// warnings, and compilers read nothing.
func (f *Lowerer) touch(e cc.ExpressionNode) {
	p := f.LValue(e)
	p.Flags |= program.Raw
	f.Load(p)
}

// expression lowers e, which is f.node.
func (f *Lowerer) expression(e cc.ExpressionNode) value.Value {
	switch x := e.(type) {
	case *cc.PrimaryExpression:
		return f.primary(x)
	case *cc.PostfixExpression:
		return f.postfix(x)
	case *cc.UnaryExpression:
		return f.unary(x)
	case *cc.CastExpression:
		if x.Case == cc.CastExpressionUnary {
			return f.RValue(x.UnaryExpression)
		}
		return f.cast(x)
	case *cc.ExpressionList:
		for ; x.ExpressionList != nil; x = x.ExpressionList {
			f.Discard(x.AssignmentExpression)
		}
		return f.RValue(x.AssignmentExpression)
	case *cc.ConditionalExpression:
		if x.Case == cc.ConditionalExpressionLOr {
			return f.RValue(x.LogicalOrExpression)
		}
		return f.conditional(x)
	case *cc.AssignmentExpression:
		return f.assignment(x)
	case *cc.ConstantExpression:
		return f.RValue(x.ConditionalExpression)
	case *cc.LogicalAndExpression, *cc.LogicalOrExpression:
		return f.logical(e)
	}
	if op, l, r, ok := ast.BinaryParts(e); ok {
		return f.binaryExpression(op, l, r)
	}
	diag.Unsupported(e, "expression %T", e)
	return value.Value{}
}

func (f *Lowerer) binaryExpression(op ast.Operator, l, r cc.ExpressionNode) value.Value {
	var a, b value.Value
	if readLast(op, l) && !r.Pure() {
		b = f.Scalar(r)
		a = f.Scalar(l)
	} else {
		a = f.Scalar(l)
		b = f.Scalar(r)
	}
	if op < ast.Eq {
		f.checkStep(op, l, r, a, b)
		return f.Arith(op, a, b)
	}
	return value.Value{Op: f.Comparison(op, a, b), Type: types.Int}
}

// readLast reports whether gcc reads the left operand of op after evaluating
// the right one: C leaves the order open, but programs show it. It puts plain
// variables second where it may swap operands.
func readLast(op ast.Operator, l cc.ExpressionNode) bool {
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

func (f *Lowerer) primary(x *cc.PrimaryExpression) value.Value {
	switch x.Case {
	case cc.PrimaryExpressionIdent:
		return f.identifier(x)
	case cc.PrimaryExpressionInt, cc.PrimaryExpressionChar, cc.PrimaryExpressionLChar:
		v, ok := ast.IntConstant(x)
		if !ok {
			diag.Fail(x, "bad constant %s", x.Token.SrcStr())
		}
		return value.Constant(f.Unit.TypeOf(x, x.Type()), v)
	case cc.PrimaryExpressionFloat:
		return floatLiteral(f.Ops, x)
	case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
		p := stringPlace(f.Unit, x)
		return f.Decay(value.Value{Op: p.Addr, Type: p.Type})
	case cc.PrimaryExpressionExpr:
		return f.RValue(x.ExpressionList)
	case cc.PrimaryExpressionStmt:
		return f.nested.Statements(x.CompoundStatement)
	case cc.PrimaryExpressionGeneric:
		return f.RValue(f.selected(x).AssignmentExpression)
	}
	diag.Unsupported(x, "expression")
	return value.Value{}
}

// selected returns the association that a _Generic selection stands for.
func (f *Lowerer) selected(x *cc.PrimaryExpression) *cc.GenericAssociation {
	return association(f.Unit, x, f.staticType)
}

// staticType returns the type of an expression that is not evaluated: what it
// lowers to stands in a block that nothing reaches.
func (f *Lowerer) staticType(e cc.ExpressionNode) *program.Type {
	var t *program.Type
	f.Aside(func() { t = f.RValue(e).Type })
	return t
}

func (f *Lowerer) identifier(x *cc.PrimaryExpression) value.Value {
	if e, ok := x.ResolvedTo().(*cc.Enumerator); ok {
		v, ok := ast.IntConstant(e)
		if !ok {
			diag.Fail(x, "value of %s is not known", x.Token.SrcStr())
		}
		return value.Constant(types.Enumerator(f.Unit.TypeOf(x, e.Type()), v), v)
	}
	if d, ok := x.ResolvedTo().(*cc.Declarator); ok && d.Type().Kind() == cc.Function {
		t := f.Unit.TypeOf(x, d.Type())
		return value.Value{Op: f.functionAddress(x, d), Type: types.PointerTo(t)}
	}
	return f.Load(f.LValue(x))
}

// functionAddress returns the address of the function that d names. Where
// the parser took an undeclared name for a builtin, the library function of
// the plain name is meant.
func (f *Lowerer) functionAddress(x cc.Node, d *cc.Declarator) program.Operand {
	name := d.Name()
	if _, ok := program.LookupIntrin(name); ok {
		diag.Unsupported(x, "address of intrinsic %s", name)
	}
	if plain, ok := builtin.LibraryName(name); ok {
		return f.Unit.LibraryFunc(plain, f.Unit.TypeOf(x, d.Type()))
	}
	return f.Unit.FuncAddress(d)
}

func (f *Lowerer) postfix(x *cc.PostfixExpression) value.Value {
	switch x.Case {
	case cc.PostfixExpressionPrimary:
		return f.RValue(x.PrimaryExpression)
	case cc.PostfixExpressionCall:
		return call.Value(f.Frame, f, x)
	case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
		return f.postIncrement(x)
	case cc.PostfixExpressionSelect:
		// The structure may be a value without place, such as a call's.
		return f.Load(f.member(x))
	case cc.PostfixExpressionIndex:
		if f.Check && x.Type().Undecay().Kind() == cc.Array {
			return f.Load(f.addressed(x))
		}
	}
	return f.Load(f.LValue(x))
}

func (f *Lowerer) unary(x *cc.UnaryExpression) value.Value {
	switch x.Case {
	case cc.UnaryExpressionPostfix:
		return f.RValue(x.PostfixExpression)
	case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
		return f.increment(x.UnaryExpression, x.Case == cc.UnaryExpressionDec)
	case cc.UnaryExpressionAddrof:
		return f.addressOf(x.CastExpression)
	case cc.UnaryExpressionDeref:
		return f.Load(f.LValue(x))
	case cc.UnaryExpressionPlus:
		v := f.Scalar(x.CastExpression)
		return f.Convert(v, types.Promote(v.Type))
	case cc.UnaryExpressionMinus:
		return f.Negate(f.Scalar(x.CastExpression))
	case cc.UnaryExpressionCpl:
		return f.Complement(f.Scalar(x.CastExpression))
	case cc.UnaryExpressionNot:
		return value.Value{Op: f.Not(f.RValue(x.CastExpression)), Type: types.Int}
	case cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionSizeofType:
		return f.sizeof(x)
	case cc.UnaryExpressionAlignofExpr, cc.UnaryExpressionAlignofType:
		return value.Constant(types.ULong, alignof(x))
	case cc.UnaryExpressionLabelAddr:
		return value.Value{Op: f.AddressOfLabel(x, x.Token2.SrcStr()), Type: types.VoidPointer}
	case cc.UnaryExpressionReal, cc.UnaryExpressionImag:
		return f.part(x)
	}
	diag.Unsupported(x, "operator")
	return value.Value{}
}

func (f *Lowerer) cast(x *cc.CastExpression) value.Value {
	t := f.Unit.TypeOf(x, x.TypeName.Type())
	f.EvaluateLengths(x.TypeName.Type())
	if ap := ast.VaArgList(x.CastExpression); ap != nil && types.IsPointer(t) {
		return value.Value{Op: f.vaArg(ap, t.Elem), Type: t}
	}
	if t.Class == program.VoidType {
		f.Discard(x.CastExpression)
		return value.Value{Type: types.Void}
	}
	v := f.RValue(x.CastExpression)
	if types.IsRecord(t) {
		return f.castRecord(x, v, t)
	}
	return f.Convert(v, t)
}

// castRecord handles casts to a union from a member's type and casts between
// types that are the same.
func (f *Lowerer) castRecord(x cc.Node, v value.Value, t *program.Type) value.Value {
	if v.Type == t || types.IsRecord(v.Type) && v.Type.Size == t.Size {
		v.Type = t
		return v
	}
	if t.Class != program.UnionType {
		diag.Fail(x, "cast to %s", t)
	}
	to := f.Temp(t)
	f.Effect(program.Instr{Op: program.ZeroMem, A: to, Size: t.Size})
	v = f.Widen(v)
	f.Store(value.Place{Reg: program.NoReg, Addr: to, Type: v.Type}, v)
	return value.Value{Op: to, Type: t}
}
