package bitvec

import (
	"fmt"
	"runtime"
	"testing"
)

// BenchmarkConstruct makes new terms of mixed kinds, with rewriting and
// without, and reports terms per second and bytes per term.
func BenchmarkConstruct(b *testing.B) {
	for _, raw := range []bool{false, true} {
		b.Run(fmt.Sprintf("raw=%v", raw), func(b *testing.B) {
			var opts []Option
			if raw {
				opts = append(opts, WithoutRewriting())
			}
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			s := NewStore(opts...)
			x, y, z := s.Var("x", 32), s.Var("y", 32), s.Var("z", 8)
			t := x
			for b.Loop() {
				t = s.Add(s.Mul(t, y), s.Xor(t, x))
				t = s.Ite(s.Ult(t, y), s.And(t, x), s.Sub(t, s.ZeroExtend(24, z)))
			}
			runtime.GC()
			runtime.ReadMemStats(&after)
			b.ReportMetric(float64(s.Len())/b.Elapsed().Seconds(), "terms/s")
			b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/float64(s.Len()), "B/term")
			runtime.KeepAlive(s)
		})
	}
}

// BenchmarkLookup asks for terms that exist already.
func BenchmarkLookup(b *testing.B) {
	s := NewStore()
	x, y := s.Var("x", 32), s.Var("y", 32)
	for b.Loop() {
		s.Ult(s.Add(x, y), s.And(x, y))
	}
}

// BenchmarkEval evaluates a chain of a thousand operators under new models.
func BenchmarkEval(b *testing.B) {
	s := NewStore()
	x, y := s.Var("x", 32), s.Var("y", 32)
	t := x
	for range 250 {
		t = s.Add(s.Mul(t, y), s.Xor(t, x))
	}
	n := uint64(0)
	for b.Loop() {
		a := NewAssignment()
		a.Set(x, NewValue(32, n))
		a.Set(y, NewValue(32, n*7))
		NewTotalEvaluator(s, a).Value(t)
		n++
	}
}

// BenchmarkLarge reports the memory that 10,000 reads and writes of a buffer
// of 1 MiB and a 32 by 32 multiplier take from the system.
func BenchmarkLarge(b *testing.B) {
	for b.Loop() {
		large(b, 10000)
	}
	var mem runtime.MemStats
	runtime.ReadMemStats(&mem)
	b.ReportMetric(float64(mem.Sys>>20), "MiB")
}
