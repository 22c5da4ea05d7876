package wdd

import (
	"fmt"
	"testing"

	"github.com/riftlab/rift/engines/deltadebug"
	"github.com/riftlab/rift/engines/deltadebug/searchtest"
	"github.com/riftlab/rift/program/delta"
)

// lines are sizes of hunks as histories have them: many small, few large.
func lines(change int) int { return []int{1, 2, 1, 30, 1, 3, 8, 1, 120, 2}[change%10] }

func searches() map[string]searchtest.Search {
	return map[string]searchtest.Search{
		"ddmin": func(c delta.Set, first deltadebug.Tests) (delta.Set, error) { return wddmin(c, lines, first) },
		"probdd": func(c delta.Set, first deltadebug.Tests) (delta.Set, error) {
			return wprobdd(c, 0.1, lines, first)
		},
	}
}

// A part is cut where its halves weigh nearly the same, and never so that one is empty.
func TestHalve(t *testing.T) {
	for _, c := range []struct {
		weights []int
		want    string
	}{
		{[]int{1, 1, 1, 1}, "[[0 1] [2 3]]"},
		{[]int{9, 1, 1, 1}, "[[0] [1 2 3]]"},
		{[]int{1, 1, 1, 9}, "[[0 1 2] [3]]"},
		{[]int{1, 1, 6, 1, 1}, "[[0 1 2] [3 4]]"},
		{[]int{1, 2, 6, 1, 1}, "[[0 1] [2 3 4]]"},
		{[]int{5, 5}, "[[0] [1]]"},
		{[]int{1, 100}, "[[0] [1]]"},
		{[]int{100, 1, 1}, "[[0] [1 2]]"},
		{[]int{7}, "[]"},
	} {
		got := fmt.Sprint(halve([]delta.Set{searchtest.All(len(c.weights))}, func(e int) int { return c.weights[e] }))
		if got != c.want {
			t.Errorf("%v: got %s, want %s", c.weights, got, c.want)
		}
	}
}

// A cause is found exactly, in fewer tests than there are changes if it is small.
func TestCause(t *testing.T) {
	for name, search := range searches() {
		t.Run(name, func(t *testing.T) {
			searchtest.Causes(t, search, func(n, needed int) int {
				if needed <= 2 {
					return n
				}
				return 2 * n
			})
		})
	}
}

// A cause in a heavy hunk is found in fewer tests than by equal weights.
func TestHeavyCause(t *testing.T) {
	heavy := func(e int) int {
		if e == 70 {
			return 1000
		}
		return 1
	}
	even := func(int) int { return 1 }
	count := func(weight func(int) int) int {
		_, runs, err := searchtest.Run(func(c delta.Set, first deltadebug.Tests) (delta.Set, error) { return wddmin(c, weight, first) }, 128, searchtest.FailsWith(delta.Set{70}))
		if err != nil {
			t.Fatal(err)
		}
		return runs
	}
	if a, b := count(heavy), count(even); a >= b {
		t.Errorf("%d tests by weight, %d without", a, b)
	}
}

// TestRandomOracles checks that answers fail and are 1-minimal.
func TestRandomOracles(t *testing.T) {
	for name, search := range searches() {
		t.Run(name, func(t *testing.T) { searchtest.Minimal(t, search, 2000) })
	}
}
