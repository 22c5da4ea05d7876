package flow

import (
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow/dominance"
	"github.com/riftlab/rift/program/libfacts"
)

// segment is a stretch of a block without control flow inside: a block is cut
// behind every call that may not return and every setjmp.
type segment struct {
	block  int32 // -1 for the virtual segments
	lo, hi int32 // instructions
	succs  []int32
	preds  []int32
	// decides says that the last instruction decides where control goes.
	decides bool
}

// segments is the control flow of one function. Segment 0 begins the function.
// Three virtual segments follow the real ones.
type segments struct {
	list  []segment
	first []int32 // by block
	exit  int32   // normal return
	jump  int32   // left by longjmp
	end   int32   // all that ends the activation, and the run
	rpo   []int32 // reachable segments in reverse postorder from segment 0
	ipdom []int32 // immediate post-dominators with end as root; -1 unreachable
}

// calls are the properties of call sites that shape control flow.
type callFacts struct {
	ends    bool // may end the run
	jumps   bool // may leave by longjmp
	returns bool // may return
}

// funcFacts computes what calls of each function may do, by iteration over all
// functions until nothing changes.
func (a *analysis) funcFacts() []callFacts {
	facts := make([]callFacts, len(a.p.Funcs))
	sites := make([][]*site, len(a.p.Funcs))
	for _, s := range a.sites {
		sites[s.fn] = append(sites[s.fn], s)
	}
	for changed := true; changed; {
		changed = false
		for f, fn := range a.p.Funcs {
			if !user(fn) {
				continue
			}
			n := callFacts{}
			for _, s := range sites[f] {
				x := a.siteFacts(s, facts)
				n.ends = n.ends || x.ends
				n.jumps = n.jumps || x.jumps
			}
			n.returns = a.mayReturn(int32(f), fn, facts)
			if n != facts[f] {
				facts[f] = n
				changed = true
			}
		}
	}
	return facts
}

// mayReturn reports whether control can get from the entry of a function to a
// return.
func (a *analysis) mayReturn(f int32, fn *program.Func, facts []callFacts) bool {
	seen := make([]bool, len(fn.Blocks))
	work := []int32{0}
	seen[0] = true
	push := func(t int32) {
		if !seen[t] {
			seen[t] = true
			work = append(work, t)
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		blk := fn.Blocks[b]
		stopped := false
		for i := range blk.Instrs {
			in := &blk.Instrs[i]
			if in.Op == program.Intrinsic && in.Intrin == program.IntrinSetjmp {
				// longjmp may come back here from anywhere behind.
				continue
			}
			if in.Op == program.Call || in.Op == program.Intrinsic {
				if id, ok := a.siteAt[instrKey{f, b, int32(i)}]; ok && !a.siteFacts(a.sites[id], facts).returns {
					stopped = true
					break
				}
			}
		}
		if stopped {
			continue
		}
		t := blk.Term()
		if t.Op == program.Return {
			return true
		}
		for _, x := range t.Targets {
			push(x)
		}
	}
	return false
}

// siteFacts combines what the possible callees of a call may do.
func (a *analysis) siteFacts(s *site, facts []callFacts) callFacts {
	x := callFacts{}
	for _, g := range s.users {
		x.ends = x.ends || facts[g].ends
		x.jumps = x.jumps || facts[g].jumps
		x.returns = x.returns || facts[g].returns
	}
	for _, g := range s.callbacks {
		x.ends = x.ends || facts[g].ends
		x.jumps = x.jumps || facts[g].jumps
	}
	library := func(e *libfacts.Effects) {
		x.ends = x.ends || e.Ends
		x.jumps = x.jumps || e.Jumps
		x.returns = x.returns || !e.Never
	}
	for _, g := range s.libs {
		library(a.lib.Of(int(g)))
	}
	if s.intrinsic != nil {
		library(s.intrinsic)
	}
	if len(s.users)+len(s.libs) == 0 && s.intrinsic == nil {
		x.returns = true // nothing is known: a function without a body
	}
	if s.absent {
		x.returns = true
	}
	return x
}

// newSegments builds the control flow of a function.
func (a *analysis) newSegments(f int32, fn *program.Func, facts []callFacts) *segments {
	g := &segments{first: make([]int32, len(fn.Blocks))}
	var setjmps []int32 // segments behind a setjmp
	type cut struct {
		seg   int32
		facts callFacts
	}
	var cuts []cut
	for b, blk := range fn.Blocks {
		g.first[b] = int32(len(g.list))
		lo := int32(0)
		for i := range blk.Instrs {
			in := &blk.Instrs[i]
			if in.Op != program.Call && in.Op != program.Intrinsic {
				continue
			}
			x := callFacts{returns: true}
			if id, ok := a.siteAt[instrKey{f, int32(b), int32(i)}]; ok {
				x = a.siteFacts(a.sites[id], facts)
			}
			set := in.Op == program.Intrinsic && in.Intrin == program.IntrinSetjmp
			if !set && x.returns && !x.ends && !x.jumps {
				continue
			}
			seg := int32(len(g.list))
			g.list = append(g.list, segment{block: int32(b), lo: lo, hi: int32(i) + 1})
			lo = int32(i) + 1
			if set {
				g.list[seg].succs = []int32{seg + 1}
				setjmps = append(setjmps, seg+1)
			} else {
				cuts = append(cuts, cut{seg, x})
			}
		}
		g.list = append(g.list, segment{block: int32(b), lo: lo, hi: int32(len(blk.Instrs))})
	}
	n := int32(len(g.list))
	g.exit, g.jump, g.end = n, n+1, n+2
	for range 3 {
		g.list = append(g.list, segment{block: -1})
	}
	g.list[g.exit].succs = []int32{g.end}
	g.list[g.jump].succs = []int32{g.end}
	for _, c := range cuts {
		s := &g.list[c.seg]
		if c.facts.returns {
			s.succs = append(s.succs, c.seg+1)
		}
		if c.facts.ends {
			s.succs = append(s.succs, g.end)
		}
		if c.facts.jumps {
			s.succs = append(s.succs, g.jump)
			s.succs = append(s.succs, setjmps...)
		}
		s.decides = len(s.succs) > 1
	}
	for b, blk := range fn.Blocks {
		last := n - 1
		if b+1 < len(fn.Blocks) {
			last = g.first[b+1] - 1
		}
		g.terminate(last, blk.Term())
	}
	g.link()
	return g
}

// terminate gives the last segment of a block its successors.
func (g *segments) terminate(seg int32, t *program.Instr) {
	s := &g.list[seg]
	switch t.Op {
	case program.Return:
		s.succs = []int32{g.exit}
	case program.Unreachable:
		s.succs = []int32{g.end}
	default:
		for _, b := range t.Targets {
			to := g.first[b]
			have := false
			for _, x := range s.succs {
				have = have || x == to
			}
			if !have {
				s.succs = append(s.succs, to)
			}
		}
		s.decides = len(s.succs) > 1
		if len(s.succs) == 0 {
			s.succs = []int32{g.end}
		}
	}
}

// link computes the reverse postorder, the predecessors (of reachable segments
// only) and the post-dominators.
func (g *segments) link() {
	n := len(g.list)
	g.rpo = dominance.ReversePostorder(n, 0, g.succs)
	for _, v := range g.rpo {
		for _, w := range g.list[v].succs {
			g.list[w].preds = append(g.list[w].preds, v)
		}
	}
	g.ipdom = dominance.PostDominators(n, 0, g.end, g.succs)
}

func (g *segments) succs(v int32) []int32 { return g.list[v].succs }

// control calls f(w, u) for each segment w that is directly control dependent
// on segment u; u is -1 for what is executed whenever the function is.
func (g *segments) control(f func(w, u int32)) {
	dominance.ControlDependence(g.rpo, g.ipdom, g.end, g.succs, f)
}
