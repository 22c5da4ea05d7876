package source

import (
	"slices"
	"strings"

	"github.com/riftlab/rift/program/csyntax"
)

// decorations are the words that say how a function is to be compiled or linked: with or
// without them it does the same.
var decorations = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`static extern register inline __inline __inline__ __forceinline __extension__ noreturn _Noreturn
		__cdecl __stdcall`) {
		m[w] = true
	}
	return m
}()

// harmless are the attributes of which the same can be said.
var harmless = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`always_inline noinline flatten visibility default hidden unused used noreturn format printf scanf
		pure const nonnull malloc hot cold warn_unused_result deprecated dllexport dllimport returns_nonnull nothrow`) {
		m[w], m["__"+w+"__"] = true, true
	}
	return m
}()

// Decorates reports whether a macro without parameters only says how a function is to be
// compiled or linked, whichever of its definitions holds.
func (m Macros) Decorates(name string) bool {
	return len(m[name]) > 0 && !slices.ContainsFunc(m[name], func(d macro) bool {
		return d.params != nil || len(m.undecorated(d.body, name)) > 0
	})
}

// undecorated returns tokens without those that only say how a function is to be compiled or
// linked; within is the macro that they define, if they do.
func (m Macros) undecorated(toks []csyntax.Token, within string) []csyntax.Token {
	var list []csyntax.Token
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		if decorations[t.Text] || t.Names() && t.Text != within && within == "" && m.Decorates(t.Text) {
			continue
		}
		if (t.Text == "__attribute__" || t.Text == "__declspec") && i+1 < len(toks) && toks[i+1].Is("(") {
			depth, end, all := 0, i+1, true
			for ; end < len(toks); end++ {
				switch x := toks[end]; {
				case x.Is("("):
					depth++
				case x.Is(")"):
					depth--
				case x.Kind == csyntax.Identifier:
					all = all && harmless[x.Text]
				}
				if depth == 0 {
					break
				}
			}
			if all && depth == 0 {
				i = end
				continue
			}
		}
		list = append(list, t)
	}
	return list
}
