package matrix

import (
	"os"
	"testing"
	"time"

	"github.com/riftlab/rift/corpora"
)

// BenchmarkMonitoring compares running both versions on the tests of a pair
// with monitoring the same runs: metrics are microseconds a test and their
// ratio. With RIFT_TCAS it takes tcas too.
func BenchmarkMonitoring(b *testing.B) {
	bench := func(s *corpora.Subject, pair string, distance int) {
		b.Run(s.Name+"/"+pair, func(b *testing.B) { benchmarkPair(b, s, s.Pair(pair), distance) })
	}
	for _, c := range []struct{ subject, pair string }{{"chains", "1"}, {"xmltree", "plus"}, {"xmltree", "depth"}} {
		s, err := corpora.Bundled(c.subject)
		if err != nil {
			b.Fatal(err)
		}
		bench(s, c.pair, 3)
	}
	if dir := os.Getenv("RIFT_TCAS"); dir != "" {
		list, err := corpora.Open("sir:"+dir, ".")
		if err != nil {
			b.Fatal(err)
		}
		bench(list[0], "v2", 3)
		bench(list[0], "v2", 6)
	}
}

func benchmarkPair(b *testing.B, s *corpora.Subject, p *corpora.Pair, distance int) {
	old, new := build(b, s.Version(p.Old)), build(b, s.Version(p.New))
	a, err := NewAssessor(b.Context(), old.Version, new.Version, old.Program, new.Program, Options{Entry: s.Model.Entry, Distance: distance})
	if err != nil {
		b.Fatal(err)
	}
	om, nm := machine(b, old.Program), machine(b, new.Program)
	var plain, monitored time.Duration
	tests := 0
	for b.Loop() {
		for i := range s.Tests {
			in := &s.Tests[i].Input
			begun := time.Now()
			if _, err := om.Run(b.Context(), in); err != nil {
				b.Fatal(err)
			}
			if _, err := nm.Run(b.Context(), in); err != nil {
				b.Fatal(err)
			}
			between := time.Now()
			if _, err := a.Monitor(b.Context(), in); err != nil {
				b.Fatal(err)
			}
			plain += between.Sub(begun)
			monitored += time.Since(between)
			tests++
		}
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(plain.Microseconds())/float64(tests), "plain-µs/test")
	b.ReportMetric(float64(monitored.Microseconds())/float64(tests), "monitored-µs/test")
	b.ReportMetric(float64(monitored)/float64(plain), "ratio")
}
