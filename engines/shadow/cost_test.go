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
// often each is run; the fastest run counts.
const costTests, costRuns = 10, 3

// BenchmarkCost measures what shadowing costs: the concolic phase of a test,
// against a run of the new version alone that follows the same test and collects
// its constraints, every byte of it unknown; both on the coreutils pairs that were
// fetched, on tests that execute the patch and do not diverge themselves. It reports
// the medians over pairs of the median ratio over tests, of the processor's time (that
// of the collector included) and of bytes allocated. RIFT_PAIR=SUBJECT/PAIR is about
// one pair.
func BenchmarkCost(b *testing.B) {
	only, of := os.Getenv("RIFT_PAIR"), "coreutils-"
	if only != "" {
		of, _, _ = strings.Cut(only, "/")
	}
	for range b.N {
		var times, bytes []float64
		for _, name := range corpora.Fetchable() {
			if !strings.HasPrefix(name, of) {
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
				if only != "" && only != s.Name+"/"+s.Pairs[i].Name {
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
		touches, _, err := cover.touches(b.Context(), in)
		if err != nil {
			b.Fatal(err)
		}
		if !touches {
			continue
		}
		shadow := concolicCost(b, u.Program, in, true)
		if shadow.parts {
			continue // it ends there
		}
		plain := concolicCost(b, sides[1], in, false)
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

func concolicCost(b *testing.B, p *program.Program, in *program.Input, shadow bool) cost {
	b.Helper()
	best := cost{time: math.MaxInt64}
	for range costRuns {
		e, err := symexec.New(p, symexec.Options{Shadow: shadow, Seed: 1, Limits: symexec.Limits{MaxSteps: 10_000_000}, QuerySteps: 500_000, DivergencesPer: 4})
		if err != nil {
			b.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		began := processorTime(b)
		if shadow {
			_, err = e.Shadow(b.Context(), nil, in, func(d *symexec.Divergence) error {
				best.parts = best.parts || d.Own && !d.Output
				return nil
			})
		} else {
			_, err = e.Follow(b.Context(), in)
		}
		took := processorTime(b) - began
		runtime.ReadMemStats(&after)
		if err != nil {
			b.Fatal(err)
		}
		if took < best.time {
			best.time, best.bytes = took, after.TotalAlloc-before.TotalAlloc
		}
	}
	return best
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
