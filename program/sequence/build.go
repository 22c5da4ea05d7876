package sequence

import "slices"

// builder is a construction under way.
type builder struct {
	in       *input
	graph    *Graph
	nodes    []node           // that can be reached
	called   []int            // functions that some node calls
	changeOf map[node]int     // place
	outputOf map[node]int     // index into input.outputs
	lineOf   map[node]int     // of potential interaction locations
	meetings map[int]*meeting // by line
	shown    map[int]int      // places of outputs
}

// meeting is a potential interaction location.
type meeting struct {
	nodes   []node
	changes []int // places
	place   int   // -1 until a walk meets it
}

func newBuilder(in *input) *builder {
	b := &builder{in: in, graph: &Graph{}, changeOf: map[node]int{}, outputOf: map[node]int{},
		lineOf: map[node]int{}, meetings: map[int]*meeting{}, shown: map[int]int{}}
	b.graph.Places = append(b.graph.Places, Place{Kind: Entry, nodes: []node{in.start}})
	for _, list := range in.changes {
		for _, n := range list {
			b.changeOf[n] = len(b.graph.Places)
		}
		b.graph.Places = append(b.graph.Places, Place{Kind: Change, nodes: list})
	}
	for i, list := range in.outputs {
		for _, n := range list {
			b.outputOf[n] = i
		}
	}
	b.findNodes()
	b.findMeetings()
	return b
}

// findNodes lists the nodes that control flow reaches from the entry, and the
// functions that they call, in the order in which they are met.
func (b *builder) findNodes() {
	flow := b.in.flow
	seen := map[node]bool{}
	add := func(list ...node) {
		for _, n := range list {
			if !seen[n] {
				seen[n] = true
				b.nodes = append(b.nodes, n)
			}
		}
	}
	add(b.in.start)
	called := map[int]bool{}
	for k := 0; k < len(b.nodes); k++ {
		n := b.nodes[k]
		for _, fn := range flow.callees(n) {
			add(flow.entry(fn))
			if !called[fn] {
				called[fn] = true
				b.called = append(b.called, fn)
			}
		}
		add(flow.succs(n)...)
	}
	for i := range b.graph.Places {
		p := &b.graph.Places[i]
		p.Unreachable = !slices.ContainsFunc(p.nodes, func(n node) bool { return seen[n] })
	}
}

// findMeetings finds the potential interaction locations.
func (b *builder) findMeetings() {
	sets := map[node][]int{}
	var list []node
	for _, n := range b.nodes {
		_, changed := b.changeOf[n]
		_, output := b.outputOf[n]
		if changed || output || b.in.line(n) < 0 {
			continue
		}
		if set := b.in.depends(n); len(set) > 1 {
			sets[n] = set
			list = append(list, n)
		}
	}
	if b.in.important {
		list = important(list, sets, b.in.direct)
	}
	for _, n := range list {
		line := b.in.line(n)
		m := b.meetings[line]
		if m == nil {
			m = &meeting{place: -1}
			b.meetings[line] = m
		}
		b.lineOf[n] = line
		m.nodes = append(m.nodes, n)
		for _, c := range sets[n] {
			if place := c + 1; !slices.Contains(m.changes, place) {
				m.changes = append(m.changes, place)
			}
		}
	}
}

// meet returns the place of an interaction location, made if it is new.
func (b *builder) meet(m *meeting) int {
	if m.place < 0 {
		m.place = len(b.graph.Places)
		slices.Sort(m.nodes)
		slices.Sort(m.changes)
		b.graph.Places = append(b.graph.Places, Place{Kind: Interaction, nodes: m.nodes, Changes: m.changes})
		for _, c := range m.changes {
			b.edge(c, m.place)
		}
	}
	return m.place
}

func (b *builder) output(o int) int {
	p, ok := b.shown[o]
	if !ok {
		p = len(b.graph.Places)
		b.shown[o] = p
		b.graph.Places = append(b.graph.Places, Place{Kind: Output, nodes: b.in.outputs[o]})
	}
	return p
}

// begin adds edges from the entry to the changed statements that no sequence
// comes to: those behind an output.
func (b *builder) begin() {
	seen := make([]bool, len(b.graph.Places))
	var reach func(int)
	reach = func(i int) {
		if seen[i] {
			return
		}
		seen[i] = true
		for _, n := range b.graph.Places[i].Next {
			reach(n)
		}
	}
	reach(0)
	for i := range b.graph.Places {
		if p := &b.graph.Places[i]; p.Kind == Change && !seen[i] && !p.Unreachable {
			b.edge(0, i)
			reach(i)
		}
	}
}

func (b *builder) edge(from, to int) {
	if p := &b.graph.Places[from]; !slices.Contains(p.Next, to) {
		p.Next = append(p.Next, to)
	}
}

// important keeps of the potential interaction locations of the same changed
// statements those that do not merely depend on another of them: of each group
// of nodes that depend on one another and on no other, the first.
func important(list []node, sets map[node][]int, direct func(node) []node) []node {
	c := &components{index: map[node]int{}, low: map[node]int{}, group: map[node]int{},
		edges: func(n node) []node {
			var out []node
			for _, d := range direct(n) {
				if slices.Equal(sets[d], sets[n]) && d != n {
					out = append(out, d)
				}
			}
			return out
		}}
	for _, n := range list {
		if _, ok := c.index[n]; !ok {
			c.visit(n)
		}
	}
	dependent := map[int]bool{}
	for _, n := range list {
		for _, d := range c.edges(n) {
			if c.group[d] != c.group[n] {
				dependent[c.group[n]] = true
			}
		}
	}
	var kept []node
	for _, n := range list {
		if !dependent[c.group[n]] {
			dependent[c.group[n]] = true
			kept = append(kept, n)
		}
	}
	return kept
}

// components finds strongly connected components.
//
// Source: Tarjan: Depth-First Search and Linear Graph Algorithms, SIAM J. Comput.
// 1 (2), 1972.
type components struct {
	edges      func(node) []node
	index, low map[node]int
	group      map[node]int
	stack      []node
	groups     int
}

func (c *components) visit(n node) {
	c.index[n], c.low[n] = len(c.index), len(c.index)
	c.stack = append(c.stack, n)
	for _, d := range c.edges(n) {
		if _, seen := c.index[d]; !seen {
			c.visit(d)
			c.low[n] = min(c.low[n], c.low[d])
		} else if _, done := c.group[d]; !done {
			c.low[n] = min(c.low[n], c.index[d])
		}
	}
	if c.low[n] != c.index[n] {
		return
	}
	for {
		d := c.stack[len(c.stack)-1]
		c.stack = c.stack[:len(c.stack)-1]
		c.group[d] = c.groups
		if d == n {
			break
		}
	}
	c.groups++
}
