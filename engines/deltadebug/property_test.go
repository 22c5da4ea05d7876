package deltadebug_test

import (
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/riftlab/rift/engines/deltadebug"
	"github.com/riftlab/rift/program/delta"
)

// TestMinimise checks on random oracles with unresolved results that the answer
// fails together with what is kept, and that it is 1-minimal.
func TestMinimise(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 20).Draw(t, "n")
		salt := rapid.Uint64().Draw(t, "salt")
		keep := delta.Set{}
		var units []delta.Set
		for i := 0; i < n; {
			size := min(rapid.IntRange(1, 3).Draw(t, "size"), n-i)
			u := delta.Set{}
			for range size {
				u = append(u, i)
				i++
			}
			if rapid.IntRange(0, 5).Draw(t, "kept") == 0 {
				keep = keep.Union(u)
			} else {
				units = append(units, u)
			}
		}
		oracle := func(s delta.Set) (deltadebug.Result, error) {
			if len(s) == n {
				return deltadebug.Fail, nil
			}
			h := salt
			for _, c := range s {
				h = (h ^ uint64(c+1)) * 0x9E3779B97F4A7C15
				h ^= h >> 29
			}
			return deltadebug.Result(h % 3), nil
		}
		got, err := deltadebug.Minimise(units, keep, func(sets []delta.Set, accept func(int, deltadebug.Result) bool) (int, []deltadebug.Result, error) {
			return deltadebug.InOrder(sets, oracle, accept)
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(got) == 0 {
			if len(units) > 0 {
				t.Fatal("no answer")
			}
			return
		}
		if r, _ := oracle(deltadebug.Union(got).Union(keep)); r != deltadebug.Fail {
			t.Fatalf("the answer %v does not fail", got)
		}
		for i := range got {
			rest := slices.Concat(got[:i:i], got[i+1:])
			if r, _ := oracle(deltadebug.Union(rest).Union(keep)); r == deltadebug.Fail && len(got) > 1 {
				t.Fatalf("the answer %v is not 1-minimal: %v can go", got, got[i])
			}
		}
	})
}

// TestNarrow checks on random oracles, monotone or arbitrary, that the answer
// passes and is 1-minimal, and on monotone ones with one cause that it is found
// with few questions.
func TestNarrow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "n")
		salt := rapid.Uint64().Draw(t, "salt")
		cause := delta.Set{rapid.IntRange(0, n-1).Draw(t, "cause")}
		for range rapid.IntRange(0, 3).Draw(t, "more") {
			cause = cause.Union(delta.Set{rapid.IntRange(0, n-1).Draw(t, "cause")})
		}
		arbitrary := rapid.Bool().Draw(t, "arbitrary")
		whole := delta.Set{}
		for i := range n {
			whole = append(whole, i)
		}
		asked := 0
		passes := func(s delta.Set) (bool, error) {
			asked++
			if !arbitrary || len(s) == n {
				return len(cause.Minus(s)) == 0, nil
			}
			h := salt
			for _, c := range s {
				h = (h ^ uint64(c+1)) * 0x9E3779B97F4A7C15
				h ^= h >> 29
			}
			return len(s) > 0 && h%3 == 0, nil
		}
		got, err := deltadebug.Narrow(whole, passes)
		if err != nil {
			t.Fatal(err)
		}
		if most := 2*len(cause)*bits.Len(uint(n)) + 3*len(cause) + 1; !arbitrary && (!slices.Equal(got, cause) || asked > most) {
			t.Fatalf("answer %v to %v after %d questions, at most %d were expected", got, cause, asked, most)
		}
		if ok, _ := passes(got); !ok {
			t.Fatalf("the answer %v does not pass", got)
		}
		for _, c := range got {
			if ok, _ := passes(got.Minus(delta.Set{c})); ok && len(got) > 1 {
				t.Fatalf("the answer %v is not 1-minimal: %d can go", got, c)
			}
		}
	})
}
