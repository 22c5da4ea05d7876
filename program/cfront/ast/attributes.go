package ast

import "modernc.org/cc/v4"

// attributes calls visit for each attribute of declaration specifiers.
func attributes(ds *cc.DeclarationSpecifiers, visit func(*cc.AttributeValue)) {
	for ; ds != nil; ds = ds.DeclarationSpecifiers {
		attributesIn(ds.AttributeSpecifierList, visit)
		if q := ds.TypeQualifier; q != nil {
			attributesIn(q.AttributeSpecifierList, visit)
		}
	}
}

// pointerAttributes does so for those after the stars of a declarator.
func pointerAttributes(p *cc.Pointer, visit func(*cc.AttributeValue)) {
	for ; p != nil; p = p.Pointer {
		for q := p.TypeQualifiers; q != nil; q = q.TypeQualifiers {
			if q.TypeQualifier != nil {
				attributesIn(q.TypeQualifier.AttributeSpecifierList, visit)
			}
		}
	}
}

func attributesIn(list *cc.AttributeSpecifierList, visit func(*cc.AttributeValue)) {
	for ; list != nil; list = list.AttributeSpecifierList {
		for l := list.AttributeSpecifier.AttributeValueList; l != nil; l = l.AttributeValueList {
			if l.AttributeValue != nil {
				visit(l.AttributeValue)
			}
		}
	}
}

// IsPackedEnumeration reports whether specifiers define an enumeration with the
// attribute packed, which the parser gives the size of an int all the same.
func IsPackedEnumeration(specifiers *cc.DeclarationSpecifiers) bool {
	defines, packed := false, false
	for ds := specifiers; ds != nil; ds = ds.DeclarationSpecifiers {
		if t := ds.TypeSpecifier; t != nil && t.EnumSpecifier != nil && t.EnumSpecifier.Case == cc.EnumSpecifierDef {
			defines = true
		}
	}
	attributes(specifiers, func(a *cc.AttributeValue) {
		name := a.Token.SrcStr()
		packed = packed || name == "packed" || name == "__packed__"
	})
	return defines && packed
}

// CleanupFunction returns the function that the attributes of a declarator
// name, or "".
func CleanupFunction(ds *cc.DeclarationSpecifiers, l *cc.InitDeclaratorList) (name string) {
	visit := func(a *cc.AttributeValue) {
		if word := a.Token.SrcStr(); word != "cleanup" && word != "__cleanup__" || a.ArgumentExpressionList == nil {
			return
		}
		if f, ok := a.ArgumentExpressionList.AssignmentExpression.(*cc.PrimaryExpression); ok {
			name = f.Token.SrcStr()
		}
	}
	attributes(ds, visit)
	attributesIn(l.AttributeSpecifierList, visit)
	attributesIn(l.InitDeclarator.AttributeSpecifierList, visit)
	pointerAttributes(l.InitDeclarator.Declarator.Pointer, visit)
	return name
}

// SaysNoreturn reports whether _Noreturn is among the specifiers.
func SaysNoreturn(ds *cc.DeclarationSpecifiers) bool {
	for ; ds != nil; ds = ds.DeclarationSpecifiers {
		if ds.Case == cc.DeclarationSpecifiersFunc && ds.FunctionSpecifier.Case == cc.FunctionSpecifierNoreturn {
			return true
		}
	}
	return false
}
