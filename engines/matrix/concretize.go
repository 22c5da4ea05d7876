package matrix

import (
	"slices"

	"github.com/riftlab/rift/engines/matrix/execution"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/underconstrained"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow/pointsto"
)

// concretization gives the variables of an entry state the values that they have in the state in
// which a run begins an instance: those in declared objects, and those that its
// walks found behind pointers, by following the pointers that the run has there.
type concretization struct {
	image      *image
	terms      *bitvec.Store
	to         *bitvec.Assignment
	entryState *underconstrained.EntryState
	begun      int32 // when, in events
	regs       map[regAt]uint64
	locals     map[underconstrained.Object]uint64 // the addresses of those that the entry state has
	shared
	symbolic map[uint32]uint32 // by upper half of an address of a local: that which walks use
	concrete map[uint32]uint32 // the reverse
}

// shared says which variables of an entry state have different values in both versions,
// and which are known to have the same.
type shared struct{ infected, agreed map[bitvec.Term]bool }

type regAt struct {
	activation int
	reg        program.Reg
}

// concretize prepares the binding of an entry state's variables at an instance of the run.
// What has a value from the other version already is compared with it.
func (m *image) concretize(s *bitvec.Store, to *bitvec.Assignment, v shared, sc *underconstrained.EntryState, x *execution.Instance) *concretization {
	m.advance(x.Writes)
	b := &concretization{image: m, terms: s, to: to, shared: v, entryState: sc, begun: x.Begun, regs: map[regAt]uint64{}}
	for _, r := range m.run.Snapshots[x.Snapshot].Registers {
		b.regs[regAt{int(r.Depth), r.Reg}] = r.Value
	}
	b.findLocals()
	return b
}

// all binds all variables, as far as their values are known.
func (b *concretization) all() {
	for i := range b.entryState.Variables {
		v := &b.entryState.Variables[i]
		if w, ok := b.declared(v); ok {
			b.set(v, w)
		}
	}
	for _, v := range b.entryState.Objects.All() {
		b.reached(v)
	}
}

// reached binds a variable behind a pointer.
func (b *concretization) reached(v *underconstrained.LazyVariable) {
	if w, ok := b.behind(v); ok {
		b.set(&v.Variable, w)
	}
}

// findLocals finds the locals of the entry state in the run: where registers have their
// addresses.
func (b *concretization) findLocals() {
	b.locals, b.symbolic, b.concrete = map[underconstrained.Object]uint64{}, map[uint32]uint32{}, map[uint32]uint32{}
	for i, list := range b.entryState.Locals {
		for _, k := range list {
			o := underconstrained.Object{In: underconstrained.InLocal, Activation: i, Index: k}
			for _, r := range homesOf(b.image.program.Funcs[b.entryState.Frames[i].Func], k) {
				a, live := b.regs[regAt{i, r}]
				walk, ok := b.entryState.Address(b.image.program, o)
				if live && ok {
					b.locals[o] = a
					b.symbolic[program.Slot(a)], b.concrete[program.Slot(walk)] = program.Slot(walk), program.Slot(a)
				}
			}
		}
	}
}

// declared returns the value of a variable in a declared object.
func (b *concretization) declared(v *underconstrained.Variable) (uint64, bool) {
	switch v.In {
	case underconstrained.InRegister:
		w, ok := b.regs[regAt{v.Activation, program.Reg(v.Index)}]
		return w, ok
	case underconstrained.InGlobal:
		return b.image.at(program.GlobalAddress(int(v.Index), 0)).word(v.Off, v.Bits/8)
	}
	a, ok := b.locals[v.Object]
	if !ok {
		return 0, false
	}
	return b.image.at(a).word(v.Off, v.Bits/8)
}

// behind returns the value of a variable that is behind a pointer.
func (b *concretization) behind(v *underconstrained.LazyVariable) (uint64, bool) {
	root, ok := b.to.Get(v.Root)
	if !ok && b.terms.Kind(v.Root) != bitvec.KindVar {
		root, ok = bitvec.NewEvaluator(b.terms, b.to).Value(v.Root)
	}
	if !ok {
		return 0, false
	}
	a, ok := b.actual(root.Uint64())
	if !ok {
		return 0, false
	}
	_, low := program.SplitAddress(a)
	off := int64(low)
	size, allocated, ok := b.size(a)
	if !ok {
		return 0, false
	}
	switch v.Aspect {
	case underconstrained.Room:
		return uint64(max(size-off, 0)), true
	case underconstrained.Before:
		return uint64(min(off, size)), true
	case underconstrained.Writable:
		g, global := program.GlobalAt(a, len(b.image.program.Globals))
		return bit(size > 0 && !(global && b.image.program.Globals[g].ReadOnly)), true
	case underconstrained.Freeable:
		return bit(allocated && off == 0), true
	}
	at := off + v.Offset
	if at < 0 || at+int64(v.Bits/8) > size {
		return 0, false
	}
	return b.image.at(a).word(int(at), v.Bits/8)
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// size returns the size of the object at an address, 0 if there is none any more, and whether it
// was allocated; false if that is not known.
func (b *concretization) size(a uint64) (size int64, allocated, ok bool) {
	if g, ok := program.GlobalAt(a, len(b.image.program.Globals)); ok {
		return b.image.program.Globals[g].Size, false, true
	}
	o, _ := b.image.run.At(a, b.image.applied)
	if o != nil && o.Heap != nil {
		if o.Heap.Ended != 0 && o.Heap.Ended < b.begun {
			return 0, false, true
		}
		return o.Heap.Size, o.Heap.Heap, !o.Named || o.Kind != pointsto.DynamicObject
	}
	if o != nil && o.Kind == pointsto.LocalObject {
		_, lives := b.symbolic[program.Slot(a)]
		return b.image.program.Funcs[o.Func].Locals[o.Index].Size, false, lives
	}
	return 0, false, program.Slot(a) == 0
}

// set gives a variable its value; one that it has from the other version stays.
func (b *concretization) set(v *underconstrained.Variable, w uint64) {
	if v.Pointer {
		var ok bool
		if w, ok = b.pointer(w); !ok {
			return
		}
	}
	t, value := v.Term(b.terms), bitvec.NewValue(v.Bits, w)
	if other, known := b.to.Get(t); known {
		if other.Equal(value) {
			b.agreed[t] = true
		} else {
			b.infected[t] = true
		}
		return
	}
	b.to.Set(t, value)
}

// elsewhere marks the addresses of objects that entry states do not have: walks give none
// of theirs such a one.
const elsewhere = 1 << 63

// pointer returns an address as a value of a variable: what entry states have addresses
// of has the walks', and other objects, such as those on the heap, have their own
// with a mark.
func (b *concretization) pointer(a uint64) (uint64, bool) {
	s, off := program.SplitAddress(a)
	if walk, ok := b.symbolic[s]; ok {
		return program.MakeAddress(walk, off), true
	}
	if o, _ := b.image.run.At(a, b.image.applied); o != nil {
		return a | elsewhere, true
	}
	if b.plain(a) {
		return a, true
	}
	_, fn := program.FuncIndex(a)
	return a, fn
}

// actual is the reverse of pointer.
func (b *concretization) actual(a uint64) (uint64, bool) {
	s, off := program.SplitAddress(a)
	if run, ok := b.concrete[s]; ok {
		return program.MakeAddress(run, off), true
	}
	return a &^ elsewhere, a&elsewhere != 0 || b.plain(a)
}

// plain reports whether an address is null, or that of a global.
func (b *concretization) plain(a uint64) bool {
	_, ok := program.GlobalAt(a, len(b.image.program.Globals))
	return ok || program.Slot(a) == 0
}

// homesOf returns the registers that hold the address of a local.
func homesOf(fn *program.Func, local int32) []program.Reg {
	var list []program.Reg
	for _, b := range fn.Blocks {
		for i := range b.Instrs {
			if in := &b.Instrs[i]; in.Op == program.Enter && in.Local == local && !slices.Contains(list, in.Dst) {
				list = append(list, in.Dst)
			}
		}
	}
	return list
}
