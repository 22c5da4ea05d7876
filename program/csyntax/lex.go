// Package csyntax reads the text of C files without translating them: into tokens,
// and into the definitions and declarations outside of functions. It is for whoever
// looks at text as it was written - a hunk of a difference, a file that no compiler
// accepts - and accepts any text.
//
// What an identifier, a number or a literal is, is what the front end takes for one:
// identifiers may have '$' and bytes beyond ASCII, a backslash before the end of a line
// joins it to the next, lines may end in CR LF.
package csyntax

import "strings"

// Kind is the kind of a token.
type Kind uint8

// The kinds of tokens. End is that of no token.
const (
	End Kind = iota
	Identifier
	Number
	String
	Char
	Punct
	Directive // a preprocessor line with those that continue it
)

// Token is a token of C text.
type Token struct {
	Kind       Kind
	Text       string // without joined lines, digraphs as what they stand for; a directive is as it was written
	Start, End int    // bytes of the text
	Line       int    // where it starts, from 1
}

// Is reports whether a token is a word or sign, and no text in quotes.
func (t Token) Is(text string) bool {
	return t.Text == text && t.Kind != String && t.Kind != Char
}

// IsLetter reports whether an identifier may begin with a byte.
func IsLetter(c byte) bool {
	return c == '_' || c == '$' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
}

// IsWord reports whether a byte may be in an identifier.
func IsWord(c byte) bool { return IsLetter(c) || isDigit(c) }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// Lex cuts a text into tokens; each preprocessor line is one.
func Lex(text string) []Token {
	l := lexer{s: text, line: 1, lineStart: true, out: room(text)}
	l.run(true)
	return l.out
}

// Directives returns the preprocessor lines among the tokens of a text.
func Directives(text string) []Token {
	l := lexer{s: text, line: 1, lineStart: true, directives: true}
	l.run(true)
	return l.out
}

// Flat cuts a text into tokens, preprocessor lines, too: '#', the name, what follows.
func Flat(text string) []Token {
	l := lexer{s: text, line: 1, out: room(text)}
	l.run(false)
	return l.out
}

// room returns the space that the tokens of a usual text take: growing it copies most
// of what a large file has many times.
func room(text string) []Token { return make([]Token, 0, len(text)/5+8) }

// puncts are the signs of more than one character, longer ones first.
var puncts = [...]string{
	"<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
	"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "##", "<%", "%>", "<:", ":>",
}

// digraphs are other spellings of brackets.
var digraphs = map[string]string{"<%": "{", "%>": "}", "<:": "[", ":>": "]"}

type lexer struct {
	s         string
	out       []Token
	line      int
	at        int // where line was counted
	lineStart bool

	directives bool // nothing else is kept
}

// splice returns the length of a backslash and the end of line behind it, 0 if there is
// none at i. As for gcc, white space may stand between them.
func (l *lexer) splice(i int) int {
	if i >= len(l.s) || l.s[i] != '\\' {
		return 0
	}
	for j := i + 1; j < len(l.s); j++ {
		switch l.s[j] {
		case '\n':
			return j + 1 - i
		case ' ', '\t', '\r', '\f', '\v':
		default:
			return 0
		}
	}
	return 0
}

// join returns the first place from i on at which no line is continued.
func (l *lexer) join(i int) int {
	for n := l.splice(i); n > 0; n = l.splice(i) {
		i += n
	}
	return i
}

// peek returns the byte at i, 0 behind the end.
func (l *lexer) peek(i int) byte {
	if i < len(l.s) {
		return l.s[i]
	}
	return 0
}

// has reports whether sign stands at i, lines joined, and where it ends.
func (l *lexer) has(i int, sign string) (end int, ok bool) {
	for k := range len(sign) {
		if k > 0 {
			i = l.join(i)
		}
		if l.peek(i) != sign[k] {
			return 0, false
		}
		i++
	}
	return i, true
}

// run cuts the text. With lines, a preprocessor line is one token.
func (l *lexer) run(lines bool) {
	for i := l.join(0); i < len(l.s); i = l.join(i) {
		switch c := l.s[i]; c {
		case '\n':
			l.lineStart = true
			i++
			continue
		case ' ', '\t', '\r', '\f', '\v':
			i++
			continue
		}
		if end, ok := l.comment(i); ok {
			i = end
			continue
		}
		if lines && l.lineStart && l.peek(i) == '#' {
			end := l.lineEnd(i)
			l.put(Directive, i, end)
			l.out[len(l.out)-1].Text = l.s[i:end]
			i = end
			continue
		}
		l.lineStart = false
		i = l.token(i)
	}
}

// put adds the token between two places.
func (l *lexer) put(kind Kind, start, end int) {
	if l.directives && kind != Directive {
		return
	}
	l.line += strings.Count(l.s[l.at:start], "\n")
	l.at = start
	text := l.s[start:end]
	if strings.Contains(text, "\\") {
		text = l.joined(start, end)
	}
	if other, ok := digraphs[text]; ok && kind == Punct {
		text = other
	}
	l.out = append(l.out, Token{kind, text, start, end, l.line})
}

// joined returns the text between two places without the ends of continued lines.
func (l *lexer) joined(start, end int) string {
	var b strings.Builder
	for i := l.join(start); i < end; i = l.join(i) {
		b.WriteByte(l.s[i])
		i++
	}
	return b.String()
}

// token adds the token at i, which is no white space, and returns its end.
func (l *lexer) token(i int) int {
	c, kind := l.s[i], Punct
	j := i + 1
	switch {
	case c == '"' || c == '\'':
		kind, j = quoteKind(c), l.quoteEnd(i)
	case isDigit(c) || c == '.' && isDigit(l.peek(l.join(j))):
		kind, j = Number, l.numberEnd(i)
	case IsLetter(c):
		kind, j = Identifier, l.wordEnd(i)
		if q := l.peek(j); q == '"' || q == '\'' {
			switch l.joined(i, j) {
			case "L", "u", "U", "u8":
				kind, j = quoteKind(q), l.quoteEnd(j)
			}
		}
	default:
		for _, p := range puncts {
			if end, ok := l.has(i, p); ok {
				j = end
				break
			}
		}
	}
	l.put(kind, i, j)
	return j
}

func quoteKind(q byte) Kind {
	if q == '"' {
		return String
	}
	return Char
}

// wordEnd returns the end of the identifier at i.
func (l *lexer) wordEnd(i int) int {
	for end := i; ; end = i {
		if i = l.join(i); i >= len(l.s) || !IsWord(l.s[i]) {
			return end
		}
		i++
	}
}

// numberEnd returns the end of the preprocessing number at i.
func (l *lexer) numberEnd(i int) int {
	last := byte(0)
	for end := i; ; end = i {
		i = l.join(i)
		c := l.peek(i)
		sign := (c == '+' || c == '-') && (last|0x20 == 'e' || last|0x20 == 'p')
		if i >= len(l.s) || !IsWord(c) && c != '.' && !sign {
			return end
		}
		last = c
		i++
	}
}

// quoteEnd returns the end of the text whose quote is at i: it ends with the line if it
// is not closed.
func (l *lexer) quoteEnd(i int) int {
	q := l.s[i]
	for i = l.join(i + 1); i < len(l.s); i = l.join(i) {
		switch l.s[i] {
		case q:
			return i + 1
		case '\n':
			return i
		case '\\':
			if i = l.join(i + 1); i < len(l.s) && l.s[i] == '\n' {
				return i
			}
		}
		i = min(i+1, len(l.s))
	}
	return len(l.s)
}

// comment returns the end of the comment at i, if there is one. A comment that is not
// closed goes to the end of the text; one of a line ends before the end of line.
func (l *lexer) comment(i int) (end int, ok bool) {
	if body, ok := l.has(i, "//"); ok {
		for i = l.join(body); i < len(l.s) && l.s[i] != '\n'; i = l.join(i + 1) {
		}
		return min(i, len(l.s)), true
	}
	body, ok := l.has(i, "/*")
	if !ok {
		return 0, false
	}
	for i = l.join(body); i < len(l.s); i = l.join(i + 1) {
		if end, ok := l.has(i, "*/"); ok {
			return end, true
		}
	}
	return len(l.s), true
}

// lineEnd returns the end of the preprocessor line at i, before its end of line.
func (l *lexer) lineEnd(i int) int {
	last := i
	for i < len(l.s) && l.s[i] != '\n' {
		if end, ok := l.comment(i); ok {
			i = end
		} else if l.s[i] == '"' || l.s[i] == '\'' {
			i = l.quoteEnd(i)
		} else {
			i++
		}
		last = i
		i = l.join(i)
	}
	if last > 0 && i < len(l.s) && l.s[last-1] == '\r' {
		last--
	}
	return last
}
