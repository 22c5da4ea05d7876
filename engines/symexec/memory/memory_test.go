package memory_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/engines/symexec/memory"
	"github.com/riftlab/rift/program/machine"
)

// What one of two memories writes after a fork the other does not see, be the
// object small or big, and what neither writes they share.
func TestFork(t *testing.T) {
	terms := expr.NewBuilder(bitvec.NewStore())
	m := memory.New(false)
	const limit = 1 << 30
	var slots []uint32
	for _, size := range []uint64{16, 100_000, 16} {
		s := m.Allocate(size, machine.HeapObject, limit)
		m.Object(s).Store(terms, 8, 4, expr.Word(1))
		slots = append(slots, s)
	}
	read := func(m *memory.Memory, s uint32) uint64 { return m.Object(s).Load(terms, 8, 4).W }
	fork := m.Fork()
	for i, w := range []*memory.Memory{&m, &fork} {
		for _, s := range slots[:2] {
			w.Change(s).Store(terms, 8, 4, expr.Word(uint64(i)+2))
		}
	}
	for _, s := range slots[:2] {
		if x, y := read(&m, s), read(&fork, s); x != 2 || y != 3 {
			t.Errorf("slot %d holds %d and, in the fork, %d; want 2 and 3", s, x, y)
		}
	}
	if m.Object(slots[2]) != fork.Object(slots[2]) {
		t.Error("an object that neither wrote is there twice")
	}
	m.Free(slots[2])
	if !fork.Object(slots[2]).Live || m.Object(slots[2]).Live {
		t.Error("an object was freed in the fork, or not in the other")
	}
	if more := m.Allocate(limit, machine.HeapObject, limit); more != 0 {
		t.Error("an object beyond the limit")
	}
}

// A memory whose forks are gone owns what it did: it writes it in place, and what was
// written meanwhile, too, be it in itself or in the fork that takes its place.
func TestRegain(t *testing.T) {
	terms := expr.NewBuilder(bitvec.NewStore())
	for _, fork := range []bool{false, true} {
		m := memory.New(false)
		const limit = 1 << 30
		small, big, other := m.Allocate(16, machine.HeapObject, limit), m.Allocate(100_000, machine.HeapObject, limit), m.Allocate(16, machine.HeapObject, limit)
		for _, s := range []uint32{small, big, other} {
			m.Object(s).Store(terms, 8, 4, expr.Word(1))
		}
		owned := m.Owned()
		before := m.Object(other)
		gone := m.Fork()
		kept := m
		if fork {
			kept, gone = gone, kept
		}
		kept.Change(small).Store(terms, 8, 4, expr.Word(2))
		kept.Change(big).Store(terms, 8, 4, expr.Word(2))
		if list := slices.Collect(kept.Unshared(&gone)); !slices.Equal(list, []uint32{small, big}) {
			t.Errorf("slots %v are not shared", list)
		}
		kept.Regain(owned)
		small1, big1 := kept.Object(small), kept.Object(big)
		if kept.Change(small) != small1 || kept.Change(big) != big1 || kept.Change(other) != before {
			t.Error("an object was copied that nobody else sees")
		}
		next := kept.Fork()
		next.Change(small).Store(terms, 8, 4, expr.Word(3))
		next.Change(big).Store(terms, 8, 4, expr.Word(3))
		for _, s := range []uint32{small, big} {
			if w := kept.Object(s).Load(terms, 8, 4).W; w != 2 {
				t.Errorf("a fork wrote %d into slot %d", w, s)
			}
		}
	}
}

// Bytes of terms are cut, put together and taken out as they lie.
func TestOverlays(t *testing.T) {
	terms := expr.NewBuilder(bitvec.NewStore())
	m := memory.New(true)
	s, o := m.Stack(machine.LocalObject, 16)
	x := terms.Var("x", 32)
	o.Store(terms, 4, 4, expr.Value{T: x})
	o.Store(terms, 6, 1, expr.Word(7))
	want := terms.Concat(terms.Extract(31, 24, x), terms.Concat(terms.Const(8, 7), terms.Extract(15, 0, x)))
	if got := o.Load(terms, 4, 4); got.T != want {
		t.Errorf("the term is %s, want %s", terms.String(got.T), terms.String(want))
	}
	o.Put(terms, 10, o.Take(terms, 5, 3))
	if got := o.Load(terms, 10, 1); got.T != terms.Extract(15, 8, x) {
		t.Errorf("the copied byte is %s", terms.String(got.T))
	}
	o.Undefine(terms, 5, 1)
	if at, ok := o.Initialised(4, 4); ok || at != 5 {
		t.Errorf("byte %d is the first that is undefined, want 5", at)
	}
	if got := o.Take(terms, 10, 3).Data; !bytes.Equal(got, []byte{0, 7, 0}) {
		t.Errorf("known bytes are %v", got)
	}
	m.EndStack(s)
	for range machine.StackQuarantine {
		next, _ := m.Stack(machine.LocalObject, 1)
		if next == s {
			t.Fatalf("slot %d does not wait", s)
		}
		m.EndStack(next)
	}
	if again, _ := m.Stack(machine.LocalObject, 1); again != s || m.Object(s).Nth != 2 {
		t.Errorf("slot %d instead of %d, or not for the second time", again, s)
	}
}
