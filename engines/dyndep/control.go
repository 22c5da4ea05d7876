package dyndep

import "github.com/riftlab/rift/program"

// Regions is what an activation of a function is under the control of: branches,
// each until the end of what it decides about, its immediate post-dominator. The
// zero value is under the control of none.
type Regions struct{ open []region }

type region struct{ branch, end int32 }

// Branch returns the branch that decided last about what is executed now; false if
// none of this activation did.
func (r *Regions) Branch() (int32, bool) {
	if n := len(r.open); n > 0 {
		return r.open[n-1].branch, true
	}
	return None, false
}

// Enter says that a block begins, and ends the regions that end there.
func (r *Regions) Enter(block int32) {
	n := len(r.open)
	for n > 0 && r.open[n-1].end == block {
		n--
	}
	r.open = r.open[:n]
}

// Decide says that a branch was executed whose block has an immediate post-dominator.
// In a loop it takes the place of its execution in the round before.
func (r *Regions) Decide(branch, end int32) {
	if n := len(r.open); n > 0 && r.open[n-1].end == end {
		r.open[n-1].branch = branch
		return
	}
	r.open = append(r.open, region{branch, end})
}

// PostDominators returns the immediate post-dominator of each block of fn; the
// number of blocks stands for the exit, which every block without successor
// reaches. A block that cannot reach the exit has the exit too.
//
// Source: Cooper, Harvey and Kennedy 2001, on the reversed graph.
func PostDominators(fn *program.Func) []int32 {
	n := len(fn.Blocks)
	exit := int32(n)
	preds := make([][]int32, n+1)
	for b, block := range fn.Blocks {
		for _, s := range successors(block, exit) {
			preds[s] = append(preds[s], int32(b))
		}
	}
	order, number := postOrder(preds, exit)
	idom := make([]int32, n+1)
	for i := range idom {
		idom[i] = -1
	}
	idom[exit] = exit
	meet := func(a, b int32) int32 {
		for a != b {
			if number[a] < number[b] {
				a = idom[a]
			} else {
				b = idom[b]
			}
		}
		return a
	}
	for changed := true; changed; {
		changed = false
		for i := len(order) - 2; i >= 0; i-- {
			b := order[i]
			d := int32(-1)
			for _, s := range successors(fn.Blocks[b], exit) {
				switch {
				case idom[s] < 0:
				case d < 0:
					d = s
				default:
					d = meet(d, s)
				}
			}
			if d != idom[b] {
				idom[b], changed = d, true
			}
		}
	}
	for i := range idom {
		if idom[i] < 0 {
			idom[i] = exit
		}
	}
	return idom[:n]
}

func successors(b *program.Block, exit int32) []int32 {
	if t := b.Term().Targets; len(t) > 0 {
		return t
	}
	return []int32{exit}
}

// postOrder numbers the blocks from which the exit can be reached.
func postOrder(preds [][]int32, exit int32) (order, number []int32) {
	number = make([]int32, len(preds))
	seen := make([]bool, len(preds))
	type visit struct {
		b    int32
		next int
	}
	stack := []visit{{exit, 0}}
	seen[exit] = true
	for len(stack) > 0 {
		v := &stack[len(stack)-1]
		if v.next == len(preds[v.b]) {
			number[v.b] = int32(len(order))
			order = append(order, v.b)
			stack = stack[:len(stack)-1]
			continue
		}
		p := preds[v.b][v.next]
		v.next++
		if !seen[p] {
			seen[p] = true
			stack = append(stack, visit{p, 0})
		}
	}
	return order, number
}
