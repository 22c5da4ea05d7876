package symexec

import (
	"math/big"
	"math/bits"

	"github.com/riftlab/rift/bitvec"
)

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
func (e *Explorer) pairOf(t bitvec.Term) pair {
	w := e.terms.Width(t)
	if w <= 64 {
		return pair{lo: e.value(t)}
	}
	ev := &e.ev
	if h, ok := ev.pairs[t]; ok && h.id == ev.id {
		return h.pair
	}
	if ev.wide || w > 128 {
		ev.wide = true
		return pair{}
	}
	p := e.computePair(t).low(w)
	if !ev.wide {
		ev.pairs[t] = heldPair{p, ev.id}
	}
	return p
}

func (e *Explorer) computePair(t bitvec.Term) pair {
	s := e.terms
	switch s.Kind(t) {
	case bitvec.KindConst:
		v, _ := s.ConstValue(t)
		return pair{new(big.Int).Rsh(v.Big(), 64).Uint64(), v.Uint64()}
	case bitvec.KindIte:
		if e.value(s.Arg(t, 0)) == 1 {
			return e.pairOf(s.Arg(t, 1))
		}
		return e.pairOf(s.Arg(t, 2))
	case bitvec.KindVar, bitvec.KindUDiv, bitvec.KindURem, bitvec.KindSelect:
		e.ev.wide = true
		return pair{}
	}
	a := e.pairOf(s.Arg(t, 0))
	switch s.Kind(t) {
	case bitvec.KindExtract:
		_, lo := s.ExtractBounds(t)
		return e.pairOf(s.Arg(t, 0)).shr(uint64(lo))
	case bitvec.KindNot:
		return pair{^a.hi, ^a.lo}
	case bitvec.KindNeg:
		return pair{^a.hi, ^a.lo}.add(pair{lo: 1})
	case bitvec.KindSExt:
		return a.sext(s.Width(s.Arg(t, 0)))
	}
	b := e.pairOf(s.Arg(t, 1))
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
	e.ev.wide = true // rarer operators
	return pair{}
}

// fromPairs computes the operators with a narrow result whose operands are
// wide.
func (e *Explorer) fromPairs(t bitvec.Term) uint64 {
	s := e.terms
	a, w := e.pairOf(s.Arg(t, 0)), s.Width(s.Arg(t, 0))
	if s.Kind(t) == bitvec.KindExtract {
		_, lo := s.ExtractBounds(t)
		return a.shr(uint64(lo)).low(s.Width(t)).lo
	}
	b := e.pairOf(s.Arg(t, 1))
	switch s.Kind(t) {
	case bitvec.KindEq:
		return bit(a == b)
	case bitvec.KindUlt:
		return bit(a.less(b))
	case bitvec.KindSlt:
		a, b = a.sext(w), b.sext(w)
		a.hi, b.hi = a.hi^1<<63, b.hi^1<<63
		return bit(a.less(b))
	}
	panic("symexec: fromPairs: unexpected kind " + s.Kind(t).String())
}
