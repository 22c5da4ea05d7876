package matrix

import (
	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow"
	"github.com/riftlab/rift/program/flow/pointsto"
)

// none stands for no statement instance: a value that was there at the start.
const none int32 = -1

// run is what one run did: the statement instances that it executed, in order,
// what each depended on, and what it wrote.
type run struct {
	insts  []inst
	deps   []dep
	writes []write
	bytes  []byte // of the writes
	snaps  []snapshot
	backs  []back
	heap   map[uint32]object // by upper half of the address
	// heapObjects are of objects that no declaration makes, by upper half of the
	// address; nil if there are none.
	heapObjects map[uint32]heapObject
	regs        []liveReg       // of the snapshots
	stacks      []symexec.Frame // of the snapshots
	full        bool            // there was more than the recorder takes
	ended       *program.Outcome
}

// inst is one execution of a node: of a statement together with what library
// functions called by it do, or of the entry of a function.
type inst struct {
	node    flow.Node
	control int32 // the instance that decided whether it is executed, or none
	deps    int32 // index+1 into run.deps of its last data dependence
	point         // when it began
	begun   int32 // events seen by then
	altered bool  // it executed an instruction that a change alters
}

// back is the return to an instance from a function that it called.
type back struct {
	inst int32
	point
	when int32 // in events
}

// point is a moment of a run.
type point struct {
	snap   int32 // index into run.snaps, or none
	writes int32 // that had been made
}

// dep is a member of the list of an instance's data dependences. The value was
// used first and last when that many events had been seen.
type dep struct{ on, next, first, last int32 }

// write is bytes put into memory.
type write struct {
	address uint64
	at, n   int32 // in run.bytes
}

// snapshot is the live registers of the program's activations, and their places,
// when an instance began.
type snapshot struct {
	regs  []liveReg
	stack []symexec.Frame // of the activations; nil if the library calls some of them back
}

type liveReg struct {
	depth int32 // of the activation among those of the program, from 0
	fn    int32
	reg   program.Reg
	value uint64
}

// object is a dynamic object by where it comes from.
type object struct {
	kind    pointsto.ObjectKind
	fn      int32 // of a local
	index   int32 // of a local; the node that called the allocating function
	ordinal int32 // how many objects of the same origin came before
}

// reset empties a run but keeps what it has allocated.
func (r *run) reset() {
	heap := r.heap
	if heap == nil {
		heap = map[uint32]object{}
	}
	clear(heap)
	*r = run{
		insts: r.insts[:0], deps: r.deps[:0], writes: r.writes[:0], bytes: r.bytes[:0],
		snaps: r.snaps[:0], backs: r.backs[:0], regs: r.regs[:0], stacks: r.stacks[:0], heap: heap,
	}
}

// back returns the first return to an instance after a moment.
func (r *run) back(i, after int32) (point, bool) {
	for _, b := range r.backs {
		if b.inst == i && b.when >= after {
			return b.point, true
		}
	}
	return point{}, false
}
