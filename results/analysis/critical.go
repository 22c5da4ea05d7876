package analysis

import (
	"slices"

	"github.com/riftlab/rift/results"
)

// Critical is the critical sequences of a pair's change interaction errors.
type Critical [][]string

// CriticalSequences returns those of the known errors of a pair, as the sequences
// of all its tests decide them.
func CriticalSequences(set *results.Set, p results.PairOf) Critical {
	var list Critical
	all := results.Tallies(set.RunsOn(p, ""))
	for _, known := range set.KnownErrors(p) {
		if d := DecideInteraction(known.ID, all); d.Verdict == InteractionYes {
			list = append(list, d.Sequence)
		}
	}
	return list
}

// On reports whether a test's sequence exercises one of the critical ones.
func (c Critical) On(sequence []string) bool {
	return slices.ContainsFunc(c, func(order []string) bool { return exercises(sequence, order) })
}

// Count counts tests, and those that expose an error, on other sequences (0) and
// on critical ones (1).
func (c Critical) Count(tallies []*results.Tally) (tests, errors [2]int) {
	for _, t := range tallies {
		k := 0
		if c.On(t.Sequence) {
			k = 1
		}
		tests[k] += t.Tests
		errors[k] += t.Errors
	}
	return tests, errors
}
