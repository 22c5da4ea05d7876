package probdd

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/riftlab/rift/engines/deltadebug"
	"github.com/riftlab/rift/program/delta"
)

func all(n int) delta.Set {
	s := make(delta.Set, n)
	for i := range s {
		s[i] = i
	}
	return s
}

type oracle func(delta.Set) deltadebug.Result

func (o oracle) search(n int) (delta.Set, int, error) {
	runs := 0
	got, err := search(all(n), 0.1, func(sets []delta.Set, accept func(int, deltadebug.Result) bool) (int, []deltadebug.Result, error) {
		return deltadebug.InOrder(sets, func(s delta.Set) (deltadebug.Result, error) { runs++; return o(s), nil }, accept)
	})
	return got, runs, err
}

func failsWith(cause delta.Set) oracle {
	return func(s delta.Set) deltadebug.Result {
		if len(cause.Minus(s)) == 0 {
			return deltadebug.Fail
		}
		return deltadebug.Pass
	}
}

// TestCause checks that a cause is found exactly, with fewer tests than there
// are changes when it is a single one of many.
func TestCause(t *testing.T) {
	for _, cause := range []delta.Set{{6}, {2, 5}, {0}, {0, 1, 2, 3, 4, 5, 6, 7}, {100}, {3, 200}} {
		n := max(8, cause[len(cause)-1]+40)
		got, runs, err := failsWith(cause).search(n)
		if err != nil || !slices.Equal(got, cause) {
			t.Errorf("cause %v: got %v, %v", cause, got, err)
		}
		if n > 40 && runs > n {
			t.Errorf("cause %v of %d: %d tests", cause, n, runs)
		}
	}
}

// TestModel holds the two formulas on the paper's first steps: with ten changes
// at 0.1 the first test leaves out all but one, and learns by Bayes' rule.
func TestModel(t *testing.T) {
	m := newModel(all(4), 0.25)
	if got := m.next(); len(got) != 3 {
		t.Errorf("first exclusion %v", got)
	}
	m.learn(delta.Set{0, 1}, false)
	// 0.25 / (1 - 0.75^2) = 0.5714...
	if p := m.p[0]; p < 0.5714 || p > 0.5715 || m.p[2] != 0.25 {
		t.Errorf("probabilities %v", m.p)
	}
	m.learn(delta.Set{2}, true)
	if _, ok := m.p[2]; ok || len(m.left()) != 3 {
		t.Errorf("left %v", m.left())
	}
	m.learn(delta.Set{3}, false)
	if m.p[3] != 1 {
		t.Errorf("a single change that cannot go is needed: %v", m.p)
	}
}

// TestRandomOracles checks on ten thousand random oracles of each kind, monotone ones and
// arbitrary ones with unresolved results, that the answer fails and is
// 1-minimal, and is the cause where there is one.
func TestRandomOracles(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 10000 {
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
		if got, _, err := failsWith(cause).search(n); err != nil || !slices.Equal(got, cause) {
			t.Fatalf("cause %v of %d: got %v, %v", cause, n, got, err)
		}
		salt := r.Uint64()
		o := oracle(func(s delta.Set) deltadebug.Result {
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
		})
		got, _, err := o.search(n)
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
