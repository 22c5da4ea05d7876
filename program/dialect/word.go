package dialect

import "github.com/riftlab/rift/program/cpp"

// word is a token on its way to the parser: its spelling there, and the place
// that it stands for.
type word struct {
	kind    cpp.Kind
	white   bool // white space precedes it
	text    string
	at      cpp.Site
	endLine int32
	endCol  int32 // the column behind it
}

// is reports whether w is a punctuator or a name with the text.
func (w *word) is(text string) bool {
	return w.text == text && w.kind != cpp.String && w.kind != cpp.Char
}

// like returns a word with another text at the place of w.
func (w *word) like(kind cpp.Kind, text string) word {
	out := *w
	out.kind, out.text, out.white = kind, text, true
	return out
}

// wrong is what a unit cannot be written for the parser for.
type wrong struct {
	at          word
	why         string
	unsupported bool
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
