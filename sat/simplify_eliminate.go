package sat

import "slices"

// Bounded variable elimination: the clauses of a variable are replaced by all
// their resolvents on it if that does not make the formula larger.

// eliminateAll tries the variables whose clauses changed, those with few
// occurrences first.
func (w *simplification) eliminateAll() {
	var order []Var
	for v := Var(1); int(v) < len(w.gone); v++ {
		if w.touched[v] && w.removable(v) {
			order = append(order, v)
		}
		w.touched[v] = false
	}
	slices.SortStableFunc(order, func(a, b Var) int {
		return w.count(a.Pos()) - w.count(b.Pos())
	})
	for _, v := range order {
		if w.budget < 0 || !w.propagate() {
			return
		}
		if w.removable(v) {
			w.eliminate(v)
		}
		if !w.opts.NoSubsumption {
			w.subsumeAll()
		}
	}
}

func (w *simplification) removable(v Var) bool {
	return !w.frozen[v] && !w.gone[v] && w.vals[v.Pos()] == 0
}

func (w *simplification) eliminate(v Var) {
	pos, neg := w.occurrences(v.Pos()), w.occurrences(v.Neg())
	if len(pos) > maxEliminated && len(neg) > maxEliminated {
		return
	}
	resolvents, ok := w.resolveAll(v, pos, neg)
	if !ok {
		return
	}
	r := removal{v: v}
	for _, ids := range [][]int32{pos, neg} {
		for _, id := range ids {
			r.clauses = append(r.clauses, w.clauses[id].lits)
			w.kill(id)
		}
	}
	w.remove(r)
	w.stats.Eliminated++
	for _, lits := range resolvents {
		w.add(lits)
	}
}

// remove notes that a variable is gone.
func (w *simplification) remove(r removal) {
	w.gone[r.v] = true
	w.occ[r.v.Pos()], w.occ[r.v.Neg()] = nil, nil
	w.removed = append(w.removed, r)
}

// resolveAll returns the resolvents that are no tautologies, or false if there
// are more of them than clauses, or one is too long.
func (w *simplification) resolveAll(v Var, pos, neg []int32) (out [][]Lit, ok bool) {
	room := w.room
	for _, p := range pos {
		c := w.clauses[p].lits
		for _, l := range c {
			w.marks[l] = 1
		}
		for _, n := range neg {
			d := w.clauses[n].lits
			w.budget -= int64(len(d))
			if w.clashes(v, d) {
				continue
			}
			if len(c)+len(d)-2 > maxResolventLen || len(out) == len(pos)+len(neg) {
				w.room = room // nobody has the resolvents
				w.unmark(c)
				return nil, false
			}
			out = append(out, w.resolvent(v, c, d))
		}
		w.unmark(c)
	}
	return out, true
}

func (w *simplification) unmark(lits []Lit) {
	for _, l := range lits {
		w.marks[l] = 0
	}
}

// clashes reports whether d contains, beside v, a complement of a marked
// literal.
func (w *simplification) clashes(v Var, d []Lit) bool {
	return slices.ContainsFunc(d, func(l Lit) bool { return l.Var() != v && w.marks[l.Not()] != 0 })
}

// resolvent resolves c, whose literals are marked, with d on v.
func (w *simplification) resolvent(v Var, c, d []Lit) []Lit {
	const piece = 1 << 12
	if most := len(c) + len(d) - 2; cap(w.room)-len(w.room) < most {
		w.room = make([]Lit, 0, max(most, piece))
	}
	out := w.room[len(w.room):]
	for _, l := range c {
		if l.Var() != v {
			out = append(out, l)
		}
	}
	for _, l := range d {
		if l.Var() != v && w.marks[l] == 0 {
			out = append(out, l)
		}
	}
	w.room = w.room[:len(w.room)+len(out)]
	return out[:len(out):len(out)]
}
