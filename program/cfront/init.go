package cfront

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/object"
	"github.com/riftlab/rift/program/cfront/types"
)

// leaf is one expression of an initialiser with the part of the object that
// it initialises.
type leaf struct {
	init *cc.Initializer
	off  int64 // within the whole object
}

// leaves lists the expressions of an initialiser in source order.
func (u *unit) leaves(init *cc.Initializer, shift int64, list []leaf) []leaf {
	size := int64(0)
	n := init.Len()
	if n > 1 {
		size = init.Type().Size()
	}
	for i := int64(0); i < n; i++ {
		at := shift + i*size
		if init.Case == cc.InitializerExpr {
			list = append(list, leaf{init, init.Offset() + at})
			continue
		}
		for l := init.InitializerList; l != nil; l = l.InitializerList {
			list = u.leaves(l.Initializer, at, list)
		}
	}
	return list
}

// target returns the place that a leaf initialises, within the object at p.
func (f *fn) leafPlace(p place, l leaf) place {
	fld := l.init.Field()
	p.off += l.off
	p.t = f.u.TypeOf(l.init, l.init.Type())
	if x := ast.StringLiteral(l.init.AssignmentExpression); x != nil && x.Case == cc.PrimaryExpressionLString && types.IsInteger(p.t) {
		// The parser sees the string in { L"text" } as the first element.
		diag.Unsupported(x, "wide string within braces for one array; leave out the braces")
	}
	if fld != nil && fld.IsBitfield() {
		p.bits = &bitField{shift: fld.OffsetBits(), width: int(fld.ValueBits()), bytes: fld.AccessBytes(), field: f.u.TypeOf(l.init, fld.Type())}
		p.t = p.bits.field
	}
	return p
}

// initialize lowers the initialiser of the object or register at p.
func (f *fn) initialize(p place, init *cc.Initializer) {
	if init.Case == cc.InitializerExpr && p.t.Class != program.ArrayType {
		f.assignInto(p, init.AssignmentExpression)
		return
	}
	if p.t.IsScalar() {
		list := f.u.leaves(init, 0, nil)
		if len(list) == 0 {
			f.store(p, constant(types.Int, 0))
			return
		}
		f.assignInto(p, list[0].init.AssignmentExpression)
		return
	}
	f.initList(p, f.u.leaves(init, 0, nil))
}

// initList initialises an aggregate: all zero, then part by part.
func (f *fn) initList(p place, list []leaf) {
	if rest, ok := f.fromImage(p, list); ok {
		list = rest
	} else if !f.covers(p, list) {
		if n := p.t.Size; n > 0 {
			f.effect(program.Instr{Op: program.ZeroMem, A: p.addr, Off: p.off, Size: n})
		}
	}
	for _, l := range list {
		e := l.init.AssignmentExpression
		part := f.leafPlace(p, l)
		saved := f.node
		f.node = e
		if part.t.Class == program.ArrayType {
			f.initArray(part, e)
		} else {
			f.assignInto(part, e)
		}
		f.node = saved
	}
}

// imageParts is how many constant parts make an initialiser worth an image.
const imageParts = 8

// fromImage initialises an aggregate with many constant parts by copying a
// read-only image of them, as compilers do for tables. It returns the parts
// that are left.
func (f *fn) fromImage(p place, list []leaf) (rest []leaf, ok bool) {
	if len(list) < imageParts {
		return nil, false
	}
	img := &program.Global{Size: p.t.Size}
	object.Image(img, 0, p.t.Size)
	for _, l := range list {
		part := f.leafPlace(place{reg: program.NoReg}, l)
		v, known := f.constantLeaf(l.init.AssignmentExpression, part.t)
		switch {
		case len(rest) > 0 || !known:
			rest = append(rest, l) // in order: a later part may replace an earlier one
		case part.bits != nil:
			f.staticBits(img, part, l.init.AssignmentExpression, v)
		default:
			object.PutWord(object.Image(img, part.off, part.t.Size), v.op.Bits)
		}
	}
	if len(list)-len(rest) < imageParts {
		return nil, false
	}
	from := f.u.anonymous(f.node, p.t, img.Data)
	f.copy(f.address(p.addr, p.off), value{op: from, t: p.t})
	return rest, true
}

// constantLeaf returns the value of an arithmetic constant of scalar type t.
func (f *fn) constantLeaf(e cc.ExpressionNode, t *program.Type) (value, bool) {
	v, ok := ast.IntConstant(e)
	if !ok || !e.Pure() || !t.IsScalar() || !cc.IsIntegerType(e.Type()) || e.Type().Size() > 8 {
		return value{}, false
	}
	c := f.convertTo(constant(f.u.TypeOf(e, e.Type()), v), t)
	return c, c.op.Mode == program.Const
}

// covers reports whether the parts fill the object, so that it need not be
// cleared first.
func (f *fn) covers(p place, list []leaf) bool {
	if len(list) != 1 {
		return false
	}
	l := list[0].init
	return list[0].off == 0 && l.Type().Size() == p.t.Size && l.Field() == nil && len(ast.StringBytes(l)) != 0 && int64(len(ast.StringBytes(l))) == p.t.Size
}

// initArray initialises an array from a string literal or another array.
func (f *fn) initArray(p place, e cc.ExpressionNode) {
	src := f.lvalue(e)
	if src.t.Class != program.ArrayType {
		diag.Fail(e, "invalid initialiser of an array")
	}
	n := min(src.t.Size, p.t.Size)
	f.copy(f.address(p.addr, p.off), value{op: src.addr, off: src.off, t: &program.Type{Class: program.ArrayType, Size: n}})
}

// literal returns the object of a string literal.
func (f *fn) literal(x *cc.PrimaryExpression) place {
	data, ok := ast.LiteralBytes(x)
	if !ok {
		diag.Fail(x, "bad string literal")
	}
	elem := types.Char
	if a, ok := x.Type().Undecay().(*cc.ArrayType); ok {
		elem = f.u.TypeOf(x, a.Elem())
	}
	n := int64(len(data))
	t := &program.Type{Class: program.ArrayType, Elem: elem, Len: n / elem.Size, Size: n, Align: elem.Size}
	return place{reg: program.NoReg, addr: f.u.anonymous(x, t, data), t: t}
}

// compoundLiteral lowers (T){...}: an object of the enclosing scope, or in an
// initialiser of static storage a global.
func (f *fn) compoundLiteral(x *cc.PostfixExpression) place {
	list := f.literalLeaves(x)
	t, data := f.literalType(x, list)
	if data != nil {
		return f.stringObject(x, t, data)
	}
	if f.static {
		return f.staticLiteral(x, t, list)
	}
	p := place{reg: program.NoReg, addr: f.literalObject(t), t: t}
	if t.IsScalar() && len(list) > 0 {
		f.assignInto(p, list[0].init.AssignmentExpression)
		return p
	}
	f.initList(p, list)
	return p
}

// literalLeaves lists the expressions of a compound literal.
func (f *fn) literalLeaves(x *cc.PostfixExpression) (list []leaf) {
	for l := x.InitializerList; l != nil; l = l.InitializerList {
		list = f.u.leaves(l.Initializer, 0, list)
	}
	return list
}

// literalType returns the type of a compound literal, and the string that
// initialises all of it, if there is one: the parser takes that for the first
// of the elements.
func (f *fn) literalType(x *cc.PostfixExpression, list []leaf) (*program.Type, []byte) {
	t := f.u.TypeOf(x, x.TypeName.Type())
	data := soleString(t, list)
	if n := int64(len(data)); n > 0 && t.Size < n-t.Elem.Size {
		t = &program.Type{Class: program.ArrayType, Elem: t.Elem, Len: n / t.Elem.Size, Size: n, Align: t.Align}
	}
	return t, data
}

// soleString returns the string that initialises all of the array t, as in
// (char[]){ "text" }, or nil.
func soleString(t *program.Type, list []leaf) []byte {
	if t.Class != program.ArrayType || len(list) != 1 || !types.IsInteger(t.Elem) {
		return nil
	}
	x := ast.StringLiteral(list[0].init.AssignmentExpression)
	if x == nil || (x.Case == cc.PrimaryExpressionString) != (t.Elem.Size == 1) {
		return nil
	}
	data, _ := ast.LiteralBytes(x)
	return data
}

// stringObject makes the object of a compound literal that is an array
// initialised by a string.
func (f *fn) stringObject(x *cc.PostfixExpression, t *program.Type, data []byte) place {
	data = append(make([]byte, 0, t.Size), data[:min(int64(len(data)), t.Size)]...)
	if f.static {
		i := len(f.u.obj.Globals)
		f.u.obj.Globals = append(f.u.obj.Globals, &program.Global{Type: t, Size: t.Size, Align: t.Align, Data: data, Library: f.u.obj.Library, At: f.u.rangeOf(x)})
		f.u.obj.VarSyms = append(f.u.obj.VarSyms, object.VarSym{Static: true, State: object.Defined})
		return place{reg: program.NoReg, addr: globalRef(i), t: t}
	}
	p := place{reg: program.NoReg, addr: f.literalObject(t), t: t}
	image := append(data, make([]byte, t.Size-int64(len(data)))...)
	f.copy(p.addr, value{op: f.u.anonymous(x, t, image), t: t})
	return p
}

// literalObject makes the object of a compound literal. It belongs to the
// enclosing block; where control can come back to the literal within the
// block, it stays the same object.
func (f *fn) literalObject(t *program.Type) program.Operand {
	if !f.scope.sideways {
		return f.temp(t)
	}
	f.out.Locals = append(f.out.Locals, program.Local{Type: t, Size: t.Size, Align: t.Align})
	return f.enter(int32(len(f.out.Locals) - 1))
}

// staticLiteral makes a global of a compound literal.
func (f *fn) staticLiteral(x *cc.PostfixExpression, t *program.Type, list []leaf) place {
	i := len(f.u.obj.Globals)
	g := &program.Global{Type: t, Size: t.Size, Align: t.Align, Library: f.u.obj.Library, At: f.u.rangeOf(x)}
	f.u.obj.Globals = append(f.u.obj.Globals, g)
	f.u.obj.VarSyms = append(f.u.obj.VarSyms, object.VarSym{Static: true, State: object.Defined})
	f.staticLeaves(g, list)
	return place{reg: program.NoReg, addr: globalRef(i), t: t}
}

// staticInit evaluates the initialiser of a global at file scope.
func (u *unit) staticInit(g *program.Global, init *cc.Initializer) {
	u.staticInitIn(nil, g, init)
}

// staticInitIn evaluates the initialiser of a global; outer is the function
// that contains it, if any. Expressions are lowered as in a function whose
// code must come out empty: the folding of the builder leaves constants and
// addresses.
func (u *unit) staticInitIn(outer *fn, g *program.Global, init *cc.Initializer) {
	f := u.evaluator(outer)
	if init.Case == cc.InitializerExpr && g.Type.Class == program.ArrayType && init.Type().Kind() == cc.Array {
		g.Type = u.TypeOf(init, init.Type())
		g.Size = max(g.Size, g.Type.Size)
	}
	f.staticLeaves(g, u.leaves(init, 0, nil))
	object.SortRelocs(g)
	if outer != nil && len(g.Relocs) > 0 {
		outer.noteRelocs(g)
	}
}

// evaluator returns a function in which to lower constant expressions.
func (u *unit) evaluator(outer *fn) *fn {
	f := &fn{builder: newBuilder(u, &program.Func{}), static: true, locals: map[*cc.Declarator]*local{}, counts: map[cc.ExpressionNode]program.Operand{}, demoted: map[*cc.Declarator]bool{}}
	f.scope = &scope{}
	if outer != nil {
		f.def, f.index, f.outer = outer.def, outer.index, outer
	}
	return f
}

func (f *fn) staticLeaves(g *program.Global, list []leaf) {
	for _, l := range list {
		f.node = l.init
		f.staticLeaf(g, f.leafPlace(place{reg: program.NoReg}, l), l.init.AssignmentExpression)
	}
}

// staticLeaf evaluates e and writes it into the image of g.
func (f *fn) staticLeaf(g *program.Global, p place, e cc.ExpressionNode) {
	if end := p.off + p.t.Size; end > g.Size {
		g.Size = end // a flexible array member
	}
	if p.t.Class == program.ArrayType {
		if data, ok := ast.LiteralBytes(e); ok {
			data = data[:min(int64(len(data)), p.t.Size)]
			object.ClearRelocs(g, p.off, p.t.Size)
			copy(object.Image(g, p.off, int64(len(data))), data)
			return
		}
	}
	if types.InMemory(p.t) {
		f.staticCopy(g, p, e)
		return
	}
	if f.labelDifference(g, p, e) {
		return
	}
	v := f.convertTo(f.rvalue(e), p.t)
	if code := f.blocks[f.cur].Instrs; len(code) > 0 || f.cur != 0 {
		// The parser folds more, such as "text"[1].
		known := false
		if v, known = f.constantLeaf(e, p.t); !known || f.cur != 0 {
			diag.Fail(e, "initialiser is not constant")
		}
		f.blocks[0].Instrs = nil
	}
	if p.bits != nil {
		f.staticBits(g, p, e, v)
		return
	}
	object.ClearRelocs(g, p.off, p.t.Size)
	f.putOperand(g, p, e, v.op)
}

// difference is an initialiser &&plus - &&minus: how far apart blocks are is
// known once the function is complete.
type difference struct {
	g           *program.Global
	off, size   int64
	plus, minus program.Operand
}

// labelDifference notes an initialiser that is the difference of two labels.
func (f *fn) labelDifference(g *program.Global, p place, e cc.ExpressionNode) bool {
	x, ok := ast.Uncast(e).(*cc.AdditiveExpression)
	if !ok || x.Case != cc.AdditiveExpressionSub || f.outer == nil || !types.IsInteger(p.t) || p.bits != nil {
		return false
	}
	a, isLabel := ast.Uncast(x.AdditiveExpression).(*cc.UnaryExpression)
	b, areLabels := ast.Uncast(x.MultiplicativeExpression).(*cc.UnaryExpression)
	if !isLabel || !areLabels || a.Case != cc.UnaryExpressionLabelAddr || b.Case != cc.UnaryExpressionLabelAddr {
		return false
	}
	object.ClearRelocs(g, p.off, p.t.Size)
	object.Image(g, p.off, p.t.Size)
	f.outer.differences = append(f.outer.differences, difference{g, p.off, p.t.Size, f.labelAddress(a), f.labelAddress(b)})
	return true
}

func (f *fn) putOperand(g *program.Global, p place, e cc.ExpressionNode, op program.Operand) {
	switch {
	case op.Mode == program.Const:
		object.PutWord(object.Image(g, p.off, p.t.Size), op.Bits)
	case isAddress(op) && p.t.Size == 8:
		object.Image(g, p.off, 8)
		g.Relocs = append(g.Relocs, program.Reloc{Off: p.off, Target: op})
	default:
		diag.Fail(e, "initialiser is not constant")
	}
}

// staticCopy copies the image of an object named by an initialiser, such as a
// compound literal or a constant of a wide type.
func (f *fn) staticCopy(g *program.Global, p place, e cc.ExpressionNode) {
	var v value
	n := p.t.Size
	if p.t.Class == program.ArrayType {
		src := f.lvalue(e)
		v = value{op: src.addr, off: src.off}
		n = min(n, src.t.Size)
	} else {
		v = f.convertTo(f.rvalue(e), p.t)
	}
	if len(f.blocks[f.cur].Instrs) > 0 || v.op.Mode != program.GlobalAddr {
		diag.Fail(e, "initialiser is not constant")
	}
	src := f.u.obj.Globals[v.op.Index]
	from := int64(v.op.Bits) + v.off
	object.ClearRelocs(g, p.off, p.t.Size)
	to := object.Image(g, p.off, p.t.Size)
	for i := range to {
		to[i] = 0
		if at := from + int64(i); int64(i) < n && at < int64(len(src.Data)) {
			to[i] = src.Data[at]
		}
	}
	for _, r := range src.Relocs {
		if r.Off >= from && r.Off < from+n {
			g.Relocs = append(g.Relocs, program.Reloc{Off: r.Off - from + p.off, Target: r.Target})
		}
	}
}

func (f *fn) staticBits(g *program.Global, p place, e cc.ExpressionNode, v value) {
	if v.op.Mode != program.Const {
		diag.Fail(e, "initialiser is not constant")
	}
	unit := object.Image(g, p.off, p.bits.bytes)
	mask := (uint64(1)<<p.bits.width - 1) << p.bits.shift
	object.PutWord(unit, object.Word(unit)&^mask|v.op.Bits<<p.bits.shift&mask)
}
