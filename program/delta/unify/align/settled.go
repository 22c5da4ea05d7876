package align

import (
	"slices"

	"github.com/riftlab/rift/program/delta/unify/source"
)

// settled reports whether a variable surely has a value where token tok of the
// function stands: it is a parameter, a global, or was set before in a block
// around it, unconditionally.
func (u *Unifier) settled(f *source.File, it *source.Item, name string, tok int) bool {
	for i := it.From; i < it.Body; i++ {
		if f.Toks[i].Text == name {
			return true
		}
	}
	local := false
	var set []bool // by enclosing block: has the variable been set in it?
	for i := it.Body; i < tok && i+1 < it.To; i++ {
		switch f.Toks[i].Text {
		case "{":
			set = append(set, false)
		case "}":
			set = set[:max(len(set)-1, 0)]
		case name:
			local = true
			if f.Toks[i+1].Text == "=" && len(set) > 0 && !governed(f, i) {
				set[len(set)-1] = true
			}
		}
	}
	return slices.Contains(set, true) || !local && u.globals[name]
}

// governed reports whether the statement that token i begins or belongs to
// stands under a condition without braces.
func governed(f *source.File, i int) bool {
	for i--; i > 0; i-- {
		switch f.Toks[i].Text {
		case ";", "{", "}":
			return false
		case ")", "else", "?", "&&", "||":
			return true
		}
	}
	return false
}
