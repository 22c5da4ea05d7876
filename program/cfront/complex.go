package cfront

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/object"
	"github.com/riftlab/rift/program/cfront/types"
)

// parts returns the real and imaginary part of a complex value.
func (f *fn) parts(v value) (re, im value) {
	if data, ok := f.complexImage(v); ok {
		return f.imagePart(v.t.Elem, data[:v.t.Elem.Size]), f.imagePart(v.t.Elem, data[v.t.Elem.Size:])
	}
	p := place{reg: program.NoReg, addr: v.op, off: v.off, t: v.t.Elem}
	re = f.load(p)
	p.off += v.t.Elem.Size
	return re, f.load(p)
}

// complexImage returns the bytes of a complex constant.
func (f *fn) complexImage(v value) ([]byte, bool) {
	if v.op.Mode != program.GlobalAddr || v.op.Bits != 0 || v.off != 0 {
		return nil, false
	}
	g := f.u.obj.Globals[v.op.Index]
	if f.u.obj.VarSyms[v.op.Index].Name != "" || !g.ReadOnly || g.Type != v.t {
		return nil, false
	}
	return g.Data, true
}

func (f *fn) imagePart(t *program.Type, data []byte) value {
	if types.IsLongDouble(t) {
		return value{op: f.u.anonymous(f.node, t, data), t: t}
	}
	return constant(t, object.Word(data))
}

// makeComplex returns the complex value with the given parts, which are of
// one type. Of two constants it makes a constant.
func (f *fn) makeComplex(re, im value) value {
	t := types.ComplexOf(re.t)
	n := re.t.Size
	data := make([]byte, 2*n)
	if f.partImage(re, data[:n]) && f.partImage(im, data[n:]) {
		return value{op: f.u.anonymous(f.node, t, data), t: t}
	}
	to := f.temp(t)
	f.store(place{reg: program.NoReg, addr: to, t: re.t}, re)
	f.store(place{reg: program.NoReg, addr: to, off: n, t: re.t}, im)
	return value{op: to, t: t}
}

// partImage writes a constant part.
func (f *fn) partImage(v value, to []byte) bool {
	if types.InMemory(v.t) {
		data, ok := f.constantImage(v)
		copy(to, data)
		return ok
	}
	object.PutWord(to, v.op.Bits)
	return v.op.Mode == program.Const
}

// convertComplex converts between complex types, or between complex and real.
func (f *fn) convertComplex(v value, t *program.Type) value {
	switch {
	case types.IsComplex(v.t) && types.IsComplex(t):
		re, im := f.parts(v)
		return f.makeComplex(f.convertTo(re, t.Elem), f.convertTo(im, t.Elem))
	case types.IsComplex(t):
		if types.IsRecord(v.t) || v.t.Class == program.VoidType {
			diag.Fail(f.node, "conversion from %s to %s", v.t, t)
		}
		return f.makeComplex(f.convertTo(v, t.Elem), f.convertTo(constant(types.Int, 0), t.Elem))
	case t.Class == program.BoolType:
		return f.convertTo(value{op: f.truth(v), t: types.Int}, t)
	}
	re, _ := f.parts(v)
	return f.convertTo(re, t)
}

// complexArith lowers arithmetic with at least one complex operand; t is the
// common type. A real operand stays real, as in C's annex G.
func (f *fn) complexArith(op ast.Operator, a, b value, t *program.Type) value {
	e := t.Elem
	split := func(v value) (re, im value, complex bool) {
		if types.IsComplex(v.t) {
			re, im = f.parts(v)
			return f.convertTo(re, e), f.convertTo(im, e), true
		}
		return f.convertTo(v, e), value{}, false
	}
	ar, ai, ac := split(a)
	br, bi, bc := split(b)
	zero := f.convertTo(constant(types.Int, 0), e)
	switch op {
	case ast.Add:
		switch {
		case !bc:
			return f.makeComplex(f.arith(ast.Add, ar, br), ai)
		case !ac:
			return f.makeComplex(f.arith(ast.Add, ar, br), bi)
		}
		return f.makeComplex(f.arith(ast.Add, ar, br), f.arith(ast.Add, ai, bi))
	case ast.Sub:
		switch {
		case !bc:
			return f.makeComplex(f.arith(ast.Sub, ar, br), ai)
		case !ac:
			return f.makeComplex(f.arith(ast.Sub, ar, br), f.negate(bi))
		}
		return f.makeComplex(f.arith(ast.Sub, ar, br), f.arith(ast.Sub, ai, bi))
	case ast.Mul:
		switch {
		case !bc:
			return f.makeComplex(f.arith(ast.Mul, ar, br), f.arith(ast.Mul, ai, br))
		case !ac:
			return f.makeComplex(f.arith(ast.Mul, ar, br), f.arith(ast.Mul, ar, bi))
		}
		re := f.arith(ast.Sub, f.arith(ast.Mul, ar, br), f.arith(ast.Mul, ai, bi))
		return f.makeComplex(re, f.arith(ast.Add, f.arith(ast.Mul, ar, bi), f.arith(ast.Mul, ai, br)))
	case ast.Div:
		if !bc {
			return f.makeComplex(f.arith(ast.Div, ar, br), f.arith(ast.Div, ai, br))
		}
		if !ac {
			ai = zero
		}
		return f.complexDivide(ar, ai, br, bi)
	}
	diag.Fail(f.node, "operands of type %s", t)
	return value{}
}

// complexDivide divides by Smith's method (Communications of the ACM 5(8),
// 1962), which gcc's run-time library uses for floating types; float goes by
// way of double there.
func (f *fn) complexDivide(a, b, c, d value) value {
	t := a.t
	if !types.IsFloat(t) || t == types.Float {
		return f.divideDirectly(a, b, c, d)
	}
	to := f.temp(types.ComplexOf(t))
	re := place{reg: program.NoReg, addr: to, t: t}
	im := place{reg: program.NoReg, addr: to, off: t.Size, t: t}
	abs := func(v value) value { return f.withSign(v, value{}) }
	f.when(f.comparison(ast.Lt, abs(c), abs(d)), func() {
		ratio := f.arith(ast.Div, c, d)
		denom := f.arith(ast.Add, f.arith(ast.Mul, c, ratio), d)
		f.store(re, f.arith(ast.Div, f.arith(ast.Add, f.arith(ast.Mul, a, ratio), b), denom))
		f.store(im, f.arith(ast.Div, f.arith(ast.Sub, f.arith(ast.Mul, b, ratio), a), denom))
	}, func() {
		ratio := f.arith(ast.Div, d, c)
		denom := f.arith(ast.Add, f.arith(ast.Mul, d, ratio), c)
		f.store(re, f.arith(ast.Div, f.arith(ast.Add, f.arith(ast.Mul, b, ratio), a), denom))
		f.store(im, f.arith(ast.Div, f.arith(ast.Sub, b, f.arith(ast.Mul, a, ratio)), denom))
	})
	return value{op: to, t: types.ComplexOf(t)}
}

// divideDirectly computes (a+bi)(c-di)/(cc+dd).
func (f *fn) divideDirectly(a, b, c, d value) value {
	t, w := a.t, a.t
	if t == types.Float {
		w = types.Double
	}
	a, b, c, d = f.convertTo(a, w), f.convertTo(b, w), f.convertTo(c, w), f.convertTo(d, w)
	denom := f.arith(ast.Add, f.arith(ast.Mul, c, c), f.arith(ast.Mul, d, d))
	re := f.arith(ast.Div, f.arith(ast.Add, f.arith(ast.Mul, a, c), f.arith(ast.Mul, b, d)), denom)
	im := f.arith(ast.Div, f.arith(ast.Sub, f.arith(ast.Mul, b, c), f.arith(ast.Mul, a, d)), denom)
	return f.makeComplex(f.convertTo(re, t), f.convertTo(im, t))
}

// complexCompare lowers == and !=.
func (f *fn) complexCompare(op ast.Operator, a, b value, t *program.Type) program.Operand {
	if op != ast.Eq && op != ast.Ne {
		diag.Fail(f.node, "order of complex numbers")
	}
	ar, ai := f.parts(f.convertTo(a, t))
	br, bi := f.parts(f.convertTo(b, t))
	re, im := f.comparison(op, ar, br), f.comparison(op, ai, bi)
	if op == ast.Eq {
		return f.binary(program.And, program.I1, 0, re, im)
	}
	return f.binary(program.Or, program.I1, 0, re, im)
}

// complexMap applies op to both parts.
func (f *fn) complexMap(v value, op func(value) value) value {
	re, im := f.parts(v)
	return f.makeComplex(f.convertTo(op(re), v.t.Elem), f.convertTo(op(im), v.t.Elem))
}

func (f *fn) conjugate(v value) value {
	re, im := f.parts(v)
	return f.makeComplex(re, f.convertTo(f.negate(im), v.t.Elem))
}

// part lowers __real__ e and __imag__ e.
func (f *fn) part(x *cc.UnaryExpression) value {
	v := f.scalar(x.UnaryExpression)
	imaginary := x.Case == cc.UnaryExpressionImag
	if !types.IsComplex(v.t) {
		if imaginary {
			return f.convertTo(constant(types.Int, 0), v.t)
		}
		return v
	}
	if _, ok := f.complexImage(v); ok {
		re, im := f.parts(v)
		if imaginary {
			return im
		}
		return re
	}
	p := place{reg: program.NoReg, addr: v.op, off: v.off, t: v.t.Elem}
	if imaginary {
		p.off += v.t.Elem.Size
	}
	return f.load(p)
}

// partPlace is part for assignment.
func (f *fn) partPlace(x *cc.UnaryExpression) place {
	p := f.lvalue(x.UnaryExpression)
	if !types.IsComplex(p.t) {
		return p
	}
	if x.Case == cc.UnaryExpressionImag {
		p.off += p.t.Elem.Size
	}
	p.t = p.t.Elem
	return p
}
