package unify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/unify/source"
)

// hidesBraces returns an error if a file that differs uses a macro that opens or closes a brace
// which it does not close or open: where functions begin and end is not to be seen then.
func (b *unification) hidesBraces(oldNames []string, oldTexts map[string]string, newNames []string, newTexts map[string]string) error {
	for r, side := range []struct {
		names []string
		texts map[string]string
		other map[string]string
	}{{oldNames, oldTexts, newTexts}, {newNames, newTexts, oldTexts}} {
		unpaired := map[string]program.Position{}
		for _, n := range side.names {
			f := source.New(n, side.texts[n])
			for _, t := range f.Toks {
				if name, ok := unpairedBrace(t); ok {
					unpaired[name] = program.Position{File: n, Line: 1 + strings.Count(f.Text[:t.Start], "\n"), Col: 1}
				}
			}
		}
		if len(unpaired) == 0 {
			continue
		}
		for _, n := range side.names {
			if side.texts[n] == side.other[n] {
				continue
			}
			f := source.New(n, side.texts[n])
			k := slices.IndexFunc(f.Toks, func(t csyntax.Token) bool {
				_, is := unpaired[t.Text]
				return is && t.Kind == csyntax.Identifier
			})
			if k >= 0 {
				t := f.Toks[k]
				return fmt.Errorf("%w: %s: the macro %s, which the %s version of %s uses, has a brace without its counterpart: write the brace where it is used", ErrNotUnified, unpaired[t.Text], t.Text, delta.Reading(r), n)
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
