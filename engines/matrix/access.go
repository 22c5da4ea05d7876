package matrix

import (
	"github.com/riftlab/rift/engines/dyndep"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow/pointsto"
)

// memory notes what an instruction reads and writes in memory, and the objects
// that it makes.
func (r *recorder) memory(f *activation, e *vm.Event) {
	in := e.Instr
	switch in.Op {
	case program.Load:
		r.reads(f, e.Address, in.Kind.Bytes())
	case program.Store:
		r.wrote(f, e.Address, in.Kind.Bytes())
	case program.CopyMem, program.ZeroMem, program.WideOp, program.Intrinsic:
		r.actor = f
		e.Accesses(r.touch)
		if in.Op == program.Intrinsic && in.Intrin == program.IntrinAlloc {
			r.appears(e.Result, object{kind: pointsto.HeapObject, index: r.origin(f)})
		}
		if in.Op == program.Intrinsic {
			r.noteObject(e)
		}
	case program.EnterVLA:
		r.noteObject(e)
		r.appears(e.Result, object{kind: pointsto.DynamicObject, index: r.origin(f)})
	case program.Enter:
		r.appears(e.Result, object{kind: pointsto.LocalObject, fn: int32(e.Func), index: in.Local})
	case program.VaStart: // the block holds what the caller passed
		r.dynamic.Memory.Set(e.Result, 8*int64(len(r.flow.Program().Funcs[e.Func].Params)+16), r.passed(f, e))
	}
}

// touched notes an access of the actor.
func (r *recorder) touched(a uint64, n int64, write bool) {
	if write {
		r.wrote(r.actor, a, n)
	} else {
		r.reads(r.actor, a, n)
	}
}

// origin returns the node that objects of unknown size are made by, or none.
func (r *recorder) origin(f *activation) int32 {
	if f.State.inst < 0 {
		return none
	}
	return int32(r.insts[f.State.inst].node)
}

// passed returns who made the variable arguments of an activation: the call of it.
func (r *recorder) passed(f *activation, e *vm.Event) dyndep.Mark {
	if r.sites[e.Func] == nil {
		return f.State.mark
	}
	return f.State.callMark
}

// appears notes that an object begins.
func (r *recorder) appears(address uint64, o object) {
	if address == 0 {
		return
	}
	n := r.count[o]
	r.count[o]++
	o.ordinal = n
	r.heap[uint32(address>>32)] = o
}

// reads notes that n bytes are used.
func (r *recorder) reads(f *activation, a uint64, n int64) {
	if f.State.inst < 0 || n <= 0 || !r.users[r.insts[f.State.inst].node] {
		return
	}
	last := dyndep.Mark(0)
	for _, m := range r.dynamic.Memory.Of(a, n) {
		if m != last {
			last = m
			r.depend(f, m)
		}
	}
}

// wrote notes that n bytes have been written.
func (r *recorder) wrote(f *activation, a uint64, n int64) {
	b := r.machine.Peek(a, n)
	if len(b) == 0 {
		return
	}
	r.writes = append(r.writes, write{a, int32(len(r.bytes)), int32(len(b))})
	r.bytes = append(r.bytes, b...)
	r.dynamic.Memory.Set(a, int64(len(b)), f.State.mark)
}
