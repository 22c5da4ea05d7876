package matrix

import (
	"fmt"
	"strings"

	"github.com/riftlab/rift/program/flow"
	"github.com/riftlab/rift/program/flow/pointsto"
)

// chains are all dependence chains from the changes up to a length, as a tree:
// a chain extends its parent by one dependence.
//
// Source: ASE 2008, Figure 3, lines 2 to 15.
type chains struct {
	deps    *dependences
	changes []change
	list    []chain
	from    []int   // from[d] is the first chain of length d in list; from[len-1] ends it
	limit   bool    // there are more chains than the bound allows; lengths beyond the last are missing
	grows   []kinds // by chain: the kinds of the dependences that extend it
	child   map[childKey]int32
}

// chain is a chain, given by the chain that it extends.
type chain struct {
	parent int32 // -1 for a change alone
	change int32 // index into the changes
	length int32
	end    flow.Node
	last   edge // the last dependence
}

type childKey struct {
	parent int32
	to     flow.Node
	kind   kind
}

// newChains returns the chains of at most max dependences. If there are more
// than bound, they stop at the greatest length that fits.
func newChains(deps *dependences, changes []change, max, bound int) *chains {
	c := &chains{deps: deps, changes: changes, child: map[childKey]int32{}, from: []int{0}}
	for i, x := range changes {
		c.list = append(c.list, chain{parent: -1, change: int32(i), end: x.node})
	}
	c.from = append(c.from, len(c.list))
	for d := 1; d <= max && c.extend(d, bound); d++ {
		c.from = append(c.from, len(c.list))
	}
	c.grows = make([]kinds, len(c.list))
	for i := range c.list {
		if x := &c.list[i]; x.parent >= 0 {
			c.grows[x.parent] |= 1 << x.last.kind
			c.child[childKey{x.parent, x.end, x.last.kind}] = int32(i)
		}
	}
	return c
}

// extend adds the chains of length d, unless there is none or there are more
// than bound in all.
func (c *chains) extend(d, bound int) bool {
	begin, end := c.from[d-1], c.from[d]
	for i := begin; i < end; i++ {
		for _, e := range c.deps.next[c.list[i].end] {
			if len(c.list) == bound {
				c.list, c.limit = c.list[:end], true
				return false
			}
			c.list = append(c.list, chain{int32(i), c.list[i].change, int32(d), e.to, e})
		}
	}
	return len(c.list) > end
}

// depth returns the greatest length of a chain.
func (c *chains) depth() int { return len(c.from) - 2 }

// kinds are a set of kinds of dependences, a bit each.
type kinds uint8

const anyKind kinds = 1<<control | 1<<data

// required reports whether chain i is a requirement, at distance d, of a criterion that
// is about chains of dependences of some kinds: it is such a chain, and has that length,
// or reaches an output earlier. If ends is set, so is one that no such dependence extends:
// then whoever covers what a distance requires covers what lesser ones do.
//
// Source: ASE 2008, Figure 3, lines 6 to 15; there ends is not set.
func (c *chains) required(i, d int, of kinds, ends bool) bool {
	x := &c.list[i]
	switch n := int(x.length); {
	case n == 0 || n > d || !c.only(i, of):
		return false
	case n == d, c.deps.output[x.end]:
		return true
	}
	return ends && c.grows[i]&of == 0
}

// only reports whether all dependences of chain i are of some kinds.
func (c *chains) only(i int, of kinds) bool {
	for x := &c.list[i]; x.parent >= 0; x = &c.list[x.parent] {
		if 1<<x.last.kind&of == 0 {
			return false
		}
	}
	return true
}

// edges returns the dependences of chain i in order.
func (c *chains) edges(i int) []edge {
	x := &c.list[i]
	list := make([]edge, x.length)
	for ; x.parent >= 0; x = &c.list[x.parent] {
		list[x.length-1] = x.last
	}
	return list
}

// text describes chain i for people: places in the source joined by
// dependences, the location that carries a data dependence in brackets.
func (c *chains) text(i int, old *flow.Graph) string {
	g := c.deps.flow
	var sb strings.Builder
	if x := &c.changes[c.list[i].change]; x.deleted != flow.NoNode {
		sb.WriteString("deleted " + place(old, x.deleted))
	} else {
		sb.WriteString(place(g, x.node))
	}
	for _, e := range c.edges(i) {
		if e.kind == control {
			sb.WriteString(" -> ")
		} else if e.loc == pointsto.NoLocation {
			sb.WriteString(" -[result]-> ")
		} else {
			fmt.Fprintf(&sb, " -[%s]-> ", g.Name(e.loc))
		}
		sb.WriteString(place(g, e.to))
	}
	return sb.String()
}

// place names a node by its place in the source.
func place(g *flow.Graph, n flow.Node) string {
	p, i := g.Program(), g.Info(n)
	pos := p.Position(i.At)
	switch i.Kind {
	case flow.Entry:
		return "entry of " + p.Funcs[i.Func].Source
	case flow.Exit:
		return "exit of " + p.Funcs[i.Func].Source
	}
	return pos.String()
}
