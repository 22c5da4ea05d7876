package bitvec

import (
	"github.com/riftlab/rift/bitvec/aig"
	"github.com/riftlab/rift/sat"
)

// Arrays by lemmas on demand: Brummayer and Biere, "Lemmas on Demand for the
// Extensional Theory of Arrays" (JSAT 2009). Reads and equalities of arrays
// are inputs for the SAT solver; when its model gives them values that no
// array has, an instance of the axioms that excludes the model is added.
//
// Deviations: reads through writes at constant indices are circuits (blast.go);
// a query without equalities of arrays follows each read down without
// recording it on the way; constant arrays send their element as a default.

// refiner checks one model of the SAT solver against the theory of arrays.
type refiner struct {
	c      *Solver
	s      *Store
	eval   *Evaluator // reads and equalities of arrays have the SAT model's values
	reads  []Term     // abstract reads of the query, oldest first
	lemmas int
	atVar  map[arrayIndex]Term // the read that gave an element of a variable its value
}

// arrayIndex is an index of an array term in the present model.
type arrayIndex struct {
	array Term
	index indexKey
}

// refine adds lemmas that the model contradicts and returns how many. If
// there are none it completes a by values of the array variables.
func (c *Solver) refine(p *problem, a *Assignment) int {
	r := &refiner{c: c, s: c.s, atVar: map[arrayIndex]Term{}}
	if n := c.prepare(p) + c.expandCovered(p); n > 0 {
		return n
	}
	eqs := r.load(p, a)
	if len(eqs) > 0 {
		return r.extensional(p, a, eqs)
	}
	for _, t := range r.reads {
		r.follow(t)
	}
	if r.lemmas == 0 {
		r.assignArrays(p, a)
	}
	return r.lemmas
}

// prepare blasts what the lemmas of p's conjuncts may mention, and adds the
// lemmas that equalities of arrays need from the start; it returns their
// number.
func (c *Solver) prepare(p *problem) int {
	added := 0
	for _, t := range p.conjuncts {
		info := c.infoOf(t)
		if info.prepared == c.blast || len(info.reads)+len(info.eqs) == 0 {
			continue
		}
		for _, e := range info.eqs {
			if info.witnessed[e] != c.blast {
				added += c.prepareEq(info, e)
				info.witnessed[e] = c.blast
			}
		}
		for _, u := range c.s.postorder(append([]Term{t}, info.reads...)...) {
			n := c.s.nodes[u]
			switch {
			case n.kind == KindStore:
				c.blast.word(n.args[1])
				c.blast.word(n.args[2])
			case n.kind == KindConstArray, n.kind == KindIte && n.index != 0:
				c.blast.word(n.args[0])
			case n.kind == KindSelect:
				c.blast.word(u)
			}
		}
		info.prepared = c.blast // last: what is interrupted is done again
	}
	return added
}

// prepareEq adds: two arrays that are not equal differ at some index. The
// reads there become part of the conjunct.
func (c *Solver) prepareEq(info *conjunctInfo, e Term) int {
	s := c.s
	n := s.nodes[e]
	x, y := n.args[0], n.args[1]
	w := int(s.nodes[x].index)
	k, ok := c.witness[e]
	if !ok {
		k = s.Fresh("witness", w)
		c.witness[e] = k
	}
	same := s.Eq(s.Select(x, k), s.Select(y, k))
	c.addLemma(s.Or(e, s.Not(same)))
	c.extend(info, same)
	return 1
}

// expand adds: if the arrays of e are equal, they are at each index. It returns
// the number of lemmas.
func (c *Solver) expand(info *conjunctInfo, e Term) int {
	s := c.s
	n := s.nodes[e]
	x, y := n.args[0], n.args[1]
	w := int(s.nodes[x].index)
	for i := range uint64(1) << w {
		j := s.Const(w, i)
		same := s.Eq(s.Select(x, j), s.Select(y, j))
		c.addLemma(s.Or(s.Not(e), same))
		c.extend(info, same)
	}
	info.expanded[e] = c.blast
	return 1 << w
}

// expandCovered expands the equalities whose indices the writes of the query
// can exhaust: what an array has elsewhere is then no argument (spread.connect
// uses it otherwise). There are not more indices than writes.
func (c *Solver) expandCovered(p *problem) int {
	if !c.hasArrayEq(p) {
		return 0
	}
	writes, added := c.writes(p), 0
	for _, t := range p.conjuncts {
		info := c.infoOf(t)
		for _, e := range info.eqs {
			w := int(c.s.nodes[c.s.Arg(e, 0)].index)
			if covered(w, writes) && info.expanded[e] != c.blast {
				added += c.expand(info, e)
				info.prepared = nil // there are new reads
			}
		}
	}
	if added > 0 {
		added += c.prepare(p)
	}
	return added
}

// covered reports whether writes at so many terms can reach all indices of w
// bits.
func covered(w, writes int) bool { return w <= 30 && writes >= 1<<w }

// writes counts the indices, as terms, of the writes to arrays below the
// conjuncts of p and the lemmas about them.
func (c *Solver) writes(p *problem) int {
	var roots []Term
	for _, t := range p.conjuncts {
		roots = append(append(roots, t), c.infoOf(t).reads...)
	}
	indices := map[Term]bool{}
	for _, t := range c.s.postorder(roots...) {
		if n := &c.s.nodes[t]; n.kind == KindStore {
			indices[n.args[1]] = true
		}
	}
	return len(indices)
}

// extend makes t's variables and reads part of the conjunct.
func (c *Solver) extend(info *conjunctInfo, t Term) {
	more := c.infoOf(t)
	info.vars = append(info.vars, more.vars...)
	info.arrays = append(info.arrays, more.arrays...)
	info.reads = append(info.reads, more.reads...)
}

// addLemma asserts t for good.
func (c *Solver) addLemma(t Term) {
	root := c.blast.lit(t)
	if root == aig.True {
		return
	}
	c.sat.AddClause(c.literal(root))
	c.inFocus(root)
}

// load sets up the evaluator and returns the query's equalities of arrays.
func (r *refiner) load(p *problem, a *Assignment) (eqs []Term) {
	abs := NewAssignment()
	for v, x := range a.values {
		abs.values[v] = x
	}
	r.eval = NewTotalEvaluator(r.s, abs)
	r.eval.abstract = true
	seen := map[Term]bool{}
	var reads []Term
	for _, t := range p.conjuncts {
		info := r.c.infoOf(t)
		for _, e := range info.eqs {
			if !seen[e] {
				seen[e] = true
				abs.values[e] = r.c.assigned(e)
				eqs = append(eqs, e)
			}
		}
		for _, u := range info.vars {
			if _, ok := abs.values[u]; !ok && r.c.blast.get(u) != nil {
				abs.values[u] = r.c.assigned(u)
				a.values[u] = abs.values[u]
			}
		}
		for _, u := range info.reads {
			if !seen[u] {
				seen[u] = true
				reads = append(reads, u)
			}
		}
	}
	// Oldest first, so that reads inside an index have their values.
	sortTerms(reads)
	for _, t := range reads {
		abs.values[t] = r.valueOf(t, abs, seen)
	}
	sortTerms(r.reads)
	return eqs
}

// valueOf returns the value of a read in the SAT model and collects it if it
// is abstract; a read of a table is looked up.
func (r *refiner) valueOf(t Term, abs *Assignment, seen map[Term]bool) Value {
	if r.c.blast.abstract[t] {
		r.reads = append(r.reads, t)
		return r.c.assigned(t)
	}
	n := r.s.nodes[t]
	table := r.c.blast.table(n.args[0])
	index, _ := r.eval.Value(n.args[1])
	if e := table.find(index); e != 0 {
		v, _ := r.eval.Value(e)
		return v
	}
	rest := r.s.Select(table.below, n.args[1])
	if v, ok := abs.values[rest]; ok {
		return v
	}
	if r.s.nodes[rest].kind != KindSelect {
		v, _ := r.eval.Value(rest)
		return v
	}
	seen[rest] = true
	abs.values[rest] = r.valueOf(rest, abs, seen)
	return abs.values[rest]
}

func (r *refiner) value(t Term) Value {
	v, _ := r.eval.Value(t)
	return v
}

func (r *refiner) same(a, b Term) bool {
	if a != b && r.s.nodes[a].width <= 64 {
		return r.eval.word(a) == r.eval.word(b)
	}
	return a == b || r.value(a).Cmp(r.value(b)) == 0
}

// follow takes a read down its array to where the model decides its value.
func (r *refiner) follow(t Term) {
	n := r.s.nodes[t]
	array, index := n.args[0], n.args[1]
	for {
		m := &r.s.nodes[array]
		switch m.kind {
		case KindStore:
			if r.same(m.args[1], index) {
				if !r.same(m.args[2], t) {
					clause := r.path(t, array)
					clause = append(clause, r.s.Ne(m.args[1], index), r.s.Eq(m.args[2], t))
					r.lemma(clause)
				}
				return
			}
			array = m.args[0]
		case KindIte:
			array = r.arm(*m)
		case KindConstArray:
			if !r.same(m.args[0], t) {
				r.lemma(append(r.path(t, array), r.s.Eq(m.args[0], t)))
			}
			return
		default:
			key := arrayIndex{array, keyOf(r.value(index))}
			other, ok := r.atVar[key]
			if !ok {
				r.atVar[key] = t
			} else if !r.same(other, t) {
				r.meet(other, t, array)
			}
			return
		}
	}
}

func (r *refiner) arm(n node) Term {
	if r.eval.word(n.args[0]) != 0 {
		return n.args[1]
	}
	return n.args[2]
}

// meet adds: two reads that reach the same array at the same index agree.
func (r *refiner) meet(t, u, end Term) {
	passed := map[Term]bool{}
	r.walk(t, end, func(array Term) bool { passed[array] = true; return true })
	r.walk(u, end, func(array Term) bool { end = array; return !passed[array] })
	clause := append(r.path(t, end), r.path(u, end)...)
	clause = append(clause, r.s.Ne(r.s.Arg(t, 1), r.s.Arg(u, 1)), r.s.Eq(t, u))
	r.lemma(clause)
}

// walk calls visit for the arrays that the read t passes down to end.
func (r *refiner) walk(t, end Term, visit func(array Term) bool) {
	for array := r.s.Arg(t, 0); visit(array) && array != end; {
		n := r.s.nodes[array]
		if n.kind == KindStore {
			array = n.args[0]
		} else {
			array = r.arm(n)
		}
	}
}

// path returns, negated, why the read t reaches the array end.
func (r *refiner) path(t, end Term) []Term {
	index := r.s.Arg(t, 1)
	var clause []Term
	r.walk(t, end, func(array Term) bool {
		n := r.s.nodes[array]
		switch {
		case array == end:
		case n.kind == KindStore:
			clause = append(clause, r.s.Eq(n.args[1], index))
		default:
			clause = append(clause, r.unless(n.args[0]))
		}
		return true
	})
	return clause
}

// unless returns the formula that is false in the model because c is what it
// is.
func (r *refiner) unless(c Term) Term {
	if r.value(c).lo != 0 {
		return r.s.Not(c)
	}
	return c
}

// lemma asserts the disjunction of clause, which is valid in the theory.
func (r *refiner) lemma(clause []Term) {
	lits := make([]sat.Lit, 0, len(clause))
	for _, t := range clause {
		root := r.c.blast.lit(t)
		switch root {
		case aig.True:
			panic("bitvec: lemma: the model does not contradict it")
		case aig.False:
			continue
		}
		lits = append(lits, r.c.literal(root))
		r.c.inFocus(root)
	}
	r.c.sat.AddClause(lits...)
	r.lemmas++
}

// assignArrays gives the array variables the elements that were read.
func (r *refiner) assignArrays(p *problem, a *Assignment) {
	for _, t := range p.conjuncts {
		for _, v := range r.c.infoOf(t).arrays {
			if _, ok := a.arrays[v]; !ok {
				sort := r.s.Sort(v)
				a.arrays[v] = NewArrayValue(sort.Index, NewValue(sort.Width, 0))
			}
		}
	}
	for _, t := range r.reads {
		n := r.s.nodes[t]
		array := r.bottom(n.args[0], n.args[1])
		if v, ok := a.arrays[array]; ok {
			a.arrays[array] = v.With(r.value(n.args[1]), r.value(t))
		}
	}
}

// bottom returns the array that decides the element of array at index.
func (r *refiner) bottom(array, index Term) Term {
	for {
		n := &r.s.nodes[array]
		switch {
		case n.kind == KindStore && !r.same(n.args[1], index):
			array = n.args[0]
		case n.kind == KindIte:
			array = r.arm(*n)
		default:
			return array
		}
	}
}
