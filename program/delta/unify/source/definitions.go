package source

import (
	"maps"
	"slices"
	"strings"

	"github.com/riftlab/rift/program/csyntax"
)

// Definitions returns what files define outside functions, by kind and name, with the text by
// which two definitions are the same.
func Definitions(names []string, files map[string]*File) map[string]string {
	out := map[string]string{}
	for _, n := range names {
		f := files[n]
		groups, in := Conditionals(f)
		for i, it := range f.Items {
			if key, text := it.Key(); key != "" {
				if it.Kind == csyntax.Macro { // which of several it is, conditions decide
					text = conditions(f, groups, in[i]) + text
				}
				out[key] += text + "\n"
			}
			if it.Kind == csyntax.Record && !it.Constants() {
				for _, name := range f.Inner(it) {
					out["inner "+name] += it.Name + " " + it.Text + "\n"
				}
			}
		}
	}
	return out
}

// Inner returns the names that the definition of a record makes besides the one that it goes
// by: the tags and constants of what stands in it, its own tag if it goes by another name, and
// variables that are declared behind it.
func (f *File) Inner(it *Item) []string {
	var list []string
	add := func(t csyntax.Token) {
		if t.Names() && t.Text != it.Name && !slices.Contains(list, t.Text) {
			list = append(list, t.Text)
		}
	}
	for i := it.From; i+2 < it.To; i++ {
		switch f.Toks[i].Text {
		case "struct", "union", "enum":
		default:
			continue
		}
		tag := csyntax.Tag(f.Toks[:it.To], i)
		open := tag
		if open < it.To && f.Toks[open].Names() {
			open++
		}
		if open >= it.To || !f.Toks[open].Is("{") {
			continue
		}
		add(f.Toks[tag])
		if f.Toks[i].Text != "enum" || it.Enumeration() && open == it.Body {
			continue // its own constants are told from others by EnumeratorsOf
		}
		for k, depth := open, 0; k < it.To; k++ {
			switch t := f.Toks[k]; {
			case t.Is("{"), t.Is("("):
				depth++
			case t.Is("}"), t.Is(")"):
				depth--
			}
			if depth == 0 {
				break
			}
			if depth == 1 && (f.Toks[k].Is("{") || f.Toks[k].Is(",")) {
				next := k + 1
				for next < it.To && f.Toks[next].Kind == csyntax.Directive {
					next++
				}
				if next < it.To {
					add(f.Toks[next])
				}
			}
		}
	}
	if f.Toks[it.From].Text == "typedef" {
		return list
	}
	for _, name := range f.variablesBehind(it) {
		if name != it.Name && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// variablesBehind returns the variables that are declared behind the members of a record.
func (f *File) variablesBehind(it *Item) (list []string) {
	if it.Body < 0 {
		return nil
	}
	end := closing(f.Toks, it)
	toks := append([]csyntax.Token{{Kind: csyntax.Identifier, Text: "struct"}}, f.Toks[min(end+1, it.To):it.To]...)
	if _, ds, ok := csyntax.Declarators(toks); ok {
		for _, d := range ds {
			list = append(list, d.Name)
		}
	}
	return list
}

// Owner returns the name of the record in whose definition an inner name stands, "" if there
// is none.
func Owner(files map[string]*File, inner string) string {
	for _, n := range slices.Sorted(maps.Keys(files)) {
		for _, it := range files[n].Items {
			if it.Kind == csyntax.Record && !it.Constants() && slices.Contains(files[n].Inner(it), inner) {
				return it.Name
			}
		}
	}
	return ""
}

// InnerOf returns the inner names of the record of a name.
func InnerOf(files map[string]*File, name string) []string {
	_, f, it := record(files, name)
	if it == nil {
		return nil
	}
	return f.Inner(it)
}

// Key returns what an item defines, "" for things that may stand beside
// another of the same name, and what must be equal for one of them to do.
func (it *Item) Key() (key, text string) {
	if it.Name == "" {
		return "", ""
	}
	switch it.Kind {
	case csyntax.Macro:
		return "name " + it.Name, it.Text
	case csyntax.Function:
		return "name " + it.Name, ""
	case csyntax.Declaration:
		if strings.HasPrefix(it.Text, "typedef") {
			return "type " + it.Name, it.Text
		}
		if prototype(csyntax.Flat(it.Text), it.Name) {
			return "", ""
		}
		return "name " + it.Name, it.Text
	case csyntax.Record:
		if it.Constants() {
			return "", ""
		}
		return "type " + it.Name, it.Text
	}
	return "", ""
}

// Declared returns the functions that files declare, with their declarations. unused are those
// that they neither define nor use.
func Declared(names []string, files map[string]*File) (all map[string]string, unused map[string]bool) {
	all, unused = map[string]string{}, map[string]bool{}
	count := map[string]int{}
	for _, n := range names {
		f := files[n]
		for _, t := range f.Toks {
			if t.Kind == csyntax.Identifier {
				count[t.Text]++
			}
		}
		for _, it := range f.Items {
			if it.Kind == csyntax.Declaration && it.Name != "" && !f.Toks[it.From+1].Is("(") && prototype(csyntax.Flat(it.Text), it.Name) {
				all[it.Name] += it.Text + "\n"
				count[it.Name]--
			}
		}
	}
	for name := range all {
		unused[name] = count[name] <= 0
	}
	return all, unused
}

// prototype reports whether the tokens of a declaration are those of a function, or the use of
// a macro: they have parentheses, but not for a pointer, and no value.
func prototype(toks []csyntax.Token, name string) bool {
	toks = csyntax.WithoutAttributes(toks)
	if len(toks) > 2 && toks[1].Is("(") && !toks[2].Is("*") {
		return true
	}
	if _, _, variables := csyntax.Declarators(toks); variables {
		return false
	}
	pointer := false
	for i, t := range toks {
		switch {
		case t.Is("="):
			return false
		case t.Is("(") && i+1 < len(toks) && toks[i+1].Is("*"):
			pointer = true
		case t.Is("(") && (!pointer || toks[i-1].Text == name):
			return true
		}
	}
	return false
}

// Prototype reports whether an item declares a function.
func (it *Item) Prototype() bool {
	return it.Kind == csyntax.Declaration && it.Name != "" && strings.Contains(it.Text, it.Name+" (") && !strings.HasPrefix(it.Text, "typedef") && !strings.Contains(it.Text, "=")
}

// Pairs returns the functions that both versions of a file define, in the order of the
// new one. Of several definitions of a name, as conditionals choose from, the first ones
// belong together, and so on; if one version has more of them, only the last ones.
func Pairs(old, new *File) [][2]*Item {
	functions := func(f *File) map[string][]*Item {
		m := map[string][]*Item{}
		for _, it := range f.Items {
			if it.Kind == csyntax.Function {
				m[it.Name] = append(m[it.Name], it)
			}
		}
		return m
	}
	olds, news := functions(old), functions(new)
	var pairs [][2]*Item
	for _, it := range new.Items {
		if it.Kind != csyntax.Function {
			continue
		}
		o, n := olds[it.Name], news[it.Name]
		switch k := slices.Index(n, it); {
		case len(o) == len(n):
			pairs = append(pairs, [2]*Item{o[k], it})
		case len(o) > 0 && k == len(n)-1:
			pairs = append(pairs, [2]*Item{o[len(o)-1], it})
		}
	}
	return pairs
}

// Heads returns the heads of functions by name: of several with one name, all that differ. They
// are without what only says how a function is to be compiled or linked.
func Heads(names []string, files map[string]*File) map[string]string {
	out := map[string]string{}
	macros := MacrosOf(files)
	for _, n := range names {
		for _, it := range files[n].Items {
			if it.Kind != csyntax.Function {
				continue
			}
			if head := csyntax.Join(macros.undecorated(files[n].Toks[it.From:it.Body], "")) + "\n"; !strings.Contains("\n"+out[it.Name], "\n"+head) {
				out[it.Name] += head
			}
		}
	}
	return out
}

// WithoutLinkage returns heads, as Heads has them, without the words that say who may call a
// function.
func WithoutLinkage(heads string) string {
	lines := strings.Split(heads, "\n")
	for i, l := range lines {
		lines[i] = strings.Join(slices.DeleteFunc(strings.Fields(l), func(w string) bool { return w == "static" || w == "extern" || w == "inline" }), " ")
	}
	return strings.Join(lines, "\n")
}

// Compatible reports whether two heads or declarations of a function, of one line each, have
// the same types, as far as words tell it: the names of parameters do not count.
func Compatible(a, b string) bool { return slices.Equal(typesOf(a), typesOf(b)) }

// typesOf returns the words of the head or declaration of a function without the names of
// parameters.
func typesOf(head string) (words []string) {
	toks := csyntax.Flat(WithoutLinkage(strings.TrimSuffix(strings.TrimSpace(head), ";")))
	depth, typed := 0, false // is there something of the parameter's type before?
	for i, t := range toks {
		switch {
		case t.Is("("):
			depth++
			typed = false
		case t.Is(")"):
			depth--
		case t.Is(","):
			typed = false
		case depth > 0 && typed && t.Names() && i+1 < len(toks) && strings.Contains(",)[", toks[i+1].Text):
			continue
		case t.Text == "void" && i > 0 && toks[i-1].Is("(") && i+1 < len(toks) && toks[i+1].Is(")"):
			continue
		case depth > 0 && t.Text != "struct" && t.Text != "union" && t.Text != "enum" && t.Text != "const":
			typed = true
		}
		words = append(words, t.Text)
	}
	return words
}

// Mentions reports whether a file other than one has an identifier.
func Mentions(files map[string]*File, name, but string) bool {
	for n, f := range files {
		if n != but && slices.ContainsFunc(f.Toks, func(t csyntax.Token) bool {
			return t.Text == name || t.Kind == csyntax.Directive && strings.Contains(t.Text, name)
		}) {
			return true
		}
	}
	return false
}

// Defines reports whether a file has the text of a function of that name.
func Defines(files map[string]*File, name string) bool {
	for _, f := range files {
		if slices.ContainsFunc(f.Items, func(it *Item) bool { return it.Kind == csyntax.Function && it.Name == name }) {
			return true
		}
	}
	return false
}

// Calls reports whether a function, an initialiser or a macro mentions the function of that
// name; declarations of it, members and variables of the name are none.
func Calls(files map[string]*File, name string) bool {
	for _, f := range files {
		for _, it := range f.Items {
			from := it.From
			switch {
			case it.Prototype():
				continue
			case it.Kind == csyntax.Macro:
				if _, _, rest, ok := csyntax.Define(f.Toks[it.From].Text); ok && Uses(rest, name) {
					return true
				}
				continue
			case it.Kind == csyntax.Function:
				if from = it.Body; DeclaredIn(f, it, name) {
					continue
				}
			}
			if Uses(f.Toks[from:it.To], name) {
				return true
			}
		}
	}
	return false
}

// Variables returns the names of variables outside functions.
func Variables(versions ...map[string]*File) map[string]bool {
	names := map[string]bool{}
	for _, files := range versions {
		for _, f := range files {
			for _, it := range f.Items {
				if it.Kind == csyntax.Declaration {
					for _, name := range f.Declared(Declaration{From: it.From, To: it.To}) {
						names[name] = true
					}
				}
			}
		}
	}
	return names
}
