package matrix

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/engines/symexec/underconstrained"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow"
	"github.com/riftlab/rift/sat"
)

// dropInfeasible takes from the open requirements those that no state can satisfy.
func (w *work) dropInfeasible(ctx context.Context) error {
	open := w.open[:0:0]
	for i := range w.open {
		q := &w.open[i]
		s, err := w.assessor.State(ctx, q)
		if err != nil {
			return err
		}
		if err := w.pay(); err != nil {
			return err
		}
		if s.Verdict == Infeasible && q.Length > 0 {
			w.infeasible = append(w.infeasible, *q)
		} else {
			open = append(open, *q)
		}
	}
	w.open = open
	return nil
}

// pay spends what partial symbolic execution took since the last time.
func (w *work) pay() error {
	n := w.assessor.spent
	w.assessor.spent = 0
	return w.rec.Spend(n)
}

// generate looks for inputs that satisfy open requirements: it explores the new
// version to each place at which a change begins, and asks for each requirement
// whether the state that the path has there can be one of its formula. The paths
// of the formula are those along the chain, so that no search is needed behind
// the change.
func (w *work) generate(ctx context.Context) error {
	for k := range w.assessor.changes {
		for _, s := range w.assessor.entryStatesOf(k).entryStates {
			p, err := w.assessor.explored(ctx, s)
			if err != nil {
				return err
			}
			h := &targetedSearch{work: w, p: p, ctx: ctx}
			if !h.open() {
				continue
			}
			if err := h.run(); err != nil {
				return err
			}
		}
	}
	return nil
}

// targetedSearch is the search for inputs that bring a run to one entry state, in a state that a
// formula asks for.
type targetedSearch struct {
	*work
	p       *partial
	ctx     context.Context
	e       *symexec.Explorer
	found   []program.Input
	steps   int64
	frames  []symexec.Frame
	places  []flow.Frame
	targets *flow.Distances
}

// errSearchOver ends a targeted search.
var errSearchOver = errors.New("the targeted search is over")

// The bounds of a targeted search.
const (
	searchSteps     = 3_000_000 // steps of one search
	searchQuestions = 200       // questions at one visit of the place
)

// open reports whether one of the open requirements has a formula here.
func (h *targetedSearch) open() bool {
	return slices.ContainsFunc(h.work.open, func(q Requirement) bool { f := h.p.formula(&q); return f != nil && len(f.cases) > 0 })
}

func (h *targetedSearch) run() (err error) {
	w := h.work
	h.targets = w.assessor.new.Graph.Distances(w.assessor.versions.newGroup.Of(h.p.entryState.from[0]))
	random := rand.New(rand.NewPCG(w.task.Seed, 0x68756e74))
	h.e, err = h.p.e.Sibling(w.task.New.Program, symexec.Options{
		Hooks:      symexec.Hooks{OnStmt: h.begins},
		Population: symexec.Population{Keep: h.leads, MaxStates: w.params.MaxStates, MaxHeap: w.task.Budget.Heap()},
		Spend:      h.spend,
		Shuffle:    random,
		Seed:       w.task.Seed,
		QuerySteps: w.params.QuerySteps,
		Limits:     symexec.Limits{MaxSteps: w.task.RunSteps, MaxMemory: w.params.MaxMemory},
		Checks:     symexec.Checks{CheckOverflow: w.task.Equivalence.CheckOverflow()},
	})
	if err != nil {
		return err
	}
	err = h.e.Explore(h.ctx, &w.task.Model, func(*symexec.Path) error { return nil })
	if errors.Is(err, errSearchOver) {
		err = nil
	}
	if err == nil {
		err = h.try()
	}
	return err
}

// spend counts steps and tries what was found.
func (h *targetedSearch) spend(n int64) error {
	if err := h.rec.Spend(n); err != nil {
		return err
	}
	if err := h.try(); err != nil {
		return err
	}
	if h.steps += n; h.steps > searchSteps || !h.open() {
		return errSearchOver
	}
	return nil
}

func (h *targetedSearch) try() error {
	found := h.found
	h.found = nil
	for i := range found {
		if _, err := (&monitoring{h.rec, h.work}).Try(h.ctx, &found[i], engines.Note{Phase: "goal"}); err != nil {
			return err
		}
	}
	return nil
}

// leads reports whether a state can still come to the entry state.
func (h *targetedSearch) leads(st *symexec.State) bool {
	h.frames = st.Frames(h.frames[:0])
	h.places = h.places[:0]
	for _, f := range h.frames {
		h.places = append(h.places, flow.Frame(f))
	}
	_, ok := h.targets.From(h.places)
	return ok
}

// begins is called when a state begins a statement: at the entry state it looks for
// inputs that satisfy open requirements.
func (h *targetedSearch) begins(st *symexec.State, fn int, _ int32) symexec.Order {
	if fn != h.p.entryState.new.Frames[len(h.p.entryState.new.Frames)-1].Func {
		return symexec.Continue
	}
	h.frames = st.Frames(h.frames[:0])
	outer := 0
	for outer < len(h.frames) && h.task.New.Program.Funcs[h.frames[outer].Func].Library {
		outer++
	}
	if !slices.Equal(h.frames[outer:], h.p.entryState.new.Frames) {
		return symexec.Continue
	}
	from, to := h.values(underconstrained.SnapshotOf(h.e, st), outer)
	sub := h.p.e.Terms().NewSubstitution(from, to)
	asks := 0
	var models []bitvec.Term // what the inputs found here satisfy
	for i := range h.work.open {
		f := h.p.formula(&h.work.open[i])
		if f == nil {
			continue
		}
		for k := range f.cases {
			t := sub.Apply(f.cases[k].all)
			if asks++; asks > searchQuestions {
				return symexec.Continue
			}
			if slices.Contains(models, t) {
				break
			}
			if in, verdict := h.e.InputWith(st, t); verdict == sat.Sat {
				h.found = append(h.found, in)
				models = append(models, t)
				break
			}
		}
	}
	return symexec.Continue
}

// values returns the variables of the entry state, and those behind pointers, and what the
// state has for them. What
// it does not have stays a variable, which the solver then chooses: the test
// decides.
func (h *targetedSearch) values(m *underconstrained.Snapshot, outer int) (from, to []bitvec.Term) {
	s := h.p.e.Terms()
	for i := range h.p.entryState.new.Variables {
		v := &h.p.entryState.new.Variables[i]
		var t bitvec.Term
		ok := true
		switch v.In {
		case underconstrained.InRegister:
			t = m.Register(outer+v.Activation, program.Reg(v.Index))
		case underconstrained.InGlobal:
			t, ok = m.Global(int(v.Index)).Word(v.Off, v.Bits/8)
		case underconstrained.InLocal:
			var b underconstrained.Bytes
			if b, ok = m.Local(outer+v.Activation, v.Index); ok {
				t, ok = b.Word(v.Off, v.Bits/8)
			}
		}
		if ok && s.Width(t) == v.Bits {
			from, to = append(from, v.Term(s)), append(to, t)
		}
	}
	for _, v := range h.p.entryState.new.Objects.All() {
		a, ok := s.ConstUint64(s.NewSubstitution(from, to).Apply(v.Root))
		if !ok {
			continue
		}
		if t, ok := m.ValueOf(v, a); ok && s.Width(t) == v.Bits {
			from, to = append(from, v.Term(s)), append(to, t)
		}
	}
	return from, to
}
