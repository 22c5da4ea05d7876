// Package mutation makes versions of C programs by random edits of the kinds that people
// make: of statements, expressions, declarations, macros, types and functions. It is for tests
// that need many pairs of versions which nobody wrote for them.
//
// Edits are made on the text as it stands, macros not expanded, by the syntax trees of package
// tree. What an edit makes may be no C, or may do nothing: the caller says what it takes.
package mutation

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/riftlab/rift/program"
)

// Edit is an edit that was made.
type Edit struct {
	Kind Kind
	Name string // of the operator: "wrap", "constant", ...
	File string
}

func (e Edit) String() string { return fmt.Sprintf("%s %s (%s)", e.Kind, e.Name, e.File) }

func operators() []operator {
	return slices.Concat(statements(), expressions(), declarations(), macros(), types(), functions())
}

// Mutate returns a version of v with n random edits, in the order in which they were made, or
// with fewer if it does not find as many in 12 n attempts. Only files of which may reports
// true are edited, but names are changed in all; accept says whether what an edit made is to
// be kept, and is asked after each. Equal seeds and answers give equal versions. v is not
// changed.
func Mutate(rnd *rand.Rand, v *program.Version, n int, may func(file string) bool, accept func(*program.Version) bool) (*program.Version, []Edit) {
	var made []Edit
	byKind := map[Kind][]operator{}
	for _, o := range operators() {
		byKind[o.kind] = append(byKind[o.kind], o)
	}
	kinds := []Kind{Statement, Statement, Expression, Expression, Declaration, Declaration, Macro, Type, Function}
	for range 12 * n {
		if len(made) == n {
			break
		}
		d := newDraft(rnd, v, may)
		list := byKind[kinds[rnd.IntN(len(kinds))]]
		o := list[rnd.IntN(len(list))]
		if d == nil || !o.do(d) {
			continue
		}
		if w := d.version(); w.Hash() != v.Hash() && accept(w) {
			v = w
			made = append(made, Edit{o.kind, o.name, d.f.Name})
		}
	}
	return v, made
}
