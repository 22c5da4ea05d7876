package flow

import (
	"maps"
	"slices"

	"github.com/riftlab/rift/program/flow/bitmap"
)

// classes divides the locations that a function touches into classes that no
// access of the function tells apart: they have the same definitions and uses,
// so that dependence needs to look at classes only. This is what keeps large
// programs tractable.
type classes struct {
	spans []span // ascending
	lists map[listKey]classList
	rep   []Location // by class: its lowest location
	out   []bool     // by class: may be changed by the function, as its caller sees it
	in    []bool     // by class: the caller's definitions matter
	va    int32      // class of the function's variable arguments, or -1
}

// span is a run of locations of one class.
type span struct {
	lo, hi Location // hi excluded
	class  int32
}

// listKey identifies a slice of locations that accesses share.
type listKey struct {
	first *Location
	n     int
}

// of returns the class of a location, -1 if the function does not touch it.
func (c *classes) of(l Location) int32 {
	lo, hi := 0, len(c.spans)
	for lo < hi {
		if m := (lo + hi) / 2; c.spans[m].hi <= l {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo < len(c.spans) && c.spans[lo].lo <= l {
		return c.spans[lo].class
	}
	return -1
}

// splitter refines a partition of locations.
type splitter struct {
	cls     []int32 // by location
	touched []Location
	next    int32
	renamed map[[2]int32]int32
}

// split separates the members of a set from all others, and from those that are
// in the set with another mark.
func (s *splitter) split(each func(func(l Location, mark int32))) {
	clear(s.renamed)
	last, to := [2]int32{-1, -1}, int32(0)
	each(func(l Location, mark int32) {
		c := s.cls[l]
		if c == 0 {
			s.touched = append(s.touched, l)
		}
		if k := [2]int32{c, mark}; k != last {
			n, ok := s.renamed[k]
			if !ok {
				s.next++
				n = s.next
				s.renamed[k] = n
			}
			last, to = k, n
		}
		s.cls[l] = to
	})
}

func eachOf(list []Location) func(func(Location, int32)) {
	return func(f func(Location, int32)) {
		for _, l := range list {
			f(l, 0)
		}
	}
}

// effectKey identifies a shared effect: sites of a function that see the same
// effect of a callee share it.
type effectKey struct {
	callee   int32
	mod, ref *bitmap.Word
	rename   *clone
}

func keyOf(callee int32, e callEffect) effectKey {
	return effectKey{callee: callee, mod: e.mod.Key(), ref: e.ref.Key(), rename: e.rename}
}

// splitAlike separates the locations that a callee tells apart, as far as they
// are in a set; all of them from the others if nothing is known of the callee.
func (g *Graph) splitAlike(s *splitter, set bitmap.Set, d *classes, rename *clone) {
	if rename == nil {
		s.split(func(f func(Location, int32)) { d.marks(set, f) })
		return
	}
	groups := map[int32][]Location{}
	d.marks(set, func(x Location, k int32) {
		g.a.translate(x, rename, func(l Location) { groups[k] = append(groups[k], l) })
	})
	for _, k := range slices.Sorted(maps.Keys(groups)) {
		s.split(eachOf(groups[k]))
	}
}

// marks calls f with the members of a set and their classes, -1 where there is
// none, and for all if c is nil.
func (c *classes) marks(set bitmap.Set, f func(Location, int32)) {
	at := 0 // spans and members are ascending
	set.Each(func(x int32) {
		k := int32(-1)
		if c != nil {
			for at < len(c.spans) && c.spans[at].hi <= Location(x) {
				at++
			}
			if at < len(c.spans) && c.spans[at].lo <= Location(x) {
				k = c.spans[at].class
			}
		}
		f(Location(x), k)
	})
}

// classifyAll computes the classes of all functions, callees first. What a
// callee tells apart its callers tell apart too; functions that call each other
// are refined together until nothing changes.
func (g *Graph) classifyAll(order []int32) []*classes {
	s := &splitter{cls: make([]int32, len(g.a.cellObj)), renamed: map[[2]int32]int32{}}
	all := make([]*classes, len(g.p.Funcs))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && g.fn[order[j]].comp == g.fn[order[i]].comp {
			j++
		}
		g.classifyTogether(order[i:j], s, all)
		i = j
	}
	return all
}

// maxRefined bounds the pairs of an input and an output of calls among functions
// that call each other, any of which a summary may relate, up to which their
// classes are refined. Beyond, they tell apart only what they access themselves.
const maxRefined = 20_000_000

// classifyTogether computes the classes of the functions of one component of
// the call graph.
func (g *Graph) classifyTogether(funcs []int32, s *splitter, all []*classes) {
	known := append([]*classes(nil), all...)
	for before := -1; ; {
		total, cost := 0, 0
		for _, f := range funcs {
			all[f] = g.classify(f, s, all)
			total += len(all[f].rep)
		}
		for _, f := range funcs {
			for _, id := range g.fn[f].sites {
				for _, h := range g.a.sites[id].calleesOf() {
					if g.fn[h].comp == g.fn[f].comp {
						cost += len(all[h].rep) * len(all[h].rep)
					}
				}
			}
		}
		if cost > maxRefined && len(funcs) > 1 {
			break
		}
		if total == before || len(funcs) == 1 && !g.fn[funcs[0]].recurses {
			return
		}
		before = total
	}
	for _, f := range funcs {
		all[f] = g.classify(f, s, known)
	}
}

// classify computes the classes of function f, given those of its callees as
// far as they are known.
func (g *Graph) classify(f int32, s *splitter, all []*classes) *classes {
	fi := g.fn[f]
	done := map[listKey]bool{}
	for _, x := range fi.accesses {
		for _, list := range [3][]Location{x.refs, x.mods, x.kills} {
			if len(list) == 0 || done[listKey{&list[0], len(list)}] {
				continue
			}
			done[listKey{&list[0], len(list)}] = true
			s.split(eachOf(list))
		}
	}
	seen, split := map[effectKey]bool{}, map[effectKey]bool{}
	for _, id := range fi.sites {
		for _, h := range g.a.sites[id].calleesOf() {
			e := g.effects[[2]int32{id, h}]
			k := keyOf(h, e)
			if seen[k] {
				continue
			}
			seen[k] = true
			for _, set := range [2]bitmap.Set{e.ownMod, e.ownRef} {
				if len(set) == 0 || split[effectKey{h, set.Key(), nil, e.rename}] {
					continue
				}
				if all[h] == nil && e.rename == nil {
					if split[effectKey{-1, set.Key(), nil, nil}] {
						continue
					}
					split[effectKey{-1, set.Key(), nil, nil}] = true
				}
				split[effectKey{h, set.Key(), nil, e.rename}] = true
				g.splitAlike(s, set, all[h], e.rename)
			}
		}
	}
	own := func(l Location) bool {
		o := &g.a.list[g.a.cellObj[l]]
		return o.Func == f && !fi.recurses && (o.Kind == LocalObject || o.Kind == DynamicObject)
	}
	var mine []Location
	va := g.a.variadics[f]
	var vaLocs []Location
	for _, l := range s.touched {
		if own(l) {
			mine = append(mine, l)
		}
		if va >= 0 && g.a.cellObj[l] == va {
			vaLocs = append(vaLocs, l)
		}
	}
	s.split(eachOf(mine))
	s.split(eachOf(vaLocs))
	c := &classes{va: -1, lists: map[listKey]classList{}}
	slices.Sort(s.touched)
	number := map[int32]int32{}
	for _, l := range s.touched {
		n, ok := number[s.cls[l]]
		if !ok {
			n = int32(len(c.rep))
			number[s.cls[l]] = n
			c.rep = append(c.rep, l)
			c.in = append(c.in, !own(l))
			c.out = append(c.out, !own(l) && fi.mod.Has(int32(l)) && !(va >= 0 && g.a.cellObj[l] == va && !fi.recurses))
			if va >= 0 && g.a.cellObj[l] == va {
				c.va = n
			}
		}
		if k := len(c.spans); k > 0 && c.spans[k-1].hi == l && c.spans[k-1].class == n {
			c.spans[k-1].hi++
		} else {
			c.spans = append(c.spans, span{l, l + 1, n})
		}
	}
	for _, l := range s.touched {
		s.cls[l] = 0
	}
	s.touched = s.touched[:0]
	s.next = 0
	return c
}

// classList is the classes of some locations, ascending, and for each the lowest
// location in it.
type classList struct {
	class []int32
	least []Location
}

// list returns the classes of some locations, which are ascending.
func (c *classes) list(locs []Location) classList {
	if len(locs) == 0 {
		return classList{}
	}
	key := listKey{&locs[0], len(locs)}
	if len(locs) > 16 {
		if out, ok := c.lists[key]; ok {
			return out
		}
	}
	least := map[int32]Location{}
	var out classList
	at := 0
	for _, l := range locs {
		for at < len(c.spans) && c.spans[at].hi <= l {
			at++
		}
		if at == len(c.spans) {
			break
		}
		if c.spans[at].lo > l {
			continue
		}
		k := c.spans[at].class
		if _, ok := least[k]; !ok {
			least[k] = l
			out.class = append(out.class, k)
		}
	}
	slices.Sort(out.class)
	for _, k := range out.class {
		out.least = append(out.least, least[k])
	}
	if len(locs) > 16 {
		c.lists[key] = out
	}
	return out
}

// pairs returns the pairs of a class of the caller (c) and one of the callee
// (d) that have a location of the callee's set in common, sorted.
func (c *classes) pairs(a *analysis, d *classes, set bitmap.Set, rename *clone) [][2]int32 {
	if rename == nil {
		return overlaps(c.spans, d.spans, set)
	}
	var out [][2]int32
	set.Each(func(x int32) {
		j := d.of(Location(x))
		a.translate(Location(x), rename, func(l Location) {
			if i := c.of(l); i >= 0 && j >= 0 {
				out = append(out, [2]int32{i, j})
			}
		})
	})
	return sortPairs(out)
}

func sortPairs(out [][2]int32) [][2]int32 {
	slices.SortFunc(out, func(a, b [2]int32) int {
		if a[0] != b[0] {
			return int(a[0] - b[0])
		}
		return int(a[1] - b[1])
	})
	return slices.Compact(out)
}

// overlaps returns the pairs of classes of two lists of spans that share a
// member of a set, sorted.
func overlaps(a, b []span, set bitmap.Set) [][2]int32 {
	var out [][2]int32
	seen := map[[2]int32]bool{}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		lo, hi := max(a[i].lo, b[j].lo), min(a[i].hi, b[j].hi)
		if k := [2]int32{a[i].class, b[j].class}; lo < hi && !seen[k] && set.AnyIn(int32(lo), int32(hi)) {
			seen[k] = true
			out = append(out, k)
		}
		if a[i].hi < b[j].hi {
			i++
		} else {
			j++
		}
	}
	return sortPairs(out)
}
