package cfront

import (
	"regexp"
	"strings"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/builtin"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/types"
	"github.com/riftlab/rift/program/cfront/value"
	"github.com/riftlab/rift/program/extarith"
)

// RValue lowers an expression for its value. Arrays and functions decay.
func (f *fn) RValue(e cc.ExpressionNode) value.Value {
	saved := f.Node
	f.Node = e
	v := f.expression(e)
	f.Node = saved
	return v
}

// Scalar is rvalue for scalars, with truth values widened to int.
func (f *fn) Scalar(e cc.ExpressionNode) value.Value {
	return f.Widen(f.RValue(e))
}

// Discard lowers an expression for its effects.
func (f *fn) Discard(e cc.ExpressionNode) {
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
		f.condition(e, end, end)
		f.Begin(end)
		return
	}
	f.expression(e)
}

// touch lowers an lvalue whose value is not used, as in (void)x. The object
// must be there, but need not have a value: programs write this to silence
// warnings, and compilers read nothing.
func (f *fn) touch(e cc.ExpressionNode) {
	p := f.LValue(e)
	p.Flags |= program.Raw
	f.Load(p)
}

// expression lowers e, which is f.node.
func (f *fn) expression(e cc.ExpressionNode) value.Value {
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

func (f *fn) binaryExpression(op ast.Operator, l, r cc.ExpressionNode) value.Value {
	var a, b value.Value
	if f.readLast(op, l) && !r.Pure() {
		b = f.Scalar(r)
		a = f.Scalar(l)
	} else {
		a = f.Scalar(l)
		b = f.Scalar(r)
	}
	if op < ast.Eq {
		return f.Arith(op, a, b)
	}
	return value.Value{Op: f.Comparison(op, a, b), Type: types.Int}
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

func (f *fn) primary(x *cc.PrimaryExpression) value.Value {
	switch x.Case {
	case cc.PrimaryExpressionIdent:
		return f.identifier(x)
	case cc.PrimaryExpressionInt, cc.PrimaryExpressionChar, cc.PrimaryExpressionLChar:
		v, ok := ast.IntConstant(x)
		if !ok {
			diag.Fail(x, "bad constant %s", x.Token.SrcStr())
		}
		return value.Constant(f.u.TypeOf(x, x.Type()), v)
	case cc.PrimaryExpressionFloat:
		return f.floatLiteral(x)
	case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
		p := f.stringPlace(x)
		return f.Decay(value.Value{Op: p.Addr, Type: p.Type})
	case cc.PrimaryExpressionExpr:
		return f.RValue(x.ExpressionList)
	case cc.PrimaryExpressionStmt:
		return f.statementExpression(x.CompoundStatement)
	case cc.PrimaryExpressionGeneric:
		return f.RValue(f.selected(x).AssignmentExpression)
	}
	diag.Unsupported(x, "expression")
	return value.Value{}
}

func (f *fn) identifier(x *cc.PrimaryExpression) value.Value {
	if e, ok := x.ResolvedTo().(*cc.Enumerator); ok {
		v, ok := ast.IntConstant(e)
		if !ok {
			diag.Fail(x, "value of %s is not known", x.Token.SrcStr())
		}
		return value.Constant(types.Enumerator(f.u.TypeOf(x, e.Type()), v), v)
	}
	if d, ok := x.ResolvedTo().(*cc.Declarator); ok && d.Type().Kind() == cc.Function {
		t := f.u.TypeOf(x, d.Type())
		return value.Value{Op: f.functionAddress(x, d), Type: types.PointerTo(t)}
	}
	return f.Load(f.LValue(x))
}

// functionAddress returns the address of the function that d names. Where
// the parser took an undeclared name for a builtin, the library function of
// the plain name is meant.
func (f *fn) functionAddress(x cc.Node, d *cc.Declarator) program.Operand {
	name := d.Name()
	if _, ok := program.LookupIntrin(name); ok {
		diag.Unsupported(x, "address of intrinsic %s", name)
	}
	if plain, ok := builtin.LibraryName(name); ok {
		return f.u.LibraryFunc(plain, f.u.TypeOf(x, d.Type()))
	}
	return f.u.FuncAddress(d)
}

// statementExpression lowers ({ ... }): its value is that of the last item.
func (f *fn) statementExpression(c *cc.CompoundStatement) value.Value {
	saved, node := f.Stmt, f.Node
	f.push(c, ast.HasLabel(c))
	v := value.Value{Type: types.Void}
	for l := c.BlockItemList; l != nil; l = l.BlockItemList {
		s := l.BlockItem
		if l.BlockItemList == nil && s.Case == cc.BlockItemStmt {
			v = f.lastStatement(s.Statement)
			break
		}
		f.item(s)
	}
	if types.InMemory(v.Type) {
		// The object may be a local of the scope that is left now.
		to := f.Temp(v.Type)
		f.Copy(to, v)
		v = value.Value{Op: to, Type: v.Type}
	} else {
		v = f.Keep(v)
	}
	f.pop()
	f.Stmt, f.Node = saved, node
	return v
}

// lastStatement lowers the last statement of a statement expression.
func (f *fn) lastStatement(s *cc.Statement) value.Value {
	switch s.Case {
	case cc.StatementExpr:
		if e := s.ExpressionStatement.ExpressionList; e != nil {
			f.BeginStmt(program.StmtExpr, e)
			return f.RValue(e)
		}
	case cc.StatementLabeled:
		if l := s.LabeledStatement; l.Case == cc.LabeledStatementLabel {
			f.Implicit(func() { f.Follow(f.label(l)) })
			return f.lastStatement(l.Statement)
		}
	}
	f.statement(s)
	return value.Value{Type: types.Void}
}

func (f *fn) postfix(x *cc.PostfixExpression) value.Value {
	switch x.Case {
	case cc.PostfixExpressionPrimary:
		return f.RValue(x.PrimaryExpression)
	case cc.PostfixExpressionCall:
		return f.call(x)
	case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
		return f.postIncrement(x)
	case cc.PostfixExpressionSelect:
		// The structure may be a value without place, such as a call's.
		return f.Load(f.member(x))
	}
	return f.Load(f.LValue(x))
}

func (f *fn) unary(x *cc.UnaryExpression) value.Value {
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
		return value.Constant(types.ULong, f.alignof(x))
	case cc.UnaryExpressionLabelAddr:
		return value.Value{Op: f.labelAddress(x), Type: types.VoidPointer}
	case cc.UnaryExpressionReal, cc.UnaryExpressionImag:
		return f.part(x)
	}
	diag.Unsupported(x, "operator")
	return value.Value{}
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
	return f.Builder.LabelAddress(blk)
}

func (f *fn) cast(x *cc.CastExpression) value.Value {
	t := f.u.TypeOf(x, x.TypeName.Type())
	f.evalLengths(x.TypeName.Type())
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
func (f *fn) castRecord(x cc.Node, v value.Value, t *program.Type) value.Value {
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

// floatText takes a floating constant in lower case apart: the number, then
// suffixes for type (f, l, f32, f64x...) and imaginary unit.
var floatText = regexp.MustCompile(`^(0x[0-9a-f.]*p[+-]?[0-9]+|[0-9.]+(?:e[+-]?[0-9]+)?)([ij]?)(f32x|f64x|f32|f64|f|l)?([ij]?)$`)

var floatSuffixes = map[string]*program.Type{
	"": types.Double, "f": types.Float, "l": types.LongDouble, "f32": types.Float, "f64": types.Double, "f32x": types.Double, "f64x": types.LongDouble,
}

// floatLiteral lowers a floating constant, imaginary ones included.
func (f *fn) floatLiteral(x *cc.PrimaryExpression) value.Value {
	m := floatText.FindStringSubmatch(strings.ToLower(x.Token.SrcStr()))
	if m == nil {
		diag.Unsupported(x, "constant %s", x.Token.SrcStr())
	}
	typ := floatSuffixes[m[3]]
	p := extarith.Parse(m[1], int(typ.Size))
	if p.Consumed != len(m[1]) {
		diag.Unsupported(x, "constant %s", x.Token.SrcStr())
	}
	c := f.FloatConstant(typ, p.Value)
	if m[2]+m[4] != "" {
		return f.MakeComplex(f.FloatConstant(typ, extarith.Extended{}), c)
	}
	return c
}
