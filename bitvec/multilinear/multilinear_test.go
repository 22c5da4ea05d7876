package multilinear_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/riftlab/rift/bitvec/multilinear"
)

// value is what a polynomial is worth where the variables of set are 1.
func value(r *multilinear.Ring, p multilinear.Poly, set uint) uint64 {
	v := p.Constant()
	r.Each(p, func(vars []multilinear.Var, coef uint64) {
		for _, x := range vars {
			if set>>x&1 == 0 {
				return
			}
		}
		v += coef
	})
	return v
}

// TestArithmetic draws expressions over four variables and compares what their
// polynomials are worth with what the expressions are, everywhere.
func TestArithmetic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := multilinear.NewRing(1 << 20)
		type expr struct {
			p multilinear.Poly
			v [16]uint64
		}
		var all []expr
		for x := range 4 {
			e := expr{p: r.Variable(multilinear.Var(x))}
			for set := range e.v {
				e.v[set] = uint64(set >> x & 1)
			}
			all = append(all, e)
		}
		for range rapid.IntRange(1, 8).Draw(t, "operations") {
			a, b := rapid.SampledFrom(all).Draw(t, "a"), rapid.SampledFrom(all).Draw(t, "b")
			c := rapid.Uint64().Draw(t, "c")
			var e expr
			switch rapid.IntRange(0, 2).Draw(t, "operation") {
			case 0:
				e.p = r.Plus(a.p, c, b.p)
				for set := range e.v {
					e.v[set] = a.v[set] + c*b.v[set]
				}
			case 1:
				e.p, _ = r.Product(a.p, b.p)
				for set := range e.v {
					e.v[set] = a.v[set] * b.v[set]
				}
			case 2:
				e.p = r.Modulo(r.Plus(a.p, 1, r.Constant(c)), int(c%65))
				for set := range e.v {
					e.v[set] = value(r, e.p, uint(set))
					if d := e.v[set] - a.v[set] - c; c%65 < 64 && d%(1<<(c%65)) != 0 {
						t.Fatalf("modulo 2^%d is off by %d", c%65, d)
					}
				}
			}
			for set := range e.v {
				if got := value(r, e.p, uint(set)); got != e.v[set] {
					t.Fatalf("%v at %04b: %d, want %d", e.p, set, got, e.v[set])
				}
			}
			all = append(all, e)
		}
		for _, a := range all {
			for _, b := range all {
				if (a.v == b.v) != (len(r.Plus(a.p, ^uint64(0), b.p)) == 0) {
					t.Fatalf("%v and %v: values %v and %v", a.p, b.p, a.v, b.v)
				}
			}
		}
	})
}

func TestLimit(t *testing.T) {
	r := multilinear.NewRing(10)
	var sum multilinear.Poly
	for x := range 4 {
		sum = r.Plus(sum, 1, r.Variable(multilinear.Var(x)))
	}
	if _, ok := r.Product(sum, sum); ok || r.Spent() <= 10 {
		t.Errorf("a product beyond the limit was made, after %d summands", r.Spent())
	}
}
