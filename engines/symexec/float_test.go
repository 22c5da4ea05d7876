package symexec

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/riftlab/rift/program"
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

// Comparisons of symbolic floats are those of program.Eval.
func TestFloatComparisons(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, k := range []program.Kind{program.F32, program.F64} {
		e, st := bare(t)
		x, nx := e.variable("x", k.Bits())
		y, ny := e.variable("y", k.Bits())
		words := operands(k, r, 20)
		for _, op := range []program.Op{program.FEq, program.FNe, program.FLt, program.FLe, program.FUnordered} {
			term := e.compareFloat(op, k, x, y)
			for _, a := range words {
				for _, b := range words {
					model := make([]uint64, 2)
					model[nx], model[ny] = a, b
					e.setModel(st, model)
					if want, _ := program.Eval(op, k, k, a, b); e.eval(st, term) != want {
						t.Fatalf("operation %d of %s on %#x and %#x: want %d", op, k, a, b, want)
					}
				}
			}
		}
	}
}

// Integers that fit the significand become the float that program.Eval makes.
func TestIntToFloat(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, c := range []struct {
		op       program.Op
		to, from program.Kind
	}{
		{program.SToF, program.F64, program.I32}, {program.UToF, program.F64, program.I32},
		{program.SToF, program.F64, program.I8}, {program.SToF, program.F32, program.I16},
		{program.UToF, program.F32, program.I16}, {program.UToF, program.F32, program.I8},
	} {
		e, st := bare(t)
		x, nx := e.variable("x", c.from.Bits())
		in := &inst{op: c.op, kind: c.to, from: c.from}
		v, ok := e.intToFloat(st, in, value{t: x})
		if !ok || v.t == 0 {
			t.Fatalf("%s to %s is concretised", c.from, c.to)
		}
		words := []uint64{0, 1, 2, 3, c.from.Mask(), c.from.Mask() >> 1, c.from.Mask()>>1 + 1}
		for range 2000 {
			words = append(words, r.Uint64()&c.from.Mask())
		}
		for _, a := range words {
			model := make([]uint64, 1)
			model[nx] = a
			e.setModel(st, model)
			if want, _ := program.Eval(c.op, c.to, c.from, a, 0); e.eval(st, v.t) != want {
				t.Fatalf("%d of %s as %s: got %#x, want %#x", a, c.from, c.to, e.eval(st, v.t), want)
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
			for _, to := range []program.Kind{program.I8, program.I16, program.I32, program.I64, program.F64} {
				if (op == program.FToF) != (to == program.F64) || op == program.FToF && from == program.F64 {
					continue
				}
				e, st := bare(t)
				x, nx := e.variable("x", from.Bits())
				v, ok := e.symbolicOp(st, &inst{op: op, kind: to, from: from}, value{t: x}, value{})
				if !ok || v.t == 0 || st.concretised > 0 {
					t.Fatalf("%s to %s is concretised", from, to)
				}
				for _, a := range words {
					model := make([]uint64, 1)
					model[nx] = a
					e.setModel(st, model)
					if want, _ := program.Eval(op, to, from, a, 0); e.eval(st, v.t) != want {
						t.Fatalf("operation %d, %#x of %s as %s: got %#x, want %#x", op, a, from, to, e.eval(st, v.t), want)
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

// bare returns an explorer and a state for operations that need no program.
func bare(t *testing.T) (*Explorer, *State) {
	t.Helper()
	p := compileC(t, "bare.c", "int main(void) { return 0; }")
	e, err := New(p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	st, err := e.start(t.Context(), func(b *builder) error { return b.fromModel(&program.InputModel{}) })
	if err != nil {
		t.Fatal(err)
	}
	return e, st
}
