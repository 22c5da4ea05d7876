package code

import "github.com/riftlab/rift/program"

// JoinPoint returns the pc of the block at which the ways from a branch meet
// again, whatever they do in between, or -1: of the blocks past which no way
// leaves the function, the one with the fewest blocks before it.
func (f *Function) JoinPoint(in *Instr) int32 {
	y, n := in.IR.Targets[0], in.IR.Targets[1]
	w := flowWalk{blocks: f.IR.Blocks, seen: make([]int32, len(f.IR.Blocks))}
	w.from(y, -1)
	fromY := make([]bool, len(w.seen))
	for b := range fromY {
		fromY[b] = w.saw(int32(b))
	}
	w.from(n, -1)
	var both []int32
	for b, ok := range fromY {
		if ok && w.saw(int32(b)) {
			both = append(both, int32(b))
		}
	}
	best, size := int32(-1), 0
	for _, c := range both {
		before := w.from(y, c)
		if w.leaves {
			continue
		}
		before += w.from(n, c)
		if !w.leaves && (best < 0 || before < size) {
			best, size = c, before
		}
	}
	if best < 0 {
		return -1
	}
	return f.Starts[best]
}

// flowWalk visits blocks of a function along its control flow.
type flowWalk struct {
	blocks []*program.Block
	seen   []int32 // the last visit that came to each block
	visit  int32
	work   []int32
	leaves bool // the last visit came to a block that leaves the function
}

func (w *flowWalk) saw(b int32) bool { return w.seen[b] == w.visit }

// from visits what is reached from a block without entering another (-1 for
// none). It returns the number of blocks.
func (w *flowWalk) from(start, without int32) int {
	w.visit++
	w.leaves = false
	w.work = append(w.work[:0], start)
	n := 0
	for len(w.work) > 0 {
		b := w.work[len(w.work)-1]
		w.work = w.work[:len(w.work)-1]
		if w.saw(b) || b == without {
			continue
		}
		w.seen[b] = w.visit
		n++
		t := w.blocks[b].Term()
		w.leaves = w.leaves || len(t.Targets) == 0 && t.Op != program.Unreachable
		w.work = append(w.work, t.Targets...)
	}
	return n
}
