package cfg

import (
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow/pointsto"
	"github.com/riftlab/rift/program/libfacts"
)

// calls knows what the calls of a program may do to control.
type calls struct {
	p     *program.Program
	pt    *pointsto.Result
	facts []callFacts // by function
}

// callFacts are the properties of call sites that shape control flow.
type callFacts struct {
	ends    bool // may end the run
	jumps   bool // may leave by longjmp
	returns bool // may return
}

// newCalls computes what calls of each function may do, by iteration over all
// functions until nothing changes.
func newCalls(p *program.Program, pt *pointsto.Result) *calls {
	c := &calls{p: p, pt: pt, facts: make([]callFacts, len(p.Funcs))}
	sites := make([][]*pointsto.Site, len(c.p.Funcs))
	for _, s := range c.pt.Sites() {
		sites[s.Func] = append(sites[s.Func], s)
	}
	for changed := true; changed; {
		changed = false
		for f, fn := range c.p.Funcs {
			if !pointsto.User(fn) {
				continue
			}
			n := callFacts{}
			for _, s := range sites[f] {
				x := c.siteFacts(s)
				n.ends = n.ends || x.ends
				n.jumps = n.jumps || x.jumps
			}
			n.returns = c.mayReturn(int32(f), fn)
			if n != c.facts[f] {
				c.facts[f] = n
				changed = true
			}
		}
	}
	return c
}

// mayReturn reports whether control can get from the entry of a function to a
// return.
func (c *calls) mayReturn(f int32, fn *program.Func) bool {
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
				if id, ok := c.pt.SiteAt(f, b, int32(i)); ok && !c.siteFacts(c.pt.Sites()[id]).returns {
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
func (c *calls) siteFacts(s *pointsto.Site) callFacts {
	x := callFacts{}
	for _, g := range s.Users {
		x.ends = x.ends || c.facts[g].ends
		x.jumps = x.jumps || c.facts[g].jumps
		x.returns = x.returns || c.facts[g].returns
	}
	for _, g := range s.Callbacks {
		x.ends = x.ends || c.facts[g].ends
		x.jumps = x.jumps || c.facts[g].jumps
	}
	library := func(e *libfacts.Effects) {
		x.ends = x.ends || e.Ends
		x.jumps = x.jumps || e.Jumps
		x.returns = x.returns || !e.Never
	}
	for _, g := range s.Library {
		library(c.pt.Effects(g))
	}
	if s.Service != nil {
		library(s.Service)
	}
	if len(s.Users)+len(s.Library) == 0 && s.Service == nil {
		x.returns = true // nothing is known: a function without a body
	}
	if s.Absent {
		x.returns = true
	}
	return x
}
