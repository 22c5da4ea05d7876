package symexec

import (
	"slices"
	"testing"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/testsuite/reduce"
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
		s := reduce.New(p)
		var all *program.Coverage
		type fault struct {
			kind program.FaultKind
			at   program.Position
		}
		errors := map[fault]int{}
		var kept []*program.Outcome
		for _, path := range paths {
			out, _, err := r.Check(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			if f := out.Fault; f != nil {
				errors[fault{f.Kind, f.Pos}] = 0
			}
			if c := r.Coverage().Clone(); all == nil {
				all = c
			} else {
				all.Merge(c)
			}
			if s.Consider(r.Coverage(), out) {
				kept = append(kept, out)
			}
		}
		for _, i := range s.Minimise() {
			kept[i] = nil
		}
		kept = slices.DeleteFunc(kept, func(o *program.Outcome) bool { return o == nil })
		failing := 0
		for _, o := range kept {
			if f := o.Fault; f != nil {
				if errors[fault{f.Kind, f.Pos}]++; errors[fault{f.Kind, f.Pos}] == 1 {
					failing++
				}
			}
		}
		if failing != len(errors) {
			t.Errorf("%s: %d tests with errors of %d", f.name, failing, len(errors))
		}
		for fn, user := range p.Funcs {
			if user.Library {
				continue
			}
			for i := range user.Stmts {
				if all.Stmt(fn, i) != (s.Stmt(fn, i) > 0) {
					t.Errorf("%s: statement %d of %s: covered: %v, tests that are kept: %d", f.name, i, user.Source, all.Stmt(fn, i), s.Stmt(fn, i))
				}
			}
			for b, block := range user.Blocks {
				for k := range block.Term().Targets {
					if all.Edge(fn, b, k) != (s.Edge(fn, b, k) > 0) {
						t.Errorf("%s: edge %d of block %d of %s: covered: %v, tests that are kept: %d", f.name, k, b, user.Source, all.Edge(fn, b, k), s.Edge(fn, b, k))
					}
				}
			}
		}
		if len(kept) == 0 || len(kept) > len(paths) {
			t.Errorf("%s: %d tests kept of %d", f.name, len(kept), len(paths))
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
	s := reduce.New(p)
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
