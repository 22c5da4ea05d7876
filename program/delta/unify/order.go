package unify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta/unify/source"
)

// orderAsUsed moves what the new version of a file has behind functions, and the old one
// before them, in front of these if their old bodies need it: an inclusion, or what defines a
// name that only the old body has. It reports whether there was any.
func (b *unification) orderAsUsed(name string, texts [2]map[string]string) bool {
	o := newOrder(b.old[name], b.new[name])
	for _, p := range source.Pairs(o.old, o.new) {
		o.bring(p[0], p[1])
	}
	text := o.text()
	texts[1][name] = text
	return text != o.new.Text
}

// order moves items of the new version of a file.
type order struct {
	old, new     *source.File
	oldIn, newIn []source.Branch // by item
	at           map[string]int  // where the old file has items, by their texts
	to           map[int]int     // by item that moves, the function before which it is to stand
}

// top is the group of what stands under no condition of the preprocessor.
const top = -1

func newOrder(old, new *source.File) *order {
	o := &order{old: old, new: new, at: map[string]int{}, to: map[int]int{}}
	_, o.oldIn = source.Conditionals(old)
	_, o.newIn = source.Conditionals(new)
	for i, it := range slices.Backward(old.Items) {
		o.at[it.Text] = i
	}
	return o
}

// bring moves before the new version of a function what its old version needs.
func (o *order) bring(oldFn, newFn *source.Item) {
	was, is := slices.Index(o.old.Items, oldFn), slices.Index(o.new.Items, newFn)
	if o.newIn[is].Group != top {
		return
	}
	needs := map[string]bool{}
	for _, t := range o.old.Toks[oldFn.Body:oldFn.To] {
		if t.Names() {
			needs[t.Text] = true
		}
	}
	for _, t := range o.new.Toks[newFn.Body:newFn.To] {
		delete(needs, t.Text)
	}
	if len(needs) == 0 {
		return
	}
	header := false // does it need names that come from one?
	for n := range needs {
		header = header || !source.DeclaredIn(o.old, oldFn, n) && !slices.ContainsFunc(o.old.Items, func(it *source.Item) bool { return slices.Contains(namesOf(o.old, it), n) })
	}
	for k := is + 1; k < len(o.new.Items); k++ {
		it := o.new.Items[k]
		i, both := o.at[it.Text]
		if !both || i > was || o.oldIn[i].Group != top {
			continue
		}
		if header && o.includes(k) || slices.ContainsFunc(namesOf(o.new, it), func(n string) bool { return needs[n] }) {
			if moved, ok := o.with(k, is); ok {
				for _, m := range moved {
					o.to[m] = is
				}
			}
		}
	}
}

// includes reports whether a new item includes a header.
func (o *order) includes(k int) bool {
	it := o.new.Items[k]
	if it.Kind != csyntax.Other {
		return false
	}
	_, ok := csyntax.Include(o.new.Toks[it.From].Text)
	return ok
}

// namesOf returns the names that an item of a file makes.
func namesOf(f *source.File, it *source.Item) []string {
	var names []string
	if it.Kind == csyntax.Record {
		names = f.Inner(it)
		if it.Enumeration() {
			constants, _ := f.Enumerators(it)
			names = append(names, constants...)
		}
	}
	if it.Name != "" {
		names = append(names, it.Name)
	}
	return names
}

// with returns an item and what must move with it before a function, as it needs that itself:
// of a header that may be anything before it that lines of the preprocessor say. ok tells
// whether all of it can move.
func (o *order) with(k, before int) (moved []int, ok bool) {
	work := []int{k}
	for len(work) > 0 {
		k, work = work[0], work[1:]
		if _, done := o.to[k]; done || slices.Contains(moved, k) {
			continue
		}
		if !o.movable(k, before) {
			return nil, false
		}
		moved = append(moved, k)
		uses := o.words(k)
		for i := before; i < k; i++ {
			line := o.includes(i) || o.new.Items[i].Kind == csyntax.Macro
			if o.includes(k) && line || slices.ContainsFunc(namesOf(o.new, o.new.Items[i]), func(n string) bool { return uses[n] }) {
				work = append(work, i)
			}
		}
	}
	return moved, true
}

// words returns the identifiers of a new item.
func (o *order) words(k int) map[string]bool {
	words := map[string]bool{}
	for _, w := range csyntax.Identifiers(o.new.Items[k].Text) {
		words[w] = true
	}
	return words
}

// movable reports whether a new item means the same before a function that stands before it,
// as does what is between them.
func (o *order) movable(k, before int) bool {
	it := o.new.Items[k]
	if o.newIn[k].Group != top {
		return false
	}
	switch it.Kind {
	case csyntax.Other:
		for i := before; i < k; i++ { // what a header defines may decide conditions
			if o.new.Items[i].Kind == csyntax.Other && !o.includes(i) {
				return false
			}
		}
		return o.includes(k)
	case csyntax.Macro:
		for i := before; i < k; i++ {
			if o.words(i)[it.Name] {
				return false
			}
		}
	case csyntax.Declaration, csyntax.Record:
	default:
		return false
	}
	return only(o.new, k)
}

// text returns the text of the new file with the items where they are to stand. Lines keep
// their numbers.
func (o *order) text() string {
	var edits []source.Edit
	for is, fn := range o.new.Items {
		var front []string
		for k, it := range o.new.Items {
			if to, moves := o.to[k]; !moves || to != is {
				continue
			}
			text := o.new.Span(it.From, it.To)
			front = append(front, text)
			edits = append(edits, source.Edit{Start: o.new.Toks[it.From].Start, End: o.new.Toks[it.To-1].End, Text: strings.Repeat("\n", strings.Count(text, "\n"))})
		}
		if len(front) > 0 {
			at := o.new.Toks[fn.From].Start
			line := 1 + strings.Count(o.new.Text[:at], "\n")
			edits = append(edits, source.Edit{Start: at, End: at, Text: fmt.Sprintf("\n%s\n#line %d %q\n", strings.Join(front, "\n"), line, o.new.Name)})
		}
	}
	return source.Apply(o.new.Text, edits)
}
