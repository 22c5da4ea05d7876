package exec

import (
	"math/bits"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/code"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/sat"
)

// arithmetic executes a pure operation.
func (m *Machine) arithmetic(st *State, f *Activation, in *code.Instr) bool {
	a, b := f.Regs[in.A], expr.Value{}
	if in.IR.B.Present() {
		b = f.Regs[in.B]
	}
	checked := m.opt.CheckOverflow && in.Flags&program.Signed != 0
	if a.T == 0 && b.T == 0 {
		if checked && program.Overflows(in.Op, in.Kind, a.W, b.W) {
			m.overflow(st, in.Op, in.Kind, a.W, b.W)
			return false
		}
		v, fault := program.Eval(in.Op, in.Kind, in.From, a.W, b.W)
		if fault != "" {
			m.badArithmetic(st, fault, in, b.W)
			return false
		}
		f.Regs[in.Dst] = expr.Word(v)
		return true
	}
	if m.versions != nil {
		if v, ok := m.twoWords(st, in, a, b); ok {
			f.Regs[in.Dst] = v
			return true
		}
		a, b = m.versions.Read(st, a), m.versions.Read(st, b)
	}
	if checked && !m.noOverflow(st, in, a, b) {
		return false
	}
	v, ok := m.symbolicOp(st, in, a, b)
	if ok {
		f.Regs[in.Dst] = m.shallow(st, m.only(st, v))
	}
	return ok
}

// twoWords computes an operation of which the operands are known in both versions. It
// reports false if they are not, or if there is a fault.
func (m *Machine) twoWords(st *State, in *code.Instr, a, b expr.Value) (expr.Value, bool) {
	oldA, newA, ok := m.versions.Words(a)
	if !ok {
		return expr.Value{}, false
	}
	oldB, newB, ok := m.versions.Words(b)
	if !ok {
		return expr.Value{}, false
	}
	compute := func(a, b uint64) (uint64, bool) {
		if m.opt.CheckOverflow && in.Flags&program.Signed != 0 && program.Overflows(in.Op, in.Kind, a, b) {
			return 0, false
		}
		w, fault := program.Eval(in.Op, in.Kind, in.From, a, b)
		return w, fault == ""
	}
	var old, new uint64
	if st.Reading != NewVersion {
		if old, ok = compute(oldA, oldB); !ok {
			return expr.Value{}, false
		}
	}
	if st.Reading != OldVersion {
		if new, ok = compute(newA, newB); !ok {
			return expr.Value{}, false
		}
	}
	switch st.Reading {
	case OldVersion:
		return expr.Word(old), true
	case NewVersion:
		return expr.Word(new), true
	}
	n := in.Kind.Bits()
	switch in.Op {
	case program.Eq, program.Ne, program.ULt, program.ULe, program.SLt, program.SLe,
		program.FEq, program.FNe, program.FLt, program.FLe, program.FUnordered:
		n = 1
	}
	return m.versions.Two(old, new, n), true
}

// wordOf returns the word that a value is as st reads it, if it is known.
func (m *Machine) wordOf(st *State, v expr.Value) (uint64, bool) {
	if v.T == 0 {
		return v.W, true
	}
	if m.versions == nil || st.Reading == Both {
		return 0, false
	}
	v = m.versions.Read(st, v)
	return v.W, v.T == 0
}

// symbolicOp computes an operation of which an operand is a term.
func (m *Machine) symbolicOp(st *State, in *code.Instr, a, b expr.Value) (expr.Value, bool) {
	n := in.Kind.Bits()
	switch in.Op {
	case program.Move, program.Bitcast, program.ZExt, program.Trunc:
		return m.terms.Of(m.terms.Fit(a.T, n)), true
	case program.SExt:
		return m.terms.Of(m.terms.Resize(n, true, m.terms.Fit(a.T, in.From.Bits()))), true
	case program.UDiv, program.SDiv, program.URem, program.SRem:
		return m.division(st, in, a, b)
	case program.Shl, program.LShr, program.AShr:
		return m.shift(st, in, a, b)
	case program.FAdd, program.FSub, program.FMul, program.FDiv, program.FNeg,
		program.FEq, program.FNe, program.FLt, program.FLe, program.FUnordered:
		return m.terms.Of(m.terms.Float(in.Op, in.Kind, m.terms.Term(a, n), m.terms.Term(b, n))), true
	case program.FToS, program.FToU, program.SToF, program.UToF, program.FToF:
		return m.terms.Of(m.terms.FloatConversion(in.Op, in.Kind, in.From, m.terms.Fit(a.T, in.From.Bits()))), true
	}
	return m.terms.Of(m.terms.Integer(in.Op, m.terms.Term(a, n), m.terms.Term(b, n))), true
}

// division decides whether the divisor is 0 and whether the quotient
// overflows.
func (m *Machine) division(st *State, in *code.Instr, a, b expr.Value) (expr.Value, bool) {
	s, n := m.terms, in.Kind.Bits()
	x, y := m.terms.Term(a, n), m.terms.Term(b, n)
	if m.decisions.Decide(st, s.Eq(y, s.Const(n, 0))) {
		m.badArithmetic(st, program.FaultDivision, in, 0)
		return expr.Value{}, false
	}
	signed := in.Op == program.SDiv || in.Op == program.SRem
	if signed && m.decisions.Decide(st, s.SDivO(x, y)) {
		m.badArithmetic(st, program.FaultOverflow, in, 0)
		return expr.Value{}, false
	}
	remainder := in.Op == program.URem || in.Op == program.SRem
	if signed && !(m.below(st, x, n-1) && m.below(st, y, n-1)) {
		if remainder {
			return m.terms.Of(s.SRem(x, y)), true
		}
		return m.terms.Of(s.SDiv(x, y)), true
	}
	// A divider of fewer bits is much easier for the solver, and the path
	// condition often allows it.
	w := n
	for _, k := range []int{8, 16, 32} {
		if k < w && b.T != 0 && m.below(st, x, k) && m.below(st, y, k) {
			w = k
		}
	}
	q, x, y := bitvec.Term(0), m.terms.Fit(x, w), m.terms.Fit(y, w)
	if remainder {
		q = s.URem(x, y)
	} else {
		q = s.UDiv(x, y)
	}
	return m.terms.Of(m.terms.Fit(q, n)), true
}

// below reports whether the path condition implies x < 2^k.
func (m *Machine) below(st *State, x bitvec.Term, k int) bool {
	s := m.terms
	limit := s.Ule(x, s.Const(s.Width(x), 1<<k-1))
	if w, ok := s.ConstUint64(limit); ok {
		return w == 1
	}
	if !m.solver.Holds(&st.Path, limit) || st.Input.Guide != nil {
		return false
	}
	if m.solver.Known(&st.Path, limit) {
		return true
	}
	verdict, _ := m.decisions.Hint(st, s.Not(limit))
	return verdict == sat.Unsat
}

// shift decides whether the count is too large.
func (m *Machine) shift(st *State, in *code.Instr, a, b expr.Value) (expr.Value, bool) {
	s, n := m.terms, in.Kind.Bits()
	if b.T != 0 {
		width := s.Width(b.T)
		if bits.Len(uint(n)) <= width && !m.decisions.Decide(st, s.Ult(b.T, s.Const(width, uint64(n)))) {
			m.badArithmetic(st, program.FaultShift, in, m.solver.Eval(&st.Path, b.T))
			return expr.Value{}, false
		}
	} else if b.W >= uint64(n) {
		m.badArithmetic(st, program.FaultShift, in, b.W)
		return expr.Value{}, false
	}
	x, y := m.terms.Term(a, n), m.terms.Term(b, n)
	switch in.Op {
	case program.Shl:
		return m.terms.Of(s.Shl(x, y)), true
	case program.LShr:
		return m.terms.Of(s.LShr(x, y)), true
	}
	return m.terms.Of(s.AShr(x, y)), true
}

// noOverflow decides whether a signed operation overflows, which is a fault.
func (m *Machine) noOverflow(st *State, in *code.Instr, a, b expr.Value) bool {
	s, n := m.terms, in.Kind.Bits()
	x, y := m.terms.Term(a, n), m.terms.Term(b, n)
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
	if !m.decisions.Decide(st, over) {
		return true
	}
	m.overflow(st, in.Op, in.Kind, m.solver.Eval(&st.Path, x), m.solver.Eval(&st.Path, y))
	return false
}
