package add

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines/deltadebug"
	"github.com/riftlab/rift/engines/deltadebug/searchtest"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
)

// structured returns the difference of two versions with some changes in each
// function of each file.
func structured(files, funcs, changes int) *delta.Delta {
	version := func(mark string) *program.Version {
		v := &program.Version{}
		for f := range files {
			var sb strings.Builder
			for g := range funcs {
				fmt.Fprintf(&sb, "int f%d_%d(void)\n{\n", f, g)
				for c := range changes {
					fmt.Fprintf(&sb, "  %s(%d);\n  same(%d);\n", mark, c, c)
				}
				sb.WriteString("}\n")
			}
			v.Files = append(v.Files, program.SourceFile{Name: fmt.Sprintf("f%d.c", f), Text: sb.String()})
		}
		return v
	}
	return delta.Compute(version("old"), version("new"))
}

func first(o func(delta.Set) deltadebug.Result, log *[]delta.Set) deltadebug.Tests {
	return func(sets []delta.Set, accept func(int, deltadebug.Result) bool) (int, []deltadebug.Result, error) {
		return deltadebug.InOrder(sets, func(s delta.Set) (deltadebug.Result, error) {
			if log != nil {
				*log = append(*log, s)
			}
			return o(s), nil
		}, accept)
	}
}

// TestHierarchy checks that whole files go before functions, and functions
// before single hunks, and that what is not executed is never applied if the
// rest fails.
func TestHierarchy(t *testing.T) {
	d := structured(2, 2, 4)
	if len(d.Changes) != 16 {
		t.Fatalf("%d changes", len(d.Changes))
	}
	var log []delta.Set
	executed := d.All().Minus(delta.Set{15})
	got, err := search(d, d.All(), executed, first(func(s delta.Set) deltadebug.Result {
		if s.Has(5) && s.Has(6) {
			return deltadebug.Fail
		}
		return deltadebug.Pass
	}, &log))
	if err != nil || !slices.Equal(got, delta.Set{5, 6}) {
		t.Errorf("got %v, %v", got, err)
	}
	want := []int{15, 7, 8} // executed; the second file; the first
	for i, n := range want {
		if len(log[i]) != n {
			t.Errorf("test %d is of %v, want %d changes", i, log[i], n)
		}
	}
	for _, s := range log {
		if s.Has(15) {
			t.Errorf("%v applies what was not executed", s)
		}
	}
}

// TestRestrictionIsDropped checks that all changes are searched if those that
// are executed do not fail alone.
func TestRestrictionIsDropped(t *testing.T) {
	d := structured(1, 2, 4)
	got, err := search(d, d.All(), delta.Set{0, 1}, first(func(s delta.Set) deltadebug.Result {
		if s.Has(6) {
			return deltadebug.Fail
		}
		return deltadebug.Unresolved
	}, nil))
	if err != nil || !slices.Equal(got, delta.Set{6}) {
		t.Errorf("got %v, %v", got, err)
	}
}

// TestRandomOracles checks on ten thousand random oracles of each kind that the answer fails
// and is 1-minimal, and is the cause where there is one.
func TestRandomOracles(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	deltas := []*delta.Delta{structured(1, 1, 5), structured(2, 2, 3), structured(3, 3, 2), structured(4, 1, 6)}
	for range 10000 {
		d := deltas[r.IntN(len(deltas))]
		n := len(d.Changes)
		random := func(of int) delta.Set {
			s := delta.Set{r.IntN(n)}
			for i := range n {
				if r.IntN(of) == 0 {
					s = s.Union(delta.Set{i})
				}
			}
			return s
		}
		cause, executed := random(5), random(2)
		got, err := search(d, d.All(), executed, first(func(s delta.Set) deltadebug.Result {
			if len(cause.Minus(s)) == 0 {
				return deltadebug.Fail
			}
			return deltadebug.Pass
		}, nil))
		if err != nil || !slices.Equal(got, cause) {
			t.Fatalf("cause %v of %d: got %v, %v", cause, n, got, err)
		}
		oracle := searchtest.Arbitrary(n, r.Uint64())
		if got, err = search(d, d.All(), executed, first(oracle, nil)); err != nil || oracle(got) != deltadebug.Fail {
			t.Fatalf("the answer %v does not fail, %v", got, err)
		}
		for _, c := range got {
			if oracle(got.Minus(delta.Set{c})) == deltadebug.Fail && len(got) > 1 {
				t.Fatalf("the answer %v is not 1-minimal: %d can go", got, c)
			}
		}
	}
}
