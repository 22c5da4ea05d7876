package underconstrained

import (
	"slices"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/exec"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

// Written is an object behind an unknown pointer of which a run has written bytes.
type Written struct {
	Root   bitvec.Term  // the address of the pointer
	Places []exec.Frame // where the object was accessed
	Ranges []Range      // that have been written
	Freed  bool
}

// Written returns the objects behind unknown pointers that have been written,
// each once.
func (m *Snapshot) Written() []Written {
	var list []Written
	for _, u := range m.heap.list {
		if u.to == nil && u.known == 0 && (len(u.written) > 0 || u.freed) {
			list = append(list, Written{u.root, u.places, u.written, u.freed})
		}
	}
	return list
}

// hold copies what a run knows of unknown objects; what it needs to go on is left out.
func (r *lazyHeap) hold() *lazyHeap {
	c := lazyHeap{entry: r.entry, slots: r.slots, dirty: slices.Clip(r.dirty)}
	c.list = make([]*lazyObject, len(r.list))
	c.byRoot = map[bitvec.Term]*lazyObject{}
	copies := map[*lazyObject]*lazyObject{}
	for i, u := range r.list {
		x := *u
		c.list[i], c.byRoot[u.root], copies[u] = &x, &x, &x
	}
	for _, u := range c.list {
		if u.to != nil {
			u.to = copies[u.to]
		}
	}
	c.apart = make(map[related]bool, len(r.apart))
	for k := range r.apart {
		if k.b != nil {
			k.b = copies[k.b]
		}
		k.a = copies[k.a]
		c.apart[k] = true
	}
	return &c
}

// Behind returns n = 1, 2, 4 or 8 bytes at an offset from an unknown pointer that a
// run of the other version has the root of, as this one left them. It reports false
// if it is not known whether the memory is among what this run has written: apart
// says what the other run knows of that.
func (m *Snapshot) Behind(root bitvec.Term, off int64, n int, apart *Snapshot) (bitvec.Term, bool) {
	u := m.heap.byRoot[root]
	if u == nil {
		var ok bool
		if u, ok = m.meets(root, apart); !ok {
			return 0, false
		}
	}
	if u = u.end(); u.known != 0 {
		o := m.st.Memory.Object(u.known)
		if at := off + u.delta; at >= 0 && at+int64(n) <= int64(o.Size) && o.Defined(int(at), n) {
			return m.core.Terms.Term(o.Load(m.core.Terms, int(at), n), 8*n), true
		}
		return 0, false
	}
	at := int(off) + mostBefore
	if u.freed || at < 0 || at+n > m.st.Memory.Object(u.slot).Size {
		return 0, false
	}
	fill(m.core.Terms, m.st, u, off, int64(n), func(off int64, n int) (*LazyVariable, bitvec.Term) {
		v := u.cell(m.heap.entry.Objects, off)
		if n > 0 {
			v = u.word(m.heap.entry.Objects, off, n, false)
		}
		t, _ := m.core.Solver.Variable(VariablePrefix+v.Name, v.Bits)
		return v, t
	})
	o := m.st.Memory.Object(u.slot)
	if !o.Defined(at, n) {
		return 0, false
	}
	return m.core.Terms.Term(o.Load(m.core.Terms, at, n), 8*n), true
}

// meets finds the object of a root that this run has not met: it is one that has
// been written if the other run found both to be the same, and holds what it held
// at first if that found it to be none of them.
func (m *Snapshot) meets(root bitvec.Term, other *Snapshot) (*lazyObject, bool) {
	x := other.heap.byRoot[root]
	if x == nil {
		return nil, false
	}
	x = x.end()
	for _, d := range m.heap.list {
		if d.to != nil || d.known != 0 || !d.dirty {
			continue
		}
		y := other.heap.byRoot[d.root]
		if y == nil {
			return nil, false
		}
		if y = y.end(); y == x {
			return d, true
		}
		if !other.heap.apart[related{a: x, b: y}] && !other.heap.apart[related{a: y, b: x}] {
			return nil, false
		}
	}
	return m.heap.foreign(x, m.st)
}

// foreign makes an object that another run has made.
func (r *lazyHeap) foreign(x *lazyObject, st *exec.State) (*lazyObject, bool) {
	if len(r.list) == mostUnknown {
		return nil, false
	}
	u := &lazyObject{root: x.root, base: x.base, index: x.index, typ: x.typ, slot: r.slots + uint32(len(r.list))}
	u.begin(st)
	r.list = append(r.list, u)
	r.byRoot[x.root] = u
	return u, true
}

// Own reports whether an address points to an object that the run itself has made.
func (m *Snapshot) Own(a uint64) bool {
	s := program.Slot(a)
	return s >= m.heap.slots+mostUnknown && m.st.Memory.Object(s) != nil
}

// ValueOf returns what a variable behind a pointer stands for at this snapshot, its
// address being a; false if there is no such memory, or its size is open.
func (m *Snapshot) ValueOf(v *LazyVariable, a uint64) (bitvec.Term, bool) {
	slot, off, ok := m.st.Memory.Inside(a, 0)
	if !ok {
		return 0, false
	}
	o, s := m.st.Memory.Object(slot), m.core.Terms
	if o.Text != nil && v.Aspect != Content {
		return 0, false
	}
	switch v.Aspect {
	case Room:
		return s.Const(v.Bits, uint64(o.Size-off)), true
	case Before:
		return s.Const(v.Bits, uint64(off)), true
	case Writable:
		return s.Const(v.Bits, expr.Bit(!o.ReadOnly)), true
	case Freeable:
		return s.Const(v.Bits, expr.Bit(o.Kind == machine.HeapObject && off == 0)), true
	}
	if at := off + int(v.Offset); at >= 0 {
		return Bytes{m.core.Terms, o}.Word(at, v.Bits/8)
	}
	return 0, false
}
