package exec

import (
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/engines/symexec/memory"
)

// numberText makes the text of a number concrete, byte by byte, for a conversion
// that has no terms. It loses nothing: each byte is decided, first by what it is in
// a number, then by value; what cannot be part of any number ends it and keeps all
// its values. Searching the shapes of numbers before their digits, a search comes
// soon to numbers of every form.
func (m *Machine) numberText(st *State, p memory.Piece) ([]byte, bool) {
	for _, s := range p.Sym {
		if s.N != 1 {
			w, ok := m.Enumerate(st, expr.Value{T: s.T})
			if !ok {
				return nil, false
			}
			for i := range s.N {
				p.Data[s.Off+i] = byte(w >> (8 * i))
			}
			continue
		}
		b := m.terms.Fit(s.T, 8)
		switch {
		case m.decisions.Decide(st, m.terms.InRange(b, '0', '9', false)):
		case m.decisions.Decide(st, m.terms.Or(m.terms.InRange(b, 'A', 'Z', false), m.terms.InRange(b, 'a', 'z', false))):
		case m.decisions.Decide(st, m.terms.Or(m.terms.InRange(b, '\t', '\r', false), m.terms.OneOf(b, " +-.()_"))):
		default:
			p.Data[s.Off] = byte(m.solver.Eval(&st.Path, b))
			return p.Data[:s.Off+1], true
		}
		w, ok := m.Enumerate(st, expr.Value{T: b})
		if !ok {
			return nil, false
		}
		p.Data[s.Off] = byte(w)
	}
	return p.Data, true
}
