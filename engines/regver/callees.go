package regver

import (
	"maps"
	"slices"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/libc"
	"github.com/riftlab/rift/program/libfacts"
)

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
		p := w.names.progs[side]
		b = tailCalls(p, g)
		if other := w.byName[g.Name].side[1-side]; slices.Contains(callees(p, b), g.Name) && (other == nil || !callsItself(w, other)) {
			if a := accumulated(p, g); !slices.Contains(callees(p, a), g.Name) {
				b = a
			}
		}
		w.bodies[g] = b
	}
	return b
}

// calleesFirst puts functions in an order in which, but for recursion, those that one
// calls stand before it.
func (w *proof) calleesFirst(list []*function) []*function {
	rest := map[*function]bool{}
	for _, f := range list {
		rest[f] = true
	}
	seen := map[*function]bool{}
	var order []*function
	var visit func(f *function)
	visit = func(f *function) {
		if f == nil || seen[f] {
			return
		}
		seen[f] = true
		for side, g := range f.side {
			if g == nil {
				continue
			}
			for _, name := range callees(w.names.progs[side], g) {
				visit(w.byName[name])
			}
		}
		if rest[f] {
			order = append(order, f)
		}
	}
	for _, f := range list {
		visit(f)
	}
	return order
}

// causes returns those of the functions, callees first, that failed and whose bodies can
// be put in place of their calls, but not those that call another one of these: they may
// be proved then.
func (w *proof) causes(list []*function, reach map[string]bool) []*function {
	var causes []*function
	failing := map[string]bool{}
	for _, f := range list {
		if f.state != failed || w.inlined[f.name] || !w.canInline(f) || !w.called(f, reach) {
			continue
		}
		calls := false
		for side, g := range f.side {
			calls = calls || g != nil && w.callsSome(side, g, failing)
		}
		if failing[f.name] = true; !calls {
			causes = append(causes, f)
		}
	}
	return causes
}

// callsSome reports whether a function calls one of a set, itself or in a body that is
// put in place of a call.
func (w *proof) callsSome(side int, g *program.Func, set map[string]bool) bool {
	seen := map[string]bool{g.Name: true}
	work := callees(w.names.progs[side], g)
	for len(work) > 0 {
		name := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[name] {
			continue
		}
		if seen[name] = true; set[name] {
			return true
		}
		if c := w.byName[name].side[side]; w.inlined[name] && c != nil {
			work = append(work, callees(w.names.progs[side], c)...)
		}
	}
	return false
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
			if len(f.Params) > 0 && cleanBody(p, f, errno, nil) || w.mathematical(f, errno >= 0) {
				w.clean[side][f.Name] = true
			}
		}
	}
}

// mathematical reports whether a function of the run-time library computes a number from
// numbers, of which one has a fraction, and does nothing else but to set errno where it
// may.
func (w *proof) mathematical(f *program.Func, mayFail bool) bool {
	facts, ok := w.table.Of(f.Name)
	if !ok || !f.Library || len(f.Blocks) == 0 || facts.Ends || facts.Never || facts.Output || facts.Jumps || facts.Code || facts.Format >= 0 || facts.Raw ||
		f.Sret || f.Variadic || f.Result == program.Void || f.Result == program.Ptr {
		return false
	}
	fraction := false
	for _, q := range f.Params {
		if q.Size > 0 || q.Kind == program.Ptr {
			return false
		}
		fraction = fraction || q.Kind.IsFloat()
	}
	return fraction && !slices.ContainsFunc(facts.Items, func(e libfacts.Effect) bool { return e.Kind != libfacts.SetErrno || !mayFail })
}

// allocators finds the functions that may hand out memory that was never written.
func (w *proof) allocators() {
	w.allocates = map[string]bool{}
	for n := range w.table.Symbols() {
		if facts, _ := w.table.Of(n); facts.Raw {
			w.allocates[n] = true
		}
	}
	for side, p := range w.names.progs {
		for _, f := range p.Funcs {
			if !f.Library && w.copiesOut(side, f) {
				w.allocates[f.Name] = true
			}
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
			case in.Op == program.Intrinsic && in.Intrin == program.IntrinAlloc:
				return true
			case in.Op == program.Call && (in.A.Mode != program.FuncAddr || w.allocates[w.names.progs[side].Funcs[in.A.Index].Name]):
				return true
			}
		}
	}
	return false
}

// copiesOut reports whether a function copies memory, of which some may never have been
// written, to where others can reach it.
func (w *proof) copiesOut(side int, f *program.Func) bool {
	var s *shape
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			in := &b.Instrs[i]
			if in.Op != program.CopyMem {
				continue
			}
			if s == nil {
				s = &shape{side: side, f: f, params: map[program.Reg]int{}}
				s.number()
				s.points()
			}
			if b := s.baseOf(in.A); b.kind != baseLocal || s.locals[b.index].escapes {
				return true
			}
		}
	}
	return false
}

// pure reports whether both versions of a function compute their result from their
// arguments alone.
func (p *pair) pure(f *program.Func) bool {
	e := p.of.byName[f.Name]
	return e.same && p.of.clean[0][f.Name] && p.of.clean[1][f.Name]
}

// observesErrno reports whether anything but the functions that set it could look at
// errno.
func (w *proof) observesErrno(p *program.Program, errno int) bool {
	table := w.table
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
					if f.Library && (sets || f.Source == "__errno_location" || libfacts.HidesErrno(p.Files[f.Unit], f.Source)) {
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

// looksAtNaNs reports whether a function could make sign or payload of a NaN
// visible: as bits, as text, or by storing it where others could look. What
// a run observes (program.Observation) is compared by value.
func (w *proof) looksAtNaNs(table *libfacts.Table, side int, f *program.Func) bool {
	p := w.names.progs[side]
	s := &shape{side: side, f: f, params: map[program.Reg]int{}}
	s.number()
	s.points()
	numbers, seen := map[int32]bool{}, map[int32]bool{} // locals that hold fractions; whose bytes somebody sees
	shows := func(o program.Operand) {
		if o.Mode == program.InReg && s.base[o.Index].kind == baseLocal {
			seen[s.base[o.Index].index] = true
		}
	}
	found := false
	s.instructions(func(in *program.Instr) {
		switch in.Op {
		case program.Bitcast:
			found = found || in.Kind.IsFloat() != in.A.Kind.IsFloat()
		case program.Load:
			if !in.Kind.IsFloat() {
				shows(in.A)
			}
			return
		case program.Store:
			shows(in.B)
			if in.B.Kind.IsFloat() {
				switch b := s.baseOf(in.A); {
				case b.kind == baseLocal:
					numbers[b.index] = true
				case b.kind == baseGlobal && w.onlyFractions(p, b.index):
				default:
					found = true
				}
			}
			return
		case program.Move, program.PtrAdd:
			if in.A.Mode == program.InReg && s.base[in.Dst] == s.base[in.A.Index] {
				return
			}
		case program.ZeroMem, program.Leave:
			return
		case program.Intrinsic:
			if in.Intrin.String() == "__rift_observe" {
				return
			}
		case program.WideOp:
			found = true
		case program.Call:
			fraction := slices.ContainsFunc(in.Args, func(a program.Arg) bool { return a.Kind.IsFloat() })
			if in.A.Mode != program.FuncAddr && fraction {
				found = true // it may be any function
			}
			if in.A.Mode == program.FuncAddr && fraction {
				g := p.Funcs[in.A.Index]
				if facts, _ := table.Of(g.Name); (g.Library || len(g.Blocks) == 0) && (!w.clean[side][g.Name] || facts.Signs) {
					found = true
				}
			}
		}
		shows(in.A)
		shows(in.B)
		shows(in.C)
		for _, a := range in.Args {
			shows(a.Operand)
		}
	})
	for l := range numbers {
		found = found || seen[l]
	}
	return found
}

// nansCount reports whether NaNs must be told apart: because the outcomes of the
// task are compared so, or because the program could show their bits.
func (w *proof) nansCount() bool {
	if w.opt.Equivalence.Floats.Mode == program.FloatsByBits {
		return true
	}
	table := w.table
	reach, _ := w.reachable()
	for name := range reach {
		for side, f := range w.byName[name].side {
			if f == nil || f.Library {
				continue
			}
			// What is put in place of all its calls is looked at there.
			body, err := w.expanded(side, w.byName[name], f)
			if err != nil || w.looksAtNaNs(table, side, body) {
				return true
			}
		}
	}
	return false
}

// onlyFractions reports whether a program uses a variable for nothing but to load and
// store fractions, and to show it.
func (w *proof) onlyFractions(p *program.Program, global int32) bool {
	names := func(o program.Operand) bool { return o.Mode == program.GlobalAddr && o.Index == global }
	for _, g := range p.Globals {
		if slices.ContainsFunc(g.Relocs, func(r program.Reloc) bool { return names(r.Target) }) {
			return false
		}
	}
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			for i := range b.Instrs {
				in := &b.Instrs[i]
				switch {
				case in.Op == program.Load && in.Kind.IsFloat(), in.Op == program.Store && in.B.Kind.IsFloat() && !names(in.B),
					in.Op == program.Intrinsic && in.Intrin.String() == "__rift_observe":
					continue
				}
				if names(in.A) || names(in.B) || names(in.C) || slices.ContainsFunc(in.Args, func(a program.Arg) bool { return names(a.Operand) }) {
					return false
				}
			}
		}
	}
	return true
}

// callsItself reports whether a function calls itself by name.
func callsItself(w *proof, f *program.Func) bool {
	for side, p := range w.names.progs {
		if w.byName[f.Name].side[side] == f && slices.Contains(callees(p, f), f.Name) {
			return true
		}
	}
	return false
}
