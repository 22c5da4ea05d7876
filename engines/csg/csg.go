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
	Deletions bool `toml:"deletions" doc:"whether deleted code counts: what now follows the place where it was is to be reached, and in the old version the code itself; false takes changed statements of the new version alone, as published" published:"false" why:"a deletion cannot be executed, but makes as much of a difference as other changes"`
	Important bool `toml:"important" doc:"whether an interaction location that merely depends on another one of the same changes is left out of the graph"`
}

func defaults() Params { return Params{Params: directed.Defaults(), Deletions: true, Important: true} }

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
	task, err := p.Apply(task)
	if err != nil {
		return fmt.Errorf("csg: %w", err)
	}
	a, err := directed.Analyse(ctx, task)
	if err != nil {
		return fmt.Errorf("csg: %w", err)
	}
	opt := sequence.Options{Important: p.Important, Effects: p.Effects, Deletions: p.Deletions}
	g := a.Sequences(opt)
	graphs, plans := []*sequence.Graph{g}, []*directed.Plan{{}}
	if len(g.Places[0].Next) > 0 {
		plans[0] = planOf(a, g)
	}
	if p.Deletions {
		if graphs, plans, err = deleted(ctx, task, a, opt, graphs, plans); err != nil {
			return fmt.Errorf("csg: %w", err)
		}
	}
	if len(plans) == 1 && len(plans[0].Start) == 0 {
		if err := a.Nothing(rec, len(g.Of(sequence.Change)) > 0); err != nil {
			return fmt.Errorf("csg: %w", err)
		}
		return nil
	}
	reached, err := directed.Run(ctx, task, rec, plans, a.Changed(g), &p.Params)
	for k, list := range reached {
		for i, n := range list {
			if p := &graphs[k].Places[i]; p.Kind != sequence.Entry {
				if err := rec.Requirement(requirement(i, p, n, plans[k].Old)); err != nil {
					return err
				}
			}
		}
	}
	return err
}

// deleted adds the graph of deleted code and its plan, if there is any such code, before
// that of the new version if no statement of that has changed.
func deleted(ctx context.Context, task *engines.Task, a *directed.Analysis, opt sequence.Options, graphs []*sequence.Graph, plans []*directed.Plan) ([]*sequence.Graph, []*directed.Plan, error) {
	old, err := a.Deleted(ctx, task)
	if err != nil {
		return nil, nil, err
	}
	g := old.Sequences(opt)
	if len(g.Places[0].Next) == 0 {
		return graphs, plans, nil
	}
	plan := planOf(old, g)
	plan.Old = true
	switch {
	case len(plans[0].Start) == 0:
		return []*sequence.Graph{g}, []*directed.Plan{plan}, nil
	case len(a.Changed(graphs[0])) == 0:
		return append([]*sequence.Graph{g}, graphs...), append([]*directed.Plan{plan}, plans...), nil
	}
	return append(graphs, g), append(plans, plan), nil
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

func requirement(i int, p *sequence.Place, reached int, old bool) engines.Requirement {
	r := engines.Requirement{
		ID: fmt.Sprintf("%s%d", p.Kind, i), Criterion: "csg " + p.Kind.String(), Text: p.Name + ": " + p.Text, Status: "uncovered",
	}
	if old {
		r.ID, r.Criterion = "old "+r.ID, "csg deleted "+p.Kind.String()
	}
	switch {
	case reached > 0:
		r.Status = "covered"
	case p.Unreachable:
		r.Status = "infeasible"
	}
	return r
}
