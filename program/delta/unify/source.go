package unify

import (
	"slices"
	"strings"

	"github.com/riftlab/rift/program/csyntax"
)

// topItem is a piece of a file outside functions.
type topItem struct {
	kind     csyntax.ItemKind
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
	toks  []csyntax.Token
	items []*topItem
	types map[string]bool // names defined by typedef
}

func newFile(name, src string) *cfile {
	parsed := csyntax.Parse(src)
	f := &cfile{name: name, src: src, toks: parsed.Toks, types: parsed.Types}
	for _, it := range parsed.Items {
		top := &topItem{kind: it.Kind, name: it.Name, from: it.From, to: it.To, body: it.Body}
		toks := f.toks[it.From:it.To]
		if toks[0].Kind == csyntax.Directive {
			toks = csyntax.Flat(toks[0].Text)
		}
		top.text = csyntax.Join(toks)
		if it.Body >= 0 {
			top.header = csyntax.Join(f.toks[it.From:it.Body])
		}
		f.items = append(f.items, top)
	}
	return f
}

func (f *cfile) span(from, to int) string {
	if from >= to {
		return ""
	}
	return f.src[f.toks[from].Start:f.toks[to-1].End]
}

func (f *cfile) start(tok int) int {
	if tok < len(f.toks) {
		return f.toks[tok].Start
	}
	return len(f.src)
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
	put := func(t csyntax.Token, text string) {
		sb.WriteString(f.src[at:t.Start])
		sb.WriteString(text)
		at = t.End
	}
	for i := from; i < to; i++ {
		t := f.toks[i]
		if t.Kind == csyntax.Directive {
			put(t, renameLine(t.Text, as))
			continue
		}
		new, ok := as[t.Text]
		if !ok || t.Kind != csyntax.Identifier || i > 0 && (f.toks[i-1].Text == "." || f.toks[i-1].Text == "->") {
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
	case csyntax.Macro:
		return "name " + it.name, it.text
	case csyntax.Function:
		return "name " + it.name, ""
	case csyntax.Declaration:
		if t := csyntax.Flat(it.text); len(t) > 1 && t[1].Text == "(" || strings.Contains(it.text, "(") && !strings.Contains(it.text, "=") {
			return "", "" // a prototype, or the use of a macro
		}
		if strings.HasPrefix(it.text, "typedef") {
			return "type " + it.name, it.text
		}
		return "name " + it.name, it.text
	case csyntax.Record:
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
