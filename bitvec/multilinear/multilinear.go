// Package multilinear calculates with polynomials in variables that are 0 or 1, with
// coefficients modulo 2^64. Because x·x = x for such a variable, every function of bits to
// numbers is exactly one polynomial in which no variable has a power: two are equal as
// functions if and only if they are the same polynomial.
//
// Polynomials of this kind verify multipliers: Kaufmann, Biere and Kauers, "Verifying
// Large Multipliers by Combining SAT and Computer Algebra" (FMCAD 2019). Those work over
// the integers; arithmetic of words needs them modulo 2^64 only.
package multilinear

import (
	"encoding/binary"
	"slices"
)

// Var is a variable. Users number their own.
type Var uint32

// Ring makes polynomials and bounds the work of making them. Polynomials of different
// rings must not meet.
type Ring struct {
	limit, work int

	vars  [][]Var // of each monomial, sorted; the first is 1
	named map[string]uint32
	joins map[[2]uint32]uint32 // products of monomials
}

// Poly is a polynomial of a ring. The zero value is 0. Polynomials are never changed.
type Poly []summand

// summand is a monomial, by number, times a number that is not 0. The summands of a
// polynomial are sorted by monomial.
type summand struct {
	mono uint32
	coef uint64
}

// NewRing returns a ring in which at most work summands are made in all.
func NewRing(work int) *Ring {
	return &Ring{limit: work, vars: [][]Var{nil}, named: map[string]uint32{"": 0}, joins: map[[2]uint32]uint32{}}
}

// Spent returns how many summands have been made, over the limit if Product gave up.
func (r *Ring) Spent() int { return r.work }

// Constant returns c.
func (r *Ring) Constant(c uint64) Poly {
	if c == 0 {
		return nil
	}
	return Poly{{0, c}}
}

// Variable returns x.
func (r *Ring) Variable(x Var) Poly { return Poly{{r.monomial([]Var{x}), 1}} }

// Plus returns p + c·q.
func (r *Ring) Plus(p Poly, c uint64, q Poly) Poly {
	r.work += len(p) + len(q)
	out := make(Poly, 0, len(p)+len(q))
	for len(p) > 0 || len(q) > 0 {
		var s summand
		switch {
		case len(q) == 0 || len(p) > 0 && p[0].mono < q[0].mono:
			s, p = p[0], p[1:]
		case len(p) == 0 || q[0].mono < p[0].mono:
			s, q = summand{q[0].mono, c * q[0].coef}, q[1:]
		default:
			s = summand{p[0].mono, p[0].coef + c*q[0].coef}
			p, q = p[1:], q[1:]
		}
		if s.coef != 0 {
			out = append(out, s)
		}
	}
	return out
}

// Product returns p · q, or false if it would be more work than the ring allows.
func (r *Ring) Product(p, q Poly) (Poly, bool) {
	if r.work += len(p) * len(q); r.work > r.limit {
		return nil, false
	}
	all := make(Poly, 0, len(p)*len(q))
	for _, a := range p {
		for _, b := range q {
			all = append(all, summand{r.join(a.mono, b.mono), a.coef * b.coef})
		}
	}
	slices.SortFunc(all, func(a, b summand) int { return int(a.mono) - int(b.mono) })
	out := all[:0]
	for _, s := range all {
		if n := len(out); n > 0 && out[n-1].mono == s.mono {
			out[n-1].coef += s.coef
			continue
		}
		out = append(out, s)
	}
	return slices.DeleteFunc(out, func(s summand) bool { return s.coef == 0 }), true
}

// Modulo returns p with its coefficients modulo 2^w, for w up to 64.
func (r *Ring) Modulo(p Poly, w int) Poly {
	if w >= 64 {
		return p
	}
	out := make(Poly, 0, len(p))
	for _, s := range p {
		if s.coef &= 1<<uint(w) - 1; s.coef != 0 {
			out = append(out, s)
		}
	}
	return out
}

// Constant returns the value of p where all variables are 0.
func (p Poly) Constant() uint64 {
	if len(p) > 0 && p[0].mono == 0 {
		return p[0].coef
	}
	return 0
}

// Each calls f for every summand but the constant, with its variables, which f must not
// change.
func (r *Ring) Each(p Poly, f func(vars []Var, coef uint64)) {
	for _, s := range p {
		if s.mono != 0 {
			f(r.vars[s.mono], s.coef)
		}
	}
}

// join returns the product of two monomials.
func (r *Ring) join(a, b uint32) uint32 {
	if a > b {
		a, b = b, a
	}
	if a == 0 || a == b {
		return b
	}
	m, ok := r.joins[[2]uint32{a, b}]
	if !ok {
		vars := slices.Concat(r.vars[a], r.vars[b])
		slices.Sort(vars)
		m = r.monomial(slices.Compact(vars))
		r.joins[[2]uint32{a, b}] = m
	}
	return m
}

// monomial returns the number of the product of vars, which are sorted.
func (r *Ring) monomial(vars []Var) uint32 {
	var key []byte
	for _, x := range vars {
		key = binary.LittleEndian.AppendUint32(key, uint32(x))
	}
	m, ok := r.named[string(key)]
	if !ok {
		m = uint32(len(r.vars))
		r.vars = append(r.vars, vars)
		r.named[string(key)] = m
	}
	return m
}
