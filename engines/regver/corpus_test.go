package regver

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/riftlab/rift/corpora/pairs"
	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cputime"
)

// stillOpen are equal pairs of the corpus that are not proved, and why.
var stillOpen = map[string]string{
	"array-local-buffer":      "arrays of an activation that the versions fill in other ways",
	"integer-alignment":       "a sum and a mask in place of a remainder",
	"libm-float-filter":       "sums in another order, stored where others could look at a NaN",
	"libm-horner":             "one version counts below the least int",
	"libm-interest":           "operations of fractions below conditions",
	"libm-mean":               "an order of pointers",
	"loop-fused":              "two loops and one",
	"nonlinear-modular-power": "a remainder of a product of 64 bits in other widths",
	"string-atoi":             "an index and a pointer over two loops",
	"string-find":             "an index and a pointer over two loops",
	"struct-account":          "one version reads all of a structure, the other some of it",
}

// unlessExcluded are equal pairs that are proved only where it does not count which error
// ends a run: one version reads in another order what may both be out of bounds.
var unlessExcluded = map[string]bool{
	"array-prefix-sums": true, "struct-date": true, "struct-rectangle": true,
}

// TestCorpus proves the equal pairs of the corpus, but for those that are known to be
// open, and none of the different ones. RIFT_PAIRS selects pairs by a part of their
// name; with -v one is proved at a time, and its processor time is shown.
func TestCorpus(t *testing.T) {
	list, err := pairs.All()
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	proved, equal := 0, 0
	var used []time.Duration
	t.Run("pairs", func(t *testing.T) {
		for _, p := range list {
			if !strings.Contains(p.Name, os.Getenv("RIFT_PAIRS")) {
				continue
			}
			t.Run(p.Name, func(t *testing.T) {
				if !testing.Verbose() {
					t.Parallel()
				}
				old, new := build(t, p.Old), build(t, p.New)
				begin := cputime.Self()
				opt := Options{Entry: "f", trace: func(name string, v variant, err error) {
					if os.Getenv("RIFT_PAIRS_TRACE") != "" {
						t.Logf("%s %+v: %v", name, v, err)
					}
				}}
				r, err := Prove(t.Context(), old, new, opt)
				took := cputime.Self() - begin
				if err != nil {
					t.Fatal(err)
				}
				if unlessExcluded[p.Name] {
					if r.Equal {
						t.Error("proved, whichever error ends a run")
					}
					opt.Equivalence.Undefined = program.ExcludeUndefined
					if r, err = Prove(t.Context(), old, new, opt); err != nil {
						t.Fatal(err)
					}
					if r.Equal && len(r.Assumes) == 0 {
						t.Error("proved without a word of the errors that do not count")
					}
				}
				mu.Lock()
				defer mu.Unlock()
				if p.Equal {
					equal++
					used = append(used, took)
					if r.Equal {
						proved++
					}
				}
				switch _, known := stillOpen[p.Name]; {
				case r.Equal && !p.Equal:
					t.Error("proved equal, but differs")
				case p.Equal && !r.Equal && !known:
					var why []string
					for _, q := range r.Pairs {
						if q.Why != nil {
							why = append(why, q.Name+": "+q.Why.Error())
						}
					}
					t.Errorf("not proved: %s", strings.Join(why, "; "))
				case p.Equal && r.Equal && known:
					t.Error("proved: take it off the list of what is open")
				}
				if testing.Verbose() {
					fmt.Printf("%-32s proved %-5v %v\n", p.Name, r.Equal, took.Round(time.Millisecond))
				}
			})
		}
	})
	if slices.Sort(used); len(used) > 0 && testing.Verbose() {
		t.Logf("%d of %d equal pairs proved, median %v of CPU", proved, equal, used[len(used)/2].Round(time.Millisecond))
	}
}

// TestCorpusMutants changes single instructions of the functions of the corpus at random.
// What the machine shows to be different must not be proved equal. RIFT_CORPUS_MUTANTS
// says how many of each pair; without it, and without RIFT_LONG, every fourth pair has one.
func TestCorpusMutants(t *testing.T) {
	list, err := pairs.All()
	if err != nil {
		t.Fatal(err)
	}
	mutants, every := number("RIFT_CORPUS_MUTANTS", 1), 1
	if os.Getenv("RIFT_CORPUS_MUTANTS") == "" && !long() {
		every = 4
	}
	var different, equal atomic.Int64
	t.Run("pairs", func(t *testing.T) {
		for n, p := range list {
			if !p.Equal || n/2%every != 0 || !strings.Contains(p.Name, os.Getenv("RIFT_PAIRS")) {
				continue
			}
			t.Run(p.Name, func(t *testing.T) {
				t.Parallel()
				rnd := rand.New(rand.NewPCG(uint64(n), uint64(number("RIFT_SEED", 1))))
				var versions [2]*program.Program
				var names [2][]string
				for i, text := range []string{p.Old, p.New} {
					driver, err := pairs.Driver(text)
					if err != nil {
						t.Fatal(err)
					}
					versions[i] = enginetest.Build(t, pairs.Version(text+driver)).Program
					for _, f := range versions[i].Funcs {
						if !f.Library && f.Name != "main" && !strings.HasSuffix(f.Name, "_") && len(f.Blocks) > 0 {
							names[i] = append(names[i], f.Name)
						}
					}
				}
				in := &program.Input{Stdin: []byte("1 12\n")}
				show := func(q *program.Program) *program.Outcome {
					m, err := vm.New(q, vm.Options{MaxSteps: 2_000_000})
					if err != nil {
						t.Fatal(err)
					}
					o, err := m.NewRun().Run(t.Context(), in)
					if err != nil {
						t.Fatal(err)
					}
					return o
				}
				outcomes := [2]*program.Outcome{show(versions[0]), show(versions[1])}
				for k := range mutants {
					of, against := rnd.IntN(2), rnd.IntN(2)
					q, f := copyOf(versions[of], names[of][rnd.IntN(len(names[of]))])
					if !mutate(rnd, f) || program.Verify(q) != nil {
						continue
					}
					o := show(q)
					if o.Cut() || !program.Differ(outcomes[against], o).Counts() {
						continue
					}
					different.Add(1)
					r, err := Prove(t.Context(), versions[against], q, Options{Entry: "f"})
					if err != nil {
						t.Fatal(err)
					}
					if r.Equal && !(o.Ending == program.Faulted && outcomes[against].Ending == program.Faulted) {
						equal.Add(1)
						t.Errorf("mutant %d, of version %d in %s against version %d: proved equal, but differs: %v", k, of, f.Name, against, r.Assumes)
					}
				}
			})
		}
	})
	t.Logf("%d mutants that differ, %d of them proved equal", different.Load(), equal.Load())
}
