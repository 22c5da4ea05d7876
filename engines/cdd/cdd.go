// Package cdd is counter-based delta debugging: it leaves out parts whose length
// depends on nothing but the number of the round, which explains most of what
// probabilities gain in probabilistic delta debugging.
//
// Source: Zhang, Xu, Tian, Cheng and Sun, "Toward a Better Understanding of
// Probabilistic Delta Debugging", 2024, whose program is called CDD. Unlike there,
// a final pass leaves out single changes until the answer is 1-minimal. Subsets are
// applied to the correct version, as by dd.
package cdd

import (
	"context"
	"fmt"
	"math"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/deltadebug"
	"github.com/riftlab/rift/program/delta"
)

// Engine is the counter-based delta debugging engine.
type Engine struct{}

// Params are the engine's parameters.
type Params struct {
	Initial float64 `toml:"initial" doc:"probability that a change is needed, between 0 and 1, which gives the length of the first parts: -1/ln(1-initial)"`
}

// Validate implements engines.Validator.
func (p *Params) Validate() error {
	if !(p.Initial > 0 && p.Initial < 1) {
		return fmt.Errorf("initial is %v: must be above 0 and below 1", p.Initial)
	}
	return nil
}

// Name implements engines.Engine.
func (Engine) Name() string { return "cdd" }

// Describe implements engines.Describer.
func (Engine) Describe() engines.Description {
	return engines.Description{
		Kind:          engines.Explain,
		Summary:       "delta debugging with parts that shrink from round to round",
		Source:        "Zhang et al., 2024 (counter-based delta debugging)",
		Deterministic: true,
		Params:        &Params{Initial: 0.1},
	}
}

// Run implements engines.Engine.
func (Engine) Run(ctx context.Context, task *engines.Task, rec engines.Recorder) error {
	p := Params{Initial: 0.1}
	if err := task.Decode("cdd", &p); err != nil {
		return err
	}
	return deltadebug.Answer(ctx, task, rec, deltadebug.All(), func(_ *deltadebug.Tester, candidates delta.Set, first deltadebug.Tests) (delta.Set, error) {
		return search(candidates, p.Initial, first)
	})
}

// search returns a 1-minimal failing subset of c, which fails.
func search(c delta.Set, initial float64, first deltadebug.Tests) (delta.Set, error) {
	for round := 0; ; round++ {
		n := length(round, initial, len(c))
		for _, part := range parts(c, n) {
			if len(part) == len(c) {
				break // that nothing is left is known to pass
			}
			i, _, err := first([]delta.Set{c.Minus(part)}, func(_ int, r deltadebug.Result) bool { return r == deltadebug.Fail })
			if err != nil {
				return nil, err
			}
			if i == 0 {
				c = c.Minus(part)
			}
		}
		if n == 1 {
			return deltadebug.Polish(deltadebug.Singles(c), first)
		}
	}
}

// length returns how many changes the parts of a round have, of those that are left: at
// first as many as promise most if each is needed with the probability initial, then
// 1 - 1/e of the round before.
func length(round int, initial float64, left int) int {
	n := -1 / math.Log(1-initial) * math.Pow(1-1/math.E, float64(round))
	return int(max(1, min(n, float64(left-1))))
}

// parts cuts c into parts of length n; the last may be shorter.
func parts(c delta.Set, n int) []delta.Set {
	var list []delta.Set
	for ; len(c) > n; c = c[n:] {
		list = append(list, c[:n])
	}
	return append(list, c)
}
