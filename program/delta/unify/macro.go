package unify

import (
	"maps"
	"slices"
	"strings"

	"github.com/riftlab/rift/program/csyntax"
)

// macros are the macros of a version that its files define outside functions, by
// name; each with all its definitions, of which conditionals may choose.
type macros map[string][]macro

// macro is a definition.
type macro struct {
	params []string
	body   []csyntax.Token
}

func macrosOf(files map[string]*cfile) macros {
	m := macros{}
	for _, n := range sortedKeys(files) {
		for _, it := range files[n].items {
			if it.kind == csyntax.Macro {
				m[it.name] = append(m[it.name], macroOf(files[n].toks[it.from].Text))
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

// through returns the names that stand in what the macros among tokens expand to,
// those of macros included.
func (m macros) through(toks []csyntax.Token) map[string]bool {
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

// mentioning returns those macros that tokens use, directly or through others,
// that mention one of some names; sorted.
func (m macros) mentioning(toks []csyntax.Token, names map[string]string) []string {
	used := m.through(toks)
	for _, t := range toks {
		used[t.Text] = true
	}
	var list []string
	for _, name := range sortedKeys(used) {
		for inner := range m.through([]csyntax.Token{{Kind: csyntax.Identifier, Text: name}}) {
			if _, ok := names[inner]; ok {
				list = append(list, name)
				break
			}
		}
	}
	return list
}

// assigns reports whether a macro needs an object as the argument for its
// parameter i: it assigns to it, or takes its address.
func (m macros) assigns(name string, i int) bool {
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

// renameCaptured renames variables of old functions by whose names the new
// function, or a macro that it uses, knows something outside of it: kept from both
// versions, the variable would hide that. Where macros that the old function uses
// mention the variable, it gets macros of its own.
func (b *unification) renameCaptured(oldNames []string, oldTexts map[string]string) {
	olds, news := macrosOf(b.old), macrosOf(b.new)
	outside := b.outside()
	renamed := map[*topItem]map[string]string{}
	copies := map[string]map[string]string{} // of macros, by their names: what is renamed in them
	for _, n := range oldNames {
		new := b.new[n]
		if new == nil {
			continue
		}
		heads := map[string]*topItem{}
		for _, it := range new.items {
			if it.kind == csyntax.Function {
				heads[it.name] = it
			}
		}
		f := b.old[n]
		for _, it := range f.items {
			fn := heads[it.name]
			if it.kind != csyntax.Function || fn == nil {
				continue
			}
			as := captured(f, it, new, fn, outside, news)
			if len(as) == 0 {
				continue
			}
			copyMacros(as, olds.mentioning(f.toks[it.body:it.to], as), copies)
			renamed[it] = as
			b.captured[it.name] = map[string]string{}
			for own, as := range as {
				b.captured[it.name][as] = own
			}
		}
	}
	if len(renamed) == 0 {
		return
	}
	for _, n := range oldNames {
		f := b.old[n]
		// Items before the one at work keep their places.
		for _, it := range slices.Backward(f.items) {
			if as := renamed[it]; as != nil {
				oldTexts[n] = rename(&cfile{src: oldTexts[n], toks: f.toks}, it.from, it.to, as)
			}
			if it.kind != csyntax.Macro {
				continue
			}
			at, lines := f.toks[it.from].End, ""
			for _, name := range sortedKeys(copies) {
				if copies[name][it.name] == name {
					lines += "\n" + renameLine(f.toks[it.from].Text, copies[name])
				}
			}
			oldTexts[n] = oldTexts[n][:at] + lines + oldTexts[n][at:]
		}
	}
	b.old = sourceFiles(oldNames, oldTexts)
}

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
func captured(f *cfile, it *topItem, new *cfile, fn *topItem, outside map[string]bool, m macros) map[string]string {
	as := map[string]string{}
	add := func(name string) {
		head := slices.ContainsFunc(new.toks[fn.from:fn.body], func(t csyntax.Token) bool { return t.Text == name })
		if !head && !csyntax.Keyword(name) && declaredIn(f, it, name) && !declaredIn(new, fn, name) {
			as[name] = name + oldSuffix
		}
	}
	body := new.toks[fn.body:fn.to]
	for _, t := range body {
		if t.Kind == csyntax.Identifier {
			add(t.Text)
		}
	}
	for name := range m.through(body) {
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
	for suffix := oldSuffix; ; suffix += oldSuffix {
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
