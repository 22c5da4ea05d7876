package statement

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/frame"
	"github.com/riftlab/rift/program/cfront/value"
)

// declaration lowers a declaration inside a function.
func (f *Lowerer) declaration(d *cc.Declaration) {
	switch d.Case {
	case cc.DeclarationDecl:
		for l := d.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
			f.declarator(d.DeclarationSpecifiers, l)
		}
	case cc.DeclarationAuto:
		f.BeginStmt(program.StmtExpr, d.Declarator)
		f.automatic(d.Declarator, d.Initializer, d.Declarator, "")
	}
}

func (f *Lowerer) declarator(ds *cc.DeclarationSpecifiers, l *cc.InitDeclaratorList) {
	id := l.InitDeclarator
	d := id.Declarator
	f.Node = id
	switch {
	case d.IsTypename():
		f.DeclareLengths(d, d.Type())
	case d.Type().Kind() == cc.Function:
		f.Unit.NoteFunction(d)
	case d.Linkage() != cc.None:
		f.Unit.SymbolOf(d)
	case d.IsStatic():
		if !d.IsSynthetic() && d.Name() != "__func__" {
			f.staticDefinition(d, id.Initializer)
		}
	default:
		if id.Initializer != nil || ast.VariableLength(d.Type()) {
			f.BeginStmt(program.StmtExpr, id)
		}
		f.automatic(d, id.Initializer, id, ast.CleanupFunction(ds, l))
	}
}

// staticDefinition defines a static local. A second attempt at lowering the
// function does it again, as its initialiser may name labels.
func (f *Lowerer) staticDefinition(d *cc.Declarator, init *cc.Initializer) {
	g := f.Unit.Object.Globals[f.StaticLocal(d)]
	g.Data, g.Relocs = nil, nil
	if init != nil {
		New(frame.NewStatic(f.Unit, f.Frame)).InitialiseStatic(g, init)
	}
}

// automatic lowers the definition of a variable of automatic storage, which
// the function named clean, if any, takes care of at the end of its scope.
func (f *Lowerer) automatic(d *cc.Declarator, init *cc.Initializer, n cc.Node, clean string) {
	if clean == "" && attribute(d, "cleanup", "__cleanup__") {
		diag.Unsupported(d, "attribute cleanup; write it before the type or after the name")
	}
	if clean != "" {
		defer func() { f.CleanUpAfter(clean, d) }()
	}
	t := f.Unit.ObjectType(d)
	f.DeclareLengths(d, d.Type())
	if size, dynamic := f.DynamicSize(t); dynamic {
		f.VariableArray(d, t, size)
		return
	}
	if d.Type().IsIncomplete() {
		diag.Fail(d, "size of %s is not known", d.Name())
	}
	if clean == "" && f.InRegister(d, t) {
		f.registerVariable(d, t, init)
		return
	}
	var p value.Place
	f.Implicit(func() { p = f.Object(d, t) })
	f.Node = n
	if init != nil {
		f.Initialise(p, init)
	}
}

// registerVariable gives a variable a register. Without an initialiser it is
// unassigned from here on, whatever an earlier round of a loop left.
func (f *Lowerer) registerVariable(d *cc.Declarator, t *program.Type, init *cc.Initializer) {
	p := f.Register(d, t)
	if init == nil {
		f.Emit(program.Instr{Op: program.Invalid, Dst: p.Reg, Flags: program.Implicit})
		return
	}
	f.Initialise(p, init)
}

func attribute(d *cc.Declarator, names ...string) bool {
	a := d.Type().Attributes()
	for _, n := range names {
		if a != nil && a.IsAttrSet(n) {
			return true
		}
	}
	return false
}
