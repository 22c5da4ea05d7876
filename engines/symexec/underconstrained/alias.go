package underconstrained

import (
	"github.com/riftlab/rift/engines/symexec/memory"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

// change prepares an unknown object for being written: from now on it matters
// which other objects it is.
func (w *GuidedRun) change(u *lazyObject) bool {
	u = u.end()
	if u.known != 0 || u.dirty {
		return w.compare(u)
	}
	u.dirty = true
	for _, v := range w.list {
		if v = v.end(); v != u && v.known == 0 && !w.differ(u, v) {
			return false
		}
		if u.to != nil {
			return w.change(u)
		}
	}
	for s := uint32(1); s < w.slots; s++ {
		if !w.outside(u, s) {
			return false
		}
		if u.known != 0 {
			return true
		}
	}
	return true
}

// compare decides which of the objects that have been written an unknown object
// is, if any.
func (w *GuidedRun) compare(u *lazyObject) bool {
	if u = u.end(); u.known != 0 {
		return true
	}
	for _, v := range w.list {
		if v = v.end(); v != u && v.dirty && v.known == 0 && !w.differ(v, u) {
			return false
		}
		if u.to != nil {
			return true
		}
	}
	for _, s := range w.dirty {
		if !w.outside(u, s) {
			return false
		}
		if u.known != 0 {
			return true
		}
	}
	return true
}

// end returns the object that u has turned out to be. Between unknown objects the
// roots of both are then the same address.
func (u *lazyObject) end() *lazyObject {
	for u.to != nil {
		u = u.to
	}
	return u
}

// writes notes that a known object is written: unknown ones may be this.
func (w *GuidedRun) writes(slot uint32) bool {
	if slot == 0 || slot >= w.slots {
		return true
	}
	for _, s := range w.dirty {
		if s == slot {
			return true
		}
	}
	w.dirty = append(w.dirty, slot)
	for _, u := range w.list {
		if u = u.end(); u.known == 0 && !w.outside(u, slot) {
			return false
		}
	}
	return true
}

// differ decides whether two unknown objects, of which one has been written, are
// the same; if so, the other becomes this.
func (w *GuidedRun) differ(u, v *lazyObject) bool {
	k := related{a: u, b: v}
	if w.apart[k] || w.apart[related{a: v, b: u}] || !w.may(nil, u.places, v.places) {
		return true
	}
	s := w.core.Terms
	if w.core.Decide(w.st, s.Ne(s.Extract(63, program.WideBits, u.root), s.Extract(63, program.WideBits, v.root))) {
		w.apart[k] = true
		return true
	}
	if w.core.Decide(w.st, s.Eq(u.root, v.root)) {
		w.unite(u, v)
		return true
	}
	a, b := w.own(u), w.own(v)
	if a == 0 || b == 0 || !w.core.Decide(w.st, s.And(s.Ule(s.Const(64, uint64(a)), s.Sub(v.root, u.root)), s.Ule(s.Const(64, uint64(b)), s.Sub(u.root, v.root)))) {
		w.stop = "pointers into the same object"
		return false
	}
	u.span, v.span = a, b
	w.apart[k] = true
	return true
}

// own returns the size of the element that an object is, as far as it has been
// accessed; 0 if it is more.
func (w *GuidedRun) own(u *lazyObject) int64 {
	if u.typ == nil || u.before > 0 || u.room > u.typ.Size {
		return 0
	}
	return u.typ.Size
}

// unite makes v, or u if v has been written, an alias of the other.
func (w *GuidedRun) unite(u, v *lazyObject) {
	if v.dirty && !u.dirty {
		u, v = v, u
	}
	v.to = u
	for _, at := range v.places {
		u.visit(at)
	}
	u.room, u.before, u.write = max(u.room, v.room), max(u.before, v.before), u.write || v.write
	if u.span == 0 || v.span != 0 && v.span < u.span {
		u.span = v.span
	}
}

// outside decides whether an unknown object is another than a known one.
func (w *GuidedRun) outside(u *lazyObject, slot uint32) bool {
	k := related{a: u, slot: slot}
	if w.apart[k] {
		return true
	}
	o := w.st.Memory.Object(slot)
	if o == nil || !o.Live || o.ReadOnly || !w.may(w.abstract(o), u.places) {
		return true
	}
	s := w.core.Terms
	a := w.st.Memory.Address(slot)
	low := program.OffsetBits(a)
	if w.core.Decide(w.st, s.Ne(s.Extract(63, low, u.root), s.Const(64-low, a>>low))) {
		w.apart[k] = true
		return true
	}
	root := w.core.Solver.Eval(&w.st.Path, u.root)
	w.core.Decide(w.st, s.Eq(u.root, s.Const(64, root)))
	if len(u.written) > 0 {
		w.stop = "pointers into the same object"
		return false
	}
	u.known, u.delta = slot, int64(root-a)
	if u.dirty {
		return w.writes(slot)
	}
	return true
}

// abstract names a known object.
func (w *GuidedRun) abstract(o *memory.Object) *Abstract {
	if o.Kind == machine.GlobalObject {
		return &Abstract{In: InGlobal, Index: o.What}
	}
	return &Abstract{In: InLocal, Func: int(o.Site), Index: o.What}
}

// Address returns the address that runs from the entry state give a global or local.
func (s *EntryState) Address(p *program.Program, o Object) (uint64, bool) {
	if o.In == InGlobal {
		return program.GlobalAddress(int(o.Index), 0), true
	}
	slots := machine.NewSlots(len(p.Globals))
	for i, list := range s.Locals {
		for _, k := range list {
			size := p.Funcs[s.Frames[i].Func].Locals[k].Size
			if slot := slots.New(uint64(max(size, 0))); o.In == InLocal && o.Activation == i && o.Index == k {
				return program.MakeAddress(slot, 0), true
			}
		}
	}
	return 0, false
}
