package experiments

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"testing"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/pair"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/results"
)

// runFunc is a program for tests: its first argument in, its output out.
type runFunc func(n int) string

func (f runFunc) Run(ctx context.Context, in *program.Input) (*program.Outcome, error) {
	n, err := strconv.Atoi(string(in.Args[0]))
	if err != nil {
		return nil, err
	}
	return &program.Outcome{Stdout: program.Bytes(f(n)), Steps: 10}, nil
}

type memorySink []results.Record

func (m *memorySink) Append(r *results.Record) error {
	*m = append(*m, *r)
	return nil
}

func number(n int) *program.Input {
	return &program.Input{Args: []program.Bytes{program.Bytes(strconv.Itoa(n))}}
}

// newTestRecorder compares n with max(n, 5), for which 7 is right.
func newTestRecorder(keep TestsKept, limit engines.Budget) (*recorder, *memorySink) {
	out := &memorySink{}
	return &recorder{
		task: "t", out: out, limit: limit, keep: RecordConfig{Tests: keep, Outcomes: OutcomesFirst},
		pair: pair.Runner{
			Old:    runFunc(strconv.Itoa),
			New:    runFunc(func(n int) string { return strconv.Itoa(max(n, 5)) }),
			Golden: runFunc(func(n int) string { return strconv.Itoa(max(n, 2)) }),
		},
		clock: func() moment { return moment{Wall: 3, CPU: 2} },
	}, out
}

func TestRecorderKeeps(t *testing.T) {
	for keep, want := range map[TestsKept]int{KeepAll: 8, KeepDifferences: 5} {
		r, out := newTestRecorder(keep, engines.Budget{})
		for n := range 8 {
			if _, err := r.Try(context.Background(), number(n), engines.Note{}); err != nil {
				t.Fatal(err)
			}
		}
		if len(*out) != want {
			t.Errorf("%s: %d records, want %d", keep, len(*out), want)
		}
		if r.tests != 8 || r.found != 5 || r.steps != 240 || len(r.at) != 5 {
			t.Errorf("%s: tests %d, found %d, steps %d, times %d", keep, r.tests, r.found, r.steps, len(r.at))
		}
		for i, rec := range *out {
			if rec.Task != "t" {
				t.Errorf("%s: record %d has task %q", keep, i, rec.Task)
			}
		}
	}
}

func TestRecorderClassifies(t *testing.T) {
	r, _ := newTestRecorder(KeepAll, engines.Budget{})
	for n, want := range map[int]engines.Class{
		1: engines.ClassIncompleteFix, 3: engines.ClassRegression, 6: engines.ClassNone,
	} {
		trial, err := r.Try(context.Background(), number(n), engines.Note{})
		if err != nil || trial.Class != want {
			t.Errorf("%d: class %q, error %v; want %q", n, trial.Class, err, want)
		}
	}
}

func TestRecorderBudgets(t *testing.T) {
	for _, tc := range []struct {
		name  string
		limit engines.Budget
		stop  Goal
		tests int
		spent string
	}{
		{"steps", engines.Budget{Steps: 61}, NoGoal, 3, spentSteps},
		{"exact steps", engines.Budget{Steps: 60}, NoGoal, 2, spentSteps},
		{"tests", engines.Budget{Tests: 4}, NoGoal, 4, spentTests},
		{"difference", engines.Budget{}, GoalDifference, 2, spentGoal},
		{"error", engines.Budget{}, GoalError, 3, spentGoal},
	} {
		r, _ := newTestRecorder(KeepAll, tc.limit)
		r.stopAt = tc.stop
		// 9 shows no difference, 3 a progression, 4 and 0 a regression.
		r.pair.Golden = runFunc(func(n int) string {
			if n == 3 {
				n = 5
			}
			return strconv.Itoa(n)
		})
		var err error
		for _, n := range []int{9, 3, 4, 0, 9, 9} {
			if _, err = r.Try(context.Background(), number(n), engines.Note{}); err != nil {
				break
			}
		}
		if !errors.Is(err, engines.ErrBudget) || r.tests != tc.tests || r.spent != tc.spent {
			t.Errorf("%s: %v after %d tests, %q", tc.name, err, r.tests, r.spent)
		}
		if err := r.Spend(1); !errors.Is(err, engines.ErrBudget) {
			t.Errorf("%s: Spend after the end returns %v", tc.name, err)
		}
	}
	r, _ := newTestRecorder(KeepAll, engines.Budget{Steps: 100})
	if err := r.Spend(99); err != nil {
		t.Error(err)
	}
	if err := r.Spend(1); !errors.Is(err, engines.ErrBudget) {
		t.Errorf("the step that spends the budget returns %v", err)
	}
}

// TestRecorderCancelled checks that a test which the clock cut short leaves no
// trace: it would make records depend on the machine.
func TestRecorderCancelled(t *testing.T) {
	r, out := newTestRecorder(KeepAll, engines.Budget{})
	ctx, cancel := context.WithCancel(context.Background())
	r.pair.New = runFunc(func(n int) string { cancel(); return "cut" })
	if _, err := r.Try(ctx, number(9), engines.Note{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if len(*out) != 0 || r.tests != 0 || r.steps != 0 {
		t.Errorf("%d records, %d tests, %d steps", len(*out), r.tests, r.steps)
	}
}

// A test exposes a known error if the versions differ on it, new is not as the
// fix, and it is this fix that made the difference.
func TestRecorderExposes(t *testing.T) {
	r, out := newTestRecorder(KeepAll, engines.Budget{})
	r.stopAt = GoalErrors
	low := runFunc(func(n int) string { return strconv.Itoa(max(n, 2)) })
	r.known = []knownError{
		{id: "low", fix: low},                       // max(n, 2) is right
		{id: "later", fix: r.pair.Old, before: low}, // a fix that only matters below 2
		{id: "none", fix: r.pair.New, before: low},  // what new does is right
	}
	for n, want := range map[int][]string{0: {"low", "later"}, 2: {"low"}, 3: {"low"}, 5: nil, 9: nil} {
		if _, err := r.Try(context.Background(), number(n), engines.Note{}); err != nil {
			t.Fatal(err)
		}
		if got := (*out)[len(*out)-1].Test.Exposes; !slices.Equal(got, want) {
			t.Errorf("%d exposes %v, want %v", n, got, want)
		}
	}
	if r.spent != "" {
		t.Errorf("spent %q although one error was not exposed", r.spent)
	}
	r.known = r.known[:2]
	if _, err := r.Try(context.Background(), number(1), engines.Note{}); err != nil {
		t.Fatal(err)
	}
	if r.spent != spentGoal {
		t.Errorf("spent %q with all known errors exposed", r.spent)
	}
	r.spent, r.exposed = "", map[string]bool{"low": true}
	if r.known[0].published = true; !r.allExposed() {
		t.Error("an error of which nothing is published keeps a task from its end")
	}
	// Six tests of 30 steps; fixes are run only where the versions differ.
	if want := int64(6*30 + 3*40 + 30); r.steps != want {
		t.Errorf("%d steps, want %d", r.steps, want)
	}
}

// A golden version that agrees with neither version on any test is no judge.
func TestRecorderGoldenApart(t *testing.T) {
	for _, c := range []struct {
		name   string
		golden runFunc
		want   int
	}{
		{"another command line", func(int) string { return "usage: golden -n NUMBER" }, 1},
		{"a judge", func(n int) string { return strconv.Itoa(max(n, 2)) }, 0},
	} {
		r, out := newTestRecorder(KeepDifferences, engines.Budget{})
		r.pair.Golden = c.golden
		for n := range 8 {
			if _, err := r.Try(t.Context(), number(n), engines.Note{}); err != nil {
				t.Fatal(err)
			}
		}
		if err := r.end(results.StatusDone, ""); err != nil {
			t.Fatal(err)
		}
		if got := (*out)[len(*out)-1].End.Warnings; len(got) != c.want {
			t.Errorf("%s: warnings %q", c.name, got)
		}
	}
}
