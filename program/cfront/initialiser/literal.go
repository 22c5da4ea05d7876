package initialiser

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/types"
	"github.com/riftlab/rift/program/cfront/value"
)

// Literal lowers (T){...}: an object of the enclosing scope, or in an
// initialiser of static storage a global.
func (f *Lowerer) Literal(x *cc.PostfixExpression) value.Place {
	list := literalLeaves(x)
	t, data := f.literalType(x, list)
	if data != nil {
		return f.stringObject(x, t, data)
	}
	if f.Static {
		return f.staticLiteral(x, t, list)
	}
	p := value.Place{Reg: program.NoReg, Addr: f.BlockObject(t), Type: t}
	if t.IsScalar() && len(list) > 0 {
		f.AssignInto(p, list[0].init.AssignmentExpression)
		return p
	}
	f.initList(p, list)
	return p
}

// LiteralSize returns the size of a compound literal that is an array without
// a length initialised by a string, -1 if it is something else.
func (f *Lowerer) LiteralSize(x *cc.PostfixExpression) int64 {
	t, data := f.literalType(x, literalLeaves(x))
	if data == nil {
		return -1
	}
	return t.Size
}

// literalLeaves lists the expressions of a compound literal.
func literalLeaves(x *cc.PostfixExpression) (list []leaf) {
	for l := x.InitializerList; l != nil; l = l.InitializerList {
		list = leaves(l.Initializer, 0, list)
	}
	return list
}

// literalType returns the type of a compound literal, and the string that
// initialises all of it, if there is one: the parser takes that for the first
// of the elements.
func (f *Lowerer) literalType(x *cc.PostfixExpression, list []leaf) (*program.Type, []byte) {
	t := f.Unit.TypeOf(x, x.TypeName.Type())
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
func (f *Lowerer) stringObject(x *cc.PostfixExpression, t *program.Type, data []byte) value.Place {
	data = append(make([]byte, 0, t.Size), data[:min(int64(len(data)), t.Size)]...)
	if f.Static {
		at := f.Unit.AddGlobal(&program.Global{Type: t, Size: t.Size, Align: t.Align, Data: data, At: f.Unit.RangeOf(x)})
		return value.Place{Reg: program.NoReg, Addr: at, Type: t}
	}
	p := value.Place{Reg: program.NoReg, Addr: f.BlockObject(t), Type: t}
	image := append(data, make([]byte, t.Size-int64(len(data)))...)
	f.Copy(p.Addr, value.Value{Op: f.Unit.Literal(x, t, image), Type: t})
	return p
}

// staticLiteral makes a global of a compound literal.
func (f *Lowerer) staticLiteral(x *cc.PostfixExpression, t *program.Type, list []leaf) value.Place {
	g := &program.Global{Type: t, Size: t.Size, Align: t.Align, At: f.Unit.RangeOf(x)}
	at := f.Unit.AddGlobal(g)
	f.staticLeaves(g, list)
	return value.Place{Reg: program.NoReg, Addr: at, Type: t}
}
