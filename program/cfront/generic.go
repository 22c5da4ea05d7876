package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
)

// selected returns the association of a _Generic selection that the parser
// chose. It neglects qualifiers, takes pointers to pointers for compatible with
// all others, and knows an enumeration by another type than GNU C does. A
// choice that is wrong, or may be, is not supported: of the associations it did
// not choose the parser has not determined the types.
func (f *fn) selected(x *cc.PrimaryExpression) *cc.GenericAssociation {
	g := x.GenericSelection
	chosen := g.Associated()
	if chosen == nil {
		fail(x, "no association of _Generic matches")
	}
	t := f.staticType(g.AssignmentExpression)
	if chosen.Case == cc.GenericAssociationType && !sameType(t, f.u.typeOf(x, chosen.TypeName.Type())) {
		unsupported(x, "_Generic over %s, of which the parser chooses another association", t)
	}
	for l := g.GenericAssociationList; l != nil; l = l.GenericAssociationList {
		a := l.GenericAssociation
		if a == chosen || a.Case != cc.GenericAssociationType || cc.NodeSource(a.AssignmentExpression) == cc.NodeSource(chosen.AssignmentExpression) {
			continue
		}
		switch {
		case chosen.Case != cc.GenericAssociationType:
			if sameType(t, f.u.typeOf(x, a.TypeName.Type())) {
				unsupported(x, "_Generic over %s, which the parser does not find among the associations", t)
			}
		case unqualified(a.TypeName) == unqualified(chosen.TypeName):
			unsupported(x, "_Generic over pointers that differ in qualifiers alone")
		}
	}
	return chosen
}

// staticType returns the type of an expression that is not evaluated: what it
// lowers to stands in a block that nothing reaches.
func (f *fn) staticType(e cc.ExpressionNode) *program.Type {
	cur, ended, order := f.cur, f.ended, len(f.order)
	f.begin(f.block("type"))
	t := f.rvalue(e).t
	f.cur, f.ended, f.order = cur, ended, f.order[:order]
	return t
}

// unqualified is the text of a type name without qualifiers.
func unqualified(n *cc.TypeName) string {
	var words []string
	for _, t := range cc.NodeTokens(n) {
		switch s := t.SrcStr(); s {
		case "const", "volatile", "restrict", "__const", "__restrict":
		default:
			words = append(words, s)
		}
	}
	return strings.Join(words, " ")
}

// sameType reports whether two types are compatible, qualifiers aside. A plain
// int is that of a value of a bit-field too.
func sameType(a, b *program.Type) bool {
	if a == b {
		return true
	}
	if isInteger(a) && isInteger(b) && a.Class != program.BoolType && b.Class != program.BoolType {
		if a.Class == program.EnumType {
			a = intOf(a.Size, a.Unsigned)
		}
		if b.Class == program.EnumType {
			b = intOf(b.Size, b.Unsigned)
		}
		return a.Name == b.Name
	}
	if a.Class != b.Class || a.Size != b.Size || a.Len != b.Len {
		return false
	}
	switch a.Class {
	case program.PointerType, program.ArrayType:
		return sameType(a.Elem, b.Elem)
	case program.FuncType:
		return sameFunction(a, b)
	}
	return a.Name == b.Name
}

func sameFunction(a, b *program.Type) bool {
	if !sameType(a.Elem, b.Elem) || a.Variadic != b.Variadic || len(a.Params) != len(b.Params) {
		return false
	}
	for i := range a.Params {
		if !sameType(a.Params[i], b.Params[i]) {
			return false
		}
	}
	return true
}
