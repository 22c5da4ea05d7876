package extarith

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/riftlab/rift/bitvec/float"
	"github.com/riftlab/rift/program"
)

// The exact functions on doubles are those of package float, NaNs included.
func TestMathAgainstFloat(t *testing.T) {
	f := float.Binary64
	r := rand.New(rand.NewPCG(1, 2))
	special := []uint64{0, 1, 1 << 63, 0x3ff << 52, 0x3fe << 52, 0x432 << 52, 0x433<<52 + 1, 0x7ff << 52, 0xfff << 52, 0x7ff<<52 + 1, 0xfff8 << 48, 0x7ff8<<48 + 5, 1 << 52}
	pick := func() uint64 {
		switch r.IntN(4) {
		case 0:
			return special[r.IntN(len(special))]
		case 1:
			return math.Float64bits((r.Float64() - 0.5) * 2000)
		case 2:
			return math.Float64bits(float64(r.IntN(200)-100) / 2)
		}
		return r.Uint64()
	}
	modes := map[program.MathFn]float.Mode{program.MathRint: float.Rint, program.MathFloor: float.Floor, program.MathCeil: float.Ceil,
		program.MathTrunc: float.Trunc, program.MathRound: float.Round}
	for range 50000 {
		x, y, z := pick(), pick(), pick()
		if r.IntN(3) == 0 {
			z = f.Neg(f.Mul(x, y))
		}
		a, b, c := math.Float64frombits(x), math.Float64frombits(y), math.Float64frombits(z)
		if got, want := math.Float64bits(Fma(a, b, c)), f.Fma(x, y, z); got != want {
			t.Fatalf("fma of %#x, %#x, %#x: %#x, want %#x", x, y, z, got, want)
		}
		if got, want := math.Float64bits(Math(program.MathSqrt, a, 0)), f.Sqrt(x); got != want {
			t.Fatalf("root of %#x: %#x, want %#x", x, got, want)
		}
		for fn, mode := range modes {
			if got, want := math.Float64bits(Math(fn, a, 0)), f.Integral(mode, x); got != want {
				t.Fatalf("function %d of %#x: %#x, want %#x", fn, x, got, want)
			}
		}
	}
}
