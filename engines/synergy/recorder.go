package synergy

import (
	"github.com/riftlab/rift/engines/dyndep"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
)

// recorder is the tracer that builds a trace.
type recorder struct {
	*trace
	dynamic *dyndep.Recorder[frame]
	mem     *dyndep.Writers // of dynamic
	limit   int
	stop    func()
	full    bool
	seen    map[[2]int32]int32 // executions of each statement
}

// activation is an activation of a function; what made the value in a register is a
// step.
type activation = dyndep.Activation[frame]

// frame is what a recorder keeps of an activation.
type frame struct {
	inLibrary bool
	control   dyndep.Regions
	base      int32 // the branch that decided about the call
	instance  int32
	place     place // of the last instruction
	before    int32 // the instance before, for expressions around conditions
	resume    place // its last instruction
	varargs   []argument
	callee    int32
	unbound   bool // its parameters' values are not known until they are used
}

type argument struct {
	def   int32
	value uint64
	size  int64 // of an aggregate
	align int64
}

// newRecorder returns a recorder of at most so many steps, after which it calls stop.
func newRecorder(p *program.Program, limit int, stop func()) *recorder {
	r := &recorder{
		trace: &trace{code: newCode(p), fault: none, exit: none, result: none, last: none, callee: none, locals: map[uint32][]begun{}, blocks: map[uint32]int{}},
		limit: limit, stop: stop, seen: map[[2]int32]int32{},
	}
	r.dynamic = dyndep.NewRecorder(p, r, nil, frame{})
	r.mem = &r.dynamic.Memory
	return r
}

// Step implements vm.Tracer.
func (r *recorder) Step(e *vm.Event) {
	if r.full {
		return
	}
	r.dynamic.Step(e)
	if len(r.steps) > r.limit {
		r.full = true
		r.stop()
	}
}

// Begun implements dyndep.Sink: it binds the parameters.
func (r *recorder) Begun(a, up *activation, call *dyndep.Call) {
	p, fn := r.code.p.Funcs[a.Func], int32(a.Func)
	a.State = frame{inLibrary: p.Library, base: none, instance: none, before: none, callee: none, place: place{fn, -1, 0}}
	f, caller := &a.State, none
	if up != nil {
		f.base, caller = up.State.parent(), up.State.instance
	}
	if f.inLibrary {
		f.instance = caller
	} else {
		f.instance = r.instance(f, fn, none, caller)
	}
	var args []argument
	if call != nil {
		args = passed(call)
	}
	f.unbound = call == nil && len(p.Params) > 0
	for i, param := range p.Params {
		if i < len(args) {
			a.Regs[param.Reg] = dyndep.MarkOf(r.bind(a, i, args[i]))
		} else if !f.inLibrary {
			a.Regs[param.Reg] = dyndep.MarkOf(r.bind(a, i, argument{def: none}))
		}
	}
	if len(args) > len(p.Params) {
		f.varargs = args[len(p.Params):]
	}
}

// passed returns the arguments of a call.
func passed(call *dyndep.Call) []argument {
	args := make([]argument, len(call.Args))
	for i, x := range call.Args {
		in := &call.Instr.Args[i]
		args[i] = argument{x.By.Number(), x.Value, in.Size, in.Align}
	}
	return args
}

// Reached implements dyndep.Sink.
func (r *recorder) Reached(a *activation, e *vm.Event) {
	if a.State.unbound {
		r.learn(a, e)
	}
	if e.Index == 0 && !e.Returned {
		a.State.control.Enter(int32(e.Block))
	}
	r.locate(a, e)
}

// Returns implements dyndep.Sink.
func (r *recorder) Returns(a *activation, e *vm.Event) dyndep.Mark {
	in := e.Instr
	by := def(a, in.A)
	if in.A.Present() && !a.State.inLibrary { // a statement to blame, even if the value is a constant
		by = r.operation(a, e)
		r.steps[by].result = e.A
	}
	if len(r.dynamic.Activations()) == 1 {
		r.result = by
	}
	return dyndep.MarkOf(by)
}

// Faulted implements dyndep.Sink.
func (r *recorder) Faulted(a *activation, e *vm.Event) { r.fault = r.operation(a, e) }

// learn takes the values of the parameters of the first activation from their
// uses.
func (r *recorder) learn(a *activation, e *vm.Event) {
	dyndep.Operands(e, func(o program.Operand, v uint64) {
		if k := def(a, o); k != none && r.code.instr(r.steps[k].code) == nil {
			r.steps[k].a, r.steps[k].b, r.steps[k].result = v, 0, v
		}
	})
}

// bind makes the step of a parameter. In library functions the argument stands
// for the parameter: the step belongs to the calling statement anyway.
func (r *recorder) bind(a *activation, i int, x argument) int32 {
	if a.State.inLibrary && x.def == none {
		return none
	}
	k := r.add(a, r.code.entry[a.Func]+int32(i))
	r.steps[k].a, r.steps[k].result = x.value, x.value
	if a.State.unbound {
		r.steps[k].b = isUnknown
	}
	r.deps = append(r.deps, x.def)
	return k
}

// instance begins a statement instance.
func (r *recorder) instance(f *frame, fn, stmt, caller int32) int32 {
	key := [2]int32{fn, stmt}
	r.instances = append(r.instances, instance{
		fn: fn, stmt: stmt, caller: caller, first: int32(len(r.steps)), last: int32(len(r.steps)), control: f.parent(), nth: r.seen[key], before: f.instance,
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
func (r *recorder) locate(a *activation, e *vm.Event) {
	if a.State.inLibrary {
		return
	}
	here := place{int32(a.Func), int32(e.Block), int32(e.Index)}
	stmt := e.Instr.Stmt
	fn := r.code.p.Funcs[a.Func]
	if stmt < 0 || fn.Stmts[stmt].Kind == program.StmtImplicit || e.Instr.Flags&program.Implicit != 0 || e.Returned {
		return
	}
	current := &r.instances[a.State.instance]
	if current.stmt == stmt && a.State.place.before(here) {
		a.State.place = here
		return
	}
	// The rest of an expression around a condition, a ? b : c.
	if b := a.State.before; b != none && r.instances[b].stmt == stmt && a.State.resume.before(here) {
		a.State.before, a.State.instance, a.State.place = none, b, here
		return
	}
	a.State.before = none
	if current.stmt >= 0 && (fn.Stmts[stmt].Kind == program.StmtCond || fn.Stmts[current.stmt].Kind == program.StmtCond) {
		a.State.before, a.State.resume = a.State.instance, a.State.place
	}
	caller := current.caller
	a.State.instance = r.instance(&a.State, int32(a.Func), stmt, caller)
	a.State.place = here
}

// add appends a step; its dependences are to be appended to r.deps next.
func (r *recorder) add(a *activation, code int32) int32 {
	k := int32(len(r.steps))
	r.steps = append(r.steps, step{code: code, instance: a.State.instance, control: a.State.parent(), deps: uint32(len(r.deps))})
	if a.State.instance >= 0 {
		r.instances[a.State.instance].last = k
	}
	return k
}

// def returns the step that made an operand.
func def(a *activation, o program.Operand) int32 {
	if o.Mode == program.InReg {
		return a.Regs[o.Index].Number()
	}
	return none
}

// Marks in step.b: the step of a call, as opposed to that of its return; a
// parameter whose value is not known since nothing has used it.
const (
	isCall    = 1
	isUnknown = 2
)

// Called implements dyndep.Sink.
func (r *recorder) Called(a *activation, e *vm.Event, args []dyndep.Argument) {
	a.State.callee = none
	if !a.State.inLibrary {
		k := r.add(a, r.code.at(e.Func, e.Block, e.Index))
		r.steps[k].a, r.steps[k].b = e.A, isCall
		r.deps = append(r.deps, def(a, e.Instr.A))
		for _, x := range args {
			r.deps = append(r.deps, x.By.Number())
		}
	}
	if fn, ok := program.FuncIndex(e.A); ok {
		a.State.callee = int32(fn)
	}
}

// Returned implements dyndep.Sink.
func (r *recorder) Returned(a *activation, e *vm.Event, by dyndep.Mark) {
	a.State.callee = none
	if e.Instr.Dst == program.NoReg {
		return
	}
	k := r.add(a, r.code.at(e.Func, e.Block, e.Index))
	r.steps[k].a, r.steps[k].result = e.Result, e.Result
	r.deps = append(r.deps, by.Number())
	a.Regs[e.Instr.Dst] = dyndep.MarkOf(k)
}

// operation makes the step of an instruction that depends on its operands.
func (r *recorder) operation(a *activation, e *vm.Event) int32 {
	in := e.Instr
	k := r.add(a, r.code.at(e.Func, e.Block, e.Index))
	s := &r.steps[k]
	s.a, s.b, s.result = e.A, e.B, e.Result
	r.deps = append(r.deps, def(a, in.A), def(a, in.B))
	for _, x := range in.Args {
		r.deps = append(r.deps, def(a, x.Operand))
	}
	if in.Dst != program.NoReg {
		a.Regs[in.Dst] = dyndep.MarkOf(k)
	}
	return k
}

func (r *recorder) finish(out *program.Outcome) {
	r.outcome = out
	stack := r.dynamic.Activations()
	for i := len(stack) - 1; i >= 0; i-- {
		if f := &stack[i].State; !f.inLibrary {
			r.last, r.callee = f.instance, f.callee
			return
		}
	}
	r.last = int32(len(r.instances)) - 1
}
