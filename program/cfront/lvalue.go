package cfront

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/types"
)

// place is where a value can be read and written: a register variable, memory
// at addr+off, or a bit-field in the storage unit there.
type place struct {
	reg   program.Reg // register variable, if >= 0
	decl  *cc.Declarator
	addr  program.Operand
	off   int64
	t     *program.Type
	bits  *bitField
	flags program.Flags // Volatile
}

// bitField says which bits of the storage unit a bit-field is.
type bitField struct {
	shift, width int
	bytes        int64 // of the storage unit: 1 to 8
	field        *program.Type
}

// lvalue lowers an expression that designates an object.
func (f *fn) lvalue(e cc.ExpressionNode) place {
	saved := f.node
	f.node = e
	p := f.designator(e)
	if ast.IsVolatile(e.Type()) {
		p.flags |= program.Volatile
	}
	f.node = saved
	return p
}

func (f *fn) designator(e cc.ExpressionNode) place {
	switch x := e.(type) {
	case *cc.PrimaryExpression:
		switch x.Case {
		case cc.PrimaryExpressionIdent:
			return f.variable(x)
		case cc.PrimaryExpressionExpr:
			return f.lvalue(x.ExpressionList)
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			return f.literal(x)
		case cc.PrimaryExpressionGeneric:
			return f.lvalue(f.selected(x).AssignmentExpression)
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionPrimary:
			return f.lvalue(x.PrimaryExpression)
		case cc.PostfixExpressionIndex:
			return f.element(x)
		case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
			return f.member(x)
		case cc.PostfixExpressionComplit:
			return f.compoundLiteral(x)
		}
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionPostfix:
			return f.lvalue(x.PostfixExpression)
		case cc.UnaryExpressionDeref:
			if v, off, ok := f.stepped(x.CastExpression); ok {
				p := f.pointee(x, v)
				p.off = off * p.t.Size
				return p
			}
			return f.pointee(x, f.rvalue(x.CastExpression))
		case cc.UnaryExpressionReal, cc.UnaryExpressionImag:
			return f.partPlace(x)
		}
	case *cc.CastExpression:
		if x.Case == cc.CastExpressionUnary {
			return f.lvalue(x.UnaryExpression)
		}
	case *cc.ExpressionList:
		if x.ExpressionList == nil {
			return f.lvalue(x.AssignmentExpression)
		}
	}
	// Not an lvalue, but a structure without place may still be looked into.
	v := f.rvalue(e)
	if !types.InMemory(v.t) {
		diag.Fail(e, "not an lvalue")
	}
	return place{reg: program.NoReg, addr: v.op, off: v.off, t: v.t}
}

// pointee returns what a pointer points to.
func (f *fn) pointee(n cc.Node, v value) place {
	if !types.IsPointer(v.t) {
		diag.Fail(n, "dereference of %s", v.t)
	}
	return place{reg: program.NoReg, addr: v.op, t: v.t.Elem}
}

// stepped lowers v++ and v-- of a register variable that is a pointer to
// something of fixed size, or an index that does not wrap around: it returns
// the new value and how far the old one is from it, in steps. An access can
// take that in its offset, where keeping the old value would take a move.
func (f *fn) stepped(e cc.ExpressionNode) (v value, off int64, ok bool) {
	for {
		p, isPrimary := e.(*cc.PrimaryExpression)
		if !isPrimary || p.Case != cc.PrimaryExpressionExpr {
			break
		}
		e = p.ExpressionList
	}
	x, isPostfix := e.(*cc.PostfixExpression)
	if !isPostfix || x.Case != cc.PostfixExpressionInc && x.Case != cc.PostfixExpressionDec {
		return value{}, 0, false
	}
	id, isName := x.PostfixExpression.(*cc.PrimaryExpression)
	if !isName || id.Case != cc.PrimaryExpressionIdent {
		return value{}, 0, false
	}
	d, isVar := id.ResolvedTo().(*cc.Declarator)
	l := f.locals[d]
	if !isVar || l == nil || l.reg == program.NoReg || !f.steppable(l.typ) {
		return value{}, 0, false
	}
	saved := f.node
	f.node = x
	v = f.increment(x.PostfixExpression, x.Case == cc.PostfixExpressionDec)
	f.node = saved
	if x.Case == cc.PostfixExpressionDec {
		return v, 1, true
	}
	return v, -1, true
}

func (f *fn) steppable(t *program.Type) bool {
	if types.IsPointer(t) {
		_, dynamic := f.u.Variable(t.Elem)
		return !dynamic && t.Elem.Size > 0 && t.Elem.Class != program.FuncType && t.Elem.Class != program.VoidType
	}
	return t.Class == program.IntType && (t.Size == 8 || t.Size == 4 && !t.Unsigned)
}

// variable returns the place of the object that an identifier names.
func (f *fn) variable(x *cc.PrimaryExpression) place {
	d, ok := x.ResolvedTo().(*cc.Declarator)
	if !ok {
		diag.Fail(x, "%s is no variable", x.Token.SrcStr())
	}
	if l, ok := f.locals[d]; ok {
		return place{reg: l.reg, decl: d, addr: l.addr, t: l.typ}
	}
	t := f.u.TypeOf(x, d.Type())
	if d.Type().Kind() == cc.Function {
		return place{reg: program.NoReg, addr: f.functionAddress(x, d), t: t}
	}
	if d.Linkage() == cc.None {
		if !d.IsStatic() {
			diag.Unsupported(x, "variable %s of an enclosing function or scope", d.Name())
		}
		return place{reg: program.NoReg, addr: globalRef(f.staticVariable(d)), t: t}
	}
	i := f.u.symbolOf(d).index
	if g := f.u.obj.Globals[i]; g.Type.Size > t.Size {
		t = g.Type
	}
	return place{reg: program.NoReg, addr: globalRef(i), t: t}
}

// element lowers a[i].
func (f *fn) element(x *cc.PostfixExpression) place {
	a, i := x.PostfixExpression, x.ExpressionList
	if v := a.Type().VectorSize(); v > 0 {
		diag.Unsupported(x, "vector type; write it as an array")
	}
	// Indexing an array object keeps the place of its first element, so that
	// constant indices become part of the access.
	if base, ok := f.arrayPlace(a); ok {
		return f.elementAt(base, i)
	}
	l := f.scalar(a)
	if types.IsPointer(l.t) {
		return f.elementAt(elementsAt(l), i)
	}
	r := f.scalar(i)
	if !types.IsPointer(r.t) {
		diag.Fail(x, "subscript of %s", l.t)
	}
	return f.elementOf(elementsAt(r), l)
}

// elementAt lowers an element of the array at base.
func (f *fn) elementAt(base place, i cc.ExpressionNode) place {
	if _, dynamic := f.u.Variable(base.t.Elem); !dynamic {
		if v, off, ok := f.stepped(i); ok {
			p := f.elementOf(base, v)
			p.off += off * p.t.Size
			return p
		}
	}
	return f.elementOf(base, f.scalar(i))
}

// arrayPlace returns the place of an expression of array type.
func (f *fn) arrayPlace(e cc.ExpressionNode) (place, bool) {
	switch x := e.(type) {
	case *cc.PrimaryExpression:
		if x.Case == cc.PrimaryExpressionExpr {
			return f.arrayPlace(x.ExpressionList)
		}
		d, ok := x.ResolvedTo().(*cc.Declarator)
		if x.Case != cc.PrimaryExpressionIdent || !ok || d.Type().Kind() != cc.Array {
			return place{}, false
		}
	case *cc.PostfixExpression:
		if x.Case == cc.PostfixExpressionIndex {
			break
		}
		if x.Case != cc.PostfixExpressionSelect && x.Case != cc.PostfixExpressionPSelect || x.Field() == nil || x.Field().Type().Kind() != cc.Array {
			return place{}, false
		}
	case *cc.ExpressionList:
		if x.ExpressionList == nil {
			return f.arrayPlace(x.AssignmentExpression)
		}
		return place{}, false
	default:
		return place{}, false
	}
	if e.Type().Undecay().Kind() != cc.Array {
		return place{}, false
	}
	p := f.lvalue(e)
	if p.t.Class != program.ArrayType {
		v := f.load(p)
		return elementsAt(v), types.IsPointer(v.t)
	}
	return p, true
}

// elementsAt returns what a pointer points to as an array of unknown length.
func elementsAt(v value) place {
	return place{reg: program.NoReg, addr: v.op, t: &program.Type{Class: program.ArrayType, Elem: v.t.Elem, Len: -1}}
}

// elementOf returns the place of element i of the array at p.
func (f *fn) elementOf(p place, i value) place {
	if !types.IsInteger(i.t) {
		diag.Fail(f.node, "subscript is of type %s", i.t)
	}
	elem := p.t.Elem
	i = f.indexValue(i)
	p.t = elem
	if size, dynamic := f.dynamicSize(elem); dynamic {
		n := f.binary(program.Mul, program.I64, 0, i.op, size)
		p.addr, p.off = f.builder.index(p.addr, n, 1, p.off), 0
		return p
	}
	if i.op.Mode == program.Const {
		p.off += int64(i.op.Bits) * elem.Size
		return p
	}
	p.addr, p.off = f.builder.index(p.addr, i.op, elem.Size, p.off), 0
	return p
}

// indexValue converts an index to 64 bits.
func (f *fn) indexValue(i value) value {
	if types.IsInt128(i.t) {
		return f.convertTo(i, types.Long)
	}
	if types.Promote(i.t).Unsigned {
		return f.convertTo(i, types.ULong)
	}
	return f.convertTo(i, types.Long)
}

// member lowers s.m and p->m.
func (f *fn) member(x *cc.PostfixExpression) place {
	fld := x.Field()
	if fld == nil {
		diag.Fail(x, "no such member")
	}
	var p place
	if x.Case == cc.PostfixExpressionPSelect {
		p = f.pointee(x, f.rvalue(x.PostfixExpression))
	} else {
		p = f.lvalue(x.PostfixExpression)
	}
	if ast.IsVolatile(fld.Type()) {
		p.flags |= program.Volatile
	}
	return f.field(p, x, fld)
}

// field returns the place of a member of the structure at p.
func (f *fn) field(p place, n cc.Node, fld *cc.Field) place {
	p.off += fld.Offset()
	p.t = f.u.TypeOf(n, fld.Type())
	if fld.IsBitfield() {
		p.bits = &bitField{shift: fld.OffsetBits(), width: int(fld.ValueBits()), bytes: fld.AccessBytes(), field: p.t}
	}
	return p
}

// addressOf lowers &e.
func (f *fn) addressOf(e cc.ExpressionNode) value {
	p := f.lvalue(e)
	if p.bits != nil {
		diag.Fail(e, "address of a bit-field")
	}
	if p.reg != program.NoReg {
		// The parser did not see this coming: lower again with an object.
		f.demoted[p.decl] = true
		return value{op: program.C(program.Ptr, 0), t: types.PointerTo(p.t)}
	}
	return value{op: f.address(p.addr, p.off), t: types.PointerTo(p.t)}
}

// load reads a place. Arrays and functions decay; other values in memory stay
// where they are.
func (f *fn) load(p place) value {
	switch {
	case p.reg != program.NoReg:
		return value{op: program.R(p.t.Kind(), p.reg), t: p.t}
	case p.bits != nil:
		return f.loadBits(p)
	case p.t.Class == program.VoidType:
		return value{t: types.Void}
	case types.InMemory(p.t):
		return f.decay(value{op: p.addr, off: p.off, t: p.t})
	}
	k := p.t.Kind()
	return value{op: f.value(k, program.Instr{Op: program.Load, Kind: k, A: p.addr, Off: p.off, Flags: p.flags}), t: p.t}
}

// store writes v, converted to the type of the place, and returns what the
// place then holds.
func (f *fn) store(p place, v value) value {
	if p.t.Class == program.ArrayType {
		diag.Fail(f.node, "assignment to an array")
	}
	if types.IsRecord(p.t) {
		if !types.IsRecord(v.t) || v.t.Size != p.t.Size {
			diag.Fail(f.node, "assignment of %s to %s", v.t, p.t)
		}
		f.copy(f.address(p.addr, p.off), v)
		return value{op: p.addr, off: p.off, t: p.t}
	}
	v = f.convertTo(v, p.t)
	switch {
	case p.reg != program.NoReg:
		f.move(p.reg, v.op)
		return value{op: program.R(p.t.Kind(), p.reg), t: p.t}
	case p.bits != nil:
		return f.storeBits(p, v)
	case types.InMemory(p.t):
		f.copy(f.address(p.addr, p.off), v)
		return value{op: p.addr, off: p.off, t: p.t}
	}
	f.effect(program.Instr{Op: program.Store, Kind: p.t.Kind(), A: p.addr, Off: p.off, B: v.op, Flags: p.flags})
	return v
}

// copy copies a value in memory to an address.
func (f *fn) copy(to program.Operand, v value) {
	from := f.address(v.op, v.off)
	if v.t.Size > 0 && to != from {
		f.effect(program.Instr{Op: program.CopyMem, A: to, B: from, Size: v.t.Size})
	}
}
