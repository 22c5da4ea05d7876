package fuzz

import "testing"

// Inputs that are fast, execute much and have come far get more energy than the average, as
// afl-fuzz gives them.
func TestPerformance(t *testing.T) {
	all := []*Kept{
		{Steps: 100, Covers: 100, Depth: 1}, {Steps: 100, Covers: 100, Depth: 1}, {Steps: 100, Covers: 100, Depth: 1},
		{Steps: 10, Covers: 100, Depth: 1}, {Steps: 190, Covers: 100, Depth: 1},
		{Steps: 100, Covers: 250, Depth: 1}, {Steps: 100, Covers: 20, Depth: 1}, {Steps: 100, Covers: 100, Depth: 9},
	}
	for i, want := range []float64{1, 1, 1, 3, 0.75, 2, 0.25, 3} {
		if got := Performance(all[i], all); got != want {
			t.Errorf("input %d: %v, want %v", i, got, want)
		}
	}
}
