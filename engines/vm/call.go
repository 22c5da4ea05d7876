package vm

import (
	"fmt"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

// call enters function callee for the call instruction in before x.pc, with the
// arguments in the present window. It handles every case that loop does not:
// mismatched arguments, variable arguments, local memory, growth and limits.
func (x *Instance) call(in *inst, callee int) bool {
	f := &x.m.funcs[callee]
	if f.entry < 0 {
		x.fail(program.FaultUnsupported, machine.NoDefinition(x.m.program.Funcs[callee]))
		return false
	}
	args := x.m.args[in.t : in.t+int32(in.b)]
	if len(args) < int(f.params) {
		x.fail(program.FaultCall, machine.FewArguments(len(args), x.m.program.Funcs[callee]))
		return false
	}
	r := x.window()
	var varargs uint64
	if f.variadic {
		var ok bool
		if varargs, ok = x.makeVarargs(r, args[f.params:], callee); !ok {
			return false
		}
	}
	if !x.push(callee, x.pc-1, in.f) {
		return false
	}
	r = (*window)(x.regs[x.fp-int(in.f):])
	new := x.window()
	for i, a := range args[:f.params] {
		new[uint16(i)] = r[a.reg] & f.masks[i]
	}
	x.frames[x.depth-1].varargs = varargs
	return true
}

// push makes an activation of function fn and goes to its entry; the arguments
// are still to be put into the window.
func (x *Instance) push(fn int, ret, windowSize int32) bool {
	f := &x.m.funcs[fn]
	if x.stack+f.cost > x.maxStack || !x.growRegs(x.fp+int(windowSize)+maxWindow) {
		x.fail(program.FaultStack, machine.StackOverflow(x.m.program.Funcs[fn], x.depth))
		return false
	}
	x.growLocal(f)
	x.stack += f.cost
	if x.depth == len(x.frames) {
		x.frames = append(x.frames, make([]frame, len(x.frames)+64)...)
	}
	x.frames[x.depth] = frame{fn: int32(fn), ret: ret, window: windowSize,
		vlas: int32(len(x.vlas)), local: x.localTop}
	x.depth++
	x.localTop += f.localSize
	x.fp += int(windowSize)
	w := x.regs[x.fp:]
	if x.m.opt.CheckLeaks {
		clear(w[:f.temps]) // no pointers of earlier activations
	}
	clear(w[f.homes : f.homes+f.nhomes])
	copy(w[f.constBase:], f.consts)
	x.pc = f.entry
	return true
}

// growLocal makes room for the local memory of an activation. Objects alive in
// the old memory keep it; only later ones use the new.
func (x *Instance) growLocal(f *function) {
	if need := x.localTop + f.localSize; need > int64(len(x.local)) {
		x.local = make([]byte, max(need, 2*int64(len(x.local)), 1<<14))
	}
}

// leaveFrame returns v from the innermost activation. It reports false if that
// was the first one.
func (x *Instance) leaveFrame(v uint64) bool {
	fr := &x.frames[x.depth-1]
	if ret := fr.ret; ret >= 0 {
		x.pop()
		x.window()[x.m.code[ret].a] = v
		x.pc = ret + 1
		return true
	}
	if x.fiber != 0 {
		x.fail(program.FaultCall, machine.FiberReturned)
		return false
	}
	x.endLocals()
	x.result, x.returned = v, true
	return false
}

// endLocals ends what the innermost activation has on the stack.
func (x *Instance) endLocals() {
	fr := &x.frames[x.depth-1]
	f := &x.m.funcs[fr.fn]
	if f.plain {
		return // its frame is not filled in beyond the first fields
	}
	r := x.window()
	for i := f.nhomes - 1; i >= 0; i-- {
		h := &r[uint16(f.homes+i)]
		if *h != 0 {
			if o := &x.objects[program.Slot(*h)]; o.kind != machine.VLAObject {
				x.endStack(program.Slot(*h))
			}
			*h = 0
		}
	}
	for n := len(x.vlas); n > int(fr.vlas); n-- {
		x.endStack(x.vlas[n-1])
	}
	x.vlas = x.vlas[:fr.vlas]
	if fr.varargs != 0 {
		x.endStack(program.Slot(fr.varargs))
	}
	x.stack -= fr.extra
	fr.extra = 0
	x.localTop = fr.local
}

// pop drops the innermost activation.
func (x *Instance) pop() {
	fr := &x.frames[x.depth-1]
	x.endLocals()
	x.stack -= x.m.funcs[fr.fn].cost
	x.fp -= int(fr.window)
	x.depth--
}

// enter begins the life of a local object.
func (x *Instance) enter(r *window, in *inst) bool {
	if h := r[in.c]; h != 0 {
		x.endStack(program.Slot(h))
	}
	fr := &x.frames[x.depth-1]
	p := &x.m.funcs[fr.fn].locals[in.t]
	s := x.stackSlot(uint64(p.size))
	if s == 0 {
		x.stopped("memory")
		return false
	}
	at := fr.local + p.off
	x.begin(s, machine.LocalObject, x.local[at:at+p.size:at+p.size], noClass)
	x.details[s].what, x.details[s].site = in.t, fr.fn
	a := x.address(s)
	r[in.a], r[in.c] = a, a
	return true
}

// enterVLA begins the life of an object of variable size.
func (x *Instance) enterVLA(r *window, in *inst) bool {
	fr := &x.frames[x.depth-1]
	if in.t >= 0 {
		if h := r[in.c]; h != 0 {
			x.leaveVLA(h)
			r[in.c] = 0
		}
	}
	size := r[in.b]
	charge := int64((size + 15) &^ 15)
	if size > program.MaxObjectSize || x.stack+charge > x.maxStack {
		x.fail(program.FaultStack, fmt.Sprintf("object of %d bytes on the stack", size))
		return false
	}
	s := x.stackSlot(size)
	if s == 0 {
		x.stopped("memory")
		return false
	}
	x.beginPooled(s, machine.VLAObject, size)
	x.details[s].what, x.details[s].site = in.t, fr.fn
	x.stack += charge
	fr.extra += charge
	x.vlas = append(x.vlas, s)
	r[in.a] = x.address(s)
	if in.t >= 0 {
		r[in.c] = r[in.a]
	}
	return true
}

// leaveVLA ends the object at a before its activation returns.
func (x *Instance) leaveVLA(a uint64) {
	s := program.Slot(a)
	fr := &x.frames[x.depth-1]
	for i := len(x.vlas) - 1; i >= int(fr.vlas); i-- {
		if x.vlas[i] == s {
			x.vlas = append(x.vlas[:i], x.vlas[i+1:]...)
			break
		}
	}
	charge := int64((len(x.objects[s].data) + 15) &^ 15)
	x.stack -= charge
	fr.extra -= charge
	x.endStack(s)
}

// leave ends the local object of home register c.
func (x *Instance) leave(r *window, home uint16) {
	h := r[home]
	if h == 0 {
		return
	}
	r[home] = 0
	if x.objects[program.Slot(h)].kind == machine.VLAObject {
		x.leaveVLA(h)
		return
	}
	x.endStack(program.Slot(h))
}

// makeVarargs puts variable arguments into an object of their own.
func (x *Instance) makeVarargs(r *window, args []argument, callee int) (uint64, bool) {
	size := int64(0)
	for _, a := range args {
		size = argumentPlace(size, a) + argumentSize(a)
	}
	if x.stack+size > x.maxStack {
		x.fail(program.FaultStack, "variable arguments")
		return 0, false
	}
	s := x.stackSlot(uint64(size))
	if s == 0 {
		x.stopped("memory")
		return 0, false
	}
	x.beginPooled(s, machine.VarargsObject, uint64(size))
	x.details[s].what = int32(callee)
	base, off := x.address(s), int64(0)
	for _, a := range args {
		off = argumentPlace(off, a)
		if a.size > 0 {
			if !x.move(base+uint64(off), r[a.reg], uint64(a.size)) {
				return 0, false
			}
		} else {
			putWord(x.objects[s].data[off:], 8, r[a.reg])
			x.markInit(s, uint64(off), 8)
		}
		off += argumentSize(a)
	}
	return base, true
}

func argumentPlace(off int64, a argument) int64 {
	if a.align >= 16 {
		return (off + 15) &^ 15
	}
	return off
}

func argumentSize(a argument) int64 {
	if a.size > 0 {
		return (a.size + 7) &^ 7
	}
	return 8
}

// setjmp remembers the activation and the place x.pc-1 in buf[0].
func (x *Instance) setjmp(buf uint64) bool {
	fr := &x.frames[x.depth-1]
	if fr.serial == 0 {
		x.serial++
		fr.serial = x.serial
	}
	return x.storeSlow(buf, 8, fr.serial<<32|uint64(x.pc-1))
}

// longjmp goes back to where buf[0] says. The instruction there is a setjmp
// of that activation, whose result becomes value.
func (x *Instance) longjmp(buf, value uint64) bool {
	token, ok := x.loadSlow(buf, 8)
	if !ok {
		return false
	}
	serial, pc := token>>32, int(uint32(token))
	depth := x.depth - 1
	for depth >= 0 && (x.frames[depth].serial != serial || serial == 0) {
		depth--
	}
	if depth < 0 || pc >= len(x.m.code) || x.m.code[pc].op != opIntrinsic ||
		program.Intrin(x.m.code[pc].f) != program.IntrinSetjmp || x.m.sources[pc].fn != x.frames[depth].fn {
		x.fail(program.FaultLongjmp, "no setjmp of a function that is still running")
		return false
	}
	for x.depth-1 > depth {
		if x.frames[x.depth-1].ret < 0 {
			break
		}
		x.pop()
	}
	if uint32(value) == 0 {
		value = 1
	}
	x.window()[x.m.code[pc].a] = uint64(uint32(value))
	x.pc = int32(pc + 1)
	return true
}

// newFiber makes a fiber that will call a function with one argument.
func (x *Instance) newFiber(f, arg uint64) (uint64, bool) {
	fn, ok := program.FuncIndex(f)
	if !ok || fn >= len(x.m.funcs) || x.m.funcs[fn].entry < 0 || x.m.funcs[fn].params != 1 {
		x.badCall(f)
		return 0, false
	}
	if len(x.fibers) == 0 {
		x.fibers = append(x.fibers, fiber{begun: true})
	}
	x.fibers = append(x.fibers, fiber{fn: fn, arg: arg})
	return uint64(len(x.fibers) - 1), true
}

// switchFiber goes on with another fiber.
func (x *Instance) switchFiber(to uint64, end bool) bool {
	if to == uint64(x.fiber) && !end {
		return true
	}
	if to >= uint64(len(x.fibers)) || to == uint64(x.fiber) || x.fibers[to].ended {
		x.fail(program.FaultCall, machine.NoFiber(to))
		return false
	}
	x.putAway(&x.fibers[x.fiber], end)
	x.fiber = int(to)
	g := &x.fibers[to]
	if !g.begun {
		g.begun = true
		return x.beginFiber(g)
	}
	x.pc, x.fp, x.depth, x.stack = g.pc, g.fp, len(g.frames), g.stack
	copy(x.regs, g.regs) // the stack of registers only grows
	x.frames = append(x.frames[:0], g.frames...)
	x.frames = x.frames[:cap(x.frames)]
	x.vlas = append(x.vlas[:0], g.vlas...)
	x.local, x.localTop = g.local, g.localTop
	for i, s := range g.shadows {
		if s.bits != 0 {
			x.putShadow(i, s)
		}
	}
	return true
}

// putAway keeps what runs in f.
func (x *Instance) putAway(f *fiber, end bool) {
	if end {
		for x.depth > 0 {
			x.pop()
		}
		x.clearShadows(0, len(x.shadows))
		x.spare, *f = append(x.spare, x.local), fiber{ended: true}
		return
	}
	f.pc, f.fp, f.stack = x.pc, x.fp, x.stack
	f.regs = append(f.regs[:0], x.regs[:x.top()]...)
	f.frames = append(f.frames[:0], x.frames[:x.depth]...)
	f.vlas = append(f.vlas[:0], x.vlas...)
	f.local, f.localTop = x.local, x.localTop
	f.shadows = f.shadows[:0]
	if x.tainted != 0 {
		f.shadows = append(f.shadows, x.shadows[:min(x.top(), len(x.shadows))]...)
		x.clearShadows(0, len(x.shadows))
	}
}

// beginFiber makes the first activation of a fiber.
func (x *Instance) beginFiber(g *fiber) bool {
	x.fp, x.depth, x.stack, x.vlas = 0, 0, 0, x.vlas[:0]
	x.local, x.localTop = nil, 0
	if n := len(x.spare); n > 0 {
		x.local, x.spare = x.spare[n-1], x.spare[:n-1]
	}
	if !x.push(g.fn, -1, 0) {
		return false
	}
	x.window()[0] = g.arg
	return true
}

// switched goes on carefully if something is undefined of the registers of the fiber that
// was just switched to. It reports false when the run ends.
func (x *Instance) switched() bool {
	if x.tainted == 0 {
		return true
	}
	x.pc++
	return x.careful()
}
