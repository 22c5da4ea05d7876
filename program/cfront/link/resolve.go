package link

import (
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/object"
	"github.com/riftlab/rift/program/libc"
)

// absent reports whether an item is only declared.
func (l *linker) absent(it item) bool {
	if it.isFunc {
		return len(it.obj.Funcs[it.index].Blocks) == 0
	}
	return it.obj.VarSyms[it.index].State == object.Declared
}

// resolve returns the definition that an item of an object refers to, or the
// first declaration of that name if there is none.
func (l *linker) resolve(it item) item {
	for n := 0; n < 100; n++ { // a chain of aliases may be circular
		name, alias, static := it.symbol()
		switch {
		case alias != "":
			it = l.inObject(it, alias)
			continue
		case static || name == "":
			return it
		}
		def, ok := l.find(name)
		if it.obj.Library && !it.obj.Archive && it.isFunc && !libc.Replaceable(name) {
			if own, found := l.findOwn(name); found {
				def, ok = own, true
			}
		}
		if !ok {
			l.defs[name] = it
			return it
		}
		if def == it {
			return it
		}
		if _, alias, _ := def.symbol(); alias == "" {
			return def
		}
		it = def
	}
	l.errs = append(l.errs, &program.Error{Pos: l.position(it), Msg: "circular alias"})
	return it
}

func (it item) symbol() (name, alias string, static bool) {
	if it.isFunc {
		s := it.obj.FuncSyms[it.index]
		return s.Name, s.Alias, s.Static
	}
	s := it.obj.VarSyms[it.index]
	return s.Name, s.Alias, s.Static
}

// inObject returns the symbol of the given name that it is an alias of.
func (l *linker) inObject(it item, name string) item {
	if it.isFunc {
		for i, s := range it.obj.FuncSyms {
			if s.Name == name {
				return item{it.obj, true, i}
			}
		}
	} else {
		for i, s := range it.obj.VarSyms {
			if s.Name == name {
				return item{it.obj, false, i}
			}
		}
	}
	if def, ok := l.find(name); ok {
		return def
	}
	l.errs = append(l.errs, &program.Error{Pos: l.position(it), Msg: "alias of undefined " + name})
	return item{it.obj, it.isFunc, it.index}
}

// offer notes what an object of an archive defines, for find.
func (l *linker) offer(o *object.Object) {
	for i, s := range o.FuncSyms {
		if !s.Static && len(o.Funcs[i].Blocks) > 0 && l.member[s.Name] == nil {
			l.member[s.Name] = o
		}
	}
	for _, s := range o.VarSyms {
		if !s.Static && s.Name != "" && s.State != object.Declared && l.member[s.Name] == nil {
			l.member[s.Name] = o
		}
	}
}

// find returns the definition of an external name, loading the unit of a
// library that has it if need be.
func (l *linker) find(name string) (item, bool) {
	if it, ok := l.defs[name]; ok {
		return it, true
	}
	if o := l.member[name]; o != nil {
		l.define(o)
		it, ok := l.defs[name]
		return it, ok
	}
	l.load(name)
	it, ok := l.defs[name]
	return it, ok
}

// findOwn returns the library's definition of a function, whatever the user
// defines by that name: a program's own strlen is not what printf uses.
func (l *linker) findOwn(name string) (item, bool) {
	if _, ok := l.own[name]; !ok {
		l.load(name)
	}
	it, ok := l.own[name]
	return it, ok
}

// load enters the definitions of the library file that defines a symbol.
func (l *linker) load(name string) {
	file, ok := l.library.Symbol(name)
	if !ok || l.loaded[file] {
		return
	}
	l.loaded[file] = true
	o, errs := l.library.Object(file)
	if len(errs) > 0 {
		l.errs = append(l.errs, errs...)
		return
	}
	l.define(o)
}
