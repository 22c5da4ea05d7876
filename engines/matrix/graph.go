package matrix

import (
	"context"
	"slices"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/flow"
)

// kind tells the two sorts of dependence apart.
type kind uint8

const (
	control kind = iota
	data
)

func (k kind) String() string {
	if k == control {
		return "control"
	}
	return "data"
}

// edge is a dependence, seen from what is depended on.
type edge struct {
	to   flow.Node
	kind kind
	loc  flow.Location // of a data dependence
}

// ignored are the locations that carry no dependence of interest: that one
// printf follows another is no effect of a change.
const ignored = flow.Streams | flow.IncidentalErrno | flow.LibraryState

// dependences is the dependence graph of the new version, forwards.
type dependences struct {
	flow   *flow.Graph
	next   [][]edge      // by node, sorted
	parent [][]flow.Node // by node: what it is control dependent on
	output map[flow.Node]bool
}

func newDependences(ctx context.Context, p *program.Program, entry string) (*dependences, error) {
	g, err := flow.Analyse(ctx, p, flow.Options{Entry: entry, Ignore: ignored})
	if err != nil {
		return nil, err
	}
	d := &dependences{flow: g, next: make([][]edge, g.Len()), parent: make([][]flow.Node, g.Len()), output: map[flow.Node]bool{}}
	for i := range g.Len() {
		n := flow.Node(i)
		for _, c := range g.Control(n) {
			d.next[c.Node] = append(d.next[c.Node], edge{n, control, flow.NoLocation})
			d.parent[n] = append(d.parent[n], c.Node)
		}
		for _, c := range g.Data(n) {
			d.next[c.Node] = append(d.next[c.Node], edge{n, data, c.Location})
		}
	}
	for _, list := range d.next {
		slices.SortFunc(list, compareEdges)
	}
	for _, n := range g.Outputs() {
		d.output[n] = true
	}
	return d, nil
}

func compareEdges(a, b edge) int {
	if a.to != b.to {
		return int(a.to) - int(b.to)
	}
	return int(a.kind) - int(b.kind)
}

// find returns the dependence of to on from.
func (d *dependences) find(from, to flow.Node, k kind) (edge, bool) {
	i, ok := slices.BinarySearchFunc(d.next[from], edge{to: to, kind: k}, compareEdges)
	if !ok {
		return edge{}, false
	}
	return d.next[from][i], true
}

// change is a changed node with the hunk that changed it.
type change struct {
	node flow.Node
	hunk int // index into Delta.Changes; -1 if it comes from compile settings
}

// changedNodes returns the nodes that the changes alter, ascending. Statements
// that differ because of a changed declaration count too: it is there that the
// change acts.
func changedNodes(g *flow.Graph, m *delta.Mapping) []change {
	var list []change
	add := func(c delta.ChangedStmt) {
		n, ok := g.Node(c.Func, c.Stmt)
		if ok && g.Reached(c.Func) && !slices.ContainsFunc(list, func(x change) bool { return x.node == n }) {
			list = append(list, change{n, c.Change})
		}
	}
	for _, c := range m.Changed() {
		if c.Exact {
			add(c)
		}
	}
	for _, c := range m.Effects() {
		add(c)
	}
	slices.SortFunc(list, func(a, b change) int { return int(a.node) - int(b.node) })
	return list
}
