package unify

import (
	"context"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cpp"
	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/unify/source"
)

// expandOutside returns versions in which, outside of functions, macros are expanded that make
// something else in the other version: which names there are then, no text tells but the
// preprocessor's. Such are lists of what is to be done with each of some names (X macros), and
// macros that define functions. With the versions come the programs that they compile to. It
// fails if there are none, or the functions of a version would compute something else.
func expandOutside(ctx context.Context, d *delta.Delta, programs [2]*program.Program, compile Compile) (*delta.Delta, [2]*program.Program, bool) {
	versions := [2]*program.Version{d.Old, d.New}
	var files [2]map[string]*source.File
	var macros [2]source.Macros
	texts := [2]map[string]bool{{}, {}} // of items
	for r, v := range versions {
		files[r] = filesOf(v)
		macros[r] = source.MacrosOf(files[r])
		for _, f := range files[r] {
			for _, it := range f.Items {
				texts[r][it.Text] = true
			}
		}
	}
	found := false
	for r, v := range versions {
		places := map[string][]*source.Item{}
		for _, f := range v.Files {
			if files[1-r][f.Name] == nil {
				continue
			}
			for _, it := range files[r][f.Name].Items {
				if expands(files[r][f.Name], it, macros, texts[1-r][it.Text]) {
					places[f.Name] = append(places[f.Name], it)
				}
			}
		}
		if len(places) == 0 {
			continue
		}
		edits, ok := expansions(ctx, v, files[r], places)
		if !ok {
			return nil, programs, false
		}
		w := withTexts(v, func(f program.SourceFile) string { return source.Apply(f.Text, edits[f.Name]) })
		p, _ := recompiled(ctx, v, w, programs[r], compile)
		if p == nil {
			return nil, programs, false
		}
		versions[r], programs[r], found = w, p, true
	}
	return delta.Compute(versions[0], versions[1]), programs, found
}

// pasteIncludes returns versions in which files that differ, and are included within a
// definition, are written into it: a list of what an enumeration or a table holds, say. With
// them come the programs that they compile to.
func pasteIncludes(ctx context.Context, d *delta.Delta, programs [2]*program.Program, compile Compile) (*delta.Delta, [2]*program.Program, error) {
	versions, given, found := [2]*program.Version{d.Old, d.New}, programs, false
	for r, v := range versions {
		other := [...]*program.Version{d.New, d.Old}[r]
		any := false
		w := withTexts(v, func(f program.SourceFile) string {
			if f.Library {
				return f.Text
			}
			edits := pasted(v, other, source.New(f.Name, f.Text))
			any = any || len(edits) > 0
			return source.Apply(f.Text, edits)
		})
		if !any {
			continue
		}
		p, err := recompiled(ctx, v, w, programs[r], compile)
		if p == nil {
			return d, given, err
		}
		versions[r], programs[r], found = w, p, true
	}
	if !found {
		return d, programs, nil
	}
	return delta.Compute(versions[0], versions[1]), programs, nil
}

// pasted returns the edits that write files which another version has otherwise in place of the
// lines that include them within definitions of a file. Lines keep their numbers; what has lines
// of the preprocessor itself stays where it is.
func pasted(v, other *program.Version, f *source.File) (edits []source.Edit) {
	for _, it := range f.Items {
		for _, t := range f.Toks[it.From:it.To] {
			header, ok := csyntax.Include(t.Text)
			if t.Kind != csyntax.Directive || !ok || it.To-it.From == 1 {
				continue
			}
			for _, in := range v.Files {
				was, both := find(other, in.Name)
				if !mayInclude(f.Name, header, in.Name) || !both || in.Text == was {
					continue
				}
				if toks := csyntax.Lex(in.Text); !source.HasLine(toks) {
					edits = append(edits, source.Edit{Start: t.Start, End: t.End, Text: csyntax.Join(toks)})
					break
				}
			}
		}
	}
	return edits
}

// hidesConstants reports whether an enumeration of either version has constants that are made by
// a macro which is another one in the other: constants of two enumerations may have one name then.
func hidesConstants(d *delta.Delta) bool {
	var files [2]map[string]*source.File
	var macros [2]source.Macros
	for r, v := range []*program.Version{d.Old, d.New} {
		files[r] = filesOf(v)
		macros[r] = source.MacrosOf(files[r])
	}
	for r, list := range files {
		for _, f := range list {
			for _, it := range f.Items {
				if it.Kind != csyntax.Record || !it.Enumeration() {
					continue
				}
				for i := it.Body + 1; i < it.To; i++ {
					first := f.Toks[i-1].Is("{") || f.Toks[i-1].Is(",") || f.Toks[i-1].Is(")")
					if t := f.Toks[i]; first && t.Names() && macros[r][t.Text] != nil && macros[0].DiffersIn(macros[1], t.Text) {
						return true
					}
				}
			}
		}
	}
	return false
}

// expands reports whether an item outside of functions is to be expanded: it mentions a macro of
// which the versions have other definitions, or makes names of others than in the other version,
// which has it as it stands if both says so.
func expands(f *source.File, it *source.Item, macros [2]source.Macros, both bool) bool {
	switch it.Kind {
	case csyntax.Use, csyntax.Declaration, csyntax.Record:
	default:
		return false
	}
	return slices.ContainsFunc(f.Toks[it.From:it.To], func(t csyntax.Token) bool {
		own := !both && it.Kind != csyntax.Declaration && (macros[0][t.Text] != nil || macros[1][t.Text] != nil)
		return t.Names() && (own || macros[0].DiffersIn(macros[1], t.Text))
	})
}

// expansions returns the edits that expand items of a version's files.
func expansions(ctx context.Context, v *program.Version, files map[string]*source.File, places map[string][]*source.Item) (map[string][]source.Edit, bool) {
	made := map[*source.Item]string{}
	p, env := preprocessor(ctx, v)
	for _, unit := range v.Files {
		if !unit.Unit() || unit.Library {
			continue
		}
		u, errs := p.Expand(env, unit.Name, unit.Text)
		if len(errs) > 0 {
			return nil, false
		}
		for _, name := range slices.Sorted(maps.Keys(places)) {
			for _, it := range places[name] {
				if _, done := made[it]; !done {
					if text, ok := expansion(u, files[name], it); ok {
						made[it] = text
					}
				}
			}
		}
	}
	edits := map[string][]source.Edit{}
	for name, items := range places {
		f := files[name]
		for _, it := range items {
			from, to := f.Toks[it.From].Start, f.Toks[it.To-1].End
			if text, ok := made[it]; ok {
				edits[name] = append(edits[name], source.Edit{Start: from, End: to, Text: text + strings.Repeat("\n", strings.Count(f.Text[from:to], "\n"))})
			}
		}
	}
	return edits, len(edits) > 0
}

// expansion returns what an item of a file comes to in a unit, if that reads it.
func expansion(u *cpp.Unit, f *source.File, it *source.Item) (string, bool) {
	at := func(offset int) (line, col int) {
		return 1 + strings.Count(f.Text[:offset], "\n"), offset - strings.LastIndex(f.Text[:offset], "\n")
	}
	firstLine, firstCol := at(f.Toks[it.From].Start)
	lastLine, lastCol := at(f.Toks[it.To-1].Start)
	var text strings.Builder
	for i := range u.Tokens {
		t := &u.Tokens[i]
		p := u.Position(t)
		before := p.Line < firstLine || p.Line == firstLine && p.Col < firstCol
		behind := p.Line > lastLine || p.Line == lastLine && p.Col > lastCol
		if before || behind || path.Clean(p.File) != path.Clean(f.Name) {
			continue
		}
		if t.Kind == cpp.Pragma {
			return "", false
		}
		text.WriteString(t.Text + " ")
	}
	return text.String(), text.Len() > 0
}
