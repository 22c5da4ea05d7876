package harness

import (
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/csyntax"
)

// withoutMacros undefines before a text the macros of a version that have the names
// that it uses: it is made from what the front end knows after macros are expanded,
// and they would be expanded once more.
func withoutMacros(v *program.Version, text string) string {
	macros := map[string]bool{}
	for _, d := range v.Defines {
		name, _, _ := strings.Cut(d, "=")
		macros[name] = true
	}
	for i := range v.Files {
		for _, t := range csyntax.Lex(v.Files[i].Text) {
			if name, _, _, ok := csyntax.Define(t.Text); ok && t.Kind == csyntax.Directive {
				macros[name] = true
			}
		}
	}
	var used []string
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "\tklee_assume(") { // conditions may use macros
			continue
		}
		for _, name := range csyntax.Words(line) {
			if macros[name] && name != programMain && !slices.Contains(used, name) {
				used = append(used, name)
			}
		}
	}
	slices.Sort(used)
	var b strings.Builder
	for _, name := range used {
		b.WriteString("#undef " + name + "\n")
	}
	return b.String() + text
}
