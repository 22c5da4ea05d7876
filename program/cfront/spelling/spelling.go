// Package spelling spells the declarations of parameters and results as C, for code that is
// written behind a function's definition in the same file.
package spelling

import (
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
)

// Set sets how each parameter of a function, and what it returns, is declared by
// code behind its definition in the same file.
func Set(out *program.Func, def *cc.FunctionDefinition) {
	params := out.Params
	if out.Sret {
		params = params[1:]
	}
	out.Returns = spellResult(def)
	list := spellings(def)
	if len(list) == len(params) {
		for i := range params {
			params[i].Spelling = list[i].Spelling
			params[i].Restrict, params[i].ConstTarget = list[i].qualified()
		}
	}
}

// spellResult spells what a definition returns, as far as its declarator is a name with
// parameters and stars.
func spellResult(def *cc.FunctionDefinition) program.Spelling {
	n := def.Declarator.DirectDeclarator
	if n.Case != cc.DirectDeclaratorFuncParam && n.Case != cc.DirectDeclaratorFuncIdent || n.DirectDeclarator == nil || n.DirectDeclarator.Case != cc.DirectDeclaratorIdent {
		return program.Spelling{}
	}
	return spell(def.DeclarationSpecifiers, around{core: true}.stars(def.Declarator.Pointer))
}

// spelled is how a parameter is declared; the declarator may be nil.
type spelled struct {
	program.Spelling
	declarator *cc.Declarator
}

// qualified reports whether the declaration has a pointer that is restrict, and one to
// something const.
func (s *spelled) qualified() (restrict, constTarget bool) {
	d := s.declarator
	if d == nil {
		return false, false
	}
	star := func(p *cc.Pointer) {
		for ; p != nil; p = p.Pointer {
			restrict = restrict || hasRestrict(p.TypeQualifiers)
		}
	}
	star(d.Pointer)
	for n := d.DirectDeclarator; n != nil; {
		restrict = restrict || hasRestrict(n.TypeQualifiers)
		if n.Case == cc.DirectDeclaratorDecl && n.Declarator != nil {
			star(n.Declarator.Pointer)
			n = n.Declarator.DirectDeclarator
			continue
		}
		n = n.DirectDeclarator
	}
	return restrict, d.IsConst()
}

func hasRestrict(q *cc.TypeQualifiers) bool {
	for ; q != nil; q = q.TypeQualifiers {
		if q.TypeQualifier != nil && q.TypeQualifier.Case == cc.TypeQualifierRestrict {
			return true
		}
	}
	return false
}

// spellings returns how the parameters of a definition are declared, in order.
func spellings(def *cc.FunctionDefinition) []spelled {
	n := def.Declarator.DirectDeclarator
	for inner := innerSuffix(n); inner != nil; inner = innerSuffix(n) {
		n = inner
	}
	var list []spelled
	switch n.Case {
	case cc.DirectDeclaratorFuncParam:
		if n.ParameterTypeList == nil {
			return nil
		}
		for l := n.ParameterTypeList.ParameterList; l != nil; l = l.ParameterList {
			if p := l.ParameterDeclaration; p.Type().Kind() != cc.Void {
				list = append(list, spelled{spellParameter(p), p.Declarator})
			}
		}
	case cc.DirectDeclaratorFuncIdent:
		for _, p := range def.Declarator.Type().(*cc.FunctionType).Parameters() {
			list = append(list, spelled{spellOldStyle(def.DeclarationList, p.Declarator), p.Declarator})
		}
	}
	return list
}

// innerSuffix returns the suffix of a declarator that is nearer to the name, or
// nil if there is none.
func innerSuffix(n *cc.DirectDeclarator) *cc.DirectDeclarator {
	inner := n.DirectDeclarator
	if n.Case == cc.DirectDeclaratorDecl {
		inner = n.Declarator.DirectDeclarator
	}
	if inner == nil || inner.Case == cc.DirectDeclaratorIdent {
		return nil
	}
	if inner.Case == cc.DirectDeclaratorDecl && innerSuffix(inner) == nil {
		return nil
	}
	return inner
}

// spellOldStyle spells a parameter that the declarations between the function's
// declarator and its body declare; one that they do not is an int.
func spellOldStyle(list *cc.DeclarationList, of *cc.Declarator) program.Spelling {
	for ; list != nil; list = list.DeclarationList {
		for l := list.Declaration.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
			if d := l.InitDeclarator.Declarator; d == of {
				return spell(list.Declaration.DeclarationSpecifiers, ofDeclarator(d))
			}
		}
	}
	return program.Spelling{Before: "int "}
}

func spellParameter(p *cc.ParameterDeclaration) program.Spelling {
	if p.Case == cc.ParameterDeclarationAbstract {
		return spell(p.DeclarationSpecifiers, ofAbstract(p.AbstractDeclarator))
	}
	return spell(p.DeclarationSpecifiers, ofDeclarator(p.Declarator))
}

// around is what stands around the name in a declarator.
type around struct {
	before, after string
	// loose says that it begins with a star that binds weaker than a suffix,
	// core that nothing stands around the name yet.
	loose, core bool
	// nameless says that a type in it has no name that other code may use.
	nameless bool
}

// suffix adds a suffix behind the declarator.
func (a around) suffix(s string) around {
	if a.loose {
		a.before, a.after = "("+a.before, a.after+")"
	}
	return around{before: a.before, after: a.after + s, nameless: a.nameless}
}

// stars adds pointers before the declarator.
func (a around) stars(p *cc.Pointer) around {
	for ; p != nil; p = p.Pointer {
		star := "*"
		for q := p.TypeQualifiers; q != nil; q = q.TypeQualifiers {
			if q.TypeQualifier != nil && q.TypeQualifier.Case == cc.TypeQualifierAtomic {
				star += " _Atomic "
			}
		}
		a.before, a.loose, a.core = star+a.before, true, false
	}
	return a
}

// function adds the parameters of a function; a parameter that is one is a
// pointer to it.
func (a around) function(list *cc.ParameterTypeList) around {
	if a.core {
		a = around{before: "*", loose: true}
	}
	var parts []string
	if list != nil {
		for l := list.ParameterList; l != nil; l = l.ParameterList {
			s := spellParameter(l.ParameterDeclaration)
			a.nameless = a.nameless || s == program.Spelling{}
			parts = append(parts, strings.TrimSpace(s.Declare("")))
		}
		if list.Case == cc.ParameterTypeListVar {
			parts = append(parts, "...")
		}
	}
	return a.suffix("(" + strings.Join(parts, ", ") + ")")
}

// array adds a dimension; the first of a parameter makes it a pointer. A length
// that is not constant is spelled as 1.
func (a around) array(length cc.ExpressionNode) around {
	if a.core {
		return around{before: "*", loose: true}
	}
	n := int64(1)
	if length != nil {
		switch v := length.Value().(type) {
		case cc.Int64Value:
			n = int64(v)
		case cc.UInt64Value:
			n = int64(v)
		}
	}
	return a.suffix("[" + strconv.FormatInt(n, 10) + "]")
}

// ofDeclarator returns what stands around the name of a parameter.
func ofDeclarator(d *cc.Declarator) around { return ofDirect(d.DirectDeclarator).stars(d.Pointer) }

func ofDirect(n *cc.DirectDeclarator) around {
	switch n.Case {
	case cc.DirectDeclaratorIdent:
		return around{core: true}
	case cc.DirectDeclaratorDecl:
		return ofDeclarator(n.Declarator)
	}
	a := ofDirect(n.DirectDeclarator)
	switch n.Case {
	case cc.DirectDeclaratorFuncParam:
		return a.function(n.ParameterTypeList)
	case cc.DirectDeclaratorFuncIdent:
		return a.function(nil)
	}
	return a.array(n.AssignmentExpression)
}

func ofAbstract(d *cc.AbstractDeclarator) around {
	if d == nil {
		return around{core: true}
	}
	return ofDirectAbstract(d.DirectAbstractDeclarator).stars(d.Pointer)
}

func ofDirectAbstract(n *cc.DirectAbstractDeclarator) around {
	switch {
	case n == nil:
		return around{core: true}
	case n.Case == cc.DirectAbstractDeclaratorDecl:
		return ofAbstract(n.AbstractDeclarator)
	}
	a := ofDirectAbstract(n.DirectAbstractDeclarator)
	if n.Case == cc.DirectAbstractDeclaratorFunc {
		return a.function(n.ParameterTypeList)
	}
	return a.array(n.AssignmentExpression)
}

// spell puts a parameter's specifiers before its declarator. Qualifiers, storage
// classes and attributes are left out, so that the variable can be written.
func spell(ds *cc.DeclarationSpecifiers, a around) program.Spelling {
	if a.nameless {
		return program.Spelling{}
	}
	var words []string
	kind := cc.InvalidKind
	if ds != nil && ds.Type() != nil {
		kind = ds.Type().Kind()
	}
	for ; ds != nil; ds = ds.DeclarationSpecifiers {
		switch {
		case ds.Case == cc.DeclarationSpecifiersTypeQual && ds.TypeQualifier.Case == cc.TypeQualifierAtomic:
			words = append(words, "_Atomic")
		case ds.Case == cc.DeclarationSpecifiersTypeSpec:
			w := specifier(ds.TypeSpecifier)
			if w == "" {
				return program.Spelling{}
			}
			words = append(words, w)
		}
	}
	if len(words) == 0 || len(words) == 1 && words[0] == "_Atomic" {
		words = append(words, "int") // as nothing is said
	}
	text := strings.Join(words, " ")
	switch { // a type with a name that is a pointer as a parameter's
	case a.core && kind == cc.Array:
		text = "__typeof__((*(" + text + " *)0)[0])"
		a.before = "*"
	case a.core && kind == cc.Function:
		a.before = "*"
	}
	return program.Spelling{Before: text + " " + a.before, After: a.after}
}

// specifier spells a type specifier, or returns "" if it defines a type that has no
// name, or one that only the parameter list knows.
func specifier(s *cc.TypeSpecifier) string {
	switch s.Case {
	case cc.TypeSpecifierStructOrUnion:
		r := s.StructOrUnionSpecifier
		if tag := r.Token.SrcStr(); tag != "" && tag != "{" && r.Case == cc.StructOrUnionSpecifierTag {
			return r.StructOrUnion.Token.SrcStr() + " " + tag
		}
		return ""
	case cc.TypeSpecifierEnum:
		if e := s.EnumSpecifier; e.Case == cc.EnumSpecifierTag {
			return "enum " + e.Token2.SrcStr()
		}
		return "int"
	}
	var words []string
	for _, t := range cc.NodeTokens(s) {
		words = append(words, t.SrcStr())
	}
	return strings.Join(words, " ")
}
