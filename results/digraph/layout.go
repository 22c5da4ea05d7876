package digraph

import "slices"

// The layout follows Sugiyama, Tagawa, Toda: Methods for Visual Understanding
// of Hierarchical System Structures, IEEE SMC 11 (2), 1981: break cycles,
// assign ranks, put bends on long edges, order each rank so that few edges
// cross, and choose coordinates. Lengths are in pixels of SVG.
const (
	glyphWidth = 7.25 // of the monospaced font that svg.go asks for
	lineHeight = 16
	padX, padY = 10, 7
	gapX       = 28 // between boxes of a rank
	bendGap    = 14 // beside a bend
	gapY       = 46 // between ranks
)

// vertex is a node of the graph, or a bend of an edge.
type vertex struct {
	node       int // index of the node, -1 for a bend
	rank, slot int // slot: place in the rank, from the left
	w, h       float64
	x, y       float64 // of the centre
	up, down   []link  // to the vertices in the ranks beside
}

// link is one step of an edge, seen from one of its ends.
type link struct {
	to     int
	weight float64 // how much it wants to be straight
}

// route is how an edge is drawn: from the upper end through bends to the lower.
type route struct {
	vertices []int
	back     bool // the arrow points up
}

// layout is a graph with places.
type layout struct {
	vertices      []vertex
	ranks         [][]int // vertices, from the left
	routes        []route // by edge; without vertices for an edge from a node to itself
	width, height float64
}

func arrange(g *Graph) *layout {
	l := &layout{vertices: make([]vertex, len(g.Nodes)), routes: make([]route, len(g.Edges))}
	for i := range g.Nodes {
		w, h := boxSize(&g.Nodes[i])
		l.vertices[i] = vertex{node: i, w: w, h: h}
	}
	l.breakCycles(g)
	l.assignRanks(g)
	l.bend(g)
	l.order()
	l.place()
	return l
}

func boxSize(n *Node) (w, h float64) {
	for _, s := range n.Lines {
		w = max(w, glyphWidth*float64(len([]rune(s))))
	}
	return w + 2*padX, lineHeight*float64(max(1, len(n.Lines))) + 2*padY
}

// adjacency returns the edges that leave each node.
func adjacency(g *Graph) [][]int {
	out := make([][]int, len(g.Nodes))
	for i, e := range g.Edges {
		out[e.From] = append(out[e.From], i)
	}
	return out
}

// breakCycles marks as back edges those that lead to a node which a search from
// the first nodes is in the midst of.
func (l *layout) breakCycles(g *Graph) {
	out := adjacency(g)
	const fresh, open, done = 0, 1, 2
	state := make([]uint8, len(g.Nodes))
	type step struct{ node, next int }
	for _, root := range roots(g) {
		if state[root] != fresh {
			continue
		}
		stack := []step{{root, 0}}
		state[root] = open
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if top.next == len(out[top.node]) {
				state[top.node] = done
				stack = stack[:len(stack)-1]
				continue
			}
			e := out[top.node][top.next]
			top.next++
			switch to := g.Edges[e].To; state[to] {
			case fresh:
				state[to] = open
				stack = append(stack, step{to, 0})
			case open:
				l.routes[e].back = true
			}
		}
	}
}

// roots returns all nodes, those that no edge enters first.
func roots(g *Graph) []int {
	entered := make([]bool, len(g.Nodes))
	for _, e := range g.Edges {
		if e.From != e.To {
			entered[e.To] = true
		}
	}
	var first, rest []int
	for i := range g.Nodes {
		if entered[i] {
			rest = append(rest, i)
		} else {
			first = append(first, i)
		}
	}
	return append(first, rest...)
}

// ends returns the upper and the lower node of an edge.
func (l *layout) ends(g *Graph, e int) (upper, lower int) {
	if l.routes[e].back {
		return g.Edges[e].To, g.Edges[e].From
	}
	return g.Edges[e].From, g.Edges[e].To
}

// assignRanks puts each node one below the lowest of those above it, then moves
// nodes down as far as that shortens their edges.
func (l *layout) assignRanks(g *Graph) {
	n := len(g.Nodes)
	above, below := make([][]int, n), make([][]int, n)
	waiting := make([]int, n)
	for e := range g.Edges {
		if u, d := l.ends(g, e); u != d {
			above[d] = append(above[d], u)
			below[u] = append(below[u], d)
			waiting[d]++
		}
	}
	var order []int
	for i := range n {
		if waiting[i] == 0 {
			order = append(order, i)
		}
	}
	for k := 0; k < len(order); k++ {
		for _, d := range below[order[k]] {
			l.vertices[d].rank = max(l.vertices[d].rank, l.vertices[order[k]].rank+1)
			if waiting[d]--; waiting[d] == 0 {
				order = append(order, d)
			}
		}
	}
	for _, v := range slices.Backward(order) {
		if len(below[v]) <= len(above[v]) {
			continue
		}
		lowest := -1
		for _, d := range below[v] {
			if r := l.vertices[d].rank - 1; lowest < 0 || r < lowest {
				lowest = r
			}
		}
		l.vertices[v].rank = lowest
	}
}

// bend puts the bends on long edges and links neighbours.
func (l *layout) bend(g *Graph) {
	for e := range g.Edges {
		u, d := l.ends(g, e)
		if u == d {
			continue
		}
		r := &l.routes[e]
		r.vertices = []int{u}
		for rank := l.vertices[u].rank + 1; rank < l.vertices[d].rank; rank++ {
			r.vertices = append(r.vertices, len(l.vertices))
			l.vertices = append(l.vertices, vertex{node: -1, rank: rank})
		}
		r.vertices = append(r.vertices, d)
		for i, a := range r.vertices[:len(r.vertices)-1] {
			b := r.vertices[i+1]
			weight := 1.0
			if l.vertices[a].node < 0 {
				weight *= 3
			}
			if l.vertices[b].node < 0 {
				weight *= 3
			}
			l.vertices[a].down = append(l.vertices[a].down, link{b, weight})
			l.vertices[b].up = append(l.vertices[b].up, link{a, weight})
		}
	}
}
