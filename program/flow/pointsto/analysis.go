package pointsto

import (
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow/libeffects"
)

// analysis is the state of Analyse.
type analysis struct {
	p   *program.Program
	opt Options
	lib *libeffects.Library
	*solver

	reg       []variable // by function: variable of its first register
	result    []variable
	variadics []int32 // by function: object of its variable arguments, or -1
	global    []int32 // by global: object
	local     [][]int32
	function  []int32 // by function: object
	state     map[string]int32
	argv      int32
	argText   int32
	envv      int32

	sites     []*Site
	siteAt    map[instrKey]int32
	backs     []callback
	exchanges map[[2]int32]*exchange // by site and library function
	constant  map[program.Operand]variable
	deepOf    map[variable]variable
	intoOf    map[intoKey]variable
	freshVars map[int32]variable
	types     *typer
	roots     []int32
	reached   []bool // by function: some run may call it
	generated []bool // by function: its rules are complete
	wrap      *wrappers
	clones    []clone
	topLocs   []Location // see topLocations
}

func newAnalysis(p *program.Program, opt Options) *analysis {
	o := newObjects()
	a := &analysis{
		p: p, opt: opt, lib: libeffects.New(p), solver: newSolver(o),
		state: map[string]int32{}, siteAt: map[instrKey]int32{},
		constant: map[program.Operand]variable{}, deepOf: map[variable]variable{}, intoOf: map[intoKey]variable{},
		freshVars: map[int32]variable{}, types: newTyper(p), exchanges: map[[2]int32]*exchange{},
	}
	a.solver.calls = a.called
	a.wrap = newWrappers(p, a.lib)
	a.makeObjects()
	return a
}

func (a *analysis) makeObjects() {
	for i, g := range a.p.Globals {
		o := Object{Kind: GlobalObject, Name: g.Source, Func: -1, Index: int32(i), At: g.At, single: true}
		if o.Name == "" {
			o.Name = g.Name
		}
		switch {
		case g.Library && isStream(g.Type):
			o.lay, o.class = newLayout(nil, g.Size, false), Streams
		case g.Library && g.Size > 64:
			o.lay = newLayout(nil, g.Size, false)
		default:
			o.lay = newLayout(g.Type, g.Size, false)
		}
		a.global = append(a.global, a.add(o))
	}
	a.local = make([][]int32, len(a.p.Funcs))
	for f, fn := range a.p.Funcs {
		a.function = append(a.function, a.add(Object{Kind: FuncObject, Name: fn.Name, Func: -1, Index: int32(f), At: fn.At, lay: newLayout(nil, 0, false)}))
		v := int32(-1)
		if User(fn) {
			for i, l := range fn.Locals {
				o := Object{Kind: LocalObject, Name: l.Name, Func: int32(f), Index: int32(i), At: l.At, single: true}
				if o.Name == "" {
					o.Name = "temporary"
				}
				o.lay = newLayout(l.Type, l.Size, l.Size < 0)
				a.local[f] = append(a.local[f], a.add(o))
			}
			if fn.Variadic {
				v = a.add(Object{Kind: VariadicObject, Name: fn.Source + "(...)", Func: int32(f), At: fn.At, lay: newLayout(nil, -1, false)})
			}
		}
		a.variadics = append(a.variadics, v)
	}
	input := func(name string) int32 {
		return a.add(Object{Kind: InputObject, Name: name, Func: -1, lay: newLayout(nil, -1, false)})
	}
	a.argv, a.argText, a.envv = input("argv[]"), input("argv[][]"), input("environ[]")
	a.place(a.cellVar(a.list[a.argv].first), a.start(a.argText))
	a.place(a.cellVar(a.list[a.envv].first), a.start(a.argText))
	if g, ok := a.p.GlobalByName("environ"); ok && a.p.Globals[g].Library {
		a.place(a.cellVar(a.list[a.global[g]].first), a.start(a.envv))
	}
}

// stateObject returns the object that the table of the library calls by name:
// a global of the library, or an object of ours.
func (a *analysis) stateObject(name string) int32 {
	if o, ok := a.state[name]; ok {
		return o
	}
	var o int32
	if g, ok := a.p.GlobalByName(name); ok && a.p.Globals[g].Library {
		o = a.global[g]
	} else {
		class := LibraryState
		if name == "files" || name == "__libc_stdin" || name == "__libc_stdout" || name == "__libc_stderr" {
			class = Streams
		}
		o = a.add(Object{Kind: LibraryObject, Name: name, Func: -1, class: class, lay: newLayout(nil, -1, false)})
	}
	a.state[name] = o
	return o
}

// operand returns the variable of an operand, or -1 if it holds no address.
func (a *analysis) operand(fn int32, o program.Operand) variable {
	switch o.Mode {
	case program.InReg:
		return a.reg[fn] + o.Index
	case program.GlobalAddr, program.FuncAddr:
		o.Kind = program.Ptr
		if v, ok := a.constant[o]; ok {
			return v
		}
		v := a.variables(1)
		a.constant[o] = v
		if o.Mode == program.FuncAddr {
			a.place(v, a.start(a.function[o.Index]))
		} else if q, ok := a.globalPlace(o); ok {
			a.place(v, q)
		}
		return v
	}
	return -1
}

func (a *analysis) globalPlace(o program.Operand) (int32, bool) {
	obj := a.global[o.Index]
	n, ok := a.list[obj].lay.normalise(int64(o.Bits))
	if !ok {
		return a.anywhere(obj), true
	}
	return a.position(obj, n), true
}
