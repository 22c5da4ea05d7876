package flow

import (
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow/bitmap"
	"github.com/riftlab/rift/program/flow/dominance"
)

// instrAccess is the access of one instruction.
type instrAccess struct {
	block, index int32
	access
}

// funcInfo is what is known of one function before its dependences are found.
type funcInfo struct {
	seg      *segments
	accesses []instrAccess // in order; library calls included
	sites    []int32       // calls, in order
	mod, ref bitmap.Set    // locations that it or its callees may write or read
	made     bitmap.Set    // locations in objects that it or its callees make
	own      bitmap.Set    // locations of its own locals
	recurses bool
	comp     int32 // component of the call graph
}

// callEffect is the effect of a call of one user function: what of the mod and
// ref of the callee concerns the caller (own), and in terms of the caller, who
// knows the objects that a wrapper makes under other names.
type callEffect struct {
	mod, ref       bitmap.Set
	ownMod, ownRef bitmap.Set
	rename         *clone
}

// calleesOf returns the user functions that a site calls, callbacks included.
func (s *site) calleesOf() []int32 {
	if len(s.callbacks) == 0 {
		return s.users
	}
	list := append([]int32(nil), s.users...)
	for _, g := range s.callbacks {
		have := false
		for _, h := range list {
			have = have || h == g
		}
		if !have {
			list = append(list, g)
		}
	}
	return list
}

// order computes the components of the call graph and returns the user
// functions, callees first.
func (a *analysis) order(info []*funcInfo) []int32 {
	n := len(a.p.Funcs)
	succs := make([][]int32, n)
	self := make([]bool, n)
	for _, s := range a.sites {
		for _, g := range s.calleesOf() {
			succs[s.fn] = append(succs[s.fn], g)
			self[s.fn] = self[s.fn] || g == s.fn
		}
	}
	var all []int32
	for f := range a.p.Funcs {
		if info[f] != nil {
			all = append(all, int32(f))
		}
	}
	comp := dominance.Components(n, all, func(v int32) []int32 { return succs[v] })
	size := map[int32]int{}
	for _, f := range all {
		size[comp[f]]++
	}
	buckets := make([][]int32, n+2)
	for _, f := range all {
		info[f].comp = comp[f]
		info[f].recurses = self[f] || size[comp[f]] > 1
		buckets[comp[f]] = append(buckets[comp[f]], f)
	}
	var out []int32
	for _, b := range buckets {
		out = append(out, b...)
	}
	return out
}

// locate makes objects of functions that may be active twice at a time plural.
func (a *analysis) locate(info []*funcInfo) {
	for i := range a.list {
		o := &a.list[i]
		if o.Kind == LocalObject && info[o.Func].recurses {
			o.single = false
		}
	}
}

// collect gathers the accesses and sites of a function.
func (a *analysis) collect(f int32, fn *program.Func, fi *funcInfo) {
	for b, blk := range fn.Blocks {
		for i := range blk.Instrs {
			in := &blk.Instrs[i]
			if in.Op == program.Call || in.Op == program.Intrinsic {
				id, ok := a.siteAt[instrKey{f, int32(b), int32(i)}]
				if !ok {
					continue
				}
				fi.sites = append(fi.sites, id)
				s := a.sites[id]
				if x := a.libraryAccess(s); len(x.refs)+len(x.mods) > 0 {
					fi.accesses = append(fi.accesses, instrAccess{int32(b), int32(i), x})
				}
				continue
			}
			if !a.reached[f] {
				continue
			}
			if x := a.accessOf(f, in); len(x.refs)+len(x.mods)+len(x.kills) > 0 {
				fi.accesses = append(fi.accesses, instrAccess{int32(b), int32(i), x})
			}
		}
	}
	if id, ok := a.siteAt[instrKey{f, -1, -1}]; ok { // before all blocks in the order of places
		fi.sites = append(fi.sites, id)
		if x := a.libraryAccess(a.sites[id]); len(x.refs)+len(x.mods) > 0 {
			fi.accesses = append([]instrAccess{{-1, -1, x}}, fi.accesses...)
		}
	}
	done := map[listKey]bool{} // shared slices
	add := func(set *bitmap.Set, list []Location, kind int) {
		if len(list) > 64 {
			k := listKey{&list[0], len(list)*2 + kind}
			if done[k] {
				return
			}
			done[k] = true
		}
		for _, l := range list {
			set.Add(int32(l))
		}
	}
	for _, x := range fi.accesses {
		add(&fi.ref, x.refs, 0)
		add(&fi.mod, x.mods, 1)
		if !x.undefs {
			for _, l := range x.kills {
				fi.mod.Add(int32(l))
			}
		}
	}
}

// objectGraph answers which objects can be reached from which.
type objectGraph struct {
	a        *analysis
	contents [][]int32 // by object, computed on demand
	done     []bool
	global   []bool // reachable from objects that every function can name
	// globalLocs are the locations of these objects.
	globalLocs bitmap.Set
	top        bitmap.Set // objects that the solver's top holds places of
	topFrom    bitmap.Set // what from adds for top
}

func (g *objectGraph) topObjects() bitmap.Set {
	if g.top == nil {
		for o, in := range g.a.topObj {
			if in {
				g.top.Add(int32(o))
			}
		}
	}
	return g.top
}

func (a *analysis) newObjectGraph() *objectGraph {
	g := &objectGraph{a: a, contents: make([][]int32, len(a.list)), done: make([]bool, len(a.list)), global: make([]bool, len(a.list))}
	var work []int32
	for i := range a.list {
		switch a.list[i].Kind {
		case GlobalObject, LibraryObject:
			g.global[i] = true
			work = append(work, int32(i))
		}
	}
	for len(work) > 0 {
		o := work[len(work)-1]
		work = work[:len(work)-1]
		for _, q := range g.held(o) {
			if !g.global[q] {
				g.global[q] = true
				work = append(work, q)
			}
		}
	}
	for i, in := range g.global {
		if in {
			for _, l := range a.objectCells(int32(i)) {
				g.globalLocs.Add(int32(l))
			}
		}
	}
	return g
}

// held returns the objects that pointers in an object point into.
func (g *objectGraph) held(o int32) []int32 {
	if g.done[o] {
		return g.contents[o]
	}
	g.done[o] = true
	var objs bitmap.Set
	x := &g.a.list[o]
	for i := range x.lay.cells {
		if l := int(x.first) + i; l < len(g.a.cell) {
			if g.a.isTop(g.a.cell[l]) {
				objs.Union(g.topObjects(), nil)
				continue
			}
			g.a.holds(g.a.cell[l]).Each(func(p int32) { objs.Add(g.a.positions[p].obj) })
		}
	}
	g.contents[o] = objs.AppendTo(nil)
	return g.contents[o]
}

// from adds to objs what can be reached from a variable without passing
// through objects that are reachable globally.
func (g *objectGraph) from(v variable, objs *bitmap.Set) {
	var work []int32
	push := func(o int32) {
		if !g.global[o] && objs.Add(o) {
			work = append(work, o)
		}
	}
	if g.a.isTop(v) {
		// Top holds places of everything reachable from it.
		if g.topFrom == nil {
			g.topFrom = filter(g.topObjects(), func(o int32) bool { return !g.global[o] })
		}
		objs.Union(g.topFrom, nil)
		return
	}
	g.a.holds(v).Each(func(p int32) { push(g.a.positions[p].obj) })
	for len(work) > 0 {
		o := work[len(work)-1]
		work = work[:len(work)-1]
		for _, q := range g.held(o) {
			push(q)
		}
	}
}

// modref completes mod, ref and made of all functions, callees first, and
// returns the effect of every call of a user function, by site and callee.
func (a *analysis) modref(info []*funcInfo, order []int32) map[[2]int32]callEffect {
	graph := a.newObjectGraph()
	a.cloneAt = map[[2]int32]*clone{}
	for i := range a.clones {
		c := &a.clones[i]
		a.cloneAt[[2]int32{c.site, c.callee}] = c
	}
	for _, f := range order {
		fi := info[f]
		for _, id := range fi.sites {
			if o := a.sites[id].fresh; o >= 0 {
				a.addObject(&fi.made, o)
			}
		}
		if fi.recurses {
			for _, o := range a.local[f] {
				a.addObject(&fi.made, o)
			}
		}
	}
	for k, obj := range a.dynamic {
		a.addObject(&info[k.fn].made, obj)
	}
	for i := range a.list {
		if o := &a.list[i]; o.Kind == LocalObject || o.Kind == DynamicObject || o.Kind == VariadicObject {
			for _, l := range a.objectCells(int32(i)) {
				info[o.Func].own.Add(int32(l))
			}
		}
	}
	m := &modrefs{a: a, info: info, sets: bitmap.NewInterner(), globals: graph.globalLocs}
	m.args = a.reachedBySites(graph, m.sets)
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && info[order[j]].comp == info[order[i]].comp {
			j++
		}
		m.component(order[i:j])
		i = j
	}
	return m.callEffects()
}

// reachedBySites returns, for each site, the locations that its arguments lead
// to. Many sites share a set.
func (a *analysis) reachedBySites(graph *objectGraph, sets *bitmap.Interner) []bitmap.Set {
	args := make([]bitmap.Set, len(a.sites))
	known := map[*bitmap.Word]bitmap.Set{} // by interned set of objects
	for id, s := range a.sites {
		var objs bitmap.Set
		for _, arg := range s.in.Args {
			if v := a.operand(s.fn, arg.Operand); v >= 0 {
				graph.from(v, &objs)
			}
		}
		for _, g := range s.users {
			if o := a.variadics[g]; o >= 0 {
				objs.Add(o)
			}
		}
		if len(objs) == 0 {
			continue
		}
		objs = sets.Of(objs)
		locs, ok := known[objs.Key()]
		if !ok {
			objs.Each(func(o int32) { a.addObject(&locs, o) })
			locs = sets.Of(locs)
			known[objs.Key()] = locs
		}
		args[id] = locs
	}
	return args
}

// modrefs sums up the effects of functions over the call graph.
type modrefs struct {
	a       *analysis
	info    []*funcInfo
	args    []bitmap.Set // by site: locations that the arguments lead to
	globals bitmap.Set   // locations that every function can reach
	sets    *bitmap.Interner
}

// component completes the effects of functions that call each other. A call is
// looked at again only when the effects of its callee have grown.
func (m *modrefs) component(funcs []int32) {
	grown := map[int32]int{} // by function: the round in which its effects last grew
	for round, changed := 1, true; changed; round++ {
		changed = false
		for _, f := range funcs {
			fi, more := m.info[f], false
			for _, id := range fi.sites {
				for _, g := range m.a.sites[id].calleesOf() {
					if round == 1 || grown[g] >= round-1 {
						more = m.take(fi, id, g) || more
					}
				}
			}
			if more {
				grown[f], changed = round, true
			}
		}
		if len(funcs) == 1 && !m.info[funcs[0]].recurses {
			return
		}
	}
}

// take adds the effects of g, called at a site, to those of the caller and
// reports whether there were any new ones.
func (m *modrefs) take(fi *funcInfo, id, g int32) bool {
	c := m.a.cloneAt[[2]int32{id, g}]
	of := m.info[g]
	more := fi.made.Union(m.a.madeAt(of.made, c), nil)
	for _, x := range [2]struct{ to, from *bitmap.Set }{{&fi.mod, &of.mod}, {&fi.ref, &of.ref}} {
		if c != nil {
			more = x.to.Union(m.a.renamed(m.visible(*x.from, id, g), c), nil) || more
			continue
		}
		for _, within := range [3]bitmap.Set{m.globals, m.args[id], of.made} {
			more = x.to.UnionWithin(*x.from, within, of.hidden()) || more
		}
	}
	return more
}

// hidden returns the locations that no caller sees: those of the function's own
// locals, unless they may be those of an activation further up.
func (fi *funcInfo) hidden() bitmap.Set {
	if fi.recurses {
		return nil
	}
	return fi.own
}

// visible returns which locations of a callee's effect concern the caller: those
// in objects that the callee can reach from its arguments or globally, or that
// it made, but not its own locals.
func (m *modrefs) visible(set bitmap.Set, id, g int32) bitmap.Set {
	var out bitmap.Set
	for _, within := range [3]bitmap.Set{m.globals, m.args[id], m.info[g].made} {
		out.UnionWithin(set, within, m.info[g].hidden())
	}
	return out
}

// callEffects returns the effect of every call of a user function. Calls that
// lead to the same locations have the same effect.
func (m *modrefs) callEffects() map[[2]int32]callEffect {
	out := map[[2]int32]callEffect{}
	type key struct {
		callee int32
		args   *bitmap.Word
		rename *clone
	}
	known := map[key]callEffect{}
	for id, s := range m.a.sites {
		for _, g := range s.calleesOf() {
			k := key{callee: g, args: m.args[id].Key(), rename: m.a.cloneAt[[2]int32{int32(id), g}]}
			e, ok := known[k]
			if !ok {
				e = m.effectAt(int32(id), g)
				known[k] = e
			}
			out[[2]int32{int32(id), g}] = e
		}
	}
	return out
}

// effectAt returns the effect of a call of g at a site.
func (m *modrefs) effectAt(id, g int32) callEffect {
	e := callEffect{rename: m.a.cloneAt[[2]int32{id, g}]}
	e.ownMod = m.sets.Of(m.visible(m.info[g].mod, id, g))
	e.ownRef = m.sets.Of(m.visible(m.info[g].ref, id, g))
	e.mod, e.ref = m.sets.Of(m.a.renamed(e.ownMod, e.rename)), m.sets.Of(m.a.renamed(e.ownRef, e.rename))
	return e
}

// addObject adds the locations of an object to a set.
func (a *analysis) addObject(set *bitmap.Set, obj int32) {
	o := &a.list[obj]
	for i := range o.lay.cells {
		set.Add(int32(o.first) + int32(i))
	}
}

// renamed puts the object of a call in place of the generic objects of the
// wrapper that is called.
func (a *analysis) renamed(s bitmap.Set, c *clone) bitmap.Set {
	if c == nil {
		return s
	}
	var out bitmap.Set
	for _, l := range s.AppendTo(nil) {
		a.translate(Location(l), c, func(m Location) { out.Add(int32(m)) })
	}
	return out
}

// translate calls f for the locations of the caller that stand for a location
// of the callee.
func (a *analysis) translate(l Location, c *clone, f func(Location)) {
	if c != nil {
		for _, generic := range a.generics(c.callee) {
			if a.cellObj[l] != generic {
				continue
			}
			x, y := &a.list[generic], &a.list[c.object]
			if len(x.lay.cells) == len(y.lay.cells) {
				f(y.first + (l - x.first))
				return
			}
			for i := range y.lay.cells {
				f(y.first + Location(i))
			}
			return
		}
	}
	f(l)
}

// madeAt returns the objects that a callee makes without those that the caller
// knows under another name.
func (a *analysis) madeAt(made bitmap.Set, c *clone) bitmap.Set {
	if c == nil {
		return made
	}
	var renamed bitmap.Set
	for _, x := range a.generics(c.callee) {
		a.addObject(&renamed, x)
	}
	return made.Minus(renamed)
}

func filter(s bitmap.Set, keep func(int32) bool) bitmap.Set {
	var out bitmap.Set
	s.Each(func(l int32) {
		if keep(l) {
			out.Add(l)
		}
	})
	return out
}
