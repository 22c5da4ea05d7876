package experiments

import (
	"testing"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/program"
)

// TestFailingPool checks which test is explained where the manifest names none:
// the first of the pool on which the versions differ and old is right.
func TestFailingPool(t *testing.T) {
	env := testEnvironment()
	env.Open = func(string, string) ([]*corpora.Subject, error) {
		s := numbers()
		s.Tests = nil
		for _, n := range []int{9, 7, 4, 2, 1} {
			s.Tests = append(s.Tests, program.Test{Name: string(rune('a' + n)), Input: *number(n)})
		}
		s.Pairs = []corpora.Pair{
			{Name: "any", Old: "v0", New: "v5"},                                // differ below 5
			{Name: "right", Old: "v3", New: "v5", Golden: "v0", Seeded: true},  // old is wrong below 3
			{Name: "named", Old: "v0", New: "v5", Failing: "b"},                // as the manifest says
			{Name: "same", Old: "v5", New: "v5", Equivalent: true},             // nothing to explain
			{Name: "wrong", Old: "v5", New: "v3", Golden: "v0", Kind: "a fix"}, // old is wrong where they differ
		}
		return []*corpora.Subject{s}, nil
	}
	plan := func(extra string) map[string]string {
		c, err := Parse("e.toml", []byte("subjects = ['numbers']\n"+extra+"[[engine]]\nname = 'explain'\n"))
		if err != nil {
			t.Fatal(err)
		}
		p, err := Make(t.Context(), c, env, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for task := range p.Tasks() {
			got[task.Pair] = task.Failing
		}
		return got
	}
	if got := plan(""); len(got) != 1 || got["named"] != "" {
		t.Errorf("without a word on failing tests: %v", got)
	}
	got := plan("failing = 'pool'\n")
	if len(got) != 3 || got["any"] != "e" || got["right"] != "e" || got["named"] != "" {
		t.Errorf("with failing tests from the pool: %v", got)
	}
}
