package unify

import (
	"slices"
	"strings"

	"github.com/riftlab/rift/program/csyntax"
)

// Pattern is the kind of an annotation, after the table of the paper.
type Pattern string

// The patterns.
const (
	PatternValue       Pattern = "modified value"     // rule 1: change(e1, e2)
	PatternAssign      Pattern = "extra assignment"   // rules 2a, 2b
	PatternConditional Pattern = "extra conditional"  // rules 2c, 2d
	PatternStraight    Pattern = "straight-line code" // rules 3a, 3b: the conservative form
	PatternVariable    Pattern = "variable"           // rule 4: kept from both, no annotation
	PatternType        Pattern = "type"               // rule 5: the larger type is kept
	PatternDual        Pattern = "kept from both"     // a definition that cannot be one: the old one under another name
)

// edit replaces the bytes [start, end) of the new file.
type edit struct {
	start, end int
	text       string
}

// unifier unifies one file.
type unifier struct {
	poll     func() // ends the work when it is to be stopped
	old, new *cfile
	out      *Unified
	edits    []edit
	notes    []Annotation
	fn       string
	fnOld    *topItem // the function at work
	fnNew    *topItem
	globals  map[string]bool // names of variables outside functions
	macros   macros          // of the new version
	sw       *switchCases    // of the switch at work; nil outside
	cond     bool            // the expression at work is a condition: what counts is its truth
}

// mark and undo make attempts.
func (u *unifier) mark() [2]int { return [2]int{len(u.edits), len(u.notes)} }
func (u *unifier) undo(m [2]int) {
	u.edits, u.notes = u.edits[:m[0]], u.notes[:m[1]]
}

func (u *unifier) oldText(n *cnode) string { return u.old.span(n.from, n.to) }
func (u *unifier) newText(n *cnode) string { return u.new.span(n.from, n.to) }

func (u *unifier) same(o, n *cnode) bool {
	if o == nil || n == nil {
		return o == n
	}
	return sameTokens(u.old.toks[o.from:o.to], u.new.toks[n.from:n.to])
}

func sameTokens(a, b []csyntax.Token) bool {
	return slices.EqualFunc(a, b, func(x, y csyntax.Token) bool { return x.Text == y.Text })
}

func (u *unifier) replace(n *cnode, text string) {
	u.edits = append(u.edits, edit{u.new.toks[n.from].Start, u.new.toks[n.to-1].End, text})
}

func (u *unifier) insert(at int, text string) { u.edits = append(u.edits, edit{at, at, text}) }

func (u *unifier) note(p Pattern, tok int, old, new string) {
	line, at := 0, u.new.start(tok)
	line = 1 + strings.Count(u.new.src[:at], "\n")
	u.notes = append(u.notes, Annotation{File: u.new.name, Line: line, Func: u.fn, Pattern: p, Old: old, New: new})
}

// annotation writes change(old, new).
func annotation(old, new string) string { return "change(" + guarded(old) + ", " + guarded(new) + ")" }

// guarded puts an expression with a comma operator into parentheses.
func guarded(s string) string {
	depth := 0
	for _, t := range csyntax.Lex(s) {
		switch t.Text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		case ",":
			if depth == 0 {
				return "(" + s + ")"
			}
		}
	}
	return s
}

// hasLine reports whether there is a preprocessor line among tokens: it may
// not stand in the arguments of a macro.
func hasLine(toks []csyntax.Token) bool {
	return slices.ContainsFunc(toks, func(t csyntax.Token) bool { return t.Kind == csyntax.Directive })
}

// change annotates a whole expression.
func (u *unifier) change(o, n *cnode) bool {
	if hasLine(u.old.toks[o.from:o.to]) || hasLine(u.new.toks[n.from:n.to]) {
		return false
	}
	old, new := u.oldText(o), u.newText(n)
	u.note(PatternValue, n.from, old, new)
	u.replace(n, annotation(old, new))
	return true
}

// expr unifies an expression. With lvalue it must still name an object.
// It reports false, having changed nothing, if it cannot.
//
// Source: Palikareva et al. 2016, section 3.1, rule 1 and its conditional
// forms a to g; annotations are pushed as deep as the two trees agree.
func (u *unifier) expr(o, n *cnode, lvalue bool) bool {
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
func (u *unifier) condition(o, n *cnode) bool {
	u.cond = true
	defer func() { u.cond = false }()
	return u.expr(o, n, false)
}

// deeper unifies the parts of two expressions of the same form.
func (u *unifier) deeper(o, n *cnode, lvalue bool) bool {
	cond := u.cond
	defer func() { u.cond = cond }()
	logical := n.kind == nodeBinary && (n.op == "&&" || n.op == "||")
	u.cond = cond && (logical || n.kind == nodeParen || n.kind == nodePre && n.op == "!")
	if logical || o.kind == nodeBinary && (o.op == "&&" || o.op == "||") {
		return !lvalue && u.logical(o, n, cond)
	}
	if o.kind != n.kind || o.op != n.op || len(o.kids) != len(n.kids) {
		return false
	}
	lv := func(i int) bool { // must child i name an object?
		switch n.kind {
		case nodeParen:
			return lvalue
		case nodePost:
			return true
		case nodePre:
			return n.op == "&" || n.op == "++" || n.op == "--"
		case nodeMember:
			return lvalue && n.op[0] == '.'
		case nodeAssign:
			return i == 0
		case nodeCall:
			return i > 0 && u.macros.assigns(n.kids[0].op, i-1)
		}
		return false
	}
	switch n.kind {
	case nodeLeaf, nodeSize:
		return false
	case nodeCall:
		if !u.same(o.kids[0], n.kids[0]) {
			return false
		}
	case nodeCond, nodeBinary, nodeCast:
		if lvalue {
			return false
		}
	case nodeIndex:
		// An array has no value of its own to choose from; a pointer has.
		if lvalue && !u.same(o.kids[0], n.kids[0]) || u.dualBase(o, n) {
			return false
		}
	case nodeMember:
		if u.dualBase(o, n) {
			return false
		}
	case nodeInit:
		if len(o.kids) > maxInit {
			return false
		}
	}
	if n.kind == nodeBinary && !u.same(o.kids[0], n.kids[0]) && !u.same(o.kids[1], n.kids[1]) && !u.akin(o.kids[0], n.kids[0]) && !u.akin(o.kids[1], n.kids[1]) {
		return false // nothing in common: one annotation says it better
	}
	for i := range n.kids {
		if !u.expr(o.kids[i], n.kids[i], lv(i)) {
			return false
		}
	}
	return true
}

// dualBase reports whether the objects of which o and n are a part are something
// that is kept from both versions: they may have different types, so that there is
// no choosing between them, only between their parts.
func (u *unifier) dualBase(o, n *cnode) bool {
	for (n.kind == nodeIndex || n.kind == nodeMember || n.kind == nodeParen) && o.kind == n.kind {
		o, n = o.kids[0], n.kids[0]
	}
	return o.kind == nodeLeaf && n.kind == nodeLeaf && o.op == n.op+oldSuffix
}

// maxInit bounds the initialisers that are compared one by one.
const maxInit = 4096

// akin reports whether two expressions share something below their roots.
func (u *unifier) akin(o, n *cnode) bool {
	return o.kind == n.kind && o.op == n.op && len(o.kids) > 0 && len(o.kids) == len(n.kids)
}

// logical unifies conditions: operands at the end of a chain of && or || that
// only one version has are switched off in the other. Operands before others
// are kept together with these, which avoids divergences that are none
// (patterns f and g).
func (u *unifier) logical(o, n *cnode, cond bool) bool {
	op := n.op
	if n.kind != nodeBinary || op != "&&" && op != "||" {
		// The new version has one operand of the old one's chain.
		if op = o.op; !cond || !u.same(chain(o, op)[0], n) {
			return false
		}
	}
	olds, news := []*cnode{o}, chain(n, op)
	if o.kind == nodeBinary && (o.op == "&&" || o.op == "||") {
		if o.op == op {
			olds = chain(o, op)
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
	// What both begin with stays; the rest is one annotation. Operands that
	// only stand at the end of one version's are the other's neutral element.
	k := 0
	for k < len(olds) && k < len(news) && u.same(olds[k], news[k]) {
		k++
	}
	if k == 0 || hasLine(u.old.toks[o.from:o.to]) || hasLine(u.new.toks[n.from:n.to]) {
		return false
	}
	old, new := neutral, neutral
	if k < len(olds) {
		old = u.old.span(olds[k].from, o.to)
	}
	if k < len(news) {
		new = u.new.span(news[k].from, n.to)
		u.note(PatternValue, news[k].from, old, new)
		u.edits = append(u.edits, edit{u.new.toks[news[k].from].Start, u.new.toks[n.to-1].End, annotation(old, new)})
		return true
	}
	u.note(PatternValue, n.to-1, old, new)
	u.insert(u.new.toks[n.to-1].End, " "+op+" "+annotation(old, new))
	return true
}

// chain returns the operands of a && b && c.
func chain(n *cnode, op string) []*cnode {
	if n.kind == nodeBinary && n.op == op {
		return append(chain(n.kids[0], op), chain(n.kids[1], op)...)
	}
	return []*cnode{n}
}

// pure reports whether evaluating an expression neither has effects nor can
// fail: it may be evaluated by the version that does not have it.
func pure(n *cnode) bool {
	switch n.kind {
	case nodeCall, nodeAssign, nodePost, nodeIndex, nodeInit:
		return false
	case nodeMember:
		if n.op[0] == '-' {
			return false
		}
	case nodePre:
		if n.op == "*" || n.op == "++" || n.op == "--" {
			return false
		}
	case nodeBinary:
		if n.op == "/" || n.op == "%" {
			return false
		}
	}
	for _, k := range n.kids {
		if !pure(k) {
			return false
		}
	}
	return true
}

// hasEffects reports whether evaluating an expression may change anything.
func hasEffects(n *cnode) bool {
	switch n.kind {
	case nodeCall, nodeAssign, nodePost:
		return true
	case nodePre:
		if n.op == "++" || n.op == "--" {
			return true
		}
	}
	return slices.ContainsFunc(n.kids, hasEffects)
}
