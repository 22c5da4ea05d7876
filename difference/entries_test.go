package difference

import (
	"slices"
	"testing"
	"time"

	"github.com/riftlab/rift/program/delta"
)

// TestEntriesFor finds the functions to call in versions without main, and who is
// responsible for what.
func TestEntriesFor(t *testing.T) {
	const common = "static int helper(int x) { return x + 1; }\n"
	cases := []struct {
		name, old, new string
		names          []string // given
		want           []string
		alone          []string
		elsewhere      []string // of the first
	}{
		{"public functions", "int f(int x) { return x; }\nint g(int x) { return x; }\nint same(void) { return 1; }\n",
			"int f(int x) { return x * 2; }\nint g(int x) { return x - 1; }\nint same(void) { return 1; }\n", nil, []string{"f", "g"}, nil, []string{"g"}},
		{"a static function is left to one that calls it", common + "int f(int x) { return helper(x); }\n",
			"static int helper(int x) { return x + 2; }\nint f(int x) { return helper(x) + 1; }\n", nil, []string{"f"}, nil, nil},
		{"a static function through the one that calls it", common + "int f(int x) { return helper(x); }\n",
			"static int helper(int x) { return x + 2; }\nint f(int x) { return helper(x); }\n", nil, []string{"f"}, nil, nil},
		{"all external functions through which a static one is come to", common + "static int via(int x) { return helper(x + 1); }\nint f(int x) { return helper(x); }\nint g(int x) { return via(x); }\n",
			"static int helper(int x) { return x + 2; }\nstatic int via(int x) { return helper(x + 1); }\nint f(int x) { return helper(x); }\nint g(int x) { return via(x); }\n", nil, []string{"f", "g"}, nil, []string{"g"}},
		{"another signature is left to the caller", "static int helper(int x) { return x + 1; }\nint g(int x) { return helper(3) + x; }\nint f(int x) { return g(x); }\n",
			"static int helper(int x, int y) { return x + y; }\nint g(int x) { return helper(3, 1) + x; }\nint f(int x) { return g(x); }\n", nil, []string{"g"}, nil, nil},
		{"a new function is left to its caller", "int f(int x) { return x + 1; }\n",
			common + "int f(int x) { return helper(x); }\n", nil, []string{"f"}, nil, nil},
		{"public functions of one version", "int f(int x) { return x; }\nint gone(int x) { return x; }\n",
			"int f(int x) { return x + 1; }\nint added(int x) { return x; }\n", nil, []string{"f"},
			[]string{"only the old version has gone: it is compared with nothing", "only the new version has added: it is compared with nothing"}, nil},
		{"a statement that lost a call", "int z;\nint f(int x) { return x + z * x - z; }\n", "int z;\nint f(int x) { return x - z; }\n", nil, []string{"f"}, nil, nil},
		{"given ones", "int f(int x) { return x; }\nint g(int x) { return x; }\n",
			"int f(int x) { return x * 2; }\nint g(int x) { return x - 1; }\n", []string{"g", "f"}, []string{"g", "f"}, nil, []string{"f"}},
		{"nobody is responsible for what was not given", "int f(int x) { return x; }\nint g(int x) { return x; }\n",
			"int f(int x) { return x * 2; }\nint g(int x) { return x - 1; }\n", []string{"g"}, []string{"g"}, nil, nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			q := &Request{Old: version("old", c.old), New: version("new", c.new), Compile: compile}
			e, err := EntriesFor(t.Context(), q, c.names)
			if err != nil {
				t.Fatal(err)
			}
			var alone, elsewhere []string
			for _, a := range e.Alone {
				alone = append(alone, a.Why)
			}
			if len(e.Elsewhere) > 0 {
				for f := range e.Elsewhere[0] {
					elsewhere = append(elsewhere, f)
				}
			}
			slices.Sort(elsewhere)
			if !slices.Equal(e.Names, c.want) || !slices.Equal(alone, c.alone) || !slices.Equal(elsewhere, c.elsewhere) {
				t.Errorf("entries %q, alone %q, elsewhere %q; want %q, %q, %q", e.Names, alone, elsewhere, c.want, c.alone, c.elsewhere)
			}
		})
	}
}

// TestElsewhere leaves nothing open for what another run is responsible for, and
// everything for what none is.
func TestElsewhere(t *testing.T) {
	old := version("old", "static int g(int x) { return x; }\nint f(int x) { if (x != x) return g(x); return x + 1; }\nint h(int x) { return g(x); }\n")
	new := version("new", "static int g(int x) { return x * 2; }\nint f(int x) { if (x != x) return g(x); return 1 + x; }\nint h(int x) { return g(x); }\n")
	for _, elsewhere := range []map[string]string{nil, {"g": "h"}} {
		r := newReach()
		r.elsewhere = elsewhere
		task := taskOf(t, old, new)
		round := &Round{Task: task}
		round.Delta = delta.Compute(old, new)
		r.of(round)
		open := 0
		for _, i := range r.unreachedIn(0) {
			if r.parts[i].Func == "g" {
				open++
			}
		}
		if (open > 0) != (elsewhere == nil) {
			t.Errorf("elsewhere %v: %d parts of g are open", elsewhere, open)
		}
		for _, p := range r.list() {
			if p.Func == "g" && elsewhere != nil {
				t.Errorf("the verdict names %s:%d", p.At.File, p.At.Line)
			}
		}
	}
}

// TestSplit gives what a run does not use to those that follow.
func TestSplit(t *testing.T) {
	s := Limits{Time: 40 * time.Second, Memory: 7}.Split(4)
	for i, want := range []time.Duration{10, 13, 20, 40, 40} {
		l := s.Next()
		if l.Time > (want+1)*time.Second || l.Time < (want-1)*time.Second || l.CPU != 0 || l.Memory != 7 {
			t.Errorf("share %d: %v; want about %d seconds", i, l, want)
		}
	}
}
