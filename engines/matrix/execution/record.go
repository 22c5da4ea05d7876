package execution

import (
	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow"
	"github.com/riftlab/rift/program/flow/pointsto"
)

// None stands for no statement instance: a value that was there at the start.
const None int32 = -1

// Run is what one run did: the statement instances that it executed, in order,
// what each depended on, and what it wrote. Instances are known by their indexes.
type Run struct {
	Instances []Instance
	Deps      []Dependence
	Writes    []Write
	Bytes     []byte // of the writes
	Snapshots []Snapshot
	Backs     []Return
	// Objects are those that have begun, by slot, in order.
	Objects map[uint32][]Begun
	regs    []LiveRegister  // of the snapshots
	stacks  []symexec.Frame // of the snapshots
	Full    bool            // there was more than the recorder takes
	Ended   *program.Outcome
}

// Instance is one execution of a node: of a statement together with what library
// functions called by it do, or of the entry of a function.
type Instance struct {
	Node    flow.Node
	Control int32 // the instance that decided whether it is executed, or None
	Deps    int32 // index+1 into Run.Deps of its last data dependence
	Point         // when it began
	Begun   int32 // events seen by then
	Altered bool  // it executed an instruction that a change alters
}

// Return is the return to an instance from a function that it called.
type Return struct {
	Instance int32
	Point
	when int32 // in events
}

// Point is a moment of a run.
type Point struct {
	Snapshot int32 // index into Run.Snapshots, or None
	Writes   int32 // that had been made
}

// Dependence is a member of the list of an instance's data dependences: on another
// instance. Next is index+1 of the next member in Run.Deps. The value was used first and
// last when that many events had been seen.
type Dependence struct{ On, Next, First, Last int32 }

// Write is bytes put into memory.
type Write struct {
	Address uint64
	At, Len int32 // in Run.Bytes
}

// Snapshot is the live registers of the program's activations, and their places,
// when an instance began.
type Snapshot struct {
	Registers []LiveRegister
	Stack     []symexec.Frame // of the activations; nil if the library calls some of them back
}

// LiveRegister is the value of a register that may still be read.
type LiveRegister struct {
	Depth int32 // of the activation among those of the program, from 0
	Func  int32
	Reg   program.Reg
	Value uint64
}

// Object is a dynamic object by where it comes from.
type Object struct {
	Kind    pointsto.ObjectKind
	Func    int32 // of a local
	Index   int32 // of a local; the node that called the allocating function
	ordinal int32 // how many objects of the same origin came before
}

// Begun is an object that has begun.
type Begun struct {
	Writes int32 // that had been made
	Object
	Named bool        // Object says where it comes from
	Heap  *HeapObject // nil if a declaration makes it
}

// At returns the object that was in the slot of an address after so many writes, and
// its number among those that were there; nil if none that the recorder noticed.
func (r *Run) At(a uint64, writes int32) (b *Begun, nth int) {
	list := r.Objects[program.Slot(a)]
	for nth = len(list); nth > 0; nth-- {
		if b = &list[nth-1]; b.Writes <= writes {
			return b, nth
		}
	}
	return nil, 0
}

// HeapObject is what a run tells of an object that is no declared one.
type HeapObject struct {
	Size  int64
	Given []byte // what it holds when the machine gives it; nil if nothing is written
	Heap  bool   // allocated
	Ended int32  // in events, when it was freed; 0 if it was not
}

// reset empties a run but keeps what it has allocated.
func (r *Run) reset() {
	objects := r.Objects
	if objects == nil {
		objects = map[uint32][]Begun{}
	}
	clear(objects)
	*r = Run{
		Instances: r.Instances[:0], Deps: r.Deps[:0], Writes: r.Writes[:0], Bytes: r.Bytes[:0],
		Snapshots: r.Snapshots[:0], Backs: r.Backs[:0], regs: r.regs[:0], stacks: r.stacks[:0], Objects: objects,
	}
}

// Back returns the first return to an instance after a moment.
func (r *Run) Back(i, after int32) (Point, bool) {
	for _, b := range r.Backs {
		if b.Instance == i && b.when >= after {
			return b.Point, true
		}
	}
	return Point{}, false
}
