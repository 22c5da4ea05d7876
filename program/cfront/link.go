package cfront

import (
	"fmt"
	"path"
	"slices"
	"sort"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/libc"
)

// item is a function or global of an object.
type item struct {
	obj    *object
	isFunc bool
	index  int
}

// linker joins objects into a program. User code is taken as a whole, the
// library function by function as needed.
type linker struct {
	c       *compiler
	prog    *program.Program
	defs    map[string]item  // external definitions by linkage name
	own     map[string]item  // those of the library's functions, for the library's own use
	number  map[item]int     // position in prog.Funcs or prog.Globals
	members map[*object]bool // of archives, those of which something is taken
	funcs   []item           // in that order
	vars    []item
	loaded  map[string]bool    // library files
	member  map[string]*object // of the version's libraries, by external name
	files   map[string]int32
	ranges  map[program.Range]program.RangeID
	names   map[string]bool
	errs    []error
	// undefined are the variables that nobody defines and that something refers to.
	undefined []item
}

// link makes a program of the user's objects and what they need.
// archive are the objects of the version's own libraries.
func (c *compiler) link(objs, archive []*object) (*program.Program, []error) {
	l := &linker{
		c: c, prog: &program.Program{Ranges: []program.Range{{}}}, defs: map[string]item{}, own: map[string]item{}, number: map[item]int{}, members: map[*object]bool{},
		loaded: map[string]bool{}, member: map[string]*object{}, files: map[string]int32{}, ranges: map[program.Range]program.RangeID{{}: 0}, names: map[string]bool{},
	}
	for _, o := range objs {
		l.file(o.files[0])
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
	for _, it := range l.undefined {
		l.errs = append(l.errs, &program.Error{Pos: l.position(it), Msg: "undefined variable " + it.obj.gsyms[it.index].name + ": no file of the program defines it"})
	}
	slices.Sort(l.prog.Given)
	if len(l.errs) > 0 {
		return nil, l.errs
	}
	l.assignNames()
	l.emit()
	l.startUp()
	return l.prog, l.errs
}

// define enters the external definitions of an object. Definitions of the
// library never replace those of the user.
func (l *linker) define(o *object) {
	for i, s := range o.fsyms {
		if s.static || len(o.funcs[i].Blocks) == 0 && s.alias == "" {
			continue
		}
		l.defineItem(item{o, true, i}, s.name, s.weak)
		if o.library && !o.archive {
			l.own[s.name] = item{o, true, i}
		}
	}
	for i, s := range o.gsyms {
		if s.static || s.name == "" || s.state == declared && s.alias == "" {
			continue
		}
		l.defineItem(item{o, false, i}, s.name, s.weak || s.state == tentative)
	}
}

func (l *linker) defineItem(it item, name string, weak bool) {
	old, ok := l.defs[name]
	switch {
	case !ok:
		l.defs[name] = it
	case it.obj.library:
	case l.isWeak(old) && weak:
		// The largest of several tentative definitions counts.
		if !it.isFunc && !old.isFunc && it.obj.globals[it.index].Size > old.obj.globals[old.index].Size {
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
		return it.obj.fsyms[it.index].weak
	}
	s := it.obj.gsyms[it.index]
	return s.weak || s.state == tentative
}

func (l *linker) position(it item) program.Position {
	var id program.RangeID
	if it.isFunc {
		id = it.obj.funcs[it.index].At
	} else {
		id = it.obj.globals[it.index].At
	}
	r := it.obj.ranges[id]
	return program.Position{File: it.obj.files[r.File], Line: int(r.Line), Col: int(r.Col)}
}

// user takes all that the user's objects define, but for literals, which come
// with what refers to them.
func (l *linker) user(objs []*object) {
	for _, o := range objs {
		for i, s := range o.fsyms {
			if len(o.funcs[i].Blocks) > 0 && (s.static || l.defs[s.name] == item{o, true, i}) {
				l.want(item{o, true, i})
			}
		}
		for i, s := range o.gsyms {
			if s.name != "" && s.state != declared && (s.static || l.defs[s.name] == item{o, false, i}) {
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
	if it.obj.library && !l.members[it.obj] {
		l.members[it.obj] = true
		for i, s := range it.obj.fsyms { // they come with the member of the archive
			if (s.ctor > 0 || s.dtor > 0) && len(it.obj.funcs[i].Blocks) > 0 {
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
			for _, b := range it.obj.funcs[it.index].Blocks {
				for i := range b.Instrs {
					l.wantOperands(it.obj, &b.Instrs[i])
				}
			}
		}
		for ; v < len(l.vars); v++ {
			it := l.vars[v]
			for _, r := range it.obj.globals[it.index].Relocs {
				l.wantOperand(it.obj, r.Target)
			}
		}
	}
}

func (l *linker) wantOperands(o *object, in *program.Instr) {
	l.wantOperand(o, in.A)
	l.wantOperand(o, in.B)
	l.wantOperand(o, in.C)
	for _, a := range in.Args {
		l.wantOperand(o, a.Operand)
	}
}

func (l *linker) wantOperand(o *object, op program.Operand) {
	switch op.Mode {
	case program.FuncAddr, program.LabelAddr:
		it := l.resolve(item{o, true, int(op.Index)})
		if l.absent(it) && it.obj.fsyms[it.index].weak {
			return
		}
		l.want(it)
	case program.GlobalAddr:
		it := l.resolve(item{o, false, int(op.Index)})
		if l.absent(it) {
			s := it.obj.gsyms[it.index]
			if s.weak || slices.Contains(l.undefined, it) {
				return
			}
			if !l.c.open || it.obj.globals[it.index].Size == 0 {
				l.undefined = append(l.undefined, it)
				return
			}
			if !slices.Contains(l.prog.Given, s.name) {
				l.prog.Given = append(l.prog.Given, s.name)
			}
		}
		l.want(it)
	}
}

// absent reports whether an item is only declared.
func (l *linker) absent(it item) bool {
	if it.isFunc {
		return len(it.obj.funcs[it.index].Blocks) == 0
	}
	return it.obj.gsyms[it.index].state == declared
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
		if it.obj.library && !it.obj.archive && it.isFunc && !libc.Replaceable(name) {
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
		s := it.obj.fsyms[it.index]
		return s.name, s.alias, s.static
	}
	s := it.obj.gsyms[it.index]
	return s.name, s.alias, s.static
}

// inObject returns the symbol of the given name that it is an alias of.
func (l *linker) inObject(it item, name string) item {
	if it.isFunc {
		for i, s := range it.obj.fsyms {
			if s.name == name {
				return item{it.obj, true, i}
			}
		}
	} else {
		for i, s := range it.obj.gsyms {
			if s.name == name {
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
func (l *linker) offer(o *object) {
	for i, s := range o.fsyms {
		if !s.static && len(o.funcs[i].Blocks) > 0 && l.member[s.name] == nil {
			l.member[s.name] = o
		}
	}
	for _, s := range o.gsyms {
		if !s.static && s.name != "" && s.state != declared && l.member[s.name] == nil {
			l.member[s.name] = o
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
	file, ok := l.c.librarySymbol(name)
	if !ok || l.loaded[file] {
		return
	}
	l.loaded[file] = true
	o, errs := l.c.library(file)
	if len(errs) > 0 {
		l.errs = append(l.errs, errs...)
		return
	}
	l.define(o)
}

// assignNames gives every function and global its unique name: external
// names as they are, others made different where they clash.
func (l *linker) assignNames() {
	l.prog.Funcs = make([]*program.Func, len(l.funcs))
	l.prog.Globals = make([]*program.Global, len(l.vars))
	for _, static := range []bool{false, true} {
		for i, it := range l.funcs {
			if s := it.obj.fsyms[it.index]; s.static == static {
				f := *it.obj.funcs[it.index]
				f.Unit = l.file(it.obj.files[0])
				f.Name = l.unique(s.name, f.Unit)
				l.prog.Funcs[i] = &f
			}
		}
		for i, it := range l.vars {
			if s := it.obj.gsyms[it.index]; s.static == static {
				g := *it.obj.globals[it.index]
				g.Unit = l.file(it.obj.files[0])
				name := s.name
				if name == "" {
					name = fmt.Sprintf(".lit%d", i)
				}
				g.Name = l.unique(name, g.Unit)
				l.prog.Globals[i] = &g
			}
		}
	}
}

func (l *linker) unique(name string, unit int32) string {
	for n := 0; l.names[name]; n++ {
		if n == 0 {
			name = fmt.Sprintf("%s@%d", name, unit)
		} else {
			name = fmt.Sprintf("%s.%d", name, n)
		}
	}
	l.names[name] = true
	return name
}

func (l *linker) file(name string) int32 {
	name = path.Clean(name)
	if i, ok := l.files[name]; ok {
		return i
	}
	i := int32(len(l.prog.Files))
	l.prog.Files = append(l.prog.Files, name)
	l.files[name] = i
	return i
}

func (l *linker) rangeID(o *object, id program.RangeID) program.RangeID {
	if id == 0 {
		return 0
	}
	r := o.ranges[id]
	r.File = l.file(o.files[r.File])
	if n, ok := l.ranges[r]; ok {
		return n
	}
	n := program.RangeID(len(l.prog.Ranges))
	l.prog.Ranges = append(l.prog.Ranges, r)
	l.ranges[r] = n
	return n
}

// emit copies code and data into the program, renumbered.
func (l *linker) emit() {
	for i, it := range l.funcs {
		l.emitFunc(it.obj, l.prog.Funcs[i])
		if len(l.prog.Funcs[i].Blocks) == 0 {
			l.prog.Undefined = append(l.prog.Undefined, l.prog.Funcs[i].Name)
		}
	}
	sort.Strings(l.prog.Undefined)
	for i, it := range l.vars {
		g := l.prog.Globals[i]
		g.At = l.rangeID(it.obj, g.At)
		relocs := make([]program.Reloc, 0, len(g.Relocs))
		for _, r := range g.Relocs {
			if r.Target = l.operand(it.obj, r.Target); r.Target.Mode != program.Const {
				relocs = append(relocs, r)
			}
		}
		g.Relocs = relocs
	}
}

func (l *linker) emitFunc(o *object, f *program.Func) {
	f.At = l.rangeID(o, f.At)
	f.Stmts = append([]program.Stmt(nil), f.Stmts...)
	for i := range f.Stmts {
		f.Stmts[i].At = l.rangeID(o, f.Stmts[i].At)
	}
	f.Locals = append([]program.Local(nil), f.Locals...)
	for i := range f.Locals {
		f.Locals[i].At = l.rangeID(o, f.Locals[i].At)
	}
	blocks := make([]*program.Block, len(f.Blocks))
	for i, b := range f.Blocks {
		n := &program.Block{Name: b.Name, Instrs: append([]program.Instr(nil), b.Instrs...)}
		for j := range n.Instrs {
			l.emitInstr(o, &n.Instrs[j])
		}
		blocks[i] = n
	}
	f.Blocks = blocks
}

func (l *linker) emitInstr(o *object, in *program.Instr) {
	in.At = l.rangeID(o, in.At)
	in.A, in.B, in.C = l.operand(o, in.A), l.operand(o, in.B), l.operand(o, in.C)
	if len(in.Args) > 0 {
		args := make([]program.Arg, len(in.Args))
		for i, a := range in.Args {
			a.Operand = l.operand(o, a.Operand)
			args[i] = a
		}
		in.Args = args
	}
}

// operand renumbers an operand. The address of a weak symbol that nobody
// defines is null.
func (l *linker) operand(o *object, op program.Operand) program.Operand {
	switch op.Mode {
	case program.FuncAddr, program.LabelAddr:
		n, ok := l.number[l.resolve(item{o, true, int(op.Index)})]
		if !ok {
			return program.C(program.Ptr, 0)
		}
		op.Index = int32(n)
	case program.GlobalAddr:
		n, ok := l.number[l.resolve(item{o, false, int(op.Index)})]
		if !ok {
			return program.C(program.Ptr, 0)
		}
		op.Index = int32(n)
	}
	return op
}

// hooked returns the positions in prog.Funcs of constructors or destructors
// in the order of their priorities.
func (l *linker) hooked(prio func(funcSym) int) []int {
	var list []int
	for i, it := range l.funcs {
		if prio(it.obj.fsyms[it.index]) > 0 {
			list = append(list, i)
		}
	}
	sort.SliceStable(list, func(a, b int) bool {
		x, y := l.funcs[list[a]], l.funcs[list[b]]
		return prio(x.obj.fsyms[x.index]) < prio(y.obj.fsyms[y.index])
	})
	return list
}

func ctorOf(s funcSym) int { return s.ctor }
func dtorOf(s funcSym) int { return s.dtor }

// atexitForDestructors takes the function that destructors are registered
// with.
func (l *linker) atexitForDestructors() {
	if len(l.hooked(dtorOf)) > 0 {
		if it, ok := l.find("atexit"); ok {
			l.want(it)
		}
	}
}

// startUp makes the start code call the constructors, and register the
// destructors, just before it calls main.
func (l *linker) startUp() {
	ctors, dtors := l.hooked(ctorOf), l.hooked(dtorOf)
	start, ok := l.defs[libc.Start]
	if len(ctors)+len(dtors) == 0 || !ok {
		return
	}
	callee := func(n int) program.Operand {
		return program.Operand{Mode: program.FuncAddr, Kind: program.Ptr, Index: int32(n)}
	}
	var calls []program.Instr
	if it, ok := l.defs["atexit"]; ok {
		for _, n := range dtors {
			calls = append(calls, program.Instr{Op: program.Call, Kind: program.Void, Dst: program.NoReg, Stmt: -1, A: callee(l.number[it]), Args: []program.Arg{{Operand: callee(n)}}})
		}
	}
	for _, n := range ctors {
		calls = append(calls, program.Instr{Op: program.Call, Kind: program.Void, Dst: program.NoReg, Stmt: -1, A: callee(n)})
	}
	main := l.number[l.defs["main"]]
	for _, b := range l.prog.Funcs[l.number[start]].Blocks {
		for i := range b.Instrs {
			if in := &b.Instrs[i]; in.Op == program.Call && in.A.Mode == program.FuncAddr && int(in.A.Index) == main {
				b.Instrs = append(append(append([]program.Instr(nil), b.Instrs[:i]...), calls...), b.Instrs[i:]...)
				return
			}
		}
	}
}
