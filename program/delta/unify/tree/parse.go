package tree

import (
	"fmt"
	"slices"
	"strings"

	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta/unify/source"
)

// syntaxError is a place where the text is not what the parser knows.
type syntaxError struct{ at int }

// parser reads statements and expressions of C as they stand in a source
// file, macros not expanded. What it does not understand is opaque, up to the
// semicolon or parenthesis that ends it; where no end is in sight it is an error
// of the enclosing function, not a wrong tree.
//
// Without the declarations in headers it has to guess whether a name is a
// type: names that a typedef of the file defines, those that end in _t, and
// whatever stands where only a type can.
type parser struct {
	toks  []csyntax.Token
	pos   int
	types map[string]bool
	heads map[string]bool // macros that are the head of a statement
}

func (p *parser) fail() { panic(syntaxError{p.pos}) }

func (p *parser) text() string {
	if p.pos < len(p.toks) {
		return p.toks[p.pos].Text
	}
	return ""
}

func (p *parser) kind() csyntax.Kind {
	if p.pos < len(p.toks) {
		return p.toks[p.pos].Kind
	}
	return csyntax.End
}

func (p *parser) at(i int) csyntax.Token {
	if i < len(p.toks) {
		return p.toks[i]
	}
	return csyntax.Token{}
}

func (p *parser) is(text string) bool { return p.text() == text && p.kind() != csyntax.String }

func (p *parser) accept(text string) bool {
	if p.is(text) {
		p.pos++
		return true
	}
	return false
}

func (p *parser) expect(text string) {
	if !p.accept(text) {
		p.fail()
	}
}

// Parse parses the body of a function. The error says where there is something that the
// parser does not know.
func Parse(f *source.File, it *source.Item) (n *Node, err error) {
	p := &parser{toks: f.Toks[:it.To], pos: it.Body, types: f.Types, heads: f.Heads}
	defer func() {
		if r := recover(); r != nil {
			bad, is := r.(syntaxError)
			if !is {
				panic(r)
			}
			line := 1 + strings.Count(f.Text[:f.Start(bad.at)], "\n")
			n, err = nil, fmt.Errorf("syntax that the aligner does not know in line %d", line)
		}
	}()
	return p.block(), nil
}

// attempt runs a step of the parser and reports whether it succeeded; if not, the parser
// stands where it stood.
func (p *parser) attempt(step func()) (ok bool) {
	from := p.pos
	defer func() {
		if r := recover(); r != nil {
			if _, is := r.(syntaxError); !is {
				panic(r)
			}
			p.pos, ok = from, false
		}
	}()
	step()
	return true
}

// opaque skips a statement that the parser does not know, up to its semicolon.
func (p *parser) opaque(n *Node) {
	if p.is("else") {
		p.fail() // its if is not in sight
	}
	n.Kind, n.Op, n.Kids = Opaque, "", nil
	for !p.accept(";") {
		switch {
		case p.kind() == csyntax.End, p.is(")"), p.is("]"), p.is("}"):
			p.fail()
		case p.is("("), p.is("["), p.is("{"):
			p.skip()
		default:
			p.pos++
		}
	}
}

// keyword reports whether a word may not stand for something of the program: those of
// preprocessor lines may.
func keyword(word string) bool {
	switch word {
	case "define", "include", "ifdef", "ifndef", "endif", "elif", "undef", "defined":
		return false
	}
	return csyntax.Keyword(word)
}

func (p *parser) block() *Node {
	n := &Node{Kind: Block, From: p.pos}
	p.expect("{")
	for !p.is("}") {
		if p.kind() == csyntax.End {
			p.fail()
		}
		n.Kids = append(n.Kids, p.statement())
	}
	p.pos++
	n.To = p.pos
	return n
}

func (p *parser) statement() *Node {
	n := &Node{From: p.pos}
	switch {
	case p.kind() == csyntax.Directive:
		n.Kind, n.Op = Line, p.text()
		p.pos++
	case p.is("{"):
		return p.block()
	case p.accept(";"):
		n.Kind = Empty
	case p.accept("if"):
		n.Kind = If
		n.Kids = []*Node{p.condition(), p.statement()}
		if p.accept("else") {
			n.Kids = append(n.Kids, p.statement())
		}
	case p.accept("while"):
		n.Kind = While
		n.Kids = []*Node{p.condition(), p.statement()}
	case p.accept("switch"):
		n.Kind = Switch
		n.Kids = []*Node{p.condition(), p.statement()}
	case p.accept("do"):
		n.Kind = Do
		body := p.statement()
		p.expect("while")
		n.Kids = []*Node{p.condition(), body}
		p.expect(";")
	case p.accept("for"):
		p.forStatement(n)
	case p.accept("return"):
		if !p.attempt(func() {
			n.Kind = Return
			if !p.is(";") {
				n.Kids = []*Node{p.expression()}
			}
			p.expect(";")
		}) {
			p.opaque(n)
		}
	case p.is("break"), p.is("continue"), p.is("goto"):
		n.Kind = Jump
		for !p.accept(";") {
			if p.pos++; p.kind() == csyntax.End {
				p.fail()
			}
		}
	case p.is("case"), p.is("default"):
		n.Kind, n.Op = Label, p.text()
		if p.accept("case") {
			p.ternary()
			if p.accept("...") {
				n.Op = "case range"
				p.ternary()
			}
		} else {
			p.pos++
		}
		p.expect(":")
	case p.kind() == csyntax.Identifier && p.at(p.pos+1).Text == ":" && !keyword(p.text()):
		n.Kind, n.Op = Label, p.text()
		p.pos += 2
	case p.kind() == csyntax.Identifier && !keyword(p.text()) && (p.at(p.pos+1).Is("{") || statementWords[p.at(p.pos+1).Text]):
		n.Kind, n.Op = Word, p.text()
		p.pos++
	case assembler[p.text()]:
		p.opaque(n)
	case p.declares():
		if !p.attempt(func() { p.declaration(n) }) {
			p.opaque(n)
		}
	default:
		if !p.attempt(func() { p.expressionStatement(n) }) {
			p.opaque(n)
		}
	}
	n.To = p.pos
	return n
}

// assembler are the words that begin a statement in the language of the machine.
var assembler = map[string]bool{"asm": true, "__asm": true, "__asm__": true}

// statementWords are words that begin a statement or a part of one: a name before them is
// a macro.
var statementWords = map[string]bool{
	"if": true, "else": true, "while": true, "do": true, "for": true, "switch": true, "case": true, "default": true,
	"return": true, "break": true, "continue": true, "goto": true,
}

func (p *parser) expressionStatement(n *Node) {
	n.Kind = Expr
	n.Kids = []*Node{p.expression()}
	if p.accept(";") {
		return
	}
	call := n.Kids[0].Kind == Call
	switch {
	case call && (p.is("{") || p.heads[n.Kids[0].Kids[0].Op]): // a macro that heads a loop
		n.Kind = Each
		n.Kids = append(n.Kids, p.statement())
	case call && (p.is("}") || p.kind() == csyntax.Identifier):
		// A macro may bring its own end: FOO (x) without semicolon.
	default:
		p.fail()
	}
}

func (p *parser) condition() *Node {
	from := p.pos
	var e *Node
	if p.attempt(func() {
		p.expect("(")
		e = p.expression()
		p.expect(")")
	}) {
		return e
	}
	p.skipParens()
	if p.pos == from+2 {
		p.fail()
	}
	return &Node{Kind: Opaque, From: from + 1, To: p.pos - 1}
}

func (p *parser) forStatement(n *Node) {
	n.Kind = For
	n.Kids = make([]*Node, 4)
	p.expect("(")
	switch {
	case p.accept(";"):
	case p.declares():
		d := &Node{From: p.pos}
		p.declaration(d)
		d.To = p.pos
		n.Kids[0] = d
	default:
		n.Kids[0] = p.expression()
		p.expect(";")
	}
	if !p.is(";") {
		n.Kids[1] = p.expression()
	}
	p.expect(";")
	if !p.is(")") {
		n.Kids[2] = p.expression()
	}
	p.expect(")")
	n.Kids[3] = p.statement()
}

func (p *parser) isType(name string) bool {
	return source.TypeWord(name) || p.types[name] || strings.HasSuffix(name, "_t")
}

// declares reports whether a declaration starts here.
func (p *parser) declares() bool {
	if p.kind() != csyntax.Identifier {
		return false
	}
	a := p.at(p.pos + 1)
	if source.TypeWord(p.text()) || p.is("typeof") || p.is("__typeof__") {
		return true
	}
	if keyword(p.text()) {
		return false
	}
	if a.Kind == csyntax.Identifier && (!keyword(a.Text) || source.TypeWord(a.Text)) {
		return true
	}
	if a.Text != "*" {
		return p.isType(p.text()) && (a.Kind == csyntax.Identifier || a.Is("(") && p.at(p.pos+2).Is("*"))
	}
	i := p.pos + 2
	for p.at(i).Text == "*" || p.at(i).Text == "const" {
		i++
	}
	if p.at(i).Is("(") && p.at(i+1).Is("*") { // a pointer to a function
		i += 2
		return p.at(i).Kind == csyntax.Identifier && p.at(i+1).Is(")") && p.at(i+2).Is("(")
	}
	after := p.at(i + 1).Text
	return p.at(i).Kind == csyntax.Identifier && (after == ";" || after == "=" || after == "," || after == "[")
}

// declaration parses up to the semicolon; the initialisers are its kids.
func (p *parser) declaration(n *Node) {
	n.Kind = Decl
	depth := 0
	for {
		switch {
		case p.kind() == csyntax.End || p.kind() == csyntax.Directive:
			p.fail()
		case depth == 0 && p.accept(";"):
			return
		case depth == 0 && p.accept("="):
			n.Kids = append(n.Kids, p.initialiser())
			continue
		case p.is("("), p.is("["), p.is("{"):
			depth++
		case p.is(")"), p.is("]"), p.is("}"):
			depth--
		}
		p.pos++
	}
}

func (p *parser) initialiser() *Node {
	if !p.is("{") {
		return p.assignment()
	}
	n := &Node{Kind: Init, From: p.pos}
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
		if p.kind() == csyntax.Identifier && p.at(p.pos+1).Text == ":" {
			p.pos += 2 // the designator of GNU C
		}
		p.accept("=")
		n.Kids = append(n.Kids, p.initialiser())
		if !p.is("}") {
			p.expect(",")
		}
	}
	n.To = p.pos
	return n
}

func (p *parser) expression() *Node {
	e := p.assignment()
	if !p.is(",") {
		return e
	}
	n := &Node{Kind: Comma, Kids: []*Node{e}, From: e.From}
	for p.accept(",") {
		n.Kids = append(n.Kids, p.assignment())
	}
	n.To = p.pos
	return n
}

func (p *parser) assignment() *Node {
	l := p.ternary()
	if p.kind() == csyntax.Punct && csyntax.Assignment(p.text()) {
		op := p.text()
		p.pos++
		r := p.assignment()
		return &Node{Kind: Assign, Op: op, Kids: []*Node{l, r}, From: l.From, To: p.pos}
	}
	return l
}

func (p *parser) ternary() *Node {
	c := p.binary(1)
	if !p.accept("?") {
		return c
	}
	if p.accept(":") { // the condition is the value, too, and stands there once
		b := p.ternary()
		return &Node{Kind: Binary, Op: "?:", Kids: []*Node{c, b}, From: c.From, To: p.pos}
	}
	a := p.expression()
	p.expect(":")
	b := p.ternary()
	return &Node{Kind: Cond, Kids: []*Node{c, a, b}, From: c.From, To: p.pos}
}

var precedence = map[string]int{
	"||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, ">": 7, "<=": 7, ">=": 7,
	"<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10,
}

func (p *parser) binary(least int) *Node {
	l := p.unary()
	for p.kind() == csyntax.Punct {
		op := p.text()
		prec := precedence[op]
		if prec < least || prec == 0 {
			break
		}
		p.pos++
		r := p.binary(prec + 1)
		l = &Node{Kind: Binary, Op: op, Kids: []*Node{l, r}, From: l.From, To: p.pos}
	}
	return l
}

func (p *parser) unary() *Node {
	from := p.pos
	switch {
	case p.kind() == csyntax.Punct && slices.Contains([]string{"!", "~", "-", "+", "*", "&", "++", "--", "&&"}, p.text()):
		op := p.text()
		p.pos++
		k := p.unary()
		return &Node{Kind: Pre, Op: op, Kids: []*Node{k}, From: from, To: p.pos}
	case slices.Contains([]string{"offsetof", "__builtin_offsetof"}, p.text()) && p.at(p.pos+1).Is("("):
		p.pos++
		p.skipParens()
		return &Node{Kind: Size, From: from, To: p.pos}
	case slices.Contains([]string{"sizeof", "_Alignof", "alignof", "__alignof__", "__alignof"}, p.text()):
		p.pos++
		if p.is("(") {
			p.skipParens()
		} else {
			p.unary()
		}
		return &Node{Kind: Size, From: from, To: p.pos}
	case p.is("(") && p.castAhead():
		p.skipParens()
		n := &Node{Kind: Cast, Op: csyntax.Join(p.toks[from:p.pos]), From: from}
		if p.is("{") { // a compound literal
			n.Kids = []*Node{p.initialiser()}
			n.To = p.pos
			return p.suffixes(n)
		}
		n.Kids = []*Node{p.unary()}
		n.To = p.pos
		return n
	}
	return p.postfix()
}

func (p *parser) skipParens() {
	if !p.is("(") {
		p.fail()
	}
	p.skip()
}

// skip goes behind the bracket that closes the one here.
func (p *parser) skip() {
	depth := 0
	for {
		switch {
		case p.is("("), p.is("["), p.is("{"):
			depth++
		case p.is(")"), p.is("]"), p.is("}"):
			depth--
		case p.kind() == csyntax.End:
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
func (p *parser) castAhead() bool {
	i := p.pos + 1
	first := p.at(i)
	if first.Kind != csyntax.Identifier || keyword(first.Text) && !source.TypeWord(first.Text) {
		return false
	}
	stars := 0
	for ; p.at(i).Text != ")"; i++ {
		t := p.at(i)
		if t.Text == "*" {
			stars++
		} else if t.Is("[") && i > p.pos+1 { // an array, for a compound literal
			for ; !p.at(i).Is("]"); i++ {
				if p.at(i).Kind == csyntax.End {
					return false
				}
			}
		} else if t.Is("(") && p.at(i+1).Is("*") && p.at(i+2).Is(")") && p.at(i+3).Is("(") {
			// A pointer to a function: behind the parameters the type ends.
			for depth, k := 0, i+3; ; k++ {
				if p.at(k).Kind == csyntax.End {
					return false
				}
				if p.at(k).Is("(") {
					depth++
				}
				if p.at(k).Is(")") {
					if depth--; depth == 0 {
						return p.at(k + 1).Is(")")
					}
				}
			}
		} else if t.Kind != csyntax.Identifier || stars > 0 && t.Text != "const" {
			return false
		}
	}
	next := p.at(i + 1)
	operand := next.Kind == csyntax.Number || next.Kind == csyntax.String || next.Kind == csyntax.Char ||
		next.Kind == csyntax.Identifier && (!keyword(next.Text) || next.Text == "sizeof")
	if !p.isType(first.Text) && !(stars > 0 && p.at(i-1).Text == "*") {
		return operand && i == p.pos+2 // nothing else than a type stands before an operand
	}
	if operand {
		return true
	}
	return next.Text == "(" || next.Text == "!" || next.Text == "~" || next.Text == "-" || next.Text == "+" || next.Text == "*" || next.Text == "&" || next.Text == "{" || next.Text == "++" || next.Text == "--"
}

func (p *parser) postfix() *Node { return p.suffixes(p.primary()) }

// suffixes parses what follows an operand and belongs to it.
func (p *parser) suffixes(n *Node) *Node {
	for {
		switch {
		case p.kind() == csyntax.Identifier && !keyword(p.text()) && (p.toks[p.pos-1].Kind == csyntax.Number || n.Kind != Call && (p.at(p.pos+1).Is(")") || p.at(p.pos+1).Is(","))):
			// A macro that goes on, as in "64 KB".
			p.pos++
			n = &Node{Kind: Leaf, Op: csyntax.Join(p.toks[n.From:p.pos]), From: n.From, To: p.pos}
		case p.accept("("):
			c := &Node{Kind: Call, Kids: []*Node{n}, From: n.From}
			for !p.accept(")") {
				c.Kids = append(c.Kids, p.argument())
				if !p.is(")") {
					p.expect(",")
				}
			}
			c.To = p.pos
			n = c
		case p.accept("["):
			i := p.expression()
			p.expect("]")
			n = &Node{Kind: Index, Kids: []*Node{n, i}, From: n.From, To: p.pos}
		case p.is("."), p.is("->"):
			op := p.text() + p.at(p.pos+1).Text
			p.pos += 2
			n = &Node{Kind: Member, Op: op, Kids: []*Node{n}, From: n.From, To: p.pos}
		case p.is("++"), p.is("--"):
			op := p.text()
			p.pos++
			n = &Node{Kind: Post, Op: op, Kids: []*Node{n}, From: n.From, To: p.pos}
		default:
			return n
		}
	}
}

// argument parses an argument, which for a macro may be a type.
func (p *parser) argument() *Node {
	if !source.TypeWord(p.text()) && !p.pointerType() {
		return p.assignment()
	}
	n := &Node{Kind: Leaf, From: p.pos}
	for !p.is(",") && !p.is(")") {
		if p.kind() != csyntax.Identifier && !p.is("*") {
			p.fail()
		}
		p.pos++
	}
	n.To, n.Op = p.pos, csyntax.Join(p.toks[n.From:p.pos])
	return n
}

// pointerType reports whether an argument begins here that is a type, since it ends in a
// star.
func (p *parser) pointerType() bool {
	i := p.pos
	for p.at(i).Names() {
		i++
	}
	stars := i
	for p.at(i).Is("*") {
		i++
	}
	return stars > p.pos && i > stars && (p.at(i).Is(",") || p.at(i).Is(")"))
}

func (p *parser) primary() *Node {
	from := p.pos
	if p.is("(") && p.at(p.pos+1).Is("{") { // a statement expression
		p.skipParens()
		return &Node{Kind: Opaque, From: from, To: p.pos}
	}
	switch {
	case p.accept("("):
		e := p.expression()
		p.expect(")")
		return &Node{Kind: Paren, Kids: []*Node{e}, From: from, To: p.pos}
	case p.kind() == csyntax.String, p.kind() == csyntax.Identifier && !keyword(p.text()) && p.at(p.pos+1).Kind == csyntax.String:
		for p.kind() == csyntax.String || p.kind() == csyntax.Identifier && !keyword(p.text()) && (p.pos > from && p.at(p.pos-1).Kind == csyntax.String || p.at(p.pos+1).Kind == csyntax.String) {
			p.pos++ // adjacent literals, PRId64 and the like between them
		}
	case p.kind() == csyntax.Identifier && (!keyword(p.text()) || p.text() == "double"), p.kind() == csyntax.Number, p.kind() == csyntax.Char:
		p.pos++
	default:
		p.fail()
	}
	return &Node{Kind: Leaf, Op: csyntax.Join(p.toks[from:p.pos]), From: from, To: p.pos}
}
