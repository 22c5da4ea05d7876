package flow

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
