package libm_test

import (
	"math"
	"math/big"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/libm"
)

// oracle computes functions by math/big with algorithms that package libm does
// not use: logarithms and pi by the arithmetic-geometric mean, exponentials by
// squaring alone, arcs by Newton's iteration on sine and cosine.
//
// Sources: Brent, "Fast multiple-precision evaluation of elementary functions"
// (1976); Salamin and Brent for pi.
type oracle struct{ prec uint }

func (o oracle) n(x float64) *big.Float { return o.f().SetFloat64(x) }
func (o oracle) f() *big.Float          { return new(big.Float).SetPrec(o.prec) }

func (o oracle) add(a, b *big.Float) *big.Float { return o.f().Add(a, b) }
func (o oracle) sub(a, b *big.Float) *big.Float { return o.f().Sub(a, b) }
func (o oracle) mul(a, b *big.Float) *big.Float { return o.f().Mul(a, b) }
func (o oracle) quo(a, b *big.Float) *big.Float { return o.f().Quo(a, b) }

func (o oracle) half(a *big.Float) *big.Float { return o.f().SetMantExp(a, -1) }

// small reports whether a does not count beside b.
func (o oracle) small(a, b *big.Float) bool {
	return a.Sign() == 0 || a.MantExp(nil) < b.MantExp(nil)-int(o.prec)
}

var known = map[string]*big.Float{}

// keep computes a constant once.
func (o oracle) keep(name string, f func() *big.Float) *big.Float {
	name += string(rune(o.prec))
	if known[name] == nil {
		known[name] = f()
	}
	return known[name]
}

func (o oracle) pi() *big.Float {
	return o.keep("pi", func() *big.Float {
		a, b, t, p := o.n(1), o.f().Sqrt(o.n(0.5)), o.n(0.25), o.n(1)
		for range 16 {
			next := o.half(o.add(a, b))
			b = o.f().Sqrt(o.mul(a, b))
			d := o.sub(a, next)
			t = o.sub(t, o.mul(p, o.mul(d, d)))
			a, p = next, o.add(p, p)
		}
		s := o.add(a, b)
		return o.quo(o.mul(s, s), o.mul(o.n(4), t))
	})
}

// viaMean returns log x for an x beyond 2^(prec/2): pi / (2 AGM(1, 4/x)).
func (o oracle) viaMean(x *big.Float) *big.Float {
	a, b := o.n(1), o.quo(o.n(4), x)
	for !o.small(o.sub(a, b), o.n(0x1p16)) {
		a, b = o.half(o.add(a, b)), o.f().Sqrt(o.mul(a, b))
	}
	return o.quo(o.pi(), o.add(a, a))
}

func (o oracle) ln2() *big.Float {
	return o.keep("ln2", func() *big.Float {
		k := int(o.prec)
		return o.quo(o.viaMean(o.f().SetMantExp(o.n(1), k)), o.n(float64(k)))
	})
}

func (o oracle) log(x *big.Float) *big.Float {
	if x.Cmp(o.n(1)) == 0 {
		return o.f()
	}
	m := o.f()
	e := x.MantExp(m)
	k := int(o.prec)
	y := o.viaMean(m.SetMantExp(m, k))
	return o.add(y, o.mul(o.n(float64(e-k)), o.ln2()))
}

// log1p uses the series where 1 + x would lose x.
func (o oracle) log1p(x *big.Float) *big.Float {
	if x.MantExp(nil) > -100 {
		return o.log(o.add(o.n(1), x))
	}
	sum, power := o.f().Set(x), o.f().Set(x)
	for n := 2.0; ; n++ {
		power = o.mul(power, o.f().Neg(x))
		if o.small(power, sum) {
			return sum
		}
		sum = o.add(sum, o.quo(power, o.n(n)))
	}
}

func (o oracle) exp(x *big.Float) *big.Float {
	if x.Sign() < 0 { // keeps all bits of what is small
		return o.quo(o.n(1), o.exp(o.f().Neg(x)))
	}
	return o.add(o.expm1(x), o.n(1))
}

// expm1 halves x until its series is short and doubles: u becomes u (u+2).
func (o oracle) expm1(x *big.Float) *big.Float {
	if x.MantExp(nil) > 17 { // far beyond every format
		if x.Sign() < 0 {
			return o.n(-1)
		}
		return o.f().SetMantExp(o.n(1), 200000)
	}
	k := max(x.MantExp(nil)+20, 0)
	r := o.f().SetMantExp(x, -k)
	sum, term := o.f().Set(r), o.f().Set(r)
	for n := 2.0; !o.small(term, sum); n++ {
		term = o.quo(o.mul(term, r), o.n(n))
		sum = o.add(sum, term)
	}
	for range k {
		sum = o.mul(sum, o.add(sum, o.n(2)))
	}
	return sum
}

// sincos takes multiples of 2 pi away, and then the series.
func (o oracle) sincos(x *big.Float) (sin, cos *big.Float) {
	p := oracle{o.prec + uint(max(x.MantExp(nil), 0))}
	turn := p.mul(p.n(2), p.pi())
	k, _ := p.quo(x, turn).Int(nil)
	r := o.f().Set(p.sub(x, p.mul(p.f().SetInt(k), turn)))
	sin, cos = o.f().Set(r), o.n(1)
	term, square := o.f().Set(r), o.f().Neg(o.mul(r, r))
	even := o.n(1)
	for n := 1.0; !o.small(term, sin) || !o.small(even, o.n(1)); n += 2 {
		even = o.quo(o.mul(even, square), o.n(n*(n+1)))
		term = o.quo(o.mul(term, square), o.n((n+1)*(n+2)))
		cos, sin = o.add(cos, even), o.add(sin, term)
	}
	return sin, cos
}

// angle returns the angle of (x, y), x and y >= 0, by t + tan(angle - t).
func (o oracle) angle(y, x *big.Float) *big.Float {
	big := o.f().Sqrt(o.add(o.mul(x, x), o.mul(y, y)))
	a, _ := o.quo(y, big).Float64()
	b, _ := o.quo(x, big).Float64()
	if a < 1e-30 { // the angle is the tangent, less a third of its cube, and so on
		q := o.quo(y, x)
		s := o.mul(q, q)
		t := o.sub(o.n(1), o.mul(s, o.sub(o.quo(o.n(1), o.n(3)), o.mul(s, o.sub(o.quo(o.n(1), o.n(5)), o.mul(s, o.quo(o.n(1), o.n(7))))))))
		return o.mul(q, t)
	}
	t := o.n(math.Atan2(a, b))
	for range 3 {
		s, c := o.sincos(t)
		t = o.add(t, o.quo(o.sub(o.mul(y, c), o.mul(x, s)), o.add(o.mul(x, c), o.mul(y, s))))
	}
	return t
}

// erf sums the series at 0, whose signs alternate.
func (o oracle) erf(x *big.Float) *big.Float {
	a, _ := x.Float64()
	p := oracle{o.prec + 4*uint(a*a)}
	sum, power, square := p.f().Set(x), p.f().Set(x), p.f().Neg(p.mul(x, x))
	for n := 1.0; ; n++ {
		power = p.quo(p.mul(power, square), p.n(n))
		term := p.quo(power, p.n(2*n+1))
		if p.small(term, sum) {
			return p.quo(p.add(sum, sum), p.f().Sqrt(p.pi()))
		}
		sum = p.add(sum, term)
	}
}

// gamma returns the incomplete gamma function up to a bound beyond which nothing
// counts: N^x e^-N times the sum of N^k / (x (x+1) ... (x+k)).
func (o oracle) gamma(x *big.Float) *big.Float {
	a, _ := x.Float64()
	n := o.n(700 + math.Floor(2*math.Abs(a)))
	term := o.quo(o.n(1), x)
	sum := o.f().Set(term)
	for k := 1.0; ; k++ {
		term = o.quo(o.mul(term, n), o.add(x, o.n(k)))
		sum = o.add(sum, term)
		if o.small(term, sum) && k > 2*math.Abs(a) {
			break
		}
	}
	return o.mul(sum, o.exp(o.sub(o.mul(x, o.log(n)), n)))
}

// value returns the function to some hundred bits.
func (o oracle) value(fn program.MathFn, x, y *big.Float) *big.Float {
	one := o.n(1)
	neg := x.Sign() < 0
	size := o.f().Abs(x)
	odd := func(v *big.Float) *big.Float {
		if neg {
			v.Neg(v)
		}
		return v
	}
	switch fn {
	case program.MathSin, program.MathCos, program.MathTan:
		s, c := o.sincos(x)
		return map[program.MathFn]*big.Float{program.MathSin: s, program.MathCos: c, program.MathTan: o.quo(s, c)}[fn]
	case program.MathAtan:
		return odd(o.angle(size, one))
	case program.MathAtan2, program.MathAsin, program.MathAcos:
		up, along := x, y
		if fn != program.MathAtan2 {
			up, along = x, o.f().Sqrt(o.mul(o.sub(one, x), o.add(one, x)))
		}
		if fn == program.MathAcos {
			up, along = along, up
		}
		t := o.angle(o.f().Abs(up), o.f().Abs(along))
		if along.Sign() < 0 {
			t = o.sub(o.pi(), t)
		}
		if up.Sign() < 0 {
			t.Neg(t)
		}
		return t
	case program.MathSinh, program.MathCosh, program.MathTanh:
		u, v := o.expm1(x), o.expm1(o.f().Neg(x))
		s, c := o.half(o.sub(u, v)), o.add(one, o.half(o.add(u, v)))
		return map[program.MathFn]*big.Float{program.MathSinh: s, program.MathCosh: c, program.MathTanh: o.quo(s, c)}[fn]
	case program.MathAsinh:
		root := o.f().Sqrt(o.add(one, o.mul(x, x)))
		return odd(o.log1p(o.add(size, o.quo(o.mul(x, x), o.add(one, root)))))
	case program.MathAcosh:
		return o.log(o.add(x, o.f().Sqrt(o.sub(o.mul(x, x), one))))
	case program.MathAtanh:
		return o.half(o.sub(o.log1p(x), o.log1p(o.f().Neg(x))))
	case program.MathExp:
		return o.exp(x)
	case program.MathExp2:
		return o.exp(o.mul(x, o.ln2()))
	case program.MathExpm1:
		return o.expm1(x)
	case program.MathLog:
		return o.log(x)
	case program.MathLog2:
		return o.quo(o.log(x), o.ln2())
	case program.MathLog10:
		return o.quo(o.log(x), o.log(o.n(10)))
	case program.MathLog1p:
		return o.log1p(x)
	case program.MathPow:
		v := o.exp(o.mul(o.log(size), y))
		if i, _ := y.Int(nil); neg && i.Bit(0) == 1 {
			v.Neg(v)
		}
		return v
	case program.MathHypot:
		return o.f().Sqrt(o.add(o.mul(x, x), o.mul(y, y)))
	case program.MathCbrt:
		return odd(o.exp(o.quo(o.log(size), o.n(3))))
	}
	return o.rare(fn, x)
}

// rare returns functions of statistics and combinatorics.
func (o oracle) rare(fn program.MathFn, x *big.Float) *big.Float {
	switch fn {
	case program.MathErf:
		return o.erf(x)
	case program.MathErfc:
		a, _ := x.Float64()
		p := oracle{o.prec + 2*uint(a*a)} // what the difference costs
		return p.sub(p.n(1), p.erf(p.f().Set(x)))
	case program.MathTgamma:
		return o.gamma(x)
	case program.MathLgamma:
		if x.Cmp(o.n(1)) == 0 || x.Cmp(o.n(2)) == 0 {
			return o.f()
		}
		if x.MantExp(nil) < 60 {
			return o.log(o.f().Abs(o.gamma(x)))
		}
		// Stirling's series, of which the next term is far below
		v := o.sub(o.mul(o.sub(x, o.n(0.5)), o.log(x)), x)
		v = o.add(v, o.half(o.log(o.add(o.pi(), o.pi()))))
		return o.add(v, o.quo(o.n(1), o.mul(o.n(12), x)))
	}
	panic("no oracle")
}

// shape is a format: bits of significand, and the exponents of the smallest
// normal and of the largest number.
type shape struct {
	name     string
	format   libm.Format
	prec     uint
	min, max int
}

var shapes = []shape{
	{"float", libm.Binary32, 24, -126, 127},
	{"double", libm.Binary64, 53, -1022, 1023},
	{"long double", libm.Extended, 64, -16382, 16383},
}

// round returns v rounded to the nearest number of the format. A v that is as
// good as exactly a number of 140 bits is taken for that.
func (s shape) round(v *big.Float) libm.Number {
	if v.Sign() == 0 {
		return libm.Number{}
	}
	short := new(big.Float).SetPrec(140).Set(v)
	if d := new(big.Float).Sub(short, v); d.Sign() == 0 || d.MantExp(nil) < v.MantExp(nil)-300 {
		v = short
	}
	neg, e := v.Signbit(), v.MantExp(nil)-1
	prec := int(s.prec)
	if e < s.min {
		prec -= s.min - e
	}
	least := new(big.Float).SetMantExp(big.NewFloat(1), s.min-int(s.prec)+1)
	a := new(big.Float).Abs(v)
	switch {
	case prec < 0, prec == 0 && a.Cmp(least.SetMantExp(least, -1)) <= 0:
		return libm.Number{Neg: neg}
	case prec == 0:
		return libm.Number{Class: libm.Finite, Neg: neg, Exp: s.min - int(s.prec) + 1, Sig: 1 << 63}
	}
	r := new(big.Float).SetPrec(uint(prec)).SetMode(big.ToNearestEven).Set(a)
	m := new(big.Float)
	e = r.MantExp(m) - 1
	if e > s.max {
		return libm.Number{Class: libm.Inf, Neg: neg}
	}
	sig, _ := m.SetMantExp(m, 64).Uint64()
	return libm.Number{Class: libm.Finite, Neg: neg, Exp: e, Sig: sig}
}

// exactly returns a finite x.
func exactly(x libm.Number) *big.Float {
	f := new(big.Float).SetUint64(x.Sig)
	f.SetMantExp(f, x.Exp-63)
	if x.Neg {
		f.Neg(f)
	}
	return f
}
