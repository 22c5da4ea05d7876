// Package likelihood is the model of probabilistic delta debugging: for each
// change how likely it is needed for the failure, what promises to exclude most,
// and what a test tells.
//
// Source: Wang, Shen, Chen, Xiong and Zhang, "Probabilistic Delta Debugging",
// ESEC/FSE 2021, section 3; with weights Zhou, Xu, Zhang, Tian and Sun, "WDD:
// Weighted Delta Debugging", ICSE 2025.
package likelihood

import (
	"cmp"
	"slices"

	"github.com/riftlab/rift/program/delta"
)

// Model holds for each change that is left the probability that it is needed.
type Model struct {
	p      map[int]float64
	weight func(change int) int // nil for all the same
}

// New returns a model in which each change of c is needed with the probability
// initial, above 0 and below 1. Excluding a change is worth its weight, which is
// positive; nil stands for 1 each.
func New(c delta.Set, initial float64, weight func(change int) int) *Model {
	m := &Model{p: map[int]float64{}, weight: weight}
	for _, e := range c {
		m.p[e] = initial
	}
	return m
}

// Left returns the changes that have not been excluded.
func (m *Model) Left() delta.Set {
	s := delta.Set{}
	for e := range m.p {
		s = append(s, e)
	}
	slices.Sort(s)
	return s
}

// Probability returns how likely a change that is left is needed.
func (m *Model) Probability(change int) float64 { return m.p[change] }

// certain is the probability from which on a change counts as needed.
const certain = 1 - 1e-6

// Next returns the set whose exclusion promises most: the changes that promise
// most alone, as many as maximise their weight times the probability that none of
// them is needed. It is empty when every change is certain.
//
// Source: section 3.2 of 2021, equation 3 (expected gain). With weights, changes
// are taken in the order of their own expected gain, as the authors' program does.
func (m *Model) Next() delta.Set {
	s := slices.DeleteFunc(m.Left(), func(e int) bool { return m.p[e] >= certain })
	slices.SortStableFunc(s, func(a, b int) int {
		if m.weight == nil {
			return cmp.Compare(m.p[a], m.p[b])
		}
		return cmp.Compare(float64(m.worth(b))*(1-m.p[b]), float64(m.worth(a))*(1-m.p[a]))
	})
	best, gain, none, worth := 0, 0.0, 1.0, 0
	for i, e := range s {
		none *= 1 - m.p[e]
		worth += m.worth(e)
		if g := float64(worth) * none; g > gain {
			best, gain = i+1, g
		}
	}
	if best == len(m.p) && best > 1 { // that nothing is left is known to pass
		best--
	}
	return s[:best].Union(nil)
}

func (m *Model) worth(change int) int {
	if m.weight == nil {
		return 1
	}
	return m.weight(change)
}

// Learn takes in whether the test still fails without drop.
//
// Source: section 3.3 of 2021, equation 5 (posterior probability).
func (m *Model) Learn(drop delta.Set, fails bool) {
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
