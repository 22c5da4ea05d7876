package dialect

import "github.com/riftlab/rift/program/cpp"

// MaxNesting bounds how deep parentheses, braces and brackets, and runs of
// prefix operators, may nest: the parser and the lowering recurse, and a stack
// overflow cannot be recovered from.
//
// MaxChain bounds how many tokens may follow one another without a separator,
// for the same reason: a chain of operators, labels or else-ifs is as deep as
// it is long. The parser's time for one is quadratic in its length: a sum of
// 20,000 variables takes it 9 seconds, one of 50,000, as long as is allowed, a
// minute.
const (
	MaxNesting = 2000
	MaxChain   = 100_000
)

// nestingScanner measures how deep words nest.
type nestingScanner struct {
	run   int   // of prefix operators
	chain []int // tokens since the last separator, for each open bracket
	ended bool  // the last token ended a statement, unless else follows
}

// nesting returns the word at which a unit nests too deeply, and why, or -1.
func nesting(list []word) (int, string) {
	s := &nestingScanner{chain: []int{0}}
	for i := range list {
		s.token(&list[i])
		switch {
		case len(s.chain) > MaxNesting+1 || s.run > MaxNesting:
			return i, "nested too deeply"
		case s.chain[len(s.chain)-1] > MaxChain:
			return i, "more tokens without a separator than the parser can nest"
		}
	}
	return -1, ""
}

// token takes a word into account. Strings count as one, pragmas for nothing.
func (s *nestingScanner) token(w *word) {
	switch w.kind {
	case cpp.Pragma:
	case cpp.Name, cpp.Number, cpp.String, cpp.Char:
		s.count(w.text)
	default:
		s.punctuation(w.text[0])
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
	if n := len(s.chain); n > 1 && (c == ')' || c == ']' || c == '}') {
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
