package link

import (
	"github.com/riftlab/rift/program"
)

// What the run-time library has to look for data races.
const (
	raceAccess    = "__libc_race_access"
	raceAtomic    = "__libc_race_atomic"
	raceNew       = "__libc_race_new"
	raceAllocated = "__libc_race_allocated"
)

// races puts calls of the run-time library beside the accesses of functions.
type races struct {
	turns                          *turns
	access, atomic, new, allocated int // numbers of functions

	private map[program.Reg]bool // addresses of objects that only the function knows
}

// function prepares for a function: an object whose address is only loaded from and stored
// to is not watched.
func (r *races) function(f *program.Func) {
	r.private = map[program.Reg]bool{}
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			if in := &b.Instrs[i]; in.Op == program.Enter {
				r.private[in.Dst] = true
			}
		}
	}
	var uses []program.Reg
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			in := &b.Instrs[i]
			if uses = in.Uses(uses[:0]); in.Op == program.Load || in.Op == program.Store || in.Op == program.ZeroMem {
				if in.A.Reg() != program.NoReg {
					uses = uses[1:]
				}
			}
			for _, u := range uses {
				delete(r.private, u)
			}
			if in.Op != program.Enter && in.Dst != program.NoReg {
				delete(r.private, in.Dst)
			}
		}
	}
}

// before watches what an instruction accesses.
func (r *races) before(in *program.Instr) {
	if r == nil {
		return
	}
	switch in.Op {
	case program.Load:
		r.watch(in, in.A, in.Off, in.Kind.Bytes(), false)
	case program.Store:
		r.watch(in, in.A, in.Off, in.Kind.Bytes(), true)
	case program.ZeroMem:
		r.watch(in, in.A, in.Off, in.Size, true)
	case program.CopyMem:
		r.watch(in, in.B, 0, in.Size, false)
		r.watch(in, in.A, 0, in.Size, true)
	}
}

func (r *races) watch(in *program.Instr, at program.Operand, off, size int64, write bool) {
	t := r.turns
	switch {
	case at.Mode == program.GlobalAddr && unwatched(t.program.Globals[at.Index]):
		return
	case r.private[at.Reg()]:
		return
	}
	fn := r.access
	if in.Flags&(program.Atomic|program.Volatile) != 0 {
		fn = r.atomic
	}
	bit := uint64(0)
	if write {
		bit = 1
	}
	r.call(in, fn, r.place(in, at, off), program.C(program.I64, uint64(size)), program.C(program.I32, uint64(in.At)), program.C(program.I32, bit))
}

// unwatched reports whether nobody races for a global; of the library's objects, of which
// each thread has its own errno, the library takes care.
func unwatched(g *program.Global) bool { return g.ReadOnly || g.ThreadLocal || g.Library }

// place returns the operand for an address and an offset.
func (r *races) place(in *program.Instr, at program.Operand, off int64) program.Operand {
	if off == 0 {
		return at
	}
	reg := r.turns.register()
	r.turns.out = append(r.turns.out, program.Instr{Op: program.PtrAdd, Kind: program.Ptr, Dst: reg, A: at, Off: off, At: in.At, Stmt: in.Stmt})
	return program.R(program.Ptr, reg)
}

// after tells of objects that have begun.
func (r *races) after(in *program.Instr) {
	if r == nil || in.Dst == program.NoReg {
		return
	}
	made := program.R(program.Ptr, in.Dst)
	switch {
	case in.Op == program.Enter && !r.private[in.Dst]:
		r.call(in, r.new, made, program.C(program.I64, uint64(max(r.turns.f.Locals[in.Local].Size, 0))))
	case in.Op == program.EnterVLA:
		r.call(in, r.new, made, in.A)
	case in.Op == program.Call && in.A.Mode == program.FuncAddr:
		if f := r.turns.program.Funcs[in.A.Index]; f.Library && allocates[f.Name] {
			r.call(in, r.allocated, made)
		}
	}
}

var allocates = map[string]bool{
	"malloc": true, "calloc": true, "realloc": true, "reallocarray": true, "aligned_alloc": true, "memalign": true,
	"strdup": true, "strndup": true,
}

func (r *races) call(in *program.Instr, fn int, args ...program.Operand) {
	call := program.Instr{Op: program.Call, Kind: program.Void, Dst: program.NoReg, A: callee(fn), At: in.At, Stmt: in.Stmt}
	for _, a := range args {
		call.Args = append(call.Args, program.Arg{Operand: a})
	}
	r.turns.out = append(r.turns.out, call)
}
