package regver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/libc"
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
	few        bool // a proof needed that loops go round fewer than 2^31 times
	clean      [2]map[string]bool
	// allocates: a call may leave memory that was never written.
	allocates map[string]bool
	readers   map[string]bool // functions that leave memory as it is
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
	w := &proof{opt: opt, names: newNaming(old, new), byName: map[string]*function{}, inlined: map[string]bool{}, eager: map[string]bool{}, bodies: map[*program.Func]*program.Func{}, left: opt.Instructions}
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
	r := &Result{}
	err := w.run(ctx, r)
	r.Queries = w.queries
	if w.oneNaN {
		r.Assumes = append(r.Assumes, "that the sign and payload of a NaN do not count")
	}
	if w.few {
		r.Assumes = append(r.Assumes, "that no loop goes round 2^31 times")
	}
	if w.otherFault {
		r.Assumes = append(r.Assumes, "that it does not count which error ends a run, where both versions end in one")
	}
	if slices.ContainsFunc(r.Pairs, func(p Pair) bool { return p.Proved }) {
		r.Assumes = append(r.Assumes, "that no value that was never written reaches the functions proved, as an argument, in memory or as a result of what they call")
	}
	return r, err
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
		// Callees first, so that what fails can be put in place of its calls.
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
		for _, f := range list {
			if f.state == failed && !w.inlined[f.name] && w.canInline(f) && w.called(f, reach) {
				w.inlined[f.name], again = true, true
			}
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

// roots are the functions that runs begin with.
func (w *proof) roots() []string {
	if e := w.opt.Entry; e != "" && e != "main" {
		return []string{e}
	}
	if f := w.byName[libc.Start]; f != nil {
		return []string{libc.Start}
	}
	return []string{"main"}
}

// reachable returns the functions that can be called, but for those that are put in
// place of all their calls; and of those that are in one version only and whose
// address is taken, or that runs begin with, where.
func (w *proof) reachable() (reach map[string]bool, alone map[string]bool) {
	reach, alone = map[string]bool{}, map[string]bool{}
	var work []string
	add := func(name string) {
		if !reach[name] {
			reach[name] = true
			work = append(work, name)
		}
	}
	for _, name := range w.roots() {
		add(name)
	}
	seen := [2]map[int32]bool{{}, {}}
	var global func(side int, g int32)
	operand := func(side int, o program.Operand, callee bool) {
		switch o.Mode {
		case program.GlobalAddr:
			global(side, o.Index)
		case program.FuncAddr:
			f := w.names.progs[side].Funcs[o.Index]
			if !callee || !w.inlined[f.Name] {
				add(f.Name)
			}
		}
	}
	global = func(side int, g int32) {
		if seen[side][g] {
			return
		}
		seen[side][g] = true
		for _, r := range w.names.progs[side].Globals[g].Relocs {
			operand(side, r.Target, false)
		}
	}
	body := func(side int, f *program.Func) {
		for _, b := range f.Blocks {
			for i := range b.Instrs {
				in := &b.Instrs[i]
				operand(side, in.A, in.Op == program.Call)
				operand(side, in.B, false)
				operand(side, in.C, false)
				for _, a := range in.Args {
					operand(side, a.Operand, false)
				}
			}
		}
	}
	inlinedSeen := map[string]bool{}
	for len(work) > 0 {
		name := work[len(work)-1]
		work = work[:len(work)-1]
		f := w.byName[name]
		if f == nil {
			continue
		}
		if f.side[0] == nil || f.side[1] == nil {
			alone[name] = true
		}
		for side, g := range f.side {
			if g == nil {
				continue
			}
			body(side, g)
		}
	}
	// Bodies that stand for calls take addresses, too, and call others.
	for changed := true; changed; {
		changed = false
		for _, name := range slices.Sorted(maps.Keys(w.inlined)) {
			if inlinedSeen[name] {
				continue
			}
			inlinedSeen[name], changed = true, true
			for side, g := range w.byName[name].side {
				if g != nil {
					body(side, g)
				}
			}
			for len(work) > 0 {
				n := work[len(work)-1]
				work = work[:len(work)-1]
				for side, g := range w.byName[n].side {
					if g != nil {
						body(side, g)
					}
				}
				if f := w.byName[n]; f.side[0] == nil || f.side[1] == nil {
					alone[n] = true
				}
			}
		}
	}
	return reach, alone
}

func (w *proof) canInline(f *function) bool {
	if slices.Contains(w.roots(), f.name) || f.name == "main" {
		return false
	}
	for side, g := range f.side {
		if g == nil {
			continue
		}
		if g.Library && !w.small(side, g) || inlinable(g) != "" {
			return false
		}
		if body := w.looped(side, g); slices.Contains(callees(w.names.progs[side], body), g.Name) {
			return false
		}
	}
	return true
}

// maxLibrary bounds the functions of the run-time library that are seen into.
const maxLibrary = 40

// small reports whether a function of the run-time library can be seen into: it is
// short and computes what it returns from its arguments alone.
func (w *proof) small(side int, g *program.Func) bool {
	return instructions(g) <= maxLibrary && w.clean[side][g.Name] && len(callees(w.names.progs[side], g)) == 0 && !slices.ContainsFunc(g.Params, func(q program.Param) bool { return q.Kind.IsFloat() })
}

// seesInto reports whether a version of a function calls one that can be put in place
// of its call.
func (w *proof) seesInto(f *function) bool {
	n := 0
	for _, g := range f.side {
		if g != nil {
			n += instructions(g)
		}
	}
	if n > maxVaried {
		return false
	}
	for side, g := range f.side {
		if g == nil {
			continue
		}
		for _, name := range callees(w.names.progs[side], g) {
			if c := w.byName[name]; c != nil && name != f.name && !w.inlined[name] && w.canInline(c) {
				return true
			}
		}
	}
	return false
}

// looped returns a function with loops in place of the calls of itself that it returns
// the results of; the function itself if there are none.
func (w *proof) looped(side int, g *program.Func) *program.Func {
	b := w.bodies[g]
	if b == nil {
		b = tailCalls(w.names.progs[side], g)
		w.bodies[g] = b
	}
	return b
}

func callsItself(w *proof, f *program.Func) bool {
	for side, p := range w.names.progs {
		if w.byName[f.Name].side[side] == f && slices.Contains(callees(p, f), f.Name) {
			return true
		}
	}
	return false
}

// callees lists the functions that a function calls by name.
func callees(p *program.Program, f *program.Func) []string {
	var list []string
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			if in := &b.Instrs[i]; in.Op == program.Call && in.A.Mode == program.FuncAddr {
				list = append(list, p.Funcs[in.A.Index].Name)
			}
		}
	}
	return list
}

func (w *proof) callsInlined(f *function) bool {
	for side, g := range f.side {
		if g != nil && slices.ContainsFunc(callees(w.names.progs[side], g), func(n string) bool { return w.inlined[n] }) {
			return true
		}
	}
	return false
}

// called reports whether a reachable function calls f.
func (w *proof) called(f *function, reach map[string]bool) bool {
	for name := range reach {
		for side, g := range w.byName[name].side {
			if g != nil && name != f.name && slices.Contains(callees(w.names.progs[side], g), f.name) {
				return true
			}
		}
	}
	return false
}

// complete reports whether nothing is left to prove.
func (w *proof) complete(reach, alone map[string]bool) bool {
	for name := range reach {
		f := w.byName[name]
		if alone[name] || !w.trivial(f) && f.state != proved {
			return false
		}
	}
	return true
}

// depends returns the functions that are not proved, and those whose proof rests on
// one of them, as they may call it.
func (w *proof) depends(reach map[string]bool) map[string]bool {
	open := map[string]bool{}
	for name := range reach {
		if f := w.byName[name]; !w.trivial(f) && f.state != proved {
			open[name] = true
		}
	}
	// Who takes the address of a function may hand it to anybody.
	for name := range open {
		for _, p := range w.names.progs {
			if addressTaken(p, name) {
				return reach
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for name := range reach {
			for side, g := range w.byName[name].side {
				if g != nil && !open[name] && slices.ContainsFunc(callees(w.names.progs[side], g), func(n string) bool { return open[n] }) {
					open[name], changed = true, true
				}
			}
		}
	}
	return open
}

// addressTaken reports whether a function is named other than to call it.
func addressTaken(p *program.Program, name string) bool {
	is := func(o program.Operand) bool { return o.Mode == program.FuncAddr && p.Funcs[o.Index].Name == name }
	for _, g := range p.Globals {
		if slices.ContainsFunc(g.Relocs, func(r program.Reloc) bool { return is(r.Target) }) {
			return true
		}
	}
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			for i := range b.Instrs {
				in := &b.Instrs[i]
				if in.Op != program.Call && is(in.A) || is(in.B) || is(in.C) ||
					slices.ContainsFunc(in.Args, func(a program.Arg) bool { return is(a.Operand) }) {
					return true
				}
			}
		}
	}
	return false
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
		p := w.names.progs[side]
		own := w.looped(side, g)
		if other := f.side[1-side]; own != g && callsItself(w, other) && w.looped(1-side, other) == other {
			own = g // calls correspond to calls
		}
		if bodies[side], err = expand(p, own, func(c *program.Func) bool {
			return w.inlined[c.Name] || w.eager[f.name] && c != g && w.canInline(w.byName[c.Name])
		}, func(c *program.Func) *program.Func { return w.looped(side, c) }); err != nil {
			return &Obstacle{At: p.Position(g.At), Reason: err.Error()}
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
		p, err := w.attempt(ctx, bodies, v)
		var o *Obstacle
		if err == nil {
			w.oneNaN, w.leaks, w.otherFault = w.oneNaN || v.oneNaN, w.leaks || p.leaks, w.otherFault || p.otherFault
			w.few = w.few || v.few
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

// maxVaried bounds the functions, in instructions of both versions, that all variants
// are tried on.
const maxVaried = 600

// instructions returns how many instructions a function has.
func instructions(f *program.Func) int {
	n := 0
	for _, b := range f.Blocks {
		n += len(b.Instrs)
	}
	return n
}

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

// purity finds the functions that compute their result from their arguments alone and
// always return; what they call is of the run-time library. They may set errno, if nobody looks at it.
func (w *proof) purity() {
	for side, p := range w.names.progs {
		w.clean[side] = map[string]bool{}
		errno, ok := p.GlobalByName("errno")
		if ok && w.observesErrno(p, errno) {
			errno = -1
		}
		for _, f := range p.Funcs {
			if len(f.Params) > 0 && cleanBody(p, f, errno, nil) {
				w.clean[side][f.Name] = true
			}
		}
	}
}

// allocators finds the functions that may hand out memory that was never written.
func (w *proof) allocators() {
	w.allocates = map[string]bool{}
	table := libfacts.New()
	for n := range table.Symbols() {
		if facts, _ := table.Of(n); facts.Raw {
			w.allocates[n] = true
		}
	}
	for changed := true; changed; {
		changed = false
		for side, p := range w.names.progs {
			for _, f := range p.Funcs {
				if f.Library && len(f.Blocks) > 0 || w.allocates[f.Name] {
					continue
				}
				if len(f.Blocks) == 0 || w.mayAllocate(side, f) {
					w.allocates[f.Name], changed = true, true
				}
			}
		}
	}
}

// mayAllocate reports whether a function calls one that allocates, or one that is not
// known.
func (w *proof) mayAllocate(side int, f *program.Func) bool {
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			switch in := &b.Instrs[i]; {
			case in.Op == program.Intrinsic && in.Intrin == program.IntrinAlloc, in.Op == program.CopyMem:
				return true
			case in.Op == program.Call && (in.A.Mode != program.FuncAddr || w.allocates[w.names.progs[side].Funcs[in.A.Index].Name]):
				return true
			}
		}
	}
	return false
}

// reading finds the program's functions that write to nothing but private objects in
// either version, and call no others.
func (w *proof) reading() {
	w.readers = map[string]bool{}
	for name, f := range w.byName {
		w.readers[name] = true
		for side, g := range f.side {
			if g != nil && (g.Library || len(g.Blocks) == 0 || !w.reads(side, g, nil)) {
				delete(w.readers, name)
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for name := range w.readers {
			for side, g := range w.byName[name].side {
				if g != nil && w.readers[name] && !w.reads(side, g, w.readers) {
					delete(w.readers, name)
					changed = true
				}
			}
		}
	}
}

// reads reports whether a function itself writes to private objects only and, if
// readers is not nil, calls only those and functions without effect.
func (w *proof) reads(side int, f *program.Func, readers map[string]bool) bool {
	s := &shape{side: side, f: f, params: map[program.Reg]int{}}
	s.number()
	s.points()
	ok := true
	private := func(o program.Operand) bool {
		b := s.baseOf(o)
		return b.kind == baseLocal && !s.locals[b.index].escapes
	}
	s.instructions(func(in *program.Instr) {
		switch {
		case pure(in.Op), in.Op == program.Load, in.Op == program.Leave, in.IsTerminator() && in.Op != program.JumpTo:
		case in.Op == program.Enter:
			ok = ok && !s.locals[in.Local].escapes
		case in.Op == program.Store, in.Op == program.ZeroMem, in.Op == program.CopyMem:
			ok = ok && private(in.A)
		case in.Op == program.Call && in.A.Mode == program.FuncAddr:
			name := w.names.progs[side].Funcs[in.A.Index].Name
			ok = ok && (readers == nil || readers[name] || w.byName[name].same && w.clean[0][name] && w.clean[1][name]) &&
				!slices.ContainsFunc(in.Args, func(a program.Arg) bool { return a.Size > 0 })
		default:
			ok = false
		}
	})
	return ok
}

// pure reports whether both versions of a function compute their result from their
// arguments alone.
func (p *pair) pure(f *program.Func) bool {
	e := p.of.byName[f.Name]
	return e.same && p.of.clean[0][f.Name] && p.of.clean[1][f.Name]
}

// errnoReaders are functions of the run-time library that read errno but show it to
// nobody: they restore it, or print it for the conversion %m only.
var errnoReaders = []string{"convert", "integer", "__libc_put_file"}

// errorText is a conversion of printf that shows errno, with flags, width and
// precision.
var errorText = regexp.MustCompile(`%[-+ #0-9.*$'hlLqjzt]*m`)

// unknownFormat reports whether an instruction of the program's own code gives a
// function a format that is no literal, or one of wide characters, or takes the address
// of one to call it so.
func unknownFormat(table *libfacts.Table, p *program.Program, f *program.Func, in *program.Instr) bool {
	if f.Library {
		return false
	}
	is := func(o program.Operand) (int, bool) {
		if o.Mode != program.FuncAddr {
			return 0, false
		}
		facts, _ := table.Of(p.Funcs[o.Index].Name)
		if facts.Wide {
			return math.MaxInt, true
		}
		return facts.Format, facts.Format >= 0
	}
	operands := []program.Operand{in.B, in.C}
	for _, a := range in.Args {
		operands = append(operands, a.Operand)
	}
	if n, ok := is(in.A); ok {
		if in.Op != program.Call || n >= len(in.Args) {
			return true
		}
		o := in.Args[n].Operand
		return o.Mode != program.GlobalAddr || !p.Globals[o.Index].ReadOnly
	}
	return slices.ContainsFunc(operands, func(o program.Operand) bool { _, ok := is(o); return ok })
}

// observesErrno reports whether anything but the functions that set it could look at
// errno.
func (w *proof) observesErrno(p *program.Program, errno int) bool {
	table := libfacts.New()
	for _, g := range p.Globals {
		if errorText.Match(g.Data) && !g.Library {
			return true
		}
		for _, r := range g.Relocs {
			if r.Target.Mode == program.GlobalAddr && int(r.Target.Index) == errno {
				return true
			}
			if r.Target.Mode == program.FuncAddr && !g.Library {
				if facts, _ := table.Of(p.Funcs[r.Target.Index].Name); facts.Format >= 0 {
					return true
				}
			}
		}
	}
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			for i := range b.Instrs {
				in := &b.Instrs[i]
				if unknownFormat(table, p, f, in) {
					return true
				}
				operands := []program.Operand{in.A, in.B, in.C}
				for _, a := range in.Args {
					operands = append(operands, a.Operand)
				}
				for k, o := range operands {
					if o.Mode != program.GlobalAddr || int(o.Index) != errno {
						continue
					}
					sets := k == 0 && in.Op == program.Store
					if f.Library && (sets || f.Source == "__errno_location" || slices.Contains(errnoReaders, f.Source)) {
						continue
					}
					return true
				}
				if !f.Library && in.A.Mode == program.FuncAddr && p.Funcs[in.A.Index].Name == "__errno_location" {
					return true
				}
			}
		}
	}
	return false
}

// cleanBody reports whether a function, without loops, touches no memory but errno
// and tables that never change.
func cleanBody(p *program.Program, f *program.Func, errno int, callers []*program.Func) bool {
	if len(f.Blocks) == 0 || f.Sret || f.Variadic || f.Result == program.Void || len(callers) > 6 || slices.Contains(callers, f) {
		return false
	}
	for b, blk := range f.Blocks {
		for i := range blk.Instrs {
			in := &blk.Instrs[i]
			switch {
			case (in.Op == program.Shl || in.Op == program.LShr || in.Op == program.AShr) && in.B.Mode == program.Const && in.B.Bits < uint64(in.Kind.Bits()):
			case (in.Op == program.UDiv || in.Op == program.URem) && in.B.Mode == program.Const && in.B.Bits&in.B.Kind.Mask() != 0:
			case pure(in.Op) && in.Op != program.UDiv && in.Op != program.SDiv && in.Op != program.URem && in.Op != program.SRem &&
				in.Op != program.Shl && in.Op != program.LShr && in.Op != program.AShr:
			case in.Op == program.Store && in.A.Mode == program.GlobalAddr && int(in.A.Index) == errno && errno >= 0:
			case in.Op == program.Intrinsic && (in.Intrin == program.IntrinMath || in.Intrin == program.IntrinFma):
			case in.Op == program.Call && in.A.Mode == program.FuncAddr:
				g := p.Funcs[in.A.Index]
				if !g.Library || !cleanBody(p, g, errno, append(slices.Clone(callers), f)) {
					return false
				}
			case in.Op == program.Return, in.Op == program.Jump, in.Op == program.Branch, in.Op == program.Switch:
				for _, t := range in.Targets {
					if backward(f, int32(b), t) {
						return false
					}
				}
			default:
				return false
			}
		}
	}
	return true
}

// backward reports whether control can come from block b back to itself by t.
func backward(f *program.Func, b, t int32) bool {
	seen := map[int32]bool{}
	work := []int32{t}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if x == b {
			return true
		}
		if !seen[x] {
			seen[x] = true
			work = append(work, f.Blocks[x].Term().Targets...)
		}
	}
	return false
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
