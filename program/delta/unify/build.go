package unify

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/mapping"
	"github.com/riftlab/rift/program/delta/unify/align"
	"github.com/riftlab/rift/program/delta/unify/notation"
	"github.com/riftlab/rift/program/delta/unify/source"
)

// build makes the unified source.
func (b *unification) build() *Unified {
	u := &Unified{Annotations: slices.Clone(b.duals)}
	v := *b.d.New
	v.Name = b.d.Old.Name + "+" + b.d.New.Name
	v.Files = nil
	done := map[string]bool{}
	var probed []program.SourceFile
	for _, f := range b.d.New.Files {
		done[f.Name] = true
		if reason, ok := b.plain[f.Name]; ok {
			u.Fallbacks = append(u.Fallbacks, Fallback{File: f.Name, Reason: reason})
		} else if b.differs(f.Name) {
			text := declareEarly(f.Name, b.file(f.Name, u), b.old[f.Name], b.new[f.Name])
			f.Text = notation.Head(f.Name) + notation.Plain(text)
			probed = append(probed, program.SourceFile{Name: f.Name, Text: notation.ProbeHead(f.Name) + text, Library: f.Library, Included: f.Included})
		}
		v.Files = append(v.Files, f)
	}
	for _, f := range b.d.Old.Files {
		if !done[f.Name] {
			f.Text = notation.Head(f.Name) + b.alone(f.Name)
			v.Files = append(v.Files, f)
		}
	}
	u.Version = &v
	b.probed = v
	b.probed.Files = slices.Clone(v.Files)
	for _, f := range probed {
		b.probed.Files[slices.IndexFunc(v.Files, func(g program.SourceFile) bool { return g.Name == f.Name })] = f
	}
	for r := range u.Extra {
		slices.Sort(u.Extra[r])
		u.Extra[r] = slices.Compact(u.Extra[r])
	}
	sort.SliceStable(u.Annotations, func(i, j int) bool {
		x, y := u.Annotations[i], u.Annotations[j]
		return x.File < y.File || x.File == y.File && x.Line < y.Line
	})
	return u
}

// differs reports whether a file of the new version is not the old one's as it stands:
// one of the same text may use names that mean something else, such as macros of a
// header that changed.
func (b *unification) differs(name string) bool {
	old, new := b.old[name], b.new[name]
	if old == nil {
		return true
	}
	given, _ := find(b.d.Old, name)
	text, _ := find(b.d.New, name)
	return given != text || !source.SameTokens(old.Toks, new.Toks)
}

// file unifies one file.
func (b *unification) file(name string, out *Unified) string {
	new, old := b.new[name], b.old[name]
	if old == nil {
		return new.Text
	}
	u := align.New(b.poll, old, new, source.Variables(b.old, b.new), source.MacrosOf(b.new), source.MacrosOf(b.old), &b.probes)
	functions := map[*source.Item]*source.Item{}
	for _, p := range source.Pairs(old, new) {
		functions[p[1]] = p[0]
	}
	for _, it := range new.Items {
		switch o := functions[it]; {
		case o != nil:
			b.poll()
			b.function(u, o, it, out)
			u.Leave()
		case it.Kind == csyntax.Record:
			keepMembers(u, b.old, b.new, it)
		}
	}
	insertOld(u, b.idle(), b.there(name), b.brought(name), firstUses(u, functions))
	out.Annotations = append(out.Annotations, u.Notes...)
	for _, fn := range u.Extra {
		out.Extra[delta.Old] = append(out.Extra[delta.Old], b.oldName(fn))
		out.Extra[delta.New] = append(out.Extra[delta.New], fn)
	}
	return u.Text()
}

// oldName returns the name that the old version has for a function of the new one.
func (b *unification) oldName(name string) string {
	old, new := b.m.Programs()
	for _, f := range b.m.Funcs() {
		if f.Match == mapping.FuncRenamed && new.Funcs[f.New].Source == name {
			return old.Funcs[f.Old].Source
		}
	}
	return name
}

// keepMembers puts the members that only the old version has into a record,
// by taking its text whole.
func keepMembers(u *align.Unifier, old, new map[string]*source.File, it *source.Item) {
	if text, ok := source.Wider(old, new, it.Name); ok {
		u.Note(notation.PatternVariable, it.From, it.Name, "")
		u.Replace(it.From, it.To, text)
	}
}

// idle returns the names of which the new version's declaration does for both, whatever
// the old one says: functions that the old version only declares, and macros that only say
// how to compile or link.
func (b *unification) idle() map[string]bool {
	names := map[string]bool{}
	olds := source.MacrosOf(b.old)
	news := source.MacrosOf(b.new)
	for name := range olds {
		if olds.Decorates(name) && news.Decorates(name) {
			names[name] = true
		}
	}
	for _, f := range b.new {
		for _, it := range f.Items {
			if it.Prototype() {
				names[it.Name] = true
			}
		}
	}
	for _, f := range b.old {
		for _, it := range f.Items {
			if it.Kind == csyntax.Function {
				delete(names, it.Name)
			}
		}
	}
	return names
}

// insertOld inserts what only the old file has outside functions, behind what stands
// before it in both and under the same conditions of the preprocessor, but for what is there
// from other files of the new version.
// Macros and variables go before the first function whose old version uses them, if the
// functions stand in another order; functions go behind what they use, and records behind the
// inclusions that bring types of theirs.
func insertOld(u *align.Unifier, idle, there map[string]bool, brought, uses map[string]int) {
	p := newPlacing(u.Old, u.New, idle, there)
	made := whereMade(u.New)
	next, end := 0, -1 // of the new items; the last item of a conditional that is done
	for i := range u.Old.Items {
		if p.match[i] >= 0 {
			next = p.match[i] + 1
		}
		if i <= end {
			continue
		}
		text, items, at := "", []int{i}, p.in[i]
		if k := p.alone(i); k >= 0 {
			text, items = p.skeleton(k)
			at, end = p.groups[k].Parent, p.groups[k].Lines[len(p.groups[k].Lines)-1]
		} else if p.lacks(i) {
			text = u.Old.Span(u.Old.Items[i].From, u.Old.Items[i].To)
		}
		if text == "" {
			continue
		}
		after := next
		switch it := u.Old.Items[i]; {
		case len(items) != 1:
		case it.Kind == csyntax.Function:
			after = behind(u.New, made, outward(u.Old, it), next)
		case it.Kind == csyntax.Record:
			after = behind(u.New, brought, u.Old.Toks[it.From:it.To], next)
		}
		before := len(u.New.Text)
		if j := p.place(at, after); j < len(u.New.Items) {
			before = u.New.Toks[u.New.Items[j].From].Start
		}
		if first, ok := uses[u.Old.Items[i].Name]; ok && len(items) == 1 && p.in[i].Group == -1 && movable(u.Old, i) {
			before = min(before, first)
		}
		for _, k := range items {
			for _, name := range namesOf(u.Old, u.Old.Items[k]) {
				made[name] = max(made[name], after)
			}
		}
		line := 1 + strings.Count(u.New.Text[:before], "\n")
		if strings.TrimSpace(u.New.Text[strings.LastIndex(u.New.Text[:before], "\n")+1:before]) != "" {
			text = "\n" + text // it may begin with a line of the preprocessor
		}
		u.Insert(before, fmt.Sprintf("%s\n#line %d %q\n", text, line, u.New.Name))
		for _, k := range items {
			if key, _ := u.Old.Items[k].Key(); key != "" {
				u.Note(notation.PatternVariable, u.TokenAt(before), u.Old.Items[k].Name, "")
			}
		}
	}
}

// whereMade returns for the names that a file makes outside functions, but for those of
// functions, the item behind the one that makes it first, or completes the record.
func whereMade(f *source.File) map[string]int {
	made := map[string]int{}
	for i, it := range f.Items {
		if it.Kind == csyntax.Function || it.Prototype() {
			continue
		}
		for _, name := range namesOf(f, it) {
			if made[name] == 0 || it.Kind == csyntax.Record {
				made[name] = i + 1
			}
		}
	}
	return made
}

// behind returns the item, from next on, before which all names that tokens mention are made;
// next if a line of the preprocessor takes one of them back until then.
func behind(f *source.File, made map[string]int, toks []csyntax.Token, next int) int {
	item := next
	for _, t := range toks {
		if t.Names() {
			item = max(item, made[t.Text])
		}
	}
	for _, it := range f.Items[next:item] {
		if it.Kind != csyntax.Other {
			continue
		}
		names := csyntax.Identifiers(it.Text)
		if slices.ContainsFunc(toks, func(t csyntax.Token) bool { return t.Names() && slices.Contains(names, t.Text) }) {
			return next
		}
	}
	return item
}

// outward returns the tokens of a function that may name something outside of it.
func outward(f *source.File, it *source.Item) []csyntax.Token {
	return slices.DeleteFunc(slices.Clone(f.Toks[it.From:it.To]), func(t csyntax.Token) bool {
		return !t.Names() || source.Owns(f, it, t.Text)
	})
}

// movable reports whether an item is a macro or a declaration that may stand earlier.
func movable(f *source.File, i int) bool {
	kind := f.Items[i].Kind
	return (kind == csyntax.Macro || kind == csyntax.Declaration) && only(f, i)
}

// only reports whether nothing else in a file defines the name of an item or takes it back.
func only(f *source.File, i int) bool {
	it := f.Items[i]
	for k, other := range f.Items {
		if k != i && (other.Name == it.Name || other.Kind == csyntax.Other && slices.Contains(csyntax.Identifiers(other.Text), it.Name)) {
			return false
		}
	}
	return true
}

// firstUses returns for the names in the old versions of functions, given by the new ones, the
// byte at which the first of these begins.
func firstUses(u *align.Unifier, functions map[*source.Item]*source.Item) map[string]int {
	uses := map[string]int{}
	for _, it := range u.New.Items {
		o := functions[it]
		if o == nil {
			continue
		}
		for _, t := range outward(u.Old, o) {
			if _, has := uses[t.Text]; !has {
				uses[t.Text] = u.New.Toks[it.From].Start
			}
		}
	}
	return uses
}

// function unifies the bodies of a function, or keeps both.
func (b *unification) function(u *align.Unifier, o, n *source.Item, out *Unified) {
	if source.SameTokens(u.Old.Toks[o.Body:o.To], u.New.Toks[n.Body:n.To]) {
		return
	}
	u.Enter(o, n)
	reason, whole := b.whole[n.Name]
	if !whole {
		if reason = u.Bodies(); reason == "" {
			return
		}
		b.clash(n.Name, u.Clash)
	}
	out.Fallbacks = append(out.Fallbacks, Fallback{u.New.Name, n.Name, reason})
	u.Note(notation.PatternStraight, n.From, "body of "+n.Name, "body of "+n.Name)
	// In a block of its own, what the old version declares hides what it must.
	body := renameLabels(u.Old, o, b.captured[n.Name])
	u.Insert(u.New.Toks[n.Body].Start, "{ if (change(1, 0))\n"+body+"\nif (change(0, 1))\n")
	u.Insert(u.New.Toks[n.To-1].End, "\n}")
}

// renameLabels returns the body of an old function with other labels, and
// renamed as given.
func renameLabels(f *source.File, it *source.Item, given map[string]string) string {
	sub := &source.File{Text: f.Span(it.Body, it.To)}
	sub.Toks = csyntax.Lex(sub.Text)
	text := []source.Edit{}
	jumps := map[string]bool{}
	for i, t := range sub.Toks[1:] {
		if before := sub.Toks[i]; t.Names() && (before.Is("goto") || before.Is("&&") && addressed(sub.Toks[:i])) {
			jumps[t.Text] = true
			text = append(text, source.Edit{Start: t.Start, End: t.End, Text: t.Text + source.OldSuffix})
		}
	}
	for i := 1; i+1 < len(sub.Toks); i++ {
		t := sub.Toks[i]
		if !t.Names() || !sub.Toks[i+1].Is(":") || !strings.Contains(";{}:", sub.Toks[i-1].Text) {
			continue
		}
		if i > 1 && sub.Toks[i-1].Is("{") && strings.Contains("=,)", sub.Toks[i-2].Text) && !jumps[t.Text] {
			continue // the name of a member before its value
		}
		text = append(text, source.Edit{Start: t.Start, End: t.End, Text: t.Text + source.OldSuffix})
	}
	sub.Text = source.Apply(sub.Text, text)
	sub.Toks = csyntax.Lex(sub.Text)
	return source.Rename(sub, 0, len(sub.Toks), given)
}

// addressed reports whether the sign && behind tokens takes the address of a label.
func addressed(toks []csyntax.Token) bool {
	if len(toks) == 0 {
		return false
	}
	t := toks[len(toks)-1]
	return t.Kind == csyntax.Punct && t.Text != ")" && t.Text != "]" && t.Text != "++" && t.Text != "--" || t.Is("return")
}
