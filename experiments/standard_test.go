package experiments

import (
	"testing"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

// TestRunMemory checks that a run gets the heap that its budget says and no
// more, so that an input that asks for gigabytes does not end the task.
func TestRunMemory(t *testing.T) {
	const text = `#include <stdlib.h>
#include <stdio.h>
int main(void) { puts(malloc(40 << 20) ? "given" : "refused"); return 0; }`
	env := Standard("test", nil, cfront.NewCache())
	p, err := env.Compile(t.Context(), &program.Version{Name: "new", Files: []program.SourceFile{{Name: "a.c", Text: text}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		budget BudgetConfig
		want   string
	}{
		{BudgetConfig{RunSteps: 1e6, Memory: 2 << 30}, "given\n"},
		{BudgetConfig{RunSteps: 1e6, Memory: 512 << 20}, "refused\n"},
		{BudgetConfig{RunSteps: 1e6, Memory: 512 << 20, RunMemory: 64 << 20}, "given\n"},
	} {
		m, err := env.Machine(p, c.budget.Run())
		if err != nil {
			t.Fatal(err)
		}
		out, err := m.Run(t.Context(), &program.Input{})
		if err != nil {
			t.Fatal(err)
		}
		if got := string(out.Stdout); got != c.want {
			t.Errorf("budget %+v: malloc of 40 MiB is %q, want %q", c.budget, got, c.want)
		}
	}
}
