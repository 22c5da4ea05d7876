package regver

import (
	"fmt"
	"math"
	"slices"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/bitvec/float"
	"github.com/riftlab/rift/program"
)

// arithmetic returns the term of an operation. Numbers with a fraction are
// compared as terms; what computes or converts them is a function of which nothing
// is known but some laws that hold for every operand.
func (x *exec) arithmetic(op program.Op, k, from program.Kind, a, b bitvec.Term) bitvec.Term {
	s := x.s
	switch op {
	case program.Move, program.Bitcast:
		return a
	case program.ZExt, program.Trunc:
		return s.Resize(k.Bits(), false, a)
	case program.SExt:
		return s.Resize(k.Bits(), true, a)
	case program.Add:
		return s.Add(a, b)
	case program.Sub:
		return s.Sub(a, b)
	case program.Mul:
		return s.Mul(a, b)
	case program.UDiv:
		if y, ok := x.power(b); ok {
			return s.LShr(a, y)
		}
		return s.UDiv(a, b)
	case program.SDiv:
		return s.SDiv(a, b)
	case program.URem:
		if _, ok := x.power(b); ok {
			return s.And(a, s.Sub(b, s.Const(s.Width(b), 1)))
		}
		t := s.URem(a, b)
		if s.Kind(t) == bitvec.KindURem && !x.lemmas[t] {
			// A theorem that solvers pay much for.
			x.lemmas[t] = true
			x.theorems = append(x.theorems, s.Or(s.Eq(b, s.Const(s.Width(b), 0)), s.Ult(t, b)))
		}
		return t
	case program.SRem:
		return s.SRem(a, b)
	case program.And:
		return s.And(a, b)
	case program.Or:
		return s.Or(a, b)
	case program.Xor:
		return s.Xor(a, b)
	case program.Shl:
		return s.Shl(a, b)
	case program.LShr:
		return s.LShr(a, b)
	case program.AShr:
		return s.AShr(a, b)
	case program.Eq:
		return s.Eq(a, b)
	case program.Ne:
		return s.Ne(a, b)
	case program.ULt:
		return x.less(a, b)
	case program.ULe:
		return s.Not(x.less(b, a))
	case program.SLt:
		return s.Slt(a, b)
	case program.SLe:
		return s.Sle(a, b)
	}
	return x.fraction(op, k, from, a, b)
}

// power returns y if a term is 1 << y and no bit is lost.
func (x *exec) power(t bitvec.Term) (y bitvec.Term, ok bool) {
	s := x.s
	if s.Kind(t) != bitvec.KindShl {
		return 0, false
	}
	if v, ok := s.ConstUint64(s.Arg(t, 0)); !ok || v != 1 {
		return 0, false
	}
	_, hi, ok := s.Range(s.Arg(t, 1))
	return s.Arg(t, 1), ok && hi < uint64(s.Width(t))
}

func formatOf(k program.Kind) float.Format {
	if k == program.F32 {
		return float.Binary32
	}
	return float.Binary64
}

func (x *exec) fraction(op program.Op, k, from program.Kind, a, b bitvec.Term) bitvec.Term {
	s, m, f := x.s, x.floats, formatOf(k)
	switch op {
	case program.FNeg:
		return x.negative(f, a)
	case program.FEq:
		return m.Eq(f, a, b)
	case program.FNe:
		return s.Not(m.Eq(f, a, b))
	case program.FLt:
		return m.Lt(f, a, b)
	case program.FLe:
		return m.Le(f, a, b)
	case program.FUnordered:
		return m.Unordered(f, a, b)
	case program.FMul:
		// x * 2 is x + x, NaNs included: both make the same one quiet.
		if x.isNumber(k, b, 2) {
			return x.function("fadd", k, a, a)
		}
		if x.isNumber(k, a, 2) {
			return x.function("fadd", k, b, b)
		}
		return x.product(k, a, b)
	case program.FAdd:
		return x.commutative("fadd", k, a, b)
	case program.FSub:
		x.fractions = true
		if x.oneNaN {
			// x - y is x + -y but for the sign of a NaN.
			return x.commutative("fadd", k, a, x.negative(f, b))
		}
		return x.function("fsub", k, a, b)
	case program.FDiv:
		if c, ok := x.reciprocal(k, b); ok {
			return x.product(k, a, c)
		}
		if x.fractions = true; x.oneNaN {
			p, q, flip := x.unsigned(k, a, b)
			return x.flipped(f, x.function("fdiv", k, p, q), flip)
		}
		return x.function("fdiv", k, a, b)
	}
	return x.function(fmt.Sprintf("op%d.%s", op, from), k, a)
}

// commutative is function for sums and products. IEEE 754 says of which operand a
// result that is a NaN has its sign and payload; the order matters for nothing else.
func (x *exec) commutative(name string, k program.Kind, a, b bitvec.Term) bitvec.Term {
	x.fractions = true
	if !x.oneNaN {
		return x.function(name, k, a, b)
	}
	if b < a {
		a, b = b, a
	}
	t, u := x.function(name, k, a, b), x.function(name, k, b, a)
	if t != u && !x.lemmas[t] {
		// One of them may be meant where ways have met.
		x.lemmas[t] = true
		x.theorems = append(x.theorems, x.s.Eq(t, u))
	}
	return t
}

// product is the product of two fractions. Its sign is apart from its magnitude, but for
// a NaN.
func (x *exec) product(k program.Kind, a, b bitvec.Term) bitvec.Term {
	if x.fractions = true; !x.oneNaN {
		return x.function("fmul", k, a, b)
	}
	p, q, flip := x.unsigned(k, a, b)
	return x.flipped(formatOf(k), x.commutative("fmul", k, p, q), flip)
}

// negative returns the negative of a fraction.
func (x *exec) negative(f float.Format, t bitvec.Term) bitvec.Term {
	n := x.floats.Neg(f, t)
	if x.s.Kind(t) != bitvec.KindConst {
		if _, ok := x.negatives[t]; !ok {
			x.negatives[n] = t
		}
	}
	return n
}

// unsigned returns two factors without the signs that are known of them, and whether the
// product has the other sign.
func (x *exec) unsigned(k program.Kind, a, b bitvec.Term) (p, q bitvec.Term, flip bool) {
	strip := func(t bitvec.Term) bitvec.Term {
		if n, ok := x.negatives[t]; ok {
			flip = !flip
			return n
		}
		if v, ok := x.number(k, t); ok && (v < 0 || v == 0 && math.Signbit(v)) {
			flip = !flip
			return x.floats.Neg(formatOf(k), t)
		}
		return t
	}
	return strip(a), strip(b), flip
}

func (x *exec) flipped(f float.Format, t bitvec.Term, flip bool) bitvec.Term {
	if flip {
		return x.negative(f, t)
	}
	return t
}

// function returns the value of a function of which nothing is known.
func (x *exec) function(name string, k program.Kind, args ...bitvec.Term) bitvec.Term {
	s := x.s
	index := args[0]
	for _, a := range args[1:] {
		index = s.Concat(index, a)
	}
	name = fmt.Sprintf("%s.%s.%d", name, k, s.Width(index))
	f := s.ArrayVar(name, s.Width(index), k.Bits())
	x.rigidVars[f] = true
	return s.Select(f, index)
}

func (x *exec) number(k program.Kind, t bitvec.Term) (float64, bool) {
	w, ok := x.s.ConstUint64(t)
	if !ok {
		return 0, false
	}
	if k == program.F32 {
		return float64(math.Float32frombits(uint32(w))), true
	}
	return math.Float64frombits(w), true
}

func (x *exec) isNumber(k program.Kind, t bitvec.Term, v float64) bool {
	n, ok := x.number(k, t)
	return ok && n == v
}

// reciprocal returns 1/t if t is a power of two of which that is exact and no
// subnormal number: x / t is then x * (1/t).
func (x *exec) reciprocal(k program.Kind, t bitvec.Term) (bitvec.Term, bool) {
	n, ok := x.number(k, t)
	if !ok || n == 0 || math.IsInf(n, 0) || n != n {
		return 0, false
	}
	frac, exp := math.Frexp(n)
	if frac != 0.5 && frac != -0.5 || exp < -100 || exp > 100 {
		return 0, false
	}
	if k == program.F32 {
		return x.s.Const(32, uint64(math.Float32bits(float32(1/n)))), true
	}
	return x.s.Const(64, math.Float64bits(1/n)), true
}

// less returns the formula of a < b without sign. Where both are sums with one term in
// common, as pointers into one object are, it is taken off both: what is left is compared
// if neither sum goes beyond the greatest address, of which it is enough to know once, and
// the sums themselves otherwise.
func (p *pair) less(a, b bitvec.Term) bitvec.Term {
	s := p.s
	plain := s.Ult(a, b)
	if !p.strong || s.Width(a) != 64 || s.Kind(plain) == bitvec.KindConst {
		return plain
	}
	base := p.commonTerm(a, b)
	if base == 0 {
		return plain
	}
	room := s.Not(base) // what may be added to it
	x, y := p.canon.of(s.Sub(a, base)), p.canon.of(s.Sub(b, base))
	zero := s.Const(64, 0)
	switch zero {
	case x:
		return s.And(s.Ule(y, room), s.Ne(y, zero))
	case y:
		return s.Not(s.Ule(x, room))
	}
	return s.Ite(s.And(s.Ule(x, room), s.Ule(y, room)), s.Ult(x, y), plain)
}

// commonTerm returns a term that is added once in two sums, 0 if there is none.
func (p *pair) commonTerm(a, b bitvec.Term) bitvec.Term {
	f, ok := p.canon.read(p.canon.of(a))
	g, fine := p.canon.read(p.canon.of(b))
	if !ok || !fine || len(f) > 8 || len(g) > 8 {
		return 0
	}
	var common []bitvec.Term
	for key, k := range f {
		if len(key) == 4 && k == 1 && g[key] == 1 {
			common = append(common, unpacked(key)[0])
		}
	}
	if len(common) == 0 {
		return 0
	}
	return slices.Min(common)
}
