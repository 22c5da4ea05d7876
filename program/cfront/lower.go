package cfront

import (
	"context"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/object"
	"github.com/riftlab/rift/program/cfront/statement"
	"github.com/riftlab/rift/program/cfront/unit"
	"github.com/riftlab/rift/program/dialect"
)

// translator lowers a unit, one external declaration after the other.
type translator struct {
	*unit.Unit
	errs []error
}

// lowerUnit lowers a parsed translation unit; name is that of its file, and library tells the
// functions of libraries apart; check has those of others checked as program.Version.Check says. A statement with a construct that is not supported becomes a
// trap. The errors, *program.Error, have the places of the parser's text.
func lowerUnit(ctx context.Context, name string, tree *cc.AST, src *dialect.Source, library, check bool) (*object.Object, []error) {
	t := &translator{Unit: unit.New(ctx, name, tree, src, library)}
	t.Check = check && !library
	for tu := tree.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		t.enumeration(tu.ExternalDeclaration)
	}
	for tu := tree.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		t.external(tu.ExternalDeclaration)
	}
	for def := t.NextInline(); def != nil; def = t.NextInline() {
		t.function(def)
	}
	t.CompleteArrays()
	for _, f := range t.Object.Funcs {
		for _, e := range f.Unsupported {
			src.Fix(e)
		}
	}
	return t.Object, t.errs
}

// try runs body and keeps the error that it bails out with.
func (t *translator) try(n cc.Node, body func()) {
	if err := diag.Guard(n, body); err != nil {
		t.errs = append(t.errs, err)
	}
}

// enumeration declines enumerations that the parser gives another size than GNU C does.
func (t *translator) enumeration(e *cc.ExternalDeclaration) {
	if e.Case != cc.ExternalDeclarationDecl {
		return
	}
	if ds := e.Declaration.DeclarationSpecifiers; ast.IsPackedEnumeration(ds) {
		t.try(ds, func() { diag.Unsupported(ds, "packed enumeration; declare its objects with an integer type") })
	}
}

func (t *translator) external(e *cc.ExternalDeclaration) {
	switch e.Case {
	case cc.ExternalDeclarationFuncDef:
		def := e.FunctionDefinition
		if !t.IsInline(def.Declarator.Name()) {
			t.function(def)
		}
	case cc.ExternalDeclarationDecl:
		t.try(e.Declaration, func() { t.fileScope(e.Declaration) })
	case cc.ExternalDeclarationAsmStmt:
		t.try(e.AsmStatement, func() { diag.Unsupported(e.AsmStatement, "asm at file scope; write it in C") })
	}
}

// fileScope lowers a declaration at file scope.
func (t *translator) fileScope(d *cc.Declaration) {
	if d.Case != cc.DeclarationDecl {
		return
	}
	for l := d.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		id := l.InitDeclarator
		if id.Declarator.IsTypename() {
			continue
		}
		t.try(id, func() { t.variable(id) })
	}
}

// variable notes a file-scope declarator, and defines the object if it says so.
func (t *translator) variable(id *cc.InitDeclarator) {
	if g := t.Declare(id); g != nil {
		statement.StaticInitialiser(t.Unit, g, id.Initializer)
	}
}

// function lowers a function definition.
func (t *translator) function(def *cc.FunctionDefinition) {
	t.try(def, func() {
		d := def.Declarator
		s := t.SymbolOf(d)
		t.FuncAttributes(s.Index, d)
		sym := &t.Object.FuncSyms[s.Index]
		if len(t.Object.Funcs[s.Index].Blocks) > 0 {
			diag.Fail(d, "redefinition of %s", d.Name())
		}
		if d.IsInline() && !sym.Static {
			sym.Weak = true
		}
		statement.Function(t.Unit, def, s.Index)
	})
}
