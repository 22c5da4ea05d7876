package cfront

import "strings"

// maxNesting bounds how deep parentheses, braces and brackets, and runs of
// prefix operators, may nest: the parser and the lowering recurse, and a stack
// overflow cannot be recovered from.
//
// maxChain bounds how many tokens may follow one another without a separator,
// for the same reason: a chain of operators, labels or else-ifs is as deep as
// it is long. The parser's time for one is quadratic in its length: a sum of
// 20,000 variables takes it 9 seconds, one of 50,000, as long as is allowed, a
// minute. Chains that macros make are bounded by expansionLimit and the context
// alone.
const (
	maxNesting = 2000
	maxChain   = 100_000
)

// tooDeep is a place at which text is too much for the parser.
type tooDeep struct {
	line, col int
	why       string
}

// nestingScanner measures how deep a text nests. Comments count for nothing,
// strings and character constants as one token.
type nestingScanner struct {
	text      string
	line      int
	start     int   // of the line
	run       int   // of prefix operators
	chain     []int // tokens since the last separator, for each open bracket
	ended     bool  // the last token ended a statement, unless else follows
	directive int   // tokens of the chain in which the directive of this line stands
}

// nesting returns the place at which text nests too deeply, or nil.
func nesting(text string) *tooDeep {
	s := &nestingScanner{text: text, line: 1, chain: []int{0}, directive: -1}
	for i := 0; i < len(text); {
		end := s.token(i)
		why := ""
		switch {
		case len(s.chain) > maxNesting+1 || s.run > maxNesting:
			why = "nested too deeply"
		case s.chain[len(s.chain)-1] > maxChain:
			why = "more tokens without a separator than the parser can nest"
		}
		if why != "" {
			return &tooDeep{s.line, i - s.start + 1, why}
		}
		i = end
	}
	return nil
}

// token takes the token or space at text[i] into account and returns its end.
func (s *nestingScanner) token(i int) int {
	switch c := s.text[i]; {
	case c == '\n':
		s.newLine(i)
		return i + 1
	case c == ' ' || c == '\t' || c == '\r':
		return i + 1
	case c == '\\' && strings.HasPrefix(s.text[i+1:], "\n"):
		s.line, s.start = s.line+1, i+2
		return i + 2
	case strings.HasPrefix(s.text[i:], "//"), strings.HasPrefix(s.text[i:], "/*"), c == '"', c == '\'':
		end := skipText(s.text, i)
		if c != '/' {
			s.count("")
		}
		if n := strings.Count(s.text[i:end], "\n"); n > 0 {
			s.line, s.start = s.line+n, i+strings.LastIndexByte(s.text[i:end], '\n')+1
		}
		return end
	case c == '#' && s.directive < 0 && strings.TrimSpace(s.text[s.start:i]) == "":
		s.directive = s.chain[len(s.chain)-1]
		return i + 1
	case isWord(c) || c >= '0' && c <= '9':
		end := skipWord(s.text, i)
		s.count(s.text[i:end])
		return end
	default:
		s.punctuation(c)
		return i + 1
	}
}

// newLine ends a line, and the directive on it.
func (s *nestingScanner) newLine(i int) {
	s.line, s.start = s.line+1, i+1
	if s.directive >= 0 {
		s.chain[len(s.chain)-1], s.directive = s.directive, -1
	}
}

// count adds a token to the innermost chain.
func (s *nestingScanner) count(word string) {
	top := &s.chain[len(s.chain)-1]
	if s.ended && word != "else" {
		*top = 0
	}
	s.ended, s.run = false, 0
	*top++
}

func (s *nestingScanner) punctuation(c byte) {
	if n := len(s.chain); n > 1 && strings.IndexByte(")]}", c) >= 0 {
		s.chain = s.chain[:n-1]
		s.ended = false
	}
	run := s.run
	s.count("")
	switch c {
	case '!', '~', '-', '+', '*', '&':
		s.run = run + 1
	case '(', '[', '{':
		s.chain = append(s.chain, 0)
	case ';', '}':
		s.ended = true
	case ',':
		s.chain[len(s.chain)-1] = 0
	}
}

// skipText returns the end of the comment, string or character constant that
// starts at text[i].
func skipText(text string, i int) int {
	open := text[i : i+1]
	switch {
	case strings.HasPrefix(text[i:], "//"):
		open = "\n"
	case strings.HasPrefix(text[i:], "/*"):
		if n := strings.Index(text[i+2:], "*/"); n >= 0 {
			return i + 2 + n + 2
		}
		return len(text)
	}
	for j := i + 1; j < len(text); j++ {
		switch {
		case text[j] == '\\':
			j++
		case text[j] == '\n':
			return j // also ends an unclosed string
		case text[j:j+1] == open:
			return j + 1
		}
	}
	return len(text)
}
