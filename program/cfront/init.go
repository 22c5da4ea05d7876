package cfront

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/emit"
	"github.com/riftlab/rift/program/cfront/object"
	"github.com/riftlab/rift/program/cfront/types"
	"github.com/riftlab/rift/program/cfront/unit"
	"github.com/riftlab/rift/program/cfront/value"
)

// leaf is one expression of an initialiser with the part of the object that
// it initialises.
type leaf struct {
	init *cc.Initializer
	off  int64 // within the whole object
}

// leaves lists the expressions of an initialiser in source order.
func leaves(init *cc.Initializer, shift int64, list []leaf) []leaf {
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
			list = leaves(l.Initializer, at, list)
		}
	}
	return list
}

// target returns the place that a leaf initialises, within the object at p.
func (f *fn) leafPlace(p value.Place, l leaf) value.Place {
	fld := l.init.Field()
	p.Off += l.off
	p.Type = f.u.TypeOf(l.init, l.init.Type())
	if x := ast.StringLiteral(l.init.AssignmentExpression); x != nil && x.Case == cc.PrimaryExpressionLString && types.IsInteger(p.Type) {
		// The parser sees the string in { L"text" } as the first element.
		diag.Unsupported(x, "wide string within braces for one array; leave out the braces")
	}
	if fld != nil && fld.IsBitfield() {
		p.Bits = &value.BitField{Shift: fld.OffsetBits(), Width: int(fld.ValueBits()), Bytes: fld.AccessBytes(), Field: f.u.TypeOf(l.init, fld.Type())}
		p.Type = p.Bits.Field
	}
	return p
}

// initialize lowers the initialiser of the object or register at p.
func (f *fn) initialize(p value.Place, init *cc.Initializer) {
	if init.Case == cc.InitializerExpr && p.Type.Class != program.ArrayType {
		f.assignInto(p, init.AssignmentExpression)
		return
	}
	if p.Type.IsScalar() {
		list := leaves(init, 0, nil)
		if len(list) == 0 {
			f.Store(p, value.Constant(types.Int, 0))
			return
		}
		f.assignInto(p, list[0].init.AssignmentExpression)
		return
	}
	f.initList(p, leaves(init, 0, nil))
}

// initList initialises an aggregate: all zero, then part by part.
func (f *fn) initList(p value.Place, list []leaf) {
	if rest, ok := f.fromImage(p, list); ok {
		list = rest
	} else if !f.covers(p, list) {
		if n := p.Type.Size; n > 0 {
			f.Effect(program.Instr{Op: program.ZeroMem, A: p.Addr, Off: p.Off, Size: n})
		}
	}
	for _, l := range list {
		e := l.init.AssignmentExpression
		part := f.leafPlace(p, l)
		saved := f.Node
		f.Node = e
		if part.Type.Class == program.ArrayType {
			f.initArray(part, e)
		} else {
			f.assignInto(part, e)
		}
		f.Node = saved
	}
}

// imageParts is how many constant parts make an initialiser worth an image.
const imageParts = 8

// fromImage initialises an aggregate with many constant parts by copying a
// read-only image of them, as compilers do for tables. It returns the parts
// that are left.
func (f *fn) fromImage(p value.Place, list []leaf) (rest []leaf, ok bool) {
	if len(list) < imageParts {
		return nil, false
	}
	img := &program.Global{Size: p.Type.Size}
	object.Image(img, 0, p.Type.Size)
	for _, l := range list {
		part := f.leafPlace(value.Place{Reg: program.NoReg}, l)
		v, known := f.constantLeaf(l.init.AssignmentExpression, part.Type)
		switch {
		case len(rest) > 0 || !known:
			rest = append(rest, l) // in order: a later part may replace an earlier one
		case part.Bits != nil:
			f.staticBits(img, part, l.init.AssignmentExpression, v)
		default:
			object.PutWord(object.Image(img, part.Off, part.Type.Size), v.Op.Bits)
		}
	}
	if len(list)-len(rest) < imageParts {
		return nil, false
	}
	from := f.u.Literal(f.Node, p.Type, img.Data)
	f.Copy(f.Address(p.Addr, p.Off), value.Value{Op: from, Type: p.Type})
	return rest, true
}

// constantLeaf returns the value of an arithmetic constant of scalar type t.
func (f *fn) constantLeaf(e cc.ExpressionNode, t *program.Type) (value.Value, bool) {
	v, ok := ast.IntConstant(e)
	if !ok || !e.Pure() || !t.IsScalar() || !cc.IsIntegerType(e.Type()) || e.Type().Size() > 8 {
		return value.Value{}, false
	}
	c := f.Convert(value.Constant(f.u.TypeOf(e, e.Type()), v), t)
	return c, c.Op.Mode == program.Const
}

// covers reports whether the parts fill the object, so that it need not be
// cleared first.
func (f *fn) covers(p value.Place, list []leaf) bool {
	if len(list) != 1 {
		return false
	}
	l := list[0].init
	return list[0].off == 0 && l.Type().Size() == p.Type.Size && l.Field() == nil && len(ast.StringBytes(l)) != 0 && int64(len(ast.StringBytes(l))) == p.Type.Size
}

// initArray initialises an array from a string literal or another array.
func (f *fn) initArray(p value.Place, e cc.ExpressionNode) {
	src := f.LValue(e)
	if src.Type.Class != program.ArrayType {
		diag.Fail(e, "invalid initialiser of an array")
	}
	n := min(src.Type.Size, p.Type.Size)
	f.Copy(f.Address(p.Addr, p.Off), value.Value{Op: src.Addr, Off: src.Off, Type: &program.Type{Class: program.ArrayType, Size: n}})
}

// stringPlace returns the object of a string literal.
func (f *fn) stringPlace(x *cc.PrimaryExpression) value.Place {
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
	return value.Place{Reg: program.NoReg, Addr: f.u.Literal(x, t, data), Type: t}
}

// compoundLiteral lowers (T){...}: an object of the enclosing scope, or in an
// initialiser of static storage a global.
func (f *fn) compoundLiteral(x *cc.PostfixExpression) value.Place {
	list := f.literalLeaves(x)
	t, data := f.literalType(x, list)
	if data != nil {
		return f.stringObject(x, t, data)
	}
	if f.static {
		return f.staticLiteral(x, t, list)
	}
	p := value.Place{Reg: program.NoReg, Addr: f.literalObject(t), Type: t}
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
		list = leaves(l.Initializer, 0, list)
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
func (f *fn) stringObject(x *cc.PostfixExpression, t *program.Type, data []byte) value.Place {
	data = append(make([]byte, 0, t.Size), data[:min(int64(len(data)), t.Size)]...)
	if f.static {
		at := f.u.AddGlobal(&program.Global{Type: t, Size: t.Size, Align: t.Align, Data: data, At: f.u.RangeOf(x)})
		return value.Place{Reg: program.NoReg, Addr: at, Type: t}
	}
	p := value.Place{Reg: program.NoReg, Addr: f.literalObject(t), Type: t}
	image := append(data, make([]byte, t.Size-int64(len(data)))...)
	f.Copy(p.Addr, value.Value{Op: f.u.Literal(x, t, image), Type: t})
	return p
}

// literalObject makes the object of a compound literal. It belongs to the
// enclosing block; where control can come back to the literal within the
// block, it stays the same object.
func (f *fn) literalObject(t *program.Type) program.Operand {
	if !f.scope.sideways {
		return f.Temp(t)
	}
	f.Out.Locals = append(f.Out.Locals, program.Local{Type: t, Size: t.Size, Align: t.Align})
	return f.enter(int32(len(f.Out.Locals) - 1))
}

// staticLiteral makes a global of a compound literal.
func (f *fn) staticLiteral(x *cc.PostfixExpression, t *program.Type, list []leaf) value.Place {
	g := &program.Global{Type: t, Size: t.Size, Align: t.Align, At: f.u.RangeOf(x)}
	at := f.u.AddGlobal(g)
	f.staticLeaves(g, list)
	return value.Place{Reg: program.NoReg, Addr: at, Type: t}
}

// staticInit evaluates the initialiser of a global at file scope.
func staticInit(u *unit.Unit, g *program.Global, init *cc.Initializer) {
	staticInitIn(u, nil, g, init)
}

// staticInitIn evaluates the initialiser of a global; outer is the function
// that contains it, if any. Expressions are lowered as in a function whose
// code must come out empty: the folding of the builder leaves constants and
// addresses.
func staticInitIn(u *unit.Unit, outer *fn, g *program.Global, init *cc.Initializer) {
	f := newEvaluator(u, outer)
	if init.Case == cc.InitializerExpr && g.Type.Class == program.ArrayType && init.Type().Kind() == cc.Array {
		g.Type = u.TypeOf(init, init.Type())
		g.Size = max(g.Size, g.Type.Size)
	}
	f.staticLeaves(g, leaves(init, 0, nil))
	object.SortRelocs(g)
	if outer != nil && len(g.Relocs) > 0 {
		outer.OnLabelled(func(fix func(*program.Operand)) {
			for i := range g.Relocs {
				fix(&g.Relocs[i].Target)
			}
		})
	}
}

// newEvaluator returns a function in which to lower constant expressions.
func newEvaluator(u *unit.Unit, outer *fn) *fn {
	f := &fn{u: u, static: true, locals: map[*cc.Declarator]*local{}, counts: map[cc.ExpressionNode]program.Operand{}, demoted: map[*cc.Declarator]bool{}}
	f.Ops = value.New(emit.New(u, &program.Func{}, 0), u, f.dynamicSize)
	f.Wrap = true
	f.scope = &scope{}
	if outer != nil {
		f.def, f.outer = outer.def, outer
	}
	return f
}

func (f *fn) staticLeaves(g *program.Global, list []leaf) {
	for _, l := range list {
		f.Node = l.init
		f.staticLeaf(g, f.leafPlace(value.Place{Reg: program.NoReg}, l), l.init.AssignmentExpression)
	}
}

// staticLeaf evaluates e and writes it into the image of g.
func (f *fn) staticLeaf(g *program.Global, p value.Place, e cc.ExpressionNode) {
	if end := p.Off + p.Type.Size; end > g.Size {
		g.Size = end // a flexible array member
	}
	if p.Type.Class == program.ArrayType {
		if data, ok := ast.LiteralBytes(e); ok {
			data = data[:min(int64(len(data)), p.Type.Size)]
			object.ClearRelocs(g, p.Off, p.Type.Size)
			copy(object.Image(g, p.Off, int64(len(data))), data)
			return
		}
	}
	if types.InMemory(p.Type) {
		f.staticCopy(g, p, e)
		return
	}
	if f.labelDifference(g, p, e) {
		return
	}
	v := f.Convert(f.RValue(e), p.Type)
	if f.Pending() || !f.Straight() {
		// The parser folds more, such as "text"[1].
		known := false
		if v, known = f.constantLeaf(e, p.Type); !known || !f.Straight() {
			diag.Fail(e, "initialiser is not constant")
		}
		f.Forget()
	}
	if p.Bits != nil {
		f.staticBits(g, p, e, v)
		return
	}
	object.ClearRelocs(g, p.Off, p.Type.Size)
	f.putOperand(g, p, e, v.Op)
}

// labelDifference notes an initialiser that is the difference of two labels.
func (f *fn) labelDifference(g *program.Global, p value.Place, e cc.ExpressionNode) bool {
	x, ok := ast.Uncast(e).(*cc.AdditiveExpression)
	if !ok || x.Case != cc.AdditiveExpressionSub || f.outer == nil || !types.IsInteger(p.Type) || p.Bits != nil {
		return false
	}
	a, isLabel := ast.Uncast(x.AdditiveExpression).(*cc.UnaryExpression)
	b, areLabels := ast.Uncast(x.MultiplicativeExpression).(*cc.UnaryExpression)
	if !isLabel || !areLabels || a.Case != cc.UnaryExpressionLabelAddr || b.Case != cc.UnaryExpressionLabelAddr {
		return false
	}
	object.ClearRelocs(g, p.Off, p.Type.Size)
	object.Image(g, p.Off, p.Type.Size)
	// How far apart blocks are is known once the function is complete.
	plus, minus := f.labelAddress(a), f.labelAddress(b)
	f.outer.OnLabelled(func(fix func(*program.Operand)) {
		fix(&plus)
		fix(&minus)
		object.PutWord(object.Image(g, p.Off, p.Type.Size), plus.Bits-minus.Bits)
	})
	return true
}

func (f *fn) putOperand(g *program.Global, p value.Place, e cc.ExpressionNode, op program.Operand) {
	switch {
	case op.Mode == program.Const:
		object.PutWord(object.Image(g, p.Off, p.Type.Size), op.Bits)
	case emit.IsAddress(op) && p.Type.Size == 8:
		object.Image(g, p.Off, 8)
		g.Relocs = append(g.Relocs, program.Reloc{Off: p.Off, Target: op})
	default:
		diag.Fail(e, "initialiser is not constant")
	}
}

// staticCopy copies the image of an object named by an initialiser, such as a
// compound literal or a constant of a wide type.
func (f *fn) staticCopy(g *program.Global, p value.Place, e cc.ExpressionNode) {
	var v value.Value
	n := p.Type.Size
	if p.Type.Class == program.ArrayType {
		src := f.LValue(e)
		v = value.Value{Op: src.Addr, Off: src.Off}
		n = min(n, src.Type.Size)
	} else {
		v = f.Convert(f.RValue(e), p.Type)
	}
	if f.Pending() || v.Op.Mode != program.GlobalAddr {
		diag.Fail(e, "initialiser is not constant")
	}
	src := f.u.Object.Globals[v.Op.Index]
	from := int64(v.Op.Bits) + v.Off
	object.ClearRelocs(g, p.Off, p.Type.Size)
	to := object.Image(g, p.Off, p.Type.Size)
	for i := range to {
		to[i] = 0
		if at := from + int64(i); int64(i) < n && at < int64(len(src.Data)) {
			to[i] = src.Data[at]
		}
	}
	for _, r := range src.Relocs {
		if r.Off >= from && r.Off < from+n {
			g.Relocs = append(g.Relocs, program.Reloc{Off: r.Off - from + p.Off, Target: r.Target})
		}
	}
}

func (f *fn) staticBits(g *program.Global, p value.Place, e cc.ExpressionNode, v value.Value) {
	if v.Op.Mode != program.Const {
		diag.Fail(e, "initialiser is not constant")
	}
	unit := object.Image(g, p.Off, p.Bits.Bytes)
	mask := (uint64(1)<<p.Bits.Width - 1) << p.Bits.Shift
	object.PutWord(unit, object.Word(unit)&^mask|v.Op.Bits<<p.Bits.Shift&mask)
}
