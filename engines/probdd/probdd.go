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
	"slices"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/deltadebug"
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
	return deltadebug.Answer(ctx, task, rec, func(_ *deltadebug.Tester, candidates delta.Set, first deltadebug.Tests) (delta.Set, error) {
		return search(candidates, p.Initial, first)
	})
}

// search returns a 1-minimal failing subset of c, which fails.
func search(c delta.Set, initial float64, first deltadebug.Tests) (delta.Set, error) {
	m := newModel(c, initial)
	for {
		drop := m.next()
		if len(drop) == 0 {
			break
		}
		i, _, err := first([]delta.Set{m.left().Minus(drop)}, func(_ int, r deltadebug.Result) bool { return r == deltadebug.Fail })
		if err != nil {
			return nil, err
		}
		m.learn(drop, i == 0)
	}
	return deltadebug.Polish(deltadebug.Singles(m.left()), first)
}

// model holds for each change that is left the probability that it is needed.
type model struct {
	p map[int]float64
}

func newModel(c delta.Set, initial float64) *model {
	m := &model{p: map[int]float64{}}
	for _, e := range c {
		m.p[e] = initial
	}
	return m
}

// left returns the changes that have not been excluded.
func (m *model) left() delta.Set {
	s := delta.Set{}
	for e := range m.p {
		s = append(s, e)
	}
	slices.Sort(s)
	return s
}

// certain is the probability from which on a change counts as needed.
const certain = 1 - 1e-6

// next returns the set whose exclusion promises most: the changes least likely
// to be needed, as many as maximise their number times the probability that
// none of them is. It is empty when every change is certain.
//
// Source: section 3.2 there, equation 3 (expected gain).
func (m *model) next() delta.Set {
	s := slices.DeleteFunc(m.left(), func(e int) bool { return m.p[e] >= certain })
	slices.SortStableFunc(s, func(a, b int) int {
		switch {
		case m.p[a] < m.p[b]:
			return -1
		case m.p[a] > m.p[b]:
			return 1
		}
		return 0
	})
	best, gain, none := 0, 0.0, 1.0
	for i, e := range s {
		none *= 1 - m.p[e]
		if g := float64(i+1) * none; g > gain {
			best, gain = i+1, g
		}
	}
	if best == len(m.p) && best > 1 { // that nothing is left is known to pass
		best--
	}
	return s[:best].Union(nil)
}

// learn takes in whether the test still fails without drop.
//
// Source: section 3.3 there, equation 5 (posterior probability).
func (m *model) learn(drop delta.Set, fails bool) {
	if fails {
		for _, e := range drop {
			delete(m.p, e)
		}
		return
	}
	none := 1.0
	for _, e := range drop {
		none *= 1 - m.p[e]
	}
	for _, e := range drop {
		m.p[e] = min(1, m.p[e]/(1-none))
	}
}
