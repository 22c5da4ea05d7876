package sat_test

import (
	"context"
	"testing"
	"time"

	"github.com/riftlab/rift/sat"
)

// hard is satisfiable under the assumption first, at once, and takes every
// backend far longer than the limits of these tests otherwise.
func hard(s sat.Solver) (easy sat.Lit) {
	easy = s.NewVar().Pos()
	f := pigeonhole(12)
	for s.NumVars() < f.vars+1 {
		s.NewVar()
	}
	for _, c := range f.clauses {
		shifted := []sat.Lit{easy}
		for _, n := range c {
			shifted = append(shifted, sat.Var(max(n, -n)+1).Pos().XorSign(n < 0))
		}
		s.AddClause(shifted...)
	}
	return easy
}

// usable fails unless s still answers correctly after an interruption.
func usable(t *testing.T, s sat.Solver, easy sat.Lit) {
	t.Helper()
	ctx := context.Background()
	if r := s.Solve(ctx, sat.Limits{}, easy); r.Verdict != sat.Sat || !s.Value(easy) {
		t.Errorf("after the interruption: got %+v", r)
	}
	s.AddClause(easy)
	if r := s.Solve(ctx, sat.Limits{}); r.Verdict != sat.Sat {
		t.Errorf("without limits after the interruption: got %+v", r)
	}
	if r := s.Solve(ctx, sat.Limits{}, easy.Not()); r.Verdict != sat.Unsat || len(s.Core()) != 1 {
		t.Errorf("under the complement: got %+v", r)
	}
}

func TestLimits(t *testing.T) {
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, tt := range []struct {
		name   string
		ctx    func() (context.Context, context.CancelFunc)
		limits sat.Limits
		want   sat.Reason
	}{
		{"steps", background, sat.Limits{Steps: 30_000}, sat.ReasonSteps},
		{"timeout", background, sat.Limits{Timeout: 20 * time.Millisecond}, sat.ReasonTimeout},
		{"deadline", func() (context.Context, context.CancelFunc) {
			return context.WithTimeout(context.Background(), 20*time.Millisecond)
		}, sat.Limits{}, sat.ReasonTimeout},
		{"cancelled before", func() (context.Context, context.CancelFunc) { return cancelled, func() {} },
			sat.Limits{}, sat.ReasonCancelled},
		{"cancelled meanwhile", func() (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(context.Background())
			time.AfterFunc(20*time.Millisecond, cancel)
			return ctx, cancel
		}, sat.Limits{}, sat.ReasonCancelled},
	} {
		for _, b := range backends() {
			t.Run(tt.name+"/"+b.name, func(t *testing.T) {
				s := b.make()
				easy := hard(s)
				for range 2 { // the second time, the first must not linger
					ctx, cancel := tt.ctx()
					r := s.Solve(ctx, tt.limits, easy.Not())
					cancel()
					if r.Verdict != sat.Unknown || r.Reason != tt.want {
						t.Errorf("got %+v, want unknown for %v", r, tt.want)
					}
				}
				usable(t, s, easy)
			})
		}
	}
}

func background() (context.Context, context.CancelFunc) {
	return context.WithCancel(context.Background())
}

func TestMemoryLimit(t *testing.T) {
	s := sat.NewCDCL(sat.CDCLOptions{})
	easy := hard(s)
	limit := s.Stats().Bytes + 1<<16
	r := s.Solve(context.Background(), sat.Limits{Memory: limit}, easy.Not())
	if r.Verdict != sat.Unknown || r.Reason != sat.ReasonMemory {
		t.Errorf("got %+v", r)
	}
	usable(t, s, easy)
}

// TestStepsAreRepeatable runs one session twice, with step limits that bite.
func TestStepsAreRepeatable(t *testing.T) {
	run := func() (sat.Stats, []sat.Result) {
		s := sat.NewCDCL(sat.CDCLOptions{})
		easy := hard(s)
		var rs []sat.Result
		for range 3 {
			rs = append(rs, s.Solve(context.Background(), sat.Limits{Steps: 50_000, Timeout: time.Hour}, easy.Not()))
		}
		return s.Stats(), rs
	}
	stats1, rs1 := run()
	stats2, rs2 := run()
	if stats1 != stats2 {
		t.Errorf("statistics differ:\n%+v\n%+v", stats1, stats2)
	}
	for i := range rs1 {
		if rs1[i] != rs2[i] {
			t.Errorf("query %d: %+v and %+v", i, rs1[i], rs2[i])
		}
	}
	if over := rs1[0].Steps - 50_000; over < 0 || over > 10_000 {
		t.Errorf("%d steps under a limit of 50000", rs1[0].Steps)
	}
}
