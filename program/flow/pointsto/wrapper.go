package pointsto

import (
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow/libeffects"
	"github.com/riftlab/rift/program/libfacts"
)

// wrapper describes a function that returns memory which it allocates, such as
// xmalloc, and keeps no pointer to it. Calls of it count as allocations of their
// own: the caller sees another object at each call, in place of the generic
// objects that the function itself works on.
type wrapper struct {
	ok     bool
	allocs []instrKey // calls in it that make the generic objects
	params []int      // parameters that it may return instead
	copies []int      // parameters whose objects the result is a copy of (realloc)
}

// wrappers finds wrappers, on demand.
type wrappers struct {
	p     *program.Program
	lib   *libeffects.Library
	memo  map[int32]*wrapper
	leaks map[[2]int32]bool
	defs  map[int32][][]instrKey // by function and register: all definitions
}

func newWrappers(p *program.Program, lib *libeffects.Library) *wrappers {
	return &wrappers{p: p, lib: lib, memo: map[int32]*wrapper{}, leaks: map[[2]int32]bool{}, defs: map[int32][][]instrKey{}}
}

// of returns what is known of function f as a wrapper.
func (w *wrappers) of(f int32) *wrapper {
	if x, ok := w.memo[f]; ok {
		return x
	}
	x := &wrapper{}
	w.memo[f] = x // a recursive function is none while we look
	fn := w.p.Funcs[f]
	if fn.Result != program.Ptr || !User(fn) {
		return x
	}
	found := &wrapper{}
	if !w.returned(f, fn, found) || len(found.allocs) == 0 {
		return x
	}
	start := map[int32]bool{}
	for _, k := range found.allocs {
		start[int32(w.instr(k).Dst)] = true
	}
	if w.escapes(f, start, true) {
		return x
	}
	found.ok = true
	*x = *found
	return x
}

func (w *wrappers) instr(k instrKey) *program.Instr {
	return &w.p.Funcs[k.fn].Blocks[k.block].Instrs[k.index]
}

func (w *wrappers) definitions(f int32) [][]instrKey {
	if d, ok := w.defs[f]; ok {
		return d
	}
	fn := w.p.Funcs[f]
	d := make([][]instrKey, len(fn.Regs))
	for b, blk := range fn.Blocks {
		for i := range blk.Instrs {
			if r := blk.Instrs[i].Dst; r >= 0 {
				d[r] = append(d[r], instrKey{f, int32(b), int32(i)})
			}
		}
	}
	w.defs[f] = d
	return d
}

// returned follows what f returns back to allocations, null and parameters; it
// reports false if anything else can be returned.
func (w *wrappers) returned(f int32, fn *program.Func, x *wrapper) bool {
	seen := map[int32]bool{}
	var work []int32
	follow := func(o program.Operand) bool {
		switch o.Mode {
		case program.InReg:
			if !seen[o.Index] {
				seen[o.Index] = true
				work = append(work, o.Index)
			}
			return true
		case program.Const:
			return o.Bits == 0
		}
		return false
	}
	for _, b := range fn.Blocks {
		if t := b.Term(); t.Op == program.Return && !follow(t.A) {
			return false
		}
	}
	defs := w.definitions(f)
	for len(work) > 0 {
		r := work[len(work)-1]
		work = work[:len(work)-1]
		for i, q := range fn.Params {
			if int32(q.Reg) == r {
				x.params = append(x.params, i)
			}
		}
		for _, k := range defs[r] {
			in := w.instr(k)
			switch {
			case in.Op == program.Move || in.Op == program.Bitcast:
				if !follow(in.A) {
					return false
				}
			case w.allocates(k, in, x):
			case in.Op == program.Call && in.A.Mode == program.FuncAddr && w.p.Funcs[in.A.Index].Library:
				n, ok := same(w.lib.Of(int(in.A.Index)))
				if !ok || n >= len(in.Args) || !follow(in.Args[n].Operand) {
					return false
				}
			default:
				return false
			}
		}
	}
	return true
}

// same returns the argument that a library function returns, if it returns
// nothing else.
func same(e *libfacts.Effects) (int, bool) {
	arg, ok := -1, false
	for _, x := range e.Items {
		switch x.Kind {
		case libfacts.ReturnArg:
			arg, ok = x.Arg, arg < 0
		case libfacts.ReturnInto, libfacts.ReturnDeep, libfacts.ReturnObj, libfacts.ReturnHeld, libfacts.ReturnFresh:
			return -1, false
		}
	}
	return arg, ok && arg >= 0
}

// allocates reports whether a call returns memory that it allocates and
// nothing else, and notes it.
func (w *wrappers) allocates(k instrKey, in *program.Instr, x *wrapper) bool {
	if in.Op != program.Call || in.A.Mode != program.FuncAddr {
		return false
	}
	g := in.A.Index
	fn := w.p.Funcs[g]
	copied := func(arg int) {
		if arg < len(in.Args) {
			for i, q := range w.p.Funcs[k.fn].Params {
				if in.Args[arg].Reg() == q.Reg {
					x.copies = append(x.copies, i)
				}
			}
		}
	}
	if fn.Library {
		fresh := false
		e := w.lib.Of(int(g))
		for _, it := range e.Items {
			switch it.Kind {
			case libfacts.ReturnFresh:
				fresh = true
			case libfacts.ReturnArg, libfacts.ReturnInto, libfacts.ReturnDeep, libfacts.ReturnObj, libfacts.ReturnHeld:
				return false
			}
		}
		if !fresh || e.Code || isStreamPointer(fn.Type) {
			return false
		}
		for _, it := range e.Items {
			if it.Kind == libfacts.CopyPtrs && it.Arg < 0 {
				copied(it.Src)
			}
		}
		x.allocs = append(x.allocs, k)
		return true
	}
	inner := w.of(g)
	if !inner.ok {
		return false
	}
	for _, n := range inner.copies {
		copied(n)
	}
	for _, n := range inner.params {
		for i, q := range w.p.Funcs[k.fn].Params {
			if n < len(in.Args) && in.Args[n].Reg() == q.Reg {
				x.params = append(x.params, i)
			} else if n < len(in.Args) && in.Args[n].Mode == program.InReg {
				if !w.isParam(k.fn, in.Args[n].Reg()) {
					return false
				}
			}
		}
	}
	x.allocs = append(x.allocs, k)
	return true
}

func (w *wrappers) isParam(f int32, r program.Reg) bool {
	for _, q := range w.p.Funcs[f].Params {
		if q.Reg == r {
			return true
		}
	}
	return false
}

func isStreamPointer(t *program.Type) bool {
	return t != nil && t.Elem != nil && t.Elem.Class == program.PointerType && isStream(t.Elem.Elem)
}

// escapes reports whether function f lets an address that is in the given
// registers get anywhere else: into memory, or (unless mayReturn) to its caller.
func (w *wrappers) escapes(f int32, start map[int32]bool, mayReturn bool) bool {
	fn := w.p.Funcs[f]
	held := start
	for grew := true; grew; {
		grew = false
		hold := func(r program.Reg) {
			if r >= 0 && !held[int32(r)] {
				held[int32(r)] = true
				grew = true
			}
		}
		has := func(o program.Operand) bool { return o.Mode == program.InReg && held[o.Index] }
		for _, b := range fn.Blocks {
			for i := range b.Instrs {
				in := &b.Instrs[i]
				switch in.Op {
				case program.Store:
					if has(in.B) {
						return true
					}
				case program.Load, program.CopyMem, program.ZeroMem, program.WideOp, program.Branch, program.Switch,
					program.Eq, program.Ne, program.ULt, program.ULe, program.SLt, program.SLe, program.PtrDiff:
				case program.Return:
					if has(in.A) && !mayReturn {
						return true
					}
				case program.Call, program.Intrinsic:
					if w.callLeaks(in, has, hold) {
						return true
					}
				default:
					if has(in.A) || has(in.B) {
						hold(in.Dst)
					}
				}
			}
		}
	}
	return false
}

// callLeaks reports whether a call lets a held address escape.
func (w *wrappers) callLeaks(in *program.Instr, has func(program.Operand) bool, hold func(program.Reg)) bool {
	any := false
	for _, a := range in.Args {
		any = any || has(a.Operand)
	}
	if !any {
		return false
	}
	if in.Op == program.Intrinsic {
		return effectLeaks(w.lib.Intrinsic(in.Intrin), in, has, hold)
	}
	if in.A.Mode != program.FuncAddr {
		return true
	}
	fn := w.p.Funcs[in.A.Index]
	if fn.Library {
		return effectLeaks(w.lib.Of(int(in.A.Index)), in, has, hold)
	}
	for i, a := range in.Args {
		if has(a.Operand) && (i >= len(fn.Params) || w.leaksParam(in.A.Index, int32(i))) {
			return true
		}
	}
	return false
}

func effectLeaks(e *libfacts.Effects, in *program.Instr, has func(program.Operand) bool, hold func(program.Reg)) bool {
	if e.Code {
		return true
	}
	arg := func(n int) bool { return n >= 0 && n < len(in.Args) && has(in.Args[n].Operand) }
	for _, x := range e.Items {
		switch x.Kind {
		case libfacts.StoreInto, libfacts.StoreState:
			if arg(x.Src) {
				return true
			}
		case libfacts.ReturnArg, libfacts.ReturnInto:
			if arg(x.Arg) {
				hold(in.Dst)
			}
		case libfacts.CallArg:
			for _, n := range x.Passes {
				if arg(n) {
					return true
				}
			}
		}
	}
	return false
}

// leaksParam reports whether function f keeps or returns what its parameter i
// points to.
func (w *wrappers) leaksParam(f, i int32) bool {
	k := [2]int32{f, i}
	if l, ok := w.leaks[k]; ok {
		return l
	}
	w.leaks[k] = true // while we look, and so for recursive functions
	fn := w.p.Funcs[f]
	if !User(fn) {
		return true
	}
	l := w.escapes(f, map[int32]bool{int32(fn.Params[i].Reg): true}, false)
	w.leaks[k] = l
	return l
}

// looks reports whether a wrapper reads the memory that it returns.
func (w *wrappers) looks(f int32, x *wrapper) bool {
	held := map[int32]bool{}
	for _, k := range x.allocs {
		held[int32(w.instr(k).Dst)] = true
	}
	w.escapes(f, held, true) // completes held
	for _, b := range w.p.Funcs[f].Blocks {
		for i := range b.Instrs {
			in := &b.Instrs[i]
			switch in.Op {
			case program.Load, program.CopyMem, program.WideOp, program.Call, program.Intrinsic:
				ops := []program.Operand{in.A, in.B}
				for n, a := range in.Args {
					if in.Op == program.Call && in.A.Mode == program.FuncAddr && n == 0 && x.isAlloc(w, in) {
						continue // the old memory of realloc
					}
					ops = append(ops, a.Operand)
				}
				for _, o := range ops {
					if o.Mode == program.InReg && held[o.Index] {
						return true
					}
				}
			}
		}
	}
	return false
}

func (x *wrapper) isAlloc(w *wrappers, in *program.Instr) bool {
	for _, k := range x.allocs {
		if w.instr(k) == in {
			return true
		}
	}
	return false
}
