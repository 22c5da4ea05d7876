package sat

// Subsumption and self-subsuming resolution, backward: each queued clause C
// looks for clauses D that it makes redundant (C is part of D) or shorter (C
// with one literal l complemented is part of D: D loses the complement of l).

func (w *simplification) subsumeAll() {
	for len(w.queue) > 0 && w.budget > 0 && w.propagate() {
		id := w.queue[0]
		w.queue = w.queue[1:]
		w.clauses[id].queued = false
		if w.clauses[id].lits != nil {
			w.subsumeWith(id)
		}
	}
	if w.budget > 0 {
		w.queue = w.queue[:0]
	}
}

// subsumeWith searches the clauses around the variable of C that occurs least.
func (w *simplification) subsumeWith(id int32) {
	lits := w.clauses[id].lits
	rare := lits[0]
	for _, l := range lits {
		if w.count(l) < w.count(rare) {
			rare = l
		}
	}
	if w.count(rare) > maxOccurrences {
		return
	}
	for _, l := range []Lit{rare, rare.Not()} {
		// A copy, because striking literals cleans the list.
		w.around = append(w.around[:0], w.occurrences(l)...)
		for _, other := range w.around {
			if other == id || w.clauses[other].lits == nil || w.clauses[id].lits == nil {
				continue
			}
			w.tryOn(id, other)
		}
	}
}

func (w *simplification) count(l Lit) int { return len(w.occ[l]) + len(w.occ[l.Not()]) }

func (w *simplification) tryOn(id, other int32) {
	c, d := &w.clauses[id], &w.clauses[other]
	if len(c.lits) > len(d.lits) || c.sig&^d.sig != 0 {
		return
	}
	w.budget -= int64(len(d.lits))
	flipped, ok := subsumes(c.lits, d.lits)
	switch {
	case !ok:
	case flipped == 0:
		w.stats.Subsumed++
		w.kill(other)
	default:
		w.stats.Strengthened++
		w.strike(other, flipped)
	}
}

// subsumes reports whether every literal of c is in d, but for at most one
// whose complement is; that complement is flipped, else 0. Both are ascending,
// and a literal and its complement are neighbours in that order.
func subsumes(c, d []Lit) (flipped Lit, ok bool) {
	j := 0
	for _, l := range c {
		for j < len(d) && d[j]|1 < l|1 {
			j++
		}
		switch {
		case j == len(d) || d[j]|1 != l|1:
			return 0, false
		case d[j] == l:
		case flipped != 0:
			return 0, false
		default:
			flipped = d[j]
		}
		j++
	}
	return flipped, true
}
