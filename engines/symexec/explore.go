package symexec

import (
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/code"
	"github.com/riftlab/rift/engines/symexec/constraints"
	"github.com/riftlab/rift/engines/symexec/exec"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/engines/symexec/input"
	"github.com/riftlab/rift/engines/symexec/search"
	"github.com/riftlab/rift/program"
)

// Explorer explores a program. It is not safe for concurrent use.
type Explorer struct {
	Stats Stats

	code    *code.Program
	opt     Options
	ctx     context.Context
	terms   *expr.Builder
	solver  *constraints.Solver
	machine *exec.Machine
	search  search.Searcher[*State]

	made      int
	alive     int
	full      bool                // the heap is
	states    map[*State]struct{} // alive
	turns     int
	ceiling   int64 // size of the heap before which looking is of no use, even beyond the limit
	forked    []*State
	dropped   []program.Input // of forks that were dropped
	unspent   int64
	stop      func() bool // cancelled
	shadow    *shadow     // with Options.Shadow
	postponed []Side
	globals   *State // that walks begin with; nil before the first
}

// New prepares a program that program.Verify accepts.
func New(p *program.Program, opt Options) (*Explorer, error) {
	opt.defaults()
	c, err := opt.code, error(nil)
	if c == nil {
		c, err = code.New(p, opt.Merge, opt.Shadow)
	}
	if err != nil {
		return nil, err
	}
	e := &Explorer{code: c, opt: opt}
	store := opt.terms
	if store == nil {
		store = bitvec.NewStore()
	}
	e.terms = expr.NewBuilder(store)
	e.stop = e.cancelled
	e.solver = constraints.New(store, &e.Stats.Counts)
	e.solver.QuerySteps, e.solver.Clock = opt.QuerySteps, opt.Clock
	var versions exec.Versions
	if opt.Shadow {
		e.shadow = newShadow(e)
		versions = e.shadow
	}
	e.machine = exec.New(c, opt.machine(), e.terms, e.solver, decisions{e}, versions, &e.Stats.Tally)
	e.machine.CountAssumptions = opt.CountAssumptions
	e.search = opt.Searcher
	if e.search == nil {
		if e.search, err = search.New[*State](opt.Search, rand.New(rand.NewPCG(opt.Seed, 0x73796d))); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// Terms returns the store of the terms in path conditions.
func (e *Explorer) Terms() *bitvec.Store { return e.terms.Store }

// Counters returns what the layers of the solver chain counted.
func (e *Explorer) Counters() []bitvec.Counter { return e.solver.Counters() }

// Explore runs the program on the inputs of a model and calls yield for each
// path that ends, until there are none left, yield returns an error, Spend
// does, or ctx is done. It returns that error, and nil at the end of ctx:
// Stats.Pending says what was not finished.
func (e *Explorer) Explore(ctx context.Context, m *program.InputModel, yield func(*Path) error) error {
	st, err := e.start(ctx, func(b *input.Builder) error { return b.FromModel(m) })
	if err != nil && ctx.Err() != nil {
		e.Stats.Pending = 1
		return nil
	}
	if err != nil {
		return err
	}
	if e.opt.Shuffle != nil {
		e.solver.Shuffle(&st.Path, e.opt.Shuffle)
	}
	return e.exploreFrom(ctx, st, yield)
}

// exploreFrom is Explore from a state that has just been started.
func (e *Explorer) exploreFrom(ctx context.Context, st *State, yield func(*Path) error) (err error) {
	begin := e.opt.now()
	defer func() { e.Stats.Time += e.opt.now() - begin }()
	e.search.Update(nil, []*State{st}, nil)
	e.alive = 1
	for e.alive > 0 && ctx.Err() == nil {
		if err = e.turn(yield); err != nil {
			break
		}
	}
	if e.Stats.Pending = int64(e.alive); ctx.Err() != nil {
		e.Stats.Pending = max(e.Stats.Pending, 1) // a state that was stopped may have ended by that
	}
	if err == nil {
		err = e.spend()
	}
	return err
}

// guard calls f, which makes terms, and reports whether it came to its end: it is
// left in the middle when the context is done. What states f worked on are then of
// no use any more.
func (e *Explorer) guard(f func()) bool { return e.terms.Guard(e.stop, f) }

// cancelled reports whether the context is done.
func (e *Explorer) cancelled() bool { return e.ctx != nil && e.ctx.Err() != nil }

// runGuarded is run under guard.
func (e *Explorer) runGuarded(st *State, quantum int64) bool {
	return e.guard(func() { e.machine.Run(st, quantum) })
}

// turnSteps is how long a state runs before the searcher is asked again.
const turnSteps = 10_000

// Paths is Explore as a sequence, which ends with an error or without one.
func (e *Explorer) Paths(ctx context.Context, m *program.InputModel) iter.Seq2[*Path, error] {
	return func(yield func(*Path, error) bool) {
		stop := errors.New("stop")
		err := e.Explore(ctx, m, func(p *Path) error {
			if !yield(p, nil) {
				return stop
			}
			return nil
		})
		if err != nil && !errors.Is(err, stop) {
			yield(nil, err)
		}
	}
}

// turn lets one state run.
func (e *Explorer) turn(yield func(*Path) error) error {
	e.evict()
	e.relieve()
	st := e.search.Select()
	before := st.Steps
	st.Idle++
	finished := e.runGuarded(st, turnSteps)
	e.Stats.Steps += st.Steps - before
	e.unspent += st.Steps - before
	if !finished {
		e.forked = nil
		return e.spend()
	}
	added := slices.DeleteFunc(e.forked, e.prune)
	e.forked = nil
	e.alive += len(added)
	e.states[st] = struct{}{}
	for _, s := range added {
		e.states[s] = struct{}{}
	}
	var removed []*State
	if st.Done || e.prune(st) {
		removed = []*State{st}
		e.alive--
		delete(e.states, st)
	}
	e.search.Update(st, added, removed)
	if err := e.reportDropped(); err != nil {
		return err
	}
	if st.Done && e.ctx.Err() == nil {
		e.Stats.Paths++
		switch {
		case st.Ended:
			e.Stats.Ended++
		case st.Unsupported != "" || st.Shown.Fault != nil && st.Shown.Fault.Kind == program.FaultUnsupported:
			e.Stats.Incomplete++
		}
		if st.Threaded() {
			e.Stats.Threaded++
		}
		var p *Path
		if !e.guard(func() { p = e.path(st) }) {
			return e.spend()
		}
		if err := yield(p); err != nil {
			return err
		}
	}
	return e.spend()
}

func (e *Explorer) spend() error {
	n := e.unspent + e.solver.Take()
	e.unspent = 0
	if e.opt.Spend == nil || n == 0 {
		return nil
	}
	return e.opt.Spend(n)
}

// room reports whether there may be another state.
func (e *Explorer) room() bool {
	return !e.full && e.alive+len(e.forked) < e.opt.MaxStates
}

// dropFork drops the fork of a state that would have the given model, and keeps
// its input if that is asked for.
func (e *Explorer) dropFork(st *State, model []uint64) {
	e.Stats.Dropped++
	if e.opt.OnDropped == nil || e.ctx.Err() != nil {
		return
	}
	child := *st
	e.solver.SetModel(&child.Path, model)
	e.dropped = append(e.dropped, e.inputOf(&child))
}

func (e *Explorer) reportDropped() error {
	list := e.dropped
	e.dropped = nil
	for i := range list {
		if err := e.opt.OnDropped(e.ctx, &list[i]); err != nil {
			return err
		}
	}
	return nil
}

// Follow runs the program on one input with every byte of it symbolic, and
// returns the path that it takes; the path condition holds for all inputs of
// the same shape that take it.
func (e *Explorer) Follow(ctx context.Context, in *program.Input) (*Path, error) {
	return e.single(ctx, in, false)
}

// Execute runs the program on one input with nothing symbolic.
func (e *Explorer) Execute(ctx context.Context, in *program.Input) (*Path, error) {
	return e.single(ctx, in, true)
}

func (e *Explorer) single(ctx context.Context, in *program.Input, concrete bool) (*Path, error) {
	st, err := e.start(ctx, func(b *input.Builder) error { return b.FromInput(in, concrete) })
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
	}
	return e.ended(st)
}

// ended is path, unless the context is done before it is made.
func (e *Explorer) ended(st *State) (p *Path, err error) {
	if !e.guard(func() { p = e.path(st) }) {
		return nil, e.ctx.Err()
	}
	return p, nil
}

// start makes the first state of a run.
func (e *Explorer) start(ctx context.Context, describe func(*input.Builder) error) (*State, error) {
	st := e.empty(ctx)
	b := input.NewBuilder(e.terms, e.solver, e.code.IR, &st.Path, st.Input)
	var err error
	if !e.guard(func() { err = describe(b) }) {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	e.solver.Renew(&st.Path)
	st.Input.Domains = len(st.Condition())
	return st, e.machine.Start(st)
}

// empty makes a state without memory and without input.
func (e *Explorer) empty(ctx context.Context) *State {
	e.ctx = ctx
	e.states = map[*State]struct{}{}
	st := exec.NewState(e.made, e.opt.ZeroMemory)
	e.made++
	e.solver.SetModel(&st.Path, nil)
	return st
}

// Covered returns how many statements of the program's own code some state has
// begun, and how many there are.
func (e *Explorer) Covered() (covered, total int) { return e.machine.Covered() }
