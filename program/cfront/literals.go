package cfront

import (
	"fmt"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program/csyntax"
)

// literals rewrites the string literals and character constants of the sources
// of one translation unit that the parser does not know or misreads:
//
//   - u8"...", which becomes a plain string: in C17 that is what it is.
//   - u"..." and U"...". The parser knows one kind of wide strings, L"...", of
//     the type that __predefined_wchar_t names. One kind of a unit is written
//     so; literals of another become ((T(*)[n])"bytes")[0], an array lvalue of
//     the same type, which cannot initialise an array within braces and is not
//     joined with strings that macros bring.
//   - u'x', U'x', constants of several characters ('ab', and in UTF-8 'é'),
//     which become numbers.
//   - numeric escapes that the parser cuts off at two digits or takes for bytes
//     of UTF-8 in wide strings.
//
// Columns beyond a literal change with its length; moved takes them back.
// What # makes of such a literal is the spelling given here.
type literals struct {
	wide  string          // prefix of the strings written as L"..."
	seen  map[string]bool // prefixes of wide strings met
	moved columns
}

// newLiterals returns literals for a unit that is known to have wide strings of
// the prefixes in seen, to which it adds what it meets.
func newLiterals(seen map[string]bool) *literals {
	return &literals{wide: prevailing(seen), seen: seen, moved: columns{}}
}

// prevailing returns which wide strings to write as L"...". Those of 32 bits
// may initialise one another's arrays.
func prevailing(seen map[string]bool) string {
	switch {
	case seen["u"]:
		return "u"
	case seen["U"] && !seen["L"]:
		return "U"
	}
	return "L"
}

// typed returns the texts that precede a unit, of which the second declares what
// type the parser gives to wide strings, for the unit's kind of them.
func (l *literals) typed(head []cc.Source) []cc.Source {
	if l.wide == "L" {
		return append([]cc.Source(nil), head...)
	}
	set := func(t string) cc.Source {
		return cc.Source{Name: "<" + t + ">", Value: "#undef __WCHAR_TYPE__\n#define __WCHAR_TYPE__ " + t + "\n"}
	}
	return []cc.Source{head[0], set(wideTypes[l.wide]), head[1], set(wideTypes["L"]), head[2]}
}

// wideTypes are the types of the elements of wide strings.
var wideTypes = map[string]string{"L": "int", "u": "unsigned short", "U": "unsigned int"}

// wideBits is how wide they are.
func wideBits(prefix string) int {
	if prefix == "u" {
		return 16
	}
	return 32
}

// rewrite returns the text of a file in the parser's spelling. name is what
// the parser calls the file. The parser never comes to the end of a literal in a
// last line that a backslash continues.
func (l *literals) rewrite(name, text string) string {
	text = strings.TrimPrefix(text, "\ufeff") // a byte order mark, which editors put first
	if strings.HasSuffix(strings.TrimRight(text, "\r\n"), "\\") {
		text += "\n\n"
	}
	s := &literalScanner{literals: l, text: text, file: name, line: 1, shown: 1}
	s.scan()
	if s.done == 0 {
		return text
	}
	s.out.WriteString(text[s.done:])
	return s.out.String()
}

// literalScanner finds the literals of a text.
type literalScanner struct {
	*literals
	text      string
	out       strings.Builder
	done      int    // of text, what stands in out
	file      string // as #line directives say
	line      int    // of text, from 1
	shown     int    // the number that #line directives give the line
	start     int    // of the line
	wrote     int    // length of out where the line began
	directive string // name of the directive that the line is, if any
}

// scan looks at each token once.
func (s *literalScanner) scan() {
	s.beginLine(0)
	for i := 0; i < len(s.text); {
		switch c := s.text[i]; {
		case c == '\n':
			i++
			s.endLine(i)
		case c == '\\' && strings.HasPrefix(s.text[i+1:], "\n"):
			i += 2
			s.nextLine(i)
		case strings.HasPrefix(s.text[i:], "//"), strings.HasPrefix(s.text[i:], "/*"):
			i = s.pass(i, skipText(s.text, i))
		case c == '"' || c == '\'':
			i = s.literal(i, i)
		case c >= '0' && c <= '9':
			i = skipNumber(s.text, i)
		case isWord(c):
			end := skipWord(s.text, i)
			if end < len(s.text) && (s.text[end] == '"' || s.text[end] == '\'') && isPrefix(s.text[i:end]) {
				end = s.literal(i, end)
			}
			i = end
		default:
			i++
		}
	}
}

// pass goes on at end, counting the lines on the way.
func (s *literalScanner) pass(i, end int) int {
	for k := i; k < end; k++ {
		if s.text[k] == '\n' {
			s.nextLine(k + 1)
		}
	}
	return end
}

func (s *literalScanner) nextLine(start int) {
	s.line, s.shown, s.start = s.line+1, s.shown+1, start
	s.wrote = s.out.Len() - s.done + start
}

// endLine goes to the line at start, which no splice joins to the one before.
func (s *literalScanner) endLine(start int) {
	s.nextLine(start)
	s.beginLine(start)
}

// beginLine sees what directive the line at start is, and honours #line.
func (s *literalScanner) beginLine(start int) {
	s.directive = ""
	rest := strings.TrimLeft(s.text[start:], " \t")
	if !strings.HasPrefix(rest, "#") {
		return
	}
	rest = strings.TrimLeft(rest[1:], " \t")
	s.directive = rest[:skipWord(rest, 0)]
	if s.directive != "line" {
		return
	}
	rest, _, _ = strings.Cut(rest[len("line"):], "\n")
	number, name, _ := strings.Cut(strings.TrimSpace(rest), " ")
	if n, err := strconv.Atoi(number); err == nil {
		s.shown = n - 1
		if name = strings.TrimSpace(name); len(name) > 2 && name[0] == '"' {
			s.file = strings.TrimSuffix(name[1:], `"`)
		}
	}
}

// literal handles the literal that starts at i with its quote at quote, and
// returns where to go on.
func (s *literalScanner) literal(i, quote int) int {
	end := skipText(s.text, quote)
	if end-quote < 2 || s.text[end-1] != s.text[quote] {
		return end // it is not closed
	}
	switch s.directive {
	case "include", "include_next", "error", "warning", "pragma", "line", "ident":
		return s.pass(i, end)
	}
	if s.text[quote] == '\'' {
		prefix, body := s.text[i:quote], s.text[quote+1:end-1]
		if text, ok := charSpelling(s.wide, prefix, body, s.directive == "if" || s.directive == "elif"); ok {
			s.replace(i, end, text)
		}
		return s.pass(i, end)
	}
	return s.strings(i)
}

// strings handles the string literal at i and those that follow it.
func (s *literalScanner) strings(i int) int {
	group := stringGroup(s.text, i)
	end := group[len(group)-1].end
	prefix, ok := commonPrefix(group)
	switch {
	case !ok: // the parser declines it
		return s.pass(i, end)
	case prefix == "" || prefix == "u8":
		for _, p := range group {
			if text := `"` + narrowSpelling(p.body) + `"`; text != s.text[p.start:p.end] {
				s.replace(p.start, p.end, text)
			}
			s.pass(p.start, p.next)
		}
		return end
	case prefix == s.wide:
		s.seen[prefix] = true
		for _, p := range group {
			text := `"` + wideSpelling(p.body, wideBits(prefix)) + `"`
			if p.prefix != "" {
				text = "L" + text
			}
			if text != s.text[p.start:p.end] {
				s.replace(p.start, p.end, text)
			}
			s.pass(p.start, p.next)
		}
		return end
	default:
		s.seen[prefix] = true
		s.replace(i, end, s.arraySpelling(prefix, group, i, end))
		return s.pass(i, end)
	}
}

// arraySpelling writes a group of wide strings of another kind than the unit's
// as an array lvalue over a plain string, followed by the line breaks of the
// group and as much space as keeps the columns after it.
func (s *literalScanner) arraySpelling(prefix string, group []stringPart, i, end int) string {
	var data strings.Builder
	n, width := 1, wideBits(prefix)
	for _, p := range group {
		for _, v := range wideElements(p.body, width, len(p.body)) {
			for k := 0; k < width; k += 8 {
				fmt.Fprintf(&data, `\%03o`, byte(v>>k))
			}
			n++
		}
	}
	data.WriteString(strings.Repeat(`\000`, width/8-1))
	text := fmt.Sprintf(`((%s(*)[%d])"%s")[0]`, wideTypes[prefix], n, &data)
	lines := strings.Count(s.text[i:end], "\n")
	if lines == 0 {
		return text
	}
	br := "\n"
	if s.directive != "" {
		br = "\\\n"
	}
	return text + strings.Repeat(br, lines) + strings.Repeat(" ", end-1-strings.LastIndexByte(s.text[:end], '\n'))
}

// replace writes text for what stands from i to end, and notes how it moves
// the rest of the line.
func (s *literalScanner) replace(i, end int, text string) {
	s.out.WriteString(s.text[s.done:i])
	from := s.out.Len() - s.wrote
	s.out.WriteString(text)
	s.done = end
	if strings.Contains(text, "\n") {
		text, _, _ = strings.Cut(text, "\n")
	}
	s.moved.add(s.file, s.shown, span{from + 1, from + len(text) + 1, i - s.start + 1, end - s.start + 1})
}

func isPrefix(word string) bool {
	return word == "L" || word == "u" || word == "U" || word == "u8"
}

func isWord(c byte) bool { return csyntax.IsLetter(c) }

// skipWord returns the end of the identifier at text[i].
func skipWord(text string, i int) int {
	for i < len(text) && (isWord(text[i]) || text[i] >= '0' && text[i] <= '9') {
		i++
	}
	return i
}

// skipNumber returns the end of the preprocessing number at text[i].
func skipNumber(text string, i int) int {
	for ; i < len(text); i++ {
		c := text[i]
		if (c == '+' || c == '-') && strings.IndexByte("eEpP", text[i-1]) >= 0 {
			continue
		}
		if !isWord(c) && c != '.' && (c < '0' || c > '9') {
			break
		}
	}
	return i
}

// stringPart is one of the string literals that stand side by side.
type stringPart struct {
	prefix, body     string
	start, end, next int // next is where the next one starts
}

// stringGroup returns the string literal at text[i] and those that follow it
// with nothing but white space and comments between.
func stringGroup(text string, i int) (list []stringPart) {
	for at := i; ; {
		quote := skipWord(text, at)
		if quote >= len(text) || text[quote] != '"' || quote > at && !isPrefix(text[at:quote]) {
			break
		}
		end := skipText(text, quote)
		if end-quote < 2 || text[end-1] != '"' {
			break
		}
		if n := len(list); n > 0 {
			list[n-1].next = at
		}
		list = append(list, stringPart{text[at:quote], text[quote+1 : end-1], at, end, end})
		at = skipSpace(text, end)
	}
	return list
}

// skipSpace returns the end of the white space, line splices and comments at
// text[i].
func skipSpace(text string, i int) int {
	for i < len(text) {
		switch rest := text[i:]; {
		case strings.IndexByte(" \t\n\v\f\r", rest[0]) >= 0:
			i++
		case strings.HasPrefix(rest, "\\\n"):
			i += 2
		case strings.HasPrefix(rest, "//"), strings.HasPrefix(rest, "/*"):
			i = skipText(text, i)
		default:
			return i
		}
	}
	return i
}

// commonPrefix returns the prefix of what a group of string literals forms,
// false if they do not go together.
func commonPrefix(group []stringPart) (string, bool) {
	prefix := ""
	for _, p := range group {
		if p.prefix != "" && prefix != "" && p.prefix != prefix {
			return "", false
		}
		if p.prefix != "" {
			prefix = p.prefix
		}
	}
	return prefix, true
}
