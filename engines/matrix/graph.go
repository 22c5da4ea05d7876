package matrix

import (
	"context"
	"slices"

	"github.com/riftlab/rift/engines/matrix/execution"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta/mapping"
	"github.com/riftlab/rift/program/flow"
	"github.com/riftlab/rift/program/flow/pointsto"
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
const ignored = pointsto.Streams | pointsto.IncidentalErrno | pointsto.LibraryState

// dependences is the dependence graph of the new version, forwards.
type dependences struct {
	flow   *flow.Graph
	next   [][]edge // by node, sorted, each once, whatever locations carry it
	output map[flow.Node]bool
}

func newDependences(ctx context.Context, p *program.Program, entry string) (*dependences, error) {
	g, err := flow.Analyse(ctx, p, flow.Options{Entry: entry, Ignore: ignored})
	if err != nil {
		return nil, err
	}
	d := &dependences{flow: g, next: make([][]edge, g.Len()), output: map[flow.Node]bool{}}
	for i := range g.Len() {
		n := flow.Node(i)
		for _, c := range g.Control(n) {
			d.next[c.Node] = append(d.next[c.Node], edge{n, control, pointsto.NoLocation})
		}
		for _, c := range g.Data(n) {
			// A run says that a value was used, not by which location. A second
			// dependence for a second location would make chains that no run executes.
			if e := (edge{n, data, c.Location}); !endsWith(d.next[c.Node], e) {
				d.next[c.Node] = append(d.next[c.Node], e)
			}
		}
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

// sameEdge reports whether two dependences are of one kind and on one node.
func sameEdge(a, b edge) bool { return compareEdges(a, b) == 0 }

// endsWith reports whether the last of some dependences is e but for the location.
func endsWith(list []edge, e edge) bool {
	return len(list) > 0 && sameEdge(list[len(list)-1], e)
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
//
// A deleted statement has no node in the new version. Aligned programs have one
// in its place that does nothing: a definition x = x, a condition that always
// comes out the same. It gets a node beyond those of the graph; it is executed
// where the old version executes the statement, and what depended on that
// depends on it.
type change struct {
	node    flow.Node
	hunk    int            // index into Delta.Changes; -1 if it comes from compile settings
	sites   []mapping.Site // the instructions that differ; nil: all
	deleted flow.Node      // the node of the old version, or NoNode
}

// changedNodes returns the nodes that the changes alter: those that differ, by
// node, then the deletions. Statements that differ because of a changed
// declaration count too: it is there that the change acts.
func changedNodes(v *versions) []change {
	var list []change
	g, m := v.new, v.mapping
	insert := func(x change) {
		if !slices.ContainsFunc(list, func(y change) bool { return x.node == y.node }) {
			list = append(list, x)
		}
	}
	add := func(c mapping.ChangedStmt) {
		if n, ok := g.Node(c.Func, c.Stmt); ok && g.Reached(c.Func) {
			x := change{node: v.newGroup.Head(n), hunk: c.Change, deleted: flow.NoNode}
			if _, _, paired := m.ToOld(c.Func, c.Stmt); paired && v.granularity == Piece {
				x.sites = c.Instrs
			}
			insert(x)
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
	var deleted []change
	for _, c := range m.Deleted() {
		o, ok := v.old.Node(c.OldFunc, c.OldStmt)
		if !ok || !v.old.Reached(c.OldFunc) || len(v.old.Succs(o)) == 0 {
			continue
		}
		o = v.oldGroup.Head(o)
		if n := v.toNew(o); n != flow.NoNode {
			insert(change{node: n, hunk: c.Change, deleted: flow.NoNode})
		} else if !slices.ContainsFunc(deleted, func(x change) bool { return x.deleted == o }) {
			deleted = append(deleted, change{node: flow.Node(g.Len() + len(deleted)), hunk: c.Change, deleted: o})
		}
	}
	slices.SortFunc(list, func(a, b change) int { return int(a.node) - int(b.node) })
	return append(list, deleted...)
}

// addDeletions gives the nodes of deletions the dependences that the deleted
// statements had.
func (d *dependences) addDeletions(v *versions, changes []change) {
	twins := map[flow.Node]flow.Node{} // of nodes of the old version
	for i := range v.new.Len() {
		if o := v.toOld(flow.Node(i)); o != flow.NoNode {
			twins[o] = flow.Node(i)
		}
	}
	at := map[flow.Node]int{}
	for i, c := range changes {
		if c.deleted != flow.NoNode {
			at[c.deleted] = i
			for int(c.node) >= len(d.next) {
				d.next = append(d.next, nil)
			}
		}
	}
	if len(at) == 0 {
		return
	}
	for i := range v.old.Len() {
		to, ok := twins[v.oldGroup.Head(flow.Node(i))]
		if !ok {
			continue
		}
		for _, c := range v.old.Control(flow.Node(i)) {
			if k, ok := at[v.oldGroup.Head(c.Node)]; ok {
				d.next[changes[k].node] = append(d.next[changes[k].node], edge{to, control, pointsto.NoLocation})
			}
		}
		for _, c := range v.old.Data(flow.Node(i)) {
			if k, ok := at[v.oldGroup.Head(c.Node)]; ok {
				d.next[changes[k].node] = append(d.next[changes[k].node], edge{to, data, pointsto.NoLocation})
			}
		}
	}
	for _, k := range at {
		n := changes[k].node
		slices.SortStableFunc(d.next[n], compareEdges)
		d.next[n] = slices.CompactFunc(d.next[n], sameEdge)
	}
}

// merge makes the dependences of nodes those of their statements. What a piece
// has from an earlier one of its statement stays inside; from a later one, or
// itself, it comes from the execution before, in a loop.
func (d *dependences) merge(p execution.Grouping) {
	if !p.Joins() {
		return
	}
	next := make([][]edge, len(d.next))
	for i, list := range d.next {
		from := flow.Node(i)
		head := p.Head(from)
		for _, e := range list {
			to := p.Head(e.to)
			if to != head || from >= e.to {
				next[head] = append(next[head], edge{to, e.kind, e.loc})
			}
		}
	}
	for i, list := range next {
		slices.SortStableFunc(list, compareEdges)
		next[i] = slices.CompactFunc(list, sameEdge)
	}
	d.next = next
	for n := range d.flow.Len() {
		if d.output[flow.Node(n)] {
			d.output[p.Head(flow.Node(n))] = true
		}
	}
}
