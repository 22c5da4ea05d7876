package regver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/libfacts"
)

// Options bound a proof. Zero values are the defaults that Prove fills in.
type Options struct {
	QuerySteps   int64 // limit of a question to the solver, in propagations
	MaxTerms     int   // terms of one pair of functions
	Instructions int   // instructions executed for all pairs, a measure of the whole work
	// Entry is the function that runs begin with; "" is main.
	Entry string
	// Equivalence says what counts as the same.
	Equivalence program.Equivalence
	// Spend is called with the steps used. An error ends the proof and is returned.
	Spend func(steps int64) error
	// Certify, if not nil, is given the proof of each function that is proved.
	Certify func(engines.FunctionProof)
	// trace, if not nil, is told why a way of trying a proof failed.
	trace func(name string, v variant, err error)
}

func (o *Options) fill() {
	if o.QuerySteps == 0 {
		o.QuerySteps = 200_000
	}
	if o.MaxTerms == 0 {
		o.MaxTerms = 1_500_000
	}
	if o.Instructions == 0 {
		o.Instructions = 2_000_000
	}
	if o.Spend == nil {
		o.Spend = func(int64) error { return nil }
	}
}

// Result is what a proof found out.
type Result struct {
	// Equal: the versions show the same on every input.
	Equal bool
	// Pairs are the functions of both versions, or of one, that can be called and
	// are not the same code, sorted by name.
	Pairs []Pair
	// Same counts the functions that are the same code.
	Same int
	// Assumes are the conditions of the proof that not all proofs have.
	Assumes []string
	// Queries counts the questions to the solver.
	Queries int64
}

// Pair is a function whose versions differ.
type Pair struct {
	Name   string
	Proved bool
	// Library: it is of the run-time library, and not the program's own.
	Library bool
	// Single: only one version has it.
	Single bool
	// Inlined: calls of it were replaced by its body, so that it need not be proved.
	Inlined bool
	// Why it was not proved; nil for an inlined function with which nobody tried.
	Why *Obstacle
}

// Proved returns the names of the functions that were proved, sorted.
func (r *Result) Proved() []string {
	var list []string
	for _, p := range r.Pairs {
		if p.Proved {
			list = append(list, p.Name)
		}
	}
	return list
}

// proof is the work on two programs.
type proof struct {
	opt     Options
	names   *naming
	table   *libfacts.Table
	formats *formats
	byName  map[string]*function
	inlined map[string]bool                 // calls of these are replaced
	eager   map[string]bool                 // functions in which calls of all that can be are
	bodies  map[*program.Func]*program.Func // with loops in place of calls of themselves
	left    int                             // instructions that may still be executed
	tokens  int64                           // what is left of the steps of the solver for strong variants of a function
	queries int64
	oneNaN  bool // a proof needed it
	// otherFault: a proof needed that it does not matter which error ends a run.
	otherFault bool
	// samePointer: a proof needed that errors of accesses by one pointer are of one kind.
	samePointer bool
	few         bool // a proof needed that loops go round fewer than 2^31 times
	clean       [2]map[string]bool
	// allocates: a call may leave memory that was never written.
	allocates map[string]bool
	readers   map[string]bool // functions that leave memory as it is
	faultless map[string]bool // those of them in which no error can happen
	leaks     bool            // a function that was proved passes on what may be undefined
}

// function is a function of both programs, or of one.
type function struct {
	name  string
	side  [2]*program.Func
	same  bool
	state status
	why   *Obstacle
	first *Obstacle // when it was tried first
}

type status uint8

const (
	open status = iota
	proved
	failed
)

// Prove tries to prove that two programs, which program.Verify accepts, show the
// same on every input. The package comment says what that means. Errors are those
// of ctx and Options.Spend; with them comes what was found out so far.
func Prove(ctx context.Context, old, new *program.Program, opt Options) (*Result, error) {
	opt.fill()
	names := newNaming(old, new)
	w := &proof{opt: opt, names: names, table: libfacts.New(), formats: newFormats(names), byName: map[string]*function{}, inlined: map[string]bool{}, eager: map[string]bool{}, bodies: map[*program.Func]*program.Func{}, left: opt.Instructions}
	for side, p := range w.names.progs {
		for _, f := range p.Funcs {
			e := w.byName[f.Name]
			if e == nil {
				e = &function{name: f.Name}
				w.byName[f.Name] = e
			}
			e.side[side] = f
		}
	}
	for _, f := range w.byName {
		f.same = f.side[0] != nil && f.side[1] != nil && w.names.sameCode(f.side[0], f.side[1])
	}
	w.purity()
	w.allocators()
	w.reading()
	w.errorless()
	r := &Result{}
	err := w.run(ctx, r)
	r.Queries = w.queries
	if w.oneNaN {
		r.Assumes = append(r.Assumes, "that the sign and payload of a NaN do not count")
	}
	if w.few {
		r.Assumes = append(r.Assumes, "that no loop goes round 2^31 times")
	}
	if w.samePointer {
		r.Assumes = append(r.Assumes, "that two accesses by one pointer, if both are errors, are errors of one kind")
	}
	if w.otherFault {
		r.Assumes = append(r.Assumes, "that it does not count which error ends a run, where both versions end in one")
	}
	if slices.ContainsFunc(r.Pairs, func(p Pair) bool { return p.Proved }) {
		if slices.ContainsFunc(w.names.progs[:], makesThreads) {
			r.Assumes = append(r.Assumes, "that threads access nothing at the same time, other than by atomic and volatile accesses")
		}
		r.Assumes = append(r.Assumes, "that no value that was never written reaches the functions proved, as an argument, in memory or as a result of what they call")
	}
	return r, err
}

// makesThreads reports whether a program can make threads.
func makesThreads(p *program.Program) bool {
	_, ok := p.FuncByName("__libc_thread_create")
	return ok
}

// run proves pair by pair. Where one fails it is tried again with the bodies of
// the functions that failed in place of their calls.
func (w *proof) run(ctx context.Context, r *Result) error {
	for {
		reach, why := w.reachable()
		var list []*function
		for _, name := range slices.Sorted(maps.Keys(reach)) {
			f := w.byName[name]
			if !w.trivial(f) && f.state == open {
				list = append(list, f)
			}
		}
		// Callees first: what is said of a caller rests on them.
		list = w.calleesFirst(list)
		for _, f := range list {
			err := w.pair(ctx, f)
			var o *Obstacle
			switch {
			case err == nil:
				f.state = proved
			case errors.As(err, &o):
				f.state, f.why = failed, o
				if f.first == nil {
					f.first = o
				}
			default:
				w.report(r, reach)
				return err
			}
		}
		again := false
		for _, f := range w.causes(list, reach) {
			w.inlined[f.name], again = true, true
		}
		for _, name := range slices.Sorted(maps.Keys(why)) {
			if !w.inlined[name] && w.canInline(w.byName[name]) {
				w.inlined[name], again = true, true
			}
		}
		if !again {
			// What is the same function in both versions, or proved, may still have to be
			// seen into: where one version does itself what the other calls it for.
			for _, f := range list {
				if f.state == failed && !w.eager[f.name] && w.left > 0 && w.seesInto(f) {
					w.eager[f.name], again = true, true
					f.state, f.why = open, nil
				}
			}
			if again {
				continue
			}
			w.report(r, reach)
			r.Equal = w.complete(reach, why)
			if o := w.names.otherStart(); o != nil && r.Equal {
				r.Equal = false
				r.Pairs = append(r.Pairs, Pair{Name: "main", Why: o})
			}
			if n := len(r.Proved()); r.Equal && w.leaks && n > 1 {
				r.Equal = false
				for i := range r.Pairs {
					r.Pairs[i].Proved = false
					r.Pairs[i].Why = &Obstacle{Reason: "values that may be uninitialised are passed between functions that differ"}
				}
			}
			return nil
		}
		// What calls a function that is put in its place now is tried again.
		for _, name := range slices.Sorted(maps.Keys(reach)) {
			if f := w.byName[name]; f.state != open && w.callsInlined(f) {
				f.state, f.why = open, nil
			}
		}
	}
}

// spend charges steps.
func (w *proof) spend(n int64) error { return w.opt.Spend(n) }

// trivial reports whether nothing is to be proved of a function.
func (w *proof) trivial(f *function) bool {
	return f.same && !w.callsInlined(f)
}

// report fills in the result.
func (w *proof) report(r *Result, reach map[string]bool) {
	open := w.depends(reach)
	all := maps.Clone(reach)
	for name := range w.inlined {
		all[name] = true
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		f := w.byName[name]
		p := Pair{Name: name, Proved: f.state == proved && reach[name] && !open[name], Inlined: w.inlined[name] && !reach[name], Why: cmp.Or(f.why, f.first)}
		p.Single = f.side[0] == nil || f.side[1] == nil
		for _, side := range f.side {
			p.Library = p.Library || side != nil && side.Library
		}
		switch {
		case w.trivial(f) && reach[name]:
			r.Same++
			continue
		case p.Proved:
			p.Why = nil
		case p.Inlined:
		case f.state == proved && open[name]:
			p.Why = &Obstacle{Reason: "it calls, or may call, a function that is not proved equal"}
		case p.Why == nil && (f.side[0] == nil || f.side[1] == nil):
			p.Why = &Obstacle{Reason: "it is in one version only"}
		case p.Why == nil:
			p.Why = &Obstacle{Reason: "nobody came to it"}
		}
		r.Pairs = append(r.Pairs, p)
	}
}

// pair proves one function, in several ways.
func (w *proof) pair(ctx context.Context, f *function) error {
	if f.side[0] == nil || f.side[1] == nil {
		return &Obstacle{Reason: "it is in one version only"}
	}
	for side, g := range f.side {
		if len(g.Blocks) == 0 {
			return &Obstacle{At: w.names.progs[1-side].Position(f.side[1-side].At), Reason: "it has a body in one version only"}
		}
		if g.Variadic {
			return &Obstacle{At: w.names.progs[side].Position(g.At), Reason: "it has variable arguments"}
		}
	}
	var bodies [2]*program.Func
	for side, g := range f.side {
		var err error
		if bodies[side], err = w.expanded(side, f, g); err != nil {
			return &Obstacle{At: w.names.progs[side].Position(g.At), Reason: err.Error()}
		}
	}
	var first error
	fractions := false
	acyclic, told, strong := false, false, false
	w.tokens = pairSteps * w.opt.QuerySteps
	for i, v := range variants {
		if acyclic && (!v.rotate[0] || !v.rotate[1] || v.few || v.peel != [2]int{}) {
			continue
		}
		if v.oneNaN && (!fractions || w.nansCount()) {
			continue
		}
		if v.strong && (v.few || v.peel != [2]int{} || v.stretch != [2]int{} || v.rotate[0] != v.rotate[1]) && instructions(bodies[0])+instructions(bodies[1]) > maxVaried {
			continue
		}
		if v.strong && !strong {
			strong, w.tokens = true, pairSteps*w.opt.QuerySteps
		}
		of, onePointer, same := bodies, false, false
		for side, is := range v.reverse {
			if is {
				g, one := reversed(side, bodies[side])
				onePointer, same = onePointer || one, same || g == bodies[side]
				of[side] = g
			}
		}
		if same {
			continue
		}
		p, err := w.attempt(ctx, of, v)
		var o *Obstacle
		if err == nil {
			w.oneNaN, w.leaks, w.otherFault = w.oneNaN || v.oneNaN, w.leaks || p.leaks, w.otherFault || p.otherFault
			w.few, w.samePointer = w.few || v.few, w.samePointer || p.samePointer || onePointer
			if w.opt.Certify != nil {
				fp := p.evidence.proof(f.name, p.s)
				fp.Rewritten = w.rewritten(f, v)
				w.opt.Certify(fp)
			}
			return nil
		}
		if w.opt.trace != nil {
			w.opt.trace(f.name, v, err)
		}
		if !errors.As(err, &o) {
			return err
		}
		if p != nil {
			fractions = fractions || p.fractions
			acyclic = !p.hasLoops()
		}
		if i == 0 || v.strong && !told {
			first, told = err, v.strong
		}
		if w.left <= 0 {
			return &Obstacle{Reason: "the limit of the work on it was reached"}
		}
	}
	return first
}

// expanded returns a version of a function with the bodies that take the place of calls.
func (w *proof) expanded(side int, f *function, g *program.Func) (*program.Func, error) {
	own := w.looped(side, g)
	if other := f.side[1-side]; own != g && other != nil && callsItself(w, other) && w.looped(1-side, other) == other {
		own = g // calls correspond to calls
	}
	return expand(w.names.progs[side], own, func(c *program.Func) bool {
		return w.inlined[c.Name] || w.eager[f.name] && c != g && w.canInline(w.byName[c.Name])
	}, func(c *program.Func) *program.Func { return w.looped(side, c) })
}

// rewritten says in words in what the code that a proof of a function is about differs from
// its own.
func (w *proof) rewritten(f *function, v variant) []string {
	var list []string
	for side, g := range f.side {
		version := delta.Reading(side).String()
		if w.looped(side, g) != g {
			list = append(list, "calls of itself may be loops in the "+version+" version")
		}
		for _, name := range callees(w.names.progs[side], g) {
			if w.inlined[name] || w.eager[f.name] && name != f.name && w.canInline(w.byName[name]) {
				list = append(list, "the body of "+name+" takes the place of its calls in the "+version+" version")
			}
		}
		if v.reverse[side] {
			list = append(list, "loops that sum up count up instead of down in the "+version+" version")
		}
	}
	return list
}

// maxVaried bounds the functions, in instructions of both versions, that all variants
// are tried on.
const maxVaried = 600

// variants are the ways of trying a proof, in their order.
var variants = func() []variant {
	var list []variant
	both := func(v variant) {
		list = append(list, v)
		v.oneNaN = true
		list = append(list, v)
	}
	behind, before := [2]bool{true, true}, [2]bool{false, false}
	both(variant{rotate: behind})
	both(variant{rotate: before})
	for _, v := range []variant{
		{rotate: behind}, {rotate: before}, {rotate: [2]bool{true, false}}, {rotate: [2]bool{false, true}},
		{rotate: before, peel: [2]int{1, 0}}, {rotate: before, peel: [2]int{0, 1}},
		{rotate: behind, peel: [2]int{1, 0}}, {rotate: behind, peel: [2]int{0, 1}},
		{rotate: [2]bool{false, true}, reverse: [2]bool{true, false}}, {rotate: [2]bool{true, false}, reverse: [2]bool{false, true}},
		{rotate: before, stretch: [2]int{2, 1}}, {rotate: before, stretch: [2]int{1, 2}},
	} {
		v.strong = true
		both(v)
	}
	for _, r := range [][2]bool{behind, before, {true, false}, {false, true}} {
		both(variant{rotate: r, strong: true, few: true})
	}
	return list
}()

// attempt tries one variant of a proof. It heeds ctx between any two terms that it
// makes.
func (w *proof) attempt(ctx context.Context, bodies [2]*program.Func, v variant) (p *pair, err error) {
	p, err = w.newPair(ctx, bodies[0], bodies[1], v)
	if p == nil || err != nil && !v.strong {
		return p, err
	}
	done := p.s.Guard(func() bool { return ctx.Err() != nil }, func() {
		if v.strong {
			err = p.strengthen(v)
		}
		if err == nil {
			err = p.prove()
		}
	})
	if !done {
		return p, ctx.Err()
	}
	var k *keep
	if errors.As(err, &k) {
		err = &Obstacle{Reason: k.Error()}
	}
	return p, err
}

// hasLoops reports whether a version has loops.
func (p *pair) hasLoops() bool { return len(p.sides[0].loops) > 0 || len(p.sides[1].loops) > 0 }

// corresponds says why a callee is not the same function in both versions; "" if it
// is, or is to be proved equal.
func (p *pair) corresponds(f *program.Func) string {
	e := p.of.byName[f.Name]
	switch {
	case e.side[0] == nil || e.side[1] == nil:
		return "which is in one version only"
	case e.state == failed && !p.of.trivial(e):
		return "which is not proved equal"
	}
	return ""
}

// String says in words what was proved.
func (r *Result) String() string {
	n := len(r.Proved())
	if n == 0 {
		return "regression verification: the same code"
	}
	return fmt.Sprintf("regression verification: %d function%s proved equal for all arguments and memory; both versions come to an end on the same inputs", n, plural(n))
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}
