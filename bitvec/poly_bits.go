package bitvec

import "github.com/riftlab/rift/bitvec/multilinear"

// Polynomials in bits decide equalities that those in words (poly.go) do not: where a word
// is taken apart and put together again, as in products from partial products. A word of
// width w is the sum of its bits, each times its power of two, modulo 2^w.
//
// The high part of a sum or product is no polynomial, but what the low part leaves is,
// where the high part counts 2^k or more:
//
//	2^k (p / 2^k) = p - p mod 2^k
//
// So both sides of an equality of words of width w are read times 2^k, modulo 2^(w+k).
// Bits of low parts are variables, the same ones for products of every width.

// bitReader turns terms of at most 64 bits into polynomials in bits of terms.
type bitReader struct {
	s    *Store
	ring *multilinear.Ring

	number map[termBit]multilinear.Var
	named  []termBit // by variable
	words  map[scaledTerm]multilinear.Poly
	exacts map[scaledTerm]multilinear.Poly
	bits   map[termBit]multilinear.Poly
}

// termBit is a bit of a term.
type termBit struct {
	term Term
	at   int
}

// scaledTerm is a term times 2^scale; scale and the term's width are at most 64 together.
type scaledTerm struct {
	term  Term
	scale int
}

// Limits of the reader: summands made in all for one pass, and in a polynomial; beyond the
// latter a term is the sum of its bits.
const (
	maxBitWork  = 1 << 20
	maxSummands = 4096
	maxBitSize  = 256 // of the polynomial of a bit
)

func newBitReader(s *Store) *bitReader {
	return &bitReader{
		s: s, ring: multilinear.NewRing(maxBitWork), number: map[termBit]multilinear.Var{}, words: map[scaledTerm]multilinear.Poly{},
		exacts: map[scaledTerm]multilinear.Poly{}, bits: map[termBit]multilinear.Poly{},
	}
}

// variable returns bit i of t as a variable. Of sums and products it is the highest bit
// of their low part, which has no more to do with their width.
func (r *bitReader) variable(t Term, i int) multilinear.Poly {
	switch r.s.nodes[t].kind {
	case KindAdd, KindMul, KindNeg:
		t = r.s.Extract(i, 0, t)
	}
	b := termBit{t, i}
	x, ok := r.number[b]
	if !ok {
		x = multilinear.Var(len(r.named))
		r.number[b] = x
		r.named = append(r.named, b)
	}
	return r.ring.Variable(x)
}

// minus is -1 as a coefficient, and power is 2^i.
const minus = ^uint64(0)

func power(i int) uint64 { return 1 << uint(i) }

// word returns the polynomial of 2^k times t, modulo 2^(k+w) for its width w.
func (r *bitReader) word(t Term, k int) multilinear.Poly {
	key := scaledTerm{t, k}
	if p, ok := r.words[key]; ok {
		return p
	}
	p, ok := r.convert(t, k)
	if p = r.ring.Modulo(p, k+r.s.Width(t)); !ok || len(p) > maxSummands {
		p = r.exact(t, k)
	}
	r.words[key] = p
	return p
}

func (r *bitReader) convert(t Term, k int) (multilinear.Poly, bool) {
	s := r.s
	n := s.nodes[t]
	switch n.kind {
	case KindNeg:
		return r.ring.Plus(nil, minus, r.word(n.args[0], k)), true
	case KindNot:
		return r.ring.Plus(r.ring.Constant(-power(k)), minus, r.word(n.args[0], k)), true
	case KindAdd:
		return r.ring.Plus(r.word(n.args[0], k), 1, r.word(n.args[1], k)), true
	case KindMul:
		return r.ring.Product(r.word(n.args[0], 0), r.word(n.args[1], k))
	case KindIte:
		return r.choice(n.args[0], r.word(n.args[1], k), r.word(n.args[2], k))
	case KindAnd:
		for i, mask := range n.args[:2] {
			if c := s.nodes[mask]; c.kind == KindSExt && s.Width(c.args[0]) == 1 {
				return r.choice(c.args[0], r.word(n.args[1-i], k), nil)
			}
		}
	case KindConcat:
		return r.ring.Plus(r.exact(n.args[1], k), 1, r.word(n.args[0], k+s.Width(n.args[1]))), true
	case KindExtract:
		_, hi, lo, _ := s.extractOf(t)
		if p := s.Extract(hi, 0, n.args[0]); p != t && lo <= k {
			return r.above(p, lo, r.word(p, k-lo), k), true
		}
	case KindSExt:
		w := s.Width(n.args[0])
		return r.ring.Plus(r.exact(n.args[0], k), -power(k+w), r.bit(n.args[0], w-1)), true
	}
	return nil, false
}

// above returns 2^k times what the bits of p from lo on are worth, where all is 2^(k-lo)
// times p.
func (r *bitReader) above(p Term, lo int, all multilinear.Poly, k int) multilinear.Poly {
	if lo == 0 {
		return all
	}
	return r.ring.Plus(all, minus, r.exact(r.s.Extract(lo-1, 0, p), k-lo))
}

// choice returns p where the formula c holds and q elsewhere.
func (r *bitReader) choice(c Term, p, q multilinear.Poly) (multilinear.Poly, bool) {
	d, ok := r.ring.Product(r.bit(c, 0), r.ring.Plus(p, minus, q))
	return r.ring.Plus(d, 1, q), ok
}

// exact returns the polynomial of 2^k times t as a number, not only modulo 2^(k+w).
func (r *bitReader) exact(t Term, k int) multilinear.Poly {
	key := scaledTerm{t, k}
	if p, ok := r.exacts[key]; ok {
		return p
	}
	p, ok := r.convertExact(t, k)
	if !ok || len(p) > maxSummands {
		p = nil
		for i := range r.s.Width(t) {
			p = r.ring.Plus(p, power(k+i), r.bit(t, i))
		}
	}
	r.exacts[key] = p
	return p
}

func (r *bitReader) convertExact(t Term, k int) (multilinear.Poly, bool) {
	s := r.s
	n := s.nodes[t]
	switch n.kind {
	case KindConst:
		return r.ring.Constant(power(k) * s.constOf(&n).Uint64()), true
	case KindAdd:
		if r.fits(t) {
			return r.ring.Plus(r.exact(n.args[0], k), 1, r.exact(n.args[1], k)), true
		}
	case KindMul:
		if r.fits(t) {
			return r.ring.Product(r.exact(n.args[0], 0), r.exact(n.args[1], k))
		}
	case KindIte:
		return r.choice(n.args[0], r.exact(n.args[1], k), r.exact(n.args[2], k))
	case KindConcat:
		return r.ring.Plus(r.exact(n.args[1], k), 1, r.exact(n.args[0], k+s.Width(n.args[1]))), true
	case KindExtract:
		p, hi, lo, _ := s.extractOf(t)
		if lo > 0 && lo <= k && r.fits(p) && hi == s.Width(p)-1 {
			return r.above(p, lo, r.exact(p, k-lo), k), true
		}
	}
	return nil, false
}

// fits reports whether t is a sum or product that is never too large for its width, for
// all that the facts know.
func (r *bitReader) fits(t Term) bool {
	s, n := r.s, r.s.nodes[t]
	w := uint(n.width)
	if n.kind != KindAdd && n.kind != KindMul || w > 64 || s.raw {
		return false
	}
	a, b := s.facts[n.args[0]].hi, s.facts[n.args[1]].hi
	if n.kind == KindMul {
		return b == 0 || a <= ones64(w)/b
	}
	return a <= ones64(w)-b
}

// bit returns the polynomial of bit i of t, which is 0 or 1.
func (r *bitReader) bit(t Term, i int) multilinear.Poly {
	b := termBit{t, i}
	if p, ok := r.bits[b]; ok {
		return p
	}
	p, ok := r.convertBit(t, i)
	if !ok || len(p) > maxBitSize {
		p = r.variable(t, i)
	}
	r.bits[b] = p
	return p
}

func (r *bitReader) convertBit(t Term, i int) (multilinear.Poly, bool) {
	s := r.s
	n := s.nodes[t]
	switch n.kind {
	case KindConst:
		if s.constOf(&n).Bit(i) {
			return r.ring.Constant(1), true
		}
		return nil, true
	case KindNot:
		return r.ring.Plus(r.ring.Constant(1), minus, r.bit(n.args[0], i)), true
	case KindAnd, KindXor:
		p, q := r.bit(n.args[0], i), r.bit(n.args[1], i)
		both, ok := r.ring.Product(p, q)
		if ok && n.kind == KindXor {
			both = r.ring.Plus(r.ring.Plus(p, 1, q), minus-1, both)
		}
		return both, ok
	case KindIte:
		return r.choice(n.args[0], r.bit(n.args[1], i), r.bit(n.args[2], i))
	case KindConcat:
		if k := s.Width(n.args[1]); i >= k {
			return r.bit(n.args[0], i-k), true
		}
		return r.bit(n.args[1], i), true
	case KindExtract:
		x, _, lo, _ := s.extractOf(t)
		return r.bit(x, lo+i), true
	case KindSExt:
		return r.bit(n.args[0], min(i, s.Width(n.args[0])-1)), true
	}
	return nil, false
}

// decide returns what to put in place of the equality u, 0 to leave it:
//
//	bits/equal    a = b  -> true     a - b is the polynomial 0, or 2^k (a - b) is less than 2^k
//	bits/distinct a = b  -> false    a - b is an odd number, or a constant
//	bits/product  a = b  -> bits     a - b has one product of bits, and a constant
func (r *bitReader) decide(u Term) Term {
	a, b := r.s.nodes[u].args[0], r.s.nodes[u].args[1]
	if r.s.Width(a) > 64 {
		return 0
	}
	for _, k := range r.scales(a, b) {
		if v := r.equation(a, b, k); v != 0 {
			return v
		}
	}
	return 0
}

// scales returns the powers of two by which to read a and b: 1, and that of the highest
// part of a sum or product that can be seen with 64 bits.
func (r *bitReader) scales(a, b Term) []int {
	s, most := r.s, 0
	for _, t := range s.postorder(a, b) {
		x, _, lo, ok := s.extractOf(t)
		if !ok || lo+s.Width(a) > 64 {
			continue
		}
		switch s.nodes[x].kind {
		case KindAdd, KindMul:
			most = max(most, lo)
		}
	}
	if most == 0 {
		return []int{0}
	}
	return []int{0, most}
}

// equation decides a = b by the polynomial of 2^k (a - b).
func (r *bitReader) equation(a, b Term, k int) Term {
	s := r.s
	if r.ring.Spent() > maxBitWork {
		return 0
	}
	w := k + s.Width(a)
	d := r.ring.Modulo(r.ring.Plus(r.word(a, k), minus, r.word(b, k)), w)
	if r.ring.Spent() > maxBitWork {
		return 0
	}
	constant := d.Constant()
	products, together := 0, uint64(0) // how many, and all their coefficients' bits
	var only []multilinear.Var
	var coef uint64
	r.ring.Each(d, func(vars []multilinear.Var, c uint64) {
		products++
		together |= c
		only, coef = vars, c
	})
	// The bits of the constant below the lowest of all coefficients stay.
	stays := constant
	if together != 0 {
		stays &= together&-together - 1
	}
	switch {
	case len(d) == 0 || k > 0 && r.small(d, w, power(k)):
		return s.fired(ruleBitsEqual, s.True())
	case stays != 0:
		return s.fired(ruleBitsDistinct, s.False())
	case products != 1:
		return 0
	}
	all := s.True()
	for _, x := range only {
		all = s.And(all, s.Bit(r.named[x].term, r.named[x].at))
	}
	switch {
	case constant == 0:
		return s.fired(ruleBitsProduct, s.Not(all))
	case (constant+coef)&ones64(uint(w)) == 0:
		return s.fired(ruleBitsProduct, all)
	}
	return s.fired(ruleBitsDistinct, s.False())
}

// small reports whether d, with coefficients from -2^(w-1) to 2^(w-1), is always strictly
// between -bound and bound. If it is also a multiple of bound, it is 0.
func (r *bitReader) small(d multilinear.Poly, w int, bound uint64) bool {
	above, below := uint64(0), uint64(0)
	fits := true
	add := func(c uint64) {
		to := &above
		if c&power(w-1) != 0 {
			to, c = &below, -c&ones64(uint(w))
		}
		if c >= bound || *to >= bound {
			fits = false
			return
		}
		*to += c // no overflow: both are less than 2^63, since k and w - k are at least 1
	}
	add(d.Constant())
	r.ring.Each(d, func(_ []multilinear.Var, c uint64) { add(c) })
	return fits && above < bound && below < bound
}
