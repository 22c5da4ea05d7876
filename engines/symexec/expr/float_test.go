package expr_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/riftlab/rift/engines/symexec/constraints"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/extarith"
)

var specials = []float64{0, math.Copysign(0, -1), 1, -1, 1.5, 2, -2.5, math.Inf(1), math.Inf(-1), math.NaN(),
	math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64, math.MaxFloat64, -math.MaxFloat64,
	math.SmallestNonzeroFloat32, math.MaxFloat32, 1 << 24, 1 << 53, 0x1p-1022, 0x1p-126}

// operands returns special and random words of a kind.
func operands(k program.Kind, r *rand.Rand, n int) []uint64 {
	var out []uint64
	for _, f := range specials {
		if k == program.F32 {
			out = append(out, uint64(math.Float32bits(float32(f))))
		} else {
			out = append(out, math.Float64bits(f))
		}
	}
	for range n {
		out = append(out, r.Uint64()&k.Mask())
	}
	return out
}

// Arithmetic and comparisons of symbolic floats are those of program.Eval.
func TestFloatOperations(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, k := range []program.Kind{program.F32, program.F64} {
		e := bare()
		x, nx := e.solver.Variable("x", k.Bits())
		y, ny := e.solver.Variable("y", k.Bits())
		words := operands(k, r, 20)
		for _, op := range []program.Op{program.FAdd, program.FSub, program.FMul, program.FDiv, program.FNeg,
			program.FEq, program.FNe, program.FLt, program.FLe, program.FUnordered} {
			term := e.terms.Float(op, k, x, y)
			for _, a := range words {
				for _, b := range words {
					model := make([]uint64, 2)
					model[nx], model[ny] = a, b
					e.solver.SetModel(&e.path, model)
					if want, _ := program.Eval(op, k, k, a, b); e.solver.Eval(&e.path, term) != want {
						t.Fatalf("operation %d of %s on %#x and %#x: got %#x, want %#x", op, k, a, b, e.solver.Eval(&e.path, term), want)
					}
				}
			}
		}
	}
}

// Square root and roundings of symbolic doubles are those of the machine's
// mathematical functions.
func TestFloatFunctions(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	e := bare()
	x, nx := e.solver.Variable("x", 64)
	words := operands(program.F64, r, 1000)
	for range 1000 {
		words = append(words, math.Float64bits(math.Ldexp(r.Float64()-0.5, r.IntN(58))), math.Float64bits(float64(r.IntN(2000)-1000)/2))
	}
	for _, fn := range []program.MathFn{program.MathSqrt, program.MathRint, program.MathFloor, program.MathCeil, program.MathTrunc, program.MathRound} {
		v, ok := e.terms.Math(fn, expr.Value{T: x})
		if !ok {
			t.Fatalf("function %d has no term", fn)
		}
		for _, a := range words {
			model := make([]uint64, 1)
			model[nx] = a
			e.solver.SetModel(&e.path, model)
			want := math.Float64bits(extarith.Math(fn, math.Float64frombits(a), 0))
			if got := e.solver.Eval(&e.path, v.T); got != want {
				t.Fatalf("function %d of %#x: got %#x, want %#x", fn, a, got, want)
			}
		}
	}
}

// Integers become the float that program.Eval makes of them.
func TestIntToFloat(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, op := range []program.Op{program.SToF, program.UToF} {
		for _, to := range []program.Kind{program.F32, program.F64} {
			for _, from := range []program.Kind{program.I8, program.I16, program.I32, program.I64} {
				e := bare()
				x, nx := e.solver.Variable("x", from.Bits())
				term := e.terms.FloatConversion(op, to, from, x)
				words := []uint64{0, 1, 2, 3, from.Mask(), from.Mask() >> 1, from.Mask()>>1 + 1}
				for range 1000 {
					words = append(words, r.Uint64()>>r.IntN(64)&from.Mask())
				}
				for _, a := range words {
					model := make([]uint64, 1)
					model[nx] = a
					e.solver.SetModel(&e.path, model)
					if want, _ := program.Eval(op, to, from, a, 0); e.solver.Eval(&e.path, term) != want {
						t.Fatalf("%d of %s as %s: got %#x, want %#x", a, from, to, e.solver.Eval(&e.path, term), want)
					}
				}
			}
		}
	}
}

// Conversions of symbolic floats are those of program.Eval.
func TestFloatConversions(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, from := range []program.Kind{program.F32, program.F64} {
		words := operands(from, r, 500)
		for _, f := range specials {
			words = append(words, floatWords(from, f)...)
		}
		for _, p := range []float64{31, 32, 63, 64} {
			for _, d := range []float64{-1, -0.5, 0, 0.5, 1} {
				words = append(words, floatWords(from, math.Exp2(p)+d)...)
			}
		}
		for range 1500 {
			words = append(words, floatWords(from, math.Ldexp(r.Float64()-0.5, r.IntN(70)))...)
		}
		for _, op := range []program.Op{program.FToS, program.FToU, program.FToF} {
			for _, to := range []program.Kind{program.I8, program.I16, program.I32, program.I64, program.F32, program.F64} {
				if (op == program.FToF) != to.IsFloat() || from == to {
					continue
				}
				e := bare()
				x, nx := e.solver.Variable("x", from.Bits())
				v := e.terms.FloatConversion(op, to, from, x)
				for _, a := range words {
					model := make([]uint64, 1)
					model[nx] = a
					e.solver.SetModel(&e.path, model)
					if want, _ := program.Eval(op, to, from, a, 0); e.solver.Eval(&e.path, v) != want {
						t.Fatalf("operation %d, %#x of %s as %s: got %#x, want %#x", op, a, from, to, e.solver.Eval(&e.path, v), want)
					}
				}
			}
		}
	}
}

// floatWords returns a number and its negation.
func floatWords(k program.Kind, f float64) []uint64 {
	if k == program.F32 {
		return []uint64{uint64(math.Float32bits(float32(f))), uint64(math.Float32bits(float32(-f)))}
	}
	return []uint64{math.Float64bits(f), math.Float64bits(-f)}
}

// bench evaluates terms under models of their variables.
type bench struct {
	terms  *expr.Builder
	solver *constraints.Solver
	path   constraints.PathCondition
}

func bare() *bench {
	s := bitvec.NewStore()
	return &bench{terms: expr.NewBuilder(s), solver: constraints.New(s, new(constraints.Counts))}
}
