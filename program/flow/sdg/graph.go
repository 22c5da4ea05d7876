package sdg

import (
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow/cfg"
	"github.com/riftlab/rift/program/flow/modref"
	"github.com/riftlab/rift/program/flow/pointsto"
)

// Graph is the dependence graph of one program. It does not change and may be shared
// by goroutines.
type Graph struct {
	p      *program.Program
	cfg    *cfg.Graph
	pt     *pointsto.Result
	mr     *modref.Result
	dep    *dependence
	ranges []vertexRange // by function
	rev    reverse
	index  vertexIndex
}

// Size returns the numbers of vertices, of edges and of calls, for people who tune it.
func (g *Graph) Size() (vertices, edges, calls int) {
	return len(g.dep.node), len(g.dep.edges), len(g.dep.calls)
}

// vertex numbers the vertices of the dependence graph: instructions, and
// transparent vertices (joins of definitions, parameters, results) that belong
// to no node.
type vertex = int32

const noVertex vertex = -1

// edge is a direct dependence of one vertex on another.
type edge struct {
	to  vertex
	loc pointsto.Location // what carries a data dependence
	// control says that the edge is a control dependence.
	control bool
}

// instrRef is where the instruction of a vertex is; block is -1 if it has none.
type instrRef struct{ block, index int32 }

type vertexRange struct{ lo, hi vertex }

// call is one call edge of the dependence graph.
type call struct {
	site, caller, callee int32
	in                   []vertex // by number of the callee's input; noVertex if there is none
}

// port names an output of a callee at a call, or an input.
type port struct{ call, number int32 }

// The numbers of the inputs and outputs of a function that all have. Further
// inputs are the parameters and then the classes, further outputs the classes.
const (
	inEntry  = 0
	inParams = 1
	outValue = 0 // the value returned
	outExit  = 1 // that it returns
	outMem   = 2
)

// ports holds the ports of vertices.
type ports struct {
	made  map[vertex][]port // while the graph is built
	start []int32
	list  []port
}

func (p *ports) add(v vertex, list ...port) { p.made[v] = append(p.made[v], list...) }

// pack makes the final form.
func (p *ports) pack(vertices int) {
	p.start = make([]int32, vertices+1)
	for v := range vertices {
		p.start[v] = int32(len(p.list))
		p.list = append(p.list, p.made[vertex(v)]...)
	}
	p.start[vertices] = int32(len(p.list))
	p.made = nil
}

func (p *ports) of(v vertex) []port { return p.list[p.start[v]:p.start[v+1]] }

// formalIn returns which input of which function (in place of a call) a vertex
// is.
func (d *dependence) formalIn(v vertex) (port, bool) {
	p := d.formals[v]
	return p, p.call >= 0 && p.number >= 0
}

// formalOut is formalIn for outputs.
func (d *dependence) formalOut(v vertex) (port, bool) {
	p := d.formals[v]
	return port{p.call, -1 - p.number}, p.call >= 0 && p.number < 0
}

// face is what callers see of a function.
type face struct {
	params  int
	in, out []vertex   // by number; noVertex where there is none
	flows   [][]uint64 // by output: inputs that it depends on
	passes  [][]uint64 // by output: inputs that may be it, unchanged
}

func (f *face) memIn(class int32) int32 { return inParams + int32(f.params) + class }

// dependence is the dependence graph of the whole program: a system dependence
// graph with a vertex per instruction. Source: Horwitz, Reps, Binkley,
// "Interprocedural Slicing Using Dependence Graphs" (1990); unlike there,
// memory is passed by classes of locations and summary edges are kept once per
// function, not per call.
type dependence struct {
	node  []cfg.Node
	ref   []instrRef
	start []int32 // of edges, by vertex
	edges []edge
	calls []call
	faces []*face
	// ports of vertices: inputs of callees that an actual-in feeds, outputs
	// that an actual-out takes.
	inPorts, outPorts ports
	// what a formal-in or formal-out is: its function (in place of a call) and
	// number
	formals []port    // by vertex; call is -1 for others, see formalIn
	callsOf [][]int32 // by function: the calls of it
}

func (d *dependence) deps(v vertex) []edge { return d.edges[d.start[v]:d.start[v+1]] }
