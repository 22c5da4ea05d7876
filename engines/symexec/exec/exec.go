package exec

import (
	"github.com/riftlab/rift/engines/symexec/code"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/engines/symexec/memory"
	"github.com/riftlab/rift/program"
)

// Run executes a state until it ends, forks, or has taken the given number of
// steps.
func (m *Machine) Run(st *State, quantum int64) {
	limit := min(st.Steps+quantum, m.opt.MaxSteps)
	m.paused = false
	for !st.Done {
		f := st.Innermost()
		in := m.runConcrete(st, f, limit)
		if st.Done {
			return
		}
		if in == nil {
			if st.Steps >= m.opt.MaxSteps {
				m.stopped(st, "steps")
			}
			return
		}
		if m.Execute(st, f, in) {
			if st.Excluded != 0 {
				st.Excluded = 0
			}
			if st.Top == f && in.Op < program.Jump && in.Op != program.Call {
				f.PC++
			}
		}
		if m.paused || m.decisions.Forked() {
			return
		}
	}
}

// Execute executes any instruction, the pc of which is that of f. It reports false if
// the state ended; the caller goes on to the next instruction, unless this one did.
func (m *Machine) Execute(st *State, f *Activation, in *code.Instr) bool {
	if f.undef != nil {
		return m.careful(st, f, in)
	}
	return m.slow(st, f, in)
}

// enterBlock notes that a block was begun.
func (m *Machine) enterBlock(st *State, b int32) {
	if w, m := &m.blocks[b>>6], uint64(1)<<(b&63); *w&m == 0 {
		*w |= m
		st.Idle = 0
	}
	if m.opt.OnBlock != nil {
		m.opt.OnBlock(st, m.code.Ranges[b].Func.Index, m.code.Ranges[b].Block)
	}
}

// runConcrete executes the commonest instructions as long as their operands are
// concrete and nothing is undefined. It returns the first that is another, counted already and with f.pc
// at it, or nil at the limit.
func (m *Machine) runConcrete(st *State, f *Activation, limit int64) *code.Instr {
	code, regs, pc, steps := f.Fn.Code, f.Regs, f.PC, st.Steps
	undefined := f.undef != nil
	for steps < limit {
		in := &code[pc]
		steps++
		if in.Block >= 0 {
			if st.Until != nil && st.Until.at(st, pc) {
				f.PC, st.Steps = pc, steps-1
				return nil
			}
			f.PC, st.Steps = pc, steps
			m.enterBlock(st, in.Block)
		}
		if in.Stmt >= 0 {
			m.covered[in.Stmt>>6] |= 1 << (in.Stmt & 63)
			if m.opt.OnStmt != nil && !f.Fn.IR.Library {
				f.PC, st.Steps = pc, steps
				switch m.begin(st, f, in) {
				case End:
					return nil
				case Pause:
					limit = steps
				}
			}
		}
		a := &regs[in.A]
		if a.T != 0 || undefined {
			f.PC, st.Steps = pc, steps
			return in
		}
		switch in.Op {
		case program.Move, program.Bitcast, program.ZExt, program.Trunc:
			regs[in.Dst] = expr.Value{W: a.W & in.Mask}
			pc++
			continue
		case program.Jump:
			pc = in.Yes
			continue
		case program.Branch:
			if m.opt.OnBranch != nil {
				break
			}
			pc = in.No
			if a.W != 0 {
				pc = in.Yes
			}
			continue
		case program.PtrAdd:
			v := a.W + in.Off
			if in.Scale != 0 {
				b := &regs[in.B]
				if b.T != 0 {
					break
				}
				v += b.W * in.Scale
			}
			regs[in.Dst] = expr.Value{W: v}
			pc++
			continue
		case program.SExt:
			regs[in.Dst] = expr.Value{W: uint64(int64(a.W<<in.Shift)>>in.Shift) & in.Mask}
			pc++
			continue
		case program.Load:
			at := a.W + in.Off
			if m := st.Memory.Plain(at, int(in.Size), false); m != nil {
				regs[in.Dst] = expr.Value{W: memory.GetWord(m, int(in.Size))}
				pc++
				continue
			}
		case program.Store:
			at, b := a.W+in.Off, &regs[in.B]
			if b.T != 0 {
				break
			}
			if m := st.Memory.Plain(at, int(in.Size), true); m != nil {
				memory.PutWord(m, int(in.Size), b.W)
				pc++
				continue
			}
		default:
			b := &regs[in.B]
			if b.T != 0 || in.Flags&program.Signed != 0 && m.opt.CheckOverflow {
				break
			}
			if v, ok := in.Simple(a.W, b.W); ok {
				regs[in.Dst] = expr.Value{W: v}
				pc++
				continue
			}
		}
		f.PC, st.Steps = pc, steps
		return in
	}
	f.PC, st.Steps = pc, steps
	return nil
}

// slow executes any instruction. It reports false if the state ended. The pc
// still names the instruction; control instructions set it.
func (m *Machine) slow(st *State, f *Activation, in *code.Instr) bool {
	switch in.Op {
	case program.Load:
		a := m.terms.Offset(f.Regs[in.A], in.IR.Off)
		v, u, ok := m.loadBits(st, a, int(in.Kind.Bytes()))
		if ok {
			if in.Flags&program.Raw != 0 {
				u = undefined{}
			}
			f.Regs[in.Dst] = v
			f.setUndefined(in.Dst, u)
		}
		return ok
	case program.Store:
		return m.storeAt(st, m.terms.Offset(f.Regs[in.A], in.IR.Off), int(in.Kind.Bytes()), f.Regs[in.B])
	case program.CopyMem:
		return m.copyMem(st, f.Regs[in.A], f.Regs[in.B], uint64(in.IR.Size))
	case program.ZeroMem:
		return m.fillMem(st, m.terms.Offset(f.Regs[in.A], in.IR.Off), expr.Value{}, uint64(in.IR.Size))
	case program.PtrAdd:
		v := m.terms.Offset(f.Regs[in.A], in.IR.Off)
		if in.IR.B.Present() {
			b := m.terms.Scale(f.Regs[in.B], uint64(in.IR.Size))
			v = m.terms.Of(m.terms.Add(m.terms.Term(v, 64), m.terms.Term(b, 64)))
		}
		f.Regs[in.Dst] = v
		return true
	case program.PtrDiff:
		f.Regs[in.Dst] = m.terms.PointerDifference(f.Regs[in.A], f.Regs[in.B], in.IR.Size)
		return true
	case program.Enter:
		return m.enter(st, f, in)
	case program.Leave:
		m.leave(st, f, f.Fn.Locals+in.IR.Local)
		return true
	case program.EnterVLA:
		return m.enterVLA(st, f, in)
	case program.VaStart:
		f.Regs[in.Dst] = expr.Word(f.varargs)
		return true
	case program.Call:
		return m.call(st, f, in)
	case program.Intrinsic:
		return m.intrinsic(st, f, in)
	case program.WideOp:
		return m.wideOp(st, f, in)
	case program.Jump:
		f.PC = in.Yes
		return true
	case program.Branch:
		return m.branch(st, f, in)
	case program.Switch:
		return m.switchTo(st, f, in)
	case program.JumpTo:
		return m.jumpTo(st, f, in)
	case program.Return:
		v := expr.Value{}
		if in.Kind != program.Void && in.IR.A.Present() {
			v = f.Regs[in.A]
			if v.T == 0 {
				v.W &= in.Kind.Mask()
			} else {
				v = m.terms.Of(m.terms.Fit(v.T, in.Kind.Bits()))
			}
		}
		return m.leaveFrame(st, f, v)
	case program.Unreachable:
		if v := f.Fn.IR.Violation(in.IR); v != nil {
			m.violation(st, f, in, v)
		} else if c := f.Fn.IR.Construct(in.IR); c != nil {
			m.fail(st, program.FaultUnsupported, c.Msg)
			m.stopped(st, program.LimitUnsupported)
			st.Unsupported, st.Place = "unsupported: "+c.Msg, st.Shown.Fault.Pos
		} else {
			m.fail(st, program.FaultUnreachable, "")
		}
		return false
	}
	return m.arithmetic(st, f, in)
}

// branch goes to one of two targets.
func (m *Machine) branch(st *State, f *Activation, in *code.Instr) bool {
	cond := f.Regs[in.A]
	taken := cond.W != 0
	if cond.T != 0 {
		t := m.terms.Fit(cond.T, 1)
		if in.Choice && m.versions.Choose(st, f, in, t) {
			return true
		}
		if in.Arms != nil && !m.solver.Known(&st.Path, t) && !m.solver.Known(&st.Path, m.terms.Not(t)) && m.MergeArms(st, f, in, t) {
			return true
		}
		taken = m.decisions.Decide(st, t)
		if m.opt.Boundaries > 0 {
			m.noteBoundary(st, in, cond.T, taken)
		}
	}
	if m.opt.OnBranch != nil {
		m.opt.OnBranch(st, in.IR, cond.T, taken)
	}
	f.PC = in.No
	if taken {
		f.PC = in.Yes
	}
	return true
}

// switchTo goes to the target of a value: one path for each target that is
// feasible, not for each value. Targets that only jump to the same place are
// one.
func (m *Machine) switchTo(st *State, f *Activation, in *code.Instr) bool {
	v := f.Regs[in.A]
	bits := in.IR.A.Kind.Bits()
	k := in.IR.A.Kind
	signed := in.Flags&program.Signed != 0
	if v.T == 0 {
		f.PC = f.Fn.Starts[in.IR.Targets[switchTarget(in.IR, k, v.W)]]
		return true
	}
	t := m.terms.Fit(v.T, bits)
	target := switchTarget(in.IR, k, m.solver.Eval(&st.Path, t))
	final := f.Fn.Final[in.IR.Targets[target]]
	// The condition of the target: in one of its ranges and in none before.
	cond, before := m.terms.False(), m.terms.False()
	for _, c := range in.IR.Cases {
		here := m.terms.InRange(t, c.Lo, c.Hi, signed)
		if f.Fn.Final[in.IR.Targets[c.Target]] == final {
			cond = m.terms.Or(cond, m.terms.And(here, m.terms.Not(before)))
		}
		before = m.terms.Or(before, here)
	}
	if f.Fn.Final[in.IR.Targets[0]] == final {
		cond = m.terms.Or(cond, m.terms.Not(before))
	}
	if !m.decisions.Decide(st, cond) {
		panic("symexec: the model leaves its own switch target")
	}
	f.PC = f.Fn.Starts[in.IR.Targets[target]]
	return true
}

func switchTarget(in *program.Instr, k program.Kind, w uint64) int32 {
	for _, c := range in.Cases {
		if in.Flags&program.Signed != 0 {
			if x := program.SignExtend(k, w); program.SignExtend(k, c.Lo) <= x && x <= program.SignExtend(k, c.Hi) {
				return c.Target
			}
		} else if c.Lo <= w && w <= c.Hi {
			return c.Target
		}
	}
	return 0
}

// jumpTo goes to a label address.
func (m *Machine) jumpTo(st *State, f *Activation, in *code.Instr) bool {
	a, ok := m.Enumerate(st, f.Regs[in.A])
	if !ok {
		return false
	}
	fn, b, ok := program.LabelIndex(a)
	if ok && fn == f.Fn.Index {
		for _, t := range in.IR.Targets {
			if int(t) == b {
				f.PC = f.Fn.Starts[b]
				return true
			}
		}
	}
	m.badJump(st, a)
	return false
}
