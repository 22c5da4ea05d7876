package shadow

import (
	"errors"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/unify"
)

// costTests is how many tests of a pair the cost is measured on, costRuns how
// often each is run, in turn with and without shadow; the fastest runs count.
const costTests, costRuns = 10, 5

// BenchmarkCost measures what shadowing costs: the concolic phase of a test,
// against a run of the new version alone that follows the same test and collects
// its constraints, every byte of it unknown; both on the coreutils pairs that were
// fetched, on tests that execute the patch and do not diverge themselves. It reports
// the medians over pairs of the median ratio over tests, of the processor's time (that
// of the collector included) and of bytes allocated. RIFT_PAIRS=SUBJECT/PAIR,... is about
// some pairs.
func BenchmarkCost(b *testing.B) {
	var only []string
	if list := os.Getenv("RIFT_PAIRS"); list != "" {
		only = strings.Split(list, ",")
	}
	for range b.N {
		var times, bytes []float64
		for _, name := range corpora.Fetchable() {
			if !strings.HasPrefix(name, "coreutils-") {
				continue
			}
			s, err := corpora.Bundled(name)
			if errors.Is(err, corpora.ErrNotFetched) {
				b.Skip(err)
			}
			if err != nil {
				b.Fatal(err)
			}
			for i := range s.Pairs {
				if only != nil && !slices.Contains(only, s.Name+"/"+s.Pairs[i].Name) {
					continue
				}
				t, m := pairCost(b, s, &s.Pairs[i])
				if math.IsNaN(t) {
					continue
				}
				b.Logf("%-16s %-12s time %5.2f  memory %5.2f", s.Name, s.Pairs[i].Name, t, m)
				times, bytes = append(times, t), append(bytes, m)
			}
		}
		b.Logf("%-16s %-12s time %5.2f  memory %5.2f", "median", "", median(times), median(bytes))
		b.ReportMetric(median(times), "time-ratio")
		b.ReportMetric(median(bytes), "memory-ratio")
		b.ReportMetric(float64(len(times)), "pairs")
	}
}

// pairCost returns the median ratios of a pair, NaN if none of its tests
// executes the patch or the versions cannot be unified.
func pairCost(b *testing.B, s *corpora.Subject, p *corpora.Pair) (times, bytes float64) {
	b.Helper()
	d := delta.Compute(s.Version(p.Old), s.Version(p.New))
	var sides [2]*program.Program
	for i, v := range []*program.Version{d.Old, d.New} {
		sides[i] = enginetest.Build(b, v).Program
	}
	u, err := unify.Merge(b.Context(), d, sides[0], sides[1], enginetest.Compile)
	if err != nil {
		b.Logf("%s %s: %v", s.Name, p.Name, err)
		return math.NaN(), math.NaN()
	}
	cover, err := newCoverage(u.Program, 10_000_000)
	if err != nil {
		b.Fatal(err)
	}
	var t, m []float64
	for i := range s.Tests {
		in := &s.Tests[i].Input
		_, touches, err := cover.run(b.Context(), in)
		if err != nil {
			b.Fatal(err)
		}
		if !touches {
			continue
		}
		var shadow, plain cost
		for range costRuns {
			shadow.least(concolicCost(b, u.Program, in, true))
			plain.least(concolicCost(b, sides[1], in, false))
		}
		if shadow.parts {
			continue // it ends there
		}
		t = append(t, shadow.time.Seconds()/plain.time.Seconds())
		m = append(m, float64(shadow.bytes)/float64(plain.bytes))
		if len(t) == costTests {
			break
		}
	}
	return median(t), median(m)
}

// cost is what following an input takes.
type cost struct {
	time  time.Duration
	bytes uint64
	parts bool // the input itself diverges
}

// least keeps the less of two costs of the same; the zero cost is none.
func (c *cost) least(of cost) {
	if c.time == 0 || of.time < c.time {
		*c = of
	}
}

func concolicCost(b *testing.B, p *program.Program, in *program.Input, shadow bool) (c cost) {
	b.Helper()
	e, err := symexec.New(p, symexec.Options{Shadow: shadow, Seed: 1, Limits: symexec.Limits{MaxSteps: 10_000_000}, QuerySteps: 500_000, DivergencesPer: 4})
	if err != nil {
		b.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := processorTime(b)
	if shadow {
		_, err = e.Shadow(b.Context(), nil, in, func(d *symexec.Divergence) error {
			c.parts = c.parts || d.Own && !d.Output
			return nil
		})
	} else {
		_, err = e.Follow(b.Context(), in)
	}
	c.time = processorTime(b) - began
	runtime.ReadMemStats(&after)
	if err != nil {
		b.Fatal(err)
	}
	c.bytes = after.TotalAlloc - before.TotalAlloc
	return c
}

// processorTime returns what this process has used. Other work on the machine does
// not count.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func median(list []float64) float64 {
	if len(list) == 0 {
		return math.NaN()
	}
	s := slices.Sorted(slices.Values(list))
	return s[len(s)/2]
}
