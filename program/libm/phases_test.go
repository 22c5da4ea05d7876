package libm

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/riftlab/rift/program"
)

// exactBall returns the middle of a ball.
func (a ball) value() *big.Float {
	n := new(big.Int).SetUint64(a.hi)
	n.Lsh(n, 64).Add(n, new(big.Int).SetUint64(a.lo))
	f := new(big.Float).SetInt(n)
	f.SetMantExp(f, a.top-127)
	if a.neg {
		f.Neg(f)
	}
	return f
}

// holds fails the test unless the second phase's value, which is far more
// exact, lies within the bounds of the first's.
func holds(t *testing.T, what string, a ball, w wide) {
	t.Helper()
	if a.err >= lost || w.rad.IsInf() {
		return
	}
	d := new(big.Float).SetPrec(2000).Sub(a.value(), w.mid)
	bound := new(big.Float).SetPrec(2000).SetUint64(a.err)
	bound.SetMantExp(bound, a.top-127)
	bound.Add(bound, w.rad)
	if d.Abs(d).Cmp(bound) > 0 {
		q, _ := d.Quo(d, bound).Float64()
		t.Errorf("%s: %+v is off by %g times its bound; right is %.40g", what, a, q, w.mid)
	}
}

func sample(r *rand.Rand) Number {
	sig := r.Uint64() | topBit
	if r.IntN(4) == 0 {
		sig = topBit | 1<<uint(r.IntN(63))
	}
	x := Number{Finite, r.IntN(2) == 0, r.IntN(14) - 8, sig}
	switch r.IntN(6) {
	case 0:
		x.Exp = r.IntN(400) - 250
	case 1: // close to 1
		x = Extended.round(false, topBit, sig>>uint(r.IntN(64)), 0)
		if r.IntN(2) == 0 {
			x = Extended.round(false, ^uint64(0)<<uint(r.IntN(20)), 0, -1)
		}
	}
	return x
}

// The bounds of the first phase hold, formula by formula, over all that its
// functions do to a number.
func TestBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 500 {
		x, y := sample(r), sample(r)
		for fn := program.MathSin; fn <= program.MathLgamma; fn++ {
			if fn > program.MathCbrt && fn < program.MathErf || fn >= program.MathErf && i%10 != 0 && (fn >= program.MathTgamma || i%2 != 0) {
				continue
			}
			if _, ok := special(fn, Extended, x, y); ok {
				continue
			}
			c := wide{prec: 512}
			holds(t, fnName(fn, x, y), evaluate(ball{}, fn, x, y), evaluate(c, fn, x, y))
		}
		if t.Failed() {
			return
		}
	}
}

func fnName(fn program.MathFn, x, y Number) string {
	return string(rune('a'+int(fn))) + " of " + exactly(64, exactFloat(x)).mid.Text('p', 20) + ", " + exactFloat(y).Text('p', 20)
}

func exactFloat(x Number) *big.Float { return wide{prec: 64}.number(x).mid }

// The operations of balls keep their bounds, of operands that are not exact.
func TestBallOperations(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	draw := func() ball {
		a := ball{r.Uint64() | topBit, r.Uint64(), r.IntN(8) - 4, r.Uint64() >> uint(r.IntN(64)+2), r.IntN(2) == 0}
		switch r.IntN(6) {
		case 0:
			a.hi, a.lo = topBit, 0
		case 1:
			a.hi, a.lo = ^uint64(0), ^uint64(0)
		case 2:
			a.top = r.IntN(300) - 150
		}
		return a
	}
	// The other end of each operand's bound must map into the result's.
	end := func(a ball) wide {
		d := new(big.Float).SetPrec(600).SetUint64(a.err)
		d.SetMantExp(d, a.top-127)
		if r.IntN(2) == 0 {
			d.Neg(d)
		}
		return exactly(600, d.Add(a.value(), d))
	}
	for range 5000 {
		a, b := draw(), draw()
		if r.IntN(4) == 0 { // cancels
			b = a
			b.lo ^= r.Uint64() >> uint(r.IntN(64))
			b.neg = !a.neg
		}
		x, y := end(a), end(b)
		holds(t, "sum", a.add(b), x.add(y))
		holds(t, "difference", a.sub(b), x.sub(y))
		holds(t, "product", a.mul(b), x.mul(y))
		holds(t, "quotient", a.quo(b), x.quo(y))
		a.neg = false
		holds(t, "root", a.sqrt(), end(a).sqrt())
		if t.Failed() {
			t.Fatalf("operands %+v, %+v", a, b)
		}
	}
}

// Functions of balls that are not exact keep their bounds, too.
func TestBallFunctions(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 500 {
		a := ball{r.Uint64() | topBit, r.Uint64(), r.IntN(12) - 10, r.Uint64() >> uint(r.IntN(60)+4), false}
		d := new(big.Float).SetPrec(600).SetUint64(a.err)
		w := exactly(600, d.Add(a.value(), d.SetMantExp(d, a.top-127)))
		holds(t, "exp", a.exp(), w.exp())
		holds(t, "exp of negative", a.negate().exp(), w.negate().exp())
		holds(t, "expm1", a.expm1(), w.expm1())
		holds(t, "log", a.log(), w.log())
		holds(t, "log1p", a.log1p(), w.log1p())
		holds(t, "atan", a.atan2(ballOf(one)), w.atan2(w.integer(1)))
		if a.top < -1 {
			s, c := a.sincos()
			x, y := w.sincos()
			holds(t, "sin", s, x)
			holds(t, "cos", c, y)
			holds(t, "log1p of negative", a.negate().log1p(), w.negate().log1p())
		}
		if t.Failed() {
			t.Fatalf("operand %+v", a)
		}
	}
}

// Tables hold what they are said to hold.
func TestTables(t *testing.T) {
	same := func(name string, i int, got word, x wide, scale int) {
		t.Helper()
		if want := wordFrom(x.mid, scale); got != want {
			t.Errorf("%s[%d] is %x, want %x", name, i, got, want)
		}
	}
	e, l, a := exps(), logs(), angles()
	c := unit()
	for i := range e.power1 {
		x := c.integer(int64(i)).mul(c.ln2())
		same("power1", i, e.power1[i], x.scale(-6).exp(), 127)
		same("power2", i, e.power2[i], x.scale(-12).exp(), 127)
	}
	for i, n := range l.c1 {
		same("log1", i, l.log1[i], c.integer(int64(n)).scale(-16).log().negate(), 128)
	}
	for i, n := range l.c2 {
		same("log2", i, l.log2[i], c.integer(int64(n)).scale(-24).log().negate(), 128)
	}
	for i := range a.sin {
		if i == 0 {
			continue
		}
		s, k := c.integer(int64(i)).scale(-8).sincos()
		same("sin", i, a.sin[i], s, 127)
		same("cos", i, a.cos[i], k, 127)
	}
	for i := 1; i < len(a.atan); i++ {
		x := c.integer(int64(i)).atan2(c.integer(128))
		same("atan", i, a.atan[i].word(), x, 127-a.atan[i].top)
	}
}

// Arguments of every size are reduced as the plain way does it.
func TestReduction(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for i := range 200 {
		x := Number{Finite, false, r.IntN(70) - 2, r.Uint64() | topBit}
		switch i % 4 {
		case 0:
			x.Exp = r.IntN(1024)
		case 1:
			x.Exp = r.IntN(16384)
		case 2: // as close to a multiple of pi/2 as a number can be
			p := piTo(200)
			p.Mul(p, new(big.Float).SetInt64(int64(r.IntN(1<<20)+1)))
			x = Extended.roundBig(p)
		}
		q, a := ball{}.reduce(x)
		k, w := wide{prec: 256}.reduce(x)
		if q != k {
			t.Fatalf("%+v: quadrant %d, want %d", x, q, k)
		}
		holds(t, "reduction", a, w)
		if a.err > 1<<30 {
			t.Errorf("%+v: reduced to %+v, which has few bits", x, a)
		}
	}
}

// Results in the middle of two neighbours, or too close to it for the first
// phase, are rounded right.
func TestHardCases(t *testing.T) {
	num := func(neg bool, m uint64, e int) Number { return integer(int64(m)).shifted(e).signed(neg) }
	least := Number{Finite, false, -1074, topBit}
	for _, c := range []struct {
		name string
		fn   program.MathFn
		f    Format
		x, y Number
		want Number
	}{
		{"10^23, 54 bits that are a middle", program.MathPow, Binary64, integer(10), integer(23), FromFloat64(1e23)},
		{"3^34, 54 bits", program.MathPow, Binary64, integer(3), integer(34), num(false, 16677181699666568, 0)},
		{"half of the least double", program.MathExp2, Binary64, num(true, 1075, 0), null, null},
		{"half as much again", program.MathPow, Binary64, num(false, 3, -1), integer(1), num(false, 3, -1)},
		{"root of a square", program.MathPow, Binary64, num(false, 9, -2), num(false, 1, -1), num(false, 3, -1)},
		{"power of a power of two", program.MathPow, Binary64, num(false, 1, -2), num(true, 3, -1), integer(8)},
		{"(2^27+1)^2, a middle", program.MathPow, Binary64, num(false, 1<<27+1, 0), integer(2), num(false, 1<<54+1<<28, 0)},
		{"hypotenuse in the middle", program.MathHypot, Binary64, integer(3 * (1<<51 + 1)), integer(4 * (1<<51 + 1)), integer(11258999068426244)},
		{"1 + 2^-64 and a bit", program.MathExp, Extended, num(false, 1, -64), null, Number{Finite, false, 0, topBit + 1}},
		{"1 + 2^-53 and a bit", program.MathExp, Binary64, num(false, 1, -53), null, FromFloat64(1 + 0x1p-52)},
		{"1 - 2^-54 and less", program.MathExp, Binary64, num(true, 1, -54), null, one},
		{"angle just below a middle", program.MathAtan2, Binary64, num(false, 3, -1074), integer(2), least},
		{"angle just below the next", program.MathAtan2, Binary64, num(false, 7, -1074), integer(2), num(false, 3, -1074)},
		{"overflow", program.MathExp, Binary32, FromFloat64(88.72284), null, infinity},
	} {
		if got := Eval(c.fn, c.f, c.x, c.y); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

func (x Number) shifted(n int) Number {
	x.Exp += n
	return x
}
