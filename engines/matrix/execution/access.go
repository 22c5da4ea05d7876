package execution

import (
	"slices"

	"github.com/riftlab/rift/engines/dyndep"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow/pointsto"
)

// memory notes what an instruction reads and writes in memory, and the objects
// that it makes.
func (r *Recorder) memory(f *activation, e *vm.Event) {
	in := e.Instr
	switch in.Op {
	case program.Load:
		r.reads(f, e.Address, in.Kind.Bytes())
	case program.Store:
		r.wrote(f, e.Address, in.Kind.Bytes())
	case program.CopyMem, program.ZeroMem, program.WideOp, program.Intrinsic:
		r.actor = f
		e.Accesses(r.touch)
		if in.Op == program.Intrinsic {
			r.noteObject(f, e)
		}
	case program.EnterVLA:
		r.appears(e.Result, Object{Kind: pointsto.DynamicObject, Index: r.origin(f)}, &HeapObject{Size: int64(e.A)})
	case program.Enter:
		r.appears(e.Result, Object{Kind: pointsto.LocalObject, Func: int32(e.Func), Index: in.Local}, nil)
	case program.VaStart: // the block holds what the caller passed
		r.dynamic.Memory.Set(e.Result, 8*int64(len(r.Graph.Program().Funcs[e.Func].Params)+16), r.passed(f, e))
	}
}

// touched notes an access of the actor.
func (r *Recorder) touched(a uint64, n int64, write bool) {
	if write {
		r.wrote(r.actor, a, n)
	} else {
		r.reads(r.actor, a, n)
	}
}

// origin returns the node that objects of unknown size are made by, or none.
func (r *Recorder) origin(f *activation) int32 {
	if f.State.inst < 0 {
		return None
	}
	return int32(r.Instances[f.State.inst].Node)
}

// passed returns who made the variable arguments of an activation: the call of it.
func (r *Recorder) passed(f *activation, e *vm.Event) dyndep.Mark {
	if r.sites[e.Func] == nil {
		return f.State.mark
	}
	return f.State.callMark
}

// appears notes that an object begins, and where it comes from.
func (r *Recorder) appears(address uint64, o Object, heap *HeapObject) {
	n := r.count[o]
	r.count[o]++
	o.ordinal = n
	r.begins(address, Begun{Object: o, Named: true, Heap: heap})
}

// begins notes that an object begins.
func (r *Recorder) begins(address uint64, b Begun) {
	if s := program.Slot(address); s != 0 {
		b.Writes = int32(len(r.Writes))
		r.Objects[s] = append(r.Objects[s], b)
	}
}

// reads notes that n bytes are used.
func (r *Recorder) reads(f *activation, a uint64, n int64) {
	if f.State.inst < 0 || n <= 0 || !r.Users[r.Instances[f.State.inst].Node] {
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
func (r *Recorder) wrote(f *activation, a uint64, n int64) {
	b := r.machine.Peek(a, n)
	if len(b) == 0 {
		return
	}
	r.Writes = append(r.Writes, Write{a, int32(len(r.Bytes)), int32(len(b))})
	r.Bytes = append(r.Bytes, b...)
	r.dynamic.Memory.Set(a, int64(len(b)), f.State.mark)
}

// mostGiven bounds the bytes that are kept of an object that the machine gives.
const mostGiven = 1 << 16

// noteObject notes objects that a service of the machine begins or ends.
func (r *Recorder) noteObject(f *activation, e *vm.Event) {
	switch e.Instr.Intrin {
	case program.IntrinAlloc:
		if e.Result != 0 {
			r.appears(e.Result, Object{Kind: pointsto.HeapObject, Index: r.origin(f)}, &HeapObject{Size: int64(e.Args[0]), Heap: true})
		}
	case program.IntrinArg, program.IntrinEnv, program.IntrinFile, program.IntrinFileName:
		data := slices.Clone(r.machine.Peek(e.Result, mostGiven))
		r.begins(e.Result, Begun{Heap: &HeapObject{Size: int64(len(data)), Given: data, Heap: e.Instr.Intrin == program.IntrinFile}})
	case program.IntrinFree:
		if b, _ := r.At(e.Args[0], int32(len(r.Writes))); b != nil && b.Heap != nil {
			b.Heap.Ended = r.events
		}
	}
}
