package symexec

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/code"
	"github.com/riftlab/rift/engines/symexec/constraints"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/engines/symexec/input"
	"github.com/riftlab/rift/engines/symexec/memory"
	"github.com/riftlab/rift/engines/symexec/search"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/libc"
	"github.com/riftlab/rift/program/machine"
)

// Options says how an Explorer works. Zero limits mean the defaults named here.
type Options struct {
	Search string // a name of package search; default "interleaved"
	Seed   uint64

	MaxStates int   // states alive at a time; forks beyond are dropped and counted; default 20,000
	MaxHeap   int64 // bytes of Go heap beyond which forks are dropped; default 2 GiB
	MaxSteps  int64 // IR instructions of one path; default 1<<40
	MaxMemory int64 // as in package vm; default 1 GiB
	MaxStack  int64 // as in package vm; default 8 MiB
	MaxOutput int64 // as in package vm; default 64 MiB
	Values    int   // values of an enumeration at one instruction; default 256

	// QuerySteps bounds one question to the solver, in propagations; default
	// 20 million.
	QuerySteps int64
	// CheckOverflow makes signed overflow a fault, CheckLeaks heap memory that is
	// not reached any more when the program exits; ZeroMemory makes memory begin
	// as zero. All three are those of package vm.
	CheckOverflow bool
	// Equivalence is by what a Product compares paths; see product.go for what
	// becomes of undefined behaviour there.
	Equivalence program.Equivalence
	CheckLeaks  bool
	ZeroMemory  bool
	// Merge makes one path of the two sides of short branches, see merge.go.
	// Follow and Execute then merge too.
	Merge bool
	// NoSummaries executes the C code of the run-time library alone, see
	// summary.go.
	NoSummaries bool
	Name        string // argument 0 of the program; default "prog"
	// Old explores a unified program as its old version instead of its new one.
	// With Shadow, Explorer.Shadow runs it as both, see shadow.go.
	Old    bool
	Shadow bool
	// DivergencesPer bounds the divergences reported at one instruction in each
	// direction; 0 means no bound.
	DivergencesPer int

	// Boundaries asks for boundaries: Path.Boundaries lists conditions under which the
	// comparisons of the path are decided by the narrowest margin, for each side
	// of each comparison in the program on so many paths.
	Boundaries int

	// Searcher takes the place of the one that Search names.
	Searcher search.Searcher[*State]
	// Spend is told the steps used since it was last called (instructions and
	// solver propagations); an error ends the exploration and is returned.
	Spend func(steps int64) error
	// OnBranch is called after each branch is decided, before the state goes
	// there; cond is 0 if the condition was concrete. OnBlock is called when a
	// state begins a block. Both see forks execute the instruction again.
	OnBranch func(st *State, in *program.Instr, cond bitvec.Term, taken bool)
	OnBlock  func(st *State, fn, block int)
	// OnStmt is called once when a state begins a statement of the program's own
	// code, with the indices of its function and of the statement, before it
	// executes anything of it. Sides of merged branches are not seen.
	OnStmt func(st *State, fn int, stmt int32) Order
	// OnReturn is called when a function of the program's own returns into a
	// statement of the program's own code, with that statement, before anything
	// more of it is executed. Only with OnStmt.
	OnReturn func(st *State, fn int, stmt int32) Order
	// Keep is asked about each state after it has run and about each fork. A
	// state that it refuses is dropped and counted; there is no path of it.
	Keep func(st *State) bool
	// Shuffle draws the values that inputs have as long as nothing decides them;
	// without it they are what the solver likes.
	Shuffle *rand.Rand
	// Evict is asked for about n states to be dropped when there is no more room,
	// so that forks of others can be made; without it forks are dropped.
	Evict func(n int) []*State
	// OnDropped is given an input of each fork that is dropped because there is no
	// room: it takes the other side of a decision. An error ends the exploration
	// and is returned.
	OnDropped func(ctx context.Context, in *program.Input) error
	// Clock is used for statistics only; nil means that times are left 0.
	Clock func() time.Duration

	terms *bitvec.Store // shared with another Explorer; nil for one of its own
	code  *code.Program // shared with another Explorer of the same program and options; may be nil
}

func (o *Options) defaults() {
	set := func(v *int64, d int64) {
		if *v <= 0 {
			*v = d
		}
	}
	set(&o.MaxHeap, 2<<30)
	set(&o.MaxSteps, 1<<40)
	set(&o.MaxMemory, 1<<30)
	set(&o.MaxStack, 8<<20)
	set(&o.MaxOutput, 64<<20)
	set(&o.QuerySteps, 20_000_000)
	if o.MaxStates <= 0 {
		o.MaxStates = 20_000
	}
	if o.Values <= 0 {
		o.Values = 256
	}
	if o.Name == "" {
		o.Name = "prog"
	}
	if o.Search == "" {
		o.Search = "interleaved"
	}
}

func (o *Options) now() time.Duration {
	if o.Clock == nil {
		return 0
	}
	return o.Clock()
}

// Stats counts what an Explorer did.
type Stats struct {
	Paths       int64 `json:"paths"`       // that ended, all kinds
	Incomplete  int64 `json:"incomplete"`  // that the machine gave up
	Pending     int64 `json:"left"`        // states not finished when exploration ended
	Forks       int64 `json:"forks"`       // states made
	Merged      int64 `json:"merged"`      // branches whose sides became one path
	Dropped     int64 `json:"dropped"`     // forks not made for want of room
	Truncated   int64 `json:"cut"`         // enumerations that reached their bound
	Pruned      int64 `json:"pruned"`      // states that Options.Keep refused
	Ended       int64 `json:"ended"`       // paths that Options.OnStmt ended
	Evicted     int64 `json:"evicted"`     // states that Options.Evict chose
	Concretised int64 `json:"concretised"` // values made concrete at a loss
	Steps       int64 `json:"steps"`       // IR instructions
	Decisions   int64 `json:"decisions"`   // symbolic conditions whose truth was asked
	constraints.Counts
	// LeftOut counts the assumptions that leave out inputs of a path, or may.
	// Only a Product asks.
	LeftOut int64 `json:"left_out,omitempty"`

	Time time.Duration `json:"time_ns"`
}

// Exhaustive reports whether the paths found are all paths there are.
func (s *Stats) Exhaustive() bool {
	return s.Pending == 0 && s.Dropped == 0 && s.Pruned == 0 && s.Ended == 0 && s.Evicted == 0 && s.Truncated == 0 && s.Concretised == 0 && s.Unknown == 0 && s.Incomplete == 0
}

// Explorer explores a program. It is not safe for concurrent use.
type Explorer struct {
	Stats Stats

	code    *code.Program
	opt     Options
	ctx     context.Context
	terms   *expr.Builder
	solver  *constraints.Solver
	results map[string]result // summaries
	search  search.Searcher[*State]

	made          int
	alive         int
	full          bool                // the heap is
	states        map[*State]struct{} // alive
	turns         int
	allocated     int64 // bytes written since the heap was looked at
	ceiling       int64 // size of the heap before which looking is of no use, even beyond the limit
	forked        []*State
	dropped       []program.Input // of forks that were dropped
	frames        []*frame        // done with
	unspent       int64
	paused        bool // the turn ends after this instruction
	blocks        []uint64
	covered       []uint64 // statements
	boundaryPaths map[side]int
	stop          func() bool // cancelled
	shadow        *shadow     // with Options.Shadow
	assuming      bool        // count Stats.LeftOut
	postponed     []undecided
	asking        bool   // keep what is not decided in postponed
	globals       *State // that walks begin with; nil before the first
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
	e := &Explorer{code: c, opt: opt, results: results(), boundaryPaths: map[side]int{}}
	store := opt.terms
	if store == nil {
		store = bitvec.NewStore()
	}
	e.terms = expr.NewBuilder(store)
	e.stop = e.cancelled
	e.solver = constraints.New(store, &e.Stats.Counts)
	e.solver.QuerySteps, e.solver.Clock = opt.QuerySteps, opt.Clock
	e.blocks = make([]uint64, (c.Blocks+63)/64)
	e.covered = make([]uint64, (c.Stmts+63)/64)
	if opt.Shadow {
		e.shadow = newShadow(e)
	}
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
		e.solver.Shuffle(&st.path, e.opt.Shuffle)
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
	return e.guard(func() { e.run(st, quantum) })
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
		if err != nil && err != stop {
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
	st.stale++
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
	if st.done || e.prune(st) {
		removed = []*State{st}
		e.alive--
		delete(e.states, st)
	}
	e.search.Update(st, added, removed)
	if err := e.reportDropped(); err != nil {
		return err
	}
	if st.done && e.ctx.Err() == nil {
		e.Stats.Paths++
		switch {
		case st.ended:
			e.Stats.Ended++
		case st.unsupported != "" || st.shown.Fault != nil && st.shown.Fault.Kind == program.FaultUnsupported:
			e.Stats.Incomplete++
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
	e.solver.SetModel(&child.path, model)
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
	for !st.done {
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
	b := input.NewBuilder(e.terms, e.solver, e.code.IR, &st.path, st.in)
	var err error
	if !e.guard(func() { err = describe(b) }) {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	e.solver.Renew(&st.path)
	e.makeGlobals(st)
	if st.in.Entry == "" || st.in.Entry == "main" {
		return st, e.startMain(st)
	}
	return st, e.startEntry(st)
}

// empty makes a state without memory and without input.
func (e *Explorer) empty(ctx context.Context) *State {
	e.ctx = ctx
	e.states = map[*State]struct{}{}
	st := &State{own: &owner{}, memory: memory.New(e.opt.ZeroMemory), in: &input.Inputs{}, ID: e.made}
	e.made++
	e.solver.SetModel(&st.path, nil)
	return st
}

// makeGlobals makes the globals of a state that has no memory yet.
func (e *Explorer) makeGlobals(st *State) {
	for i, g := range e.code.IR.Globals {
		s := st.memory.NewSlot()
		o := st.memory.Begin(s, machine.GlobalObject, int(g.Size))
		o.Define()
		o.SetBytes(0, e.code.Images[i])
		o.What, o.ReadOnly = int32(i), g.ReadOnly
	}
}

func (e *Explorer) defined(name string) *code.Function {
	if i, ok := e.code.IR.FuncByName(name); ok && len(e.code.Funcs[i].Code) > 0 {
		return e.code.Funcs[i]
	}
	return nil
}

func (e *Explorer) startMain(st *State) error {
	if f := e.defined(libc.Start); f != nil {
		e.push(st, f)
		return nil
	}
	f := e.defined("main")
	if f == nil {
		return errors.New("the program has no function main")
	}
	if st.in.Count != 0 {
		return errors.New("the program has no run-time library, which a varying number of arguments needs")
	}
	return e.startBare(st, f)
}

// startBare starts a main that is linked without the run-time library.
func (e *Explorer) startBare(st *State, f *code.Function) error {
	argc := len(st.in.Args) + 1
	s := e.alloc(st, uint64(8*argc+8), machine.StringObject)
	o := st.memory.Change(s)
	o.Define()
	for i := range argc {
		a, ok := e.argument(st, i)
		if !ok {
			return errors.New("no memory for the arguments")
		}
		st.memory.Change(s).Store(e.terms, 8*i, 8, a)
	}
	fr, ok := e.push(st, f)
	for i, v := range []expr.Value{expr.Word(uint64(argc)), expr.Word(st.memory.Address(s))} {
		if ok && i < len(f.IR.Params) {
			fr.regs[f.IR.Params[i].Reg] = v
		}
	}
	return nil
}

// startEntry starts a function on the values of the input.
func (e *Explorer) startEntry(st *State) error {
	f := e.defined(st.in.Entry)
	var args []expr.Value
	next := 0
	for i, p := range f.IR.Params {
		if i == 0 && f.IR.Sret {
			size := int64(0)
			if f.IR.Type != nil && f.IR.Type.Elem != nil {
				size = f.IR.Type.Elem.Size
			}
			args = append(args, expr.Word(st.memory.Address(e.alloc(st, uint64(size), machine.StringObject))))
			continue
		}
		c := &st.in.Params[next]
		next++
		n := c.Size()
		if p.Size == 0 && p.Kind != program.Ptr {
			if int64(n) != p.Kind.Bytes() {
				return fmt.Errorf("%s: value %s has %d bytes, parameter %s takes %d", f.IR.Source, c.Name, n, p.Name, p.Kind.Bytes())
			}
			v := c.Piece(0, n).Value(e.terms)
			if k := p.Kind.Bits(); v.T != 0 && k < 8*n {
				v = e.terms.Of(e.terms.Extract(k-1, 0, v.T))
			}
			args = append(args, v)
			continue
		}
		if n == 0 {
			args = append(args, expr.Value{})
			continue
		}
		s := e.alloc(st, uint64(n), machine.StringObject)
		o := st.memory.Change(s)
		o.Define()
		o.Put(e.terms, 0, c.Piece(0, n))
		args = append(args, expr.Word(st.memory.Address(s)))
	}
	for i := range st.in.Objects {
		c := &st.in.Objects[i]
		s := e.alloc(st, uint64(c.Size()), machine.StringObject)
		o := st.memory.Change(s)
		o.Define()
		o.Put(e.terms, 0, c.Piece(0, c.Size()))
	}
	for i := range st.in.Globals {
		c := &st.in.Globals[i]
		g, _ := e.code.IR.GlobalByName(c.Name)
		st.memory.Change(uint32(g+1)).Put(e.terms, 0, c.Piece(0, c.Size()))
	}
	if fr, ok := e.push(st, f); ok {
		for i, p := range f.IR.Params {
			fr.regs[p.Reg] = args[i]
		}
	}
	return nil
}

// returned is called when the first activation has returned. It reports
// whether the path goes on, with the run-time library's exit.
func (e *Explorer) returned(st *State) bool {
	f := st.top.f
	switch {
	case st.finishing || f.IR.Name == libc.Start:
		e.finish(st, program.Exited, 0)
		return false
	case st.in.Entry == "" || st.in.Entry == "main":
		e.exit(st, st.result)
		return false
	}
	if !e.entryResult(st, f.IR) {
		if st.shown.Fault != nil {
			st.shown.Fault.Func, st.shown.Fault.Pos, st.shown.Fault.Stack = f.IR.Source, program.Position{}, nil
		}
		return false
	}
	st.finishing = true
	exit := e.defined(libc.Exit)
	if exit == nil {
		e.exit(st, expr.Value{})
		return false
	}
	st.top, st.depth, st.stack = nil, 0, 0
	fr, ok := e.push(st, exit)
	if ok && len(exit.IR.Params) > 0 {
		fr.regs[exit.IR.Params[0].Reg] = expr.Word(0)
	}
	return ok
}

// entryResult keeps what the entry function returned: the bytes of a scalar or
// aggregate; for a pointer what it points to, as package vm does.
func (e *Explorer) entryResult(st *State, fn *program.Func) bool {
	p := memory.Piece{Data: []byte{}}
	switch {
	case fn.Sret:
		s := uint32(len(e.code.IR.Globals) + 1)
		o := st.memory.Object(s)
		p = o.Take(e.terms, 0, o.Size)
	case fn.Result == program.Void:
		return true
	case fn.Result == program.Ptr:
		var ok bool
		if p, ok = e.pointee(st, fn); !ok {
			return false
		}
	default:
		n := int(fn.Result.Bytes())
		v := st.result
		if v.T != 0 {
			v.T = e.terms.Fit(v.T, 8*n)
		}
		p = memory.PieceOf(e.terms, v, n)
	}
	st.shown.Result, st.shown.ResultKind = &p, program.ResultKind(fn)
	return true
}

func (e *Explorer) pointee(st *State, fn *program.Func) (memory.Piece, bool) {
	var elem *program.Type
	if fn.Type != nil && fn.Type.Elem != nil {
		elem = fn.Type.Elem.Elem
	}
	a, ok := e.enumerate(st, st.result)
	switch {
	case !ok:
		return memory.Piece{}, false
	case a == 0 || elem == nil || elem.Size == 0:
		return memory.Piece{Data: []byte{}}, true
	case elem.Class == program.IntType && elem.Size == 1:
		return e.cstring(st, a)
	}
	s, off, ok := e.find(st, a, uint64(elem.Size), "read")
	if !ok {
		return memory.Piece{}, false
	}
	return st.memory.Object(s).Take(e.terms, off, int(elem.Size)), true
}

// Covered returns how many statements of the program's own code some state has
// begun, and how many there are.
func (e *Explorer) Covered() (covered, total int) {
	n := 0
	for _, f := range e.code.Funcs {
		for range f.IR.Stmts {
			if !f.IR.Library {
				total++
				covered += int(e.covered[n>>6] >> (n & 63) & 1)
			}
			n++
		}
	}
	return covered, total
}
