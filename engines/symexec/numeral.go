package symexec

import (
	"github.com/riftlab/rift/engines/symexec/expr"
)

// numberText makes the text of a number concrete, byte by byte, for a conversion
// that has no terms. It loses nothing: each byte is decided, first by what it is in
// a number, then by value; what cannot be part of any number ends it and keeps all
// its values. Searching the shapes of numbers before their digits, a search comes
// soon to numbers of every form.
func (e *Explorer) numberText(st *State, p piece) ([]byte, bool) {
	for _, s := range p.sym {
		if s.n != 1 {
			w, ok := e.enumerate(st, expr.Value{T: s.t})
			if !ok {
				return nil, false
			}
			for i := range s.n {
				p.data[s.off+i] = byte(w >> (8 * i))
			}
			continue
		}
		b := e.terms.Fit(s.t, 8)
		switch {
		case e.decide(st, e.terms.InRange(b, '0', '9', false)):
		case e.decide(st, e.terms.Or(e.terms.InRange(b, 'A', 'Z', false), e.terms.InRange(b, 'a', 'z', false))):
		case e.decide(st, e.terms.Or(e.terms.InRange(b, '\t', '\r', false), e.terms.OneOf(b, " +-.()_"))):
		default:
			p.data[s.off] = byte(e.solver.Eval(&st.path, b))
			return p.data[:s.off+1], true
		}
		w, ok := e.enumerate(st, expr.Value{T: b})
		if !ok {
			return nil, false
		}
		p.data[s.off] = byte(w)
	}
	return p.data, true
}
