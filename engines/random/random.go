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
	"github.com/riftlab/rift/program/values"
)

// Engine is the random engine.
type Engine struct{}

// Params are the engine's parameters.
type Params struct {
	engines.PoolModel
	Source  string `toml:"source" doc:"where inputs come from: \"pool\", the subject's tests; \"model\", its input model; \"auto\", the pool alone if there is one, else the model"`
	Replace bool   `toml:"replace" doc:"whether a test of the pool may be drawn again; if not, a run ends when the pool is exhausted"`
}

// Validate implements engines.Validator.
func (p *Params) Validate() error {
	switch p.Source {
	case "auto", "pool", "model":
		return p.ValidateModel()
	}
	return fmt.Errorf("source is %q: must be \"pool\", \"model\" or \"auto\"", p.Source)
}

func defaults() Params { return Params{PoolModel: engines.DefaultModel(), Source: "auto"} }

// UsesPool implements engines.UsesPool.
func (p *Params) UsesPool() string {
	switch {
	case p.Source != "model":
		return "tests to draw from"
	case p.Model == engines.FromPool:
		return "an input model"
	}
	return ""
}

// Name implements engines.Engine.
func (Engine) Name() string { return "random" }

// Describe implements engines.Describer.
func (Engine) Describe() engines.Description {
	p := defaults()
	return engines.Description{
		Kind:    engines.Generate,
		Summary: "seeded random inputs from the input model and values by their types, or random draws from the test pool",
		Source:  "baseline",
		Samples: true,
		Params:  &p,
	}
}

// Run implements engines.Engine.
func (Engine) Run(ctx context.Context, task *engines.Task, rec engines.Recorder) error {
	p := defaults()
	if err := task.Decode("random", &p); err != nil {
		return err
	}
	if !usesPool(task, p) {
		var err error
		if task, err = p.Apply(task); err != nil {
			return fmt.Errorf("random: %w", err)
		}
	}
	if _, timed := ctx.Deadline(); !timed && endless(task, p) {
		return errors.New("random: this source never ends: the experiment must set a budget")
	}
	draw, err := source(task, p)
	if err != nil {
		return err
	}
	for ctx.Err() == nil {
		in, note, ok := draw.next()
		if !ok {
			engines.Stopped(rec, true, "every test of the pool was tried")
			return nil
		}
		trial, err := rec.Try(ctx, in, note)
		if err != nil {
			if errors.Is(err, engines.ErrBudget) {
				return nil
			}
			return err
		}
		if draw.learn != nil {
			draw.learn(trial.Old, trial.New)
		}
	}
	return ctx.Err()
}

// usesPool reports whether inputs are those of the test pool.
func usesPool(task *engines.Task, p Params) bool {
	return p.Source == "pool" || p.Source == "auto" && len(task.Tests) > 0
}

// endless reports whether nothing ends a run.
func endless(task *engines.Task, p Params) bool {
	b := task.Budget
	return (!usesPool(task, p) || p.Replace) && b.Steps == 0 && b.Tests == 0 && b.Wall == 0
}

// draws are where inputs come from.
type draws struct {
	next  func() (*program.Input, engines.Note, bool) // false at the end of the pool
	learn func(outcomes ...*program.Outcome)          // if not nil, is told what runs asked for
}

// source returns where the inputs of a task come from.
func source(task *engines.Task, p Params) (draws, error) {
	r := rand.New(rand.NewPCG(task.Seed, 0x72616e646f6d)) // "random"
	if !usesPool(task, p) {
		return model(task, r)
	}
	if len(task.Tests) == 0 {
		return draws{}, fmt.Errorf("random: %w: subject %s has no test pool: use source = \"model\"", engines.ErrInapplicable, task.Subject)
	}
	order := r.Perm(len(task.Tests))
	next := 0
	return draws{next: func() (*program.Input, engines.Note, bool) {
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
	}}, nil
}

// model returns the source of inputs of the model. Values that the versions ask for
// while they run are drawn once a run has asked for them; the first input has none.
func model(task *engines.Task, r *rand.Rand) (draws, error) {
	gen := Generator{Model: &task.Model, Rand: r}
	input := gen.Input
	if p := task.Pool; p != nil && p.Draws() && len(task.Model.SymEnv) == 0 {
		input = func() *program.Input { return p.Draw(r) }
	}
	if task.Old.Program == nil || task.New.Program == nil {
		return draws{next: func() (*program.Input, engines.Note, bool) { return input(), engines.Note{}, true }}, nil
	}
	m, err := values.New(rand.New(rand.NewPCG(task.Seed, 0x76616c756573)), task.Old.Program, task.New.Program, &task.Model) // "values"
	if err != nil {
		return draws{}, fmt.Errorf("random: %w", err)
	}
	fill := m.Fresh
	if plain(&task.Model, task.New.Program) {
		fill = m.Answer
	}
	return draws{func() (*program.Input, engines.Note, bool) {
		in := input()
		fill(in)
		return in, engines.Note{}, true
	}, m.Learn}, nil
}

// plain reports whether all parameters and globals of a model are integers for which
// the model has a domain, or of type int: a Generator draws those.
func plain(m *program.InputModel, p *program.Program) bool {
	i, ok := p.FuncByName(m.Entry)
	if m.Entry == "" || m.Entry == "main" || !ok {
		return true
	}
	params := p.Funcs[i].Params
	if p.Funcs[i].Sret {
		params = params[1:]
	}
	isInt := func(v *program.ValueModel, t *program.Type) bool {
		return v.Int != nil || v.Size == 0 && v.Kind == program.UnknownValue && t != nil && t.Class == program.IntType && t.Size == 4
	}
	for i := range m.Params {
		if i >= len(params) || !isInt(&m.Params[i], params[i].Type) {
			return false
		}
	}
	for i := range m.Globals {
		g, ok := p.GlobalByName(m.Globals[i].Name)
		if !ok || !isInt(&m.Globals[i], p.Globals[g].Type) {
			return false
		}
	}
	return len(m.Params) == len(params)
}
