package libm_test

import (
	"math"
	"testing"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/libm"
)

// BenchmarkEval evaluates each function on doubles, beside Go's package math,
// which is not correctly rounded.
func BenchmarkEval(b *testing.B) {
	two := func(f func(float64) float64) func(float64, float64) float64 {
		return func(x, _ float64) float64 { return f(x) }
	}
	for _, c := range []struct {
		name string
		fn   program.MathFn
		x, y float64
		ours func(float64, float64) float64
	}{
		{"sin", program.MathSin, 1.234, 0, two(math.Sin)},
		{"cos", program.MathCos, 123.4, 0, two(math.Cos)},
		{"tan", program.MathTan, 12.34, 0, two(math.Tan)},
		{"asin", program.MathAsin, 0.345, 0, two(math.Asin)},
		{"acos", program.MathAcos, 0.345, 0, two(math.Acos)},
		{"atan", program.MathAtan, 1.234, 0, two(math.Atan)},
		{"atan2", program.MathAtan2, 1.234, 2.345, math.Atan2},
		{"sinh", program.MathSinh, 1.234, 0, two(math.Sinh)},
		{"cosh", program.MathCosh, 1.234, 0, two(math.Cosh)},
		{"tanh", program.MathTanh, 1.234, 0, two(math.Tanh)},
		{"asinh", program.MathAsinh, 1.234, 0, two(math.Asinh)},
		{"acosh", program.MathAcosh, 1.234, 0, two(math.Acosh)},
		{"atanh", program.MathAtanh, 0.234, 0, two(math.Atanh)},
		{"exp", program.MathExp, 1.234, 0, two(math.Exp)},
		{"exp2", program.MathExp2, 1.234, 0, two(math.Exp2)},
		{"expm1", program.MathExpm1, 1.234, 0, two(math.Expm1)},
		{"log", program.MathLog, 1.234, 0, two(math.Log)},
		{"log2", program.MathLog2, 1.234, 0, two(math.Log2)},
		{"log10", program.MathLog10, 1.234, 0, two(math.Log10)},
		{"log1p", program.MathLog1p, 1.234, 0, two(math.Log1p)},
		{"pow", program.MathPow, 1.234, 5.678, math.Pow},
		{"hypot", program.MathHypot, 1.234, 5.678, math.Hypot},
		{"cbrt", program.MathCbrt, 1.234, 0, two(math.Cbrt)},
		{"erf", program.MathErf, 1.234, 0, two(math.Erf)},
		{"erfc", program.MathErfc, 1.234, 0, two(math.Erfc)},
		{"tgamma", program.MathTgamma, 1.234, 0, two(math.Gamma)},
		{"lgamma", program.MathLgamma, 1.234, 0, two(func(x float64) float64 { v, _ := math.Lgamma(x); return v })},
	} {
		b.Run(c.name, func(b *testing.B) {
			for i := range b.N {
				x := c.x + float64(i&1023)*0x1p-12
				libm.Eval(c.fn, libm.Binary64, libm.FromFloat64(x), libm.FromFloat64(c.y)).Float64()
			}
		})
		b.Run(c.name+"-go", func(b *testing.B) {
			var sum float64
			for i := range b.N {
				sum += c.ours(c.x+float64(i&1023)*0x1p-12, c.y)
			}
			sink = sum
		})
	}
}

var sink float64
