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

// noteLimit remembers the limit of a condition that was just decided.
func (e *Explorer) noteLimit(st *State, in *inst, cond bitvec.Term, taken bool) {
	key := side{in, taken}
	if e.limited[key] >= e.opt.Boundaries {
		return
	}
	if t, ok := e.narrowest(cond, taken); ok {
		st.limits = &limit{st.limits, key, t}
	}
}

// noteMerged remembers both sides of a merged branch, at their limits if the
// condition has such.
func (e *Explorer) noteMerged(st *State, in *inst, cond bitvec.Term) {
	for _, taken := range []bool{true, false} {
		key := side{in, taken}
		if e.limited[key] >= e.opt.Boundaries {
			continue
		}
		t, ok := e.narrowest(cond, taken)
		if !ok {
			if t = cond; !taken {
				t = e.terms.Not(cond)
			}
		}
		st.limits = &limit{st.limits, key, t}
	}
}

// narrowest returns the condition that a comparison is true, or false, by the
// narrowest margin: a < b that a+1 == b, a >= b that a == b.
func (e *Explorer) narrowest(cond bitvec.Term, taken bool) (bitvec.Term, bool) {
	s := e.terms
	if s.Kind(cond) == bitvec.KindNot {
		cond, taken = s.Arg(cond, 0), !taken
	}
	if k := s.Kind(cond); k != bitvec.KindUlt && k != bitvec.KindSlt {
		return 0, false
	}
	a, b := s.Arg(cond, 0), s.Arg(cond, 1)
	if taken {
		a = s.Add(a, s.Const(s.Width(a), 1))
	}
	return s.Eq(a, b), true
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
