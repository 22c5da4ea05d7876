package symexec

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/riftlab/rift/program"
)

// kinds are three small programs of kinds that ask for different things: next to
// nothing, many short paths, hard questions. klee is the wall time in seconds
// that KLEE 3.3-pre with Z3 took for its like: 11 paths of nested conditions,
// 52,734 of a number parser over ten bytes, 120 of a bubble sort of five.
var kinds = []struct {
	file  string
	model program.InputModel
	paths int
	klee  float64
}{
	{"paths/conditions.c", program.InputModel{Entry: "f"}, 11, 0.6},
	{"speed/numeral.c", program.InputModel{}, 70385, 46},
	{"paths/bubble5.c", program.InputModel{Entry: "f"}, 120, 5.4},
}

// BenchmarkKinds explores the kinds completely, each path replayed, and reports
// how much faster that is than KLEE on its like, questions a second, and the
// share of questions that never reached the SAT solver.
func BenchmarkKinds(b *testing.B) {
	for _, c := range kinds {
		text, err := os.ReadFile(filepath.Join("testdata", c.file))
		if err != nil {
			b.Fatal(err)
		}
		p := compileC(b, filepath.Base(c.file), string(text))
		b.Run(c.file, func(b *testing.B) {
			var queries, solved int64
			begin := time.Now()
			for b.Loop() {
				e, err := New(p, Options{})
				if err != nil {
					b.Fatal(err)
				}
				r, err := NewReplayer(p, Options{})
				if err != nil {
					b.Fatal(err)
				}
				paths := 0
				err = e.Explore(b.Context(), &c.model, func(path *Path) error {
					paths++
					_, mismatch, err := r.Check(b.Context(), path)
					if mismatch != "" {
						b.Fatal(mismatch)
					}
					return err
				})
				if err != nil || paths != c.paths || !e.Stats.Exhaustive() {
					b.Fatalf("%d paths, want %d: %v %+v", paths, c.paths, err, e.Stats)
				}
				queries += e.Stats.Queries
				for _, n := range e.Counters() {
					if n.Name == "solver.queries" {
						solved += n.Value
					}
				}
			}
			seconds := time.Since(begin).Seconds()
			b.ReportMetric(float64(c.paths)*float64(b.N)/seconds, "paths/s")
			b.ReportMetric(float64(queries)/seconds, "queries/s")
			b.ReportMetric(100*(1-float64(solved)/float64(queries)), "%without-SAT")
			b.ReportMetric(c.klee*float64(b.N)/seconds, "xKLEE")
		})
	}
}
