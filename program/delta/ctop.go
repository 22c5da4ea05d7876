package delta

import (
	"slices"
	"strings"
)

// topKind is the kind of a piece of a file outside functions.
type topKind uint8

const (
	topLine   topKind = iota // a preprocessor line that defines no macro
	topMacro                 // #define
	topDecl                  // a declaration of anything, ending in a semicolon
	topRecord                // one whose point is a struct, union or enum with its members
	topFunc                  // a function definition
	topCall                  // the use of a macro that makes definitions, without a semicolon
)

// topItem is a piece of a file outside functions.
type topItem struct {
	kind     topKind
	name     string // of what it defines or declares; "" if that is not one thing
	from, to int    // tokens
	body     int    // token of the brace that opens the body or the members
	text     string // of its tokens, with single spaces
	header   string // of the tokens before the body
}

// cfile is a source file taken apart.
type cfile struct {
	name  string
	src   string
	toks  []ctok
	items []*topItem
	types map[string]bool // names defined by typedef
	calls map[string]bool // names of the macros with parameters that are defined so far
}

func newFile(name, src string) *cfile {
	f := &cfile{name: name, src: src, toks: lex(src), types: map[string]bool{}, calls: map[string]bool{}}
	for i := 0; i < len(f.toks); {
		it := f.item(i)
		f.items = append(f.items, it)
		i = it.to
	}
	return f
}

func (f *cfile) span(from, to int) string {
	if from >= to {
		return ""
	}
	return f.src[f.toks[from].start:f.toks[to-1].end]
}

func (f *cfile) start(tok int) int {
	if tok < len(f.toks) {
		return f.toks[tok].start
	}
	return len(f.src)
}

// item takes the piece that starts at token i.
func (f *cfile) item(i int) *topItem {
	it := &topItem{from: i, kind: topDecl, body: -1}
	if t := f.toks[i]; t.kind == tokDirective {
		it.to, it.kind, it.text = i+1, topLine, joinTokens(tokensOf(t.text))
		if name, body, ok := define(t.text); ok {
			it.kind, it.name = topMacro, name
			f.calls[name] = strings.HasPrefix(strings.TrimSpace(body), name+"(")
		}
		return it
	}
	if end := f.call(i); end > 0 {
		it.kind = topCall
		return f.finish(it, end)
	}
	depth, assigned, conditionals := 0, false, 0
	j := i
	for ; j < len(f.toks); j++ {
		t := f.toks[j]
		if t.kind == tokDirective {
			// Words that are no C, for compilers to complain about, end with the
			// conditional that they stand in.
			switch d := directive(t.text); {
			case strings.HasPrefix(d, "if"):
				conditionals++
			case d == "endif":
				conditionals--
			}
			if conditionals < 0 && depth == 0 {
				return f.finish(it, j)
			}
			continue
		}
		if t.kind != tokPunct {
			continue
		}
		switch t.text {
		case "=":
			assigned = assigned || depth == 0
		case "(", "[":
			depth++
		case ")", "]":
			depth--
		case "{":
			if depth == 0 && it.body < 0 && !assigned {
				it.body = j
				if f.function(i, j) {
					it.kind = topFunc
				} else {
					it.kind = topRecord
				}
			}
			depth++
		case "}":
			depth--
		}
		if depth == 0 && (t.text == ";" || t.text == "}" && it.kind == topFunc) {
			j++
			break
		}
	}
	return f.finish(it, min(j, len(f.toks)))
}

// call returns the token behind the use of a macro that begins at token i and
// that something else than the rest of a declaration follows; 0 if there is none.
func (f *cfile) call(i int) int {
	if i+1 >= len(f.toks) || !f.calls[f.toks[i].text] || f.toks[i+1].text != "(" {
		return 0
	}
	depth := 0
	for j := i + 1; j < len(f.toks); j++ {
		switch f.toks[j].text {
		case "(":
			depth++
		case ")":
			depth--
		}
		if depth > 0 {
			continue
		}
		if j+1 == len(f.toks) || f.toks[j+1].kind == tokIdent || f.toks[j+1].kind == tokDirective {
			return j + 1
		}
		return 0
	}
	return 0
}

// finish ends an item before token to.
func (f *cfile) finish(it *topItem, to int) *topItem {
	it.to = to
	it.text = joinTokens(f.toks[it.from:to])
	if it.body >= 0 {
		it.header = joinTokens(f.toks[it.from:it.body])
	}
	it.name = f.nameOf(it)
	return it
}

func tokensOf(directive string) []ctok {
	toks := lex(" " + strings.TrimPrefix(directive, "#"))
	return append([]ctok{{tokPunct, "#", 0, 1}}, toks...)
}

// function reports whether the tokens before the brace at j are the head of a
// function.
func (f *cfile) function(i, j int) bool {
	if f.toks[i].text == "typedef" {
		return false
	}
	for k := i; k < j; k++ {
		if f.toks[k].text == "(" && k > i && f.toks[k-1].kind == tokIdent && f.toks[k-1].text != "__attribute__" {
			return true
		}
	}
	return false
}

// nameOf returns what an item defines: the name before the first parenthesis
// of a function, the tag of a record, the last name of other declarations.
func (f *cfile) nameOf(it *topItem) string {
	toks := f.toks[it.from:it.to]
	switch it.kind {
	case topFunc:
		return declarator(toks)
	case topRecord:
		if toks[0].text == "typedef" {
			name := toks[max(len(toks)-2, 0)].text
			f.types[name] = true
			return name
		}
		for k, t := range toks {
			if (t.text == "struct" || t.text == "union" || t.text == "enum") && k+1 < len(toks) {
				if t.text == "enum" && toks[k+1].text == "{" && k+2 < len(toks) {
					return "{" + toks[k+2].text // what has no name goes by its first constant
				}
				return toks[k+1].text
			}
		}
		return ""
	}
	if toks[0].text == "typedef" {
		name := ""
		for _, t := range toks {
			if t.kind == tokIdent && !keywords[t.text] {
				name = t.text
			}
			if t.text == "(" {
				break
			}
		}
		f.types[name] = true
		return name
	}
	return declarator(toks)
}

// declarator returns the name that a declaration declares first.
func declarator(toks []ctok) string {
	name := ""
	for k, t := range toks {
		switch {
		case t.text == "(" && name != "" && toks[k-1].text == name && name != "__attribute__":
			return name
		case t.text == "=" || t.text == "[" || t.text == ";" || t.text == ",":
			return name
		case t.kind == tokIdent && !keywords[t.text]:
			name = t.text
		}
	}
	return name
}

// sourceFiles takes the files of a version apart, after renaming.
func sourceFiles(names []string, texts map[string]string) map[string]*cfile {
	files := map[string]*cfile{}
	types := map[string]bool{}
	for _, n := range names {
		files[n] = newFile(n, texts[n])
		for t := range files[n].types {
			types[t] = true
		}
	}
	for _, f := range files {
		f.types = types
	}
	return files
}

// rename replaces identifiers in the tokens [from, to) of a file, but not the
// names of members, and returns the new text.
func rename(f *cfile, from, to int, as map[string]string) string {
	var sb strings.Builder
	at := 0
	put := func(t ctok, text string) {
		sb.WriteString(f.src[at:t.start])
		sb.WriteString(text)
		at = t.end
	}
	for i := from; i < to; i++ {
		t := f.toks[i]
		if t.kind == tokDirective {
			put(t, renameLine(t.text, as))
			continue
		}
		new, ok := as[t.text]
		if !ok || t.kind != tokIdent || i > 0 && (f.toks[i-1].text == "." || f.toks[i-1].text == "->") {
			continue
		}
		put(t, new)
	}
	sb.WriteString(f.src[at:])
	return sb.String()
}

// renameLine renames in a preprocessor line, but for includes and the names of
// members.
func renameLine(line string, as map[string]string) string {
	if t := tokens(line); len(t) > 1 && t[1] == "include" {
		return line
	}
	var sb strings.Builder
	at := 0
	toks := lex(" " + line[1:])
	for i, t := range toks {
		member := i > 0 && (toks[i-1].text == "." || toks[i-1].text == "->")
		if new, ok := as[t.text]; ok && t.kind == tokIdent && !member {
			sb.WriteString(line[at:t.start] + new)
			at = t.end
		}
	}
	return sb.String() + line[at:]
}

// definitions returns the items of files that define a name of their own,
// with the text by which two definitions are the same.
func namedItems(names []string, files map[string]*cfile) map[string]string {
	out := map[string]string{}
	for _, n := range names {
		for _, it := range files[n].items {
			key, text := it.key()
			if key != "" {
				out[key] += text + "\n"
			}
		}
	}
	return out
}

// key returns what an item defines, "" for things that may stand beside
// another of the same name, and what must be equal for one of them to do.
func (it *topItem) key() (key, text string) {
	switch it.kind {
	case topMacro:
		return "name " + it.name, it.text
	case topFunc:
		return "name " + it.name, ""
	case topDecl:
		if t := tokens(it.text); len(t) > 1 && t[1] == "(" || strings.Contains(it.text, "(") && !strings.Contains(it.text, "=") {
			return "", "" // a prototype, or the use of a macro
		}
		if strings.HasPrefix(it.text, "typedef") {
			return "type " + it.name, it.text
		}
		return "name " + it.name, it.text
	case topRecord:
		if it.constants() {
			return "", ""
		}
		return "type " + it.name, it.text
	}
	return "", ""
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
