package pointsto

import "github.com/riftlab/rift/program/flow/dominance"

// callGraph is the call graph of the user functions.
type callGraph struct {
	order    []int32 // callees first
	comp     []int32 // by function: its strongly connected component
	recurses []bool  // by function: it may be active twice at a time
}

// callGraph computes the components of the call graph.
func (a *analysis) callGraph() callGraph {
	n := len(a.p.Funcs)
	succs := make([][]int32, n)
	self := make([]bool, n)
	for _, s := range a.sites {
		for _, g := range s.Callees() {
			succs[s.Func] = append(succs[s.Func], g)
			self[s.Func] = self[s.Func] || g == s.Func
		}
	}
	var all []int32
	for f, fn := range a.p.Funcs {
		if User(fn) {
			all = append(all, int32(f))
		}
	}
	c := callGraph{recurses: make([]bool, n)}
	c.comp = dominance.Components(n, all, func(v int32) []int32 { return succs[v] })
	size := map[int32]int{}
	for _, f := range all {
		size[c.comp[f]]++
	}
	buckets := make([][]int32, n+2)
	for _, f := range all {
		c.recurses[f] = self[f] || size[c.comp[f]] > 1
		buckets[c.comp[f]] = append(buckets[c.comp[f]], f)
	}
	for _, b := range buckets {
		c.order = append(c.order, b...)
	}
	return c
}

// markPlural notes that locals of functions which may be active twice at a time
// are more than one.
func (a *analysis) markPlural(recurses []bool) {
	for i := range a.list {
		if o := &a.list[i]; o.Kind == LocalObject && recurses[o.Func] {
			o.single = false
		}
	}
}
