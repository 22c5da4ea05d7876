package matrix

import (
	"errors"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines/enginetest"
)

// decided counts how state conditions were decided.
type decided struct{ pairs, runs, formulas, traces int }

// TestFormulasAgreeWithTraces decides the state requirements of a sample of the
// tests of every bundled subject, and of the tcas that RIFT_TCAS names, in both
// ways: by formulas, and by the runs of both versions. Where there is a formula
// they must agree, and what is covered must not be infeasible. With
// RIFT_ALL_TESTS=1 it takes all pairs and all tests.
func TestFormulasAgreeWithTraces(t *testing.T) {
	all := os.Getenv("RIFT_ALL_TESTS") != ""
	few := 2
	if os.Getenv("RIFT_LONG") != "" {
		few = 4
	}
	only := regexp.MustCompile(os.Getenv("RIFT_PAIRS"))
	random := rand.New(rand.NewPCG(5, 0))
	var sum decided
	for _, s := range everySubject(t) {
		var n decided
		begun := time.Now()
		for _, i := range sample(random, len(s.Pairs), 1, all) {
			tests := sample(random, len(s.Tests), few, all)
			if only.MatchString(s.Name + "/" + s.Pairs[i].Name) {
				agree(t, s, &s.Pairs[i], tests, &n)
			}
		}
		if testing.Verbose() {
			t.Logf("%s: %+v, %v", s.Name, n, time.Since(begun).Round(time.Millisecond))
		}
		sum.pairs, sum.runs, sum.formulas, sum.traces = sum.pairs+n.pairs, sum.runs+n.runs, sum.formulas+n.formulas, sum.traces+n.traces
	}
	t.Logf("all: %+v", sum)
	if sum.formulas < 100 && os.Getenv("RIFT_PAIRS") == "" {
		t.Errorf("formulas decided %d conditions only", sum.formulas)
	}
}

// everySubject returns the bundled subjects, and tcas if RIFT_TCAS names it; with
// RIFT_ALL_TESTS also those that have been fetched.
func everySubject(t *testing.T) []*corpora.Subject {
	t.Helper()
	var subjects []*corpora.Subject
	names := corpora.Names()
	if os.Getenv("RIFT_ALL_TESTS") != "" {
		names = append(names, corpora.Fetchable()...)
	}
	for _, name := range names {
		s, err := corpora.Bundled(name)
		if errors.Is(err, corpora.ErrNotFetched) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		subjects = append(subjects, s)
	}
	if dir := os.Getenv("RIFT_TCAS"); dir != "" {
		list, err := corpora.Open("sir:"+dir, ".")
		if err != nil {
			t.Fatal(err)
		}
		subjects = append(subjects, list...)
	}
	return subjects
}

// agree compares the two decisions on tests of a pair.
func agree(t *testing.T, s *corpora.Subject, p *corpora.Pair, tests []int, n *decided) {
	t.Helper()
	old, new := enginetest.Build(t, s.Version(p.Old)), enginetest.Build(t, s.Version(p.New))
	partial := Limits{Paths: 24, Followed: 64, Rounds: 6, Steps: 20_000, Work: 30_000}
	if os.Getenv("RIFT_ALL_TESTS") != "" {
		partial = Limits{}
	}
	a, err := NewAssessor(t.Context(), old.Version, new.Version, old.Program, new.Program, Options{Distance: 3, Bound: 2000, Entry: s.Model.Entry, RunSteps: 1_000_000, Size: 100_000, Partial: partial})
	if errors.Is(err, ErrNoChange) {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	a.both = true
	n.pairs++
	var pool []*Coverage
	for _, k := range tests {
		c, err := a.Monitor(t.Context(), &s.Tests[k].Input)
		if err != nil {
			t.Fatal(err)
		}
		pool = append(pool, c)
		n.runs++
		n.formulas += c.Formulas
		n.traces += c.Traces
		for _, x := range c.apart {
			t.Errorf("%s/%s, test %s: %s: formulas say %d and the runs %d, of %d", s.Name, p.Name, s.Tests[k].Name,
				a.chains.text(int(x.chain), a.versions.old), x.formulas.holds, x.traces&x.formulas.decided, x.formulas.decided)
		}
	}
	reqs := a.Requirements(Full, a.Distance())
	for i := range reqs {
		if len(a.entryStatesOf(int(a.chains.list[reqs[i].chain].change)).entryStates) > 1 && os.Getenv("RIFT_ALL_TESTS") == "" {
			continue // it would explore all of them
		}
		if q := &reqs[i]; slices.ContainsFunc(pool, func(c *Coverage) bool { return c.Satisfies(q) }) {
			if state, err := a.State(t.Context(), q); err != nil || state.Verdict == Infeasible {
				t.Errorf("%s/%s: %s is covered and %v (%v)", s.Name, p.Name, q.Text, state, err)
			}
		}
	}
	if testing.Verbose() {
		for i, f := range a.formulas {
			t.Logf("   %s change %d: %d entry states, all %v", p.Name, i, len(f.entryStates), f.all)
			for _, x := range f.found {
				t.Logf("      %d chains, %v", len(x.chains), x.cuts)
			}
		}
	}
}
