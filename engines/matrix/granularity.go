package matrix

import (
	"slices"

	"github.com/riftlab/rift/program/flow"
)

// Granularity says what counts as one statement of a chain.
type Granularity string

// The granularities.
const (
	// Piece: a node of package flow, so that the operands of && and || are
	// statements of their own, as in the code of a stack machine. It is what the
	// paper's study counts.
	Piece Granularity = "piece"
	// Line: all pieces of a function that begin on one source line.
	Line Granularity = "line"
)

// grouping gathers the nodes of a graph into the statements of a granularity. Each is
// known by its head, the first of its nodes. The zero value leaves every node
// to itself.
type grouping struct {
	heads   []flow.Node
	members map[flow.Node][]flow.Node // by head
}

func newGrouping(g *flow.Graph, granularity Granularity) grouping {
	if granularity != Line {
		return grouping{}
	}
	type line struct {
		fn, line int
		file     string
	}
	at := map[line]flow.Node{}
	p := grouping{heads: make([]flow.Node, g.Len()), members: map[flow.Node][]flow.Node{}}
	for i := range p.heads {
		n, head := flow.Node(i), flow.Node(i)
		if info := g.Info(n); info.Kind == flow.Statement {
			pos := g.Program().Position(info.At)
			key := line{info.Func, pos.Line, pos.File}
			if h, ok := at[key]; ok {
				head = h
			} else {
				at[key] = n
			}
		}
		p.heads[i] = head
		p.members[head] = append(p.members[head], n)
	}
	return p
}

// head returns the statement that a node is of.
func (p *grouping) head(n flow.Node) flow.Node {
	if n == flow.NoNode || p.heads == nil {
		return n
	}
	return p.heads[n]
}

// of returns the nodes of a statement, in order; none if n is not its head.
func (p *grouping) of(n flow.Node) []flow.Node {
	if p.heads == nil {
		return []flow.Node{n}
	}
	return p.members[n]
}

// merge makes the dependences of nodes those of their statements. What a piece
// has from an earlier one of its statement stays inside; from a later one, or
// itself, it comes from the execution before, in a loop.
func (d *dependences) merge(p grouping) {
	if p.heads == nil {
		return
	}
	next := make([][]edge, len(d.next))
	for i, list := range d.next {
		from := flow.Node(i)
		head := p.head(from)
		for _, e := range list {
			to := p.head(e.to)
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
			d.output[p.head(flow.Node(n))] = true
		}
	}
}
