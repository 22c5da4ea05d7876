package unify

import (
	"strings"

	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta/unify/source"
)

// early returns the functions of a file that are used in others before anything there
// mentions them outside functions, by name: each with the function that uses it first.
func early(f *source.File) map[string]*source.Item {
	later := map[string]bool{}
	for _, it := range f.Items {
		if it.Kind == csyntax.Function {
			later[it.Name] = true
		}
	}
	first := map[string]*source.Item{}
	for _, it := range f.Items {
		end := it.To
		if it.Kind == csyntax.Function {
			delete(later, it.Name)
			end = it.Body
		}
		for i := it.From; i < end; i++ {
			delete(later, f.Toks[i].Text)
		}
		for i := end; i < it.To; i++ {
			if t := f.Toks[i]; t.Kind == csyntax.Identifier && later[t.Text] && !f.Toks[i-1].Is(".") && !f.Toks[i-1].Is("->") && first[t.Text] == nil {
				first[t.Text] = it
			}
		}
	}
	return first
}

// declareEarly puts declarations before functions of the unified text of a file that use
// others before their definitions, if neither version does: what was before it in the old
// version may be behind it in the new one. Lines keep their numbers.
func declareEarly(name, text string, versions ...*source.File) string {
	f := source.New(name, text)
	uses := early(f)
	for _, v := range versions {
		if v != nil {
			for n := range early(v) {
				delete(uses, n)
			}
		}
	}
	var edits []source.Edit
	for _, it := range f.Items {
		before := uses[it.Name]
		if it.Kind != csyntax.Function || before == nil || source.HasLine(f.Toks[it.From:it.Body]) {
			continue
		}
		head := csyntax.Join(f.Toks[it.From:it.Body])
		if strings.HasSuffix(head, ";") { // in the old style
			head = head[:strings.Index(head, "(")] + "()"
		}
		at := f.Toks[before.From].Start
		edits = append(edits, source.Edit{Start: at, End: at, Text: head + "; "})
		delete(uses, it.Name)
	}
	return source.Apply(text, edits)
}
