package matrix

import (
	"context"
	"slices"

	"github.com/riftlab/rift/engines/matrix/execution"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/underconstrained"
	"github.com/riftlab/rift/program/flow"
)

// Monitoring follows the paths that the states of runs take: with the values that the
// variables have in such a state. Nothing is asked of the solver for it, and no path is
// followed that no run takes. What one path of each version does says, as formulas,
// which conditions hold for all states that take these two.

// followedPaths are the paths of one version that states of runs take.
type followedPaths struct {
	list    []*symbolicPath
	asked   int // walks
	refused int // of these, the last ones that could not be followed
}

// mostRefused is how many states one after the other may be of no path that can be
// followed; no more are tried then, since all of them mostly end for the same reason.
const mostRefused = 8

// pathPair is what two paths, one of each version, say of the chains that the new
// version's executes, for the states that take both.
type pathPair struct {
	chains map[int32]*endConditions
	all    bitvec.Term // that a state takes both
}

// endConditions is the end of a chain, all its executions together.
type endConditions struct {
	differ  bitvec.Term // condition 1, as far as it is known
	known   bool
	reached bool // condition 2
}

// conditions decides the conditions of a chain in a state that takes both paths; m may
// be nil.
func (m *pathPair) conditions(ev *bitvec.Evaluator, chain int32) (r verdict) {
	if m == nil {
		return r
	}
	x := m.chains[chain]
	if x == nil {
		return r // the walk has other dependences than the run
	}
	if r.decided = reached; x.reached {
		r.holds = reached
	}
	v, ok := ev.Value(x.differ)
	switch {
	case ok && !v.IsZero():
		r.holds, r.decided = r.holds|values, r.decided|values
	case ok && x.known:
		r.decided |= values
	}
	return r
}

// followState finds the paths that the state of a decision takes, and what they say.
func (a *Assessor) followState(ctx context.Context, d *decision) error {
	var pair [2]*symbolicPath
	for i, t := range []*execution.Tracer{a.new, a.old} {
		w, err := a.follow(ctx, d, i, t)
		if w == nil || w.run == nil || err != nil {
			return err
		}
		pair[i] = w
	}
	m := d.pairs[pair]
	if m == nil {
		f := &former{a: a, p: d.partial, ctx: ctx}
		m = f.pairPaths(pair[0], pair[1])
		d.pairs[pair] = m
	}
	d.pathPair = m
	return nil
}

// follow returns the path that a version takes in the state of a decision, nil if it
// cannot be followed to its end.
func (a *Assessor) follow(ctx context.Context, d *decision, i int, t *execution.Tracer) (*symbolicPath, error) {
	x := &d.followed[i]
	if k := slices.IndexFunc(x.list, func(w *symbolicPath) bool { return d.ev.Holds(w.all) }); k >= 0 {
		return x.list[k], nil
	}
	if x.asked >= a.opt.Partial.Followed || x.refused >= mostRefused || a.full() {
		return nil, nil
	}
	x.asked++
	x.refused++
	model := map[string]uint64{}
	take := func(v *underconstrained.Variable) {
		if w, ok := d.state.Get(v.Term(d.e.Terms())); ok {
			model[underconstrained.VariablePrefix+v.Name] = w.Uint64()
		}
	}
	e, entryState := d.e, d.entryState.new
	if i == 1 {
		e, entryState = d.eo, d.entryState.old
	}
	for k := range entryState.Variables {
		take(&entryState.Variables[k])
	}
	for _, v := range entryState.Objects.All() {
		take(&v.Variable)
	}
	entryState.Value = func(v *underconstrained.LazyVariable) (uint64, bool) {
		d.concretizations[0].reached(v)
		d.concretizations[1].reached(v)
		if w, ok := d.state.Get(v.Term(d.e.Terms())); ok {
			return w.Uint64(), true
		}
		return 0, false
	}
	w, err := walkPath(ctx, t, e, &entryState, model, a.opt.Partial.straight())
	if err != nil {
		return nil, err
	}
	a.spent += w.steps
	d.ev = bitvec.NewEvaluator(d.e.Terms(), d.state) // there are more variables now
	if w.cut != "" {
		d.unfollowed[w.cut]++
		return nil, nil
	}
	if !d.ev.Holds(w.all) {
		d.unfollowed["values that are not known"]++
		return nil, nil
	}
	if i == 0 {
		(&former{a: a, p: d.partial, ctx: ctx}).dropSnapshots(w)
	}
	x.list = append(x.list, w)
	x.refused = 0
	a.kept++
	return w, nil
}

// full reports whether so many paths are kept that no more are followed for states of
// runs.
func (a *Assessor) full() bool { return a.kept > a.opt.Partial.Kept }

// hopeless reports whether formulas decide nothing in an entry state: it is not explored, and
// one of the versions has no path that can be followed.
func (p *partial) hopeless() bool {
	return p.chains == nil && slices.ContainsFunc(p.followed[:], func(x followedPaths) bool { return len(x.list) == 0 && x.refused >= mostRefused })
}

// straight are the limits of a walk along the values of a state.
func (l Limits) straight() Limits {
	l.Rounds = int(min(l.Steps, 1<<20))
	return l
}

// dropSnapshots gives up what no meeting of a path of the new version looks at: its snapshots
// but for those at the ends of chains, and all but its condition if it executes no chain
// from the change on. Most of the memory of monitoring is in snapshots.
func (f *former) dropSnapshots(w *symbolicPath) {
	spots, snapshots, some := w.spots(), make([]*underconstrained.Snapshot, len(w.snapshots)), false
	for _, x := range f.executed(w) {
		if snap, ok := spots[w.spotOf(x.end)]; ok && snap != execution.None && f.a.chains.list[x.chain].length > 0 {
			snapshots[snap], some = w.snapshots[snap], true
		}
	}
	if w.snapshots = snapshots; !some {
		w.snapshots, w.run = nil, nil
	}
}

// pairPaths forms what two paths say.
func (f *former) pairPaths(new, old *symbolicPath) *pathPair {
	s := f.p.e.Terms()
	m := &pathPair{map[int32]*endConditions{}, s.And(new.all, old.all)}
	spots, olds := new.spots(), old.spots()
	type end struct {
		differ bitvec.Term
		known  bool
	}
	memo := map[spot]end{}
	for _, x := range f.executed(new) {
		at := new.spotOf(x.end)
		snap, ok := spots[at]
		if !ok || snap == execution.None || f.a.chains.list[x.chain].length == 0 {
			continue // the change alone has no state requirements
		}
		c := m.chains[x.chain]
		if c == nil {
			c = &endConditions{differ: s.False(), known: true}
			m.chains[x.chain] = c
		}
		o := f.a.versions.toOld(at.node)
		twin, there := olds[spot{o, at.nth, at.call}]
		if o == flow.NoNode || !there {
			c.reached = true
			continue
		}
		r, ok := memo[at]
		if !ok {
			r.differ = s.False()
			if twin != execution.None {
				n, y := f.arrival(new, snap), f.arrival(old, twin)
				r.differ, r.known = f.differ(&n, &y, at.node)
			}
			memo[at] = r
		}
		c.differ, c.known = s.Or(c.differ, r.differ), c.known && r.known
	}
	return m
}
