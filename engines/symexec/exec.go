package symexec

import (
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
		if a.t != 0 || undefined {
			f.pc, st.Steps = pc, steps
			return in
		}
		switch in.op {
		case program.Move, program.Bitcast, program.ZExt, program.Trunc:
			regs[in.dst] = value{w: a.w & in.mask}
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
			if a.w != 0 {
				pc = in.yes
			}
			continue
		case program.PtrAdd:
			v := a.w + in.off
			if in.scale != 0 {
				b := &regs[in.b]
				if b.t != 0 {
					break
				}
				v += b.w * in.scale
			}
			regs[in.dst] = value{w: v}
			pc++
			continue
		case program.SExt:
			regs[in.dst] = value{w: uint64(int64(a.w<<in.shift)>>in.shift) & in.mask}
			pc++
			continue
		case program.Load:
			at := a.w + in.off
			if m := st.plain(at, int(in.size), false); m != nil {
				regs[in.dst] = value{w: getWord(m, int(in.size))}
				pc++
				continue
			}
		case program.Store:
			at, b := a.w+in.off, &regs[in.b]
			if b.t != 0 {
				break
			}
			if m := st.plain(at, int(in.size), true); m != nil {
				putWord(m, int(in.size), b.w)
				pc++
				continue
			}
		default:
			b := &regs[in.b]
			if b.t != 0 || in.flags&program.Signed != 0 && e.opt.CheckOverflow {
				break
			}
			if v, ok := in.simple(a.w, b.w); ok {
				regs[in.dst] = value{w: v}
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
		return bit(a == b), true
	case program.Ne:
		return bit(a != b), true
	case program.ULt:
		return bit(a < b), true
	case program.ULe:
		return bit(a <= b), true
	case program.SLt:
		return bit(int64(a<<in.shift) < int64(b<<in.shift)), true
	case program.SLe:
		return bit(int64(a<<in.shift) <= int64(b<<in.shift)), true
	}
	return 0, false
}

// slow executes any instruction. It reports false if the state ended. The pc
// still names the instruction; control instructions set it.
func (e *Explorer) slow(st *State, f *frame, in *inst) bool {
	switch in.op {
	case program.Load:
		a := e.offset(f.regs[in.a], in.in.Off)
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
		return e.storeAt(st, e.offset(f.regs[in.a], in.in.Off), int(in.kind.Bytes()), f.regs[in.b])
	case program.CopyMem:
		return e.copyMem(st, f.regs[in.a], f.regs[in.b], uint64(in.in.Size))
	case program.ZeroMem:
		return e.fillMem(st, e.offset(f.regs[in.a], in.in.Off), value{}, uint64(in.in.Size))
	case program.PtrAdd:
		v := e.offset(f.regs[in.a], in.in.Off)
		if in.in.B.Present() {
			b := e.scale(f.regs[in.b], uint64(in.in.Size))
			v = e.symbolic(e.terms.Add(e.term(v, 64), e.term(b, 64)))
		}
		f.regs[in.dst] = v
		return true
	case program.PtrDiff:
		f.regs[in.dst] = e.pointerDifference(f.regs[in.a], f.regs[in.b], in.in.Size)
		return true
	case program.Enter:
		return e.enter(st, f, in)
	case program.Leave:
		e.leave(st, f, f.f.locals+in.in.Local)
		return true
	case program.EnterVLA:
		return e.enterVLA(st, f, in)
	case program.VaStart:
		f.regs[in.dst] = word(f.varargs)
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
		v := value{}
		if in.kind != program.Void && in.in.A.Present() {
			v = f.regs[in.a]
			if v.t == 0 {
				v.w &= in.kind.Mask()
			} else {
				v = e.symbolic(e.fit(v.t, in.kind.Bits()))
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

// offset adds a constant to an address.
func (e *Explorer) offset(a value, off int64) value {
	switch {
	case off == 0:
		return a
	case a.t == 0:
		return word(a.w + uint64(off))
	}
	return e.symbolic(e.terms.Add(e.fit(a.t, 64), e.terms.Const(64, uint64(off))))
}

// scale multiplies a 64-bit value by a constant.
func (e *Explorer) scale(v value, k uint64) value {
	switch {
	case k == 1:
		return v
	case v.t == 0:
		return word(v.w * k)
	}
	return e.symbolic(e.terms.Mul(e.fit(v.t, 64), e.terms.Const(64, k)))
}

func (e *Explorer) pointerDifference(a, b value, size int64) value {
	if a.t == 0 && b.t == 0 {
		return word(uint64(int64(a.w-b.w) / size))
	}
	d := e.terms.Sub(e.term(a, 64), e.term(b, 64))
	return e.symbolic(e.terms.SDiv(d, e.terms.Const(64, uint64(size))))
}

// copyMem is CopyMem and the service of the same kind, with a known size.
func (e *Explorer) copyMem(st *State, to, from value, n uint64) bool {
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

func (e *Explorer) fillMem(st *State, to, c value, n uint64) bool {
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
	taken := cond.w != 0
	if cond.t != 0 {
		t := e.fit(cond.t, 1)
		if in.choice && e.chooseBoth(st, f, in, t) {
			return true
		}
		if in.arms != nil && !in.choice && !e.solver.Known(&st.path, t) && !e.solver.Known(&st.path, e.terms.Not(t)) && e.mergeArms(st, f, in, t) {
			return true
		}
		taken = e.decide(st, t)
		if e.opt.Boundaries > 0 {
			e.noteBoundary(st, in, cond.t, taken)
		}
	}
	if e.opt.OnBranch != nil {
		e.opt.OnBranch(st, in.in, cond.t, taken)
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
	if v.t == 0 {
		f.pc = f.f.starts[in.in.Targets[switchTarget(in.in, k, v.w)]]
		return true
	}
	t := e.fit(v.t, bits)
	target := switchTarget(in.in, k, e.solver.Eval(&st.path, t))
	final := f.f.final[in.in.Targets[target]]
	// The condition of the target: in one of its ranges and in none before.
	cond, before := e.terms.False(), e.terms.False()
	for _, c := range in.in.Cases {
		here := e.inRange(t, c.Lo, c.Hi, signed)
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
