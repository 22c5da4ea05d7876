package align

import (
	"strings"

	"github.com/riftlab/rift/program/delta/unify/notation"
	"github.com/riftlab/rift/program/delta/unify/tree"
)

// switchStmt unifies a switch. Whole groups of statements under labels that
// one version lacks are kept as they are, and the value of the other version
// is kept away from their labels.
func (u *Unifier) switchStmt(o, n *tree.Node) bool {
	outer := u.sw
	u.sw = &switchCases{}
	defer func() { u.sw = outer }()
	if !u.body(o.Kids[1], n.Kids[1]) {
		return false
	}
	if len(u.sw.added)+len(u.sw.removed) == 0 {
		return u.expr(o.Kids[0], n.Kids[0], false)
	}
	if u.effects(u.Old, o.Kids[0]) || u.effects(u.New, n.Kids[0]) {
		return false
	}
	old := avoid(u.oldText(o.Kids[0]), u.sw.added)
	new := avoid(u.newText(n.Kids[0]), u.sw.removed)
	u.Note(notation.PatternValue, n.Kids[0].From, old, new)
	u.Replace(n.Kids[0].From, n.Kids[0].To, notation.Change(old, new))
	return true
}

// avoid returns an expression with the value of e, unless that is one of
// values: then it is far below zero, where no switch has a label, so that the
// version without these labels goes where it would go without them. It has no
// branch, for the version has none there.
func avoid(e string, values []string) string {
	if len(values) == 0 {
		return e
	}
	tests := make([]string, len(values))
	for i, v := range values {
		tests[i] = "(" + e + ") == (" + v + ")"
	}
	return "(" + e + ") | -1048576 * (" + strings.Join(tests, " | ") + ")"
}
