package cpp

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Kind is the kind of a preprocessing token.
type Kind uint8

// Kinds of tokens. Punctuators that the preprocessor itself looks for have
// kinds of their own.
const (
	EOF Kind = iota
	Name
	Number
	Char   // 'x', with its prefix
	String // "x", with its prefix
	Header // <x> and "x" where a directive names a file
	Punct
	LParen
	RParen
	Comma
	Hash   // # and %:
	Paste  // ## and %:%:
	Other  // a character, or an unclosed literal, that is no token
	Pragma // a directive for the parser; Text is what stands behind #pragma

	padding   // no token: where a space may be
	parameter // of a macro, in its replacement list
	optional  // __VA_OPT__( in a replacement list; Arg is the number of tokens in it
)

// Flags of a token.
type Flags uint8

const (
	// White says that white space precedes the token.
	White Flags = 1 << iota
	// LineStart says that it is the first of a line.
	LineStart
	noExpand  // a name that is no longer expanded
	pasteLeft // ## follows
	stringify // a parameter that # precedes
	sourced   // padding that stands for a token, whose White it has
)

// Site is a place in a file, of those that a Unit numbers. Lines and columns
// count from 1, columns in bytes.
type Site struct {
	File, Line, Col int32
}

// Token is a preprocessing token. Text is its spelling, without line splices.
type Token struct {
	Kind  Kind
	Flags Flags
	Arg   uint16 // number of a parameter, from 0
	At    Site
	Width int32 // in bytes, of what stands at the site
	Text  string
}

// Is reports whether t is the punctuator or name text.
func (t *Token) Is(text string) bool { return t.Text == text && t.Kind != String && t.Kind != Char }

// what names a token in messages.
func (t *Token) what() string {
	if t.Kind == EOF {
		return "end of line"
	}
	return strconv.Quote(t.Text)
}

// digraphs are the other spellings of punctuators (C 6.4.6).
var digraphs = map[string]string{"<:": "[", ":>": "]", "<%": "{", "%>": "}", "%:": "#", "%:%:": "##"}

// Spelling returns the text of a token as a parser wants it: digraphs replaced,
// universal character names in names written in UTF-8.
func (t *Token) Spelling() string {
	switch t.Kind {
	case Name:
		return identifier(t.Text)
	case Punct, Hash, Paste:
		if s, ok := digraphs[t.Text]; ok {
			return s
		}
	}
	return t.Text
}

// identifier returns a name with its universal character names in UTF-8.
func identifier(s string) string {
	i := strings.IndexByte(s, '\\')
	if i < 0 {
		return s
	}
	n := universal(s[i:])
	if n == 0 {
		return s
	}
	v, _ := strconv.ParseUint(s[i+2:i+n], 16, 32)
	return s[:i] + string(rune(v)) + identifier(s[i+n:])
}

// universal returns the length of the universal character name at the start of
// s, 0 if there is none.
func universal(s string) int {
	n := 0
	switch {
	case strings.HasPrefix(s, `\u`):
		n = 6
	case strings.HasPrefix(s, `\U`):
		n = 10
	}
	if n == 0 || len(s) < n {
		return 0
	}
	for _, c := range []byte(s[2:n]) {
		if !isHex(c) {
			return 0
		}
	}
	return n
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$' || c >= utf8.RuneSelf
}

// splice is a place in a text from which lines were joined.
type splice struct {
	off  int // in the joined text
	skip int // lines
}

// join removes line splices, and carriage returns before line ends (phase 2). A
// backslash may be followed by white space, as in GNU C.
func join(text string) (string, []splice) {
	if strings.IndexByte(text, '\r') < 0 && !strings.Contains(text, "\\\n") && !strings.Contains(text, "\\ ") && !strings.Contains(text, "\\\t") {
		return text, nil
	}
	var sb strings.Builder
	var list []splice
	done := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\r':
			if i+1 < len(text) && text[i+1] == '\n' {
				sb.WriteString(text[done:i])
				done = i + 1
			}
		case '\\':
			k := i + 1
			for k < len(text) && (text[k] == ' ' || text[k] == '\t' || text[k] == '\r') {
				k++
			}
			if k < len(text) && text[k] == '\n' {
				sb.WriteString(text[done:i])
				list = append(list, splice{sb.Len(), 1})
				done, i = k+1, k
			}
		}
	}
	sb.WriteString(text[done:])
	return sb.String(), list
}

// lexer turns a text into tokens (phase 3).
type lexer struct {
	text    string
	splices []splice
	off     int
	line    int32
	start   int // offset of the line
	toks    []Token
	wrong   []lexError

	first     bool   // no token of the line has been read
	directive string // what the line is, "#" as long as that is not known
	operator  bool   // __has_include or __has_embed precedes
}

// lexError is an error of a text at a place in it.
type lexError struct {
	line, col int32
	why       string
}

// scan returns the tokens of a text, which end with one of kind EOF. Positions
// have no file yet.
func scan(text string) ([]Token, []lexError) {
	l := &lexer{line: 1, first: true}
	l.text, l.splices = join(strings.TrimPrefix(text, "\ufeff"))
	l.toks = make([]Token, 0, len(l.text)/5+1)
	for l.token() {
	}
	return l.toks, l.wrong
}

// advance counts the splices up to off.
func (l *lexer) advance(off int) {
	for len(l.splices) > 0 && l.splices[0].off <= off {
		l.line += int32(l.splices[0].skip)
		l.start = l.splices[0].off
		l.splices = l.splices[1:]
	}
	l.off = off
}

// newline counts the line that ends before off.
func (l *lexer) newline(off int) {
	l.advance(off - 1)
	l.line++
	l.start, l.off = off, off
}

// space skips white space and comments and reports whether there was any.
func (l *lexer) space() bool {
	white := false
	for l.off < len(l.text) {
		switch c := l.text[l.off]; {
		case c == '\n':
			l.newline(l.off + 1)
			l.first, l.directive, l.operator = true, "", false
		case c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r':
			l.off++
		case c == '/' && l.off+1 < len(l.text) && l.text[l.off+1] == '/':
			n := strings.IndexByte(l.text[l.off:], '\n')
			if n < 0 {
				n = len(l.text) - l.off
			}
			l.off += n
		case c == '/' && l.off+1 < len(l.text) && l.text[l.off+1] == '*':
			l.comment()
		default:
			return white
		}
		white = true
	}
	return white
}

func (l *lexer) comment() {
	l.advance(l.off)
	line, col := l.line, int32(l.off-l.start+1)
	n := strings.Index(l.text[l.off+2:], "*/")
	end := len(l.text)
	if n >= 0 {
		end = l.off + 2 + n + 2
	} else {
		l.wrong = append(l.wrong, lexError{line, col, "comment not terminated"})
	}
	for {
		n := strings.IndexByte(l.text[l.off:end], '\n')
		if n < 0 {
			break
		}
		l.newline(l.off + n + 1)
	}
	l.off = end
}

// token appends the next token; it returns false after EOF.
func (l *lexer) token() bool {
	white := l.space()
	l.advance(l.off)
	t := Token{At: Site{Line: l.line, Col: int32(l.off - l.start + 1)}}
	if white {
		t.Flags |= White
	}
	if l.first {
		t.Flags |= LineStart
	}
	if l.off >= len(l.text) {
		t.Flags |= LineStart
		l.toks = append(l.toks, t)
		return false
	}
	end := l.kind(&t)
	t.Text = l.text[l.off:end]
	t.Width = int32(end - l.off)
	l.off = end
	l.note(&t)
	l.toks = append(l.toks, t)
	return true
}

// note keeps track of directives that name files.
func (l *lexer) note(t *Token) {
	switch {
	case l.first && t.Kind == Hash:
		l.directive = "#"
	case l.directive == "#":
		l.directive = "-"
		switch t.Text {
		case "include", "include_next", "import", "embed":
			l.directive = "file"
		case "if", "elif":
			l.directive = "condition"
		}
	case l.directive == "file":
		l.directive = "-"
	case l.directive == "condition":
		l.operator = t.Kind == LParen && l.operator || t.Kind == Name && (t.Text == "__has_include" || t.Text == "__has_include_next" || t.Text == "__has_embed")
	}
	l.first = false
}

// kind finds the kind of the token at the offset and its end.
func (l *lexer) kind(t *Token) int {
	c := l.text[l.off]
	if l.directive == "file" || l.operator && l.toks[len(l.toks)-1].Kind == LParen {
		if end := l.header(c); end > 0 {
			t.Kind = Header
			return end
		}
	}
	switch {
	case isLetter(c) || c == '\\' && universal(l.text[l.off:]) > 0:
		end := l.name(l.off)
		if end < len(l.text) && (l.text[end] == '"' || l.text[end] == '\'') {
			if e := l.prefixed(t, end); e > 0 {
				return e
			}
		}
		t.Kind = Name
		return end
	case isDigit(c) || c == '.' && l.off+1 < len(l.text) && isDigit(l.text[l.off+1]):
		t.Kind = Number
		return l.number()
	case c == '"' || c == '\'':
		return l.literal(t, l.off)
	}
	return l.punctuator(t)
}

// header returns the end of a header's name, 0 if there is none.
func (l *lexer) header(c byte) int {
	var closing byte
	switch c {
	case '<':
		closing = '>'
	case '"':
		closing = '"'
	default:
		return 0
	}
	for i := l.off + 1; i < len(l.text) && l.text[i] != '\n'; i++ {
		if l.text[i] == closing {
			return i + 1
		}
	}
	return 0
}

func (l *lexer) name(i int) int {
	for i < len(l.text) {
		c := l.text[i]
		switch {
		case isLetter(c) || isDigit(c):
			i++
		case c == '\\' && universal(l.text[i:]) > 0:
			i += universal(l.text[i:])
		default:
			return i
		}
	}
	return i
}

// number returns the end of a preprocessing number, with the separators of C23.
func (l *lexer) number() int {
	i := l.off + 1
	for ; i < len(l.text); i++ {
		c := l.text[i]
		switch {
		case isLetter(c) || isDigit(c) || c == '.':
		case (c == '+' || c == '-') && strings.IndexByte("eEpP", l.text[i-1]) >= 0:
		case c == '\'' && i+1 < len(l.text) && isHex(l.text[i+1]) && isHex(l.text[i-1]):
			if !l.separates(i) {
				return i
			}
		default:
			return i
		}
	}
	return i
}

// separates reports whether the ' at i stands between digits, and does not open
// a character constant: there it would be closed after one element.
func (l *lexer) separates(i int) bool {
	for k := i + 1; k < len(l.text); k++ {
		if c := l.text[k]; c == '\'' {
			return k+1 < len(l.text) && (isDigit(l.text[k+1]) || isLetter(l.text[k+1]))
		} else if !isHex(c) {
			break
		}
	}
	return true
}

// prefixed reads a literal whose prefix ends at quote; it returns 0 if the name
// there is no prefix.
func (l *lexer) prefixed(t *Token, quote int) int {
	prefix := l.text[l.off:quote]
	raw := strings.HasSuffix(prefix, "R")
	switch strings.TrimSuffix(prefix, "R") {
	case "L", "u", "U", "u8":
	case "":
		if !raw {
			return 0
		}
	default:
		return 0
	}
	if !raw {
		return l.literal(t, quote)
	}
	if l.text[quote] != '"' {
		return 0
	}
	return l.raw(t, quote)
}

// raw reads a raw string, as GNU C has them.
func (l *lexer) raw(t *Token, quote int) int {
	open := strings.IndexByte(l.text[quote:], '(')
	if open < 0 || open > 17 || strings.ContainsAny(l.text[quote+1:quote+open], " \t\n\\)\"") {
		return 0
	}
	closing := ")" + l.text[quote+1:quote+open] + `"`
	n := strings.Index(l.text[quote+open:], closing)
	if n < 0 {
		return 0
	}
	t.Kind = String
	end := quote + open + n + len(closing)
	// The lines in it are counted when the next token is placed.
	for k := quote; ; {
		n := strings.IndexByte(l.text[k:end], '\n')
		if n < 0 {
			break
		}
		k += n + 1
		l.splices = insert(l.splices, splice{k, 1})
	}
	return end
}

// insert adds a splice in order.
func insert(list []splice, s splice) []splice {
	i := 0
	for i < len(list) && list[i].off <= s.off {
		i++
	}
	out := append([]splice(nil), list[:i]...)
	return append(append(out, s), list[i:]...)
}

// literal reads a string or character constant; one that the line ends is no
// token.
func (l *lexer) literal(t *Token, quote int) int {
	q := l.text[quote]
	for i := quote + 1; i < len(l.text); i++ {
		switch l.text[i] {
		case '\\':
			if i+1 < len(l.text) && l.text[i+1] != '\n' {
				i++
			}
		case '\n':
			t.Kind = Other
			return i
		case q:
			t.Kind = String
			if q == '\'' {
				t.Kind = Char
				if i == quote+1 {
					t.Kind = Other // '' is empty
				}
			}
			return i + 1
		}
	}
	t.Kind = Other
	return len(l.text)
}

// punctuators are those of more than one character, longest first for each
// first character.
var punctuators = map[byte][]string{
	'.': {"..."}, '<': {"<<=", "<<", "<=", "<:", "<%"}, '>': {">>=", ">>", ">="},
	'-': {"->", "--", "-="}, '+': {"++", "+="}, '&': {"&&", "&="}, '|': {"||", "|="},
	'*': {"*="}, '/': {"/="}, '%': {"%:%:", "%:", "%>", "%="}, '^': {"^="}, '=': {"=="},
	'!': {"!="}, '#': {"##"}, ':': {":>"},
}

func (l *lexer) punctuator(t *Token) int {
	c := l.text[l.off]
	t.Kind = Punct
	for _, s := range punctuators[c] {
		if strings.HasPrefix(l.text[l.off:], s) {
			switch s {
			case "##", "%:%:":
				t.Kind = Paste
			case "%:":
				t.Kind = Hash
			}
			return l.off + len(s)
		}
	}
	switch c {
	case '(':
		t.Kind = LParen
	case ')':
		t.Kind = RParen
	case ',':
		t.Kind = Comma
	case '#':
		t.Kind = Hash
	case '[', ']', '{', '}', '.', '&', '*', '+', '-', '~', '!', '/', '%', '<', '>', '^', '|', '?', ':', ';', '=':
	default:
		t.Kind = Other
	}
	return l.off + 1
}
