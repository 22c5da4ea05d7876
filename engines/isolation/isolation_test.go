package isolation

import (
	"slices"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines/directed"
	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/sequence"
)

// The targets of the paper's example are its three changed statements, none of
// which depends by control on another, and the outputs, in no order.
func TestFlatTargets(t *testing.T) {
	task := enginetest.Task(t, "cutfields", "lhs")
	a, err := directed.Analyse(t.Context(), task)
	if err != nil {
		t.Fatal(err)
	}
	plan := planOf(a, a.Sequences(sequence.Options{}))
	var changes []string
	goals := 0
	for i, target := range plan.Targets {
		if target.Goal {
			goals++
		} else {
			changes = append(changes, target.Name)
		}
		if plan.Start[i] != i {
			t.Errorf("the first targets are %v", plan.Start)
		}
	}
	if want := []string{"cutfields.c:11", "cutfields.c:15", "cutfields.c:17"}; !slices.Equal(changes, want) || goals == 0 {
		t.Errorf("targets %v and %d outputs, want %v and some", changes, goals, want)
	}
	if next := plan.Next(plan.Start, 1); slices.Contains(next, 1) || len(next) != len(plan.Start)-1 {
		t.Errorf("after target 1 there are %v", next)
	}
}

// A change within the body of a changed condition is deeper than the condition.
func TestDeepest(t *testing.T) {
	task := enginetest.Task(t, "cutfields", "lhs")
	text := strings.NewReplacer("if (argc != 2)\n    return 2;", "if (argc > 2)\n    return 3;").Replace(task.New.Version.Files[0].Text)
	v := *task.New.Version
	v.Files = []program.SourceFile{{Name: "cutfields.c", Text: text}}
	task.Old, task.New = task.New, enginetest.Build(t, &v)
	a, err := directed.Analyse(t.Context(), task)
	if err != nil {
		t.Fatal(err)
	}
	var changes []string
	for _, target := range planOf(a, a.Sequences(sequence.Options{})).Targets {
		if !target.Goal {
			changes = append(changes, target.Name)
		}
	}
	if len(changes) != 1 {
		t.Errorf("targets %v, want the return alone", changes)
	}
}

// Isolation's result on the paper's example: on so small a program the flat set of
// targets leads to the sequence 1, 5, 7 too, by way of the loop.
func TestRunningExample(t *testing.T) {
	task := enginetest.Task(t, "cutfields", "lhs")
	task.Seed = 3
	b := enginetest.NewBench(t, task)
	b.MaxTests = 200
	if err := (Engine{}).Run(t.Context(), task, b); err != nil {
		t.Fatal(err)
	}
	differ, same := map[string]int{}, map[string]int{}
	for _, trial := range b.Trials {
		sequence := strings.Join(trial.Note.Sequence, " ")
		if trial.Difference.Counts() {
			differ[sequence]++
		} else {
			same[sequence]++
		}
	}
	if differ["cutfields.c:11 cutfields.c:15 cutfields.c:17"] == 0 || same["cutfields.c:11 cutfields.c:17"] == 0 {
		t.Errorf("tests with a difference %v, without %v", differ, same)
	}
}

// An output is reached when what it prints is known: the calls in its arguments may
// hold the change.
func TestChangeWithinOutput(t *testing.T) {
	version := func(op string) *program.Version {
		return &program.Version{Name: op, Files: []program.SourceFile{{Name: "p.c", Text: `#include <stdio.h>
int f(int x)
{
	if (x > 40)
		return 1;
	if (x ` + op + ` 20)
		return 2;
	return 3;
}
int main(void)
{
	printf("%d\n", f(getchar()));
	return 0;
}
`}}}
	}
	task := enginetest.Between(t, version(">"), version(">="), program.InputModel{Stdin: &program.ContentModel{Size: 1}})
	b := enginetest.NewBench(t, task)
	if err := (Engine{}).Run(t.Context(), task, b); err != nil {
		t.Fatal(err)
	}
	if len(b.Differing()) == 0 {
		t.Errorf("no difference in %d tests", len(b.Trials))
	}
}
