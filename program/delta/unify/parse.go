package unify

import (
	"slices"
	"strings"

	"github.com/riftlab/rift/program/csyntax"
)

// nodeKind is the kind of a piece of C text.
type nodeKind uint8

const (
	nodeBlock  nodeKind = iota // { kids }
	nodeIf                     // if (kids[0]) kids[1] [else kids[2]]
	nodeWhile                  // while (kids[0]) kids[1]
	nodeDo                     // do kids[1] while (kids[0]);
	nodeFor                    // for (kids[0]; kids[1]; kids[2]) kids[3]; kids may be nil
	nodeSwitch                 // switch (kids[0]) kids[1]
	nodeReturn                 // return [kids[0]];
	nodeExpr                   // kids[0];
	nodeDecl                   // a declaration; kids are its initialisers
	nodeLabel                  // label: or case x: or default:
	nodeJump                   // break; continue; goto x;
	nodeEmpty                  // ;
	nodeLine                   // a preprocessor line
	// Expressions.
	nodeLeaf   // identifier, constant, string
	nodeParen  // ( kids[0] )
	nodeCall   // kids[0] ( kids[1:] )
	nodeIndex  // kids[0] [ kids[1] ]
	nodeMember // kids[0] op name
	nodePost   // kids[0] op
	nodePre    // op kids[0]
	nodeCast   // op is the type; kids[0]
	nodeSize   // sizeof and the like, as a whole
	nodeBinary // kids[0] op kids[1]
	nodeAssign // kids[0] op kids[1]
	nodeCond   // kids[0] ? kids[1] : kids[2]
	nodeComma  // kids
	nodeInit   // { kids }
)

// cnode is a node of a syntax tree over the tokens [from, to).
type cnode struct {
	kind     nodeKind
	op       string
	kids     []*cnode
	from, to int
}

// syntaxError is a place where the text is not what the parser knows.
type syntaxError struct{ at int }

// cparser reads statements and expressions of C as they stand in a source
// file, macros not expanded. What it does not understand is an error of the
// enclosing function, not a wrong tree.
//
// Without the declarations in headers it has to guess whether a name is a
// type: names that a typedef of the file defines, those that end in _t, and
// whatever stands where only a type can.
type cparser struct {
	toks  []csyntax.Token
	pos   int
	types map[string]bool
}

func (p *cparser) fail() { panic(syntaxError{p.pos}) }

func (p *cparser) text() string {
	if p.pos < len(p.toks) {
		return p.toks[p.pos].Text
	}
	return ""
}

func (p *cparser) kind() csyntax.Kind {
	if p.pos < len(p.toks) {
		return p.toks[p.pos].Kind
	}
	return csyntax.End
}

func (p *cparser) at(i int) csyntax.Token {
	if i < len(p.toks) {
		return p.toks[i]
	}
	return csyntax.Token{}
}

func (p *cparser) is(text string) bool { return p.text() == text && p.kind() != csyntax.String }

func (p *cparser) accept(text string) bool {
	if p.is(text) {
		p.pos++
		return true
	}
	return false
}

func (p *cparser) expect(text string) {
	if !p.accept(text) {
		p.fail()
	}
}

// parseBody parses the function body that starts at token from.
func parseBody(toks []csyntax.Token, from int, types map[string]bool) (n *cnode, ok bool) {
	p := &cparser{toks: toks, pos: from, types: types}
	defer func() {
		if r := recover(); r != nil {
			if _, bad := r.(syntaxError); !bad {
				panic(r)
			}
			n, ok = nil, false
		}
	}()
	return p.block(), true
}

func (p *cparser) block() *cnode {
	n := &cnode{kind: nodeBlock, from: p.pos}
	p.expect("{")
	for !p.is("}") {
		if p.kind() == csyntax.End {
			p.fail()
		}
		n.kids = append(n.kids, p.statement())
	}
	p.pos++
	n.to = p.pos
	return n
}

func (p *cparser) statement() *cnode {
	n := &cnode{from: p.pos}
	switch {
	case p.kind() == csyntax.Directive:
		n.kind, n.op = nodeLine, p.text()
		p.pos++
	case p.is("{"):
		return p.block()
	case p.accept(";"):
		n.kind = nodeEmpty
	case p.accept("if"):
		n.kind = nodeIf
		n.kids = []*cnode{p.condition(), p.statement()}
		if p.accept("else") {
			n.kids = append(n.kids, p.statement())
		}
	case p.accept("while"):
		n.kind = nodeWhile
		n.kids = []*cnode{p.condition(), p.statement()}
	case p.accept("switch"):
		n.kind = nodeSwitch
		n.kids = []*cnode{p.condition(), p.statement()}
	case p.accept("do"):
		n.kind = nodeDo
		body := p.statement()
		p.expect("while")
		n.kids = []*cnode{p.condition(), body}
		p.expect(";")
	case p.accept("for"):
		p.forStatement(n)
	case p.accept("return"):
		n.kind = nodeReturn
		if !p.is(";") {
			n.kids = []*cnode{p.expression()}
		}
		p.expect(";")
	case p.is("break"), p.is("continue"), p.is("goto"):
		n.kind = nodeJump
		for !p.accept(";") {
			if p.pos++; p.kind() == csyntax.End {
				p.fail()
			}
		}
	case p.is("case"), p.is("default"):
		n.kind, n.op = nodeLabel, p.text()
		if p.accept("case") {
			p.ternary()
			if p.accept("...") {
				n.op = "case range"
				p.ternary()
			}
		} else {
			p.pos++
		}
		p.expect(":")
	case p.kind() == csyntax.Identifier && p.at(p.pos+1).Text == ":" && !csyntax.Keyword(p.text()):
		n.kind, n.op = nodeLabel, p.text()
		p.pos += 2
	case p.declares():
		p.declaration(n)
	default:
		n.kind = nodeExpr
		n.kids = []*cnode{p.expression()}
		// A macro may bring its own end: FOO (x) without semicolon.
		if !p.accept(";") && !(n.kids[0].kind == nodeCall && (p.is("}") || p.kind() == csyntax.Identifier)) {
			p.fail()
		}
	}
	n.to = p.pos
	return n
}

func (p *cparser) condition() *cnode {
	p.expect("(")
	e := p.expression()
	p.expect(")")
	return e
}

func (p *cparser) forStatement(n *cnode) {
	n.kind = nodeFor
	n.kids = make([]*cnode, 4)
	p.expect("(")
	switch {
	case p.accept(";"):
	case p.declares():
		d := &cnode{from: p.pos}
		p.declaration(d)
		d.to = p.pos
		n.kids[0] = d
	default:
		n.kids[0] = p.expression()
		p.expect(";")
	}
	if !p.is(";") {
		n.kids[1] = p.expression()
	}
	p.expect(";")
	if !p.is(")") {
		n.kids[2] = p.expression()
	}
	p.expect(")")
	n.kids[3] = p.statement()
}

var typeWords = func() map[string]bool {
	m := map[string]bool{}
	for _, k := range strings.Fields(`auto char const double enum extern float inline int long register restrict short signed
		static struct typedef union unsigned void volatile _Bool bool size_t ssize_t FILE va_list __attribute__ time_t
		intmax_t uintmax_t off_t mode_t`) {
		m[k] = true
	}
	return m
}()

func (p *cparser) isType(name string) bool {
	return typeWords[name] || p.types[name] || strings.HasSuffix(name, "_t")
}

// declares reports whether a declaration starts here.
func (p *cparser) declares() bool {
	if p.kind() != csyntax.Identifier {
		return false
	}
	a := p.at(p.pos + 1)
	if typeWords[p.text()] {
		return true
	}
	if csyntax.Keyword(p.text()) {
		return false
	}
	if a.Kind == csyntax.Identifier && !csyntax.Keyword(a.Text) {
		return true
	}
	if a.Text != "*" {
		return p.isType(p.text()) && a.Kind == csyntax.Identifier
	}
	i := p.pos + 2
	for p.at(i).Text == "*" || p.at(i).Text == "const" {
		i++
	}
	after := p.at(i + 1).Text
	return p.at(i).Kind == csyntax.Identifier && (after == ";" || after == "=" || after == "," || after == "[") && (p.isType(p.text()) || after != ",")
}

// declaration parses up to the semicolon; the initialisers are its kids.
func (p *cparser) declaration(n *cnode) {
	n.kind = nodeDecl
	depth := 0
	for {
		switch {
		case p.kind() == csyntax.End || p.kind() == csyntax.Directive:
			p.fail()
		case depth == 0 && p.accept(";"):
			return
		case depth == 0 && p.accept("="):
			n.kids = append(n.kids, p.initialiser())
			continue
		case p.is("("), p.is("["), p.is("{"):
			depth++
		case p.is(")"), p.is("]"), p.is("}"):
			depth--
		}
		p.pos++
	}
}

func (p *cparser) initialiser() *cnode {
	if !p.is("{") {
		return p.assignment()
	}
	n := &cnode{kind: nodeInit, from: p.pos}
	p.pos++
	for !p.accept("}") {
		for p.is(".") || p.is("[") { // designators
			if p.accept("[") {
				p.ternary()
				p.expect("]")
			} else {
				p.pos += 2
			}
		}
		p.accept("=")
		n.kids = append(n.kids, p.initialiser())
		if !p.is("}") {
			p.expect(",")
		}
	}
	n.to = p.pos
	return n
}

func (p *cparser) expression() *cnode {
	e := p.assignment()
	if !p.is(",") {
		return e
	}
	n := &cnode{kind: nodeComma, kids: []*cnode{e}, from: e.from}
	for p.accept(",") {
		n.kids = append(n.kids, p.assignment())
	}
	n.to = p.pos
	return n
}

var assignOps = []string{"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}

func (p *cparser) assignment() *cnode {
	l := p.ternary()
	if p.kind() == csyntax.Punct && slices.Contains(assignOps, p.text()) {
		op := p.text()
		p.pos++
		r := p.assignment()
		return &cnode{kind: nodeAssign, op: op, kids: []*cnode{l, r}, from: l.from, to: p.pos}
	}
	return l
}

func (p *cparser) ternary() *cnode {
	c := p.binary(1)
	if !p.accept("?") {
		return c
	}
	a := c
	if !p.is(":") {
		a = p.expression()
	}
	p.expect(":")
	b := p.ternary()
	return &cnode{kind: nodeCond, kids: []*cnode{c, a, b}, from: c.from, to: p.pos}
}

var precedence = map[string]int{
	"||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, ">": 7, "<=": 7, ">=": 7,
	"<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10,
}

func (p *cparser) binary(least int) *cnode {
	l := p.unary()
	for p.kind() == csyntax.Punct {
		op := p.text()
		prec := precedence[op]
		if prec < least || prec == 0 {
			break
		}
		p.pos++
		r := p.binary(prec + 1)
		l = &cnode{kind: nodeBinary, op: op, kids: []*cnode{l, r}, from: l.from, to: p.pos}
	}
	return l
}

func (p *cparser) unary() *cnode {
	from := p.pos
	switch {
	case p.kind() == csyntax.Punct && slices.Contains([]string{"!", "~", "-", "+", "*", "&", "++", "--", "&&"}, p.text()):
		op := p.text()
		p.pos++
		k := p.unary()
		return &cnode{kind: nodePre, op: op, kids: []*cnode{k}, from: from, to: p.pos}
	case p.is("sizeof") || p.is("_Alignof") || p.is("__alignof__"):
		p.pos++
		if p.is("(") {
			p.skipParens()
		} else {
			p.unary()
		}
		return &cnode{kind: nodeSize, from: from, to: p.pos}
	case p.is("(") && p.castAhead():
		p.skipParens()
		n := &cnode{kind: nodeCast, op: csyntax.Join(p.toks[from:p.pos]), from: from}
		if p.is("{") { // a compound literal
			p.fail()
		}
		n.kids = []*cnode{p.unary()}
		n.to = p.pos
		return n
	}
	return p.postfix()
}

func (p *cparser) skipParens() {
	depth := 0
	for {
		switch p.text() {
		case "(":
			depth++
		case ")":
			depth--
		case "":
			p.fail()
		}
		p.pos++
		if depth == 0 {
			return
		}
	}
}

// castAhead reports whether the parentheses here hold a type and an operand
// follows.
func (p *cparser) castAhead() bool {
	i := p.pos + 1
	first := p.at(i)
	if first.Kind != csyntax.Identifier || csyntax.Keyword(first.Text) && !typeWords[first.Text] {
		return false
	}
	stars := 0
	for ; p.at(i).Text != ")"; i++ {
		t := p.at(i)
		if t.Text == "*" {
			stars++
		} else if t.Kind != csyntax.Identifier || stars > 0 && t.Text != "const" {
			return false
		}
	}
	if !p.isType(first.Text) && !(stars > 0 && p.at(i-1).Text == "*") {
		return false
	}
	next := p.at(i + 1)
	switch next.Kind {
	case csyntax.Identifier, csyntax.Number, csyntax.String, csyntax.Char:
		return true
	}
	return next.Text == "(" || next.Text == "!" || next.Text == "~" || next.Text == "-" || next.Text == "+" || next.Text == "*" || next.Text == "&" || next.Text == "{" || next.Text == "++" || next.Text == "--"
}

func (p *cparser) postfix() *cnode {
	n := p.primary()
	for {
		switch {
		case p.accept("("):
			c := &cnode{kind: nodeCall, kids: []*cnode{n}, from: n.from}
			for !p.accept(")") {
				c.kids = append(c.kids, p.argument())
				if !p.is(")") {
					p.expect(",")
				}
			}
			c.to = p.pos
			n = c
		case p.accept("["):
			i := p.expression()
			p.expect("]")
			n = &cnode{kind: nodeIndex, kids: []*cnode{n, i}, from: n.from, to: p.pos}
		case p.is("."), p.is("->"):
			op := p.text() + p.at(p.pos+1).Text
			p.pos += 2
			n = &cnode{kind: nodeMember, op: op, kids: []*cnode{n}, from: n.from, to: p.pos}
		case p.is("++"), p.is("--"):
			op := p.text()
			p.pos++
			n = &cnode{kind: nodePost, op: op, kids: []*cnode{n}, from: n.from, to: p.pos}
		default:
			return n
		}
	}
}

// argument parses an argument, which for a macro may be a type.
func (p *cparser) argument() *cnode {
	if !typeWords[p.text()] {
		return p.assignment()
	}
	n := &cnode{kind: nodeLeaf, from: p.pos}
	for !p.is(",") && !p.is(")") {
		if p.kind() != csyntax.Identifier && !p.is("*") {
			p.fail()
		}
		p.pos++
	}
	n.to, n.op = p.pos, csyntax.Join(p.toks[n.from:p.pos])
	return n
}

func (p *cparser) primary() *cnode {
	from := p.pos
	switch {
	case p.accept("("):
		if p.is("{") { // a statement expression
			p.fail()
		}
		e := p.expression()
		p.expect(")")
		return &cnode{kind: nodeParen, kids: []*cnode{e}, from: from, to: p.pos}
	case p.kind() == csyntax.String:
		for p.kind() == csyntax.String || p.kind() == csyntax.Identifier && !csyntax.Keyword(p.text()) && (p.at(p.pos-1).Kind == csyntax.String || p.at(p.pos+1).Kind == csyntax.String) {
			p.pos++ // adjacent literals, PRId64 and the like between them
		}
	case p.kind() == csyntax.Identifier && (!csyntax.Keyword(p.text()) || p.text() == "double"), p.kind() == csyntax.Number, p.kind() == csyntax.Char:
		p.pos++
	default:
		p.fail()
	}
	return &cnode{kind: nodeLeaf, op: csyntax.Join(p.toks[from:p.pos]), from: from, to: p.pos}
}
