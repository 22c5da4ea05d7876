// Package crossversion follows two versions of a program together: a Product explores
// both on the same inputs, pair of paths by pair of paths, and can prove that they never
// differ.
package crossversion

import (
	"context"
	"maps"
	"slices"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/engines/symexec/exec"
	"github.com/riftlab/rift/engines/symexec/outcome"
	"github.com/riftlab/rift/program"
)

// Product explores two versions of a program on the same inputs: for each path
// of the new version those of the old one that its inputs take, and compares as
// terms what the two show. If both explorations are exhaustive and no pair of
// paths can show two things, the versions behave alike on all inputs of the
// model; there is no other way to get that answer here.
//
// The versions share terms, and a variable is the same one in both because
// variables are named after the parts of the input.
//
// Source: Ramos, Engler: Practical, Low-Effort Equivalence Verification of Real
// Code, CAV 2011, section 2. There both versions run one after the other in one
// program, and memory is compared; here they are two programs, and what counts
// is what Options.Equivalence compares. Where that excludes inputs with undefined
// behaviour, the paths that end in it do as if they violated an assumption.
type Product struct {
	Stats ProductStats

	new, old *symexec.Explorer
	comparer outcome.Comparer
	opt      symexec.Options
	core     *symexec.Core // of the old version's explorer
	ctx      context.Context
	reasons  map[string]int64 // why paths were stopped and pairs are open
	skipped  map[string]int64 // why a comparison of paths, open ones aside, says nothing
	model    *program.InputModel
	open     []openPair // to be asked about again
	branches []branch   // of the old version, likewise
}

// ProductStats counts what a Product did.
type ProductStats struct {
	Paths      int64 // of the new version, without those that violate an assumption
	Pairs      int64 // of paths, that were compared
	Differ     int64 // of these, that can show two things
	Unfinished int64 // explorations of either version that did not come to their end
	Stopped    int64 // paths of either version that met a limit of the machine
	Open       int64 // pairs that could not be compared, or the solver did not decide
	// Compared are the pairs that were decided and do not end in the same undefined
	// behaviour in both versions.
	Compared int64
	Rounds   int64 // of questions that were asked again, with greater limits
}

// Twin is a path of the new version and one of the old version with inputs in
// common.
type Twin struct {
	New *symexec.Path
	Old *symexec.Path // nil if the path of the new version is one that nothing can be compared with
	// Input is one of the common inputs: run on it, the versions take the two paths,
	// unless values were made concrete or branches merged, so that what the inputs
	// of all twins execute is what was compared. If Differ is set, the versions show two
	// things on it as far as the machine can tell.
	Input  program.Input
	Differ bool
	// Open says why it is not known whether they can; "" if it is.
	Open string
}

// NewProduct prepares the exploration of two programs that program.Verify
// accepts. The options are for both; Shadow and hooks are not supported.
func NewProduct(old, new *program.Program, opt symexec.Options) (*Product, error) {
	p := &Product{reasons: map[string]int64{}, skipped: map[string]int64{}}
	// Sides of merged branches are followed within one instruction: a fork of theirs
	// cannot go on by itself.
	opt.CountAssumptions, opt.KeepUndecided = true, !opt.Merge
	var err error
	if p.new, err = symexec.New(new, opt); err != nil {
		return nil, err
	}
	opt.Search = "dfs"
	if p.old, err = p.new.Sibling(old, opt); err != nil {
		return nil, err
	}
	p.opt, p.core = p.old.Options(), p.old.Core()
	p.comparer = outcome.Comparer{Terms: p.core.Terms, Solver: p.core.Solver, Rule: opt.Equivalence}
	return p, nil
}

// Explorers returns those of the two versions, for what they counted.
func (p *Product) Explorers() [2]*symexec.Explorer { return [2]*symexec.Explorer{p.old, p.new} }

// Complete reports whether all inputs of the model were compared.
func (p *Product) Complete() bool {
	s := &p.Stats
	return s.Unfinished == 0 && s.Stopped == 0 && s.Open == 0 && p.new.Stats.Exhaustive() && p.old.Stats.Exhaustive()
}

// Explore runs both versions on the inputs of a model and calls yield for each
// pair of paths, and once more for one that was open and is then found to show two
// things, until there are none left and the solver has decided all that it was
// asked, yield returns an error, Options.Spend does, or ctx is done. It returns that
// error, and nil at the end of ctx.
func (p *Product) Explore(ctx context.Context, m *program.InputModel, yield func(*Twin) error) error {
	p.model, p.ctx = m, ctx
	err := p.new.Explore(ctx, m, func(n *symexec.Path) error {
		return p.path(ctx, n, yield)
	})
	if p.new.Stats.Pending > 0 || err != nil {
		p.Stats.Unfinished++
	}
	if err != nil {
		return err
	}
	return p.retry(ctx, yield)
}

// path compares a path of the new version with those of the old one.
func (p *Product) path(ctx context.Context, n *symexec.Path, yield func(*Twin) error) error {
	if why := p.leavesOut(n); why != "" {
		p.skipped["paths that "+why]++
		return nil
	}
	p.Stats.Paths++
	if stopped(n) != "" {
		return yield(p.alone(n))
	}
	return p.pairs(ctx, n, yield)
}

// leavesOut says why the inputs of a path do not count, "" if they do.
func (p *Product) leavesOut(of *symexec.Path) string {
	switch st := of.State(); {
	case of.Incomplete != "":
		return ""
	case st.Shown.Ending == program.Assumed:
		return "violate an assumption"
	case st.Shown.Fault.IsUndefined() && p.opt.Equivalence.Undefined == program.ExcludeUndefined:
		return "execute undefined behaviour (excluded)"
	}
	return ""
}

// alone makes the twin of a path of the new version that has no end.
func (p *Product) alone(n *symexec.Path) *Twin {
	p.Stats.Stopped++
	t := &Twin{New: n, Input: n.Input, Open: stopped(n)}
	p.reasons[t.Open]++
	return t
}

// stopped says why a path has no end; "" if it has one.
func stopped(p *symexec.Path) string {
	switch st := p.State(); {
	case p.Incomplete != "":
		return "paths given up at " + p.At.String() + ": " + p.Incomplete
	case st.Shown.Fault != nil && st.Shown.Fault.Kind == program.FaultUnsupported:
		return "paths that reach " + st.Shown.Fault.Error()
	case st.Shown.Ending != program.Stopped:
		return ""
	default:
		return "paths cut off by the limit of " + st.Shown.Limit + " of one run"
	}
}

// pairs explores the old version on the inputs of a path of the new one.
func (p *Product) pairs(ctx context.Context, n *symexec.Path, yield func(*Twin) error) error {
	started, err := p.old.ExploreWithin(ctx, p.model, p.new, n, func(o *symexec.Path) error { return p.pair(n, o, yield) })
	switch {
	case started:
		return p.explored(n, err)
	case ctx.Err() != nil:
		p.Stats.Unfinished++
		return nil
	}
	return err
}

// explored is called when an exploration of the old version on the inputs of a path
// of the new one has ended, with its error, which it returns.
func (p *Product) explored(n *symexec.Path, err error) error {
	for _, side := range p.old.TakeUndecided() {
		if len(p.branches) < p.opt.MaxStates {
			p.branches = append(p.branches, branch{side, n})
		}
	}
	if p.old.Stats.Pending > 0 || err != nil {
		p.Stats.Unfinished++
	}
	p.old.Stats.Pending = 0 // counted
	return err
}

// pair compares two paths.
func (p *Product) pair(n, o *symexec.Path, yield func(*Twin) error) error {
	if why := p.leavesOut(o); why != "" {
		p.skipped["pairs of paths that "+why+" in the old version"]++
		return nil
	}
	return yield(p.compare(n, o))
}

// compare makes the twin of two paths; the path condition of o implies that of n.
func (p *Product) compare(n, o *symexec.Path) *Twin {
	t := &Twin{New: n, Old: o}
	p.Stats.Pairs++
	st := *o.State()
	if p.decide(t, &st) && len(p.open) < maxOpenPairs && !p.old.Crowded() && !p.opt.Merge {
		p.open = append(p.open, openPair{n, o})
	}
	p.count(t)
	t.Input = p.inputOf(n, &st)
	return t
}

// decide says in a twin whether its paths can show two things, on which st, a copy of
// the old version's state, then has a model. It reports whether greater limits may
// decide more.
func (p *Product) decide(t *Twin, st *exec.State) (again bool) {
	n, o := t.New, t.Old
	switch t.Open = stopped(o); {
	case t.Open != "":
		p.Stats.Stopped++
	case !sameAnswers(n.State(), st):
		t.Open = "pairs of paths that ask for other values"
	case !p.core.Guard(func() { t.Differ, t.Open = p.comparer.Compare(p.ctx, &n.State().Shown, &st.Shown, &st.Path) }):
		*st, t.Differ, t.Open = *o.State(), false, outcome.Undecided
	}
	return t.Open == outcome.Undecided
}

// count counts a twin.
func (p *Product) count(t *Twin) {
	switch why := sameFault(t.New.State(), t.Old.State()); {
	case t.Open != "":
		p.Stats.Open++
		p.reasons[t.Open]++
	case t.Differ:
		p.Stats.Differ++
		p.Stats.Compared++
	case why != "":
		p.skipped[why]++
	default:
		p.Stats.Compared++
	}
}

// inputOf returns the input that the old version's state has, with the values that
// either version asks for.
func (p *Product) inputOf(n *symexec.Path, st *exec.State) program.Input {
	if n.State().NAsked > st.NAsked {
		st.Asked = n.State().Asked
	}
	return st.Input.Under(p.core.Machine.Eval(st), st.Asked)
}

// sameFault says which undefined behaviour two paths end in that show the same,
// and where; "" if one of them ends otherwise. What comes behind it was not
// executed, so that nothing was compared. That the program reports an error of
// its own, or that its threads wait for one another, is an end like others.
func sameFault(n, o *exec.State) string {
	if n.Shown.Ending != program.Faulted || o.Shown.Ending != program.Faulted || n.Shown.Fault.Kind == program.FaultReached || n.Shown.Fault.Kind == program.FaultDeadlock {
		return ""
	}
	why := "pairs of paths on which both versions end in " + string(n.Shown.Fault.Kind)
	a, b := lineOf(n.Shown.Fault), lineOf(o.Shown.Fault)
	switch {
	case a != b:
		why += " at " + a + " (old version: " + b + ")"
	case a != "":
		why += " at " + a
	}
	return why
}

// lineOf returns the file and line of a fault; "" if they are not known.
func lineOf(f *program.Fault) string {
	if f.Pos.Line == 0 {
		return ""
	}
	return program.Position{File: f.Pos.File, Line: f.Pos.Line}.String()
}

// sameAnswers reports whether the values that two states asked for, as far as
// both did, are the same parts of the input.
func sameAnswers(a, b *exec.State) bool {
	x, y := a.Asked, b.Asked
	for range max(a.NAsked-b.NAsked, 0) {
		x = x.Prev
	}
	for range max(b.NAsked-a.NAsked, 0) {
		y = y.Prev
	}
	for ; x != nil && y != nil; x, y = x.Prev, y.Prev {
		if x.Name != y.Name || x.Size != y.Size || len(x.Terms) != len(y.Terms) {
			return false
		}
	}
	return true
}

// Conclude says whether all inputs were compared and, if not, why.
func (p *Product) Conclude() engines.Conclusion {
	a, b, s := &p.new.Stats, &p.old.Stats, &p.Stats
	c := engines.Conclusion{Complete: p.Complete(), Paths: s.Paths, Compared: s.Compared}
	for _, x := range []struct {
		cause string
		n     int64
	}{
		{"explorations stopped before their end", s.Unfinished},
		{"ways dropped for want of room", a.Dropped + b.Dropped + a.Evicted + b.Evicted},
		{"bounds met on the values of an address, size or number", a.Truncated + b.Truncated},
		{"paths on which threads take turns, in some orders of many", a.Threaded + b.Threaded},
		{"values made concrete for want of terms", a.Concretised + b.Concretised},
		{"questions the solver did not decide", a.Unknown + b.Unknown},
	} {
		if x.n > 0 {
			c.Bounds = append(c.Bounds, engines.Bound{Cause: x.cause, Count: x.n})
		}
	}
	if n := a.LeftOut + b.LeftOut; n > 0 {
		c.NotCompared = []engines.Bound{{Cause: "assumptions by which inputs of a path were left out", Count: n}}
	}
	open := bounds(p.reasons)
	c.Bounds = append(c.Bounds, open...)
	c.NotCompared = append(append(c.NotCompared, bounds(p.skipped)...), open...)
	return c
}

// bounds lists causes in a fixed order.
func bounds(of map[string]int64) []engines.Bound {
	var list []engines.Bound
	for _, cause := range slices.Sorted(maps.Keys(of)) {
		list = append(list, engines.Bound{Cause: cause, Count: of[cause]})
	}
	return list
}
