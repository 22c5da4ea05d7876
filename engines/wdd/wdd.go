// Package wdd is weighted delta debugging: changes weigh as much as they have lines,
// parts are balanced by weight, and what promises to exclude most lines is tried first.
//
// Source: Zhou, Xu, Zhang, Tian and Sun, "WDD: Weighted Delta Debugging", ICSE 2025
// (Wddmin and WProbDD). There, weights are numbers of tokens; there too, a last pass
// makes the answer of Wddmin 1-minimal. Subsets are applied to the correct version, as
// by dd.
package wdd

import (
	"context"
	"fmt"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/deltadebug"
	"github.com/riftlab/rift/engines/deltadebug/likelihood"
	"github.com/riftlab/rift/program/delta"
)

// Engine is the weighted delta debugging engine.
type Engine struct{}

// Params are the engine's parameters.
type Params struct {
	Algorithm string  `toml:"algorithm" doc:"what is weighted: \"ddmin\" or \"probdd\""`
	Initial   float64 `toml:"initial" doc:"for \"probdd\": probability that a change is needed before anything is known, between 0 and 1"`
}

func defaults() Params { return Params{Algorithm: "ddmin", Initial: 0.1} }

// Validate implements engines.Validator.
func (p *Params) Validate() error {
	if p.Algorithm != "ddmin" && p.Algorithm != "probdd" {
		return fmt.Errorf("algorithm is %q: must be \"ddmin\" or \"probdd\"", p.Algorithm)
	}
	if !(p.Initial > 0 && p.Initial < 1) {
		return fmt.Errorf("initial is %v: must be above 0 and below 1", p.Initial)
	}
	return nil
}

// Name implements engines.Engine.
func (Engine) Name() string { return "wdd" }

// Describe implements engines.Describer.
func (Engine) Describe() engines.Description {
	p := defaults()
	return engines.Description{
		Kind:          engines.Explain,
		Summary:       "delta debugging with parts balanced by the sizes of hunks",
		Source:        "Zhou et al., ICSE 2025",
		Deterministic: true,
		Params:        &p,
	}
}

// Run implements engines.Engine.
func (Engine) Run(ctx context.Context, task *engines.Task, rec engines.Recorder) error {
	p := defaults()
	if err := task.Decode("wdd", &p); err != nil {
		return err
	}
	return deltadebug.Answer(ctx, task, rec, deltadebug.All(), func(t *deltadebug.Tester, candidates delta.Set, first deltadebug.Tests) (delta.Set, error) {
		if p.Algorithm == "probdd" {
			return wprobdd(candidates, p.Initial, t.Lines, first)
		}
		return wddmin(candidates, t.Lines, first)
	})
}

func fails(_ int, r deltadebug.Result) bool { return r == deltadebug.Fail }

// wprobdd returns a 1-minimal failing subset of c, which fails.
func wprobdd(c delta.Set, initial float64, weight func(change int) int, first deltadebug.Tests) (delta.Set, error) {
	m := likelihood.New(c, initial, weight)
	for {
		drop := m.Next()
		if len(drop) == 0 {
			return deltadebug.Polish(deltadebug.Singles(m.Left()), first)
		}
		i, _, err := first([]delta.Set{m.Left().Minus(drop)}, fails)
		if err != nil {
			return nil, err
		}
		m.Learn(drop, i == 0)
	}
}

// wddmin returns a 1-minimal failing subset of c, which fails: each part is cut in two
// of about the same weight; a part that fails alone is all that is left, one without
// which the rest fails goes.
func wddmin(c delta.Set, weight func(change int) int, first deltadebug.Tests) (delta.Set, error) {
	for parts := []delta.Set{c}; ; {
		if parts = halve(parts, weight); len(parts) == 0 {
			return deltadebug.Polish(deltadebug.Singles(c), first)
		}
		if len(parts) > 1 || len(parts[0]) < len(c) {
			i, _, err := first(parts, fails)
			if err != nil {
				return nil, err
			}
			if i >= 0 {
				c, parts = parts[i], []delta.Set{parts[i]}
				continue
			}
		}
		left := parts[:0:0]
		for _, p := range parts {
			rest := c.Minus(p)
			if len(rest) == 0 { // known to pass
				left = append(left, p)
				continue
			}
			i, _, err := first([]delta.Set{rest}, fails)
			if err != nil {
				return nil, err
			}
			if i == 0 {
				c = rest
			} else {
				left = append(left, p)
			}
		}
		parts = left
	}
}

// halve cuts each part of several changes in two, as near to half its weight as a cut
// can be, and drops parts of one change: they have been tried.
func halve(parts []delta.Set, weight func(change int) int) []delta.Set {
	var list []delta.Set
	for _, p := range parts {
		if len(p) < 2 {
			continue
		}
		sum := 0
		for _, e := range p {
			sum += weight(e)
		}
		cut, before := 1, weight(p[0])
		for ; cut < len(p)-1; cut++ {
			with := before + weight(p[cut])
			if 2*with > sum && sum-2*before < 2*with-sum {
				break
			}
			before = with
			if 2*before >= sum {
				cut++
				break
			}
		}
		list = append(list, p[:cut], p[cut:])
	}
	return list
}
