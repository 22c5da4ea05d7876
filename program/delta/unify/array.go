package unify

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta/unify/source"
)

// arrays are the arrays of a function that only differ in their size between the
// versions, by name.
type arrays map[string]array

// array is a local array in both versions.
type array struct {
	types [2]string              // "char [10]", by version
	keep  string                 // the declaration of the larger one
	small int                    // the version, by delta.Reading, whose array is the smaller one
	at    [2]*source.Declaration // the declarations
}

// widenArrays gives local arrays that have another size in one version the larger size
// in both, in the texts of a file that both have, and reports whether there are any;
// sizeof says in each version what it said.
//
// Source: Palikareva et al. 2016, section 3.1, rule 5.
func (b *unification) widenArrays(name string, texts [2]map[string]string) bool {
	if b.apart {
		return false
	}
	files := [2]*source.File{b.old[name], b.new[name]}
	var edits [2][]source.Edit
	for _, items := range source.Pairs(files[0], files[1]) {
		if o, n := items[0], items[1]; source.SameTokens(files[0].Toks[o.Body:o.To], files[1].Toks[n.Body:n.To]) {
			continue
		}
		found := b.arraysOf(files, items)
		for _, v := range slices.Sorted(maps.Keys(found)) {
			a := found[v]
			for r, f := range files {
				if d := a.at[r]; f.Span(d.From, d.To) != a.keep {
					edits[r] = append(edits[r], source.Edit{Start: f.Toks[d.From].Start, End: f.Toks[d.To-1].End, Text: a.keep})
				}
			}
			f := files[a.small]
			for _, s := range sizes(f, items[a.small], v) {
				edits[a.small] = append(edits[a.small], source.Edit{Start: f.Toks[s[0]].Start, End: f.Toks[s[1]-1].End, Text: "sizeof (" + a.types[a.small] + ")"})
			}
		}
	}
	for r, f := range files {
		if len(edits[r]) > 0 {
			texts[r][name] = source.Apply(f.Text, edits[r])
		}
	}
	any := len(edits[0])+len(edits[1]) > 0
	b.widened = b.widened || any
	return any
}

// arraysOf returns the arrays that two versions of a function declare once each, alike
// but for the size, and that no macro sees: it might ask for the size.
func (b *unification) arraysOf(files [2]*source.File, items [2]*source.Item) arrays {
	var decls [2]map[string]*source.Declaration
	for r, f := range files {
		decls[r] = map[string]*source.Declaration{}
		for _, d := range f.Declarations(items[r]) {
			for _, name := range f.Declared(d) {
				if _, twice := decls[r][name]; twice {
					decls[r][name] = nil
				} else {
					decls[r][name] = &d
				}
			}
		}
	}
	found := arrays{}
	programs := [2]*program.Program{b.oldProgram(), b.newProgram()}
	for name, o := range decls[0] {
		n := decls[1][name]
		if o == nil || n == nil || b.macroSees(files, items, name) {
			continue
		}
		a := array{at: [2]*source.Declaration{o, n}}
		var specs, rests [2]string
		var bytes [2]int64
		fit := true
		for r, f := range files {
			var dims string
			specs[r], rests[r], dims, fit = arrayDeclaration(f, a.at[r])
			if !fit {
				break
			}
			a.types[r] = strings.TrimPrefix(specs[r], "static ") + " " + dims
			if bytes[r] = localSize(programs[r], f.Name, items[r].Name, name); bytes[r] <= 0 {
				fit = false
				break
			}
		}
		if !fit || specs[0] != specs[1] || rests[0] != rests[1] || bytes[0] == bytes[1] {
			continue
		}
		large := 0
		if bytes[1] > bytes[0] {
			large = 1
		}
		a.small, a.keep = 1-large, files[large].Span(a.at[large].From, a.at[large].To)
		found[name] = a
	}
	return found
}

// arrayDeclaration takes the declaration of one array without initialiser apart.
func arrayDeclaration(f *source.File, d *source.Declaration) (spec, rest, dims string, ok bool) {
	toks := f.Toks[d.From:d.To]
	s, list, ok := csyntax.Declarators(toks)
	if !ok || len(list) != 1 || list[0].Init >= 0 {
		return "", "", "", false
	}
	name := s
	for name < len(toks) && !toks[name].Names() {
		name++
	}
	if name+2 >= len(toks) || !toks[name+1].Is("[") || toks[name+2].Is("]") {
		return "", "", "", false
	}
	stars := strings.Repeat("*", name-s)
	return csyntax.Join(toks[:s]), csyntax.Join(toks[s : name+1]), stars + f.Span(d.From+name+1, d.To-1), true
}

// localSize returns the size of a variable of a function in bytes, 0 if there is none or
// more than one of the name.
func localSize(p *program.Program, file, fn, name string) int64 {
	size, count := int64(0), 0
	for _, f := range p.Funcs {
		if f.Source != fn || len(f.Blocks) == 0 || path.Clean(p.Files[f.Unit]) != path.Clean(file) {
			continue
		}
		for _, l := range f.Locals {
			if l.Name == name {
				size, count = l.Size, count+1
			}
		}
	}
	if count != 1 {
		return 0
	}
	return size
}

// sizes returns the tokens of sizeof expressions of a variable in a function.
func sizes(f *source.File, it *source.Item, name string) [][2]int {
	var list [][2]int
	for i := it.Body; i+3 < it.To; i++ {
		switch {
		case f.Toks[i].Text != "sizeof":
		case f.Toks[i+1].Text == name:
			if next := f.Toks[i+2].Text; next != "[" {
				list = append(list, [2]int{i, i + 2})
			}
		case f.Toks[i+1].Is("(") && f.Toks[i+2].Text == name && f.Toks[i+3].Is(")"):
			list = append(list, [2]int{i, i + 4})
		}
	}
	return list
}

// macroSees reports whether the name stands among the arguments of a macro with
// parameters, or in a macro that the function uses.
func (b *unification) macroSees(files [2]*source.File, items [2]*source.Item, name string) bool {
	for r, all := range []map[string]*source.File{b.old, b.new} {
		m := source.MacrosOf(all)
		toks := files[r].Toks[items[r].Body:items[r].To]
		if m.Through(toks)[name] {
			return true
		}
		for i := 0; i+1 < len(toks); i++ {
			if len(m[toks[i].Text]) == 0 || !toks[i+1].Is("(") {
				continue
			}
			depth := 0
			for k := i + 1; k < len(toks); k++ {
				if toks[k].Is("(") {
					depth++
				} else if toks[k].Is(")") {
					if depth--; depth == 0 {
						break
					}
				} else if toks[k].Text == name {
					return true
				}
			}
		}
	}
	return false
}
