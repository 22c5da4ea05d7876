package matrix

import (
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/program"
)

// BenchmarkMonitoring compares running both versions on the tests of a pair
// with monitoring the same runs: metrics are microseconds of CPU time a test and
// their ratio. With RIFT_TCAS it takes tcas too.
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
	old, new := enginetest.Build(b, s.Version(p.Old)), enginetest.Build(b, s.Version(p.New))
	a, err := NewAssessor(b.Context(), old.Version, new.Version, old.Program, new.Program, Options{Entry: s.Model.Entry, Distance: distance})
	if err != nil {
		b.Fatal(err)
	}
	om, nm := enginetest.Machine(b, old.Program), enginetest.Machine(b, new.Program)
	var plain, monitored time.Duration
	tests := 0
	for b.Loop() {
		plain += cpu(b, s, func(in *program.Input) error {
			if _, err := om.Run(b.Context(), in); err != nil {
				return err
			}
			_, err := nm.Run(b.Context(), in)
			return err
		})
		monitored += cpu(b, s, func(in *program.Input) error {
			_, err := a.Monitor(b.Context(), in)
			return err
		})
		tests += len(s.Tests)
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(plain.Microseconds())/float64(tests), "plain-µs/test")
	b.ReportMetric(float64(monitored.Microseconds())/float64(tests), "monitored-µs/test")
	b.ReportMetric(float64(monitored)/float64(plain), "ratio")
}

// cpu does something with each test and returns the CPU time of it: other work on
// the machine does not count, the garbage collector's does.
func cpu(b *testing.B, s *corpora.Subject, do func(*program.Input) error) time.Duration {
	used := func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			b.Fatal(err)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	begun := used()
	for i := range s.Tests {
		if err := do(&s.Tests[i].Input); err != nil {
			b.Fatal(err)
		}
	}
	return used() - begun
}
