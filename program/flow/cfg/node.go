package cfg

import (
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow/pointsto"
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

// Nodes are the nodes of one program. It does not change.
type Nodes struct {
	p     *program.Program
	info  []Info
	base  []Node  // by function: its entry; NoNode for functions without nodes
	funcs []int32 // those with nodes
}

// NewNodes numbers the nodes of a program.
func NewNodes(p *program.Program) *Nodes {
	x := &Nodes{p: p, base: make([]Node, len(p.Funcs))}
	for f, fn := range p.Funcs {
		x.base[f] = NoNode
		if !pointsto.User(fn) {
			continue
		}
		x.funcs = append(x.funcs, int32(f))
		x.base[f] = Node(len(x.info))
		x.info = append(x.info, Info{f, -1, Entry, fn.At})
		for s, st := range fn.Stmts {
			x.info = append(x.info, Info{f, int32(s), Statement, st.At})
		}
		x.info = append(x.info, Info{f, -1, Exit, fn.At})
	}
	return x
}

// Program returns the program whose nodes they are.
func (x *Nodes) Program() *program.Program { return x.p }

// Len returns the number of nodes.
func (x *Nodes) Len() int { return len(x.info) }

// Info describes node n.
func (x *Nodes) Info(n Node) Info { return x.info[n] }

// Funcs returns the functions that have nodes, ascending: those of the program
// that have a body.
func (x *Nodes) Funcs() []int {
	out := make([]int, len(x.funcs))
	for i, f := range x.funcs {
		out[i] = int(f)
	}
	return out
}

// Node returns the node of a statement; false if the function has no nodes or
// no such statement. Statements without code, such as declarations without
// initialiser, have a node without edges.
func (x *Nodes) Node(fn int, stmt int32) (Node, bool) {
	if fn < 0 || fn >= len(x.base) || x.base[fn] == NoNode || stmt < 0 || int(stmt) >= len(x.p.Funcs[fn].Stmts) {
		return NoNode, false
	}
	return x.base[fn] + 1 + Node(stmt), true
}

// Entry returns the entry node of a function, NoNode if it has no nodes.
func (x *Nodes) Entry(fn int) Node {
	if fn < 0 || fn >= len(x.base) {
		return NoNode
	}
	return x.base[fn]
}

// Exit returns the exit node of a function, NoNode if it has no nodes.
func (x *Nodes) Exit(fn int) Node {
	if fn < 0 || fn >= len(x.base) || x.base[fn] == NoNode {
		return NoNode
	}
	return x.base[fn] + 1 + Node(len(x.p.Funcs[fn].Stmts))
}

// At returns the node that the instruction at a place belongs to. Implicit
// instructions (see program.Implicit) belong to the entry of the function, an
// implicit return to its exit.
func (x *Nodes) At(fn, block, index int) Node {
	if x.base[fn] == NoNode {
		return NoNode
	}
	return x.Of(int32(fn), &x.p.Funcs[fn].Blocks[block].Instrs[index])
}

// Of returns the node that an instruction of a function that has nodes belongs to, see
// At.
func (x *Nodes) Of(f int32, in *program.Instr) Node {
	switch {
	case in.Stmt >= 0:
		return x.base[f] + 1 + Node(in.Stmt)
	case in.Op == program.Return:
		return x.Exit(int(f))
	}
	return x.base[f]
}
