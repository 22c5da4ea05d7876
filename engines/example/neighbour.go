// Command example shows how a foreign strategy joins rift: one engine in one
// file, and a main of three lines that appends it to rift's own. Its
// experiments, tables and plots then know the engine "neighbour" like any
// other.
package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"strconv"

	"github.com/riftlab/rift/cmd/cli"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/catalog"
	"github.com/riftlab/rift/program"
)

func main() {
	cli.Main(append(catalog.All(), Neighbour{})...)
}

// Neighbour moves one integer argument of a known test by a small step: many
// errors sit right beside an input that somebody already thought of.
type Neighbour struct{}

// Name implements engines.Engine.
func (Neighbour) Name() string { return "neighbour" }

// Describe implements engines.Describer.
func (Neighbour) Describe() engines.Description {
	return engines.Description{
		Kind:    engines.Generate,
		Summary: "steps away from existing tests, one integer argument at a time",
		Source:  "example",
		Params:  &Params{Reach: 2},
	}
}

// Params are the engine's parameters.
type Params struct {
	// Reach is the greatest step.
	Reach int `toml:"reach"`
}

// Run implements engines.Engine.
func (Neighbour) Run(ctx context.Context, task *engines.Task, rec engines.Recorder) error {
	p := Params{Reach: 2}
	if err := task.Params.Decode(&p); err != nil {
		return err
	}
	if len(task.Tests) == 0 || p.Reach < 1 {
		return errors.New("neighbour: needs a subject with tests, and a reach of at least 1")
	}
	r := rand.New(rand.NewPCG(task.Seed, 1))
	for ctx.Err() == nil {
		in := step(r, &task.Tests[r.IntN(len(task.Tests))].Input, p.Reach)
		if _, err := rec.Try(ctx, in, engines.Note{Phase: "step"}); err != nil {
			if errors.Is(err, engines.ErrBudget) {
				return nil
			}
			return err
		}
	}
	return ctx.Err()
}

// step returns a copy of in with one integer argument moved by -reach..reach.
func step(r *rand.Rand, in *program.Input, reach int) *program.Input {
	out := *in
	out.Args = append([]program.Bytes(nil), in.Args...)
	if len(out.Args) == 0 {
		return &out
	}
	i := r.IntN(len(out.Args))
	if v, err := strconv.Atoi(string(out.Args[i])); err == nil {
		out.Args[i] = program.Bytes(strconv.Itoa(v + r.IntN(2*reach+1) - reach))
	}
	return &out
}
