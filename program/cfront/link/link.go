// Package link joins objects into a program. The files of a version are taken as a whole,
// libraries - the version's own and the run-time library - object by object or function by
// function, as far as something refers to them.
//
// Here are the rules about names of several files: definitions that give way (weak, common,
// those of the library), aliases, archives, undefined names, the unique names that functions
// and globals have in a program, constructors and destructors.
package link

import (
	"slices"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/object"
	"github.com/riftlab/rift/program/libc"
)

// item is a function or global of an object.
type item struct {
	obj    *object.Object
	isFunc bool
	index  int
}

// linker joins objects into a program. User code is taken as a whole, the
// library function by function as needed.
type linker struct {
	library Library
	threads bool // the program makes threads
	races   bool // whose data races are looked for
	open    bool // variables that nobody defines are left open
	prog    *program.Program
	defs    map[string]item         // external definitions by linkage name
	own     map[string]item         // those of the library's functions, for the library's own use
	number  map[item]int            // position in prog.Funcs or prog.Globals
	members map[*object.Object]bool // of archives, those of which something is taken
	funcs   []item                  // in that order
	vars    []item
	loaded  map[string]bool           // library files
	member  map[string]*object.Object // of the version's libraries, by external name
	files   map[string]int32
	ranges  map[program.Range]program.RangeID
	names   map[string]bool
	errs    []error
	// undefined are the variables that nobody defines and that something refers to.
	undefined []item
}

// Library is the run-time library, of which a program takes what it needs.
type Library interface {
	// Symbol returns the source file that defines an external name.
	Symbol(name string) (file string, ok bool)
	// Object returns a source file compiled.
	Object(file string) (*object.Object, []error)
}

// Link makes a program of the user's objects and what they need. archive are the objects of
// the version's own libraries. An open program may leave variables undefined: they are listed
// in Given. With races, the accesses of a program that makes threads are watched. The errors are *program.Error, or those of the library.
func Link(objs, archive []*object.Object, library Library, open, races bool) (*program.Program, []error) {
	l := &linker{
		library: library, open: open, races: races, prog: &program.Program{Ranges: []program.Range{{}}}, defs: map[string]item{}, own: map[string]item{}, number: map[item]int{}, members: map[*object.Object]bool{},
		loaded: map[string]bool{}, member: map[string]*object.Object{}, files: map[string]int32{}, ranges: map[program.Range]program.RangeID{{}: 0}, names: map[string]bool{},
	}
	for _, o := range objs {
		l.file(o.Files[0])
	}
	for _, o := range objs {
		l.define(o)
	}
	for _, o := range archive {
		l.offer(o)
	}
	l.user(objs)
	begin := libc.Start
	if _, ok := l.defs["main"]; !ok {
		begin = libc.Exit // a run of another function ends with it
	}
	if it, ok := l.find(begin); ok {
		l.want(it)
	}
	l.atexitForDestructors()
	l.closure()
	l.wantThreads()
	l.largeFirst()
	for _, it := range l.undefined {
		l.errs = append(l.errs, &program.Error{Pos: l.position(it), Msg: "undefined variable " + it.obj.VarSyms[it.index].Name + ": no file of the program defines it"})
	}
	slices.Sort(l.prog.Given)
	if len(l.errs) > 0 {
		return nil, l.errs
	}
	l.assignNames()
	l.emit()
	l.startUp()
	l.takeTurns()
	return l.prog, l.errs
}

// define enters the external definitions of an object. Definitions of the
// library never replace those of the user.
func (l *linker) define(o *object.Object) {
	for i, s := range o.FuncSyms {
		if s.Static || len(o.Funcs[i].Blocks) == 0 && s.Alias == "" {
			continue
		}
		l.defineItem(item{o, true, i}, s.Name, s.Weak)
		if o.Library && !o.Archive {
			l.own[s.Name] = item{o, true, i}
		}
	}
	for i, s := range o.VarSyms {
		if s.Static || s.Name == "" || s.State == object.Declared && s.Alias == "" {
			continue
		}
		l.defineItem(item{o, false, i}, s.Name, s.Weak || s.State == object.Tentative)
	}
}

func (l *linker) defineItem(it item, name string, weak bool) {
	old, ok := l.defs[name]
	switch {
	case !ok:
		l.defs[name] = it
	case it.obj.Library:
	case l.isWeak(old) && weak:
		// The largest of several tentative definitions counts.
		if !it.isFunc && !old.isFunc && it.obj.Globals[it.index].Size > old.obj.Globals[old.index].Size {
			l.defs[name] = it
		}
	case l.isWeak(old):
		l.defs[name] = it
	case !weak:
		l.errs = append(l.errs, &program.Error{Pos: l.position(it), Msg: "multiple definition of " + name})
	}
}

func (l *linker) isWeak(it item) bool {
	if it.isFunc {
		return it.obj.FuncSyms[it.index].Weak
	}
	s := it.obj.VarSyms[it.index]
	return s.Weak || s.State == object.Tentative
}

func (l *linker) position(it item) program.Position {
	var id program.RangeID
	if it.isFunc {
		id = it.obj.Funcs[it.index].At
	} else {
		id = it.obj.Globals[it.index].At
	}
	r := it.obj.Ranges[id]
	return program.Position{File: it.obj.Files[r.File], Line: int(r.Line), Col: int(r.Col)}
}

// user takes all that the user's objects define, but for literals, which come
// with what refers to them.
func (l *linker) user(objs []*object.Object) {
	for _, o := range objs {
		for i, s := range o.FuncSyms {
			if len(o.Funcs[i].Blocks) > 0 && (s.Static || l.defs[s.Name] == item{o, true, i}) {
				l.want(item{o, true, i})
			}
		}
		for i, s := range o.VarSyms {
			if s.Name != "" && s.State != object.Declared && (s.Static || l.defs[s.Name] == item{o, false, i}) {
				l.want(item{o, false, i})
			}
		}
	}
}

// want gives an item its number in the program.
func (l *linker) want(it item) {
	if _, ok := l.number[it]; ok {
		return
	}
	if it.isFunc {
		l.number[it] = len(l.funcs)
		l.funcs = append(l.funcs, it)
	} else {
		l.number[it] = len(l.vars)
		l.vars = append(l.vars, it)
	}
	if it.obj.Library && !l.members[it.obj] {
		l.members[it.obj] = true
		for i, s := range it.obj.FuncSyms { // they come with the member of the archive
			if (s.Ctor > 0 || s.Dtor > 0) && len(it.obj.Funcs[i].Blocks) > 0 {
				l.want(item{it.obj, true, i})
			}
		}
	}
}

// closure takes everything that what has been taken refers to.
func (l *linker) closure() {
	for f, v := 0, 0; (f < len(l.funcs) || v < len(l.vars)) && len(l.errs) == 0; {
		for ; f < len(l.funcs); f++ {
			it := l.funcs[f]
			for _, b := range it.obj.Funcs[it.index].Blocks {
				for i := range b.Instrs {
					l.wantOperands(it.obj, &b.Instrs[i])
				}
			}
		}
		for ; v < len(l.vars); v++ {
			it := l.vars[v]
			for _, r := range it.obj.Globals[it.index].Relocs {
				l.wantOperand(it.obj, r.Target)
			}
		}
	}
}

// largeFirst numbers variables anew if there are so many that some get slots which do
// not hold large objects: those come first.
func (l *linker) largeFirst() {
	if len(l.vars) < program.GlobalSlots {
		return
	}
	large := func(it item) bool { return it.obj.Globals[it.index].Size > program.MaxNarrowSize }
	slices.SortStableFunc(l.vars, func(a, b item) int {
		switch {
		case large(a) == large(b):
			return 0
		case large(a):
			return -1
		}
		return 1
	})
	for i, it := range l.vars {
		l.number[it] = i
	}
}

func (l *linker) wantOperands(o *object.Object, in *program.Instr) {
	l.wantOperand(o, in.A)
	l.wantOperand(o, in.B)
	l.wantOperand(o, in.C)
	for _, a := range in.Args {
		l.wantOperand(o, a.Operand)
	}
}

func (l *linker) wantOperand(o *object.Object, op program.Operand) {
	switch op.Mode {
	case program.FuncAddr, program.LabelAddr:
		it := l.resolve(item{o, true, int(op.Index)})
		if l.absent(it) && it.obj.FuncSyms[it.index].Weak {
			return
		}
		l.want(it)
	case program.GlobalAddr:
		it := l.resolve(item{o, false, int(op.Index)})
		if l.absent(it) {
			s := it.obj.VarSyms[it.index]
			if s.Weak || slices.Contains(l.undefined, it) {
				return
			}
			if !l.open || it.obj.Globals[it.index].Size == 0 {
				l.undefined = append(l.undefined, it)
				return
			}
			if !slices.Contains(l.prog.Given, s.Name) {
				l.prog.Given = append(l.prog.Given, s.Name)
			}
		}
		l.want(it)
	}
}
