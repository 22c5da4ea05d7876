package cfront

import (
	"context"
	"fmt"
	"sort"
	"strings"

	"modernc.org/cc/v4"
	"modernc.org/token"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/dialect"
)

// object is a lowered translation unit. Operands of its code number its own
// functions, globals, ranges and files; linking renumbers them. An object is
// never modified once made, so that it can be linked into many programs.
type object struct {
	files   []string
	ranges  []program.Range
	funcs   []*program.Func
	globals []*program.Global
	fsyms   []funcSym // parallel to funcs
	gsyms   []varSym  // parallel to globals
	library bool
	archive bool // of a library that the version brings; then library is set too
}

// funcSym is what linking knows about a function of an object.
type funcSym struct {
	name   string // linkage name
	static bool
	weak   bool   // gives way to another definition
	alias  string // linkage name of the function that this is another name of
	ctor   int    // priority of a constructor, 0 for none
	dtor   int    // priority of a destructor, 0 for none
	used   bool   // referenced, or defined and not inline
}

// varSym is what linking knows about a global of an object.
type varSym struct {
	name   string // linkage name; "" for literals
	static bool
	weak   bool
	alias  string
	state  varState
}

// varState tells how far an object has been defined.
type varState uint8

const (
	declared  varState = iota // extern only
	tentative                 // no initialiser: zero if nobody defines it
	defined
)

// symbol is an identifier with linkage of one unit.
type symbol struct {
	isFunc bool
	index  int // into obj.funcs or obj.globals
}

// unit is a translation unit being lowered.
type unit struct {
	ctx       context.Context
	ticks     uint // instructions emitted
	name      string
	src       *dialect.Source
	ast       *cc.AST
	obj       *object
	types     map[cc.Type]*program.Type
	records   map[recordKey]*program.Type
	vlas      map[*program.Type]*cc.ArrayType
	rangeIDs  map[program.Range]program.RangeID
	starts    map[cc.Node]token.Position // of expressions that begin with their first operand
	fileIDs   map[string]int32
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
	making    int       // calls of typeOf under way
	made      []cc.Type // what they have cached so far
	begun     []recordKey
}

// lowerUnit lowers a parsed translation unit.
func lowerUnit(ctx context.Context, name string, ast *cc.AST, src *dialect.Source, library bool) (*object, []error) {
	u := &unit{
		ctx: ctx, name: name, ast: ast, src: src, obj: &object{library: library},
		types: map[cc.Type]*program.Type{}, records: map[recordKey]*program.Type{}, vlas: map[*program.Type]*cc.ArrayType{},
		rangeIDs: map[program.Range]program.RangeID{{}: 0}, starts: map[cc.Node]token.Position{}, fileIDs: map[string]int32{},
		syms: map[string]symbol{}, statics: map[*cc.Declarator]int{}, literals: map[string]int{},
		names: map[string]int{}, inlines: map[string]*cc.FunctionDefinition{}, asmNames: map[string]string{}, oldStyle: map[string]bool{}, noReturns: map[string]bool{}, outOfLine: map[string]bool{}, gnuInline: map[string]bool{}, functions: map[string][]*cc.Declarator{},
	}
	u.obj.ranges = []program.Range{{}}
	u.fileIndex(name)
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
	for _, f := range u.obj.funcs {
		for _, e := range f.Unsupported {
			u.src.Fix(e)
		}
	}
	return u.obj, u.errs
}

// completeArrays gives arrays that the unit only declares tentatively, without a
// length, the one element that they have at its end (C 6.9.2).
func (u *unit) completeArrays() {
	for i := range u.obj.gsyms {
		g := u.obj.globals[i]
		if u.obj.gsyms[i].state == tentative && g.Type.Class == program.ArrayType && g.Type.Len < 0 {
			t := *g.Type
			t.Len, t.Size = 1, t.Elem.Size
			g.Type, g.Size = &t, t.Size
		}
	}
}

// tick gives up, now and then, if the context has ended.
func (u *unit) tick() {
	if u.ticks++; u.ticks%1024 == 0 && u.ctx.Err() != nil {
		panic(cancelled{u.ctx.Err()})
	}
}

// try runs body and keeps the error that it bails out with.
func (u *unit) try(n cc.Node, body func()) {
	if err := guard(n, body); err != nil {
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
		if isOldStyle(e.FunctionDefinition) {
			u.oldStyle[d.Name()] = true
		}
		if saysNoreturn(e.FunctionDefinition.DeclarationSpecifiers) {
			u.noReturns[d.Name()] = true
		}
	case cc.ExternalDeclarationDecl:
		if ds := e.Declaration.DeclarationSpecifiers; isPackedEnumeration(ds) {
			u.try(ds, func() { unsupported(ds, "packed enumeration; declare its objects with an integer type") })
		}
		for l := e.Declaration.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
			if d := l.InitDeclarator.Declarator; d.Type().Kind() == cc.Function && !d.IsTypename() {
				u.noteInline(d)
			}
			if a := l.InitDeclarator.Asm; a != nil && !l.InitDeclarator.Declarator.IsTypename() {
				u.asmNames[l.InitDeclarator.Declarator.Name()] = unquote(a.Token3.SrcStr())
			}
			if saysNoreturn(e.Declaration.DeclarationSpecifiers) {
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

// saysNoreturn reports whether _Noreturn is among the specifiers.
func saysNoreturn(ds *cc.DeclarationSpecifiers) bool {
	for ; ds != nil; ds = ds.DeclarationSpecifiers {
		if ds.Case == cc.DeclarationSpecifiersFunc && ds.FunctionSpecifier.Case == cc.FunctionSpecifierNoreturn {
			return true
		}
	}
	return false
}

func unquote(s string) string {
	if len(s) >= 2 && s[0] == '"' {
		return s[1 : len(s)-1]
	}
	return s
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
		u.try(e.AsmStatement, func() { unsupported(e.AsmStatement, "asm at file scope; write it in C") })
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
	s := &u.obj.gsyms[i]
	switch {
	case id.Initializer != nil:
		if s.state == defined {
			fail(d, "redefinition of %s", d.Name())
		}
		s.state = defined
		u.setVarType(i, d)
		g := u.obj.globals[i]
		g.At = u.rangeOf(id)
		u.staticInit(g, id.Initializer)
	case !d.IsExtern() && s.state == declared && s.alias == "":
		s.state = tentative
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
		fail(d, "%s is declared as a function and as an object", name)
	}
	if !s.isFunc {
		u.setVarType(s.index, d)
		if a := d.Type().Attributes(); a != nil && a.Weak() {
			u.obj.gsyms[s.index].weak = true
		}
	}
	return s
}

// declaredBySystem reports whether a header of the run-time library, or of the
// host, declares d.
func (u *unit) declaredBySystem(d *cc.Declarator) bool {
	_, name, ok := u.src.Original(d.Position())
	if !ok {
		return false
	}
	for _, dir := range append([]string{libRoot}, hostIncludes...) {
		if strings.HasPrefix(name, dir+"/") {
			return true
		}
	}
	return false
}

func (u *unit) newSymbol(d *cc.Declarator) symbol {
	link := d.Name()
	if asm, ok := u.asmNames[link]; ok {
		link = asm
	}
	static := d.Linkage() == cc.Internal
	if d.Type().Kind() == cc.Function {
		i := len(u.obj.funcs)
		ft := u.typeOf(d, d.Type())
		u.obj.funcs = append(u.obj.funcs, &program.Func{
			Name: link, Source: d.Name(), Type: ft, Result: ft.Elem.Kind(), Sret: inMemory(ft.Elem),
			Variadic: ft.Variadic, Static: static, Library: u.obj.library, At: u.rangeOf(d), NoReturn: u.noReturns[d.Name()],
			Absent: u.declaredBySystem(d),
		})
		u.obj.fsyms = append(u.obj.fsyms, funcSym{name: link, static: static})
		u.funcAttributes(i, d)
		for _, other := range u.functions[d.Name()] {
			u.funcAttributes(i, other)
		}
		return symbol{isFunc: true, index: i}
	}
	i := len(u.obj.globals)
	u.obj.globals = append(u.obj.globals, &program.Global{Name: link, Source: d.Name(), At: u.rangeOf(d), Library: u.obj.library})
	s := varSym{name: link, static: static}
	if a := d.Type().Attributes(); a != nil {
		s.weak, s.alias = a.Weak(), a.Alias()
	}
	u.obj.gsyms = append(u.obj.gsyms, s)
	u.setVarType(i, d)
	return symbol{index: i}
}

// objectType returns the type of an object that d declares.
func (u *unit) objectType(d *cc.Declarator) *program.Type {
	t := u.typeOf(d, d.Type())
	if t.Size > program.MaxObjectSize {
		unsupported(d, "object of %d bytes", t.Size)
	}
	return t
}

// setVarType takes over the type of one more declaration of a global, if it
// is more complete than what is known.
func (u *unit) setVarType(i int, d *cc.Declarator) {
	g := u.obj.globals[i]
	t := u.objectType(d)
	if g.Type == nil || t.Size > g.Type.Size {
		g.Type, g.Size = t, t.Size
	}
	g.Align = max(g.Align, t.Align, int64(d.Type().Align()), int64(d.Alignas()))
	g.ReadOnly = g.ReadOnly || readOnly(d)
}

// readOnly reports whether d declares an object that the program must not
// write: const is part of its own type, not of what it points to.
func readOnly(d *cc.Declarator) bool {
	t := d.Type()
	for t.Kind() == cc.Array {
		t = t.(*cc.ArrayType).Elem()
	}
	return d.IsConst() && d.Pointer == nil && t.Kind() != cc.Ptr && t.Kind() != cc.Function && !d.IsVolatile()
}

// funcAttributes takes over what attributes of one more declaration say.
func (u *unit) funcAttributes(i int, d *cc.Declarator) {
	s, f := &u.obj.fsyms[i], u.obj.funcs[i]
	if d.Linkage() == cc.Internal {
		s.static, f.Static = true, true
	}
	a := d.Type().Attributes()
	if a == nil {
		return
	}
	s.weak = s.weak || a.Weak()
	if a.Alias() != "" {
		s.alias = a.Alias()
	}
	f.NoReturn = f.NoReturn || a.IsAttrSet("noreturn") || a.IsAttrSet("__noreturn__")
	for _, name := range []string{"constructor", "__constructor__"} {
		if a.IsAttrSet(name) {
			s.ctor = priority(a.AttrValue(name))
		}
	}
	for _, name := range []string{"destructor", "__destructor__"} {
		if a.IsAttrSet(name) {
			s.dtor = priority(a.AttrValue(name))
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
	u.obj.fsyms[s.index].used = true
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
		s = symbol{isFunc: true, index: len(u.obj.funcs)}
		u.obj.funcs = append(u.obj.funcs, &program.Func{
			Name: name, Source: name, Type: t, Result: t.Elem.Kind(), Sret: inMemory(t.Elem), Variadic: t.Variadic, Library: u.obj.library,
		})
		u.obj.fsyms = append(u.obj.fsyms, funcSym{name: name, used: true})
		u.syms[name] = s
	}
	u.useInline(name)
	u.obj.fsyms[s.index].used = true
	return program.Operand{Mode: program.FuncAddr, Kind: program.Ptr, Index: int32(s.index)}
}

// mayBeNull reports whether x is the address of a weak symbol: it is null if
// nobody defines the symbol, which linking finds out.
func (u *unit) mayBeNull(x program.Operand) bool {
	switch x.Mode {
	case program.FuncAddr:
		return u.obj.fsyms[x.Index].weak && len(u.obj.funcs[x.Index].Blocks) == 0
	case program.GlobalAddr:
		return u.obj.gsyms[x.Index].weak && u.obj.gsyms[x.Index].state == declared
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
	i := len(u.obj.globals)
	u.obj.globals = append(u.obj.globals, &program.Global{
		Type: t, Size: t.Size, Align: t.Align, Data: data, ReadOnly: true, Library: u.obj.library, At: u.rangeOf(n),
	})
	u.obj.gsyms = append(u.obj.gsyms, varSym{static: true, state: defined})
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
	i = len(u.obj.globals)
	u.obj.globals = append(u.obj.globals, &program.Global{
		Name: name, Source: d.Name(), Type: t, Size: t.Size, Align: max(t.Align, int64(d.Alignas()), int64(d.Type().Align())),
		ReadOnly: readOnly(d), Library: u.obj.library, At: u.rangeOf(d),
	})
	u.obj.gsyms = append(u.obj.gsyms, varSym{name: name, static: true, state: defined})
	u.statics[d] = i
	return i, true
}

// sortRelocs puts the relocations of g in the order that Global requires.
func sortRelocs(g *program.Global) {
	sort.Slice(g.Relocs, func(i, j int) bool { return g.Relocs[i].Off < g.Relocs[j].Off })
}
