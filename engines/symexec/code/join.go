package code

import (
	"slices"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow/dominance"
)

// joins finds for each branch to the arguments of an annotation where its ways meet
// again: the block that every way passes which returns from the function. Where none
// returns, it is the block that all ways pass; where some ways end before, the nearest
// block that both sides come to.
func (f *Function) joins() {
	var returns, ends []int32 // immediate post-dominators
	for i := range f.Code {
		in := &f.Code[i]
		if !in.Choice {
			continue
		}
		if returns == nil {
			returns, ends = f.postDominators(), dominance.PostDominators(len(f.IR.Blocks)+1, 0, int32(len(f.IR.Blocks)), f.next)
		}
		b, exact := slices.BinarySearch(f.Starts, int32(i))
		if !exact {
			b--
		}
		join, exit := returns[b], int32(len(f.IR.Blocks))
		if join < 0 {
			if join = ends[b]; join == exit {
				join = f.nearest(in)
			}
		}
		if in.Join = -1; join >= 0 && join < exit {
			in.Join = f.Starts[join]
		}
	}
}

// next returns the blocks that may follow one, the number of blocks being the end.
func (f *Function) next(b int32) []int32 {
	if int(b) == len(f.IR.Blocks) {
		return nil
	}
	if t := f.IR.Blocks[b].Term(); len(t.Targets) > 0 || t.Op == program.Unreachable {
		return t.Targets
	}
	return []int32{int32(len(f.IR.Blocks))}
}

// postDominators returns the immediate post-dominator of each block from which the
// function can return, that of others -1: ways that end otherwise do not count.
func (f *Function) postDominators() []int32 {
	n := len(f.IR.Blocks) + 1
	preds := make([][]int32, n)
	for b := range f.IR.Blocks {
		for _, s := range f.next(int32(b)) {
			preds[s] = append(preds[s], int32(b))
		}
	}
	returns := make([]bool, n)
	for _, b := range dominance.ReversePostorder(n, int32(n-1), func(b int32) []int32 { return preds[b] }) {
		returns[b] = true
	}
	next := make([][]int32, n)
	for b := range n {
		for _, s := range f.next(int32(b)) {
			if returns[s] {
				next[b] = append(next[b], s)
			}
		}
	}
	return dominance.Dominators(n, int32(n-1), func(b int32) []int32 { return preds[b] }, func(b int32) []int32 { return next[b] })
}

// nearest returns, of the blocks that both sides of a branch come to, the one with the
// fewest blocks before it, or -1.
func (f *Function) nearest(in *Instr) int32 {
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
		if before := w.from(y, c) + w.from(n, c); best < 0 || before < size {
			best, size = c, before
		}
	}
	return best
}

// flowWalk visits blocks of a function along its control flow.
type flowWalk struct {
	blocks []*program.Block
	seen   []int32 // the last visit that came to each block
	visit  int32
	work   []int32
}

func (w *flowWalk) saw(b int32) bool { return w.seen[b] == w.visit }

// from visits what is reached from a block without entering another (-1 for
// none). It returns the number of blocks.
func (w *flowWalk) from(start, without int32) int {
	w.visit++
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
		w.work = append(w.work, w.blocks[b].Term().Targets...)
	}
	return n
}
