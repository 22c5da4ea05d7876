package dd

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/riftlab/rift/engines/deltadebug"
	"github.com/riftlab/rift/program/delta"
)

func changes(n int) delta.Set {
	s := make(delta.Set, n)
	for i := range s {
		s[i] = i
	}
	return s
}

// searching returns a search over an oracle.
func searching(test func(delta.Set) (deltadebug.Result, error)) *isolation {
	return &isolation{first: func(sets []delta.Set, accept func(int, deltadebug.Result) bool) (int, []deltadebug.Result, error) {
		return deltadebug.InOrder(sets, test, accept)
	}}
}

func contains(s, sub delta.Set) bool { return len(sub.Minus(s)) == 0 }

// failsWith is an oracle: fails exactly when all of cause are applied.
func failsWith(cause delta.Set) func(delta.Set) (deltadebug.Result, error) {
	return func(s delta.Set) (deltadebug.Result, error) {
		if contains(s, cause) {
			return deltadebug.Fail, nil
		}
		return deltadebug.Pass, nil
	}
}

// TestPapersExamples holds the examples of Zeller 1999, section 3: a single
// cause among eight changes, and two that interfere.
func TestPapersExamples(t *testing.T) {
	for _, cause := range []delta.Set{{6}, {2, 5}, {0}, {0, 1, 2, 3, 4, 5, 6, 7}} {
		is := searching(failsWith(cause))
		for name, f := range map[string]func(delta.Set) (delta.Set, error){"dd+": is.ddPlus, "ddmin": is.ddmin} {
			got, err := f(changes(8))
			if err != nil || !slices.Equal(got, cause) {
				t.Errorf("%s: cause %v: got %v, %v", name, cause, got, err)
			}
		}
	}
}

// TestUnresolved is the 1999 paper's case of changes that only work together:
// a configuration with some but not all of a group is unresolved.
func TestUnresolved(t *testing.T) {
	group := delta.Set{2, 3, 6}
	is := searching(func(s delta.Set) (deltadebug.Result, error) {
		in := 0
		for _, c := range group {
			if s.Has(c) {
				in++
			}
		}
		switch {
		case in > 0 && in < len(group):
			return deltadebug.Unresolved, nil
		case in == len(group) && s.Has(7):
			return deltadebug.Fail, nil
		}
		return deltadebug.Pass, nil
	})
	got, err := is.ddPlus(changes(8))
	if err != nil || !slices.Equal(got, delta.Set{2, 3, 6, 7}) {
		t.Errorf("got %v, %v", got, err)
	}
}

// TestInvariants checks on random oracles: for a monotone oracle with a single
// cause both algorithms return exactly it; for an arbitrary one with
// unresolved outcomes ddmin's answer fails and is 1-minimal.
func TestInvariants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 24).Draw(t, "n")
		cause := delta.Set{}
		for i := range n {
			if rapid.IntRange(0, 4).Draw(t, "in cause") == 0 {
				cause = append(cause, i)
			}
		}
		if len(cause) == 0 {
			cause = delta.Set{n - 1}
		}
		is := searching(failsWith(cause))
		for _, f := range []func(delta.Set) (delta.Set, error){is.ddPlus, is.ddmin} {
			if got, err := f(changes(n)); err != nil || !slices.Equal(got, cause) {
				t.Fatalf("cause %v of %d: got %v, %v", cause, n, got, err)
			}
		}

		salt := rapid.Uint64().Draw(t, "salt")
		oracle := func(s delta.Set) (deltadebug.Result, error) {
			if len(s) == 0 {
				return deltadebug.Pass, nil
			}
			if len(s) == n {
				return deltadebug.Fail, nil
			}
			return deltadebug.Result(hash(salt, s) % 3), nil
		}
		is = searching(oracle)
		got, err := is.ddmin(changes(n))
		if err != nil {
			t.Fatal(err)
		}
		if r, _ := oracle(got); r != deltadebug.Fail {
			t.Fatalf("ddmin's answer %v does not fail", got)
		}
		for _, c := range got {
			if r, _ := oracle(got.Minus(delta.Set{c})); r == deltadebug.Fail {
				t.Fatalf("ddmin's answer %v is not 1-minimal: %d can go", got, c)
			}
		}
		if plus, err := is.ddPlus(changes(n)); err != nil || len(plus) == 0 {
			t.Fatalf("dd+ answers %v, %v", plus, err)
		}
	})
}

// TestRandomOracles runs both algorithms on ten thousand monotone oracles, where the
// answer is the cause exactly, and on ten thousand with arbitrary and unresolved
// results, where ddmin's answer fails and is 1-minimal, and dd+ ends with some of
// the changes.
func TestRandomOracles(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 10000 {
		n := 1 + r.IntN(24)
		cause := delta.Set{r.IntN(n)}
		for i := range n {
			if r.IntN(5) == 0 {
				cause = cause.Union(delta.Set{i})
			}
		}
		is := searching(failsWith(cause))
		for _, f := range []func(delta.Set) (delta.Set, error){is.ddPlus, is.ddmin} {
			if got, err := f(changes(n)); err != nil || !slices.Equal(got, cause) {
				t.Fatalf("cause %v of %d: got %v, %v", cause, n, got, err)
			}
		}
		salt := r.Uint64()
		oracle := func(s delta.Set) (deltadebug.Result, error) {
			switch len(s) {
			case 0:
				return deltadebug.Pass, nil
			case n:
				return deltadebug.Fail, nil
			}
			return deltadebug.Result(hash(salt, s) % 3), nil
		}
		is = searching(oracle)
		got, err := is.ddmin(changes(n))
		if res, _ := oracle(got); err != nil || res != deltadebug.Fail {
			t.Fatalf("ddmin's answer %v does not fail, %v", got, err)
		}
		for _, c := range got {
			if res, _ := oracle(got.Minus(delta.Set{c})); res == deltadebug.Fail {
				t.Fatalf("ddmin's answer %v is not 1-minimal: %d can go", got, c)
			}
		}
		if plus, err := is.ddPlus(changes(n)); err != nil || len(plus) == 0 || !contains(changes(n), plus) {
			t.Fatalf("dd+ answers %v, %v", plus, err)
		}
	}
}

// TestPair checks what dd+ promises where results are unresolved, or foreseen as
// unresolved, which may be wrong: its answer is the difference of a version that
// passes and one that fails, both of which it has seen; where it searched both halves
// of a set, the union of two such differences.
func TestPair(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	pairs := 0
	for range 3000 {
		n := 2 + r.IntN(14)
		salt, wrong := r.Uint64(), r.IntN(3) // of ten verdicts are foreseen wrongly
		few := uint64(2 + r.IntN(5))         // one in so many has a verdict
		seen := map[string]deltadebug.Result{fmt.Sprint(delta.Set{}): deltadebug.Pass, fmt.Sprint(changes(n)): deltadebug.Fail}
		sets := []delta.Set{{}, changes(n)}
		is := searching(func(s delta.Set) (deltadebug.Result, error) {
			res, ok := seen[fmt.Sprint(s)]
			if ok {
				return res, nil
			}
			if h := hash(salt, s); h%few == 0 {
				res = deltadebug.Result(h / few % 2)
			} else {
				return deltadebug.Unresolved, nil
			}
			if r.IntN(10) < wrong {
				return deltadebug.Unresolved, nil
			}
			seen[fmt.Sprint(s)] = res
			sets = append(sets, s)
			return res, nil
		})
		got, err := is.ddPlus(changes(n))
		if err != nil {
			t.Fatal(err)
		}
		explained := delta.Set{}
		for _, fails := range sets {
			for _, passes := range sets {
				if d := fails.Minus(passes); contains(fails, passes) && contains(got, d) &&
					seen[fmt.Sprint(fails)] == deltadebug.Fail && seen[fmt.Sprint(passes)] == deltadebug.Pass {
					explained = explained.Union(d)
				}
			}
		}
		if !slices.Equal(explained, got) {
			t.Fatalf("answer %v of %d changes, of which only %v are differences of versions that pass and fail", got, n, explained)
		}
		if len(got) < n {
			pairs++
		}
	}
	if pairs < 1000 {
		t.Errorf("only %d answers are smaller than everything", pairs)
	}
}

// hash gives a set a number.
func hash(salt uint64, s delta.Set) uint64 {
	h := salt
	for _, c := range s {
		h = (h ^ uint64(c+1)) * 0x9E3779B97F4A7C15
		h ^= h >> 29
	}
	return h
}
