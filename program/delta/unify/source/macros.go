package source

import (
	"maps"
	"slices"
	"strings"

	"github.com/riftlab/rift/program/csyntax"
)

// Macros are the macros of a version that its files define outside functions, by
// name; each with all its definitions, of which conditionals may choose.
type Macros map[string][]macro

// macro is a definition.
type macro struct {
	params []string
	body   []csyntax.Token
}

// MacrosOf returns the macros of a version's files.
func MacrosOf(files map[string]*File) Macros {
	m := Macros{}
	for _, n := range slices.Sorted(maps.Keys(files)) {
		for _, it := range files[n].Items {
			if it.Kind == csyntax.Macro {
				m[it.Name] = append(m[it.Name], macroOf(files[n].Toks[it.From].Text))
			}
		}
	}
	return m
}

// macroOf takes a #define line apart.
func macroOf(line string) macro {
	toks := csyntax.Flat(line)
	name := min(2, len(toks)-1)
	m := macro{body: toks[name+1:]}
	if len(m.body) == 0 || m.body[0].Text != "(" || m.body[0].Start != toks[name].End {
		return m
	}
	for i, t := range m.body {
		if t.Text == ")" {
			m.body = m.body[i+1:]
			break
		}
		if t.Kind == csyntax.Identifier {
			m.params = append(m.params, t.Text)
		}
	}
	return m
}

// heads reports whether a macro is the head of a loop or condition, without a statement.
func (d macro) heads() bool {
	if len(d.body) == 0 {
		return false
	}
	switch d.body[0].Text {
	case "for", "while", "if", "switch":
		return d.body[len(d.body)-1].Is(")")
	}
	return false
}

// Through returns the names that stand in what the macros among tokens expand to,
// those of macros included.
func (m Macros) Through(toks []csyntax.Token) map[string]bool {
	names := map[string]bool{}
	for work := [][]csyntax.Token{toks}; len(work) > 0; {
		toks, work = work[0], work[1:]
		for _, t := range toks {
			for _, d := range m[t.Text] {
				for k, x := range d.body {
					member := k > 0 && (d.body[k-1].Text == "." || d.body[k-1].Text == "->")
					if x.Kind != csyntax.Identifier || member || names[x.Text] || slices.Contains(d.params, x.Text) {
						continue
					}
					names[x.Text] = true
					work = append(work, d.body[k:k+1])
				}
			}
		}
	}
	return names
}

// DiffersIn reports whether a name is that of a macro in one of two versions and expands to
// something else in the other.
func (m Macros) DiffersIn(other Macros, name string) bool {
	at := []csyntax.Token{{Kind: csyntax.Identifier, Text: name}}
	names := m.Through(at)
	maps.Copy(names, other.Through(at))
	names[name] = true
	for n := range names {
		if !slices.EqualFunc(m[n], other[n], func(a, b macro) bool {
			return slices.Equal(a.params, b.params) && SameTokens(a.body, b.body)
		}) {
			return true
		}
	}
	return false
}

// Mentioning returns those macros that tokens use, directly or through others,
// that mention one of some names; sorted.
func (m Macros) Mentioning(toks []csyntax.Token, names map[string]string) []string {
	used := m.Through(toks)
	for _, t := range toks {
		used[t.Text] = true
	}
	var list []string
	for _, name := range slices.Sorted(maps.Keys(used)) {
		for inner := range m.Through([]csyntax.Token{{Kind: csyntax.Identifier, Text: name}}) {
			if _, ok := names[inner]; ok {
				list = append(list, name)
				break
			}
		}
	}
	return list
}

// Simple reports whether a macro without parameters expands to something whose evaluation has
// no effects and cannot fail, as far as its words tell: besides what Effects looks for, it has no
// access to memory, and no division or shift but by a number.
func (m Macros) Simple(name string) bool {
	return !m.Effects(name) && !m.some(name, func(d macro, k int) bool {
		switch t := d.body[k]; {
		case t.Is("*"):
			return k == 0 || d.body[k-1].Kind == csyntax.Punct && !d.body[k-1].Is(")")
		case t.Is("["), t.Is("->"), t.Is("{"):
			return true
		case t.Is("/"), t.Is("%"), t.Is("<<"), t.Is(">>"):
			return k+1 == len(d.body) || d.body[k+1].Kind != csyntax.Number || d.body[k+1].Text == "0"
		}
		return false
	})
}

// Effects reports whether a macro without parameters may expand to a call or something that
// changes anything.
func (m Macros) Effects(name string) bool {
	return m.some(name, func(d macro, k int) bool {
		t := d.body[k]
		return t.Is("(") && k > 0 && d.body[k-1].Names() || t.Is("++") || t.Is("--") || t.Kind == csyntax.Punct && csyntax.Assignment(t.Text)
	})
}

// some reports whether some token of what a macro expands to is of a kind.
func (m Macros) some(name string, kind func(d macro, k int) bool) bool {
	names := m.Through([]csyntax.Token{{Kind: csyntax.Identifier, Text: name}})
	names[name] = true
	for n := range names {
		for _, d := range m[n] {
			for k := range d.body {
				if kind(d, k) {
					return true
				}
			}
		}
	}
	return false
}

// Branch reports whether a macro expands to something that has a condition.
func (m Macros) Branch(name string) bool {
	branches := func(name string) bool {
		return slices.ContainsFunc(m[name], func(d macro) bool {
			return slices.ContainsFunc(d.body, func(t csyntax.Token) bool {
				switch t.Text {
				case "?", "&&", "||", "if", "while", "for", "switch", "do":
					return true
				}
				return false
			})
		})
	}
	if branches(name) {
		return true
	}
	for inner := range m.Through([]csyntax.Token{{Kind: csyntax.Identifier, Text: name}}) {
		if branches(inner) {
			return true
		}
	}
	return false
}

// Continues reports whether a macro begins with a comma: it goes on with a list of arguments.
func (m Macros) Continues(name string) bool {
	return slices.ContainsFunc(m[name], func(d macro) bool { return len(d.body) > 0 && d.body[0].Is(",") })
}

// Lists reports whether a macro expands to several items with commas between them.
func (m Macros) Lists(name string) bool {
	return slices.ContainsFunc(m[name], func(d macro) bool {
		return d.outermost(func(k int) bool { return d.body[k].Is(",") })
	})
}

// Open reports whether a macro expands to an expression whose outermost operator is not within
// parentheses: what stands beside the macro may take its operands. Beside something that follows
// an operand at once, such as a member, operators in front count too.
func (m Macros) Open(name string, postfix bool) bool {
	return slices.ContainsFunc(m[name], func(d macro) bool {
		return d.outermost(func(k int) bool {
			t := d.body[k]
			if t.Kind != csyntax.Punct || t.Is(")") || t.Is("]") || t.Is("(") || t.Is("[") || t.Is(".") || t.Is("->") || t.Is(",") || t.Is(";") || t.Is("{") || t.Is("}") {
				return false
			}
			operand := k > 0 && (d.body[k-1].Kind != csyntax.Punct || d.body[k-1].Is(")") || d.body[k-1].Is("]"))
			return operand && !t.Is("++") && !t.Is("--") || postfix
		})
	}) || slices.ContainsFunc(m[name], func(d macro) bool {
		// Another macro alone, or with what follows it.
		return len(d.body) > 0 && d.body[0].Names() && d.body[0].Text != name && len(m[d.body[0].Text]) > 0 && m.openOnce(d.body[0].Text, name, postfix)
	})
}

// openOnce is Open, but does not come back to a macro.
func (m Macros) openOnce(name, from string, postfix bool) bool {
	rest := maps.Clone(m)
	delete(rest, from)
	return rest.Open(name, postfix)
}

// outermost reports whether a token outside of all brackets is of a kind.
func (d macro) outermost(kind func(k int) bool) bool {
	depth := 0
	for k, t := range d.body {
		switch {
		case t.Is("("), t.Is("["), t.Is("{"):
			depth++
		case t.Is(")"), t.Is("]"), t.Is("}"):
			depth--
		case depth == 0 && kind(k):
			return true
		}
	}
	return false
}

// Bare reports whether a macro has its parameter i beside operators, without parentheses.
func (m Macros) Bare(name string, i int) bool {
	return slices.ContainsFunc(m[name], func(d macro) bool {
		if i >= len(d.params) {
			return false
		}
		for k, t := range d.body {
			if t.Text != d.params[i] {
				continue
			}
			before := k == 0 || d.body[k-1].Is("(") || d.body[k-1].Is(",") || d.body[k-1].Is("{") || d.body[k-1].Is(";") || d.body[k-1].Is("=")
			behind := k+1 == len(d.body) || d.body[k+1].Is(")") || d.body[k+1].Is(",") || d.body[k+1].Is("}") || d.body[k+1].Is(";")
			if !before || !behind {
				return true
			}
		}
		return false
	})
}

// Spells reports whether it may count how the argument of a macro for its parameter i is
// written: the macro makes a string or part of a name of it, or takes it for the name of a
// member, tag or label, or hands it to a macro that does so with something. assert shows it,
// and some builtins want constants.
func (m Macros) Spells(name string, i int) bool {
	if len(m[name]) == 0 {
		return name == "assert" || constantArguments[name]
	}
	return m.reaches(name, i, macro.spelled)
}

// Types reports whether the type of the argument of a macro for its parameter i may count: it
// is the operand of sizeof or the like in what the macro expands to. A choice between two
// arrays, or two values of a small type, has another type than either.
func (m Macros) Types(name string, i int) bool { return m.reaches(name, i, macro.typed) }

// reaches reports whether the argument of a macro for its parameter i may get to a place of
// some kind in the macro or in others that it uses.
func (m Macros) reaches(name string, i int, kind func(d macro, k int) bool) bool {
	has := func(name string) bool { return m.has(name, kind) }
	return slices.ContainsFunc(m[name], func(d macro) bool {
		param := "__VA_ARGS__"
		if i < len(d.params) {
			param = d.params[i]
		}
		for k, t := range d.body {
			switch {
			case t.Text != param:
			case kind(d, k):
				return true
			case slices.ContainsFunc(slices.Sorted(maps.Keys(m.Through(d.body))), has) || slices.ContainsFunc(d.body, func(t csyntax.Token) bool { return has(t.Text) }):
				return true
			}
		}
		return false
	})
}

// constantArguments are the builtins that take constants, or types, as arguments.
var constantArguments = map[string]bool{
	"__builtin_fpclassify": true, "__builtin_choose_expr": true, "__builtin_types_compatible_p": true,
	"__builtin_object_size": true, "__builtin_dynamic_object_size": true, "__builtin_prefetch": true,
	"__builtin_assume_aligned": true, "__builtin_frame_address": true, "__builtin_return_address": true,
}

// spelled reports whether the token k of a body is no expression, if it is a parameter.
func (d macro) spelled(k int) bool {
	if k+1 < len(d.body) && d.body[k+1].Text == "##" {
		return true
	}
	if k == 0 {
		return false
	}
	switch d.body[k-1].Text {
	case "#", "##", ".", "->", "struct", "union", "enum", "goto":
		return true
	}
	return offset(d.body[:k])
}

// typed reports whether the token k of a body is in the operand of an operator that asks for
// its type.
func (d macro) typed(k int) bool {
	depth := 0
	operand := true // may an operator before this one have it as its operand?
	for k--; k >= 0; k-- {
		switch t := d.body[k]; {
		case t.Is(")"):
			depth++
			operand = false
		case depth > 0:
			if t.Is("(") {
				depth--
			}
		case asksType[t.Text] && operand:
			return true
		case t.Is("("):
			operand = true
		default:
			operand = operand && (t.Is("*") || t.Is("&") || t.Is("+") || t.Is("-") || t.Is("~") || t.Is("!"))
		}
	}
	return false
}

// asksType are the operators, and what stands for them, whose operands have types that count.
var asksType = map[string]bool{
	"sizeof": true, "typeof": true, "__typeof__": true, "__typeof": true, "typeof_unqual": true, "__auto_type": true,
	"_Alignof": true, "alignof": true, "__alignof__": true, "__alignof": true, "_Generic": true,
}

// has reports whether some argument of a macro gets to a place of some kind in it.
func (m Macros) has(name string, kind func(d macro, k int) bool) bool {
	return name == "assert" || slices.ContainsFunc(m[name], func(d macro) bool {
		for k, t := range d.body {
			if (slices.Contains(d.params, t.Text) || t.Text == "__VA_ARGS__") && kind(d, k) {
				return true
			}
		}
		return false
	})
}

// spelledIn returns the names that stand in arguments of macros of which it counts how they
// are written.
func (m Macros) spelledIn(toks []csyntax.Token) map[string]bool {
	names := map[string]bool{}
	for k, t := range toks {
		if t.Kind == csyntax.Directive {
			maps.Copy(names, m.spelledIn(csyntax.Flat(t.Text)))
			continue
		}
		if !t.Names() || k+1 >= len(toks) || !toks[k+1].Is("(") {
			continue
		}
		depth, arg := 0, 0
		var own []string
		for _, a := range toks[k+1:] {
			switch {
			case a.Is("("), a.Is("["), a.Is("{"):
				depth++
			case a.Is(")"), a.Is("]"), a.Is("}"):
				depth--
			case a.Names():
				own = append(own, a.Text)
			}
			if a.Is(",") && depth == 1 || depth == 0 {
				if len(own) > 0 && m.Spells(t.Text, arg) {
					for _, name := range own {
						names[name] = true
					}
				}
				arg, own = arg+1, nil
			}
			if depth == 0 {
				break
			}
		}
	}
	return names
}

// Shown returns the names that a version may show: those that stand in arguments of macros of
// which it counts how they are written, and those of functions that ask for their own name.
func Shown(files map[string]*File) map[string]bool {
	m, names := MacrosOf(files), map[string]bool{}
	for _, f := range files {
		maps.Copy(names, m.spelledIn(f.Toks))
		for _, it := range f.Items {
			if it.Kind == csyntax.Function && m.asksName(f.Toks[it.Body:it.To]) {
				names[it.Name] = true
			}
		}
	}
	return names
}

// asksName reports whether the name of the function around tokens is something in it.
func (m Macros) asksName(toks []csyntax.Token) bool {
	through := m.Through(toks)
	for _, name := range []string{"__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"} {
		if through[name] || slices.ContainsFunc(toks, func(t csyntax.Token) bool { return t.Text == name }) {
			return true
		}
	}
	return false
}

// Assigns reports whether a macro needs an object as the argument for its
// parameter i: it assigns to it, or takes its address.
func (m Macros) Assigns(name string, i int) bool {
	return slices.ContainsFunc(m[name], func(d macro) bool { return i < len(d.params) && d.assigns(d.params[i]) })
}

func (d macro) assigns(param string) bool {
	text := func(i int) string {
		if i < 0 || i >= len(d.body) {
			return ""
		}
		return d.body[i].Text
	}
	for i, t := range d.body {
		if t.Text != param {
			continue
		}
		from, to := i-1, i+1
		for text(from) == "(" && text(to) == ")" {
			from, to = from-1, to+1
		}
		switch text(from) {
		case "++", "--":
			return true
		case "&":
			if before := text(from - 1); before != ")" && before != "]" && (before == "" || strings.ContainsAny(before[:1], "(,=&|?:{;!<>+-*/")) {
				return true
			}
		}
		switch next := text(to); next {
		case "++", "--", "=", "<<=", ">>=":
			return true
		default:
			if len(next) == 2 && next[1] == '=' && strings.ContainsRune("+-*/%&^|", rune(next[0])) {
				return true
			}
		}
	}
	return false
}
