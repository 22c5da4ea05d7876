package csyntax

import (
	"slices"
	"strings"
)

// keywords are words that name nothing of a program, those of preprocessor lines among
// them.
var keywords = func() map[string]bool {
	m := map[string]bool{}
	for k := range strings.FieldsSeq(`auto break case char const continue default do double else enum extern float for
		goto if inline int long register restrict return short signed sizeof static struct switch typedef union
		unsigned void volatile while define include ifdef ifndef endif elif undef defined _Bool`) {
		m[k] = true
	}
	return m
}()

// Keyword reports whether a word names nothing of a program: it belongs to the language,
// or to the preprocessor.
func Keyword(word string) bool { return keywords[word] }

// Names reports whether a token is an identifier that may name something.
func (t Token) Names() bool { return t.Kind == Identifier && !keywords[t.Text] }

// Identifiers returns the identifiers in a text that may name something, in order, with
// repetitions: none in comments or quotes.
func Identifiers(text string) []string {
	var out []string
	for _, t := range Flat(text) {
		if t.Names() {
			out = append(out, t.Text)
		}
	}
	return out
}

// Words returns all identifiers in a text, keywords among them, in order, with
// repetitions: none in comments or quotes.
func Words(text string) []string {
	var out []string
	for _, t := range Flat(text) {
		if t.Kind == Identifier {
			out = append(out, t.Text)
		}
	}
	return out
}

// Line is a preprocessor line taken apart: the tokens behind '#'. Places count from the
// beginning of the line.
func Line(text string) []Token {
	toks := Flat(text)
	if len(toks) > 0 && toks[0].Text == "#" {
		return toks[1:]
	}
	return nil
}

// DirectiveName returns the name of a preprocessor line, such as "ifdef"; "" if it has
// none, or is no preprocessor line.
func DirectiveName(text string) string {
	if t := Line(text); len(t) > 0 && t[0].Kind == Identifier {
		return t[0].Text
	}
	return ""
}

// Define takes a line that defines a macro apart: its name, whether parameters follow,
// and the tokens behind the name. ok is false for other lines.
func Define(line string) (name string, parameters bool, rest []Token, ok bool) {
	t := Line(line)
	if len(t) < 2 || t[0].Text != "define" || t[1].Kind != Identifier {
		return "", false, nil, false
	}
	rest = t[2:]
	return t[1].Text, len(rest) > 0 && rest[0].Text == "(" && rest[0].Start == t[1].End, rest, true
}

// Include returns the name of the file that a preprocessor line includes, "" if a macro
// gives it; ok is false for other lines.
func Include(line string) (name string, ok bool) {
	t := Line(line)
	if len(t) == 0 || t[0].Text != "include" && t[0].Text != "include_next" && t[0].Text != "import" {
		return "", false
	}
	name, _ = Header(line, t[1:])
	return name, true
}

// Header returns the name of a header, in quotes or brackets, that the tokens of a
// preprocessor line begin with.
func Header(line string, toks []Token) (name string, ok bool) {
	if len(toks) == 0 {
		return "", false
	}
	switch first := toks[0]; {
	case first.Kind == String:
		return strings.Trim(first.Text, `"`), true
	case first.Kind == Punct && first.Text[0] == '<':
		name, _, ok = strings.Cut(line[first.Start+1:], ">")
		return strings.TrimSpace(name), ok && !strings.Contains(name, "\n")
	}
	return "", false
}

// assigning are the signs that change what stands before them.
var assigning = map[string]bool{
	"=": true, "+=": true, "-=": true, "*=": true, "/=": true, "%=": true, "&=": true, "|=": true, "^=": true, "<<=": true, ">>=": true,
}

// Assignment reports whether a sign is that of an assignment.
func Assignment(sign string) bool { return assigning[sign] }

// Assigns reports whether the tokens assign to anything, or step it.
func Assigns(toks []Token) bool {
	return slices.ContainsFunc(toks, func(t Token) bool {
		return t.Kind == Punct && (assigning[t.Text] || t.Text == "++" || t.Text == "--")
	})
}

// Assigned returns the variables that the tokens assign to or step, each once, in the
// order of the signs that do so: the first name of what stands before an assignment or
// "++", members and indices left out, or the name behind "++".
func Assigned(toks []Token) []string {
	var names []string
	seen := map[string]bool{}
	add := func(name string) {
		if name != "" && !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	for i, t := range toks {
		switch {
		case t.Kind != Punct:
		case assigning[t.Text]:
			add(object(toks[:i]))
		case t.Text == "++" || t.Text == "--":
			if name := object(toks[:i]); name != "" {
				add(name)
			} else if i+1 < len(toks) && toks[i+1].Names() {
				add(toks[i+1].Text)
			}
		}
	}
	return names
}

// object returns the name that the place at the end of the tokens begins with: of
// "a[i].b" it is "a". It is "" if that is no name.
func object(toks []Token) string {
	for i := len(toks) - 1; i >= 0; i-- {
		switch t := toks[i]; {
		case t.Text == "]" && t.Kind == Punct:
			for depth := 0; i >= 0; i-- {
				if toks[i].Is("]") {
					depth++
				}
				if toks[i].Is("[") {
					if depth--; depth == 0 {
						break
					}
				}
			}
		case !t.Names():
			return ""
		case i > 1 && (toks[i-1].Is(".") || toks[i-1].Is("->")) && (toks[i-2].Names() || toks[i-2].Is("]")):
			i--
		case i > 0 && toks[i-1].Is(".") && (i == 1 || toks[i-2].Is("{") || toks[i-2].Is(",")):
			return t.Text
		case i > 0 && (toks[i-1].Is(".") || toks[i-1].Is("->")):
			return "" // a member of what is no place
		default:
			return t.Text
		}
	}
	return ""
}
