package enginetest

import (
	"errors"
	"testing"

	"github.com/riftlab/rift/engines"
)

// A bench runs both versions, keeps what it is told, and ends at each of its limits.
func TestBench(t *testing.T) {
	task := Task(t, "bound", "patch")
	for _, c := range []struct {
		name  string
		limit func(*Bench)
		want  int // trials
	}{
		{"tests", func(b *Bench) { b.MaxTests = 2 }, 2},
		{"steps", func(b *Bench) { b.MaxSteps = 1 }, 1},
		{"none", func(*Bench) {}, len(task.Tests)},
	} {
		b := NewBench(t, task)
		c.limit(b)
		for i := range task.Tests {
			trial, err := b.Try(t.Context(), &task.Tests[i].Input, engines.Note{Test: task.Tests[i].Name})
			if err != nil && !errors.Is(err, engines.ErrBudget) {
				t.Fatal(err)
			}
			if trial != nil && (trial.Old == nil || trial.New == nil) {
				t.Errorf("%s: a version did not run", c.name)
			}
		}
		if len(b.Trials) != c.want {
			t.Errorf("%s: %d trials, want %d", c.name, len(b.Trials), c.want)
		}
	}
}

// The first difference ends the budget if the test says so.
func TestFirst(t *testing.T) {
	task := Task(t, "advisory", "needle")
	b := NewBench(t, task)
	b.First = true
	var err error
	for i := 0; i < len(task.Tests) && err == nil; i++ {
		_, err = b.Try(t.Context(), &task.Tests[i].Input, engines.Note{})
	}
	if n := len(b.Differing()); n > 1 || (err != nil) != (n == 1) {
		t.Errorf("%d differences, %v", n, err)
	}
}
