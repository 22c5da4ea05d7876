package cfg

import (
	"slices"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow/dominance"
	"github.com/riftlab/rift/program/flow/pointsto"
)

// Graph is the control flow of one program. It does not change.
type Graph struct {
	*Nodes
	segs  []*Segments // by function; nil for those without nodes
	succs [][]Node
	preds [][]Node
	end   []bool // the node may end the activation without the exit
	idom  []Node
	ipdom []Node
}

// New finds the control flow of a program whose calls are known. Between nodes it
// follows from that of the instructions: the pieces of one statement are one node.
func New(p *program.Program, pt *pointsto.Result) *Graph {
	g := &Graph{Nodes: NewNodes(p), segs: make([]*Segments, len(p.Funcs))}
	n := len(g.info)
	g.succs, g.preds = make([][]Node, n), make([][]Node, n)
	g.end = make([]bool, n)
	g.idom, g.ipdom = make([]Node, n), make([]Node, n)
	calls := newCalls(p, pt)
	for _, f := range g.funcs {
		g.segs[f] = calls.segments(f, p.Funcs[f])
		g.controlOf(f)
		g.trees(f)
	}
	return g
}

// Segments returns the control flow between the instructions of a function, nil if it
// has no nodes. It must not be changed.
func (g *Graph) Segments(fn int32) *Segments { return g.segs[fn] }

// Explicit reports whether an instruction makes its statement a node of the
// flow of control.
func Explicit(in *program.Instr) bool {
	return in.Stmt >= 0 && in.Op != program.Enter && in.Op != program.Leave || in.Op == program.Return
}

func (g *Graph) controlOf(f int32) {
	fn, seg := g.p.Funcs[f], g.segs[f]
	first := make([][]Node, len(seg.List)) // nodes that control can meet first from a segment
	state := make([]uint8, len(seg.List))
	nodes := make([][]Node, len(seg.List))
	for i, s := range seg.List {
		if s.Block < 0 {
			continue
		}
		for j := s.Lo; j < s.Hi; j++ {
			in := &fn.Blocks[s.Block].Instrs[j]
			if !Explicit(in) {
				continue
			}
			if v := g.Of(f, in); len(nodes[i]) == 0 || nodes[i][len(nodes[i])-1] != v {
				nodes[i] = append(nodes[i], v)
			}
		}
	}
	nodes[seg.Exit] = []Node{g.Exit(int(f))}
	meet := func(v int32) []Node {
		if len(nodes[v]) > 0 {
			return nodes[v][:1]
		}
		if state[v] != 0 {
			return first[v]
		}
		state[v] = 1
		// A cycle of empty segments adds nothing that its entries do not.
		for _, w := range emptyClosure(seg, nodes, v) {
			for _, x := range nodes[w][:1] {
				if !slices.Contains(first[v], x) {
					first[v] = append(first[v], x)
				}
			}
		}
		return first[v]
	}
	g.edges(g.base[f], meet(0))
	for _, v := range seg.Order {
		list := nodes[v]
		for i := 0; i+1 < len(list); i++ {
			g.edges(list[i], list[i+1:i+2])
		}
		if len(list) == 0 || v == seg.Exit {
			continue
		}
		last := list[len(list)-1]
		for _, w := range seg.List[v].Succs {
			if w == seg.End || w == seg.Jump {
				g.end[last] = true
				continue
			}
			if a, b := seg.List[v], seg.List[w]; a.Block == b.Block && a.Hi == b.Lo && len(nodes[w]) > 0 && nodes[w][0] == last {
				continue // what follows a call within its statement is no second execution of it
			}
			g.edges(last, meet(w))
		}
	}
}

// emptyClosure returns the segments with nodes that control can meet first
// from v, which has none, in order of discovery.
func emptyClosure(seg *Segments, nodes [][]Node, v int32) []int32 {
	seen := map[int32]bool{v: true}
	work := []int32{v}
	var out []int32
	for len(work) > 0 {
		x := work[0]
		work = work[1:]
		for _, w := range seg.List[x].Succs {
			if seen[w] {
				continue
			}
			seen[w] = true
			if len(nodes[w]) > 0 {
				out = append(out, w)
			} else {
				work = append(work, w)
			}
		}
	}
	return out
}

func (g *Graph) edges(from Node, to []Node) {
	for _, t := range to {
		if t == from && g.info[from].Kind == Exit {
			continue
		}
		if !slices.Contains(g.succs[from], t) {
			g.succs[from] = append(g.succs[from], t)
			g.preds[t] = append(g.preds[t], from)
		}
	}
}

// trees computes the dominator and post-dominator trees over the nodes of a
// function. A virtual node after all others ends every activation.
func (g *Graph) trees(f int32) {
	base, n := g.base[f], len(g.p.Funcs[f].Stmts)+2
	end := int32(n)
	succs := make([][]int32, n+1)
	preds := make([][]int32, n+1)
	add := func(v, w int32) {
		succs[v] = append(succs[v], w)
		preds[w] = append(preds[w], v)
	}
	for v := range n {
		for _, w := range g.succs[base+Node(v)] {
			add(int32(v), int32(w-base))
		}
	}
	of := func(list [][]int32) func(int32) []int32 { return func(v int32) []int32 { return list[v] } }
	dom := dominance.Dominators(n+1, 0, of(succs), of(preds))
	for v := range n {
		if g.end[base+Node(v)] || v == n-1 {
			add(int32(v), end)
		}
	}
	pdom := dominance.PostDominators(n+1, 0, end, of(succs))
	for v := range n {
		node := base + Node(v)
		g.idom[node], g.ipdom[node] = NoNode, NoNode
		if d := dom[v]; d >= 0 && v != 0 {
			g.idom[node] = base + Node(d)
		}
		if d := pdom[v]; d >= 0 && d != end {
			g.ipdom[node] = base + Node(d)
		}
	}
}

// Succs returns the nodes that control can go to from n within the function;
// a call goes to what follows it. The caller must not change the slice.
func (g *Graph) Succs(n Node) []Node { return g.succs[n] }

// Preds returns the nodes from which control can come to n, see Succs.
func (g *Graph) Preds(n Node) []Node { return g.preds[n] }

// MayEnd reports whether control may leave the activation at n other than by
// its return: the run ends there, or a longjmp leaves.
func (g *Graph) MayEnd(n Node) bool { return g.end[n] }

// ImmediateDominator returns the parent of n in the dominator tree of its
// function; NoNode for the entry and for nodes that control never reaches.
func (g *Graph) ImmediateDominator(n Node) Node { return g.idom[n] }

// ImmediatePostDominator returns the parent of n in the post-dominator tree of
// its function; NoNode if nothing post-dominates n. Loops that are never left
// count as if they could be left where they are entered.
func (g *Graph) ImmediatePostDominator(n Node) Node { return g.ipdom[n] }

// Dominates reports whether every path from the entry of the function to b
// passes a. A node dominates itself; nodes of different functions do not
// dominate each other.
func (g *Graph) Dominates(a, b Node) bool { return climbs(g.idom, a, b) }

// PostDominates reports whether every path on which the activation ends passes
// a after b. See Dominates.
func (g *Graph) PostDominates(a, b Node) bool { return climbs(g.ipdom, a, b) }

func climbs(parent []Node, a, b Node) bool {
	for b != NoNode {
		if a == b {
			return true
		}
		if parent[b] == b {
			return false
		}
		b = parent[b]
	}
	return false
}
