package pointsto

import (
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/libfacts"
)

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

// call makes the rules of a call.
func (a *analysis) call(f, b, i int32, in *program.Instr) {
	id := int32(len(a.sites))
	s := &Site{Func: f, Block: b, Index: i, Instr: in, fresh: -1, linked: map[int32]bool{}}
	a.sites = append(a.sites, s)
	a.siteAt[instrKey{f, b, i}] = id
	if in.Op == program.Intrinsic {
		s.Service = a.lib.Intrinsic(in.Intrin)
		a.library(id, s.Service, nil)
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
	if len(s.Instr.Args) < len(fn.Params) {
		return // an error of the machine
	}
	switch {
	case fn.Library:
		s.Library = append(s.Library, g)
		a.library(id, a.lib.Of(int(g)), fn)
	case len(fn.Blocks) == 0:
		s.Absent = true
	default:
		s.Users = append(s.Users, g)
		a.reach(g)
		a.pass(id, g)
	}
}

// pass connects arguments with parameters and results.
func (a *analysis) pass(id, g int32) {
	s, fn := a.sites[id], a.p.Funcs[g]
	for i, arg := range s.Instr.Args {
		v := a.operand(s.Func, arg.Operand)
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
	} else if s.Instr.Dst >= 0 {
		a.edge(a.result[g], a.reg[s.Func]+variable(s.Instr.Dst))
	}
}

// argument returns the variable of argument n of a call, or -1.
func (a *analysis) argument(s *Site, n int) variable {
	if n < 0 || n >= len(s.Instr.Args) {
		return -1
	}
	return a.operand(s.Func, s.Instr.Args[n].Operand)
}

// freshObject returns the object that a call allocates.
func (a *analysis) freshObject(id int32) int32 {
	s := a.sites[id]
	if s.fresh < 0 {
		o := Object{Kind: HeapObject, Name: heapName(a.p, s.Instr.At), Func: s.Func, At: s.Instr.At, lay: a.types.heapLayout(s.Func, s.Block, s.Index)}
		for _, g := range s.Library {
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

// linkBack connects a call of the library with a function that it calls back.
func (a *analysis) linkBack(back, g int32) {
	c := a.backs[back]
	s := a.sites[c.site]
	fn := a.p.Funcs[g]
	if !User(fn) {
		return
	}
	known := false
	for _, f := range s.Callbacks {
		known = known || f == g
	}
	if !known {
		s.Callbacks = append(s.Callbacks, g)
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
	if s.Instr.Dst >= 0 && s.Instr.Kind == program.Ptr {
		a.edge(a.result[g], a.reg[s.Func]+variable(s.Instr.Dst))
	}
}

// copiedByCallers reports whether what a call inside a wrapper copies to the
// memory it allocates is copied to the objects that callers see, without the
// wrapper looking at it.
func (a *analysis) copiedByCallers(s *Site, arg int) bool {
	w := a.wrap.of(s.Func)
	if !w.ok || len(w.copies) == 0 || s.Block < 0 {
		return false
	}
	mine := false
	for _, k := range w.allocs {
		mine = mine || k == instrKey{s.Func, s.Block, s.Index}
	}
	isParam := arg < len(s.Instr.Args) && a.wrap.isParam(s.Func, s.Instr.Args[arg].Reg())
	return mine && isParam && !a.wrap.looks(s.Func, w)
}

// backUnknown connects a call that a library function makes of which nothing is
// known: any parameter may be any pointer that the library function can find,
// and it may store what it gets back anywhere.
func (a *analysis) backUnknown(s *Site, c callback, g int32) {
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

// clone is the object that a call of a wrapper makes.
type clone struct {
	site, callee int32
	object       int32
}

// wrapped gives the result of a call of a wrapper its own object.
func (a *analysis) wrapped(id, g int32, x *wrapper) {
	s := a.sites[id]
	if s.Instr.Dst < 0 {
		return
	}
	dst := a.reg[s.Func] + variable(s.Instr.Dst)
	a.place(dst, a.start(a.freshObject(id)))
	for _, n := range x.params {
		if v := a.argument(s, n); v >= 0 {
			a.edge(v, dst)
		}
	}
	for _, n := range x.copies {
		if v := a.argument(s, n); v >= 0 {
			a.copyMemory(a.freshVar(id), v, -1)
		}
	}
	a.clones = append(a.clones, clone{id, g, s.fresh})
	if a.generated[g] {
		a.inherit(&a.clones[len(a.clones)-1])
	}
}

// inherit lets the object of a call hold what the wrapper stores in its own.
func (a *analysis) inherit(c *clone) {
	for _, generic := range a.generics(c.callee) {
		x, y := &a.list[generic], &a.list[c.object]
		if len(x.lay.cells) == len(y.lay.cells) {
			for i := range x.lay.cells {
				a.edge(a.cellVar(x.first+Location(i)), a.cellVar(y.first+Location(i)))
			}
			continue
		}
		for i := range x.lay.cells {
			for j := range y.lay.cells {
				a.edge(a.cellVar(x.first+Location(i)), a.cellVar(y.first+Location(j)))
			}
		}
	}
}

// generics returns the objects that a wrapper works on.
func (a *analysis) generics(g int32) []int32 {
	var out []int32
	for _, k := range a.wrap.of(g).allocs {
		if id, ok := a.siteAt[k]; ok && a.sites[id].fresh >= 0 {
			out = append(out, a.sites[id].fresh)
		}
	}
	return out
}
