package memory

import (
	"slices"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

// How objects begin and end; package machine says which slots they take.

// Globals makes room for so many globals in a memory that has nothing yet. What is
// made later gets other slots.
func (m *Memory) Globals(n int) {
	m.unused = machine.NewSlots(n)
	for g := range n {
		m.open(program.GlobalSlot(g))
	}
}

// NewSlot returns a slot never used before, or 0 if there are none left.
func (m *Memory) NewSlot() uint32 {
	s := m.unused.New(0)
	m.open(s)
	return s
}

// open makes an object in a slot that had none, or none that lives; not in slot 0.
func (m *Memory) open(s uint32) {
	if s == 0 || m.Object(s) != nil {
		return
	}
	for n := int(s>>pageBits) + 1; len(m.pages) < n; {
		m.pages = append(slices.Clip(m.pages), make([]*page, n-len(m.pages))...)
	}
	m.slots = max(m.slots, int(s)+1)
	m.setObject(s, &Object{own: m.own})
}

// Link implements machine.Links.
func (m *Memory) Link(s uint32) uint32 { return m.Object(s).next }

// SetLink implements machine.Links.
func (m *Memory) SetLink(s, to uint32) { m.Change(s).next = to }

// Begin starts the life of an object of size bytes, none of them
// written, in a slot whose object has ended or never was.
func (m *Memory) Begin(s uint32, kind machine.ObjectKind, size int) *Object {
	o := m.Change(s)
	*o = Object{own: m.own, Nth: o.Nth + 1, Kind: kind, Live: true}
	o.newBytes(size, m.zero)
	return o
}

func (m *Memory) end(s uint32) {
	o := m.Change(s)
	o.Live, o.sym, o.init, o.left, o.part, o.Text = false, nil, nil, 0, nil, nil
	o.Size, o.data, o.big = 0, nil, nil
}

// Stack begins the life of an object on the stack; the slot is 0 if there is none
// left.
func (m *Memory) Stack(kind machine.ObjectKind, size int) (s uint32, o *Object) {
	if s = m.unused.Stack(m, uint64(size)); s == 0 {
		return 0, nil
	}
	m.open(s)
	return s, m.Begin(s, kind, size)
}

// EndStack ends the life of an object on the stack.
func (m *Memory) EndStack(s uint32) {
	m.end(s)
	m.unused.EndStack(m, s)
}

// Allocate begins the life of an object in a heap slot and charges it. It returns 0 if
// that would be beyond the limit, or there is no slot left.
func (m *Memory) Allocate(size uint64, kind machine.ObjectKind, limit int64) uint32 {
	if size > program.MaxObjectSize || int64(size)+machine.ObjectCost > limit-m.heapUsed {
		return 0
	}
	s := m.unused.Heap(m, size)
	if s == 0 {
		return 0
	}
	m.open(s)
	m.Begin(s, kind, int(size)).Site = -1
	m.heapUsed += int64(size) + machine.ObjectCost
	return s
}

// Free ends the life of a heap object. Its slot waits before it is used again.
func (m *Memory) Free(s uint32) {
	m.heapUsed -= int64(m.Object(s).Size) + machine.ObjectCost
	m.end(s)
	m.unused.EndHeap(m, s)
}

// Charged returns what the heap objects are charged.
func (m *Memory) Charged() int64 { return m.heapUsed }
