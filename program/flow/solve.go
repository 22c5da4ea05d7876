package flow

import "context"

// The points-to solver: Andersen, "Program Analysis and Specialization for the
// C Programming Language" (1994), chapter 4, with difference propagation
// (Pearce, Kelly, Hankin 2004) and lazy cycle detection (Hardekopf and Lin
// 2007). Unlike there, members of the sets are places in objects (an object
// and an offset), so that fields are told apart.

// variable numbers what can hold addresses: registers, cells, results.
type variable = int32

type ruleKind uint8

const (
	ruleLoad     ruleKind = iota // to = *(v + off)
	ruleStore                    // *(v + off) = from
	ruleShift                    // to = v + off
	ruleIndex                    // to = v + off + any multiple of size
	ruleAny                      // to = any place in the objects of v
	ruleDeep                     // to = every pointer stored in the objects of v
	ruleText                     // to = every pointer stored in the string at v
	ruleStoreAll                 // every cell of the objects of v = from
	ruleCopyTo                   // the objects of v receive what those of peer hold
	ruleCopyFrom                 // the reverse side of ruleCopyTo
	ruleCall                     // v is called
)

// rule says what follows for each place that a variable comes to hold.
type rule struct {
	kind ruleKind
	to   variable // or from, or peer
	off  int64
	size int64
	site int32 // ruleCall; for copies their number
}

// copying is one copy of memory: field by field while the places on both sides
// are few, by way of one variable for everything when they are many.
type copying struct {
	to, from variable
	size     int64
	hub      variable // -1 at first
}

// maxPairs bounds the pairs of places that one copy is worked out for.
const maxPairs = 400

type solver struct {
	*objects
	parent []variable
	set    []sparse // what each variable holds
	fresh  []sparse // what of it was not yet propagated
	edges  [][]variable
	known  []map[variable]struct{} // edges as a set, for variables with many
	rules  [][]rule
	queue  []variable
	queued []bool
	tried  map[[2]variable]bool // edges on which a cycle was looked for
	cell   []variable           // by Location
	copies []copying
	// top is the variable of everything that holds too many places to be told
	// apart; topObj says of which objects it holds places.
	top    variable
	topObj []bool
	calls  func(site int32, place int32)
}

func newSolver(o *objects) *solver {
	s := &solver{objects: o, tried: map[[2]variable]bool{}}
	s.top = s.variables(1)
	return s
}

// maxHeld is the number of places from which on a variable counts as holding
// all that any such variable holds: what passes through it can be anything
// anyway, and the cost of telling is more than quadratic.
const maxHeld = 1500

// absorb makes v one with top.
func (s *solver) absorb(v variable) {
	if v = s.rep(v); v != s.rep(s.top) {
		s.merge([]variable{s.rep(s.top), v})
	}
}

// topPlace takes a place into account that top comes to hold: every cell of
// its object may hold what top does.
func (s *solver) topPlace(p int32) {
	obj := s.positions[p].obj
	for len(s.topObj) <= int(obj) {
		s.topObj = append(s.topObj, false)
	}
	if s.topObj[obj] {
		return
	}
	s.topObj[obj] = true
	o := &s.list[obj]
	if o.Kind == FuncObject {
		return
	}
	for i := range o.lay.cells {
		s.absorb(s.cellVar(o.first + Location(i)))
	}
}

// isTop reports whether a variable is one with top.
func (s *solver) isTop(v variable) bool { return s.rep(v) == s.rep(s.top) }

// applyTop does what a rule of top says, once.
func (s *solver) applyTop(r rule) {
	switch r.kind {
	case ruleLoad, ruleShift, ruleIndex, ruleAny, ruleDeep, ruleText:
		s.edge(s.top, r.to)
	case ruleStore, ruleStoreAll:
		s.edge(r.to, s.top)
	}
}

func (s *solver) variables(n int) variable {
	first := variable(len(s.parent))
	for i := range n {
		s.parent = append(s.parent, first+variable(i))
	}
	s.set = append(s.set, make([]sparse, n)...)
	s.fresh = append(s.fresh, make([]sparse, n)...)
	s.edges = append(s.edges, make([][]variable, n)...)
	s.known = append(s.known, make([]map[variable]struct{}, n)...)
	s.rules = append(s.rules, make([][]rule, n)...)
	s.queued = append(s.queued, make([]bool, n)...)
	return first
}

func (s *solver) rep(v variable) variable {
	for s.parent[v] != v {
		s.parent[v] = s.parent[s.parent[v]]
		v = s.parent[v]
	}
	return v
}

// cellVar returns the variable of a cell.
func (s *solver) cellVar(l Location) variable {
	for len(s.cell) < len(s.cellObj) {
		s.cell = append(s.cell, s.variables(1))
	}
	return s.cell[l]
}

func (s *solver) push(v variable) {
	if !s.queued[v] {
		s.queued[v] = true
		s.queue = append(s.queue, v)
	}
}

// place makes v hold a position.
func (s *solver) place(v variable, p int32) {
	v = s.rep(v)
	if s.set[v].add(p) {
		s.fresh[v].add(p)
		s.push(v)
	}
}

const manyEdges = 24

// edge makes to hold whatever from does.
func (s *solver) edge(from, to variable) {
	from, to = s.rep(from), s.rep(to)
	if from == to {
		return
	}
	if k := s.known[from]; k != nil {
		if _, ok := k[to]; ok {
			return
		}
		k[to] = struct{}{}
	} else {
		for _, e := range s.edges[from] {
			if e == to {
				return
			}
		}
		if len(s.edges[from]) >= manyEdges {
			k = make(map[variable]struct{}, 2*manyEdges)
			for _, e := range s.edges[from] {
				k[e] = struct{}{}
			}
			k[to] = struct{}{}
			s.known[from] = k
		}
	}
	s.edges[from] = append(s.edges[from], to)
	// What is still fresh reaches to when from is worked on.
	if s.set[to].union(s.set[from], &s.fresh[to]) {
		s.push(to)
	}
}

// rule adds a rule to v and applies it to what v holds already.
func (s *solver) rule(v variable, r rule) {
	v = s.rep(v)
	if v == s.rep(s.top) && r.kind != ruleCall && r.kind != ruleCopyTo && r.kind != ruleCopyFrom {
		s.applyTop(r)
		return
	}
	s.rules[v] = append(s.rules[v], r)
	if len(s.set[v]) > 0 {
		s.apply(r, s.set[v].clone())
	}
}

// solve runs to the fixed point.
func (s *solver) solve(ctx context.Context) error {
	for n := 0; len(s.queue) > 0; n++ {
		if n&1023 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		v := s.queue[0]
		s.queue = s.queue[1:]
		s.queued[v] = false
		if s.parent[v] != v {
			continue
		}
		fresh := s.fresh[v]
		s.fresh[v] = nil
		if len(fresh) == 0 {
			continue
		}
		if v != s.rep(s.top) && s.set[v].count() > maxHeld {
			s.fresh[v] = fresh
			s.absorb(v)
			continue
		}
		if v == s.rep(s.top) {
			fresh.all(s.topPlace)
		}
		rules := s.rules[s.rep(v)]
		for _, r := range rules {
			s.apply(r, fresh)
		}
		s.propagate(s.rep(v), fresh)
	}
	return nil
}

func (s *solver) propagate(v variable, fresh sparse) {
	var look []variable
	for _, e := range s.edges[v] {
		to := s.rep(e)
		if to == v {
			continue
		}
		if s.set[to].union(fresh, &s.fresh[to]) {
			s.push(to)
		} else if k := [2]variable{v, to}; !s.tried[k] && s.set[to].equal(s.set[v]) {
			s.tried[k] = true
			look = append(look, to)
		}
	}
	for _, to := range look {
		if s.parent[to] == to && s.rep(v) != to {
			s.collapse(to)
		}
	}
}

// collapse merges the cycles of edges that can be reached from v through
// variables that hold the same (Tarjan 1972).
func (s *solver) collapse(v variable) {
	want := s.set[v]
	type frame struct {
		v    variable
		next int
	}
	number := map[variable]int{}
	low := map[variable]int{}
	var stack []variable
	on := map[variable]bool{}
	var groups [][]variable
	frames := []frame{{v, 0}}
	number[v], low[v] = 0, 0
	stack, on[v] = append(stack, v), true
	for len(frames) > 0 {
		f := &frames[len(frames)-1]
		if f.next < len(s.edges[f.v]) {
			to := s.rep(s.edges[f.v][f.next])
			f.next++
			if n, ok := number[to]; ok {
				if on[to] {
					low[f.v] = min(low[f.v], n)
				}
			} else if s.set[to].equal(want) {
				number[to], low[to] = len(number), len(number)
				stack, on[to] = append(stack, to), true
				frames = append(frames, frame{to, 0})
			}
			continue
		}
		x := f.v
		frames = frames[:len(frames)-1]
		if len(frames) > 0 {
			up := frames[len(frames)-1].v
			low[up] = min(low[up], low[x])
		}
		if low[x] != number[x] {
			continue
		}
		var group []variable
		for {
			y := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			on[y] = false
			group = append(group, y)
			if y == x {
				break
			}
		}
		if len(group) > 1 {
			groups = append(groups, group)
		}
	}
	for _, g := range groups {
		s.merge(g)
	}
}

// merge makes variables that form a cycle one.
func (s *solver) merge(group []variable) {
	to := group[0]
	for _, v := range group {
		to = min(to, v)
	}
	for _, v := range group {
		if v == to {
			continue
		}
		s.parent[v] = to
	}
	for _, v := range group {
		if v == to {
			continue
		}
		// Each part must see what the other had already propagated: all of it
		// counts as fresh again. Cycles are merged when they hold the same,
		// so little is done twice.
		all := s.set[v]
		s.set[to].union(all, &s.fresh[to])
		s.fresh[to].union(s.fresh[v], nil)
		edges, rules := s.edges[v], s.rules[v]
		s.set[v], s.fresh[v], s.edges[v], s.rules[v], s.known[v] = nil, nil, nil, nil, nil
		for _, e := range edges {
			s.edge(to, e)
		}
		s.rules[to] = append(s.rules[to], rules...)
	}
	if to == s.rep(s.top) {
		s.simplify(to)
	}
	if len(s.fresh[to]) > 0 {
		s.push(to)
	}
}

// simplify works off the rules of top that do not depend on places: they say
// all that they ever will.
func (s *solver) simplify(top variable) {
	rules := s.rules[top]
	s.rules[top] = nil
	for _, r := range rules {
		if r.kind != ruleCall && r.kind != ruleCopyTo && r.kind != ruleCopyFrom {
			s.applyTop(r)
			continue
		}
		s.rules[top] = append(s.rules[top], r)
	}
}

// apply does what a rule says for new places of its variable.
func (s *solver) apply(r rule, places sparse) {
	var buf [32]Location
	var out [32]int32
	places.all(func(p int32) {
		switch r.kind {
		case ruleLoad:
			for _, l := range s.cells(p, r.off, r.size, buf[:0]) {
				s.edge(s.cellVar(l), r.to)
			}
		case ruleStore:
			for _, l := range s.cells(p, r.off, r.size, buf[:0]) {
				s.edge(r.to, s.cellVar(l))
			}
		case ruleShift:
			for _, q := range s.shifted(p, r.off, out[:0]) {
				s.place(r.to, q)
			}
		case ruleIndex:
			for _, q := range s.indexed(p, r.size, r.off, out[:0]) {
				s.place(r.to, q)
			}
		case ruleAny:
			s.place(r.to, s.anywhere(s.positions[p].obj))
		case ruleDeep, ruleStoreAll:
			o := &s.list[s.positions[p].obj]
			for i := range o.lay.cells {
				c := s.cellVar(o.first + Location(i))
				if r.kind == ruleDeep {
					s.edge(c, r.to)
				} else {
					s.edge(r.to, c)
				}
			}
		case ruleText:
			for _, l := range s.textCells(p, buf[:0]) {
				s.edge(s.cellVar(l), r.to)
			}
		case ruleCopyTo, ruleCopyFrom:
			s.copy(&s.copies[r.site], p, r.kind == ruleCopyTo)
		case ruleCall:
			s.calls(r.site, p)
		}
	})
}

// copyMemory makes what to points to hold what the memory that from points to
// does: size bytes, or an unknown number if size < 0.
func (s *solver) copyMemory(to, from variable, size int64) {
	if to < 0 || from < 0 {
		return
	}
	n := int32(len(s.copies))
	s.copies = append(s.copies, copying{to, from, size, -1})
	s.rule(to, rule{kind: ruleCopyTo, site: n})
	s.rule(from, rule{kind: ruleCopyFrom, site: n})
}

// copy takes a new place of a copy into account.
func (s *solver) copy(c *copying, p int32, isTo bool) {
	if c.hub < 0 && s.isTop(c.to) && s.isTop(c.from) {
		return // both hold the same already
	}
	if c.hub < 0 && (s.isTop(c.to) || s.isTop(c.from)) {
		c.hub = s.top
	} else if c.hub >= 0 {
		s.copyHub(p, c.hub, c.size, isTo)
		return
	}
	to, from := s.set[s.rep(c.to)], s.set[s.rep(c.from)]
	if c.hub == s.top {
		for _, q := range to.list(nil) {
			s.copyHub(q, s.top, c.size, true)
		}
		for _, q := range from.list(nil) {
			s.copyHub(q, s.top, c.size, false)
		}
		return
	}
	if to.count()*from.count() > maxPairs {
		c.hub = s.variables(1)
		hub := c.hub
		size := c.size
		for _, q := range to.list(nil) {
			s.copyHub(q, hub, size, true)
		}
		for _, q := range from.list(nil) {
			s.copyHub(q, hub, size, false)
		}
		return
	}
	size := c.size
	if isTo {
		for _, q := range from.list(nil) {
			s.copyCells(p, q, size)
		}
		return
	}
	for _, q := range to.list(nil) {
		s.copyCells(q, p, size)
	}
}

// copyHub connects a place with the variable through which a copy goes.
func (s *solver) copyHub(p int32, hub variable, size int64, isTo bool) {
	if obj := s.positions[p].obj; s.rep(hub) == s.rep(s.top) && int(obj) < len(s.topObj) && s.topObj[obj] {
		return // its cells are one with top
	}
	var buf [32]Location
	for _, l := range s.cells(p, 0, size, buf[:0]) {
		if isTo {
			s.edge(hub, s.cellVar(l))
		} else {
			s.edge(s.cellVar(l), hub)
		}
	}
}

// copyCells makes the memory at place to hold what that at from does: size
// bytes, or an unknown number if size < 0. Where both are laid out alike,
// field by field.
func (s *solver) copyCells(to, from int32, size int64) {
	a, b := s.positions[to], s.positions[from]
	la, lb := s.list[a.obj].lay, s.list[b.obj].lay
	var ba, bb [32]Location
	ca, cb := s.cells(to, 0, size, ba[:0]), s.cells(from, 0, size, bb[:0])
	if a.off != anyOffset && b.off != anyOffset && len(ca) == len(cb) {
		alike := true
		for i := range ca {
			x, y := la.cells[ca[i]-s.list[a.obj].first], lb.cells[cb[i]-s.list[b.obj].first]
			alike = alike && x.off-int64(a.off) == y.off-int64(b.off)
		}
		if alike {
			for i := range ca {
				s.edge(s.cellVar(cb[i]), s.cellVar(ca[i]))
			}
			return
		}
	}
	for _, y := range cb {
		for _, x := range ca {
			s.edge(s.cellVar(y), s.cellVar(x))
		}
	}
}

// holds returns what a variable points to, a set that must not be changed.
func (s *solver) holds(v variable) sparse { return s.set[s.rep(v)] }
