package unify

import (
	"context"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/mapping"
	"github.com/riftlab/rift/program/delta/unify/source"
)

// filesOf takes the files of a version apart.
func filesOf(v *program.Version) map[string]*source.File {
	texts := map[string]string{}
	var names []string
	for _, f := range v.Files {
		texts[f.Name] = f.Text
		names = append(names, f.Name)
	}
	return source.NewAll(names, texts)
}

// withTexts returns a copy of a version whose files have other texts.
func withTexts(v *program.Version, text func(f program.SourceFile) string) *program.Version {
	w := *v
	w.Files = slices.Clone(v.Files)
	for i, f := range v.Files {
		w.Files[i].Text = text(f)
	}
	return &w
}

// recompiled compiles w, which is v in other words. It returns nil if that fails, or the functions
// do not compute what those of p, which v compiles to, do.
func recompiled(ctx context.Context, v, w *program.Version, p *program.Program, compile Compile) (*program.Program, error) {
	q, err := compile(ctx, w)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil || len(mapping.Agree(v, w, p, q)) > 0 {
		return nil, nil //nolint:nilerr // it stays as it is
	}
	return q, nil
}

// mayInclude reports whether a file that is called so may be the one that an inclusion in another
// file names.
func mayInclude(from, header, file string) bool {
	return file == path.Join(path.Dir(from), header) || strings.HasSuffix("/"+file, "/"+path.Clean(header))
}

// unmarked returns d with versions whose files do not begin with a mark of the order of bytes: text
// is put before them.
func unmarked(d *delta.Delta) *delta.Delta {
	const mark = "\ufeff"
	plain := func(f program.SourceFile) string { return strings.TrimPrefix(f.Text, mark) }
	for _, v := range []*program.Version{d.Old, d.New} {
		if slices.ContainsFunc(v.Files, func(f program.SourceFile) bool { return strings.HasPrefix(f.Text, mark) }) {
			return delta.Compute(withTexts(d.Old, plain), withTexts(d.New, plain))
		}
	}
	return d
}

// sameNames returns d with an old version whose files have the names that the new version has
// for them, as far as they are told by their lines, and the programs. If it does not compile to
// the same then, all stays as it is.
func sameNames(ctx context.Context, d *delta.Delta, programs [2]*program.Program, compile Compile) (*delta.Delta, [2]*program.Program, error) {
	names := map[string]string{} // new ones by old ones
	for _, f := range delta.TrackRenames(d.Old, d.New).Files {
		_, before := find(d.Old, f.Was)
		_, stays := find(d.New, f.Was)
		_, taken := find(d.Old, f.Name)
		if f.Was != "" && before && !stays && !taken && (f.Unit() || !split(d, f)) {
			names[f.Was] = f.Name
		}
	}
	if len(names) == 0 {
		return d, programs, nil
	}
	as := func(name string) string {
		if new, ok := names[name]; ok {
			return new
		}
		return name
	}
	old := withTexts(d.Old, func(f program.SourceFile) string { return includeAs(f.Text, f.Name, as(f.Name), names) })
	for i, f := range d.Old.Files {
		if as(f.Name) != f.Name {
			old.Files[i].Name, old.Files[i].Was = as(f.Name), f.Name
		}
	}
	p, err := recompiled(ctx, d.Old, old, programs[delta.Old], compile)
	if p == nil {
		return d, programs, err
	}
	programs[delta.Old] = p
	return delta.Compute(old, d.New), programs, nil
}

// split reports whether what the old version has in a header that a new one is like went to other
// new headers, too.
func split(d *delta.Delta, header program.SourceFile) bool {
	keys := func(f program.SourceFile) map[string]bool {
		m := map[string]bool{}
		addTypes(m, source.New(f.Name, f.Text))
		return m
	}
	was, _ := find(d.Old, header.Was)
	olds := keys(program.SourceFile{Name: header.Was, Text: was})
	for _, f := range d.New.Files {
		if _, before := find(d.Old, f.Name); before || f.Unit() || f.Name == header.Name {
			continue
		}
		for key := range keys(f) {
			if olds[key] {
				return true
			}
		}
	}
	return false
}

// includeAs returns the text of a file, which gets another name maybe, with other names for the
// files that it includes.
func includeAs(text, name, as string, names map[string]string) string {
	var edits []source.Edit
	for _, t := range csyntax.Directives(text) {
		header, ok := csyntax.Include(t.Text)
		if !ok {
			continue
		}
		at := t.Start + strings.Index(t.Text, header)
		beside := path.Join(path.Dir(name), header)
		switch {
		case names[beside] != "":
			edits = append(edits, source.Edit{Start: at, End: at + len(header), Text: relative(as, names[beside])})
		case names[path.Clean(header)] != "":
			edits = append(edits, source.Edit{Start: at, End: at + len(header), Text: names[path.Clean(header)]})
		}
	}
	return source.Apply(text, edits)
}

// relative returns the path of a file from the folder of another.
func relative(from, to string) string {
	rel, err := filepath.Rel(path.Dir(from), to)
	if err != nil {
		return to
	}
	return filepath.ToSlash(rel)
}

// there returns the keys of the types that a file of the new version knows from others: what
// moved into a header is in the unified program once.
func (b *unification) there(name string) map[string]bool {
	keys := map[string]bool{}
	for file := range included(b.new, name) {
		addTypes(keys, b.new[file])
	}
	return keys
}

// brought returns for the names of types that a file of the new version has from others the item
// behind the inclusion that brings them first.
func (b *unification) brought(name string) map[string]int {
	made := map[string]int{}
	for i, it := range b.new[name].Items {
		header, ok := csyntax.Include(b.new[name].Toks[it.From].Text)
		if it.Kind != csyntax.Other || !ok {
			continue
		}
		keys := map[string]bool{}
		for to := range b.new {
			if mayInclude(name, header, to) {
				addTypes(keys, b.new[to])
				for inner := range included(b.new, to) {
					addTypes(keys, b.new[inner])
				}
			}
		}
		for key := range keys {
			if _, typ, _ := strings.Cut(key, " "); made[typ] == 0 {
				made[typ] = i + 1
			}
		}
	}
	return made
}

// addTypes adds the keys of the types that a file defines outside of functions.
func addTypes(keys map[string]bool, f *source.File) {
	for _, it := range f.Items {
		if key, _ := it.Key(); strings.HasPrefix(key, "type ") {
			keys[key] = true
		}
	}
}

// alone returns the text of a file that only the old version has. Structures, unions and
// enumerations that all files which include it define themselves in the new version, or know from
// others, are taken out.
func (b *unification) alone(name string) string {
	f := b.old[name]
	var known map[string]bool
	for _, n := range b.names {
		if b.old[n] == nil || b.new[n] == nil || !included(b.old, n)[name] {
			continue
		}
		keys := b.there(n)
		addTypes(keys, b.new[n])
		if known == nil {
			known = keys
		}
		maps.DeleteFunc(known, func(key string, _ bool) bool { return !keys[key] })
	}
	var edits []source.Edit
	for _, it := range f.Items {
		if key, _ := it.Key(); known[key] && it.Kind == csyntax.Record { // a typedef may be repeated
			edits = append(edits, blank(f.Text, f.Toks[it.From].Start, f.Toks[it.To-1].End))
		}
	}
	return source.Apply(f.Text, edits)
}

// included returns the files of a version that one of them includes, directly or not: those
// whose names end as it says.
func included(files map[string]*source.File, name string) map[string]bool {
	found := map[string]bool{}
	for work := []string{name}; len(work) > 0; work = work[1:] {
		from := work[0]
		for _, t := range files[from].Toks {
			header, ok := csyntax.Include(t.Text)
			if t.Kind != csyntax.Directive || !ok {
				continue
			}
			for to := range files {
				if !found[to] && mayInclude(from, header, to) {
					found[to] = true
					work = append(work, to)
				}
			}
		}
	}
	return found
}
