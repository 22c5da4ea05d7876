package expression

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/types"
	"github.com/riftlab/rift/program/cfront/unit"
)

// association returns the association of a _Generic selection that the parser
// chose. It neglects qualifiers, takes pointers to pointers for compatible with
// all others, and knows an enumeration by another type than GNU C does. A
// choice that is wrong, or may be, is not supported: of the associations it did
// not choose the parser has not determined the types. typeOf returns the type
// of an expression that is not evaluated.
func association(u *unit.Unit, x *cc.PrimaryExpression, typeOf func(cc.ExpressionNode) *program.Type) *cc.GenericAssociation {
	g := x.GenericSelection
	chosen := g.Associated()
	if chosen == nil {
		diag.Fail(x, "no association of _Generic matches")
	}
	t := typeOf(g.AssignmentExpression)
	if chosen.Case == cc.GenericAssociationType && !types.Same(t, u.TypeOf(x, chosen.TypeName.Type())) {
		diag.Unsupported(x, "_Generic over %s, of which the parser chooses another association", t)
	}
	for l := g.GenericAssociationList; l != nil; l = l.GenericAssociationList {
		a := l.GenericAssociation
		if a == chosen || a.Case != cc.GenericAssociationType || cc.NodeSource(a.AssignmentExpression) == cc.NodeSource(chosen.AssignmentExpression) {
			continue
		}
		switch {
		case chosen.Case != cc.GenericAssociationType:
			if types.Same(t, u.TypeOf(x, a.TypeName.Type())) {
				diag.Unsupported(x, "_Generic over %s, which the parser does not find among the associations", t)
			}
		case ast.UnqualifiedText(a.TypeName) == ast.UnqualifiedText(chosen.TypeName):
			diag.Unsupported(x, "_Generic over pointers that differ in qualifiers alone")
		}
	}
	return chosen
}
