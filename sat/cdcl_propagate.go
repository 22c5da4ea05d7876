package sat

// level returns the current decision level.
func (s *CDCL) level() int { return len(s.trailLim) }

// assign makes l true at the current level.
func (s *CDCL) assign(l Lit, reason ref) {
	s.vals[l] = 1
	s.vals[l^1] = -1
	s.info[l>>1] = varInfo{int32(len(s.trailLim)), reason}
	s.trail = append(s.trail, l)
}

// decide opens a level with l as its first literal.
func (s *CDCL) decide(l Lit) {
	s.openLevel()
	s.assign(l, noRef)
}

func (s *CDCL) openLevel() {
	s.trailLim = append(s.trailLim, int32(len(s.trail)))
}

// backtrack undoes all levels above level, saving phases.
func (s *CDCL) backtrack(level int) {
	if s.level() <= level {
		return
	}
	keep := int(s.trailLim[level])
	for i := len(s.trail) - 1; i >= keep; i-- {
		l := s.trail[i]
		v := l.Var()
		s.phase[v] = 1 - int8(l&1)<<1
		s.vals[l] = 0
		s.vals[l^1] = 0
		if s.order.pos[v] < 0 {
			s.order.insert(v)
		}
	}
	s.trail = s.trail[:keep]
	s.trailLim = s.trailLim[:level]
	s.qhead = min(s.qhead, keep)
}

// propagate assigns everything that the trail implies by single clauses. It
// returns the clause that became false, or noRef.
//
// Binary clauses come first: they are the cheapest, and give short reasons.
func (s *CDCL) propagate() ref {
	start := s.qhead
	conflict := noRef
	for conflict == noRef && s.qhead < len(s.trail) {
		p := s.trail[s.qhead]
		s.qhead++
		conflict = s.propagateBinary(p)
		if conflict == noRef {
			conflict = s.propagateLong(p)
		}
	}
	s.pace.steps += int64(s.qhead - start)
	return conflict
}

func (s *CDCL) propagateBinary(p Lit) ref {
	vals := s.vals
	for _, q := range s.links[p].bins {
		switch v := vals[q]; {
		case v == 0:
			s.assign(q, binaryRef(p^1))
		case v < 0:
			s.falseBin = [2]Lit{q, p ^ 1}
			return conflictBin
		}
	}
	return noRef
}

// propagateLong visits the clauses that watch p's complement. A clause whose
// blocker is true is not touched at all; one with another true literal keeps
// its watch, with that literal as the new blocker; otherwise the watch moves,
// or the clause implies its other watch, or it is false.
func (s *CDCL) propagateLong(p Lit) ref {
	vals, arena := s.vals, s.arena
	falsified := p ^ 1
	ws := s.links[p].watches
	kept := 0
next:
	for i := 0; i < len(ws); i++ {
		w := ws[i]
		if vals[w.blocker] > 0 {
			ws[kept] = w
			kept++
			continue
		}
		c := arena[w.ref:]
		lits := c[headerWords : headerWords+c[0]]
		_ = lits[2]
		other := lits[0] ^ lits[1] ^ falsified
		if vals[other] > 0 {
			ws[kept] = watch{other, w.ref}
			kept++
			continue
		}
		for k := 2; k < len(lits); k++ {
			q := lits[k]
			v := vals[q]
			if v < 0 {
				continue
			}
			if v > 0 {
				ws[kept] = watch{q, w.ref}
				kept++
				continue next
			}
			lits[0], lits[1], lits[k] = other, q, falsified
			s.links[q^1].watches = append(s.links[q^1].watches, watch{other, w.ref})
			continue next
		}
		ws[kept] = w
		kept++
		if vals[other] < 0 {
			kept += copy(ws[kept:], ws[i+1:])
			s.links[p].watches = ws[:kept]
			return w.ref
		}
		lits[0], lits[1] = other, falsified
		s.assign(other, w.ref)
	}
	s.links[p].watches = ws[:kept]
	return noRef
}
