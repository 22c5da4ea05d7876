package experiments

import (
	"context"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/pair"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

// Standard returns the environment of real experiments: subjects from package
// corpora, compiled by cfront with a cache, run in the concrete machine.
func Standard(version string, all []engines.Engine, cache *cfront.Cache) Environment {
	return Environment{
		Engines:  all,
		Open:     corpora.Open,
		Subjects: corpora.Names(),
		Compile: func(ctx context.Context, v *program.Version) (*program.Program, error) {
			return cfront.Compile(ctx, v, cfront.Options{Cache: cache})
		},
		Machine: func(p *program.Program, o pair.Options) (pair.Machine, error) { return pair.NewMachine(p, o) },
		Version: version,
	}
}
