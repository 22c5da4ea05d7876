package sequence

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"testing"
)

// hand is a program made by hand. Node n of function f is 100*f+n; 0 is the entry
// and 99 the exit.
type hand struct {
	edges   map[node][]node
	calls   map[node][]int
	depends map[node][]node // direct dependences, on nodes
	changes []node
	outputs []node
	filter  bool
}

func (h *hand) succs(n node) []node  { return h.edges[n] }
func (h *hand) callees(n node) []int { return h.calls[n] }
func (h *hand) entry(fn int) node    { return node(100 * fn) }
func (h *hand) exit(fn int) node     { return node(100*fn + 99) }
func (h *hand) fn(n node) int        { return int(n) / 100 }

func (h *hand) callers(fn int) []node {
	var list []node
	for n, fns := range h.calls {
		if slices.Contains(fns, fn) {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	return list
}

// influences returns the changes that a node depends on, itself included.
func (h *hand) influences(n node) []int {
	seen := map[node]bool{n: true}
	for list := []node{n}; len(list) > 0; {
		n, list = list[0], list[1:]
		for _, d := range h.depends[n] {
			if !seen[d] {
				seen[d] = true
				list = append(list, d)
			}
		}
	}
	var out []int
	for i, c := range h.changes {
		if seen[c] {
			out = append(out, i)
		}
	}
	return out
}

// build returns the edges of the graph as "a>b", places named e (the entry), cN,
// iN and oN by their nodes.
func (h *hand) build() []string {
	in := &input{flow: h, start: 0, depends: h.influences, direct: func(n node) []node { return h.depends[n] }, important: h.filter,
		line: func(n node) int {
			if n%100 == 0 || n%100 == 99 {
				return -1
			}
			return int(n)
		}}
	for _, c := range h.changes {
		in.changes = append(in.changes, []node{c})
	}
	for _, o := range h.outputs {
		in.outputs = append(in.outputs, []node{o})
	}
	g := construct(in)
	name := func(i int) string {
		p := &g.Places[i]
		if p.Kind == Entry {
			return "e"
		}
		return fmt.Sprintf("%c%d", p.Kind.String()[0], p.nodes[0])
	}
	var list []string
	for i := range g.Places {
		for _, n := range g.Places[i].Next {
			list = append(list, name(i)+">"+name(n))
		}
	}
	sort.Strings(list)
	return list
}

func expect(t *testing.T, h *hand, want string) {
	t.Helper()
	w := strings.Fields(want)
	sort.Strings(w)
	if got := h.build(); !slices.Equal(got, w) {
		t.Errorf("edges %v\nwant  %v", got, w)
	}
}

// straight returns the edges of a function whose nodes follow one another.
func straight(edges map[node][]node, nodes ...node) {
	for i := 1; i < len(nodes); i++ {
		edges[nodes[i-1]] = append(edges[nodes[i-1]], nodes[i])
	}
}

// figure3 is the paper's example: 1 lhs = false, 2 while, 3 isdigit, 4 v = digit,
// 5 lhs = true, 6 '-'?, 7 init = lhs ? v : 1, 8 end?, 9 init != 0, 10 failure,
// 11 break.
func figure3() *hand {
	h := &hand{edges: map[node][]node{}, changes: []node{1, 5, 7}, outputs: []node{10, 12}}
	straight(h.edges, 0, 1, 2, 3, 4, 5, 2)
	straight(h.edges, 3, 6, 7, 2)
	straight(h.edges, 6, 8, 2)
	straight(h.edges, 8, 9, 10)
	straight(h.edges, 9, 11, 12, 99)
	h.depends = map[node][]node{
		4: {3}, 5: {3}, 6: {3}, 7: {6, 1, 5, 4}, 8: {6}, 9: {8, 7}, 10: {9}, 11: {8}, 12: {7},
	}
	return h
}

func TestFigure3(t *testing.T) {
	expect(t, figure3(), `e>c1 c1>c5 c1>c7 c1>i9 c5>c5 c5>c7 c5>i9 c7>c5 c7>c7 c7>i9 i9>o10 i9>o12`)
}

// An interaction location ends the way of the changes that it depends on only.
func TestNotItsOwn(t *testing.T) {
	h := &hand{edges: map[node][]node{}, changes: []node{1, 2, 3}, outputs: []node{6}}
	straight(h.edges, 0, 1, 2, 3, 4, 5, 6, 99)
	h.depends = map[node][]node{4: {1, 2}, 6: {4}}
	expect(t, h, `e>c1 c1>c2 c2>c3 c1>i4 c2>i4 c3>o6 i4>o6`)
}

// One interaction location after another is reached through the first.
func TestChain(t *testing.T) {
	h := &hand{edges: map[node][]node{}, changes: []node{1, 2}, outputs: []node{6}}
	straight(h.edges, 0, 1, 2, 3, 4, 5, 6, 99)
	h.depends = map[node][]node{3: {1, 2}, 4: {3}, 5: {4}}
	expect(t, h, `e>c1 c1>c2 c1>i3 c2>i3 i3>i4 c1>i4 c2>i4 i4>i5 c1>i5 c2>i5 i5>o6`)
	h.filter = true
	expect(t, h, `e>c1 c1>c2 c1>i3 c2>i3 i3>o6`)
	// A circle of dependences keeps its first node, and one that others do not
	// explain is kept.
	h.depends = map[node][]node{3: {1, 2, 4}, 4: {3}, 5: {1, 2}}
	expect(t, h, `e>c1 c1>c2 c1>i3 c2>i3 i3>i5 c1>i5 c2>i5 i5>o6`)
}

// A call is passed only if its callee can be; a way that entered a function by a
// call does not return to another, one that began in it returns to all.
func TestCalls(t *testing.T) {
	h := &hand{edges: map[node][]node{}, calls: map[node][]int{2: {1}, 5: {1}}, outputs: []node{7}}
	straight(h.edges, 0, 1, 2, 3, 4, 5, 6, 7, 99)
	straight(h.edges, 100, 101, 102, 199)
	h.changes = []node{1, 3, 6}
	expect(t, h, `e>c1 c1>c3 c3>c6 c6>o7`)
	h.changes = []node{101}
	expect(t, h, `e>c101 c101>c101 c101>o7`)
	h.changes = []node{1, 101, 6}
	expect(t, h, `e>c1 c1>c101 c101>c101 c101>c6 c6>o7`)
	// With a way around the change the call can be passed.
	straight(h.edges, 100, 102)
	h.changes = []node{4, 101, 6}
	expect(t, h, `e>c101 e>c4 c101>c4 c101>c6 c4>c101 c4>c6 c6>o7`)
	// An output in the callee on every way ends the walk.
	h.edges[100] = []node{101}
	h.changes, h.outputs = []node{1, 3, 6}, []node{7, 102}
	expect(t, h, `e>c1 c1>o102 e>c3 c3>o102 e>c6 c6>o7`)
}

// A function that calls itself can be passed by the way that does not.
func TestRecursion(t *testing.T) {
	h := &hand{edges: map[node][]node{}, calls: map[node][]int{2: {1}, 102: {1}}, changes: []node{1, 4}, outputs: []node{5}}
	straight(h.edges, 0, 1, 2, 3, 4, 5, 99)
	straight(h.edges, 100, 101, 102, 199)
	expect(t, h, `e>c1 e>c4 c4>o5`) // it never returns
	straight(h.edges, 101, 199)
	expect(t, h, `e>c1 c1>c4 c4>o5`)
}

// A change that calls is walked from into its callee.
func TestChangedCall(t *testing.T) {
	h := &hand{edges: map[node][]node{}, calls: map[node][]int{1: {1}}, changes: []node{1, 3}, outputs: []node{4, 101}}
	straight(h.edges, 0, 1, 2, 3, 4, 99)
	straight(h.edges, 100, 101, 199)
	straight(h.edges, 100, 199)
	expect(t, h, `e>c1 c1>o101 c1>c3 c3>o4`)
}

// A change that no run can execute has no edge to it.
func TestUnreachable(t *testing.T) {
	h := &hand{edges: map[node][]node{}, changes: []node{1, 101}, outputs: []node{2}}
	straight(h.edges, 0, 1, 2, 99)
	straight(h.edges, 100, 101, 199)
	expect(t, h, `e>c1 c1>o2`)
}
