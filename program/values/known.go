package values

import (
	"cmp"
	"math"
	"slices"

	"github.com/riftlab/rift/program"
)

// Known are numbers that programs know: the constants that their own code has. Near
// are those of functions that are not the same in both versions. All are sorted and
// different.
type Known struct {
	Ints, NearInts     []int64
	Floats, NearFloats []float64
}

// maxKnown bounds each list of known numbers.
const maxKnown = 500

// Of returns the numbers that two versions of a program know.
func Of(old, new *program.Program) *Known {
	k := &Known{}
	for _, v := range [2][2]*program.Program{{old, new}, {new, old}} {
		of, other := v[0], v[1]
		for _, f := range of.Funcs {
			if f.Library {
				continue
			}
			c := constants{}
			c.function(f)
			k.Ints, k.Floats = append(k.Ints, c.ints...), append(k.Floats, c.floats...)
			if g := counterpart(other, f); g == nil || !alike(f, g) {
				k.NearInts, k.NearFloats = append(k.NearInts, c.ints...), append(k.NearFloats, c.floats...)
			}
		}
	}
	k.Ints, k.NearInts = distinct(k.Ints), distinct(k.NearInts)
	k.Floats, k.NearFloats = distinct(k.Floats), distinct(k.NearFloats)
	return k
}

func distinct[T cmp.Ordered](list []T) []T {
	slices.Sort(list)
	list = slices.Compact(list)
	return list[:min(len(list), maxKnown)]
}

func counterpart(p *program.Program, f *program.Func) *program.Func {
	if i, ok := p.FuncByName(f.Name); ok {
		return p.Funcs[i]
	}
	return nil
}

// alike reports whether two functions have the same operations on the same constants.
func alike(f, g *program.Func) bool {
	return slices.EqualFunc(f.Blocks, g.Blocks, func(a, b *program.Block) bool {
		return slices.EqualFunc(a.Instrs, b.Instrs, func(x, y program.Instr) bool {
			same := func(p, q program.Operand) bool {
				return p.Mode == q.Mode && p.Kind == q.Kind && (p.Mode != program.Const || p.Bits == q.Bits)
			}
			return x.Op == y.Op && x.Kind == y.Kind && x.Off == y.Off && x.Size == y.Size && slices.Equal(x.Cases, y.Cases) &&
				same(x.A, y.A) && same(x.B, y.B) && same(x.C, y.C) &&
				slices.EqualFunc(x.Args, y.Args, func(p, q program.Arg) bool { return same(p.Operand, q.Operand) })
		})
	})
}

// constants are those of a function.
type constants struct {
	ints   []int64
	floats []float64
}

func (c *constants) function(f *program.Func) {
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			in := &b.Instrs[i]
			for _, o := range [...]program.Operand{in.A, in.B, in.C} {
				c.operand(o)
			}
			for _, a := range in.Args {
				c.operand(a.Operand)
			}
			for _, k := range in.Cases {
				c.ints = append(c.ints, int64(k.Lo), int64(k.Hi))
			}
		}
	}
}

func (c *constants) operand(o program.Operand) {
	if o.Mode != program.Const {
		return
	}
	switch o.Kind {
	case program.F32:
		c.float(float64(math.Float32frombits(uint32(o.Bits))))
	case program.F64:
		c.float(math.Float64frombits(o.Bits))
	case program.I8, program.I16, program.I32, program.I64:
		shift := 64 - 8*uint(o.Kind.Bytes())
		c.ints = append(c.ints, int64(o.Bits<<shift)>>shift)
	}
}

func (c *constants) float(f float64) {
	if !math.IsNaN(f) {
		c.floats = append(c.floats, f)
	}
}
