package unify

import (
	"path"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/csyntax"
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

// wholeConditionals tells for the preprocessor lines of conditionals outside
// of functions whether they are to be kept: those of groups that only the old
// version has, with all their lines.
func wholeConditionals(f *source.File, del []bool, has map[string]bool, ids []string) map[int]bool {
	lines := map[int]bool{}
	var open [][]int
	for i, it := range f.Items {
		if it.Kind != csyntax.Other {
			continue
		}
		name := csyntax.DirectiveName(f.Toks[it.From].Text)
		switch {
		case strings.HasPrefix(name, "if"):
			open = append(open, []int{i})
		case len(open) == 0:
		case strings.HasPrefix(name, "el"):
			open[len(open)-1] = append(open[len(open)-1], i)
		case name == "endif":
			g := append(open[len(open)-1], i)
			open = open[:len(open)-1]
			keep := !has[ids[g[0]]]
			for _, k := range g {
				keep = keep && del[k]
			}
			for _, k := range g {
				lines[k] = keep
			}
		}
	}
	return lines
}
