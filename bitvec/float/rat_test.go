package float

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestFromRat holds the rounding of rational numbers to that of math/big.
func TestFromRat(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		v := new(big.Rat).SetFrac64(int64(rng.Uint64()>>rng.IntN(64)), 1+int64(rng.Uint64()>>(1+rng.IntN(63))))
		scale := new(big.Int).Lsh(big.NewInt(1), uint(rng.IntN(1200)))
		if rng.IntN(2) == 0 {
			v.Quo(v, new(big.Rat).SetInt(scale))
		} else {
			v.Mul(v, new(big.Rat).SetInt(scale))
		}
		single, _ := v.Float32()
		double, _ := v.Float64()
		if got, want := Binary32.FromRat(v), uint64(math.Float32bits(single)); got != want && v.Sign() != 0 {
			t.Fatalf("%v: %#x, want %#x", v, got, want)
		}
		if got, want := Binary64.FromRat(v), math.Float64bits(double); got != want && v.Sign() != 0 {
			t.Fatalf("%v: %#x, want %#x", v, got, want)
		}
	}
}
