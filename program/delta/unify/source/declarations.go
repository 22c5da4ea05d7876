package source

import (
	"slices"
	"strings"

	"github.com/riftlab/rift/program/csyntax"
)

// DeclaredIn reports whether a function declares a variable of that name in its body.
func DeclaredIn(f *File, it *Item, name string) bool {
	if it.locals == nil {
		it.locals = map[string]bool{}
		for _, d := range f.Declarations(it) {
			for _, n := range f.Declared(d) {
				it.locals[n] = true
			}
		}
	}
	return it.locals[name]
}

// Parameters returns the names of the parameters of a function, in order; of those that have
// none, nothing.
func Parameters(f *File, it *Item) (names []string) {
	depth := 0
	for i := it.From; i+1 < it.Body; i++ {
		switch t := f.Toks[i]; {
		case t.Is("("):
			depth++
		case t.Is(")"):
			if depth--; depth == 0 {
				return names
			}
		case t.Names() && depth == 1 && strings.Contains(",)[", f.Toks[i+1].Text):
			names = append(names, t.Text)
		}
	}
	return names
}

// Owns reports whether a name in a function is that of one of its parameters or variables,
// not of something outside.
func Owns(f *File, it *Item, name string) bool {
	return slices.Contains(Parameters(f, it), name) || DeclaredIn(f, it, name)
}

// Defines reports whether a macro of that name is defined within a function.
func (f *File) Defines(it *Item, macro string) bool {
	return slices.ContainsFunc(f.Toks[it.Body:it.To], func(t csyntax.Token) bool {
		if t.Kind != csyntax.Directive {
			return false
		}
		name, _, _, ok := csyntax.Define(t.Text)
		return ok && name == macro
	})
}

// Initialised reports whether every declaration of a variable in the body of a function
// gives it a value.
func Initialised(f *File, it *Item, name string) bool {
	found := false
	for _, d := range f.Declarations(it) {
		_, list, _ := csyntax.Declarators(f.Toks[d.From:d.To])
		for _, x := range list {
			if x.Name != name {
				continue
			}
			if x.Init < 0 {
				return false
			}
			found = true
		}
	}
	return found
}

// InMemory reports whether a variable that a function declares in its body is volatile, has
// members or its address is taken.
func InMemory(f *File, it *Item, name string) bool {
	if !DeclaredIn(f, it, name) {
		return false
	}
	for i := it.Body; i < it.To; i++ {
		if f.Toks[i].Text == name && (f.Toks[i-1].Is("&") || f.Toks[i+1].Is(".")) {
			return true
		}
	}
	return slices.ContainsFunc(f.Declarations(it), func(d Declaration) bool {
		return slices.Contains(f.Declared(d), name) && slices.ContainsFunc(f.Toks[d.From:d.To], func(t csyntax.Token) bool { return t.Text == "volatile" })
	})
}

// Declaration is a declaration of variables in the body of a function: its tokens are
// [From, To).
type Declaration struct {
	From, To int
	Alone    bool // it is a statement, not part of a for
}

// Declarations returns the declarations in the body of a function, as far as they can be
// told by their look.
func (f *File) Declarations(it *Item) []Declaration {
	var list []Declaration
	for i := it.Body + 1; i < it.To; i++ {
		prev := f.Toks[i-1]
		if prev.Kind != csyntax.Directive && (prev.Kind != csyntax.Punct || !strings.Contains(";{}(:", prev.Text)) {
			continue
		}
		to, depth := i, 0
		for ; to < it.To && !(depth == 0 && f.Toks[to].Is(";")); to++ {
			switch {
			case f.Toks[to].Is("("), f.Toks[to].Is("["), f.Toks[to].Is("{"):
				depth++
			case f.Toks[to].Is(")"), f.Toks[to].Is("]"), f.Toks[to].Is("}"):
				depth--
			}
			if depth < 0 {
				break
			}
		}
		if depth != 0 || to == it.To {
			continue
		}
		if _, _, ok := csyntax.Declarators(f.Toks[i : to+1]); ok {
			list = append(list, Declaration{i, to + 1, !prev.Is("(")})
			i = to
			continue
		}
		if end := membersEnd(f.Toks[:to], i); end > i {
			i = end - 1 // what members are called is no name of a variable
		}
	}
	return list
}

// membersEnd returns the token behind the members of the first structure or union that tokens
// from i on define before anything in braces, i if there is none.
func membersEnd(toks []csyntax.Token, i int) int {
	for k := i; k < len(toks) && !toks[k].Is("{"); k++ {
		if toks[k].Text != "struct" && toks[k].Text != "union" {
			continue
		}
		open := csyntax.Tag(toks, k)
		if open < len(toks) && toks[open].Names() {
			open++
		}
		if open >= len(toks) || !toks[open].Is("{") {
			continue
		}
		return min(closing(toks, &Item{Body: open, To: len(toks)})+1, len(toks))
	}
	return i
}

// Declared returns the names that a declaration declares.
func (f *File) Declared(d Declaration) []string {
	toks := f.Toks[d.From:d.To]
	_, list, ok := csyntax.Declarators(toks)
	if !ok {
		if name := csyntax.Declared(toks); name != "" {
			return []string{name}
		}
		return nil
	}
	names := make([]string, len(list))
	for i, d := range list {
		names[i] = d.Name
	}
	return names
}

// ranks orders the signed integer types by size.
var ranks = map[string]int{"signed char": 1, "short": 2, "short int": 2, "int": 3, "long": 4, "long int": 4}

// Rank orders signed integer types, written with single spaces, by size from 1 on; 0 stands
// for other types.
func Rank(typ string) int { return ranks[typ] }

// SetAgain reports whether a variable of a function is changed other than by its
// declaration, or its address taken.
func SetAgain(f *File, it *Item, name string) bool {
	sets := 0
	for i := it.Body; i+1 < it.To; i++ {
		if f.Toks[i].Text != name {
			continue
		}
		next, prev := f.Toks[i+1].Text, f.Toks[i-1].Text
		if csyntax.Assignment(next) || next == "++" || next == "--" || prev == "++" || prev == "--" || prev == "&" {
			sets++
		}
	}
	return sets > 1
}

// Retyped returns the variables that two versions of a function declare once each, with
// another type, sorted; fit are integers of which the larger type may serve both.
func Retyped(old *File, o *Item, new *File, n *Item) (list, fit []string) {
	type variable struct {
		typ, rest string // the specifiers, the declarator
		init      bool
		count     int
	}
	find := func(f *File, it *Item) map[string]variable {
		vars := map[string]variable{}
		for _, d := range f.Declarations(it) {
			toks := f.Toks[d.From:d.To]
			spec, list, ok := csyntax.Declarators(toks)
			if !ok {
				continue
			}
			for _, x := range list {
				end := x.To
				if x.Init >= 0 {
					end = x.Init - 1
				}
				vars[x.Name] = variable{csyntax.Join(toks[:spec]), csyntax.Join(toks[x.From:end]), x.Init >= 0, vars[x.Name].count + 1}
			}
		}
		return vars
	}
	news := find(new, n)
	for name, a := range find(old, o) {
		b := news[name]
		if a.count != 1 || b.count != 1 || a.typ == b.typ && a.rest == b.rest {
			continue
		}
		fits := Rank(a.typ) > 0 && Rank(b.typ) > 0 && a.rest == b.rest && a.init && b.init
		if !fits || SetAgain(old, o, name) || SetAgain(new, n, name) {
			list = append(list, name)
		} else {
			fit = append(fit, name)
		}
	}
	slices.Sort(list)
	slices.Sort(fit)
	return list, fit
}

// Apart writes declarations of several names that the other version of a file does not
// have in the same words, outside functions or in a function whose body differs, as one
// declaration for each name: what is added to one of them, or gone, or changed, is a
// declaration then. Lines keep their numbers. It returns the text.
func Apart(f, other *File) string {
	outside, functions := map[string]bool{}, map[*Item]*Item{}
	for _, it := range other.Items {
		outside[it.Text] = true
	}
	for _, p := range Pairs(other, f) {
		functions[p[1]] = p[0]
	}
	var edits []Edit
	put := func(from, to int) {
		if text, ok := f.eachAlone(from, to); ok {
			edits = append(edits, Edit{f.Toks[from].Start, f.Toks[to-1].End, text})
		}
	}
	for _, it := range f.Items {
		switch {
		case it.Kind == csyntax.Declaration && !outside[it.Text]:
			put(it.From, it.To)
		case it.Kind == csyntax.Function:
			o := functions[it]
			if o == nil || SameTokens(f.Toks[it.Body:it.To], other.Toks[o.Body:o.To]) {
				continue
			}
			var has []string
			for _, d := range other.Declarations(o) {
				has = append(has, csyntax.Join(other.Toks[d.From:d.To]))
			}
			for _, d := range f.Declarations(it) {
				if d.Alone && !slices.Contains(has, csyntax.Join(f.Toks[d.From:d.To])) {
					put(d.From, d.To)
				}
			}
		}
	}
	return Apply(f.Text, edits)
}

// eachAlone writes a declaration of several names as one for each.
func (f *File) eachAlone(from, to int) (string, bool) {
	toks := f.Toks[from:to]
	spec, list, ok := csyntax.Declarators(toks)
	if !ok || len(list) < 2 {
		return "", false
	}
	words := csyntax.Join(toks[:spec])
	var sb strings.Builder
	at := toks[0].Start
	for i, d := range list {
		if i > 0 { // in place of the comma, so that the lines stay
			sb.WriteString(f.Text[at:toks[d.From-1].Start] + "; " + words + " ")
			at = toks[d.From].Start
			sb.WriteString(strings.Repeat("\n", strings.Count(f.Text[toks[d.From-1].End:at], "\n")))
		}
		sb.WriteString(f.Text[at:toks[d.To-1].End])
		at = toks[d.To-1].End
	}
	return sb.String() + f.Text[at:toks[len(toks)-1].End], true
}
