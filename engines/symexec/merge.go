package symexec

import (
	"slices"

	"github.com/riftlab/rift/bitvec"
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

// arms is a branch that can be merged: the blocks between it and the place where
// they meet, -1 for an arm without code.
type arms struct {
	yes, no int32 // pc of the arm, or -1
	join    int32 // pc
	dsts    []int32
}

// maxArm is the greatest number of instructions of an arm.
const maxArm = 16

// armsOf returns what merging a branch of f needs, or nil if it cannot be.
func (f *function) armsOf(in *program.Instr) *arms {
	y, n := in.Targets[0], in.Targets[1]
	if y == n {
		return nil
	}
	toY, pureY := f.pure(y)
	toN, pureN := f.pure(n)
	var a *arms
	switch {
	case pureY && toY == n:
		a = &arms{yes: f.starts[y], no: -1, join: f.starts[n]}
	case pureN && toN == y:
		a = &arms{yes: -1, no: f.starts[n], join: f.starts[y]}
	case pureY && pureN && toY == toN:
		a = &arms{yes: f.starts[y], no: f.starts[n], join: f.starts[toY]}
	default:
		return nil
	}
	for _, pc := range []int32{a.yes, a.no} {
		for ; pc >= 0 && f.code[pc].op != program.Jump; pc++ {
			if d := f.code[pc].in.Dst; d != program.NoReg && !slices.Contains(a.dsts, int32(d)) {
				a.dsts = append(a.dsts, int32(d))
			}
		}
	}
	return a
}

// pure reports whether all that block b does before it jumps is to compute
// registers, and where it goes then.
func (f *function) pure(b int32) (to int32, ok bool) {
	instrs := f.fn.Blocks[b].Instrs
	last := &instrs[len(instrs)-1]
	if last.Op != program.Jump || len(instrs) > maxArm {
		return 0, false
	}
	for i := range instrs[:len(instrs)-1] {
		switch in := &instrs[i]; in.Op {
		case program.Move, program.Add, program.Sub, program.Mul, program.And, program.Or, program.Xor,
			program.Eq, program.Ne, program.ULt, program.ULe, program.SLt, program.SLe,
			program.FNeg, program.FEq, program.FNe, program.FLt, program.FLe, program.FUnordered,
			program.Trunc, program.ZExt, program.SExt, program.Bitcast, program.PtrAdd, program.Load:
			if in.Flags&program.Volatile != 0 {
				return 0, false
			}
		case program.Shl, program.LShr, program.AShr:
			if count, ok := in.B.Resolve(); !ok || count >= uint64(in.Kind.Bits()) {
				return 0, false
			}
		default:
			return 0, false
		}
	}
	return last.Targets[0], true
}

// mergeArms executes a branch on cond by computing both arms, or reports that it
// cannot.
func (e *Explorer) mergeArms(st *State, f *frame, in *inst, cond bitvec.Term) bool {
	if f.undef != nil {
		return false
	}
	a := in.arms
	yes, ySteps, ok := e.computeArm(st, f, a.yes)
	if !ok {
		return false
	}
	no, nSteps, ok := e.computeArm(st, f, a.no)
	if !ok {
		return false
	}
	merged := make([]expr.Value, len(a.dsts))
	for i, d := range a.dsts {
		y, n := yes[d], no[d]
		if y == n {
			merged[i] = y
			continue
		}
		k := f.f.fn.Regs[d].Kind
		if k == program.Ptr && y.T == 0 && n.T == 0 && !in.choice {
			return false // a pointer to one of two objects would be forked over later
		}
		merged[i] = e.terms.Of(e.terms.Ite(cond, e.terms.Term(y, k.Bits()), e.terms.Term(n, k.Bits())))
	}
	for i, d := range a.dsts {
		f.regs[d] = merged[i]
	}
	if e.solver.Holds(&st.path, cond) {
		st.Steps += ySteps
	} else {
		st.Steps += nSteps
	}
	f.pc = a.join
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
		in := &f.f.code[arm.pc]
		steps++
		switch {
		case in.op == program.Jump:
			return arm.regs, steps, true
		case in.op == program.Load:
			v, ok := e.plainLoad(st, e.terms.Offset(arm.regs[in.a], in.in.Off), in)
			if !ok {
				return nil, 0, false
			}
			arm.regs[in.dst] = v
			arm.pc++
		case in.flags&program.Signed != 0 && e.opt.CheckOverflow:
			return nil, 0, false
		case in.op == program.PtrAdd:
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
func (e *Explorer) plainLoad(st *State, a expr.Value, in *inst) (expr.Value, bool) {
	n := int(in.kind.Bytes())
	if a.T != 0 || st.memory.TextAt(a.W) != nil {
		return expr.Value{}, false
	}
	s, off, ok := st.memory.Inside(a.W, uint64(n))
	if !ok {
		return expr.Value{}, false
	}
	o := st.memory.Object(s)
	if _, ok := o.Initialised(off, n); !ok && in.flags&program.Raw == 0 {
		return expr.Value{}, false
	}
	return o.Load(e.terms, off, n), true
}
