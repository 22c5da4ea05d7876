package regver

import (
	"context"
	"errors"

	"github.com/riftlab/rift/engines"
)

// Engine is the engine.
type Engine struct{}

// Params are the engine's parameters.
type Params struct {
	QuerySteps int64 `toml:"query_steps" doc:"limit of a question to the solver, in propagations"`
	MaxTerms   int   `toml:"max_terms" doc:"terms of a pair of functions, from which on it is given up"`
	Work       int   `toml:"work" doc:"limit of the instructions executed as terms, for all functions together"`
}

// Validate implements engines.Validator.
func (p *Params) Validate() error {
	if p.QuerySteps <= 0 || p.MaxTerms <= 0 || p.Work <= 0 {
		return errors.New("query_steps, max_terms and work must be positive")
	}
	return nil
}

func defaults() Params {
	var o Options
	o.fill()
	return Params{QuerySteps: o.QuerySteps, MaxTerms: o.MaxTerms, Work: o.Instructions}
}

// Name implements engines.Engine.
func (Engine) Name() string { return "regver" }

// Describe implements engines.Describer.
func (Engine) Describe() engines.Description {
	p := defaults()
	return engines.Description{
		Kind:          engines.Generate,
		Summary:       "functions proved equal pair by pair, loops and recursion included; makes no tests",
		Source:        "Godlin and Strichman, DAC 2009; Felsing et al., ASE 2014",
		Deterministic: true,
		Proves:        true,
		Static:        true,
		Params:        &p,
	}
}

// Run implements engines.Engine. It tries no inputs, and tells an engines.Concluder
// what it proved; for others it counts.
func (Engine) Run(ctx context.Context, task *engines.Task, rec engines.Recorder) error {
	p := defaults()
	if err := task.Decode("regver", &p); err != nil {
		return err
	}
	opt := Options{
		QuerySteps: p.QuerySteps, MaxTerms: p.MaxTerms, Instructions: p.Work, Entry: task.Model.Entry,
		Equivalence: task.Equivalence, Spend: rec.Spend,
	}
	if c, ok := rec.(engines.Certifier); ok {
		opt.Certify = c.Certify
	}
	r, err := Prove(ctx, task.Old.Program, task.New.Program, opt)
	proved := r.Proved()
	for _, c := range []struct {
		name string
		n    int
	}{
		{"functions", len(r.Pairs)}, {"functions.proved", len(proved)}, {"queries", int(r.Queries)},
	} {
		if c.n > 0 {
			rec.Count(c.name, int64(c.n))
		}
	}
	if w, ok := rec.(engines.Concluder); ok {
		w.Conclude(r.conclude())
	}
	if errors.Is(err, engines.ErrBudget) {
		return nil
	}
	return err
}

// conclude says what a result is worth.
func (r *Result) conclude() engines.Conclusion {
	c := engines.Conclusion{Complete: r.Equal, Unbounded: r.Equal, Proved: r.Proved(), Assumes: r.Assumes}
	if r.Equal {
		c.Proof = r.String()
		return c
	}
	// What of the library only one version uses says nothing that its users do not.
	for _, single := range []bool{false, true} {
		for _, p := range r.Pairs {
			if p.Why != nil && p.Single == single && !p.Library {
				c.Bounds = append(c.Bounds, engines.Bound{Cause: "function " + p.Name + " not proved equal: " + p.Why.Error(), Count: 1})
			}
		}
	}
	if len(c.Bounds) == 0 {
		c.Bounds = append(c.Bounds, engines.Bound{Cause: "functions of the library that only one version uses", Count: 1})
	}
	return c
}
