package pair

import (
	"context"
	"sync"

	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
)

// Machine runs one program on inputs. Runs on equal inputs give equal outcomes.
type Machine interface {
	Run(ctx context.Context, in *program.Input) (*program.Outcome, error)
}

// Options say how a program is run. Zero limits are the machine's own.
type Options struct {
	Steps    int64 // of one run, in IR instructions
	Memory   int64 // of its heap, in bytes
	Coverage bool  // outcomes have Covered; it costs some speed
	Buffered bool  // outcomes have Buffered
	// Equivalence is by what outcomes are compared: whether signed overflow is to end
	// runs is a part of it.
	Equivalence program.Equivalence
}

// Concrete is the concrete machine with instances for as many goroutines as run it at
// a time. All versions run under vm's one default name, so that a program's name in
// its output is no difference.
type Concrete struct {
	machine  *vm.Machine
	tracing  func() (*vm.Machine, error)
	buffered bool

	mu   sync.Mutex
	idle []*vm.Instance
}

var _ Machine = (*Concrete)(nil)

// NewMachine prepares a program to be run many times. Errors are those of vm.New.
func NewMachine(p *program.Program, o Options) (*Concrete, error) {
	opt := vm.Options{MaxSteps: o.Steps, MaxMemory: o.Memory, CheckOverflow: o.Equivalence.CheckOverflow(), Coverage: o.Coverage}
	m, err := vm.New(p, opt)
	if err != nil {
		return nil, err
	}
	opt.Trace = true
	return &Concrete{machine: m, buffered: o.Buffered, tracing: sync.OnceValues(func() (*vm.Machine, error) { return vm.New(p, opt) })}, nil
}

// Run implements Machine.
func (c *Concrete) Run(ctx context.Context, in *program.Input) (*program.Outcome, error) {
	x := c.take()
	out, err := run(ctx, x, in)
	if err == nil && c.buffered {
		out.Buffered = x.Buffered()
	}
	c.mu.Lock()
	c.idle = append(c.idle, x)
	c.mu.Unlock()
	return out, err
}

// Trace is Run, and tells a tracer of every instruction. The tracer is made for the
// instance, in whose memory it may look.
func (c *Concrete) Trace(ctx context.Context, in *program.Input, tracer func(x *vm.Instance) vm.Tracer) (*program.Outcome, error) {
	m, err := c.tracing()
	if err != nil {
		return nil, err
	}
	x := m.NewRun()
	x.Tracer = tracer(x)
	return run(ctx, x, in)
}

func run(ctx context.Context, x *vm.Instance, in *program.Input) (*program.Outcome, error) {
	out, err := x.Run(ctx, in)
	if err == nil {
		out.Covered = x.Coverage()
	}
	return out, err
}

func (c *Concrete) take() *vm.Instance {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := len(c.idle)
	if n == 0 {
		return c.machine.NewRun()
	}
	x := c.idle[n-1]
	c.idle = c.idle[:n-1]
	return x
}
