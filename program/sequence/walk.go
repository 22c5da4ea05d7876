package sequence

import "slices"

// walk is one walk forward from a place.
//
// Between functions it goes into the callees of a call, and on behind the call if
// one of them can be passed without reaching a place; from the end of the function
// that it began in, or rose to, it goes to all callers, since who called is not
// known there.
type walk struct {
	*builder
	src     int
	kind    Kind
	seen    map[node]bool // whether with the right to return to any caller
	list    []step
	through map[int]bool // functions that can be passed
}

// step is a node that the walk has come to. Within a function that it entered by
// a call it does not return: it has passed the call already, if that can be done.
type step struct {
	n      node
	within bool
}

// walk walks forward from a place and adds the edges of Algorithm 1.
func (b *builder) walk(src int) {
	w := &walk{builder: b, src: src, kind: b.graph.Places[src].Kind, seen: map[node]bool{}, through: map[int]bool{}}
	for changed := true; changed; {
		changed = false
		for _, fn := range b.called {
			if !w.through[fn] && w.passes(fn) {
				w.through[fn] = true
				changed = true
			}
		}
	}
	for _, n := range b.graph.Places[src].nodes {
		w.list = append(w.list, step{n, false})
	}
	for len(w.list) > 0 {
		s := w.list[len(w.list)-1]
		w.list = w.list[:len(w.list)-1]
		w.leave(s)
	}
}

// own reports whether a node is one of the place that the walk began at.
func (w *walk) own(n node) bool {
	return slices.Contains(w.graph.Places[w.src].nodes, n)
}

// leave goes on to what follows a node.
func (w *walk) leave(s step) {
	flow := w.in.flow
	if fn := flow.fn(s.n); s.n == flow.exit(fn) {
		if !s.within {
			for _, c := range flow.callers(fn) {
				w.follow(c, false)
			}
		}
		return
	}
	for _, fn := range flow.callees(s.n) {
		w.arrive(s.n, step{flow.entry(fn), true})
	}
	if w.passable(s.n) {
		w.follow(s.n, s.within)
	}
}

// passable reports whether what a node calls can be passed.
func (w *walk) passable(n node) bool {
	callees := w.in.flow.callees(n)
	return len(callees) == 0 || slices.ContainsFunc(callees, func(fn int) bool { return w.through[fn] })
}

// follow arrives at the successors of a node.
func (w *walk) follow(from node, within bool) {
	for _, n := range w.in.flow.succs(from) {
		w.arrive(from, step{n, within})
	}
}

func (w *walk) arrive(from node, s step) {
	if w.own(s.n) {
		// The next node of the same statement, or the statement once more.
		if w.kind == Change && !w.own(from) {
			w.edge(w.src, w.src)
		}
		return
	}
	if free, ok := w.seen[s.n]; ok && (free || s.within) {
		return
	}
	w.seen[s.n] = !s.within
	ends, reached := w.stop(s.n)
	if ends {
		w.edge(w.src, reached())
		return
	}
	if reached != nil {
		reached() // an interaction of other changes
	}
	w.list = append(w.list, s)
}

// stop reports whether the walk ends at a node and, if the node is of a place, how
// that is found or made.
func (w *walk) stop(n node) (ends bool, reached func() int) {
	if c, ok := w.changeOf[n]; ok {
		return true, func() int { return c }
	}
	if w.kind == Entry {
		return false, nil
	}
	if o, ok := w.outputOf[n]; ok {
		return true, func() int { return w.output(o) }
	}
	if line, ok := w.lineOf[n]; ok {
		m := w.meetings[line]
		return w.kind == Interaction || slices.Contains(m.changes, w.src), func() int { return w.meet(m) }
	}
	return false, nil
}

// passes looks for a way through a function, given what is known of others.
func (w *walk) passes(fn int) bool {
	flow := w.in.flow
	list := []node{flow.entry(fn)}
	seen := map[node]bool{list[0]: true}
	for len(list) > 0 {
		n := list[len(list)-1]
		list = list[:len(list)-1]
		if n == flow.exit(fn) {
			return true
		}
		if !w.passable(n) {
			continue
		}
		for _, m := range flow.succs(n) {
			if ends, _ := w.stop(m); !ends && !seen[m] {
				seen[m] = true
				list = append(list, m)
			}
		}
	}
	return false
}
