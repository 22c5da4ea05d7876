package cfront

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/types"
	"github.com/riftlab/rift/program/cfront/value"
)

// variableLengths evaluates the lengths of the variable-length arrays that
// the type of a declarator contains, outermost first; they stay what they are
// for as long as the declarator is visible (C 6.7.6.2).
func (f *fn) variableLengths(d cc.Node, t cc.Type) {
	for {
		switch x := t.(type) {
		case *cc.PointerType:
			t = x.Elem()
		case *cc.ArrayType:
			if !x.IsVLA() {
				return
			}
			if of := x.Typedef(); of != nil && of != d {
				return // evaluated where the type was defined
			}
			if e := x.SizeExpression(); e != nil && x.Len() < 0 {
				f.counts[e] = f.lengthOf(e)
			}
			t = x.Elem()
		default:
			return
		}
	}
}

// parameterLengths does so for a parameter. The outermost length of one that
// was declared as an array does not matter, but for its effects.
func (f *fn) parameterLengths(d *cc.Declarator) {
	t := d.Type()
	if x, ok := t.Undecay().(*cc.ArrayType); ok {
		if e := x.SizeExpression(); e != nil && !e.Pure() {
			f.Discard(e)
		}
		t = x.Elem()
	}
	f.variableLengths(d, t)
}

// lengthOf evaluates a number of elements.
func (f *fn) lengthOf(e cc.ExpressionNode) program.Operand {
	return f.Keep(f.IndexValue(f.Scalar(e))).Op
}

// evalLengths does the same for a type name, whose lengths have not been
// evaluated by a declaration before.
func (f *fn) evalLengths(t cc.Type) {
	for {
		switch x := t.(type) {
		case *cc.PointerType:
			t = x.Elem()
		case *cc.ArrayType:
			if !x.IsVLA() {
				return
			}
			if e := x.SizeExpression(); e != nil && x.Len() < 0 {
				if t.Typedef() == nil {
					f.counts[e] = f.lengthOf(e)
				}
			}
			t = x.Elem()
		default:
			return
		}
	}
}

// dynamicSize returns the size in bytes of a type that contains a
// variable-length array.
func (f *fn) dynamicSize(t *program.Type) (program.Operand, bool) {
	x, ok := f.u.Variable(t)
	if !ok {
		return program.Operand{}, false
	}
	count := program.C(program.I64, uint64(max(x.Len(), 0)))
	if e := x.SizeExpression(); e != nil && x.Len() < 0 {
		known, ok := f.counts[e]
		if !ok {
			known = f.lengthOf(e)
		}
		count = known
	}
	size, dynamic := f.dynamicSize(t.Elem)
	if !dynamic {
		size = program.C(program.I64, uint64(t.Elem.Size))
	}
	return f.Binary(program.Mul, program.I64, 0, count, size), true
}

// variableArray makes the object of a variable-length array.
func (f *fn) variableArray(d *cc.Declarator, t *program.Type, size program.Operand) {
	l := &local{reg: program.NoReg, typ: t, index: int32(len(f.Out.Locals))}
	f.Out.Locals = append(f.Out.Locals, program.Local{Name: d.Name(), Type: t, Size: -1, Align: max(t.Align, 16), At: f.u.RangeOf(d)})
	dst := f.Reg(program.Ptr)
	f.Emit(program.Instr{Op: program.EnterVLA, Kind: program.Ptr, Dst: dst, A: size, Local: l.index})
	l.addr = program.R(program.Ptr, dst)
	f.scope.objects = append(f.scope.objects, l.index)
	f.locals[d] = l
}

// sizeof lowers sizeof, which is computed at run time for variable-length
// arrays only.
func (f *fn) sizeof(x *cc.UnaryExpression) value.Value {
	if x.Case == cc.UnaryExpressionSizeofType {
		f.evalLengths(x.TypeName.Type())
		return f.sizeOf(x, x.TypeName.Type())
	}
	if n := ast.StringSize(x.UnaryExpression); n >= 0 {
		return value.Constant(types.ULong, uint64(n))
	}
	if n := f.literalSize(x.UnaryExpression); n >= 0 {
		return value.Constant(types.ULong, uint64(n))
	}
	return f.sizeOf(x, x.UnaryExpression.Type())
}

// literalSize returns the size of a compound literal that is an array without
// a length initialised by a string, -1 if e is something else.
func (f *fn) literalSize(e cc.ExpressionNode) int64 {
	x, ok := e.(*cc.PostfixExpression)
	if !ok || x.Case != cc.PostfixExpressionComplit {
		return -1
	}
	t, data := f.literalType(x, f.literalLeaves(x))
	if data == nil {
		return -1
	}
	return t.Size
}

func (f *fn) sizeOf(n cc.Node, c cc.Type) value.Value {
	t := f.u.TypeOf(n, c)
	if size, dynamic := f.dynamicSize(t); dynamic {
		return value.Value{Op: size, Type: types.ULong}
	}
	switch {
	case t.Class == program.FuncType:
		return value.Constant(types.ULong, 1)
	case t.Class == program.ArrayType && t.Len < 0:
		diag.Fail(n, "size of incomplete %s", t)
	}
	return value.Constant(types.ULong, uint64(t.Size))
}

// alignof computes _Alignof, for a variable with regard to its own alignment.
func (f *fn) alignof(x *cc.UnaryExpression) uint64 {
	v, _ := ast.IntConstant(x)
	if x.Case == cc.UnaryExpressionAlignofExpr {
		e := x.UnaryExpression
		for ast.IsParenthesised(e) {
			e = e.(*cc.PrimaryExpression).ExpressionList
		}
		if p, ok := e.(*cc.PrimaryExpression); ok {
			if d, ok := p.ResolvedTo().(*cc.Declarator); ok {
				v = max(v, uint64(d.Alignas()), uint64(d.Type().Align()))
			}
		}
	}
	return v
}
