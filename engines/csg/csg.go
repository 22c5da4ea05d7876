// Package csg generates tests that exercise change sequences: symbolic execution of
// the new version, directed along the change sequence graph, from changed statement
// to changed statement and interaction location until something shows.
//
// Source: Böhme, Oliveira, Roychoudhury: Regression Tests to Expose Change
// Interaction Errors, ESEC/FSE 2013.
package csg

import (
	"context"
	"fmt"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/directed"
	"github.com/riftlab/rift/program/sequence"
)

// Engine is the engine.
type Engine struct{}

// Params are the engine's parameters.
type Params struct {
	directed.Params
	Important bool `toml:"important" doc:"whether an interaction location that merely depends on another one of the same changes is left out of the graph"`
}

func defaults() Params { return Params{Params: directed.Defaults(), Important: true} }

// Name implements engines.Engine.
func (Engine) Name() string { return "csg" }

// Describe implements engines.Describer.
func (Engine) Describe() engines.Description {
	p := defaults()
	return engines.Description{
		Kind:    engines.Generate,
		Summary: "symbolic execution directed along the sequences of changes",
		Source:  "Böhme et al., ESEC/FSE 2013",
		Params:  &p,
	}
}

// Run implements engines.Engine. It records, as requirements of the criterion
// "csg", which places of the change sequence graph the search reached.
func (Engine) Run(ctx context.Context, task *engines.Task, rec engines.Recorder) error {
	p := defaults()
	if err := task.Decode("csg", &p); err != nil {
		return err
	}
	a, err := directed.Analyse(ctx, task)
	if err != nil {
		return fmt.Errorf("csg: %w", err)
	}
	g := a.Sequences(sequence.Options{Important: p.Important, Effects: p.Effects})
	if len(g.Places[0].Next) == 0 {
		return directed.Nothing(rec, a)
	}
	reached, err := directed.Run(ctx, task, rec, planOf(a, g), a.Changed(g), &p.Params)
	for i, n := range reached {
		if p := &g.Places[i]; p.Kind != sequence.Entry {
			if err := rec.Requirement(requirement(i, p, n)); err != nil {
				return err
			}
		}
	}
	return err
}

// planOf makes the graph a plan: its targets are the places, numbered alike. Goals
// are the outputs, and other places that nothing follows, such as a changed return
// from main.
func planOf(a *directed.Analysis, g *sequence.Graph) *directed.Plan {
	plan := &directed.Plan{
		Start: g.Places[0].Next,
		Next:  func(_ []int, reached int) []int { return g.Places[reached].Next },
	}
	for i := range g.Places {
		p := &g.Places[i]
		nodes := p.Nodes()
		if p.Kind == sequence.Entry {
			nodes = nil
		}
		plan.Targets = append(plan.Targets, a.Target(p.Name, nodes, len(p.Next) == 0))
	}
	return plan
}

func requirement(i int, p *sequence.Place, reached int) engines.Requirement {
	r := engines.Requirement{
		ID: fmt.Sprintf("%s%d", p.Kind, i), Criterion: "csg " + p.Kind.String(), Text: p.Name + ": " + p.Text, Status: "uncovered",
	}
	switch {
	case reached > 0:
		r.Status = "covered"
	case p.Unreachable:
		r.Status = "infeasible"
	}
	return r
}
