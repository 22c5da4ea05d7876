package bitvec

import "math/bits"

// quotients replaces each equality that makes two variables quotient and remainder, which
// by the theorem of division are the only ones:
//
//	q·d + r = x, r < d   ->   q = x / d, r = x % d, r < d
//
// where facts say that q·d + r is never too large for its width, so that it is the sum of
// numbers. q and r may be variables of fewer bits below zeros.
func (p *pass) quotients(ts []Term) []Term {
	less := map[[2]Term]bool{}
	for _, t := range ts {
		if n := &p.s.nodes[t]; n.kind == KindUlt {
			less[[2]Term{n.args[0], n.args[1]}] = true
		}
	}
	var out []Term
	for _, t := range ts {
		n := p.s.nodes[t]
		if n.kind != KindEq || n.index != 0 {
			out = append(out, t)
			continue
		}
		q, r, ok := p.quotient(less, n.args[0], n.args[1])
		if !ok {
			q, r, ok = p.quotient(less, n.args[1], n.args[0])
		}
		if !ok {
			out = append(out, t)
			continue
		}
		out = append(out, q, r)
	}
	return out
}

// quotient returns the equations of quotient and remainder if sum = x says them.
func (p *pass) quotient(less map[[2]Term]bool, sum, x Term) (quotient, remainder Term, ok bool) {
	s := p.s
	n := s.nodes[sum]
	if n.kind != KindAdd || n.width > 64 {
		return 0, 0, false
	}
	for i, r := range n.args[:2] {
		product := s.nodes[n.args[1-i]]
		if product.kind != KindMul || s.nodes[s.unextended(r)].kind != KindVar {
			continue
		}
		for j, q := range product.args[:2] {
			d := product.args[1-j]
			if s.nodes[s.unextended(q)].kind != KindVar || !s.known(less, r, d) || !s.fitsSum(q, d, r, uint(n.width)) {
				continue
			}
			w := max(s.Width(s.unextended(x)), s.Width(s.unextended(d)))
			if s.Width(s.unextended(q)) < w || s.Width(s.unextended(r)) < w {
				continue // the equations could not be solved for them
			}
			x, d := s.Extract(w-1, 0, x), s.Extract(w-1, 0, d)
			ext := int(n.width) - w
			return s.Eq(q, s.ZeroExtend(ext, s.UDiv(x, d))), s.Eq(r, s.ZeroExtend(ext, s.URem(x, d))), true
		}
	}
	return 0, 0, false
}

// unextended returns t without zeros above it.
func (s *Store) unextended(t Term) Term {
	if n := &s.nodes[t]; n.kind == KindConcat && s.isZero(n.args[0]) {
		return n.args[1]
	}
	return t
}

// known reports whether a < b is: it is in less, also without zeros above both, or
// facts say so.
func (s *Store) known(less map[[2]Term]bool, a, b Term) bool {
	if less[[2]Term{a, b}] || s.facts[a].hi < s.facts[b].lo {
		return true
	}
	a, b = s.unextended(a), s.unextended(b)
	return less[[2]Term{a, b}] && s.Width(a) == s.Width(b)
}

// fitsSum reports whether q·d + r is known to be less than 2^w.
func (s *Store) fitsSum(q, d, r Term, w uint) bool {
	over, product := bits.Mul64(s.facts[q].hi, s.facts[d].hi)
	sum, carry := bits.Add64(product, s.facts[r].hi, 0)
	return over == 0 && carry == 0 && sum <= ones64(w)
}
