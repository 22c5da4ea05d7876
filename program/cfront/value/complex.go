package value

import (
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/object"
	"github.com/riftlab/rift/program/cfront/types"
)

// Parts returns the real and imaginary part of a complex value.
func (o *complexes) Parts(v Value) (re, im Value) {
	if data, ok := o.ComplexImage(v); ok {
		return o.imagePart(v.Type.Elem, data[:v.Type.Elem.Size]), o.imagePart(v.Type.Elem, data[v.Type.Elem.Size:])
	}
	p := Place{Reg: program.NoReg, Addr: v.Op, Off: v.Off, Type: v.Type.Elem}
	re = o.read(p)
	p.Off += v.Type.Elem.Size
	return re, o.read(p)
}

// ComplexImage returns the bytes of a complex constant.
func (o *complexes) ComplexImage(v Value) ([]byte, bool) {
	g, ok := o.constants.LiteralAt(v.Op)
	if !ok || v.Off != 0 || g.Type != v.Type {
		return nil, false
	}
	return g.Data, true
}

func (o *complexes) imagePart(t *program.Type, data []byte) Value {
	if types.IsLongDouble(t) {
		return Value{Op: o.constants.Literal(o.Node, t, data), Type: t}
	}
	return Constant(t, object.Word(data))
}

// MakeComplex returns the complex value with the given parts, which are of
// one type. Of two constants it makes a constant.
func (o *complexes) MakeComplex(re, im Value) Value {
	t := types.ComplexOf(re.Type)
	n := re.Type.Size
	data := make([]byte, 2*n)
	if o.partImage(re, data[:n]) && o.partImage(im, data[n:]) {
		return Value{Op: o.constants.Literal(o.Node, t, data), Type: t}
	}
	to := o.Temp(t)
	o.write(Place{Reg: program.NoReg, Addr: to, Type: re.Type}, re)
	o.write(Place{Reg: program.NoReg, Addr: to, Off: n, Type: re.Type}, im)
	return Value{Op: to, Type: t}
}

// partImage writes a constant part.
func (o *complexes) partImage(v Value, to []byte) bool {
	if types.InMemory(v.Type) {
		data, ok := o.constantImage(v)
		copy(to, data)
		return ok
	}
	object.PutWord(to, v.Op.Bits)
	return v.Op.Mode == program.Const
}

// toComplex is Convert where one of the types is complex.
func (o *complexes) toComplex(v Value, t *program.Type) Value {
	if v = o.truthTo(v, t); v.Type == t {
		return v
	}
	return o.convertComplex(v, t)
}

// convertComplex converts between complex types, or between complex and real.
func (o *complexes) convertComplex(v Value, t *program.Type) Value {
	switch {
	case types.IsComplex(v.Type) && types.IsComplex(t):
		re, im := o.Parts(v)
		return o.MakeComplex(o.convertReal(re, t.Elem), o.convertReal(im, t.Elem))
	case types.IsComplex(t):
		if types.IsRecord(v.Type) || v.Type.Class == program.VoidType {
			diag.Fail(o.Node, "conversion from %s to %s", v.Type, t)
		}
		return o.MakeComplex(o.convertReal(v, t.Elem), o.convertReal(Constant(types.Int, 0), t.Elem))
	case t.Class == program.BoolType:
		return o.convertReal(Value{Op: o.complexTruth(v), Type: types.Int}, t)
	}
	re, _ := o.Parts(v)
	return o.convertReal(re, t)
}

// complexArith lowers arithmetic with at least one complex operand; t is the
// common type. A real operand stays real, as in C's annex G.
func (o *complexes) complexArith(op ast.Operator, a, b Value, t *program.Type) Value {
	e := t.Elem
	split := func(v Value) (re, im Value, complex bool) {
		if types.IsComplex(v.Type) {
			re, im = o.Parts(v)
			return o.convertReal(re, e), o.convertReal(im, e), true
		}
		return o.convertReal(v, e), Value{}, false
	}
	ar, ai, ac := split(a)
	br, bi, bc := split(b)
	zero := o.convertReal(Constant(types.Int, 0), e)
	switch op {
	case ast.Add:
		switch {
		case !bc:
			return o.MakeComplex(o.arithReal(ast.Add, ar, br), ai)
		case !ac:
			return o.MakeComplex(o.arithReal(ast.Add, ar, br), bi)
		}
		return o.MakeComplex(o.arithReal(ast.Add, ar, br), o.arithReal(ast.Add, ai, bi))
	case ast.Sub:
		switch {
		case !bc:
			return o.MakeComplex(o.arithReal(ast.Sub, ar, br), ai)
		case !ac:
			return o.MakeComplex(o.arithReal(ast.Sub, ar, br), o.negateReal(bi))
		}
		return o.MakeComplex(o.arithReal(ast.Sub, ar, br), o.arithReal(ast.Sub, ai, bi))
	case ast.Mul:
		switch {
		case !bc:
			return o.MakeComplex(o.arithReal(ast.Mul, ar, br), o.arithReal(ast.Mul, ai, br))
		case !ac:
			return o.MakeComplex(o.arithReal(ast.Mul, ar, br), o.arithReal(ast.Mul, ar, bi))
		}
		re := o.arithReal(ast.Sub, o.arithReal(ast.Mul, ar, br), o.arithReal(ast.Mul, ai, bi))
		return o.MakeComplex(re, o.arithReal(ast.Add, o.arithReal(ast.Mul, ar, bi), o.arithReal(ast.Mul, ai, br)))
	case ast.Div:
		if !bc {
			return o.MakeComplex(o.arithReal(ast.Div, ar, br), o.arithReal(ast.Div, ai, br))
		}
		if !ac {
			ai = zero
		}
		return o.complexDivide(ar, ai, br, bi)
	}
	diag.Fail(o.Node, "operands of type %s", t)
	return Value{}
}

// complexDivide divides by Smith's method (Communications of the ACM 5(8),
// 1962), which gcc's run-time library uses for floating types; float goes by
// way of double there.
func (o *complexes) complexDivide(a, b, c, d Value) Value {
	t := a.Type
	if !types.IsFloat(t) || t == types.Float {
		return o.divideDirectly(a, b, c, d)
	}
	to := o.Temp(types.ComplexOf(t))
	re := Place{Reg: program.NoReg, Addr: to, Type: t}
	im := Place{Reg: program.NoReg, Addr: to, Off: t.Size, Type: t}
	abs := func(v Value) Value { return o.WithSign(v, Value{}) }
	o.When(o.compareReal(ast.Lt, abs(c), abs(d)), func() {
		ratio := o.arithReal(ast.Div, c, d)
		denom := o.arithReal(ast.Add, o.arithReal(ast.Mul, c, ratio), d)
		o.write(re, o.arithReal(ast.Div, o.arithReal(ast.Add, o.arithReal(ast.Mul, a, ratio), b), denom))
		o.write(im, o.arithReal(ast.Div, o.arithReal(ast.Sub, o.arithReal(ast.Mul, b, ratio), a), denom))
	}, func() {
		ratio := o.arithReal(ast.Div, d, c)
		denom := o.arithReal(ast.Add, o.arithReal(ast.Mul, d, ratio), c)
		o.write(re, o.arithReal(ast.Div, o.arithReal(ast.Add, o.arithReal(ast.Mul, b, ratio), a), denom))
		o.write(im, o.arithReal(ast.Div, o.arithReal(ast.Sub, b, o.arithReal(ast.Mul, a, ratio)), denom))
	})
	return Value{Op: to, Type: types.ComplexOf(t)}
}

// divideDirectly computes (a+bi)(c-di)/(cc+dd).
func (o *complexes) divideDirectly(a, b, c, d Value) Value {
	t, w := a.Type, a.Type
	if t == types.Float {
		w = types.Double
	}
	a, b, c, d = o.convertReal(a, w), o.convertReal(b, w), o.convertReal(c, w), o.convertReal(d, w)
	denom := o.arithReal(ast.Add, o.arithReal(ast.Mul, c, c), o.arithReal(ast.Mul, d, d))
	re := o.arithReal(ast.Div, o.arithReal(ast.Add, o.arithReal(ast.Mul, a, c), o.arithReal(ast.Mul, b, d)), denom)
	im := o.arithReal(ast.Div, o.arithReal(ast.Sub, o.arithReal(ast.Mul, b, c), o.arithReal(ast.Mul, a, d)), denom)
	return o.MakeComplex(o.convertReal(re, t), o.convertReal(im, t))
}

// complexCompare lowers == and != in the complex type t.
func (o *complexes) complexCompare(op ast.Operator, a, b Value, t *program.Type) program.Operand {
	if op != ast.Eq && op != ast.Ne {
		diag.Fail(o.Node, "order of complex numbers")
	}
	ar, ai := o.Parts(o.toComplex(a, t))
	br, bi := o.Parts(o.toComplex(b, t))
	re, im := o.compareReal(op, ar, br), o.compareReal(op, ai, bi)
	if op == ast.Eq {
		return o.Binary(program.And, program.I1, 0, re, im)
	}
	return o.Binary(program.Or, program.I1, 0, re, im)
}

// complexTruth lowers "v != 0" to kind I1.
func (o *complexes) complexTruth(v Value) program.Operand {
	return o.complexCompare(ast.Ne, v, o.toComplex(Constant(types.Int, 0), v.Type), v.Type)
}

// complexMap applies op to both parts.
func (o *complexes) complexMap(v Value, op func(Value) Value) Value {
	re, im := o.Parts(v)
	return o.MakeComplex(o.convertReal(op(re), v.Type.Elem), o.convertReal(op(im), v.Type.Elem))
}

// Conjugate returns a complex number with the sign of its imaginary part changed.
func (o *complexes) Conjugate(v Value) Value {
	re, im := o.Parts(v)
	return o.MakeComplex(re, o.convertReal(o.negateReal(im), v.Type.Elem))
}
