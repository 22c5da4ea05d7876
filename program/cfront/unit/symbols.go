package unit

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/object"
	"github.com/riftlab/rift/program/cfront/parse"
	"github.com/riftlab/rift/program/cfront/types"
)

// symbol is an identifier with linkage of one unit.
type symbol struct {
	isFunc bool
	Index  int // into obj.funcs or obj.globals
}

// SymbolOf returns the entity with linkage that d declares, making it if d is
// the first to do so.
func (u *Unit) SymbolOf(d *cc.Declarator) symbol {
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
		u.setVarType(s.Index, d)
		if a := d.Type().Attributes(); a != nil && a.Weak() {
			u.Object.VarSyms[s.Index].Weak = true
		}
	}
	return s
}

// declaredBySystem reports whether a header of the run-time library, or of the
// host, declares d.
func (u *Unit) declaredBySystem(d *cc.Declarator) bool {
	_, name, ok := u.src.Original(d.Position())
	return ok && parse.IsSystem(name)
}

func (u *Unit) newSymbol(d *cc.Declarator) symbol {
	link := d.Name()
	if asm, ok := u.asmNames[link]; ok {
		link = asm
	}
	static := d.Linkage() == cc.Internal
	if d.Type().Kind() == cc.Function {
		i := len(u.Object.Funcs)
		ft := u.TypeOf(d, d.Type())
		u.Object.Funcs = append(u.Object.Funcs, &program.Func{
			Name: link, Source: d.Name(), Type: ft, Result: ft.Elem.Kind(), Sret: types.InMemory(ft.Elem),
			Variadic: ft.Variadic, Static: static, Library: u.Object.Library, At: u.RangeOf(d), NoReturn: u.noReturns[d.Name()],
			Absent: u.declaredBySystem(d),
		})
		u.Object.FuncSyms = append(u.Object.FuncSyms, object.FuncSym{Name: link, Static: static})
		u.FuncAttributes(i, d)
		for _, other := range u.functions[d.Name()] {
			u.FuncAttributes(i, other)
		}
		return symbol{isFunc: true, Index: i}
	}
	i := len(u.Object.Globals)
	u.Object.Globals = append(u.Object.Globals, &program.Global{Name: link, Source: d.Name(), At: u.RangeOf(d), Library: u.Object.Library, ThreadLocal: d.IsThreadLocal()})
	s := object.VarSym{Name: link, Static: static}
	if a := d.Type().Attributes(); a != nil {
		s.Weak, s.Alias = a.Weak(), a.Alias()
	}
	u.Object.VarSyms = append(u.Object.VarSyms, s)
	u.setVarType(i, d)
	return symbol{Index: i}
}

// FuncAddress returns the operand for the address of a function; an inline
// function is lowered once it is referred to.
func (u *Unit) FuncAddress(d *cc.Declarator) program.Operand {
	s := u.SymbolOf(d)
	u.useInline(d.Name())
	return program.Operand{Mode: program.FuncAddr, Kind: program.Ptr, Index: int32(s.Index)}
}

func (u *Unit) useInline(name string) {
	if def := u.inlines[name]; def != nil {
		u.inlines[name] = nil
		u.queue = append(u.queue, def)
	}
}

// LibraryFunc returns the operand for the address of an external function that
// the unit may not have declared: type t is what the caller takes it to be.
func (u *Unit) LibraryFunc(name string, t *program.Type) program.Operand {
	s, ok := u.syms[name]
	if list := u.functions[name]; !ok && len(list) > 0 {
		s, ok = u.SymbolOf(list[0]), true
	}
	if !ok || !s.isFunc {
		s = symbol{isFunc: true, Index: len(u.Object.Funcs)}
		u.Object.Funcs = append(u.Object.Funcs, &program.Func{
			Name: name, Source: name, Type: t, Result: t.Elem.Kind(), Sret: types.InMemory(t.Elem), Variadic: t.Variadic, Library: u.Object.Library,
		})
		u.Object.FuncSyms = append(u.Object.FuncSyms, object.FuncSym{Name: name})
		u.syms[name] = s
	}
	u.useInline(name)
	return program.Operand{Mode: program.FuncAddr, Kind: program.Ptr, Index: int32(s.Index)}
}

// MayBeNull reports whether x is the address of a weak symbol: it is null if
// nobody defines the symbol, which linking finds out.
func (u *Unit) MayBeNull(x program.Operand) bool {
	switch x.Mode {
	case program.FuncAddr:
		return u.Object.FuncSyms[x.Index].Weak && len(u.Object.Funcs[x.Index].Blocks) == 0
	case program.GlobalAddr:
		return u.Object.VarSyms[x.Index].Weak && u.Object.VarSyms[x.Index].State == object.Declared
	}
	return false
}

// NamedFunc returns the function that an identifier names, as far as it is known by now,
// or nil.
func (u *Unit) NamedFunc(name string) *program.Func {
	if s, ok := u.syms[name]; ok && s.isFunc {
		return u.Object.Funcs[s.Index]
	}
	return nil
}

// DefinedOldStyle reports whether the unit defines a function without prototype.
func (u *Unit) DefinedOldStyle(name string) bool { return u.oldStyle[name] }

// IsInline reports whether a function is lowered only once something refers to it.
func (u *Unit) IsInline(name string) bool {
	_, ok := u.inlines[name]
	return ok
}

// NextInline returns an inline function that something refers to and that it has not
// returned before, or nil.
func (u *Unit) NextInline() *cc.FunctionDefinition {
	if len(u.queue) == 0 {
		return nil
	}
	def := u.queue[0]
	u.queue = u.queue[1:]
	return def
}
