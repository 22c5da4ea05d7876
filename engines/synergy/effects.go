package synergy

import (
	"github.com/riftlab/rift/engines/dyndep"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
)

// Executed implements dyndep.Sink.
func (r *recorder) Executed(a *activation, e *vm.Event) {
	in := e.Instr
	switch in.Op {
	case program.Jump, program.Unreachable, program.Leave:
		return
	case program.Enter, program.EnterVLA:
		a.Regs[in.Dst] = 0 // addresses of objects are given, not computed
		s := program.Slot(e.Result)
		if fn := r.code.p.Funcs[a.Func]; !a.State.inLibrary && in.Local >= 0 && int(in.Local) < len(fn.Locals) {
			r.locals[s] = append(r.locals[s], begun{int32(len(r.steps)), &fn.Locals[in.Local]})
		} else if len(r.locals[s]) > 0 {
			r.locals[s] = append(r.locals[s], begun{step: int32(len(r.steps))})
		}
	case program.VaStart:
		r.vaStart(a, e)
	case program.Branch, program.Switch, program.JumpTo:
		k := r.operation(a, e)
		a.State.control.Decide(k, r.code.funcs[e.Func].ipdom[e.Block])
	case program.Load:
		r.load(a, e)
	case program.Store:
		k := r.operation(a, e)
		r.steps[k].a, r.steps[k].result = e.Address, e.B
		r.mem.Set(e.Address, in.Kind.Bytes(), dyndep.MarkOf(k))
	case program.ZeroMem:
		r.fill(a, e, e.Address, in.Size, none, 0)
	case program.CopyMem:
		r.copy(a, e, e.A, e.B, in.Size, [3]int32{def(a, in.A), def(a, in.B), none})
	case program.WideOp:
		r.touching(a, e, def(a, in.A), def(a, in.B))
	case program.Intrinsic:
		r.intrinsic(a, e)
	default:
		r.operation(a, e)
	}
}

func (r *recorder) load(a *activation, e *vm.Event) {
	k := r.add(a, r.code.at(e.Func, e.Block, e.Index))
	s := &r.steps[k]
	s.a, s.result = e.Address, e.Result
	r.deps = append(r.deps, def(a, e.Instr.A))
	r.readers(e.Address, e.Instr.Kind.Bytes())
	a.Regs[e.Instr.Dst] = dyndep.MarkOf(k)
}

// readers appends the writers of n bytes: one if it is the same for all.
func (r *recorder) readers(a uint64, n int64) {
	from := len(r.deps)
	same := true
	for i := range n {
		r.deps = append(r.deps, r.mem.At(a+uint64(i)).Number())
		same = same && r.deps[from] == r.deps[len(r.deps)-1]
	}
	if same && n > 1 {
		r.deps = r.deps[:from+1]
	}
}

// copy records that n bytes are copied; addresses are the steps that made the
// target, the source and the count.
func (r *recorder) copy(a *activation, e *vm.Event, to, from uint64, n int64, addresses [3]int32) {
	k := r.add(a, r.code.at(e.Func, e.Block, e.Index))
	s := &r.steps[k]
	s.a, s.b, s.result = to, from, uint64(n)
	r.deps = append(r.deps, addresses[:]...)
	for i := range n {
		r.deps = append(r.deps, r.mem.At(from+uint64(i)).Number())
	}
	r.mem.Set(to, n, dyndep.MarkOf(k))
}

func (r *recorder) fill(a *activation, e *vm.Event, to uint64, n int64, value int32, b uint64) {
	k := r.add(a, r.code.at(e.Func, e.Block, e.Index))
	s := &r.steps[k]
	s.a, s.b, s.result = to, b, uint64(n)
	r.deps = append(r.deps, def(a, e.Instr.A), value, none)
	r.mem.Set(to, n, dyndep.MarkOf(k))
}

// opaque makes a step of whose meaning no term is made: it shows what it showed
// if everything it reads is as it was.
func (r *recorder) opaque(a *activation, e *vm.Event, inputs ...int32) int32 {
	k := r.add(a, r.code.at(e.Func, e.Block, e.Index))
	s := &r.steps[k]
	s.a, s.b, s.result = e.A, e.B, e.Result
	r.deps = append(r.deps, inputs...)
	if d := e.Instr.Dst; d != program.NoReg {
		a.Regs[d] = dyndep.MarkOf(k)
	}
	return k
}

// touching makes an opaque step that reads and writes memory.
func (r *recorder) touching(a *activation, e *vm.Event, inputs ...int32) {
	k := r.opaque(a, e, inputs...)
	e.Accesses(func(a uint64, n int64, write bool) {
		if write {
			r.mem.Set(a, n, dyndep.MarkOf(k))
		} else {
			r.bytes(a, n)
		}
	})
}

// bytes appends the writers of n bytes, without repetitions in a row.
func (r *recorder) bytes(a uint64, n int64) {
	last := none
	for i := range n {
		if d := r.mem.At(a + uint64(i)).Number(); d != none && d != last {
			r.deps = append(r.deps, d)
			last = d
		}
	}
}

// vaStart gives the block of variable arguments its content.
func (r *recorder) vaStart(a *activation, e *vm.Event) {
	a.Regs[e.Instr.Dst] = 0
	params := len(r.code.p.Funcs[a.Func].Params)
	off := int64(0)
	for i, x := range a.State.varargs {
		if x.align >= 16 {
			off = (off + 15) &^ 15
		}
		to := e.Result + uint64(off)
		size := int64(8)
		if x.size > 0 {
			size = (x.size + 7) &^ 7
			for j := range x.size {
				r.mem.Set(to+uint64(j), 1, r.mem.At(x.value+uint64(j)))
			}
		} else {
			k := r.add(a, r.code.entry[a.Func]+int32(params+min(i, maxVarargs-1)))
			r.steps[k].a, r.steps[k].result = to, x.value
			r.deps = append(r.deps, x.def)
			r.mem.Set(to, 8, dyndep.MarkOf(k))
		}
		off += size
	}
}

// intrinsic records a service of the machine.
func (r *recorder) intrinsic(a *activation, e *vm.Event) {
	in := e.Instr
	arg := func(i int) uint64 { return e.Args[i] }
	by := func(i int) int32 { return def(a, in.Args[i].Operand) }
	switch in.Intrin {
	case program.IntrinCopy, program.IntrinCopyApart:
		r.copy(a, e, arg(0), arg(1), int64(arg(2)), [3]int32{by(0), by(1), by(2)})
	case program.IntrinFill:
		k := r.opaque(a, e, by(0), by(1), by(2))
		s := &r.steps[k]
		s.a, s.b, s.result = arg(0), arg(1)&0xFF, arg(2)
		r.mem.Set(arg(0), int64(arg(2)), dyndep.MarkOf(k))
	case program.IntrinRead:
		k := r.opaque(a, e, by(1))
		if n := int64(e.Result); n > 0 {
			r.mem.Set(arg(0), n, dyndep.MarkOf(none))
		}
		r.steps[k].a = arg(0)
	case program.IntrinWrite:
		k := r.opaque(a, e)
		r.outputs(arg(1), int64(arg(2)))
		r.writes = append(r.writes, write{fd: int(arg(0)), step: k, size: int64(arg(2))})
	case program.IntrinFileOut:
		k := r.opaque(a, e)
		r.outputs(arg(1), int64(arg(2)))
		r.fileOut = append(r.fileOut, write{fd: -1, step: k, size: int64(arg(2))})
	case program.IntrinObserve:
		k := r.opaque(a, e)
		if byte(arg(1)) != 's' {
			r.outputs(arg(2), int64(arg(3)))
			r.observedBy = append(r.observedBy, write{fd: -1, step: k, size: int64(arg(3))})
		} else {
			r.observedBy = append(r.observedBy, write{fd: -1, step: k})
		}
	case program.IntrinExit:
		r.exit = r.opaque(a, e, by(0))
		r.steps[r.exit].a = arg(0)
	case program.IntrinFtoa:
		r.touching(a, e, by(3), by(4), by(5))
	case program.IntrinAtof:
		n := int64(e.Result)
		end := r.mem.At(arg(0) + uint64(max(n, -n))).Number() // the byte that ends the number is read, too
		r.touching(a, e, end)
	case program.IntrinMathL:
		r.touching(a, e, by(0))
	case program.IntrinSymbolic:
		r.touching(a, e)
	default:
		var inputs []int32
		for i := range in.Args {
			inputs = append(inputs, by(i))
		}
		r.opaque(a, e, inputs...)
	}
}

// outputs appends the writer of each of n bytes.
func (r *recorder) outputs(a uint64, n int64) {
	for i := range n {
		r.deps = append(r.deps, r.mem.At(a+uint64(i)).Number())
	}
	r.steps[len(r.steps)-1].a = a
}
