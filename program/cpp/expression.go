package cpp

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"
)

// value is a value of #if: 64 bits.
type value struct {
	n        uint64
	unsigned bool
}

func boolean(b bool) value {
	if b {
		return value{n: 1}
	}
	return value{}
}

// wrongExpression carries an error out of an expression.
type wrongExpression struct {
	at  Site
	why string
}

// evaluator evaluates the tokens of a condition, which next returns until EOF.
type evaluator struct {
	next    func() Token
	defined func(name string) bool
	raw     *int  // not 0: next leaves macros alone
	t       Token // the next one
	depth   int
	dead    int // operands that are not evaluated
}

// evaluate evaluates an expression and reports what is wrong with it, at the site
// if nothing is there; the value is then 0.
func (e *evaluator) evaluate(at Site) (v value, bad *wrongExpression) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case wrongExpression:
			if r.at.Line == 0 {
				r.at = at
			}
			v, bad = value{}, &r
		default:
			panic(r)
		}
	}()
	e.advance()
	if e.t.Kind == EOF {
		e.fail("condition without an expression")
	}
	v = e.comma()
	if e.t.Kind != EOF {
		e.fail("unexpected " + e.t.what() + " in a condition: an operator")
	}
	return v, nil
}

// fail gives up at the next token, at the directive if there is none.
func (e *evaluator) fail(why string) {
	at := e.t.At
	if e.t.Kind == EOF {
		at = Site{}
	}
	panic(wrongExpression{at, why})
}

func (e *evaluator) advance() { e.t = e.next() }

func (e *evaluator) is(text string) bool { return e.t.Text == text && e.t.Kind != String }

func (e *evaluator) comma() value {
	if e.depth++; e.depth > maxNesting {
		e.fail("condition nested too deeply")
	}
	v := e.conditional()
	for e.t.Kind == Comma {
		e.advance()
		v = e.conditional()
	}
	e.depth--
	return v
}

func (e *evaluator) conditional() value {
	c := e.binary(0)
	if !e.is("?") {
		return c
	}
	e.advance()
	if e.depth++; e.depth > maxNesting {
		e.fail("condition nested too deeply")
	}
	defer func() { e.depth-- }()
	skip := func(dead bool, operand func() value) value {
		if dead {
			e.dead++
			defer func() { e.dead-- }()
		}
		return operand()
	}
	var a value
	elided := e.is(":") // GNU C: a ?: b
	if elided {
		a = c
	} else {
		a = skip(c.n == 0, e.comma)
	}
	if !e.is(":") {
		e.fail("? without :")
	}
	e.advance()
	b := skip(c.n != 0, e.conditional)
	v := a
	if c.n == 0 {
		v = b
	}
	v.unsigned = a.unsigned || b.unsigned
	return v
}

// levels are the binary operators by precedence.
var levels = map[string]int{
	"||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, ">": 7, "<=": 7, ">=": 7,
	"<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10,
}

func (e *evaluator) binary(min int) value {
	a := e.unary()
	for {
		level := 0
		if e.t.Kind == Punct {
			level = levels[e.t.Text]
		}
		if level == 0 || level <= min {
			return a
		}
		op := e.t.Text
		e.advance()
		if op == "||" && a.n != 0 || op == "&&" && a.n == 0 {
			e.dead++
			e.binary(level)
			e.dead--
			a = boolean(op == "||")
			continue
		}
		a = e.apply(op, a, e.binary(level))
	}
}

func (e *evaluator) apply(op string, a, b value) value {
	u := a.unsigned || b.unsigned
	r := value{unsigned: u}
	less := func() bool {
		if u {
			return a.n < b.n
		}
		return int64(a.n) < int64(b.n)
	}
	switch op {
	case "||", "&&":
		return boolean(b.n != 0)
	case "|":
		r.n = a.n | b.n
	case "^":
		r.n = a.n ^ b.n
	case "&":
		r.n = a.n & b.n
	case "==":
		return boolean(a.n == b.n)
	case "!=":
		return boolean(a.n != b.n)
	case "<":
		return boolean(less())
	case ">=":
		return boolean(!less())
	case ">":
		return boolean(a.n != b.n && !less())
	case "<=":
		return boolean(a.n == b.n || less())
	case "<<", ">>":
		n := int64(b.n)
		if b.unsigned && n < 0 {
			n = 64
		}
		if (op == ">>") == (n < 0) {
			return shiftLeft(a, n, op)
		}
		return shiftRight(a, n, op)
	case "+":
		r.n = a.n + b.n
	case "-":
		r.n = a.n - b.n
	case "*":
		r.n = a.n * b.n
	case "/", "%":
		return e.divide(op, a, b, u)
	}
	return r
}

// A negative count shifts the other way, as in GNU C.
func shiftLeft(a value, n int64, op string) value {
	if op == ">>" {
		n = -n
	}
	if n < 0 || n > 63 {
		return value{0, a.unsigned}
	}
	return value{a.n << n, a.unsigned}
}

func shiftRight(a value, n int64, op string) value {
	if op == "<<" {
		n = -n
	}
	switch {
	case a.unsigned && (n < 0 || n > 63):
		return value{0, true}
	case a.unsigned:
		return value{a.n >> n, true}
	case n < 0 || n > 63:
		n = 63
	}
	return value{uint64(int64(a.n) >> n), false}
}

func (e *evaluator) divide(op string, a, b value, unsigned bool) value {
	if b.n == 0 {
		if e.dead == 0 {
			e.fail("division by zero in a condition")
		}
		return value{0, unsigned}
	}
	switch {
	case unsigned && op == "/":
		return value{a.n / b.n, true}
	case unsigned:
		return value{a.n % b.n, true}
	case int64(b.n) == -1:
		if op == "%" {
			return value{}
		}
		return value{-a.n, false}
	case op == "/":
		return value{uint64(int64(a.n) / int64(b.n)), false}
	}
	return value{uint64(int64(a.n) % int64(b.n)), false}
}

func (e *evaluator) unary() value {
	t := e.t
	switch {
	case t.Kind == LParen:
		e.advance()
		v := e.comma()
		if e.t.Kind != RParen {
			e.fail("( without ) in a condition")
		}
		e.advance()
		return v
	case t.Kind == Punct:
		return e.prefix(t.Text)
	case t.Kind == Number:
		e.advance()
		return e.number(&t)
	case t.Kind == Char:
		e.advance()
		return character(t.Text)
	case t.Kind == Name && t.Text == "defined":
		return boolean(e.isDefined())
	case t.Kind == Name:
		e.advance()
		if e.t.Kind == LParen && e.dead == 0 {
			e.t = t
			e.fail("missing binary operator after " + t.what() + ", which is no macro with parameters")
		}
		return value{}
	}
	e.fail("unexpected " + t.what() + " in a condition: a number, a name or an operator")
	return value{}
}

func (e *evaluator) prefix(op string) value {
	if e.depth++; e.depth > maxNesting {
		e.fail("condition nested too deeply")
	}
	defer func() { e.depth-- }()
	switch op {
	case "-", "+", "~", "!":
		e.advance()
		v := e.unary()
		switch op {
		case "-":
			v.n = -v.n
		case "~":
			v.n = ^v.n
		case "!":
			return boolean(v.n == 0)
		}
		return v
	}
	e.fail("unexpected " + e.t.what() + " in a condition: a number, a name or an operator")
	return value{}
}

// isDefined is defined NAME and defined(NAME), whose name is not expanded.
func (e *evaluator) isDefined() bool {
	(*e.raw)++
	defer func() { (*e.raw)-- }()
	e.advance()
	paren := e.t.Kind == LParen
	if paren {
		e.advance()
	}
	if e.t.Kind != Name {
		e.fail("defined takes a name")
	}
	yes := e.defined(e.t.Text)
	if paren {
		e.advance()
		if e.t.Kind != RParen {
			e.fail("defined( without )")
		}
	}
	(*e.raw)--
	e.advance()
	(*e.raw)++
	return yes
}

// number is an integer constant.
func (e *evaluator) number(t *Token) value {
	s := strings.ReplaceAll(strings.ToLower(t.Text), "'", "")
	n := len(s)
	for n > 0 && strings.IndexByte("ul", s[n-1]) >= 0 {
		n--
	}
	if n > 2 && strings.HasSuffix(s[:n], "wb") && !strings.HasPrefix(s, "0x") {
		n -= 2
	}
	base, digits, suffix := 10, s[:n], s[n:]
	switch {
	case strings.HasPrefix(digits, "0x"):
		base, digits = 16, digits[2:]
	case strings.HasPrefix(digits, "0b"):
		base, digits = 2, digits[2:]
	case len(digits) > 1 && digits[0] == '0':
		base, digits = 8, digits[1:]
	}
	v, err := strconv.ParseUint(digits, base, 64)
	if err != nil || strings.Count(suffix, "u") > 1 || strings.Count(suffix, "l") > 2 {
		if !errors.Is(err, strconv.ErrRange) {
			panic(wrongExpression{t.At, "invalid number " + t.what() + " in a condition: an integer"})
		}
	}
	return value{v, strings.Contains(suffix, "u") || int64(v) < 0}
}

// character is the value of a character constant, of several bytes that of the
// last four, as in GNU C.
func character(s string) value {
	quote := strings.IndexByte(s, '\'')
	prefix, body := s[:quote], s[quote+1:len(s)-1]
	v := uint64(0)
	n := 0
	for len(body) > 0 {
		c, numeric, size := escape(body)
		text := body[:size]
		body = body[size:]
		switch {
		case prefix != "":
			v = c
		case numeric || text[0] == '\\' && c < utf8.RuneSelf:
			v = v<<8 | c&0xff
			n++
		default:
			if text[0] == '\\' {
				text = string(rune(c))
			}
			for i := range len(text) {
				v = v<<8 | uint64(text[i])
				n++
			}
		}
	}
	switch {
	case prefix == "" && n == 1:
		return value{n: uint64(int64(int8(v)))}
	case prefix == "" || prefix == "L":
		return value{n: uint64(int64(int32(v)))}
	case prefix == "u":
		v &= 0xffff
	case prefix == "u8":
		v &= 0xff
	}
	return value{n: v & 0xffffffff, unsigned: true}
}

// escape reads a character or escape sequence and returns its value, whether it
// is a number, and its length.
func escape(s string) (uint64, bool, int) {
	if s[0] != '\\' || len(s) == 1 {
		r, n := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && n == 1 {
			return uint64(s[0]), true, 1
		}
		return uint64(r), false, n
	}
	digits := func(from, most, base int) (v uint64, n int) {
		for n = from; n < len(s) && n-from < most; n++ {
			d, err := strconv.ParseUint(s[n:n+1], base, 8)
			if err != nil {
				break
			}
			v = v*uint64(base) + d
		}
		return v, n
	}
	switch c := s[1]; c {
	case 'x':
		v, n := digits(2, len(s), 16)
		return v & 0xffffffff, true, n
	case 'u', 'U':
		most := 4
		if c == 'U' {
			most = 8
		}
		v, n := digits(2, most, 16)
		return v, false, n
	case '0', '1', '2', '3', '4', '5', '6', '7':
		v, n := digits(1, 3, 8)
		return v, true, n
	default:
		if i := strings.IndexByte("abefnrtvE", c); i >= 0 {
			return uint64("\a\b\x1b\f\n\r\t\v\x1b"[i]), true, 2
		}
		return uint64(c), true, 2
	}
}
