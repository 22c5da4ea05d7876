package align

import (
	"strings"

	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta/unify/notation"
	"github.com/riftlab/rift/program/delta/unify/source"
	"github.com/riftlab/rift/program/delta/unify/tree"
)

// stmt unifies a pair of statements of the same kind; false, with nothing
// changed, if it cannot.
func (u *Unifier) stmt(o, n *tree.Node) bool {
	if u.same(o, n) {
		return true
	}
	m := u.mark()
	if o.Kind == n.Kind && u.sameKind(o, n) {
		return true
	}
	u.undo(m)
	return false
}

func (u *Unifier) sameKind(o, n *tree.Node) bool {
	switch n.Kind {
	case tree.Block:
		return u.list(o.Kids, n.Kids, u.New.Toks[n.To-1].Start)
	case tree.If:
		return u.ifStmt(o, n)
	case tree.While, tree.Do:
		return u.condition(o.Kids[0], n.Kids[0]) && u.body(o.Kids[1], n.Kids[1])
	case tree.Each:
		return u.exprStmt(o.Kids[0], n.Kids[0]) && u.body(o.Kids[1], n.Kids[1])
	case tree.Switch:
		return u.switchStmt(o, n)
	case tree.For:
		return u.forStmt(o, n)
	case tree.Return:
		return len(o.Kids) == len(n.Kids) && (len(n.Kids) == 0 || u.expr(o.Kids[0], n.Kids[0], false) || u.result(o.Kids[0], n.Kids[0]))
	case tree.Expr:
		return u.exprStmt(o.Kids[0], n.Kids[0])
	case tree.Decl:
		return u.declStmt(o, n)
	}
	return false
}

// result unifies what a function returns by converting both to its type.
func (u *Unifier) result(o, n *tree.Node) bool {
	var typ []string
	for _, t := range u.New.Toks[u.fnNew.From:u.fnNew.Body] {
		switch t.Text {
		case "static", "inline", "extern", "const":
			continue
		case u.fnNew.Name:
			if !u.argument(u.Old, o) || !u.argument(u.New, n) || len(typ) == 0 {
				return false
			}
			old, new := u.oldText(o), u.newText(n)
			text, ok := u.chooseAs(strings.Join(typ, " "), n.From, old, new)
			if ok {
				u.Note(notation.PatternValue, n.From, old, new)
				u.Replace(n.From, n.To, text)
			}
			return ok
		}
		if t.Kind != csyntax.Identifier && !t.Is("*") {
			return false
		}
		typ = append(typ, t.Text)
	}
	return false
}

// body unifies the statements that a condition or loop governs.
func (u *Unifier) body(o, n *tree.Node) bool {
	if u.same(o, n) {
		return true
	}
	if o.Kind == n.Kind && (n.Kind != tree.Expr || u.likeness(o, n) > 0) && n.Kind != tree.Decl {
		if u.stmt(o, n) {
			return true
		}
	}
	// One statement or a block: unify as lists, in braces.
	olds, news := []*tree.Node{o}, []*tree.Node{n}
	if o.Kind == tree.Block {
		olds = o.Kids
	}
	if n.Kind == tree.Block {
		return u.list(olds, n.Kids, u.New.Toks[n.To-1].Start)
	}
	u.Insert(u.New.Start(n.From), "{ ")
	if !u.list(olds, news, u.New.Toks[n.To-1].End) {
		return false
	}
	u.Insert(u.New.Toks[n.To-1].End, " }")
	return true
}

func (u *Unifier) ifStmt(o, n *tree.Node) bool {
	if !u.same(o.Kids[0], n.Kids[0]) && (len(n.Kids) == 3 && u.addedLink(o, n) || len(o.Kids) == 3 && u.removedLink(o, n)) {
		return true
	}
	if !u.condition(o.Kids[0], n.Kids[0]) || !u.body(o.Kids[1], n.Kids[1]) {
		return false
	}
	switch {
	case len(o.Kids) == 3 && len(n.Kids) == 3:
		return u.elses(o.Kids[2], n.Kids[2])
	case len(o.Kids) == 3: // the else is gone
		if n.Kids[1].Kind == tree.If { // would take the else for itself
			return false
		}
		u.Note(notation.PatternStraight, n.To-1, u.oldText(o.Kids[2]), "")
		u.Insert(u.New.Toks[n.To-1].End, " else if (change(1, 0)) { "+u.oldText(o.Kids[2])+" }")
	case len(n.Kids) == 3: // there is an else now
		e := n.Kids[2]
		if e.Kind == tree.If && len(e.Kids) == 2 {
			return u.guard(e.Kids[0], "0", notation.PatternConditional)
		}
		u.Note(notation.PatternStraight, e.From, "", u.newText(e))
		u.Insert(u.New.Start(e.From), "if (change(0, 1)) { ")
		u.Insert(u.New.Toks[e.To-1].End, " }")
	}
	return true
}

// elses unifies what is done otherwise, in one version perhaps under a further condition.
func (u *Unifier) elses(o, n *tree.Node) bool {
	m := u.mark()
	switch {
	case o.Kind == tree.If && len(o.Kids) == 2 && n.Kind != tree.If && !source.HasLine(u.Old.Toks[o.From:o.Kids[1].From]) && u.alike(tree.Statements(o.Kids[1]), tree.Statements(n)):
		cond := u.oldText(o.Kids[0])
		u.Note(notation.PatternConditional, n.From, cond, "1")
		u.Insert(u.New.Start(n.From), "if ("+notation.Change(cond, "1")+") ")
		if u.body(o.Kids[1], n) {
			return true
		}
	case n.Kind == tree.If && len(n.Kids) == 2 && o.Kind != tree.If && u.alike(tree.Statements(o), tree.Statements(n.Kids[1])):
		if u.guard(n.Kids[0], "1", notation.PatternConditional) && u.body(o, n.Kids[1]) {
			return true
		}
	}
	u.undo(m)
	return u.body(o, n)
}

// addedLink handles a condition put before another in a chain of else if.
func (u *Unifier) addedLink(o, n *tree.Node) bool {
	rest := n.Kids[2]
	if rest.Kind != tree.If || !u.same(o.Kids[0], rest.Kids[0]) {
		return false
	}
	m := u.mark()
	if u.guard(n.Kids[0], "0", notation.PatternConditional) && u.stmt(o, rest) {
		return true
	}
	u.undo(m)
	return false
}

// removedLink handles a condition that no longer stands before another in a
// chain of else if.
func (u *Unifier) removedLink(o, n *tree.Node) bool {
	rest := o.Kids[2]
	if rest.Kind != tree.If || !u.same(rest.Kids[0], n.Kids[0]) || source.HasLine(u.Old.Toks[o.From:o.Kids[1].To]) || tree.HasLabels(o.Kids[1]) {
		return false
	}
	m := u.mark()
	cond := u.oldText(o.Kids[0])
	u.Note(notation.PatternConditional, n.From, cond, "0")
	u.Insert(u.New.Start(n.From), "if ("+notation.Change(cond, "0")+") { "+u.oldText(o.Kids[1])+" } else ")
	if u.stmt(rest, n) {
		return true
	}
	u.undo(m)
	return false
}

func (u *Unifier) forStmt(o, n *tree.Node) bool {
	for i := range 3 {
		a, b := o.Kids[i], n.Kids[i]
		switch {
		case a == nil && b == nil:
		case a == nil || b == nil:
			if i == 1 && a == nil {
				return u.guard(b, "1", notation.PatternValue) && u.body(o.Kids[3], n.Kids[3])
			}
			return false
		case i == 0 && (a.Kind == tree.Decl || b.Kind == tree.Decl):
			if !u.stmt(a, b) {
				return false
			}
		case i == 1:
			if !u.condition(a, b) {
				return false
			}
		default:
			if !u.exprStmt(a, b) {
				return false
			}
		}
	}
	return u.body(o.Kids[3], n.Kids[3])
}

// assignment unifies assignments to the same object as wholes.
func (u *Unifier) assignment(o, n *tree.Node) bool {
	if !u.same(o.Kids[0], n.Kids[0]) || u.effects(u.New, n.Kids[0]) || source.HasLine(u.Old.Toks[o.From:o.To]) || source.HasLine(u.New.Toks[n.From:n.To]) {
		return false
	}
	value := func(f *source.File, a *tree.Node) string {
		rhs := f.Span(a.Kids[1].From, a.Kids[1].To)
		if a.Op == "=" {
			return rhs
		}
		return f.Span(a.Kids[0].From, a.Kids[0].To) + " " + strings.TrimSuffix(a.Op, "=") + " (" + rhs + ")"
	}
	old, new, object := value(u.Old, o), value(u.New, n), u.newText(n.Kids[0])
	text, ok := u.chooseAs("__typeof__ ("+object+")", n.From, old, new)
	if !ok {
		return false
	}
	u.Note(notation.PatternValue, n.From, old, new)
	u.Replace(n.From, n.To, object+" = "+text)
	return true
}

// exprStmt unifies expressions evaluated for their effects.
func (u *Unifier) exprStmt(o, n *tree.Node) bool {
	switch {
	case u.same(o, n):
		return true
	case o.Kind == tree.Assign && n.Kind == tree.Assign:
		if m := u.mark(); o.Op == n.Op {
			if u.expr(o.Kids[0], n.Kids[0], true) && u.expr(o.Kids[1], n.Kids[1], false) {
				return true
			}
			u.undo(m)
		}
		return u.assignment(o, n)
	case o.Kind == tree.Call && n.Kind == tree.Call && len(o.Kids) == len(n.Kids) && u.same(o.Kids[0], n.Kids[0]):
		if u.spelled(o, n) {
			return false
		}
		for i := 1; i < len(n.Kids); i++ {
			if !u.expr(o.Kids[i], n.Kids[i], u.macros.Assigns(n.Kids[0].Op, i-1)) {
				return false
			}
		}
		return true
	case o.Kind == n.Kind && (n.Kind == tree.Post || n.Kind == tree.Pre) && o.Op == n.Op:
		return u.expr(o.Kids[0], n.Kids[0], true)
	case o.Kind == tree.Comma && n.Kind == tree.Comma && len(o.Kids) == len(n.Kids):
		for i := range n.Kids {
			if !u.exprStmt(o.Kids[i], n.Kids[i]) {
				return false
			}
		}
		return true
	}
	return false
}
