package machine_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

type links map[uint32]uint32

func (l links) Link(s uint32) uint32             { return l[s] }
func (l links) SetLink(s, to uint32)             { l[s] = to }
func slotsOf(globals int) (machine.Slots, links) { return machine.NewSlots(globals), links{} }

// No slot is given to two objects at once, to one that it does not hold, or before it
// has waited for as many others as the policy says.
func TestSlotsWait(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		globals := rapid.SampledFrom([]int{0, 100, program.GlobalSlots + 5}).Draw(t, "globals")
		s, l := slotsOf(globals)
		first := map[uint32]bool{}
		for g := range globals {
			first[program.GlobalSlot(g)] = true
		}
		type kept struct {
			slot  uint32
			stack bool
		}
		var live []kept
		used, ended := map[uint32]bool{}, map[uint32]int{}
		ends := [2]int{}
		for range rapid.IntRange(1, 3000).Draw(t, "steps") {
			if len(live) > 0 && rapid.IntRange(0, 2).Draw(t, "end") > 0 {
				i := rapid.IntRange(0, len(live)-1).Draw(t, "which")
				k := live[i]
				live = append(live[:i], live[i+1:]...)
				used[k.slot] = false
				if k.stack {
					s.EndStack(l, k.slot)
					ends[0]++
					ended[k.slot] = ends[0]
				} else {
					s.EndHeap(l, k.slot)
					ends[1]++
					ended[k.slot] = ends[1]
				}
				continue
			}
			stack := rapid.Bool().Draw(t, "stack")
			size := rapid.SampledFrom([]uint64{0, 1, program.MaxNarrowSize, program.MaxNarrowSize + 1, program.MaxObjectSize}).Draw(t, "size")
			var n uint32
			after, count := machine.HeapQuarantine, ends[1]
			if stack {
				n, after, count = s.Stack(l, size), machine.StackQuarantine, ends[0]
			} else {
				n = s.Heap(l, size)
			}
			if n == 0 || used[n] || first[n] || !program.Fits(n, size) || n >= program.FuncSlot && n < program.WideSlots {
				t.Fatalf("an object of %d bytes is given slot %#x", size, n)
			}
			if e, ok := ended[n]; ok && count-e < after {
				t.Fatalf("slot %#x waits for %d others", n, count-e)
			}
			used[n] = true
			live = append(live, kept{n, stack})
		}
	})
}

// Objects go on to narrow slots, and large ones to wide ones that are kept for them;
// without new slots, those that wait longest are used.
func TestSlotsRunOut(t *testing.T) {
	s, l := slotsOf(3)
	for want := uint32(4); want < program.BigSlots; want++ {
		if n := s.New(program.MaxObjectSize); n != want {
			t.Fatalf("slot %#x, want %#x", n, want)
		}
	}
	if n := s.Heap(l, 1); n != program.WideSlots {
		t.Errorf("an object is given slot %#x", n)
	}
	for want := uint32(program.BigSlots); want < program.FuncSlot; want++ {
		if n := s.Heap(l, program.MaxNarrowSize+1); n != want {
			t.Fatalf("slot %#x, want %#x", n, want)
		}
	}
	if n := s.Heap(l, program.MaxNarrowSize+1); n != 0 {
		t.Errorf("there is a slot %#x too many", n)
	}
	s.EndHeap(l, program.BigSlots+7)
	s.EndHeap(l, program.BigSlots+8)
	if n := s.Heap(l, program.MaxObjectSize); n != program.BigSlots+7 {
		t.Errorf("slot %#x is used again first", n)
	}
	if n := s.Heap(l, 1); n != program.WideSlots+1 {
		t.Errorf("a small object is given slot %#x", n)
	}
}
