package program_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/riftlab/rift/program"
)

// Addresses lie below 1<<47 and name their slot and offset.
func TestAddresses(t *testing.T) {
	for _, c := range []struct {
		slot, offset uint32
		want         uint64
	}{
		{0, 5, 5},
		{1, 0, 1 << 32},
		{program.WideSlots - 1, 1<<32 - 1, 1<<46 - 1},
		{program.WideSlots, 0, 1 << 46},
		{program.WideSlots + 1, 3, 1<<46 + 1<<22 + 3},
		{program.AllSlots - 1, 1<<22 - 1, 1<<47 - 1},
	} {
		if a := program.MakeAddress(c.slot, c.offset); a != c.want {
			t.Errorf("slot %#x, offset %#x: address %#x, want %#x", c.slot, c.offset, a, c.want)
		}
		if s, off := program.SplitAddress(c.want); s != c.slot || off != c.offset {
			t.Errorf("address %#x: slot %#x, offset %#x", c.want, s, off)
		}
	}
	for _, a := range []uint64{1 << 47, 1 << 63, 1<<64 - 1} {
		if s := program.Slot(a); s != program.AllSlots {
			t.Errorf("address %#x is in slot %#x", a, s)
		}
	}
}

// An address that is just below an object is one of it, whatever is in front.
func TestBeside(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		slot := rapid.Uint32Range(1, program.AllSlots-1).Draw(t, "slot")
		a, guard := program.MakeAddress(slot, 0), int64(1)<<(program.OffsetBits(program.MakeAddress(slot, 0)-1)-2)
		off := rapid.Int64Range(-guard, 3*guard-1).Draw(t, "offset")
		if s, got := program.Beside(a + uint64(off)); slot != program.WideSlots && (s != slot || got != off) {
			t.Fatalf("%d from slot %#x: %d from slot %#x", off, slot, got, s)
		}
	})
}

// Globals have different slots, which objects that come later do not take.
func TestGlobalSlots(t *testing.T) {
	seen := map[uint32]bool{0: true}
	for g := range 20000 {
		s := program.GlobalSlot(g)
		if seen[s] || s >= program.GlobalSlots && s < program.WideSlots {
			t.Fatalf("global %d has slot %#x", g, s)
		}
		seen[s] = true
		if back, ok := program.GlobalAt(program.GlobalAddress(g, 7), g+1); !ok || back != g {
			t.Fatalf("global %d is found as %d, %v", g, back, ok)
		}
		if _, ok := program.GlobalInSlot(s, g); ok {
			t.Fatalf("slot %#x is one of %d globals", s, g)
		}
	}
}

// Functions and labels have addresses of their own.
func TestCodeAddresses(t *testing.T) {
	for _, f := range []int{0, 1, 77, 1 << 21} {
		a := program.FuncAddress(f)
		if back, ok := program.FuncIndex(a); !ok || back != f || a>>program.AddressBits != 0 || a&15 != 0 {
			t.Errorf("function %d: address %#x, function %d, %v", f, a, back, ok)
		}
		for _, b := range []int{0, 1, 1<<program.LabelBits - 1} {
			a := program.LabelAddress(f, b)
			f2, b2, ok := program.LabelIndex(a)
			if !ok || f2 != f || b2 != b || a>>program.AddressBits != 0 {
				t.Errorf("label %d of %d: address %#x, label %d of %d, %v", b, f, a, b2, f2, ok)
			}
			if _, ok := program.FuncIndex(a); ok {
				t.Errorf("label %d of %d is a function", b, f)
			}
		}
	}
}
