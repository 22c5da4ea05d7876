package unify

import (
	"fmt"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta"
)

// hidesBraces returns an error if a file that differs uses a macro that opens or closes a brace
// which it does not close or open: where functions begin and end is not to be seen then.
func hidesBraces(d *delta.Delta) error {
	versions := [2]*program.Version{d.Old, d.New}
	for r, v := range versions {
		unpaired := map[string]program.Position{}
		toks := make([][]csyntax.Token, len(v.Files))
		for i, f := range v.Files {
			toks[i] = csyntax.Lex(f.Text)
			for _, t := range toks[i] {
				if name, ok := unpairedBrace(t); ok {
					unpaired[name] = program.Position{File: f.Name, Line: 1 + strings.Count(f.Text[:t.Start], "\n"), Col: 1}
				}
			}
		}
		if len(unpaired) == 0 {
			continue
		}
		for i, f := range v.Files {
			if other, _ := find(versions[1-r], f.Name); other == f.Text {
				continue
			}
			for _, t := range toks[i] {
				if at, is := unpaired[t.Text]; is && t.Kind == csyntax.Identifier {
					return fmt.Errorf("%w: %s: the macro %s, which the %s version of %s uses, has a brace without its counterpart: write the brace where it is used", ErrNotUnified, at, t.Text, delta.Reading(r), f.Name)
				}
			}
		}
	}
	return nil
}

// unpairedBrace returns the macro that a token defines if its braces are no pairs, but for what
// makes declarations those of C in C++.
func unpairedBrace(t csyntax.Token) (name string, ok bool) {
	if t.Kind != csyntax.Directive {
		return "", false
	}
	name, _, _, ok = csyntax.Define(t.Text)
	if !ok {
		return "", false
	}
	depth, least := 0, 0
	for _, x := range csyntax.Flat(t.Text) {
		switch {
		case x.Text == "extern":
			return "", false
		case x.Is("{"):
			depth++
		case x.Is("}"):
			depth--
			least = min(least, depth)
		}
	}
	return name, depth != 0 || least < 0
}
