package flow

// maxHeld is the number of places from which on a variable counts as holding
// all that any such variable holds: what passes through it can be anything
// anyway, and the cost of telling is more than quadratic.
const maxHeld = 1500

// absorb makes v one with top.
func (s *solver) absorb(v variable) {
	if v = s.rep(v); v != s.rep(s.top) {
		s.merge([]variable{s.rep(s.top), v})
	}
}

// topPlace takes a place into account that top comes to hold: every cell of
// its object may hold what top does.
func (s *solver) topPlace(p int32) {
	obj := s.positions[p].obj
	for len(s.topObj) <= int(obj) {
		s.topObj = append(s.topObj, false)
	}
	if s.topObj[obj] {
		return
	}
	s.topObj[obj] = true
	o := &s.list[obj]
	if o.Kind == FuncObject {
		return
	}
	for i := range o.lay.cells {
		s.absorb(s.cellVar(o.first + Location(i)))
	}
}

// isTop reports whether a variable is one with top.
func (s *solver) isTop(v variable) bool { return s.rep(v) == s.rep(s.top) }

// applyTop does what a rule of top says, once.
func (s *solver) applyTop(r rule) {
	switch r.kind {
	case ruleLoad, ruleShift, ruleIndex, ruleAny, ruleDeep, ruleText:
		s.edge(s.top, r.to)
	case ruleStore, ruleStoreAll:
		s.edge(r.to, s.top)
	}
}
