package configuration_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/riftlab/rift/engines/configuration"
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
		oracle := func(s delta.Set) (configuration.Result, error) {
			if len(s) == n {
				return configuration.Fail, nil
			}
			h := salt
			for _, c := range s {
				h = (h ^ uint64(c+1)) * 0x9E3779B97F4A7C15
				h ^= h >> 29
			}
			return configuration.Result(h % 3), nil
		}
		got, err := configuration.Minimise(units, keep, func(sets []delta.Set, accept func(int, configuration.Result) bool) (int, []configuration.Result, error) {
			return configuration.InOrder(sets, oracle, accept)
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
		if r, _ := oracle(configuration.Union(got).Union(keep)); r != configuration.Fail {
			t.Fatalf("the answer %v does not fail", got)
		}
		for i := range got {
			rest := slices.Concat(got[:i:i], got[i+1:])
			if r, _ := oracle(configuration.Union(rest).Union(keep)); r == configuration.Fail && len(got) > 1 {
				t.Fatalf("the answer %v is not 1-minimal: %v can go", got, got[i])
			}
		}
	})
}
