package align

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta/unify/notation"
	"github.com/riftlab/rift/program/delta/unify/source"
	"github.com/riftlab/rift/program/delta/unify/tree"
)

// declStmt unifies declarations of the same name.
func (u *Unifier) declStmt(o, n *tree.Node) bool {
	oh, nh := u.head(u.Old, o), u.head(u.New, n)
	if oh != nh || len(o.Kids) != len(n.Kids) {
		return u.widened(o, n)
	}
	for i := range n.Kids {
		if u.same(o.Kids[i], n.Kids[i]) {
			continue
		}
		if strings.HasPrefix(nh, "static ") || strings.Contains(nh, "constexpr ") || n.Kids[i].Kind == tree.Init || u.New.Toks[n.Kids[i].From-2].Is("]") {
			return false // no place for a change that is decided at run time
		}
		if !u.expr(o.Kids[i], n.Kids[i], false) && !u.initialiser(o.Kids[i], n, n.Kids[i]) {
			return false
		}
	}
	return true
}

// initialiser unifies the values of a variable by converting both to its type.
func (u *Unifier) initialiser(o, d, n *tree.Node) bool {
	toks := u.New.Toks[d.From:d.To]
	spec, list, ok := csyntax.Declarators(toks)
	if !ok || !u.argument(u.Old, o) || !u.argument(u.New, n) {
		return false
	}
	for _, x := range list {
		if d.From+x.Init != n.From {
			continue
		}
		typ := ""
		for _, t := range toks[:spec] {
			if t.Text != "const" && t.Text != "register" && t.Text != "auto" {
				typ += t.Text + " "
			}
		}
		for _, t := range toks[x.From : x.Init-1] {
			switch {
			case t.Is("*"):
				typ += "*"
			case t.Text != x.Name && !t.Is("const"):
				return false
			}
		}
		old, new := u.oldText(o), u.newText(n)
		text, ok := u.chooseAs(strings.TrimSpace(typ), n.From, old, new)
		if !ok {
			return false
		}
		u.Note(notation.PatternValue, n.From, old, new)
		u.Replace(n.From, n.To, text)
		return true
	}
	return false
}

// head is a declaration without its initialisers.
func (u *Unifier) head(f *source.File, d *tree.Node) string {
	var sb strings.Builder
	at := d.From
	for _, k := range d.Kids {
		sb.WriteString(csyntax.Join(f.Toks[at:k.From]) + " ")
		at = k.To
	}
	return sb.String() + csyntax.Join(f.Toks[at:d.To])
}

// widened handles a variable whose integer type changed size, if its value is
// only set here: the larger type is kept, and the other version's value cast.
func (u *Unifier) widened(o, n *tree.Node) bool {
	if len(o.Kids) != 1 || len(n.Kids) != 1 {
		return false
	}
	typ := func(f *source.File, d *tree.Node) (string, string) { // type and name
		end := d.Kids[0].From - 1
		return csyntax.Join(f.Toks[d.From : end-1]), f.Toks[end-1].Text
	}
	to, name := typ(u.Old, o)
	tn, name2 := typ(u.New, n)
	ro, rn := source.Rank(to), source.Rank(tn)
	if name != name2 || ro == 0 || rn == 0 || source.SetAgain(u.Old, u.fnOld, name) || source.SetAgain(u.New, u.fnNew, name) {
		return false
	}
	m := u.mark()
	if !u.expr(o.Kids[0], n.Kids[0], false) || len(u.edits) > m[0] {
		u.undo(m)
		return false
	}
	e := u.newText(n.Kids[0])
	old, new := e, e
	if rn < ro {
		u.Replace(n.From, n.Kids[0].From-2, to)
		new = "(" + tn + ") (" + e + ")"
	} else {
		old = "(" + to + ") (" + e + ")"
	}
	u.Note(notation.PatternType, n.From, to, tn)
	u.Replace(n.Kids[0].From, n.Kids[0].To, notation.Change(old, new))
	return true
}

// cleaned reports whether the variable of a declaration is cleaned up when its scope ends: that
// is an effect of the declaration.
func (u *Unifier) cleaned(toks []csyntax.Token) bool {
	names := u.macros.Through(toks)
	maps.Copy(names, u.old.Through(toks))
	for _, t := range toks {
		names[t.Text] = true
	}
	return names["cleanup"] || names["__cleanup__"]
}

// keepDecl keeps a declaration that only one version has; the other must not
// notice its initialisers.
func (u *Unifier) keepDecl(f *source.File, d *tree.Node, at int) bool {
	if u.cleaned(f.Toks[d.From:d.To]) {
		return false
	}
	fn, other, own, tok := u.fnOld, u.Old, u.newSide(), d.From
	if f == u.Old {
		fn, other, own, tok = u.fnNew, u.New, u.oldSide(), u.TokenAt(at)
	}
	for _, name := range f.Declared(source.Declaration{From: d.From, To: d.To}) {
		if source.DeclaredIn(other, fn, name) {
			u.Clash = name // another declaration of that name
			return false
		}
		if f == u.Old && slices.ContainsFunc(u.New.Toks[fn.From:fn.Body], func(t csyntax.Token) bool { return t.Text == name }) {
			return false // would hide a parameter
		}
		if f == u.New && source.Uses(other.Toks[fn.Body:fn.To], name) {
			u.Clash = name // would hide what the old version knows by that name
			return false
		}
	}
	u.extra(d)
	text := f.Span(d.From, d.To)
	if u.keepObject(f, d, at) {
		return true
	}
	if f.Toks[d.From].Text != "static" { // there, nothing has to be computed
		edits, ok := own.unnoticed(d.Kids, tok, nil)
		if !ok {
			return false
		}
		if f == u.New {
			u.edits = append(u.edits, edits...)
		} else if len(edits) > 0 {
			text = source.Part(f.Text, f.Toks[d.From].Start, f.Toks[d.To-1].End, edits)
		}
	}
	if f == u.Old {
		u.Note(notation.PatternVariable, u.TokenAt(at), text, "")
		u.Insert(at, text+"\n")
		return true
	}
	u.Note(notation.PatternVariable, d.From, "", text)
	return true
}

// keepObject keeps the declaration of one structure or union that gets the value of
// another: there is no other value to choose, so that its version assigns it.
func (u *Unifier) keepObject(f *source.File, d *tree.Node, at int) bool {
	if len(d.Kids) != 1 || d.Kids[0].Kind == tree.Init || u.pure(f, d.Kids[0]) || !u.object(f.Toks[d.From:d.Kids[0].From]) {
		return false
	}
	end := d.Kids[0].From - 1 // the sign =
	head, value := f.Span(d.From, end), f.Span(d.Kids[0].From, d.Kids[0].To)
	which := "0, 1"
	if f == u.Old {
		which = "1, 0"
	}
	text := fmt.Sprintf("%s; if (change(%s)) { %s = %s; }", head, which, csyntax.Declared(f.Toks[d.From:d.To]), value)
	if f == u.Old {
		u.Note(notation.PatternStraight, u.TokenAt(at), f.Span(d.From, d.To), "")
		u.Insert(at, text+"\n")
	} else {
		u.Note(notation.PatternStraight, d.From, "", f.Span(d.From, d.To))
		u.Replace(d.From, d.To, text)
	}
	return true
}

// object reports whether tokens of a declaration declare one structure or union.
func (u *Unifier) object(toks []csyntax.Token) bool {
	record := false
	for _, t := range toks {
		switch {
		case t.Is("*"), t.Is("["), t.Is("("), t.Is("{"), t.Is(","), t.Text == "const", t.Text == "static":
			return false
		case t.Text == "struct", t.Text == "union", u.Old.Records[t.Text], u.New.Records[t.Text]:
			record = true
		}
	}
	return record
}

// unnoticed returns edits that keep initialisers which have effects, can fail or decide
// by what has no value, from the version that does not have them. tok is their place in
// the new file.
func (s side) unnoticed(inits []*tree.Node, tok int, edits []source.Edit) (list []source.Edit, ok bool) {
	f := s.file
	for _, k := range inits {
		switch {
		case k.Kind == tree.Init:
			if edits, ok = s.unnoticed(k.Kids, tok, edits); !ok {
				return nil, false
			}
		case s.u.pure(f, k) && s.decides(k, tok) && s.readable(k, tok):
		case !s.u.argument(f, k):
			return nil, false
		default:
			e := f.Span(k.From, k.To)
			a := notation.Change("0", e)
			if f == s.u.Old {
				a = notation.Change(e, "0")
			}
			edits = append(edits, source.Edit{Start: f.Toks[k.From].Start, End: f.Toks[k.To-1].End, Text: a})
		}
	}
	return edits, true
}
