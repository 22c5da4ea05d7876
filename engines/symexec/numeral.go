package symexec

import (
	"github.com/riftlab/rift/bitvec"
)

// numberText makes the text of a number concrete, byte by byte, for a conversion
// that has no terms. It loses nothing: each byte is decided, first by what it is in
// a number, then by value; what cannot be part of any number ends it and keeps all
// its values. Searching the shapes of numbers before their digits, a search comes
// soon to numbers of every form.
func (e *Explorer) numberText(st *State, p piece) ([]byte, bool) {
	for _, s := range p.sym {
		if s.n != 1 {
			w, ok := e.enumerate(st, value{t: s.t})
			if !ok {
				return nil, false
			}
			for i := range s.n {
				p.data[s.off+i] = byte(w >> (8 * i))
			}
			continue
		}
		b := e.fit(s.t, 8)
		switch {
		case e.decide(st, e.inRange(b, '0', '9', false)):
		case e.decide(st, e.terms.Or(e.inRange(b, 'A', 'Z', false), e.inRange(b, 'a', 'z', false))):
		case e.decide(st, e.terms.Or(e.inRange(b, '\t', '\r', false), e.oneOf(b, " +-.()_"))):
		default:
			p.data[s.off] = byte(e.solver.Eval(&st.path, b))
			return p.data[:s.off+1], true
		}
		w, ok := e.enumerate(st, value{t: b})
		if !ok {
			return nil, false
		}
		p.data[s.off] = byte(w)
	}
	return p.data, true
}

// oneOf is the condition that a byte is one of those of s.
func (e *Explorer) oneOf(b bitvec.Term, s string) bitvec.Term {
	t := e.terms.False()
	for i := range len(s) {
		t = e.terms.Or(t, e.terms.Eq(b, e.terms.Const(8, uint64(s[i]))))
	}
	return t
}
