package pointsto

import "github.com/riftlab/rift/program/flow/bitmap"

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

// ReachedByCalls returns the locations that every function can reach, from globals and
// what the library keeps, and for each site those that only its arguments lead to. Many
// sites share a set, which sets keeps.
func (r *Result) ReachedByCalls(sets *bitmap.Interner) (global bitmap.Set, sites []bitmap.Set) {
	a := r.a
	graph := a.newObjectGraph()
	sites = make([]bitmap.Set, len(a.sites))
	known := map[*bitmap.Word]bitmap.Set{} // by interned set of objects
	for id, s := range a.sites {
		var objs bitmap.Set
		for _, arg := range s.Instr.Args {
			if v := a.operand(s.Func, arg.Operand); v >= 0 {
				graph.from(v, &objs)
			}
		}
		for _, g := range s.Users {
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
		sites[id] = locs
	}
	return graph.globalLocs, sites
}

// addObject adds the locations of an object to a set.
func (a *analysis) addObject(set *bitmap.Set, obj int32) {
	o := &a.list[obj]
	for i := range o.lay.cells {
		set.Add(int32(o.first) + int32(i))
	}
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
