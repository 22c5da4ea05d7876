package source

import (
	"slices"
	"strings"

	"github.com/riftlab/rift/program/csyntax"
)

// Definitions returns what files define outside functions, by kind and name, with the text by
// which two definitions are the same.
func Definitions(names []string, files map[string]*File) map[string]string {
	out := map[string]string{}
	for _, n := range names {
		for _, it := range files[n].Items {
			key, text := it.Key()
			if key != "" {
				out[key] += text + "\n"
			}
		}
	}
	return out
}

// Key returns what an item defines, "" for things that may stand beside
// another of the same name, and what must be equal for one of them to do.
func (it *Item) Key() (key, text string) {
	switch it.Kind {
	case csyntax.Macro:
		return "name " + it.Name, it.Text
	case csyntax.Function:
		return "name " + it.Name, ""
	case csyntax.Declaration:
		if t := csyntax.Flat(it.Text); len(t) > 1 && t[1].Text == "(" || strings.Contains(it.Text, "(") && !strings.Contains(it.Text, "=") {
			return "", "" // a prototype, or the use of a macro
		}
		if strings.HasPrefix(it.Text, "typedef") {
			return "type " + it.Name, it.Text
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

// Heads returns the heads of functions by name: of several with one name, all of them.
func Heads(names []string, files map[string]*File) map[string]string {
	out := map[string]string{}
	for _, n := range names {
		for _, it := range files[n].Items {
			if it.Kind == csyntax.Function {
				out[it.Name] += it.header + "\n"
			}
		}
	}
	return out
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
