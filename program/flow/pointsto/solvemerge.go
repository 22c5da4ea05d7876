package pointsto

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
			} else if s.set[to].Equal(want) {
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
		// Each part must see what the other had already propagated. Edges see to
		// that themselves, shared rules by what is fresh.
		before := s.set[to].Minus(s.fresh[to]).Minus(s.set[v])
		s.set[to].Union(s.set[v], &s.fresh[to])
		s.fresh[to].Union(s.fresh[v], nil)
		edges, rules, acting := s.edges[v], s.rules[v], s.acting[v]
		s.set[v], s.fresh[v], s.edges[v], s.rules[v], s.acting[v] = nil, nil, nil, nil, nil
		s.helper[to] = s.helper[to] && s.helper[v]
		for _, e := range edges {
			s.edge(to, e)
		}
		for _, r := range rules {
			if to == s.rep(s.top) {
				s.applyTop(r)
			} else if i := s.alike(to, r); i >= 0 {
				s.share(to, i, r)
			} else {
				s.rules[to] = append(s.rules[to], r)
				s.apply(r, before)
			}
		}
		for _, r := range acting {
			s.acting[to] = append(s.acting[to], r)
			s.apply(r, before)
		}
	}
	if len(s.fresh[to]) > 0 {
		s.push(to)
	}
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
