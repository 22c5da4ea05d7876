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
// their ratio, and the seconds that it takes to explore, once, the entry states known
// beforehand that the tests came to: only verdicts on requirements and generated tests
// need that. With RIFT_TCAS it takes tcas too.
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
	om, nm := enginetest.Machine(b, old.Program), enginetest.Machine(b, new.Program)
	var plain, monitored, exploring time.Duration
	var formulas, traces, entryStates int
	each := func(do func(*program.Input) error) func() error {
		return func() error {
			for i := range s.Tests {
				if err := do(&s.Tests[i].Input); err != nil {
					return err
				}
			}
			return nil
		}
	}
	for b.Loop() {
		a, err := NewAssessor(b.Context(), old.Version, new.Version, old.Program, new.Program, Options{Entry: s.Model.Entry, Distance: distance})
		if err != nil {
			b.Fatal(err)
		}
		plain += cpu(b, each(func(in *program.Input) error {
			if _, err := om.Run(b.Context(), in); err != nil {
				return err
			}
			_, err := nm.Run(b.Context(), in)
			return err
		}))
		formulas, traces, entryStates = 0, 0, 0
		monitored += cpu(b, each(func(in *program.Input) error {
			c, err := a.Monitor(b.Context(), in)
			if err == nil {
				formulas, traces = formulas+c.Formulas, traces+c.Traces
			}
			return err
		}))
		exploring += cpu(b, func() error {
			for _, c := range a.formulas {
				for x := range c.found {
					if x.ofRuns {
						continue // no verdict asks for it
					}
					if _, err := a.explored(b.Context(), x); err != nil {
						return err
					}
					entryStates++
				}
			}
			return nil
		})
	}
	tests := float64(b.N * len(s.Tests))
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(plain.Microseconds())/tests, "plain-µs/test")
	b.ReportMetric(float64(monitored.Microseconds())/tests, "monitored-µs/test")
	b.ReportMetric(float64(monitored)/float64(plain), "ratio")
	b.ReportMetric(exploring.Seconds()/float64(b.N), "exploring-s")
	b.ReportMetric(float64(entryStates), "scenes")
	b.ReportMetric(100*float64(formulas)/float64(max(formulas+traces, 1)), "%formulas")
}

// cpu does something and returns the CPU time of it: other work on the machine does
// not count, the garbage collector's does.
func cpu(b *testing.B, do func() error) time.Duration {
	used := func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			b.Fatal(err)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	begun := used()
	if err := do(); err != nil {
		b.Fatal(err)
	}
	return used() - begun
}
