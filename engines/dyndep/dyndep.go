// Package dyndep records the dynamic dependences of a run: who made the value in each
// register and each byte of memory, which branch decides about what is executed, and
// what calls pass and return.
//
// What a run is cut into, instructions or executions of statements, is up to the
// engine: it gives its parts numbers, and a Mark stands for one of them. A Recorder
// follows the events of a run and keeps the activations; an engine's Sink says which
// part each event belongs to, and keeps the dependences that it needs.
//
// Sources: Agrawal and Horgan, Dynamic Program Slicing, PLDI 1990; Xin and Zhang,
// Efficient Online Detection of Dynamic Control Dependence, ISSTA 2007.
package dyndep

import (
	"slices"

	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
)

// None is the number of no part of a run: of what was there at the start.
const None int32 = -1

// Mark names the part of a run that made a value. The zero value is nobody's.
type Mark int32

// MarkOf returns the mark of part n, nobody's if n is None.
func MarkOf(n int32) Mark { return Mark(n + 1) }

// Number returns the number of the part, None if it is nobody's.
func (m Mark) Number() int32 { return int32(m) - 1 }

// Writers knows for each byte of memory who wrote it last. The zero value is
// ready for use; nobody has written anything.
type Writers struct {
	marks map[uint32][]Mark // by slot; as long as something was written
	slot  uint32            // of the object used last
	last  []Mark            // its marks
}

// mostKept is the number of objects whose memory is kept for the next run.
const mostKept = 4096

// Reset forgets all writers.
func (w *Writers) Reset() {
	if len(w.marks) > mostKept {
		w.marks = nil
	}
	for s, list := range w.marks {
		w.marks[s] = list[:0]
	}
	w.slot, w.last = 0, nil
}

// Begun says that an object begins at an address, of which nobody has written anything.
func (w *Writers) Begun(a uint64) {
	s := program.Slot(a)
	if list, ok := w.marks[s]; ok {
		w.marks[s] = list[:0]
	}
	if s == w.slot {
		w.last = w.last[:0]
	}
}

// Of returns the writers of n bytes at an address, in order; of fewer if nobody has
// written to the last ones. They are shared, and good until the next Set.
func (w *Writers) Of(a uint64, n int64) []Mark {
	list, off := w.object(a)
	if off >= int64(len(list)) || n <= 0 {
		return nil
	}
	return list[off:min(off+n, int64(len(list)))]
}

// At returns the writer of one byte.
func (w *Writers) At(a uint64) Mark {
	if list, off := w.object(a); off < int64(len(list)) {
		return list[off]
	}
	return 0
}

// Set makes somebody the writer of n bytes at an address, all of one object.
func (w *Writers) Set(a uint64, n int64, by Mark) {
	if n <= 0 {
		return
	}
	list, off := w.object(a)
	if need := int(off + n); need > len(list) {
		if w.marks == nil {
			w.marks = map[uint32][]Mark{}
		}
		from := len(list)
		list = slices.Grow(list, need-from)[:need]
		clear(list[from:])
		w.last, w.marks[w.slot] = list, list
	}
	for i := off; i < off+n; i++ {
		list[i] = by
	}
}

// object returns the writers of the object at an address, and the offset there.
func (w *Writers) object(a uint64) (list []Mark, off int64) {
	s, low := program.SplitAddress(a)
	if s != w.slot {
		w.slot, w.last = s, w.marks[s]
	}
	return w.last, int64(low)
}

// Operands calls f for each operand of the instruction of an event whose value the
// event has, with that value.
func Operands(e *vm.Event, f func(program.Operand, uint64)) {
	f(e.Instr.A, e.A)
	f(e.Instr.B, e.B)
	for i, a := range e.Instr.Args {
		if i < len(e.Args) {
			f(a.Operand, e.Args[i])
		}
	}
}
