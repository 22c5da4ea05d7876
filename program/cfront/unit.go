package cfront

import (
	"context"
	"fmt"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/object"
	"github.com/riftlab/rift/program/cfront/parse"
	"github.com/riftlab/rift/program/cfront/types"
	"github.com/riftlab/rift/program/dialect"
)

// symbol is an identifier with linkage of one unit.
type symbol struct {
	isFunc bool
	index  int // into obj.funcs or obj.globals
}

// unit is a translation unit being lowered.
type unit struct {
	ctx   context.Context
	ticks uint // instructions emitted
	*types.Table
	*places
	src       *dialect.Source
	obj       *object.Object
	syms      map[string]symbol
	statics   map[*cc.Declarator]int // static locals: global number
	literals  map[string]int         // literals by content: global number
	names     map[string]int         // uses of names of static locals
	inlines   map[string]*cc.FunctionDefinition
	queue     []*cc.FunctionDefinition    // inline functions found to be used
	asmNames  map[string]string           // identifier: linkage name given by an asm label
	functions map[string][]*cc.Declarator // declarations of functions not used so far
	noReturns map[string]bool             // functions declared _Noreturn
	outOfLine map[string]bool             // functions of which an inline definition is external
	gnuInline map[string]bool             // functions declared gnu_inline
	oldStyle  map[string]bool             // functions defined without prototype
	errs      []error
}

// lowerUnit lowers a parsed translation unit.
func lowerUnit(ctx context.Context, name string, ast *cc.AST, src *dialect.Source, library bool) (*object.Object, []error) {
	obj := &object.Object{Library: library}
	u := &unit{
		ctx: ctx, Table: types.NewTable(), places: newPlaces(obj, src, name), src: src, obj: obj,
		syms: map[string]symbol{}, statics: map[*cc.Declarator]int{}, literals: map[string]int{},
		names: map[string]int{}, inlines: map[string]*cc.FunctionDefinition{}, asmNames: map[string]string{}, oldStyle: map[string]bool{}, noReturns: map[string]bool{}, outOfLine: map[string]bool{}, gnuInline: map[string]bool{}, functions: map[string][]*cc.Declarator{},
	}
	for tu := ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		u.scan(tu.ExternalDeclaration)
	}
	for name := range u.inlines {
		if u.outOfLine[name] && !u.gnuInline[name] {
			delete(u.inlines, name)
		}
	}
	for tu := ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		u.external(tu.ExternalDeclaration)
	}
	for len(u.queue) > 0 {
		def := u.queue[0]
		u.queue = u.queue[1:]
		u.function(def)
	}
	u.completeArrays()
	for _, f := range u.obj.Funcs {
		for _, e := range f.Unsupported {
			u.src.Fix(e)
		}
	}
	return u.obj, u.errs
}

// completeArrays gives arrays that the unit only declares tentatively, without a
// length, the one element that they have at its end (C 6.9.2).
func (u *unit) completeArrays() {
	for i := range u.obj.VarSyms {
		g := u.obj.Globals[i]
		if u.obj.VarSyms[i].State == object.Tentative && g.Type.Class == program.ArrayType && g.Type.Len < 0 {
			t := *g.Type
			t.Len, t.Size = 1, t.Elem.Size
			g.Type, g.Size = &t, t.Size
		}
	}
}

// tick gives up, now and then, if the context has ended.
func (u *unit) tick() {
	if u.ticks++; u.ticks%1024 == 0 && u.ctx.Err() != nil {
		panic(diag.Cancelled{Err: u.ctx.Err()})
	}
}

// try runs body and keeps the error that it bails out with.
func (u *unit) try(n cc.Node, body func()) {
	if err := diag.Guard(n, body); err != nil {
		u.errs = append(u.errs, err)
	}
}

// scan notes, before anything is lowered, what later parts of a unit say
// about earlier ones: inline functions, names given by asm labels, functions
// without prototype.
func (u *unit) scan(e *cc.ExternalDeclaration) {
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
		if ds := e.Declaration.DeclarationSpecifiers; ast.IsPackedEnumeration(ds) {
			u.try(ds, func() { diag.Unsupported(ds, "packed enumeration; declare its objects with an integer type") })
		}
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
func (u *unit) noteInline(d *cc.Declarator) {
	if a := d.Type().Attributes(); a != nil && (a.IsAttrSet("gnu_inline") || a.IsAttrSet("__gnu_inline__")) {
		u.gnuInline[d.Name()] = true
		return
	}
	if d.Linkage() != cc.Internal && (!d.IsInline() || d.IsExtern()) {
		u.outOfLine[d.Name()] = true
	}
}

func (u *unit) external(e *cc.ExternalDeclaration) {
	switch e.Case {
	case cc.ExternalDeclarationFuncDef:
		def := e.FunctionDefinition
		if _, inline := u.inlines[def.Declarator.Name()]; !inline {
			u.function(def)
		}
	case cc.ExternalDeclarationDecl:
		u.try(e.Declaration, func() { u.fileScope(e.Declaration) })
	case cc.ExternalDeclarationAsmStmt:
		u.try(e.AsmStatement, func() { diag.Unsupported(e.AsmStatement, "asm at file scope; write it in C") })
	}
}

// fileScope lowers a declaration at file scope.
func (u *unit) fileScope(d *cc.Declaration) {
	if d.Case != cc.DeclarationDecl {
		return
	}
	for l := d.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		id := l.InitDeclarator
		if id.Declarator.IsTypename() {
			continue
		}
		u.try(id, func() { u.declare(id) })
	}
}

// declare notes a file-scope declarator, and defines the object if it says so.
func (u *unit) declare(id *cc.InitDeclarator) {
	d := id.Declarator
	if d.Type().Kind() == cc.Function {
		u.noteFunction(d)
		return
	}
	i := u.symbolOf(d).index
	s := &u.obj.VarSyms[i]
	switch {
	case id.Initializer != nil:
		if s.State == object.Defined {
			diag.Fail(d, "redefinition of %s", d.Name())
		}
		s.State = object.Defined
		u.setVarType(i, d)
		g := u.obj.Globals[i]
		g.At = u.rangeOf(id)
		u.staticInit(g, id.Initializer)
	case !d.IsExtern() && s.State == object.Declared && s.Alias == "":
		s.State = object.Tentative
	}
}

// noteFunction takes note of a declaration of a function. Most functions that
// headers declare are never used: they become symbols when they are.
func (u *unit) noteFunction(d *cc.Declarator) {
	if s, ok := u.syms[d.Name()]; ok && s.isFunc {
		u.funcAttributes(s.index, d)
		return
	}
	u.functions[d.Name()] = append(u.functions[d.Name()], d)
	if a := d.Type().Attributes(); a != nil && a.Alias() != "" {
		u.symbolOf(d)
	}
}

// symbolOf returns the entity with linkage that d declares, making it if d is
// the first to do so.
func (u *unit) symbolOf(d *cc.Declarator) symbol {
	name := d.Name()
	s, ok := u.syms[name]
	if !ok {
		s = u.newSymbol(d)
		u.syms[name] = s
		return s
	}
	if isFunc := d.Type().Kind() == cc.Function; isFunc != s.isFunc {
		diag.Fail(d, "%s is declared as a function and as an object", name)
	}
	if !s.isFunc {
		u.setVarType(s.index, d)
		if a := d.Type().Attributes(); a != nil && a.Weak() {
			u.obj.VarSyms[s.index].Weak = true
		}
	}
	return s
}

// declaredBySystem reports whether a header of the run-time library, or of the
// host, declares d.
func (u *unit) declaredBySystem(d *cc.Declarator) bool {
	_, name, ok := u.src.Original(d.Position())
	return ok && parse.IsSystem(name)
}

func (u *unit) newSymbol(d *cc.Declarator) symbol {
	link := d.Name()
	if asm, ok := u.asmNames[link]; ok {
		link = asm
	}
	static := d.Linkage() == cc.Internal
	if d.Type().Kind() == cc.Function {
		i := len(u.obj.Funcs)
		ft := u.TypeOf(d, d.Type())
		u.obj.Funcs = append(u.obj.Funcs, &program.Func{
			Name: link, Source: d.Name(), Type: ft, Result: ft.Elem.Kind(), Sret: types.InMemory(ft.Elem),
			Variadic: ft.Variadic, Static: static, Library: u.obj.Library, At: u.rangeOf(d), NoReturn: u.noReturns[d.Name()],
			Absent: u.declaredBySystem(d),
		})
		u.obj.FuncSyms = append(u.obj.FuncSyms, object.FuncSym{Name: link, Static: static})
		u.funcAttributes(i, d)
		for _, other := range u.functions[d.Name()] {
			u.funcAttributes(i, other)
		}
		return symbol{isFunc: true, index: i}
	}
	i := len(u.obj.Globals)
	u.obj.Globals = append(u.obj.Globals, &program.Global{Name: link, Source: d.Name(), At: u.rangeOf(d), Library: u.obj.Library})
	s := object.VarSym{Name: link, Static: static}
	if a := d.Type().Attributes(); a != nil {
		s.Weak, s.Alias = a.Weak(), a.Alias()
	}
	u.obj.VarSyms = append(u.obj.VarSyms, s)
	u.setVarType(i, d)
	return symbol{index: i}
}

// objectType returns the type of an object that d declares.
func (u *unit) objectType(d *cc.Declarator) *program.Type {
	t := u.TypeOf(d, d.Type())
	if t.Size > program.MaxObjectSize {
		diag.Unsupported(d, "object of %d bytes", t.Size)
	}
	return t
}

// setVarType takes over the type of one more declaration of a global, if it
// is more complete than what is known.
func (u *unit) setVarType(i int, d *cc.Declarator) {
	g := u.obj.Globals[i]
	t := u.objectType(d)
	if g.Type == nil || t.Size > g.Type.Size {
		g.Type, g.Size = t, t.Size
	}
	g.Align = max(g.Align, t.Align, int64(d.Type().Align()), int64(d.Alignas()))
	g.ReadOnly = g.ReadOnly || ast.ReadOnly(d)
}

// funcAttributes takes over what attributes of one more declaration say.
func (u *unit) funcAttributes(i int, d *cc.Declarator) {
	s, f := &u.obj.FuncSyms[i], u.obj.Funcs[i]
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

// funcRef returns the operand for the address of a function; an inline
// function is lowered once it is referred to.
func (u *unit) funcRef(d *cc.Declarator) program.Operand {
	s := u.symbolOf(d)
	u.useInline(d.Name())
	return program.Operand{Mode: program.FuncAddr, Kind: program.Ptr, Index: int32(s.index)}
}

func (u *unit) useInline(name string) {
	if def := u.inlines[name]; def != nil {
		u.inlines[name] = nil
		u.queue = append(u.queue, def)
	}
}

// funcByName returns the operand for the address of an external function that
// the unit may not have declared: type t is what the caller takes it to be.
func (u *unit) funcByName(name string, t *program.Type) program.Operand {
	s, ok := u.syms[name]
	if list := u.functions[name]; !ok && len(list) > 0 {
		s, ok = u.symbolOf(list[0]), true
	}
	if !ok || !s.isFunc {
		s = symbol{isFunc: true, index: len(u.obj.Funcs)}
		u.obj.Funcs = append(u.obj.Funcs, &program.Func{
			Name: name, Source: name, Type: t, Result: t.Elem.Kind(), Sret: types.InMemory(t.Elem), Variadic: t.Variadic, Library: u.obj.Library,
		})
		u.obj.FuncSyms = append(u.obj.FuncSyms, object.FuncSym{Name: name})
		u.syms[name] = s
	}
	u.useInline(name)
	return program.Operand{Mode: program.FuncAddr, Kind: program.Ptr, Index: int32(s.index)}
}

// mayBeNull reports whether x is the address of a weak symbol: it is null if
// nobody defines the symbol, which linking finds out.
func (u *unit) mayBeNull(x program.Operand) bool {
	switch x.Mode {
	case program.FuncAddr:
		return u.obj.FuncSyms[x.Index].Weak && len(u.obj.Funcs[x.Index].Blocks) == 0
	case program.GlobalAddr:
		return u.obj.VarSyms[x.Index].Weak && u.obj.VarSyms[x.Index].State == object.Declared
	}
	return false
}

// globalRef returns the operand for the address of a global.
func globalRef(i int) program.Operand {
	return program.Operand{Mode: program.GlobalAddr, Kind: program.Ptr, Index: int32(i)}
}

// anonymous makes a read-only global for a literal, or returns the one made
// before for the same content.
func (u *unit) anonymous(n cc.Node, t *program.Type, data []byte) program.Operand {
	key := fmt.Sprintf("%s %d %d %s", t, t.Size, t.Align, data)
	if i, ok := u.literals[key]; ok {
		return globalRef(i)
	}
	i := len(u.obj.Globals)
	u.obj.Globals = append(u.obj.Globals, &program.Global{
		Type: t, Size: t.Size, Align: t.Align, Data: data, ReadOnly: true, Library: u.obj.Library, At: u.rangeOf(n),
	})
	u.obj.VarSyms = append(u.obj.VarSyms, object.VarSym{Static: true, State: object.Defined})
	u.literals[key] = i
	return globalRef(i)
}

// staticLocal returns the global that a static local is; fn is the source
// name of its function.
func (u *unit) staticLocal(fn string, d *cc.Declarator) (i int, isNew bool) {
	if i, ok := u.statics[d]; ok {
		return i, false
	}
	name := fn + "." + d.Name()
	if n := u.names[name]; n > 0 {
		u.names[name]++
		name = fmt.Sprintf("%s.%d", name, n)
	} else {
		u.names[name] = 1
	}
	t := u.objectType(d)
	i = len(u.obj.Globals)
	u.obj.Globals = append(u.obj.Globals, &program.Global{
		Name: name, Source: d.Name(), Type: t, Size: t.Size, Align: max(t.Align, int64(d.Alignas()), int64(d.Type().Align())),
		ReadOnly: ast.ReadOnly(d), Library: u.obj.Library, At: u.rangeOf(d),
	})
	u.obj.VarSyms = append(u.obj.VarSyms, object.VarSym{Name: name, Static: true, State: object.Defined})
	u.statics[d] = i
	return i, true
}
