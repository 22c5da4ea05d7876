// Package notation is how a unified program says where two versions differ: change(e1, e2) has
// e1 in the old version and e2 in the new one, and is a macro, so that every C compiler reads it.
package notation

import (
	"fmt"

	"github.com/riftlab/rift/program/csyntax"
)

// Pattern is the kind of an annotation, after the table of the paper.
type Pattern string

// The patterns.
const (
	PatternValue       Pattern = "modified value"     // rule 1: change(e1, e2)
	PatternAssign      Pattern = "extra assignment"   // rules 2a, 2b
	PatternConditional Pattern = "extra conditional"  // rules 2c, 2d
	PatternStraight    Pattern = "straight-line code" // rules 3a, 3b: the conservative form
	PatternVariable    Pattern = "variable"           // rule 4: kept from both, no annotation
	PatternType        Pattern = "type"               // rule 5: the larger type is kept
	PatternDual        Pattern = "kept from both"     // a definition that cannot be one: the old one under another name
)

// Change writes change(old, new).
func Change(old, new string) string { return "change(" + guarded(old) + ", " + guarded(new) + ")" }

// guarded puts an expression into parentheses that the preprocessor would take for several
// arguments: it has a comma outside of parentheses, perhaps in braces.
func guarded(s string) string {
	depth := 0
	for _, t := range csyntax.Lex(s) {
		if t.Kind != csyntax.Punct {
			continue
		}
		switch t.Text {
		case "(":
			depth++
		case ")":
			depth--
		case ",":
			if depth == 0 {
				return "(" + s + ")"
			}
		}
	}
	return s
}

// Annotation is one place of a unified program where the versions differ.
type Annotation struct {
	File    string  `json:"file"`
	Line    int     `json:"line"` // of the new version
	Func    string  `json:"func,omitempty"`
	Pattern Pattern `json:"pattern"`
	Old     string  `json:"old"` // text; "" for nothing
	New     string  `json:"new"`
}

// Counts reports whether the place carries a change annotation; what is merely
// kept from both versions does not.
func (a *Annotation) Counts() bool {
	return a.Pattern != PatternVariable && a.Pattern != PatternDual
}

// prelude defines the annotation. In a program that is compiled for one
// version, __rift_version says which: 0 the old one, 1 the new one.
const prelude = `#ifndef change
#define change(old, new) (__rift_version() ? (new) : (old))
int __rift_version(void);
#endif
`

// Head returns what stands before the text of a unified file, whose lines keep their
// numbers.
func Head(name string) string { return prelude + fmt.Sprintf("#line 1 %q\n", name) }
