package libm_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/libm"
)

// points is how many arguments each function is tried on in each format.
func points(t *testing.T) int {
	if s := os.Getenv("RIFT_LIBM"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	switch {
	case os.Getenv("RIFT_LONG") != "":
		return 10000
	case testing.Short():
		return 50
	}
	return 200
}

var functions = map[string]program.MathFn{
	"sin": program.MathSin, "cos": program.MathCos, "tan": program.MathTan,
	"asin": program.MathAsin, "acos": program.MathAcos, "atan": program.MathAtan, "atan2": program.MathAtan2,
	"sinh": program.MathSinh, "cosh": program.MathCosh, "tanh": program.MathTanh,
	"asinh": program.MathAsinh, "acosh": program.MathAcosh, "atanh": program.MathAtanh,
	"exp": program.MathExp, "exp2": program.MathExp2, "expm1": program.MathExpm1,
	"log": program.MathLog, "log2": program.MathLog2, "log10": program.MathLog10, "log1p": program.MathLog1p,
	"pow": program.MathPow, "hypot": program.MathHypot, "cbrt": program.MathCbrt,
	"erf": program.MathErf, "erfc": program.MathErfc, "tgamma": program.MathTgamma, "lgamma": program.MathLgamma,
}

// draw returns a number of the format: many of ordinary size, some of every
// exponent, subnormal ones, some with few bits.
func (s shape) draw(r *rand.Rand) libm.Number {
	e := r.IntN(12) - 6
	switch r.IntN(8) {
	case 0, 1:
		e = r.IntN(90) - 80
	case 2:
		e = s.min + r.IntN(s.max-s.min)
	case 3:
		e = -r.IntN(3)
	case 4:
		e = s.min - r.IntN(int(s.prec))
	}
	m := new(big.Float).SetUint64(r.Uint64() | 1<<63)
	if r.IntN(5) == 0 {
		m = new(big.Float).SetUint64(1<<63 | r.Uint64N(64)<<uint(r.IntN(58)))
	}
	x := s.round(m.SetMantExp(m, e-63))
	x.Neg = r.IntN(2) == 0
	return x
}

// near returns a number within 2^-n of 1, above or below it.
func (s shape) near(r *rand.Rand) libm.Number {
	d := new(big.Float).SetMantExp(big.NewFloat(r.Float64()-0.5), -r.IntN(int(s.prec)))
	return s.round(d.Add(new(big.Float).SetPrec(200).Set(d), big.NewFloat(1)))
}

// arguments returns x and y where the function has a value that is no matter of
// special cases.
func (s shape) arguments(fn program.MathFn, r *rand.Rand) (x, y libm.Number) {
	x, y = s.draw(r), s.draw(r)
	if r.IntN(6) == 0 {
		x = s.near(r)
	}
	switch fn {
	case program.MathAsin, program.MathAcos, program.MathAtanh:
		for x.Exp >= 0 {
			x.Exp = -1 - r.IntN(5)
		}
	case program.MathAcosh:
		x.Neg = false
		if x.Exp < 0 {
			x.Exp = r.IntN(3)
		}
	case program.MathLog, program.MathLog2, program.MathLog10:
		x.Neg = false
	case program.MathLog1p:
		if x.Neg && x.Exp >= 0 {
			x.Exp = -1
		}
	case program.MathPow:
		if r.IntN(2) == 0 { // most results are in range
			y.Exp = max(s.min, min(s.max, r.IntN(8)+3-bitLen(x.Exp)))
		}
		if r.IntN(4) == 0 {
			y = s.round(big.NewFloat(float64(r.IntN(40) + 1)))
		}
		x.Neg = x.Neg && y.Exp >= 0 && y.Exp < 63 && y.Sig<<uint(y.Exp+1) == 0
	case program.MathErf, program.MathErfc:
		x.Exp = min(x.Exp, 3)
	case program.MathTgamma, program.MathLgamma:
		x.Exp = min(x.Exp, 7)
		if fn == program.MathLgamma && r.IntN(5) == 0 {
			x.Exp, x.Neg = 60+r.IntN(60), false
		}
		if x.Exp >= 0 && x.Sig<<uint(x.Exp+1) == 0 {
			x.Neg = false // no poles
		}
	case program.MathHypot:
		if r.IntN(2) == 0 {
			y.Exp = max(s.min, min(s.max, x.Exp+r.IntN(60)-30))
		}
	}
	return x, y
}

func bitLen(e int) int { return int(math.Log2(math.Abs(float64(e)) + 1)) }

// Every result is the nearest number of its format.
func TestCorrectlyRounded(t *testing.T) {
	n := points(t)
	o := oracle{700}
	for name, fn := range functions {
		for _, s := range shapes {
			r := rand.New(rand.NewPCG(uint64(fn), uint64(s.prec)))
			m := n
			if fn >= program.MathErf { // of these the oracle is slow
				m = n / 5
			}
			for range m {
				x, y := s.arguments(fn, r)
				check(t, o, s, name, fn, x, y)
			}
		}
	}
}

func check(t *testing.T, o oracle, s shape, name string, fn program.MathFn, x, y libm.Number) {
	t.Helper()
	if x.Class != libm.Finite || y.Class != libm.Finite {
		return
	}
	got := libm.Eval(fn, s.format, x, y)
	want := s.round(o.value(fn, exactly(x), exactly(y)))
	if want.Class == libm.Zero && got.Class == libm.Zero {
		return // signs of zeros are special's
	}
	if got != want {
		t.Errorf("%s of %s %+v, %+v: %+v, want %+v", name, s.name, x, y, got, want)
	}
}
