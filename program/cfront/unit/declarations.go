package unit

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/object"
)

// CompleteArrays gives arrays that the unit only declares tentatively, without a
// length, the one element that they have at its end (C 6.9.2).
func (u *Unit) CompleteArrays() {
	for i := range u.Object.VarSyms {
		g := u.Object.Globals[i]
		if u.Object.VarSyms[i].State == object.Tentative && g.Type.Class == program.ArrayType && g.Type.Len < 0 {
			t := *g.Type
			t.Len, t.Size = 1, t.Elem.Size
			g.Type, g.Size = &t, t.Size
		}
	}
}

// scan notes, before anything is lowered, what later parts of a unit say
// about earlier ones: inline functions, names given by asm labels, functions
// without prototype.
func (u *Unit) scan(e *cc.ExternalDeclaration) {
	switch e.Case {
	case cc.ExternalDeclarationFuncDef:
		d := e.FunctionDefinition.Declarator
		if d.IsInline() {
			u.inlines[d.Name()] = e.FunctionDefinition
		}
		u.noteInline(d)
		if ast.IsOldStyle(e.FunctionDefinition) {
			u.oldStyle[d.Name()] = true
		}
		if ast.SaysNoreturn(e.FunctionDefinition.DeclarationSpecifiers) {
			u.noReturns[d.Name()] = true
		}
	case cc.ExternalDeclarationDecl:
		for l := e.Declaration.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
			if d := l.InitDeclarator.Declarator; d.Type().Kind() == cc.Function && !d.IsTypename() {
				u.noteInline(d)
			}
			if a := l.InitDeclarator.Asm; a != nil && !l.InitDeclarator.Declarator.IsTypename() {
				u.asmNames[l.InitDeclarator.Declarator.Name()] = ast.Unquote(a.Token3.SrcStr())
			}
			if ast.SaysNoreturn(e.Declaration.DeclarationSpecifiers) {
				u.noReturns[l.InitDeclarator.Declarator.Name()] = true
			}
		}
	}
}

// noteInline notes a declaration that makes the inline definition of a function
// an external one (C 6.7.4): one without inline, or with extern. With the
// attribute gnu_inline it is one unless the definition says extern.
func (u *Unit) noteInline(d *cc.Declarator) {
	if a := d.Type().Attributes(); a != nil && (a.IsAttrSet("gnu_inline") || a.IsAttrSet("__gnu_inline__")) {
		u.gnuInline[d.Name()] = true
		return
	}
	if d.Linkage() != cc.Internal && (!d.IsInline() || d.IsExtern()) {
		u.outOfLine[d.Name()] = true
	}
}

// Declare notes a file-scope declarator. It returns the object to initialise if that has an
// initialiser.
func (u *Unit) Declare(id *cc.InitDeclarator) *program.Global {
	d := id.Declarator
	if d.Type().Kind() == cc.Function {
		u.NoteFunction(d)
		return nil
	}
	i := u.SymbolOf(d).Index
	s := &u.Object.VarSyms[i]
	switch {
	case id.Initializer != nil:
		if s.State == object.Defined {
			diag.Fail(d, "redefinition of %s", d.Name())
		}
		s.State = object.Defined
		u.setVarType(i, d)
		g := u.Object.Globals[i]
		g.At = u.RangeOf(id)
		return g
	case !d.IsExtern() && s.State == object.Declared && s.Alias == "":
		s.State = object.Tentative
	}
	return nil
}

// NoteFunction takes note of a declaration of a function. Most functions that
// headers declare are never used: they become symbols when they are.
func (u *Unit) NoteFunction(d *cc.Declarator) {
	if s, ok := u.syms[d.Name()]; ok && s.isFunc {
		u.FuncAttributes(s.Index, d)
		return
	}
	u.functions[d.Name()] = append(u.functions[d.Name()], d)
	if a := d.Type().Attributes(); a != nil && a.Alias() != "" {
		u.SymbolOf(d)
	}
}

// ObjectType returns the type of an object that d declares.
func (u *Unit) ObjectType(d *cc.Declarator) *program.Type {
	t := u.TypeOf(d, d.Type())
	if t.Size > program.MaxObjectSize {
		diag.Unsupported(d, "object of %d bytes", t.Size)
	}
	return t
}

// setVarType takes over the type of one more declaration of a global, if it
// is more complete than what is known.
func (u *Unit) setVarType(i int, d *cc.Declarator) {
	g := u.Object.Globals[i]
	t := u.ObjectType(d)
	if g.Type == nil || t.Size > g.Type.Size {
		g.Type, g.Size = t, t.Size
	}
	g.Align = max(g.Align, t.Align, int64(d.Type().Align()), int64(d.Alignas()))
	g.ReadOnly = g.ReadOnly || ast.ReadOnly(d)
}

// FuncAttributes takes over what attributes of one more declaration say.
func (u *Unit) FuncAttributes(i int, d *cc.Declarator) {
	s, f := &u.Object.FuncSyms[i], u.Object.Funcs[i]
	if d.Linkage() == cc.Internal {
		s.Static, f.Static = true, true
	}
	a := d.Type().Attributes()
	if a == nil {
		return
	}
	s.Weak = s.Weak || a.Weak()
	if a.Alias() != "" {
		s.Alias = a.Alias()
	}
	f.NoReturn = f.NoReturn || a.IsAttrSet("noreturn") || a.IsAttrSet("__noreturn__")
	for _, name := range []string{"constructor", "__constructor__"} {
		if a.IsAttrSet(name) {
			s.Ctor = priority(a.AttrValue(name))
		}
	}
	for _, name := range []string{"destructor", "__destructor__"} {
		if a.IsAttrSet(name) {
			s.Dtor = priority(a.AttrValue(name))
		}
	}
}

// priority returns the argument of a constructor attribute; those without
// run last.
func priority(args []cc.Value) int {
	if len(args) == 1 {
		if v, ok := args[0].(cc.Int64Value); ok {
			return int(v) + 1
		}
	}
	return 1 << 16
}
