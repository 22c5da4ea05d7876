package float

import "github.com/riftlab/rift/bitvec"

// Terms makes terms of floating-point operations in a store. It remembers what
// it made: asked again, it costs one look-up. Operands are terms as wide as
// their format, and methods panic on others. It is not safe for concurrent use.
type Terms struct {
	s    *bitvec.Store
	made map[request]bitvec.Term
	from map[bitvec.Term]request // origins

	compared map[compared]bitvec.Term
}

type operation int

const (
	opNeg operation = iota
	opAdd
	opSub
	opMul
	opDiv
	opSqrt
	opFma
	opIntegral
	opConvert
	opFromInt
	opToInt
)

// request is an operation with its operands.
type request struct {
	op      operation
	f       Format // of the result, but of the operand in opToInt
	from    Format // of the operand of opConvert
	mode    Mode   // of opIntegral
	width   int    // of the integer
	signed  bool   // the integer
	a, b, c bitvec.Term
}

// New returns a maker of terms of s.
func New(s *bitvec.Store) *Terms {
	return &Terms{s: s, made: map[request]bitvec.Term{}, from: map[bitvec.Term]request{}, compared: map[compared]bitvec.Term{}}
}

// Store returns the store of the terms.
func (m *Terms) Store() *bitvec.Store { return m.s }

// make returns the term of r; build makes it at first.
func (m *Terms) make(r request, build func(r request) bitvec.Term) bitvec.Term {
	if t, ok := m.made[r]; ok {
		return t
	}
	t := m.fold(r)
	if t == 0 {
		t = build(r)
	}
	m.made[r] = t
	// Newer than its operands: origins lead down. (-(-x) is x, which is no -.)
	if _, ok := m.from[t]; !ok && t > max(r.a, r.b, r.c) {
		m.from[t] = r
	}
	return t
}

// origin returns how t came about as a number of format f.
func (m *Terms) origin(f Format, t bitvec.Term) (request, bool) {
	r, ok := m.from[t]
	return r, ok && r.op != opToInt && r.f == f
}

// fold computes an operation on constants.
func (m *Terms) fold(r request) bitvec.Term {
	var w [3]uint64
	for i, t := range []bitvec.Term{r.a, r.b, r.c} {
		if t == 0 {
			continue
		}
		var ok bool
		if w[i], ok = m.s.ConstUint64(t); !ok {
			return 0
		}
	}
	if r.op == opToInt {
		return m.s.Const(r.width, r.f.ToInt(w[0], r.width))
	}
	return m.s.Const(r.f.Bits(), r.apply(w[0], w[1], w[2]))
}

// apply computes the operation on words; not opToInt.
func (r *request) apply(a, b, c uint64) uint64 {
	f := r.f
	switch r.op {
	case opNeg:
		return f.Neg(a)
	case opAdd:
		return f.Add(a, b)
	case opSub:
		return f.Sub(a, b)
	case opMul:
		return f.Mul(a, b)
	case opDiv:
		return f.Div(a, b)
	case opSqrt:
		return f.Sqrt(a)
	case opFma:
		return f.Fma(a, b, c)
	case opIntegral:
		return f.Integral(r.mode, a)
	case opConvert:
		return r.from.Convert(f, a)
	case opFromInt:
		return f.FromInt(a, r.width, r.signed)
	}
	panic("float: apply: not an operation that gives a number")
}

// parts are the fields of a number and its class.
type parts struct {
	sign, exp, frac     bitvec.Term
	nan, inf, zero, sub bitvec.Term // sub: the exponent field is 0
}

func (m *Terms) parts(f Format, t bitvec.Term) parts {
	s := m.s
	p := parts{sign: s.Bit(t, f.Bits()-1), exp: s.Extract(f.Bits()-2, f.Frac, t), frac: s.Extract(f.Frac-1, 0, t)}
	none := s.Eq(p.frac, s.Const(f.Frac, 0))
	ones := s.Eq(p.exp, s.Const(f.Exp, uint64(f.top())))
	p.sub = s.Eq(p.exp, s.Const(f.Exp, 0))
	p.nan, p.inf = s.And(ones, s.Not(none)), s.And(ones, none)
	p.zero = s.And(p.sub, none)
	return p
}

// significand returns the significand with its leading bit.
func (m *Terms) significand(p parts) bitvec.Term { return m.s.Concat(m.s.Not(p.sub), p.frac) }

// effective returns the effective exponent.
func (m *Terms) effective(f Format, p parts) bitvec.Term {
	return m.s.Or(p.exp, m.s.ZeroExtend(f.Exp-1, p.sub))
}

func (m *Terms) inf(f Format, sign bitvec.Term) bitvec.Term {
	return m.s.Concat(sign, m.s.Const(f.Bits()-1, f.Inf(false)))
}

func (m *Terms) quiet(f Format, t bitvec.Term) bitvec.Term {
	return m.s.Or(t, m.s.Const(f.Bits(), f.quietBit()))
}

func (m *Terms) indefinite(f Format) bitvec.Term { return m.s.Const(f.Bits(), f.Indefinite()) }

// IsNaN returns whether x is a NaN. A chain (see chain.go) makes a NaN of one
// alone; but a square root also of negative numbers.
func (m *Terms) IsNaN(f Format, x bitvec.Term) bitvec.Term {
	for {
		if y, ok := m.magnitudeOf(f, x); ok {
			x = y
			continue
		}
		l, ok := m.link(f, x)
		switch {
		case !ok || l.op == opSqrt:
			return m.parts(f, x).nan
		case l.domain.width > 0:
			return m.s.False()
		}
		f, x = l.domain.f, l.arg
	}
}

// Neg returns -x; of a NaN too it changes the sign.
func (m *Terms) Neg(f Format, x bitvec.Term) bitvec.Term {
	return m.make(request{op: opNeg, f: f, a: x}, func(r request) bitvec.Term {
		return m.s.Xor(r.a, m.s.Const(f.Bits(), f.signBit()))
	})
}

// Abs returns x without its sign.
func (m *Terms) Abs(f Format, x bitvec.Term) bitvec.Term {
	return m.s.Concat(m.s.Const(1, 0), m.s.Extract(f.Bits()-2, 0, x))
}
