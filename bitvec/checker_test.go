package bitvec

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/riftlab/rift/sat"
)

func check(c Checker, ts ...Term) Answer {
	return c.Check(context.Background(), Query{Constraints: ts})
}

func counter(c Checker, name string) int64 {
	for _, x := range c.Counters() {
		if x.Name == name {
			return x.Value
		}
	}
	return -1
}

func TestSession(t *testing.T) {
	e := newEnv(8)
	s := NewSession(NewChain(e.Store, ChainOptions{}))
	ctx := context.Background()
	s.AssertNamed("small", e.Ult(e.x, e.k(10)))
	s.Push()
	s.AssertNamed("big", e.Ult(e.k(20), e.x))
	s.AssertNamed("other", e.Ult(e.k(20), e.y))
	a := s.Check(ctx, sat.Limits{})
	if a.Verdict != sat.Unsat {
		t.Fatalf("x < 10 and x > 20: %v", a)
	}
	if names := s.CoreNames(a.Core); !slices.Equal(names, []string{"small", "big"}) {
		t.Errorf("core %v", names)
	}
	s.Pop(1)
	if a := s.Check(ctx, sat.Limits{}, e.Eq(e.x, e.k(9))); a.Verdict != sat.Sat || a.Model.Value(e.x).Uint64() != 9 {
		t.Errorf("after pop, x = 9: %v", a)
	}
	if a := s.Check(ctx, sat.Limits{}, e.Eq(e.x, e.k(11))); a.Verdict != sat.Unsat || len(a.Core) != 2 {
		t.Errorf("assumption x = 11: %v, core %v", a, a.Core)
	}
	defer func() {
		if r := fmt.Sprint(recover()); r != "bitvec: Pop: 1 of 0 frames" {
			t.Errorf("pop of nothing: %v", r)
		}
	}()
	s.Pop(1)
}

func TestMinimize(t *testing.T) {
	e := newEnv(8)
	// Three constraints contradict each other; the solver's core may have more.
	need := []Term{e.Ult(e.x, e.y), e.Ult(e.y, e.z), e.Ult(e.z, e.x)}
	noise := []Term{e.Ult(e.x, e.k(200)), e.Ult(e.y, e.k(201)), e.Ult(e.k(3), e.z), e.Ne(e.x, e.k(7))}
	all := append(slices.Clone(noise), need...)
	for _, opts := range []SolverOptions{{}, {Fresh: true}} {
		c := NewSolver(e.Store, opts)
		core, minimal := Minimize(context.Background(), c, all, nil, sat.Limits{}, 100)
		if !minimal || len(core) != 3 {
			t.Errorf("core %v, minimal %v", core, minimal)
		}
		for i := range core {
			if a := check(c, slices.Delete(slices.Clone(core), i, i+1)...); a.Verdict != sat.Sat {
				t.Errorf("constraint %d of the core is not needed", i)
			}
		}
		if core, minimal := Minimize(context.Background(), c, all, nil, sat.Limits{}, 1); minimal || check(c, core...).Verdict != sat.Unsat {
			t.Errorf("with one query: minimal %v, core %v", minimal, core)
		}
		if core, _ := Minimize(context.Background(), c, all, noise[:1], sat.Limits{}, 100); !slices.Contains(core, noise[0]) {
			t.Errorf("a fixed constraint was removed: %v", core)
		}
	}
}

func TestEnumerate(t *testing.T) {
	e := newEnv(8)
	c := NewChain(e.Store, ChainOptions{})
	q := Query{Constraints: []Term{e.Ult(e.x, e.k(6)), e.Eq(e.And(e.x, e.k(1)), e.zero), e.Ult(e.y, e.k(100))}}
	var found []uint64
	a := Enumerate(context.Background(), c, q, []Term{e.x}, func(m *Model) bool {
		found = append(found, m.Value(e.x).Uint64())
		return true
	})
	slices.Sort(found)
	if a.Verdict != sat.Unsat || !slices.Equal(found, []uint64{0, 2, 4}) {
		t.Errorf("%v after %v", a, found)
	}
	n := 0
	if a := Enumerate(context.Background(), c, q, []Term{e.x}, func(*Model) bool { n++; return n < 2 }); a.Verdict != sat.Sat || n != 2 {
		t.Errorf("stopped: %v after %d", a, n)
	}
}

func TestCachesCountTheirHits(t *testing.T) {
	e := newEnv(8)
	c := NewSlicer(NewCoreCache(NewModelCache(NewSolver(e.Store, SolverOptions{}), 4), 8))
	p, q, r := e.Ult(e.x, e.k(10)), e.Ult(e.k(20), e.x), e.Ult(e.y, e.k(5))
	for i, step := range []struct {
		ts                            []Term
		want                          sat.Verdict
		cores, sats, models, solverqs int64
	}{
		{[]Term{p}, sat.Sat, 0, 0, 0, 1},
		{[]Term{p, r}, sat.Sat, 0, 1, 1, 1},      // p is known; r by the model
		{[]Term{p, q}, sat.Unsat, 0, 1, 1, 2},    //
		{[]Term{r, p, q}, sat.Unsat, 1, 1, 1, 2}, // contains a core
		{[]Term{e.Ult(e.x, e.k(11))}, sat.Sat, 1, 1, 2, 2},
	} {
		if a := check(c, step.ts...); a.Verdict != step.want {
			t.Errorf("step %d: %v", i, a)
		}
		got := []int64{counter(c, "cores.hits"), counter(c, "cores.sathits"), counter(c, "models.hits"), counter(c, "solver.queries")}
		if want := []int64{step.cores, step.sats, step.models, step.solverqs}; !slices.Equal(got, want) {
			t.Errorf("step %d: counters %v, want %v", i, got, want)
		}
	}
}

// TestSetIndex compares the subset and superset searches with their
// definition.
func TestSetIndex(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 0))
	x := newSetIndex(20)
	var kept []*setEntry
	random := func() []Term {
		var ts []Term
		for range 1 + rng.IntN(5) {
			ts = append(ts, Term(1+rng.IntN(12)))
		}
		return asSet(ts)
	}
	for range 5000 {
		set := random()
		sub := slices.ContainsFunc(kept, func(e *setEntry) bool { return isSubset(e.set, set) })
		super := slices.ContainsFunc(kept, func(e *setEntry) bool {
			return isSubset(set, e.set) && e.set[len(e.set)-1] == set[len(set)-1]
		})
		if got := x.subsetOf(set); (got != nil) != sub || got != nil && !isSubset(got.set, set) {
			t.Fatalf("subset of %v: %v", set, got)
		}
		if got := x.supersetOf(set); (got != nil) != super || got != nil && !isSubset(set, got.set) {
			t.Fatalf("superset of %v: %v", set, got)
		}
		e := &setEntry{set: set}
		x.add(e)
		kept = append(kept, e)
		if len(kept) > 20 {
			kept = kept[1:]
		}
	}
}

func TestLoggerAndValidator(t *testing.T) {
	e := newEnv(8)
	logged, wrong := 0, 0
	good := NewLogger(NewSolver(e.Store, SolverOptions{}), func(q Query, a Answer) { logged += len(q.Constraints) })
	c := NewValidator(good, liar{good}, func(Query, Answer, Answer) { wrong++ })
	check(c, e.Ult(e.x, e.y))
	check(c, e.Ult(e.x, e.y), e.Ult(e.y, e.x))
	if logged == 0 || wrong != 2 || counter(c, "validate.disagreed") != 2 {
		t.Errorf("logged %d, wrong %d, counters %v", logged, wrong, c.Counters())
	}
}

// liar answers the opposite.
type liar struct{ Checker }

func (c liar) Check(ctx context.Context, q Query) Answer {
	a := c.Checker.Check(ctx, q)
	return Answer{Verdict: sat.Sat + sat.Unsat - a.Verdict}
}

// TestLimits: limits hold, say why, and leave the solver usable.
func TestLimits(t *testing.T) {
	e := newEnv(32, WithoutRewriting())
	hard := []Term{e.Ne(e.Mul(e.x, e.y), e.Add(e.Mul(e.x, e.Sub(e.y, e.k(1))), e.x))}
	c := NewSolver(e.Store, SolverOptions{})
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, tc := range []struct {
		ctx    context.Context
		limits sat.Limits
		want   Reason
	}{
		{context.Background(), sat.Limits{Steps: 1000}, ReasonSteps},
		{context.Background(), sat.Limits{Timeout: 20 * time.Millisecond}, ReasonTimeout},
		{cancelled, sat.Limits{}, ReasonCancelled},
	} {
		if a := c.Check(tc.ctx, Query{Constraints: hard, Limits: tc.limits}); a.Verdict != sat.Unknown || a.Reason != tc.want {
			t.Errorf("%v, want unknown (%s)", a, tc.want)
		}
		if a := check(c, e.Eq(e.x, e.k(3))); a.Verdict != sat.Sat || a.Model.Value(e.x).Uint64() != 3 {
			t.Errorf("afterwards, x = 3: %v", a)
		}
	}
	small := NewSolver(e.Store, SolverOptions{MaxGates: 2000})
	if a := check(small, hard...); a.Reason != ReasonMemory {
		t.Errorf("with 2000 gates: %v", a)
	}
	if a := check(small, e.Eq(e.x, e.k(3))); a.Verdict != sat.Sat {
		t.Errorf("afterwards, x = 3: %v", a)
	}
}

// TestDeterminism: the same calls give the same terms, steps and models.
func TestDeterminism(t *testing.T) {
	run := func() string {
		e := newEnv(8)
		c := NewChain(e.Store, ChainOptions{})
		text := ""
		for i := range uint64(20) {
			a := check(c, e.Eq(e.URem(e.Mul(e.x, e.y), e.k(13)), e.k(i)), e.Ult(e.Select(e.a, e.x), e.Select(e.a, e.y)))
			text += fmt.Sprint(a, a.Steps, e.Len())
			if a.Verdict == sat.Sat {
				text += fmt.Sprint(a.Model.Value(e.x), a.Model.Value(e.y), a.Model.Array(e.a).Entries())
			}
		}
		return text + fmt.Sprint(c.Counters())
	}
	if a, b := run(), run(); a != b {
		t.Errorf("two runs differ:\n%s\n%s", a, b)
	}
}
