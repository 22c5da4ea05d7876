package bitvec

import "math/big"

// wide extends t to twice its width, low the three low bits of t; partial is the product
// of wide x and low y as the sum of x's multiples by the bits of y.
func (e *env) wide(t Term) Term { return e.ZeroExtend(e.w, t) }
func (e *env) low(t Term) Term  { return e.ZeroExtend(2*e.w-3, e.Extract(2, 0, t)) }

func (e *env) partial(x, y Term) Term {
	sum := e.Const(2*e.w, 0)
	for j := 2; j >= 0; j-- {
		sum = e.Add(sum, e.Ite(e.Bit(y, j), e.Shl(e.wide(x), e.Const(2*e.w, uint64(j))), e.Const(2*e.w, 0)))
	}
	return sum
}

// highParts says that the product of wide x and low y without its 4 low bits is what
// products of two bits below and the others give, where those that carry are x and z.
func (e *env) highParts(z Term) Term {
	n := 2 * e.w
	low := func(t Term) Term { return e.ZeroExtend(n-2, e.Extract(1, 0, t)) }
	high := func(t Term) Term { return e.LShr(t, e.Const(n, 2)) }
	x, y := e.wide(e.x), e.low(e.y)
	xl, xh, yl, yh := low(x), high(x), low(y), high(e.low(z))
	middle := e.Add(e.Add(high(e.Mul(xl, yl)), low(e.Mul(xl, yh))), e.Mul(xh, yl))
	sum := e.Add(e.Add(e.Mul(xh, yh), high(e.Mul(xl, yh))), high(middle))
	return e.Eq(e.Extract(n-1, 4, e.Mul(x, y)), e.Extract(n-5, 0, sum))
}

// poly applies the polynomial rules, which are not part of construction.
func (e *env) poly(t Term) Term {
	if e.raw {
		return t
	}
	return e.decideEqs(t)
}

// bit returns bit 0 of t, to get formulas out of words.
func (e *env) bit(t Term) Term { return e.Bit(t, 0) }

var ruleCases = []ruleCase{
	{rule: "fold",
		fires: func(e *env) Term { return e.Add(e.k(3), e.k(5)) },
		near:  func(e *env) Term { return e.Mul(e.x, e.k(5)) }},
	{rule: "known/constant", least: 3,
		fires: func(e *env) Term { return e.Ult(e.And(e.x, e.k(5)), e.k(6)) },
		near:  func(e *env) Term { return e.Ult(e.And(e.x, e.k(5)), e.k(5)) }},

	{rule: "not/const",
		fires: func(e *env) Term { return e.Not(e.k(9)) },
		near:  func(e *env) Term { return e.Not(e.x) }},
	{rule: "not/not",
		fires: func(e *env) Term { return e.Not(e.Not(e.x)) },
		near:  func(e *env) Term { return e.Not(e.Neg(e.x)) }},
	{rule: "not/neg",
		fires: func(e *env) Term { return e.Not(e.Neg(e.x)) },
		near:  func(e *env) Term { return e.Not(e.Mul(e.x, e.y)) }},
	{rule: "not/dec",
		fires: func(e *env) Term { return e.Not(e.Add(e.x, e.ones)) },
		near:  func(e *env) Term { return e.Not(e.Add(e.x, e.k(1))) }},
	{rule: "not/concat",
		fires: func(e *env) Term { return e.Not(e.hi(e.x)) },
		near:  func(e *env) Term { return e.Not(e.pair(e.x, e.y)) }},
	{rule: "not/ite",
		fires: func(e *env) Term { return e.Not(e.Ite(e.c, e.k(3), e.x)) },
		near:  func(e *env) Term { return e.Not(e.Ite(e.c, e.y, e.x)) }},

	{rule: "and/zero",
		fires: func(e *env) Term { return e.And(e.zero, e.x) },
		near:  func(e *env) Term { return e.And(e.k(1), e.x) }},
	{rule: "and/ones",
		fires: func(e *env) Term { return e.And(e.ones, e.x) },
		near:  func(e *env) Term { return e.And(e.y, e.x) }},
	{rule: "and/same",
		fires: func(e *env) Term { return e.And(e.x, e.x) },
		near:  func(e *env) Term { return e.And(e.x, e.y) }},
	{rule: "and/complement",
		fires: func(e *env) Term { return e.And(e.Not(e.x), e.x) },
		near:  func(e *env) Term { return e.And(e.Not(e.x), e.y) }},
	{rule: "and/constants", least: 3,
		fires: func(e *env) Term { return e.And(e.And(e.x, e.k(5)), e.k(9)) },
		near:  func(e *env) Term { return e.And(e.And(e.x, e.k(5)), e.y) }},
	{rule: "and/mask", least: 4,
		fires: func(e *env) Term { return e.And(e.x, e.k(6)) },
		near:  func(e *env) Term { return e.And(e.x, e.k(5)) }},
	{rule: "and/concat",
		fires: func(e *env) Term { return e.And(e.zx(e.x), e.pair(e.Const(3, 5), e.y)) },
		near:  func(e *env) Term { return e.And(e.pair(e.x, e.y), e.pair(e.y, e.z)) }},
	{rule: "and/absorb",
		fires: func(e *env) Term { return e.And(e.x, e.And(e.x, e.y)) },
		near:  func(e *env) Term { return e.And(e.z, e.And(e.x, e.y)) }},
	{rule: "and/contradict",
		fires: func(e *env) Term { return e.And(e.x, e.And(e.Not(e.x), e.y)) },
		near:  func(e *env) Term { return e.And(e.x, e.And(e.Not(e.z), e.y)) }},
	{rule: "and/subsume",
		fires: func(e *env) Term { return e.And(e.x, e.Not(e.And(e.Not(e.x), e.y))) },
		near:  func(e *env) Term { return e.And(e.x, e.Not(e.And(e.Not(e.z), e.y))) }},
	{rule: "and/substitute",
		fires: func(e *env) Term { return e.And(e.x, e.Not(e.And(e.x, e.y))) },
		near:  func(e *env) Term { return e.And(e.x, e.Not(e.And(e.z, e.y))) }},
	{rule: "and/resolve",
		fires: func(e *env) Term { return e.And(e.Not(e.And(e.x, e.y)), e.Not(e.And(e.x, e.Not(e.y)))) },
		near:  func(e *env) Term { return e.And(e.Not(e.And(e.x, e.y)), e.Not(e.And(e.x, e.Not(e.z)))) }},

	{rule: "xor/zero",
		fires: func(e *env) Term { return e.Xor(e.x, e.zero) },
		near:  func(e *env) Term { return e.Xor(e.x, e.k(2)) }},
	{rule: "xor/ones",
		fires: func(e *env) Term { return e.Xor(e.x, e.ones) },
		near:  func(e *env) Term { return e.Xor(e.x, e.k(2)) }},
	{rule: "xor/same",
		fires: func(e *env) Term { return e.Xor(e.x, e.x) },
		near:  func(e *env) Term { return e.Xor(e.x, e.y) }},
	{rule: "xor/complement",
		fires: func(e *env) Term { return e.Xor(e.x, e.Not(e.x)) },
		near:  func(e *env) Term { return e.Xor(e.x, e.Not(e.y)) }},
	{rule: "xor/not",
		fires: func(e *env) Term { return e.Xor(e.Not(e.x), e.y) },
		near:  func(e *env) Term { return e.Xor(e.Neg(e.x), e.y) }},
	{rule: "xor/constants", least: 3,
		fires: func(e *env) Term { return e.Xor(e.Xor(e.x, e.k(2)), e.k(5)) },
		near:  func(e *env) Term { return e.Xor(e.Xor(e.x, e.k(2)), e.y) }},
	{rule: "xor/cancel",
		fires: func(e *env) Term { return e.Xor(e.x, e.Xor(e.y, e.x)) },
		near:  func(e *env) Term { return e.Xor(e.x, e.Xor(e.y, e.z)) }},
	{rule: "xor/concat",
		fires: func(e *env) Term { return e.Xor(e.zx(e.x), e.hi(e.y)) },
		near:  func(e *env) Term { return e.Xor(e.pair(e.x, e.y), e.pair(e.z, e.x)) }},

	{rule: "neg/bit",
		fires: func(e *env) Term { return e.Neg(e.c) },
		near:  func(e *env) Term { return e.Neg(e.ZeroExtend(1, e.c)) }},
	{rule: "neg/const",
		fires: func(e *env) Term { return e.Neg(e.k(3)) },
		near:  func(e *env) Term { return e.Neg(e.x) }},
	{rule: "neg/neg",
		fires: func(e *env) Term { return e.Neg(e.Neg(e.x)) },
		near:  func(e *env) Term { return e.Neg(e.Not(e.x)) }},
	{rule: "neg/not",
		fires: func(e *env) Term { return e.Neg(e.Not(e.x)) },
		near:  func(e *env) Term { return e.Neg(e.And(e.x, e.y)) }},
	{rule: "neg/add",
		fires: func(e *env) Term { return e.Neg(e.Add(e.x, e.k(3))) },
		near:  func(e *env) Term { return e.Neg(e.Add(e.x, e.y)) }},
	{rule: "neg/mul",
		fires: func(e *env) Term { return e.Neg(e.Mul(e.x, e.k(3))) },
		near:  func(e *env) Term { return e.Neg(e.Mul(e.x, e.y)) }},
	{rule: "neg/ite",
		fires: func(e *env) Term { return e.Neg(e.Ite(e.c, e.x, e.k(3))) },
		near:  func(e *env) Term { return e.Neg(e.Ite(e.c, e.x, e.y)) }},

	{rule: "add/bit",
		fires: func(e *env) Term { return e.Add(e.c, e.d) },
		near:  func(e *env) Term { return e.Add(e.x, e.y) }},
	{rule: "add/zero",
		fires: func(e *env) Term { return e.Add(e.zero, e.x) },
		near:  func(e *env) Term { return e.Add(e.k(1), e.x) }},
	{rule: "add/complement",
		fires: func(e *env) Term { return e.Add(e.x, e.Not(e.x)) },
		near:  func(e *env) Term { return e.Add(e.x, e.Not(e.y)) }},
	{rule: "add/negated",
		fires: func(e *env) Term { return e.Add(e.x, e.Neg(e.x)) },
		near:  func(e *env) Term { return e.Add(e.x, e.Neg(e.y)) }},
	{rule: "add/double",
		fires: func(e *env) Term { return e.Add(e.x, e.x) },
		near:  func(e *env) Term { return e.Add(e.x, e.y) }},
	{rule: "add/constants",
		fires: func(e *env) Term { return e.Add(e.Add(e.x, e.k(3)), e.k(4)) },
		near:  func(e *env) Term { return e.Add(e.Add(e.x, e.k(3)), e.y) }},
	{rule: "add/outward",
		fires: func(e *env) Term { return e.Add(e.Add(e.x, e.k(3)), e.y) },
		near:  func(e *env) Term { return e.Add(e.Add(e.x, e.z), e.y) }},
	{rule: "add/cancel",
		fires: func(e *env) Term { return e.Add(e.Add(e.x, e.y), e.Neg(e.x)) },
		near:  func(e *env) Term { return e.Add(e.Add(e.x, e.y), e.Neg(e.z)) }},
	{rule: "add/disjoint",
		fires: func(e *env) Term { return e.Add(e.hi(e.x), e.ZeroExtend(e.w, e.Const(3, 5))) },
		near:  func(e *env) Term { return e.Add(e.hi(e.x), e.ZeroExtend(e.w-1, e.Const(4, 13))) }},

	{rule: "add/or",
		fires: func(e *env) Term {
			return e.Add(e.pair(e.c, e.pair(e.zero, e.d)), e.ZeroExtend(1, e.Concat(e.x, e.False())))
		},
		near: func(e *env) Term { return e.Add(e.pair(e.c, e.pair(e.zero, e.d)), e.pair(e.d, e.pair(e.zero, e.c))) }},

	{rule: "mul/bit",
		fires: func(e *env) Term { return e.Mul(e.c, e.d) },
		near:  func(e *env) Term { return e.Mul(e.x, e.y) }},
	{rule: "mul/zero",
		fires: func(e *env) Term { return e.Mul(e.x, e.zero) },
		near:  func(e *env) Term { return e.Mul(e.x, e.k(3)) }},
	{rule: "mul/one",
		fires: func(e *env) Term { return e.Mul(e.x, e.k(1)) },
		near:  func(e *env) Term { return e.Mul(e.x, e.k(3)) }},
	{rule: "mul/minus",
		fires: func(e *env) Term { return e.Mul(e.x, e.ones) },
		near:  func(e *env) Term { return e.Mul(e.x, e.k(3)) }},
	{rule: "mul/negs", proved: 8,
		fires: func(e *env) Term { return e.Mul(e.Neg(e.x), e.y) },
		near:  func(e *env) Term { return e.Mul(e.Not(e.x), e.y) }},
	{rule: "mul/power",
		fires: func(e *env) Term { return e.Mul(e.x, e.k(4)) },
		near:  func(e *env) Term { return e.Mul(e.x, e.k(6)) }},
	{rule: "mul/constants",
		fires: func(e *env) Term { return e.Mul(e.Mul(e.x, e.k(3)), e.k(5)) },
		near:  func(e *env) Term { return e.Mul(e.Mul(e.x, e.k(3)), e.y) }},
	{rule: "mul/neg",
		fires: func(e *env) Term { return e.Mul(e.Neg(e.x), e.k(3)) },
		near:  func(e *env) Term { return e.Mul(e.Not(e.x), e.k(3)) }},
	{rule: "mul/distribute",
		fires: func(e *env) Term { return e.Mul(e.Add(e.x, e.k(2)), e.k(3)) },
		near:  func(e *env) Term { return e.Mul(e.Add(e.x, e.y), e.k(3)) }},

	{rule: "udiv/zero",
		fires: func(e *env) Term { return e.UDiv(e.x, e.zero) },
		near:  func(e *env) Term { return e.UDiv(e.x, e.k(3)) }},
	{rule: "udiv/one",
		fires: func(e *env) Term { return e.UDiv(e.x, e.k(1)) },
		near:  func(e *env) Term { return e.UDiv(e.x, e.k(3)) }},
	{rule: "udiv/power",
		fires: func(e *env) Term { return e.UDiv(e.x, e.k(4)) },
		near:  func(e *env) Term { return e.UDiv(e.x, e.k(6)) }},
	{rule: "udiv/nested", proved: 8,
		fires: func(e *env) Term {
			return e.pair(e.UDiv(e.UDiv(e.x, e.k(3)), e.k(5)), e.UDiv(e.UDiv(e.x, e.ones), e.k(7)))
		},
		near: func(e *env) Term { return e.UDiv(e.UDiv(e.x, e.y), e.k(5)) }},
	{rule: "udiv/small", least: 3,
		fires: func(e *env) Term { return e.UDiv(e.And(e.x, e.k(2)), e.k(3)) },
		near:  func(e *env) Term { return e.UDiv(e.And(e.x, e.k(3)), e.k(3)) }},
	{rule: "udiv/narrow", proved: 8,
		fires: func(e *env) Term { return e.UDiv(e.zx(e.x), e.zx(e.y)) },
		near:  func(e *env) Term { return e.UDiv(e.zx(e.x), e.sx(e.y)) }},

	{rule: "urem/zero",
		fires: func(e *env) Term { return e.URem(e.x, e.zero) },
		near:  func(e *env) Term { return e.URem(e.x, e.k(3)) }},
	{rule: "urem/one",
		fires: func(e *env) Term { return e.URem(e.x, e.k(1)) },
		near:  func(e *env) Term { return e.URem(e.x, e.k(3)) }},
	{rule: "urem/power",
		fires: func(e *env) Term { return e.URem(e.x, e.k(4)) },
		near:  func(e *env) Term { return e.URem(e.x, e.k(6)) }},
	{rule: "urem/small", least: 3,
		fires: func(e *env) Term { return e.URem(e.And(e.x, e.k(2)), e.k(3)) },
		near:  func(e *env) Term { return e.URem(e.And(e.x, e.k(3)), e.k(3)) }},
	{rule: "urem/same",
		fires: func(e *env) Term { return e.URem(e.x, e.x) },
		near:  func(e *env) Term { return e.URem(e.x, e.y) }},
	{rule: "urem/narrow", proved: 8,
		fires: func(e *env) Term { return e.URem(e.zx(e.x), e.zx(e.y)) },
		near:  func(e *env) Term { return e.URem(e.zx(e.x), e.sx(e.y)) }},

	{rule: "shl/const",
		fires: func(e *env) Term { return e.pair(e.Shl(e.x, e.k(3)), e.Shl(e.x, e.ones)) },
		near:  func(e *env) Term { return e.Shl(e.k(3), e.x) }},
	{rule: "shl/zero",
		fires: func(e *env) Term { return e.Shl(e.zero, e.y) },
		near:  func(e *env) Term { return e.Shl(e.k(1), e.y) }},
	{rule: "shl/out",
		fires: func(e *env) Term { return e.Shl(e.x, e.Or(e.y, e.k(uint64(e.w)))) },
		near:  func(e *env) Term { return e.Shl(e.x, e.Or(e.y, e.k(2))) }},
	{rule: "lshr/const",
		fires: func(e *env) Term { return e.pair(e.LShr(e.x, e.k(3)), e.LShr(e.x, e.ones)) },
		near:  func(e *env) Term { return e.LShr(e.k(3), e.x) }},
	{rule: "lshr/zero",
		fires: func(e *env) Term { return e.LShr(e.zero, e.y) },
		near:  func(e *env) Term { return e.LShr(e.k(1), e.y) }},
	{rule: "lshr/out",
		fires: func(e *env) Term { return e.LShr(e.x, e.Or(e.y, e.k(uint64(e.w)))) },
		near:  func(e *env) Term { return e.LShr(e.x, e.Or(e.y, e.k(2))) }},
	{rule: "ashr/const",
		fires: func(e *env) Term { return e.pair(e.AShr(e.x, e.k(3)), e.AShr(e.x, e.ones)) },
		near:  func(e *env) Term { return e.AShr(e.k(3), e.x) }},
	{rule: "ashr/stable",
		fires: func(e *env) Term { return e.AShr(e.ones, e.y) },
		near:  func(e *env) Term { return e.AShr(e.x, e.y) }},
	{rule: "ashr/plain",
		fires: func(e *env) Term { return e.AShr(e.zx(e.x), e.zx(e.y)) },
		near:  func(e *env) Term { return e.AShr(e.sx(e.x), e.zx(e.y)) }},

	{rule: "concat/const",
		fires: func(e *env) Term { return e.pair(e.k(3), e.pair(e.k(5), e.x)) },
		near:  func(e *env) Term { return e.pair(e.pair(e.k(3), e.x), e.k(5)) }},
	{rule: "concat/extract", least: 3,
		fires: func(e *env) Term { return e.pair(e.Extract(e.w-1, 2, e.x), e.Extract(1, 1, e.x)) },
		near:  func(e *env) Term { return e.pair(e.Extract(e.w-1, 2, e.x), e.Extract(0, 0, e.x)) }},
	{rule: "concat/not", least: 3,
		fires: func(e *env) Term { return e.pair(e.Not(e.Extract(e.w-1, 2, e.x)), e.Not(e.Extract(1, 0, e.x))) },
		near:  func(e *env) Term { return e.pair(e.Not(e.Extract(e.w-1, 2, e.x)), e.Not(e.Extract(1, 0, e.y))) }},
	{rule: "concat/ite",
		fires: func(e *env) Term { return e.pair(e.Ite(e.c, e.x, e.y), e.Ite(e.c, e.z, e.x)) },
		near:  func(e *env) Term { return e.pair(e.Ite(e.c, e.x, e.y), e.Ite(e.d, e.z, e.x)) }},
	{rule: "concat/sign", least: 3,
		fires: func(e *env) Term {
			return e.pair(e.pair(e.Bit(e.x, e.w-1), e.x), e.pair(e.Bit(e.y, e.w-2), e.Extract(e.w-2, 0, e.y)))
		},
		near: func(e *env) Term { return e.pair(e.Bit(e.x, e.w-2), e.x) }},
	{rule: "concat/right",
		fires: func(e *env) Term { return e.pair(e.pair(e.x, e.y), e.z) },
		near:  func(e *env) Term { return e.pair(e.x, e.pair(e.y, e.z)) }},
	{rule: "concat/merge",
		fires: func(e *env) Term { return e.pair(e.k(3), e.pair(e.k(2), e.x)) },
		near:  func(e *env) Term { return e.pair(e.k(3), e.pair(e.x, e.k(2))) }},

	{rule: "extract/all",
		fires: func(e *env) Term { return e.Extract(e.w-1, 0, e.x) },
		near:  func(e *env) Term { return e.Extract(e.w-1, 1, e.x) }, least: 2},
	{rule: "extract/const",
		fires: func(e *env) Term { return e.Extract(e.w-1, e.w-1, e.k(0xa5)) },
		near:  func(e *env) Term { return e.Extract(e.w-1, e.w-1, e.x) }, least: 2},
	{rule: "extract/extract", least: 4,
		fires: func(e *env) Term { return e.Extract(1, 1, e.Extract(3, 1, e.x)) },
		near:  func(e *env) Term { return e.Extract(1, 1, e.Mul(e.x, e.y)) }},
	{rule: "extract/concat",
		fires: func(e *env) Term { return e.Extract(e.w, e.w-1, e.pair(e.x, e.y)) },
		near:  func(e *env) Term { return e.Extract(e.w-1, e.w-1, e.Mul(e.x, e.y)) }},
	{rule: "extract/sext",
		fires: func(e *env) Term {
			t := e.SignExtend(4, e.x)
			return e.pair(e.Extract(e.w+2, e.w+1, t), e.pair(e.Extract(e.w, e.w-1, t), e.Extract(e.w-1, 0, t)))
		},
		near: func(e *env) Term { return e.Extract(e.w-1, e.w/2, e.ZeroExtend(4, e.x)) }},
	{rule: "extract/not", least: 2,
		fires: func(e *env) Term { return e.Extract(e.w-1, 1, e.Not(e.pair(e.x, e.y))) },
		near:  func(e *env) Term { return e.Extract(e.w-1, 1, e.Not(e.x)) }},
	{rule: "extract/bitwise", least: 4,
		fires: func(e *env) Term {
			return e.pair(e.Extract(2, 1, e.And(e.x, e.k(5))), e.Extract(3, 1, e.Xor(e.y, e.k(6))))
		},
		near: func(e *env) Term { return e.Extract(2, 1, e.And(e.x, e.y)) }},
	{rule: "extract/ite", least: 2,
		fires: func(e *env) Term { return e.Extract(1, 1, e.Ite(e.c, e.x, e.k(2))) },
		near:  func(e *env) Term { return e.Extract(1, 1, e.Ite(e.c, e.x, e.y)) }},
	{rule: "extract/low", proved: 8,
		fires: func(e *env) Term {
			sum, product := e.Add(e.zx(e.x), e.sx(e.y)), e.Mul(e.zx(e.x), e.sx(e.y))
			return e.pair(e.Extract(e.w-1, 0, sum), e.pair(e.Extract(e.w-1, 0, product), e.Extract(e.w-1, 0, e.Neg(e.sx(e.z)))))
		},
		near: func(e *env) Term { return e.Extract(e.w-1, 1, e.Add(e.zx(e.x), e.sx(e.y))) }, least: 2},

	{rule: "sext/const",
		fires: func(e *env) Term { return e.sx(e.k(0x85)) },
		near:  func(e *env) Term { return e.sx(e.x) }},
	{rule: "sext/sext",
		fires: func(e *env) Term { return e.sx(e.sx(e.x)) },
		near:  func(e *env) Term { return e.sx(e.hi(e.x)) }},
	{rule: "sext/zext",
		fires: func(e *env) Term { return e.sx(e.zx(e.x)) },
		near:  func(e *env) Term { return e.sx(e.hi(e.x)) }},

	{rule: "eq/same",
		fires: func(e *env) Term { return e.Eq(e.x, e.x) },
		near:  func(e *env) Term { return e.Eq(e.x, e.y) }},
	{rule: "eq/bit",
		fires: func(e *env) Term { return e.Eq(e.c, e.d) },
		near:  func(e *env) Term { return e.Eq(e.x, e.y) }},
	{rule: "eq/distinct", least: 3,
		fires: func(e *env) Term {
			return e.pair(e.Eq(e.Add(e.x, e.k(1)), e.Add(e.x, e.k(2))), e.Eq(e.x, e.Not(e.x)))
		},
		near: func(e *env) Term { return e.Eq(e.Add(e.x, e.k(1)), e.Add(e.y, e.k(2))) }},
	{rule: "eq/not",
		fires: func(e *env) Term { return e.pair(e.Eq(e.Not(e.x), e.Not(e.y)), e.Eq(e.Not(e.x), e.k(3))) },
		near:  func(e *env) Term { return e.Eq(e.Not(e.x), e.y) }},
	{rule: "eq/neg",
		fires: func(e *env) Term { return e.pair(e.Eq(e.Neg(e.x), e.Neg(e.y)), e.Eq(e.Neg(e.x), e.k(3))) },
		near:  func(e *env) Term { return e.Eq(e.Neg(e.x), e.y) }},
	{rule: "eq/add",
		fires: func(e *env) Term {
			return e.pair(e.Eq(e.Add(e.x, e.k(3)), e.k(7)), e.Eq(e.Add(e.x, e.k(3)), e.Add(e.y, e.k(7))))
		},
		near: func(e *env) Term { return e.Eq(e.Add(e.x, e.k(3)), e.y) }},
	{rule: "eq/common",
		fires: func(e *env) Term {
			return e.pair(e.Eq(e.Add(e.x, e.y), e.Add(e.z, e.x)), e.Eq(e.Add(e.x, e.y), e.y))
		},
		near: func(e *env) Term { return e.Eq(e.Add(e.x, e.y), e.z) }},
	{rule: "eq/xor",
		fires: func(e *env) Term { return e.pair(e.Eq(e.Xor(e.x, e.y), e.y), e.Eq(e.Xor(e.x, e.k(3)), e.k(5))) },
		near:  func(e *env) Term { return e.Eq(e.Xor(e.x, e.y), e.z) }},
	{rule: "eq/mul",
		fires: func(e *env) Term { return e.Eq(e.Mul(e.x, e.k(3)), e.k(5)) },
		near:  func(e *env) Term { return e.Eq(e.Mul(e.x, e.k(6)), e.k(12)) }},
	{rule: "eq/concat",
		fires: func(e *env) Term {
			return e.pair(e.Eq(e.pair(e.x, e.y), e.pair(e.c, e.Extract(2*e.w-2, 0, e.pair(e.y, e.z)))), e.Eq(e.pair(e.x, e.c), e.Const(e.w+1, 5)))
		},
		near: func(e *env) Term { return e.Eq(e.pair(e.x, e.y), e.Mul(e.pair(e.x, e.z), e.Const(2*e.w, 3))) }},
	{rule: "eq/sext",
		fires: func(e *env) Term {
			return e.pair(e.Eq(e.sx(e.x), e.sx(e.y)), e.pair(e.Eq(e.sx(e.x), e.sx(e.k(0x81))), e.Eq(e.sx(e.x), e.Const(e.w+3, 1<<uint(e.w+1)))))
		},
		near: func(e *env) Term { return e.Eq(e.sx(e.x), e.zx(e.y)) }},
	{rule: "eq/ite", least: 3,
		fires: func(e *env) Term {
			return e.pair(e.Eq(e.Ite(e.c, e.k(3), e.x), e.k(3)), e.Eq(e.Ite(e.c, e.x, e.k(3)), e.k(4)))
		},
		near: func(e *env) Term { return e.Eq(e.Ite(e.c, e.y, e.x), e.k(3)) }},
	{rule: "eq/arms",
		fires: func(e *env) Term { return e.Eq(e.Ite(e.c, e.x, e.y), e.Ite(e.c, e.z, e.Neg(e.y))) },
		near:  func(e *env) Term { return e.Eq(e.Ite(e.c, e.x, e.y), e.Ite(e.d, e.z, e.y)) }},
	{rule: "eq/arm",
		fires: func(e *env) Term { return e.pair(e.Eq(e.Ite(e.c, e.x, e.y), e.x), e.Eq(e.Ite(e.c, e.x, e.z), e.z)) },
		near:  func(e *env) Term { return e.Eq(e.Ite(e.c, e.x, e.y), e.z) }},

	{rule: "ult/same",
		fires: func(e *env) Term { return e.Ult(e.x, e.x) },
		near:  func(e *env) Term { return e.Ult(e.x, e.y) }},
	{rule: "ult/bit",
		fires: func(e *env) Term { return e.Ult(e.c, e.d) },
		near:  func(e *env) Term { return e.Ult(e.x, e.y) }},
	{rule: "ult/zero",
		fires: func(e *env) Term { return e.pair(e.Ult(e.x, e.zero), e.Ult(e.zero, e.x)) },
		near:  func(e *env) Term { return e.Ult(e.x, e.k(3)) }},
	{rule: "ult/one",
		fires: func(e *env) Term { return e.Ult(e.x, e.k(1)) },
		near:  func(e *env) Term { return e.Ult(e.x, e.k(2)) }},
	{rule: "ult/ones",
		fires: func(e *env) Term { return e.pair(e.Ult(e.x, e.ones), e.Ult(e.ones, e.x)) },
		near:  func(e *env) Term { return e.Ult(e.x, e.k(6)) }},
	{rule: "ult/last",
		fires: func(e *env) Term { return e.Ult(e.BigConst(e.w, big.NewInt(-2)), e.x) },
		near:  func(e *env) Term { return e.Ult(e.k(3), e.x) }, least: 3},
	{rule: "ult/not",
		fires: func(e *env) Term {
			return e.pair(e.Ult(e.Not(e.x), e.Not(e.y)), e.pair(e.Ult(e.Not(e.x), e.k(3)), e.Ult(e.k(3), e.Not(e.x))))
		},
		near: func(e *env) Term { return e.Ult(e.Not(e.x), e.y) }},
	{rule: "ult/narrow",
		fires: func(e *env) Term { return e.pair(e.Ult(e.zx(e.x), e.zx(e.y)), e.Ult(e.zx(e.x), e.Const(e.w+3, 2))) },
		near:  func(e *env) Term { return e.Ult(e.zx(e.x), e.sx(e.y)) }},
	{rule: "ult/prefix",
		fires: func(e *env) Term { return e.Ult(e.pair(e.x, e.y), e.pair(e.x, e.z)) },
		near:  func(e *env) Term { return e.Ult(e.pair(e.x, e.y), e.pair(e.z, e.x)) }},
	{rule: "ult/suffix",
		fires: func(e *env) Term { return e.Ult(e.pair(e.x, e.y), e.pair(e.z, e.y)) },
		near:  func(e *env) Term { return e.Ult(e.pair(e.x, e.y), e.pair(e.z, e.x)) }},
	{rule: "ult/sext",
		fires: func(e *env) Term { return e.Ult(e.sx(e.x), e.sx(e.y)) },
		near:  func(e *env) Term { return e.Ult(e.sx(e.x), e.zx(e.y)) }},
	{rule: "ult/ite", least: 3,
		fires: func(e *env) Term {
			return e.pair(e.Ult(e.Ite(e.c, e.k(3), e.k(6)), e.k(5)), e.Ult(e.k(5), e.Ite(e.c, e.k(3), e.k(6))))
		},
		near: func(e *env) Term { return e.Ult(e.Ite(e.c, e.k(3), e.x), e.k(5)) }},

	{rule: "ult/rem", proved: 8,
		fires: func(e *env) Term { return e.Ult(e.URem(e.x, e.y), e.y) },
		near:  func(e *env) Term { return e.Ult(e.URem(e.x, e.y), e.z) }},
	{rule: "ult/grown", proved: 8,
		fires: func(e *env) Term {
			return e.Conj(e.Not(e.Ult(e.x, e.URem(e.x, e.y))), e.Not(e.Ult(e.x, e.And(e.x, e.y))),
				e.Not(e.Ult(e.y, e.And(e.x, e.y))), e.Not(e.Ult(e.x, e.LShr(e.x, e.y))))
		},
		near: func(e *env) Term { return e.Or(e.Ult(e.z, e.LShr(e.x, e.y)), e.Ult(e.y, e.LShr(e.x, e.y))) }},
	{rule: "ult/quotient", proved: 8,
		fires: func(e *env) Term { return e.Ult(e.x, e.UDiv(e.x, e.y)) },
		near:  func(e *env) Term { return e.Ult(e.y, e.UDiv(e.x, e.y)) }},
	{rule: "ult/over", proved: 8,
		fires: func(e *env) Term { return e.Ult(e.y, e.URem(e.x, e.y)) },
		near:  func(e *env) Term { return e.Ult(e.z, e.URem(e.x, e.y)) }},

	{rule: "slt/same",
		fires: func(e *env) Term { return e.Slt(e.x, e.x) },
		near:  func(e *env) Term { return e.Slt(e.x, e.y) }},
	{rule: "slt/bit",
		fires: func(e *env) Term { return e.Slt(e.c, e.d) },
		near:  func(e *env) Term { return e.Slt(e.x, e.y) }},
	{rule: "slt/zero",
		fires: func(e *env) Term { return e.Slt(e.x, e.zero) },
		near:  func(e *env) Term { return e.Slt(e.zero, e.x) }},
	{rule: "slt/minus",
		fires: func(e *env) Term { return e.Slt(e.ones, e.x) },
		near:  func(e *env) Term { return e.Slt(e.x, e.ones) }},
	{rule: "slt/not",
		fires: func(e *env) Term {
			return e.pair(e.Slt(e.Not(e.x), e.Not(e.y)), e.pair(e.Slt(e.Not(e.x), e.k(3)), e.Slt(e.k(3), e.Not(e.x))))
		},
		near: func(e *env) Term { return e.Slt(e.Not(e.x), e.y) }},
	{rule: "slt/sext",
		fires: func(e *env) Term {
			big := e.Const(e.w+3, 1<<uint(e.w))
			return e.pair(e.pair(e.Slt(e.sx(e.x), e.sx(e.y)), e.Slt(e.sx(e.x), e.sx(e.k(0x93)))),
				e.pair(e.pair(e.Slt(e.sx(e.x), big), e.Slt(big, e.sx(e.x))), e.Slt(e.Neg(big), e.sx(e.x))))
		},
		near: func(e *env) Term { return e.Slt(e.sx(e.x), e.hi(e.y)) }},
	{rule: "slt/unsigned",
		fires: func(e *env) Term { return e.Slt(e.zx(e.x), e.zx(e.y)) },
		near:  func(e *env) Term { return e.Slt(e.zx(e.x), e.hi(e.y)) }},
	{rule: "slt/prefix",
		fires: func(e *env) Term { return e.Slt(e.pair(e.x, e.y), e.pair(e.x, e.z)) },
		near:  func(e *env) Term { return e.Slt(e.pair(e.x, e.y), e.pair(e.z, e.x)) }},
	{rule: "slt/ite", least: 3,
		fires: func(e *env) Term {
			return e.pair(e.Slt(e.Ite(e.c, e.k(3), e.ones), e.k(1)), e.Slt(e.k(1), e.Ite(e.c, e.ones, e.k(2))))
		},
		near: func(e *env) Term { return e.Slt(e.Ite(e.c, e.k(3), e.x), e.k(5)) }},

	{rule: "and/bounds", least: 3,
		fires: func(e *env) Term { return chains(e, e.And) },
		near:  func(e *env) Term { return e.And(e.Ult(e.x, e.k(6)), e.Ult(e.k(2), e.y)) }},
	{rule: "and/nested", least: 3,
		fires: func(e *env) Term {
			inner := e.And(e.Ult(e.x, e.k(6)), e.c)
			return e.pair(e.And(e.Ult(e.x, e.k(7)), inner), e.And(e.Ult(e.x, e.k(3)), inner))
		},
		near: func(e *env) Term { return e.And(e.Ult(e.y, e.k(7)), e.And(e.Ult(e.x, e.k(6)), e.c)) }},

	{rule: "ite/const",
		fires: func(e *env) Term { return e.pair(e.Ite(e.True(), e.x, e.y), e.Ite(e.False(), e.x, e.y)) },
		near:  func(e *env) Term { return e.Ite(e.c, e.x, e.y) }},
	{rule: "ite/same",
		fires: func(e *env) Term { return e.Ite(e.c, e.x, e.x) },
		near:  func(e *env) Term { return e.Ite(e.c, e.x, e.y) }},
	{rule: "ite/not",
		fires: func(e *env) Term { return e.Ite(e.Not(e.c), e.x, e.y) },
		near:  func(e *env) Term { return e.Ite(e.c, e.x, e.y) }},
	{rule: "ite/bool",
		fires: func(e *env) Term { return booleans(e) },
		near:  func(e *env) Term { return e.Ite(e.c, e.bit(e.Mul(e.x, e.y)), e.d) }},
	{rule: "ite/nested",
		fires: func(e *env) Term {
			return e.pair(e.Ite(e.c, e.Ite(e.c, e.x, e.y), e.z), e.Ite(e.c, e.x, e.Ite(e.c, e.y, e.z)))
		},
		near: func(e *env) Term { return e.Ite(e.c, e.Ite(e.d, e.x, e.y), e.z) }},
	{rule: "ite/merge",
		fires: func(e *env) Term {
			return e.pair(
				e.pair(e.Ite(e.c, e.x, e.Ite(e.d, e.x, e.y)), e.Ite(e.c, e.x, e.Ite(e.d, e.y, e.x))),
				e.pair(e.Ite(e.c, e.Ite(e.d, e.x, e.y), e.x), e.Ite(e.c, e.Ite(e.d, e.x, e.y), e.y)))
		},
		near: func(e *env) Term { return e.Ite(e.c, e.Ite(e.d, e.x, e.y), e.z) }},
	{rule: "ite/eq",
		fires: func(e *env) Term { return e.pair(e.Ite(e.Eq(e.x, e.y), e.x, e.y), e.Ite(e.Eq(e.x, e.y), e.y, e.x)) },
		near:  func(e *env) Term { return e.Ite(e.Eq(e.x, e.y), e.x, e.z) }},
	{rule: "ite/arms",
		fires: func(e *env) Term { return e.Ite(e.c, e.Not(e.x), e.Not(e.y)) },
		near:  func(e *env) Term { return e.Ite(e.c, e.Not(e.x), e.y) }},
	{rule: "ite/concat",
		fires: func(e *env) Term {
			return e.pair(e.Ite(e.c, e.pair(e.x, e.y), e.pair(e.x, e.z)), e.Ite(e.c, e.zx(e.x), e.Const(e.w+3, 1)))
		},
		near: func(e *env) Term { return e.Ite(e.c, e.pair(e.x, e.y), e.pair(e.z, e.x)) }},
	{rule: "ite/sext",
		fires: func(e *env) Term { return e.Ite(e.c, e.sx(e.x), e.sx(e.y)) },
		near:  func(e *env) Term { return e.Ite(e.c, e.sx(e.x), e.hi(e.y)) }},

	{rule: "select/const",
		fires: func(e *env) Term { return e.Select(e.ConstArray(e.w, e.x), e.y) },
		near:  func(e *env) Term { return e.Select(e.a, e.y) }},
	{rule: "select/hit",
		fires: func(e *env) Term { return e.Select(e.Store.Store(e.a, e.x, e.y), e.x) },
		near:  func(e *env) Term { return e.Select(e.Store.Store(e.a, e.x, e.y), e.z) }},
	{rule: "select/miss",
		fires: func(e *env) Term { return e.Select(e.Store.Store(e.a, e.x, e.y), e.Add(e.x, e.k(1))) },
		near:  func(e *env) Term { return e.Select(e.Store.Store(e.a, e.x, e.y), e.Add(e.z, e.k(1))) }},
	{rule: "store/over",
		fires: func(e *env) Term { return e.Select(e.Store.Store(e.Store.Store(e.a, e.x, e.y), e.x, e.z), e.y) },
		near:  func(e *env) Term { return e.Select(e.Store.Store(e.Store.Store(e.a, e.x, e.y), e.y, e.z), e.z) }},
	{rule: "store/read",
		fires: func(e *env) Term { return e.Select(e.Store.Store(e.a, e.x, e.Select(e.a, e.x)), e.y) },
		near:  func(e *env) Term { return e.Select(e.Store.Store(e.a, e.x, e.Select(e.a, e.z)), e.y) }},

	{rule: "poly/zero", proved: 8,
		fires: func(e *env) Term {
			square := e.Mul(e.Add(e.x, e.y), e.Add(e.x, e.y))
			sum := e.Add(e.Add(e.Mul(e.x, e.x), e.Mul(e.y, e.y)), e.Mul(e.k(2), e.Mul(e.x, e.y)))
			mixed := e.Eq(e.Add(e.x, e.y), e.Add(e.Xor(e.x, e.y), e.Mul(e.k(2), e.And(e.x, e.y))))
			or := e.Eq(e.Sub(e.Or(e.x, e.y), e.And(e.x, e.y)), e.Xor(e.Not(e.x), e.Not(e.y)))
			return e.pair(e.poly(e.Eq(square, sum)), e.pair(e.poly(mixed), e.poly(or)))
		},
		near: func(e *env) Term { return e.poly(e.Eq(e.Add(e.x, e.y), e.Add(e.Xor(e.x, e.y), e.And(e.x, e.y)))) }},
	{rule: "poly/zero", proved: 8,
		fires: func(e *env) Term {
			return e.poly(e.Eq(e.x, e.Add(e.Mul(e.UDiv(e.x, e.y), e.y), e.URem(e.x, e.y))))
		},
		near: func(e *env) Term { return e.poly(e.Eq(e.x, e.Add(e.Mul(e.UDiv(e.x, e.y), e.z), e.URem(e.x, e.y)))) }},
	{rule: "poly/distinct",
		fires: func(e *env) Term { return e.poly(e.Eq(e.Add(e.Add(e.x, e.y), e.Xor(e.x, e.y)), e.k(1))) },
		near:  func(e *env) Term { return e.poly(e.Eq(e.Add(e.Add(e.x, e.y), e.Xor(e.x, e.z)), e.k(2))) }},
	{rule: "poly/cancel",
		fires: func(e *env) Term { return e.poly(e.Eq(e.Add(e.Add(e.x, e.y), e.z), e.Add(e.Mul(e.z, e.k(3)), e.y))) },
		near:  func(e *env) Term { return e.poly(e.Eq(e.Mul(e.x, e.y), e.z)) }},
	{rule: "bits/equal", least: 3, proved: 8, // a product from the products of its parts
		fires: func(e *env) Term {
			return e.poly(e.Eq(e.Mul(e.wide(e.x), e.low(e.y)), e.partial(e.x, e.y)))
		},
		near: func(e *env) Term { return e.poly(e.Eq(e.Mul(e.wide(e.x), e.low(e.y)), e.partial(e.x, e.z))) }},
	{rule: "bits/equal", least: 3, proved: 8, // the low part of a product and the high one
		fires: func(e *env) Term {
			p := e.Mul(e.x, e.y)
			return e.poly(e.Eq(e.Add(e.Mul(e.x, e.z), p),
				e.Add(e.Concat(e.Extract(e.w-1, 1, p), e.Const(1, 0)), e.Add(e.Mul(e.z, e.x), e.ZeroExtend(e.w-1, e.Extract(0, 0, p))))))
		},
		near: func(e *env) Term {
			p, q := e.Mul(e.x, e.y), e.Mul(e.x, e.z)
			return e.poly(e.Eq(p, e.Add(e.Concat(e.Extract(e.w-1, 1, p), e.Const(1, 0)), e.ZeroExtend(e.w-1, e.Extract(0, 0, q)))))
		}},
	{rule: "bits/equal", least: 4, proved: 8, // the high part of a product, carried from its parts
		fires: func(e *env) Term { return e.poly(e.highParts(e.y)) },
		near:  func(e *env) Term { return e.poly(e.highParts(e.z)) }},
	{rule: "bits/distinct", least: 3, proved: 8,
		fires: func(e *env) Term {
			return e.poly(e.Eq(e.Add(e.Mul(e.wide(e.x), e.low(e.y)), e.Const(2*e.w, 1)), e.partial(e.x, e.y)))
		},
		near: func(e *env) Term {
			return e.poly(e.Eq(e.Add(e.Mul(e.wide(e.x), e.low(e.y)), e.wide(e.z)), e.partial(e.x, e.y)))
		}},
	{rule: "bits/product", least: 3, proved: 8,
		fires: func(e *env) Term {
			sum := e.Add(e.Mul(e.wide(e.x), e.low(e.y)), e.Ite(e.And(e.c, e.d), e.Const(2*e.w, 2), e.Const(2*e.w, 0)))
			return e.poly(e.Eq(sum, e.partial(e.x, e.y)))
		},
		near: func(e *env) Term {
			sum := e.Add(e.Mul(e.wide(e.x), e.low(e.y)), e.Ite(e.Xor(e.c, e.d), e.Const(2*e.w, 2), e.Const(2*e.w, 0)))
			return e.poly(e.Eq(sum, e.partial(e.x, e.y)))
		}},
}

// chains joins all pairs of comparisons of x with constants.
func chains(e *env, join func(a, b Term) Term) Term {
	var ps []Term
	for _, k := range []Term{e.k(2), e.k(3), e.k(5)} {
		ps = append(ps, e.Eq(e.x, k), e.Ult(e.x, k), e.Ult(k, e.x), e.Slt(e.x, k), e.Slt(k, e.x))
	}
	all := e.True()
	for _, p := range ps {
		for _, q := range ps {
			all = e.pair(all, e.pair(join(p, q), e.pair(join(e.Not(p), q), join(e.Not(p), e.Not(q)))))
		}
	}
	return all
}

// booleans applies Ite to all arms that make it another operator.
func booleans(e *env) Term {
	p := e.bit(e.x)
	all := e.True()
	for _, arm := range []Term{e.True(), e.False(), e.c, e.Not(e.c), e.Not(p)} {
		all = e.pair(all, e.pair(e.Ite(e.c, arm, p), e.Ite(e.c, p, arm)))
	}
	return all
}
