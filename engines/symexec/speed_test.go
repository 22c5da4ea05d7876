package symexec

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
)

// BenchmarkConcrete runs package vm's speed programs in both machines for two
// million instructions each.
func BenchmarkConcrete(b *testing.B) {
	const steps = 2_000_000
	files, err := filepath.Glob("../vm/testdata/speed/*.c")
	if err != nil || len(files) == 0 {
		b.Fatalf("no programs: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		p := compileC(b, filepath.Base(file), string(text))
		name := strings.TrimSuffix(filepath.Base(file), ".c")
		in := &program.Input{}
		report := func(b *testing.B, n int64) { b.ReportMetric(float64(n)/1e6/b.Elapsed().Seconds(), "Minstr/s") }
		b.Run("vm/"+name, func(b *testing.B) {
			m, err := vm.New(p, vm.Options{MaxSteps: steps})
			if err != nil {
				b.Fatal(err)
			}
			x, n := m.NewRun(), int64(0)
			for b.Loop() {
				out, err := x.Run(b.Context(), in)
				if err != nil {
					b.Fatal(err)
				}
				n += out.Steps
			}
			report(b, n)
		})
		b.Run("symexec/"+name, func(b *testing.B) {
			n := int64(0)
			for b.Loop() {
				e, err := New(p, Options{Limits: Limits{MaxSteps: steps}})
				if err != nil {
					b.Fatal(err)
				}
				path, err := e.Execute(b.Context(), in)
				if err != nil {
					b.Fatal(err)
				}
				n += path.Outcome.Steps
			}
			report(b, n)
		})
	}
}

// BenchmarkStates forks a program that reads standard input into many states
// alive at once, and reports forks a second and the heap that a state takes.
func BenchmarkStates(b *testing.B) {
	const states = 4000
	p := compileC(b, "p.c", endless)
	m := &program.InputModel{Stdin: &program.ContentModel{MinSize: 30, Size: 30}}
	var forks int64
	var heap uint64
	for b.Loop() {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		stop := errors.New("enough")
		var e *Explorer
		e, err := New(p, Options{Search: "bfs", Spend: func(int64) error {
			if e.alive >= states {
				return stop
			}
			return nil
		}})
		if err != nil {
			b.Fatal(err)
		}
		if err := e.Explore(b.Context(), m, func(*Path) error { return nil }); !errors.Is(err, stop) {
			b.Fatalf("it ended early: %v", err)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		heap = after.HeapAlloc - before.HeapAlloc
		forks += e.Stats.Forks
		runtime.KeepAlive(e)
	}
	b.ReportMetric(float64(forks)/b.Elapsed().Seconds(), "forks/s")
	b.ReportMetric(float64(heap)/states, "B/state")
}
