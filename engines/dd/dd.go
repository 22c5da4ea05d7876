// Package dd is delta debugging: it isolates, among the changes between a
// version that passes a test and one that fails it, a small set that makes the
// test fail.
//
// Source: Zeller, "Yesterday, my program worked. Today, it does not. Why?",
// ESEC/FSE 1999, figure 4 (algorithm dd+, which handles unresolved results) and
// Zeller and Hildebrandt, TSE 2002, figure 3 (ddmin). Changes are hunks, and
// subsets are applied to the correct version, as there.
//
// dd+ promises no more than a version that passes and one that fails, whose difference
// is its answer: with unresolved results the answer may have changes that are not
// needed, and it may matter only beside changes that both versions have. Unlike there,
// but not in the mode "published", ddmin makes of it an answer that holds and is 1-minimal (deltadebug.Answer).
package dd

import (
	"context"
	"fmt"
	"slices"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/deltadebug"
	"github.com/riftlab/rift/program/delta"
)

// Engine is the delta debugging engine.
type Engine struct{}

// Params are the engine's parameters.
type Params struct {
	engines.Modal
	deltadebug.Extensions
	Algorithm string `toml:"algorithm" doc:"\"dd+\", which handles configurations without a verdict, or \"ddmin\""`
}

var searches = map[string]func(*isolation, delta.Set) (delta.Set, error){
	"dd+": (*isolation).ddPlus, "ddmin": (*isolation).ddmin,
}

func defaults() Params {
	return Params{engines.Modal{Mode: engines.ModeRift}, deltadebug.All(), "dd+"}
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
	p := defaults()
	return engines.Description{
		Kind:          engines.Explain,
		Summary:       "delta debugging over the hunks of the difference",
		Source:        "Zeller, ESEC/FSE 1999",
		Deterministic: true,
		Params:        &p,
	}
}

// Run implements engines.Engine.
func (Engine) Run(ctx context.Context, task *engines.Task, rec engines.Recorder) error {
	p := defaults()
	if err := task.Decode("dd", &p); err != nil {
		return err
	}
	return deltadebug.Answer(ctx, task, rec, p.Extensions, func(_ *deltadebug.Tester, candidates delta.Set, first deltadebug.Tests) (delta.Set, error) {
		return searches[p.Algorithm](&isolation{first: first}, candidates)
	})
}

// isolation holds the test function of one search.
type isolation struct {
	first deltadebug.Tests
}

// ddPlus returns a subset of c, which fails, that is enough to fail; the empty
// set passes.
func (is *isolation) ddPlus(c delta.Set) (delta.Set, error) {
	return is.dd3(c, nil, 2)
}

// dd3 is the recursion of dd+: c fails together with r, r alone passes. The
// five cases are tried in the paper's order. "For some i" leaves open which
// part is tried first: it is the last, which for two parts is to try leaving
// out the first, as Zeller's own program does ("Why Programs Fail", chapter 13)
// and as figure 4 of Yi et al. 2015 shows it.
func (is *isolation) dd3(c, r delta.Set, n int) (delta.Set, error) {
	if len(c) <= 1 {
		return c, nil // found
	}
	parts := c.Split(n)
	slices.Reverse(parts)
	alone, rest := make([]delta.Set, n), make([]delta.Set, n)
	for i, ci := range parts {
		alone[i], rest[i] = ci.Union(r), c.Minus(ci).Union(r)
	}
	i, results, err := is.first(alone, func(_ int, r deltadebug.Result) bool { return r == deltadebug.Fail })
	if err != nil {
		return nil, err
	}
	if i >= 0 { // found in that part
		return is.dd3(parts[i], r, 2)
	}
	i, complements, err := is.first(rest, func(i int, r deltadebug.Result) bool {
		return r == deltadebug.Pass && results[i] == deltadebug.Pass
	})
	if err != nil {
		return nil, err
	}
	if i >= 0 {
		return is.interference(parts[i], c.Minus(parts[i]), r)
	}
	for i, ci := range parts { // preference
		if results[i] == deltadebug.Unresolved && complements[i] == deltadebug.Pass {
			return is.dd3(ci, c.Minus(ci).Union(r), 2)
		}
	}
	// Try again: what passes stays applied, what a failing complement leaves out is
	// not needed.
	var passing, needless []delta.Set
	for i, ci := range parts {
		if results[i] == deltadebug.Pass {
			passing = append(passing, ci)
		}
		if complements[i] == deltadebug.Fail {
			needless = append(needless, ci)
		}
	}
	applied, err := is.most(r, passing, func(s delta.Set) delta.Set { return s }, deltadebug.Pass)
	if err != nil {
		return nil, err
	}
	gone, err := is.most(nil, needless, func(s delta.Set) delta.Set { return c.Minus(s).Union(applied) }, deltadebug.Fail)
	if err != nil {
		return nil, err
	}
	left := c.Minus(gone)
	if n < len(c) {
		return is.dd3(left, applied, min(len(left), 2*n))
	}
	return left.Minus(applied), nil // nothing left
}

// most returns base with as many of the parts as give the result want in the
// configuration that is made of them. With any one of the parts it does.
//
// The paper takes all parts at once. That goes by monotony and unambiguity, which
// unresolved results do not keep to: of parts that pass, two may not compile
// together, and with these applied every configuration is unresolved.
func (is *isolation) most(base delta.Set, parts []delta.Set, of func(delta.Set) delta.Set, want deltadebug.Result) (delta.Set, error) {
	if len(parts) == 0 {
		return base, nil
	}
	all := base.Union(deltadebug.Union(parts))
	i, _, err := is.first([]delta.Set{of(all)}, func(_ int, r deltadebug.Result) bool { return r == want })
	switch {
	case err != nil:
		return nil, err
	case i == 0:
		return all, nil
	case len(parts) == 1:
		return base, nil
	}
	half := len(parts) / 2
	if base, err = is.most(base, parts[:half], of, want); err != nil {
		return nil, err
	}
	return is.most(base, parts[half:], of, want)
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
	units, err := deltadebug.Minimise(deltadebug.Singles(c), nil, is.first)
	return deltadebug.Union(units), err
}
