package cdd

import (
	"slices"
	"testing"

	"github.com/riftlab/rift/engines/deltadebug"
	"github.com/riftlab/rift/engines/deltadebug/searchtest"
	"github.com/riftlab/rift/program/delta"
)

func searching(c delta.Set, first deltadebug.Tests) (delta.Set, error) { return search(c, 0.1, first) }

// The lengths of parts are those of the paper for the initial probability 0.1: 9.49 at
// first, each 0.632 of the one before.
func TestLength(t *testing.T) {
	var got []int
	for round := range 7 {
		got = append(got, length(round, 0.1, 100))
	}
	if want := []int{9, 5, 3, 2, 1, 1, 1}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if n := length(0, 0.1, 4); n != 3 {
		t.Errorf("of four changes %d are left out at once", n)
	}
	if n := length(0, 0.999, 4); n != 1 {
		t.Errorf("parts of %d", n)
	}
}

// A cause is found exactly, by no more than one test for each part of each round and
// the pass that makes sure.
func TestCause(t *testing.T) {
	searchtest.Causes(t, searching, func(n, needed int) int {
		if needed <= 2 {
			return n / 2
		}
		return n
	})
}

// TestRandomOracles checks that answers fail and are 1-minimal.
func TestRandomOracles(t *testing.T) { searchtest.Minimal(t, searching, 3000) }
