package mutation

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta/unify/source"
	"github.com/riftlab/rift/program/delta/unify/tree"
)

// Kind is what an edit changes.
type Kind string

// The kinds of edits.
const (
	Statement   Kind = "statement"
	Expression  Kind = "expression"
	Declaration Kind = "declaration"
	Macro       Kind = "macro"
	Type        Kind = "type"
	Function    Kind = "function"
)

// operator is a way to edit a program. do edits the draft, or reports that it found no place.
type operator struct {
	kind Kind
	name string
	do   func(*draft) bool
}

// draft is a version being edited once.
type draft struct {
	rnd   *rand.Rand
	v     *program.Version
	files map[string]*source.File
	f     *source.File // the file at work
	edits map[string][]source.Edit
}

// newDraft chooses a file, large ones more often; nil if there is none to choose.
func newDraft(rnd *rand.Rand, v *program.Version, may func(string) bool) *draft {
	texts := map[string]string{}
	var names []string
	sum := 0
	for _, f := range v.Files {
		texts[f.Name] = f.Text
		if may(f.Name) {
			names = append(names, f.Name)
			sum += 1 + len(f.Text)
		}
	}
	if len(names) == 0 {
		return nil
	}
	d := &draft{rnd: rnd, v: v, edits: map[string][]source.Edit{}}
	d.files = source.NewAll(slices.Collect(maps.Keys(texts)), texts)
	at := rnd.IntN(sum)
	for _, n := range names {
		if at -= 1 + len(texts[n]); at < 0 {
			d.f = d.files[n]
			break
		}
	}
	return d
}

// version returns the version with the edits.
func (d *draft) version() *program.Version {
	w := *d.v
	w.Files = slices.Clone(d.v.Files)
	for i, f := range w.Files {
		list := d.edits[f.Name]
		slices.SortStableFunc(list, func(a, b source.Edit) int { return a.Start - b.Start })
		for k := 1; k < len(list); k++ {
			if list[k].Start < list[k-1].End {
				return d.v // what was meant is not clear: nothing was done
			}
		}
		w.Files[i].Text = source.Apply(f.Text, list)
	}
	return &w
}

func (d *draft) edit(f *source.File, start, end int, text string) {
	d.edits[f.Name] = append(d.edits[f.Name], source.Edit{Start: start, End: end, Text: text})
}

// replace replaces the tokens [from, to) of the file at work.
func (d *draft) replace(from, to int, text string) bool {
	if from >= to {
		return d.before(from, text)
	}
	d.edit(d.f, d.f.Toks[from].Start, d.f.Toks[to-1].End, text)
	return true
}

// before puts text before a token of the file at work.
func (d *draft) before(tok int, text string) bool {
	d.edit(d.f, d.f.Start(tok), d.f.Start(tok), text)
	return true
}

// behind puts text behind a token of the file at work.
func (d *draft) behind(tok int, text string) bool {
	d.edit(d.f, d.f.Toks[tok].End, d.f.Toks[tok].End, text)
	return true
}

func (d *draft) text(n *tree.Node) string { return d.f.Span(n.From, n.To) }

// one returns one of a list; ok is false if it is empty.
func one[T any](d *draft, list []T) (x T, ok bool) {
	if len(list) == 0 {
		return x, false
	}
	return list[d.rnd.IntN(len(list))], true
}

// of returns one of some texts.
func (d *draft) of(list ...string) string { return list[d.rnd.IntN(len(list))] }

// fresh returns a name that the version does not have.
func (d *draft) fresh(stem string) string {
	for {
		name := fmt.Sprintf("%s_%d", stem, d.rnd.IntN(1000))
		if !slices.ContainsFunc(d.v.Files, func(f program.SourceFile) bool { return strings.Contains(f.Text, name) }) {
			return name
		}
	}
}

// items returns the items of the file at work that are of a kind.
func (d *draft) items(kind csyntax.ItemKind) []*source.Item {
	return slices.DeleteFunc(slices.Clone(d.f.Items), func(it *source.Item) bool { return it.Kind != kind })
}

// everywhere renames an identifier in all files.
func (d *draft) everywhere(old, new string) bool {
	for _, n := range slices.Sorted(maps.Keys(d.files)) {
		f := d.files[n]
		for _, t := range f.Toks {
			if t.Kind == csyntax.Directive {
				if text := source.RenameLine(t.Text, map[string]string{old: new}); text != t.Text {
					d.edit(f, t.Start, t.End, text)
				}
			} else if t.Kind == csyntax.Identifier && t.Text == old {
				d.edit(f, t.Start, t.End, new)
			}
		}
	}
	return true
}

// calls visits the uses name(...) in all files, with the bytes of the arguments and whether it
// is the head of a function's definition or a prototype at the outermost level.
func (d *draft) calls(name string, visit func(f *source.File, outside bool, args [][2]int, closing int)) {
	for _, n := range slices.Sorted(maps.Keys(d.files)) {
		f := d.files[n]
		depth := 0
		for i := 0; i+1 < len(f.Toks); i++ {
			switch {
			case f.Toks[i].Is("{"):
				depth++
			case f.Toks[i].Is("}"):
				depth--
			case f.Toks[i].Text == name && f.Toks[i].Kind == csyntax.Identifier && f.Toks[i+1].Is("("):
				args, end := arguments(f, i+1)
				if end > 0 {
					visit(f, depth == 0, args, end)
				}
			}
		}
	}
}

// arguments returns the bytes of what stands between the commas in parentheses that open at
// a token, and the token that closes them, 0 if none does.
func arguments(f *source.File, open int) (list [][2]int, closing int) {
	depth, from := 0, f.Toks[open].End
	for k := open; k < len(f.Toks); k++ {
		switch t := f.Toks[k]; {
		case t.Is("("), t.Is("["), t.Is("{"):
			depth++
		case t.Is(")"), t.Is("]"), t.Is("}"):
			if depth--; depth == 0 {
				if k > open+1 {
					list = append(list, [2]int{from, t.Start})
				}
				return list, k
			}
		case t.Is(",") && depth == 1:
			list = append(list, [2]int{from, t.Start})
			from = t.End
		}
	}
	return nil, 0
}
