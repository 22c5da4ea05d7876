package project

import (
	"testing"

	"pgregory.net/rapid"
)

// TestNext checks the order in which commits are tested: each is between the last that
// passes and the first that fails, and the search ends with that one, or with commits
// without a verdict alone between them.
func TestNext(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "commits")
		culprit := rapid.IntRange(0, n-1).Draw(t, "culprit")
		broken := map[int]bool{}
		for _, i := range rapid.SliceOfN(rapid.IntRange(0, n-1), 0, n).Draw(t, "without a verdict") {
			broken[i] = i < n-1 // the ends have one
		}
		lo, hi, tests := -1, n-1, 0
		skipped := map[int]bool{}
		for {
			i := next(lo, hi, skipped)
			if i < 0 {
				break
			}
			if i <= lo || i >= hi || skipped[i] {
				t.Fatalf("%d is not between %d and %d, or skipped", i, lo, hi)
			}
			tests++
			switch {
			case broken[i]:
				skipped[i] = true
			case i >= culprit:
				hi = i
			default:
				lo = i
			}
		}
		if culprit <= lo || culprit > hi {
			t.Fatalf("%d is not among those from %d to %d", culprit, lo+1, hi)
		}
		for i := lo + 1; i < hi; i++ {
			if !broken[i] {
				t.Fatalf("%d was not tested", i)
			}
		}
		if len(skipped) == 0 && tests > 6 {
			t.Fatalf("%d tests for %d commits", tests, n)
		}
	})
}
