package symexec

import (
	"math/bits"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/program"
)

// value is a register: the word w, or the term t if that is not 0. A term has
// the width of the kind with which the register is used.
type value struct {
	w uint64
	t bitvec.Term
}

func word(w uint64) value { return value{w: w} }

// fit returns the low bits of a term, or the term with zeros above it.
func (e *Explorer) fit(t bitvec.Term, bits int) bitvec.Term {
	if e.terms.Width(t) == bits {
		return t
	}
	return e.terms.Resize(bits, false, t)
}

// term returns v as a term of the given width.
func (e *Explorer) term(v value, bits int) bitvec.Term {
	if v.t == 0 {
		return e.terms.Const(bits, v.w)
	}
	return e.fit(v.t, bits)
}

// symbolic makes a value of a term, concrete if the term is a constant.
func (e *Explorer) symbolic(t bitvec.Term) value {
	if w, ok := e.terms.ConstUint64(t); ok {
		return value{w: w}
	}
	return value{t: t}
}

func boolean(b bool) value {
	if b {
		return value{w: 1}
	}
	return value{}
}

// bounds returns limits of the unsigned value of v that need no solver.
func (e *Explorer) bounds(v value) (lo, hi uint64) {
	if v.t == 0 {
		return v.w, v.w
	}
	if lo, hi, ok := e.terms.Range(v.t); ok {
		return lo, hi
	}
	return 0, program.I64.Mask()
}

// bitLen returns the number of bits that v needs, at least 1.
func bitLen(v uint64) int { return max(bits.Len64(v), 1) }

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
