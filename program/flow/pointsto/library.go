package pointsto

import (
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/libfacts"
)

// deep returns a variable that holds every pointer in memory reachable from v.
func (a *analysis) deep(v variable) variable {
	if d, ok := a.deepOf[v]; ok {
		return d
	}
	d := a.variables(1)
	a.deepOf[v] = d
	a.rule(v, rule{kind: ruleDeep, to: d})
	a.rule(d, rule{kind: ruleDeep, to: d})
	return d
}

// into returns a variable that holds every element of the arrays of v, whose
// elements have the given size; every place if it is not known.
func (a *analysis) into(v variable, size int64) variable {
	k := intoKey{v, size}
	if d, ok := a.intoOf[k]; ok {
		return d
	}
	d := a.variables(1)
	a.intoOf[k] = d
	if size > 0 {
		a.rule(v, rule{kind: ruleIndex, to: d, size: size})
	} else {
		a.rule(v, rule{kind: ruleAny, to: d})
	}
	return d
}

type intoKey struct {
	v    variable
	size int64
}

// library makes the rules of a call of a library function.
func (a *analysis) library(id int32, e *libfacts.Effects, fn *program.Func) {
	s := a.sites[id]
	dst := variable(-1)
	if s.Instr.Dst >= 0 {
		dst = a.reg[s.Func] + variable(s.Instr.Dst)
	}
	give := func(v variable) {
		if v >= 0 && dst >= 0 {
			a.edge(v, dst)
		}
	}
	for _, x := range e.Items {
		v := a.argument(s, x.Arg)
		if x.Extent == libfacts.Deep && x.Kind != libfacts.StoreState && v >= 0 {
			a.deep(v) // its cells are asked for later
		}
		switch x.Kind {
		case libfacts.CopyPtrs:
			to, from := v, a.argument(s, x.Src)
			if x.Arg < 0 {
				if a.copiedByCallers(s, x.Src) {
					continue
				}
				to = a.freshVar(id)
			}
			a.copyMemory(to, from, a.copySize(s, e))
		case libfacts.ReturnArg:
			give(v)
		case libfacts.ReturnInto:
			if v >= 0 {
				give(a.into(v, sizeOf(s, x)))
			}
		case libfacts.ReturnDeep:
			if v >= 0 {
				give(a.deep(v))
			}
		case libfacts.ReturnObj:
			if dst >= 0 {
				a.place(dst, a.start(a.stateObject(x.Name)))
			}
		case libfacts.ReturnHeld:
			o := a.stateObject(x.Name)
			for i := range a.list[o].lay.cells {
				c := a.cellVar(a.list[o].first + Location(i))
				give(c)
				give(a.deep(c))
			}
		case libfacts.ReturnFresh:
			give(a.freshVar(id))
		case libfacts.StoreInto:
			if from := a.argument(s, x.Src); from >= 0 && v >= 0 {
				a.rule(v, rule{kind: ruleStore, to: a.into(from, 1), size: 8})
			}
		case libfacts.StoreFresh:
			if v >= 0 {
				a.rule(v, rule{kind: ruleStore, to: a.freshVar(id), size: 8})
			}
		case libfacts.StoreState:
			if from := a.argument(s, x.Src); from >= 0 {
				if x.Extent == libfacts.Deep {
					from = a.deep(from)
				} else {
					from = a.into(from, 1)
				}
				o := a.stateObject(x.Name)
				for i := range a.list[o].lay.cells {
					a.edge(from, a.cellVar(a.list[o].first+Location(i)))
				}
			}
		case libfacts.CallArg:
			if v >= 0 {
				a.backs = append(a.backs, callback{id, x, fn})
				back := rule{kind: ruleCall, site: -int32(len(a.backs))}
				a.rule(v, back)
				if e.Code { // perhaps a member of a structure
					a.rule(a.deep(v), back)
				}
			}
		case libfacts.CallState:
			o := a.stateObject(x.Name)
			a.backs = append(a.backs, callback{id, x, fn})
			for i := range a.list[o].lay.cells {
				a.rule(a.cellVar(a.list[o].first+Location(i)), rule{kind: ruleCall, site: -int32(len(a.backs))})
			}
		}
	}
	if fn != nil && e.Code {
		a.unknown(id, fn, dst)
	}
	if fn != nil {
		// Functions of the program that the library calls by name: its own
		// malloc, for example.
		users := a.lib.Users(a.index(fn))
		for g := range a.p.Funcs {
			if users[int32(g)] {
				a.backs = append(a.backs, callback{id, libfacts.Effect{}, fn})
				a.linkBack(int32(len(a.backs)-1), int32(g))
			}
		}
	}
}

func (a *analysis) index(fn *program.Func) int {
	i, _ := a.p.FuncByName(fn.Name)
	return i
}

// copySize returns how many bytes a copying call moves, -1 if that varies.
func (a *analysis) copySize(s *Site, e *libfacts.Effects) int64 {
	for _, x := range e.Items {
		if x.Kind == libfacts.WriteMem && x.Extent == libfacts.Sized {
			return sizeOf(s, x)
		}
	}
	return -1
}

// sizeOf returns the number of bytes of a sized access, -1 if it varies.
func sizeOf(s *Site, x libfacts.Effect) int64 {
	if x.Size >= 0 {
		return x.Size
	}
	if n := int(-1 - x.Size); n < len(s.Instr.Args) && s.Instr.Args[n].Mode == program.Const {
		if v := int64(s.Instr.Args[n].Bits); v >= 0 {
			return v
		}
	}
	return -1
}

// unknown lets a library function of which nothing is known mix up all the
// pointers that it can find: those given to it, those in memory reachable from
// there and from the objects of the library that its code names, and one to
// memory that it may allocate.
func (a *analysis) unknown(id int32, fn *program.Func, dst variable) {
	s := a.sites[id]
	pool := a.variables(1)
	a.edge(a.freshVar(id), pool)
	reaches := func(v variable) {
		d := a.deep(v)
		a.edge(d, pool)
		a.rule(d, rule{kind: ruleStoreAll, to: pool})
	}
	for n := range s.Instr.Args {
		if v := a.argument(s, n); v >= 0 {
			a.edge(a.into(v, 0), pool)
			a.rule(v, rule{kind: ruleStoreAll, to: pool})
			reaches(v)
		}
	}
	for _, name := range a.lib.Objects(a.index(fn)) {
		for _, l := range a.objectCells(a.stateObject(name)) {
			c := a.cellVar(l)
			a.edge(c, pool)
			a.edge(pool, c)
			reaches(c)
		}
	}
	if dst >= 0 && wide(s.Instr.Kind) {
		a.edge(pool, dst)
	}
}
