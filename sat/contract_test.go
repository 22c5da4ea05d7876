package sat_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/riftlab/rift/sat"
)

// panics returns the message with which f panics.
func panics(f func()) (message string) {
	defer func() {
		if r := recover(); r != nil {
			message = r.(string)
		}
	}()
	f()
	return ""
}

func TestContract(t *testing.T) {
	for _, b := range backends() {
		t.Run(b.name, func(t *testing.T) {
			s := b.make()
			x, y := s.NewVar(), s.NewVar()
			expectPanic := func(want string, f func()) {
				t.Helper()
				if got := panics(f); !strings.Contains(got, want) {
					t.Errorf("got panic %q, want %q", got, want)
				}
			}
			expectPanic("Value: the last Solve answered unknown, not sat", func() { s.Value(x.Pos()) })
			expectPanic("Core: the last Solve answered unknown, not unsat", func() { s.Core() })
			expectPanic("AddClause: literal 3 of an unknown variable", func() { s.AddClause(sat.Var(3).Pos()) })
			expectPanic("AddClause: literal 0 of an unknown variable", func() { s.AddClause(0) })
			expectPanic("Solve: literal -3 of an unknown variable", func() { solve(s, -3) })
			s.AddClause(x.Pos())
			solve(s)
			expectPanic("Core: the last Solve answered sat", func() { s.Core() })
			expectPanic("Value: literal 3 of an unknown variable", func() { s.Value(sat.Var(3).Pos()) })
			solve(s, -1)
			expectPanic("Value: the last Solve answered unsat", func() { s.Value(y.Pos()) })
		})
	}
}

// The model must survive everything but the next Solve: gini's own is gone at
// the next clause, and asking it for a newer variable panics.
func TestModelStaysReadable(t *testing.T) {
	for _, b := range backends() {
		t.Run(b.name, func(t *testing.T) {
			s := b.make()
			x, y := s.NewVar(), s.NewVar()
			s.AddClause(x.Pos(), y.Pos())
			s.AddClause(x.Neg(), y.Neg())
			solve(s, 1)
			z := s.NewVar()
			s.AddClause(x.Neg())
			s.AddClause(z.Pos())
			if !s.Value(x.Pos()) || s.Value(x.Neg()) || s.Value(y.Pos()) || !s.Value(y.Neg()) {
				t.Error("the model changed")
			}
			if s.Value(z.Pos()) || !s.Value(z.Neg()) {
				t.Error("a newer variable does not read as false")
			}
		})
	}
}

// Once contradictory, always contradictory, whatever follows: gini itself can
// end the process here.
func TestContradictionIsFinal(t *testing.T) {
	for name, clauses := range map[string][][]int{
		"empty clause": {{}},
		"units":        {{1}, {-1}},
		"propagation":  {{1}, {-1, 2}, {-2, 3}, {-3, -1}},
		"search":       {{1, 2}, {1, -2}, {-1, 2}, {-1, -2}},
	} {
		for _, b := range backends() {
			t.Run(name+"/"+b.name, func(t *testing.T) {
				s := b.make()
				load(s, formula{5, clauses})
				for i := range 20 {
					if r := solve(s, 1+i%5); r.Verdict != sat.Unsat {
						t.Fatalf("query %d: %+v", i, r)
					}
					if core := s.Core(); len(core) > 1 {
						t.Fatalf("query %d: core %v", i, core)
					}
					s.AddClause(lits(1+i%5, -(1 + i*3%5))...)
					s.AddClause(s.NewVar().Pos())
				}
				if r := solve(s); r.Verdict != sat.Unsat || len(s.Core()) != 0 {
					t.Errorf("%+v, core %v", r, s.Core())
				}
			})
		}
	}
}

func TestCore(t *testing.T) {
	for _, b := range backends() {
		for _, tt := range []struct {
			name        string
			clauses     [][]int
			assumptions []int
			want        []int
		}{
			{"chain", [][]int{{-1, 2}, {-2, 3}}, []int{4, 1, -3}, []int{1, -3}},
			{"complements", nil, []int{2, 1, -1}, []int{1, -1}},
			{"repeated", [][]int{{-1, -2}}, []int{1, 1, 2, 2}, []int{1, 2}},
			{"against a unit", [][]int{{-3}}, []int{1, 3, 2}, []int{3}},
			{"contradictory clauses", [][]int{{1}, {-1}}, []int{1, 2}, nil},
		} {
			t.Run(tt.name+"/"+b.name, func(t *testing.T) {
				s := b.make()
				load(s, formula{4, tt.clauses})
				if r := solve(s, tt.assumptions...); r.Verdict != sat.Unsat {
					t.Fatalf("got %+v", r)
				}
				if got := dimacs(s.Core()); !slices.Equal(got, tt.want) {
					t.Errorf("core %v, want %v", got, tt.want)
				}
			})
		}
	}
}

// An Unsat under assumptions leaves gini with a conflict that its next Solve
// resolves first. Where that contradicts the clauses at level 0, gini asserts
// a literal 0 and later kills the process over a bad model. Random traces find
// this in seconds; this is the smallest one kept.
func TestGiniForgetsConflicts(t *testing.T) {
	for range 100 {
		s := sat.NewGini()
		load(s, formula{3, [][]int{{2, -1}, {-2, 3}, {1, 3}, {-1, -3}, {-3, 1}, {-1, -2}, {2, 1}}})
		for _, as := range [][]int{{-1}, {-1, 2, -2}, {-2, 1, -1}, {}} {
			if r := solve(s, as...); r.Verdict != sat.Unsat {
				t.Fatalf("under %v: %+v", as, r)
			}
		}
	}
}

// Assumption literals are variables of the caller's own, used for one purpose
// and retired by a unit; gini's activation literals are recycled wrongly and
// can panic.
func TestAssumptionLiteralsCanBeRetired(t *testing.T) {
	for _, b := range backends() {
		t.Run(b.name, func(t *testing.T) {
			s := b.make()
			x := s.NewVar()
			for i := range 50 {
				guard := s.NewVar()
				s.AddClause(guard.Neg(), x.Pos().XorSign(i%2 == 0))
				if r := s.Solve(context.Background(), sat.Limits{}, guard.Pos()); r.Verdict != sat.Sat || s.Value(x.Pos()) != (i%2 == 1) {
					t.Fatalf("guard %d: %+v", i, r)
				}
				s.AddClause(guard.Neg())
			}
		})
	}
}

// Adding a variable makes gini forget all phases and rescan all clauses; the
// CDCL backend must not pay for what is already there. Its phases show it: a
// model that is still good is found again, without a conflict.
func TestPhasesSurviveGrowth(t *testing.T) {
	s := sat.NewCDCL(sat.CDCLOptions{})
	load(s, random3SAT(1, 100, 3.8))
	if r := solve(s); r.Verdict != sat.Sat {
		t.Fatal(r)
	}
	model := make([]bool, 101)
	for v := 1; v <= 100; v++ {
		model[v] = s.Value(sat.Var(v).Pos())
	}
	conflicts := s.Stats().Conflicts
	for i := range 20 {
		s.AddClause(s.NewVar().Pos(), sat.Var(i+1).Pos())
		if r := solve(s); r.Verdict != sat.Sat {
			t.Fatal(r)
		}
	}
	for v := 1; v <= 100; v++ {
		if s.Value(sat.Var(v).Pos()) != model[v] {
			t.Errorf("variable %d changed", v)
		}
	}
	if more := s.Stats().Conflicts - conflicts; more != 0 {
		t.Errorf("%d conflicts to find the same model again", more)
	}
}

// wrong answers Sat to everything, with all variables false.
type wrong struct{ sat.Solver }

func (wrong) Solve(context.Context, sat.Limits, ...sat.Lit) sat.Result {
	return sat.Result{Verdict: sat.Sat}
}
func (wrong) Value(l sat.Lit) bool { return l.IsNeg() }

// lazy answers Unsat to everything, blaming the first literal.
type lazy struct{ sat.Solver }

func (lazy) Solve(context.Context, sat.Limits, ...sat.Lit) sat.Result {
	return sat.Result{Verdict: sat.Unsat}
}
func (lazy) Core() []sat.Lit { return lits(1) }

func TestCheckCatchesWrongAnswers(t *testing.T) {
	fresh := func() sat.Solver { return sat.NewCDCL(sat.CDCLOptions{}) }
	for _, tt := range []struct {
		name        string
		solver      sat.Solver
		assumptions []int
		want        string
	}{
		{"model against clause", wrong{fresh()}, nil, "the model violates clause 0: [1 2]"},
		{"model against assumption", wrong{fresh()}, []int{-1, 2}, "the model violates the assumption 2"},
		{"foreign core", lazy{fresh()}, []int{2}, "1 in the core is not an assumption"},
		{"satisfiable core", lazy{fresh()}, []int{1}, "the core [1] is satisfiable"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := sat.Check(tt.solver, fresh)
			load(s, formula{2, [][]int{{1, 2}}})
			if got := panics(func() { solve(s, tt.assumptions...) }); !strings.Contains(got, tt.want) {
				t.Errorf("got panic %q, want %q", got, tt.want)
			}
		})
	}
}
