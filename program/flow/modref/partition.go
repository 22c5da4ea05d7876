package modref

import (
	"maps"
	"slices"

	"github.com/riftlab/rift/program/flow/bitmap"
	"github.com/riftlab/rift/program/flow/pointsto"
)

// Partition divides the locations that a function touches into classes that no
// access of the function tells apart: they have the same definitions and uses,
// so that dependence needs to look at classes only. This is what keeps large
// programs tractable.
type Partition struct {
	spans []span // ascending
	lists map[listKey]ClassList

	Rep []pointsto.Location // by class: its lowest location
	Out []bool              // by class: may be changed by the function, as its caller sees it
	In  []bool              // by class: the caller's definitions matter
	VA  int32               // class of the function's variable arguments, or -1
}

// span is a run of locations of one class.
type span struct {
	lo, hi pointsto.Location // hi excluded
	class  int32
}

// listKey identifies a slice of locations that accesses share.
type listKey struct {
	first *pointsto.Location
	n     int
}

// of returns the class of a location, -1 if the function does not touch it.
func (c *Partition) of(l pointsto.Location) int32 {
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
	touched []pointsto.Location
	next    int32
	renamed map[[2]int32]int32
}

// split separates the members of a set from all others, and from those that are
// in the set with another mark.
func (s *splitter) split(each func(func(l pointsto.Location, mark int32))) {
	clear(s.renamed)
	last, to := [2]int32{-1, -1}, int32(0)
	each(func(l pointsto.Location, mark int32) {
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

func eachOf(list []pointsto.Location) func(func(pointsto.Location, int32)) {
	return func(f func(pointsto.Location, int32)) {
		for _, l := range list {
			f(l, 0)
		}
	}
}

// splitAlike separates the locations that a callee tells apart, as far as they
// are in a set; all of them from the others if nothing is known of the callee.
func (r *Result) splitAlike(s *splitter, set bitmap.Set, d *Partition, rename *pointsto.Renaming) {
	if rename == nil {
		s.split(func(f func(pointsto.Location, int32)) { d.marks(set, f) })
		return
	}
	groups := map[int32][]pointsto.Location{}
	d.marks(set, func(x pointsto.Location, k int32) {
		rename.Translate(x, func(l pointsto.Location) { groups[k] = append(groups[k], l) })
	})
	for _, k := range slices.Sorted(maps.Keys(groups)) {
		s.split(eachOf(groups[k]))
	}
}

// marks calls f with the members of a set and their classes, -1 where there is
// none, and for all if c is nil.
func (c *Partition) marks(set bitmap.Set, f func(pointsto.Location, int32)) {
	at := 0 // spans and members are ascending
	set.Each(func(x int32) {
		k := int32(-1)
		if c != nil {
			for at < len(c.spans) && c.spans[at].hi <= pointsto.Location(x) {
				at++
			}
			if at < len(c.spans) && c.spans[at].lo <= pointsto.Location(x) {
				k = c.spans[at].class
			}
		}
		f(pointsto.Location(x), k)
	})
}

// Partitions computes the classes of all functions, callees first. What a
// callee tells apart its callers tell apart too; functions that call each other
// are refined together until nothing changes.
func (r *Result) Partitions() []*Partition {
	s := &splitter{cls: make([]int32, r.pt.Cells()), renamed: map[[2]int32]int32{}}
	all := make([]*Partition, len(r.funcs))
	order := r.pt.Order()
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && r.pt.Component(order[j]) == r.pt.Component(order[i]) {
			j++
		}
		r.classifyTogether(order[i:j], s, all)
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
func (r *Result) classifyTogether(funcs []int32, s *splitter, all []*Partition) {
	known := append([]*Partition(nil), all...)
	for before := -1; ; {
		total, cost := 0, 0
		for _, f := range funcs {
			all[f] = r.classify(f, s, all)
			total += len(all[f].Rep)
		}
		for _, f := range funcs {
			for _, id := range r.pt.SitesOf(f) {
				for _, h := range r.pt.Sites()[id].Callees() {
					if r.pt.Component(h) == r.pt.Component(f) {
						cost += len(all[h].Rep) * len(all[h].Rep)
					}
				}
			}
		}
		if cost > maxRefined && len(funcs) > 1 {
			break
		}
		if total == before || len(funcs) == 1 && !r.funcs[funcs[0]].recurses {
			return
		}
		before = total
	}
	for _, f := range funcs {
		all[f] = r.classify(f, s, known)
	}
}

// classify computes the classes of function f, given those of its callees as
// far as they are known.
func (r *Result) classify(f int32, s *splitter, all []*Partition) *Partition {
	fi := &r.funcs[f]
	done := map[listKey]bool{}
	for _, x := range r.pt.Accesses(f) {
		for _, list := range [3][]pointsto.Location{x.Refs, x.Mods, x.Kills} {
			if len(list) == 0 || done[listKey{&list[0], len(list)}] {
				continue
			}
			done[listKey{&list[0], len(list)}] = true
			s.split(eachOf(list))
		}
	}
	seen, split := map[EffectKey]bool{}, map[EffectKey]bool{}
	for _, id := range r.pt.SitesOf(f) {
		for _, h := range r.pt.Sites()[id].Callees() {
			e := r.Effect(id, h)
			k := e.Key()
			if seen[k] {
				continue
			}
			seen[k] = true
			for _, set := range [2]bitmap.Set{e.OwnMod, e.OwnRef} {
				if len(set) == 0 || split[EffectKey{h, set.Key(), nil, e.Rename}] {
					continue
				}
				if all[h] == nil && e.Rename == nil {
					if split[EffectKey{-1, set.Key(), nil, nil}] {
						continue
					}
					split[EffectKey{-1, set.Key(), nil, nil}] = true
				}
				split[EffectKey{h, set.Key(), nil, e.Rename}] = true
				r.splitAlike(s, set, all[h], e.Rename)
			}
		}
	}
	own := func(l pointsto.Location) bool {
		o := &r.pt.Objects()[r.pt.ObjectOf(l)]
		return o.Func == f && !fi.recurses && (o.Kind == pointsto.LocalObject || o.Kind == pointsto.DynamicObject)
	}
	var mine []pointsto.Location
	va := r.pt.Variadic(f)
	var vaLocs []pointsto.Location
	for _, l := range s.touched {
		if own(l) {
			mine = append(mine, l)
		}
		if va >= 0 && r.pt.ObjectOf(l) == va {
			vaLocs = append(vaLocs, l)
		}
	}
	s.split(eachOf(mine))
	s.split(eachOf(vaLocs))
	c := &Partition{VA: -1, lists: map[listKey]ClassList{}}
	slices.Sort(s.touched)
	number := map[int32]int32{}
	for _, l := range s.touched {
		n, ok := number[s.cls[l]]
		if !ok {
			n = int32(len(c.Rep))
			number[s.cls[l]] = n
			c.Rep = append(c.Rep, l)
			c.In = append(c.In, !own(l))
			c.Out = append(c.Out, !own(l) && fi.mod.Has(int32(l)) && !(va >= 0 && r.pt.ObjectOf(l) == va && !fi.recurses))
			if va >= 0 && r.pt.ObjectOf(l) == va {
				c.VA = n
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

// ClassList is the classes of some locations, ascending, and for each the lowest
// location in it.
type ClassList struct {
	Class []int32
	Least []pointsto.Location
}

// List returns the classes of some locations, which are ascending.
func (c *Partition) List(locs []pointsto.Location) ClassList {
	if len(locs) == 0 {
		return ClassList{}
	}
	key := listKey{&locs[0], len(locs)}
	if len(locs) > 16 {
		if out, ok := c.lists[key]; ok {
			return out
		}
	}
	least := map[int32]pointsto.Location{}
	var out ClassList
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
			out.Class = append(out.Class, k)
		}
	}
	slices.Sort(out.Class)
	for _, k := range out.Class {
		out.Least = append(out.Least, least[k])
	}
	if len(locs) > 16 {
		c.lists[key] = out
	}
	return out
}

// Pairs returns the pairs of a class of the caller (c) and one of the callee
// (d) that have a location of the callee's set in common, sorted.
func (c *Partition) Pairs(d *Partition, set bitmap.Set, rename *pointsto.Renaming) [][2]int32 {
	if rename == nil {
		return overlaps(c.spans, d.spans, set)
	}
	var out [][2]int32
	set.Each(func(x int32) {
		j := d.of(pointsto.Location(x))
		rename.Translate(pointsto.Location(x), func(l pointsto.Location) {
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
