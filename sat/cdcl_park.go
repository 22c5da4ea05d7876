package sat

// Restricting the search to a cone.
//
// A variable outside of the cone is parked: both its literals carry the value
// parked, which counts as true wherever clauses are looked at. A clause that
// mentions a parked variable therefore never propagates and never becomes
// false, as if it had not been loaded, and this costs the inner loop nothing.
// Since such clauses only drop out, an Unsat answer and all that is learned
// remain consequences of the formula.
//
// While a variable is parked, clauses that mention it may come to watch false
// literals. Unparking one therefore propagates the trail again from its
// beginning, at level 0, where simplification keeps it short.

// parked is the value of both literals of a variable outside of the cone. Its
// level is 0.
const parked int8 = 2

// SetDecision implements [Decider]. Switching a variable on makes the next
// Solve start from an empty trail, so set cones rarely: a variable that is
// switched off before its first clause costs nothing, then or later.
func (s *CDCL) SetDecision(v Var, on bool) {
	checkLit("SetDecision", v.Pos(), s.NumVars())
	if on {
		s.unpark(v)
	} else {
		s.park(v)
	}
}

func (s *CDCL) park(v Var) {
	p := v.Pos()
	if s.vals[p] == parked {
		return
	}
	if s.vals[p] != 0 {
		if s.info[v].level == 0 {
			return // fixed for good: nothing left to decide
		}
		s.backtrack(int(s.info[v].level) - 1)
	}
	s.vals[p], s.vals[p^1] = parked, parked
	s.info[v] = varInfo{}
}

func (s *CDCL) unpark(v Var) {
	p := v.Pos()
	if s.vals[p] != parked {
		return
	}
	s.vals[p], s.vals[p^1] = 0, 0
	s.order.insert(v)
	s.repropagate = true
}

// unparkAll takes every variable into the clauses again, at level 0, but not
// into the branching order, and returns those that were parked, for parkAll.
func (s *CDCL) unparkAll() (off []Var) {
	for v := Var(1); int(v) < len(s.info); v++ {
		if p := v.Pos(); s.vals[p] == parked {
			off = append(off, v)
			s.vals[p], s.vals[p^1] = 0, 0
		}
	}
	if s.repropagate || len(off) > 0 {
		s.qhead, s.repropagate = 0, false
	}
	return off
}

func (s *CDCL) parkAll(vars []Var) {
	for _, v := range vars {
		s.park(v)
	}
}
