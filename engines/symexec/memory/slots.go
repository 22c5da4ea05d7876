package memory

import (
	"slices"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

// How objects begin and end; package machine says which slots they take.

// NewSlot returns a slot never used before, or 0 if there are none left.
func (m *Memory) NewSlot() uint32 {
	n := m.slots
	if n >= program.FuncSlot {
		return 0
	}
	if n>>pageBits == len(m.pages) {
		m.pages = append(slices.Clip(m.pages), &page{own: m.own})
	}
	m.slots++
	m.setObject(uint32(n), &Object{own: m.own, ID: uint32(n)})
	return uint32(n)
}

// Begin starts the life of an object of size bytes, none of them
// written, in a slot whose object has ended or never was.
func (m *Memory) Begin(s uint32, kind machine.ObjectKind, size int) *Object {
	o := m.Change(s)
	*o = Object{own: m.own, ID: o.ID, Kind: kind, Live: true}
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
	if s = m.stackSlot(); s == 0 {
		return 0, nil
	}
	return s, m.Begin(s, kind, size)
}

func (m *Memory) stackSlot() uint32 {
	s := m.stackFree
	if s == 0 {
		return m.NewSlot()
	}
	o := m.Change(s)
	m.stackFree = o.next
	o.ID += 1 << program.ObjectSlotBits
	return s
}

// EndStack ends the life of an object on the stack.
func (m *Memory) EndStack(s uint32) {
	m.end(s)
	o := m.Change(s)
	o.next = m.stackFree
	m.stackFree = s
}

// Allocate begins the life of an object in a heap slot and charges it. It returns 0 if
// that would be beyond the limit, or there is no slot left.
func (m *Memory) Allocate(size uint64, kind machine.ObjectKind, limit int64) uint32 {
	if size > program.MaxObjectSize || int64(size)+machine.ObjectCost > limit-m.heapUsed {
		return 0
	}
	s := m.heapSlot()
	if s == 0 {
		return 0
	}
	m.Begin(s, kind, int(size)).Site = -1
	m.heapUsed += int64(size) + machine.ObjectCost
	return s
}

func (m *Memory) heapSlot() uint32 {
	if m.heapWaiting <= machine.HeapQuarantine {
		if s := m.NewSlot(); s != 0 || m.heapWaiting == 0 {
			return s
		}
	}
	s := m.heapFirst
	o := m.Change(s)
	m.heapFirst = o.next
	m.heapWaiting--
	o.ID += 1 << program.ObjectSlotBits
	return s
}

// Free ends the life of a heap object. Its slot waits before it is used again.
func (m *Memory) Free(s uint32) {
	m.heapUsed -= int64(m.Object(s).Size) + machine.ObjectCost
	m.end(s)
	m.Change(s).next = 0
	if m.heapWaiting == 0 {
		m.heapFirst = s
	} else {
		m.Change(m.heapLast).next = s
	}
	m.heapLast = s
	m.heapWaiting++
}

// Charged returns what the heap objects are charged.
func (m *Memory) Charged() int64 { return m.heapUsed }
