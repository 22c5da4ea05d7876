package frame

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
)

// DeclareLengths evaluates the lengths of the variable-length arrays that
// the type of a declarator contains, outermost first; they stay what they are
// for as long as the declarator is visible (C 6.7.6.2).
func (f *Frame) DeclareLengths(d cc.Node, t cc.Type) {
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
				f.lengths[e] = f.length(e)
			}
			t = x.Elem()
		default:
			return
		}
	}
}

// EvaluateLengths evaluates the lengths in a type name; those of types that it
// names were evaluated by their declarations.
func (f *Frame) EvaluateLengths(t cc.Type) {
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
					f.lengths[e] = f.length(e)
				}
			}
			t = x.Elem()
		default:
			return
		}
	}
}

// parameterLengths evaluates the lengths in the type of a parameter. The outermost length of one that
// was declared as an array does not matter, but for its effects.
func (f *Frame) parameterLengths(d *cc.Declarator) {
	t := d.Type()
	if x, ok := t.Undecay().(*cc.ArrayType); ok {
		if e := x.SizeExpression(); e != nil && !e.Pure() {
			f.Expressions.Discard(e)
		}
		t = x.Elem()
	}
	f.DeclareLengths(d, t)
}

// length evaluates a number of elements.
func (f *Frame) length(e cc.ExpressionNode) program.Operand {
	n := f.Keep(f.IndexValue(f.Expressions.Scalar(e))).Op
	f.CheckLength(n)
	return n
}

// DynamicSize returns the size in bytes of a type that contains a
// variable-length array; ok is false for other types.
func (f *Frame) DynamicSize(t *program.Type) (size program.Operand, ok bool) {
	x, ok := f.Unit.Variable(t)
	if !ok {
		return program.Operand{}, false
	}
	count := program.C(program.I64, uint64(max(x.Len(), 0)))
	if e := x.SizeExpression(); e != nil && x.Len() < 0 {
		known, ok := f.lengths[e]
		if !ok {
			known = f.length(e)
		}
		count = known
	}
	size, dynamic := f.DynamicSize(t.Elem)
	if !dynamic {
		size = program.C(program.I64, uint64(t.Elem.Size))
	}
	return f.Binary(program.Mul, program.I64, 0, count, size), true
}
