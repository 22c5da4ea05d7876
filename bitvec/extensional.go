package bitvec

// access is an element known at an array term: because a read says so, or a
// write, or because it was passed on from a neighbouring array term.
type access struct {
	array, index, value Term    // index 0: the element at all indices not named otherwise
	from                *access // nil: known by itself
	why                 Term    // from's step here, as a formula that is false in the model; 0: no condition
}

// spread propagates accesses over array terms that the model makes equal.
type spread struct {
	*refiner
	edges  map[Term][]edge
	known  map[arrayIndex]*access
	others map[Term]*access // the accesses with index 0
	work   []*access
}

// edge leads from one array term to another that agrees with it except,
// unless except is 0, at that index; why is as in access.
type edge struct{ to, except, why Term }

// extensional checks a model of a query with equalities of arrays.
func (r *refiner) extensional(p *problem, a *Assignment, eqs []Term) int {
	g := &spread{refiner: r, edges: map[Term][]edge{}, known: map[arrayIndex]*access{}, others: map[Term]*access{}}
	arrays := g.connect(p, eqs)
	for _, t := range r.reads {
		n := r.s.nodes[t]
		g.push(&access{array: n.args[0], index: n.args[1], value: t})
	}
	for len(g.work) > 0 && r.lemmas < 50 {
		x := g.work[len(g.work)-1]
		g.work = g.work[:len(g.work)-1]
		g.pass(x)
	}
	if r.lemmas == 0 {
		g.assign(a, arrays)
	}
	return r.lemmas
}

// connect makes the edges and the accesses of writes and constant arrays. It
// returns the array terms of the query, oldest first.
func (g *spread) connect(p *problem, eqs []Term) []Term {
	roots := append([]Term(nil), g.reads...)
	roots = append(append(roots, p.conjuncts...), eqs...)
	var arrays []Term
	writes := map[Term]bool{} // indices
	for _, t := range g.s.postorder(roots...) {
		n := g.s.nodes[t]
		if n.index == 0 {
			continue
		}
		arrays = append(arrays, t)
		switch n.kind {
		case KindStore:
			writes[n.args[1]] = true
			g.link(t, n.args[0], n.args[1], 0)
			g.push(&access{array: t, index: n.args[1], value: n.args[2]})
		case KindIte:
			g.link(t, g.arm(n), 0, g.unless(n.args[0]))
		}
	}
	for _, e := range eqs {
		if g.value(e).lo != 0 {
			g.link(g.s.Arg(e, 0), g.s.Arg(e, 1), 0, g.s.Not(e))
		}
	}
	for _, t := range arrays {
		// A default is sound only where writes cannot cover all indices.
		n := g.s.nodes[t]
		if n.kind == KindConstArray && !covered(int(n.index), len(writes)) {
			g.push(&access{array: t, value: n.args[0]})
		}
	}
	return arrays
}

func (g *spread) link(a, b, except, why Term) {
	g.edges[a] = append(g.edges[a], edge{b, except, why})
	g.edges[b] = append(g.edges[b], edge{a, except, why})
}

// push records x and queues it, or adds a lemma if the model contradicts it.
func (g *spread) push(x *access) {
	var other *access
	if x.index == 0 {
		other = g.others[x.array]
	} else {
		other = g.known[g.key(x)]
	}
	if other != nil {
		if !g.same(other.value, x.value) {
			g.conflict(other, x)
		}
		return
	}
	if n := g.s.nodes[x.array]; n.kind == KindConstArray && !g.same(n.args[0], x.value) {
		g.lemma(append(g.reasons(x), g.s.Eq(n.args[0], x.value)))
		return
	}
	if x.index == 0 {
		g.others[x.array] = x
	} else {
		g.known[g.key(x)] = x
	}
	g.work = append(g.work, x)
}

func (g *spread) key(x *access) arrayIndex {
	return arrayIndex{x.array, keyOf(g.value(x.index))}
}

// pass hands x on to the neighbours that agree with its array at its index.
func (g *spread) pass(x *access) {
	for _, e := range g.edges[x.array] {
		why := e.why
		if e.except != 0 && x.index != 0 {
			if g.same(e.except, x.index) {
				continue
			}
			why = g.s.Eq(e.except, x.index)
		}
		g.push(&access{array: e.to, index: x.index, value: x.value, from: x, why: why})
	}
}

// conflict adds: two accesses to one array at one index agree.
func (g *spread) conflict(x, y *access) {
	clause := append(g.reasons(x), g.reasons(y)...)
	if x.index != y.index {
		clause = append(clause, g.s.Ne(x.index, y.index))
	}
	g.lemma(append(clause, g.s.Eq(x.value, y.value)))
}

func (g *spread) reasons(x *access) []Term {
	var clause []Term
	for ; x != nil; x = x.from {
		if x.why != 0 {
			clause = append(clause, x.why)
		}
	}
	return clause
}

// assign gives the array variables the elements that have reached them.
func (g *spread) assign(a *Assignment, arrays []Term) {
	for _, t := range arrays {
		n := g.s.nodes[t]
		if n.kind != KindVar {
			continue
		}
		other := NewValue(int(n.width), 0)
		if x := g.others[t]; x != nil {
			other = g.value(x.value)
		}
		v := NewArrayValue(int(n.index), other)
		for key, x := range g.known { // order does not matter: the indices differ
			if key.array == t {
				v = v.With(g.value(x.index), g.value(x.value))
			}
		}
		a.arrays[t] = v
	}
}
