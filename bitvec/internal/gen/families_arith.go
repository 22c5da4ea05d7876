package gen

import "fmt"

func (b *builder) words(n, w int) []term {
	ws := make([]term, n)
	for i := range ws {
		ws[i] = b.Var(fmt.Sprintf("x%d", i), w)
	}
	return ws
}

// school multiplies as on paper, the second operand's bits from the top.
func (b *builder) school(x, y term) term {
	w := b.Width(x)
	sum := b.k(w, 0)
	for i := w - 1; i >= 0; i-- {
		sum = b.Shl(sum, b.k(w, 1))
		sum = b.Add(sum, b.Ite(b.Bit(y, i), x, b.k(w, 0)))
	}
	return sum
}

var arithmetic = []maker{
	{"linear", func(b *builder, i int) []term {
		w, n := 16+16*(i%3), 3+i/2
		xs := b.words(n, w)
		var cs []term
		for range n - 1 + i%2 {
			sum := b.k(w, 0)
			for _, x := range xs {
				sum = b.Add(sum, b.Mul(x, b.k(w, uint64(b.rng.IntN(9)))))
			}
			cs = append(cs, b.Eq(sum, b.k(w, uint64(b.rng.IntN(1000)))))
		}
		for _, x := range xs {
			cs = append(cs, b.Slt(x, b.k(w, 1<<14)))
		}
		return cs
	}},
	{"constants", func(b *builder, i int) []term {
		// Multiplications by constants in another order.
		w := 16 + 4*i
		xs := b.words(2, w)
		c, d := uint64(b.rng.IntN(1<<16)|1), uint64(b.rng.IntN(1<<16)|1)
		left := b.Mul(b.Add(b.Mul(xs[0], b.k(w, c)), xs[1]), b.k(w, d))
		right := b.Add(b.Mul(xs[0], b.k(w, c*d)), b.Mul(xs[1], b.k(w, d)))
		if i%2 == 1 {
			right = b.Add(right, b.k(w, 2))
			return []term{b.Eq(left, right)}
		}
		return []term{b.Ne(left, right)}
	}},
	{"division", func(b *builder, i int) []term {
		w := 12 + 4*(i%6)
		x := b.words(1, w)[0]
		d := uint64(3 + 2*i)
		q, r := b.UDiv(x, b.k(w, d)), b.URem(x, b.k(w, d))
		cs := []term{b.Eq(b.URem(q, b.k(w, 7)), b.k(w, 3)), b.Ult(b.k(w, 2), r)}
		if i%2 == 1 { // the remainder's definition
			cs = []term{b.Ne(b.Add(b.Mul(q, b.k(w, d)), r), x)}
		}
		return cs
	}},
	{"miter", func(b *builder, i int) []term {
		w := 6 + i%7
		xs := b.words(2, w)
		if i%2 == 1 {
			return []term{b.Ne(b.Mul(xs[0], xs[1]), b.school(xs[0], xs[1]))}
		}
		return []term{b.Ne(b.school(xs[1], xs[0]), b.school(xs[0], xs[1]))}
	}},
	{"factor", func(b *builder, i int) []term {
		w := 16 + 2*i
		xs := b.words(2, w)
		primes := []uint64{251, 241, 509, 1021, 2039, 4093, 8191, 16381}
		p, q := primes[i%8], primes[(i+1)%8]
		prod := b.Mul(b.ZeroExtend(w, xs[0]), b.ZeroExtend(w, xs[1]))
		return []term{b.Eq(prod, b.k(2*w, p*q)), b.Ult(b.k(w, 1), xs[0]), b.Ult(b.k(w, 1), xs[1]), b.Ule(xs[0], xs[1])}
	}},
	{"overflow", func(b *builder, i int) []term {
		w := 8 + 8*(i%4)
		xs := b.words(2, w)
		sum := b.Add(xs[0], xs[1])
		switch i % 3 {
		case 0: // two ways to see a signed overflow
			byHand := b.Or(b.And(b.Slt(b.k(w, 0), xs[0]), b.And(b.Slt(b.k(w, 0), xs[1]), b.Sle(sum, b.k(w, 0)))),
				b.And(b.Slt(xs[0], b.k(w, 0)), b.And(b.Slt(xs[1], b.k(w, 0)), b.Sle(b.k(w, 0), sum))))
			return []term{b.Xor(b.SAddO(xs[0], xs[1]), byHand)}
		case 1:
			return []term{b.UMulO(xs[0], xs[1]), b.Ult(xs[0], b.k(w, 100)), b.Ult(xs[1], b.k(w, uint64(2+i)))}
		}
		return []term{b.Xor(b.UAddO(xs[0], xs[1]), b.Ult(sum, xs[0]))}
	}},
	{"average", func(b *builder, i int) []term {
		w := 8 + 4*i
		xs := b.words(2, w)
		mid := b.Add(xs[0], b.LShr(b.Sub(xs[1], xs[0]), b.k(w, 1)))
		out := b.Not(b.And(b.Ule(xs[0], mid), b.Ule(mid, xs[1])))
		return []term{b.Ule(xs[0], xs[1]), out}
	}},
	{"signed-division", func(b *builder, i int) []term {
		w := 8 + 2*i
		xs := b.words(1, w)
		k := uint64(1 + i%5)
		shift := b.AShr(b.Add(xs[0], b.LShr(b.AShr(xs[0], b.k(w, uint64(w-1))), b.k(w, uint64(w)-k))), b.k(w, k))
		return []term{b.Ne(b.SDiv(xs[0], b.k(w, 1<<k)), shift)}
	}},
}
