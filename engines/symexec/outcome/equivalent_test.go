package outcome

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/constraints"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/engines/symexec/memory"
	"github.com/riftlab/rift/program"
)

// operands returns special and random floats of a kind.
func operands(k program.Kind, r *rand.Rand, n int) []uint64 {
	var out []uint64
	for _, f := range []float64{0, math.Copysign(0, -1), 1, -1, 1.5, 2, -2.5, math.Inf(1), math.Inf(-1), math.NaN(),
		math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64, math.MaxFloat64, -math.MaxFloat64,
		math.SmallestNonzeroFloat32, math.MaxFloat32, 1 << 24, 1 << 53, 0x1p-1022, 0x1p-126} {
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

// floatsOf returns special and random floats as they lie in memory.
func floatsOf(size int, r *rand.Rand) [][]byte {
	var list [][]byte
	switch size {
	case 4, 8:
		kind := map[int]program.Kind{4: program.F32, 8: program.F64}[size]
		for _, w := range operands(kind, r, 5) {
			list = append(list, binary.LittleEndian.AppendUint64(nil, w)[:size])
		}
	case 16:
		for _, se := range []uint16{0, 0x8000, 1, 0x3fff, 0x4000, 0xbfff, 0x7ffe, 0x7fff, 0xffff} {
			for _, sig := range []uint64{0, 1, 1 << 62, 1 << 63, 1<<63 | 1, 3 << 62, math.MaxUint64} {
				b := binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint64(nil, sig), se)
				list = append(list, append(b, byte(r.Uint32()), 0, 0, 0, 0, 0))
			}
		}
	}
	for _, b := range list[:len(list):len(list)] { // what is near
		near := append([]byte{}, b...)
		near[0] ^= 1 << r.IntN(3)
		list = append(list, near)
	}
	return list
}

// The terms say of floats what program.Floats does.
func TestFloatsDiffer(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var counts constraints.Counts
	var path constraints.PathCondition
	terms := expr.NewBuilder(bitvec.NewStore())
	c := &comparison{ctx: t.Context(), terms: terms, solver: constraints.New(terms.Store, &counts), path: &path}
	for _, size := range []int{4, 8, 16} {
		x, y := &memory.Piece{Data: make([]byte, size)}, &memory.Piece{Data: make([]byte, size)}
		numbers := map[*memory.Piece][]int32{}
		for _, p := range []*memory.Piece{x, y} {
			for i := 0; i < size; i += 4 {
				v, n := c.solver.Variable(string(rune('a'+len(numbers[x])))+string(rune('a'+len(numbers[y])))+string(rune('0'+size/4)), 32)
				p.Sym = append(p.Sym, memory.Overlay{Off: uint32(i), N: 4, T: v})
				numbers[p] = append(numbers[p], n)
			}
		}
		list := floatsOf(size, r)
		for _, f := range []program.Floats{{}, {Mode: program.FloatsByBits}, {Mode: program.FloatsByULP}, {Mode: program.FloatsByULP, ULP: 1}, {Mode: program.FloatsByULP, ULP: 3}, {Mode: program.FloatsByULP, ULP: 1 << 40}} {
			c.rule.Floats = f
			differ := c.floatsDiffer(*x, *y)
			for _, a := range list {
				for _, b := range list {
					model := make([]uint64, len(c.solver.Vars))
					for i := 0; i < size; i += 4 {
						model[numbers[x][i/4]], model[numbers[y][i/4]] = uint64(binary.LittleEndian.Uint32(a[i:])), uint64(binary.LittleEndian.Uint32(b[i:]))
					}
					c.solver.SetModel(&path, model)
					if got, want := c.eval(differ) == 0, f.Same(a, b); got != want {
						t.Fatalf("%s: % x and % x are the same: %t, want %t", f, a, b, got, want)
					}
				}
			}
		}
	}
}
