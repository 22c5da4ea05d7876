// Package constraints keeps path conditions, with a model of each, and asks the
// solver about them.
//
// A path condition is kept in independent parts that share no variable, so that a
// question is about few constraints. What every question needs first costs nothing:
// whether the model, or what was found to follow, decides it already.
//
// Source: Cadar, Dunbar, Engler: KLEE, OSDI 2008, section 3.3.
package constraints

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/sat"
)

// Counts are of what a Solver was asked.
type Counts struct {
	SolverSteps int64         `json:"solver_steps"` // propagations
	Queries     int64         `json:"queries"`      // questions to the solver chain
	Sat         int64         `json:"sat"`
	Unsat       int64         `json:"unsat"`
	Unknown     int64         `json:"unknown"` // undecided within the limit; that side is not explored
	Solving     time.Duration `json:"solving_ns"`
}

// Solver keeps path conditions and answers questions about them. All path
// conditions that it is given share its terms and variables.
type Solver struct {
	// QuerySteps bounds one question, in propagations.
	QuerySteps int64
	// Clock is used for Counts only; nil means that times are left 0.
	Clock func() time.Duration

	counts   *Counts
	terms    *bitvec.Store
	chain    bitvec.Checker
	Vars     []bitvec.Term
	numbers  map[bitvec.Term]int32
	supports [][]int32 // by term; nil if not known yet
	ev       evaluator
	models   uint32
	unspent  int64
}

// New returns a solver over terms that counts in counts.
func New(terms *bitvec.Store, counts *Counts) *Solver {
	sol := &Solver{counts: counts, terms: terms, numbers: map[bitvec.Term]int32{}}
	sol.Release()
	return sol
}

// Take returns the propagations since it was last called.
func (sol *Solver) Take() int64 {
	n := sol.unspent
	sol.unspent = 0
	return n
}

func (sol *Solver) now() time.Duration {
	if sol.Clock == nil {
		return 0
	}
	return sol.Clock()
}

// touched returns the parts of the path condition that t depends on.
func (sol *Solver) touched(pc *PathCondition, t bitvec.Term) []*part {
	var list []*part
	for _, v := range sol.Support(t) {
		if int(v) < len(pc.parts) {
			if p := pc.parts[v]; p != nil && !slices.Contains(list, p) {
				list = append(list, p)
			}
		}
	}
	return list
}

// Add adds a constraint that the path condition's model satisfies.
func (sol *Solver) Add(pc *PathCondition, t bitvec.Term) {
	if sol.terms.Kind(t) == bitvec.KindAnd {
		sol.Add(pc, sol.terms.Arg(t, 0))
		sol.Add(pc, sol.terms.Arg(t, 1))
		return
	}
	vars := sol.Support(t)
	if len(vars) == 0 {
		return
	}
	list := sol.touched(pc, t)
	p := &part{}
	if len(list) == 1 {
		if list[0].has(t) {
			return
		}
		p.cons = slices.Clip(list[0].cons)
		p.implied = slices.Clip(list[0].implied)
		p.fixed = slices.Clip(list[0].fixed)
		p.refuted = list[0].refuted
	}
	p.vars = slices.Clone(vars)
	for _, q := range list {
		if len(list) > 1 {
			p.cons = append(p.cons, q.cons...)
			p.implied = append(p.implied, q.implied...)
			p.fixed = append(p.fixed, q.fixed...)
		}
		p.vars = append(p.vars, q.vars...)
	}
	if len(list) > 1 {
		slices.SortFunc(p.cons, func(a, b constraint) int { return cmp.Compare(a.serial, b.serial) })
	}
	slices.Sort(p.vars)
	p.vars = slices.Compact(p.vars)
	p.cons = append(p.cons, constraint{t, pc.serials})
	if sol.fixes(t) {
		p.fixed = append(p.fixed, vars[0])
	}
	pc.serials++
	if n := len(sol.Vars); n > len(pc.parts) {
		pc.parts = append(pc.parts, make([]*part, n-len(pc.parts))...)
	}
	for _, v := range p.vars {
		pc.parts[v] = p
	}
}

// fixes reports whether t says what the value of its one variable is.
func (sol *Solver) fixes(t bitvec.Term) bool {
	s := sol.terms
	switch s.Kind(t) {
	case bitvec.KindVar:
		return true
	case bitvec.KindNot:
		return s.Kind(s.Arg(t, 0)) == bitvec.KindVar
	case bitvec.KindEq:
		a, b := s.Kind(s.Arg(t, 0)), s.Kind(s.Arg(t, 1))
		return a == bitvec.KindVar && b == bitvec.KindConst || a == bitvec.KindConst && b == bitvec.KindVar
	}
	return false
}

// Refuted counts a question about one part of the path condition that was
// answered no. When there were many it asks whether the part leaves its
// variables any choice: if not, there is nothing to ask any more.
func (sol *Solver) Refuted(ctx context.Context, pc *PathCondition, t bitvec.Term) {
	list := sol.touched(pc, t)
	if len(list) != 1 {
		return
	}
	p := list[0]
	if p.refuted++; p.refuted < 4 || p.refuted&(p.refuted-1) != 0 || len(p.vars) > 8 {
		return
	}
	for _, v := range p.vars {
		if !slices.Contains(p.fixed, v) {
			other := sol.terms.Ne(sol.Vars[v], sol.terms.Const(sol.terms.Width(sol.Vars[v]), sol.Eval(pc, sol.Vars[v])))
			if verdict, _ := sol.Hint(ctx, pc, other); verdict == sat.Unsat {
				p.fixed = append(p.fixed, v)
			}
		}
	}
}

// Settled reports whether the path condition fixes all variables of t: the model
// is then the only one as far as t can tell.
func (sol *Solver) Settled(pc *PathCondition, t bitvec.Term) bool {
	for _, v := range sol.Support(t) {
		if int(v) >= len(pc.parts) || pc.parts[v] == nil || !slices.Contains(pc.parts[v].fixed, v) {
			return false
		}
	}
	return true
}

// Known reports whether t is in the path condition or was found to follow.
func (sol *Solver) Known(pc *PathCondition, t bitvec.Term) bool {
	if sol.terms.Kind(t) == bitvec.KindAnd {
		return sol.Known(pc, sol.terms.Arg(t, 0)) && sol.Known(pc, sol.terms.Arg(t, 1))
	}
	for _, v := range sol.Support(t) {
		if int(v) < len(pc.parts) && pc.parts[v] != nil {
			return pc.parts[v].has(t)
		}
	}
	return false
}

// Check asks whether the path condition allows t. A model, if there is one, is of
// the whole path condition and t. That it is not decided counts as undecided.
func (sol *Solver) Check(ctx context.Context, pc *PathCondition, t bitvec.Term) (verdict sat.Verdict, model []uint64) {
	verdict, model = sol.Hint(ctx, pc, t)
	if verdict == sat.Unknown && ctx.Err() == nil {
		sol.counts.Unknown++
	}
	return verdict, model
}

// Hint is check for questions on which no path depends: that one is not decided
// leaves out nothing.
func (sol *Solver) Hint(ctx context.Context, pc *PathCondition, t bitvec.Term) (verdict sat.Verdict, model []uint64) {
	list := sol.touched(pc, t)
	var cons []constraint
	for _, p := range list {
		cons = append(cons, p.cons...)
	}
	if len(list) > 1 {
		slices.SortFunc(cons, func(a, b constraint) int { return cmp.Compare(a.serial, b.serial) })
	}
	var query []bitvec.Term
	for _, c := range cons {
		query = append(query, c.t)
	}
	a := sol.Ask(ctx, append(query, t))
	switch a.Verdict {
	case sat.Unsat:
		if len(list) == 1 {
			list[0].implied = append(list[0].implied, sol.terms.Not(t))
		}
	case sat.Sat:
		return sat.Sat, sol.merge(pc, list, t, a.Model)
	}
	return a.Verdict, nil
}

// Ask asks whether constraints can hold together. It is where all questions are
// counted and charged.
func (sol *Solver) Ask(ctx context.Context, constraints []bitvec.Term) bitvec.Answer {
	begin := sol.now()
	var a bitvec.Answer
	sol.terms.Guard(func() bool { return ctx.Err() != nil }, func() {
		a = sol.chain.Check(ctx, bitvec.Query{Constraints: constraints, Limits: sat.Limits{Steps: sol.QuerySteps}})
	})
	sol.counts.Solving += sol.now() - begin
	sol.counts.Queries++
	sol.counts.SolverSteps += a.Steps
	sol.unspent += a.Steps
	switch a.Verdict {
	case sat.Sat:
		sol.counts.Sat++
	case sat.Unsat:
		sol.counts.Unsat++
	}
	return a
}

// Release drops what makes further questions cheap.
func (sol *Solver) Release() {
	sol.chain = bitvec.NewChain(sol.terms, bitvec.ChainOptions{NoSlice: true})
}

// Counters returns what the layers of the solver chain counted.
func (sol *Solver) Counters() []bitvec.Counter { return sol.chain.Counters() }

// Confine gives a path condition that has none yet, but may have a model, that of
// another solver with the same terms.
func (sol *Solver) Confine(pc *PathCondition, of *Solver, other *PathCondition) {
	number := make([]int32, len(of.Vars))
	for i, t := range of.Vars {
		_, number[i] = sol.Variable(sol.terms.Name(t), sol.terms.Width(t))
	}
	renumber := func(list []int32) []int32 {
		out := make([]int32, len(list))
		for i, v := range list {
			out[i] = number[v]
		}
		slices.Sort(out)
		return out
	}
	model := make([]uint64, len(sol.Vars))
	copy(model, pc.model)
	for i, w := range other.model {
		model[number[i]] = w
	}
	pc.model, pc.serials = model, other.serials
	pc.parts = make([]*part, len(sol.Vars))
	seen := map[*part]*part{}
	for i, q := range other.parts {
		if q == nil {
			continue
		}
		if seen[q] == nil {
			seen[q] = &part{cons: slices.Clip(q.cons), implied: slices.Clip(q.implied), vars: renumber(q.vars), fixed: renumber(q.fixed), refuted: q.refuted}
		}
		pc.parts[number[i]] = seen[q]
	}
}
