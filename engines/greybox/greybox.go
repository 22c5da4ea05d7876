// Package greybox draws inputs at random and goes on from those that execute
// something new (engines/fuzz): a small change to such an input, or parts of two of them,
// often get further where an input drawn anew fails early. What matters to a difference is
// to execute a change, so inputs that do are preferred.
//
// Sources: Zalewski, american fuzzy lop, technical details, 2013-2016 (keeping inputs
// that cover something new); Petsios, Tang, Stolfo, Keromytis, Jana, NEZHA, S&P 2017
// (comparing programs on them). Of the directed techniques that prefer inputs near to
// changes, packages aflgo and aflchurn are two as published.
package greybox

import (
	"cmp"
	"context"
	"fmt"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/fuzz"
)

// Engine is the greybox engine.
type Engine struct{}

// Params are the engine's parameters.
type Params struct {
	engines.PoolModel
	engines.PoolSeeds
	Patience int `toml:"patience" doc:"a run ends when so many inputs in a row, and half as many as were tried before them, execute nothing new"`
}

// Validate implements engines.Validator.
func (p *Params) Validate() error {
	if p.Patience < 1 {
		return fmt.Errorf("patience is %d: must be at least 1", p.Patience)
	}
	return cmp.Or(p.ValidateModel(), p.ValidateSeeds())
}

func defaults() Params {
	return Params{PoolModel: engines.DefaultModel(), PoolSeeds: engines.DefaultSeeds(), Patience: 10_000}
}

// Name implements engines.Engine.
func (Engine) Name() string { return "greybox" }

// Describe implements engines.Describer.
func (Engine) Describe() engines.Description {
	p := defaults()
	return engines.Description{
		Kind:    engines.Generate,
		Summary: "random changes to inputs that execute something new, out of words that the program knows",
		Source:  "Zalewski 2013; Petsios et al., S&P 2017",
		Samples: true,
		Covers:  true,
		Params:  &p,
	}
}

// Run implements engines.Engine.
func (Engine) Run(ctx context.Context, task *engines.Task, rec engines.Recorder) error {
	p := defaults()
	if err := task.Decode("greybox", &p); err != nil {
		return err
	}
	task, err := p.Apply(task)
	if err != nil {
		return fmt.Errorf("greybox: %w", err)
	}
	f, err := fuzz.New(task, rec, fuzz.Options{Name: "greybox", Stream: 0x67726579, Patience: p.Patience, Seeds: p.Seeds == engines.FromPool}) // "grey"
	if err != nil {
		return err
	}
	return f.Run(ctx)
}
