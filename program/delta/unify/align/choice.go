package align

import (
	"slices"

	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta/unify/notation"
	"github.com/riftlab/rift/program/delta/unify/source"
	"github.com/riftlab/rift/program/delta/unify/tree"
)

// choice is a variable that gets one of two values; nil is the value that it has.
type choice struct {
	name string
	arms [2]*tree.Node // if the condition holds, and if not
}

// choices takes an if apart that does nothing but set variables of its function, such that
// one conditional expression after the other does the same.
func (s side) choices(n *tree.Node) []choice {
	if n.Kind != tree.If || !s.u.pure(s.file, n.Kids[0]) || source.HasLine(s.file.Toks[n.From:n.To]) {
		return nil
	}
	var list []choice
	var order [2][]string // the variables in the order in which each arm sets them
	effects := false
	for arm, body := range n.Kids[1:] {
		for _, st := range tree.Statements(body) {
			if st.Kind != tree.Expr {
				return nil
			}
			a := st.Kids[0]
			if a.Kind != tree.Assign || a.Op != "=" || a.Kids[0].Kind != tree.Leaf || !s.local(a.Kids[0].Op) || slices.Contains(order[arm], a.Kids[0].Op) {
				return nil
			}
			name := a.Kids[0].Op
			effects = effects || s.u.effects(s.file, a.Kids[1])
			order[arm] = append(order[arm], name)
			i := slices.IndexFunc(list, func(c choice) bool { return c.name == name })
			if i < 0 {
				i = len(list)
				list = append(list, choice{name: name})
			}
			list[i].arms[arm] = a.Kids[1]
		}
	}
	for i, c := range list {
		if effects && len(list) > 1 || i+1 < len(list) && s.mentions(n.Kids[0], c.name) {
			return nil // the condition may be another one the second time
		}
		for arm, e := range c.arms {
			if e == nil {
				if !s.u.settled(s.file, s.fn, c.name, n.From) {
					return nil
				}
				continue
			}
			for k, other := range list {
				if at := slices.Index(order[arm], other.name); k != i && at >= 0 && s.mentions(e, other.name) && (at < slices.Index(order[arm], c.name)) != (k < i) {
					return nil
				}
			}
		}
	}
	return list
}

// local reports whether a name is that of a variable or parameter of the function.
func (s side) local(name string) bool {
	return source.DeclaredIn(s.file, s.fn, name) ||
		slices.ContainsFunc(s.file.Toks[s.fn.From:s.fn.Body], func(t csyntax.Token) bool { return t.Names() && t.Text == name })
}

func (s side) mentions(e *tree.Node, name string) bool {
	return slices.ContainsFunc(s.file.Toks[e.From:e.To], func(t csyntax.Token) bool { return t.Text == name })
}

func (s side) text(e *tree.Node) string { return s.file.Span(e.From, e.To) }

// operand is the text of an expression as a part of a conditional one.
func (s side) operand(e *tree.Node) string {
	if e.Kind == tree.Assign || e.Kind == tree.Cond || e.Kind == tree.Comma || e.Op == "?:" {
		return "(" + s.text(e) + ")"
	}
	return s.text(e)
}

// set returns the values that statements give to the variables of choices, in order; nil
// if they do anything else.
func set(list []choice, stmts []*tree.Node) []*tree.Node {
	if len(list) == 0 || len(list) != len(stmts) {
		return nil
	}
	var values []*tree.Node
	for i, n := range stmts {
		if n.Kind != tree.Expr || n.Kids[0].Kind != tree.Assign || n.Kids[0].Op != "=" || n.Kids[0].Kids[0].Op != list[i].name {
			return nil
		}
		values = append(values, n.Kids[0].Kids[1])
	}
	return values
}

// chosen handles an if of one version that sets variables which the other version sets
// without it: both are conditional expressions then, of which the condition is annotated
// if the values are the same.
func (u *Unifier) chosen(olds, news []*tree.Node) bool {
	old, new := u.oldSide(), u.newSide()
	if len(olds) == 1 {
		list := old.choices(olds[0])
		values := set(list, news)
		if values == nil || slices.ContainsFunc(values, func(v *tree.Node) bool { return !u.argument(u.New, v) }) {
			return false
		}
		u.Extra = append(u.Extra, u.fn) // several conditions for one
		for i, c := range list {
			text, what, note := old.join(c, olds[0].Kids[0], new, values[i], false)
			u.Note(notation.PatternValue, values[i].From, note[0], note[1])
			if what == nil {
				what = values[i]
			}
			u.Replace(what.From, what.To, text)
		}
		return true
	}
	if len(news) == 1 {
		list := new.choices(news[0])
		values := set(list, olds)
		if values == nil || slices.ContainsFunc(values, func(v *tree.Node) bool { return !u.argument(u.Old, v) }) {
			return false
		}
		u.Extra = append(u.Extra, u.fn)
		var text string
		for i, c := range list {
			t, _, note := new.join(c, news[0].Kids[0], old, values[i], true)
			u.Note(notation.PatternValue, news[0].From, note[0], note[1])
			text += c.name + " = " + t + "; "
		}
		u.Replace(news[0].From, news[0].To, text[:len(text)-1])
		return true
	}
	return false
}

// join writes the value of a choice by a condition in one version and the value v in the
// other, and what is annotated in it. If v is a choice between the same values in the other
// version, the text replaces no more than its condition, at, unless whole says otherwise.
func (s side) join(c choice, cond *tree.Node, other side, v *tree.Node, whole bool) (text string, at *tree.Node, note [2]string) {
	arm := func(i int) string {
		if c.arms[i] == nil {
			return c.name
		}
		return s.operand(c.arms[i])
	}
	is := func(i int, e *tree.Node) bool {
		if c.arms[i] == nil {
			return e.Kind == tree.Leaf && e.Op == c.name
		}
		return source.SameTokens(s.file.Toks[c.arms[i].From:c.arms[i].To], other.file.Toks[e.From:e.To])
	}
	change := func(mine, others string) string {
		note = [2]string{mine, others}
		if s.file != s.u.Old {
			note = [2]string{others, mine}
		}
		return notation.Change(note[0], note[1])
	}
	e := v
	for e.Kind == tree.Paren {
		e = e.Kids[0]
	}
	mine := s.text(cond)
	switch {
	case e.Kind == tree.Cond && is(0, e.Kids[1]) && is(1, e.Kids[2]):
		text = change(mine, other.text(e.Kids[0]))
		if !whole {
			return text, e.Kids[0], note
		}
		return text + " ? " + arm(0) + " : " + arm(1), nil, note
	case is(0, e):
		return change(mine, "1") + " ? " + arm(0) + " : " + arm(1), nil, note
	case is(1, e):
		return change(mine, "0") + " ? " + arm(0) + " : " + arm(1), nil, note
	}
	return change(mine+" ? "+arm(0)+" : "+arm(1), other.text(v)), nil, note
}
