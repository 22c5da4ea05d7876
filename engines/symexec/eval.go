package symexec

import (
	"math/bits"

	"github.com/riftlab/rift/bitvec"
)

// evaluator computes terms of up to 128 bits under the models of states. It
// remembers for each term its value under one model, so that a state which
// runs for a while pays for new terms only, and a change of the state costs
// nothing. (bitvec.Evaluator keeps a table of the whole store for each model,
// which is too much for one model per fork.)
type evaluator struct {
	vals  []uint64
	ids   []uint32 // model under which vals is right
	id    uint32
	model []uint64
	pairs map[bitvec.Term]heldPair // of terms of more than 64 bits
	wide  bool                     // a term was met that this evaluator leaves to bitvec's
}

// eval returns the value of t under the state's model.
func (e *Explorer) eval(st *State, t bitvec.Term) uint64 {
	ev := &e.ev
	if n := e.terms.Len(); len(ev.vals) < n {
		n += n / 2
		ev.vals = append(ev.vals, make([]uint64, n-len(ev.vals))...)
		ev.ids = append(ev.ids, make([]uint32, n-len(ev.ids))...)
	}
	if ev.pairs == nil {
		ev.pairs = map[bitvec.Term]heldPair{}
	}
	ev.id, ev.model, ev.wide = st.id, st.model, false
	v := e.value(t)
	if ev.wide {
		return e.evalWide(st, t).Uint64()
	}
	return v
}

// evalWide is eval for terms in which wide ones occur.
func (e *Explorer) evalWide(st *State, t bitvec.Term) bitvec.Value {
	v, ok := bitvec.NewTotalEvaluator(e.terms, e.assignment(st)).Value(t)
	if !ok {
		panic("symexec: a total evaluator left a term open")
	}
	return v
}

// assignment returns the state's model as bitvec has it.
func (e *Explorer) assignment(st *State) *bitvec.Assignment {
	a := bitvec.NewAssignment()
	for i, t := range e.vars {
		w := uint64(0)
		if i < len(st.model) {
			w = st.model[i]
		}
		a.Set(t, bitvec.NewValue(e.terms.Width(t), w))
	}
	return a
}

func (e *Explorer) value(t bitvec.Term) uint64 {
	ev := &e.ev
	if ev.ids[t] == ev.id {
		return ev.vals[t]
	}
	if ev.wide {
		return 0
	}
	if e.terms.Width(t) > 64 {
		ev.wide = true
		return 0
	}
	v := e.compute(t)
	if !ev.wide {
		ev.vals[t], ev.ids[t] = v, ev.id
	}
	return v
}

// compute evaluates the operator of t, of at most 64 bits.
func (e *Explorer) compute(t bitvec.Term) uint64 {
	s := e.terms
	w := s.Width(t)
	mask := ^uint64(0) >> (64 - w)
	switch k := s.Kind(t); k {
	case bitvec.KindExtract, bitvec.KindEq, bitvec.KindUlt, bitvec.KindSlt:
		if s.Width(s.Arg(t, 0)) > 64 {
			return e.fromPairs(t)
		}
	}
	switch s.Kind(t) {
	case bitvec.KindConst:
		c, _ := s.ConstUint64(t)
		return c
	case bitvec.KindVar:
		if n := e.numbers[t]; int(n) < len(e.ev.model) {
			return e.ev.model[n]
		}
		return 0
	case bitvec.KindIte:
		if e.value(s.Arg(t, 0)) == 1 {
			return e.value(s.Arg(t, 1))
		}
		return e.value(s.Arg(t, 2))
	case bitvec.KindExtract:
		_, lo := s.ExtractBounds(t)
		return e.value(s.Arg(t, 0)) >> lo & mask
	}
	a := e.value(s.Arg(t, 0))
	wa := s.Width(s.Arg(t, 0))
	switch s.Kind(t) {
	case bitvec.KindNot:
		return ^a & mask
	case bitvec.KindNeg:
		return -a & mask
	case bitvec.KindSExt:
		return uint64(int64(a<<(64-wa))>>(64-wa)) & mask
	}
	b := e.value(s.Arg(t, 1))
	switch s.Kind(t) {
	case bitvec.KindAnd:
		return a & b
	case bitvec.KindXor:
		return a ^ b
	case bitvec.KindAdd:
		return (a + b) & mask
	case bitvec.KindMul:
		return a * b & mask
	case bitvec.KindUDiv:
		if b == 0 {
			return mask
		}
		return a / b
	case bitvec.KindURem:
		if b == 0 {
			return a
		}
		return a % b
	case bitvec.KindShl:
		return shift(b, w, a<<(b&63)) & mask
	case bitvec.KindLShr:
		return shift(b, w, a>>(b&63))
	case bitvec.KindAShr:
		return uint64(int64(a<<(64-w))>>(64-w)>>min(b, 63)) & mask
	case bitvec.KindConcat:
		return a<<s.Width(s.Arg(t, 1)) | b
	case bitvec.KindEq:
		return bit(a == b)
	case bitvec.KindUlt:
		return bit(a < b)
	case bitvec.KindSlt:
		return bit(int64(a<<(64-wa)) < int64(b<<(64-wa)))
	}
	panic("symexec: eval: unexpected kind " + s.Kind(t).String())
}

// shift returns v unless the count b is the width w or more.
func shift(b uint64, w int, v uint64) uint64 {
	if b >= uint64(w) {
		return 0
	}
	return v
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// bitLen returns the number of bits that v needs, at least 1.
func bitLen(v uint64) int { return max(bits.Len64(v), 1) }
