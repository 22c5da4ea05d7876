// Package probdd is probabilistic delta debugging: it learns from each
// configuration how likely each change is needed for the failure, and tests
// next what promises to exclude most.
//
// Source: Wang, Shen, Chen, Xiong and Zhang, "Probabilistic Delta Debugging",
// ESEC/FSE 2021. Unlike there, a final pass of ddmin's last granularity makes
// the answer 1-minimal, and ddmin then looks for a smaller one in it
// (deltadebug.Answer): where a group of changes has a verdict only as a whole, what
// was learned of each keeps all of them. Subsets are applied to the correct version, as
// by dd.
package probdd

import (
	"context"
	"fmt"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/deltadebug"
	"github.com/riftlab/rift/engines/deltadebug/likelihood"
	"github.com/riftlab/rift/program/delta"
)

// Engine is the probabilistic delta debugging engine.
type Engine struct{}

// Params are the engine's parameters.
type Params struct {
	Initial float64 `toml:"initial" doc:"probability that a change is needed before anything is known, between 0 and 1"`
}

// Validate implements engines.Validator.
func (p *Params) Validate() error {
	if !(p.Initial > 0 && p.Initial < 1) {
		return fmt.Errorf("initial is %v: must be above 0 and below 1", p.Initial)
	}
	return nil
}

// Name implements engines.Engine.
func (Engine) Name() string { return "probdd" }

// Describe implements engines.Describer.
func (Engine) Describe() engines.Description {
	return engines.Description{
		Kind:          engines.Explain,
		Summary:       "delta debugging that learns how likely each hunk is needed",
		Source:        "Wang et al., ESEC/FSE 2021",
		Deterministic: true,
		Params:        &Params{Initial: 0.1},
	}
}

// Run implements engines.Engine.
func (Engine) Run(ctx context.Context, task *engines.Task, rec engines.Recorder) error {
	p := Params{Initial: 0.1}
	if err := task.Decode("probdd", &p); err != nil {
		return err
	}
	return deltadebug.Answer(ctx, task, rec, deltadebug.All(), func(_ *deltadebug.Tester, candidates delta.Set, first deltadebug.Tests) (delta.Set, error) {
		return search(candidates, p.Initial, first)
	})
}

// search returns a 1-minimal failing subset of c, which fails.
func search(c delta.Set, initial float64, first deltadebug.Tests) (delta.Set, error) {
	m := likelihood.New(c, initial, nil)
	for {
		drop := m.Next()
		if len(drop) == 0 {
			break
		}
		i, _, err := first([]delta.Set{m.Left().Minus(drop)}, func(_ int, r deltadebug.Result) bool { return r == deltadebug.Fail })
		if err != nil {
			return nil, err
		}
		m.Learn(drop, i == 0)
	}
	return deltadebug.Polish(deltadebug.Singles(m.Left()), first)
}
