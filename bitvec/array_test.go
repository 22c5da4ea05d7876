package bitvec

import (
	"runtime"
	"testing"

	"github.com/riftlab/rift/sat"
)

// TestTableNeedsNoLemmas: a table of constants is a circuit.
func TestTableNeedsNoLemmas(t *testing.T) {
	s := NewStore()
	table := s.ArrayVar("table", 8, 8)
	for i := range uint64(256) {
		table = s.Store(table, s.Const(8, i), s.Const(8, i*167+13))
	}
	x := s.Var("x", 8)
	c := NewSolver(s, SolverOptions{})
	for i := range uint64(256) {
		a := check(c, s.Eq(s.Select(table, x), s.Const(8, i)))
		if a.Verdict != sat.Sat || (a.Model.Value(x).Uint64()*167+13)&255 != i {
			t.Fatalf("table[x] = %d: %v", i, a)
		}
	}
	if n := counter(c, "solver.lemmas"); n != 0 {
		t.Errorf("%d lemmas", n)
	}
	if n := counter(c, "solver.gates"); n > 10000 {
		t.Errorf("%d gates", n)
	}
}

// TestChainOfWritesNeedsFewLemmas: of 200 writes at symbolic places only
// those matter that a model happens to touch.
func TestChainOfWritesNeedsFewLemmas(t *testing.T) {
	s := NewStore()
	array := s.ArrayVar("a", 32, 8)
	var last Term
	for i := range 200 {
		last = s.Fresh("i", 32)
		array = s.Store(array, last, s.Const(8, uint64(i)))
	}
	x := s.Var("x", 32)
	c := NewSolver(s, SolverOptions{})
	read := s.Select(array, x)
	if a := check(c, s.Eq(read, s.Const(8, 77)), s.Ult(x, s.Const(32, 1000))); a.Verdict != sat.Sat {
		t.Errorf("77 can be read: %v", a)
	}
	if a := check(c, s.Eq(x, last), s.Eq(read, s.Const(8, 77))); a.Verdict != sat.Unsat {
		t.Errorf("the last write is 199: %v", a)
	}
	if n := counter(c, "solver.lemmas"); n > 100 {
		t.Errorf("%d lemmas", n)
	}
}

// TestArrayEquality covers what only extensional reasoning can answer.
func TestArrayEquality(t *testing.T) {
	s := NewStore()
	const iw = 8
	a, b := s.ArrayVar("a", iw, 8), s.ArrayVar("b", iw, 8)
	i, j := s.Var("i", iw), s.Var("j", iw)
	v, w := s.Var("v", 8), s.Var("w", 8)
	c := NewSolver(s, SolverOptions{})
	kv, kw := s.ConstArray(iw, v), s.ConstArray(iw, w)
	for n, tc := range []struct {
		ts   []Term
		want sat.Verdict
	}{
		{[]Term{s.Eq(a, b), s.Ne(s.Select(a, i), s.Select(b, i))}, sat.Unsat},
		{[]Term{s.Ne(a, b)}, sat.Sat},
		{[]Term{s.Ne(a, b), s.Eq(s.Store(a, i, v), s.Store(b, i, v)), s.Eq(s.Select(a, i), s.Select(b, i))}, sat.Unsat},
		{[]Term{s.Ne(s.Store(s.Store(a, i, v), j, w), s.Store(s.Store(a, j, w), i, v)), s.Ne(i, j)}, sat.Unsat},
		{[]Term{s.Ne(s.Store(s.Store(a, i, v), j, w), s.Store(s.Store(a, j, w), i, v))}, sat.Sat},
		{[]Term{s.Eq(kv, kw), s.Ne(v, w)}, sat.Unsat},
		{[]Term{s.Eq(s.Store(kv, i, w), s.Store(kw, j, v)), s.Ne(v, w)}, sat.Unsat},
		{[]Term{s.Eq(a, kv), s.Eq(b, kw), s.Eq(s.Select(a, i), s.Select(b, i)), s.Ne(a, b)}, sat.Unsat},
		{[]Term{s.Eq(s.Ite(s.Eq(i, j), a, b), kv), s.Eq(i, j), s.Ne(s.Select(a, i), v)}, sat.Unsat},
	} {
		if got := check(c, tc.ts...); got.Verdict != tc.want {
			t.Errorf("case %d: %v, want %v", n, got, tc.want)
		}
	}
}

func TestArrayValue(t *testing.T) {
	zero := NewArrayValue(2, NewValue(8, 0))
	a := zero
	for i := range uint64(40) {
		a = a.With(NewValue(2, i), NewValue(8, i))
	}
	if got := a.At(NewValue(2, 3)).Uint64(); got != 39 {
		t.Errorf("a[3] = %d", got)
	}
	if n := len(a.Entries()); n != 4 {
		t.Errorf("%d entries", n)
	}
	// Every index is overwritten, so the default does not matter.
	b := NewArrayValue(2, NewValue(8, 9))
	for i := range uint64(4) {
		b = b.With(NewValue(2, i), NewValue(8, 36+i))
	}
	if !a.Equal(b) || a.Equal(b.With(NewValue(2, 0), NewValue(8, 1))) || zero.Equal(b) {
		t.Error("equality is wrong")
	}
}

// large solves a 32 by 32 multiplier, and a sum of n reads from a buffer of
// 1 MiB between n writes, of which every hundredth is at a symbolic place.
func large(t testing.TB, n uint64) {
	s := NewStore()
	x, y := s.Var("x", 32), s.Var("y", 32)
	c := NewSolver(s, SolverOptions{})
	product := s.Mul(s.ZeroExtend(32, x), s.ZeroExtend(32, y))
	if a := check(c, s.Eq(product, s.Const(64, 0x1234*0x4321)), s.Eq(x, s.Const(32, 0x1234))); a.Verdict != sat.Sat || a.Model.Value(y).Uint64() != 0x4321 {
		t.Errorf("0x1234 * y: %v", a)
	}
	buffer := s.ArrayVar("buffer", 20, 8)
	sum := s.Const(8, 0)
	for i := range n {
		at := s.Const(20, i*104729)
		if i%100 == 0 {
			at = s.Add(s.Var("base", 20), at)
		}
		buffer = s.Store(buffer, at, s.Extract(7, 0, s.Add(x, s.Const(32, i))))
		sum = s.Add(sum, s.Select(buffer, s.Const(20, i*7)))
	}
	if a := check(c, s.Eq(sum, s.Const(8, 42))); a.Verdict != sat.Sat {
		t.Errorf("sum of the buffer: %v", a)
	}
}

func TestLargeTermsFit(t *testing.T) {
	large(t, 2000)
	var mem runtime.MemStats
	runtime.ReadMemStats(&mem)
	if mem.Sys > 1<<30 {
		t.Errorf("%d MiB", mem.Sys>>20)
	}
}
