package symexec

import (
	"context"
	"slices"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/exec"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/engines/symexec/input"
	"github.com/riftlab/rift/engines/symexec/search"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/sat"
)

// Shadow execution runs a unified program (package delta) as both versions at
// once. A value that differs between the versions is a term over a variable
// that says which version is meant; everything that is computed from it shares
// its structure, equal readings fall together as the term is built, and the
// reading of a version is a substitution, made where it is needed: at a
// decision, at a memory access, and at the end of the path for what was shown.
// The variable never enters a path condition.
//
// A decision whose readings differ forks in four: both versions go the one way,
// both the other, and each alone. The ways on which they part are divergences.
//
// Source: Palikareva, Kuchta, Cadar: Shadow of a Doubt, ICSE 2016, section 3.2.
// There a shadow expression is a node with two children; here it is an
// if-then-else, so that every rewriting rule and every operation of the machine
// applies to it.
type shadow struct {
	*Explorer
	version     bitvec.Term // 1 bit: 0 old, 1 new
	number      int32
	subst       [2]*bitvec.Substitution
	divergences []*Divergence // not yet reported
	seen        map[way]int
	open        int // explorations under way
	counts      ShadowStats
}

// ShadowStats counts what shadow execution did.
type ShadowStats struct {
	Forks      int64 `json:"forks"`      // decisions whose readings differ
	Equal      int64 `json:"equal"`      // of these, decisions on which the versions cannot part
	OldOnly    int64 `json:"old_only"`   // divergences in which the old version's condition holds alone
	NewOnly    int64 `json:"new_only"`   // and the new version's
	Own        int64 `json:"own"`        // inputs followed that diverge themselves
	Suppressed int64 `json:"suppressed"` // divergences beyond Options.DivergencesPer
	Outputs    int64 `json:"outputs"`    // paths without divergence that can show two things
	Chosen     int64 `json:"chosen"`     // annotations whose arguments both were computed
	Parted     int64 `json:"parted"`     // annotations whose arguments could not, which are divergences
}

// way is a direction in which the versions part at an instruction.
type way struct {
	fn  int
	pc  int32
	old bool
}

// Divergence is a point at which the versions part.
type Divergence struct {
	// Input takes the versions there, and to different sides.
	Input program.Input
	At    program.Position
	// Old is the side that the old version takes; the new one takes the other.
	Old bool
	// Own tells that the input followed does it itself; else it is a neighbour.
	Own bool
	// Output tells that the versions do not part, but show different things.
	Output bool

	state  *State
	search search.Searcher[*State] // of the exploration that continues from here
	alive  int                     // its states that have not ended
	states map[*State]struct{}     // those of them that have run or were forked
}

// Done reports whether everything that follows the divergence was explored.
func (d *Divergence) Done() bool { return d.Output || d.search != nil && d.alive == 0 }

func newShadow(e *Explorer) *shadow {
	s := &shadow{Explorer: e, seen: map[way]int{}}
	s.version, s.number = e.solver.Variable("version", 1)
	for i := range s.subst {
		s.subst[i] = e.terms.NewSubstitution([]bitvec.Term{s.version}, []bitvec.Term{e.terms.Const(1, uint64(i))})
	}
	return s
}

// ShadowStats returns what shadow execution counted so far.
func (e *Explorer) ShadowStats() ShadowStats { return e.shadow.counts }

// AllowDivergences sets Options.DivergencesPer anew; those that were met count.
func (e *Explorer) AllowDivergences(n int) { e.opt.DivergencesPer = n }

// Which is the value of __rift_version().
func (e *shadow) Which(st *State) expr.Value {
	switch st.Reading {
	case exec.OldVersion:
		return expr.Word(0)
	case exec.NewVersion:
		return expr.Word(1)
	}
	return expr.Value{T: e.terms.Resize(32, false, e.version)}
}

// Words returns the words of a value that is known in both versions.
func (e *shadow) Words(v expr.Value) (old, new uint64, ok bool) {
	if v.T == 0 {
		return v.W, v.W, true
	}
	if sup := e.solver.Support(v.T); len(sup) != 1 || sup[0] != e.number {
		return 0, 0, false
	}
	if old, ok = e.terms.ConstUint64(e.readAs(v.T, 0)); !ok {
		return 0, 0, false
	}
	new, ok = e.terms.ConstUint64(e.readAs(v.T, 1))
	return old, new, ok
}

// Two returns the value that is one word in each version.
func (e *shadow) Two(old, new uint64, bits int) expr.Value {
	if old == new {
		return expr.Word(old)
	}
	return e.terms.Of(e.terms.Ite(e.version, e.terms.Const(bits, new), e.terms.Const(bits, old)))
}

// Read returns a value as a state reads it.
func (e *shadow) Read(st *State, v expr.Value) expr.Value {
	if st.Reading == exec.Both || v.T == 0 || !e.shadowed(v.T) {
		return v
	}
	if st.Reading == exec.OldVersion {
		return e.terms.Of(e.readAs(v.T, 0))
	}
	return e.terms.Of(e.readAs(v.T, 1))
}

// shadowed reports whether t has two readings.
func (e *shadow) shadowed(t bitvec.Term) bool {
	_, ok := slices.BinarySearch(e.solver.Support(t), e.number)
	return ok
}

func (e *shadow) readAs(t bitvec.Term, v int) bitvec.Term { return e.subst[v].Apply(t) }

// readings returns the two readings of t; they are the same for a state that
// runs as one version.
func (e *shadow) readings(st *State, t bitvec.Term) (old, new bitvec.Term) {
	if !e.shadowed(t) {
		return t, t
	}
	switch st.Reading {
	case exec.OldVersion:
		t = e.readAs(t, 0)
		return t, t
	case exec.NewVersion:
		t = e.readAs(t, 1)
		return t, t
	}
	return e.readAs(t, 0), e.readAs(t, 1)
}

// fourWay decides a condition with two readings. It returns the new version's
// side.
func (e *shadow) fourWay(st *State, old, new bitvec.Term) bool {
	e.counts.Forks++
	o, n := e.solver.Holds(&st.Path, old), e.solver.Holds(&st.Path, new)
	if st.Input.Guide == nil {
		e.forkBoth(st, old, new)
	}
	if o != n {
		e.counts.Own++
		e.part(st, old, new, o, nil)
		st.Ended = true
		e.machine.Finish(st, program.Stopped, 0)
		return n
	}
	equal := true
	for _, side := range []bool{true, false} {
		w := e.wayOf(st, side)
		if limit := e.opt.DivergencesPer; limit > 0 && e.seen[w] >= limit {
			e.counts.Suppressed++
			equal = false
			continue
		}
		t := e.terms.And(e.literal(old, side), e.literal(new, !side))
		if e.solver.Known(&st.Path, e.terms.Not(t)) {
			continue // they were found not to part here
		}
		verdict, model := e.Check(st, t)
		equal = equal && verdict == sat.Unsat
		if verdict == sat.Sat {
			e.seen[w]++
			e.part(st, old, new, side, model)
		}
	}
	if equal {
		e.counts.Equal++
	}
	e.add(st, e.literal(old, o))
	e.add(st, e.literal(new, n))
	return n
}

// forkBoth makes forks for the sides that both versions may take and the state
// does not.
func (e *shadow) forkBoth(st *State, old, new bitvec.Term) {
	for _, side := range []bool{true, false} {
		t := e.terms.And(e.literal(old, side), e.literal(new, side))
		if e.solver.Holds(&st.Path, t) {
			continue
		}
		verdict, model := e.Check(st, t)
		if verdict != sat.Sat {
			continue
		}
		if !e.room() {
			e.dropFork(st, model)
			continue
		}
		child := e.fork(st)
		child.Forks++
		e.solver.SetModel(&child.Path, model)
		e.add(child, t)
		e.forked = append(e.forked, child)
		e.Stats.Forks++
	}
}

func (e *shadow) wayOf(st *State, side bool) way {
	return way{st.Top.Fn.Index, st.Top.PC, side}
}

func (e *shadow) literal(t bitvec.Term, side bool) bitvec.Term {
	if side {
		return t
	}
	return e.terms.Not(t)
}

// part queues a divergence: a fork of the state, to go on as the new version,
// under the condition that the old version's side is the given one and the new
// version's the other. model is one of that, or nil for the state's own.
func (e *shadow) part(st *State, old, new bitvec.Term, side bool, model []uint64) {
	if side {
		e.counts.OldOnly++
	} else {
		e.counts.NewOnly++
	}
	child := e.fork(st)
	child.Reading = exec.NewVersion
	if model != nil {
		e.solver.SetModel(&child.Path, model)
	}
	e.add(child, e.literal(old, side))
	e.add(child, e.literal(new, !side))
	d := &Divergence{At: e.code.IR.Position(e.machine.UserPlace(st)), Old: side, Own: model == nil, state: child}
	d.Input = e.inputOf(child)
	free := *child.Input
	free.Guide = nil
	child.Input = &free
	e.divergences = append(e.divergences, d)
}

// Shadow follows an input through a unified program as both versions: until
// they part, or to the end. It calls yield for each divergence it passes, the
// input's own last. The input's symbolic parts are those of the model if it is
// one of the model's inputs, else every byte.
//
// It needs Options.Shadow. The path is the new version's; it has no outcome if
// the input diverges itself.
func (e *Explorer) Shadow(ctx context.Context, m *program.InputModel, in *program.Input, yield func(*Divergence) error) (*Path, error) {
	st, err := e.shadow.seeded(ctx, m, in)
	if err != nil {
		return nil, err
	}
	for !st.Done {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		before := st.Steps
		e.runGuarded(st, turnSteps)
		e.Stats.Steps += st.Steps - before
		e.unspent += st.Steps - before
		if err := e.shadow.report(yield); err != nil {
			return nil, err
		}
		if err := e.spend(); err != nil {
			return nil, err
		}
	}
	if st.Reading == exec.Both && !st.Ended && st.Unsupported == "" {
		e.guard(func() { e.shadow.compareOutputs(st) })
		if err := e.shadow.report(yield); err != nil {
			return nil, err
		}
	}
	return e.ended(st)
}

func (e *shadow) report(yield func(*Divergence) error) error {
	list := e.divergences
	e.divergences = nil
	for _, d := range list {
		if err := yield(d); err != nil {
			return err
		}
	}
	return nil
}

// seeded makes the first state of a run that follows in.
func (e *shadow) seeded(ctx context.Context, m *program.InputModel, in *program.Input) (*State, error) {
	st, err := e.start(ctx, func(b *input.Builder) error { return b.Seed(m, in) })
	if err != nil {
		st, err = e.start(ctx, func(b *input.Builder) error { return b.FromInput(in, false) })
	}
	if err == nil {
		e.solver.Assign(&st.Path, e.number, 1)
	}
	return st, err
}

// Root returns the start of the unified program on all inputs of a model, to be
// explored as both versions by Continue; the divergences that are met on the
// way are to be taken by Divergences.
func (e *Explorer) Root(ctx context.Context, m *program.InputModel) (*Divergence, error) {
	st, err := e.start(ctx, func(b *input.Builder) error { return b.FromModel(m) })
	if err != nil {
		return nil, err
	}
	e.solver.Assign(&st.Path, e.shadow.number, 1)
	return &Divergence{state: st}, nil
}

// Divergences returns those met since it was last called.
func (e *Explorer) Divergences() []*Divergence {
	list := e.shadow.divergences
	e.shadow.divergences = nil
	return list
}

// leastStates is how many states an exploration may always have.
const leastStates = 32

// Continue explores the new version from a divergence, breadth first, and calls
// yield for each path that ends. An error of yield or Options.Spend stops it;
// another call goes on from there.
func (e *Explorer) Continue(ctx context.Context, d *Divergence, yield func(*Path) error) error {
	if d.Done() {
		return nil
	}
	e.ctx = ctx
	if d.search == nil {
		d.search, d.alive, d.states = search.NewBreadthFirst[*State](), 1, map[*State]struct{}{d.state: {}}
		e.shadow.open++
		d.search.Update(nil, []*State{d.state}, nil)
	}
	e.search, e.alive, e.states = d.search, d.alive, d.states
	// All explorations together may have so many states.
	limit := e.opt.MaxStates
	e.opt.MaxStates = max(limit/e.shadow.open, leastStates)
	defer func() {
		d.alive, e.opt.MaxStates = e.alive, limit
		if d.alive == 0 {
			e.shadow.open--
			d.state, d.search, d.states = nil, search.NewBreadthFirst[*State](), nil
		}
	}()
	for e.alive > 0 && ctx.Err() == nil {
		if err := e.turn(func(path *Path) error {
			if st := path.state; st.Reading == exec.Both && !st.Ended && st.Unsupported == "" {
				e.guard(func() { e.shadow.compareOutputs(st) })
			}
			return yield(path)
		}); err != nil {
			return err
		}
	}
	return nil
}

// compareOutputs looks for an input on the state's path for which the versions
// show different things.
func (e *shadow) compareOutputs(st *State) {
	differ := e.terms.False()
	for _, t := range st.Shown.Terms() {
		if old, new := e.readings(st, t); old != new {
			differ = e.terms.Or(differ, e.terms.Ne(old, new))
		}
	}
	if differ == e.terms.False() {
		return
	}
	model := st.Path.Model()
	if !e.solver.Holds(&st.Path, differ) {
		var verdict sat.Verdict
		if verdict, model = e.Check(st, differ); verdict != sat.Sat {
			return
		}
	}
	e.counts.Outputs++
	child := *st
	e.solver.SetModel(&child.Path, model)
	e.divergences = append(e.divergences, &Divergence{
		Input: e.inputOf(&child), At: st.Place, Own: e.solver.Holds(&st.Path, differ), Output: true, state: &child,
	})
}
