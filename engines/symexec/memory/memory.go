// Package memory is the symbolic heap: what a state's memory holds, byte by byte, and
// how states that were forked share it.
//
// A Memory is a table of objects by their slots, which package machine numbers. An
// Object is a run of bytes; stretches of them may be terms (overlays), and each bit
// is defined or not. What an address means is Memory.Inside; how objects begin and
// end is in slots.go, what they hold in object.go, piece.go and definedness.go.
//
// # How a fork shares memory
//
// Fork copies the list of pages of the table, no page and no object. From then on
// neither memory owns anything: what one writes first, it copies first - a page, an
// object, and of a big object the chunk (Memory.Change). A fork costs what is written
// after it.
//
// Nothing here decides anything: an access that depends on an input is resolved
// before. Source: AddressSpace and ObjectState of KLEE (Cadar, Dunbar, Engler, OSDI
// 2008, section 3.2), here with chunks and with undefined bits.
package memory

import (
	"iter"
	"slices"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

// Memory is the memory of one state.
type Memory struct {
	own      *owner
	pages    []*page
	slots    int  // beyond the last slot that was used
	zero     bool // memory begins as zero
	unused   machine.Slots
	heapUsed int64 // bytes charged
}

// New returns a memory without objects; with zero, new ones begin as zeros that are
// defined.
func New(zero bool) Memory {
	return Memory{own: &owner{}, slots: 1, zero: zero, unused: machine.NewSlots(0), pages: make([]*page, 1)}
}

// Fork returns a copy that does not see what is written to the other from now on.
func (m *Memory) Fork() Memory {
	c := *m
	c.own, m.own = &owner{}, &owner{}
	c.pages = slices.Clone(m.pages)
	return c
}

// Owned names what a memory may write in place.
type Owned struct{ own *owner }

// Owned returns what the memory may write in place until the next fork.
func (m *Memory) Owned() Owned { return Owned{m.own} }

// Regain makes a memory own again what the one that it comes from by forks did, once
// this is the only one of them that is left. What it has written since is its own, too.
func (m *Memory) Regain(o Owned) {
	for _, p := range m.pages {
		if p == nil || p.own != m.own {
			continue
		}
		p.own = o.own
		for _, x := range p.objects {
			if x == nil || x.own != m.own {
				continue
			}
			x.own = o.own
			for _, c := range x.big {
				if c.own == m.own {
					c.own = o.own
				}
			}
		}
	}
	m.own = o.own
}

// Unshared lists the slots whose objects m and another memory that comes from the same
// one by forks do not share.
func (m *Memory) Unshared(with *Memory) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for i := range max(len(m.pages), len(with.pages)) {
			if i < len(m.pages) && i < len(with.pages) && m.pages[i] == with.pages[i] {
				continue
			}
			if m.page(i) == nil && with.page(i) == nil {
				continue
			}
			for s := uint32(i) << pageBits; s < uint32(i+1)<<pageBits; s++ {
				if s > 0 && m.Object(s) != with.Object(s) && !yield(s) {
					return
				}
			}
		}
	}
}

// owner marks what one memory may write without copying it first. Memories never
// share one.
type owner struct{ _ byte }

// page is a part of the table of objects.
type page struct {
	own     *owner
	objects [pageSize]*Object
}

const (
	pageBits = 6
	pageSize = 1 << pageBits
)

// page returns a page of the table, nil if it has none.
func (m *Memory) page(i int) *page {
	if i < len(m.pages) {
		return m.pages[i]
	}
	return nil
}

// Len returns the number of the first slot beyond all that have or had an object.
func (m *Memory) Len() int { return m.slots }

// Object returns the object that is in a slot, or was last, for reading; nil if none
// ever was.
func (m *Memory) Object(s uint32) *Object {
	if int(s) >= m.slots || m.pages[s>>pageBits] == nil {
		return nil
	}
	return m.pages[s>>pageBits].objects[s&(pageSize-1)]
}

// Change returns the object in slot s for writing: a copy of it, which takes its
// place, if another state may see it too. It is for use before the next fork only.
func (m *Memory) Change(s uint32) *Object {
	o := m.Object(s)
	if o.own == m.own {
		return o
	}
	o = o.copyFor(m.own)
	m.setObject(s, o)
	return o
}

// Replace puts an object into a slot in place of the one there.
func (m *Memory) Replace(s uint32, o *Object) {
	o.own = m.own
	m.setObject(s, o)
}

// setObject puts an object into the table.
func (m *Memory) setObject(s uint32, o *Object) {
	p := m.pages[s>>pageBits]
	switch {
	case p == nil:
		p = &page{own: m.own}
		m.pages[s>>pageBits] = p
	case p.own != m.own:
		c := *p
		c.own = m.own
		p = &c
		m.pages[s>>pageBits] = p
	}
	p.objects[s&(pageSize-1)] = o
}

// Address returns the address of the object in a slot.
func (m *Memory) Address(s uint32) uint64 { return program.MakeAddress(s, 0) }

// Inside returns the live object that n bytes at a lie in.
func (m *Memory) Inside(a, n uint64) (slot uint32, off int, ok bool) {
	s, at := program.SplitAddress(a)
	o := m.Object(s)
	if o == nil || !o.Live || n > uint64(o.Size) || uint64(at) > uint64(o.Size)-n {
		return 0, 0, false
	}
	return s, int(at), true
}

// TextAt returns the object in which a lies if it is an input string of
// unknown length.
func (m *Memory) TextAt(a uint64) *Object {
	if o := m.Object(program.Slot(a)); o != nil && o.Text != nil && o.Live {
		return o
	}
	return nil
}

// Plain returns memory from address a on, of which n bytes are defined and not
// symbolic, or nil; with write, memory that the state may write in place.
func (m *Memory) Plain(a uint64, n int, write bool) []byte {
	s, low := program.SplitAddress(a)
	o, off := m.Object(s), int(low)
	if o == nil || off+n > o.Size || len(o.sym) != 0 || o.Text != nil || write && o.ReadOnly {
		return nil
	}
	data, set, own := o.data, o.init, o.own
	if o.big != nil {
		c := o.big[off>>chunkBits]
		data, set, own = c.data, c.init, c.own
		if off &= chunkBytes - 1; off+n > chunkBytes {
			return nil
		}
	}
	if write && own != m.own {
		return nil
	}
	if set != nil {
		if k := off & 63; k+n > 64 || set[off>>6]>>k&(1<<n-1) != 1<<n-1 {
			return nil
		}
	}
	return data[off:]
}
