package cfront

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
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
	g := f.u.obj.globals[v.op.Index]
	if f.u.obj.gsyms[v.op.Index].name != "" || !g.ReadOnly || g.Type != v.t {
		return nil, false
	}
	return g.Data, true
}

func (f *fn) imagePart(t *program.Type, data []byte) value {
	if isLongDouble(t) {
		return value{op: f.u.anonymous(f.node, t, data), t: t}
	}
	return constant(t, get(data))
}

// makeComplex returns the complex value with the given parts, which are of
// one type. Of two constants it makes a constant.
func (f *fn) makeComplex(re, im value) value {
	t := complexOf(re.t)
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
	if inMemory(v.t) {
		data, ok := f.constantImage(v)
		copy(to, data)
		return ok
	}
	put(to, v.op.Bits)
	return v.op.Mode == program.Const
}

// convertComplex converts between complex types, or between complex and real.
func (f *fn) convertComplex(v value, t *program.Type) value {
	switch {
	case isComplex(v.t) && isComplex(t):
		re, im := f.parts(v)
		return f.makeComplex(f.convertTo(re, t.Elem), f.convertTo(im, t.Elem))
	case isComplex(t):
		if isRecord(v.t) || v.t.Class == program.VoidType {
			fail(f.node, "conversion from %s to %s", v.t, t)
		}
		return f.makeComplex(f.convertTo(v, t.Elem), f.convertTo(constant(typeInt, 0), t.Elem))
	case t.Class == program.BoolType:
		return f.convertTo(value{op: f.truth(v), t: typeInt}, t)
	}
	re, _ := f.parts(v)
	return f.convertTo(re, t)
}

// complexArith lowers arithmetic with at least one complex operand; t is the
// common type. A real operand stays real, as in C's annex G.
func (f *fn) complexArith(op operator, a, b value, t *program.Type) value {
	e := t.Elem
	split := func(v value) (re, im value, complex bool) {
		if isComplex(v.t) {
			re, im = f.parts(v)
			return f.convertTo(re, e), f.convertTo(im, e), true
		}
		return f.convertTo(v, e), value{}, false
	}
	ar, ai, ac := split(a)
	br, bi, bc := split(b)
	zero := f.convertTo(constant(typeInt, 0), e)
	switch op {
	case opAdd:
		switch {
		case !bc:
			return f.makeComplex(f.arith(opAdd, ar, br), ai)
		case !ac:
			return f.makeComplex(f.arith(opAdd, ar, br), bi)
		}
		return f.makeComplex(f.arith(opAdd, ar, br), f.arith(opAdd, ai, bi))
	case opSub:
		switch {
		case !bc:
			return f.makeComplex(f.arith(opSub, ar, br), ai)
		case !ac:
			return f.makeComplex(f.arith(opSub, ar, br), f.negate(bi))
		}
		return f.makeComplex(f.arith(opSub, ar, br), f.arith(opSub, ai, bi))
	case opMul:
		switch {
		case !bc:
			return f.makeComplex(f.arith(opMul, ar, br), f.arith(opMul, ai, br))
		case !ac:
			return f.makeComplex(f.arith(opMul, ar, br), f.arith(opMul, ar, bi))
		}
		re := f.arith(opSub, f.arith(opMul, ar, br), f.arith(opMul, ai, bi))
		return f.makeComplex(re, f.arith(opAdd, f.arith(opMul, ar, bi), f.arith(opMul, ai, br)))
	case opDiv:
		if !bc {
			return f.makeComplex(f.arith(opDiv, ar, br), f.arith(opDiv, ai, br))
		}
		if !ac {
			ai = zero
		}
		return f.complexDivide(ar, ai, br, bi)
	}
	fail(f.node, "operands of type %s", t)
	return value{}
}

// complexDivide divides by Smith's method (Communications of the ACM 5(8),
// 1962), which gcc's run-time library uses for floating types; float goes by
// way of double there.
func (f *fn) complexDivide(a, b, c, d value) value {
	t := a.t
	if !isFloat(t) || t == typeFloat {
		return f.divideDirectly(a, b, c, d)
	}
	to := f.temp(complexOf(t))
	re := place{reg: program.NoReg, addr: to, t: t}
	im := place{reg: program.NoReg, addr: to, off: t.Size, t: t}
	abs := func(v value) value { return f.withSign(v, value{}) }
	f.when(f.comparison(opLt, abs(c), abs(d)), func() {
		ratio := f.arith(opDiv, c, d)
		denom := f.arith(opAdd, f.arith(opMul, c, ratio), d)
		f.store(re, f.arith(opDiv, f.arith(opAdd, f.arith(opMul, a, ratio), b), denom))
		f.store(im, f.arith(opDiv, f.arith(opSub, f.arith(opMul, b, ratio), a), denom))
	}, func() {
		ratio := f.arith(opDiv, d, c)
		denom := f.arith(opAdd, f.arith(opMul, d, ratio), c)
		f.store(re, f.arith(opDiv, f.arith(opAdd, f.arith(opMul, b, ratio), a), denom))
		f.store(im, f.arith(opDiv, f.arith(opSub, b, f.arith(opMul, a, ratio)), denom))
	})
	return value{op: to, t: complexOf(t)}
}

// divideDirectly computes (a+bi)(c-di)/(cc+dd).
func (f *fn) divideDirectly(a, b, c, d value) value {
	t, w := a.t, a.t
	if t == typeFloat {
		w = typeDouble
	}
	a, b, c, d = f.convertTo(a, w), f.convertTo(b, w), f.convertTo(c, w), f.convertTo(d, w)
	denom := f.arith(opAdd, f.arith(opMul, c, c), f.arith(opMul, d, d))
	re := f.arith(opDiv, f.arith(opAdd, f.arith(opMul, a, c), f.arith(opMul, b, d)), denom)
	im := f.arith(opDiv, f.arith(opSub, f.arith(opMul, b, c), f.arith(opMul, a, d)), denom)
	return f.makeComplex(f.convertTo(re, t), f.convertTo(im, t))
}

// complexCompare lowers == and !=.
func (f *fn) complexCompare(op operator, a, b value, t *program.Type) program.Operand {
	if op != opEq && op != opNe {
		fail(f.node, "order of complex numbers")
	}
	ar, ai := f.parts(f.convertTo(a, t))
	br, bi := f.parts(f.convertTo(b, t))
	re, im := f.comparison(op, ar, br), f.comparison(op, ai, bi)
	if op == opEq {
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
	if !isComplex(v.t) {
		if imaginary {
			return f.convertTo(constant(typeInt, 0), v.t)
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
	if !isComplex(p.t) {
		return p
	}
	if x.Case == cc.UnaryExpressionImag {
		p.off += p.t.Elem.Size
	}
	p.t = p.t.Elem
	return p
}
