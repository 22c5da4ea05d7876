package matrix

import (
	"slices"

	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
)

// heapObject is what a run tells of an object that is no declared one.
type heapObject struct {
	size  int64
	given []byte // what it holds when the machine gives it; nil if nothing is written
	heap  bool   // allocated
	ended int32  // in events, when it was freed; 0 if it was not
}

// mostGiven bounds the bytes that are kept of an object that the machine gives.
const mostGiven = 1 << 16

// noteObject notes objects that an instruction begins or ends.
func (r *recorder) noteObject(e *vm.Event) {
	begin := func(a uint64, x heapObject) {
		if a == 0 {
			return
		}
		if r.heapObjects == nil {
			r.heapObjects = map[uint32]heapObject{}
		}
		r.heapObjects[uint32(a>>32)] = x
	}
	if e.Instr.Op == program.EnterVLA {
		begin(e.Result, heapObject{size: int64(e.A)})
		return
	}
	switch e.Instr.Intrin {
	case program.IntrinAlloc:
		begin(e.Result, heapObject{size: int64(e.Args[0]), heap: true})
	case program.IntrinArg, program.IntrinEnv, program.IntrinFile, program.IntrinFileName:
		data := slices.Clone(r.machine.Peek(e.Result, mostGiven))
		begin(e.Result, heapObject{size: int64(len(data)), given: data, heap: e.Instr.Intrin == program.IntrinFile})
	case program.IntrinFree:
		if x, ok := r.heapObjects[uint32(e.Args[0]>>32)]; ok {
			x.ended = r.events
			r.heapObjects[uint32(e.Args[0]>>32)] = x
		}
	}
}
