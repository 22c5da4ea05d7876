package sat

// analysis is the working memory of conflict analysis.
type analysis struct {
	seen       []uint8 // by variable, see below; 0 outside of an analysis
	marked     []Var   // variables with seen != 0
	clause     []Lit   // the clause being learned; the UIP comes first
	open       int     // literals of the conflict level still to be resolved
	levelStamp []uint32
	stamp      uint32
}

const (
	seenSource    uint8 = 1 + iota // in the clause or resolved away
	seenRedundant                  // implied by other literals of the clause
	seenNeeded                     // not implied by them
)

// learn resolves the conflict to the clause of the first unique implication
// point, backjumps, and asserts that clause. It returns false if the clauses
// alone are contradictory.
func (s *CDCL) learn(conflict ref) bool {
	s.stats.Conflicts++
	s.backtrack(s.conflictLevel(conflict))
	if s.level() == 0 {
		s.opts.Proof.derived()
		return false
	}
	s.resolve(conflict)
	s.minimise()
	clause := s.analysis.clause
	glue := s.countLevels(clause)
	back := s.secondWatch(clause)
	s.clearSeen()
	s.backtrack(back)
	s.assertLearned(clause, glue)
	s.order.decay()
	s.pace.conflict(glue)
	s.stats.LearnedLits += int64(len(clause))
	return true
}

// conflictLevel returns the highest level in the conflict. It is below the
// current one only after clauses were added under assumptions.
func (s *CDCL) conflictLevel(conflict ref) int {
	lits := s.falseBin[:]
	if conflict != conflictBin {
		lits = s.lits(conflict)
	}
	top := int32(0)
	for _, l := range lits {
		top = max(top, s.info[l>>1].level)
	}
	return int(top)
}

func (s *CDCL) assertLearned(clause []Lit, glue int) {
	s.opts.Proof.derived(clause...)
	uip := clause[0]
	if len(clause) == 1 {
		s.assign(uip, noRef)
		return
	}
	r := s.attach(clause, true, glue)
	if r != noRef {
		s.setFlag(r, flagUsed)
	}
	s.assign(uip, s.reasonFor(r, clause[1]))
}

// resolve walks the trail backward from the conflict and replaces each literal
// of the conflict level by its reason until one is left, the UIP.
func (s *CDCL) resolve(conflict ref) {
	a := &s.analysis
	a.clause = append(a.clause[:0], 0)
	a.open = 0
	reason, uip := conflict, Lit(0)
	for i := len(s.trail) - 1; ; i-- {
		s.visitReason(reason, uip)
		for a.seen[s.trail[i]>>1] == 0 {
			i--
		}
		uip = s.trail[i]
		reason = s.info[uip>>1].reason
		a.open--
		if a.open == 0 {
			break
		}
	}
	a.clause[0] = uip.Not()
}

// visitReason marks the literals of a clause other than the one it implied.
func (s *CDCL) visitReason(r ref, implied Lit) {
	switch {
	case r == conflictBin:
		s.visit(s.falseBin[0])
		s.visit(s.falseBin[1])
	case r.isBinary():
		s.visit(r.otherLit())
	default:
		if s.arena[r+1]&flagLearned != 0 {
			s.touchLearned(r)
		}
		for _, l := range s.lits(r) {
			if l != implied {
				s.visit(l)
			}
		}
	}
}

func (s *CDCL) visit(l Lit) {
	v := l.Var()
	level := s.info[v].level
	if s.analysis.seen[v] != 0 || level == 0 {
		return
	}
	s.analysis.seen[v] = seenSource
	s.analysis.marked = append(s.analysis.marked, v)
	s.order.bump(v)
	if int(level) == len(s.trailLim) {
		s.analysis.open++
	} else {
		s.analysis.clause = append(s.analysis.clause, l)
	}
}

// touchLearned notes that a learned clause was useful, and lowers its glue if
// it links fewer levels than it used to.
func (s *CDCL) touchLearned(r ref) {
	s.setFlag(r, flagUsed)
	old := s.glue(r)
	if old <= glueKeep {
		return
	}
	if glue := s.countLevels(s.lits(r)); glue < old {
		s.setGlue(r, glue)
	}
}

// countLevels returns the number of distinct levels in lits, and leaves those
// levels stamped.
func (s *CDCL) countLevels(lits []Lit) int {
	a := &s.analysis
	a.stamp++
	if a.stamp == 0 { // wrapped around: forget all old stamps
		clear(a.levelStamp)
		a.stamp = 1
	}
	n := 0
	for _, l := range lits {
		level := s.info[l>>1].level
		if a.levelStamp[level] != a.stamp {
			a.levelStamp[level] = a.stamp
			n++
		}
	}
	return n
}

// minimise drops the literals that the rest of the clause implies (Sorensson
// and Biere, "Minimizing learned clauses", SAT 2009).
func (s *CDCL) minimise() {
	a := &s.analysis
	s.countLevels(a.clause)
	kept := 1
	for _, l := range a.clause[1:] {
		if s.redundant(l, 0) {
			s.stats.MinimisedLit++
			continue
		}
		a.clause[kept] = l
		kept++
	}
	a.clause = a.clause[:kept]
}

const maxMinimiseDepth = 500

// redundant reports whether l, a false literal, follows from other literals of
// the clause, following reasons. It gives up at levels that do not occur in
// the clause: nothing there can be implied by it.
func (s *CDCL) redundant(l Lit, depth int) bool {
	reason := s.info[l>>1].reason
	if reason == noRef || depth > maxMinimiseDepth {
		return false
	}
	if reason.isBinary() {
		return s.impliedByClause(reason.otherLit(), depth)
	}
	for _, q := range s.lits(reason) {
		if q != l^1 && !s.impliedByClause(q, depth) {
			return false
		}
	}
	return true
}

func (s *CDCL) impliedByClause(q Lit, depth int) bool {
	a := &s.analysis
	v := q.Var()
	level := s.info[v].level
	switch {
	case level == 0 || a.seen[v] == seenSource || a.seen[v] == seenRedundant:
		return true
	case a.seen[v] == seenNeeded || a.levelStamp[level] != a.stamp:
		return false
	}
	ok := s.redundant(q, depth+1)
	if ok {
		a.seen[v] = seenRedundant
	} else {
		a.seen[v] = seenNeeded
	}
	a.marked = append(a.marked, v)
	return ok
}

// secondWatch moves a literal of the highest level among clause[1:] to index 1
// and returns that level, 0 for a unit: the level to jump back to.
func (s *CDCL) secondWatch(clause []Lit) int {
	if len(clause) == 1 {
		return 0
	}
	best := 1
	for i := 2; i < len(clause); i++ {
		if s.info[clause[i]>>1].level > s.info[clause[best]>>1].level {
			best = i
		}
	}
	clause[1], clause[best] = clause[best], clause[1]
	return int(s.info[clause[1]>>1].level)
}

func (s *CDCL) clearSeen() {
	for _, v := range s.analysis.marked {
		s.analysis.seen[v] = 0
	}
	s.analysis.marked = s.analysis.marked[:0]
}

// analyzeFinal computes the core once the assumption failed is false under the
// assumptions before it: failed itself, and every assumption from which its
// complement was derived.
func (s *CDCL) analyzeFinal(failed Lit) {
	s.markForCore(failed)
	inCore := map[Lit]bool{failed: true}
	for _, l := range s.decisionsBehind(s.core[:0]) {
		inCore[l] = true
	}
	s.core = inOrder(s.core[:0], s.assumed, inCore)
}

// decisionsBehind appends the decisions, assumptions included, from which the
// literals marked by markForCore were derived, latest first. It removes the
// marks.
func (s *CDCL) decisionsBehind(dst []Lit) []Lit {
	a := &s.analysis
	for i := len(s.trail) - 1; i >= s.fixed() && len(a.marked) > 0; i-- {
		l := s.trail[i]
		if a.seen[l>>1] == 0 {
			continue
		}
		switch reason := s.info[l>>1].reason; {
		case reason == noRef:
			dst = append(dst, l)
		case reason.isBinary():
			s.markForCore(reason.otherLit())
		default:
			for _, q := range s.lits(reason) {
				s.markForCore(q)
			}
		}
	}
	s.clearSeen()
	return dst
}

func (s *CDCL) markForCore(l Lit) {
	v := l.Var()
	if s.info[v].level > 0 && s.analysis.seen[v] == 0 {
		s.analysis.seen[v] = seenSource
		s.analysis.marked = append(s.analysis.marked, v)
	}
}
