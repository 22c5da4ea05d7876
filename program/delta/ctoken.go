package delta

import "strings"

// ctok is a token of C text. A preprocessor line, with its continuations, is
// one token of kind tokDirective.
type ctok struct {
	kind       tokKind
	text       string
	start, end int // bytes of the file
}

type tokKind uint8

const (
	tokEnd tokKind = iota
	tokIdent
	tokNumber
	tokString
	tokChar
	tokPunct
	tokDirective
)

var puncts = []string{
	"<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
	"+=", "-=", "*=", "/=", "%=", "&=", "^=", "|=", "##",
}

// lex cuts C text into tokens. It accepts any text.
func lex(s string) []ctok {
	var out []ctok
	lineStart := true
	for i := 0; i < len(s); {
		c := s[i]
		j, kind := i+1, tokPunct
		switch {
		case c == '\n':
			lineStart = true
			i++
			continue
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			i++
			continue
		case strings.HasPrefix(s[i:], "\\\n"):
			i += 2
			continue
		case strings.HasPrefix(s[i:], "/*"), strings.HasPrefix(s[i:], "//"):
			i = commentEnd(s, i)
			continue
		case c == '#' && lineStart:
			j, kind = directiveEnd(s, i), tokDirective
		case c == '"' || c == '\'':
			kind = tokString
			if c == '\'' {
				kind = tokChar
			}
			j = quoteEnd(s, i)
		case c >= '0' && c <= '9' || c == '.' && i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9':
			kind = tokNumber
			for j < len(s) && (wordByte(s[j]) || s[j] == '.' || (s[j] == '+' || s[j] == '-') && strings.IndexByte("eEpP", s[j-1]) >= 0 && !strings.HasPrefix(s[i:], "0x")) {
				j++
			}
		case wordByte(c):
			kind = tokIdent
			for j < len(s) && wordByte(s[j]) {
				j++
			}
			if j < len(s) && (s[j] == '"' || s[j] == '\'') && (s[i:j] == "L" || s[i:j] == "u" || s[i:j] == "U" || s[i:j] == "u8") {
				kind = tokString
				if s[j] == '\'' {
					kind = tokChar
				}
				j = quoteEnd(s, j)
			}
		default:
			for _, p := range puncts {
				if strings.HasPrefix(s[i:], p) {
					j = i + len(p)
					break
				}
			}
		}
		lineStart = false
		out = append(out, ctok{kind, s[i:j], i, j})
		i = j
	}
	return out
}

func commentEnd(s string, i int) int {
	if s[i+1] == '/' {
		for ; i < len(s) && s[i] != '\n'; i++ {
			if s[i] == '\\' {
				i++
			}
		}
		return min(i, len(s))
	}
	if n := strings.Index(s[i+2:], "*/"); n >= 0 {
		return i + 2 + n + 2
	}
	return len(s)
}

func quoteEnd(s string, i int) int {
	q := s[i]
	for i++; i < len(s) && s[i] != q && s[i] != '\n'; i++ {
		if s[i] == '\\' {
			i++
		}
	}
	return min(i+1, len(s))
}

// directiveEnd returns the end of a preprocessor line without its newline.
func directiveEnd(s string, i int) int {
	for i < len(s) && s[i] != '\n' {
		switch {
		case strings.HasPrefix(s[i:], "\\\n"):
			i += 2
		case strings.HasPrefix(s[i:], "/*"), strings.HasPrefix(s[i:], "//"):
			i = commentEnd(s, i)
		case s[i] == '"' || s[i] == '\'':
			i = min(quoteEnd(s, i), i+1+strings.IndexByte(s[i+1:]+"\n", '\n'))
		default:
			i++
		}
	}
	return i
}
