package sat

// Failed literals: a literal whose propagation ends in a conflict is false.
// Only roots of the graph of binary clauses are probed; what follows from
// others follows from a root.

// probe borrows the propagation of the CDCL backend.
func (w *simplification) probe() {
	s := NewCDCL(CDCLOptions{})
	for s.NumVars() < len(w.gone)-1 {
		s.NewVar()
	}
	w.each(func(lits []Lit) { s.AddClause(lits...) })
	if s.dead || s.propagate() != noRef {
		w.unsat = true
		return
	}
	for l := Lit(2); int(l) < len(s.vals) && s.pace.steps < probeSteps; l++ {
		isRoot := len(s.links[l].bins) > 0 && len(s.links[l^1].bins) == 0
		if !isRoot || s.vals[l] != 0 {
			continue
		}
		s.decide(l)
		conflict := s.propagate()
		s.backtrack(0)
		if conflict == noRef {
			continue
		}
		s.assign(l.Not(), noRef)
		if s.propagate() != noRef {
			w.unsat = true
			return
		}
	}
	for _, l := range s.trail {
		w.fix(l)
	}
	w.propagate()
}
