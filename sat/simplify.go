package sat

import "slices"

// simplification is one run of simplifying a formula: clauses with full
// occurrence lists, after SatELite (Een and Biere, "Effective preprocessing in
// SAT through variable and clause elimination", SAT 2005).
type simplification struct {
	opts    SimplifyOptions
	clauses []simpClause
	occ     [][]int32 // by literal: clauses, some of them dead or without it by now if stale
	stale   []bool    // by literal
	vals    []int8    // by literal: 1 true, -1 false for good
	units   []Lit     // fixed literals, in order
	done    int       // units[:done] are propagated
	frozen  []bool    // by variable
	gone    []bool    // by variable
	removed []removal
	queue   []int32 // clauses to be tried as subsumers
	touched []bool  // by variable: clauses changed since it was last tried
	marks   []uint8 // by literal, 0 between uses
	around  []int32 // what subsumeWith visits
	room    []Lit   // where the next resolvents are put
	budget  int64   // literals that may still be visited
	unsat   bool
	stats   SimplifyStats
}

type simpClause struct {
	lits   []Lit // ascending; nil when dead
	sig    uint64
	queued bool
}

const (
	simplifyRounds  = 3
	effortPerLit    = 400 // visited literals for each literal of the formula
	minEffort       = 1e6 // ... and at least this many
	maxOccurrences  = 400 // longest occurrence list to search for subsumed clauses
	maxEliminated   = 16  // most occurrences of one polarity for elimination
	maxResolventLen = 64  // longest resolvent
)

func newSimplification(f *CNF, vars int, frozen map[Var]bool, opts SimplifyOptions) *simplification {
	w := &simplification{
		opts:    opts,
		occ:     make([][]int32, 2*vars+2),
		stale:   make([]bool, 2*vars+2),
		vals:    make([]int8, 2*vars+2),
		marks:   make([]uint8, 2*vars+2),
		frozen:  make([]bool, vars+1),
		gone:    make([]bool, vars+1),
		touched: make([]bool, vars+1),
		budget:  max(int64(len(f.lits))*effortPerLit, minEffort),
	}
	for v := range frozen {
		w.frozen[v] = true
	}
	w.stats.Before = f.NumClauses()
	w.reserve(f)
	lits := slices.Clone(f.lits)
	for i := range f.start {
		n := len(f.Clause(i))
		w.store(lits[:n:n], false)
		lits = lits[n:]
	}
	return w
}

// reserve makes the lists as long as the formula needs them, in one piece.
func (w *simplification) reserve(f *CNF) {
	n := f.NumClauses()
	w.clauses = make([]simpClause, 0, n+n/4)
	w.queue = make([]int32, 0, n+n/4)
	count := make([]int32, len(w.occ))
	for _, l := range f.lits {
		count[l]++
	}
	all := make([]int32, len(f.lits))
	for l, n := range count {
		w.occ[l] = all[:0:n]
		all = all[n:]
	}
}

// run simplifies until nothing changes any more, or a few times.
func (w *simplification) run() {
	for round := 0; round < simplifyRounds && w.propagate(); round++ {
		before := w.stats
		if !w.opts.NoEquivalence {
			w.substituteEquivalent()
		}
		if !w.opts.NoSubsumption {
			w.subsumeAll()
		}
		if !w.opts.NoElimination {
			w.eliminateAll()
		}
		if w.stats == before || w.budget < 0 {
			break
		}
	}
	w.propagate()
	w.stats.Fixed = len(w.units)
	w.each(func([]Lit) { w.stats.After++ })
}

// each calls f for the clauses that are left, fixed literals first.
func (w *simplification) each(f func(lits []Lit)) {
	for _, l := range w.units {
		f([]Lit{l})
	}
	for i := range w.clauses {
		if lits := w.clauses[i].lits; lits != nil {
			f(lits)
		}
	}
}

// add takes over a clause that was derived.
func (w *simplification) add(lits []Lit) { w.store(lits, true) }

// store takes over a clause, normalises it, and stores it unless it holds or is
// a unit.
func (w *simplification) store(lits []Lit, derived bool) {
	given := len(lits)
	lits, holds := w.normalise(lits)
	if !holds && (derived || len(lits) < given) {
		w.opts.Proof.derived(lits...)
	}
	switch {
	case holds:
	case len(lits) == 0:
		w.unsat = true
	case len(lits) == 1:
		w.fix(lits[0])
	default:
		id := int32(len(w.clauses))
		w.clauses = append(w.clauses, simpClause{lits: lits, sig: signature(lits)})
		for _, l := range lits {
			w.occ[l] = append(w.occ[l], id)
			w.touched[l.Var()] = true
		}
		w.enqueue(id)
	}
}

// normalise sorts the clause and filters it in place. The neighbour that it
// looks at for tautologies is still in place: out has never grown past it.
func (w *simplification) normalise(lits []Lit) (out []Lit, holds bool) {
	slices.Sort(lits)
	lits = slices.Compact(lits)
	out = lits[:0]
	for i, l := range lits {
		if w.vals[l] > 0 || i > 0 && lits[i-1] == l.Not() {
			return nil, true
		}
		if w.vals[l] == 0 {
			out = append(out, l)
		}
	}
	return out, false
}

// signature hashes the variables of a clause to bits: if c subsumes d, perhaps
// but for the sign of one literal, c's bits are among d's.
func signature(lits []Lit) (sig uint64) {
	for _, l := range lits {
		sig |= 1 << (uint32(l.Var()) * 0x9E37_79B9 >> 26)
	}
	return sig
}

func (w *simplification) enqueue(id int32) {
	if !w.clauses[id].queued {
		w.clauses[id].queued = true
		w.queue = append(w.queue, id)
	}
}

func (w *simplification) fix(l Lit) {
	switch {
	case w.vals[l] < 0:
		w.opts.Proof.derived()
		w.unsat = true
	case w.vals[l] == 0:
		w.vals[l], w.vals[l.Not()] = 1, -1
		w.units = append(w.units, l)
	}
}

// propagate applies the fixed literals to all clauses. It returns false if the
// formula is contradictory.
func (w *simplification) propagate() bool {
	for ; w.done < len(w.units) && !w.unsat; w.done++ {
		l := w.units[w.done]
		for _, id := range w.occurrences(l) {
			w.kill(id)
		}
		for _, id := range w.occurrences(l.Not()) {
			w.strike(id, l.Not())
		}
		w.occ[l], w.occ[l.Not()] = nil, nil
	}
	return !w.unsat
}

// occurrences returns the live clauses that contain l, cleaning the list.
func (w *simplification) occurrences(l Lit) []int32 {
	w.budget -= int64(len(w.occ[l]))
	if w.stale[l] {
		w.stale[l] = false
		w.occ[l] = slices.DeleteFunc(w.occ[l], func(id int32) bool {
			_, found := slices.BinarySearch(w.clauses[id].lits, l)
			return !found
		})
	}
	return w.occ[l]
}

func (w *simplification) kill(id int32) {
	for _, l := range w.clauses[id].lits {
		w.touched[l.Var()] = true
		w.stale[l] = true
	}
	w.clauses[id].lits = nil
}

// strike removes a literal from a clause.
func (w *simplification) strike(id int32, l Lit) {
	c := &w.clauses[id]
	i, found := slices.BinarySearch(c.lits, l)
	if !found {
		return
	}
	for _, l := range c.lits {
		w.touched[l.Var()] = true
	}
	w.stale[l] = true
	c.lits = slices.Delete(c.lits, i, i+1)
	c.sig = signature(c.lits)
	w.opts.Proof.derived(c.lits...)
	if len(c.lits) == 1 {
		w.stale[c.lits[0]] = true
		w.fix(c.lits[0])
		c.lits = nil
		return
	}
	w.enqueue(id)
}
