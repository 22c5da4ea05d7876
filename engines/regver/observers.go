package regver

import (
	"slices"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/program"
)

// reading finds the functions that only read: those of the program that write to nothing
// but private objects in either version and call no others, and those of the library of
// which that is known.
//
// What a call of one returns, and whether it returns, is a function of its arguments, of
// memory and of which objects there are: it may be called in another order, or number.
func (w *proof) reading() {
	w.readers = map[string]bool{}
	for name, f := range w.byName {
		if w.readers[name] = true; w.libraryReads(f) {
			continue
		}
		for side, g := range f.side {
			if g != nil && (g.Library || len(g.Blocks) == 0 || !w.reads(side, g, nil)) {
				delete(w.readers, name)
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for name := range w.readers {
			for side, g := range w.byName[name].side {
				if g != nil && !g.Library && w.readers[name] && !w.reads(side, g, w.readers) {
					delete(w.readers, name)
					changed = true
				}
			}
		}
	}
}

// errorless finds those of the functions that only read in which no error can happen, in either
// version: a call of one that does not return goes on for ever, as limits do not matter, and
// which of two such calls does not return is nothing to tell apart.
func (w *proof) errorless() {
	w.faultless = map[string]bool{}
	for name := range w.readers {
		w.faultless[name] = !slices.ContainsFunc(w.byName[name].side[:], func(g *program.Func) bool { return g != nil && g.Library })
	}
	for changed := true; changed; {
		changed = false
		for name, is := range w.faultless {
			for side, g := range w.byName[name].side {
				if is && g != nil && !w.withoutErrors(side, g) {
					w.faultless[name], is, changed = false, false, true
				}
			}
		}
	}
}

// withoutErrors reports whether nothing in a function that only reads can be an error, if
// calls are none.
func (w *proof) withoutErrors(side int, f *program.Func) bool {
	ok := true
	f.EachInstr(func(in *program.Instr) {
		switch in.Op {
		case program.Move, program.Add, program.Sub, program.Mul, program.And, program.Or, program.Xor, program.Eq, program.Ne,
			program.ULt, program.ULe, program.SLt, program.SLe, program.Trunc, program.ZExt, program.SExt,
			program.Jump, program.Branch, program.Switch, program.Return:
		case program.Call: // of a constant, or f would not only read
			name := w.names.progs[side].Funcs[in.A.Index].Name
			ok = ok && (w.faultless[name] || w.byName[name].same && w.clean[0][name] && w.clean[1][name])
		default:
			ok = false
		}
	})
	return ok
}

// reads reports whether a function itself writes to private objects only and, if
// readers is not nil, calls only those and functions without effect.
func (w *proof) reads(side int, f *program.Func, readers map[string]bool) bool {
	s := &shape{side: side, f: f, params: map[program.Reg]int{}}
	s.number()
	s.points()
	ok := true
	private := func(o program.Operand) bool {
		b := s.baseOf(o)
		return b.kind == baseLocal && !s.locals[b.index].escapes
	}
	s.instructions(func(in *program.Instr) {
		switch {
		case in.Flags&program.Volatile != 0:
			ok = false
		case pure(in.Op), in.Op == program.Load, in.Op == program.Leave, in.IsTerminator() && in.Op != program.JumpTo:
		case in.Op == program.Enter:
			ok = ok && !s.locals[in.Local].escapes
		case in.Op == program.Store, in.Op == program.ZeroMem, in.Op == program.CopyMem:
			ok = ok && private(in.A)
		case in.Op == program.Call && in.A.Mode == program.FuncAddr:
			name := w.names.progs[side].Funcs[in.A.Index].Name
			ok = ok && (readers == nil || readers[name] || w.byName[name].same && w.clean[0][name] && w.clean[1][name]) &&
				!slices.ContainsFunc(in.Args, func(a program.Arg) bool { return a.Size > 0 })
		default:
			ok = false
		}
	})
	return ok
}

// readers are the functions of the library that look at memory and do nothing else.
var readers = []string{
	"bcmp", "index", "memchr", "memcmp", "memmem", "memrchr", "rawmemchr", "rindex", "strcasecmp", "strcasestr", "strchr",
	"strchrnul", "strcmp", "strcspn", "strlen", "strncasecmp", "strncmp", "strnlen", "strpbrk", "strrchr", "strspn", "strstr",
}

// libraryReads reports whether a function is one of readers, the same in both versions.
func (w *proof) libraryReads(f *function) bool {
	return f.same && f.side[0].Library && f.side[1].Library && slices.Contains(readers, f.name)
}

// forEver is the code of a call that goes on for ever. It is none of errors.
const forEver = 0xFF

// observe executes a call of a function that only reads. That it does not return, for an
// error or for ever, is a way out like an error.
func (x *exec) observe(st *state, in *program.Instr, f *program.Func, name string, args []bitvec.Term) value {
	all := append(slices.Clone(args), st.history, x.nameOf(st.memory, st.unknown, st.guard))
	code := x.function(name+" ends", program.I8, all...)
	ends := x.s.RedOr(code)
	if x.of.faultless[f.Name] {
		code = x.s.Const(8, forEver)
	}
	x.fault(st, in, ends, code)
	if in.Kind == program.Void {
		return value{}
	}
	v := value{t: x.function(name, in.Kind, all...)}
	if f.Library {
		x.lawOf(f.Name, args, v.t)
	}
	return v
}

// lawOf notes what is known of the result of a function of the library.
func (x *exec) lawOf(name string, args []bitvec.Term, v bitvec.Term) {
	s := x.s
	switch name {
	case "strlen", "strspn", "strcspn":
	default:
		return
	}
	if x.lawful[v] {
		return
	}
	x.lawful[v] = true
	// The text lies in one object. With few, no loop goes round more often.
	most := uint64(program.MaxObjectSize)
	if x.few {
		most = 1<<31 - 1
	}
	x.laws = append(x.laws, s.Ult(v, s.Const(64, most)), s.Ule(v, s.Not(args[0])))
}
