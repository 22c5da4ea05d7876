package align

import (
	"slices"

	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta/unify/notation"
	"github.com/riftlab/rift/program/delta/unify/source"
	"github.com/riftlab/rift/program/delta/unify/tree"
)

// change annotates a whole expression.
func (u *Unifier) change(o, n *tree.Node) bool {
	if !u.argument(u.Old, o) || !u.argument(u.New, n) {
		return false
	}
	old, new := u.oldText(o), u.newText(n)
	text, ok := u.choose(n.From, old, new)
	if !ok {
		return false
	}
	u.Note(notation.PatternValue, n.From, old, new)
	u.Replace(n.From, n.To, text)
	return true
}

// pure is tree.Pure for an expression of a file, macros in it included.
func (u *Unifier) pure(f *source.File, e *tree.Node) bool {
	return tree.Pure(e) && !u.macro(f, e, func(m source.Macros, name string) bool { return !m.Simple(name) })
}

// effects is tree.HasEffects for an expression of a file, macros in it included.
func (u *Unifier) effects(f *source.File, e *tree.Node) bool {
	return tree.HasEffects(e) || u.macro(f, e, source.Macros.Effects)
}

// macro reports whether some name in an expression of a file is that of a macro of a kind.
func (u *Unifier) macro(f *source.File, e *tree.Node, kind func(source.Macros, string) bool) bool {
	macros := u.macrosOf(f)
	return slices.ContainsFunc(f.Toks[e.From:e.To], func(t csyntax.Token) bool { return t.Names() && kind(macros, t.Text) })
}

func (u *Unifier) macrosOf(f *source.File) source.Macros {
	if f == u.Old {
		return u.old
	}
	return u.macros
}

// open reports whether, outside of brackets, there is a macro in an expression of a file that
// is no operand by itself, as is 1 + 2 without parentheses.
func (u *Unifier) open(f *source.File, e *tree.Node, postfix bool) bool {
	depth := 0
	for _, t := range f.Toks[e.From:e.To] {
		switch {
		case t.Is("("), t.Is("["):
			depth++
		case t.Is(")"), t.Is("]"):
			depth--
		case depth == 0 && t.Names() && u.macrosOf(f).Open(t.Text, postfix):
			return true
		}
	}
	return false
}

// beside reports whether operands of two expressions of the same form differ, and one of them is
// open: the operators beside it would not reach into an annotation.
func (u *Unifier) beside(o, n *tree.Node) bool {
	for i := range n.Kids {
		postfix := false
		switch n.Kind {
		case tree.Binary, tree.Pre, tree.Cast, tree.Cond:
		case tree.Member, tree.Post:
			postfix = true
		case tree.Index, tree.Call:
			if postfix = true; i > 0 {
				continue
			}
		default:
			return false
		}
		if !u.same(o.Kids[i], n.Kids[i]) && (u.open(u.Old, o.Kids[i], postfix) || u.open(u.New, n.Kids[i], postfix)) {
			return true
		}
	}
	return false
}

// argument reports whether an expression can be an argument of change: there is no
// preprocessor line in it, nor a macro that begins with a comma or has one outside of brackets.
func (u *Unifier) argument(f *source.File, e *tree.Node) bool {
	macros := u.macrosOf(f)
	depth := 0
	for _, t := range f.Toks[e.From:e.To] {
		switch {
		case t.Kind == csyntax.Directive:
			return false
		case t.Is("("):
			depth++
		case t.Is(")"):
			depth--
		case depth == 0 && (macros.Continues(t.Text) || macros.Lists(t.Text)):
			return false
		}
	}
	return true
}

// expr unifies an expression. With lvalue it must still name an object.
// It reports false, having changed nothing, if it cannot.
//
// Source: Palikareva et al. 2016, section 3.1, rule 1 and its conditional
// forms a to g; annotations are pushed as deep as the two trees agree.
func (u *Unifier) expr(o, n *tree.Node, lvalue bool) bool {
	if u.same(o, n) {
		return true
	}
	m := u.mark()
	if u.deeper(o, n, lvalue) {
		return true
	}
	u.undo(m)
	return !lvalue && u.change(o, n)
}

// condition is expr for what is only tested.
func (u *Unifier) condition(o, n *tree.Node) bool {
	u.cond = true
	defer func() { u.cond = false }()
	return u.expr(o, n, false)
}

// deeper unifies the parts of two expressions of the same form.
func (u *Unifier) deeper(o, n *tree.Node, lvalue bool) bool {
	cond := u.cond
	defer func() { u.cond = cond }()
	logical := n.Kind == tree.Binary && (n.Op == "&&" || n.Op == "||")
	u.cond = cond && (logical || n.Kind == tree.Paren || n.Kind == tree.Pre && n.Op == "!")
	if logical || o.Kind == tree.Binary && (o.Op == "&&" || o.Op == "||") {
		return !lvalue && u.logical(o, n, cond)
	}
	if o.Kind != n.Kind || o.Op != n.Op || len(o.Kids) != len(n.Kids) || u.beside(o, n) {
		return false
	}
	lv := func(i int) bool { // must child i name an object?
		switch n.Kind {
		case tree.Paren:
			return lvalue
		case tree.Post:
			return true
		case tree.Pre:
			return n.Op == "&" || n.Op == "++" || n.Op == "--"
		case tree.Member:
			return lvalue && n.Op[0] == '.'
		case tree.Assign:
			return i == 0
		case tree.Call:
			return i > 0 && u.macros.Assigns(n.Kids[0].Op, i-1)
		}
		return false
	}
	switch n.Kind {
	case tree.Leaf, tree.Size, tree.Opaque:
		return false
	case tree.Call:
		if !u.same(o.Kids[0], n.Kids[0]) || u.spelled(o, n) {
			return false
		}
	case tree.Cond, tree.Binary, tree.Cast:
		if lvalue {
			return false
		}
	case tree.Index:
		// An array has no value of its own to choose from; a pointer has.
		if lvalue && !u.same(o.Kids[0], n.Kids[0]) || u.dualBase(o, n) {
			return false
		}
	case tree.Member:
		if u.dualBase(o, n) {
			return false
		}
	case tree.Init:
		if len(o.Kids) > maxInit {
			return false
		}
	}
	if n.Kind == tree.Binary && !u.same(o.Kids[0], n.Kids[0]) && !u.same(o.Kids[1], n.Kids[1]) && !u.akin(o.Kids[0], n.Kids[0]) && !u.akin(o.Kids[1], n.Kids[1]) {
		return false // nothing in common: one annotation says it better
	}
	for i := range n.Kids {
		if !u.expr(o.Kids[i], n.Kids[i], lv(i)) {
			return false
		}
	}
	return true
}

// spelled reports whether a call is that of a macro that shows how an argument is written, asks
// for its type or puts operators beside it, and the versions write it otherwise.
func (u *Unifier) spelled(o, n *tree.Node) bool {
	for i := 1; i < len(n.Kids); i++ {
		name := n.Kids[0].Op
		switch {
		case u.same(o.Kids[i], n.Kids[i]):
		case u.macros.Spells(name, i-1), u.macros.Types(name, i-1):
			return true
		case u.macros.Bare(name, i-1) && (compound(o.Kids[i]) || compound(n.Kids[i])):
			return true
		}
	}
	return false
}

// compound reports whether an expression has an operator outside of parentheses that takes
// operands.
func compound(n *tree.Node) bool {
	switch n.Kind {
	case tree.Binary, tree.Cond, tree.Cast, tree.Pre, tree.Assign, tree.Comma:
		return true
	}
	return false
}

// dualBase reports whether the objects of which o and n are a part are something
// that is kept from both versions: they may have different types, so that there is
// no choosing between them, only between their parts.
func (u *Unifier) dualBase(o, n *tree.Node) bool {
	for (n.Kind == tree.Index || n.Kind == tree.Member || n.Kind == tree.Paren) && o.Kind == n.Kind {
		o, n = o.Kids[0], n.Kids[0]
	}
	return o.Kind == tree.Leaf && n.Kind == tree.Leaf && o.Op == n.Op+source.OldSuffix
}

// maxInit bounds the initialisers that are compared one by one.
const maxInit = 4096

// akin reports whether two expressions share something below their roots.
func (u *Unifier) akin(o, n *tree.Node) bool {
	return o.Kind == n.Kind && o.Op == n.Op && len(o.Kids) > 0 && len(o.Kids) == len(n.Kids)
}

// logical unifies conditions: operands of a chain of && or || that are new, and those
// at its end that are gone, are switched off in the other version. Operands before
// others that are gone are kept together with these, which avoids divergences that
// are none (patterns f and g).
func (u *Unifier) logical(o, n *tree.Node, cond bool) bool {
	op := n.Op
	if n.Kind != tree.Binary || op != "&&" && op != "||" {
		// The new version has one operand of the old one's chain.
		if op = o.Op; !cond || !u.same(tree.Chain(o, op)[0], n) {
			return false
		}
	}
	olds, news := []*tree.Node{o}, tree.Chain(n, op)
	if o.Kind == tree.Binary && (o.Op == "&&" || o.Op == "||") {
		if o.Op == op {
			olds = tree.Chain(o, op)
		}
	}
	if len(olds) == 1 && len(news) > 1 && !cond {
		return false // the value of x && 1 is not that of x
	}
	neutral := "1"
	if op == "||" {
		neutral = "0"
	}
	if len(olds) == len(news) {
		shared := 0
		for i := range olds {
			if u.same(olds[i], news[i]) {
				shared++
			}
		}
		if shared == 0 && len(news) > 1 && !u.akin(olds[0], news[0]) && !u.akin(olds[1], news[1]) {
			return false
		}
		for i := range olds {
			if !u.expr(olds[i], news[i], false) {
				return false
			}
		}
		return true
	}
	// What both begin with stays, and what both end with if nothing else of the old
	// version's is left; the rest is one annotation. Operands that only one version
	// has are the other's neutral element.
	k := 0
	for k < len(olds) && k < len(news) && u.same(olds[k], news[k]) {
		k++
	}
	if source.HasLine(u.Old.Toks[o.From:o.To]) || source.HasLine(u.New.Toks[n.From:n.To]) {
		return false
	}
	if k < len(olds) && len(olds) < len(news) && u.sameTail(olds[k:], news) {
		first, last := news[k], news[len(news)-len(olds)+k-1]
		new := u.New.Span(first.From, last.To)
		u.Note(notation.PatternValue, first.From, neutral, new)
		u.Replace(first.From, last.To, notation.Change(neutral, new))
		return true
	}
	if k == 0 {
		return false
	}
	old, new := neutral, neutral
	if k < len(olds) {
		old = u.Old.Span(olds[k].From, o.To)
	}
	if k < len(news) {
		new = u.New.Span(news[k].From, n.To)
		u.Note(notation.PatternValue, news[k].From, old, new)
		u.Replace(news[k].From, n.To, notation.Change(old, new))
		return true
	}
	u.Note(notation.PatternValue, n.To-1, old, new)
	u.Insert(u.New.Toks[n.To-1].End, " "+op+" "+notation.Change(old, new))
	return true
}

// sameTail reports whether news ends with olds.
func (u *Unifier) sameTail(olds, news []*tree.Node) bool {
	return slices.EqualFunc(olds, news[len(news)-len(olds):], u.same)
}

// guard replaces a condition that only the new version has by one that is the
// given constant in the old version.
func (u *Unifier) guard(cond *tree.Node, old string, p notation.Pattern) bool {
	if source.HasLine(u.New.Toks[cond.From:cond.To]) {
		return false
	}
	u.Note(p, cond.From, old, u.newText(cond))
	u.Replace(cond.From, cond.To, notation.Change(old, u.newText(cond)))
	return true
}
