package symexec

import (
	"slices"

	"github.com/riftlab/rift/bitvec"
)

// side is a side of a branch of the program.
type side struct {
	in    *inst
	taken bool
}

// limit is a comparison that a path decided, newest first: it was on that side
// of the branch, and t says that it was so by the narrowest margin.
type limit struct {
	prev *limit
	side side
	t    bitvec.Term
}

// noteLimit remembers the limit of a condition that was just decided: a < b by
// the narrowest margin is a+1 == b, and a >= b is a == b.
func (e *Explorer) noteLimit(st *State, in *inst, cond bitvec.Term, taken bool) {
	s := e.terms
	key := side{in, taken}
	if e.limited[key] >= e.opt.Boundaries {
		return
	}
	if s.Kind(cond) == bitvec.KindNot {
		cond, taken = s.Arg(cond, 0), !taken
	}
	if k := s.Kind(cond); k != bitvec.KindUlt && k != bitvec.KindSlt {
		return
	}
	a, b := s.Arg(cond, 0), s.Arg(cond, 1)
	if taken {
		a = s.Add(a, s.Const(s.Width(a), 1))
	}
	st.limits = &limit{st.limits, key, s.Eq(a, b)}
}

// limitsOf returns the limits of a path that has ended, oldest first, without
// those that enough paths have had.
func (e *Explorer) limitsOf(st *State) []bitvec.Term {
	var list []bitvec.Term
	for l := st.limits; l != nil; l = l.prev {
		if e.limited[l.side] < e.opt.Boundaries && !slices.Contains(list, l.t) {
			e.limited[l.side]++
			list = append(list, l.t)
		}
	}
	slices.Reverse(list)
	return list
}
