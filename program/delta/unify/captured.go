package unify

import (
	"maps"
	"slices"

	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta/unify/source"
)

// renameCaptured renames variables of old functions by whose names the new
// function, or a macro that it uses, knows something else: kept from both versions, the
// variable would hide that, or be declared twice. Where macros that the old function uses
// mention the variable, it gets macros of its own.
func (b *unification) renameCaptured(oldNames []string, oldTexts map[string]string) {
	olds, news := source.MacrosOf(b.old), source.MacrosOf(b.new)
	outside := b.outside()
	renamed := map[*source.Item]map[string]string{}
	copies := map[string]map[string]string{} // of macros, by their names: what is renamed in them
	for _, n := range oldNames {
		new := b.new[n]
		if new == nil {
			continue
		}
		f := b.old[n]
		for _, p := range source.Pairs(f, new) {
			it, fn := p[0], p[1]
			as := captured(f, it, new, fn, outside, news)
			retyped, fit := source.Retyped(f, it, new, fn)
			if b.apart {
				retyped = append(retyped, fit...)
			}
			b.widened = b.widened || len(fit) > 0
			for _, name := range retyped {
				as[name] = name + source.OldSuffix
			}
			for name := range b.clashing[fn.Name] {
				if source.DeclaredIn(f, it, name) || f.Defines(it, name) {
					as[name] = name + source.OldSuffix
				}
			}
			if len(as) == 0 {
				continue
			}
			copyMacros(as, olds.Mentioning(f.Toks[it.Body:it.To], as), copies)
			renamed[it] = as
			b.captured[it.Name] = map[string]string{}
			for own, as := range as {
				b.captured[it.Name][as] = own
			}
		}
	}
	if len(renamed) == 0 {
		return
	}
	for _, n := range oldNames {
		f := b.old[n]
		// Items before the one at work keep their places.
		for _, it := range slices.Backward(f.Items) {
			if as := renamed[it]; as != nil {
				oldTexts[n] = source.RenameVariables(&source.File{Text: oldTexts[n], Toks: f.Toks}, it.From, it.To, as)
			}
			if it.Kind != csyntax.Macro {
				continue
			}
			at, lines := f.Toks[it.From].End, ""
			for _, name := range slices.Sorted(maps.Keys(copies)) {
				if copies[name][it.Name] == name {
					lines += "\n" + source.RenameLine(f.Toks[it.From].Text, copies[name])
				}
			}
			oldTexts[n] = oldTexts[n][:at] + lines + oldTexts[n][at:]
		}
	}
	b.old = source.NewAll(oldNames, oldTexts)
}

// clash notes that a function could not be aligned because of a variable that means
// something else in the other version: it gets a name of its own, and all is tried again.
func (b *unification) clash(fn, name string) {
	if name == "" || b.clashing[fn][name] {
		return
	}
	if b.clashing[fn] == nil {
		b.clashing[fn] = map[string]bool{}
	}
	b.clashing[fn][name] = true
	b.again = true
}

// renameClashing gives variables of new functions other names that hide what the old
// function knows by their names from outside. Macros and parameters stay out of it.
func (b *unification) renameClashing(names []string, texts map[string]string) {
	if len(b.clashing) == 0 {
		return
	}
	news, olds := source.NewAll(names, texts), map[string]bool{} // functions of the old version that declare the name themselves
	for _, f := range b.d.Old.Files {
		file := source.New(f.Name, f.Text)
		for _, it := range file.Items {
			for name := range b.clashing[it.Name] {
				if it.Kind == csyntax.Function && (source.DeclaredIn(file, it, name) || file.Defines(it, name)) {
					olds[it.Name+" "+name] = true
				}
			}
		}
	}
	macros := source.MacrosOf(news)
	for _, n := range names {
		f := news[n]
		for _, it := range slices.Backward(f.Items) {
			if it.Kind != csyntax.Function {
				continue
			}
			as := map[string]string{}
			through := macros.Through(f.Toks[it.Body:it.To])
			for name := range b.clashing[it.Name] {
				head := slices.ContainsFunc(f.Toks[it.From:it.Body], func(t csyntax.Token) bool { return t.Text == name })
				if !olds[it.Name+" "+name] && !head && !through[name] && source.DeclaredIn(f, it, name) {
					as[name] = name + newSuffix
				}
			}
			if len(as) > 0 {
				texts[n] = source.Rename(&source.File{Text: texts[n], Toks: f.Toks}, it.From, it.To, as)
			}
		}
	}
}

// newSuffix makes another name of a new variable that would hide an old one.
const newSuffix = "__new"

// outside returns the names of the new version's variables and functions.
func (b *unification) outside() map[string]bool {
	names := map[string]bool{}
	for _, g := range b.newProgram().Globals {
		names[g.Source] = true
	}
	for _, f := range b.newProgram().Funcs {
		names[f.Source] = true
	}
	return names
}

// captured returns the variables that a function of the old version declares and
// that mean something outside of its namesake in the new one, with other names.
func captured(f *source.File, it *source.Item, new *source.File, fn *source.Item, outside map[string]bool, m source.Macros) map[string]string {
	as := map[string]string{}
	add := func(name string) {
		head := slices.ContainsFunc(new.Toks[fn.From:fn.Body], func(t csyntax.Token) bool { return t.Text == name })
		if !head && !csyntax.Keyword(name) && source.DeclaredIn(f, it, name) && !source.DeclaredIn(new, fn, name) {
			as[name] = name + source.OldSuffix
		}
	}
	body := new.Toks[fn.Body:fn.To]
	for _, t := range body {
		if t.Kind == csyntax.Identifier {
			add(t.Text)
		}
	}
	for name := range m.Through(body) {
		if outside[name] {
			add(name)
		}
	}
	return as
}

// copyMacros adds to what is renamed in a function the macros that mention it.
// Functions in which the same is renamed share copies.
func copyMacros(as map[string]string, mentioning []string, copies map[string]map[string]string) {
	all := maps.Clone(as)
	for suffix := source.OldSuffix; ; suffix += source.OldSuffix {
		for _, name := range mentioning {
			all[name] = name + suffix
		}
		if !slices.ContainsFunc(mentioning, func(name string) bool {
			other, taken := copies[name+suffix]
			return taken && !maps.Equal(other, all)
		}) {
			break
		}
	}
	for _, name := range mentioning {
		copies[all[name]] = all
	}
	maps.Copy(as, all)
}
