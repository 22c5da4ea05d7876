// Package source takes the files of a version apart: definitions outside functions, records with
// their members, macros; and renames in their text. Nothing is preprocessed.
package source

import (
	"maps"
	"slices"

	"github.com/riftlab/rift/program/csyntax"
)

// Item is a piece of a file outside functions.
type Item struct {
	Kind     csyntax.ItemKind
	Name     string          // of what it defines or declares; "" if that is not one thing
	From, To int             // tokens
	Body     int             // token of the brace that opens the body or the members
	Text     string          // of its tokens, with single spaces
	header   string          // of the tokens before the body
	locals   map[string]bool // of a function, once asked for: the variables that its body declares
}

// File is a source file taken apart.
type File struct {
	Name  string
	Text  string
	Toks  []csyntax.Token
	Items []*Item
	Types map[string]bool // names defined by typedef

	Records map[string]bool // those of structures and unions that are defined with them
	Heads   map[string]bool // macros that are the head of a loop or condition
}

// New takes a file apart. It accepts any text.
func New(name, src string) *File {
	parsed := csyntax.Parse(src)
	f := &File{Name: name, Text: src, Toks: parsed.Toks, Types: parsed.Types, Records: map[string]bool{}, Heads: map[string]bool{}}
	for _, it := range parsed.Items {
		top := &Item{Kind: it.Kind, Name: it.Name, From: it.From, To: it.To, Body: it.Body}
		toks := f.Toks[it.From:it.To]
		if toks[0].Kind == csyntax.Directive {
			toks = csyntax.Flat(toks[0].Text)
		}
		top.Text = csyntax.Join(toks)
		if it.Body >= 0 {
			top.header = csyntax.Join(f.Toks[it.From:it.Body])
		}
		f.Items = append(f.Items, top)
		if it.Kind == csyntax.Macro && macroOf(f.Toks[it.From].Text).heads() {
			f.Heads[it.Name] = true
		}
		if it.Kind == csyntax.Record && parsed.Types[it.Name] && !top.Enumeration() {
			f.Records[it.Name] = true
		}
	}
	return f
}

// Span returns the text of the tokens [from, to).
func (f *File) Span(from, to int) string {
	if from >= to {
		return ""
	}
	return f.Text[f.Toks[from].Start:f.Toks[to-1].End]
}

// Start returns the byte at which a token begins; that behind the last one stands at the end,
// and so does that before the first of none.
func (f *File) Start(tok int) int {
	if tok >= 0 && tok < len(f.Toks) {
		return f.Toks[tok].Start
	}
	return len(f.Text)
}

// NewAll takes the files of a version apart: those of the given names, with their texts. They
// share the names of types and of macros.
func NewAll(names []string, texts map[string]string) map[string]*File {
	files := map[string]*File{}
	types, records, heads := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, n := range names {
		files[n] = New(n, texts[n])
		maps.Copy(types, files[n].Types)
		maps.Copy(records, files[n].Records)
		maps.Copy(heads, files[n].Heads)
	}
	for _, f := range files {
		f.Types, f.Records, f.Heads = types, records, heads
	}
	return files
}

// SameTokens reports whether tokens have the same texts.
func SameTokens(a, b []csyntax.Token) bool {
	return slices.EqualFunc(a, b, func(x, y csyntax.Token) bool { return x.Text == y.Text })
}

// HasLine reports whether there is a preprocessor line among tokens: it may
// not stand in the arguments of a macro.
func HasLine(toks []csyntax.Token) bool {
	return slices.ContainsFunc(toks, func(t csyntax.Token) bool { return t.Kind == csyntax.Directive })
}
