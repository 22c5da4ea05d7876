package constraints

import (
	"github.com/riftlab/rift/bitvec"
	"math/big"
	"math/bits"
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

// Eval returns the value of t under the state's model.
func (sol *Solver) Eval(pc *PathCondition, t bitvec.Term) uint64 {
	ev := &sol.ev
	if n := sol.terms.Len(); len(ev.vals) < n {
		n += n / 2
		ev.vals = append(ev.vals, make([]uint64, n-len(ev.vals))...)
		ev.ids = append(ev.ids, make([]uint32, n-len(ev.ids))...)
	}
	if ev.pairs == nil {
		ev.pairs = map[bitvec.Term]heldPair{}
	}
	ev.id, ev.model, ev.wide = pc.id, pc.model, false
	v := sol.value(t)
	if ev.wide {
		return sol.EvalWide(pc, t).Uint64()
	}
	return v
}

// EvalWide is eval for terms in which wide ones occur.
func (sol *Solver) EvalWide(pc *PathCondition, t bitvec.Term) bitvec.Value {
	v, ok := bitvec.NewTotalEvaluator(sol.terms, sol.assignment(pc)).Value(t)
	if !ok {
		panic("symexec: a total evaluator left a term open")
	}
	return v
}

// assignment returns the state's model as bitvec has it.
func (sol *Solver) assignment(pc *PathCondition) *bitvec.Assignment {
	a := bitvec.NewAssignment()
	for i, t := range sol.Vars {
		w := uint64(0)
		if i < len(pc.model) {
			w = pc.model[i]
		}
		a.Set(t, bitvec.NewValue(sol.terms.Width(t), w))
	}
	return a
}

func (sol *Solver) value(t bitvec.Term) uint64 {
	ev := &sol.ev
	if ev.ids[t] == ev.id {
		return ev.vals[t]
	}
	if ev.wide {
		return 0
	}
	if sol.terms.Width(t) > 64 {
		ev.wide = true
		return 0
	}
	v := sol.compute(t)
	if !ev.wide {
		ev.vals[t], ev.ids[t] = v, ev.id
	}
	return v
}

// compute evaluates the operator of t, of at most 64 bits.
func (sol *Solver) compute(t bitvec.Term) uint64 {
	s := sol.terms
	w := s.Width(t)
	mask := ^uint64(0) >> (64 - w)
	switch k := s.Kind(t); k {
	case bitvec.KindExtract, bitvec.KindEq, bitvec.KindUlt, bitvec.KindSlt:
		if s.Width(s.Arg(t, 0)) > 64 {
			return sol.fromPairs(t)
		}
	}
	switch s.Kind(t) {
	case bitvec.KindConst:
		c, _ := s.ConstUint64(t)
		return c
	case bitvec.KindVar:
		if n := sol.numbers[t]; int(n) < len(sol.ev.model) {
			return sol.ev.model[n]
		}
		return 0
	case bitvec.KindIte:
		if sol.value(s.Arg(t, 0)) == 1 {
			return sol.value(s.Arg(t, 1))
		}
		return sol.value(s.Arg(t, 2))
	case bitvec.KindExtract:
		_, lo := s.ExtractBounds(t)
		return sol.value(s.Arg(t, 0)) >> lo & mask
	}
	a := sol.value(s.Arg(t, 0))
	wa := s.Width(s.Arg(t, 0))
	switch s.Kind(t) {
	case bitvec.KindNot:
		return ^a & mask
	case bitvec.KindNeg:
		return -a & mask
	case bitvec.KindSExt:
		return uint64(int64(a<<(64-wa))>>(64-wa)) & mask
	}
	b := sol.value(s.Arg(t, 1))
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
		return truth(a == b)
	case bitvec.KindUlt:
		return truth(a < b)
	case bitvec.KindSlt:
		return truth(int64(a<<(64-wa)) < int64(b<<(64-wa)))
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

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// pair is the value of a term of up to 128 bits; products of significands and
// __int128 have such terms.
type pair struct{ hi, lo uint64 }

// heldPair is a pair under the model id.
type heldPair struct {
	pair
	id uint32
}

func (p pair) shl(n uint64) pair {
	switch {
	case n >= 128:
		return pair{}
	case n >= 64:
		return pair{hi: p.lo << (n - 64)}
	}
	return pair{p.hi<<n | p.lo>>(64-n), p.lo << n}
}

func (p pair) shr(n uint64) pair {
	switch {
	case n >= 128:
		return pair{}
	case n >= 64:
		return pair{lo: p.hi >> (n - 64)}
	}
	return pair{p.hi >> n, p.lo>>n | p.hi<<(64-n)}
}

// low keeps the n low bits, n > 0.
func (p pair) low(n int) pair { return p.shl(uint64(128 - n)).shr(uint64(128 - n)) }

// sext extends the sign of the n low bits, n > 0.
func (p pair) sext(n int) pair {
	if n <= 64 {
		v := int64(p.lo<<(64-n)) >> (64 - n)
		return pair{uint64(v >> 63), uint64(v)}
	}
	return pair{uint64(int64(p.hi<<(128-n)) >> (128 - n)), p.lo}
}

func (p pair) less(q pair) bool { return p.hi < q.hi || p.hi == q.hi && p.lo < q.lo }

func (p pair) add(q pair) pair {
	lo, carry := bits.Add64(p.lo, q.lo, 0)
	return pair{p.hi + q.hi + carry, lo}
}

func (p pair) mul(q pair) pair {
	hi, lo := bits.Mul64(p.lo, q.lo)
	return pair{hi + p.hi*q.lo + p.lo*q.hi, lo}
}

// pairOf is value for terms of up to 128 bits.
func (sol *Solver) pairOf(t bitvec.Term) pair {
	w := sol.terms.Width(t)
	if w <= 64 {
		return pair{lo: sol.value(t)}
	}
	ev := &sol.ev
	if h, ok := ev.pairs[t]; ok && h.id == ev.id {
		return h.pair
	}
	if ev.wide || w > 128 {
		ev.wide = true
		return pair{}
	}
	p := sol.computePair(t).low(w)
	if !ev.wide {
		ev.pairs[t] = heldPair{p, ev.id}
	}
	return p
}

func (sol *Solver) computePair(t bitvec.Term) pair {
	s := sol.terms
	switch s.Kind(t) {
	case bitvec.KindConst:
		v, _ := s.ConstValue(t)
		return pair{new(big.Int).Rsh(v.Big(), 64).Uint64(), v.Uint64()}
	case bitvec.KindIte:
		if sol.value(s.Arg(t, 0)) == 1 {
			return sol.pairOf(s.Arg(t, 1))
		}
		return sol.pairOf(s.Arg(t, 2))
	case bitvec.KindVar, bitvec.KindUDiv, bitvec.KindURem, bitvec.KindSelect:
		sol.ev.wide = true
		return pair{}
	}
	a := sol.pairOf(s.Arg(t, 0))
	switch s.Kind(t) {
	case bitvec.KindExtract:
		_, lo := s.ExtractBounds(t)
		return sol.pairOf(s.Arg(t, 0)).shr(uint64(lo))
	case bitvec.KindNot:
		return pair{^a.hi, ^a.lo}
	case bitvec.KindNeg:
		return pair{^a.hi, ^a.lo}.add(pair{lo: 1})
	case bitvec.KindSExt:
		return a.sext(s.Width(s.Arg(t, 0)))
	}
	b := sol.pairOf(s.Arg(t, 1))
	count := b.lo
	if b.hi != 0 {
		count = 128
	}
	switch s.Kind(t) {
	case bitvec.KindAnd:
		return pair{a.hi & b.hi, a.lo & b.lo}
	case bitvec.KindXor:
		return pair{a.hi ^ b.hi, a.lo ^ b.lo}
	case bitvec.KindAdd:
		return a.add(b)
	case bitvec.KindMul:
		return a.mul(b)
	case bitvec.KindShl:
		return a.shl(count)
	case bitvec.KindLShr:
		return a.shr(count)
	case bitvec.KindConcat:
		upper := a.shl(uint64(s.Width(s.Arg(t, 1))))
		return pair{upper.hi | b.hi, upper.lo | b.lo}
	}
	sol.ev.wide = true // rarer operators
	return pair{}
}

// fromPairs computes the operators with a narrow result whose operands are
// wide.
func (sol *Solver) fromPairs(t bitvec.Term) uint64 {
	s := sol.terms
	a, w := sol.pairOf(s.Arg(t, 0)), s.Width(s.Arg(t, 0))
	if s.Kind(t) == bitvec.KindExtract {
		_, lo := s.ExtractBounds(t)
		return a.shr(uint64(lo)).low(s.Width(t)).lo
	}
	b := sol.pairOf(s.Arg(t, 1))
	switch s.Kind(t) {
	case bitvec.KindEq:
		return truth(a == b)
	case bitvec.KindUlt:
		return truth(a.less(b))
	case bitvec.KindSlt:
		a, b = a.sext(w), b.sext(w)
		a.hi, b.hi = a.hi^1<<63, b.hi^1<<63
		return truth(a.less(b))
	}
	panic("symexec: fromPairs: unexpected kind " + s.Kind(t).String())
}
