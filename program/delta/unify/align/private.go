package align

import (
	"slices"

	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta/unify/source"
	"github.com/riftlab/rift/program/delta/unify/tree"
)

// side is a version of the function at work, with the other one beside it.
type side struct {
	u           *Unifier
	file, other *source.File
	fn, otherFn *source.Item
}

func (u *Unifier) oldSide() side { return side{u, u.Old, u.New, u.fnOld, u.fnNew} }
func (u *Unifier) newSide() side { return side{u, u.New, u.Old, u.fnNew, u.fnOld} }

// private reports whether a statement does nothing but set variables that only its
// version has: the other may do it too, and never notices. tok is the place in the new
// file where it stands, or would stand.
//
// It must do no harm there: nothing in it can fail or go on for ever, and what decides
// in it has a value in the other version, too.
//
// Source: Palikareva et al. 2016, section 3.1, rule 4.
func (s side) private(n *tree.Node, tok int) bool {
	if n == nil {
		return true
	}
	if source.HasLine(s.file.Toks[n.From:n.To]) {
		return false
	}
	switch n.Kind {
	case tree.Expr:
		return s.sets(n.Kids[0], tok)
	case tree.Block:
		return len(n.Kids) > 0 && !slices.ContainsFunc(n.Kids, func(k *tree.Node) bool { return !s.private(k, tok) })
	case tree.If:
		if !s.u.pure(s.file, n.Kids[0]) || !s.known(n.Kids[0], tok) {
			return false
		}
		return !slices.ContainsFunc(n.Kids[1:], func(k *tree.Node) bool { return !s.private(k, tok) })
	}
	return false
}

// extra notes the function at work if a statement that stands for both versions
// branches.
func (u *Unifier) extra(n *tree.Node) {
	if tree.Branches(n) || u.branchesInMacros(n) {
		u.Extra = append(u.Extra, u.fn)
	}
}

// branchesInMacros reports whether a macro in a statement may branch.
func (u *Unifier) branchesInMacros(n *tree.Node) bool {
	if n == nil {
		return false
	}
	if n.Kind == tree.Leaf && (u.macros.Branch(n.Op) || u.old.Branch(n.Op)) {
		return true
	}
	return slices.ContainsFunc(n.Kids, u.branchesInMacros)
}

// sets reports whether an expression only sets variables that no other version has,
// to what can be computed without harm at a place in the new file.
func (s side) sets(e *tree.Node, tok int) bool {
	switch e.Kind {
	case tree.Assign:
		if e.Op == "/=" || e.Op == "%=" || e.Op == "<<=" || e.Op == ">>=" {
			return false
		}
		if e.Kids[1].Kind == tree.Assign { // a = b = 0
			return s.own(e.Kids[0]) && s.sets(e.Kids[1], tok)
		}
		return s.own(e.Kids[0]) && s.u.pure(s.file, e.Kids[1]) && s.decides(e.Kids[1], tok) && s.readable(e.Kids[1], tok) && (e.Op == "=" || s.readable(e.Kids[0], tok))
	case tree.Post, tree.Pre:
		return (e.Op == "++" || e.Op == "--") && s.own(e.Kids[0]) && s.readable(e.Kids[0], tok)
	case tree.Comma:
		return !slices.ContainsFunc(e.Kids, func(k *tree.Node) bool { return !s.sets(k, tok) })
	}
	return false
}

// decides reports whether what decides within an expression which parts of it are computed
// has a value in both versions.
func (s side) decides(e *tree.Node, tok int) bool {
	if (e.Kind == tree.Cond || e.Kind == tree.Binary && (e.Op == "&&" || e.Op == "||" || e.Op == "?:")) && !s.known(e.Kids[0], tok) {
		return false
	}
	return !slices.ContainsFunc(e.Kids, func(k *tree.Node) bool { return !s.decides(k, tok) })
}

// readable reports whether no variable in an expression that surely is in memory may lack a
// value in one of the versions: reading it there is an error, while the value of another one
// is anything.
func (s side) readable(e *tree.Node, tok int) bool {
	if e.Kind == tree.Leaf && source.InMemory(s.file, s.fn, e.Op) {
		return s.known(e, tok)
	}
	return !slices.ContainsFunc(e.Kids, func(k *tree.Node) bool { return !s.readable(k, tok) })
}

// own reports whether an expression is the name of a variable of the function that
// the other version knows nothing of.
func (s side) own(e *tree.Node) bool {
	return e.Kind == tree.Leaf && source.DeclaredIn(s.file, s.fn, e.Op) && !s.u.globals[e.Op] && !s.otherHas(e.Op)
}

func (s side) otherHas(name string) bool {
	return source.Uses(s.other.Toks[s.otherFn.From:s.otherFn.To], name)
}

// known reports whether all variables in an expression have values in both versions
// where it stands: those that both have, by what was set before; a version's own, by
// their declaration, since statements that set them may be annotated.
func (s side) known(e *tree.Node, tok int) bool {
	if e.Kind != tree.Leaf || s.file.Toks[e.From].Kind != csyntax.Identifier {
		return !slices.ContainsFunc(e.Kids, func(k *tree.Node) bool { return !s.known(k, tok) })
	}
	switch name := e.Op; {
	case !source.DeclaredIn(s.file, s.fn, name) && !source.DeclaredIn(s.other, s.otherFn, name):
		return true
	case !s.otherHas(name):
		return source.Initialised(s.file, s.fn, name)
	default:
		return s.settledInBoth(name, e.From, tok)
	}
}

// settledInBoth reports whether a variable surely has a value at a place, by the text
// of the statement's own file, and by that of the new one, where it is put.
func (s side) settledInBoth(name string, own, tok int) bool {
	return s.u.settled(s.file, s.fn, name, own) && s.u.settled(s.u.New, s.u.fnNew, name, tok)
}
