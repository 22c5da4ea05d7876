package exec

import (
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

// MergeArms executes a branch on cond by computing both arms, or reports that it
// cannot.
func (m *Machine) MergeArms(st *State, f *Activation, in *code.Instr, cond bitvec.Term) bool {
	if f.undef != nil {
		return false
	}
	a := in.Arms
	yes, ySteps, ok := m.computeArm(st, f, a.Yes, a.Join, 0)
	if !ok {
		return false
	}
	no, nSteps, ok := m.computeArm(st, f, a.No, a.Join, 1)
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
		k := f.Fn.IR.Regs[d].Kind
		if k == program.Ptr && y.T == 0 && n.T == 0 {
			return false // a pointer to one of two objects would be forked over later
		}
		merged[i] = m.terms.Of(m.terms.Ite(cond, m.terms.Term(y, k.Bits()), m.terms.Term(n, k.Bits())))
	}
	for i, d := range a.Dsts {
		f.Regs[d] = merged[i]
	}
	if m.solver.Holds(&st.Path, cond) {
		st.Steps += ySteps
	} else {
		st.Steps += nSteps
	}
	f.PC = a.Join
	m.Tally.Merged++
	if m.opt.Boundaries > 0 {
		m.noteMergedBoundaries(st, in, cond)
	}
	return true
}

// longestArgument bounds the instructions of an argument that MergeArguments computes.
const longestArgument = 256

// MergeArguments executes a branch to the arguments of an annotation by computing both,
// each as its own version: version is the condition of the new one. It reports false,
// and has done nothing, if the arguments do anything else than compute registers, on
// ways that are known.
func (m *Machine) MergeArguments(st *State, f *Activation, in *code.Instr, version bitvec.Term) bool {
	if f.undef != nil || in.Join < 0 {
		return false
	}
	was := st.Reading
	defer func() { st.Reading = was }()
	st.Reading = NewVersion
	regs, steps, ok := m.computeArm(st, f, in.Yes, in.Join, 0)
	if !ok {
		return false
	}
	st.Reading = OldVersion
	old, _, ok := m.computeArm(st, f, in.No, in.Join, 1)
	if !ok {
		return false
	}
	for i, r := range f.Fn.IR.Regs {
		if x, y := old[i], regs[i]; x != y {
			regs[i] = m.terms.Of(m.terms.Ite(version, m.terms.Term(y, r.Kind.Bits()), m.terms.Term(x, r.Kind.Bits())))
		}
	}
	copy(f.Regs, regs)
	st.Steps += steps
	f.PC = in.Join
	return true
}

// computeArm returns the registers after an arm, which ends at pc join. They are valid
// until the next call with the same place, 0 or 1.
func (m *Machine) computeArm(st *State, f *Activation, pc, join int32, place int) (regs []expr.Value, steps int64, ok bool) {
	if pc < 0 || pc == join {
		return f.Regs, 0, true
	}
	arm := &m.arms[place]
	*arm = Activation{Fn: f.Fn, Regs: append(arm.Regs[:0], f.Regs...), PC: pc}
	for arm.PC != join {
		in := &f.Fn.Code[arm.PC]
		if steps++; steps > longestArgument {
			return nil, 0, false
		}
		switch {
		case in.Op == program.Jump:
			arm.PC = in.Yes
		case in.Op == program.Branch:
			taken, ok := m.wordOf(st, arm.Regs[in.A])
			if !ok {
				return nil, 0, false
			}
			if arm.PC = in.No; taken != 0 {
				arm.PC = in.Yes
			}
		case !code.Pure(in.IR):
			return nil, 0, false
		case in.Op == program.Load:
			v, ok := m.plainLoad(st, m.terms.Offset(arm.Regs[in.A], in.IR.Off), in)
			if !ok {
				return nil, 0, false
			}
			arm.Regs[in.Dst] = v
			arm.PC++
		case in.Flags&program.Signed != 0 && m.opt.CheckOverflow:
			return nil, 0, false
		case in.Op == program.PtrAdd:
			m.slow(st, arm, in)
			arm.PC++
		default:
			// These operations take no decision.
			if !m.arithmetic(st, arm, in) {
				panic("symexec: an operation without faults failed")
			}
			arm.PC++
		}
	}
	return arm.Regs, steps, true
}

// plainLoad loads from a known place that can be read without a decision.
func (m *Machine) plainLoad(st *State, a expr.Value, in *code.Instr) (expr.Value, bool) {
	n := int(in.Kind.Bytes())
	if a.T != 0 || st.Memory.TextAt(a.W) != nil {
		return expr.Value{}, false
	}
	s, off, ok := st.Memory.Inside(a.W, uint64(n))
	if !ok {
		return expr.Value{}, false
	}
	o := st.Memory.Object(s)
	if _, ok := o.Initialised(off, n); !ok && in.Flags&program.Raw == 0 {
		return expr.Value{}, false
	}
	return o.Load(m.terms, off, n), true
}
