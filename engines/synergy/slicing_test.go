package synergy

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/program"
)

// sliced has a change that the wrong output depends on, through a control dependence, memory
// and a call; two that are executed and on which it does not depend; and one by which a branch
// that was not taken would have changed it.
const sliced = `#include <stdio.h>
static int table[4];
static int limit(int n) { return n > LIMIT; }

static int other(int n) { return OTHER; }
int main(void)
{
	int c = getchar(), i = c & 3, shown = 1;
	table[i] = limit(c);
	int unused = other(c);
	if (c > GUARD)
		shown = 5;
	fprintf(stderr, "%d\n", unused);
	if (table[i])
		shown += 2;
	printf("%d\n", shown);
	return 0;
}
`

func sliceOf(t *testing.T, old, new []string) *enginetest.Bench {
	t.Helper()
	version := func(name string, words []string) *program.Version {
		return &program.Version{Name: name, Files: []program.SourceFile{{Name: "p.c", Text: strings.NewReplacer(words...).Replace(sliced)}}}
	}
	task := enginetest.Between(t, version("old", old), version("new", new), program.InputModel{})
	task.Failing = &program.Test{Name: "p", Input: program.Input{Stdin: program.Bytes("p")}} // 112
	task.Execute = func(ctx context.Context, p *program.Program, in *program.Input) (*program.Outcome, error) {
		return enginetest.Machine(t, p).Run(ctx, in)
	}
	b := enginetest.NewBench(t, task)
	if err := (Slice{}).Run(t.Context(), task, b); err != nil {
		t.Fatal(err)
	}
	if len(b.Explanations) != 1 {
		t.Fatalf("%d explanations", len(b.Explanations))
	}
	return b
}

func TestSlice(t *testing.T) {
	old := []string{"LIMIT", "120", "OTHER", "n + 1 - 1", "GUARD", "125"}
	lines := func(e *engines.Explanation) (l []int) {
		for _, s := range e.Causes[0].Steps {
			l = append(l, s.At.Line)
		}
		slices.Sort(l)
		return slices.Compact(l)
	}
	b := sliceOf(t, old, []string{"LIMIT", "100", "OTHER", "n", "GUARD", "125"})
	e := &b.Explanations[0]
	if !slices.Equal(e.Root, []string{"c1"}) || !e.Confirmed || !e.OneMinimal || e.Found != "slice" || e.Runs != 1 {
		t.Errorf("%+v", e)
	}
	if got := lines(e); !slices.Contains(got, 3) || !slices.Contains(got, 9) || !slices.Contains(got, 14) || slices.Contains(got, 5) || slices.Contains(got, 10) || slices.Contains(got, 12) {
		t.Errorf("statements of lines %v", got)
	}
	if b.Counters["slice.changes"] != 1 || b.Counters["slice.statements"] >= b.Counters["executed.statements"] {
		t.Errorf("%v", b.Counters)
	}
	// The branch is not taken any more: the slice has nothing of it.
	b = sliceOf(t, []string{"LIMIT", "120", "OTHER", "n + 1 - 1", "GUARD", "100"}, []string{"LIMIT", "120", "OTHER", "n", "GUARD", "125"})
	e = &b.Explanations[0]
	if !slices.Equal(e.Root, []string{"c2"}) || !e.Confirmed || e.Found != "beyond the slice" || b.Counters["slice.changes"] != 0 {
		t.Errorf("%+v %v", e, b.Counters)
	}
}

func TestSliceParameters(t *testing.T) {
	for want, set := range map[string]func(*SliceParams){
		"slice: max_trace is 0: must be at least 1": func(p *SliceParams) { p.MaxTrace = 0 },
		"slice: steps is -1: must not be negative":  func(p *SliceParams) { p.Steps = -1 },
	} {
		task := &engines.Task{Params: enginetest.Params[SliceParams](set)}
		if err := (Slice{}).Run(t.Context(), task, nil); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
