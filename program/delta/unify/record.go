package unify

import (
	"maps"
	"slices"
	"strings"

	"github.com/riftlab/rift/program/csyntax"
)

// recordsFit reports whether the members of one version's record are all
// members of the other's, in the same order.
func (b *unification) recordsFit(name string) bool {
	o, _ := b.record(b.old, name)
	n, _ := b.record(b.new, name)
	return o != nil && n != nil && (within(o, n) || within(n, o))
}

// renamedMembers returns the members of records that have another name in the
// new version and are the same otherwise.
func (b *unification) renamedMembers() map[string]string {
	as := map[string]string{}
	for _, n := range sortedKeys(b.old) {
		for _, it := range b.old[n].items {
			if it.kind != csyntax.Record || it.name == "" {
				continue
			}
			o, _ := b.record(b.old, it.name)
			n, _ := b.record(b.new, it.name)
			if len(o) != len(n) {
				continue
			}
			for i := range o {
				ot, nt := strings.Fields(o[i]), strings.Fields(n[i])
				od, nd := csyntax.Declared(csyntax.Lex(o[i])), csyntax.Declared(csyntax.Lex(n[i]))
				if od != nd && len(ot) == len(nt) && !it.enumeration() {
					for k := range ot {
						if ot[k] == od {
							ot[k] = nd
						}
					}
					if slices.Equal(ot, nt) {
						as[od] = nd
					}
				}
			}
		}
	}
	return as
}

// renameMembers renames members where they are declared and used.
func renameMembers(f *cfile, as map[string]string) string {
	var sb strings.Builder
	at := 0
	in := func(i int) bool {
		for _, it := range f.items {
			if it.kind == csyntax.Record && it.body < i && i < it.to {
				return true
			}
		}
		return false
	}
	for i, t := range f.toks {
		if new, ok := as[t.Text]; ok && i > 0 && (f.toks[i-1].Text == "." || f.toks[i-1].Text == "->" || in(i)) {
			sb.WriteString(f.src[at:t.Start] + new)
			at = t.End
		}
	}
	return sb.String() + f.src[at:]
}

// record returns the members of a record as texts.
func (b *unification) record(files map[string]*cfile, name string) (list []string, it *topItem) {
	for _, n := range sortedKeys(files) {
		f := files[n]
		for _, it := range f.items {
			if it.kind == csyntax.Record && it.name == name {
				return f.members(it), it
			}
		}
	}
	return nil, nil
}

// members returns the members of a record, or the enumerators of an
// enumeration, as texts.
func (f *cfile) members(it *topItem) []string {
	sep := ";"
	if it.enumeration() {
		sep = ","
	}
	var list []string
	from, depth := it.body+1, 0
	for k := it.body + 1; k < it.to; k++ {
		switch t := f.toks[k].Text; {
		case t == "{" || t == "(":
			depth++
		case t == "}" && depth == 0:
			if k > from {
				list = append(list, csyntax.Join(f.toks[from:k]))
			}
			return list
		case t == "}" || t == ")":
			depth--
		case t == sep && depth == 0:
			list = append(list, csyntax.Join(f.toks[from:k]))
			from = k + 1
		}
	}
	return nil
}

func (it *topItem) enumeration() bool { return strings.Contains(it.header, "enum") }

// constants reports whether an item is an enumeration without a name.
func (it *topItem) constants() bool {
	return it.kind == csyntax.Record && strings.HasPrefix(it.name, "{")
}

// enumerators returns the names of the constants of an enumeration, and the
// text of each.
func (f *cfile) enumerators(it *topItem) (names []string, texts map[string]string) {
	texts = map[string]string{}
	for _, m := range f.members(it) {
		if t := csyntax.Flat(m); len(t) > 0 {
			names, texts[t[0].Text] = append(names, t[0].Text), m
		}
	}
	return names, texts
}

// constants returns the enumerators of those enumerations without a name that
// give one of their enumerators another value than the new version does.
func (b *unification) constants(oldNames, newNames []string) []string {
	news := map[string]string{}
	for _, n := range newNames {
		for _, it := range b.new[n].items {
			if it.constants() {
				_, texts := b.new[n].enumerators(it)
				maps.Copy(news, texts)
			}
		}
	}
	var list []string
	for _, n := range oldNames {
		for _, it := range b.old[n].items {
			if !it.constants() {
				continue
			}
			names, texts := b.old[n].enumerators(it)
			if slices.ContainsFunc(names, func(c string) bool { return news[c] != "" && news[c] != texts[c] }) {
				b.dual(names[0], it.text, "")
				list = append(list, names...)
			}
		}
	}
	return list
}

func within(a, b []string) bool {
	i := 0
	for _, x := range b {
		if i < len(a) && a[i] == x {
			i++
		}
	}
	return i == len(a)
}

// keepMembers puts the members that only the old version has into a record,
// by taking its text whole.
func (b *unification) keepMembers(u *unifier, it *topItem) {
	n, _ := b.record(b.new, it.name)
	o, item := b.record(b.old, it.name)
	if item == nil || within(o, n) || !within(n, o) {
		return
	}
	for _, f := range b.old {
		if slices.Contains(f.items, item) {
			u.note(PatternVariable, it.from, it.name, "")
			u.edits = append(u.edits, edit{u.new.toks[it.from].Start, u.new.toks[it.to-1].End, f.span(item.from, item.to)})
		}
	}
}

// sharesConstants reports whether the new file has some of the constants of an
// old enumeration without a name.
func sharesConstants(old, new *cfile, it *topItem) bool {
	names, _ := old.enumerators(it)
	return slices.ContainsFunc(new.items, func(n *topItem) bool {
		if !n.constants() {
			return false
		}
		_, texts := new.enumerators(n)
		return slices.ContainsFunc(names, func(c string) bool { return texts[c] != "" })
	})
}
