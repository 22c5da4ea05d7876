package unify

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/unify/source"
)

// decided returns the text of a file of the old program p in which conditionals outside of
// functions that the new version does not have are replaced by the branch that
// is compiled: of such a group only the definitions can go into the unified
// program. Which branch it is, the compiled code says; groups that hold no
// function or variable stay. Lines keep their numbers.
func decided(p *program.Program, name, old, new string) string {
	toks := csyntax.Lex(old)
	type group struct {
		marks []int // tokens of #if, #elif and #else
		depth int   // of braces
	}
	var open []group
	depth := 0
	var cut [][2]int // tokens [from, to) to blank
	for i, t := range toks {
		switch {
		case t.Text == "{" && t.Kind == csyntax.Punct:
			depth++
		case t.Text == "}" && t.Kind == csyntax.Punct:
			depth--
		case t.Kind != csyntax.Directive:
		case strings.HasPrefix(csyntax.DirectiveName(t.Text), "if"):
			open = append(open, group{[]int{i}, depth})
		case len(open) == 0:
		case strings.HasPrefix(csyntax.DirectiveName(t.Text), "el"):
			g := &open[len(open)-1]
			g.marks = append(g.marks, i)
		case csyntax.DirectiveName(t.Text) == "endif":
			g := open[len(open)-1]
			open = open[:len(open)-1]
			if g.depth != 0 || depth != 0 || strings.Contains(new, toks[g.marks[0]].Text) {
				continue
			}
			ends := append(g.marks[1:len(g.marks):len(g.marks)], i)
			for k, from := range g.marks {
				if !compiledIn(p, name, old, toks[from].End, toks[ends[k]].Start) {
					continue
				}
				cut = append(cut, [2]int{g.marks[0], from + 1}, [2]int{ends[k], i + 1})
				break
			}
		}
	}
	text := []byte(old)
	for _, c := range cut {
		for k := toks[c[0]].Start; k < toks[c[1]-1].End; k++ {
			if text[k] != '\n' {
				text[k] = ' '
			}
		}
	}
	return string(text)
}

// compiledIn reports whether a program has a function or variable that
// is defined between two bytes of a file.
func compiledIn(p *program.Program, name, text string, from, to int) bool {
	first := int32(1 + strings.Count(text[:from], "\n"))
	last := int32(1 + strings.Count(text[:to], "\n"))
	in := func(id program.RangeID) bool {
		r := p.Ranges[id]
		return r.Line > first && r.Line < last && path.Clean(p.Files[r.File]) == path.Clean(name)
	}
	for _, f := range p.Funcs {
		if len(f.Blocks) > 0 && in(f.At) {
			return true
		}
	}
	for _, g := range p.Globals {
		if g.Source != "" && in(g.At) {
			return true
		}
	}
	return false
}

// identities returns what items are told apart by: the text of declarations, the names of
// functions and records, and where lines of conditionals belong to.
func identities(f *source.File) []string {
	ids := make([]string, len(f.Items))
	for i, it := range f.Items {
		ids[i] = it.Text
		if it.Kind == csyntax.Function || it.Kind == csyntax.Record && it.Name != "" {
			ids[i] = fmt.Sprint(it.Kind, it.Name)
		}
	}
	groups, _ := source.Conditionals(f)
	for _, g := range groups {
		for _, i := range g.Lines {
			ids[i] = g.Path + "\n" + f.Items[i].Text
		}
	}
	return ids
}

// placing finds where in the new file belongs what only the old one has outside functions.
type placing struct {
	old, new   *source.File
	groups     []source.Conditional // of the old file
	in, newIn  []source.Branch      // by item
	match      []int                // the new item of each old one, -1 for none
	twins      []int                // the new conditional of each old one, -1 if it is not the same
	oldIDs     []string
	newHas     map[string]bool // identities of new items
	conditions map[int]bool    // items that are lines of conditionals
	idle       map[string]bool // functions and macros of which the new declaration does for both
	there      map[string]bool // keys of types that other files define for the new one
}

func newPlacing(old, new *source.File, idle, there map[string]bool) *placing {
	p := &placing{old: old, new: new, idle: idle, there: there, oldIDs: identities(old), newHas: map[string]bool{}, conditions: map[int]bool{}}
	newIDs := identities(new)
	for _, id := range newIDs {
		p.newHas[id] = true
	}
	del, add := delta.Script(p.oldIDs, newIDs)
	j := 0
	for i := range old.Items {
		p.match = append(p.match, -1)
		if del[i] {
			continue
		}
		for j < len(add) && add[j] {
			j++
		}
		p.match[i] = j
		j++
	}
	var news []source.Conditional
	p.groups, p.in = source.Conditionals(old)
	news, p.newIn = source.Conditionals(new)
	for _, g := range p.groups {
		twin := -1
		for k, n := range news {
			if p.match[g.Lines[0]] == n.Lines[0] {
				twin = k
			}
		}
		parent := g.Parent.Group < 0 || p.twins[g.Parent.Group] >= 0
		if twin >= 0 && (!parent || !slices.EqualFunc(g.Lines, news[twin].Lines, func(i, j int) bool { return p.match[i] == j })) {
			twin = -1
		}
		p.twins = append(p.twins, twin)
		for _, i := range g.Lines {
			p.conditions[i] = true
		}
	}
	for i, b := range p.in[:len(old.Items)] {
		if b == source.Outside || i == len(old.Items)-1 && p.in[i+1] == source.Outside {
			p.conditions[i] = true
		}
	}
	return p
}

// lacks reports whether the new file has nothing that stands for an old item.
func (p *placing) lacks(i int) bool {
	it := p.old.Items[i]
	if p.match[i] >= 0 || p.conditions[i] || p.newHas[p.oldIDs[i]] || it.Text == ";" || (it.Prototype() || it.Kind == csyntax.Macro) && p.idle[it.Name] {
		return false
	}
	if key, _ := it.Key(); p.there[key] || it.Prototype() && p.otherLinkage(it) {
		return false
	}
	return !it.Constants() || !source.SharesConstants(p.old, p.new, it)
}

// otherLinkage reports whether the new file defines the function that an old item declares, and
// other files may call it there, or may no longer: it cannot be both.
func (p *placing) otherLinkage(it *source.Item) bool {
	return slices.ContainsFunc(p.new.Items, func(n *source.Item) bool {
		return n.Kind == csyntax.Function && n.Name == it.Name && static(csyntax.Join(p.new.Toks[n.From:n.Body])) != static(it.Text)
	})
}

// alone returns the outermost conditional around an old item, or of which it is a line,
// that the new file does not have as it is; -1 for none.
func (p *placing) alone(i int) int {
	outer := -1
	at := p.in[i].Group
	for k, g := range p.groups {
		if g.Lines[0] == i {
			at = k
		}
	}
	for ; at >= 0; at = p.groups[at].Parent.Group {
		if p.twins[at] < 0 {
			outer = at
		}
	}
	return outer
}

// place returns the item of the new file before which belongs what stands in a branch of
// the old file; before is where it would stand by its neighbours.
func (p *placing) place(b source.Branch, before int) int {
	if b.Group >= 0 {
		b.Group = p.twins[b.Group]
	}
	for k := before; k < len(p.newIn); k++ {
		if p.newIn[k] == b {
			return k
		}
	}
	for k := before; k > 0; k-- {
		if p.newIn[k-1] == b {
			return k - 1
		}
	}
	return before
}

// skeleton returns what the new file lacks of an old conditional, in its branches, and the
// items that these are.
func (p *placing) skeleton(k int) (text string, items []int) {
	lines := p.groups[k].Lines
	kept := map[int]bool{}
	for i := lines[0]; i <= lines[len(lines)-1]; i++ {
		if !p.lacks(i) {
			continue
		}
		items = append(items, i)
		kept[i] = true
		for at := p.in[i].Group; at >= 0; at = p.groups[at].Parent.Group {
			for _, line := range p.groups[at].Lines {
				kept[line] = true
			}
		}
	}
	var parts []string
	for i := lines[0]; i <= lines[len(lines)-1]; i++ {
		if it := p.old.Items[i]; kept[i] {
			parts = append(parts, p.old.Span(it.From, it.To))
		}
	}
	return strings.Join(parts, "\n"), items
}
