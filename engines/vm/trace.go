package vm

import "github.com/riftlab/rift/program"

// Tracer receives a trace of a run.
type Tracer interface {
	// Step is called for each instruction, in order. The event is valid only
	// during the call.
	Step(e *Event)
}

// Event is one executed instruction. Calls and terminators are reported before
// they take effect; a call once more, with Returned set, when its result is
// there, and so is a setjmp that is returned to. All others are reported
// afterwards.
type Event struct {
	Step               int64 // steps before this instruction
	Func, Block, Index int   // where the instruction is
	Instr              *program.Instr
	Depth              int    // number of activations, from 1
	Fiber              int    // whose activations, see program.IntrinFiber; 0 for the first
	A, B, C            uint64 // operand words, 0 where absent
	Args               []uint64
	Address            uint64 // of a Load, Store, CopyMem or ZeroMem: where it reads (Load) or writes
	Result             uint64 // what Dst received
	Returned           bool
	Faulted            bool // the instruction is the one that ended the run with an error
}

// tracedInstr tells opTraceBefore and opTraceAfter about their instruction.
type tracedInstr struct {
	in               *program.Instr
	fn, block, index int32
	steps            int32 // instructions before it since the last counting one
	a, b, c, dst     uint16
	args             []uint16
}

// traces reports whether an instruction is reported.
func (m *Machine) traces(fn int, in *program.Instr) bool {
	return m.opt.Trace && (m.opt.TraceOnly == nil || m.opt.TraceOnly(fn, in))
}

// tells reports whether any instruction of a function is reported. Others need not
// keep what a tracer might look at.
func (m *Machine) tells(fn int) bool {
	for _, b := range m.program.Funcs[fn].Blocks {
		for i := range b.Instrs {
			if m.traces(fn, &b.Instrs[i]) {
				return true
			}
		}
	}
	return false
}

func (c *funcCompiler) traceBefore(n *node) {
	if !c.m.traces(int(c.index), n.in) {
		return
	}
	t := tracedInstr{in: n.in, fn: c.index, block: c.src.block, index: c.src.index, steps: c.count - 1,
		a: c.reg(n.in.A), b: c.reg(n.in.B), c: c.reg(n.in.C), dst: c.dst(n)}
	for _, a := range n.args {
		t.args = append(t.args, c.reg(a.Operand))
	}
	c.m.traced = append(c.m.traced, t)
	c.emit(inst{op: opTraceBefore, imm: uint64(len(c.m.traced) - 1)})
}

func (c *funcCompiler) traceAfter(n *node) {
	if c.m.traces(int(c.index), n.in) {
		c.emit(inst{op: opTraceAfter, imm: uint64(len(c.m.traced) - 1)})
	}
}

func (x *Instance) traceBefore(r *window, i int) {
	t := &x.m.traced[i]
	e := &x.event
	t.locate(e, x)
	for _, a := range t.args {
		e.Args = append(e.Args, r[a])
	}
	e.Step, e.A, e.B, e.C, e.Returned = x.steps+int64(t.steps), r[t.a], r[t.b], r[t.c], false
	switch t.in.Op {
	case program.Load, program.Store, program.ZeroMem:
		e.Address = e.A + uint64(t.in.Off)
	case program.CopyMem:
		e.Address = e.A
	}
	x.pending = true
	if t.in.Op == program.Call || t.in.IsTerminator() {
		x.deliver()
	}
}

// locate makes an event one of the instruction, with nothing more said of it. Field
// by field: most of what a trace costs would be copying whole events.
func (t *tracedInstr) locate(e *Event, x *Instance) {
	e.Func, e.Block, e.Index, e.Instr, e.Depth, e.Fiber = int(t.fn), int(t.block), int(t.index), t.in, x.depth, x.fiber
	e.Args, e.Address, e.Result, e.Faulted = e.Args[:0], 0, 0, false
}

func (x *Instance) deliver() {
	x.pending = false
	if x.Tracer != nil {
		x.Tracer.Step(&x.event)
	}
}

func (x *Instance) traceAfter(r *window, i int) {
	t := &x.m.traced[i]
	e := &x.event
	if !x.pending || e.Instr != t.in || e.Depth != x.depth || e.Fiber != x.fiber {
		t.locate(e, x)
		e.Step, e.A, e.B, e.C, e.Returned = x.steps, 0, 0, 0, true
	}
	if t.in.Dst != program.NoReg {
		e.Result = r[t.dst]
	}
	x.deliver()
}

// traceFault delivers the instruction that could not be finished.
func (x *Instance) traceFault() {
	x.event.Faulted = x.fault != nil
	x.deliver()
}
