package symexec

import (
	"fmt"

	"github.com/riftlab/rift/engines/symexec/code"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

// call enters the function that operand A names.
func (e *Explorer) call(st *State, f *frame, in *code.Instr) bool {
	a, ok := e.enumerate(st, f.regs[in.A])
	if !ok {
		return false
	}
	i, ok := program.FuncIndex(a)
	if !ok || i >= len(e.code.Funcs) {
		e.badCall(st, a)
		return false
	}
	callee := e.code.Funcs[i]
	if callee.Summary != "" && f.undef == nil {
		if done, ok := e.summarise(st, f, in, callee); done || !ok {
			return ok
		}
	}
	if len(callee.Code) == 0 {
		e.fail(st, program.FaultUnsupported, machine.NoDefinition(callee.IR))
		return false
	}
	params := callee.IR.Params
	if len(in.Args) < len(params) {
		e.fail(st, program.FaultCall, machine.FewArguments(len(in.Args), callee.IR))
		return false
	}
	varargs := uint64(0)
	if callee.IR.Variadic {
		if varargs, ok = e.makeVarargs(st, f, in, len(params), callee); !ok {
			return false
		}
	}
	new, ok := e.push(st, callee)
	if !ok {
		return false
	}
	new.dst, new.mask = in.Dst, in.Kind.Mask()
	if in.Kind == program.Void {
		new.mask = expr.All64
	}
	new.varargs = varargs
	for i, p := range params {
		v := f.regs[in.Args[i]]
		if v.T == 0 {
			v.W &= p.Kind.Mask()
		} else {
			v = e.terms.Of(e.terms.Fit(v.T, p.Kind.Bits()))
		}
		new.regs[p.Reg] = v
		if f.undef != nil {
			u := f.undefinedIn(in.Args[i])
			if u.bits.T == 0 {
				u.bits.W &= p.Kind.Mask()
			} else if p.Kind.Bits() < e.terms.Width(u.bits.T) {
				u.bits = e.terms.Of(e.terms.Fit(u.bits.T, p.Kind.Bits()))
			}
			new.setUndefined(int32(p.Reg), u)
		}
	}
	return true
}

// push makes an activation whose arguments are still to be set.
func (e *Explorer) push(st *State, f *code.Function) (*frame, bool) {
	if st.stack+f.Cost > e.opt.MaxStack {
		e.fail(st, program.FaultStack, machine.StackOverflow(f.IR, st.depth))
		return nil, false
	}
	st.stack += f.Cost
	new := e.newFrame(f)
	new.own, new.caller = st.own, st.top
	copy(new.regs[f.Homeless+1:], f.Consts)
	st.top = new
	st.depth++
	return new, true
}

// newFrame returns a frame for f, one that is done with if there is such.
func (e *Explorer) newFrame(f *code.Function) *frame {
	n := len(e.frames)
	if n == 0 || e.opt.CheckLeaks || cap(e.frames[n-1].regs) < int(f.Window) {
		return &frame{f: f, regs: make([]expr.Value, f.Window, max(f.Window, 32))}
	}
	fr := e.frames[n-1]
	e.frames = e.frames[:n-1]
	regs := fr.regs[:f.Window]
	clear(regs[f.Locals:f.Homeless])
	*fr = frame{f: f, regs: regs}
	return fr
}

// keepFrames is how many frames that are done with are kept.
const keepFrames = 64

// leaveFrame returns v from the innermost activation.
func (e *Explorer) leaveFrame(st *State, f *frame, v expr.Value) bool {
	if f.caller == nil {
		if !st.returned {
			e.endLocals(st, f)
			st.result, st.returned = v, true
		}
		return e.returned(st)
	}
	callee := f.f.IR
	e.pop(st)
	c := st.innermost()
	call := &c.f.Code[c.pc]
	if v.T == 0 {
		v.W &= f.mask
	} else if n := call.Kind.Bits(); n > 0 {
		v = e.terms.Of(e.terms.Fit(v.T, n))
	}
	c.regs[f.dst] = v
	c.pc++
	return e.resume(st, c, call, callee)
}

// pop drops the innermost activation.
func (e *Explorer) pop(st *State) {
	f := st.top
	e.endLocals(st, f)
	st.stack -= f.f.Cost
	st.top = f.caller
	st.depth--
	if f.own == st.own && len(e.frames) < keepFrames {
		e.frames = append(e.frames, f)
	}
}

// endLocals ends what an activation has on the stack.
func (e *Explorer) endLocals(st *State, f *frame) {
	for i := f.f.Homeless - 1; i >= f.f.Locals; i-- {
		if h := f.regs[i].W; h != 0 {
			if s := program.ObjectSlot(h); st.memory.Object(s).Kind != machine.VLAObject {
				st.memory.EndStack(s)
			}
			f.regs[i] = expr.Value{}
		}
	}
	for i := len(f.vlas) - 1; i >= 0; i-- {
		st.memory.EndStack(f.vlas[i])
	}
	f.vlas = nil
	if f.varargs != 0 {
		st.memory.EndStack(program.ObjectSlot(f.varargs))
	}
	st.stack -= f.extra
	f.extra = 0
}

func (e *Explorer) enter(st *State, f *frame, in *code.Instr) bool {
	home := f.f.Locals + in.IR.Local
	if h := f.regs[home].W; h != 0 {
		st.memory.EndStack(program.ObjectSlot(h))
	}
	s, o := st.memory.Stack(machine.LocalObject, int(max(f.f.IR.Locals[in.IR.Local].Size, 0)))
	if s == 0 {
		e.stopped(st, "memory")
		return false
	}
	o.What, o.Site = in.IR.Local, int32(f.f.Index)
	f.regs[home] = expr.Word(st.memory.Address(s))
	f.regs[in.Dst] = f.regs[home]
	return true
}

func (e *Explorer) enterVLA(st *State, f *frame, in *code.Instr) bool {
	size, ok := e.stackSize(st, f.regs[in.A])
	if !ok {
		return false
	}
	home := int32(-1)
	if in.IR.Local >= 0 {
		home = f.f.Locals + in.IR.Local
		if h := f.regs[home].W; h != 0 {
			e.leaveVLA(st, f, h)
			f.regs[home] = expr.Value{}
		}
	}
	charge := machine.Aligned(int64(size))
	if size > program.MaxObjectSize || st.stack+charge > e.opt.MaxStack {
		e.fail(st, program.FaultStack, fmt.Sprintf("object of %d bytes on the stack", size))
		return false
	}
	s, o := st.memory.Stack(machine.VLAObject, int(size))
	if s == 0 {
		e.stopped(st, "memory")
		return false
	}
	o.What, o.Site = in.IR.Local, int32(f.f.Index)
	st.stack += charge
	f.extra += charge
	f.vlas = append(f.vlas, s)
	f.regs[in.Dst] = expr.Word(st.memory.Address(s))
	if home >= 0 {
		f.regs[home] = f.regs[in.Dst]
	}
	return true
}

// leaveVLA ends the object at a before its activation returns.
func (e *Explorer) leaveVLA(st *State, f *frame, a uint64) {
	s := program.ObjectSlot(a)
	for i := len(f.vlas) - 1; i >= 0; i-- {
		if f.vlas[i] == s {
			f.vlas = append(f.vlas[:i], f.vlas[i+1:]...)
			break
		}
	}
	charge := machine.Aligned(int64(st.memory.Object(s).Size))
	st.stack -= charge
	f.extra -= charge
	st.memory.EndStack(s)
}

func (e *Explorer) leave(st *State, f *frame, home int32) {
	h := f.regs[home].W
	if h == 0 {
		return
	}
	f.regs[home] = expr.Value{}
	if st.memory.Object(program.ObjectSlot(h)).Kind == machine.VLAObject {
		e.leaveVLA(st, f, h)
		return
	}
	st.memory.EndStack(program.ObjectSlot(h))
}

// makeVarargs puts variable arguments into an object of their own.
func (e *Explorer) makeVarargs(st *State, f *frame, in *code.Instr, from int, callee *code.Function) (uint64, bool) {
	args := in.IR.Args[from:]
	size := int64(0)
	for i, a := range args {
		size = argumentPlace(size, a) + argumentSize(a)
		if a.Size > 0 {
			p, ok := e.enumerate(st, f.regs[in.Args[from+i]])
			if !ok {
				return 0, false
			}
			if _, _, ok := e.find(st, p, uint64(a.Size), "read"); !ok {
				return 0, false
			}
		}
	}
	if st.stack+size > e.opt.MaxStack {
		e.fail(st, program.FaultStack, "variable arguments")
		return 0, false
	}
	s, o := st.memory.Stack(machine.VarargsObject, int(size))
	if s == 0 {
		e.stopped(st, "memory")
		return 0, false
	}
	o.What = int32(callee.Index)
	base, off := st.memory.Address(s), int64(0)
	for i, a := range args {
		off = argumentPlace(off, a)
		v := f.regs[in.Args[from+i]]
		if a.Size > 0 {
			p, _ := e.enumerate(st, v)
			if !e.move(st, base+uint64(off), p, uint64(a.Size)) {
				return 0, false
			}
		} else {
			if v.T != 0 {
				v.T = e.terms.Fit(v.T, 64)
			}
			u := f.undefinedIn(in.Args[from+i]).bits
			if u.T != 0 {
				u.T = e.terms.Fit(u.T, 64)
			}
			st.memory.Change(s).StoreUndefined(e.terms, int(off), 8, v, u)
		}
		off += argumentSize(a)
	}
	return base, true
}

func argumentPlace(off int64, a program.Arg) int64 {
	if a.Align >= 16 {
		return (off + 15) &^ 15
	}
	return off
}

func argumentSize(a program.Arg) int64 {
	if a.Size > 0 {
		return (a.Size + 7) &^ 7
	}
	return 8
}

// setjmp remembers the activation and the place in buf[0]. The place is the
// function and pc here, a number that only longjmp looks at.
func (e *Explorer) setjmp(st *State, f *frame, in *code.Instr, buf expr.Value) bool {
	serial := f.serial
	if serial == 0 {
		serial = st.serial + 1
	}
	if !e.storeAt(st, buf, 8, expr.Word(uint64(serial)<<32|uint64(f.pc))) {
		return false
	}
	if f.serial == 0 {
		st.serial++
		f.serial = serial
	}
	f.regs[in.Dst] = expr.Value{}
	return true
}

// longjmp goes back to where buf[0] says.
func (e *Explorer) longjmp(st *State, buf, v expr.Value) bool {
	token, ok := e.loadAt(st, buf, 8)
	if !ok {
		return false
	}
	w, ok := e.enumerate(st, token)
	if !ok {
		return false
	}
	serial, pc := uint32(w>>32), int32(uint32(w))
	to, pops := st.top, 0
	for to != nil && (to.serial != serial || serial == 0) {
		to = to.caller
		pops++
	}
	if to == nil || pc < 0 || int(pc) >= len(to.f.Code) || to.f.Code[pc].Op != program.Intrinsic ||
		to.f.Code[pc].IR.Intrin != program.IntrinSetjmp {
		e.fail(st, program.FaultLongjmp, "no setjmp of a function that is still running")
		return false
	}
	if v.T != 0 {
		t := e.terms.Fit(v.T, 32)
		v = e.terms.Of(e.terms.Ite(e.terms.Eq(t, e.terms.Const(32, 0)), e.terms.Const(32, 1), t))
	} else if v.W = uint64(uint32(v.W)); v.W == 0 {
		v.W = 1
	}
	for range pops {
		e.pop(st)
		st.innermost()
	}
	f := st.innermost()
	f.regs[f.f.Code[pc].Dst] = v
	f.setUndefined(f.f.Code[pc].Dst, undefined{})
	f.pc = pc
	if pops > 0 {
		f.pc++ // without pops run goes on to the next instruction
	}
	return true
}
