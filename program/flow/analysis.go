package flow

import (
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow/libeffects"
	"github.com/riftlab/rift/program/libfacts"
)

// site is a call in user code: of a function, or of a service of the machine.
type site struct {
	fn, block, index int32
	in               *program.Instr
	users            []int32           // functions of the program that it calls
	libs             []int32           // library functions that it calls
	intrinsic        *libfacts.Effects // of a service
	fresh            int32             // object that it allocates, or -1
	callbacks        []int32           // functions that the library calls on its behalf
	linked           map[int32]bool
	absent           bool // may call something that has no body
}

// callback is a call that a library function makes of what argument arg (or an
// object of the library) holds.
type callback struct {
	site int32
	eff  libfacts.Effect
	lib  *program.Func
}

// exchange is what goes between a library function of which nothing is known and
// all functions that it calls back at one call. It may pass and keep anything.
type exchange struct {
	passed, returned variable
	linked           map[int32]bool
}

// analysis is the state of building a Graph up to the points-to sets.
type analysis struct {
	p   *program.Program
	opt Options
	lib *libeffects.Library
	*solver

	reg       []variable // by function: variable of its first register
	result    []variable
	variadics []int32 // by function: object of its variable arguments, or -1
	global    []int32 // by global: object
	local     [][]int32
	function  []int32 // by function: object
	dynamic   map[instrKey]int32
	state     map[string]int32
	argv      int32
	argText   int32
	envv      int32

	sites     []*site
	siteAt    map[instrKey]int32
	backs     []callback
	exchanges map[[2]int32]*exchange // by site and library function
	constant  map[program.Operand]variable
	deepOf    map[variable]variable
	intoOf    map[intoKey]variable
	freshVars map[int32]variable
	types     *typer
	roots     []int32
	reached   []bool // by function: some run may call it
	generated []bool // by function: its rules are complete
	wrap      *wrappers
	clones    []clone
	topLocs   []Location          // see topLocations
	cloneAt   map[[2]int32]*clone // by site and callee
}

// user reports whether a function is part of the analysis: it has a body and
// is not of the library.
func user(f *program.Func) bool { return !f.Library && len(f.Blocks) > 0 }

func newAnalysis(p *program.Program, opt Options) *analysis {
	o := newObjects()
	a := &analysis{
		p: p, opt: opt, lib: libeffects.New(p), solver: newSolver(o),
		dynamic: map[instrKey]int32{}, state: map[string]int32{}, siteAt: map[instrKey]int32{},
		constant: map[program.Operand]variable{}, deepOf: map[variable]variable{}, intoOf: map[intoKey]variable{},
		freshVars: map[int32]variable{}, types: newTyper(p), exchanges: map[[2]int32]*exchange{},
	}
	a.solver.calls = a.called
	a.wrap = newWrappers(a)
	a.makeObjects()
	return a
}

func (a *analysis) makeObjects() {
	for i, g := range a.p.Globals {
		o := Object{Kind: GlobalObject, Name: g.Source, Func: -1, Index: int32(i), At: g.At, single: true}
		if o.Name == "" {
			o.Name = g.Name
		}
		switch {
		case g.Library && isStream(g.Type):
			o.lay, o.class = newLayout(nil, g.Size, false), Streams
		case g.Library && g.Size > 64:
			o.lay = newLayout(nil, g.Size, false)
		default:
			o.lay = newLayout(g.Type, g.Size, false)
		}
		a.global = append(a.global, a.add(o))
	}
	a.local = make([][]int32, len(a.p.Funcs))
	for f, fn := range a.p.Funcs {
		a.function = append(a.function, a.add(Object{Kind: FuncObject, Name: fn.Name, Func: -1, Index: int32(f), At: fn.At, lay: newLayout(nil, 0, false)}))
		v := int32(-1)
		if user(fn) {
			for i, l := range fn.Locals {
				o := Object{Kind: LocalObject, Name: l.Name, Func: int32(f), Index: int32(i), At: l.At, single: true}
				if o.Name == "" {
					o.Name = "temporary"
				}
				o.lay = newLayout(l.Type, l.Size, l.Size < 0)
				a.local[f] = append(a.local[f], a.add(o))
			}
			if fn.Variadic {
				v = a.add(Object{Kind: VariadicObject, Name: fn.Source + "(...)", Func: int32(f), At: fn.At, lay: newLayout(nil, -1, false)})
			}
		}
		a.variadics = append(a.variadics, v)
	}
	input := func(name string) int32 {
		return a.add(Object{Kind: InputObject, Name: name, Func: -1, lay: newLayout(nil, -1, false)})
	}
	a.argv, a.argText, a.envv = input("argv[]"), input("argv[][]"), input("environ[]")
	a.place(a.cellVar(a.list[a.argv].first), a.start(a.argText))
	a.place(a.cellVar(a.list[a.envv].first), a.start(a.argText))
	if g, ok := a.p.GlobalByName("environ"); ok && a.p.Globals[g].Library {
		a.place(a.cellVar(a.list[a.global[g]].first), a.start(a.envv))
	}
}

func isStream(t *program.Type) bool { return t != nil && t.Name == "struct _IO_FILE" }

// stateObject returns the object that the table of the library calls by name:
// a global of the library, or an object of ours.
func (a *analysis) stateObject(name string) int32 {
	if o, ok := a.state[name]; ok {
		return o
	}
	var o int32
	if g, ok := a.p.GlobalByName(name); ok && a.p.Globals[g].Library {
		o = a.global[g]
	} else {
		class := LibraryState
		if name == "files" || name == "__libc_stdin" || name == "__libc_stdout" || name == "__libc_stderr" {
			class = Streams
		}
		o = a.add(Object{Kind: LibraryObject, Name: name, Func: -1, class: class, lay: newLayout(nil, -1, false)})
	}
	a.state[name] = o
	return o
}

// operand returns the variable of an operand, or -1 if it holds no address.
func (a *analysis) operand(fn int32, o program.Operand) variable {
	switch o.Mode {
	case program.InReg:
		return a.reg[fn] + o.Index
	case program.GlobalAddr, program.FuncAddr:
		o.Kind = program.Ptr
		if v, ok := a.constant[o]; ok {
			return v
		}
		v := a.variables(1)
		a.constant[o] = v
		if o.Mode == program.FuncAddr {
			a.place(v, a.start(a.function[o.Index]))
		} else if q, ok := a.globalPlace(o); ok {
			a.place(v, q)
		}
		return v
	}
	return -1
}

func (a *analysis) globalPlace(o program.Operand) (int32, bool) {
	obj := a.global[o.Index]
	n, ok := a.list[obj].lay.normalise(int64(o.Bits))
	if !ok {
		return a.anywhere(obj), true
	}
	return a.position(obj, n), true
}

// generate makes the rules of the whole program.
func (a *analysis) generate() {
	a.reg = make([]variable, len(a.p.Funcs))
	a.result = make([]variable, len(a.p.Funcs))
	for f, fn := range a.p.Funcs {
		a.reg[f], a.result[f] = -1, -1
		if user(fn) {
			a.reg[f] = a.variables(len(fn.Regs))
			a.result[f] = a.variables(1)
		}
	}
	for i, g := range a.p.Globals {
		if g.Library && isStream(g.Type) {
			continue
		}
		for _, r := range g.Relocs {
			if r.Target.Mode == program.LabelAddr {
				continue
			}
			var buf [4]Location
			for _, l := range a.cells(a.start(a.global[i]), r.Off, 8, buf[:0]) {
				if v := a.operand(-1, r.Target); v >= 0 {
					a.edge(v, a.cellVar(l))
				}
			}
		}
	}
	a.findRoots()
	a.reached = make([]bool, len(a.p.Funcs))
	a.generated = make([]bool, len(a.p.Funcs))
	for _, f := range a.roots {
		a.reach(f)
		a.atEnd(f)
	}
}

// reach makes the rules of a function when it is first found to be called.
func (a *analysis) reach(f int32) {
	if !a.reached[f] {
		a.reached[f] = true
		a.function1(f, a.p.Funcs[f])
		a.generated[f] = true
		for i := range a.clones {
			if a.clones[i].callee == f {
				a.inherit(&a.clones[i])
			}
		}
	}
}

// atEnd adds what happens after a root has returned: the run-time library
// calls exit.
func (a *analysis) atEnd(f int32) {
	in := &program.Instr{Op: program.Call, Dst: program.NoReg, At: a.p.Funcs[f].At, Stmt: -1}
	id := int32(len(a.sites))
	handlers := &libfacts.Effects{Items: []libfacts.Effect{{Kind: libfacts.CallState, Name: "atexit"}}, Format: -1}
	a.sites = append(a.sites, &site{fn: f, block: -1, index: -1, in: in, fresh: -1, linked: map[int32]bool{}, intrinsic: handlers})
	a.siteAt[instrKey{f, -1, -1}] = id
	a.library(id, a.sites[id].intrinsic, nil)
}

// findRoots finds where runs begin: main, or the entry that the options name,
// or without either every function.
func (a *analysis) findRoots() {
	if f, ok := a.p.FuncByName(a.opt.Entry); ok && a.opt.Entry != "" && user(a.p.Funcs[f]) {
		a.roots = append(a.roots, int32(f))
	} else if f, ok := a.p.FuncByName("main"); ok && user(a.p.Funcs[f]) {
		a.roots = append(a.roots, int32(f))
	} else {
		for f, fn := range a.p.Funcs {
			if user(fn) {
				a.roots = append(a.roots, int32(f))
			}
		}
	}
	for _, f := range a.roots {
		fn := a.p.Funcs[f]
		if fn.Name == "main" {
			for i, obj := range []int32{-1, a.argv, a.envv} {
				if i < len(fn.Params) && obj >= 0 {
					a.place(a.reg[f]+variable(fn.Params[i].Reg), a.start(obj))
				}
			}
			continue
		}
		for i, q := range fn.Params {
			if q.Kind != program.Ptr {
				continue
			}
			t := q.Type
			if t != nil && t.Class == program.PointerType {
				t = t.Elem
			}
			obj := a.add(Object{Kind: InputObject, Name: q.Name, Func: f, Index: int32(i), At: fn.At, lay: newLayout(t, -1, q.Size == 0)})
			a.place(a.reg[f]+variable(q.Reg), a.start(obj))
		}
	}
}

// function1 makes the rules of one function.
func (a *analysis) function1(f int32, fn *program.Func) {
	for b, blk := range fn.Blocks {
		for i := range blk.Instrs {
			a.instr(f, int32(b), int32(i), &blk.Instrs[i])
		}
	}
}

func (a *analysis) instr(f, b, i int32, in *program.Instr) {
	dst := variable(-1)
	if in.Dst >= 0 {
		dst = a.reg[f] + variable(in.Dst)
	}
	from := func(o program.Operand, kind ruleKind, off, size int64) {
		if v := a.operand(f, o); v >= 0 && dst >= 0 {
			a.rule(v, rule{kind: kind, to: dst, off: off, size: size})
		}
	}
	switch in.Op {
	case program.Move, program.Trunc, program.ZExt, program.SExt, program.Bitcast:
		// Pieces of addresses stay pieces: they become addresses again only in
		// memory, when all have been copied.
		if v := a.operand(f, in.A); v >= 0 && wide(in.A.Kind) == wide(in.Kind) && !in.Kind.IsFloat() {
			a.edge(v, dst)
		}
	case program.Add, program.Sub, program.And, program.Or, program.Xor:
		if wide(in.Kind) {
			from(in.A, ruleAny, 0, 0)
			if in.Op != program.Sub {
				from(in.B, ruleAny, 0, 0)
			}
		}
	case program.PtrAdd:
		if in.B.Present() {
			from(in.A, ruleIndex, in.Off, in.Size)
		} else {
			from(in.A, ruleShift, in.Off, 0)
		}
	case program.Load:
		if !in.Kind.IsFloat() {
			from(in.A, ruleLoad, in.Off, in.Kind.Bytes())
		}
	case program.Store:
		to, v := a.operand(f, in.A), a.operand(f, in.B)
		if to >= 0 && v >= 0 && !in.Kind.IsFloat() {
			a.rule(to, rule{kind: ruleStore, to: v, off: in.Off, size: in.Kind.Bytes()})
		}
	case program.CopyMem:
		a.copyMemory(a.operand(f, in.A), a.operand(f, in.B), in.Size)
	case program.Enter:
		a.place(dst, a.start(a.local[f][in.Local]))
	case program.EnterVLA:
		obj := a.add(Object{Kind: DynamicObject, Name: "array", Func: f, At: in.At, lay: a.types.heapLayout(f, b, i)})
		a.dynamic[instrKey{f, b, i}] = obj
		a.place(dst, a.start(obj))
	case program.VaStart:
		if o := a.variadics[f]; o >= 0 {
			a.place(dst, a.start(o))
		}
	case program.Return:
		if v := a.operand(f, in.A); v >= 0 {
			a.edge(v, a.result[f])
		}
	case program.Call, program.Intrinsic:
		a.call(f, b, i, in)
	}
}

// wide reports whether a register of kind k can hold a whole address.
func wide(k program.Kind) bool { return k == program.I64 || k == program.Ptr }

// call makes the rules of a call.
func (a *analysis) call(f, b, i int32, in *program.Instr) {
	id := int32(len(a.sites))
	s := &site{fn: f, block: b, index: i, in: in, fresh: -1, linked: map[int32]bool{}}
	a.sites = append(a.sites, s)
	a.siteAt[instrKey{f, b, i}] = id
	if in.Op == program.Intrinsic {
		s.intrinsic = a.lib.Intrinsic(in.Intrin)
		a.library(id, s.intrinsic, nil)
		return
	}
	if in.A.Mode == program.FuncAddr {
		a.link(id, in.A.Index)
		return
	}
	if v := a.operand(f, in.A); v >= 0 {
		a.rule(v, rule{kind: ruleCall, site: id})
	}
}

// called is what the solver tells when the callee of a site, or what a library
// function calls back (negative numbers), comes to hold a place.
func (a *analysis) called(id, place int32) {
	o := &a.list[a.positions[place].obj]
	if o.Kind != FuncObject {
		return
	}
	if id >= 0 {
		a.link(id, o.Index)
	} else {
		a.linkBack(-1-id, o.Index)
	}
}

// link connects a call with a function that it may call.
func (a *analysis) link(id, g int32) {
	s := a.sites[id]
	if s.linked[g] {
		return
	}
	s.linked[g] = true
	fn := a.p.Funcs[g]
	if len(s.in.Args) < len(fn.Params) {
		return // an error of the machine
	}
	switch {
	case fn.Library:
		s.libs = append(s.libs, g)
		a.library(id, a.lib.Of(int(g)), fn)
	case len(fn.Blocks) == 0:
		s.absent = true
	default:
		s.users = append(s.users, g)
		a.reach(g)
		a.pass(id, g)
	}
}

// pass connects arguments with parameters and results.
func (a *analysis) pass(id, g int32) {
	s, fn := a.sites[id], a.p.Funcs[g]
	for i, arg := range s.in.Args {
		v := a.operand(s.fn, arg.Operand)
		if v < 0 {
			continue
		}
		if i < len(fn.Params) {
			a.edge(v, a.reg[g]+variable(fn.Params[i].Reg))
		} else if o := a.variadics[g]; o >= 0 {
			c := a.cellVar(a.list[o].first)
			if arg.Size > 0 { // the block holds a copy of the aggregate
				a.rule(v, rule{kind: ruleLoad, to: c, size: arg.Size})
			} else {
				a.edge(v, c)
			}
		}
	}
	if x := a.wrap.of(g); x.ok {
		a.wrapped(id, g, x)
	} else if s.in.Dst >= 0 {
		a.edge(a.result[g], a.reg[s.fn]+variable(s.in.Dst))
	}
}

// argument returns the variable of argument n of a call, or -1.
func (a *analysis) argument(s *site, n int) variable {
	if n < 0 || n >= len(s.in.Args) {
		return -1
	}
	return a.operand(s.fn, s.in.Args[n].Operand)
}

// freshObject returns the object that a call allocates.
func (a *analysis) freshObject(id int32) int32 {
	s := a.sites[id]
	if s.fresh < 0 {
		o := Object{Kind: HeapObject, Name: heapName(a.p, s.in.At), Func: s.fn, At: s.in.At, lay: a.types.heapLayout(s.fn, s.block, s.index)}
		for _, g := range s.libs {
			if isStreamPointer(a.p.Funcs[g].Type) {
				o.class, o.lay = Streams, newLayout(nil, -1, false)
			}
		}
		s.fresh = a.add(o)
	}
	return s.fresh
}

func (a *analysis) freshVar(id int32) variable {
	if v, ok := a.freshVars[id]; ok {
		return v
	}
	v := a.variables(1)
	a.freshVars[id] = v
	a.place(v, a.start(a.freshObject(id)))
	return v
}

// deep returns a variable that holds every pointer in memory reachable from v.
func (a *analysis) deep(v variable) variable {
	if d, ok := a.deepOf[v]; ok {
		return d
	}
	d := a.variables(1)
	a.deepOf[v] = d
	a.rule(v, rule{kind: ruleDeep, to: d})
	a.rule(d, rule{kind: ruleDeep, to: d})
	return d
}

// into returns a variable that holds every element of the arrays of v, whose
// elements have the given size; every place if it is not known.
func (a *analysis) into(v variable, size int64) variable {
	k := intoKey{v, size}
	if d, ok := a.intoOf[k]; ok {
		return d
	}
	d := a.variables(1)
	a.intoOf[k] = d
	if size > 0 {
		a.rule(v, rule{kind: ruleIndex, to: d, size: size})
	} else {
		a.rule(v, rule{kind: ruleAny, to: d})
	}
	return d
}

type intoKey struct {
	v    variable
	size int64
}

// library makes the rules of a call of a library function.
func (a *analysis) library(id int32, e *libfacts.Effects, fn *program.Func) {
	s := a.sites[id]
	dst := variable(-1)
	if s.in.Dst >= 0 {
		dst = a.reg[s.fn] + variable(s.in.Dst)
	}
	give := func(v variable) {
		if v >= 0 && dst >= 0 {
			a.edge(v, dst)
		}
	}
	for _, x := range e.Items {
		v := a.argument(s, x.Arg)
		if x.Extent == libfacts.Deep && x.Kind != libfacts.StoreState && v >= 0 {
			a.deep(v) // its cells are asked for later
		}
		switch x.Kind {
		case libfacts.CopyPtrs:
			to, from := v, a.argument(s, x.Src)
			if x.Arg < 0 {
				if a.copiedByCallers(s, x.Src) {
					continue
				}
				to = a.freshVar(id)
			}
			a.copyMemory(to, from, a.copySize(s, e))
		case libfacts.ReturnArg:
			give(v)
		case libfacts.ReturnInto:
			if v >= 0 {
				give(a.into(v, sizeOf(s, x)))
			}
		case libfacts.ReturnDeep:
			if v >= 0 {
				give(a.deep(v))
			}
		case libfacts.ReturnObj:
			if dst >= 0 {
				a.place(dst, a.start(a.stateObject(x.Name)))
			}
		case libfacts.ReturnHeld:
			o := a.stateObject(x.Name)
			for i := range a.list[o].lay.cells {
				c := a.cellVar(a.list[o].first + Location(i))
				give(c)
				give(a.deep(c))
			}
		case libfacts.ReturnFresh:
			give(a.freshVar(id))
		case libfacts.StoreInto:
			if from := a.argument(s, x.Src); from >= 0 && v >= 0 {
				a.rule(v, rule{kind: ruleStore, to: a.into(from, 1), size: 8})
			}
		case libfacts.StoreFresh:
			if v >= 0 {
				a.rule(v, rule{kind: ruleStore, to: a.freshVar(id), size: 8})
			}
		case libfacts.StoreState:
			if from := a.argument(s, x.Src); from >= 0 {
				if x.Extent == libfacts.Deep {
					from = a.deep(from)
				} else {
					from = a.into(from, 1)
				}
				o := a.stateObject(x.Name)
				for i := range a.list[o].lay.cells {
					a.edge(from, a.cellVar(a.list[o].first+Location(i)))
				}
			}
		case libfacts.CallArg:
			if v >= 0 {
				a.backs = append(a.backs, callback{id, x, fn})
				back := rule{kind: ruleCall, site: -int32(len(a.backs))}
				a.rule(v, back)
				if e.Code { // perhaps a member of a structure
					a.rule(a.deep(v), back)
				}
			}
		case libfacts.CallState:
			o := a.stateObject(x.Name)
			a.backs = append(a.backs, callback{id, x, fn})
			for i := range a.list[o].lay.cells {
				a.rule(a.cellVar(a.list[o].first+Location(i)), rule{kind: ruleCall, site: -int32(len(a.backs))})
			}
		}
	}
	if fn != nil && e.Code {
		a.unknown(id, fn, dst)
	}
	if fn != nil {
		// Functions of the program that the library calls by name: its own
		// malloc, for example.
		users := a.lib.Users(a.index(fn))
		for g := range a.p.Funcs {
			if users[int32(g)] {
				a.backs = append(a.backs, callback{id, libfacts.Effect{}, fn})
				a.linkBack(int32(len(a.backs)-1), int32(g))
			}
		}
	}
}

func (a *analysis) index(fn *program.Func) int {
	i, _ := a.p.FuncByName(fn.Name)
	return i
}

// copySize returns how many bytes a copying call moves, -1 if that varies.
func (a *analysis) copySize(s *site, e *libfacts.Effects) int64 {
	for _, x := range e.Items {
		if x.Kind == libfacts.WriteMem && x.Extent == libfacts.Sized {
			return sizeOf(s, x)
		}
	}
	return -1
}

// sizeOf returns the number of bytes of a sized access, -1 if it varies.
func sizeOf(s *site, x libfacts.Effect) int64 {
	if x.Size >= 0 {
		return x.Size
	}
	if n := int(-1 - x.Size); n < len(s.in.Args) && s.in.Args[n].Mode == program.Const {
		if v := int64(s.in.Args[n].Bits); v >= 0 {
			return v
		}
	}
	return -1
}

// linkBack connects a call of the library with a function that it calls back.
func (a *analysis) linkBack(back, g int32) {
	c := a.backs[back]
	s := a.sites[c.site]
	fn := a.p.Funcs[g]
	if !user(fn) {
		return
	}
	known := false
	for _, f := range s.callbacks {
		known = known || f == g
	}
	if !known {
		s.callbacks = append(s.callbacks, g)
		a.reach(g)
	}
	for i, n := range c.eff.Passes {
		if v := a.argument(s, n); v >= 0 && i < len(fn.Params) {
			a.edge(a.into(v, sizeOf(s, c.eff)), a.reg[g]+variable(fn.Params[i].Reg))
		}
	}
	if c.lib != nil && a.lib.Of(a.index(c.lib)).Code {
		a.backUnknown(s, c, g)
	}
	if s.in.Dst >= 0 && s.in.Kind == program.Ptr {
		a.edge(a.result[g], a.reg[s.fn]+variable(s.in.Dst))
	}
}

// copiedByCallers reports whether what a call inside a wrapper copies to the
// memory it allocates is copied to the objects that callers see, without the
// wrapper looking at it.
func (a *analysis) copiedByCallers(s *site, arg int) bool {
	w := a.wrap.of(s.fn)
	if !w.ok || len(w.copies) == 0 || s.block < 0 {
		return false
	}
	mine := false
	for _, k := range w.allocs {
		mine = mine || k == instrKey{s.fn, s.block, s.index}
	}
	isParam := arg < len(s.in.Args) && a.wrap.isParam(s.fn, s.in.Args[arg].Reg())
	return mine && isParam && !a.wrap.looks(s.fn, w)
}

// backUnknown connects a call that a library function makes of which nothing is
// known: any parameter may be any pointer that the library function can find,
// and it may store what it gets back anywhere.
func (a *analysis) backUnknown(s *site, c callback, g int32) {
	if len(c.eff.Passes) == 0 {
		return
	}
	k := [2]int32{c.site, int32(a.index(c.lib))}
	x, ok := a.exchanges[k]
	if !ok {
		x = &exchange{passed: a.newHelper(), returned: a.newHelper(), linked: map[int32]bool{}}
		a.exchanges[k] = x
		for _, n := range c.eff.Passes {
			if v := a.argument(s, n); v >= 0 {
				a.edge(a.into(v, 0), x.passed)
				a.edge(a.deep(v), x.passed)
				a.rule(v, rule{kind: ruleStoreAll, to: x.returned})
				a.rule(a.deep(v), rule{kind: ruleStoreAll, to: x.returned})
			}
		}
	}
	if !x.linked[g] {
		x.linked[g] = true
		for _, q := range a.p.Funcs[g].Params {
			a.edge(x.passed, a.reg[g]+variable(q.Reg))
		}
		a.edge(a.result[g], x.returned)
	}
}

// unknown lets a library function of which nothing is known mix up all the
// pointers that it can find: those given to it, those in memory reachable from
// there and from the objects of the library that its code names, and one to
// memory that it may allocate.
func (a *analysis) unknown(id int32, fn *program.Func, dst variable) {
	s := a.sites[id]
	pool := a.variables(1)
	a.edge(a.freshVar(id), pool)
	reaches := func(v variable) {
		d := a.deep(v)
		a.edge(d, pool)
		a.rule(d, rule{kind: ruleStoreAll, to: pool})
	}
	for n := range s.in.Args {
		if v := a.argument(s, n); v >= 0 {
			a.edge(a.into(v, 0), pool)
			a.rule(v, rule{kind: ruleStoreAll, to: pool})
			reaches(v)
		}
	}
	for _, name := range a.lib.Objects(a.index(fn)) {
		for _, l := range a.objectCells(a.stateObject(name)) {
			c := a.cellVar(l)
			a.edge(c, pool)
			a.edge(pool, c)
			reaches(c)
		}
	}
	if dst >= 0 && wide(s.in.Kind) {
		a.edge(pool, dst)
	}
}
