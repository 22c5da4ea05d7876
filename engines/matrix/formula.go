package matrix

import (
	"context"
	"maps"
	"slices"

	"github.com/riftlab/rift/engines/matrix/execution"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/matrix/formulatext"
	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/engines/symexec/underconstrained"
	"github.com/riftlab/rift/program/flow"
	"github.com/riftlab/rift/sat"
)

// partial is what partial symbolic execution finds in one entry state: for each chain
// the conditions on the state at the change's entry, as formulas over the
// variables of the entry state. Exploring the entry state finds those for all states; runs are
// monitored without it, by what the two paths say that a state takes (see followState).
//
// Source: ASE 2008, Figure 3, lines 16 to 22, and section 3.2.2.
type partial struct {
	a          *Assessor
	entryState *entryState
	e, eo      *symexec.Explorer // of the new and the old version, with the same terms

	// chains are those that some path executes; nil before the entry state is explored.
	chains map[int32]*conditions
	// open holds for states of which some path was not followed to its end.
	open bitvec.Term
	cuts map[string]int

	followed   [2]followedPaths // by states of runs, in the new and the old version
	pairs      map[[2]*symbolicPath]*pathPair
	unfollowed map[string]int // states whose path could not be followed, by reason
}

// conditions are those of one chain.
type conditions struct {
	executed formula
	state    [3]formula // by number of the condition; 0 is not used
}

// formula is a disjunction of cases, none of which is contradictory.
type formula struct {
	cases   []bitcase
	dropped int  // contradictory cases
	unsure  bool // the solver left open whether one of the cases is contradictory
}

// bitcase is a conjunction, with values that satisfy it.
type bitcase struct {
	conj  []bitvec.Term
	all   bitvec.Term
	model map[string]uint64
}

func (f *formula) add(c bitcase) {
	if !slices.ContainsFunc(f.cases, func(x bitcase) bool { return x.all == c.all }) {
		f.cases = append(f.cases, c)
	}
}

// conjunctions returns the cases as lists of terms.
func (f *formula) conjunctions() [][]bitvec.Term {
	list := make([][]bitvec.Term, len(f.cases))
	for i := range f.cases {
		list[i] = f.cases[i].conj
	}
	return list
}

func (f *formula) term(s *bitvec.Store) bitvec.Term {
	t := s.False()
	for i := range f.cases {
		t = s.Or(t, f.cases[i].all)
	}
	return t
}

// mostName is the length of an address in the name of what lies there, in characters.
const mostName = 80

// newPartial prepares what is to be found in an entry state.
func (a *Assessor) newPartial(s *entryState) (*partial, error) {
	en, eo, err := a.explorers()
	if err != nil {
		return nil, err
	}
	reach := underconstrained.NewLazyObjects(func(t bitvec.Term) string {
		return formulatext.Value(en.Terms(), t, mostName)
	})
	s.new.Objects, s.old.Objects = reach, reach
	return &partial{a: a, entryState: s, e: en, eo: eo, pairs: map[[2]*symbolicPath]*pathPair{}, unfollowed: map[string]int{}}, nil
}

// explorers returns explorers of both versions with terms of their own.
func (a *Assessor) explorers() (new, old *symexec.Explorer, err error) {
	if a.first[0] != nil {
		return symexec.RenewPair(a.first[0], a.first[1])
	}
	opt := symexec.Options{NoSummaries: true, Limits: symexec.Limits{MaxSteps: a.opt.Partial.Steps}, QuerySteps: a.opt.Partial.Solver}
	new, old, err = symexec.NewPair(a.new.Graph.Program(), a.old.Graph.Program(), opt)
	a.first = [2]*symexec.Explorer{new, old}
	return new, old, err
}

// explore follows both versions from the entry state on and forms the conditions. The paths
// themselves are not kept: those that the states of runs take are found anew.
func (p *partial) explore(ctx context.Context) error {
	a, s := p.a, p.e.Terms()
	new, err := explore(ctx, a.new, p.e, &p.entryState.new, a.opt.Partial)
	if err != nil {
		return err
	}
	old, err := explore(ctx, a.old, p.eo, &p.entryState.old, a.opt.Partial)
	if err != nil {
		return err
	}
	p.chains, p.cuts = map[int32]*conditions{}, maps.Clone(new.cuts)
	for k, n := range old.cuts {
		p.cuts[k] += n
	}
	f := &former{a: a, p: p, ctx: ctx, memo: map[formerKey]*pair3{}, old: map[spot][]arrival{}}
	f.arrivals(old)
	for _, w := range new.list {
		f.addPath(w)
	}
	a.spent += new.steps + old.steps + p.e.Stats.SolverSteps + p.eo.Stats.SolverSteps
	p.open = s.Disj(append(f.open, new.open(s), old.open(s))...)
	p.e.ReleaseSolver()
	p.eo.ReleaseSolver()
	return ctx.Err()
}

// former forms the conditions of an entry state.
type former struct {
	a    *Assessor
	p    *partial
	ctx  context.Context
	old  map[spot][]arrival // of the old version, by its spots
	memo map[formerKey]*pair3
	open []bitvec.Term // where snapshots could not be compared

	patient bool // the bound on all work of the entry state does not count
}

// arrival is a state in which a path is at a spot.
type arrival struct {
	snapshot *underconstrained.Snapshot
	regs     []execution.LiveRegister
	conj     []bitvec.Term
	all      bitvec.Term
}

type formerKey struct {
	spot spot
	all  bitvec.Term
}

// pair3 holds what is true of one arrival of the new version.
type pair3 [3]formula

// solve asks for values that satisfy constraints.
func (f *former) solve(constraints []bitvec.Term) (sat.Verdict, map[string]uint64) {
	if f.patient {
		return f.p.e.Solve(f.ctx, constraints, nil)
	}
	return f.a.opt.Partial.solve(f.ctx, f.p.e, constraints, nil)
}

func (f *former) arrival(w *symbolicPath, snap int32) arrival {
	m := w.snapshots[snap]
	conj := m.Condition()
	return arrival{m, w.run.Snapshots[snap].Registers, conj, f.p.e.Terms().Conj(conj...)}
}

// arrivals gathers those of the old version: one for each path to a spot.
func (f *former) arrivals(old *exploration) {
	for _, w := range old.list {
		spots := w.spots()
		var keys []spot
		for k, snap := range spots {
			if snap != execution.None {
				keys = append(keys, k)
			}
		}
		slices.SortFunc(keys, func(a, b spot) int { return int(spots[a] - spots[b]) })
		for _, k := range keys {
			x := f.arrival(w, spots[k])
			if !slices.ContainsFunc(f.old[k], func(y arrival) bool { return x.all == y.all }) {
				f.old[k] = append(f.old[k], x)
			}
		}
	}
}

// executed returns the chains that a path of the new version executes.
func (f *former) executed(w *symbolicPath) []covered {
	c := &f.a.changes[f.p.entryState.change]
	if int(w.begin) >= len(w.run.Instances) || c.deleted == flow.NoNode && c.sites != nil && !w.run.Instances[w.begin].Altered {
		return nil
	}
	begin := start{int32(f.p.entryState.change), w.begin, execution.None}
	found := f.a.chains.executed(w.run, f.a.chains.deps.uses(w.run), []start{begin})
	slices.SortFunc(found, func(x, y covered) int {
		if x.chain != y.chain {
			return int(x.chain) - int(y.chain)
		}
		return int(x.end) - int(y.end)
	})
	return found
}

// addPath adds the chains that a path of the new version executes.
func (f *former) addPath(w *symbolicPath) {
	spots := w.spots()
	for _, x := range f.executed(w) {
		at := w.spotOf(x.end)
		snap, ok := spots[at]
		if !ok || snap == execution.None {
			continue
		}
		all := f.conditionsAt(w, at, snap)
		c := f.p.chains[x.chain]
		if c == nil {
			c = &conditions{}
			f.p.chains[x.chain] = c
		}
		for i := range all {
			target := &c.executed
			if i > 0 {
				target = &c.state[i]
			}
			for _, y := range all[i].cases {
				target.add(y)
			}
			target.dropped += all[i].dropped
			target.unsure = target.unsure || all[i].unsure
		}
	}
}

// conditionsAt returns under which states a path of the new version arrives at a
// spot, and under which conditions 1 and 2 hold then.
func (f *former) conditionsAt(w *symbolicPath, at spot, snap int32) *pair3 {
	x := f.arrival(w, snap)
	key := formerKey{at, x.all}
	if r, ok := f.memo[key]; ok {
		return r
	}
	r := &pair3{}
	f.memo[key] = r
	f.put(&r[0], x.conj)
	o := f.a.versions.toOld(at.node)
	if o == flow.NoNode {
		f.put(&r[2], x.conj)
		return r
	}
	rest := slices.Clone(x.conj)
	for _, y := range f.old[spot{o, at.nth, at.call}] {
		both := append(slices.Clone(x.conj), y.conj...)
		if verdict, _ := f.solve(both); verdict == sat.Unsat {
			continue
		}
		differ, ok := f.differ(&x, &y, at.node)
		if !ok {
			f.open = append(f.open, f.p.e.Terms().Conj(append(slices.Clone(both), f.p.e.Terms().Not(differ))...))
		}
		if differ != f.p.e.Terms().False() {
			f.put(&r[1], append(both, differ))
		}
		rest = append(rest, f.p.e.Terms().Not(f.beyond(x.conj, y.conj)))
	}
	f.put(&r[2], rest)
	return r
}

// beyond returns what a conjunction says beyond another.
func (f *former) beyond(known, conj []bitvec.Term) bitvec.Term {
	s := f.p.e.Terms()
	out := s.True()
	for _, t := range conj {
		if slices.Contains(known, t) {
			continue
		}
		if verdict, _ := f.solve(append(slices.Clone(known), s.Not(t))); verdict != sat.Unsat {
			out = s.And(out, t)
		}
	}
	return out
}

// put adds a case to a formula, if it is not contradictory, without what
// follows from the rest of it.
func (f *former) put(to *formula, conj []bitvec.Term) {
	s := f.p.e.Terms()
	verdict, model := f.solve(conj)
	if verdict == sat.Unsat {
		to.dropped++
		return
	}
	to.unsure = to.unsure || verdict == sat.Unknown
	conj = f.minimal(conj)
	to.add(bitcase{conj, s.Conj(conj...), model})
}

// mostMinimal bounds the conjunctions that are made shorter.
const mostMinimal = 40

// minimal leaves out what follows from the rest, the longest first.
func (f *former) minimal(conj []bitvec.Term) []bitvec.Term {
	s := f.p.e.Terms()
	var list []bitvec.Term
	for _, t := range conj {
		if t != s.True() && !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	if len(list) > mostMinimal {
		return list
	}
	for i := len(list) - 1; i >= 0; i-- {
		without := slices.Delete(slices.Clone(list), i, i+1)
		if verdict, _ := f.solve(append(slices.Clone(without), s.Not(list[i]))); verdict == sat.Unsat {
			list = without
		}
	}
	return list
}
