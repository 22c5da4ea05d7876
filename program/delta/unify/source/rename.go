package source

import (
	"strings"

	"github.com/riftlab/rift/program/csyntax"
)

// RenameMembers renames members where they are declared and used.
func RenameMembers(f *File, as map[string]string) string {
	var sb strings.Builder
	at := 0
	in := func(i int) bool {
		for _, it := range f.Items {
			if it.Kind == csyntax.Record && it.Body < i && i < it.To {
				return true
			}
		}
		return false
	}
	designators := oldDesignators(f.Toks)
	for i, t := range f.Toks {
		if t.Kind == csyntax.Directive {
			if line := renameMembersIn(t.Text, as); line != t.Text {
				sb.WriteString(f.Text[at:t.Start] + line)
				at = t.End
			}
			continue
		}
		if new, ok := as[t.Text]; ok && i > 0 && (accesses(f.Toks[i-1]) || designators[i] || offset(f.Toks[:i]) || in(i)) {
			sb.WriteString(f.Text[at:t.Start] + new)
			at = t.End
		}
	}
	return sb.String() + f.Text[at:]
}

// accesses reports whether the name of a member follows a token.
func accesses(t csyntax.Token) bool { return t.Text == "." || t.Text == "->" }

// renameMembersIn renames members where a preprocessor line accesses them.
func renameMembersIn(line string, as map[string]string) string {
	toks := csyntax.Flat(line)
	var edits []Edit
	for i, t := range toks {
		if new, ok := as[t.Text]; ok && i > 0 && (accesses(toks[i-1]) || offset(toks[:i])) {
			edits = append(edits, Edit{t.Start, t.End, new})
		}
	}
	return Apply(line, edits)
}

// offset reports whether the name of a member that offsetof asks for follows tokens.
func offset(toks []csyntax.Token) bool {
	k := len(toks) - 1
	if k < 2 || !toks[k].Is(",") {
		return false
	}
	for k--; k > 0 && (toks[k].Names() || csyntax.Keyword(toks[k].Text)); k-- {
	}
	return k > 0 && toks[k].Is("(") && (toks[k-1].Text == "offsetof" || toks[k-1].Text == "__builtin_offsetof")
}

// oldDesignators returns the tokens that name members before a colon in initialisers, as
// GNU C had it before there was a point in front: {x: 3}.
func oldDesignators(toks []csyntax.Token) map[int]bool {
	found := map[int]bool{}
	var open []bool // by bracket around: is it a brace around initialisers?
	for i, t := range toks {
		switch {
		case t.Is("{"):
			within := len(open) > 0 && open[len(open)-1]
			open = append(open, i > 0 && (within || toks[i-1].Is("=") || afterType(toks[:i])))
		case t.Is("("), t.Is("["):
			open = append(open, false)
		case t.Is(")"), t.Is("]"), t.Is("}"):
			open = open[:max(len(open)-1, 0)]
		case len(open) > 0 && open[len(open)-1] && t.Names() && i+1 < len(toks) && toks[i+1].Is(":"):
			found[i] = toks[i-1].Is("{") || toks[i-1].Is(",")
		}
	}
	return found
}

// afterType reports whether tokens end in a type in parentheses, as before the braces of a
// compound literal, and not in the head of a statement or function.
func afterType(toks []csyntax.Token) bool {
	k, depth := len(toks)-1, 0
	if !toks[k].Is(")") {
		return false
	}
	for ; k > 0; k-- {
		if toks[k].Is(")") {
			depth++
		} else if toks[k].Is("(") {
			if depth--; depth == 0 {
				break
			}
		}
	}
	return k > 0 && (toks[k-1].Kind == csyntax.Punct && !toks[k-1].Is(")") && !strings.Contains(";{}", toks[k-1].Text) || toks[k-1].Text == "return")
}

// SayNames returns the text of a file in which functions that are to be renamed say their names
// as text where they ask for them.
func SayNames(f *File, as map[string]string) string {
	var edits []Edit
	for _, it := range f.Items {
		if it.Kind != csyntax.Function || as[it.Name] == "" {
			continue
		}
		for _, t := range f.Toks[it.Body:it.To] {
			if t.Text == "__func__" || t.Text == "__FUNCTION__" || t.Text == "__PRETTY_FUNCTION__" {
				edits = append(edits, Edit{t.Start, t.End, `"` + it.Name + `"`})
			}
		}
	}
	return Apply(f.Text, edits)
}

// RenamedTags returns the tags of structures, unions and enumerations that have another tag in
// the new version, by the old one: a typedef calls both the same, and neither version has the
// other's tag.
func RenamedTags(old, new map[string]*File) map[string]string {
	as := map[string]string{}
	olds, oldAll := typedefTags(old)
	news, newAll := typedefTags(new)
	for name, tag := range olds {
		if is := news[name]; tag != "" && is != "" && tag != is && !oldAll[is] && !newAll[tag] {
			as[tag] = is
		}
	}
	return apartFrom(as)
}

// typedefTags returns the tags of the types that typedefs name, "" where these disagree, and all
// tags.
func typedefTags(files map[string]*File) (tags map[string]string, all map[string]bool) {
	tags, all = map[string]string{}, map[string]bool{}
	for _, f := range files {
		for _, it := range f.Items {
			for i := it.From; i < it.To; i++ {
				if t := tagAt(f.Toks, i); t != "" {
					all[t] = true
				}
			}
			if f.Toks[it.From].Text != "typedef" || it.Name == "" || it.From+1 >= it.To {
				continue
			}
			tag := tagAt(f.Toks[:it.To], it.From+1)
			if before, known := tags[it.Name]; known && before != tag {
				tag = ""
			}
			tags[it.Name] = tag
		}
	}
	return tags, all
}

// tagAt returns the tag behind a struct, union or enum at token i, "" if there is none.
func tagAt(toks []csyntax.Token, i int) string {
	switch toks[i].Text {
	case "struct", "union", "enum":
		if k := csyntax.Tag(toks, i); k < len(toks) && toks[k].Names() {
			return toks[k].Text
		}
	}
	return ""
}

// RenameTags renames tags wherever they stand.
func RenameTags(f *File, as map[string]string) string {
	var edits []Edit
	for i, t := range f.Toks {
		if t.Kind == csyntax.Directive {
			if line := renameTagsIn(t.Text, as); line != t.Text {
				edits = append(edits, Edit{t.Start, t.End, line})
			}
		} else if new := as[tagAt(f.Toks, i)]; new != "" {
			k := csyntax.Tag(f.Toks, i)
			edits = append(edits, Edit{f.Toks[k].Start, f.Toks[k].End, new})
		}
	}
	return Apply(f.Text, edits)
}

func renameTagsIn(line string, as map[string]string) string {
	toks := csyntax.Flat(line)
	var edits []Edit
	for i := range toks {
		if new := as[tagAt(toks, i)]; new != "" {
			k := csyntax.Tag(toks, i)
			edits = append(edits, Edit{toks[k].Start, toks[k].End, new})
		}
	}
	return Apply(line, edits)
}

// memberNames returns the tokens that name members where structures and unions declare
// them.
func memberNames(toks []csyntax.Token) map[int]bool {
	names := map[int]bool{}
	const block, record, enumeration = 0, 1, 2
	var open []int // the kinds of the braces around
	depth := 0     // of parentheses and brackets
	var depths []int
	of, enum := -1, false // where the brace of the last structure, union or enumeration would be
	for i, t := range toks {
		text := func(k int) string {
			if i+k < 0 || i+k >= len(toks) {
				return ""
			}
			return toks[i+k].Text
		}
		switch t.Text {
		case "struct", "union", "enum":
			of, enum = csyntax.Tag(toks, i), t.Text == "enum"
			if of < len(toks) && toks[of].Names() {
				of++
			}
		}
		switch {
		case t.Is("{"):
			kind := block
			switch {
			case i != of:
			case enum:
				kind = enumeration
			default:
				kind = record
			}
			open, depths = append(open, kind), append(depths, depth)
			depth = 0
		case t.Is("}") && len(open) > 0:
			depth = depths[len(depths)-1]
			open, depths = open[:len(open)-1], depths[:len(depths)-1]
		case t.Is("("), t.Is("["):
			depth++
		case t.Is(")"), t.Is("]"):
			depth--
		case !t.Names() || len(open) == 0 || open[len(open)-1] != record:
		case depth == 0:
			prev, next := text(-1), text(1)
			tag := prev == "struct" || prev == "union" || prev == "enum"
			names[i] = !tag && prev != ":" && (next == ";" || next == "," || next == "[" || next == ":")
		case depth == 1:
			names[i] = text(-2) == "(" && text(-1) == "*" && text(1) == ")"
		}
	}
	return names
}

// Rename replaces identifiers in the tokens [from, to) of a file, but not the
// names of members, and returns the new text.
func Rename(f *File, from, to int, as map[string]string) string {
	return rename(f, from, to, as, func(int) bool { return true })
}

// RenameVariables is Rename for names of variables: tags, labels and designators of the same
// names are others.
func RenameVariables(f *File, from, to int, as map[string]string) string {
	return rename(f, from, to, as, func(i int) bool {
		switch f.Toks[max(i-1, 0)].Text {
		case "struct", "union", "enum", "goto":
			return false
		case "{", "}", ";":
			return i+1 >= len(f.Toks) || !f.Toks[i+1].Is(":")
		}
		return true
	})
}

func rename(f *File, from, to int, as map[string]string, may func(tok int) bool) string {
	var sb strings.Builder
	at := 0
	members := memberNames(f.Toks[from:to])
	put := func(t csyntax.Token, text string) {
		sb.WriteString(f.Text[at:t.Start])
		sb.WriteString(text)
		at = t.End
	}
	for i := from; i < to; i++ {
		t := f.Toks[i]
		if t.Kind == csyntax.Directive {
			put(t, RenameLine(t.Text, as))
			continue
		}
		new, ok := as[t.Text]
		if !ok || t.Kind != csyntax.Identifier || members[i-from] || i > 0 && (f.Toks[i-1].Text == "." || f.Toks[i-1].Text == "->") || !may(i) {
			continue
		}
		put(t, new)
	}
	sb.WriteString(f.Text[at:])
	return sb.String()
}

// RenameLine renames in a preprocessor line, but for includes and the names of
// members.
func RenameLine(line string, as map[string]string) string {
	if _, ok := csyntax.Include(line); ok {
		return line
	}
	var sb strings.Builder
	at := 0
	toks := csyntax.Flat(line)
	for i, t := range toks {
		member := i > 0 && (toks[i-1].Text == "." || toks[i-1].Text == "->")
		if new, ok := as[t.Text]; ok && t.Kind == csyntax.Identifier && !member {
			sb.WriteString(line[at:t.Start] + new)
			at = t.End
		}
	}
	return sb.String() + line[at:]
}

// OldSuffix makes another name of an old definition that stands beside a new
// one of the same name.
const OldSuffix = "__old"
