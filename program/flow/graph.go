package flow

import (
	"context"
	"fmt"
	"slices"

	"github.com/riftlab/rift/program"
)

// Node numbers the nodes of a program densely from 0: for each user function
// in order its entry, its statements and its exit.
type Node int32

// NoNode is no node.
const NoNode Node = -1

// NodeKind tells what sort of node a node is.
type NodeKind uint8

// The kinds of nodes.
const (
	Statement NodeKind = iota // Func.Stmts[Stmt]
	Entry                     // of a function; parameters and other implicit code at its start belong to it
	Exit                      // of a function: its normal return; falling off the end belongs to it
)

// String returns "statement", "entry" or "exit".
func (k NodeKind) String() string { return [...]string{"statement", "entry", "exit"}[k] }

// Info describes a node.
type Info struct {
	Func int             // index into Program.Funcs
	Stmt int32           // index into Func.Stmts; -1 for entries and exits
	Kind NodeKind        //
	At   program.RangeID // of the statement, or of the function
}

// Options are the options of Analyse. The zero value is useful.
type Options struct {
	// Entry is the function that runs begin in, if it is not main. In a
	// program without main and without Entry every function is one.
	Entry string
	// Ignore drops data dependences through locations of these classes.
	Ignore Classes
}

// Graph is the result of Analyse: flow of control, calls, memory and
// dependences of one program. It is immutable and may be shared by goroutines.
type Graph struct {
	p     *program.Program
	opt   Options
	a     *analysis
	info  []Info
	base  []Node // by function: its entry; NoNode for functions without nodes
	funcs []int32
	fn    []*funcInfo
	succs [][]Node
	preds [][]Node
	end   []bool // the node may end the activation without the exit
	idom  []Node
	ipdom []Node

	effects map[[2]int32]callEffect
	dep     *dependence
	rev     reverse
	outputs []Node
	atSites [][]int32  // by node: its call sites
	callers [][]Node   // by function
	reg     []Location // by function: location of its first register
	ranges  []vertexRange
	paths   pathTable
	index   vertexIndex
}

// Analyse analyses a program that program.Verify accepts. The time is about
// linear in the program for typical programs; ctx stops it.
func Analyse(ctx context.Context, p *program.Program, opt Options) (*Graph, error) {
	if opt.Entry != "" {
		if f, ok := p.FuncByName(opt.Entry); !ok || !user(p.Funcs[f]) {
			return nil, fmt.Errorf("entry function %q is not defined by the program", opt.Entry)
		}
	}
	a := newAnalysis(p, opt)
	a.generate()
	if err := a.solve(ctx); err != nil {
		return nil, err
	}
	for _, s := range a.sites {
		slices.Sort(s.users)
		slices.Sort(s.libs)
		slices.Sort(s.callbacks)
	}
	g := &Graph{p: p, opt: opt, a: a}
	g.number()
	facts := a.funcFacts()
	g.fn = make([]*funcInfo, len(p.Funcs))
	for _, f := range g.funcs {
		g.fn[f] = &funcInfo{seg: a.newSegments(f, p.Funcs[f], facts)}
	}
	order := a.order(g.fn)
	a.locate(g.fn)
	for _, f := range g.funcs {
		a.collect(f, p.Funcs[f], g.fn[f])
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	g.effects = a.modref(g.fn, order)
	g.control()
	g.callGraph()
	if err := g.build(ctx, order); err != nil {
		return nil, err
	}
	g.findOutputs()
	return g, nil
}

// number makes the nodes.
func (g *Graph) number() {
	g.base = make([]Node, len(g.p.Funcs))
	g.reg = make([]Location, len(g.p.Funcs))
	for f, fn := range g.p.Funcs {
		g.base[f] = NoNode
		if !user(fn) {
			continue
		}
		g.funcs = append(g.funcs, int32(f))
		g.base[f] = Node(len(g.info))
		g.info = append(g.info, Info{f, -1, Entry, fn.At})
		for s, st := range fn.Stmts {
			g.info = append(g.info, Info{f, int32(s), Statement, st.At})
		}
		g.info = append(g.info, Info{f, -1, Exit, fn.At})
	}
}

// Program returns the program that was analysed.
func (g *Graph) Program() *program.Program { return g.p }

// Len returns the number of nodes.
func (g *Graph) Len() int { return len(g.info) }

// Info describes node n.
func (g *Graph) Info(n Node) Info { return g.info[n] }

// Funcs returns the functions that have nodes, ascending: those of the program
// that have a body.
func (g *Graph) Funcs() []int {
	out := make([]int, len(g.funcs))
	for i, f := range g.funcs {
		out[i] = int(f)
	}
	return out
}

// Node returns the node of a statement; false if the function has no nodes or
// no such statement. Statements without code, such as declarations without
// initialiser, have a node without edges.
func (g *Graph) Node(fn int, stmt int32) (Node, bool) {
	if fn < 0 || fn >= len(g.base) || g.base[fn] == NoNode || stmt < 0 || int(stmt) >= len(g.p.Funcs[fn].Stmts) {
		return NoNode, false
	}
	return g.base[fn] + 1 + Node(stmt), true
}

// Entry returns the entry node of a function, NoNode if it has no nodes.
func (g *Graph) Entry(fn int) Node {
	if fn < 0 || fn >= len(g.base) {
		return NoNode
	}
	return g.base[fn]
}

// Exit returns the exit node of a function, NoNode if it has no nodes.
func (g *Graph) Exit(fn int) Node {
	if fn < 0 || fn >= len(g.base) || g.base[fn] == NoNode {
		return NoNode
	}
	return g.base[fn] + 1 + Node(len(g.p.Funcs[fn].Stmts))
}

// At returns the node that the instruction at a place belongs to. Implicit
// instructions (see program.Implicit) belong to the entry of the function, an
// implicit return to its exit.
func (g *Graph) At(fn, block, index int) Node {
	if g.base[fn] == NoNode {
		return NoNode
	}
	return g.nodeOf(int32(fn), &g.p.Funcs[fn].Blocks[block].Instrs[index])
}

func (g *Graph) nodeOf(f int32, in *program.Instr) Node {
	switch {
	case in.Stmt >= 0:
		return g.base[f] + 1 + Node(in.Stmt)
	case in.Op == program.Return:
		return g.Exit(int(f))
	}
	return g.base[f]
}

// Reached reports whether some run may call a function.
func (g *Graph) Reached(fn int) bool { return g.base[fn] != NoNode && g.a.reached[fn] }

// Stats returns sizes of the graph, for people who tune it.
func (g *Graph) Stats() string {
	return fmt.Sprintf("%d functions, %d nodes, %d objects, %d cells, %d call sites, %d vertices, %d edges, %d calls",
		len(g.funcs), len(g.info), len(g.a.list), len(g.a.cellObj), len(g.a.sites), len(g.dep.node), len(g.dep.edges), len(g.dep.calls))
}
