package synergy

import (
	"context"
	"errors"

	"github.com/riftlab/rift/engines/dyndep"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
)

// trace is the run of a program on an input, as steps that depend on each
// other. Only steps that make values, decide branches or show output are kept.
type trace struct {
	code       *code
	steps      []step
	deps       []int32 // see step.deps
	instances  []instance
	writes     []write
	fileOut    []write
	observedBy []write            // by index in Outcome.Observed
	locals     map[uint32][]begun // by slot: objects that are local variables of the user's code
	blocks     map[uint32]int     // numbers by which telling calls other objects
	outcome    *program.Outcome
	fault      int32 // the step that ended the run with an error, or none
	exit       int32 // the step that gave the exit status, or none
	result     int32 // the step that made the result of an entry function, or none
	last       int32 // the instance of the user's code that was running at the end
	callee     int32 // the function it had called and not returned from, or none
}

// step is one executed instruction, or the binding of a parameter.
//
// Its dependences are steps, or none; which depends on the instruction:
//
//	operations, branches   operands A, B
//	Load                   address, then the writer of all bytes or of each
//	Store                  address, value
//	copies                 target, source, count, then the writer of each byte
//	fills                  target, value, count
//	call                   the function, the arguments; nothing depends on it
//	call that returned     the value returned
//	parameter              the argument
//	others (opaque)        everything that they read
type step struct {
	code     int32  // number of the instruction
	instance int32  // statement instance; none for the start of the program
	control  int32  // the branch that decided whether this step is executed, or none
	deps     uint32 // where its dependences begin in trace.deps
	a, b     uint64 // operand words; Load, Store and copies: a is the address, copies: b the source
	result   uint64 // what it made; copies and fills: the number of bytes
}

// instance is one execution of a statement of the user's code, together with
// everything that library functions called by it do; or the entry of a
// function, which binds its parameters.
type instance struct {
	fn, stmt int32 // stmt is none for an entry
	caller   int32 // the instance that called this activation, or none
	first    int32 // its first step; may belong to a later instance if it made none
	last     int32
	control  int32 // the branch that decided whether it is executed, or none
	nth      int32 // how often the statement had been executed before
	before   int32 // the instance executed before in the same activation, or none
}

// write is bytes that reached an output. Its bytes' writers are the
// dependences of its step.
type write struct {
	fd   int
	step int32
	size int64
}

// none stands for a value that no step of the trace made: a constant, or
// memory as it was at the beginning.
const none = dyndep.None

// errTooLong says that a run has more steps than can be recorded.
var errTooLong = errors.New("the run is too long to be recorded")

// record runs the program on an input and returns its trace. maxSteps bounds
// the steps kept.
func record(ctx context.Context, p *program.Program, in *program.Input, maxSteps int, opt vm.Options) (*trace, error) {
	opt.Trace = true
	m, err := vm.New(p, opt)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r := newRecorder(p, maxSteps, cancel)
	x := m.NewRun()
	x.Tracer = r
	out, err := x.Run(ctx, in)
	if err != nil {
		return nil, err
	}
	if r.full {
		return nil, errTooLong
	}
	r.finish(out)
	return r.trace, nil
}

// uses returns the dependences of step k.
func (t *trace) uses(k int32) []int32 {
	from := t.steps[k].deps
	if int(k)+1 < len(t.steps) {
		return t.deps[from:t.steps[k+1].deps]
	}
	return t.deps[from:]
}

// instr returns the instruction of step k; nil at an entry.
func (t *trace) instr(k int32) *program.Instr { return t.code.instr(t.steps[k].code) }

// at returns the source range of an instance, of a global for its
// initialisation.
func (t *trace) at(i int32) program.RangeID {
	if i < none {
		return t.code.p.Globals[-2-i].At
	}
	n := &t.instances[i]
	fn := t.code.p.Funcs[n.fn]
	if n.stmt < 0 {
		return fn.At
	}
	return fn.Stmts[n.stmt].At
}

// begun is a local variable whose object began before a step of the trace.
type begun struct {
	step  int32
	local *program.Local
}
