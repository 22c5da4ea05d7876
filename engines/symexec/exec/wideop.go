package exec

import (
	"fmt"
	"math"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/code"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/extarith"
)

// wideOp executes a WideOp. Arithmetic of __int128 has terms; long double and
// conversions to and from floating point are concretised.
func (m *Machine) wideOp(st *State, f *Activation, in *code.Instr) bool {
	w := &wideArgs{kind: in.IR.Wide, from: in.From, to: in.Kind, a: f.Regs[in.A], b: f.Regs[in.B], c: f.Regs[in.C]}
	v, ok := m.wide(st, w)
	if ok && in.IR.Dst != program.NoReg {
		f.Regs[in.Dst] = v
	}
	return ok
}

type wideArgs struct {
	kind     program.WideKind
	from, to program.Kind
	a, b, c  expr.Value
}

func (m *Machine) wide(st *State, w *wideArgs) (expr.Value, bool) {
	switch {
	case w.kind <= program.LDToF:
		return m.wideLD(st, w)
	case w.kind <= program.I128ToFU:
		return m.wide128(st, w)
	case w.kind == program.LDFromI128S, w.kind == program.LDFromI128U:
		a, ok := m.concrete128(st, w.a)
		return expr.Value{}, ok && m.setExtended(st, w.c, a.Extended(w.kind == program.LDFromI128S))
	}
	a, ok := m.extended(st, w.a)
	return expr.Value{}, ok && m.set128(st, w.c, m.constant128(a.Int128(w.kind == program.LDToI128S)))
}

func fromFloat(k program.Kind, v uint64) extarith.Extended {
	if k == program.F32 {
		return extarith.FromFloat32(math.Float32frombits(uint32(v)))
	}
	return extarith.FromFloat64(math.Float64frombits(v))
}

func (m *Machine) wideLD(st *State, w *wideArgs) (expr.Value, bool) {
	switch w.kind {
	case program.LDFromS:
		return expr.Value{}, m.setExtended(st, w.c, extarith.FromInt64(program.SignExtend(w.from, m.concretise(st, w.a))))
	case program.LDFromU:
		return expr.Value{}, m.setExtended(st, w.c, extarith.FromUint64(m.concretise(st, w.a)))
	case program.LDFromF:
		return expr.Value{}, m.setExtended(st, w.c, fromFloat(w.from, m.concretise(st, w.a)))
	}
	a, ok := m.extended(st, w.a)
	if !ok {
		return expr.Value{}, false
	}
	switch w.kind {
	case program.LDNeg:
		return expr.Value{}, m.setExtended(st, w.c, a.Neg())
	case program.LDToS:
		return expr.Word(a.Signed(w.to)), true
	case program.LDToU:
		return expr.Word(a.Unsigned(w.to)), true
	case program.LDToF:
		if w.to == program.F32 {
			return expr.Word(uint64(math.Float32bits(a.Float32()))), true
		}
		return expr.Word(math.Float64bits(a.Float64())), true
	}
	b, ok := m.extended(st, w.b)
	if !ok {
		return expr.Value{}, false
	}
	switch w.kind {
	case program.LDAdd:
		return expr.Value{}, m.setExtended(st, w.c, a.Add(b))
	case program.LDSub:
		return expr.Value{}, m.setExtended(st, w.c, a.Sub(b))
	case program.LDMul:
		return expr.Value{}, m.setExtended(st, w.c, a.Mul(b))
	case program.LDDiv:
		return expr.Value{}, m.setExtended(st, w.c, a.Div(b))
	case program.LDEq:
		return expr.Bool(a.Eq(b)), true
	case program.LDNe:
		return expr.Bool(!a.Eq(b)), true
	case program.LDLt:
		return expr.Bool(a.Lt(b)), true
	case program.LDLe:
		return expr.Bool(a.Le(b)), true
	case program.LDUnord:
		return expr.Bool(a.Unordered(b)), true
	}
	panic("symexec: bad wide operation")
}

func (m *Machine) constant128(x extarith.Int128) expr.Int128 {
	return expr.Int128{Lo: expr.Word(x.Lo), Hi: expr.Word(x.Hi)}
}

func (m *Machine) get128(st *State, v expr.Value) (expr.Int128, bool) {
	a, ok := m.Enumerate(st, v)
	if !ok {
		return expr.Int128{}, false
	}
	s, off, ok := m.find(st, a, 16, "read")
	if !ok {
		return expr.Int128{}, false
	}
	if !m.allDefined(st, s, off, 16) {
		return expr.Int128{}, false
	}
	o := st.Memory.Object(s)
	return expr.Int128{Lo: o.Load(m.terms, off, 8), Hi: o.Load(m.terms, off+8, 8)}, true
}

// concrete128 is get128 for operations without terms.
func (m *Machine) concrete128(st *State, v expr.Value) (extarith.Int128, bool) {
	x, ok := m.get128(st, v)
	return extarith.Int128{Lo: m.concretise(st, x.Lo), Hi: m.concretise(st, x.Hi)}, ok
}

func (m *Machine) set128(st *State, v expr.Value, x expr.Int128) bool {
	a, ok := m.Enumerate(st, v)
	if !ok {
		return false
	}
	s, off, ok := m.writable(st, a, 16)
	if !ok {
		return false
	}
	o := st.Memory.Change(s)
	o.Store(m.terms, off, 8, x.Lo)
	o.Store(m.terms, off+8, 8, x.Hi)
	return true
}

func (m *Machine) wide128(st *State, w *wideArgs) (expr.Value, bool) {
	s := m.terms
	switch w.kind {
	case program.I128FromS, program.I128FromU:
		signed := w.kind == program.I128FromS
		if w.a.T != 0 {
			return expr.Value{}, m.set128(st, w.c, m.terms.From128(s.Resize(128, signed, m.terms.Fit(w.a.T, w.from.Bits()))))
		}
		x := extarith.Int128{Lo: w.a.W}
		if signed {
			x = extarith.Int128FromInt64(program.SignExtend(w.from, w.a.W))
		}
		return expr.Value{}, m.set128(st, w.c, m.constant128(x))
	case program.I128FromFS, program.I128FromFU:
		x := fromFloat(w.from, m.concretise(st, w.a)).Int128(w.kind == program.I128FromFS)
		return expr.Value{}, m.set128(st, w.c, m.constant128(x))
	case program.I128ToFS, program.I128ToFU:
		a, ok := m.concrete128(st, w.a)
		if !ok {
			return expr.Value{}, false
		}
		signed := w.kind == program.I128ToFS
		if w.to == program.F32 {
			return expr.Word(uint64(math.Float32bits(a.Float32(signed)))), true
		}
		return expr.Word(math.Float64bits(a.Float64(signed))), true
	}
	a, ok := m.get128(st, w.a)
	if !ok {
		return expr.Value{}, false
	}
	switch w.kind {
	case program.I128ToI:
		return m.terms.NarrowKind(a.Lo, w.to), true
	case program.I128Shl, program.I128LShr, program.I128AShr:
		return expr.Value{}, m.shift128(st, w, a)
	}
	b, ok := m.get128(st, w.b)
	if !ok {
		return expr.Value{}, false
	}
	if w.kind >= program.I128Eq {
		return m.terms.Compare128(w.kind, a, b), true
	}
	return expr.Value{}, m.arith128(st, w, a, b)
}

func (m *Machine) shift128(st *State, w *wideArgs, a expr.Int128) bool {
	s := m.terms
	count := m.terms.Term(w.b, 32)
	if !m.decisions.Decide(st, s.Ult(count, s.Const(32, 128))) {
		m.fail(st, program.FaultShift, fmt.Sprintf("shift of a 128-bit number by %d", int32(m.solver.Eval(&st.Path, count))))
		return false
	}
	x, n := m.terms.Term128(a), s.ZeroExtend(96, count)
	switch w.kind {
	case program.I128Shl:
		x = s.Shl(x, n)
	case program.I128LShr:
		x = s.LShr(x, n)
	default:
		x = s.AShr(x, n)
	}
	return m.set128(st, w.c, m.terms.From128(x))
}

func (m *Machine) arith128(st *State, w *wideArgs, a, b expr.Int128) bool {
	s, x, y := m.terms, m.terms.Term128(a), m.terms.Term128(b)
	switch w.kind {
	case program.I128Add:
		x = s.Add(x, y)
	case program.I128Sub:
		x = s.Sub(x, y)
	case program.I128Mul:
		x = s.Mul(x, y)
	case program.I128And:
		x = s.And(x, y)
	case program.I128Or:
		x = s.Or(x, y)
	case program.I128Xor:
		x = s.Xor(x, y)
	case program.I128UDiv, program.I128SDiv, program.I128URem, program.I128SRem:
		return m.divide128(st, w, x, y)
	default:
		panic("symexec: bad wide operation")
	}
	return m.set128(st, w.c, m.terms.From128(x))
}

func (m *Machine) divide128(st *State, w *wideArgs, x, y bitvec.Term) bool {
	s := m.terms
	if m.decisions.Decide(st, s.Eq(y, s.Const(128, 0))) {
		m.fail(st, program.FaultDivision, "")
		return false
	}
	signed := w.kind == program.I128SDiv || w.kind == program.I128SRem
	if signed && m.decisions.Decide(st, s.SDivO(x, y)) {
		m.fail(st, program.FaultOverflow, "the most negative number divided by -1")
		return false
	}
	switch w.kind {
	case program.I128UDiv:
		x = s.UDiv(x, y)
	case program.I128URem:
		x = s.URem(x, y)
	case program.I128SDiv:
		x = s.SDiv(x, y)
	default:
		x = s.SRem(x, y)
	}
	return m.set128(st, w.c, m.terms.From128(x))
}
