package synergy

import (
	"github.com/riftlab/rift/engines/dyndep"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
)

// recorder is the tracer that builds a trace.
type recorder struct {
	*trace
	mem    dyndep.Writers
	frames []frame
	call   *pending // the call that the next deeper activation is of
	limit  int
	stop   func()
	full   bool
	seen   map[[2]int32]int32 // executions of each statement
}

// frame is an activation.
type frame struct {
	fn        int32
	inLibrary bool
	regs      []int32 // the step that assigned each register
	control   dyndep.Regions
	base      int32 // the branch that decided about the call
	instance  int32
	place     place // of the last instruction
	before    int32 // the instance before, for expressions around conditions
	resume    place // its last instruction
	varargs   []argument
	returned  int32 // the step that made the value being returned
	callee    int32
	unbound   bool // its parameters' values are not known until they are used
}

type argument struct {
	def   int32
	value uint64
	size  int64 // of an aggregate
	align int64
}

type pending struct{ args []argument }

// Step implements vm.Tracer.
func (r *recorder) Step(e *vm.Event) {
	if r.full {
		return
	}
	f := r.enter(e)
	if f.unbound {
		r.learn(f, e)
	}
	if e.Index == 0 && !e.Returned {
		f.control.Enter(int32(e.Block))
	}
	r.locate(f, e)
	in := e.Instr
	switch {
	case e.Faulted:
		r.fault = r.operation(f, e)
	case e.Returned:
		r.callReturned(f, e)
	case in.Op == program.Call:
		r.calls(f, e)
	case in.Op == program.Return:
		f.returned = f.def(in.A)
		if in.A.Present() && !f.inLibrary { // a statement to blame, even if the value is a constant
			f.returned = r.operation(f, e)
			r.steps[f.returned].result = e.A
		}
		if len(r.frames) == 1 {
			r.result = f.returned
		}
	default:
		r.execute(f, e)
	}
	if len(r.steps) > r.limit {
		r.full = true
		r.stop()
	}
}

// enter returns the activation of an event, made if it is new.
func (r *recorder) enter(e *vm.Event) *frame {
	if len(r.frames) > e.Depth {
		r.frames = r.frames[:e.Depth]
	}
	if n := len(r.frames); n == e.Depth {
		if r.frames[n-1].fn == int32(e.Func) {
			return &r.frames[n-1]
		}
		r.frames = r.frames[:n-1]
	}
	r.push(int32(e.Func))
	return &r.frames[len(r.frames)-1]
}

// push makes an activation and binds its parameters.
func (r *recorder) push(fn int32) {
	p := r.code.p.Funcs[fn]
	f := frame{fn: fn, inLibrary: p.Library, base: none, instance: none, before: none, returned: none, callee: none, place: place{fn, -1, 0}}
	caller := none
	if n := len(r.frames); n > 0 {
		up := &r.frames[n-1]
		f.base, caller = up.parent(), up.instance
	}
	f.regs = make([]int32, len(p.Regs))
	for i := range f.regs {
		f.regs[i] = none
	}
	if f.inLibrary {
		f.instance = caller
	} else {
		f.instance = r.instance(&f, none, caller)
	}
	var args []argument
	if r.call != nil {
		args = r.call.args
	}
	f.unbound = r.call == nil && len(p.Params) > 0
	r.call = nil
	r.frames = append(r.frames, f)
	top := &r.frames[len(r.frames)-1]
	for i, param := range p.Params {
		if i < len(args) {
			top.regs[param.Reg] = r.bind(top, i, args[i])
		} else if !f.inLibrary {
			top.regs[param.Reg] = r.bind(top, i, argument{def: none})
		}
	}
	if len(args) > len(p.Params) {
		top.varargs = args[len(p.Params):]
	}
}

// learn takes the values of the parameters of the first activation from their
// uses.
func (r *recorder) learn(f *frame, e *vm.Event) {
	dyndep.Operands(e, func(o program.Operand, v uint64) {
		if k := f.def(o); k != none && r.code.instr(r.steps[k].code) == nil {
			r.steps[k].a, r.steps[k].b, r.steps[k].result = v, 0, v
		}
	})
}

// bind makes the step of a parameter. In library functions the argument stands
// for the parameter: the step belongs to the calling statement anyway.
func (r *recorder) bind(f *frame, i int, a argument) int32 {
	if f.inLibrary && a.def == none {
		return none
	}
	k := r.add(f, r.code.entry[f.fn]+int32(i))
	r.steps[k].a, r.steps[k].result = a.value, a.value
	if f.unbound {
		r.steps[k].b = isUnknown
	}
	r.deps = append(r.deps, a.def)
	return k
}

// instance begins a statement instance.
func (r *recorder) instance(f *frame, stmt, caller int32) int32 {
	key := [2]int32{f.fn, stmt}
	r.instances = append(r.instances, instance{
		fn: f.fn, stmt: stmt, caller: caller, first: int32(len(r.steps)), last: int32(len(r.steps)), control: f.parent(), nth: r.seen[key], before: f.instance,
	})
	r.seen[key]++
	return int32(len(r.instances) - 1)
}

// parent returns the branch that decided about what is executed now.
func (f *frame) parent() int32 {
	if k, ok := f.control.Branch(); ok {
		return k
	}
	return f.base
}

// locate finds the statement instance of an event.
func (r *recorder) locate(f *frame, e *vm.Event) {
	if f.inLibrary {
		return
	}
	here := place{f.fn, int32(e.Block), int32(e.Index)}
	stmt := e.Instr.Stmt
	fn := r.code.p.Funcs[f.fn]
	if stmt < 0 || fn.Stmts[stmt].Kind == program.StmtImplicit || e.Instr.Flags&program.Implicit != 0 || e.Returned {
		return
	}
	current := &r.instances[f.instance]
	if current.stmt == stmt && f.place.before(here) {
		f.place = here
		return
	}
	// The rest of an expression around a condition, a ? b : c.
	if b := f.before; b != none && r.instances[b].stmt == stmt && f.resume.before(here) {
		f.before, f.instance, f.place = none, b, here
		return
	}
	f.before = none
	if current.stmt >= 0 && (fn.Stmts[stmt].Kind == program.StmtCond || fn.Stmts[current.stmt].Kind == program.StmtCond) {
		f.before, f.resume = f.instance, f.place
	}
	caller := current.caller
	f.instance = r.instance(f, stmt, caller)
	f.place = here
}

// add appends a step; its dependences are to be appended to r.deps next.
func (r *recorder) add(f *frame, code int32) int32 {
	k := int32(len(r.steps))
	r.steps = append(r.steps, step{code: code, instance: f.instance, control: f.parent(), deps: uint32(len(r.deps))})
	if f.instance >= 0 {
		r.instances[f.instance].last = k
	}
	return k
}

// def returns the step that made an operand.
func (f *frame) def(o program.Operand) int32 {
	if o.Mode == program.InReg {
		return f.regs[o.Index]
	}
	return none
}

// Marks in step.b: the step of a call, as opposed to that of its return; a
// parameter whose value is not known since nothing has used it.
const (
	isCall    = 1
	isUnknown = 2
)

func (r *recorder) calls(f *frame, e *vm.Event) {
	in := e.Instr
	p := &pending{args: make([]argument, len(in.Args))}
	for i, a := range in.Args {
		p.args[i] = argument{f.def(a.Operand), e.Args[i], a.Size, a.Align}
	}
	r.call = p
	f.callee = none
	if !f.inLibrary {
		k := r.add(f, r.code.at(e.Func, e.Block, e.Index))
		r.steps[k].a, r.steps[k].b = e.A, isCall
		r.deps = append(r.deps, f.def(in.A))
		for _, a := range p.args {
			r.deps = append(r.deps, a.def)
		}
	}
	if fn, ok := program.FuncIndex(e.A); ok {
		f.callee = int32(fn)
	}
}

// callReturned ends a call; also a setjmp that is returned to.
func (r *recorder) callReturned(f *frame, e *vm.Event) {
	f.callee = none
	if e.Instr.Dst == program.NoReg {
		return
	}
	from := none
	if n := e.Depth; n < cap(r.frames) && e.Instr.Op == program.Call {
		if gone := r.frames[:n+1][n]; gone.regs != nil {
			from = gone.returned
		}
	}
	k := r.add(f, r.code.at(e.Func, e.Block, e.Index))
	r.steps[k].a, r.steps[k].result = e.Result, e.Result
	r.deps = append(r.deps, from)
	f.regs[e.Instr.Dst] = k
}

// operation makes the step of an instruction that depends on its operands.
func (r *recorder) operation(f *frame, e *vm.Event) int32 {
	in := e.Instr
	k := r.add(f, r.code.at(e.Func, e.Block, e.Index))
	s := &r.steps[k]
	s.a, s.b, s.result = e.A, e.B, e.Result
	r.deps = append(r.deps, f.def(in.A), f.def(in.B))
	for _, a := range in.Args {
		r.deps = append(r.deps, f.def(a.Operand))
	}
	if in.Dst != program.NoReg {
		f.regs[in.Dst] = k
	}
	return k
}

func (r *recorder) finish(out *program.Outcome) {
	r.outcome = out
	for i := len(r.frames) - 1; i >= 0; i-- {
		if f := &r.frames[i]; !f.inLibrary {
			r.last, r.callee = f.instance, f.callee
			return
		}
	}
	r.last = int32(len(r.instances)) - 1
}
