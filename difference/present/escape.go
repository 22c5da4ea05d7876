package present

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// visible returns text with everything that is not printable written as in C. Tabs stay
// if tabs is true. Text that is longer than most bytes is cut, and says so.
func visible(s string, tabs bool, most int) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		if b.Len() > most {
			fmt.Fprintf(&b, "... (%d bytes more)", len(s)-i)
			break
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t' && tabs:
			b.WriteByte('\t')
		case r == '\t':
			b.WriteString(`\t`)
		case r == utf8.RuneError && n <= 1, r != ' ' && !unicode.IsPrint(r):
			for _, c := range []byte(s[i : i+n]) {
				fmt.Fprintf(&b, `\%03o`, c)
			}
		default:
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}

// line returns a line of source or of a message on one line, with tabs.
func line(s string) string { return visible(s, true, 300) }

// quoted returns text in quotes on one line, "nothing" if there is none.
func quoted(s string) string {
	if s == "" {
		return "nothing"
	}
	return `"` + visible(s, false, 120) + `"`
}
