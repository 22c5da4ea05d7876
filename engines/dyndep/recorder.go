package dyndep

import (
	"slices"

	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
)

// Activation is an activation of a function. S is what the engine keeps of it.
type Activation[S any] struct {
	Func  int
	Depth int    // number of activations, itself included, as vm.Event counts them
	Regs  []Mark // who made the value of each register
	State S
}

// Call is what a call passes. Instr is nil if nobody called, but what is passed is known.
type Call struct {
	Instr *program.Instr
	Args  []Argument
}

// Argument is a value that a call passes, and who made it.
type Argument struct {
	By    Mark
	Value uint64
}

// Sink is what an engine does about the events of a run. A Recorder tells it of each
// event twice: first by Reached, then by what became of the instruction. a is the
// activation of the event's function, or of the one that called it if the recorder does
// not follow it. Pointers are good until the method returns.
type Sink[S any] interface {
	// Begun tells of a new activation, before its first event. up is the activation
	// around it, nil if it is the first; call is what it was called with, nil if that is
	// not known. a.Regs are nobody's; a.State is what an activation that has ended left
	// there, whose memory may be used again.
	Begun(a, up *Activation[S], call *Call)
	// Reached tells that control came to an instruction, or back to it.
	Reached(a *Activation[S], e *vm.Event)
	// Called tells of a call; the function has not begun.
	Called(a *Activation[S], e *vm.Event, args []Argument)
	// Returns tells of a return from a function that is followed. It returns who made the
	// value.
	Returns(a *Activation[S], e *vm.Event) Mark
	// Returned tells that a call is finished, or a setjmp that is returned to; by made the
	// value.
	Returned(a *Activation[S], e *vm.Event, by Mark)
	// Executed tells that another instruction is finished.
	Executed(a *Activation[S], e *vm.Event)
	// Faulted tells of an instruction that ended the run with an error.
	Faulted(a *Activation[S], e *vm.Event)
}

// Recorder follows the activations of a run and the values that they pass and return.
// It is a vm.Tracer. Of functions that it follows it needs to be told of every call,
// every return and what comes first; of others of the calls of those.
type Recorder[S any] struct {
	// Memory is for the sink to keep who wrote what.
	Memory Writers

	p        *program.Program
	sink     Sink[S]
	follows  func(fn int) bool
	stack    []Activation[S] // those that are followed, the innermost last
	outside  Activation[S]
	call     Call // that the next activation is of
	called   bool // there is one
	returned Mark // who made the value that was returned last, until the call is finished

	fiber  int            // that runs, see vm.Event
	fibers []following[S] // what is known of the others
}

// following is what a recorder knows of a fiber.
type following[S any] struct {
	stack    []Activation[S]
	call     Call
	called   bool
	returned Mark
}

// NewRecorder returns a recorder of runs of a program. follows says which functions
// have activations of their own: nil if all have. outside is the state of what stands for
// the activation of other functions around the first that is followed; its Func is -1.
func NewRecorder[S any](p *program.Program, sink Sink[S], follows func(fn int) bool, outside S) *Recorder[S] {
	return &Recorder[S]{p: p, sink: sink, follows: follows, outside: Activation[S]{Func: -1, State: outside}}
}

// Reset prepares for another run.
func (r *Recorder[S]) Reset() {
	r.Memory.Reset()
	r.stack, r.called, r.returned = r.stack[:0], false, 0
	r.fiber, r.fibers = 0, nil
	r.call.Instr, r.call.Args = nil, r.call.Args[:0]
}

// Activations returns the activations that are followed, the innermost last. They are
// shared.
func (r *Recorder[S]) Activations() []Activation[S] { return r.stack }

// Pass says what the next activation is given if nobody is seen to call it.
func (r *Recorder[S]) Pass(values []uint64) {
	r.call.Instr, r.call.Args, r.called = nil, r.call.Args[:0], true
	for _, v := range values {
		r.call.Args = append(r.call.Args, Argument{Value: v})
	}
}

// Step implements vm.Tracer.
func (r *Recorder[S]) Step(e *vm.Event) {
	if e.Fiber != r.fiber {
		r.switchTo(e.Fiber)
	}
	a, own := r.at(e)
	r.sink.Reached(a, e)
	switch in := e.Instr; {
	case e.Faulted:
		r.sink.Faulted(a, e)
	case e.Returned:
		by := r.returned
		r.returned = 0
		if in.Op != program.Call {
			by = 0
		}
		r.sink.Returned(a, e, by)
	case in.Op == program.Call:
		r.pass(a, e, own)
		r.sink.Called(a, e, r.call.Args)
	case in.Op == program.Return:
		if own {
			r.returned = r.sink.Returns(a, e)
		}
	default:
		if begins(in) && e.Result != 0 {
			r.Memory.Begun(e.Result)
		}
		r.sink.Executed(a, e)
	}
}

// switchTo goes on with the activations of another fiber.
func (r *Recorder[S]) switchTo(fiber int) {
	for len(r.fibers) <= max(fiber, r.fiber) {
		r.fibers = append(r.fibers, following[S]{})
	}
	r.fibers[r.fiber] = following[S]{r.stack, r.call, r.called, r.returned}
	f := &r.fibers[fiber]
	r.fiber, r.stack, r.call, r.called, r.returned = fiber, f.stack, f.call, f.called, f.returned
	*f = following[S]{}
}

// begins reports whether the result of an instruction is the address of a new object.
func begins(in *program.Instr) bool {
	switch in.Op {
	case program.Enter, program.EnterVLA:
		return true
	case program.Intrinsic:
		switch in.Intrin {
		case program.IntrinAlloc, program.IntrinArg, program.IntrinEnv, program.IntrinFile, program.IntrinFileName:
			return true
		}
	}
	return false
}

// pass notes what a call passes.
func (r *Recorder[S]) pass(a *Activation[S], e *vm.Event, own bool) {
	r.call.Instr, r.call.Args, r.called = e.Instr, r.call.Args[:0], true
	for i, v := range e.Args {
		arg := Argument{Value: v}
		if reg := e.Instr.Args[i].Reg(); own && reg != program.NoReg {
			arg.By = a.Regs[reg]
		}
		r.call.Args = append(r.call.Args, arg)
	}
}

// at returns the activation that an event belongs to, begun if it is new, and whether
// it is that of the event's function.
func (r *Recorder[S]) at(e *vm.Event) (a *Activation[S], own bool) {
	if r.follows != nil && !r.follows(e.Func) {
		r.leave(e.Depth - 1)
		if n := len(r.stack); n > 0 {
			return &r.stack[n-1], false
		}
		return &r.outside, false
	}
	r.leave(e.Depth)
	if n := len(r.stack); n > 0 && r.stack[n-1].Depth == e.Depth {
		if a := &r.stack[n-1]; a.Func == e.Func {
			return a, true
		}
		r.stack = r.stack[:n-1]
	}
	a, up := r.Push(e.Func, e.Depth)
	var call *Call
	if r.called {
		call = &r.call
	}
	r.sink.Begun(a, up, call)
	r.called, r.call.Args = false, r.call.Args[:0]
	return a, true
}

// leave ends the activations deeper than a number.
func (r *Recorder[S]) leave(depth int) {
	n := len(r.stack)
	for n > 0 && r.stack[n-1].Depth > depth {
		n--
	}
	r.stack = r.stack[:n]
}

// Push begins an activation that the sink is not told of, for a run that goes on from
// the middle. It returns the one around it, too, nil if it is the first.
func (r *Recorder[S]) Push(fn, depth int) (a, up *Activation[S]) {
	n := len(r.stack)
	if n == cap(r.stack) {
		r.stack = append(r.stack, Activation[S]{})
	}
	r.stack = r.stack[:n+1]
	a = &r.stack[n]
	a.Func, a.Depth, a.Regs = fn, depth, Zeroed(a.Regs, len(r.p.Funcs[fn].Regs))
	if n > 0 {
		up = &r.stack[n-1]
	}
	return a, up
}

// Zeroed returns n zeros, in the memory of s if there is enough.
func Zeroed[T any](s []T, n int) []T {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}
