package align

import (
	"fmt"
	"slices"
	"strings"

	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/unify/notation"
	"github.com/riftlab/rift/program/delta/unify/source"
	"github.com/riftlab/rift/program/delta/unify/tree"
)

// apart keeps both of a pair of statements: the old one for the old version
// and the new one for the new version.
func (u *Unifier) apart(o, n *tree.Node) bool {
	return u.gapList([]*tree.Node{o}, []*tree.Node{n}, u.New.Start(n.From))
}

// gapList handles statements that only one of the versions has; old text goes
// to byte at.
func (u *Unifier) gapList(olds, news []*tree.Node, at int) bool {
	if len(olds) == 0 && len(news) == 0 {
		return true
	}
	if u.sw != nil && caseGroup(olds) && len(news) == 0 {
		u.sw.removed = append(u.sw.removed, u.caseValues(u.Old, olds)...)
		u.Note(notation.PatternConditional, u.TokenAt(at), u.oldText(olds[0]), "")
		u.Insert(at, u.Old.Span(olds[0].From, olds[len(olds)-1].To)+"\n")
		return true
	}
	if u.sw != nil && caseGroup(news) && len(olds) == 0 {
		u.sw.added = append(u.sw.added, u.caseValues(u.New, news)...)
		u.Note(notation.PatternConditional, news[0].From, "", u.newText(news[0]))
		return true
	}
	if u.chosen(olds, news) {
		return true
	}
	if len(news) == 1 && len(olds) > 0 && u.guarded(olds, news[0]) {
		return true
	}
	if len(olds) == 1 && len(news) > 0 && u.unguarded(olds[0], news) {
		return true
	}
	for _, o := range olds {
		if !u.removed(o, at) {
			u.stuck = place(u.Old, o) + " of the old version"
			return false
		}
	}
	for _, n := range news {
		if !u.added(n, at) {
			u.stuck = place(u.New, n)
			return false
		}
	}
	return true
}

// place says in which line a statement begins, and what its first word is.
func place(f *source.File, n *tree.Node) string {
	return fmt.Sprintf("%q in line %d", f.Toks[n.From].Text, 1+strings.Count(f.Text[:f.Start(n.From)], "\n"))
}

// guarded handles old statements that are now under a condition.
func (u *Unifier) guarded(olds []*tree.Node, n *tree.Node) bool {
	if n.Kind != tree.If || len(n.Kids) != 2 || !u.alike(olds, tree.Statements(n.Kids[1])) {
		return false
	}
	m := u.mark()
	if u.guard(n.Kids[0], "1", notation.PatternConditional) && u.inside(olds, n.Kids[1]) {
		return true
	}
	u.undo(m)
	return false
}

// inside unifies old statements with those that stand in a statement.
func (u *Unifier) inside(olds []*tree.Node, n *tree.Node) bool {
	if n.Kind == tree.Block {
		return u.list(olds, n.Kids, u.New.Toks[n.To-1].Start)
	}
	return len(olds) == 1 && u.body(olds[0], n)
}

// unguarded handles statements that are no longer under a condition.
func (u *Unifier) unguarded(o *tree.Node, news []*tree.Node) bool {
	if o.Kind != tree.If || len(o.Kids) != 2 || source.HasLine(u.Old.Toks[o.From:o.Kids[1].From]) || !u.alike(tree.Statements(o.Kids[1]), news) {
		return false
	}
	m := u.mark()
	cond := u.oldText(o.Kids[0])
	u.Note(notation.PatternConditional, news[0].From, cond, "1")
	u.Insert(u.New.Start(news[0].From), "if ("+notation.Change(cond, "1")+") { ")
	end := u.New.Toks[news[len(news)-1].To-1].End
	if u.list(tree.Statements(o.Kids[1]), news, end) {
		u.Insert(end, " }")
		return true
	}
	u.undo(m)
	return false
}

// alike reports whether two lists of statements are much the same. Declarations in them
// would not be known outside of the condition that one of them stands under.
func (u *Unifier) alike(olds, news []*tree.Node) bool {
	if slices.EqualFunc(olds, news, u.same) {
		return !slices.ContainsFunc(news, func(n *tree.Node) bool { return n.Kind == tree.Decl }) || len(news) == 0
	}
	bag := func(f *source.File, list []*tree.Node) (b delta.Bag) {
		for _, n := range list {
			for _, t := range f.Toks[n.From:n.To] {
				b.Add(t.Text)
			}
		}
		return b
	}
	o, n := bag(u.Old, olds), bag(u.New, news)
	declares := func(n *tree.Node) bool { return n.Kind == tree.Decl || n.Kind == tree.Label }
	return delta.Likeness(o, n) >= 0.6 && !slices.ContainsFunc(olds, declares) && !slices.ContainsFunc(news, declares)
}

// removed puts a statement that only the old version has at byte at.
func (u *Unifier) removed(o *tree.Node, at int) bool {
	text := u.oldText(o)
	if u.oldSide().private(o, u.TokenAt(at)) {
		u.Note(notation.PatternVariable, u.TokenAt(at), text, "")
		u.Insert(at, text+"\n")
		u.extra(o)
		return true
	}
	switch o.Kind {
	case tree.Empty:
		return true
	case tree.Line:
		return u.keepLine(u.Old, o, at)
	case tree.Word:
		return false
	case tree.Label:
		return u.keepLabel(o, at)
	case tree.Decl:
		return u.keepDecl(u.Old, o, at)
	case tree.If:
		if len(o.Kids) == 2 && !source.HasLine(u.Old.Toks[o.Kids[0].From:o.Kids[0].To]) {
			cond := u.oldText(o.Kids[0])
			u.Note(notation.PatternConditional, u.TokenAt(at), cond, "0")
			u.Insert(at, "if ("+notation.Change(cond, "0")+") { "+u.Old.Span(o.Kids[1].From, o.Kids[1].To)+" }\n")
			return true
		}
	case tree.Expr:
		if a := o.Kids[0]; a.Kind == tree.Assign && a.Op == "=" && a.Kids[0].Kind == tree.Leaf && u.keeps(a.Kids[0].Op, u.TokenAt(at)) && !source.HasLine(u.Old.Toks[a.From:a.To]) {
			x := a.Kids[0].Op
			if text, ok := u.choose(u.TokenAt(at), u.Old.Span(a.Kids[1].From, a.Kids[1].To), x); ok {
				u.Note(notation.PatternAssign, u.TokenAt(at), u.Old.Span(a.Kids[1].From, a.Kids[1].To), x)
				u.Insert(at, x+" = "+text+";\n")
				return true
			}
		}
	}
	if tree.HasLabels(o) {
		return false
	}
	u.Note(notation.PatternStraight, u.TokenAt(at), text, "")
	u.Insert(at, "if (change(1, 0)) { "+text+" }\n")
	return true
}

// added marks a statement that only the new version has.
func (u *Unifier) added(n *tree.Node, at int) bool {
	if u.newSide().private(n, n.From) {
		u.Note(notation.PatternVariable, n.From, "", u.newText(n))
		u.extra(n)
		return true
	}
	switch n.Kind {
	case tree.Empty:
		return true
	case tree.Line:
		return u.keepLine(u.New, n, at)
	case tree.Word:
		return false
	case tree.Label:
		return n.Op != "case" && n.Op != "case range" && n.Op != "default"
	case tree.Decl:
		return u.keepDecl(u.New, n, at)
	case tree.If:
		if len(n.Kids) == 2 && u.guard(n.Kids[0], "0", notation.PatternConditional) {
			return true
		}
	case tree.While:
		if u.guard(n.Kids[0], "0", notation.PatternConditional) {
			return true
		}
	case tree.Expr:
		a := n.Kids[0]
		if a.Kind == tree.Assign && a.Op == "=" && a.Kids[0].Kind == tree.Leaf && !source.HasLine(u.New.Toks[a.From:a.To]) && u.keeps(a.Kids[0].Op, n.From) {
			x := a.Kids[0].Op
			if text, ok := u.choose(n.From, x, u.newText(a.Kids[1])); ok {
				u.Note(notation.PatternAssign, n.From, x, u.newText(a.Kids[1]))
				u.Replace(a.Kids[1].From, a.Kids[1].To, text)
				return true
			}
		}
	}
	if tree.HasLabels(n) {
		return false
	}
	u.Note(notation.PatternStraight, n.From, "", u.newText(n))
	u.Insert(u.New.Start(n.From), "if (change(0, 1)) { ")
	u.Insert(u.New.Toks[n.To-1].End, " }")
	return true
}

// keeps reports whether a variable surely has a value that it may keep at a token of the new
// file, in both versions: one in memory that has none yet is not read, since that would be an
// error.
func (u *Unifier) keeps(name string, tok int) bool {
	if source.InMemory(u.New, u.fnNew, name) && !source.Initialised(u.New, u.fnNew, name) || source.InMemory(u.Old, u.fnOld, name) && !source.Initialised(u.Old, u.fnOld, name) {
		return false
	}
	return u.settled(u.New, u.fnNew, name, tok)
}

// keepLine keeps a preprocessor line that makes or unmakes a macro of which the other
// version knows nothing.
func (u *Unifier) keepLine(f *source.File, n *tree.Node, at int) bool {
	line := csyntax.Line(n.Op)
	if len(line) < 2 || line[0].Text != "define" && line[0].Text != "undef" {
		return false
	}
	other, fn := u.Old, u.fnOld
	if f == u.Old {
		other, fn = u.New, u.fnNew
	}
	name := line[1].Text
	if slices.ContainsFunc(other.Toks[fn.Body:fn.To], func(t csyntax.Token) bool {
		return t.Text == name || t.Kind == csyntax.Directive && slices.Contains(csyntax.Identifiers(t.Text), name)
	}) {
		u.Clash = name // another macro there
		return false
	}
	if f == u.Old {
		u.Insert(at, "\n"+n.Op+"\n")
	}
	return true
}

// keepLabel puts a label that only the old version has at byte at.
func (u *Unifier) keepLabel(o *tree.Node, at int) bool {
	name := u.Old.Toks[o.From].Text
	if o.Op == "case" || o.Op == "case range" || o.Op == "default" || slices.ContainsFunc(u.New.Toks[u.fnNew.Body:u.fnNew.To], func(t csyntax.Token) bool { return t.Text == name }) {
		return false
	}
	u.Insert(at, name+": ;\n")
	return true
}

// caseGroup reports whether a run of statements begins with case labels and
// cannot be left but by its last statement.
func caseGroup(run []*tree.Node) bool {
	if len(run) < 2 || run[0].Kind != tree.Label || run[0].Op != "case" {
		return false
	}
	last := run[len(run)-1]
	return last.Kind == tree.Jump || last.Kind == tree.Return
}

// caseValues returns the values of the labels in a run.
func (u *Unifier) caseValues(f *source.File, run []*tree.Node) []string {
	var list []string
	for _, n := range run {
		if n.Kind == tree.Label && n.Op == "case" {
			list = append(list, f.Span(n.From+1, n.To-1))
		}
	}
	return list
}
