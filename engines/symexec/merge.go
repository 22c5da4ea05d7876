package symexec

import (
	"slices"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/code"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/program"
)

// Merging turns short branches into values. Where both arms of a branch only
// compute registers and meet again at once (min, max, abs, clamping, a && b),
// the state computes both arms and goes on with if-then-else terms, instead of
// being forked: no question to the solver, and loops over such code have one
// path instead of exponentially many. A path then stands for all ways through
// the arms; its predicted outcome is as exact as before.
//
// Source: Collingbourne, Cadar, Kelly: Symbolic Crosschecking of Floating-Point
// and SIMD Code, EuroSys 2011, section 3.3 (phi node folding); here on
// registers, and loads from known places are allowed too.

// mergeArms executes a branch on cond by computing both arms, or reports that it
// cannot.
func (e *Explorer) mergeArms(st *State, f *frame, in *code.Instr, cond bitvec.Term) bool {
	if f.undef != nil {
		return false
	}
	a := in.Arms
	yes, ySteps, ok := e.computeArm(st, f, a.Yes)
	if !ok {
		return false
	}
	no, nSteps, ok := e.computeArm(st, f, a.No)
	if !ok {
		return false
	}
	merged := make([]expr.Value, len(a.Dsts))
	for i, d := range a.Dsts {
		y, n := yes[d], no[d]
		if y == n {
			merged[i] = y
			continue
		}
		k := f.f.IR.Regs[d].Kind
		if k == program.Ptr && y.T == 0 && n.T == 0 && !in.Choice {
			return false // a pointer to one of two objects would be forked over later
		}
		merged[i] = e.terms.Of(e.terms.Ite(cond, e.terms.Term(y, k.Bits()), e.terms.Term(n, k.Bits())))
	}
	for i, d := range a.Dsts {
		f.regs[d] = merged[i]
	}
	if e.solver.Holds(&st.path, cond) {
		st.Steps += ySteps
	} else {
		st.Steps += nSteps
	}
	f.pc = a.Join
	e.Stats.Merged++
	if e.opt.Boundaries > 0 {
		e.noteMergedBoundaries(st, in, cond)
	}
	return true
}

// computeArm returns the registers after an arm.
func (e *Explorer) computeArm(st *State, f *frame, pc int32) (regs []expr.Value, steps int64, ok bool) {
	if pc < 0 {
		return f.regs, 0, true
	}
	arm := &frame{f: f.f, regs: slices.Clone(f.regs), pc: pc}
	for {
		in := &f.f.Code[arm.pc]
		steps++
		switch {
		case in.Op == program.Jump:
			return arm.regs, steps, true
		case in.Op == program.Load:
			v, ok := e.plainLoad(st, e.terms.Offset(arm.regs[in.A], in.IR.Off), in)
			if !ok {
				return nil, 0, false
			}
			arm.regs[in.Dst] = v
			arm.pc++
		case in.Flags&program.Signed != 0 && e.opt.CheckOverflow:
			return nil, 0, false
		case in.Op == program.PtrAdd:
			e.slow(st, arm, in)
			arm.pc++
		default:
			// These operations take no decision.
			if !e.arithmetic(st, arm, in) {
				panic("symexec: an operation without faults failed")
			}
			arm.pc++
		}
	}
}

// plainLoad loads from a known place that can be read without a decision.
func (e *Explorer) plainLoad(st *State, a expr.Value, in *code.Instr) (expr.Value, bool) {
	n := int(in.Kind.Bytes())
	if a.T != 0 || st.memory.TextAt(a.W) != nil {
		return expr.Value{}, false
	}
	s, off, ok := st.memory.Inside(a.W, uint64(n))
	if !ok {
		return expr.Value{}, false
	}
	o := st.memory.Object(s)
	if _, ok := o.Initialised(off, n); !ok && in.Flags&program.Raw == 0 {
		return expr.Value{}, false
	}
	return o.Load(e.terms, off, n), true
}
