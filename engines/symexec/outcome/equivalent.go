package outcome

import (
	"math"
	"slices"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/engines/symexec/memory"
	"github.com/riftlab/rift/program"
)

// What program.Equivalence says of values and text, on terms. Where the two
// disagree the vm's word counts: a difference is one only if the outcomes of a
// model differ (shownDiffer), and a condition that holds without one is undecided.

// observations returns what a state observed, in order.
func (st *Outcome) observations() []*Observed {
	var list []*Observed
	for o := st.Observed; o != nil; o = o.Prev {
		list = append(list, o)
	}
	slices.Reverse(list)
	return list
}

// observedDiffer returns a condition without which the floats that two states
// observed are the same, and the other values, which are compared as texts. It
// reports false if they observed values of other names or kinds.
func (c *comparison) observedDiffer(a, b *Outcome) (may bitvec.Term, values [][2][]*Output, ok bool) {
	may = c.terms.False()
	x, y := a.observations(), b.observations()
	if !slices.EqualFunc(x, y, func(o, p *Observed) bool { return o.Name == p.Name && o.Kind == p.Kind }) {
		return may, nil, false
	}
	for i, o := range x {
		if o.Kind == program.FloatValue && len(o.Piece.Data) == len(y[i].Piece.Data) {
			may = c.terms.Or(may, c.floatsDiffer(o.Piece, y[i].Piece))
		} else {
			values = append(values, [2][]*Output{{{Piece: o.Piece, Deferred: o.Deferred}}, {{Piece: y[i].Piece, Deferred: y[i].Deferred}}})
		}
	}
	return may, values, true
}

// pieceTerm returns a piece as one term, the first byte lowest.
func (c *comparison) pieceTerm(p memory.Piece) bitvec.Term {
	list := c.unitsOf(p)
	t := c.terms.Term(list[0].v, 8)
	for _, u := range list[1:] {
		t = c.terms.Concat(c.terms.Term(u.v, 8), t)
	}
	return t
}

// magnitude is program's type of that name, as terms.
type magnitude struct{ sign, nan, inf, bits bitvec.Term }

// magnitudeOf reads a float of 4, 8, 10 or 16 bytes; it reports false for other
// sizes.
func (c *comparison) magnitudeOf(t bitvec.Term) (m magnitude, ok bool) {
	s := c.terms
	infinity := uint64(0)
	switch s.Width(t) {
	case 32:
		infinity = 0x7F80_0000
	case 64:
		infinity = 0x7FF0_0000_0000_0000
	case 80:
		exponent, integer, fraction := s.Extract(78, 64, t), s.Bit(t, 63), s.Extract(62, 0, t)
		zero, most := s.Eq(exponent, s.Const(15, 0)), s.Eq(exponent, s.Const(15, 0x7FFF))
		m.sign = s.Bit(t, 79)
		m.nan = s.Or(s.And(s.Not(zero), s.Not(integer)), s.And(most, s.Ne(fraction, s.Const(63, 0))))
		m.inf = s.And(most, s.Not(m.nan))
		m.bits = s.Concat(s.Ite(s.And(zero, integer), s.Const(15, 1), exponent), fraction)
		return m, true
	default:
		return m, false
	}
	n := s.Width(t) - 1
	m.sign, m.bits = s.Bit(t, n), s.Extract(n-1, 0, t)
	m.nan, m.inf = s.Ult(s.Const(n, infinity), m.bits), s.Eq(m.bits, s.Const(n, infinity))
	return m, true
}

// floatsDiffer is the negation of program.Floats.Same for two pieces of one length.
func (c *comparison) floatsDiffer(a, b memory.Piece) bitvec.Term {
	s := c.terms
	if len(a.Data) == 0 {
		return s.False()
	}
	x, y := c.pieceTerm(a), c.pieceTerm(b)
	if s.Width(x) == 128 {
		x, y = s.Extract(79, 0, x), s.Extract(79, 0, y)
	}
	rule := c.rule.Floats
	f, ok := c.magnitudeOf(x)
	g, _ := c.magnitudeOf(y)
	if x == y || rule.Mode == program.FloatsByBits || !ok {
		return s.Ne(x, y)
	}
	w := s.Width(f.bits)
	zero := s.Const(w, 0)
	same := s.Or(s.And(s.Eq(f.sign, g.sign), s.Eq(f.bits, g.bits)), s.And(s.Eq(f.bits, zero), s.Eq(g.bits, zero)))
	if rule.Mode == program.FloatsByULP {
		near := s.True()
		if w >= 63 || rule.ULP < 1<<(w+1) {
			apart := s.Ite(s.Ult(f.bits, g.bits), s.Sub(g.bits, f.bits), s.Sub(f.bits, g.bits))
			sum := s.Add(s.ZeroExtend(1, f.bits), s.ZeroExtend(1, g.bits))
			near = s.Ule(s.Ite(s.Eq(f.sign, g.sign), s.ZeroExtend(1, apart), sum), s.Const(w+1, rule.ULP))
		}
		same = s.Or(same, s.Conj(near, s.Not(f.inf), s.Not(g.inf)))
	}
	number := s.Not(s.Or(f.nan, g.nan))
	return s.Not(s.Or(s.And(f.nan, g.nan), s.And(number, same)))
}

// withoutSigns is program.Floats.Text for a text with bytes that are terms: only
// words all of whose bytes, and both neighbours, are known lose their sign.
func (c *comparison) withoutSigns(list []unit) []unit {
	var out []unit
	from := 0
	for i, u := range list {
		if u.later != nil || u.v != expr.Word('-') || i+4 > len(list) {
			continue
		}
		first, end := max(i-1, 0), min(i+5, len(list))
		text, known := knownText(list[first:end])
		if known && program.SignOfNaN(text, i-first) {
			out = append(out, list[from:i]...)
			from = i + 1
		}
	}
	return append(out, list[from:]...)
}

// knownText returns bytes none of which is a term.
func knownText(list []unit) ([]byte, bool) {
	text := make([]byte, len(list))
	for i, u := range list {
		if u.later != nil || u.v.T != 0 || u.v.W > math.MaxUint8 {
			return nil, false
		}
		text[i] = byte(u.v.W)
	}
	return text, true
}
