// Package searchtest holds searches for failing sets of changes to what they promise.
// It is for tests.
package searchtest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/riftlab/rift/engines/deltadebug"
	"github.com/riftlab/rift/program/delta"
)

// Search returns a failing subset of c, which fails, by the results of tests.
type Search func(c delta.Set, first deltadebug.Tests) (delta.Set, error)

// Oracle is the result of each set of changes.
type Oracle func(delta.Set) deltadebug.Result

// All returns the changes 0 to n-1.
func All(n int) delta.Set {
	s := make(delta.Set, n)
	for i := range s {
		s[i] = i
	}
	return s
}

// FailsWith fails if all of cause are applied, else passes.
func FailsWith(cause delta.Set) Oracle {
	return func(s delta.Set) deltadebug.Result {
		if len(cause.Minus(s)) == 0 {
			return deltadebug.Fail
		}
		return deltadebug.Pass
	}
}

// Arbitrary fails with all of n changes, passes with none, and has any result else.
func Arbitrary(n int, salt uint64) Oracle {
	return func(s delta.Set) deltadebug.Result {
		switch len(s) {
		case 0:
			return deltadebug.Pass
		case n:
			return deltadebug.Fail
		}
		h := salt
		for _, c := range s {
			h = (h ^ uint64(c+1)) * 0x9E3779B97F4A7C15
			h ^= h >> 29
		}
		return deltadebug.Result(h % 3)
	}
}

// Causes checks that causes of one change and of several are found exactly, those among
// more than 40 changes in no more tests than most says for n changes of which some are needed.
func Causes(t *testing.T, search Search, most func(n, needed int) int) {
	t.Helper()
	for _, cause := range []delta.Set{{6}, {2, 5}, {0}, {0, 1, 2, 3, 4, 5, 6, 7}, {100}, {3, 200}} {
		n := max(8, cause[len(cause)-1]+40)
		got, runs, err := Run(search, n, FailsWith(cause))
		if err != nil || !slices.Equal(got, cause) {
			t.Errorf("cause %v: got %v, %v", cause, got, err)
		}
		if n > 40 && runs > most(n, len(cause)) {
			t.Errorf("cause %v of %d: %d tests", cause, n, runs)
		}
	}
}

// Run returns what the search finds among n changes, and the number of tests.
func Run(search Search, n int, o Oracle) (delta.Set, int, error) {
	runs := 0
	got, err := search(All(n), func(sets []delta.Set, accept func(int, deltadebug.Result) bool) (int, []deltadebug.Result, error) {
		return deltadebug.InOrder(sets, func(s delta.Set) (deltadebug.Result, error) { runs++; return o(s), nil }, accept)
	})
	return got, runs, err
}

// Minimal checks on oracles drawn at random, monotone ones and arbitrary ones with
// unresolved results, that the answer fails and is 1-minimal, and is the cause where
// there is one.
func Minimal(t *testing.T, search Search, oracles int) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	for range oracles {
		n := 1 + r.IntN(24)
		cause := delta.Set{}
		for i := range n {
			if r.IntN(5) == 0 {
				cause = append(cause, i)
			}
		}
		if len(cause) == 0 {
			cause = delta.Set{r.IntN(n)}
		}
		if got, _, err := Run(search, n, FailsWith(cause)); err != nil || !slices.Equal(got, cause) {
			t.Fatalf("cause %v of %d: got %v, %v", cause, n, got, err)
		}
		o := Arbitrary(n, r.Uint64())
		got, _, err := Run(search, n, o)
		if err != nil || o(got) != deltadebug.Fail {
			t.Fatalf("the answer %v does not fail, %v", got, err)
		}
		for _, c := range got {
			if o(got.Minus(delta.Set{c})) == deltadebug.Fail {
				t.Fatalf("the answer %v is not 1-minimal: %d can go", got, c)
			}
		}
	}
}
