package exec

import (
	"slices"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/code"
)

// noteBoundary remembers the boundary of a condition that was just decided.
func (m *Machine) noteBoundary(st *State, in *code.Instr, cond bitvec.Term, taken bool) {
	key := side{in, taken}
	if m.boundaryPaths[key] >= m.opt.Boundaries {
		return
	}
	if t, ok := m.terms.Narrowest(cond, taken); ok {
		st.boundaries = &boundary{st.boundaries, key, t}
	}
}

// noteMergedBoundaries remembers both sides of a merged branch, at their boundaries if the
// condition has such.
func (m *Machine) noteMergedBoundaries(st *State, in *code.Instr, cond bitvec.Term) {
	for _, taken := range []bool{true, false} {
		key := side{in, taken}
		if m.boundaryPaths[key] >= m.opt.Boundaries {
			continue
		}
		t, ok := m.terms.Narrowest(cond, taken)
		if !ok {
			if t = cond; !taken {
				t = m.terms.Not(cond)
			}
		}
		st.boundaries = &boundary{st.boundaries, key, t}
	}
}

// BoundariesOf returns the boundaries of a path that has ended, oldest first, without
// those that enough paths have had.
func (m *Machine) BoundariesOf(st *State) []bitvec.Term {
	var list []bitvec.Term
	for l := st.boundaries; l != nil; l = l.prev {
		if m.boundaryPaths[l.side] < m.opt.Boundaries && !slices.Contains(list, l.t) {
			m.boundaryPaths[l.side]++
			list = append(list, l.t)
		}
	}
	slices.Reverse(list)
	return list
}
