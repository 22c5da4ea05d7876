package csyntax

import "strings"

// ItemKind is the kind of a piece of a file outside of functions.
type ItemKind uint8

// The kinds of items.
const (
	Other       ItemKind = iota // a preprocessor line that defines no macro
	Macro                       // #define
	Declaration                 // of anything, ending in a semicolon
	Record                      // one whose point is a struct, union or enum with its members
	Function                    // the definition of a function
	Use                         // of a macro that makes definitions, without a semicolon
)

// Item is a piece of a file outside of functions.
type Item struct {
	Kind     ItemKind
	Name     string // of what it defines or declares; "" if that is not one thing
	From, To int    // its tokens
	Body     int    // token of the brace that opens the body or the members; -1 without one
}

// File is a file taken apart. It is not to be modified.
type File struct {
	Text  string
	Toks  []Token
	Items []Item
	Types map[string]bool // names that typedef defines
}

// Parse takes a file apart. It accepts any text: what is no C ends up in some item.
func Parse(text string) *File {
	f := &File{Text: text, Toks: Lex(text), Types: map[string]bool{}}
	s := splitter{File: f, calls: map[string]bool{}}
	for i := 0; i < len(f.Toks); {
		it := s.item(i)
		f.Items = append(f.Items, it)
		i = it.To
	}
	return f
}

// splitter cuts tokens into items.
type splitter struct {
	*File
	calls map[string]bool // names of the macros with parameters that are defined so far
}

// item takes the piece that starts at token i.
func (s *splitter) item(i int) Item {
	it := Item{From: i, Kind: Declaration, Body: -1}
	if t := s.Toks[i]; t.Kind == Directive {
		it.To, it.Kind = i+1, Other
		if name, parameters, _, ok := Define(t.Text); ok {
			it.Kind, it.Name = Macro, name
			s.calls[name] = parameters
		}
		return it
	}
	if i+2 < len(s.Toks) && s.Toks[i].Is("extern") && s.Toks[i+1].Kind == String && s.Toks[i+2].Is("{") {
		it.To, it.Kind = i+3, Other // what is in these braces stands outside functions
		return it
	}
	if s.Toks[i].Is("}") {
		it.To, it.Kind = i+1, Other
		return it
	}
	if end := s.call(i); end > 0 {
		it.Kind = Use
		return s.finish(it, end)
	}
	body := s.oldStyle(i)
	depth, assigned, conditionals := 0, false, 0
	var open []branches
	j := i
	for ; j < len(s.Toks); j++ {
		t := s.Toks[j]
		if t.Kind == Directive {
			// Words that are no C, for compilers to complain about, end with the
			// conditional that they stand in.
			switch d := DirectiveName(t.Text); {
			case strings.HasPrefix(d, "if"):
				conditionals++
				open = append(open, branches{before: depth, first: -1})
			case strings.HasPrefix(d, "el") && len(open) > 0:
				b := &open[len(open)-1]
				if b.first < 0 {
					b.first = depth
				}
				depth = b.before
			case d == "endif":
				conditionals--
				if len(open) > 0 {
					if b := open[len(open)-1]; b.first >= 0 {
						depth = b.first
					}
					open = open[:len(open)-1]
				}
			}
			if conditionals < 0 && depth == 0 {
				return s.finish(it, j)
			}
			continue
		}
		if t.Kind != Punct {
			continue
		}
		switch t.Text {
		case "=":
			assigned = assigned || depth == 0
		case "(", "[":
			depth++
		case ")", "]":
			depth--
		case "{":
			switch {
			case depth > 0 || assigned:
			case it.Body < 0:
				it.Body, it.Kind = j, Record
				if s.function(i, j) {
					it.Kind = Function
				}
			case it.Kind == Record && s.Toks[j-1].Is(")"): // that of a function which returns the record
				it.Body, it.Kind = j, Function
			}
			depth++
		case "}":
			depth--
		}
		// A body without a head in sight ends too: conditionals choose among heads.
		if depth == 0 && j > body && (t.Text == ";" || t.Text == "}" && (it.Kind == Function || it.Body == i)) {
			j++
			break
		}
	}
	return s.finish(it, min(j, len(s.Toks)))
}

// branches are those of a conditional, of which one is compiled: braces count as in the
// first one. Depths are those before them and behind the first, -1 while that is read.
type branches struct{ before, first int }

// call returns the token behind the use of a macro that begins at token i and that
// something else than the rest of a declaration follows; 0 if there is none.
func (s *splitter) call(i int) int {
	if i+1 >= len(s.Toks) || !s.calls[s.Toks[i].Text] || s.Toks[i+1].Text != "(" {
		return 0
	}
	depth := 0
	for j := i + 1; j < len(s.Toks); j++ {
		switch s.Toks[j].Text {
		case "(":
			depth++
		case ")":
			depth--
		}
		if depth > 0 {
			continue
		}
		if j+1 == len(s.Toks) || s.Toks[j+1].Kind == Identifier || s.Toks[j+1].Kind == Directive {
			return j + 1
		}
		return 0
	}
	return 0
}

// oldStyle returns the token of the brace that opens the body of a function whose
// definition begins at token i and declares its parameters behind the parentheses; -1
// if there is none.
func (s *splitter) oldStyle(i int) int {
	j := i
	for ; j < len(s.Toks) && !s.Toks[j].Is("("); j++ {
		if s.Toks[j].Kind != Identifier && !s.Toks[j].Is("*") {
			return -1
		}
	}
	if j == i || j >= len(s.Toks) || !s.Toks[j-1].Names() {
		return -1
	}
	names := 0 // of parameters: there are no more declarations
	for j++; ; j += 2 {
		names++
		if j+1 >= len(s.Toks) || !s.Toks[j].Names() {
			return -1
		}
		if s.Toks[j+1].Is(")") {
			break
		}
		if !s.Toks[j+1].Is(",") {
			return -1
		}
	}
	if j += 2; j >= len(s.Toks) || s.Toks[j].Kind != Identifier {
		return -1
	}
	for ; j < len(s.Toks) && names >= 0; j++ {
		switch t := s.Toks[j]; {
		case t.Is("{"):
			if s.Toks[j-1].Is(";") {
				return j
			}
			return -1
		case t.Is(";"):
			names--
		case t.Kind == Identifier, t.Kind == Number, t.Kind == Punct && strings.Contains("*,;()[]", t.Text):
		default:
			return -1
		}
	}
	return -1
}

// finish ends an item before token to.
func (s *splitter) finish(it Item, to int) Item {
	it.To = to
	it.Name = s.nameOf(it)
	return it
}

// function reports whether the tokens before the brace at j are the head of a function.
func (s *splitter) function(i, j int) bool {
	if s.Toks[i].Text == "typedef" {
		return false
	}
	for k := i + 1; k < j; k++ {
		if s.Toks[k].Text != "(" || s.Toks[k-1].Kind != Identifier {
			continue
		}
		if !attribute(s.Toks[k-1].Text) {
			return true
		}
		k = closing(s.Toks[:j], k)
	}
	return false
}

// nameOf returns what an item defines: the name before the first parenthesis of a
// function, the tag of a record, the last name of other declarations.
func (s *splitter) nameOf(it Item) string {
	toks := s.Toks[it.From:it.To]
	switch {
	case it.Kind == Function:
		head := 0 // behind a record that it defines
		for k, t := range toks[:max(it.Body-it.From, 0)] {
			if t.Is("}") {
				head = k + 1
			}
		}
		return Declared(toks[head:])
	case it.Kind == Record && toks[0].Text == "typedef":
		toks = WithoutAttributes(toks)
		name := toks[max(len(toks)-2, 0)].Text
		s.Types[name] = true
		return name
	case it.Kind == Record:
		return tag(toks)
	case toks[0].Text == "typedef":
		name := Declared(toks)
		s.Types[name] = true
		return name
	}
	return Declared(toks)
}

// tag returns the tag of the first struct, union or enum. An enum without one goes by
// its first constant.
func tag(toks []Token) string {
	for k, t := range toks {
		if t.Text == "struct" || t.Text == "union" || t.Text == "enum" {
			k = Tag(toks, k)
			switch {
			case k >= len(toks):
				return ""
			case t.Text == "enum" && toks[k].Is("{"):
				for _, first := range toks[k+1:] {
					if first.Kind != Directive {
						return "{" + first.Text
					}
				}
				return ""
			case toks[k].Is("{"):
				return ""
			}
			return toks[k].Text
		}
	}
	return ""
}

// Tag returns the token that follows a struct, union or enum at token k and its attributes: the
// tag, or the brace before the members if there is none; len(toks) if there is neither.
func Tag(toks []Token, k int) int {
	for k++; k < len(toks); k++ {
		switch {
		case attribute(toks[k].Text):
			k++
		case !toks[k].Is("["):
			return k
		}
		k = closing(toks, k)
	}
	return len(toks)
}

// WithoutAttributes returns tokens without the attributes that __attribute__ and _Alignas begin.
func WithoutAttributes(toks []Token) []Token {
	var list []Token
	for k := 0; k < len(toks); k++ {
		if attribute(toks[k].Text) && k+1 < len(toks) && toks[k+1].Is("(") {
			k = closing(toks, k+1)
			continue
		}
		list = append(list, toks[k])
	}
	return list
}

// attribute reports whether a word is followed by attributes in parentheses, or makes with what
// is in them a type.
func attribute(word string) bool {
	switch word {
	case "__attribute__", "__attribute", "_Alignas", "alignas", "__declspec",
		"typeof", "__typeof__", "__typeof", "typeof_unqual", "_Atomic", "_BitInt":
		return true
	}
	return false
}

// closing returns the token that closes the bracket at token k, the last one if none does.
func closing(toks []Token, k int) int {
	depth := 0 // at once 0 where there is no bracket
	for ; k < len(toks); k++ {
		switch {
		case toks[k].Is("("), toks[k].Is("["):
			depth++
		case toks[k].Is(")"), toks[k].Is("]"):
			depth--
		}
		if depth == 0 {
			return k
		}
	}
	return len(toks) - 1
}

// Declared returns the name that a declaration declares first, "" if there is none.
func Declared(toks []Token) string {
	toks = WithoutAttributes(toks[specifierMacro(toks):])
	name, braces := "", 0
	for k, t := range toks {
		switch {
		case t.Is("{"):
			braces++
		case t.Is("}"):
			braces--
		case braces > 0: // members
		case t.Is("(") && pointerName(toks[k:]) != "":
			return pointerName(toks[k:])
		case t.Text == "(" && name != "" && toks[k-1].Text == name:
			return name
		case t.Text == "=" || t.Text == "[" || t.Text == ";" || t.Text == ",":
			return name
		case t.Names():
			name = t.Text
		}
	}
	return name
}

// pointerName returns the name of the pointer to a function or an array that the
// parenthesis at the beginning of the tokens opens, "" if there is none.
func pointerName(toks []Token) string {
	k := 1
	for k < len(toks) && (toks[k].Is("*") || toks[k].Text == "const") {
		k++
	}
	if k == 1 || k >= len(toks) || !toks[k].Names() {
		return ""
	}
	if end := closing(toks, 0); end+1 < len(toks) && (toks[end+1].Is("(") || toks[end+1].Is("[")) {
		return toks[k].Text
	}
	return ""
}

// specifierMacro returns the number of tokens up to the end of a macro with arguments that
// stands among the specifiers of a declaration, as in "EXPORT(int) f(void)"; 0 if there is
// none. Before it stand no more than words of C; what is declared comes behind.
func specifierMacro(toks []Token) int {
	k := 0
	for k < len(toks) && keywords[toks[k].Text] {
		k++
	}
	if k+1 >= len(toks) || !toks[k].Names() || !toks[k+1].Is("(") {
		return 0
	}
	for _, t := range toks[:k] { // the name itself, behind its type
		if typeWords[t.Text] {
			return 0
		}
	}
	depth, end := 0, 0
	for j := k + 1; j < len(toks) && end == 0; j++ {
		switch {
		case toks[j].Is("("):
			depth++
		case toks[j].Is(")"):
			if depth--; depth == 0 {
				end = j + 1
			}
		}
	}
	j := end
	for j > 0 && j < len(toks) && (toks[j].Is("*") || toks[j].Kind == Identifier) {
		j++
	}
	if j == end || j == len(toks) || !toks[j-1].Names() {
		return 0
	}
	// Behind the head of a function in the old style stand declarations of parameters.
	switch last := toks[j]; {
	case last.Is("("), (last.Is("=") || last.Is("[")) && k == 0:
		return end
	}
	return 0
}

// typeWords are the words that name types.
var typeWords = map[string]bool{
	"void": true, "char": true, "short": true, "int": true, "long": true, "float": true, "double": true,
	"signed": true, "unsigned": true, "_Bool": true, "struct": true, "union": true, "enum": true,
}

// Join writes tokens with single spaces between them.
func Join(toks []Token) string {
	var b strings.Builder
	for i, t := range toks {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(t.Text)
	}
	return b.String()
}
