package source

import (
	"strings"

	"github.com/riftlab/rift/program/csyntax"
)

var typeWords = func() map[string]bool {
	m := map[string]bool{}
	for _, k := range strings.Fields(`auto char const double enum extern float inline int long register restrict short signed
		static struct typedef union unsigned void volatile _Bool bool size_t ssize_t FILE va_list __attribute__ time_t
		intmax_t uintmax_t off_t mode_t`) {
		m[k] = true
	}
	return m
}()

// TypeWord reports whether a word is part of a type or declaration, as the language and common
// headers have them.
func TypeWord(word string) bool { return typeWords[word] }

// Uses reports whether a name stands among tokens, other than as that of a member.
func Uses(toks []csyntax.Token, name string) bool {
	for i, t := range toks {
		if t.Text == name && t.Kind == csyntax.Identifier && (i == 0 || !toks[i-1].Is(".") && !toks[i-1].Is("->")) {
			return true
		}
	}
	return false
}
