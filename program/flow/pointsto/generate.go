package pointsto

import (
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/libfacts"
)

// generate makes the rules of the whole program.
func (a *analysis) generate() {
	a.reg = make([]variable, len(a.p.Funcs))
	a.result = make([]variable, len(a.p.Funcs))
	for f, fn := range a.p.Funcs {
		a.reg[f], a.result[f] = -1, -1
		if User(fn) {
			a.reg[f] = a.variables(len(fn.Regs))
			a.result[f] = a.variables(1)
		}
	}
	for i, g := range a.p.Globals {
		if g.Library && isStream(g.Type) {
			continue
		}
		for _, r := range g.Relocs {
			if r.Target.Mode == program.LabelAddr {
				continue
			}
			var buf [4]Location
			for _, l := range a.cells(a.start(a.global[i]), r.Off, 8, buf[:0]) {
				if v := a.operand(-1, r.Target); v >= 0 {
					a.edge(v, a.cellVar(l))
				}
			}
		}
	}
	a.findRoots()
	a.reached = make([]bool, len(a.p.Funcs))
	a.generated = make([]bool, len(a.p.Funcs))
	for _, f := range a.roots {
		a.reach(f)
		a.atEnd(f)
	}
}

// reach makes the rules of a function when it is first found to be called.
func (a *analysis) reach(f int32) {
	if !a.reached[f] {
		a.reached[f] = true
		a.function1(f, a.p.Funcs[f])
		a.generated[f] = true
		for i := range a.clones {
			if a.clones[i].callee == f {
				a.inherit(&a.clones[i])
			}
		}
	}
}

// atEnd adds what happens after a root has returned: the run-time library
// calls exit.
func (a *analysis) atEnd(f int32) {
	in := &program.Instr{Op: program.Call, Dst: program.NoReg, At: a.p.Funcs[f].At, Stmt: -1}
	id := int32(len(a.sites))
	handlers := &libfacts.Effects{Items: []libfacts.Effect{{Kind: libfacts.CallState, Name: "atexit"}}, Format: -1}
	a.sites = append(a.sites, &Site{Func: f, Block: -1, Index: -1, Instr: in, fresh: -1, linked: map[int32]bool{}, Service: handlers})
	a.siteAt[instrKey{f, -1, -1}] = id
	a.library(id, a.sites[id].Service, nil)
}

// findRoots finds where runs begin: main, or the entry that the options name,
// or without either every function.
func (a *analysis) findRoots() {
	if f, ok := a.p.FuncByName(a.opt.Entry); ok && a.opt.Entry != "" && User(a.p.Funcs[f]) {
		a.roots = append(a.roots, int32(f))
	} else if f, ok := a.p.FuncByName("main"); ok && User(a.p.Funcs[f]) {
		a.roots = append(a.roots, int32(f))
	} else {
		for f, fn := range a.p.Funcs {
			if User(fn) {
				a.roots = append(a.roots, int32(f))
			}
		}
	}
	for _, f := range a.roots {
		fn := a.p.Funcs[f]
		if fn.Name == "main" {
			for i, obj := range []int32{-1, a.argv, a.envv} {
				if i < len(fn.Params) && obj >= 0 {
					a.place(a.reg[f]+variable(fn.Params[i].Reg), a.start(obj))
				}
			}
			continue
		}
		for i, q := range fn.Params {
			if q.Kind != program.Ptr {
				continue
			}
			t := q.Type
			if t != nil && t.Class == program.PointerType {
				t = t.Elem
			}
			obj := a.add(Object{Kind: InputObject, Name: q.Name, Func: f, Index: int32(i), At: fn.At, lay: newLayout(t, -1, q.Size == 0)})
			a.place(a.reg[f]+variable(q.Reg), a.start(obj))
		}
	}
}

// function1 makes the rules of one function.
func (a *analysis) function1(f int32, fn *program.Func) {
	for b, blk := range fn.Blocks {
		for i := range blk.Instrs {
			a.instr(f, int32(b), int32(i), &blk.Instrs[i])
		}
	}
}

func (a *analysis) instr(f, b, i int32, in *program.Instr) {
	dst := variable(-1)
	if in.Dst >= 0 {
		dst = a.reg[f] + variable(in.Dst)
	}
	from := func(o program.Operand, kind ruleKind, off, size int64) {
		if v := a.operand(f, o); v >= 0 && dst >= 0 {
			a.rule(v, rule{kind: kind, to: dst, off: off, size: size})
		}
	}
	switch in.Op {
	case program.Move, program.Trunc, program.ZExt, program.SExt, program.Bitcast:
		// Pieces of addresses stay pieces: they become addresses again only in
		// memory, when all have been copied.
		if v := a.operand(f, in.A); v >= 0 && wide(in.A.Kind) == wide(in.Kind) && !in.Kind.IsFloat() {
			a.edge(v, dst)
		}
	case program.Add, program.Sub, program.And, program.Or, program.Xor:
		if wide(in.Kind) {
			from(in.A, ruleAny, 0, 0)
			if in.Op != program.Sub {
				from(in.B, ruleAny, 0, 0)
			}
		}
	case program.PtrAdd:
		if in.B.Present() {
			from(in.A, ruleIndex, in.Off, in.Size)
		} else {
			from(in.A, ruleShift, in.Off, 0)
		}
	case program.Load:
		if !in.Kind.IsFloat() {
			from(in.A, ruleLoad, in.Off, in.Kind.Bytes())
		}
	case program.Store:
		to, v := a.operand(f, in.A), a.operand(f, in.B)
		if to >= 0 && v >= 0 && !in.Kind.IsFloat() {
			a.rule(to, rule{kind: ruleStore, to: v, off: in.Off, size: in.Kind.Bytes()})
		}
	case program.CopyMem:
		a.copyMemory(a.operand(f, in.A), a.operand(f, in.B), in.Size)
	case program.Enter:
		a.place(dst, a.start(a.local[f][in.Local]))
	case program.EnterVLA:
		obj := a.add(Object{Kind: DynamicObject, Name: "array", Func: f, At: in.At, lay: a.types.heapLayout(f, b, i)})
		a.place(dst, a.start(obj))
	case program.VaStart:
		if o := a.variadics[f]; o >= 0 {
			a.place(dst, a.start(o))
		}
	case program.Return:
		if v := a.operand(f, in.A); v >= 0 {
			a.edge(v, a.result[f])
		}
	case program.Call, program.Intrinsic:
		a.call(f, b, i, in)
	}
}

// wide reports whether a register of kind k can hold a whole address.
func wide(k program.Kind) bool { return k == program.I64 || k == program.Ptr }
