package probdd

import (
	"slices"
	"testing"

	"github.com/riftlab/rift/engines/deltadebug"
	"github.com/riftlab/rift/engines/deltadebug/searchtest"
	"github.com/riftlab/rift/program/delta"
)

func searching(c delta.Set, first deltadebug.Tests) (delta.Set, error) { return search(c, 0.1, first) }

// TestCause checks that a cause is found exactly, with fewer tests than there
// are changes when it is a single one of many.
func TestCause(t *testing.T) {
	for _, cause := range []delta.Set{{6}, {2, 5}, {0}, {0, 1, 2, 3, 4, 5, 6, 7}, {100}, {3, 200}} {
		n := max(8, cause[len(cause)-1]+40)
		got, runs, err := searchtest.Run(searching, n, searchtest.FailsWith(cause))
		if err != nil || !slices.Equal(got, cause) {
			t.Errorf("cause %v: got %v, %v", cause, got, err)
		}
		if n > 40 && runs > n {
			t.Errorf("cause %v of %d: %d tests", cause, n, runs)
		}
	}
}

// TestRandomOracles checks that answers fail and are 1-minimal.
func TestRandomOracles(t *testing.T) { searchtest.Minimal(t, searching, 10000) }
