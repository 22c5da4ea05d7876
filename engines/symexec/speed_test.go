package symexec

import (
	"os"
	"path/filepath"
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
				e, err := New(p, Options{MaxSteps: steps})
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
