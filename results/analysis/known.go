package analysis

import (
	"strings"

	"github.com/riftlab/rift/results"
)

// exposing returns what a task says about one known error of its pair, as a task
// on that error whose differences are the tests that expose it.
func exposing(run *results.Run, id string) *results.Run {
	r := *run
	r.Pair = errorOf(run.PairOf(), id).Pair
	r.Golden, r.FirstError, r.Errors = false, nil, 0
	r.First, r.Differences, r.NoOracle = nil, 0, 0
	if x := run.Exposed[id]; x != nil {
		first := x.First
		r.First, r.Differences = &first, x.Tests
	}
	return &r
}

// exposedLast reports whether the last test of a task was the first to expose some
// known error.
func exposedLast(r *results.Run) bool {
	for _, x := range r.Exposed {
		if x.First.Tests == r.Tests {
			return true
		}
	}
	return false
}

// errorMark stands between a version pair and the name of one of its errors. Names
// of pairs have neither of its characters.
const errorMark = ": "

// errorOf is a known error of a version pair as a pair of a view.
func errorOf(p results.PairOf, id string) results.PairOf {
	return results.PairOf{Subject: p.Subject, Pair: p.Pair + errorMark + id}
}

// VersionPair returns the version pair that a pair of a view is, or is a known error
// of.
func VersionPair(p results.PairOf) results.PairOf {
	pair, _, _ := strings.Cut(p.Pair, errorMark)
	return results.PairOf{Subject: p.Subject, Pair: pair}
}

// knownErrors returns all known errors of a set.
func knownErrors(set *results.Set) []results.PairOf {
	var all []results.PairOf
	for _, p := range set.Pairs {
		for _, known := range set.KnownErrors(p) {
			all = append(all, errorOf(p, known.ID))
		}
	}
	return all
}

// Noun is what a pair of the view is called: "pair" or "error".
func (v *View) Noun() string {
	if v.Known {
		return "error"
	}
	return "pair"
}

// First is what tasks of the view look for: "first difference", or "first exposing
// test" of an error.
func (v *View) First() string {
	if v.Known {
		return "first exposing test"
	}
	return "first difference"
}

// Detected is what tasks of the view that detect have done.
func (v *View) Detected() string {
	if v.Known {
		return "exposed the error"
	}
	return "found a difference"
}
