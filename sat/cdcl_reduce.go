package sat

import "slices"

const (
	glueKeep = 2 // learned clauses of at most this glue are kept for good
	glueLong = 6 // ... and of at most this one, while used every other reduction
)

// reduce forgets half of the learned clauses that have not been useful lately,
// those of high glue first, and takes the occasion to simplify.
func (s *CDCL) reduce() {
	s.stats.Reductions++
	s.pace.reduced()
	if s.fixed() > s.simp.fixedAt {
		s.backtrack(0)
		s.simplify()
		if s.dead {
			return
		}
	}
	s.lockReasons(true)
	s.discardUseless()
	s.lockReasons(false)
	s.flushWatches()
	s.learned = s.dropGarbage(s.learned)
	s.collect()
}

// lockReasons sets or clears flagLocked on the clauses that are reasons.
func (s *CDCL) lockReasons(on bool) {
	for _, l := range s.trail {
		r := s.info[l>>1].reason
		if !r.isInArena() {
			continue
		}
		if on {
			s.setFlag(r, flagLocked)
		} else {
			s.clearFlag(r, flagLocked)
		}
	}
}

func (s *CDCL) discardUseless() {
	var candidates []ref
	for _, r := range s.learned {
		f := s.flags(r)
		recent := f&(flagUsed|flagUsed2) != 0
		s.ageClause(r)
		switch glue := s.glue(r); {
		case f&(flagLocked|flagGarbage) != 0 || glue <= glueKeep:
		case f&flagUsed != 0 || glue <= glueLong && recent:
		default:
			candidates = append(candidates, r)
		}
	}
	slices.SortStableFunc(candidates, func(a, b ref) int {
		if d := s.glue(b) - s.glue(a); d != 0 {
			return d
		}
		return int(s.arena[b]) - int(s.arena[a])
	})
	for _, r := range candidates[:len(candidates)*3/4] {
		s.opts.Proof.discarded(s.lits(r))
		s.discard(r)
	}
}

// ageClause moves the used mark one reduction into the past.
func (s *CDCL) ageClause(r ref) {
	used := s.hasFlag(r, flagUsed)
	s.clearFlag(r, flagUsed|flagUsed2)
	if used {
		s.setFlag(r, flagUsed2)
	}
}

// flushWatches drops the watches of garbage.
func (s *CDCL) flushWatches() {
	arena := s.arena
	for p := range s.links {
		ws := s.links[p].watches
		kept := 0
		for _, w := range ws {
			if arena[w.ref+1]&flagGarbage == 0 {
				ws[kept] = w
				kept++
			}
		}
		s.links[p].watches = ws[:kept]
	}
}

func (s *CDCL) dropGarbage(refs []ref) []ref {
	return slices.DeleteFunc(refs, func(r ref) bool { return s.hasFlag(r, flagGarbage) })
}

// collect compacts the arena once a quarter of it is garbage. Nothing may
// refer to garbage any more.
func (s *CDCL) collect() {
	if s.garbage < len(s.arena)/4 {
		return
	}
	to := make([]Lit, headerWords, len(s.arena)-s.garbage+len(s.arena)/8)
	move := func(r ref) ref {
		moved := ref(len(to))
		to = append(to, s.arena[r:int(r)+headerWords+int(s.arena[r])]...)
		s.arena[r+headerWords] = Lit(moved) // forwarding address
		return moved
	}
	for i, r := range s.original {
		s.original[i] = move(r)
	}
	for i, r := range s.learned {
		s.learned[i] = move(r)
	}
	for p := range s.links {
		ws := s.links[p].watches
		for i, w := range ws {
			ws[i].ref = ref(s.arena[w.ref+headerWords])
		}
	}
	for _, l := range s.trail {
		if r := s.info[l>>1].reason; r.isInArena() {
			s.info[l>>1].reason = ref(s.arena[r+headerWords])
		}
	}
	s.arena, s.garbage = to, 0
}

// simplifyState says when the clauses were last simplified at level 0.
type simplifyState struct {
	fixedAt int   // literals fixed then
	after   int64 // pace.steps before which it is not worth the effort
	was     []Lit // the clause at work, before, for a proof
}

// startSimplify simplifies at the start of a Solve if there are new fixed
// literals and enough was propagated since the last time to pay for it.
func (s *CDCL) startSimplify() {
	if s.fixed() > s.simp.fixedAt && s.pace.steps >= s.simp.after {
		s.backtrack(0)
		s.simplify()
	}
}

// simplify removes clauses that hold for good and literals that are false for
// good. It requires level 0.
func (s *CDCL) simplify() {
	off := s.unparkAll()
	defer s.parkAll(off)
	if s.propagate() != noRef {
		s.opts.Proof.derived()
		s.dead = true
		return
	}
	s.original = s.simplifyClauses(s.original)
	s.learned = s.simplifyClauses(s.learned)
	s.simplifyBinaries()
	for _, l := range s.trail { // level 0 needs no reasons, and they may be gone
		s.info[l>>1].reason = noRef
	}
	s.flushWatches()
	s.collect()
	s.simp.fixedAt = len(s.trail)
	s.simp.after = s.pace.steps + int64(len(s.arena)/2+s.nbins)
}

// simplifyClauses works in place and returns the clauses that are left. A
// shortened clause keeps its watches: at level 0, after propagation, watched
// literals of a clause that does not hold are never false.
func (s *CDCL) simplifyClauses(refs []ref) []ref {
	kept := refs[:0]
	for _, r := range refs {
		lits := s.lits(r)
		n := 0
		satisfied := false
		if s.opts.Proof != nil {
			s.simp.was = append(s.simp.was[:0], lits...)
		}
		for _, l := range lits {
			switch v := s.vals[l]; {
			case v > 0:
				satisfied = true
			case v == 0:
				lits[n] = l
				n++
			}
		}
		if s.opts.Proof != nil && (satisfied || n < len(lits)) {
			if !satisfied {
				s.opts.Proof.derived(lits[:n]...)
			}
			s.opts.Proof.discarded(s.simp.was)
		}
		switch {
		case satisfied:
			s.discard(r)
		case n == len(lits):
			kept = append(kept, r)
		case n == 2:
			s.attach(lits[:2], true, 0)
			s.discard(r)
		default:
			s.shrink(r, n)
			kept = append(kept, r)
		}
	}
	return kept
}

// shrink cuts a clause to its first n literals, and leaves the rest as a
// garbage clause or, if there is no room for a header, as padding.
func (s *CDCL) shrink(r ref, n int) {
	s.garbage += int(s.arena[r]) - n
	s.arena[r] = Lit(n)
	s.setGlue(r, min(s.glue(r), n-1))
}

func (s *CDCL) simplifyBinaries() {
	for p := 2; p < len(s.links); p++ {
		if s.vals[p] != 0 {
			s.links[p].bins = nil
			continue
		}
		qs := s.links[p].bins
		s.links[p].bins = slices.DeleteFunc(qs, func(q Lit) bool { return s.vals[q] != 0 })
	}
	n := 0
	for p := range s.links {
		n += len(s.links[p].bins)
	}
	s.nbins = n / 2
}
