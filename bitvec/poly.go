package bitvec

import (
	"math/big"
	"slices"
)

// Polynomial normal forms decide equalities of sums of products. A term of
// width w is read as a polynomial with coefficients modulo 2^w. Bitwise
// operators take part through the identities
//
//	~x = -x - 1,  x ^ y = x + y - 2 (x & y)
//
// and because x & y is, bit by bit, a product in which x & x = x: a bitwise
// expression is a sum of conjunctions of its operands, with integer
// coefficients. Shifts by constants are products. A remainder is what the
// quotient leaves, also of a division by zero:
//
//	x % n = x - (x / n) * n

// monomial is a product of factors; each factor is a conjunction of atoms.
// Factors and atoms are sorted, and an empty factor is all ones, which is -1
// and never kept.
type monomial struct {
	factors string   // packed factors, a canonical key
	coef    *big.Int // never changed; between 0 and 2^width in a normal poly
}

// poly is a sum of monomials with distinct factors, sorted by them.
type poly []monomial

// polyReader turns terms of one width into polynomials.
type polyReader struct {
	s    *Store
	w    uint
	memo map[Term]poly // nil poly means too large
	work int
}

// Limits of the reader: beyond them a term is an atom.
const (
	maxMonomials = 64
	maxFactors   = 4
	maxPolyWork  = 20000
	maxPolyWidth = 4096 // in bits
)

func packAtoms(atoms []Term) string {
	b := make([]byte, 0, 4*len(atoms)+1)
	b = append(b, byte(len(atoms)))
	for _, a := range atoms {
		b = append(b, byte(a>>24), byte(a>>16), byte(a>>8), byte(a))
	}
	return string(b)
}

// unpack splits a key into its factors, each packed.
func unpack(key string) []string {
	var fs []string
	for len(key) > 0 {
		n := 4*int(key[0]) + 1
		fs = append(fs, key[:n])
		key = key[n:]
	}
	return fs
}

func atomsOf(factor string) []Term {
	var ts []Term
	for i := 1; i < len(factor); i += 4 {
		ts = append(ts, Term(factor[i])<<24|Term(factor[i+1])<<16|Term(factor[i+2])<<8|Term(factor[i+3]))
	}
	return ts
}

var (
	bigOne   = big.NewInt(1)
	minusOne = big.NewInt(-1)
	minusTwo = big.NewInt(-2)
)

func (r *polyReader) constant(c *big.Int) poly { return r.normal(poly{{"", c}}) }

func (r *polyReader) atom(t Term) poly { return poly{{packAtoms([]Term{t}), bigOne}} }

// normal sorts p and joins equal monomials.
func (r *polyReader) normal(p poly) poly {
	slices.SortFunc(p, func(a, b monomial) int {
		switch {
		case a.factors < b.factors:
			return -1
		case a.factors > b.factors:
			return 1
		}
		return 0
	})
	out := p[:0]
	for _, m := range p {
		if n := len(out); n > 0 && out[n-1].factors == m.factors {
			out[n-1].coef = new(big.Int).Add(out[n-1].coef, m.coef)
			continue
		}
		out = append(out, m)
	}
	for i, m := range out {
		if m.coef.Sign() < 0 || m.coef.BitLen() > int(r.w) {
			out[i].coef = new(big.Int).And(m.coef, bigOnes(r.w))
		}
	}
	return slices.DeleteFunc(out, func(m monomial) bool { return m.coef.Sign() == 0 })
}

func (r *polyReader) sum(p, q poly, scale *big.Int) poly {
	out := slices.Clone(p)
	for _, m := range q {
		out = append(out, monomial{m.factors, new(big.Int).Mul(m.coef, scale)})
	}
	return r.normal(out)
}

// product multiplies; join says how the keys of two monomials combine.
func (r *polyReader) product(p, q poly, join func(a, b string) (string, int64, bool)) (poly, bool) {
	if r.work += len(p) * len(q); len(p)*len(q) > 4*maxMonomials || r.work > maxPolyWork {
		return nil, false
	}
	var out poly
	for _, a := range p {
		for _, b := range q {
			key, c, ok := join(a.factors, b.factors)
			if !ok {
				return nil, false
			}
			coef := new(big.Int).Mul(a.coef, b.coef)
			out = append(out, monomial{key, coef.Mul(coef, big.NewInt(c))})
		}
	}
	out = r.normal(out)
	return out, len(out) <= maxMonomials
}

// times joins products of factors.
func times(a, b string) (string, int64, bool) {
	fs := append(unpack(a), unpack(b)...)
	if len(fs) > maxFactors {
		return "", 0, false
	}
	slices.Sort(fs)
	key := ""
	for _, f := range fs {
		key += f
	}
	return key, 1, true
}

// conjunction joins monomials that stand for bits, of at most one factor. The
// constant c stands for -c times the conjunction of nothing, all ones.
func conjunction(a, b string) (string, int64, bool) {
	fa, fb := unpack(a), unpack(b)
	if len(fa) > 1 || len(fb) > 1 {
		return "", 0, false
	}
	var atoms []Term
	sign := int64(1)
	for _, f := range [][]string{fa, fb} {
		if len(f) == 0 {
			sign = -sign
			continue
		}
		atoms = append(atoms, atomsOf(f[0])...)
	}
	slices.Sort(atoms)
	atoms = slices.Compact(atoms)
	if len(atoms) > maxFactors {
		return "", 0, false
	}
	if len(atoms) == 0 { // (-c) ones & (-d) ones is cd ones, which is -cd
		return "", -sign, true
	}
	return packAtoms(atoms), sign, true
}

// read returns the polynomial of t.
func (r *polyReader) read(t Term) poly {
	if p, ok := r.memo[t]; ok {
		return p
	}
	p, ok := r.convert(t)
	if !ok || len(p) > maxMonomials {
		p = r.atom(t)
	}
	r.memo[t] = p
	return p
}

func (r *polyReader) convert(t Term) (poly, bool) {
	n := r.s.nodes[t]
	if r.work++; r.work > maxPolyWork {
		return nil, false
	}
	switch n.kind {
	case KindConst:
		return r.constant(r.s.constOf(&n).asBig()), true
	case KindNeg:
		return r.sum(poly{}, r.read(n.args[0]), minusOne), true
	case KindAdd:
		return r.sum(r.read(n.args[0]), r.read(n.args[1]), bigOne), true
	case KindMul:
		return r.product(r.read(n.args[0]), r.read(n.args[1]), times)
	case KindURem:
		q, ok := r.product(r.read(r.s.UDiv(n.args[0], n.args[1])), r.read(n.args[1]), times)
		return r.sum(r.read(n.args[0]), q, minusOne), ok
	case KindNot:
		return r.sum(r.constant(minusOne), r.read(n.args[0]), minusOne), true
	case KindConcat:
		if k := r.s.lowZeros(t); k > 0 && k < int(r.w) {
			x, hi, lo, ok := r.s.extractOf(n.args[0])
			if ok && lo == 0 && hi == int(r.w)-k-1 && r.s.Width(x) == int(r.w) && r.s.isConst(n.args[1]) {
				return r.sum(poly{}, r.read(x), new(big.Int).Lsh(bigOne, uint(k))), true
			}
		}
	case KindAnd, KindXor:
		return r.bitwise(n)
	}
	return nil, false
}

// bitwise reads And and Xor, whose operands must be bits: sums that are 0 or
// 1 in every place, which bitwise expressions are and sums of words are not.
func (r *polyReader) bitwise(n node) (poly, bool) {
	p, q := r.bitsOf(n.args[0]), r.bitsOf(n.args[1])
	both, ok := r.product(p, q, conjunction)
	if !ok || n.kind == KindAnd {
		return both, ok
	}
	return r.sum(r.sum(p, q, bigOne), both, minusTwo), true
}

func (r *polyReader) bitsOf(t Term) poly {
	n := r.s.nodes[t]
	switch n.kind {
	case KindNot:
		return r.sum(r.constant(minusOne), r.bitsOf(n.args[0]), minusOne)
	case KindAnd, KindXor:
		if p, ok := r.bitwise(n); ok {
			return p
		}
	case KindConst:
		if r.s.isOnes(t) {
			return r.constant(minusOne)
		}
	}
	return r.atom(t)
}

// decideEqs returns t with those equalities below it replaced that their
// polynomials decide or shorten:
//
//	poly/zero     a = b    -> true    a - b is the polynomial 0
//	poly/distinct a = b    -> false   a - b is an odd number, or a constant
//	poly/cancel   a = b    -> c = d   with the common monomials taken away
//
// Where these leave one with a product of variables, polynomials in bits are asked.
func (s *Store) decideEqs(t Term) Term {
	return newEqDecider(s).apply(t)
}

// eqDecider is decideEqs for many terms: it reads each equality once.
type eqDecider struct {
	s      *Store
	bits   *bitReader
	done   map[Term]Term // what to put in place of an equality
	visits int           // terms looked at
}

func newEqDecider(s *Store) *eqDecider {
	return &eqDecider{s: s, bits: newBitReader(s), done: map[Term]Term{}}
}

func (d *eqDecider) apply(t Term) Term {
	var from, to []Term
	order := d.s.postorder(t)
	d.visits += len(order)
	for _, u := range order {
		if v := d.decided(u); v != u {
			from, to = append(from, u), append(to, v)
		}
	}
	if len(from) == 0 {
		return t
	}
	return d.s.Substitute(t, from, to)
}

// decided returns what to put in place of u, which is u itself unless it is an equality
// that can be decided or shortened.
func (d *eqDecider) decided(u Term) Term {
	s := d.s
	n := s.nodes[u]
	if n.kind != KindEq || s.IsArray(n.args[0]) || s.Width(n.args[0]) > maxPolyWidth {
		return u
	}
	v, ok := d.done[u]
	if !ok {
		if v = s.decideEq(u); v == 0 && s.nonlinear(n.args[:2]) {
			v = d.bits.decide(u)
		}
		if v == 0 {
			v = u
		}
		d.done[u] = v
	}
	return v
}

// decideEq returns what to put in place of the equality u, 0 to leave it.
func (s *Store) decideEq(u Term) Term {
	n := s.nodes[u]
	if !s.isSum(n.args[0]) && !s.isSum(n.args[1]) {
		return 0
	}
	w := uint(s.Width(n.args[0]))
	r := &polyReader{s: s, w: w, memo: map[Term]poly{}}
	p, q := r.read(n.args[0]), r.read(n.args[1])
	d := r.sum(p, q, minusOne)
	switch {
	case len(d) == 0:
		return s.fired(rulePolyZero, s.True())
	case r.neverZero(d):
		return s.fired(rulePolyDistinct, s.False())
	case len(d) < len(p)+len(q) && len(d) < 8 && linear(d):
		return s.fired(rulePolyCancel, r.equation(d))
	}
	return 0
}

// isSum reports whether polynomials may know more about t than rules do.
func (s *Store) isSum(t Term) bool {
	switch s.nodes[t].kind {
	case KindAdd, KindMul, KindNeg, KindAnd, KindXor, KindNot:
		return true
	}
	return false
}

// neverZero reports whether all coefficients but the constant one are
// divisible by a power of two that the constant is not.
func (r *polyReader) neverZero(d poly) bool {
	constant := new(big.Int)
	low := r.w
	for _, m := range d {
		if m.factors == "" {
			constant = m.coef
			continue
		}
		low = min(low, m.coef.TrailingZeroBits())
	}
	return constant.Sign() != 0 && constant.TrailingZeroBits() < low
}

// linear reports whether every monomial of d is a number of one atom.
func linear(d poly) bool {
	for _, m := range d {
		if fs := unpack(m.factors); len(fs) > 1 || len(fs) == 1 && fs[0][0] > 1 {
			return false
		}
	}
	return true
}

// equation returns d = 0 for a linear d, terms with a small negative
// coefficient on the right.
func (r *polyReader) equation(d poly) Term {
	s, w := r.s, int(r.w)
	left, right := s.zero(w), s.zero(w)
	for _, m := range d {
		x := s.Const(w, 1)
		if m.factors != "" {
			x = atomsOf(m.factors)[0]
		}
		if m.coef.BitLen() == w && m.coef.TrailingZeroBits() < r.w-1 {
			right = s.Add(right, s.Mul(x, s.Neg(s.BigConst(w, m.coef))))
		} else {
			left = s.Add(left, s.Mul(x, s.BigConst(w, m.coef)))
		}
	}
	return s.Eq(left, right)
}
