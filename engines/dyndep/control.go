package dyndep

import (
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow/dominance"
)

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
func PostDominators(fn *program.Func) []int32 {
	n := len(fn.Blocks)
	exit := int32(n)
	succs, preds := make([][]int32, n+1), make([][]int32, n+1)
	for b, block := range fn.Blocks {
		succs[b] = block.Term().Targets
		if len(succs[b]) == 0 {
			succs[b] = []int32{exit}
		}
		for _, s := range succs[b] {
			preds[s] = append(preds[s], int32(b))
		}
	}
	ipdom := dominance.Dominators(n+1, exit,
		func(v int32) []int32 { return preds[v] }, func(v int32) []int32 { return succs[v] })[:n]
	for b, d := range ipdom {
		if d < 0 {
			ipdom[b] = exit
		}
	}
	return ipdom
}
