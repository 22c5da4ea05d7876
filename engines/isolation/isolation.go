// Package isolation is the baseline of csg: the same search with the same budget,
// but with a flat set of targets, the outputs and the changed statements that are
// deepest in their chain of control dependence. Changes are exercised, but not
// their order or interaction.
//
// Source: Böhme, Oliveira, Roychoudhury: Regression Tests to Expose Change
// Interaction Errors, ESEC/FSE 2013, section 5.4 ("changes in isolation").
package isolation

import (
	"context"
	"fmt"
	"slices"

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
}

func defaults() Params { return Params{directed.Defaults(), true} }

// Name implements engines.Engine.
func (Engine) Name() string { return "isolation" }

// Describe implements engines.Describer.
func (Engine) Describe() engines.Description {
	p := defaults()
	return engines.Description{
		Kind:    engines.Generate,
		Summary: "symbolic execution directed at changes one by one",
		Source:  "Böhme et al., ESEC/FSE 2013",
		Params:  &p,
	}
}

// Run implements engines.Engine.
func (Engine) Run(ctx context.Context, task *engines.Task, rec engines.Recorder) error {
	p := defaults()
	if err := task.Decode("isolation", &p); err != nil {
		return err
	}
	task, err := p.Apply(task)
	if err != nil {
		return fmt.Errorf("isolation: %w", err)
	}
	a, err := directed.Analyse(ctx, task)
	if err != nil {
		return fmt.Errorf("isolation: %w", err)
	}
	opt := sequence.Options{Effects: p.Effects, Deletions: p.Deletions}
	g := a.Sequences(opt)
	var plans []*directed.Plan
	if plan := planOf(a, g); len(plan.Targets) > 0 {
		plans = append(plans, plan)
	}
	if p.Deletions {
		old, err := a.Deleted(ctx, task)
		if err != nil {
			return fmt.Errorf("isolation: %w", err)
		}
		if plan := planOf(old, old.Sequences(opt)); len(plan.Targets) > 0 {
			plan.Old = true
			plans = append(plans, plan)
			if len(a.Changed(g)) == 0 { // they come first where nothing else has changed
				slices.Reverse(plans)
			}
		}
	}
	if len(plans) == 0 {
		if err := a.Nothing(rec, len(g.Of(sequence.Change)) > 0); err != nil {
			return fmt.Errorf("isolation: %w", err)
		}
		return nil
	}
	_, err = directed.Run(ctx, task, rec, plans, a.Changed(g), &p.Params)
	return err
}

// planOf makes the flat set: a state that reaches a changed statement goes on with
// the other targets. Without a changed statement there is no plan.
func planOf(a *directed.Analysis, g *sequence.Graph) *directed.Plan {
	plan := &directed.Plan{
		Next: func(targets []int, reached int) []int {
			return slices.DeleteFunc(slices.Clone(targets), func(t int) bool { return t == reached })
		},
	}
	changes := g.Of(sequence.Change)
	for _, c := range changes {
		if p := &g.Places[c]; !p.Unreachable && deepest(a, g, c, changes) {
			plan.Targets = append(plan.Targets, a.Target(p.Name, p.Nodes(), false))
		}
	}
	if len(plan.Targets) == 0 {
		return plan
	}
	plan.Targets = append(plan.Targets, a.Outputs(g)...)
	for i := range plan.Targets {
		plan.Start = append(plan.Start, i)
	}
	return plan
}

// deepest reports whether no other changed statement depends by control on change
// c, unless c also depends on it.
func deepest(a *directed.Analysis, g *sequence.Graph, c int, changes []int) bool {
	return !slices.ContainsFunc(changes, func(d int) bool {
		return d != c && a.Controls(g.Places[c].Nodes(), g.Places[d].Nodes()) && !a.Controls(g.Places[d].Nodes(), g.Places[c].Nodes())
	})
}
