package exec

import (
	"fmt"

	"github.com/riftlab/rift/engines/symexec/code"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

// call enters the function that operand A names.
func (m *Machine) call(st *State, f *Activation, in *code.Instr) bool {
	a, ok := m.Enumerate(st, f.Regs[in.A])
	if !ok {
		return false
	}
	i, ok := program.FuncIndex(a)
	if !ok || i >= len(m.code.Funcs) {
		m.badCall(st, a)
		return false
	}
	callee := m.code.Funcs[i]
	if in.IR.C.Present() {
		if message := machine.BadCallType(callee.IR, f.Fn.IR.Called[in.IR.C.Bits]); message != "" {
			m.fail(st, program.FaultCallType, message)
			return false
		}
	}
	if callee.Summary != "" && f.undef == nil {
		if done, ok := m.summarise(st, f, in, callee); done || !ok {
			return ok
		}
	}
	if len(callee.Code) == 0 {
		m.fail(st, program.FaultUnsupported, machine.NoDefinition(callee.IR))
		return false
	}
	params := callee.IR.Params
	if len(in.Args) < len(params) {
		m.fail(st, program.FaultCall, machine.FewArguments(len(in.Args), callee.IR))
		return false
	}
	varargs := uint64(0)
	if callee.IR.Variadic {
		if varargs, ok = m.makeVarargs(st, f, in, len(params), callee); !ok {
			return false
		}
	}
	new, ok := m.Push(st, callee)
	if !ok {
		return false
	}
	new.Dst, new.Mask = in.Dst, in.Kind.Mask()
	if in.Kind == program.Void {
		new.Mask = expr.All64
	}
	new.varargs = varargs
	for i, p := range params {
		v := f.Regs[in.Args[i]]
		if v.T == 0 {
			v.W &= p.Kind.Mask()
		} else {
			v = m.terms.Of(m.terms.Fit(v.T, p.Kind.Bits()))
		}
		new.Regs[p.Reg] = v
		if f.undef != nil {
			u := f.undefinedIn(in.Args[i])
			if u.bits.T == 0 {
				u.bits.W &= p.Kind.Mask()
			} else if p.Kind.Bits() < m.terms.Width(u.bits.T) {
				u.bits = m.terms.Of(m.terms.Fit(u.bits.T, p.Kind.Bits()))
			}
			new.setUndefined(int32(p.Reg), u)
		}
	}
	return true
}

// Push makes an activation whose arguments are still to be set.
func (m *Machine) Push(st *State, f *code.Function) (*Activation, bool) {
	if st.stack+f.Cost > m.opt.MaxStack {
		m.fail(st, program.FaultStack, machine.StackOverflow(f.IR, st.Activations))
		return nil, false
	}
	st.stack += f.Cost
	new := m.newFrame(f)
	new.own, new.Caller = st.own, st.Top
	copy(new.Regs[f.Homeless+1:], f.Consts)
	st.Top = new
	st.Activations++
	return new, true
}

// newFrame returns a frame for f, one that is done with if there is such.
func (m *Machine) newFrame(f *code.Function) *Activation {
	n := len(m.frames)
	if n == 0 || m.opt.CheckLeaks || cap(m.frames[n-1].Regs) < int(f.Window) {
		return &Activation{Fn: f, Regs: make([]expr.Value, f.Window, max(f.Window, 32))}
	}
	fr := m.frames[n-1]
	m.frames = m.frames[:n-1]
	regs := fr.Regs[:f.Window]
	clear(regs[f.Locals:f.Homeless])
	*fr = Activation{Fn: f, Regs: regs}
	return fr
}

// keepFrames is how many frames that are done with are kept.
const keepFrames = 64

// leaveFrame returns v from the innermost activation.
func (m *Machine) leaveFrame(st *State, f *Activation, v expr.Value) bool {
	if f.Caller == nil {
		if st.fiber != 0 {
			m.fail(st, program.FaultCall, machine.FiberReturned)
			return false
		}
		if !st.returned {
			m.endLocals(st, f)
			st.result, st.returned = v, true
		}
		return m.returned(st)
	}
	callee := f.Fn.IR
	m.pop(st)
	c := st.Innermost()
	call := &c.Fn.Code[c.PC]
	if v.T == 0 {
		v.W &= f.Mask
	} else if n := call.Kind.Bits(); n > 0 {
		v = m.terms.Of(m.terms.Fit(v.T, n))
	}
	c.Regs[f.Dst] = v
	c.PC++
	return m.resume(st, c, call, callee)
}

// pop drops the innermost activation.
func (m *Machine) pop(st *State) {
	f := st.Top
	m.endLocals(st, f)
	st.stack -= f.Fn.Cost
	st.Top = f.Caller
	st.Activations--
	if f.own == st.own && len(m.frames) < keepFrames {
		m.frames = append(m.frames, f)
	}
}

// endLocals ends what an activation has on the stack.
func (m *Machine) endLocals(st *State, f *Activation) {
	for i := f.Fn.Homeless - 1; i >= f.Fn.Locals; i-- {
		if h := f.Regs[i].W; h != 0 {
			if s := program.Slot(h); st.Memory.Object(s).Kind != machine.VLAObject {
				st.Memory.EndStack(s)
			}
			f.Regs[i] = expr.Value{}
		}
	}
	for i := len(f.vlas) - 1; i >= 0; i-- {
		st.Memory.EndStack(f.vlas[i])
	}
	f.vlas = nil
	if f.varargs != 0 {
		st.Memory.EndStack(program.Slot(f.varargs))
	}
	st.stack -= f.extra
	f.extra = 0
}

func (m *Machine) enter(st *State, f *Activation, in *code.Instr) bool {
	home := f.Fn.Locals + in.IR.Local
	if h := f.Regs[home].W; h != 0 {
		st.Memory.EndStack(program.Slot(h))
	}
	s, o := st.Memory.Stack(machine.LocalObject, int(max(f.Fn.IR.Locals[in.IR.Local].Size, 0)))
	if s == 0 {
		m.stopped(st, "memory")
		return false
	}
	o.What, o.Site = in.IR.Local, int32(f.Fn.Index)
	f.Regs[home] = expr.Word(st.Memory.Address(s))
	f.Regs[in.Dst] = f.Regs[home]
	return true
}

func (m *Machine) enterVLA(st *State, f *Activation, in *code.Instr) bool {
	size, ok := m.stackSize(st, f.Regs[in.A])
	if !ok {
		return false
	}
	home := int32(-1)
	if in.IR.Local >= 0 {
		home = f.Fn.Locals + in.IR.Local
		if h := f.Regs[home].W; h != 0 {
			m.leaveVLA(st, f, h)
			f.Regs[home] = expr.Value{}
		}
	}
	charge := machine.Aligned(int64(size))
	if size > program.MaxObjectSize || st.stack+charge > m.opt.MaxStack {
		m.fail(st, program.FaultStack, fmt.Sprintf("object of %d bytes on the stack", size))
		return false
	}
	s, o := st.Memory.Stack(machine.VLAObject, int(size))
	if s == 0 {
		m.stopped(st, "memory")
		return false
	}
	o.What, o.Site = in.IR.Local, int32(f.Fn.Index)
	st.stack += charge
	f.extra += charge
	f.vlas = append(f.vlas, s)
	f.Regs[in.Dst] = expr.Word(st.Memory.Address(s))
	if home >= 0 {
		f.Regs[home] = f.Regs[in.Dst]
	}
	return true
}

// leaveVLA ends the object at a before its activation returns.
func (m *Machine) leaveVLA(st *State, f *Activation, a uint64) {
	s := program.Slot(a)
	for i := len(f.vlas) - 1; i >= 0; i-- {
		if f.vlas[i] == s {
			f.vlas = append(f.vlas[:i], f.vlas[i+1:]...)
			break
		}
	}
	charge := machine.Aligned(int64(st.Memory.Object(s).Size))
	st.stack -= charge
	f.extra -= charge
	st.Memory.EndStack(s)
}

func (m *Machine) leave(st *State, f *Activation, home int32) {
	h := f.Regs[home].W
	if h == 0 {
		return
	}
	f.Regs[home] = expr.Value{}
	if st.Memory.Object(program.Slot(h)).Kind == machine.VLAObject {
		m.leaveVLA(st, f, h)
		return
	}
	st.Memory.EndStack(program.Slot(h))
}

// makeVarargs puts variable arguments into an object of their own.
func (m *Machine) makeVarargs(st *State, f *Activation, in *code.Instr, from int, callee *code.Function) (uint64, bool) {
	args := in.IR.Args[from:]
	size := int64(0)
	for i, a := range args {
		size = argumentPlace(size, a) + argumentSize(a)
		if a.Size > 0 {
			p, ok := m.Enumerate(st, f.Regs[in.Args[from+i]])
			if !ok {
				return 0, false
			}
			if _, _, ok := m.find(st, p, uint64(a.Size), "read"); !ok {
				return 0, false
			}
		}
	}
	if st.stack+size > m.opt.MaxStack {
		m.fail(st, program.FaultStack, "variable arguments")
		return 0, false
	}
	s, o := st.Memory.Stack(machine.VarargsObject, int(size))
	if s == 0 {
		m.stopped(st, "memory")
		return 0, false
	}
	o.What = int32(callee.Index)
	base, off := st.Memory.Address(s), int64(0)
	for i, a := range args {
		off = argumentPlace(off, a)
		v := f.Regs[in.Args[from+i]]
		if a.Size > 0 {
			p, _ := m.Enumerate(st, v)
			if !m.move(st, base+uint64(off), p, uint64(a.Size)) {
				return 0, false
			}
		} else {
			if v.T != 0 {
				v.T = m.terms.Fit(v.T, 64)
			}
			u := f.undefinedIn(in.Args[from+i]).bits
			if u.T != 0 {
				u.T = m.terms.Fit(u.T, 64)
			}
			st.Memory.Change(s).StoreUndefined(m.terms, int(off), 8, v, u)
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
func (m *Machine) setjmp(st *State, f *Activation, in *code.Instr, buf expr.Value) bool {
	serial := f.serial
	if serial == 0 {
		serial = st.serial + 1
	}
	if !m.storeAt(st, buf, 8, expr.Word(uint64(serial)<<32|uint64(f.PC))) {
		return false
	}
	if f.serial == 0 {
		st.serial++
		f.serial = serial
	}
	f.Regs[in.Dst] = expr.Value{}
	return true
}

// longjmp goes back to where buf[0] says.
func (m *Machine) longjmp(st *State, buf, v expr.Value) bool {
	token, ok := m.loadAt(st, buf, 8)
	if !ok {
		return false
	}
	w, ok := m.Enumerate(st, token)
	if !ok {
		return false
	}
	serial, pc := uint32(w>>32), int32(uint32(w))
	to, pops := st.Top, 0
	for to != nil && (to.serial != serial || serial == 0) {
		to = to.Caller
		pops++
	}
	if to == nil || pc < 0 || int(pc) >= len(to.Fn.Code) || to.Fn.Code[pc].Op != program.Intrinsic ||
		to.Fn.Code[pc].IR.Intrin != program.IntrinSetjmp {
		m.fail(st, program.FaultLongjmp, "no setjmp of a function that is still running")
		return false
	}
	if v.T != 0 {
		t := m.terms.Fit(v.T, 32)
		v = m.terms.Of(m.terms.Ite(m.terms.Eq(t, m.terms.Const(32, 0)), m.terms.Const(32, 1), t))
	} else if v.W = uint64(uint32(v.W)); v.W == 0 {
		v.W = 1
	}
	for range pops {
		m.pop(st)
		st.Innermost()
	}
	f := st.Innermost()
	f.Regs[f.Fn.Code[pc].Dst] = v
	f.setUndefined(f.Fn.Code[pc].Dst, undefined{})
	f.PC = pc
	if pops > 0 {
		f.PC++ // without pops run goes on to the next instruction
	}
	return true
}
