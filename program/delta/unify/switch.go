package unify

import "strings"

// switchCases are the labels of a switch that only one version has.
type switchCases struct{ added, removed []string }

// switchStmt unifies a switch. Whole groups of statements under labels that
// one version lacks are kept as they are, and the value of the other version
// is kept away from their labels.
func (u *unifier) switchStmt(o, n *cnode) bool {
	outer := u.sw
	u.sw = &switchCases{}
	defer func() { u.sw = outer }()
	if !u.body(o.kids[1], n.kids[1]) {
		return false
	}
	if len(u.sw.added)+len(u.sw.removed) == 0 {
		return u.expr(o.kids[0], n.kids[0], false)
	}
	if hasEffects(o.kids[0]) || hasEffects(n.kids[0]) {
		return false
	}
	old := avoid(u.oldText(o.kids[0]), u.sw.added)
	new := avoid(u.newText(n.kids[0]), u.sw.removed)
	u.note(PatternValue, n.kids[0].from, old, new)
	u.replace(n.kids[0], annotation(old, new))
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

// caseGroup reports whether a run of statements begins with case labels and
// cannot be left but by its last statement.
func caseGroup(run []*cnode) bool {
	if len(run) < 2 || run[0].kind != nodeLabel || run[0].op != "case" {
		return false
	}
	last := run[len(run)-1]
	return last.kind == nodeJump || last.kind == nodeReturn
}

// caseValues returns the values of the labels in a run.
func (u *unifier) caseValues(f *cfile, run []*cnode) []string {
	var list []string
	for _, n := range run {
		if n.kind == nodeLabel && n.op == "case" {
			list = append(list, f.span(n.from+1, n.to-1))
		}
	}
	return list
}
