package matrix

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/engines/vm"
)

// key is what a chain of the assessor goes through, as followed.chain.
func (a *Assessor) key(chain int32) string {
	s := fmt.Sprint(a.changes[a.chains.list[chain].change].node)
	for _, e := range a.chains.edges(int(chain)) {
		s += fmt.Sprintf(" %s %d", e.kind, e.to)
	}
	return s
}

// agreement counts what a comparison of monitoring with full traces is about.
type agreement struct{ pairs, runs, aliasQuery, chains, cut int }

// TestMonitoringAgainstTraces compares the chains that monitoring finds with
// those recomputed from full traces, on a sample of the pool of every bundled
// subject, and of the tcas that RIFT_TCAS names. RIFT_ALL_TESTS is
// a regular expression: of the subjects that it matches, and of these alone, all
// pairs and all tests are taken; of fetched subjects too.
func TestMonitoringAgainstTraces(t *testing.T) {
	pattern := os.Getenv("RIFT_ALL_TESTS")
	all, only := pattern != "", regexp.MustCompile(pattern)
	random := rand.New(rand.NewPCG(3, 0))
	var sum agreement
	for _, s := range everySubject(t) {
		if !only.MatchString(s.Name) {
			continue
		}
		var n agreement
		for _, i := range sample(random, len(s.Pairs), 3, all) {
			checkPair(t, s, &s.Pairs[i], sample(random, len(s.Tests), 8, all), &n)
		}
		if all {
			t.Logf("%s: %+v", s.Name, n)
		}
		sum.runs, sum.chains, sum.cut, sum.aliasQuery, sum.pairs = sum.runs+n.runs, sum.chains+n.chains, sum.cut+n.cut, sum.aliasQuery+n.aliasQuery, sum.pairs+n.pairs
	}
	t.Logf("all: %+v", sum)
	if !all && (sum.aliasQuery < 100 || sum.chains < 1000) || 20*sum.cut > sum.runs {
		t.Errorf("too little was compared: %+v", sum)
	}
}

// sample draws k of n numbers, or takes all.
func sample(r *rand.Rand, n, k int, all bool) []int {
	list := r.Perm(n)
	if !all {
		list = list[:min(k, n)]
	}
	slices.Sort(list)
	return list
}

// checkPair compares tests of a pair and counts them.
func checkPair(t *testing.T, s *corpora.Subject, p *corpora.Pair, tests []int, n *agreement) {
	t.Helper()
	old, new := enginetest.Build(t, s.Version(p.Old)), enginetest.Build(t, s.Version(p.New))
	const steps = 1_000_000
	a, err := NewAssessor(t.Context(), old.Version, new.Version, old.Program, new.Program, Options{Entry: s.Model.Entry, RunSteps: steps})
	if errors.Is(err, ErrNoChange) {
		return
	}
	if err != nil {
		t.Fatalf("%s/%s: %v", s.Name, p.Name, err)
	}
	m, err := vm.New(new.Program, vm.Options{MaxSteps: steps, Trace: true})
	if err != nil {
		t.Fatal(err)
	}
	machine := m.NewRun()
	n.pairs++
	for _, i := range tests {
		in := &s.Tests[i].Input
		r, err := a.new.Record(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		o, err := a.old.Record(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		n.runs++
		begins := a.versions.starts(a.changes, o, r)
		if len(begins) == 0 {
			continue
		}
		n.aliasQuery++
		w := &witness{}
		machine.Tracer = w
		if _, err := machine.Run(t.Context(), in); err != nil {
			t.Fatal(err)
		}
		want, whole := newRetrace(a.chains.deps.flow, w.events).chains(a, begins, 3_000_000)
		if r.Full || !whole {
			n.cut++
			continue
		}
		got := map[string]bool{}
		for _, x := range a.chains.executed(r, a.chains.deps.uses(r), begins) {
			got[a.key(x.chain)] = true
		}
		n.chains += len(got)
		if !maps.Equal(got, want) {
			t.Errorf("%s/%s, test %s: monitoring finds %d chains, the trace has %d", s.Name, p.Name, s.Tests[i].Name, len(got), len(want))
			for _, k := range slices.Sorted(maps.Keys(want)) {
				if !got[k] {
					t.Fatalf("monitoring misses %s", k)
				}
			}
			for _, k := range slices.Sorted(maps.Keys(got)) {
				if !want[k] {
					t.Fatalf("monitoring adds %s", k)
				}
			}
		}
	}
}
