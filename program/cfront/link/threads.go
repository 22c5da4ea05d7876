package link

import (
	"slices"

	"github.com/riftlab/rift/program"
)

// What the run-time library has for programs that make threads.
const (
	makesThreads = "__libc_thread_create"
	// letsOthersRun is called before each access to an object that is volatile or atomic:
	// a loop that waits for another thread comes to its end.
	letsOthersRun = "__libc_thread_point"
	// ownCopy returns the address of the running thread's own object, given that of the
	// first thread's.
	ownCopy = "__libc_thread_local"
)

// callee returns the operand of a call of a function.
func callee(n int) program.Operand {
	return program.Operand{Mode: program.FuncAddr, Kind: program.Ptr, Index: int32(n)}
}

// turns puts calls of the run-time library into functions.
type turns struct {
	program    *program.Program
	point, own int // numbers of functions
	races      *races

	f     *program.Func
	out   []program.Instr
	known map[int32]program.Reg // of the block: addresses of thread-local objects
	// where the last load from a volatile object was from: what is stored there belongs to it,
	// as it does in x++ of an atomic object
	loaded program.Operand
	off    int64
}

func (t *turns) function(f *program.Func) {
	t.f, t.loaded = f, program.Operand{}
	if t.races != nil {
		t.races.function(f)
	}
	grown := false
	for _, b := range f.Blocks {
		if t.races != nil && !grown {
			f.Regs, grown = slices.Clone(f.Regs), true
		}
		t.out, t.known = make([]program.Instr, 0, len(b.Instrs)), map[int32]program.Reg{}
		for i := range b.Instrs {
			in := b.Instrs[i]
			t.access(&in)
			t.races.before(&in)
			if t.local(in.A) || t.local(in.B) || t.local(in.C) || slices.ContainsFunc(in.Args, func(a program.Arg) bool { return t.local(a.Operand) }) {
				if !grown {
					f.Regs, grown = slices.Clone(f.Regs), true
				}
				t.instruction(&in)
			}
			t.out = append(t.out, in)
			t.races.after(&in)
		}
		b.Instrs = t.out
	}
}

// access lets others run before an access.
func (t *turns) access(in *program.Instr) {
	if in.Op != program.Load && in.Op != program.Store || in.Flags&(program.Volatile|program.Atomic) == 0 {
		return
	}
	switch {
	case in.Flags&program.Completes != 0:
		return
	case in.Flags&program.Atomic != 0:
	case in.Op == program.Load:
		t.loaded, t.off = in.A, in.Off
	case t.loaded == in.A && t.off == in.Off: // x++ and the like
		t.loaded = program.Operand{}
		return
	}
	t.out = append(t.out, program.Instr{Op: program.Call, Kind: program.Void, Dst: program.NoReg, A: callee(t.point), At: in.At, Stmt: in.Stmt})
}

// local reports whether an operand is the address of a thread-local object.
func (t *turns) local(o program.Operand) bool {
	return o.Mode == program.GlobalAddr && t.program.Globals[o.Index].ThreadLocal
}

// instruction makes an instruction use the thread's own objects.
func (t *turns) instruction(in *program.Instr) {
	for _, o := range []*program.Operand{&in.A, &in.B, &in.C} {
		*o = t.operand(in, *o)
	}
	in.Args = slices.Clone(in.Args)
	for i := range in.Args {
		in.Args[i].Operand = t.operand(in, in.Args[i].Operand)
	}
}

func (t *turns) operand(in *program.Instr, o program.Operand) program.Operand {
	if !t.local(o) {
		return o
	}
	r, ok := t.known[o.Index]
	if !ok {
		r = t.register()
		t.known[o.Index] = r
		first := o
		first.Bits = 0
		t.out = append(t.out, program.Instr{Op: program.Call, Kind: program.Ptr, Dst: r, A: callee(t.own), Args: []program.Arg{{Operand: first}}, At: in.At, Stmt: in.Stmt})
	}
	if o.Bits != 0 {
		at := t.register()
		t.out = append(t.out, program.Instr{Op: program.PtrAdd, Kind: program.Ptr, Dst: at, A: program.R(program.Ptr, r), Off: int64(o.Bits), At: in.At, Stmt: in.Stmt})
		r = at
	}
	return program.R(program.Ptr, r)
}

func (t *turns) register() program.Reg {
	t.f.Regs = append(t.f.Regs, program.RegInfo{Kind: program.Ptr})
	return program.Reg(len(t.f.Regs) - 1)
}
