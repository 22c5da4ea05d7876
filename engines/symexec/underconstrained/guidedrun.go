// Package underconstrained runs a program from the middle on, from an EntryState, with
// variables for what is live there. A GuidedRun follows one path, that of the values
// which the variables have in a model, and tells a tracer of package vm about
// every instruction; its condition, taken back at one of its constraints, leads
// to the next path. Globals and locals that are not described hold what they hold
// when the program starts; that is so of the state of the run-time library, too.
// What unknown pointers point to is made when it is used; see
// lazyinit.go.
//
// A Snapshot is the state of such a run, or of a state of an exploration, as it was
// when it was held.
//
// Source: Santelices, Chittimalli, Apiwattanapong, Orso, Harrold: Test-Suite
// Augmentation for Evolving Software, ASE 2008, sections 2 and 3.2; the run is
// that of Godefroid, Klarlund, Sen: DART, PLDI 2005.
package underconstrained

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/engines/symexec/code"
	"github.com/riftlab/rift/engines/symexec/exec"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

// EntryState is where partial runs begin.
type EntryState struct {
	// Frames are the activations, outermost first: each is at its call of the
	// next, the last at the instruction to be executed first.
	Frames []exec.Frame
	// Locals are, by activation, the locals that have begun to live.
	Locals [][]int32
	// Variables stand for what registers and memory hold. What no variable
	// stands for is 0 in a register, and in memory what it is at the start of the
	// program.
	Variables []Variable
	// Opaque are objects of which nothing is known: a run stops at an access.
	Opaque []Object
	// Objects has the variables for memory behind pointers; entry states of two programs of
	// which the runs are compared share it. Without it each run has its own.
	Objects *LazyObjects
	// Value, if it is not nil, is asked for values of variables behind pointers that
	// the model of a run does not have; false if it does not know.
	Value func(*LazyVariable) (uint64, bool)
	// May reports whether accesses at all of these places may be to one object, and
	// to o if that is not nil. Without it everything may be.
	May func(places []exec.Frame, o *Abstract) bool
}

// Storage says what a variable of an EntryState is kept in.
type Storage uint8

// The kinds of storage.
const (
	InRegister Storage = iota
	InGlobal
	InLocal
)

// Object is a register, global or local of an EntryState.
type Object struct {
	In         Storage
	Activation int   // of registers and locals
	Index      int32 // of the register, global or local
}

// Variable is an unknown value: of a register, of the width of its kind, or of
// 8, 16, 32 or 64 bits in memory.
type Variable struct {
	Name    string // unique in its entry state; variables of one name in two entry states are the same
	Bits    int
	Type    *program.Type // of the value, nil if it is not known
	Pointer bool
	Object
	Off int // in the global or local, in bytes
}

// VariablePrefix begins the names of the terms of an EntryState's variables, so that
// they are no parts of the program's input; the variable's own name follows.
const VariablePrefix = "@"

// Term returns the variable as a term.
func (v *Variable) Term(s *bitvec.Store) bitvec.Term { return s.Var(VariablePrefix+v.Name, v.Bits) }

// GuidedRun is a run from an EntryState on, under way.
type GuidedRun struct {
	lazyHeap
	ctx    context.Context
	core   *symexec.Core
	st     *exec.State
	stop   string
	met    []bitvec.Term   // the constraints, by their serial numbers, as far as asked for
	ids    map[int32]bool  // numbers of pointer variables
	opaque map[uint32]bool // slots
	before func(exec.Frame)
	step   vm.Tracer
	shown  vm.Event // to step; reused
}

// NewGuidedRun prepares the run that the values of a model take, by the names of the
// terms; variables that it does not have are 0. Before is called at each
// instruction of the program's own code that is the first of its statement in its
// block, before it is executed; step sees what a run in package vm would show.
func NewGuidedRun(ctx context.Context, e *symexec.Explorer, s *EntryState, model map[string]uint64, before func(exec.Frame), step vm.Tracer) (*GuidedRun, error) {
	if len(s.Frames) == 0 {
		return nil, errors.New("a partial run needs a place to begin at")
	}
	core := e.Core()
	if s.Objects == nil {
		c := *s
		c.Objects = NewLazyObjects(core.Terms.String)
		s = &c
	}
	st := e.Begin(ctx)
	st.Input.Guide = &program.Input{} // decisions follow the model, without forks
	w := &GuidedRun{ctx: ctx, core: core, st: st, before: before, step: step, ids: map[int32]bool{}, opaque: map[uint32]bool{}}
	w.lazyHeap = lazyHeap{entry: s, byRoot: map[bitvec.Term]*lazyObject{}, apart: map[related]bool{}, types: map[bitvec.Term]*program.Type{}, defaults: maps.Clone(model)}
	if w.defaults == nil {
		w.defaults = map[string]uint64{}
	}
	for i := range s.Frames {
		if err := w.push(i); err != nil {
			return nil, err
		}
	}
	values := make([]expr.Value, len(s.Variables))
	for i := range s.Variables {
		v := &s.Variables[i]
		t, n := core.Solver.Variable(VariablePrefix+v.Name, v.Bits)
		values[i] = expr.Value{T: t}
		if _, given := model[VariablePrefix+v.Name]; !given {
			w.defaults[VariablePrefix+v.Name] = likely(Content, v.Pointer, int(n))
		}
		if v.Pointer {
			w.ids[n] = true
			if v.Type != nil {
				w.types[t] = v.Type.Elem
			}
		}
	}
	for _, v := range s.Objects.All() {
		core.Solver.Variable(VariablePrefix+v.Name, v.Bits)
	}
	first := make([]uint64, len(core.Solver.Vars))
	for n, t := range core.Solver.Vars {
		first[n] = w.defaults[core.Terms.Name(t)]
	}
	core.Solver.SetModel(&st.Path, first)
	for i := range s.Variables {
		w.place(&s.Variables[i], values[i])
	}
	for _, o := range s.Opaque {
		w.opaque[w.slot(o)] = true
	}
	for last, i := uint32(0), 0; i < mostUnknown; i++ {
		n := st.Memory.NewSlot()
		if n == 0 {
			return nil, errors.New("there is no room for unknown objects")
		}
		if i == 0 || n != last+1 {
			w.slots, i = n, 0
		}
		last = n
	}
	return w, nil
}

// push makes activation i of the entry state.
func (w *GuidedRun) push(i int) error {
	at, p := w.entry.Frames[i], w.core.Code.IR
	f := w.core.Code.Funcs[at.Func]
	if at.Block >= len(f.Starts) || f.IR.Variadic {
		return fmt.Errorf("%s: a partial run cannot begin in it", p.Funcs[at.Func].Source)
	}
	caller := w.st.Top
	fr, ok := w.core.Machine.Push(w.st, f)
	if !ok {
		return fmt.Errorf("%s: the stack is too small", p.Funcs[at.Func].Source)
	}
	clear(fr.Regs[:f.Locals])
	fr.PC = f.Starts[at.Block] + int32(at.Index)
	fr.Mask = expr.All64
	if caller != nil {
		call := &caller.Fn.Code[caller.PC]
		if call.Op != program.Call {
			return fmt.Errorf("%s: an activation waits at no call", p.Position(call.IR.At))
		}
		fr.Dst = call.Dst
		if call.Kind != program.Void {
			fr.Mask = call.Kind.Mask()
		}
	}
	for _, k := range w.entry.Locals[i] {
		if err := w.enter(fr, at.Func, k); err != nil {
			return err
		}
	}
	return nil
}

// enter begins the life of local k of an activation.
func (w *GuidedRun) enter(fr *exec.Activation, fn int, k int32) error {
	l := &fr.Fn.IR.Locals[k]
	if l.Size < 0 {
		return fmt.Errorf("%s: no object for %s", fr.Fn.IR.Source, l.Name)
	}
	s, o := w.st.Memory.Stack(machine.LocalObject, int(l.Size))
	if s == 0 {
		return fmt.Errorf("%s: no object for %s", fr.Fn.IR.Source, l.Name)
	}
	o.What, o.Site = k, int32(fn)
	o.Define()
	a := expr.Word(w.st.Memory.Address(s))
	fr.Regs[fr.Fn.Locals+k] = a
	for i := range fr.Fn.Code {
		if in := &fr.Fn.Code[i]; in.Op == program.Enter && in.IR.Local == k {
			fr.Regs[in.Dst] = a
		}
	}
	return nil
}

// place puts a variable where it belongs.
func (w *GuidedRun) place(v *Variable, x expr.Value) {
	switch v.In {
	case InRegister:
		w.st.Activation(v.Activation).Regs[v.Index] = x
	default:
		w.st.Memory.Change(w.slot(v.Object)).Store(w.core.Terms, v.Off, v.Bits/8, x)
	}
}

// slot returns where a global or local is kept.
func (w *GuidedRun) slot(o Object) uint32 {
	if o.In == InGlobal {
		return program.GlobalSlot(int(o.Index))
	}
	f := w.st.Activation(o.Activation)
	return program.Slot(f.Regs[f.Fn.Locals+o.Index].W)
}

// Frames appends the places of the activations to dst, the innermost last.
func (w *GuidedRun) Frames(dst []exec.Frame) []exec.Frame { return w.st.Frames(dst) }

// Stop ends the run before the next instruction, for a reason.
func (w *GuidedRun) Stop(why string) { w.stop = why }

// Run runs until the outermost activation returns, the program ends, or the
// run is stopped. It returns why the run is no whole path, or "" if it is one.
func (w *GuidedRun) Run() string {
	st := w.st
	for !st.Done && w.stop == "" && w.ctx.Err() == nil {
		if st.Steps >= w.core.MaxSteps {
			return "more steps than the bound allows"
		}
		f := st.Innermost()
		in := &f.Fn.Code[f.PC]
		at := f.Where()
		if !f.Fn.IR.Library && in.Stmt >= 0 && w.before != nil {
			w.before(at)
			f = st.Innermost()
		}
		st.Steps++
		if follows(in.Op) && !w.reach(f, in) {
			break
		}
		ev := w.event(f, in, at)
		transfer := in.Op == program.Call || in.IR.IsTerminator()
		if transfer {
			w.step.Step(ev)
			f = st.Innermost() // the tracer may have held the state
		}
		if in.Op == program.Return && f.Caller == nil || w.stop != "" {
			break
		}
		if in.Op == program.Intrinsic && asks(in.IR.Intrin) {
			return "input is read"
		}
		if in.Op == program.Intrinsic && in.IR.Intrin == program.IntrinSwitch {
			return "another thread goes on"
		}
		w.execute(f, in, ev, transfer)
	}
	if w.ctx.Err() != nil {
		return "cancelled"
	}
	if w.stop == "" {
		w.stop = st.Unsupported
	}
	if w.stop == "" && st.Shown.Ending == program.Stopped && st.Done {
		w.stop = "limit of " + st.Shown.Limit
	}
	return w.stop
}

// execute executes an instruction and reports it.
func (w *GuidedRun) execute(f *exec.Activation, in *code.Instr, ev *vm.Event, transfer bool) {
	st := w.st
	ok := w.skip
	if !ok {
		if !w.core.Guard(func() { ok = w.core.Machine.Execute(st, f, in) }) {
			return // the run ends: the context is done
		}
	}
	w.skip = false
	w.settle(f, in)
	st.Excluded = 0
	if ok && st.Top == f && in.Op < program.Jump && in.Op != program.Call {
		f.PC++
	}
	switch {
	case !transfer:
		if in.IR.Dst != program.NoReg && ok {
			ev.Result = w.word(f.Regs[in.Dst])
		}
		ev.Faulted = st.Shown.Fault != nil
		w.step.Step(ev)
	case in.Op == program.Return && ok && st.Top != nil && st.Top != f:
		w.back()
	}
}

// back reports the call that an activation has returned to.
func (w *GuidedRun) back() {
	f := w.st.Top
	f.PC--
	at := f.Where()
	in := &f.Fn.Code[f.PC]
	f.PC++
	ev := &w.shown
	*ev = vm.Event{Step: w.st.Steps, Func: at.Func, Block: at.Block, Index: at.Index, Instr: in.IR, Depth: w.st.Activations, Args: ev.Args[:0], Returned: true}
	if in.IR.Dst != program.NoReg {
		ev.Result = w.word(f.Regs[in.Dst])
	}
	w.step.Step(ev)
}

// asks reports whether a service answers with input.
func asks(i program.Intrin) bool {
	switch i {
	case program.IntrinArg, program.IntrinEnv, program.IntrinRead, program.IntrinFile, program.IntrinFileMode, program.IntrinFileName, program.IntrinClock,
		program.IntrinNondet, program.IntrinSymbolic:
		return true
	}
	return false
}

// follows reports whether an operation reads or writes where its operands point.
func follows(op program.Op) bool {
	switch op {
	case program.Load, program.Store, program.CopyMem, program.ZeroMem, program.Intrinsic, program.WideOp, program.JumpTo:
		return true
	}
	return false
}

// unknown reports whether an operand of an instruction is an unknown pointer, or
// one into an opaque object.
func (w *GuidedRun) unknown(f *exec.Activation, in *code.Instr) bool {
	for _, slot := range append([]int32{in.A, in.B, in.C}, in.Args...) {
		v := f.Regs[slot]
		if w.pointers(v.T) || len(w.opaque) > 0 && w.opaque[program.Slot(w.word(v))] {
			return true
		}
	}
	return false
}

// event describes an instruction under the model.
func (w *GuidedRun) event(f *exec.Activation, in *code.Instr, at exec.Frame) *vm.Event {
	ev := &w.shown
	*ev = vm.Event{Step: w.st.Steps - 1, Func: at.Func, Block: at.Block, Index: at.Index, Instr: in.IR, Depth: w.st.Activations,
		A: w.word(f.Regs[in.A]), B: w.word(f.Regs[in.B]), C: w.word(f.Regs[in.C]), Args: ev.Args[:0]}
	for _, a := range in.Args {
		ev.Args = append(ev.Args, w.word(f.Regs[a]))
	}
	switch in.Op {
	case program.Load, program.Store, program.ZeroMem:
		ev.Address = ev.A + uint64(in.IR.Off)
	case program.CopyMem:
		ev.Address = ev.A
	}
	return ev
}

// word returns a value under the model.
func (w *GuidedRun) word(v expr.Value) uint64 {
	if v.T == 0 {
		return v.W
	}
	return w.core.Solver.Eval(&w.st.Path, v.T)
}

// Peek returns up to n bytes at an address under the model: as many as there are.
func (w *GuidedRun) Peek(a uint64, n int64) []byte {
	s, off, ok := w.st.Memory.Inside(a, 0)
	if !ok || n <= 0 {
		return nil
	}
	o := w.st.Memory.Object(s)
	return o.Take(w.core.Terms, off, min(int(n), o.Size-off)).Under(w.core.Machine.Eval(w.st))
}

// Condition returns the constraints that the run has met, in their order. The caller
// must not change them: snapshots of the run share them.
func (w *GuidedRun) Condition() []bitvec.Term {
	w.met = w.st.Path.AppendSince(w.met, len(w.met))
	return slices.Clip(w.met)
}

// Steps returns the instructions executed.
func (w *GuidedRun) Steps() int64 { return w.st.Steps }

// Concretised returns how many values were made concrete for want of terms.
func (w *GuidedRun) Concretised() int { return w.st.Concretised }
