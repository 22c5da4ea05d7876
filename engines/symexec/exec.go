package symexec

import (
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
			if st.top == f && in.op < program.Jump && in.op != program.Call {
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
		e.opt.OnBlock(st, e.code.ranges[b].fn.index, e.code.ranges[b].block)
	}
}

// runConcrete executes the commonest instructions as long as their operands are
// concrete and nothing is undefined. It returns the first that is another, counted already and with f.pc
// at it, or nil at the limit.
func (e *Explorer) runConcrete(st *State, f *frame, limit int64) *inst {
	code, regs, pc, steps := f.f.code, f.regs, f.pc, st.Steps
	undefined := f.undef != nil
	for steps < limit {
		in := &code[pc]
		steps++
		if in.block >= 0 {
			if st.until != nil && st.until.at(st, pc) {
				f.pc, st.Steps = pc, steps-1
				return nil
			}
			f.pc, st.Steps = pc, steps
			e.enterBlock(st, in.block)
		}
		if in.stmt >= 0 {
			e.covered[in.stmt>>6] |= 1 << (in.stmt & 63)
			if e.opt.OnStmt != nil && !f.f.fn.Library {
				f.pc, st.Steps = pc, steps
				switch e.begin(st, f, in) {
				case End:
					return nil
				case Pause:
					limit = steps
				}
			}
		}
		a := &regs[in.a]
		if a.T != 0 || undefined {
			f.pc, st.Steps = pc, steps
			return in
		}
		switch in.op {
		case program.Move, program.Bitcast, program.ZExt, program.Trunc:
			regs[in.dst] = expr.Value{W: a.W & in.mask}
			pc++
			continue
		case program.Jump:
			pc = in.yes
			continue
		case program.Branch:
			if e.opt.OnBranch != nil {
				break
			}
			pc = in.no
			if a.W != 0 {
				pc = in.yes
			}
			continue
		case program.PtrAdd:
			v := a.W + in.off
			if in.scale != 0 {
				b := &regs[in.b]
				if b.T != 0 {
					break
				}
				v += b.W * in.scale
			}
			regs[in.dst] = expr.Value{W: v}
			pc++
			continue
		case program.SExt:
			regs[in.dst] = expr.Value{W: uint64(int64(a.W<<in.shift)>>in.shift) & in.mask}
			pc++
			continue
		case program.Load:
			at := a.W + in.off
			if m := st.memory.Plain(at, int(in.size), false); m != nil {
				regs[in.dst] = expr.Value{W: memory.GetWord(m, int(in.size))}
				pc++
				continue
			}
		case program.Store:
			at, b := a.W+in.off, &regs[in.b]
			if b.T != 0 {
				break
			}
			if m := st.memory.Plain(at, int(in.size), true); m != nil {
				memory.PutWord(m, int(in.size), b.W)
				pc++
				continue
			}
		default:
			b := &regs[in.b]
			if b.T != 0 || in.flags&program.Signed != 0 && e.opt.CheckOverflow {
				break
			}
			if v, ok := in.simple(a.W, b.W); ok {
				regs[in.dst] = expr.Value{W: v}
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

// simple is program.Eval for the operations on integers that cannot fail; it
// reports false for all others.
func (in *inst) simple(a, b uint64) (uint64, bool) {
	switch in.op {
	case program.Add:
		return (a + b) & in.mask, true
	case program.Sub:
		return (a - b) & in.mask, true
	case program.Mul:
		return a * b & in.mask, true
	case program.And:
		return a & b, true
	case program.Or:
		return a | b, true
	case program.Xor:
		return a ^ b, true
	case program.Eq:
		return expr.Bit(a == b), true
	case program.Ne:
		return expr.Bit(a != b), true
	case program.ULt:
		return expr.Bit(a < b), true
	case program.ULe:
		return expr.Bit(a <= b), true
	case program.SLt:
		return expr.Bit(int64(a<<in.shift) < int64(b<<in.shift)), true
	case program.SLe:
		return expr.Bit(int64(a<<in.shift) <= int64(b<<in.shift)), true
	}
	return 0, false
}

// slow executes any instruction. It reports false if the state ended. The pc
// still names the instruction; control instructions set it.
func (e *Explorer) slow(st *State, f *frame, in *inst) bool {
	switch in.op {
	case program.Load:
		a := e.terms.Offset(f.regs[in.a], in.in.Off)
		v, u, ok := e.loadBits(st, a, int(in.kind.Bytes()))
		if ok {
			if in.flags&program.Raw != 0 {
				u = undefined{}
			}
			f.regs[in.dst] = v
			f.setUndefined(in.dst, u)
		}
		return ok
	case program.Store:
		return e.storeAt(st, e.terms.Offset(f.regs[in.a], in.in.Off), int(in.kind.Bytes()), f.regs[in.b])
	case program.CopyMem:
		return e.copyMem(st, f.regs[in.a], f.regs[in.b], uint64(in.in.Size))
	case program.ZeroMem:
		return e.fillMem(st, e.terms.Offset(f.regs[in.a], in.in.Off), expr.Value{}, uint64(in.in.Size))
	case program.PtrAdd:
		v := e.terms.Offset(f.regs[in.a], in.in.Off)
		if in.in.B.Present() {
			b := e.terms.Scale(f.regs[in.b], uint64(in.in.Size))
			v = e.terms.Of(e.terms.Add(e.terms.Term(v, 64), e.terms.Term(b, 64)))
		}
		f.regs[in.dst] = v
		return true
	case program.PtrDiff:
		f.regs[in.dst] = e.terms.PointerDifference(f.regs[in.a], f.regs[in.b], in.in.Size)
		return true
	case program.Enter:
		return e.enter(st, f, in)
	case program.Leave:
		e.leave(st, f, f.f.locals+in.in.Local)
		return true
	case program.EnterVLA:
		return e.enterVLA(st, f, in)
	case program.VaStart:
		f.regs[in.dst] = expr.Word(f.varargs)
		return true
	case program.Call:
		return e.call(st, f, in)
	case program.Intrinsic:
		return e.intrinsic(st, f, in)
	case program.WideOp:
		return e.wideOp(st, f, in)
	case program.Jump:
		f.pc = in.yes
		return true
	case program.Branch:
		return e.branch(st, f, in)
	case program.Switch:
		return e.switchTo(st, f, in)
	case program.JumpTo:
		return e.jumpTo(st, f, in)
	case program.Return:
		v := expr.Value{}
		if in.kind != program.Void && in.in.A.Present() {
			v = f.regs[in.a]
			if v.T == 0 {
				v.W &= in.kind.Mask()
			} else {
				v = e.terms.Of(e.terms.Fit(v.T, in.kind.Bits()))
			}
		}
		return e.leaveFrame(st, f, v)
	case program.Unreachable:
		if c := f.f.fn.Construct(in.in); c != nil {
			e.fail(st, program.FaultUnsupported, c.Msg)
			e.stopped(st, program.LimitUnsupported)
			st.unsupported, st.place = "unsupported: "+c.Msg, st.fault.Pos
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
func (e *Explorer) branch(st *State, f *frame, in *inst) bool {
	cond := f.regs[in.a]
	taken := cond.W != 0
	if cond.T != 0 {
		t := e.terms.Fit(cond.T, 1)
		if in.choice && e.chooseBoth(st, f, in, t) {
			return true
		}
		if in.arms != nil && !in.choice && !e.solver.Known(&st.path, t) && !e.solver.Known(&st.path, e.terms.Not(t)) && e.mergeArms(st, f, in, t) {
			return true
		}
		taken = e.decide(st, t)
		if e.opt.Boundaries > 0 {
			e.noteBoundary(st, in, cond.T, taken)
		}
	}
	if e.opt.OnBranch != nil {
		e.opt.OnBranch(st, in.in, cond.T, taken)
	}
	f.pc = in.no
	if taken {
		f.pc = in.yes
	}
	return true
}

// switchTo goes to the target of a value: one path for each target that is
// feasible, not for each value. Targets that only jump to the same place are
// one.
func (e *Explorer) switchTo(st *State, f *frame, in *inst) bool {
	v := f.regs[in.a]
	bits := in.in.A.Kind.Bits()
	k := in.in.A.Kind
	signed := in.flags&program.Signed != 0
	if v.T == 0 {
		f.pc = f.f.starts[in.in.Targets[switchTarget(in.in, k, v.W)]]
		return true
	}
	t := e.terms.Fit(v.T, bits)
	target := switchTarget(in.in, k, e.solver.Eval(&st.path, t))
	final := f.f.final[in.in.Targets[target]]
	// The condition of the target: in one of its ranges and in none before.
	cond, before := e.terms.False(), e.terms.False()
	for _, c := range in.in.Cases {
		here := e.terms.InRange(t, c.Lo, c.Hi, signed)
		if f.f.final[in.in.Targets[c.Target]] == final {
			cond = e.terms.Or(cond, e.terms.And(here, e.terms.Not(before)))
		}
		before = e.terms.Or(before, here)
	}
	if f.f.final[in.in.Targets[0]] == final {
		cond = e.terms.Or(cond, e.terms.Not(before))
	}
	if !e.decide(st, cond) {
		panic("symexec: the model leaves its own switch target")
	}
	f.pc = f.f.starts[in.in.Targets[target]]
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
func (e *Explorer) jumpTo(st *State, f *frame, in *inst) bool {
	a, ok := e.enumerate(st, f.regs[in.a])
	if !ok {
		return false
	}
	fn, b, ok := program.LabelIndex(a)
	if ok && fn == f.f.index {
		for _, t := range in.in.Targets {
			if int(t) == b {
				f.pc = f.f.starts[b]
				return true
			}
		}
	}
	e.badJump(st, a)
	return false
}
