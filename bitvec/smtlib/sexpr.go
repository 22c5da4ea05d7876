package smtlib

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Pos is a place in a script; both numbers count from 1, columns in bytes.
type Pos struct{ Line, Col int }

// Error is something wrong in a script.
type Error struct {
	Pos Pos
	Msg string // lower case
}

// Error returns "line:column: message".
func (e *Error) Error() string { return fmt.Sprintf("%d:%d: %s", e.Pos.Line, e.Pos.Col, e.Msg) }

func errorAt(p Pos, format string, args ...any) *Error {
	return &Error{p, fmt.Sprintf(format, args...)}
}

type tokenKind uint8

const (
	tokenEOF tokenKind = iota
	tokenOpen
	tokenClose
	tokenSymbol // text is the name without bars
	tokenNumeral
	tokenDecimal
	tokenHex    // text without #x
	tokenBinary // text without #b
	tokenString // text with the quotes resolved
	tokenKeyword
)

type token struct {
	kind tokenKind
	text string
	pos  Pos
}

// lexer reads tokens from a stream, not further than it has to, so that a
// script can be fed through a pipe command by command.
type lexer struct {
	r    *bufio.Reader
	pos  Pos
	text []byte
}

func newLexer(r io.Reader) *lexer { return &lexer{r: bufio.NewReader(r), pos: Pos{1, 1}} }

// maxToken bounds a token, so that a stream without spaces cannot fill the
// memory.
const maxToken = 1 << 26

func (l *lexer) get() (byte, bool, error) {
	c, err := l.r.ReadByte()
	if err == io.EOF {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, err
	}
	if c == '\n' {
		l.pos.Line++
		l.pos.Col = 1
	} else {
		l.pos.Col++
	}
	return c, true, nil
}

func (l *lexer) peek() (byte, bool, error) {
	b, err := l.r.Peek(1)
	if err == io.EOF {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, err
	}
	return b[0], true, nil
}

func (l *lexer) next() (token, error) {
	for {
		at := l.pos
		c, ok, err := l.get()
		switch {
		case err != nil:
			return token{}, err
		case !ok:
			return token{kind: tokenEOF, pos: at}, nil
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			continue
		case c == ';':
			if err := l.comment(); err != nil {
				return token{}, err
			}
			continue
		case c == '(':
			return token{kind: tokenOpen, pos: at}, nil
		case c == ')':
			return token{kind: tokenClose, pos: at}, nil
		case c == '|':
			text, err := l.quoted(at, '|', "quoted symbol")
			return token{tokenSymbol, text, at}, err
		case c == '"':
			text, err := l.str(at)
			return token{tokenString, text, at}, err
		case isWord(c):
			text, err := l.word(c)
			if err != nil {
				return token{}, err
			}
			return classify(text, at)
		default:
			return token{}, errorAt(at, "unexpected character %q", c)
		}
	}
}

func (l *lexer) comment() error {
	for {
		c, ok, err := l.get()
		if err != nil || !ok || c == '\n' {
			return err
		}
	}
}

func (l *lexer) quoted(at Pos, end byte, what string) (string, error) {
	l.text = l.text[:0]
	for {
		c, ok, err := l.get()
		switch {
		case err != nil:
			return "", err
		case !ok || len(l.text) > maxToken:
			return "", errorAt(at, "%s has no end", what)
		case c == end:
			return string(l.text), nil
		}
		l.text = append(l.text, c)
	}
}

// str reads a string, in which a quote is written twice.
func (l *lexer) str(at Pos) (string, error) {
	var whole strings.Builder
	for {
		part, err := l.quoted(at, '"', "string")
		if err != nil {
			return "", err
		}
		whole.WriteString(part)
		if c, ok, err := l.peek(); err != nil || !ok || c != '"' {
			return whole.String(), err
		}
		_, _, _ = l.get() // what was peeked at
		whole.WriteByte('"')
	}
}

func isWord(c byte) bool {
	return c > ' ' && c < 127 && !strings.ContainsRune("()|\";", rune(c))
}

func (l *lexer) word(first byte) (string, error) {
	l.text = append(l.text[:0], first)
	for {
		c, ok, err := l.peek()
		if err != nil {
			return "", err
		}
		if !ok || !isWord(c) || len(l.text) > maxToken {
			return string(l.text), nil
		}
		_, _, _ = l.get() // what was peeked at
		l.text = append(l.text, c)
	}
}

func all(text, set string) bool {
	return text != "" && strings.Trim(text, set) == ""
}

const digits = "0123456789"

func classify(text string, at Pos) (token, error) {
	switch {
	case text[0] == ':':
		return token{tokenKeyword, text, at}, nil
	case strings.HasPrefix(text, "#x"):
		if !all(text[2:], digits+"abcdefABCDEF") {
			return token{}, errorAt(at, "bad hexadecimal %s", text)
		}
		return token{tokenHex, text[2:], at}, nil
	case strings.HasPrefix(text, "#b"):
		if !all(text[2:], "01") {
			return token{}, errorAt(at, "bad binary %s", text)
		}
		return token{tokenBinary, text[2:], at}, nil
	case text[0] == '#':
		return token{}, errorAt(at, "bad constant %s", text)
	case text[0] >= '0' && text[0] <= '9':
		whole, fraction, point := strings.Cut(text, ".")
		switch {
		case !all(whole, digits) || point && !all(fraction, digits):
			return token{}, errorAt(at, "bad number %s", text)
		case point:
			return token{tokenDecimal, text, at}, nil
		}
		return token{tokenNumeral, text, at}, nil
	}
	return token{tokenSymbol, text, at}, nil
}

// sexpr is an s-expression: a list, or an atom.
type sexpr struct {
	pos  Pos
	kind tokenKind // tokenOpen for a list
	text string
	list []*sexpr
}

// isList reports whether e is a list.
func (e *sexpr) isList() bool { return e.kind == tokenOpen }

// isSymbol reports whether e is the symbol name.
func (e *sexpr) isSymbol(name string) bool { return e.kind == tokenSymbol && e.text == name }

// head returns the symbol a list starts with, "" if it starts otherwise.
func (e *sexpr) head() string {
	if e.isList() && len(e.list) > 0 && e.list[0].kind == tokenSymbol {
		return e.list[0].text
	}
	return ""
}

// maxDepth bounds the nesting of a script, and with it the recursion here.
const maxDepth = 100000

// read returns the next s-expression, nil at the end of the input.
func (l *lexer) read() (*sexpr, error) {
	var open []*sexpr
	for {
		t, err := l.next()
		if err != nil {
			return nil, err
		}
		var e *sexpr
		switch t.kind {
		case tokenEOF:
			if len(open) > 0 {
				return nil, errorAt(open[len(open)-1].pos, "parenthesis is not closed")
			}
			return nil, nil
		case tokenOpen:
			if len(open) >= maxDepth {
				return nil, errorAt(t.pos, "nested deeper than %d", maxDepth)
			}
			open = append(open, &sexpr{pos: t.pos, kind: tokenOpen})
			continue
		case tokenClose:
			if len(open) == 0 {
				return nil, errorAt(t.pos, "unexpected closing parenthesis")
			}
			e = open[len(open)-1]
			open = open[:len(open)-1]
		default:
			e = &sexpr{pos: t.pos, kind: t.kind, text: t.text}
		}
		if len(open) == 0 {
			return e, nil
		}
		top := open[len(open)-1]
		top.list = append(top.list, e)
	}
}
