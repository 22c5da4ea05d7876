package unify

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/mapping"
	"github.com/riftlab/rift/program/delta/unify/notation"
	"github.com/riftlab/rift/program/delta/unify/source"
	"github.com/riftlab/rift/program/delta/unify/typing"
)

// prepare reads the files and gives definitions that clash different names.
func (b *unification) prepare() error {
	b.duals = nil
	oldTexts, newTexts := map[string]string{}, map[string]string{}
	for _, f := range b.d.Old.Files {
		oldTexts[f.Name] = f.Text
	}
	for _, f := range b.d.New.Files {
		newTexts[f.Name] = f.Text
	}
	oldNames, newNames := slices.Sorted(maps.Keys(oldTexts)), slices.Sorted(maps.Keys(newTexts))
	b.names = delta.FileNames(b.d.Old, b.d.New)
	own := map[string]string{"change": "change" + "__own"}
	for _, n := range newNames {
		f := source.New(n, decided(b.newProgram(), n, newTexts[n], oldTexts[n]))
		newTexts[n] = source.Rename(f, 0, len(f.Toks), own)
	}
	b.renameClashing(newNames, newTexts)
	b.new = source.NewAll(newNames, newTexts)
	given := source.NewAll(oldNames, oldTexts)
	if tags := source.RenamedTags(given, b.new); len(tags) > 0 {
		for _, n := range oldNames {
			oldTexts[n] = source.RenameTags(given[n], tags)
		}
		given = source.NewAll(oldNames, oldTexts)
	}
	shown := [2]map[string]bool{source.Shown(given), source.Shown(b.new)}
	// A name that shows is kept: the version prints it.
	shows := func(old, new string) bool { return shown[0][old] || shown[1][new] }
	as := b.renamings(given)
	maps.DeleteFunc(as, shows)
	as["change"] = own["change"]
	macros := source.MacrosOf(given)
	for _, n := range oldNames {
		b.poll()
		f := source.New(n, decided(b.oldProgram(), n, oldTexts[n], newTexts[n]))
		oldTexts[n] = b.renameLocals(n, source.Rename(f, 0, len(f.Toks), as), macros, shows)
	}
	var clash []string
	for range 20 {
		b.poll()
		b.old = source.NewAll(oldNames, oldTexts)
		for _, step := range []func(name string, texts [2]map[string]string) bool{b.declareApart, b.widenArrays, b.orderAsUsed} {
			changed := false
			for _, n := range b.names {
				if b.old[n] != nil && b.new[n] != nil {
					changed = step(n, [2]map[string]string{oldTexts, newTexts}) || changed
				}
			}
			if changed {
				b.old, b.new = source.NewAll(oldNames, oldTexts), source.NewAll(newNames, newTexts)
			}
		}
		members := source.RenamedMembers(b.old, b.new)
		maps.DeleteFunc(members, shows)
		if len(members) > 0 && !b.keepMembers {
			b.membersRenamed = true
			for _, n := range oldNames {
				oldTexts[n] = source.RenameMembers(b.old[n], members)
			}
			continue
		}
		var err error
		if clash, err = b.clashes(oldNames, newNames); err != nil {
			return err
		}
		if len(clash) == 0 {
			b.renameCaptured(oldNames, oldTexts)
			return nil
		}
		as := map[string]string{}
		for _, name := range clash {
			as[name] = name + source.OldSuffix
		}
		for _, n := range oldNames {
			f := source.New(n, source.SayNames(b.old[n], as))
			oldTexts[n] = source.Rename(f, 0, len(f.Toks), as)
		}
	}
	if len(clash) == 0 {
		return fmt.Errorf("%w: members of structures are renamed back and forth", ErrNotUnified)
	}
	return fmt.Errorf("%w: the definitions of %s clash, and again under other names", ErrNotUnified, strings.Join(clash, ", "))
}

// declareApart writes declarations of several names apart where the versions of a file
// differ, and reports whether there were any.
func (b *unification) declareApart(name string, texts [2]map[string]string) bool {
	old, new := b.old[name], b.new[name]
	texts[0][name], texts[1][name] = source.Apart(old, new), source.Apart(new, old)
	return texts[0][name] != old.Text || texts[1][name] != new.Text
}

// renamings returns the names of globals and functions that were renamed. What is defined and
// not used is in no program, only in the text of a version: beside one of the same name a
// function or variable is another.
func (b *unification) renamings(texts map[string]*source.File) map[string]string {
	as := map[string]string{}
	old, new := b.m.Programs()
	oldVariables, newVariables := source.Variables(texts), source.Variables(b.new)
	other := func(o, n string) bool {
		return source.Defines(b.new, o) || source.Defines(texts, n) || newVariables[o] || oldVariables[n]
	}
	for i, n := range b.m.RenamedGlobals() {
		// Of another type, or beside one of that name, it is another variable.
		if g, ok := new.GlobalByName(n); ok && sameType(old.Globals[i].Type, new.Globals[g].Type) && !names(old, new.Globals[g].Source) && !names(new, old.Globals[i].Source) && !other(old.Globals[i].Source, new.Globals[g].Source) {
			as[old.Globals[i].Source] = new.Globals[g].Source
		}
	}
	for _, f := range b.m.Funcs() {
		if f.Match == mapping.FuncRenamed && !other(old.Funcs[f.Old].Source, new.Funcs[f.New].Source) {
			as[old.Funcs[f.Old].Source] = new.Funcs[f.New].Source
		}
	}
	return as
}

// names reports whether a variable outside functions has a name.
func names(p *program.Program, name string) bool {
	return slices.ContainsFunc(p.Globals, func(g *program.Global) bool { return g.Source == name })
}

// sameType reports whether two types are alike, as far as debuggers are told of them.
func sameType(a, b *program.Type) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.String() == b.String()
}

// renameLocals renames the variables of functions in the text of an old file, but for those
// whose names show.
func (b *unification) renameLocals(name, text string, macros source.Macros, shows func(old, new string) bool) string {
	old, _ := b.m.Programs()
	for i, fn := range old.Funcs {
		as := b.m.RenamedVariables(i)
		if len(as) == 0 || path.Clean(old.Files[fn.Unit]) != path.Clean(name) {
			continue
		}
		f := source.New(name, text)
		for _, it := range f.Items {
			if it.Kind == csyntax.Function && (it.Name == fn.Source || it.Name == b.m.NewName(i)) {
				as := maps.Clone(as)
				through := macros.Through(f.Toks[it.From:it.To])
				maps.DeleteFunc(as, func(own, name string) bool {
					// What it knows by that name it would lose, and a macro would not find its own.
					return source.Uses(f.Toks[it.From:it.To], name) || source.DeclaredIn(f, it, name) || shows(own, name) || through[own]
				})
				text = source.RenameVariables(f, it.From, it.To, as)
				break
			}
		}
	}
	return text
}

// clashes returns names that both versions define differently outside
// functions, and functions with different heads.
func (b *unification) clashes(oldNames, newNames []string) ([]string, error) {
	var list []string
	plain := func(n string) bool { return b.plain[n] != "" } // its definitions are the new version's
	oldNames, newNames = slices.DeleteFunc(slices.Clone(oldNames), plain), slices.DeleteFunc(slices.Clone(newNames), plain)
	olds, news := source.Definitions(oldNames, b.old), source.Definitions(newNames, b.new)
	oldMacros, newMacros := source.MacrosOf(b.old), source.MacrosOf(b.new)
	oldConstants, newConstants := source.Constants(oldNames, b.old), source.Constants(newNames, b.new)
	for name, tag := range oldConstants {
		_, other := news["name "+name]
		if now, both := newConstants[name]; other || both && now != tag {
			list = append(list, name)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(olds)) {
		new, both := news[key]
		kind, name, _ := strings.Cut(key, " ")
		_, constant := newConstants[name]
		if !both && (otherKind(olds, news, kind, name) || kind == "name" && constant) {
			list = append(list, name)
			continue
		}
		if !both || new == olds[key] {
			continue
		}
		if oldMacros.Decorates(name) && newMacros.Decorates(name) {
			continue
		}
		switch {
		case kind == "inner":
			if o := source.Owner(b.old, name); o != "" && o == source.Owner(b.new, name) {
				continue // what holds of the record holds of it
			}
			list = append(list, name)
		case kind == "name" || b.apart || !source.RecordsFit(b.old, b.new, name) || kind == "type" && b.sized(name):
			b.dual(name, olds[key], new)
			list = append(list, name)
			list = append(list, b.madeBy(name)...)
			if kind == "type" {
				list = append(list, source.EnumeratorsOf(b.old, name)...)
				list = append(list, source.InnerOf(b.old, name)...)
			}
		default:
			b.widened = true
		}
	}
	list = append(list, b.constants(oldNames, newNames)...)
	list = append(list, b.undefined()...)
	oldDeclared, oldUnused := source.Declared(oldNames, b.old)
	newDeclared, newUnused := source.Declared(newNames, b.new)
	for name, old := range oldDeclared {
		// Of one that both have, the heads of the definitions tell.
		if new, both := newDeclared[name]; both && new != old && (oldUnused[name] || newUnused[name]) {
			list = append(list, name)
		}
	}
	oldHeads, newHeads := source.Heads(oldNames, b.old), source.Heads(newNames, b.new)
	for name, old := range oldDeclared {
		if new := newHeads[name]; new != "" && oldHeads[name] == "" && oldUnused[name] && !source.Compatible(old, new) {
			list = append(list, name)
		}
	}
	for name, new := range newDeclared {
		if old := oldHeads[name]; old != "" && newHeads[name] == "" && newUnused[name] && !source.Compatible(old, new) {
			list = append(list, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(oldHeads)) {
		old := oldHeads[name]
		new, both := newHeads[name]
		if !both && !static(old) && b.declaredStatic(name) || both && !static(old) && !static(new) && b.moved(name) {
			list = append(list, name)
		}
		if !both || new == old || source.WithoutLinkage(new) == source.WithoutLinkage(old) && !b.elsewhere(name) {
			continue
		}
		if name == "main" {
			return nil, fmt.Errorf("%w: %s: main is declared as %q here, and as %q at %s in the old version", ErrNotUnified,
				mainAt(b.newProgram()), strings.TrimSpace(new), strings.TrimSpace(old), b.d.Old.Place(mainAt(b.oldProgram())))
		}
		b.dual(name, old, new)
		list = append(list, name)
	}
	slices.Sort(list)
	if slices.Contains(list, "main") {
		return nil, fmt.Errorf("%w: %s: main cannot be one function here and at %s in the old version", ErrNotUnified, mainAt(b.newProgram()), b.d.Old.Place(mainAt(b.oldProgram())))
	}
	return slices.Compact(list), nil
}

// static reports whether a head, or a declaration, says that a function is its file's own.
func static(head string) bool { return slices.Contains(strings.Fields(head), "static") }

// declaredStatic reports whether the new version declares a function to be a file's own.
func (b *unification) declaredStatic(name string) bool {
	for _, f := range b.new {
		if slices.ContainsFunc(f.Items, func(it *source.Item) bool { return it.Name == name && it.Prototype() && static(it.Text) }) {
			return true
		}
	}
	return false
}

// sized reports whether either version may show what depends on the size of a structure or
// union of a name: one for both would have another.
func (b *unification) sized(name string) bool {
	if b.sizes == nil {
		b.sizes = typing.Sized(b.ctx, b.d.Old, b.parsed)
		maps.Copy(b.sizes, typing.Sized(b.ctx, b.d.New, b.parsed))
		b.poll()
	}
	return b.sizes[name]
}

// otherKind reports whether a name that the old version defines as one kind of thing is
// another kind in the new one: the tag of a structure that goes by another name, say.
func otherKind(olds, news map[string]string, kind, name string) bool {
	for _, k := range []string{"inner", "name", "type"} {
		key := k + " " + name
		if _, has := olds[key]; k == kind || has {
			continue
		}
		if _, has := news[key]; has {
			return true
		}
	}
	return false
}

// undefined returns the functions of the old version that the new one uses but does not
// define: its uses would be of the old ones.
func (b *unification) undefined() []string {
	var list []string
	old, new := defined(b.oldProgram()), defined(b.newProgram())
	for name := range old {
		if !new[name] && source.Defines(b.old, name) && source.Calls(b.new, name) {
			list = append(list, name)
		}
	}
	return list
}

// defined returns the names of the functions that a version itself defines.
func defined(p *program.Program) map[string]bool {
	names := map[string]bool{}
	for _, f := range p.Funcs {
		if len(f.Blocks) > 0 && !f.Library && f.Source != "main" {
			names[f.Source] = true
		}
	}
	return names
}

// moved reports whether the versions define a function in different files.
func (b *unification) moved(name string) bool {
	for _, n := range b.names {
		var has [2]bool
		for r, files := range []map[string]*source.File{b.old, b.new} {
			has[r] = files[n] != nil && slices.ContainsFunc(files[n].Items, func(it *source.Item) bool { return it.Kind == csyntax.Function && it.Name == name })
		}
		if has[0] != has[1] {
			return true
		}
	}
	return false
}

// elsewhere reports whether a file that does not define a function mentions its name, or two
// define it: who may call it counts then.
func (b *unification) elsewhere(name string) bool {
	for _, files := range []map[string]*source.File{b.old, b.new} {
		home := ""
		for _, n := range slices.Sorted(maps.Keys(files)) {
			if slices.ContainsFunc(files[n].Items, func(it *source.Item) bool { return it.Kind == csyntax.Function && it.Name == name }) {
				home = n
				break
			}
		}
		if source.Mentions(files, name, home) {
			return true
		}
	}
	return false
}

// mainAt returns the place of a program's main.
func mainAt(p *program.Program) program.Position {
	i, ok := p.FuncByName("main")
	if !ok {
		return program.Position{}
	}
	return p.Position(p.Funcs[i].At)
}

// constants returns the enumerators of those enumerations without a name that share
// some with the new version and may give them other values, or have more.
func (b *unification) constants(oldNames, newNames []string) []string {
	news := map[string]bool{}
	for _, n := range newNames {
		for _, it := range b.new[n].Items {
			if it.Constants() {
				names, _ := b.new[n].Enumerators(it)
				for _, name := range names {
					news[name] = true
				}
			}
		}
	}
	var list []string
	for _, n := range oldNames {
		for _, it := range b.old[n].Items {
			if !it.Constants() || source.ConstantsFit(b.old[n], it, newNames, b.new) {
				continue
			}
			names, _ := b.old[n].Enumerators(it)
			if slices.ContainsFunc(names, func(c string) bool { return news[c] }) {
				b.dual(names[0], it.Text, "")
				list = append(list, names...)
			}
		}
	}
	return list
}

// madeBy returns the functions and variables of the old version that uses of a
// macro outside functions define.
func (b *unification) madeBy(macro string) []string {
	var list []string
	p := b.oldProgram()
	for _, n := range slices.Sorted(maps.Keys(b.old)) {
		f := b.old[n]
		for _, it := range f.Items {
			if it.Kind != csyntax.Use || f.Toks[it.From].Text != macro {
				continue
			}
			from := int32(1 + strings.Count(f.Text[:f.Toks[it.From].Start], "\n"))
			to := int32(1 + strings.Count(f.Text[:f.Toks[it.To-1].End], "\n"))
			in := func(id program.RangeID) bool {
				r := p.Ranges[id]
				return r.Line >= from && r.Line <= to && path.Clean(p.Files[r.File]) == path.Clean(n)
			}
			for _, fn := range p.Funcs {
				if len(fn.Blocks) > 0 && in(fn.At) {
					list = append(list, fn.Source)
				}
			}
			for _, g := range p.Globals {
				if g.Source != "" && in(g.At) {
					list = append(list, g.Source)
				}
			}
		}
	}
	return list
}

func (b *unification) dual(name, old, new string) {
	b.duals = append(b.duals, notation.Annotation{Pattern: notation.PatternDual, Func: name, Old: strings.TrimSpace(old), New: strings.TrimSpace(new)})
}
