package sat

import "slices"

// Equivalent literals: the strongly connected components of the graph of
// binary clauses (Tarjan 1972). Each variable that is equivalent to another is
// replaced by it, unless it is frozen.

// substituteEquivalent finds the components and substitutes.
func (w *simplification) substituteEquivalent() {
	t := tarjan{
		implied: w.binaryGraph(),
		index:   make([]int32, len(w.occ)),
		low:     make([]int32, len(w.occ)),
	}
	for l := Lit(2); int(l) < len(w.occ); l++ {
		if t.index[l] == 0 && len(t.implied[l]) > 0 {
			t.search(l)
		}
	}
	for _, component := range t.components {
		w.merge(component)
		if !w.propagate() {
			return
		}
	}
}

func (w *simplification) binaryGraph() [][]Lit {
	graph := make([][]Lit, len(w.occ))
	for i := range w.clauses {
		if c := w.clauses[i].lits; len(c) == 2 {
			graph[c[0].Not()] = append(graph[c[0].Not()], c[1])
			graph[c[1].Not()] = append(graph[c[1].Not()], c[0])
		}
	}
	return graph
}

// merge replaces the literals of a component by one of them. Components come
// in complementary pairs; the second of a pair finds nothing left to do.
func (w *simplification) merge(component []Lit) {
	slices.Sort(component)
	keep := component[0]
	for _, l := range component {
		if slices.Contains(component, l.Not()) {
			w.opts.Proof.derived(l)
			w.opts.Proof.derived()
			w.unsat = true
			return
		}
		if w.frozen[l.Var()] && !w.frozen[keep.Var()] {
			keep = l
		}
	}
	for _, l := range component {
		if l != keep && w.removable(l.Var()) && w.vals[keep] == 0 && !w.gone[keep.Var()] {
			w.substitute(l, keep)
		}
	}
}

// substitute replaces l by the equivalent literal by, everywhere.
func (w *simplification) substitute(l, by Lit) {
	w.stats.Substituted++
	for _, from := range []Lit{l, l.Not()} {
		to := by.XorSign(from != l)
		for _, id := range slices.Clone(w.occurrences(from)) {
			lits := slices.Clone(w.clauses[id].lits)
			i, _ := slices.BinarySearch(lits, from)
			lits[i] = to
			w.kill(id)
			w.add(lits)
		}
	}
	w.remove(removal{v: l.Var(), clauses: [][]Lit{{l, by.Not()}, {l.Not(), by}}})
}

// tarjan collects the components of at least two literals.
type tarjan struct {
	implied    [][]Lit
	index, low []int32 // by literal; index 0 is unvisited
	next       int32
	stack      []Lit
	components [][]Lit
}

const finished = 1 << 30 // low of a literal whose component is complete

// search visits everything reachable from root, with a stack of its own since
// chains of implications can be as long as the formula.
func (t *tarjan) search(root Lit) {
	type frame struct {
		l    Lit
		edge int
	}
	t.enter(root)
	calls := []frame{{root, 0}}
	for len(calls) > 0 {
		f := &calls[len(calls)-1]
		if f.edge < len(t.implied[f.l]) {
			next := t.implied[f.l][f.edge]
			f.edge++
			if t.index[next] == 0 {
				t.enter(next)
				calls = append(calls, frame{next, 0})
			} else {
				t.low[f.l] = min(t.low[f.l], t.low[next])
			}
			continue
		}
		l := f.l
		calls = calls[:len(calls)-1]
		if len(calls) > 0 {
			parent := calls[len(calls)-1].l
			t.low[parent] = min(t.low[parent], t.low[l])
		}
		if t.low[l] == t.index[l] {
			t.leave(l)
		}
	}
}

func (t *tarjan) enter(l Lit) {
	t.next++
	t.index[l], t.low[l] = t.next, t.next
	t.stack = append(t.stack, l)
}

// leave pops the component of which l was visited first.
func (t *tarjan) leave(l Lit) {
	i := len(t.stack) - 1
	for t.stack[i] != l {
		i--
	}
	if len(t.stack)-i > 1 {
		t.components = append(t.components, slices.Clone(t.stack[i:]))
	}
	for _, m := range t.stack[i:] {
		t.low[m] = finished
	}
	t.stack = t.stack[:i]
}
