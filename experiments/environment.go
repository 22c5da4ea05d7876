package experiments

import (
	"context"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/pair"
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
	// Machine prepares a program to be run many times. The machine must be safe for
	// concurrent use.
	Machine func(p *program.Program, o pair.Options) (pair.Machine, error)
	// Version is rift's version, for the measures.
	Version string
}
