package dyndep

import (
	"slices"
	"testing"

	"github.com/riftlab/rift/program"
	"pgregory.net/rapid"
)

// TestWriters compares the last writers of bytes with a map from addresses, also
// when the memory of an earlier run is used again.
func TestWriters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var w Writers
		want := map[uint64]Mark{}
		address := func() uint64 {
			return rapid.Uint64Range(0, 3).Draw(t, "object")<<program.WideBits | rapid.Uint64Range(0, 40).Draw(t, "offset")
		}
		for range rapid.IntRange(0, 40).Draw(t, "steps") {
			switch rapid.IntRange(0, 9).Draw(t, "step") {
			case 0:
				w.Reset()
				clear(want)
			default:
				a, n, by := address(), rapid.Int64Range(0, 20).Draw(t, "n"), MarkOf(rapid.Int32Range(-1, 5).Draw(t, "by"))
				w.Set(a, n, by)
				for i := range uint64(n) {
					want[a+i] = by
				}
			}
			a, n := address(), rapid.Int64Range(0, 30).Draw(t, "n")
			got := w.Of(a, n)
			if int64(len(got)) > n {
				t.Fatalf("%d writers of %d bytes", len(got), n)
			}
			for i := range n {
				m := Mark(0)
				if int(i) < len(got) {
					m = got[i]
				}
				if at := w.At(a + uint64(i)); m != want[a+uint64(i)] || at != m {
					t.Fatalf("byte %#x: %d and %d, want %d", a+uint64(i), m, at, want[a+uint64(i)])
				}
			}
		}
	})
}

func TestMarks(t *testing.T) {
	if m := MarkOf(None); m != 0 || m.Number() != None {
		t.Errorf("nobody's mark is %d, of number %d", m, m.Number())
	}
	if n := MarkOf(7).Number(); n != 7 {
		t.Errorf("number %d, want 7", n)
	}
}

// function makes a function of blocks with the given successors.
func function(targets ...[]int32) *program.Func {
	fn := &program.Func{}
	for _, list := range targets {
		fn.Blocks = append(fn.Blocks, &program.Block{Instrs: []program.Instr{{Targets: list}}})
	}
	return fn
}

func TestPostDominators(t *testing.T) {
	for name, c := range map[string]struct {
		fn   *program.Func
		want []int32
	}{
		"straight":      {function([]int32{1}, nil), []int32{1, 2}},
		"if":            {function([]int32{1, 2}, []int32{2}, nil), []int32{2, 2, 3}},
		"if else":       {function([]int32{1, 2}, []int32{3}, []int32{3}, nil), []int32{3, 3, 3, 4}},
		"loop":          {function([]int32{1}, []int32{2, 3}, []int32{1}, nil), []int32{1, 3, 1, 4}},
		"two returns":   {function([]int32{1, 2}, nil, nil), []int32{3, 3, 3}},
		"never returns": {function([]int32{0, 1}, []int32{1}), []int32{2, 2}},
	} {
		if got := PostDominators(c.fn); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// TestRegions goes through while (a) { if (b) c; d; } e, twice around: block 0 is
// a, 1 is b, 2 is c, 3 is d, 4 is e.
func TestRegions(t *testing.T) {
	ipdom := PostDominators(function([]int32{1, 4}, []int32{2, 3}, []int32{3}, []int32{0}, nil))
	var r Regions
	var got []int32
	step := int32(0)
	for _, b := range []int32{0, 1, 2, 3, 0, 1, 3, 0, 4} {
		r.Enter(b)
		by, _ := r.Branch()
		got = append(got, by)
		if b == 0 || b == 1 {
			r.Decide(step, ipdom[b])
		}
		step++
	}
	// By steps: a at 0, 4 and 7 decides about the round and about itself, b at 1
	// about c.
	if want := []int32{None, 0, 1, 0, 0, 4, 4, 4, None}; !slices.Equal(got, want) {
		t.Errorf("under the control of %v, want %v", got, want)
	}
}
