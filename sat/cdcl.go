package sat

import (
	"context"
	"slices"
)

// CDCL is our own backend: conflict-driven clause learning for long streams
// of related queries over a growing formula.
//
// What distinguishes it from a solver for single files:
//
//   - The part of the trail that belongs to assumptions shared with the
//     previous Solve is kept (Hickey and Bacchus, "Speeding up assumption-based
//     SAT", SAT 2019), also while clauses are added.
//   - Saved phases, activities and learned clauses live across calls, and
//     adding variables or clauses costs only what is added.
//   - Branching can be restricted to the cone of the query ([Decider]).
//   - Limits are counted in propagations: with only Limits.Steps set, a
//     session behaves identically on every machine.
//
// The search itself follows MiniSat (Een and Sorensson, SAT 2003) with the
// improvements that lasted: blocking literals, glue-based clause retention and
// restarts (Audemard and Simon, IJCAI 2009), and alternating stable and focused
// modes (Oh, SAT 2015). Vivification of learned clauses (Luo et al., IJCAI
// 2017) was tried and left out: it cost a quarter of the time on multiplier
// miters and pigeonholes, and saved no conflicts there or on growing formulas.
type CDCL struct {
	opts CDCLOptions

	// The assignment. Levels 1..len(assumed) belong to the assumptions, in
	// order; those above are decisions of the search.
	vals     []int8 // by literal: 1 true, -1 false, 0 unassigned, or parked
	info     []varInfo
	trail    []Lit
	trailLim []int32 // trail length at the start of each level
	qhead    int     // first literal on the trail not yet propagated
	assumed  []Lit   // assumptions of the last Solve
	// repropagate says that variables were unparked, so that the trail may
	// imply more than was propagated.
	repropagate bool

	// The clauses. Binary ones live in links only, longer ones in the arena.
	arena    []Lit
	garbage  int     // words of the arena that are dead
	links    []links // by literal
	original []ref   // long clauses that were given
	learned  []ref   // long clauses that were learned
	nbins    int
	falseBin [2]Lit // the clause behind conflictBin
	dead     bool   // the clauses alone are contradictory

	// Branching.
	order order
	phase []int8 // by variable: last value, -1 at first

	analysis analysis
	pace     pace
	simp     simplifyState

	state Verdict
	model []int8 // copy of vals
	core  []Lit
	stats Stats
}

// CDCLOptions switches parts of [CDCL] off, for measurements and for tests
// that compare configurations, and asks for a proof. The zero value is the recommended one.
type CDCLOptions struct {
	NoTrailReuse bool // forget the trail between calls of Solve
	NoModes      bool // stay in focused mode

	Proof *Proof // takes up what is derived; nil for nothing
}

type varInfo struct {
	level  int32
	reason ref
}

// links holds the clauses to look at when a literal p becomes true. Both lists
// are in one struct because a large formula pays for each cache line.
type links struct {
	bins    []Lit   // the literals that p implies by binary clauses
	watches []watch // the long clauses that watch p's complement
}

type watch struct {
	blocker Lit // some other literal of the clause: if it is true, skip the clause
	ref     ref
}

// NewCDCL returns an empty solver.
func NewCDCL(opts CDCLOptions) *CDCL {
	s := &CDCL{opts: opts, arena: make([]Lit, headerWords)}
	s.growVar() // variable 0 is no variable, but has slots in the tables
	s.order.init()
	s.pace.init()
	return s
}

// growVar extends all tables by one variable. Their room doubles, for the
// million variables of a large formula come one by one.
func (s *CDCL) growVar() {
	if n := len(s.info); n == cap(s.info) {
		n = max(n, 64)
		s.vals = slices.Grow(s.vals, 2*n)
		s.info = slices.Grow(s.info, n)
		s.links = slices.Grow(s.links, 2*n)
		s.phase = slices.Grow(s.phase, n)
		s.analysis.seen = slices.Grow(s.analysis.seen, n)
		s.analysis.levelStamp = slices.Grow(s.analysis.levelStamp, n)
	}
	s.vals = append(s.vals, 0, 0)
	s.info = append(s.info, varInfo{})
	s.links = append(s.links, links{}, links{})
	s.phase = append(s.phase, -1)
	s.analysis.seen = append(s.analysis.seen, 0)
	s.analysis.levelStamp = append(s.analysis.levelStamp, 0)
}

// NewVar implements [Solver].
func (s *CDCL) NewVar() Var {
	v := Var(len(s.info))
	if v > MaxVar {
		panic("sat: NewVar: too many variables")
	}
	s.growVar()
	s.order.add(v)
	return v
}

// NumVars implements [Solver].
func (s *CDCL) NumVars() int { return len(s.info) - 1 }

// AddClause implements [Solver].
func (s *CDCL) AddClause(lits ...Lit) {
	checkLits("AddClause", lits, s.NumVars())
	s.stats.Clauses++
	if s.dead {
		return
	}
	given := len(lits)
	lits, satisfied := s.normalise(lits)
	if satisfied {
		return
	}
	if len(lits) < given {
		s.opts.Proof.derived(lits...)
	}
	switch len(lits) {
	case 0:
		s.dead = true
	case 1:
		s.backtrack(0)
		s.unpark(lits[0].Var())
		s.assign(lits[0], noRef)
	default:
		s.attachUnderTrail(lits)
	}
}

// normalise drops duplicates and what is false for good. It reports whether
// the clause holds for good, being a tautology or true at level 0. The result
// is valid until the next call.
func (s *CDCL) normalise(lits []Lit) (out []Lit, satisfied bool) {
	out = s.analysis.clause[:0]
	seen := s.analysis.seen
	for _, l := range lits {
		v := l.Var()
		mark := uint8(1 + l&1)
		switch {
		case s.vals[l] != 0 && s.vals[l] != parked && s.info[v].level == 0:
			satisfied = satisfied || s.vals[l] > 0
		case seen[v] == mark:
		case seen[v] != 0:
			satisfied = true
		default:
			seen[v] = mark
			out = append(out, l)
		}
	}
	for _, l := range out {
		seen[l.Var()] = 0
	}
	s.analysis.clause = out
	return out, satisfied
}

// attachUnderTrail adds a clause of at least two literals while assumption
// levels may still stand. It backtracks no further than needed for the clause
// to have two watches that propagation will not miss: neither may be false
// unless the other is true at the same or a lower level.
func (s *CDCL) attachUnderTrail(lits []Lit) {
	s.bestToFront(lits, 0)
	s.bestToFront(lits, 1)
	r := s.attach(lits, false, 0)
	w0, w1 := lits[0], lits[1]
	if s.vals[w1] >= 0 {
		return
	}
	level0, level1 := s.info[w0.Var()].level, s.info[w1.Var()].level
	switch {
	case s.vals[w0] > 0 && level0 <= level1:
		return
	case s.vals[w0] < 0 && level0 == level1:
		s.backtrack(int(level1) - 1)
		return
	}
	s.backtrack(int(level1))
	s.assign(w0, s.reasonFor(r, w1))
}

// bestToFront moves the literal from lits[i:] that makes the best watch to
// position i: one that is not false, else one that became false last.
func (s *CDCL) bestToFront(lits []Lit, i int) {
	best := i
	for k := i; k < len(lits); k++ {
		if s.watchRank(lits[k]) > s.watchRank(lits[best]) {
			best = k
		}
	}
	lits[i], lits[best] = lits[best], lits[i]
}

func (s *CDCL) watchRank(l Lit) int32 {
	const notFalse = 1 << 30
	switch {
	case s.vals[l] > 0:
		return notFalse + 1
	case s.vals[l] == 0:
		return notFalse
	}
	return s.info[l.Var()].level
}

// Solve implements [Solver].
func (s *CDCL) Solve(ctx context.Context, limits Limits, assumptions ...Lit) Result {
	checkLits("Solve", assumptions, s.NumVars())
	s.core = s.core[:0]
	res := s.solve(ctx, limits, assumptions)
	s.state = res.Verdict
	s.stats.record(res)
	return res
}

func (s *CDCL) solve(ctx context.Context, limits Limits, assumptions []Lit) Result {
	if ctx.Err() != nil {
		return Result{Reason: reasonOf(ctx)}
	}
	if s.dead {
		return Result{Verdict: Unsat}
	}
	s.resume(assumptions)
	meter := newMeter(ctx, limits, s.pace.steps)
	verdict, reason := s.search(meter)
	if verdict == Sat {
		s.model = append(s.model[:0], s.vals...)
	}
	s.backtrack(min(s.level(), len(s.assumed)))
	return Result{Verdict: verdict, Reason: reason, Steps: s.pace.steps - meter.start}
}

// resume backtracks to the last level that the previous assumptions share with
// the new ones.
func (s *CDCL) resume(assumptions []Lit) {
	keep := 0
	for keep < s.level() && keep < len(assumptions) && s.assumed[keep] == assumptions[keep] {
		keep++
	}
	if s.opts.NoTrailReuse {
		keep = 0
	}
	for _, a := range assumptions {
		s.unpark(a.Var())
	}
	if s.repropagate {
		keep = 0
	}
	s.backtrack(keep)
	if s.repropagate {
		s.qhead, s.repropagate = 0, false
	}
	s.stats.ReusedLevels += int64(keep)
	s.assumed = append(s.assumed[:0], assumptions...)
	// Each assumption takes a level, even one that is repeated.
	for len(s.analysis.levelStamp) <= len(s.info)+len(assumptions) {
		s.analysis.levelStamp = append(s.analysis.levelStamp, 0)
	}
}

// Value implements [Solver].
func (s *CDCL) Value(l Lit) bool {
	requireState("Value", s.state, Sat)
	checkLit("Value", l, s.NumVars())
	if int(l) >= len(s.model) {
		return l.IsNeg()
	}
	return s.model[l&^1] == 1 != l.IsNeg()
}

// Core implements [Solver].
func (s *CDCL) Core() []Lit {
	requireState("Core", s.state, Unsat)
	return append([]Lit(nil), s.core...)
}

// Stats implements [Solver].
func (s *CDCL) Stats() Stats {
	st := s.stats
	st.Vars = s.NumVars()
	st.Steps = s.pace.steps
	st.Learned = len(s.learned)
	st.Fixed = s.fixed()
	st.Bytes = s.bytes()
	return st
}

// fixed returns how many variables are assigned at level 0.
func (s *CDCL) fixed() int {
	if s.level() == 0 {
		return len(s.trail)
	}
	return int(s.trailLim[0])
}

// bytes estimates the memory that clauses, watches and tables hold.
func (s *CDCL) bytes() int64 {
	const perVar = 160 // tables by variable and the headers of its lists
	long := len(s.original) + len(s.learned)
	return int64(cap(s.arena))*4 + int64(long)*(2*8+4) + int64(s.nbins)*2*4 + int64(len(s.info))*perVar
}
