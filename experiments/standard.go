package experiments

import (
	"context"
	"sync"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

// Standard returns the environment of real experiments: subjects from package
// corpora, compiled by cfront, run in the concrete machine.
func Standard(version string, all []engines.Engine) Environment {
	cache := cfront.NewCache()
	return Environment{
		Engines:  all,
		Open:     corpora.Open,
		Subjects: corpora.Names(),
		Compile: func(ctx context.Context, v *program.Version) (*program.Program, error) {
			return cfront.Compile(ctx, v, cfront.Options{Cache: cache})
		},
		Machine: newConcrete,
		Version: version,
	}
}

// concrete is the concrete machine with instances for as many goroutines as
// run it at a time. All versions run under vm's one default name, so that a
// program's name in its output is no difference.
type concrete struct {
	machine *vm.Machine
	mu      sync.Mutex
	idle    []*vm.Instance
}

func newConcrete(p *program.Program, limit RunLimits) (Machine, error) {
	m, err := vm.New(p, vm.Options{MaxSteps: limit.Steps, MaxMemory: limit.Memory, CheckOverflow: limit.CheckOverflow})
	if err != nil {
		return nil, err
	}
	return &concrete{machine: m}, nil
}

// Run implements Machine.
func (c *concrete) Run(ctx context.Context, in *program.Input) (*program.Outcome, error) {
	x := c.take()
	out, err := x.Run(ctx, in)
	c.mu.Lock()
	c.idle = append(c.idle, x)
	c.mu.Unlock()
	return out, err
}

func (c *concrete) take() *vm.Instance {
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
