package sat

import "context"

// Simplifier is a solver that simplifies the formula before its first Solve
// and then hands it to another solver.
//
// The interface stays fully incremental: a variable that simplification
// removed comes back, with the clauses that define it, as soon as a new clause
// or an assumption mentions it (Fazekas, Biere and Scholl, "Incremental
// inprocessing in SAT solving", SAT 2019, reduced to what elimination and
// substitution need). Freeze says beforehand which variables these will be,
// and saves the work. Clauses added after the first Solve are passed on as they
// are.
type Simplifier struct {
	inner  Solver
	opts   SimplifyOptions
	vars   int
	cnf    CNF // until the first Solve
	frozen map[Var]bool
	loaded bool

	removed []removal
	at      map[Var]int // index in removed of the variables that are gone

	state  Verdict
	model  []bool // by variable
	effect SimplifyStats
	count  int // clauses added
}

// SimplifyOptions switches parts of the simplification off. The zero value
// does everything.
//
// Measured on the CDCL backend (BenchmarkSimplify, formulas in several random
// orders), all of it together takes 30 % off adder chains that are asked at
// once and 10 % off proofs of distributivity, and adds 10 % to commutativity of
// multiplication, where elimination alone is to blame. It is for single
// formulas of unknown origin; streams of queries do without. Failed literals
// were tried too and left out: they gained nothing on any family.
type SimplifyOptions struct {
	NoElimination bool // bounded variable elimination
	NoSubsumption bool // subsumption and self-subsuming resolution
	NoEquivalence bool // substitution of equivalent literals

	Proof *Proof // takes up what is derived; nil for nothing. The inner solver has the same one
}

// SimplifyStats says what the simplification achieved.
type SimplifyStats struct {
	Eliminated   int // variables resolved away
	Substituted  int // variables replaced by an equivalent literal
	Fixed        int // variables fixed
	Subsumed     int // clauses removed because another one implies them
	Strengthened int // literals removed by self-subsuming resolution
	Restored     int // variables brought back afterwards
	Before       int // clauses before
	After        int // clauses after, units included
}

// removal is a variable that was removed and the clauses that define its value
// in terms of variables that stayed longer.
type removal struct {
	v       Var
	clauses [][]Lit
}

// NewSimplifier returns a solver that simplifies for inner, which must be
// empty.
func NewSimplifier(inner Solver, opts SimplifyOptions) *Simplifier {
	return &Simplifier{inner: inner, opts: opts, frozen: map[Var]bool{}, at: map[Var]int{}}
}

// Freeze promises that clauses or assumptions to come will mention v, so that
// it is not worth removing.
func (s *Simplifier) Freeze(v Var) {
	checkLit("Freeze", v.Pos(), s.vars)
	s.frozen[v] = true
}

// Effect returns what the simplification achieved; all zero before the first
// Solve.
func (s *Simplifier) Effect() SimplifyStats { return s.effect }

// NewVar implements [Solver].
func (s *Simplifier) NewVar() Var {
	s.vars++
	v := s.inner.NewVar()
	if int(v) != s.vars {
		panic("sat: NewSimplifier: the inner solver was not empty")
	}
	return v
}

// NumVars implements [Solver].
func (s *Simplifier) NumVars() int { return s.vars }

// AddClause implements [Solver].
func (s *Simplifier) AddClause(lits ...Lit) {
	checkLits("AddClause", lits, s.vars)
	s.count++
	if !s.loaded {
		s.cnf.Add(lits...)
		return
	}
	s.restore(lits)
	s.inner.AddClause(lits...)
}

// Solve implements [Solver]. The first call simplifies; that is not stopped by
// ctx or limits, but its effort is bounded by a multiple of the formula's size.
func (s *Simplifier) Solve(ctx context.Context, limits Limits, assumptions ...Lit) Result {
	checkLits("Solve", assumptions, s.vars)
	if !s.loaded {
		for _, a := range assumptions {
			s.frozen[a.Var()] = true
		}
		s.simplify()
	}
	s.restore(assumptions)
	res := s.inner.Solve(ctx, limits, assumptions...)
	s.state = res.Verdict
	if res.Verdict == Sat {
		s.extendModel()
	}
	return res
}

func (s *Simplifier) simplify() {
	s.loaded = true
	w := newSimplification(&s.cnf, s.vars, s.frozen, s.opts)
	w.run()
	s.cnf = CNF{}
	s.removed, s.effect = w.removed, w.stats
	for i, r := range s.removed {
		s.at[r.v] = i
		s.setDecision(r.v, false)
	}
	if w.unsat {
		s.inner.AddClause()
		return
	}
	w.each(func(lits []Lit) { s.inner.AddClause(lits...) })
}

func (s *Simplifier) setDecision(v Var, on bool) {
	if d, ok := s.inner.(Decider); ok {
		d.SetDecision(v, on)
	}
}

// restore brings back the variables among lits that were removed, and those
// that their definitions mention.
func (s *Simplifier) restore(lits []Lit) {
	for _, l := range lits {
		i, gone := s.at[l.Var()]
		if !gone {
			continue
		}
		delete(s.at, l.Var())
		s.effect.Restored++
		s.setDecision(l.Var(), true)
		clauses := s.removed[i].clauses
		s.removed[i] = removal{}
		for _, c := range clauses {
			s.restore(c)
			s.inner.AddClause(c...)
		}
	}
}

// extendModel copies the inner model and gives the removed variables values,
// last removed first: a variable is true if and only if one of its clauses
// needs that. The resolvents that replaced the clauses ensure that no other
// then needs the contrary.
func (s *Simplifier) extendModel() {
	if len(s.model) <= s.vars {
		s.model = make([]bool, s.vars+1)
	}
	for v := 1; v <= s.vars; v++ {
		s.model[v] = s.inner.Value(Var(v).Pos())
	}
	for i := len(s.removed) - 1; i >= 0; i-- {
		r := s.removed[i]
		if r.v == 0 {
			continue
		}
		s.model[r.v] = false
		for _, c := range r.clauses {
			if !s.holds(c) {
				s.model[r.v] = true
				break
			}
		}
	}
}

func (s *Simplifier) holds(clause []Lit) bool {
	for _, l := range clause {
		if s.model[l.Var()] != l.IsNeg() {
			return true
		}
	}
	return false
}

// Value implements [Solver].
func (s *Simplifier) Value(l Lit) bool {
	requireState("Value", s.state, Sat)
	checkLit("Value", l, s.vars)
	if int(l.Var()) >= len(s.model) {
		return l.IsNeg()
	}
	return s.model[l.Var()] != l.IsNeg()
}

// Core implements [Solver].
func (s *Simplifier) Core() []Lit {
	requireState("Core", s.state, Unsat)
	return s.inner.Core()
}

// Stats implements [Solver]. Clauses counts what was given; the rest is the
// inner solver's.
func (s *Simplifier) Stats() Stats {
	st := s.inner.Stats()
	st.Vars, st.Clauses = s.vars, s.count
	return st
}
