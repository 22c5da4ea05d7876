package flow

import (
	"context"
	"fmt"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow/cfg"
	"github.com/riftlab/rift/program/flow/modref"
	"github.com/riftlab/rift/program/flow/pointsto"
	"github.com/riftlab/rift/program/flow/sdg"
)

// Options are the options of Analyse. The zero value is useful.
type Options = pointsto.Options

// What a Graph takes and returns, under the names of this package.
type (
	// Node is a node of the control flow.
	Node = cfg.Node
	// NodeKind tells the nodes of statements from those where functions begin and end.
	NodeKind = cfg.NodeKind
	// Info says what a node is.
	Info = cfg.Info
	// NodeSet is a set of nodes.
	NodeSet = cfg.NodeSet
	// Dependence is a direct dependence on a node.
	Dependence = sdg.Dependence
	// Influence says which of some sources each node depends on.
	Influence = sdg.Influence
	// Location numbers what data dependences go through; see pointsto.Location.
	Location = pointsto.Location
)

// The kinds of nodes, and no node.
const (
	NoNode    = cfg.NoNode
	Statement = cfg.Statement
	Entry     = cfg.Entry
	Exit      = cfg.Exit
)

// Graph is the result of Analyse: flow of control, calls, memory and
// dependences of one program. It is immutable and may be shared by goroutines.
type Graph struct {
	*cfg.Graph
	deps  *sdg.Graph
	pt    *pointsto.Result
	mr    *modref.Result
	calls calls
	paths pathTable
}

// Analyse analyses a program that program.Verify accepts. The time is about
// linear in the program for typical programs; ctx stops it.
func Analyse(ctx context.Context, p *program.Program, opt Options) (*Graph, error) {
	pt, err := pointsto.Analyse(ctx, p, opt)
	if err != nil {
		return nil, err
	}
	g := &Graph{Graph: cfg.New(p, pt), pt: pt, mr: modref.Compute(pt)}
	g.deps, err = sdg.Build(ctx, g.Graph, pt, g.mr)
	if err != nil {
		return nil, err
	}
	g.calls = newCalls(g.Graph, pt)
	return g, nil
}

// Reached reports whether some run may call a function.
func (g *Graph) Reached(fn int) bool { return g.Entry(fn) != NoNode && g.pt.Reached(int32(fn)) }

// Backward returns the backward slice: all nodes that the seeds depend on,
// directly or not, the seeds included. Paths match calls with returns: what
// flows into a function at one call does not flow out at another.
func (g *Graph) Backward(seeds ...Node) NodeSet { return g.deps.Backward(seeds...) }

// Forward returns the forward slice: all nodes that depend on the seeds, the
// seeds included. See Backward.
func (g *Graph) Forward(seeds ...Node) NodeSet { return g.deps.Forward(seeds...) }

// Influence computes for every node which of the sources it depends on,
// directly or not, as if by a forward slice from each. A source is always
// counted as depending on itself.
func (g *Graph) Influence(sources []Node) *Influence { return g.deps.Influence(sources) }

// Data returns the direct data dependences of n: the definitions, in whatever
// function, that may reach what n reads, sorted by node. A parameter is
// defined by the calls that pass it, a result of a call by the return
// statements of the callees.
func (g *Graph) Data(n Node) []Dependence { return g.deps.Data(n) }

// Control returns the direct control dependences of n, sorted by node: the
// conditions that decide whether n is executed, calls that may not return
// before it, or the entry of the function if nothing inside decides. The entry
// of a function depends on the calls of it.
func (g *Graph) Control(n Node) []Dependence { return g.deps.Control(n) }

// DataOf returns the direct data dependences of one instruction, see Data.
func (g *Graph) DataOf(fn, block, index int) []Dependence { return g.deps.DataOf(fn, block, index) }

// ControlOf returns the direct control dependences of one instruction, see
// Control.
func (g *Graph) ControlOf(fn, block, index int) []Dependence {
	return g.deps.ControlOf(fn, block, index)
}

// Stats returns sizes of the graph, for people who tune it.
func (g *Graph) Stats() string {
	vertices, edges, calls := g.deps.Size()
	return fmt.Sprintf("%d functions, %d nodes, %d objects, %d cells, %d call sites, %d vertices, %d edges, %d calls",
		len(g.Funcs()), g.Len(), len(g.pt.Objects()), g.pt.Cells(), len(g.pt.Sites()), vertices, edges, calls)
}
