package machine

import "github.com/riftlab/rift/program"

// Slots gives slots to objects, by the policy of the package comment. The zero value
// gives none; begin with NewSlots. A copy goes on from where the original was, with
// the links that it had.
type Slots struct {
	next  [classes]uint32 // slots never used
	stack [classes]stackSlots
	heap  [classes]queue
}

// Links is where a machine keeps the link from a slot that is not in use to another:
// beside its objects.
type Links interface {
	Link(slot uint32) uint32
	SetLink(slot, to uint32)
}

// class says for what a slot is.
type class uint8

const (
	wide   class = iota // wide slots for everything, while there are some
	narrow              // and those that are given then
	big                 // wide slots for what no narrow one can hold
	classes
)

// limits are the ends of the classes.
var limits = [classes]uint32{wide: program.BigSlots, narrow: program.AllSlots, big: program.FuncSlot}

// stackSlots are the slots of ended objects on the stack.
type stackSlots struct {
	waiting queue
	free    uint32 // the one that waited last; links lead to those before
}

// queue are slots that wait, in the order in which their objects ended.
type queue struct{ first, last, count uint32 }

// NewSlots returns the slots of a run of a program with so many globals.
func NewSlots(globals int) Slots {
	s := Slots{next: [classes]uint32{wide: 1, narrow: program.WideSlots, big: program.BigSlots}}
	if globals > 0 {
		last := program.GlobalSlot(globals - 1)
		s.next[classOf(last)] = last + 1
		if last >= program.WideSlots {
			s.next[wide] = program.GlobalSlots
		}
	}
	return s
}

// classOf returns the class of a slot that is an object's.
func classOf(slot uint32) class {
	switch {
	case slot < program.BigSlots:
		return wide
	case slot < program.WideSlots:
		return big
	}
	return narrow
}

// New returns a slot never used before for an object of size bytes, or 0 if there is
// none left.
func (s *Slots) New(size uint64) uint32 {
	c := wide
	if s.next[wide] == limits[wide] {
		if c = narrow; size > program.MaxNarrowSize {
			c = big
		}
	}
	n := s.next[c]
	if n == limits[c] || !program.Fits(n, size) {
		return 0
	}
	s.next[c]++
	return n
}

// pool returns the class under which a slot waits, which is that of the objects that
// it may be given to.
func pool(c class) class {
	if c == wide {
		return narrow
	}
	return c
}

// Stack returns the slot for an object of size bytes on the stack, or 0.
func (s *Slots) Stack(l Links, size uint64) uint32 {
	p := &s.stack[narrow]
	if !program.Fits(p.free, size) && s.stack[big].free != 0 {
		p = &s.stack[big]
	}
	if n := p.free; n != 0 && program.Fits(n, size) {
		p.free = l.Link(n)
		return n
	}
	if n := s.New(size); n != 0 {
		return n
	}
	if n := p.waiting.first; n != 0 && program.Fits(n, size) {
		return p.waiting.take(l)
	}
	return 0
}

// EndStack notes that the object on the stack in a slot has ended.
func (s *Slots) EndStack(l Links, slot uint32) {
	p := &s.stack[pool(classOf(slot))]
	p.waiting.put(l, slot)
	if p.waiting.count > StackQuarantine {
		n := p.waiting.take(l)
		l.SetLink(n, p.free)
		p.free = n
	}
}

// Heap returns the slot for an object of size bytes that is not on the stack, or 0.
func (s *Slots) Heap(l Links, size uint64) uint32 {
	q := &s.heap[narrow]
	if size > program.MaxNarrowSize && s.heap[big].first != 0 {
		q = &s.heap[big]
	}
	fits := q.first != 0 && program.Fits(q.first, size)
	if fits && q.count > HeapQuarantine {
		return q.take(l)
	}
	if n := s.New(size); n != 0 {
		return n
	}
	if fits {
		return q.take(l)
	}
	return 0
}

// EndHeap notes that the object in a slot that Heap gave has ended.
func (s *Slots) EndHeap(l Links, slot uint32) {
	s.heap[pool(classOf(slot))].put(l, slot)
}

func (q *queue) put(l Links, slot uint32) {
	l.SetLink(slot, 0)
	if q.first == 0 {
		q.first = slot
	} else {
		l.SetLink(q.last, slot)
	}
	q.last = slot
	q.count++
}

func (q *queue) take(l Links) uint32 {
	slot := q.first
	q.first = l.Link(slot)
	q.count--
	return slot
}
