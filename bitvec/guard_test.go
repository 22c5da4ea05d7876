package bitvec

import (
	"context"
	"testing"

	"github.com/riftlab/rift/sat"
)

// A guarded function is left when stop says so, and the store and its checkers
// then answer as if nothing had happened.
func TestGuard(t *testing.T) {
	s := NewStore()
	c := NewChain(s, ChainOptions{})
	x, y := s.Var("x", 32), s.Var("y", 32)
	product := func() Term {
		p := s.Const(32, 1)
		for i := range 60 {
			p = s.Mul(s.Add(p, s.Add(x, s.Const(32, uint64(i)))), s.Xor(y, s.LShr(p, s.Const(32, 3))))
		}
		return s.Eq(p, s.Const(32, 77))
	}
	for _, stopAt := range []int{1, 2, 5, 1000000} {
		asked := 0
		finished := s.Guard(func() bool { asked++; return asked >= stopAt }, func() {
			for i := 0; i < 20000; i++ {
				s.Add(s.Mul(x, s.Const(32, uint64(3*i+stopAt))), s.Not(y))
			}
			product()
		})
		if want := asked < stopAt; finished != want || !want && asked != stopAt {
			t.Errorf("stop at %d: finished %v, asked %d times", stopAt, finished, asked)
		}
	}
	outer := s.Guard(func() bool { return true }, func() {
		if !s.Guard(func() bool { return false }, func() {
			for i := 0; i < 5000; i++ {
				s.Mul(x, s.Const(32, uint64(i)))
			}
		}) {
			t.Error("the inner guard took the answer of the outer one")
		}
		t.Error("the inner guard came to its end")
	})
	if outer {
		t.Error("the outer guard did not stop")
	}
	s.Checkpoint() // outside of a guard it asks nobody
	fresh := NewStore()
	eq := s.Eq(s.Mul(x, y), s.Const(32, 15*21))
	want := NewChain(fresh, ChainOptions{}).Check(t.Context(), Query{Constraints: []Term{s.Copy(fresh, eq)}})
	if got := c.Check(t.Context(), Query{Constraints: []Term{eq}}); got.Verdict != want.Verdict || got.Verdict != sat.Sat {
		t.Errorf("after it the checker says %v, another one %v", got.Verdict, want.Verdict)
	}
}

// done is a context that is done after its error was asked for so many times.
type done struct {
	context.Context
	left int
}

func (d *done) Err() error {
	if d.left--; d.left < 0 {
		return context.Canceled
	}
	return nil
}

// A solver that was stopped anywhere, in the middle of a gate's clauses too,
// answers the same query right when it is asked again.
func TestSolverStoppedAnywhere(t *testing.T) {
	s := NewStore()
	var vars []Term
	for _, name := range []string{"a", "b", "c"} {
		vars = append(vars, s.Var(name, 48))
	}
	a, b, c := vars[0], vars[1], vars[2]
	queries := []struct {
		constraints []Term
		want        sat.Verdict
	}{
		{[]Term{s.Ne(s.Mul(a, s.Add(b, c)), s.Add(s.Mul(c, a), s.Mul(b, a))), s.Ult(a, s.Const(48, 4)), s.Ult(b, s.Const(48, 4))}, sat.Unsat},
		{[]Term{s.Eq(s.UDiv(a, b), s.Const(48, 12345)), s.Eq(s.URem(a, b), c), s.Ult(s.Const(48, 99), c)}, sat.Sat},
		{[]Term{s.Ult(s.UDiv(a, b), s.UDiv(a, s.Add(b, s.Const(48, 1)))), s.Ult(b, s.Const(48, 3)), s.Ne(b, s.Const(48, 0)), s.Ult(a, s.Const(48, 64))}, sat.Unsat},
	}
	stopped := 0
	solver := NewSolver(s, SolverOptions{})
	for left := 0; left < 60; left += 3 {
		for i, q := range queries {
			got := solver.Check(&done{t.Context(), left}, Query{Constraints: q.constraints})
			if got.Verdict == sat.Unknown {
				stopped++
			} else if got.Verdict != q.want {
				t.Fatalf("query %d stopped after %d looks: %v, want %v", i, left, got.Verdict, q.want)
			}
		}
		if left%9 == 0 {
			solver = NewSolver(s, SolverOptions{})
		}
	}
	for i, q := range queries {
		if got := solver.Check(t.Context(), Query{Constraints: q.constraints}); got.Verdict != q.want {
			t.Errorf("query %d: %v, want %v", i, got.Verdict, q.want)
		}
	}
	if stopped < 10 {
		t.Errorf("only %d queries were stopped: the test shows little", stopped)
	}
}
