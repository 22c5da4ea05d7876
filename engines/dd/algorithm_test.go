package dd

import (
	"fmt"
	"slices"
	"testing"

	"github.com/riftlab/rift/engines/deltadebug"
	"github.com/riftlab/rift/program/delta"
)

// The cases of dd+ in Zeller 1999, figure 4, by name: which configurations are tried, in
// order and each once, and what comes of it. r is what stays applied. For two parts the
// last is tried first (see dd3).
func TestFigure4(t *testing.T) {
	for _, c := range []struct {
		name  string
		n     int
		test  func(s delta.Set) deltadebug.Result
		tried []string
		want  delta.Set
	}{
		{"found: |c| = 1", 1, nil, nil, delta.Set{0}},
		{"found in c_i: test(c_i u r) fails", 4, fails(3), []string{
			"[2 3]", // fails: dd3({2,3}, r, 2)
			"[3]",   // fails: found
		}, delta.Set{3}},
		{"interference: c_i u r and its complement pass", 4, fails(0, 3), []string{
			"[2 3]", "[0 1]", // both pass
			"[0 1 3]", // dd3({2,3}, {0,1}): c_1 = {3} fails
			"[1 2 3]", // dd3({0,1}, {2,3}): c_1 = {1} passes,
			"[0 2 3]", // c_2 = {0} fails
		}, delta.Set{0, 3}},
		{"preference: c_i u r is unresolved, its complement passes", 4, func(s delta.Set) deltadebug.Result {
			if s.Has(3) && !(s.Has(0) && s.Has(1)) {
				return deltadebug.Unresolved // 3 needs 0 and 1
			}
			return fails(3)(s)
		}, []string{
			"[2 3]", "[0 1]", // unresolved, passes: dd3({2,3}, {0,1}, 2)
			"[0 1 3]", // fails: found
		}, delta.Set{3}},
		{"try again: more parts, what passes is applied", 4, func(s delta.Set) deltadebug.Result {
			if s.Has(1) != s.Has(2) {
				return deltadebug.Unresolved // 1 and 2 need each other
			}
			return fails(1, 2)(s)
		}, []string{
			"[2 3]", "[0 1]", // both unresolved: n = 4
			"[3]", "[2]", "[1]", "[0]", // 3 and 0 pass
			"[0 1 2]", "[0 1 3]", "[0 2 3]", "[1 2 3]", // without 3, and without 0, it fails
			"[0 3]", // both stay applied, as they pass together
			// without both, with them applied: {0,1,2,3} fails; left are {1,2} beside {0,3}
		}, delta.Set{1, 2}},
	} {
		var tried []string
		known := map[string]deltadebug.Result{fmt.Sprint(all(c.n)): deltadebug.Fail, "[]": deltadebug.Pass}
		is := searching(func(s delta.Set) (deltadebug.Result, error) {
			key := fmt.Sprint(s)
			if r, ok := known[key]; ok {
				return r, nil
			}
			tried = append(tried, key)
			known[key] = c.test(s)
			return known[key], nil
		})
		got, err := is.ddPlus(all(c.n))
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, %v; want %v", c.name, got, err, c.want)
		}
		if c.name[:3] != "try" && !slices.Equal(tried, c.tried) || !slices.Equal(tried[:min(len(tried), len(c.tried))], c.tried) {
			t.Errorf("%s: tried %v, want %v", c.name, tried, c.tried)
		}
	}
}

func all(n int) delta.Set { return changes(n) }

func fails(cause ...int) func(delta.Set) deltadebug.Result {
	return func(s delta.Set) deltadebug.Result {
		r, _ := failsWith(cause)(s)
		return r
	}
}
