package regver

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/riftlab/rift/bitvec"
)

// canon rewrites terms so that sums of products that are equal as polynomials become
// the same term: a*(b+c) and a*b+a*c. Package bitvec decides equations of such terms;
// here they may stand anywhere, below conditions, comparisons and in addresses.
//
// A term of width w, at most 64, is read as a polynomial over other terms, with
// coefficients modulo 2^w, and written down again in the order of its monomials.
type canon struct {
	s     *bitvec.Store
	done  map[bitvec.Term]bitvec.Term
	polys map[bitvec.Term]poly
	// quotients are the divisions whose remainder is written with the quotient.
	quotients map[[2]bitvec.Term]bool
	plain     bool // operands are replaced and nothing else
}

// poly maps products, packed lists of sorted terms, to coefficients.
type poly map[string]uint64

// Bounds of a polynomial; what is larger is left as it is.
const (
	maxMonomials = 40
	maxDegree    = 5
)

func newCanon(s *bitvec.Store) *canon {
	return &canon{s: s, done: map[bitvec.Term]bitvec.Term{}, polys: map[bitvec.Term]poly{}, quotients: map[[2]bitvec.Term]bool{}}
}

// nonlinear reports whether a product of two terms that are no constants, or a
// division by one, occurs in terms.
func (c *canon) nonlinear(ts []bitvec.Term) bool {
	found := false
	c.walk(ts, func(t bitvec.Term) {
		switch c.s.Kind(t) {
		case bitvec.KindMul, bitvec.KindUDiv, bitvec.KindURem:
			found = found || c.s.Kind(c.s.Arg(t, 0)) != bitvec.KindConst && c.s.Kind(c.s.Arg(t, 1)) != bitvec.KindConst
		}
	})
	return found
}

// maxCircuits bounds the size of products and quotients that are built as circuits, in
// one-bit adders. To build them costs more than the solver's steps tell.
const maxCircuits = 24_000

// circuits returns about how many adders the products and quotients below terms take.
func (c *canon) circuits(ts []bitvec.Term) int {
	n := 0
	c.walk(ts, func(t bitvec.Term) {
		switch c.s.Kind(t) {
		case bitvec.KindMul, bitvec.KindUDiv, bitvec.KindURem:
			if c.s.Kind(c.s.Arg(t, 0)) != bitvec.KindConst && c.s.Kind(c.s.Arg(t, 1)) != bitvec.KindConst {
				n += c.s.Width(t) * c.s.Width(t)
			}
		}
	})
	return n
}

// walk calls f for each term below ts once, operands first.
func (c *canon) walk(ts []bitvec.Term, f func(t bitvec.Term)) {
	seen := map[bitvec.Term]bool{}
	var stack []bitvec.Term
	for _, t := range ts {
		stack = append(stack, t)
		for len(stack) > 0 {
			u := stack[len(stack)-1]
			if seen[u] {
				stack = stack[:len(stack)-1]
				continue
			}
			ready := true
			for i := range c.s.NumArgs(u) {
				if a := c.s.Arg(u, i); !seen[a] {
					stack = append(stack, a)
					ready = false
				}
			}
			if ready {
				seen[u] = true
				stack = stack[:len(stack)-1]
				f(u)
			}
		}
	}
}

// all rewrites formulas that are asked together.
func (c *canon) all(ts []bitvec.Term) []bitvec.Term {
	quotients := map[[2]bitvec.Term]bool{}
	c.walk(ts, func(t bitvec.Term) {
		if c.s.Kind(t) == bitvec.KindUDiv {
			quotients[[2]bitvec.Term{c.s.Arg(t, 0), c.s.Arg(t, 1)}] = true
		}
	})
	for q := range quotients {
		if !c.quotients[q] {
			c.quotients[q] = true
			clear(c.done) // remainders are written otherwise now
		}
	}
	list := make([]bitvec.Term, len(ts))
	for i, t := range ts {
		list[i] = c.of(t)
	}
	return list
}

// of returns the canonical form of a term.
func (c *canon) of(t bitvec.Term) bitvec.Term {
	if d, ok := c.done[t]; ok {
		return d
	}
	var todo []bitvec.Term
	seen := map[bitvec.Term]bool{}
	stack := []bitvec.Term{t}
	for len(stack) > 0 {
		u := stack[len(stack)-1]
		if _, ok := c.done[u]; ok || seen[u] {
			stack = stack[:len(stack)-1]
			continue
		}
		ready := true
		for i := range c.s.NumArgs(u) {
			a := c.s.Arg(u, i)
			if _, ok := c.done[a]; !ok && !seen[a] {
				stack = append(stack, a)
				ready = false
			}
		}
		if ready {
			seen[u] = true
			todo = append(todo, u)
			stack = stack[:len(stack)-1]
		}
	}
	for _, u := range todo {
		c.done[u] = c.rebuilt(u)
	}
	return c.done[t]
}

// rebuilt returns a term over the canonical forms of its operands.
func (c *canon) rebuilt(t bitvec.Term) bitvec.Term {
	s := c.s
	arg := func(i int) bitvec.Term { return c.done[s.Arg(t, i)] }
	var u bitvec.Term
	switch s.Kind(t) {
	case bitvec.KindNot:
		u = s.Not(arg(0))
	case bitvec.KindAnd:
		u = s.And(arg(0), arg(1))
	case bitvec.KindXor:
		u = s.Xor(arg(0), arg(1))
	case bitvec.KindNeg:
		u = s.Neg(arg(0))
	case bitvec.KindAdd:
		u = s.Add(arg(0), arg(1))
	case bitvec.KindMul:
		u = s.Mul(arg(0), arg(1))
	case bitvec.KindUDiv:
		u = s.UDiv(arg(0), arg(1))
	case bitvec.KindURem:
		a, b := arg(0), arg(1)
		if s.Kind(b) != bitvec.KindConst && c.quotients[[2]bitvec.Term{s.Arg(t, 0), s.Arg(t, 1)}] {
			// Also for a divisor of 0, by which the quotient is all ones.
			u = s.Sub(a, s.Mul(s.UDiv(a, b), b))
			break
		}
		u = s.URem(a, b)
	case bitvec.KindShl:
		u = s.Shl(arg(0), arg(1))
	case bitvec.KindLShr:
		u = s.LShr(arg(0), arg(1))
	case bitvec.KindAShr:
		u = s.AShr(arg(0), arg(1))
	case bitvec.KindConcat:
		u = s.Concat(arg(0), arg(1))
	case bitvec.KindExtract:
		hi, lo := s.ExtractBounds(t)
		u = s.Extract(hi, lo, arg(0))
	case bitvec.KindSExt:
		u = s.Resize(s.Width(t), true, arg(0))
	case bitvec.KindEq:
		if c.plain {
			return s.Eq(arg(0), arg(1))
		}
		return c.equation(arg(0), arg(1))
	case bitvec.KindUlt:
		u = s.Ult(arg(0), arg(1))
	case bitvec.KindSlt:
		u = s.Slt(arg(0), arg(1))
	case bitvec.KindIte:
		u = s.Ite(arg(0), arg(1), arg(2))
	case bitvec.KindSelect:
		u = s.Select(arg(0), arg(1))
	case bitvec.KindStore:
		u = s.Store(arg(0), arg(1), arg(2))
	default:
		return t
	}
	if c.plain {
		return u
	}
	return c.arranged(u)
}

// arithmetic reports whether a term is read as more than one monomial or factor.
func (c *canon) arithmetic(t bitvec.Term) bool {
	s := c.s
	if s.IsArray(t) || s.Width(t) > 64 || s.Width(t) < 2 {
		return false
	}
	switch s.Kind(t) {
	case bitvec.KindNeg, bitvec.KindAdd, bitvec.KindMul:
		return true
	case bitvec.KindConcat:
		return c.shifted(t) > 0
	}
	return false
}

// shifted returns by how many bits a Concat is something shifted to the left.
func (c *canon) shifted(t bitvec.Term) int {
	low := c.s.Arg(t, 1)
	if v, ok := c.s.ConstUint64(low); !ok || v != 0 {
		return 0
	}
	return c.s.Width(low)
}

// arranged writes a sum or product in the order of its monomials.
func (c *canon) arranged(t bitvec.Term) bitvec.Term {
	if !c.arithmetic(t) {
		return t
	}
	p, ok := c.read(t)
	if !ok {
		return t
	}
	return c.write(c.s.Width(t), p)
}

// equation returns an equation with its terms on one side, if products are in it.
func (c *canon) equation(a, b bitvec.Term) bitvec.Term {
	s := c.s
	plain := s.Eq(a, b)
	if s.IsArray(a) || s.Width(a) > 64 || s.Width(a) < 2 || !c.arithmetic(a) && !c.arithmetic(b) {
		return plain
	}
	p, ok := c.read(a)
	q, fine := c.read(b)
	if !ok || !fine {
		return plain
	}
	d := sum(p, q, ^uint64(0), mask(s.Width(a)))
	if len(d) == 0 {
		return s.True()
	}
	products := false
	for key := range d {
		products = products || len(key) > 4
	}
	if !products || len(d) > maxMonomials {
		return plain
	}
	// Each monomial on the side where its coefficient is the smaller number.
	m := mask(s.Width(a))
	left, right := poly{}, poly{}
	for key, k := range d {
		if n := -k & m; n < k {
			right[key] = n
		} else {
			left[key] = k
		}
	}
	x, y := c.write(s.Width(a), left), c.write(s.Width(a), right)
	return s.Eq(x, y)
}

func mask(w int) uint64 { return ^uint64(0) >> (64 - w) }

func sum(p, q poly, scale, m uint64) poly {
	r := poly{}
	for key, k := range p {
		r[key] = k
	}
	for key, k := range q {
		if r[key] = (r[key] + k*scale) & m; r[key] == 0 {
			delete(r, key)
		}
	}
	return r
}

func product(p, q poly, m uint64) (poly, bool) {
	if len(p)*len(q) > maxMonomials {
		return nil, false
	}
	r := poly{}
	for a, j := range p {
		for b, k := range q {
			terms := append(unpacked(a), unpacked(b)...)
			if len(terms) > maxDegree {
				return nil, false
			}
			slices.Sort(terms)
			key := packed(terms)
			if r[key] = (r[key] + j*k) & m; r[key] == 0 {
				delete(r, key)
			}
		}
	}
	return r, true
}

func packed(ts []bitvec.Term) string {
	var b []byte
	for _, t := range ts {
		b = binary.BigEndian.AppendUint32(b, uint32(t))
	}
	return string(b)
}

func unpacked(key string) []bitvec.Term {
	var ts []bitvec.Term
	for b := []byte(key); len(b) > 0; b = b[4:] {
		ts = append(ts, bitvec.Term(binary.BigEndian.Uint32(b)))
	}
	return ts
}

// read returns a canonical term as a polynomial.
func (c *canon) read(t bitvec.Term) (poly, bool) {
	if p, ok := c.polys[t]; ok {
		return p, p != nil
	}
	p, ok := c.convert(t)
	if !ok || len(p) > maxMonomials {
		p, ok = nil, false
	}
	c.polys[t] = p
	return p, ok
}

func (c *canon) convert(t bitvec.Term) (poly, bool) {
	s := c.s
	m := mask(s.Width(t))
	if v, ok := s.ConstUint64(t); ok {
		if v == 0 {
			return poly{}, true
		}
		return poly{"": v}, true
	}
	two := func() (p, q poly, ok bool) {
		p, ok = c.read(s.Arg(t, 0))
		if ok {
			q, ok = c.read(s.Arg(t, 1))
		}
		return p, q, ok
	}
	switch s.Kind(t) {
	case bitvec.KindNeg:
		p, ok := c.read(s.Arg(t, 0))
		return sum(poly{}, p, ^uint64(0), m), ok
	case bitvec.KindAdd:
		p, q, ok := two()
		if !ok {
			return nil, false
		}
		return sum(p, q, 1, m), true
	case bitvec.KindMul:
		p, q, ok := two()
		if !ok {
			return nil, false
		}
		return product(p, q, m)
	case bitvec.KindConcat:
		if k := c.shifted(t); k > 0 {
			p, ok := c.widened(s.Arg(t, 0), s.Width(t))
			if !ok {
				return nil, false
			}
			return sum(poly{}, p, 1<<k, m), true
		}
	}
	return poly{packed([]bitvec.Term{t}): 1}, true
}

// widened returns a polynomial of width w that has the low bits of a narrower term; its
// higher bits do not matter.
func (c *canon) widened(t bitvec.Term, w int) (poly, bool) {
	s := c.s
	switch s.Kind(t) {
	case bitvec.KindExtract:
		if _, lo := s.ExtractBounds(t); lo == 0 && s.Width(s.Arg(t, 0)) == w {
			return c.read(s.Arg(t, 0))
		}
	case bitvec.KindNeg:
		p, ok := c.widened(s.Arg(t, 0), w)
		return sum(poly{}, p, ^uint64(0), mask(w)), ok
	case bitvec.KindAdd, bitvec.KindMul:
		p, ok := c.widened(s.Arg(t, 0), w)
		if !ok {
			return nil, false
		}
		q, ok := c.widened(s.Arg(t, 1), w)
		if !ok {
			return nil, false
		}
		if s.Kind(t) == bitvec.KindAdd {
			return sum(p, q, 1, mask(w)), true
		}
		return product(p, q, mask(w))
	}
	u := s.Resize(w, false, t)
	if v, ok := s.ConstUint64(u); ok {
		if v == 0 {
			return poly{}, true
		}
		return poly{"": v}, true
	}
	return poly{packed([]bitvec.Term{u}): 1}, true
}

// write returns the term of a polynomial. Coefficients of more bits than their
// negatives are subtracted.
func (c *canon) write(w int, p poly) bitvec.Term {
	s := c.s
	var keys []string
	for key := range p {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b string) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		if a < b {
			return -1
		}
		return 1
	})
	sum := s.Const(w, 0)
	for _, key := range keys {
		k := p[key]
		var t bitvec.Term
		for _, u := range unpacked(key) {
			if t == 0 {
				t = u
			} else {
				t = s.Mul(t, u)
			}
		}
		if t == 0 {
			sum = s.Add(sum, s.Const(w, k))
			continue
		}
		if n := -k & mask(w); bits.OnesCount64(n) < bits.OnesCount64(k) {
			sum = s.Sub(sum, s.Mul(s.Const(w, n), t))
		} else {
			sum = s.Add(sum, s.Mul(s.Const(w, k), t))
		}
	}
	c.polys[sum] = p
	return sum
}
