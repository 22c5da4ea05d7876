package smtlib

import (
	"strings"

	"github.com/riftlab/rift/bitvec"
)

// String returns e in one line, as it may be read again.
func (e *sexpr) String() string {
	var b strings.Builder
	e.write(&b)
	return b.String()
}

func (e *sexpr) write(b *strings.Builder) {
	switch e.kind {
	case tokenOpen:
		b.WriteByte('(')
		for i, x := range e.list {
			if i > 0 {
				b.WriteByte(' ')
			}
			x.write(b)
		}
		b.WriteByte(')')
	case tokenSymbol:
		b.WriteString(symbol(e.text))
	case tokenHex:
		b.WriteString("#x" + e.text)
	case tokenBinary:
		b.WriteString("#b" + e.text)
	case tokenString:
		b.WriteString(quoted(e.text))
	default:
		b.WriteString(e.text)
	}
}

// symbol quotes a name that came from a script; unlike a name of a new
// variable it may be a reserved word, which stays as it is.
func symbol(name string) string {
	switch name {
	case "_", "!", "as", "let", "exists", "forall", "match", "par":
		return name
	}
	return bitvec.QuoteSymbol(name)
}

func quoted(text string) string { return `"` + strings.ReplaceAll(text, `"`, `""`) + `"` }
