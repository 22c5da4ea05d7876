// Package align unifies the bodies of functions that have two versions: it matches their
// statements, and pushes what differs as deep into expressions as it can. The result is the
// text of the new file with edits, and what was annotated.
//
// Source: Palikareva, Kuchta, Cadar: Shadow of a Doubt, ICSE 2016, section 3.1.
package align

import (
	"fmt"
	"slices"
	"strings"

	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta/unify/notation"
	"github.com/riftlab/rift/program/delta/unify/source"
	"github.com/riftlab/rift/program/delta/unify/tree"
)

// Unifier unifies one file.
type Unifier struct {
	Old, New *source.File          // the file in either version
	Notes    []notation.Annotation // what was annotated, in the order of the work
	Clash    string                // a variable of the function at work that means something else in the other version
	Extra    []string              // functions with conditions that only one version has and that stand for both
	poll     func()                // ends the work when it is to be stopped
	edits    []source.Edit
	fn       string
	fnOld    *source.Item // the function at work
	fnNew    *source.Item
	globals  map[string]bool  // names of variables outside functions
	macros   source.Macros    // of the new version
	old      source.Macros    // of the old version
	sw       *switchCases     // of the switch at work; nil outside
	probes   *notation.Probes // writes annotations
	cond     bool             // the expression at work is a condition: what counts is its truth
	stuck    string           // the last statement that could only be unified with more around it
}

// switchCases are the labels of a switch that only one version has.
type switchCases struct{ added, removed []string }

// mark and undo make attempts.
func (u *Unifier) mark() [2]int { return [2]int{len(u.edits), len(u.Notes)} }

func (u *Unifier) undo(m [2]int) {
	u.edits, u.Notes = u.edits[:m[0]], u.Notes[:m[1]]
}

func (u *Unifier) oldText(n *tree.Node) string { return u.Old.Span(n.From, n.To) }

func (u *Unifier) newText(n *tree.Node) string { return u.New.Span(n.From, n.To) }

func (u *Unifier) same(o, n *tree.Node) bool {
	if o == nil || n == nil {
		return o == n
	}
	return source.SameTokens(u.Old.Toks[o.From:o.To], u.New.Toks[n.From:n.To])
}

// Replace replaces the tokens [from, to) of the new file.
func (u *Unifier) Replace(from, to int, text string) {
	u.edits = append(u.edits, source.Edit{Start: u.New.Toks[from].Start, End: u.New.Toks[to-1].End, Text: text})
}

// choose writes an annotation for a place of the new file, unless it was found not to stand
// for both expressions there.
func (u *Unifier) choose(tok int, old, new string) (text string, ok bool) {
	return u.probes.Change(fmt.Sprint(u.New.Name, " ", u.fn, " ", u.New.Start(tok)), old, new)
}

// chooseAs is choose with both expressions converted to a type, if they do not fit otherwise.
func (u *Unifier) chooseAs(typ string, tok int, old, new string) (text string, ok bool) {
	if text, ok = u.choose(tok, old, new); ok {
		return text, true
	}
	return u.choose(tok, "("+typ+") ("+old+")", "("+typ+") ("+new+")")
}

// Insert inserts text at a byte of the new file.
func (u *Unifier) Insert(at int, text string) {
	u.edits = append(u.edits, source.Edit{Start: at, End: at, Text: text})
}

// Note notes an annotation at a token of the new file, in the function at work.
func (u *Unifier) Note(p notation.Pattern, tok int, old, new string) {
	line := 1 + strings.Count(u.New.Text[:u.New.Start(tok)], "\n")
	u.Notes = append(u.Notes, notation.Annotation{File: u.New.Name, Line: line, Func: u.fn, Pattern: p, Old: old, New: new})
}

// New returns the unifier of a file. poll ends the work, by a panic, when it is to be stopped;
// globals are the names of variables outside functions of either version, macros those of the
// new one, oldMacros those of the old one; probes writes the annotations.
func New(poll func(), old, new *source.File, globals map[string]bool, macros, oldMacros source.Macros, probes *notation.Probes) *Unifier {
	return &Unifier{poll: poll, Old: old, New: new, globals: globals, macros: macros, old: oldMacros, probes: probes}
}

// Enter makes a pair of functions those at work.
func (u *Unifier) Enter(o, n *source.Item) { u.fn, u.fnOld, u.fnNew, u.Clash = n.Name, o, n, "" }

// Leave ends the work on a pair of functions: what is noted then stands outside.
func (u *Unifier) Leave() { u.fn, u.fnOld, u.fnNew = "", nil, nil }

// Text returns the text of the new file with the edits made.
func (u *Unifier) Text() string { return source.Apply(u.New.Text, u.edits) }

// TokenAt returns the token of the new file that stands at or after a byte.
func (u *Unifier) TokenAt(at int) int {
	i, _ := slices.BinarySearchFunc(u.New.Toks, at, func(t csyntax.Token, at int) int { return t.Start - at })
	return min(i, len(u.New.Toks)-1)
}
