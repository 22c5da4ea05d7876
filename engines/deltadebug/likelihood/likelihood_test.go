package likelihood

import (
	"math"
	"slices"
	"testing"

	"github.com/riftlab/rift/program/delta"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-4 }

// The formulas on the paper's first steps: what promises most is left out first, and a
// test that passes tells by Bayes' rule.
func TestModel(t *testing.T) {
	m := New(delta.Set{0, 1, 2, 3}, 0.25, nil)
	if got := m.Next(); len(got) != 3 {
		t.Errorf("first exclusion %v", got)
	}
	m.Learn(delta.Set{0, 1}, false)
	// 0.25 / (1 - 0.75^2) = 0.5714...
	if !near(m.Probability(0), 0.5714) || m.Probability(2) != 0.25 {
		t.Errorf("probabilities %v", m.p)
	}
	m.Learn(delta.Set{2}, true)
	if !slices.Equal(m.Left(), delta.Set{0, 1, 3}) {
		t.Errorf("left %v", m.Left())
	}
	m.Learn(delta.Set{3}, false)
	if m.Probability(3) != 1 {
		t.Errorf("a single change that cannot go is needed: %v", m.p)
	}
}

// A heavy change goes first though it is likelier to be needed, and light ones that
// would add less than they risk stay.
func TestWeights(t *testing.T) {
	weight := func(c int) int { return []int{1, 1, 40, 2}[c] }
	m := New(delta.Set{0, 1, 2, 3}, 0.3, weight)
	if got := m.Next(); !slices.Equal(got, delta.Set{2}) {
		// alone 40*0.7 = 28; with 3, 42*0.49 = 20.6
		t.Errorf("first exclusion %v", got)
	}
	m.Learn(delta.Set{2}, false)
	if got := m.Next(); !slices.Equal(got, delta.Set{0, 3}) {
		// 2*0.7 = 1.4; 3*0.49 = 1.47; 4*0.343 = 1.37
		t.Errorf("then %v", got)
	}
}

// Every change is excluded or certain in the end, however tests end.
func TestEnds(t *testing.T) {
	for pattern := range 64 {
		m := New(delta.Set{0, 1, 2, 3, 4, 5, 6}, 0.1, func(c int) int { return c + 1 })
		for i := 0; ; i++ {
			drop := m.Next()
			if len(drop) == 0 {
				break
			}
			if len(drop) == len(m.Left()) && len(drop) > 1 {
				t.Fatalf("all of %v at once", drop)
			}
			m.Learn(drop, pattern>>(i%6)&1 == 1)
			if i > 1000 {
				t.Fatal("does not end")
			}
		}
	}
}
