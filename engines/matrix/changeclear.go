package matrix

import (
	"github.com/riftlab/rift/program/flow"
)

// changeClear tells of each change whether a path leads to it, from where runs begin,
// on which no other change is executed. A path executes a deletion where it goes from one
// statement to another that did not follow it in the old version.
//
// Source: ASE 2008, section 3.3, existsClearPath.
func (v *versions) changeClear(changes []change, entry string) []bool {
	w := &clearWalk{v: v, changed: map[flow.Node]bool{}, through: map[int]bool{}}
	at := map[flow.Node][]int{}
	for k, c := range changes {
		if c.deleted == flow.NoNode {
			for _, n := range v.newGroup.Of(c.node) {
				w.changed[n] = true
				at[n] = append(at[n], k)
			}
		}
	}
	for grown := true; grown; { // which functions a path leads through; calls may be recursive
		grown = false
		for f := range v.new.Program().Funcs {
			if fn := v.new.Program().Funcs[f]; w.through[f] || fn.Library || len(fn.Blocks) == 0 {
				continue
			}
			if seen, _ := w.from(v.new.Entry(f), false); seen[v.new.Exit(f)] {
				w.through[f], grown = true, true
			}
		}
	}
	clear := make([]bool, len(changes))
	if entry == "" {
		entry = "main"
	}
	f, ok := v.new.Program().FuncByName(entry)
	if !ok {
		return clear
	}
	seen, changed := w.from(v.new.Entry(f), true)
	for n := range changed {
		for _, k := range at[n] {
			clear[k] = true
		}
	}
	for k, c := range changes {
		if c.deleted == flow.NoNode {
			continue
		}
		// The statements before it, in the old version, that the new one has, too.
		for n := range seen {
			o := v.counterpart(n)
			if o == flow.NoNode || w.changed[n] {
				continue
			}
			for _, s := range v.old.Succs(o) {
				clear[k] = clear[k] || v.oldGroup.Head(s) == c.deleted
			}
		}
	}
	return clear
}

// clearWalk walks along change-clear paths of the new version.
type clearWalk struct {
	v       *versions
	changed map[flow.Node]bool
	through map[int]bool // functions that such a path leads through
}

// from returns the nodes that such paths reach from a node, and the changed ones that they
// come to, which end them. Into functions that are called they lead if calls is set;
// through them in any case.
func (w *clearWalk) from(start flow.Node, calls bool) (seen, changed map[flow.Node]bool) {
	seen, changed = map[flow.Node]bool{start: true}, map[flow.Node]bool{}
	g := w.v.new
	for work := []flow.Node{start}; len(work) > 0; {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		add := func(m flow.Node) {
			if !seen[m] {
				seen[m] = true
				work = append(work, m)
			}
		}
		if w.changed[n] {
			changed[n] = true
			continue
		}
		callees := g.Callees(n)
		passes := len(callees) == 0
		for _, f := range callees {
			fn := g.Program().Funcs[f]
			passes = passes || w.through[f] || fn.Library || len(fn.Blocks) == 0
			if calls {
				add(g.Entry(f))
			}
		}
		if !passes {
			continue
		}
		for _, m := range g.Succs(n) {
			if !w.deletedBetween(n, m) {
				add(m)
			}
		}
	}
	return seen, changed
}

// deletedBetween reports whether the way from a node to the next led through deleted code.
func (w *clearWalk) deletedBetween(n, m flow.Node) bool {
	o, p := w.v.counterpart(n), w.v.counterpart(m)
	if o == flow.NoNode || p == flow.NoNode {
		return false
	}
	for _, s := range w.v.old.Succs(o) {
		if s == p {
			return false
		}
	}
	return len(w.v.old.Succs(o)) > 0
}
