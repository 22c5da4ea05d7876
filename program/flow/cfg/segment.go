package cfg

import (
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow/dominance"
)

// Segment is a stretch of a block without control flow inside: a block is cut
// behind every call that may not return and every setjmp.
type Segment struct {
	Block  int32 // -1 for the virtual segments
	Lo, Hi int32 // instructions Lo to Hi-1
	Succs  []int32
	Preds  []int32 // of those that are reachable
	// Decides says that the last instruction decides where control goes.
	Decides bool
}

// Segments is the control flow of one function. Segment 0 begins the function.
// Three virtual segments follow the real ones.
type Segments struct {
	List  []Segment
	First []int32 // by block
	Exit  int32   // normal return
	Jump  int32   // left by longjmp
	End   int32   // all that ends the activation, and the run
	Order []int32 // reachable segments in reverse postorder from segment 0
	ipdom []int32 // immediate post-dominators with End as root; -1 unreachable
}

// segments builds the control flow of a function.
func (c *calls) segments(f int32, fn *program.Func) *Segments {
	g := &Segments{First: make([]int32, len(fn.Blocks))}
	var setjmps []int32 // segments behind a setjmp
	type cut struct {
		seg   int32
		facts callFacts
	}
	var cuts []cut
	for b, blk := range fn.Blocks {
		g.First[b] = int32(len(g.List))
		lo := int32(0)
		for i := range blk.Instrs {
			in := &blk.Instrs[i]
			if in.Op != program.Call && in.Op != program.Intrinsic {
				continue
			}
			x := callFacts{returns: true}
			if id, ok := c.pt.SiteAt(f, int32(b), int32(i)); ok {
				x = c.siteFacts(c.pt.Sites()[id])
			}
			set := in.Op == program.Intrinsic && in.Intrin == program.IntrinSetjmp
			if !set && x.returns && !x.ends && !x.jumps {
				continue
			}
			seg := int32(len(g.List))
			g.List = append(g.List, Segment{Block: int32(b), Lo: lo, Hi: int32(i) + 1})
			lo = int32(i) + 1
			if set {
				g.List[seg].Succs = []int32{seg + 1}
				setjmps = append(setjmps, seg+1)
			} else {
				cuts = append(cuts, cut{seg, x})
			}
		}
		g.List = append(g.List, Segment{Block: int32(b), Lo: lo, Hi: int32(len(blk.Instrs))})
	}
	n := int32(len(g.List))
	g.Exit, g.Jump, g.End = n, n+1, n+2
	for range 3 {
		g.List = append(g.List, Segment{Block: -1})
	}
	g.List[g.Exit].Succs = []int32{g.End}
	g.List[g.Jump].Succs = []int32{g.End}
	for _, k := range cuts {
		s := &g.List[k.seg]
		if k.facts.returns {
			s.Succs = append(s.Succs, k.seg+1)
		}
		if k.facts.ends {
			s.Succs = append(s.Succs, g.End)
		}
		if k.facts.jumps {
			s.Succs = append(s.Succs, g.Jump)
			s.Succs = append(s.Succs, setjmps...)
		}
		s.Decides = len(s.Succs) > 1
	}
	for b, blk := range fn.Blocks {
		last := n - 1
		if b+1 < len(fn.Blocks) {
			last = g.First[b+1] - 1
		}
		g.terminate(last, blk.Term())
	}
	g.link()
	return g
}

// terminate gives the last segment of a block its successors.
func (g *Segments) terminate(seg int32, t *program.Instr) {
	s := &g.List[seg]
	switch t.Op {
	case program.Return:
		s.Succs = []int32{g.Exit}
	case program.Unreachable:
		s.Succs = []int32{g.End}
	default:
		for _, b := range t.Targets {
			to := g.First[b]
			have := false
			for _, x := range s.Succs {
				have = have || x == to
			}
			if !have {
				s.Succs = append(s.Succs, to)
			}
		}
		s.Decides = len(s.Succs) > 1
		if len(s.Succs) == 0 {
			s.Succs = []int32{g.End}
		}
	}
}

// link computes the reverse postorder, the predecessors (of reachable segments
// only) and the post-dominators.
func (g *Segments) link() {
	n := len(g.List)
	g.Order = dominance.ReversePostorder(n, 0, g.succs)
	for _, v := range g.Order {
		for _, w := range g.List[v].Succs {
			g.List[w].Preds = append(g.List[w].Preds, v)
		}
	}
	g.ipdom = dominance.PostDominators(n, 0, g.End, g.succs)
}

func (g *Segments) succs(v int32) []int32 { return g.List[v].Succs }

// Control calls f(w, u) for each segment w that is directly control dependent
// on segment u; u is -1 for what is executed whenever the function is.
func (g *Segments) Control(f func(w, u int32)) {
	dominance.ControlDependence(g.Order, g.ipdom, g.End, g.succs, f)
}
