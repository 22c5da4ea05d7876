package symexec

import (
	"github.com/riftlab/rift/engines/symexec/code"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/engines/symexec/memory"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

// run executes a state until it ends, forks, or has taken the given number of
// steps.
func (e *Explorer) run(st *State, quantum int64) {
	limit := min(st.Steps+quantum, e.opt.MaxSteps)
	e.paused = false
	for !st.done {
		f := st.innermost()
		in := e.runConcrete(st, f, limit)
		if st.done {
			return
		}
		if in == nil {
			if st.Steps >= e.opt.MaxSteps {
				e.stopped(st, "steps")
			}
			return
		}
		execute := e.slow
		if f.undef != nil {
			execute = e.careful
		}
		if execute(st, f, in) {
			if st.excluded != 0 {
				st.excluded = 0
			}
			if st.top == f && in.Op < program.Jump && in.Op != program.Call {
				f.pc++
			}
		}
		if len(e.forked) > 0 || e.paused {
			return
		}
	}
}

// enterBlock notes that a block was begun.
func (e *Explorer) enterBlock(st *State, b int32) {
	if w, m := &e.blocks[b>>6], uint64(1)<<(b&63); *w&m == 0 {
		*w |= m
		st.stale = 0
	}
	if e.opt.OnBlock != nil {
		e.opt.OnBlock(st, e.code.Ranges[b].Func.Index, e.code.Ranges[b].Block)
	}
}

// runConcrete executes the commonest instructions as long as their operands are
// concrete and nothing is undefined. It returns the first that is another, counted already and with f.pc
// at it, or nil at the limit.
func (e *Explorer) runConcrete(st *State, f *frame, limit int64) *code.Instr {
	code, regs, pc, steps := f.f.Code, f.regs, f.pc, st.Steps
	undefined := f.undef != nil
	for steps < limit {
		in := &code[pc]
		steps++
		if in.Block >= 0 {
			if st.until != nil && st.until.at(st, pc) {
				f.pc, st.Steps = pc, steps-1
				return nil
			}
			f.pc, st.Steps = pc, steps
			e.enterBlock(st, in.Block)
		}
		if in.Stmt >= 0 {
			e.covered[in.Stmt>>6] |= 1 << (in.Stmt & 63)
			if e.opt.OnStmt != nil && !f.f.IR.Library {
				f.pc, st.Steps = pc, steps
				switch e.begin(st, f, in) {
				case End:
					return nil
				case Pause:
					limit = steps
				}
			}
		}
		a := &regs[in.A]
		if a.T != 0 || undefined {
			f.pc, st.Steps = pc, steps
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
			if e.opt.OnBranch != nil {
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
			if m := st.memory.Plain(at, int(in.Size), false); m != nil {
				regs[in.Dst] = expr.Value{W: memory.GetWord(m, int(in.Size))}
				pc++
				continue
			}
		case program.Store:
			at, b := a.W+in.Off, &regs[in.B]
			if b.T != 0 {
				break
			}
			if m := st.memory.Plain(at, int(in.Size), true); m != nil {
				memory.PutWord(m, int(in.Size), b.W)
				pc++
				continue
			}
		default:
			b := &regs[in.B]
			if b.T != 0 || in.Flags&program.Signed != 0 && e.opt.CheckOverflow {
				break
			}
			if v, ok := in.Simple(a.W, b.W); ok {
				regs[in.Dst] = expr.Value{W: v}
				pc++
				continue
			}
		}
		f.pc, st.Steps = pc, steps
		return in
	}
	f.pc, st.Steps = pc, steps
	return nil
}

// slow executes any instruction. It reports false if the state ended. The pc
// still names the instruction; control instructions set it.
func (e *Explorer) slow(st *State, f *frame, in *code.Instr) bool {
	switch in.Op {
	case program.Load:
		a := e.terms.Offset(f.regs[in.A], in.IR.Off)
		v, u, ok := e.loadBits(st, a, int(in.Kind.Bytes()))
		if ok {
			if in.Flags&program.Raw != 0 {
				u = undefined{}
			}
			f.regs[in.Dst] = v
			f.setUndefined(in.Dst, u)
		}
		return ok
	case program.Store:
		return e.storeAt(st, e.terms.Offset(f.regs[in.A], in.IR.Off), int(in.Kind.Bytes()), f.regs[in.B])
	case program.CopyMem:
		return e.copyMem(st, f.regs[in.A], f.regs[in.B], uint64(in.IR.Size))
	case program.ZeroMem:
		return e.fillMem(st, e.terms.Offset(f.regs[in.A], in.IR.Off), expr.Value{}, uint64(in.IR.Size))
	case program.PtrAdd:
		v := e.terms.Offset(f.regs[in.A], in.IR.Off)
		if in.IR.B.Present() {
			b := e.terms.Scale(f.regs[in.B], uint64(in.IR.Size))
			v = e.terms.Of(e.terms.Add(e.terms.Term(v, 64), e.terms.Term(b, 64)))
		}
		f.regs[in.Dst] = v
		return true
	case program.PtrDiff:
		f.regs[in.Dst] = e.terms.PointerDifference(f.regs[in.A], f.regs[in.B], in.IR.Size)
		return true
	case program.Enter:
		return e.enter(st, f, in)
	case program.Leave:
		e.leave(st, f, f.f.Locals+in.IR.Local)
		return true
	case program.EnterVLA:
		return e.enterVLA(st, f, in)
	case program.VaStart:
		f.regs[in.Dst] = expr.Word(f.varargs)
		return true
	case program.Call:
		return e.call(st, f, in)
	case program.Intrinsic:
		return e.intrinsic(st, f, in)
	case program.WideOp:
		return e.wideOp(st, f, in)
	case program.Jump:
		f.pc = in.Yes
		return true
	case program.Branch:
		return e.branch(st, f, in)
	case program.Switch:
		return e.switchTo(st, f, in)
	case program.JumpTo:
		return e.jumpTo(st, f, in)
	case program.Return:
		v := expr.Value{}
		if in.Kind != program.Void && in.IR.A.Present() {
			v = f.regs[in.A]
			if v.T == 0 {
				v.W &= in.Kind.Mask()
			} else {
				v = e.terms.Of(e.terms.Fit(v.T, in.Kind.Bits()))
			}
		}
		return e.leaveFrame(st, f, v)
	case program.Unreachable:
		if c := f.f.IR.Construct(in.IR); c != nil {
			e.fail(st, program.FaultUnsupported, c.Msg)
			e.stopped(st, program.LimitUnsupported)
			st.unsupported, st.place = "unsupported: "+c.Msg, st.shown.Fault.Pos
		} else {
			e.fail(st, program.FaultUnreachable, "")
		}
		return false
	}
	return e.arithmetic(st, f, in)
}

// copyMem is CopyMem and the service of the same kind, with a known size.
func (e *Explorer) copyMem(st *State, to, from expr.Value, n uint64) bool {
	if n == 0 {
		return true
	}
	t, ok := e.enumerate(st, to)
	if !ok {
		return false
	}
	s, ok := e.enumerate(st, from)
	if !ok {
		return false
	}
	if !e.canMove(st, t, s, n) {
		return false
	}
	st.Steps += machine.BulkSteps(n)
	return e.move(st, t, s, n)
}

// canMove takes the decisions of move.
func (e *Explorer) canMove(st *State, to, from, n uint64) bool {
	if _, _, ok := e.find(st, from, n, "read"); !ok {
		return false
	}
	_, _, ok := e.writable(st, to, n)
	return ok
}

func (e *Explorer) fillMem(st *State, to, c expr.Value, n uint64) bool {
	if n == 0 {
		return true
	}
	t, ok := e.enumerate(st, to)
	if !ok {
		return false
	}
	if _, _, ok := e.writable(st, t, n); !ok {
		return false
	}
	st.Steps += machine.BulkSteps(n)
	return e.fill(st, t, c, n)
}

// branch goes to one of two targets.
func (e *Explorer) branch(st *State, f *frame, in *code.Instr) bool {
	cond := f.regs[in.A]
	taken := cond.W != 0
	if cond.T != 0 {
		t := e.terms.Fit(cond.T, 1)
		if in.Choice && e.chooseBoth(st, f, in, t) {
			return true
		}
		if in.Arms != nil && !in.Choice && !e.solver.Known(&st.path, t) && !e.solver.Known(&st.path, e.terms.Not(t)) && e.mergeArms(st, f, in, t) {
			return true
		}
		taken = e.decide(st, t)
		if e.opt.Boundaries > 0 {
			e.noteBoundary(st, in, cond.T, taken)
		}
	}
	if e.opt.OnBranch != nil {
		e.opt.OnBranch(st, in.IR, cond.T, taken)
	}
	f.pc = in.No
	if taken {
		f.pc = in.Yes
	}
	return true
}

// switchTo goes to the target of a value: one path for each target that is
// feasible, not for each value. Targets that only jump to the same place are
// one.
func (e *Explorer) switchTo(st *State, f *frame, in *code.Instr) bool {
	v := f.regs[in.A]
	bits := in.IR.A.Kind.Bits()
	k := in.IR.A.Kind
	signed := in.Flags&program.Signed != 0
	if v.T == 0 {
		f.pc = f.f.Starts[in.IR.Targets[switchTarget(in.IR, k, v.W)]]
		return true
	}
	t := e.terms.Fit(v.T, bits)
	target := switchTarget(in.IR, k, e.solver.Eval(&st.path, t))
	final := f.f.Final[in.IR.Targets[target]]
	// The condition of the target: in one of its ranges and in none before.
	cond, before := e.terms.False(), e.terms.False()
	for _, c := range in.IR.Cases {
		here := e.terms.InRange(t, c.Lo, c.Hi, signed)
		if f.f.Final[in.IR.Targets[c.Target]] == final {
			cond = e.terms.Or(cond, e.terms.And(here, e.terms.Not(before)))
		}
		before = e.terms.Or(before, here)
	}
	if f.f.Final[in.IR.Targets[0]] == final {
		cond = e.terms.Or(cond, e.terms.Not(before))
	}
	if !e.decide(st, cond) {
		panic("symexec: the model leaves its own switch target")
	}
	f.pc = f.f.Starts[in.IR.Targets[target]]
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
func (e *Explorer) jumpTo(st *State, f *frame, in *code.Instr) bool {
	a, ok := e.enumerate(st, f.regs[in.A])
	if !ok {
		return false
	}
	fn, b, ok := program.LabelIndex(a)
	if ok && fn == f.f.Index {
		for _, t := range in.IR.Targets {
			if int(t) == b {
				f.pc = f.f.Starts[b]
				return true
			}
		}
	}
	e.badJump(st, a)
	return false
}
