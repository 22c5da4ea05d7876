package bitvec

import "slices"

// postorder returns the terms below and including roots, each once, operands
// first.
func (s *Store) postorder(roots ...Term) []Term {
	if n := len(s.nodes); len(s.marks) < n {
		s.marks = append(s.marks, make([]uint32, n+n/4-len(s.marks))...)
	}
	if s.round++; s.round == 0 {
		clear(s.marks)
		s.round = 1
	}
	var order []Term
	stack := slices.Clone(roots)
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if t == 0 || s.marks[t] == s.round {
			continue
		}
		s.marks[t] = s.round
		order = append(order, t)
		n := &s.nodes[t]
		for _, a := range n.args[:kinds[n.kind].arity] {
			if s.marks[a] != s.round {
				stack = append(stack, a)
			}
		}
	}
	// Operands are older than the terms they occur in.
	slices.Sort(order)
	return order
}

// Support returns the variables that occur in ts, oldest first.
func (s *Store) Support(ts ...Term) []Term {
	var vars []Term
	for _, t := range s.postorder(ts...) {
		if s.nodes[t].kind == KindVar {
			vars = append(vars, t)
		}
	}
	return vars
}

// HasArrays reports whether an array occurs in ts.
func (s *Store) HasArrays(ts ...Term) bool {
	for _, t := range s.postorder(ts...) {
		if s.nodes[t].index != 0 {
			return true
		}
	}
	return false
}

// Size describes how large terms are.
type Size struct {
	DAG   int     // distinct terms
	Tree  float64 // occurrences when nothing is shared
	Depth int     // operators on the longest path from a root to a leaf
	Vars  int     // distinct variables
}

// Size returns the size of ts taken together.
func (s *Store) Size(ts ...Term) Size {
	var size Size
	tree := make(map[Term]float64)
	depth := make(map[Term]int)
	for _, t := range s.postorder(ts...) {
		n := &s.nodes[t]
		size.DAG++
		if n.kind == KindVar {
			size.Vars++
		}
		tree[t] = 1
		for _, a := range n.args[:kinds[n.kind].arity] {
			tree[t] += tree[a]
			depth[t] = max(depth[t], depth[a]+1)
		}
	}
	for _, t := range ts {
		size.Tree += tree[t]
		size.Depth = max(size.Depth, depth[t])
	}
	return size
}

// Substitution replaces terms by others of the same sort, at once: what is
// put in is not looked at again. It remembers what it has replaced, so apply
// one Substitution to many terms. It must not be changed after its first use.
type Substitution struct {
	store *Store
	done  map[Term]Term
	lazy  map[Term]Term // like done, but what is put in is substituted in turn
}

// NewSubstitution returns the substitution of to[i] for from[i].
func (s *Store) NewSubstitution(from, to []Term) *Substitution {
	sub := &Substitution{store: s, done: make(map[Term]Term)}
	for i, t := range from {
		if s.Sort(t) != s.Sort(to[i]) {
			panic("bitvec: NewSubstitution: sorts differ: " + s.Sort(t).String() + " and " + s.Sort(to[i]).String())
		}
		sub.done[t] = to[i]
	}
	return sub
}

// Apply returns t with all replacements made.
func (sub *Substitution) Apply(t Term) Term {
	s := sub.store
	stack := []Term{t}
	for len(stack) > 0 {
		u := stack[len(stack)-1]
		if _, ok := sub.done[u]; ok {
			stack = stack[:len(stack)-1]
			continue
		}
		if v, ok := sub.lazy[u]; ok {
			if w, ok := sub.done[v]; ok {
				sub.done[u] = w
			} else {
				stack = append(stack, v)
			}
			continue
		}
		n := s.nodes[u]
		arity := kinds[n.kind].arity
		ready := true
		for _, a := range n.args[:arity] {
			if _, ok := sub.done[a]; !ok {
				stack = append(stack, a)
				ready = false
			}
		}
		if !ready {
			continue
		}
		stack = stack[:len(stack)-1]
		sub.done[u] = s.rebuilt(u, sub.done)
	}
	return sub.done[t]
}

// rebuilt returns u over the operands that done holds for its own.
func (s *Store) rebuilt(u Term, done map[Term]Term) Term {
	n := s.nodes[u]
	var args [3]Term
	changed := false
	for i, a := range n.args[:kinds[n.kind].arity] {
		args[i] = done[a]
		changed = changed || args[i] != a
	}
	if !changed {
		return u
	}
	return s.build(s, u, args[0], args[1], args[2])
}

// Substitute returns t with to[i] in place of from[i].
func (s *Store) Substitute(t Term, from, to []Term) Term {
	return s.NewSubstitution(from, to).Apply(t)
}

func sortTerms(ts []Term) { slices.Sort(ts) }
