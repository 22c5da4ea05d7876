package symexec

import (
	"slices"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/code"
)

// side is a side of a branch of the program.
type side struct {
	in    *code.Instr
	taken bool
}

// boundary is a comparison that a path decided, newest first: it was on that side
// of the branch, and t says that it was so by the narrowest margin.
type boundary struct {
	prev *boundary
	side side
	t    bitvec.Term
}

// noteBoundary remembers the boundary of a condition that was just decided.
func (e *Explorer) noteBoundary(st *State, in *code.Instr, cond bitvec.Term, taken bool) {
	key := side{in, taken}
	if e.boundaryPaths[key] >= e.opt.Boundaries {
		return
	}
	if t, ok := e.terms.Narrowest(cond, taken); ok {
		st.boundaries = &boundary{st.boundaries, key, t}
	}
}

// noteMergedBoundaries remembers both sides of a merged branch, at their boundaries if the
// condition has such.
func (e *Explorer) noteMergedBoundaries(st *State, in *code.Instr, cond bitvec.Term) {
	for _, taken := range []bool{true, false} {
		key := side{in, taken}
		if e.boundaryPaths[key] >= e.opt.Boundaries {
			continue
		}
		t, ok := e.terms.Narrowest(cond, taken)
		if !ok {
			if t = cond; !taken {
				t = e.terms.Not(cond)
			}
		}
		st.boundaries = &boundary{st.boundaries, key, t}
	}
}

// boundariesOf returns the boundaries of a path that has ended, oldest first, without
// those that enough paths have had.
func (e *Explorer) boundariesOf(st *State) []bitvec.Term {
	var list []bitvec.Term
	for l := st.boundaries; l != nil; l = l.prev {
		if e.boundaryPaths[l.side] < e.opt.Boundaries && !slices.Contains(list, l.t) {
			e.boundaryPaths[l.side]++
			list = append(list, l.t)
		}
	}
	slices.Reverse(list)
	return list
}
