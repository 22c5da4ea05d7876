package dialect

import (
	"github.com/riftlab/rift/program/cpp"
)

// newKeywords returns the words that C23 has as keywords and a unit does not
// declare.
func newKeywords(list []word) map[string]string {
	all := map[string]string{
		"bool": "_Bool", "true": "1", "false": "0", "nullptr": "((void*)0)", "constexpr": "", "static_assert": "_Static_assert",
		"thread_local": "_Thread_local", "alignas": "_Alignas", "alignof": "_Alignof",
	}
	start, enum := 0, []bool{false}
	for i := range list {
		w := &list[i]
		switch {
		case w.is("{"):
			enum = append(enum, opensEnum(list, i))
			start = i + 1
		case w.is("}") && len(enum) > 1:
			enum = enum[:len(enum)-1]
			start = i + 1
		case w.is(";"):
			start = i + 1
		case w.kind == cpp.Name && i+1 < len(list):
			if _, ok := all[w.text]; ok && declares(list, start, i, enum[len(enum)-1]) {
				delete(all, w.text)
			}
		}
	}
	return all
}

// opensEnum reports whether the brace at i begins the constants of an
// enumeration.
func opensEnum(list []word, i int) bool {
	for k := i - 1; k >= 0 && k > i-12; k-- {
		switch {
		case list[k].is("enum"):
			return true
		case list[k].kind != cpp.Name && !list[k].is(":") && !list[k].is("(") && !list[k].is(")"):
			return false
		}
	}
	return false
}

// declares reports whether the name at i is being declared, in a declaration
// that begins at start.
func declares(list []word, start, i int, enum bool) bool {
	next := &list[i+1]
	if enum {
		return (i == 0 || list[i-1].is("{") || list[i-1].is(",")) && (next.is(",") || next.is("=") || next.is("}"))
	}
	ends := next.is(";") || next.is(",") || next.is("=") || next.is("[") || next.is(")") || next.is("(")
	if i == start && i > 0 && list[i-1].is("}") { // of a structure, a union or an enumeration
		return ends && !next.is("(") && !next.is(")")
	}
	if i == start || !ends {
		return false
	}
	for k := start; k < i; k++ {
		if list[k].is("typedef") {
			return true
		}
	}
	switch prev := &list[i-1]; {
	case prev.is("*"), prev.is(","):
		return continues(list[start:i])
	case prev.kind != cpp.Name:
		return false
	default:
		switch prev.text {
		case "return", "case", "else", "sizeof", "goto", "const", "static", "extern", "volatile", "inline", "do":
			return false
		}
	}
	return true
}

// continues reports whether words begin a declaration and end where it names something
// behind stars or a comma.
func continues(list []word) bool {
	if len(list) < 2 || list[0].kind != cpp.Name || list[1].kind != cpp.Name && !list[1].is("*") {
		return false
	}
	switch list[0].text {
	case "return", "case", "else", "sizeof", "goto", "do":
		return false
	}
	depth, value := 0, false
	for i := range list {
		switch w := &list[i]; {
		case w.is("("), w.is("["), w.is("{"):
			depth++
		case w.is(")"), w.is("]"), w.is("}"):
			depth--
		case depth == 0 && w.is("="):
			value = true
		case depth == 0 && w.is(","):
			value = false
		}
	}
	return depth == 0 && !value
}

// enumerators notes the constants of enumerations, and the names of those whose
// constants are written without a minus.
func (r *rewriter) enumerators(list []word) {
	for i := range list {
		if !list[i].is("{") || !opensEnum(list, i) {
			continue
		}
		minus, k := false, i+1
		for ; k < len(list) && !list[k].is("}"); k++ {
			if list[k].kind == cpp.Name && (list[k-1].is("{") || list[k-1].is(",")) {
				r.constants[list[k].text] = true
			}
			minus = minus || list[k].is("-")
		}
		if !minus && k+2 < len(list) && list[k+1].kind == cpp.Name && list[k+2].is(";") {
			r.unsigned[list[k+1].text] = true
		}
	}
}
