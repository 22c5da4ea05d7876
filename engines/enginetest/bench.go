package enginetest

import (
	"context"
	"slices"
	"testing"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/pair"
	"github.com/riftlab/rift/program"
)

// Bench is an engines.Recorder that keeps what it is told. Set its limits before the
// engine runs. It is for one goroutine.
type Bench struct {
	MaxTests int   // tests tried; 0 is no limit
	MaxSteps int64 // steps of runs and those the engine spends; 0 is no limit
	First    bool  // the first difference ends the budget

	Trials       []Trial
	Requirements []engines.Requirement
	Explanations []engines.Explanation
	Surveys      []engines.Survey
	Counters     map[string]int64
	Conclusion   *engines.Conclusion // nil unless the engine concluded
	Steps        int64               // spent

	versions *pair.Runner
}

// Trial is an input that was tried.
type Trial struct {
	Input program.Input
	Note  engines.Note
	*engines.Trial
}

// NewBench returns a bench without limits for the task.
func NewBench(t testing.TB, task *engines.Task) *Bench {
	t.Helper()
	versions, err := pair.New(task.Old.Program, task.New.Program, nil, pair.Options{Steps: RunSteps, Coverage: true, Equivalence: task.Equivalence})
	if err != nil {
		t.Fatal(err)
	}
	return &Bench{versions: versions, Counters: map[string]int64{}}
}

// Try implements engines.Recorder.
func (b *Bench) Try(ctx context.Context, in *program.Input, note engines.Note) (*engines.Trial, error) {
	if b.spent() || b.MaxTests > 0 && len(b.Trials) >= b.MaxTests {
		return nil, engines.ErrBudget
	}
	t, err := b.versions.Run(ctx, in)
	if err != nil {
		return nil, err
	}
	b.Trials = append(b.Trials, Trial{*in, note, t})
	return t, b.Spend(t.Steps())
}

// Spend implements engines.Recorder.
func (b *Bench) Spend(n int64) error {
	if b.Steps += n; b.spent() {
		return engines.ErrBudget
	}
	return nil
}

func (b *Bench) spent() bool {
	return b.MaxSteps > 0 && b.Steps > b.MaxSteps || b.First && len(b.Trials) > 0 && b.Trials[len(b.Trials)-1].Difference.Counts()
}

// Left implements engines.Meter.
func (b *Bench) Left() (steps int64, tests int) {
	steps, tests = -1, -1
	if b.MaxSteps > 0 {
		steps = max(b.MaxSteps-b.Steps, 0)
	}
	if b.MaxTests > 0 {
		tests = max(b.MaxTests-len(b.Trials), 0)
	}
	return steps, tests
}

// Requirement implements engines.Recorder.
func (b *Bench) Requirement(r engines.Requirement) error {
	b.Requirements = append(b.Requirements, r)
	return nil
}

// Explanation implements engines.Recorder.
func (b *Bench) Explanation(e engines.Explanation) error {
	b.Explanations = append(b.Explanations, e)
	return nil
}

// Survey implements engines.Surveyor.
func (b *Bench) Survey(s engines.Survey) error {
	b.Surveys = append(b.Surveys, s)
	return nil
}

// Count implements engines.Recorder.
func (b *Bench) Count(name string, n int64) { b.Counters[name] += n }

// Conclude implements engines.Concluder.
func (b *Bench) Conclude(c engines.Conclusion) { b.Conclusion = &c }

// Differing returns the trials on which the versions differ, in the order tried.
func (b *Bench) Differing() []Trial {
	return slices.DeleteFunc(slices.Clone(b.Trials), func(t Trial) bool { return !t.Difference.Counts() })
}
