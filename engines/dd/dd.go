// Package dd is delta debugging: it isolates, among the changes between a
// version that passes a test and one that fails it, a small set that makes the
// test fail.
//
// Source: Zeller, "Yesterday, my program worked. Today, it does not. Why?",
// ESEC/FSE 1999, figure 4 (algorithm dd+, which handles unresolved results) and
// Zeller and Hildebrandt, TSE 2002, figure 3 (ddmin). Changes are hunks, and
// subsets are applied to the correct version, as there.
package dd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/configuration"
	"github.com/riftlab/rift/program/delta"
)

// Engine is the delta debugging engine.
type Engine struct{}

// Params are the engine's parameters.
type Params struct {
	Algorithm string `toml:"algorithm" doc:"\"dd+\", which handles configurations without a verdict, or \"ddmin\""`
}

var searches = map[string]func(*isolation, delta.Set) (delta.Set, error){
	"dd+": (*isolation).ddPlus, "ddmin": (*isolation).ddmin,
}

// Validate implements engines.Validator.
func (p *Params) Validate() error {
	if searches[p.Algorithm] == nil {
		return fmt.Errorf("algorithm is %q: must be \"dd+\" or \"ddmin\"", p.Algorithm)
	}
	return nil
}

// Name implements engines.Engine.
func (Engine) Name() string { return "dd" }

// Describe implements engines.Describer.
func (Engine) Describe() engines.Description {
	return engines.Description{
		Kind:          engines.Explain,
		Summary:       "delta debugging over the hunks of the difference",
		Source:        "Zeller, ESEC/FSE 1999",
		Deterministic: true,
		Params:        &Params{Algorithm: "dd+"},
	}
}

// Run implements engines.Engine.
func (Engine) Run(ctx context.Context, task *engines.Task, rec engines.Recorder) error {
	p := Params{Algorithm: "dd+"}
	if err := task.Params.Decode(&p); err != nil {
		return err
	}
	if err := p.Validate(); err != nil {
		return fmt.Errorf("dd: %w", err)
	}
	tester, err := configuration.New(ctx, task, rec)
	if err != nil {
		return stopped(err)
	}
	is := &isolation{test: func(s delta.Set) (configuration.Result, error) { return tester.Test(ctx, s) }}
	root, err := searches[p.Algorithm](is, tester.Delta.All())
	if err != nil {
		return stopped(err)
	}
	e, err := tester.Explain(ctx, root)
	if err != nil {
		return stopped(err)
	}
	e.Text = describe(tester.Delta, root, e)
	rec.Count("changes", int64(len(tester.Delta.Changes)))
	rec.Count("cached", int64(tester.Stats.Cached))
	return stopped(rec.Explanation(e))
}

// stopped turns the end of the budget into a normal end.
func stopped(err error) error {
	if errors.Is(err, engines.ErrBudget) {
		return nil
	}
	return err
}

func describe(d *delta.Delta, root delta.Set, e engines.Explanation) string {
	var sb strings.Builder
	fmt.Fprintf(&sb, "%d of %d changes make the test fail when applied to the old version:\n", len(root), len(d.Changes))
	for _, c := range root {
		sb.WriteString(d.Changes[c].String())
	}
	if !e.Confirmed {
		sb.WriteString("Reverting them from the new version does not make the test pass: other changes fail it too.\n")
	}
	return sb.String()
}

// isolation holds the test function of one search.
type isolation struct {
	test func(delta.Set) (configuration.Result, error)
}

// ddPlus returns a subset of c, which fails, that is enough to fail; the empty
// set passes.
func (is *isolation) ddPlus(c delta.Set) (delta.Set, error) {
	return is.dd3(c, nil, 2)
}

// dd3 is the recursion of dd+: c fails together with r, r alone does not. The
// five cases are tried in the paper's order. "For some i" leaves open which
// part is tried first: it is the last, which for two parts is to try leaving
// out the first, as Zeller's own program does ("Why Programs Fail", chapter 13)
// and as figure 4 of Yi et al. 2015 shows it.
func (is *isolation) dd3(c, r delta.Set, n int) (delta.Set, error) {
	if len(c) <= 1 {
		return c, nil // found
	}
	parts := c.Split(n)
	results := make([]configuration.Result, n)
	complements := make([]configuration.Result, n)
	for i, ci := range slices.Backward(parts) {
		var err error
		if results[i], err = is.test(ci.Union(r)); err != nil {
			return nil, err
		}
		if results[i] == configuration.Fail { // found in ci
			return is.dd3(ci, r, 2)
		}
	}
	for i, ci := range slices.Backward(parts) {
		var err error
		if complements[i], err = is.test(c.Minus(ci).Union(r)); err != nil {
			return nil, err
		}
		if results[i] == configuration.Pass && complements[i] == configuration.Pass {
			return is.interference(ci, c.Minus(ci), r)
		}
	}
	for i, ci := range slices.Backward(parts) { // preference
		if results[i] == configuration.Unresolved && complements[i] == configuration.Pass {
			return is.dd3(ci, c.Minus(ci).Union(r), 2)
		}
	}
	// Try again: what a failing complement leaves out is not needed, what
	// passes stays applied.
	rest, applied := c, r
	for i, ci := range parts {
		if complements[i] == configuration.Fail {
			rest = rest.Minus(ci)
		}
		if results[i] == configuration.Pass {
			applied = applied.Union(ci)
		}
	}
	if len(rest) == 0 {
		return c, nil // the oracle is ambiguous: each part can be missed alone
	}
	if n < len(c) {
		return is.dd3(rest, applied, min(len(rest), 2*n))
	}
	return rest, nil // nothing left
}

// interference searches both halves, each with the other applied.
func (is *isolation) interference(a, b, r delta.Set) (delta.Set, error) {
	x, err := is.dd3(a, b.Union(r), 2)
	if err != nil {
		return nil, err
	}
	y, err := is.dd3(b, a.Union(r), 2)
	if err != nil {
		return nil, err
	}
	return x.Union(y), nil
}

// ddmin returns a 1-minimal failing subset of c, which fails.
func (is *isolation) ddmin(c delta.Set) (delta.Set, error) {
	for n := 2; len(c) >= 2; {
		next, err := is.reduce(c, n)
		if err != nil {
			return nil, err
		}
		switch {
		case next.set != nil:
			c, n = next.set, max(next.granularity, 2)
		case n >= len(c):
			return c, nil
		default:
			n = min(2*n, len(c))
		}
	}
	return c, nil
}

type reduction struct {
	set         delta.Set
	granularity int
}

// reduce looks for a failing part of c, then for a failing complement; the last
// part first, as dd3 does.
func (is *isolation) reduce(c delta.Set, n int) (reduction, error) {
	parts := c.Split(n)
	for _, p := range slices.Backward(parts) {
		r, err := is.test(p)
		if err != nil {
			return reduction{}, err
		}
		if r == configuration.Fail {
			return reduction{p, 2}, nil
		}
	}
	if n > 2 { // for two parts the complements are the parts
		for _, p := range slices.Backward(parts) {
			rest := c.Minus(p)
			r, err := is.test(rest)
			if err != nil {
				return reduction{}, err
			}
			if r == configuration.Fail {
				return reduction{rest, n - 1}, nil
			}
		}
	}
	return reduction{}, nil
}
