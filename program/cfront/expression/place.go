package expression

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/emit"
	"github.com/riftlab/rift/program/cfront/types"
	"github.com/riftlab/rift/program/cfront/unit"
	"github.com/riftlab/rift/program/cfront/value"
)

// LValue lowers an expression that designates an object.
func (f *Lowerer) LValue(e cc.ExpressionNode) value.Place {
	saved := f.Node
	f.Node = e
	p := f.designator(e)
	if p.Via && int64(e.Type().Align()) < p.Type.Align {
		p.Via = false // declared so
	}
	if ast.IsVolatile(e.Type()) {
		p.Flags |= program.Volatile
	}
	f.Node = saved
	return p
}

func (f *Lowerer) designator(e cc.ExpressionNode) value.Place {
	switch x := e.(type) {
	case *cc.PrimaryExpression:
		switch x.Case {
		case cc.PrimaryExpressionIdent:
			return f.variable(x)
		case cc.PrimaryExpressionExpr:
			return f.LValue(x.ExpressionList)
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			return stringPlace(f.Unit, x)
		case cc.PrimaryExpressionGeneric:
			return f.LValue(f.selected(x).AssignmentExpression)
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionPrimary:
			return f.LValue(x.PrimaryExpression)
		case cc.PostfixExpressionIndex:
			return f.element(x, 0)
		case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
			return f.member(x)
		case cc.PostfixExpressionComplit:
			return f.nested.Literal(x)
		}
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionPostfix:
			return f.LValue(x.PostfixExpression)
		case cc.UnaryExpressionDeref:
			if p, ok := f.elementByPointer(x.CastExpression); ok {
				return p
			}
			if f.Check {
				return f.Pointee(x, f.RValue(x.CastExpression))
			}
			if v, off, ok := f.stepped(x.CastExpression); ok {
				p := f.Pointee(x, v)
				p.Off = off * p.Type.Size
				return p
			}
			return f.Pointee(x, f.RValue(x.CastExpression))
		case cc.UnaryExpressionReal, cc.UnaryExpressionImag:
			return f.partPlace(x)
		}
	case *cc.CastExpression:
		if x.Case == cc.CastExpressionUnary {
			return f.LValue(x.UnaryExpression)
		}
	case *cc.ExpressionList:
		if x.ExpressionList == nil {
			return f.LValue(x.AssignmentExpression)
		}
	}
	// Not an lvalue, but a structure without place may still be looked into.
	v := f.RValue(e)
	if !types.InMemory(v.Type) {
		diag.Fail(e, "not an lvalue")
	}
	return value.Place{Reg: program.NoReg, Addr: v.Op, Off: v.Off, Type: v.Type}
}

// stepped lowers v++ and v-- of a register variable that is a pointer to
// something of fixed size, or an index that does not wrap around: it returns
// the new value and how far the old one is from it, in steps. An access can
// take that in its offset, where keeping the old value would take a move.
func (f *Lowerer) stepped(e cc.ExpressionNode) (v value.Value, off int64, ok bool) {
	for {
		p, isPrimary := e.(*cc.PrimaryExpression)
		if !isPrimary || p.Case != cc.PrimaryExpressionExpr {
			break
		}
		e = p.ExpressionList
	}
	x, isPostfix := e.(*cc.PostfixExpression)
	if !isPostfix || x.Case != cc.PostfixExpressionInc && x.Case != cc.PostfixExpressionDec {
		return value.Value{}, 0, false
	}
	id, isName := x.PostfixExpression.(*cc.PrimaryExpression)
	if !isName || id.Case != cc.PrimaryExpressionIdent {
		return value.Value{}, 0, false
	}
	d, isVar := id.ResolvedTo().(*cc.Declarator)
	if !isVar {
		return value.Value{}, 0, false
	}
	p, isLocal := f.Local(d)
	if !isLocal || p.Reg == program.NoReg || !steppable(f.Unit, p.Type) {
		return value.Value{}, 0, false
	}
	saved := f.Node
	f.Node = x
	v = f.increment(x.PostfixExpression, x.Case == cc.PostfixExpressionDec)
	f.Node = saved
	if x.Case == cc.PostfixExpressionDec {
		return v, 1, true
	}
	return v, -1, true
}

func steppable(u *unit.Unit, t *program.Type) bool {
	if types.IsPointer(t) {
		_, dynamic := u.Variable(t.Elem)
		return !dynamic && t.Elem.Size > 0 && t.Elem.Class != program.FuncType && t.Elem.Class != program.VoidType
	}
	return t.Class == program.IntType && (t.Size == 8 || t.Size == 4 && !t.Unsigned)
}

// variable returns the place of the object that an identifier names.
func (f *Lowerer) variable(x *cc.PrimaryExpression) value.Place {
	d, ok := x.ResolvedTo().(*cc.Declarator)
	if !ok {
		diag.Fail(x, "%s is no variable", x.Token.SrcStr())
	}
	if p, ok := f.Local(d); ok {
		return p
	}
	t := f.Unit.TypeOf(x, d.Type())
	if d.Type().Kind() == cc.Function {
		return value.Place{Reg: program.NoReg, Addr: f.functionAddress(x, d), Type: t}
	}
	if d.Linkage() == cc.None {
		if !d.IsStatic() {
			diag.Unsupported(x, "variable %s of an enclosing function or scope", d.Name())
		}
		return value.Place{Reg: program.NoReg, Addr: unit.GlobalAddress(f.StaticLocal(d)), Type: t}
	}
	i := f.Unit.SymbolOf(d).Index
	if g := f.Unit.Object.Globals[i]; g.Type.Size > t.Size {
		t = g.Type
	}
	return value.Place{Reg: program.NoReg, Addr: unit.GlobalAddress(i), Type: t}
}

// element lowers a[i]; slack is by how much i may be beyond the last element, 1 where only the
// address matters.
func (f *Lowerer) element(x *cc.PostfixExpression, slack int64) value.Place {
	a, i := x.PostfixExpression, x.ExpressionList
	if v := a.Type().VectorSize(); v > 0 {
		diag.Unsupported(x, "vector type; write it as an array")
	}
	// Indexing an array object keeps the place of its first element, so that
	// constant indices become part of the access.
	if base, ok := f.arrayPlace(a); ok {
		if f.Check && !mayHaveMore(a) {
			n := f.Scalar(i)
			f.CheckIndex(base.Type, n, slack)
			return f.ElementOf(base, n)
		}
		return f.elementAt(base, i)
	}
	l := f.Scalar(a)
	if types.IsPointer(l.Type) {
		return f.elementAt(value.ElementsAt(l), i)
	}
	r := f.Scalar(i)
	if !types.IsPointer(r.Type) {
		diag.Fail(x, "subscript of %s", l.Type)
	}
	return f.ElementOf(value.ElementsAt(r), l)
}

// elementAt lowers an element of the array at base.
func (f *Lowerer) elementAt(base value.Place, i cc.ExpressionNode) value.Place {
	if _, dynamic := f.Unit.Variable(base.Type.Elem); !dynamic && !f.Check {
		if v, off, ok := f.stepped(i); ok {
			p := f.ElementOf(base, v)
			p.Off += off * p.Type.Size
			return p
		}
	}
	return f.ElementOf(base, f.Scalar(i))
}

// arrayPlace returns the place of an expression of array type.
func (f *Lowerer) arrayPlace(e cc.ExpressionNode) (value.Place, bool) {
	switch x := e.(type) {
	case *cc.PrimaryExpression:
		if x.Case == cc.PrimaryExpressionExpr {
			return f.arrayPlace(x.ExpressionList)
		}
		d, ok := x.ResolvedTo().(*cc.Declarator)
		if x.Case != cc.PrimaryExpressionIdent || !ok || d.Type().Kind() != cc.Array {
			return value.Place{}, false
		}
	case *cc.PostfixExpression:
		if x.Case == cc.PostfixExpressionIndex {
			break
		}
		if x.Case != cc.PostfixExpressionSelect && x.Case != cc.PostfixExpressionPSelect || x.Field() == nil || x.Field().Type().Kind() != cc.Array {
			return value.Place{}, false
		}
	case *cc.ExpressionList:
		if x.ExpressionList == nil {
			return f.arrayPlace(x.AssignmentExpression)
		}
		return value.Place{}, false
	default:
		return value.Place{}, false
	}
	if e.Type().Undecay().Kind() != cc.Array {
		return value.Place{}, false
	}
	p := f.LValue(e)
	if p.Type.Class != program.ArrayType {
		v := f.Load(p)
		return value.ElementsAt(v), types.IsPointer(v.Type)
	}
	return p, true
}

// member lowers s.m and p->m.
func (f *Lowerer) member(x *cc.PostfixExpression) value.Place {
	fld := x.Field()
	if fld == nil {
		diag.Fail(x, "no such member")
	}
	var p value.Place
	if x.Case == cc.PostfixExpressionPSelect {
		p = f.Pointee(x, f.RValue(x.PostfixExpression))
	} else {
		p = f.LValue(x.PostfixExpression)
	}
	if p.Via {
		f.CheckMember(p)
		p.Via = false
	}
	if ast.IsVolatile(fld.Type()) {
		p.Flags |= program.Volatile
	}
	return field(f.Unit, p, x, fld)
}

// field returns the place of a member of the structure at p.
func field(u *unit.Unit, p value.Place, n cc.Node, fld *cc.Field) value.Place {
	p.Off += fld.Offset()
	p.Type = u.TypeOf(n, fld.Type())
	if fld.IsBitfield() {
		p.Bits = &value.BitField{Shift: fld.OffsetBits(), Width: int(fld.ValueBits()), Bytes: fld.AccessBytes(), Field: p.Type}
	}
	return p
}

// addressOf lowers &e.
func (f *Lowerer) addressOf(e cc.ExpressionNode) value.Value {
	p := f.addressed(e)
	if p.Bits != nil {
		diag.Fail(e, "address of a bit-field")
	}
	if p.Reg != program.NoReg {
		// The parser did not see this coming: lower again with an object.
		f.Demote(p.Decl)
		return value.Value{Op: program.C(program.Ptr, 0), Type: types.PointerTo(p.Type)}
	}
	return value.Value{Op: f.Address(p.Addr, p.Off), Type: types.PointerTo(p.Type)}
}

// part lowers __real__ e and __imag__ e.
func (f *Lowerer) part(x *cc.UnaryExpression) value.Value {
	v := f.Scalar(x.UnaryExpression)
	imaginary := x.Case == cc.UnaryExpressionImag
	if !types.IsComplex(v.Type) {
		if imaginary {
			return f.Convert(value.Constant(types.Int, 0), v.Type)
		}
		return v
	}
	if _, ok := f.ComplexImage(v); ok {
		re, im := f.Parts(v)
		if imaginary {
			return im
		}
		return re
	}
	p := value.Place{Reg: program.NoReg, Addr: v.Op, Off: v.Off, Type: v.Type.Elem}
	if imaginary {
		p.Off += v.Type.Elem.Size
	}
	return f.Load(p)
}

// partPlace is part for assignment.
func (f *Lowerer) partPlace(x *cc.UnaryExpression) value.Place {
	p := f.LValue(x.UnaryExpression)
	if !types.IsComplex(p.Type) {
		return p
	}
	if x.Case == cc.UnaryExpressionImag {
		p.Off += p.Type.Elem.Size
	}
	p.Type = p.Type.Elem
	return p
}

// vaArg returns the address of the next variable argument, of type t, and
// steps over it.
func (f *Lowerer) vaArg(list cc.ExpressionNode, t *program.Type) program.Operand {
	p := f.LValue(list)
	at := f.Keep(f.Load(p)).Op
	if t.Align > 8 {
		at = f.Address(at, 15)
		at = emit.Retag(f.Binary(program.And, program.I64, 0, emit.Retag(at, program.I64), program.C(program.I64, ^uint64(15))), program.Ptr)
	}
	f.Store(p, value.Value{Op: f.Address(at, (t.Size+7)&^7), Type: types.VoidPointer})
	return at
}

// addressed lowers an expression of which only the address is taken: that may be of the
// element just beyond the last of an array.
func (f *Lowerer) addressed(e cc.ExpressionNode) value.Place {
	if x, ok := bare(e).(*cc.PostfixExpression); ok && f.Check && x.Case == cc.PostfixExpressionIndex {
		saved := f.Node
		f.Node = x
		defer func() { f.Node = saved }()
		p := f.element(x, 1)
		if ast.IsVolatile(x.Type()) {
			p.Flags |= program.Volatile
		}
		return p
	}
	return f.LValue(e)
}

// elementByPointer lowers *(a + i) and *a where a is an array, as a[i].
func (f *Lowerer) elementByPointer(e cc.ExpressionNode) (value.Place, bool) {
	x, ok := bare(e).(*cc.AdditiveExpression)
	if !f.Check || !ok || x.Case != cc.AdditiveExpressionAdd {
		return value.Place{}, false
	}
	a, i := x.AdditiveExpression, x.MultiplicativeExpression
	if !isArray(a) {
		a, i = i, a
	}
	if !isArray(a) || mayHaveMore(a) {
		return value.Place{}, false
	}
	base, ok := f.arrayPlace(a)
	if !ok {
		return value.Place{}, false
	}
	n := f.Scalar(i)
	f.CheckIndex(base.Type, n, 0)
	return f.ElementOf(base, n), true
}
