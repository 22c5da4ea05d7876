package execution

import "github.com/riftlab/rift/program/flow"

// Grouping gathers the nodes of a graph into statements. Each is known by its head, the
// first of its nodes. The zero value leaves every node to itself.
type Grouping struct {
	heads   []flow.Node
	members map[flow.Node][]flow.Node // by head
}

// ByLine makes one statement of all nodes of a function that begin on one source line.
func ByLine(g *flow.Graph) Grouping {
	type line struct {
		fn, line int
		file     string
	}
	at := map[line]flow.Node{}
	p := Grouping{heads: make([]flow.Node, g.Len()), members: map[flow.Node][]flow.Node{}}
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

// Joins reports whether a statement may have several nodes.
func (p *Grouping) Joins() bool { return p.heads != nil }

// Head returns the statement that a node is of.
func (p *Grouping) Head(n flow.Node) flow.Node {
	if n == flow.NoNode || p.heads == nil {
		return n
	}
	return p.heads[n]
}

// Of returns the nodes of a statement, in order; none if n is not its head.
func (p *Grouping) Of(n flow.Node) []flow.Node {
	if p.heads == nil {
		return []flow.Node{n}
	}
	return p.members[n]
}
