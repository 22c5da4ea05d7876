package vm_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
	"github.com/riftlab/rift/program/delta"
)

// example opens a bundled subject and returns a function that runs versions.
func example(t *testing.T, name string) (*corpora.Subject, func(*program.Version, program.Input) *program.Outcome) {
	t.Helper()
	s, err := corpora.Bundled(name)
	if err != nil {
		t.Fatal(err)
	}
	build := vmBuilder(cfront.NewCache())
	runners := map[string]corpora.Runner{}
	return s, func(v *program.Version, in program.Input) *program.Outcome {
		t.Helper()
		key := v.Hash()
		if runners[key] == nil {
			r, err := build(context.Background(), v)
			if err != nil {
				t.Fatalf("version %s: %v", v.Name, err)
			}
			runners[key] = r
		}
		o, err := runners[key](context.Background(), &in)
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
}

// TestChainsTable counts, for change 1 of program E, the inputs that take each
// chain of length three and those of them that differ.
//
// Source: Santelices et al. 2008, Table 1.
func TestChainsTable(t *testing.T) {
	s, run := example(t, "chains")
	covering, differing := map[string]int{}, map[string]int{}
	for _, test := range s.Tests {
		old, new := run(s.Version("E"), test.Input), run(s.Version("E1"), test.Input)
		chain := "1-4-6"
		if test.Input.Values[0].Data[0] > 2 {
			chain = "1-2-6"
		}
		chain += map[string]string{"1\n": "-7", "0\n": "-9"}[string(new.Stdout)]
		covering[chain]++
		if program.Differ(old, new).Counts() {
			differing[chain]++
		}
	}
	if d := cmp.Diff(map[string]int{"1-2-6-7": 72, "1-2-6-9": 8, "1-4-6-7": 14, "1-4-6-9": 6}, covering); d != "" {
		t.Errorf("covering inputs:\n%s", d)
	}
	if d := cmp.Diff(map[string]int{"1-2-6-7": 16, "1-4-6-9": 4}, differing); d != "" {
		t.Errorf("differing inputs:\n%s", d)
	}
}

// TestMaxsumConfigurations applies every subset of the four changes.
//
// Source: Yi et al. 2015, section III and Figure 8.
func TestMaxsumConfigurations(t *testing.T) {
	s, run := example(t, "maxsum")
	d := delta.Compute(s.Version("old"), s.Version("new"))
	if len(d.Changes) != 4 {
		t.Fatalf("%d changes", len(d.Changes))
	}
	var passing []string
	for mask := range 16 {
		var set delta.Set
		for i := range 4 {
			if mask>>i&1 == 1 {
				set = append(set, i)
			}
		}
		if run(d.Apply(set), s.Tests[0].Input).Ending == program.Exited {
			passing = append(passing, strings.Join(d.IDs(set), " "))
		}
	}
	want := []string{"", "c1", "c2", "c4", "c1 c4", "c2 c4"}
	if diff := cmp.Diff(want, passing); diff != "" {
		t.Errorf("passing configurations:\n%s", diff)
	}
}

// TestShadowToyParts runs foo around the values at which the versions part.
func TestShadowToyParts(t *testing.T) {
	s, run := example(t, "shadowtoy")
	for _, x := range []int64{-5, -1, 0, 1, 2, 3, 50} {
		in := program.Input{Entry: "foo", Values: []program.Value{program.IntValue("x", 4, x)}}
		old, new := run(s.Version("old"), in), run(s.Version("new"), in)
		if old.Ending != program.Exited {
			t.Errorf("old ends with %v for %d", old.Ending, x)
		}
		if faults := new.Ending == program.Faulted; faults != (x == 0) {
			t.Errorf("new ends with %v for %d", new.Ending, x)
		}
	}
}

// TestCutfieldsSequences runs an input for each sequence of changed lines.
//
// Source: Böhme et al. 2013, section 2.
func TestCutfieldsSequences(t *testing.T) {
	s, run := example(t, "cutfields")
	for arg, ends := range map[string]program.Ending{
		"0-": program.Signaled, // 1, 5, 7
		"-":  program.Exited,   // 1, 7
		"0":  program.Exited,   // 1, 5
		"-0": program.Exited,   // 1, 7, 5
		"7-": program.Exited,   // 1, 5, 7, which alone is not enough
	} {
		in := program.Input{Args: []program.Bytes{program.Bytes(arg)}}
		if o := run(s.Version("new"), in); o.Ending != ends {
			t.Errorf("new ends with %v for %s", o.Ending, arg)
		}
		if o := run(s.Version("old"), in); o.Ending != program.Exited {
			t.Errorf("old ends with %v for %s", o.Ending, arg)
		}
	}
}

// TestBoundDiffersBetweenTheBounds runs all values about the two bounds.
func TestBoundDiffersBetweenTheBounds(t *testing.T) {
	s, run := example(t, "bound")
	for x := int64(-1); x <= 60; x++ {
		in := program.Input{Entry: "alarm_level", Values: []program.Value{program.IntValue("x", 4, x)}}
		d := program.Differ(run(s.Version("old"), in), run(s.Version("new"), in))
		if want := x > 10 && x <= 20; d.Counts() != want {
			t.Errorf("x = %d: difference %q", x, d)
		}
	}
}
