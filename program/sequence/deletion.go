package sequence

import (
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/mapping"
	"github.com/riftlab/rift/program/flow"
)

// deletes reports whether a change, or -1, only takes lines away.
func deletes(d *delta.Delta, change int) bool {
	return change >= 0 && len(d.Changes[change].New) == 0
}

// deletions returns a function that tells of which changes, or -1, deleted statements
// have no other code of the new version in their place: no statement has lines of theirs.
func deletions(d *delta.Delta, m *mapping.Mapping) func(change int) bool {
	placed := map[int]bool{}
	for _, c := range m.Changed() {
		placed[c.Change] = true
	}
	return func(c int) bool { return !placed[c] && (c < 0 || m.Effect(c) == mapping.Effective) }
}

// around returns the statements of the new version that stand around deleted code.
func around(g *flow.Graph, d *delta.Delta, m *mapping.Mapping) []mapping.ChangedStmt {
	var list []mapping.ChangedStmt
	add := func(change int, n flow.Node) bool {
		i := g.Info(n)
		if i.Kind != flow.Statement {
			return false
		}
		list = append(list, mapping.ChangedStmt{Change: change, Func: i.Func, Stmt: i.Stmt})
		return true
	}
	alone := deletions(d, m)
	for _, x := range m.Deleted() {
		if x.Func < 0 || !alone(x.Change) {
			continue // calls of a function that is gone are gone, too, or have changed
		}
		found := false
		before, ok := g.Node(x.Func, x.Before)
		if x.Before >= 0 && ok {
			found = add(x.Change, before)
		}
		after, ok := g.Node(x.Func, x.After)
		if x.After >= 0 && ok {
			for _, n := range g.Succs(after) {
				found = add(x.Change, n) || found
			}
			if !found { // the end of the function follows
				found = add(x.Change, after)
			}
		}
		if !found { // nothing is left of the function
			for _, n := range g.Callers(x.Func) {
				add(x.Change, n)
			}
		}
	}
	for _, c := range m.Effects() {
		if deletes(d, c.Change) {
			list = append(list, c)
		}
	}
	return list
}
