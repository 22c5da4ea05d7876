package symexec

import (
	"math/bits"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/code"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/sat"
)

// arithmetic executes a pure operation.
func (e *Explorer) arithmetic(st *State, f *frame, in *code.Instr) bool {
	a, b := f.regs[in.A], expr.Value{}
	if in.IR.B.Present() {
		b = f.regs[in.B]
	}
	checked := e.opt.CheckOverflow && in.Flags&program.Signed != 0
	if a.T == 0 && b.T == 0 {
		if checked && program.Overflows(in.Op, in.Kind, a.W, b.W) {
			e.overflow(st, in.Op, in.Kind, a.W, b.W)
			return false
		}
		v, fault := program.Eval(in.Op, in.Kind, in.From, a.W, b.W)
		if fault != "" {
			e.badArithmetic(st, fault, in, b.W)
			return false
		}
		f.regs[in.Dst] = expr.Word(v)
		return true
	}
	if checked && !e.noOverflow(st, in, a, b) {
		return false
	}
	v, ok := e.symbolicOp(st, in, a, b)
	if ok {
		f.regs[in.Dst] = e.shallow(st, e.only(st, v))
	}
	return ok
}

// symbolicOp computes an operation of which an operand is a term.
func (e *Explorer) symbolicOp(st *State, in *code.Instr, a, b expr.Value) (expr.Value, bool) {
	n := in.Kind.Bits()
	switch in.Op {
	case program.Move, program.Bitcast, program.ZExt, program.Trunc:
		return e.terms.Of(e.terms.Fit(a.T, n)), true
	case program.SExt:
		return e.terms.Of(e.terms.Resize(n, true, e.terms.Fit(a.T, in.From.Bits()))), true
	case program.UDiv, program.SDiv, program.URem, program.SRem:
		return e.division(st, in, a, b)
	case program.Shl, program.LShr, program.AShr:
		return e.shift(st, in, a, b)
	case program.FAdd, program.FSub, program.FMul, program.FDiv, program.FNeg,
		program.FEq, program.FNe, program.FLt, program.FLe, program.FUnordered:
		return e.terms.Of(e.terms.Float(in.Op, in.Kind, e.terms.Term(a, n), e.terms.Term(b, n))), true
	case program.FToS, program.FToU, program.SToF, program.UToF, program.FToF:
		return e.terms.Of(e.terms.FloatConversion(in.Op, in.Kind, in.From, e.terms.Fit(a.T, in.From.Bits()))), true
	}
	return e.terms.Of(e.terms.Integer(in.Op, e.terms.Term(a, n), e.terms.Term(b, n))), true
}

// division decides whether the divisor is 0 and whether the quotient
// overflows.
func (e *Explorer) division(st *State, in *code.Instr, a, b expr.Value) (expr.Value, bool) {
	s, n := e.terms, in.Kind.Bits()
	x, y := e.terms.Term(a, n), e.terms.Term(b, n)
	if e.decide(st, s.Eq(y, s.Const(n, 0))) {
		e.badArithmetic(st, program.FaultDivision, in, 0)
		return expr.Value{}, false
	}
	signed := in.Op == program.SDiv || in.Op == program.SRem
	if signed && e.decide(st, s.SDivO(x, y)) {
		e.badArithmetic(st, program.FaultOverflow, in, 0)
		return expr.Value{}, false
	}
	remainder := in.Op == program.URem || in.Op == program.SRem
	if signed && !(e.below(st, x, n-1) && e.below(st, y, n-1)) {
		if remainder {
			return e.terms.Of(s.SRem(x, y)), true
		}
		return e.terms.Of(s.SDiv(x, y)), true
	}
	// A divider of fewer bits is much easier for the solver, and the path
	// condition often allows it.
	w := n
	for _, k := range []int{8, 16, 32} {
		if k < w && b.T != 0 && e.below(st, x, k) && e.below(st, y, k) {
			w = k
		}
	}
	q, x, y := bitvec.Term(0), e.terms.Fit(x, w), e.terms.Fit(y, w)
	if remainder {
		q = s.URem(x, y)
	} else {
		q = s.UDiv(x, y)
	}
	return e.terms.Of(e.terms.Fit(q, n)), true
}

// below reports whether the path condition implies x < 2^k.
func (e *Explorer) below(st *State, x bitvec.Term, k int) bool {
	s := e.terms
	limit := s.Ule(x, s.Const(s.Width(x), 1<<k-1))
	if w, ok := s.ConstUint64(limit); ok {
		return w == 1
	}
	if !e.solver.Holds(&st.path, limit) || st.in.Guide != nil {
		return false
	}
	if e.solver.Known(&st.path, limit) {
		return true
	}
	verdict, _ := e.hint(st, s.Not(limit))
	return verdict == sat.Unsat
}

// shift decides whether the count is too large.
func (e *Explorer) shift(st *State, in *code.Instr, a, b expr.Value) (expr.Value, bool) {
	s, n := e.terms, in.Kind.Bits()
	width := n
	if b.T != 0 {
		width = s.Width(b.T)
		if bits.Len(uint(n)) <= width && !e.decide(st, s.Ult(b.T, s.Const(width, uint64(n)))) {
			e.badArithmetic(st, program.FaultShift, in, e.solver.Eval(&st.path, b.T))
			return expr.Value{}, false
		}
	} else if b.W >= uint64(n) {
		e.badArithmetic(st, program.FaultShift, in, b.W)
		return expr.Value{}, false
	}
	x, y := e.terms.Term(a, n), e.terms.Term(b, n)
	switch in.Op {
	case program.Shl:
		return e.terms.Of(s.Shl(x, y)), true
	case program.LShr:
		return e.terms.Of(s.LShr(x, y)), true
	}
	return e.terms.Of(s.AShr(x, y)), true
}

// noOverflow decides whether a signed operation overflows, which is a fault.
func (e *Explorer) noOverflow(st *State, in *code.Instr, a, b expr.Value) bool {
	s, n := e.terms, in.Kind.Bits()
	x, y := e.terms.Term(a, n), e.terms.Term(b, n)
	over := s.False()
	switch in.Op {
	case program.Add:
		over = s.SAddO(x, y)
	case program.Sub:
		over = s.SSubO(x, y)
	case program.Mul:
		over = s.SMulO(x, y)
	case program.Shl:
		// Bits are lost, the sign changes, or x is negative; a count that is
		// too large is an error of its own.
		back := s.LShr(s.Shl(x, y), y)
		over = s.Disj(s.Bit(x, n-1), s.Ne(back, x), s.Bit(s.Shl(x, y), n-1))
		over = s.And(over, s.Ult(y, s.Const(n, uint64(n))))
	}
	if !e.decide(st, over) {
		return true
	}
	e.overflow(st, in.Op, in.Kind, e.solver.Eval(&st.path, x), e.solver.Eval(&st.path, y))
	return false
}
