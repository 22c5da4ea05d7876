package symexec

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
func (e *Explorer) wideOp(st *State, f *frame, in *code.Instr) bool {
	w := &wideArgs{kind: in.IR.Wide, from: in.From, to: in.Kind, a: f.regs[in.A], b: f.regs[in.B], c: f.regs[in.C]}
	v, ok := e.wide(st, w)
	if ok && in.IR.Dst != program.NoReg {
		f.regs[in.Dst] = v
	}
	return ok
}

type wideArgs struct {
	kind     program.WideKind
	from, to program.Kind
	a, b, c  expr.Value
}

func (e *Explorer) wide(st *State, w *wideArgs) (expr.Value, bool) {
	switch {
	case w.kind <= program.LDToF:
		return e.wideLD(st, w)
	case w.kind <= program.I128ToFU:
		return e.wide128(st, w)
	case w.kind == program.LDFromI128S, w.kind == program.LDFromI128U:
		a, ok := e.concrete128(st, w.a)
		return expr.Value{}, ok && e.setExtended(st, w.c, a.Extended(w.kind == program.LDFromI128S))
	}
	a, ok := e.extended(st, w.a)
	return expr.Value{}, ok && e.set128(st, w.c, e.constant128(a.Int128(w.kind == program.LDToI128S)))
}

func fromFloat(k program.Kind, v uint64) extarith.Extended {
	if k == program.F32 {
		return extarith.FromFloat32(math.Float32frombits(uint32(v)))
	}
	return extarith.FromFloat64(math.Float64frombits(v))
}

func (e *Explorer) wideLD(st *State, w *wideArgs) (expr.Value, bool) {
	switch w.kind {
	case program.LDFromS:
		return expr.Value{}, e.setExtended(st, w.c, extarith.FromInt64(program.SignExtend(w.from, e.concretise(st, w.a))))
	case program.LDFromU:
		return expr.Value{}, e.setExtended(st, w.c, extarith.FromUint64(e.concretise(st, w.a)))
	case program.LDFromF:
		return expr.Value{}, e.setExtended(st, w.c, fromFloat(w.from, e.concretise(st, w.a)))
	}
	a, ok := e.extended(st, w.a)
	if !ok {
		return expr.Value{}, false
	}
	switch w.kind {
	case program.LDNeg:
		return expr.Value{}, e.setExtended(st, w.c, a.Neg())
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
	b, ok := e.extended(st, w.b)
	if !ok {
		return expr.Value{}, false
	}
	switch w.kind {
	case program.LDAdd:
		return expr.Value{}, e.setExtended(st, w.c, a.Add(b))
	case program.LDSub:
		return expr.Value{}, e.setExtended(st, w.c, a.Sub(b))
	case program.LDMul:
		return expr.Value{}, e.setExtended(st, w.c, a.Mul(b))
	case program.LDDiv:
		return expr.Value{}, e.setExtended(st, w.c, a.Div(b))
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

func (e *Explorer) constant128(x extarith.Int128) expr.Int128 {
	return expr.Int128{Lo: expr.Word(x.Lo), Hi: expr.Word(x.Hi)}
}

func (e *Explorer) get128(st *State, v expr.Value) (expr.Int128, bool) {
	a, ok := e.enumerate(st, v)
	if !ok {
		return expr.Int128{}, false
	}
	s, off, ok := e.find(st, a, 16, "read")
	if !ok {
		return expr.Int128{}, false
	}
	if !e.allDefined(st, s, off, 16) {
		return expr.Int128{}, false
	}
	o := st.memory.Object(s)
	return expr.Int128{Lo: o.Load(e.terms, off, 8), Hi: o.Load(e.terms, off+8, 8)}, true
}

// concrete128 is get128 for operations without terms.
func (e *Explorer) concrete128(st *State, v expr.Value) (extarith.Int128, bool) {
	x, ok := e.get128(st, v)
	return extarith.Int128{Lo: e.concretise(st, x.Lo), Hi: e.concretise(st, x.Hi)}, ok
}

func (e *Explorer) set128(st *State, v expr.Value, x expr.Int128) bool {
	a, ok := e.enumerate(st, v)
	if !ok {
		return false
	}
	s, off, ok := e.writable(st, a, 16)
	if !ok {
		return false
	}
	o := st.memory.Change(s)
	o.Store(e.terms, off, 8, x.Lo)
	o.Store(e.terms, off+8, 8, x.Hi)
	return true
}

func (e *Explorer) wide128(st *State, w *wideArgs) (expr.Value, bool) {
	s := e.terms
	switch w.kind {
	case program.I128FromS, program.I128FromU:
		signed := w.kind == program.I128FromS
		if w.a.T != 0 {
			return expr.Value{}, e.set128(st, w.c, e.terms.From128(s.Resize(128, signed, e.terms.Fit(w.a.T, w.from.Bits()))))
		}
		x := extarith.Int128{Lo: w.a.W}
		if signed {
			x = extarith.Int128FromInt64(program.SignExtend(w.from, w.a.W))
		}
		return expr.Value{}, e.set128(st, w.c, e.constant128(x))
	case program.I128FromFS, program.I128FromFU:
		x := fromFloat(w.from, e.concretise(st, w.a)).Int128(w.kind == program.I128FromFS)
		return expr.Value{}, e.set128(st, w.c, e.constant128(x))
	case program.I128ToFS, program.I128ToFU:
		a, ok := e.concrete128(st, w.a)
		if !ok {
			return expr.Value{}, false
		}
		signed := w.kind == program.I128ToFS
		if w.to == program.F32 {
			return expr.Word(uint64(math.Float32bits(a.Float32(signed)))), true
		}
		return expr.Word(math.Float64bits(a.Float64(signed))), true
	}
	a, ok := e.get128(st, w.a)
	if !ok {
		return expr.Value{}, false
	}
	switch w.kind {
	case program.I128ToI:
		return e.terms.NarrowKind(a.Lo, w.to), true
	case program.I128Shl, program.I128LShr, program.I128AShr:
		return expr.Value{}, e.shift128(st, w, a)
	}
	b, ok := e.get128(st, w.b)
	if !ok {
		return expr.Value{}, false
	}
	if w.kind >= program.I128Eq {
		return e.terms.Compare128(w.kind, a, b), true
	}
	return expr.Value{}, e.arith128(st, w, a, b)
}

func (e *Explorer) shift128(st *State, w *wideArgs, a expr.Int128) bool {
	s := e.terms
	count := e.terms.Term(w.b, 32)
	if !e.decide(st, s.Ult(count, s.Const(32, 128))) {
		e.fail(st, program.FaultShift, fmt.Sprintf("shift of a 128-bit number by %d", int32(e.solver.Eval(&st.path, count))))
		return false
	}
	x, n := e.terms.Term128(a), s.ZeroExtend(96, count)
	switch w.kind {
	case program.I128Shl:
		x = s.Shl(x, n)
	case program.I128LShr:
		x = s.LShr(x, n)
	default:
		x = s.AShr(x, n)
	}
	return e.set128(st, w.c, e.terms.From128(x))
}

func (e *Explorer) arith128(st *State, w *wideArgs, a, b expr.Int128) bool {
	s, x, y := e.terms, e.terms.Term128(a), e.terms.Term128(b)
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
		return e.divide128(st, w, x, y)
	default:
		panic("symexec: bad wide operation")
	}
	return e.set128(st, w.c, e.terms.From128(x))
}

func (e *Explorer) divide128(st *State, w *wideArgs, x, y bitvec.Term) bool {
	s := e.terms
	if e.decide(st, s.Eq(y, s.Const(128, 0))) {
		e.fail(st, program.FaultDivision, "")
		return false
	}
	signed := w.kind == program.I128SDiv || w.kind == program.I128SRem
	if signed && e.decide(st, s.SDivO(x, y)) {
		e.fail(st, program.FaultOverflow, "the most negative number divided by -1")
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
	return e.set128(st, w.c, e.terms.From128(x))
}
