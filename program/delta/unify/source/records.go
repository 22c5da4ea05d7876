package source

import (
	"maps"
	"slices"
	"strings"

	"github.com/riftlab/rift/program/csyntax"
)

// RecordsFit reports whether one record can hold the members of both versions: those that
// they share are the same, in the same order. Those of an enumeration, whose values go by
// their places, are one version's and begin the other's.
func RecordsFit(old, new map[string]*File, name string) bool {
	o, _, it := record(old, name)
	n, _, nit := record(new, name)
	if it != nil && nit != nil && (it.Union() != nit.Union() || it.tag() != nit.tag()) {
		return false
	}
	if it != nil && it.Enumeration() {
		return n != nil && (begins(o, n) || begins(n, o))
	}
	if o == nil || n == nil || !within(o, n) && !within(n, o) && union(o, n) == nil {
		return false
	}
	own, flat := positional(old, name)
	also, too := positional(new, name)
	return !flat && !too && (begins(o, n) || begins(n, o) || !own && !also)
}

// positional reports whether objects of a record may be initialised by position: there are
// braces behind a sign "=", or behind parentheses, that follow its name in a statement, and
// more than a zero in them. A member in between would then get another's value. flat is that
// braces around the values of one object may be left out, in an array or within another
// record: then one behind the others would, too. There every initialiser counts.
func positional(files map[string]*File, name string) (own, flat bool) {
	held := map[string]bool{name: false} // is it within another?
	for more := true; more; {
		more = false
		for _, f := range files {
			for _, it := range f.Items {
				alias := it.Kind == csyntax.Declaration && strings.HasPrefix(it.Text, "typedef ")
				if _, known := held[it.Name]; known || it.Name == "" || it.Kind != csyntax.Record && !alias {
					continue
				}
				for _, t := range f.Toks[it.From:it.To] {
					if within, is := held[t.Text]; is && t.Kind == csyntax.Identifier {
						held[it.Name], more = within || !alias, true
						break
					}
				}
			}
		}
	}
	for _, f := range files {
		for i := range f.Toks {
			within, is := held[f.Toks[i].Text]
			if !is || f.Toks[i].Kind != csyntax.Identifier {
				continue
			}
			k := i + 1
			if k < len(f.Toks) && f.Toks[k].Is("{") { // its definition
				k = closing(f.Toks, &Item{Body: k, To: len(f.Toks)}) + 1
			}
			array := false
			for ; k+1 < len(f.Toks) && !f.Toks[k].Is(";") && !f.Toks[k].Is("{"); k++ {
				array = array || f.Toks[k].Is("[")
				if opens := f.Toks[k].Is("=") || k == i+1 && f.Toks[k].Is(")"); !opens || !f.Toks[k+1].Is("{") {
					continue
				}
				by := byPosition(f.Toks[k+2:], within)
				own = own || by
				flat = flat || by && (within || array && !strings.Contains("{[.", f.Toks[k+2].Text))
			}
		}
	}
	return own, flat
}

// byPosition reports whether what follows an opening brace gives members values by position,
// those of the record that is initialised or, if it is asked, of one within it.
func byPosition(toks []csyntax.Token, within bool) bool {
	inside := csyntax.Join(toks[:min(2, len(toks))])
	return inside != "0 }" && !strings.HasPrefix(inside, "}") && (within || !strings.HasPrefix(inside, "."))
}

func begins(a, b []string) bool { return len(a) <= len(b) && slices.Equal(a, b[:len(a)]) }

// ConstantsFit reports whether the constants of an enumeration without a name have the
// same values in new files: they begin an enumeration there, or each says its value.
func ConstantsFit(f *File, it *Item, names []string, new map[string]*File) bool {
	members := f.members(it)
	texts := map[string]bool{}
	for _, n := range names {
		for _, other := range new[n].Items {
			if !other.Constants() {
				continue
			}
			list := new[n].members(other)
			if begins(members, list) {
				return true
			}
			for _, m := range list {
				texts[m] = true
			}
		}
	}
	return !slices.ContainsFunc(members, func(m string) bool { return !texts[m] || !strings.Contains(m, "=") })
}

// Wider returns the text of a record for both versions if the new one's lacks members of the
// old one's: that of the old one if it has all, else the new one's with what it lacks at its
// end. The records fit.
func Wider(old, new map[string]*File, name string) (text string, ok bool) {
	n, nf, nit := record(new, name)
	o, f, it := record(old, name)
	if it == nil || nit == nil || within(o, n) {
		return "", false
	}
	if within(n, o) {
		return f.Span(it.From, it.To), true
	}
	more := union(o, n)
	if more == nil || it.Enumeration() {
		return "", false
	}
	end := closing(nf.Toks, nit)
	return nf.Span(nit.From, end) + " " + strings.Join(more, "; ") + "; " + nf.Span(end, nit.To), true
}

// union returns the members that only old has, nil if the two cannot be members of one record:
// a name that both have means something else, or stands elsewhere.
func union(old, new []string) (more []string) {
	names := map[string]string{}
	for _, m := range new {
		names[csyntax.Declared(csyntax.Lex(m))] = m
	}
	var shared []string
	for _, m := range old {
		switch same, both := names[csyntax.Declared(csyntax.Lex(m))]; {
		case !both && strings.Contains(m, "{"):
			return nil // its tags and constants may be another's, too
		case !both:
			more = append(more, m)
		case same != m:
			return nil
		default:
			shared = append(shared, m)
		}
	}
	if !within(shared, new) {
		return nil
	}
	return more
}

// closing returns the token of the brace that closes the members of a record.
func closing(toks []csyntax.Token, it *Item) int {
	depth := 0
	for k := it.Body; k < it.To; k++ {
		switch {
		case toks[k].Is("{"):
			depth++
		case toks[k].Is("}"):
			if depth--; depth == 0 {
				return k
			}
		}
	}
	return it.To - 1
}

// RenamedMembers returns the members of records that have another name in the
// new version and are the same otherwise, but for names that members of several records have.
func RenamedMembers(old, new map[string]*File) map[string]string {
	as := map[string]string{}
	count := map[string]int{}
	for _, f := range old {
		for _, it := range f.Items {
			if it.Kind == csyntax.Record {
				for _, m := range f.members(it) {
					count[csyntax.Declared(csyntax.Lex(m))]++
				}
			}
		}
	}
	for _, n := range slices.Sorted(maps.Keys(old)) {
		for _, it := range old[n].Items {
			if it.Kind != csyntax.Record || it.Name == "" || it.Enumeration() {
				continue
			}
			o, _, _ := record(old, it.Name)
			n, _, _ := record(new, it.Name)
			if len(o) != len(n) {
				continue
			}
			names := map[string]string{}
			for i := range o {
				od, nd := csyntax.Declared(csyntax.Lex(o[i])), csyntax.Declared(csyntax.Lex(n[i]))
				names[od] = od
				if od == nd || count[od] != 1 {
					continue
				}
				ot := strings.Fields(o[i])
				for k := range ot {
					if ot[k] == od {
						ot[k] = nd
					}
				}
				if slices.Equal(ot, strings.Fields(n[i])) {
					names[od] = nd
				}
			}
			maps.Copy(as, apartFrom(names))
		}
	}
	return as
}

// apartFrom returns, of the names that things get, by their own, those that change and are
// not another's after that.
func apartFrom(names map[string]string) map[string]string {
	for again := true; again; {
		again = false
		count := map[string]int{}
		for _, name := range names {
			count[name]++
		}
		for own, name := range names {
			if name != own && count[name] > 1 {
				names[own], again = own, true
			}
		}
	}
	maps.DeleteFunc(names, func(own, name string) bool { return own == name })
	return names
}

// record returns the members of a record as texts, and where it stands. There is none of the
// name "".
func record(files map[string]*File, name string) (list []string, f *File, it *Item) {
	if name == "" {
		return nil, nil, nil
	}
	for _, n := range slices.Sorted(maps.Keys(files)) {
		f := files[n]
		for _, it := range f.Items {
			if it.Kind == csyntax.Record && it.Name == name {
				return f.members(it), f, it
			}
		}
	}
	return nil, nil, nil
}

// alone returns the declarations of several members in one as one for each, and other
// members as they are, without the sign at their ends.
func alone(toks []csyntax.Token) [][]csyntax.Token {
	spec, list, ok := csyntax.Declarators(toks)
	if !ok || len(list) < 2 {
		return [][]csyntax.Token{toks[:len(toks)-1]}
	}
	members := make([][]csyntax.Token, len(list))
	for i, d := range list {
		members[i] = slices.Concat(toks[:spec], toks[d.From:d.To])
	}
	return members
}

// EnumeratorsOf returns the constants of the enumeration of a name, nil if files define
// none.
func EnumeratorsOf(files map[string]*File, name string) []string {
	_, f, it := record(files, name)
	if it == nil || !it.Enumeration() {
		return nil
	}
	names, _ := f.Enumerators(it)
	return names
}

// members returns the members of a record, or the enumerators of an
// enumeration, as texts.
func (f *File) members(it *Item) (list []string) {
	for _, toks := range f.memberToks(it) {
		list = append(list, csyntax.Join(toks))
	}
	return list
}

// memberToks returns the tokens of what members returns. Macros that are made among enumerators
// are none of them.
func (f *File) memberToks(it *Item) (list [][]csyntax.Token) {
	sep, toks := ";", f.Toks[it.Body+1:it.To]
	if it.Enumeration() {
		sep = ","
		toks = slices.DeleteFunc(slices.Clone(toks), func(t csyntax.Token) bool {
			name := csyntax.DirectiveName(t.Text)
			return t.Kind == csyntax.Directive && (name == "define" || name == "undef")
		})
	}
	from, depth := 0, 0
	for k := range toks {
		switch t := toks[k].Text; {
		case t == "{" || t == "(":
			depth++
		case t == "}" && depth == 0:
			if k > from {
				list = append(list, toks[from:k])
			}
			return list
		case t == "}" || t == ")":
			depth--
		case t == sep && depth == 0:
			list = append(list, alone(toks[from:k+1])...)
			from = k + 1
		}
	}
	return nil
}

// Enumeration reports whether an item defines an enumeration.
func (it *Item) Enumeration() bool { return slices.Contains(strings.Fields(it.header), "enum") }

// tag is the tag of the structure, union or enumeration that an item defines, "" if it has none.
func (it *Item) tag() string {
	toks := csyntax.Lex(it.header)
	for i := range toks {
		if t := tagAt(toks, i); t != "" {
			return t
		}
	}
	return ""
}

// Union reports whether an item defines a union.
func (it *Item) Union() bool { return slices.Contains(strings.Fields(it.header), "union") }

// Constants reports whether an item is an enumeration without a name.
func (it *Item) Constants() bool {
	return it.Kind == csyntax.Record && strings.HasPrefix(it.Name, "{") && it.Enumeration()
}

// Constants returns the names that the enumerations of files define, each with the name of its
// enumeration, "" if that has none.
func Constants(names []string, files map[string]*File) map[string]string {
	out := map[string]string{}
	for _, n := range names {
		for _, it := range files[n].Items {
			if it.Kind != csyntax.Record || !it.Enumeration() {
				continue
			}
			name := it.Name
			if it.Constants() {
				name = ""
			}
			list, _ := files[n].Enumerators(it)
			for _, c := range list {
				out[c] = name
			}
		}
	}
	return out
}

// Enumerators returns the names of the constants of an enumeration, and the
// text of each.
func (f *File) Enumerators(it *Item) (names []string, texts map[string]string) {
	texts = map[string]string{}
	for _, toks := range f.memberToks(it) {
		for _, t := range toks {
			if t.Kind != csyntax.Directive {
				names, texts[t.Text] = append(names, t.Text), csyntax.Join(toks)
				break
			}
		}
	}
	return names, texts
}

// within reports whether the texts of a stand in b, in the same order.
func within(a, b []string) bool {
	i := 0
	for _, x := range b {
		if i < len(a) && a[i] == x {
			i++
		}
	}
	return i == len(a)
}

// SharesConstants reports whether the new file has some of the constants of an
// old enumeration without a name.
func SharesConstants(old, new *File, it *Item) bool {
	names, _ := old.Enumerators(it)
	return slices.ContainsFunc(new.Items, func(n *Item) bool {
		if !n.Constants() {
			return false
		}
		_, texts := new.Enumerators(n)
		return slices.ContainsFunc(names, func(c string) bool { return texts[c] != "" })
	})
}
