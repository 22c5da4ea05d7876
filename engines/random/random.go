// Package random is the baseline that every comparison needs: it tries inputs
// at random, drawn from the subject's test pool or made from its input model.
package random

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
)

// Engine is the random engine.
type Engine struct{}

// Params are the engine's parameters.
type Params struct {
	Source  string `toml:"source" doc:"where inputs come from: \"pool\", the subject's tests; \"model\", its input model; \"auto\", the pool alone if there is one, else the model"`
	Replace bool   `toml:"replace" doc:"whether a test of the pool may be drawn again; if not, a run ends when the pool is exhausted"`
}

// Validate implements engines.Validator.
func (p *Params) Validate() error {
	switch p.Source {
	case "auto", "pool", "model":
		return nil
	}
	return fmt.Errorf("source is %q: must be \"pool\", \"model\" or \"auto\"", p.Source)
}

// Name implements engines.Engine.
func (Engine) Name() string { return "random" }

// Describe implements engines.Describer.
func (Engine) Describe() engines.Description {
	return engines.Description{
		Kind:    engines.Generate,
		Summary: "seeded random inputs from the input model, or random draws from the test pool",
		Source:  "baseline",
		Samples: true,
		Params:  &Params{Source: "auto"},
	}
}

// Run implements engines.Engine.
func (Engine) Run(ctx context.Context, task *engines.Task, rec engines.Recorder) error {
	p := Params{Source: "auto"}
	if err := task.Decode("random", &p); err != nil {
		return err
	}
	draw, err := source(task, p)
	if err != nil {
		return err
	}
	for ctx.Err() == nil {
		in, note, ok := draw()
		if !ok {
			return nil
		}
		if _, err := rec.Try(ctx, in, note); err != nil {
			if errors.Is(err, engines.ErrBudget) {
				return nil
			}
			return err
		}
	}
	return ctx.Err()
}

// source returns the function that gives the next input; it reports false at
// the end of the pool.
func source(task *engines.Task, p Params) (func() (*program.Input, engines.Note, bool), error) {
	r := rand.New(rand.NewPCG(task.Seed, 0x72616e646f6d)) // "random"
	usePool := p.Source == "pool" || p.Source == "auto" && len(task.Tests) > 0
	endless := !usePool || p.Replace
	if b := task.Budget; endless && b.Steps == 0 && b.Tests == 0 && b.Wall == 0 {
		return nil, errors.New("random: this source never ends: the experiment must set a budget")
	}
	if !usePool {
		gen := Generator{Model: &task.Model, Rand: r}
		return func() (*program.Input, engines.Note, bool) {
			return gen.Input(), engines.Note{}, true
		}, nil
	}
	if len(task.Tests) == 0 {
		return nil, fmt.Errorf("random: subject %s has no test pool: use source = \"model\"", task.Subject)
	}
	order := r.Perm(len(task.Tests))
	next := 0
	return func() (*program.Input, engines.Note, bool) {
		i := 0
		if p.Replace {
			i = r.IntN(len(task.Tests))
		} else {
			if next == len(order) {
				return nil, engines.Note{}, false
			}
			i = order[next]
			next++
		}
		t := &task.Tests[i]
		return &t.Input, engines.Note{Test: t.Name}, true
	}, nil
}
