// Package libeffects says what calls of a program's library functions do: what the
// table of facts has about them (program/libfacts), and what their code allows where it
// leaves that open.
package libeffects

import (
	"maps"
	"slices"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/libfacts"
)

// Library knows the effects of the library functions of one program. It is not safe for
// concurrent use.
type Library struct {
	p     *program.Program
	table *libfacts.Table
	memo  map[string]*libfacts.Effects
	codes []codeFacts // by function
}

// codeFacts are what the code of a library function shows.
type codeFacts struct {
	done     bool
	indirect bool
	globals  map[int32]bool
	users    map[int32]bool  // functions of the program that it calls by name
	state    map[string]bool // objects that the table names for what it calls; true: pointers are kept there
}

// New returns the effects of the library functions of a program.
func New(p *program.Program) *Library {
	return &Library{p: p, table: libfacts.New(), memo: map[string]*libfacts.Effects{}, codes: make([]codeFacts, len(p.Funcs))}
}

// Of returns the effects of a library function, given by its number.
func (l *Library) Of(fn int) *libfacts.Effects {
	name := l.p.Funcs[fn].Name
	if e, ok := l.memo[name]; ok {
		return e
	}
	f, ok := l.table.Of(name)
	e := &f.Effects
	if !ok {
		l.flags(e, fn)
	}
	if e.Code {
		l.derive(e, fn)
	}
	l.memo[name] = e
	return e
}

// Intrinsic returns the effects of a service of the machine.
func (l *Library) Intrinsic(i program.Intrin) *libfacts.Effects {
	name := i.String()
	if e, ok := l.memo[name]; ok {
		return e
	}
	f, _ := l.table.Of(name)
	l.memo[name] = &f.Effects
	return &f.Effects
}

// Users returns the program's functions that a library function calls by name, such as
// the program's own malloc. The caller must not change the map.
func (l *Library) Users(fn int) map[int32]bool { return l.code(fn).users }

// Objects returns the names of the library's objects, and of what stands for them in the
// table, that the code of a library function may read and change. Each is named once.
func (l *Library) Objects(fn int) []string {
	facts := l.code(fn)
	list := slices.Sorted(maps.Keys(facts.state))
	for g := range l.p.Globals {
		if name := l.p.Globals[g].Name; facts.globals[int32(g)] && !l.p.Globals[g].ReadOnly && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// derive assumes the worst of a function that the table does not list, as far
// as its code allows: it reads and writes all that its arguments reach, and the
// objects of the library that its code names; it returns and stores any pointer
// that it can find there; if its code calls through pointers it calls whatever
// function its arguments reach.
func (l *Library) derive(e *libfacts.Effects, fn int) {
	f := l.p.Funcs[fn]
	facts := l.code(fn)
	for i, p := range f.Params {
		if p.Kind != program.Ptr && p.Kind != program.I64 && p.Size == 0 {
			continue
		}
		e.Add(libfacts.Effect{Kind: libfacts.ReadMem, Arg: i, Extent: libfacts.Deep, Read: true})
		e.Add(libfacts.Effect{Kind: libfacts.WriteMem, Arg: i, Extent: libfacts.Deep, Write: true})
		e.Add(libfacts.Effect{Kind: libfacts.ReturnInto, Arg: i, Size: libfacts.UnknownSize})
		e.Add(libfacts.Effect{Kind: libfacts.ReturnDeep, Arg: i})
		if facts.indirect {
			e.Add(libfacts.Effect{Kind: libfacts.CallArg, Arg: i, Size: libfacts.UnknownSize, Passes: allParams(f)})
		}
		for j, q := range f.Params {
			if j != i && q.Kind == program.Ptr {
				e.Add(libfacts.Effect{Kind: libfacts.StoreInto, Arg: j, Src: i, Write: true})
			}
		}
	}
	if f.Variadic {
		e.Add(libfacts.Effect{Kind: libfacts.ReadMem, Arg: len(f.Params), Extent: libfacts.Variadic, Read: true})
		e.Add(libfacts.Effect{Kind: libfacts.WriteMem, Arg: len(f.Params), Extent: libfacts.Variadic, Write: true})
	}
	if f.Result == program.Ptr {
		e.Add(libfacts.Effect{Kind: libfacts.ReturnFresh})
	}
	e.Add(libfacts.Effect{Kind: libfacts.FillFresh, Write: true})
	for _, name := range l.Objects(fn) {
		if keeps, named := facts.state[name]; named && !keeps {
			e.Add(libfacts.Effect{Kind: libfacts.UseState, Name: name, Read: true, Write: true})
			continue
		}
		deriveGlobal(e, f, name)
		if facts.indirect {
			e.Add(libfacts.Effect{Kind: libfacts.CallState, Name: name, Passes: allParams(f), Size: libfacts.UnknownSize})
		}
	}
}

// deriveGlobal assumes that a function keeps its arguments in an object of the
// library and returns what it finds there.
func deriveGlobal(e *libfacts.Effects, f *program.Func, name string) {
	e.Add(libfacts.Effect{Kind: libfacts.UseState, Name: name, Read: true, Write: true})
	for i, p := range f.Params {
		if p.Kind == program.Ptr {
			e.Add(libfacts.Effect{Kind: libfacts.StoreState, Name: name, Src: i, Write: true})
		}
	}
	if f.Result == program.Ptr {
		e.Add(libfacts.Effect{Kind: libfacts.ReturnObj, Name: name})
		e.Add(libfacts.Effect{Kind: libfacts.ReturnHeld, Name: name})
	}
}

func allParams(f *program.Func) []int {
	list := make([]int, len(f.Params))
	for i := range list {
		list[i] = i
	}
	return list
}

// code collects what the code of a library function, and of those that it calls by name
// or whose address it takes, contains.
func (l *Library) code(fn int) *codeFacts {
	if l.codes[fn].done {
		return &l.codes[fn]
	}
	sum := codeFacts{done: true, globals: map[int32]bool{}, users: map[int32]bool{}, state: map[string]bool{}}
	seen := map[int]bool{fn: true}
	for work := []int{fn}; len(work) > 0; {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		if f != fn {
			sum.keep(l.table, l.p.Funcs[f].Name)
		}
		operands(l.p.Funcs[f], func(o program.Operand) {
			switch o.Mode {
			case program.GlobalAddr:
				sum.globals[o.Index] = true
			case program.FuncAddr:
				if g := l.p.Funcs[o.Index]; !g.Library && len(g.Blocks) > 0 {
					sum.users[o.Index] = true
				} else if !seen[int(o.Index)] {
					seen[int(o.Index)] = true
					work = append(work, int(o.Index))
				}
			}
		}, func(in *program.Instr) {
			sum.indirect = sum.indirect || in.Op == program.Call && in.A.Mode != program.FuncAddr
			if in.Op == program.Intrinsic {
				sum.keep(l.table, in.Intrin.String())
			}
		})
	}
	l.codes[fn] = sum
	return &l.codes[fn]
}

// keep notes the objects that the table names for something that is called.
func (s *codeFacts) keep(table *libfacts.Table, symbol string) {
	f, _ := table.Of(symbol)
	for _, x := range f.Items {
		if x.Name != "" {
			s.state[x.Name] = s.state[x.Name] || x.Kind != libfacts.UseState
		}
	}
}

// flags finds whether a function that has no row may show output, end the run or jump:
// whether anything does that it may call, directly, or by an address that it, or an
// object of the library that it names, holds.
func (l *Library) flags(e *libfacts.Effects, fn int) {
	seen, held := map[int]bool{fn: true}, map[int]bool{}
	work := []int{fn}
	take := func(x *libfacts.Effects) {
		e.Output, e.Ends, e.Jumps = e.Output || x.Output, e.Ends || x.Ends, e.Jumps || x.Jumps
	}
	var visit func(o program.Operand)
	visit = func(o program.Operand) {
		n := int(o.Index)
		switch {
		case o.Mode == program.GlobalAddr && l.p.Globals[n].Library && !held[n]:
			held[n] = true
			for _, r := range l.p.Globals[n].Relocs {
				visit(r.Target)
			}
		case o.Mode == program.FuncAddr && l.p.Funcs[n].Library && !seen[n]:
			seen[n] = true
			if f, ok := l.table.Of(l.p.Funcs[n].Name); ok {
				take(&f.Effects)
			} else {
				work = append(work, n)
			}
		}
	}
	for len(work) > 0 {
		f := l.p.Funcs[work[len(work)-1]]
		work = work[:len(work)-1]
		operands(f, visit, func(in *program.Instr) {
			if in.Op == program.Intrinsic {
				take(l.Intrinsic(in.Intrin))
			}
		})
	}
}

// operands calls visit for each operand of a function's instructions, and each for each
// instruction.
func operands(f *program.Func, visit func(program.Operand), each func(*program.Instr)) {
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			in := &b.Instrs[i]
			each(in)
			visit(in.A)
			visit(in.B)
			visit(in.C)
			for _, a := range in.Args {
				visit(a.Operand)
			}
		}
	}
}
