package experiments

import (
	"context"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
)

// Environment is what experiments work with: the engines there are, and how a
// subject is found, compiled and run. It is the same in the process that plans
// and in its workers.
type Environment struct {
	Engines []engines.Engine
	Open    func(ref, base string) ([]*corpora.Subject, error) // as corpora.Open
	// Subjects are the names of the subjects that need no path.
	Subjects []string
	Compile  func(ctx context.Context, v *program.Version) (*program.Program, error)
	// Machine prepares a program to be run many times, each run within the
	// limit.
	Machine func(p *program.Program, limit RunLimits) (Machine, error)
	// Version is rift's version, for the measures.
	Version string
}

// Machine runs one program on inputs. Runs on equal inputs give equal
// outcomes. It is safe for concurrent use.
type Machine interface {
	Run(ctx context.Context, in *program.Input) (*program.Outcome, error)
}
