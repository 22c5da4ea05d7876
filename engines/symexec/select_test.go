package symexec

import (
	"testing"

	"github.com/riftlab/rift/program"
)

// The tests that are selected cover what all tests cover, there is one for each
// error, and none without which the others would cover as much.
func TestSelection(t *testing.T) {
	for _, f := range readFixtures(t) {
		if f.paths > 150 || f.slow {
			continue
		}
		p := compileC(t, f.name+".c", f.text)
		paths, _ := explore(t, p, &f.model, Options{})
		r, err := NewReplayer(p, Options{})
		if err != nil {
			t.Fatal(err)
		}
		s := NewSelection(p)
		all := newBits(s.size)
		errors := map[fault]int{}
		for _, path := range paths {
			out, _, err := r.Check(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			if f := out.Fault; f != nil {
				errors[fault{f.Kind, f.Pos}] = 0
			}
			for i, w := range s.bits(r.Coverage()) {
				all[i] |= w
			}
			s.Consider(r.Coverage(), out)
		}
		s.Minimise()
		failing, kept := 0, 0
		for _, c := range s.kept {
			if !c.dropped {
				kept++
				if c.failing {
					failing++
				}
			}
		}
		if failing != len(errors) {
			t.Errorf("%s: %d tests with errors of %d", f.name, failing, len(errors))
		}
		for i := range s.size {
			if all[i>>6]>>(i&63)&1 != 0 && s.hits(i) == 0 {
				t.Errorf("%s: bit %d is covered by no test that is kept", f.name, i)
			}
		}
		if kept == 0 || kept > len(paths) {
			t.Errorf("%s: %d tests kept of %d", f.name, kept, len(paths))
		}
	}
}

// A test whose coverage others have together is dropped.
func TestSelectionDrops(t *testing.T) {
	p := compileC(t, "p.c", "int f(int a, int b) { int r = 0; if (a > 0) r = 1; if (b > 0) r += 2; return r; }\nint main(void) { return 0; }")
	r, err := NewReplayer(p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := NewSelection(p)
	for _, v := range [][2]int64{{1, 0}, {0, 0}, {0, 1}, {1, 1}} {
		in := program.Input{Entry: "f", Values: []program.Value{program.IntValue("a", 4, v[0]), program.IntValue("b", 4, v[1])}}
		out, _, err := r.Check(t.Context(), &Path{Input: in, Incomplete: "unknown"})
		if err != nil {
			t.Fatal(err)
		}
		if kept := s.Consider(r.Coverage(), out); kept == (v == [2]int64{1, 1}) {
			t.Errorf("%v: kept: %v", v, kept)
		}
	}
	if drop := s.Minimise(); len(drop) != 1 || drop[0] != 1 {
		t.Errorf("dropped: %v, want the second", drop)
	}
}
