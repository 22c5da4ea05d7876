package flow

import (
	"maps"
	"slices"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow/cfg"
	"github.com/riftlab/rift/program/flow/pointsto"
	"github.com/riftlab/rift/program/libfacts"
)

// calls is the calls of nodes, and what they show.
type calls struct {
	sites   [][]int32 // by node
	callers [][]Node  // by function
	outputs []Node
}

func newCalls(g *cfg.Graph, pt *pointsto.Result) calls {
	c := calls{sites: make([][]int32, g.Len()), callers: make([][]Node, len(g.Program().Funcs))}
	for id, s := range pt.Sites() {
		n := g.Exit(int(s.Func))
		if s.Block >= 0 {
			n = g.Of(s.Func, s.Instr)
		}
		c.sites[n] = append(c.sites[n], int32(id))
		for _, h := range s.Callees() {
			if !slices.Contains(c.callers[h], n) {
				c.callers[h] = append(c.callers[h], n)
			}
		}
	}
	for _, list := range c.callers {
		slices.Sort(list)
	}
	c.findOutputs(g, pt)
	return c
}

func (c *calls) findOutputs(g *cfg.Graph, pt *pointsto.Result) {
	out := map[Node]bool{}
	for n, list := range c.sites {
		for _, id := range list {
			s := pt.Sites()[id]
			if s.Block < 0 {
				continue
			}
			shows := func(e *libfacts.Effects) {
				if e.Output || e.Ends {
					out[Node(n)] = true
				}
			}
			for _, h := range s.Library {
				shows(pt.Effects(h))
			}
			if s.Service != nil {
				shows(s.Service)
			}
		}
	}
	for _, f := range pt.Roots() {
		exit := g.Exit(int(f))
		for _, p := range g.Preds(exit) {
			if in := g.Info(p); in.Kind == Statement && g.Program().Funcs[f].Stmts[in.Stmt].Kind == program.StmtReturn {
				out[p] = true
			} else {
				out[exit] = true // it falls off the end
			}
		}
	}
	c.outputs = slices.Sorted(maps.Keys(out))
}

// Callees returns the functions of the program that n may call, by name,
// through pointers or by way of the library (qsort, atexit), ascending.
func (g *Graph) Callees(n Node) []int {
	var out []int
	for _, id := range g.calls.sites[n] {
		for _, h := range g.pt.Sites()[id].Callees() {
			out = append(out, int(h))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// LibraryCallees returns the run-time library functions that n may call,
// ascending.
func (g *Graph) LibraryCallees(n Node) []int {
	var out []int
	for _, id := range g.calls.sites[n] {
		for _, h := range g.pt.Sites()[id].Library {
			out = append(out, int(h))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// CalleesAt returns the functions of the program that the call at a place may
// call, ascending.
func (g *Graph) CalleesAt(fn, block, index int) []int {
	id, ok := g.pt.SiteAt(int32(fn), int32(block), int32(index))
	if !ok {
		return nil
	}
	var out []int
	for _, h := range g.pt.Sites()[id].Callees() {
		out = append(out, int(h))
	}
	return out
}

// Callers returns the nodes that may call a function, ascending.
func (g *Graph) Callers(fn int) []Node { return g.calls.callers[fn] }

// Outputs returns the nodes whose execution shows something to the world,
// ascending: they write output, may end the run, or return from a function in
// which runs begin.
func (g *Graph) Outputs() []Node { return g.calls.outputs }
