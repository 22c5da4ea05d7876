package bitvec

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/riftlab/rift/sat"
)

// Sweeping: terms that have the same value under some inputs are proved equal one after
// the other, operands first, and merged, so that what two versions compute step by step
// is compared step by step and not at its end. SAT sweeping of circuits (Kuehlmann et al.,
// "Robust Boolean Reasoning for Equivalence Checking and Functional Property
// Verification", IEEE TCAD 2002), here of words: a term is built again over what its
// operands became, and normalised, before anything is asked about it.
type sweeper struct {
	s      *Store
	solver *Solver // of the questions whether two terms are equal
	eqs    *eqDecider
	sub    *Substitution
	class  map[Term]*sweepClass
	all    []*sweepClass

	cuts map[Term]Term // the variables in place of terms

	left   int64 // steps that may be taken yet
	visits int64 // terms that may be visited yet
	merged int64 // terms
}

// sweepClass holds terms of one width, oldest first, that had the same values so far:
// one that stands for all, and those that may be merged with it.
type sweepClass struct{ members []Term }

// The limits of sweeping: inputs that terms are evaluated under, terms that are visited in
// all for each step of the limit, steps of the solver for one pair of terms that are cut
// and for one that is whole, and pairs in a row that were left open before it gives up.
const (
	sweepInputs   = 32
	sweepVisits   = 8
	sweepCut      = 1_000
	sweepWhole    = 300
	sweepFailures = 6
)

// sweep returns constraints with the models of ts in which terms that are equal under
// every assignment are one, the number of terms merged, and the steps that it took, which
// are at most somewhat over limit.
func (s *Store) sweep(ctx context.Context, opts SolverOptions, ts []Term, limit int64) (out []Term, merged, spent int64) {
	order := s.postorder(ts...)
	visits := sweepVisits * limit
	if int64(len(order)*sweepInputs) > visits/2 {
		return ts, 0, 0
	}
	opts.Fresh = false
	w := &sweeper{
		s: s, solver: NewSolver(s, opts), eqs: newEqDecider(s), class: map[Term]*sweepClass{}, left: limit,
		cuts: map[Term]Term{}, visits: visits - int64(len(order)*sweepInputs),
		sub: &Substitution{store: s, done: map[Term]Term{}, lazy: map[Term]Term{}},
	}
	w.partition(order)
	open := 0
	for _, t := range order {
		c := w.class[t]
		if c == nil || c.members[0] == t {
			continue
		}
		if w.left <= 0 || w.visits <= 0 || open == sweepFailures || ctx.Err() != nil {
			break
		}
		switch w.try(ctx, c.members[0], t) {
		case sat.Unsat:
			open = 0
			c.remove(t)
		case sat.Unknown:
			open++
			c.remove(t)
		}
	}
	if w.merged == 0 {
		return ts, 0, limit - w.left
	}
	for _, t := range ts {
		out = append(out, w.sub.Apply(t))
	}
	return out, w.merged, limit - w.left
}

func (c *sweepClass) remove(t Term) {
	c.members = slices.DeleteFunc(c.members, func(u Term) bool { return u == t })
}

// partition evaluates all terms under random inputs and puts those of the same width and
// values into classes.
func (w *sweeper) partition(order []Term) {
	s := w.s
	words := slices.DeleteFunc(slices.Clone(order), s.IsArray)
	signature := make([]uint64, len(words))
	vars := s.Support(order...)
	rng := rand.New(rand.NewPCG(uint64(len(order)), 1))
	for i := range sweepInputs {
		e := NewTotalEvaluator(s, s.drawAssignment(vars, rng, i))
		for j, t := range words {
			v, _ := e.Value(t)
			signature[j] = mixed(signature[j], keyOf(v))
		}
	}
	type shown struct {
		width     int
		signature uint64
	}
	classes := map[shown]*sweepClass{}
	for j, t := range words {
		k := shown{s.Width(t), signature[j]}
		if classes[k] == nil {
			classes[k] = &sweepClass{}
			w.all = append(w.all, classes[k])
		}
		classes[k].members = append(classes[k].members, t)
		w.class[t] = classes[k]
	}
}

// mixed returns a number that depends on h and k.
func mixed(h uint64, k indexKey) uint64 {
	const m = 0x9E3779B97F4A7C15
	h = (h ^ k.lo) * m
	for _, b := range []byte(k.wide) {
		h = (h ^ uint64(b)) * m
	}
	return h ^ h>>29
}

// drawAssignment draws values of vars for the i-th input: small numbers, near which
// programs decide most, by turns with any.
func (s *Store) drawAssignment(vars []Term, rng *rand.Rand, i int) *Assignment {
	a := NewAssignment()
	draw := func(w int) Value {
		if w > 64 {
			return bitsValue(w, func(int) bool { return rng.Uint64()&1 != 0 })
		}
		return NewValue(w, rng.Uint64()>>uint([]int{0, 0, 32, 58}[i%4]))
	}
	for _, x := range vars {
		sort := s.Sort(x)
		if sort.Index == 0 {
			a.Set(x, draw(sort.Width))
			continue
		}
		array := NewArrayValue(sort.Index, draw(sort.Width))
		for range 16 {
			array = array.With(draw(sort.Index), draw(sort.Width))
		}
		a.SetArray(x, array)
	}
	return a
}

// try asks whether t is equal to first, and merges it if it is (Unsat). A counterexample
// (Sat) splits the classes.
func (w *sweeper) try(ctx context.Context, first, t Term) sat.Verdict {
	a, b := w.sub.Apply(first), w.sub.Apply(t)
	equal := a == b
	if !equal {
		if x, y, ok := w.cut(a, b); ok {
			equal = w.ask(ctx, x, y, sweepCut).Verdict == sat.Unsat
		}
	}
	if !equal {
		answer := w.ask(ctx, a, b, sweepWhole)
		switch answer.Verdict {
		case sat.Unknown:
			return sat.Unknown
		case sat.Sat:
			w.split(answer.Model)
			return sat.Sat
		}
	}
	w.sub.done[t] = a
	w.merged++
	return sat.Unsat
}

// ask asks for an assignment under which a and b differ, within a number of steps.
func (w *sweeper) ask(ctx context.Context, a, b Term, steps int64) Answer {
	question := w.s.Not(w.eqs.decided(w.s.Eq(a, b)))
	answer := w.solver.Check(ctx, Query{Constraints: []Term{question}, Limits: sat.Limits{Steps: max(1, min(w.left, steps))}})
	w.left -= answer.Steps + 1
	return answer
}

// cut returns a and b with a variable in place of every term that occurs in both and, in
// one of them, below nothing else that does. If these are equal, so are a and b, whatever
// is below the cut, which may be what is hard about them. Parts and complements of terms
// are not cut, but the terms are. ok is false if nothing was cut.
func (w *sweeper) cut(a, b Term) (x, y Term, ok bool) {
	s := w.s
	cone := s.postorder(a)
	inA := make(map[Term]bool, len(cone))
	for _, t := range cone {
		inA[t] = true
	}
	other := s.postorder(b)
	w.visits -= int64(len(cone) + len(other))
	both := map[Term]bool{}
	for _, t := range other {
		if inA[t] && !s.IsArray(t) {
			both[t] = true
		}
	}
	done := map[Term]Term{}
	stack, seen := []Term{a, b}, map[Term]bool{}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[t] {
			continue
		}
		seen[t] = true
		n := &s.nodes[t]
		switch {
		case kinds[n.kind].arity == 0:
		case both[t] && !wiring(n.kind):
			done[t] = w.variable(t)
			ok = true
		default:
			stack = append(stack, n.args[:kinds[n.kind].arity]...)
		}
	}
	sub := &Substitution{store: s, done: done, lazy: map[Term]Term{}}
	return sub.Apply(a), sub.Apply(b), ok
}

// wiring reports whether terms of kind k only move and complement bits.
func wiring(k Kind) bool {
	switch k {
	case KindNot, KindConcat, KindExtract, KindSExt:
		return true
	}
	return false
}

// variable returns the variable that stands for t where it is cut.
func (w *sweeper) variable(t Term) Term {
	if w.cuts[t] == 0 {
		w.cuts[t] = w.s.Fresh("cut", w.s.Width(t))
	}
	return w.cuts[t]
}

// split takes apart what has different values in m.
func (w *sweeper) split(m *Model) {
	for _, c := range slices.Clone(w.all) {
		if len(c.members) == 1 {
			continue
		}
		w.visits -= int64(len(c.members))
		groups := map[indexKey]*sweepClass{}
		members := c.members
		c.members = nil
		groups[keyOf(m.Value(members[0]))] = c
		for _, t := range members {
			k := keyOf(m.Value(t))
			if groups[k] == nil {
				groups[k] = &sweepClass{}
				w.all = append(w.all, groups[k])
			}
			groups[k].members = append(groups[k].members, t)
			w.class[t] = groups[k]
		}
	}
}
