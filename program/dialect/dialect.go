// Package dialect writes a preprocessed translation unit in the C that the
// parser of program/cfront knows, C17 with most of GNU C, and keeps for each word
// where it stood in the user's files. It sees words and no types: what cannot be
// told from words alone is left to the parser.
//
// The phases, one per file: a bound on how deep the unit nests (nesting), its
// literals (literals, literaltext), constructs of GNU C and C23 (rewrite,
// constexpr), and the text with the table of places (source).
package dialect

import (
	"fmt"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cpp"
)

// Write writes a preprocessed unit for the parser. Errors are *program.Error.
func Write(u *cpp.Unit) (*Source, []error) {
	list := wordsOf(u)
	fail := func(w *word, unsupported bool, why string) []error {
		pos := program.Position{File: u.Files[w.at.File], Line: int(w.at.Line), Col: int(w.at.Col)}
		return []error{&program.Error{Pos: pos, Msg: why, Unsupported: unsupported}}
	}
	for i := range list {
		if list[i].kind == cpp.Other {
			return nil, fail(&list[i], false, stray(list[i].text))
		}
	}
	if i, why := nesting(list); i >= 0 {
		return nil, fail(&list[i], true, why)
	}
	list, wide, bad := spellLiterals(list)
	if bad == nil {
		list, bad = rewrite(list)
	}
	if bad != nil {
		return nil, fail(&bad.at, bad.unsupported, bad.why)
	}
	return newSource(list, u.Files, wide), nil
}

// stray says what is wrong with text that is no token.
func stray(text string) string {
	switch {
	case text == "''":
		return "empty character constant"
	case strings.HasSuffix(text[:min(len(text), 3)], `"`), text[0] == '"':
		return "string literal not terminated"
	case text[0] == '\'', strings.IndexByte(text, '\'') >= 0:
		return "character constant not terminated"
	}
	return fmt.Sprintf("unexpected '%s'", text)
}
