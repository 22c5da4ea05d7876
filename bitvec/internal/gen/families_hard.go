package gen

import (
	"fmt"

	"github.com/riftlab/rift/bitvec"
)

// Hard returns n instances of each of the families that are moderately hard
// for all solvers: multiplier miters of 8 to 10 bits, Karatsuba's product,
// identities of division at 12 bits, factoring of 16 by 16 bits, sorting
// networks, and sums in table memory. Within a family, each instance differs
// from the others in its constants, widths or the order of operations; every
// third one is satisfiable where that is possible.
func Hard(n int) []Instance {
	var all []Instance
	for _, m := range hard {
		for i := range n {
			all = append(all, Instance{m.name, fmt.Sprintf("%s-%d", m.name, i), func(s *bitvec.Store) []bitvec.Term {
				return m.build(newBuilder(s, uint64(100+i)), i)
			}})
		}
	}
	return all
}

var hard = []maker{
	{"multiplier", multiplierMiter},
	{"karatsuba", karatsubaMiter},
	{"division", divisionIdentity},
	{"factoring", factoring},
	{"sorting", sortingNetworks},
	{"table", tableSums},
}

// multiplierMiter compares a product with one added up from its partial
// products, in another order from instance to instance.
func multiplierMiter(b *builder, i int) []term {
	w := 8 + i%3
	x, y := b.Var("x", w), b.Var("y", w)
	x2, y2 := b.ZeroExtend(w, x), b.ZeroExtend(w, y)
	sum := b.k(2*w, 0)
	for _, j := range b.rng.Perm(w) {
		part := b.Shl(x2, b.k(2*w, uint64(j)))
		sum = b.Add(sum, b.Ite(b.Bit(y, j), part, b.k(2*w, 0)))
	}
	if i%3 == 2 { // one partial product is missing for one operand
		sum = b.Add(sum, b.Ite(b.Eq(x, b.k(w, uint64(b.rng.IntN(1<<w)))), b.k(2*w, 1), b.k(2*w, 0)))
	}
	return []term{b.Ne(b.Mul(x2, y2), sum)}
}

// karatsubaMiter compares a product with Karatsuba's three.
func karatsubaMiter(b *builder, i int) []term {
	w := 6 + 2*(i%3)
	h := w / 2
	x, y := b.Var("x", w), b.Var("y", w)
	ext := func(t term) term { return b.ZeroExtend(2*w-b.Width(t), t) }
	xh, xl := ext(b.Extract(w-1, h, x)), ext(b.Extract(h-1, 0, x))
	yh, yl := ext(b.Extract(w-1, h, y)), ext(b.Extract(h-1, 0, y))
	high, low := b.Mul(xh, yh), b.Mul(xl, yl)
	mid := b.Sub(b.Sub(b.Mul(b.Add(xh, xl), b.Add(yh, yl)), high), low)
	k := b.Add(b.Add(b.Shl(high, b.k(2*w, uint64(2*h))), b.Shl(mid, b.k(2*w, uint64(h)))), low)
	cs := []term{b.Ne(b.Mul(ext(x), ext(y)), k)}
	if i >= 3 {
		cs = append(cs, b.Ult(b.k(w, uint64(b.rng.IntN(1<<h))), x))
	}
	return cs
}

// divisionIdentity: quotient and remainder are what their equation says, and
// nested divisions are one by the product.
func divisionIdentity(b *builder, i int) []term {
	const w = 12
	x, y := b.Var("x", w), b.Var("y", w)
	ext := func(t term) term { return b.ZeroExtend(w, t) }
	switch i % 3 {
	case 0:
		q, r := b.Var("q", w), b.Var("r", w)
		return []term{b.Eq(b.Add(b.Mul(ext(q), ext(y)), ext(r)), ext(x)), b.Ult(r, y),
			b.Not(b.And(b.Eq(q, b.UDiv(x, y)), b.Eq(r, b.URem(x, y)))), b.Ult(b.k(w, uint64(b.rng.IntN(8))), y)}
	case 1:
		c, d := uint64(3+b.rng.IntN(20)), uint64(3+b.rng.IntN(20))
		return []term{b.Ne(b.UDiv(b.UDiv(x, b.k(w, c)), b.k(w, d)), b.UDiv(x, b.k(w, c*d)))}
	}
	z := b.Var("z", w)
	return []term{b.Ne(b.UDiv(b.UDiv(ext(x), ext(y)), ext(z)), b.UDiv(ext(x), b.Mul(ext(y), b.Add(ext(z), b.k(2*w, uint64(i%2))))))}
}

// factoring asks for the factors of a product of two primes of up to 16 bits.
func factoring(b *builder, i int) []term {
	p, q := b.prime(1<<15), b.prime(1<<15)
	x, y := b.Var("x", 16), b.Var("y", 16)
	n := p * q
	cs := []term{b.Eq(b.Mul(b.ZeroExtend(16, x), b.ZeroExtend(16, y)), b.k(32, n)), b.Ule(x, y), b.Ult(b.k(16, 1), x)}
	if i%3 == 2 { // no factor below the smaller one
		cs = append(cs, b.Ult(x, b.k(16, min(p, q))))
	}
	return cs
}

// prime returns a prime from n to 2n.
func (b *builder) prime(n int) uint64 {
	for {
		p := uint64(n + b.rng.IntN(n))
		isPrime := true
		for d := uint64(2); d*d <= p && isPrime; d++ {
			isPrime = p%d != 0
		}
		if isPrime {
			return p
		}
	}
}

// sortingNetworks compares bubble sort with odd-even transposition sort.
func sortingNetworks(b *builder, i int) []term {
	n, w := 4+i%3, 4+i/3
	in := make([]term, n)
	for j := range in {
		in[j] = b.Var(fmt.Sprintf("in%d", j), w)
	}
	swap := func(a []term, j int) {
		less := b.Ult(a[j+1], a[j])
		a[j], a[j+1] = b.Ite(less, a[j+1], a[j]), b.Ite(less, a[j], a[j+1])
	}
	bubble := append([]term(nil), in...)
	for end := n - 1; end > 0; end-- {
		for j := range end {
			swap(bubble, j)
		}
	}
	rounds := n
	if i%3 == 2 {
		rounds-- // one too few
	}
	oddEven := append([]term(nil), in...)
	for r := range rounds {
		for j := r % 2; j+1 < n; j += 2 {
			swap(oddEven, j)
		}
	}
	same := b.True()
	for j := range in {
		same = b.And(same, b.Eq(bubble[j], oddEven[j]))
	}
	return []term{b.Not(same)}
}

// tableSums asks for indices of a table in memory whose elements add up to a
// number.
func tableSums(b *builder, i int) []term {
	table := b.ArrayVar("memory", 8, 16)
	var values []uint64
	for j := range 32 {
		v := uint64(b.rng.IntN(1 << 16))
		values = append(values, v)
		table = b.Store.Store(table, b.k(8, uint64(j)), b.k(16, v))
	}
	n := 3 + i%3
	sum, want := b.k(16, 0), uint64(0)
	var cs []term
	last := term(0)
	for j := range n {
		index := b.Var(fmt.Sprintf("i%d", j), 8)
		cs = append(cs, b.Ult(index, b.k(8, 32)))
		if last != 0 {
			cs = append(cs, b.Ult(last, index))
		}
		last = index
		sum = b.Add(sum, b.Select(table, index))
		want += values[(7*j+i)%32]
	}
	if i%3 == 2 {
		want++
	}
	return append(cs, b.Eq(sum, b.k(16, want&0xffff)))
}
