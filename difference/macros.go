package difference

import (
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
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
		for line := range strings.Lines(v.Files[i].Text) {
			rest, ok := strings.CutPrefix(strings.TrimSpace(line), "#")
			if !ok {
				continue
			}
			if rest, ok = strings.CutPrefix(strings.TrimSpace(rest), "define"); ok {
				if list := identifiers(rest); len(list) > 0 {
					macros[list[0]] = true
				}
			}
		}
	}
	var used []string
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "\tklee_assume(") { // conditions may use macros
			continue
		}
		for _, name := range identifiers(line) {
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

// identifiers returns the identifiers of a line of C that has no comments, without
// what stands in texts.
func identifiers(line string) []string {
	var list []string
	for i := 0; i < len(line); {
		c := line[i]
		switch {
		case isLetter(c):
			k := i
			for k < len(line) && (isLetter(line[k]) || line[k] >= '0' && line[k] <= '9') {
				k++
			}
			list = append(list, line[i:k])
			i = k
		case c == '"' || c == '\'':
			for i++; i < len(line) && line[i] != c; i++ {
				if line[i] == '\\' {
					i++
				}
			}
			i++
		case c >= '0' && c <= '9': // with its suffix
			for i < len(line) && (isLetter(line[i]) || line[i] >= '0' && line[i] <= '9') {
				i++
			}
		default:
			i++
		}
	}
	return list
}

func isLetter(c byte) bool {
	return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z'
}
