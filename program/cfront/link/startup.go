package link

import (
	"sort"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/object"
	"github.com/riftlab/rift/program/libc"
)

// hooked returns the positions in prog.Funcs of constructors or destructors
// in the order of their priorities.
func (l *linker) hooked(prio func(object.FuncSym) int) []int {
	var list []int
	for i, it := range l.funcs {
		if prio(it.obj.FuncSyms[it.index]) > 0 {
			list = append(list, i)
		}
	}
	sort.SliceStable(list, func(a, b int) bool {
		x, y := l.funcs[list[a]], l.funcs[list[b]]
		return prio(x.obj.FuncSyms[x.index]) < prio(y.obj.FuncSyms[y.index])
	})
	return list
}

func ctorOf(s object.FuncSym) int { return s.Ctor }

func dtorOf(s object.FuncSym) int { return s.Dtor }

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

// wantThreads takes what programs that make threads need of the run-time library.
func (l *linker) wantThreads() {
	it, ok := l.own[makesThreads]
	if !ok {
		return
	}
	if _, l.threads = l.number[it]; !l.threads {
		return
	}
	names := []string{letsOthersRun, ownCopy}
	if l.races {
		names = append(names, raceAccess, raceAtomic, raceNew, raceAllocated)
	}
	for _, name := range names {
		if it, ok := l.findOwn(name); ok {
			l.want(it)
		}
	}
	l.closure()
}

// takeTurns changes the code of a program that makes threads, that of the run-time
// library aside. Programs that make none keep theirs.
func (l *linker) takeTurns() {
	if !l.threads {
		return
	}
	t := turns{program: l.prog, point: l.number[l.own[letsOthersRun]], own: l.number[l.own[ownCopy]]}
	if l.races {
		t.races = &races{turns: &t, access: l.number[l.own[raceAccess]], atomic: l.number[l.own[raceAtomic]], new: l.number[l.own[raceNew]], allocated: l.number[l.own[raceAllocated]]}
	}
	for i, it := range l.funcs {
		if f := l.prog.Funcs[i]; !it.obj.Library || it.obj.Archive {
			t.function(f)
		}
	}
}
