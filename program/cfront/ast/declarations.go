package ast

import (
	"strings"

	"modernc.org/cc/v4"
)

// IsOldStyle reports whether a definition declares its parameters in K&R
// style, so that callers pass them promoted.
func IsOldStyle(def *cc.FunctionDefinition) bool {
	return def.DeclarationList != nil || def.Declarator.DirectDeclarator.Case == cc.DirectDeclaratorFuncIdent
}

// IsVolatile reports whether t is volatile itself.
func IsVolatile(t cc.Type) bool { return t.Attributes().IsVolatile() }

// UnqualifiedText is the text of a type name without qualifiers.
func UnqualifiedText(n *cc.TypeName) string {
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

// VariableLength reports whether t is an array of variable length.
func VariableLength(t cc.Type) bool {
	x, ok := t.(*cc.ArrayType)
	return ok && x.IsVLA()
}

// OutlivesCalls reports whether a declaration in a function is of objects that
// outlive its activations, or of other units.
func OutlivesCalls(d *cc.Declaration) bool {
	if d.Case != cc.DeclarationDecl {
		return false
	}
	for l := d.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		if x := l.InitDeclarator.Declarator; x.IsStatic() || x.IsExtern() {
			return true
		}
	}
	return false
}

// IsPrototype reports whether calls through x convert their arguments to the
// types of parameters.
func IsPrototype(x *cc.FunctionType) bool {
	return len(x.Parameters()) > 0 || x.IsVariadic()
}

// Unquote returns a string literal without its quotes.
func Unquote(s string) string {
	if len(s) >= 2 && s[0] == '"' {
		return s[1 : len(s)-1]
	}
	return s
}

// ReadOnly reports whether d declares an object that the program must not
// write: const is part of its own type, not of what it points to.
func ReadOnly(d *cc.Declarator) bool {
	t := d.Type()
	for t.Kind() == cc.Array {
		t = t.(*cc.ArrayType).Elem()
	}
	return d.IsConst() && d.Pointer == nil && t.Kind() != cc.Ptr && t.Kind() != cc.Function && !d.IsVolatile()
}
