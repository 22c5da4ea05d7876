package float

import (
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
)

// some returns how many random operands a test takes: n, or n times RIFT_FLOATS.
func some(n int) int {
	if k, err := strconv.Atoi(os.Getenv("RIFT_FLOATS")); err == nil {
		return n * k
	}
	return n
}

// specials returns the words of f at which operations change their ways.
func specials(f Format) []uint64 {
	var out []uint64
	one := uint64(f.bias()) << f.Frac
	for _, w := range []uint64{
		0, 1, 2, 3, 1<<f.Frac - 1, 1 << f.Frac, 1<<f.Frac + 1, 2<<f.Frac - 1, // subnormals and the least normals
		one - 1<<f.Frac, one - 1, one, one + 1, one + 1<<(f.Frac-1), one + 1<<f.Frac, one + 1<<f.Frac + 1<<(f.Frac-1),
		one + uint64(f.Frac-1)<<f.Frac, one + uint64(f.Frac)<<f.Frac, one + uint64(f.Frac)<<f.Frac + 1, one + uint64(f.Frac+1)<<f.Frac,
		f.Inf(false) - 1<<f.Frac, f.Inf(false) - 1, f.Inf(false), f.Inf(false) + 1, f.Inf(false) | f.quietBit(), f.Inf(false) | f.quietBit() | 1,
	} {
		out = append(out, w, w|f.signBit())
	}
	return out
}

// random returns a word of f: any, or one near 1, so that operations meet.
func random(f Format, r *rand.Rand) uint64 {
	w := r.Uint64() & (f.signBit()<<1 - 1)
	switch r.IntN(4) {
	case 0: // near 1
		e := uint64(max(f.bias()+r.IntN(2*f.Frac+8)-f.Frac-4, 0) & f.top())
		w = w&(f.signBit()|1<<f.Frac-1) | e<<f.Frac
	case 1: // few ones
		w &= r.Uint64() & r.Uint64()
	case 2: // near the edge of the subnormals
		w &= f.signBit() | 4<<f.Frac - 1
	}
	return w
}

// pairs calls yield for special and random pairs of operands.
func pairs(f Format, r *rand.Rand, n int, yield func(x, y uint64)) {
	list := specials(f)
	for _, x := range list {
		for _, y := range list {
			yield(x, y)
		}
	}
	for range n {
		x, y := random(f, r), random(f, r)
		switch r.IntN(8) {
		case 0:
			x = list[r.IntN(len(list))]
		case 1: // neighbours, for cancellation
			y = x ^ r.Uint64()&7
		case 2:
			y = x ^ f.signBit() ^ r.Uint64()&7
		}
		yield(x, y)
	}
}

// processor is what the machine under test computes, by operation.
type processor struct {
	add, sub, mul, div func(x, y uint64) uint64
	sqrt               func(x uint64) uint64
	less, equal        func(x, y uint64) bool
}

func f32(x uint64) float32 { return math.Float32frombits(uint32(x)) }
func w32(x float32) uint64 { return uint64(math.Float32bits(x)) }

var processors = map[Format]processor{
	Binary32: {
		func(x, y uint64) uint64 { return w32(f32(x) + f32(y)) }, func(x, y uint64) uint64 { return w32(f32(x) - f32(y)) },
		func(x, y uint64) uint64 { return w32(f32(x) * f32(y)) }, func(x, y uint64) uint64 { return w32(f32(x) / f32(y)) },
		func(x uint64) uint64 { return w32(float32(math.Sqrt(float64(f32(x))))) },
		func(x, y uint64) bool { return f32(x) < f32(y) }, func(x, y uint64) bool { return f32(x) == f32(y) },
	},
	Binary64: {
		func(x, y uint64) uint64 { return math.Float64bits(math.Float64frombits(x) + math.Float64frombits(y)) },
		func(x, y uint64) uint64 { return math.Float64bits(math.Float64frombits(x) - math.Float64frombits(y)) },
		func(x, y uint64) uint64 { return math.Float64bits(math.Float64frombits(x) * math.Float64frombits(y)) },
		func(x, y uint64) uint64 { return math.Float64bits(math.Float64frombits(x) / math.Float64frombits(y)) },
		func(x uint64) uint64 { return math.Float64bits(math.Sqrt(math.Float64frombits(x))) },
		func(x, y uint64) bool { return math.Float64frombits(x) < math.Float64frombits(y) },
		func(x, y uint64) bool { return math.Float64frombits(x) == math.Float64frombits(y) },
	},
}

// same compares results; which NaN the compiled operation gives depends on the
// order in which the compiler puts its operands.
func same(f Format, got, want uint64) bool { return got == want || f.IsNaN(got) && f.IsNaN(want) }

// The words are those of the processor.
func TestWordsAgainstProcessor(t *testing.T) {
	for f, p := range processors {
		r := rand.New(rand.NewPCG(1, uint64(f.Bits())))
		pairs(f, r, some(60000), func(x, y uint64) {
			for _, c := range []struct {
				name      string
				got, want uint64
			}{
				{"add", f.Add(x, y), p.add(x, y)}, {"sub", f.Sub(x, y), p.sub(x, y)},
				{"mul", f.Mul(x, y), p.mul(x, y)}, {"div", f.Div(x, y), p.div(x, y)},
				{"sqrt", f.Sqrt(x), p.sqrt(x)},
			} {
				if !same(f, c.got, c.want) {
					t.Fatalf("%s: %s of %#x and %#x is %#x, want %#x", f, c.name, x, y, c.got, c.want)
				}
			}
			if f.Less(x, y) != p.less(x, y) || f.Equal(x, y) != p.equal(x, y) {
				t.Fatalf("%s: %#x and %#x compare wrongly", f, x, y)
			}
			if k := f.keyed(f.key(x)); k != x {
				t.Fatalf("%s: key of %#x leads to %#x", f, x, k)
			}
		})
	}
}

// Fused multiply-add, roundings and conversions are those of Go's library and
// compiler.
func TestWordsAgainstGo(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3))
	f := Binary64
	pairs(f, r, some(60000), func(x, y uint64) {
		a, b := math.Float64frombits(x), math.Float64frombits(y)
		z := random(f, r)
		if r.IntN(2) == 0 {
			z = f.Mul(x, y) ^ f.signBit() ^ r.Uint64()&3
		}
		if got, want := f.Fma(x, y, z), math.Float64bits(math.FMA(a, b, math.Float64frombits(z))); !same(f, got, want) {
			t.Fatalf("fma of %#x, %#x, %#x is %#x, want %#x", x, y, z, got, want)
		}
		for mode, fn := range map[Mode]func(float64) float64{Rint: math.RoundToEven, Floor: math.Floor, Ceil: math.Ceil, Trunc: math.Trunc, Round: math.Round} {
			if got, want := f.Integral(mode, x), math.Float64bits(fn(a)); !same(f, got, want) {
				t.Fatalf("mode %d of %#x is %#x, want %#x", mode, x, got, want)
			}
		}
		if got, want := f.Convert(Binary32, x), w32(float32(a)); !same(Binary32, got, want) {
			t.Fatalf("%#x as binary32 is %#x, want %#x", x, got, want)
		}
		u := x & (1<<32 - 1)
		if got, want := Binary32.Convert(f, u), math.Float64bits(float64(f32(u))); !same(f, got, want) {
			t.Fatalf("%#x as binary64 is %#x, want %#x", u, got, want)
		}
		for _, c := range [][2]uint64{
			{f.FromInt(x, 64, true), math.Float64bits(float64(int64(x)))}, {f.FromInt(x, 64, false), math.Float64bits(float64(x))},
			{Binary32.FromInt(x, 64, true), w32(float32(int64(x)))}, {Binary32.FromInt(x, 64, false), w32(float32(x))},
			{Binary32.FromInt(u, 32, true), w32(float32(int32(u)))}, {f.FromInt(u, 32, true), math.Float64bits(float64(int32(u)))},
		} {
			if c[0] != c[1] {
				t.Fatalf("integer %#x as a number is %#x, want %#x", x, c[0], c[1])
			}
		}
		want := uint64(1 << 63)
		if a >= -1<<63 && a < 1<<63 {
			want = uint64(int64(a))
		}
		if got := f.ToInt(x, 64); got != want {
			t.Fatalf("%#x as an integer is %#x, want %#x", x, got, want)
		}
	})
}

func f64(x float64) uint64 { return math.Float64bits(x) }
