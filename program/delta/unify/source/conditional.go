package source

import (
	"strings"

	"github.com/riftlab/rift/program/csyntax"
)

// Conditional is a conditional of the preprocessor outside of functions.
type Conditional struct {
	Lines  []int  // items: #if, each #elif and #else, #endif
	Parent Branch // in which it stands
	Path   string // its #if behind those around it
}

// Branch is a branch of a conditional, by its number; group -1 stands for none.
type Branch struct{ Group, Number int }

// Outside is the branch of the lines that keep a header from being read twice: nothing is
// put before or behind them.
var Outside = Branch{Group: -2}

// Conditionals finds the conditionals outside of the functions of a file, outer ones first,
// and for each item the branch in which it stands, or begins; one more is for the end. That
// around a whole header is none.
func Conditionals(f *File) (groups []Conditional, in []Branch) {
	guard := guarded(f)
	at := Branch{Group: -1}
	for i, it := range f.Items {
		in = append(in, at)
		name := ""
		if it.Kind == csyntax.Other {
			name = csyntax.DirectiveName(f.Toks[it.From].Text)
		}
		switch {
		case i == guard:
			in[i] = Outside
		case strings.HasPrefix(name, "if"):
			path := it.Text
			if at.Group >= 0 {
				path = groups[at.Group].Path + "\n" + path
			}
			groups = append(groups, Conditional{[]int{i}, at, path})
			at = Branch{Group: len(groups) - 1}
		case at.Group < 0:
		case strings.HasPrefix(name, "el"):
			groups[at.Group].Lines = append(groups[at.Group].Lines, i)
			at.Number++
		case name == "endif":
			groups[at.Group].Lines = append(groups[at.Group].Lines, i)
			at = groups[at.Group].Parent
		}
	}
	in = append(in, at)
	if guard >= 0 {
		in[guard+1], in[len(in)-1] = Outside, Outside
	}
	return groups, in
}

// guarded returns the item that begins the conditional around a whole header, -1 if there is
// none.
func guarded(f *File) int {
	first, depth := -1, 0
	for i, it := range f.Items {
		name := ""
		if it.Kind == csyntax.Other {
			name = csyntax.DirectiveName(f.Toks[it.From].Text)
		}
		switch {
		case strings.HasPrefix(name, "if"):
			if depth++; first < 0 {
				if i+1 == len(f.Items) || f.Items[i+1].Kind != csyntax.Macro {
					return -1
				}
				if own := f.Items[i+1].Name; it.Text != "# ifndef "+own && it.Text != "# if ! defined ( "+own+" )" && it.Text != "# if ! defined "+own {
					return -1
				}
				first = i
			}
		case strings.HasPrefix(name, "el") && depth == 1:
			return -1
		case name == "endif":
			if depth--; depth == 0 && i+1 < len(f.Items) {
				return -1
			}
		case depth == 0 && !strings.HasPrefix(name, "pragma"):
			return -1
		}
	}
	return first
}

// conditions returns the lines of the conditionals around an item that decide whether it is
// compiled, "" if it always is.
func conditions(f *File, groups []Conditional, b Branch) string {
	text := ""
	for ; b.Group >= 0; b = groups[b.Group].Parent {
		for _, i := range groups[b.Group].Lines[:b.Number+1] {
			text = f.Items[i].Text + "\n" + text
		}
	}
	return text
}
