package program

import (
	"fmt"
	"strings"
)

// ShellWord quotes bytes other than NUL as one word of a shell, where quoting is
// needed; what is not printable is written as $'...'.
func ShellWord(b []byte) string {
	plain := len(b) > 0
	printable := true
	for _, c := range b {
		if !(c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || strings.IndexByte("-_./=:,+@%", c) >= 0) {
			plain = false
		}
		if c < ' ' || c > '~' {
			printable = false
		}
	}
	switch {
	case plain:
		return string(b)
	case printable:
		return "'" + strings.ReplaceAll(string(b), "'", `'\''`) + "'"
	}
	var sb strings.Builder
	sb.WriteString("$'")
	for _, c := range b {
		switch {
		case c == '\'' || c == '\\':
			sb.WriteByte('\\')
			sb.WriteByte(c)
		case c < ' ' || c > '~':
			fmt.Fprintf(&sb, `\%03o`, c)
		default:
			sb.WriteByte(c)
		}
	}
	sb.WriteByte('\'')
	return sb.String()
}

// PosixWord quotes text without NUL as one word of any POSIX shell, which need not know
// $'...', where quoting is needed.
func PosixWord(w string) string {
	if w != "" && strings.Trim(w, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,+@%") == "" {
		return w
	}
	return "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
}

// PrintfWord returns the word with which printf(1) writes bytes, whatever they
// are: one that begins with "-" would be taken for an option.
func PrintfWord(b []byte) string {
	var sb strings.Builder
	sb.WriteByte('\'')
	for i, c := range b {
		switch {
		case c == '\n':
			sb.WriteString(`\n`)
		case c == '\t':
			sb.WriteString(`\t`)
		case c == '%':
			sb.WriteString("%%")
		case c < ' ' || c > '~' || c == '\'' || c == '\\' || c == '-' && i == 0:
			fmt.Fprintf(&sb, `\%03o`, c)
		default:
			sb.WriteByte(c)
		}
	}
	sb.WriteByte('\'')
	return sb.String()
}

// FromHome returns the name, from the folder that a run begins in, of a file in or
// beside that folder, which is /home/user; other names stay as they are.
func FromHome(name string) string {
	if rest, ok := strings.CutPrefix(name, "/home/user/"); ok {
		return rest
	}
	if rest, ok := strings.CutPrefix(name, "/home/"); ok {
		return "../" + rest
	}
	return name
}

// Quoted returns bytes as a string literal of C, for people to read.
func Quoted(b []byte) string {
	return `"` + strings.ReplaceAll(strings.Join(Glyphs(b), ""), `"`, `\"`) + `"`
}

// Glyphs returns how each byte is shown in a line of ASCII: as itself, or as C escapes it.
func Glyphs(b []byte) []string {
	list := make([]string, len(b))
	for i, c := range b {
		switch {
		case c == '\n':
			list[i] = `\n`
		case c == '\t':
			list[i] = `\t`
		case c == '\\':
			list[i] = `\\`
		case c == 0:
			list[i] = `\0`
		case c < ' ' || c > '~':
			list[i] = fmt.Sprintf(`\%03o`, c)
		default:
			list[i] = string(rune(c))
		}
	}
	return list
}
