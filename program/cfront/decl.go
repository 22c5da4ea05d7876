package cfront

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/types"
	"github.com/riftlab/rift/program/cfront/value"
)

// declaration lowers a declaration inside a function.
func (f *fn) declaration(d *cc.Declaration) {
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

func (f *fn) declarator(ds *cc.DeclarationSpecifiers, l *cc.InitDeclaratorList) {
	id := l.InitDeclarator
	d := id.Declarator
	f.Node = id
	switch {
	case d.IsTypename():
		f.variableLengths(d, d.Type())
	case d.Type().Kind() == cc.Function:
		f.u.NoteFunction(d)
	case d.Linkage() != cc.None:
		f.u.SymbolOf(d)
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
func (f *fn) staticDefinition(d *cc.Declarator, init *cc.Initializer) {
	i, _ := f.u.StaticLocal(f.def.Declarator.Name(), d)
	g := f.u.Object.Globals[i]
	g.Data, g.Relocs = nil, nil
	if init != nil {
		staticInitIn(f.u, f, g, init)
	}
}

// staticVariable returns the global of a static local. The name of the
// function, which every body declares, is defined when it is first used.
func (f *fn) staticVariable(d *cc.Declarator) int {
	i, isNew := f.u.StaticLocal(f.def.Declarator.Name(), d)
	if isNew && d.Name() == "__func__" {
		name := f.def.Declarator.Name() + "\x00"
		g := f.u.Object.Globals[i]
		g.Type = &program.Type{Class: program.ArrayType, Elem: types.Char, Len: int64(len(name)), Size: int64(len(name)), Align: 1}
		g.Size, g.Align, g.Data, g.ReadOnly = g.Type.Size, 1, []byte(name), true
	}
	return i
}

// automatic lowers the definition of a variable of automatic storage, which
// the function named clean, if any, takes care of at the end of its scope.
func (f *fn) automatic(d *cc.Declarator, init *cc.Initializer, n cc.Node, clean string) {
	if clean == "" && f.attribute(d, "cleanup", "__cleanup__") {
		diag.Unsupported(d, "attribute cleanup; write it before the type or after the name")
	}
	if clean != "" {
		defer func() { f.cleanUpAfter(clean, d) }()
	}
	t := f.u.ObjectType(d)
	f.variableLengths(d, d.Type())
	if size, dynamic := f.dynamicSize(t); dynamic {
		f.variableArray(d, t, size)
		return
	}
	if d.Type().IsIncomplete() {
		diag.Fail(d, "size of %s is not known", d.Name())
	}
	l := f.locals[d]
	if l == nil {
		l = &local{typ: t}
		f.locals[d] = l
	}
	if clean == "" && f.inRegister(d, t) {
		f.registerVariable(d, l, init)
		return
	}
	f.Implicit(func() { f.object(d, l, t.Size) })
	f.Node = n
	if init != nil {
		f.initialize(value.Place{Reg: program.NoReg, Decl: d, Addr: l.addr, Type: t}, init)
	}
}

// registerVariable gives a variable a register. Without an initialiser it is
// unassigned from here on, whatever an earlier round of a loop left.
func (f *fn) registerVariable(d *cc.Declarator, l *local, init *cc.Initializer) {
	l.reg = f.Reg(l.typ.Kind())
	f.name(l.reg, d, l.typ)
	if init == nil {
		f.Emit(program.Instr{Op: program.Invalid, Dst: l.reg, Flags: program.Implicit})
		return
	}
	f.initialize(value.Place{Reg: l.reg, Decl: d, Type: l.typ}, init)
}

func (f *fn) attribute(d *cc.Declarator, names ...string) bool {
	a := d.Type().Attributes()
	for _, n := range names {
		if a != nil && a.IsAttrSet(n) {
			return true
		}
	}
	return false
}
