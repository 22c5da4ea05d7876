package darwin

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/program"
)

// ranges is a program with a wrong bound (WRONG), one that changes without effect on the
// failing test (RIGHT), a value that a branch depends on (VALUE), and a guard that may be
// missing (GUARD).
const ranges = `#include <stdio.h>
static int grade(int c, int bonus)
{
	if (c WRONG 'm')
		return 1 + bonus;
	return 0;
}

static int rest(int c) { return c RIGHT 'z'; }

int main(void)
{
	int c = getchar();

	int bonus = VALUE;

	GUARD
	int shown = grade(c, 1);
	if (bonus > 3 && c > 'a')
		shown = 9;
	printf("%d %d\n", shown, rest(c));
	return 0;
}
`

func explain(t *testing.T, input string, old, new []string) *enginetest.Bench {
	t.Helper()
	version := func(name string, words []string) *program.Version {
		return &program.Version{Name: name, Files: []program.SourceFile{{Name: "p.c", Text: strings.NewReplacer(words...).Replace(ranges)}}}
	}
	task := enginetest.Between(t, version("old", old), version("new", new), program.InputModel{})
	task.Failing = &program.Test{Name: input, Input: program.Input{Stdin: program.Bytes(input)}}
	task.Execute = func(ctx context.Context, p *program.Program, in *program.Input) (*program.Outcome, error) {
		return enginetest.Machine(t, p).Run(ctx, in)
	}
	b := enginetest.NewBench(t, task)
	if err := (Engine{}).Run(t.Context(), task, b); err != nil {
		t.Fatal(err)
	}
	if len(b.Explanations) != 1 {
		t.Fatalf("%d explanations", len(b.Explanations))
	}
	return b
}

// The branch at which an input of the old path leaves the new one is told, and the change
// there blamed at once; so is one that the branch depends on, and one of the old version
// where the new one lacks a branch.
func TestExplains(t *testing.T) {
	same := []string{"WRONG", "<", "RIGHT", "<", "VALUE", "c & 1", "GUARD", "if (c == 'q') return 3;"}
	but := func(words ...string) []string { return append(words, same...) }
	for _, c := range []struct {
		name, input string
		new         []string
		root        []string
		line        int
		found       string
	}{
		{"bound", "m", but("WRONG", "<=", "RIGHT", "<="), []string{"c1"}, 4, "branches"},
		{"depends", "c", but("VALUE", "c - 90", "RIGHT", "<="), []string{"c2"}, 19, "branches"},
		{"missing", "q", but("GUARD", ";", "RIGHT", "<="), []string{"c2"}, 17, "branches"},
	} {
		b := explain(t, c.input, same, c.new)
		e := &b.Explanations[0]
		if !slices.Equal(e.Root, c.root) || !e.Confirmed || !e.OneMinimal || e.Found != c.found {
			t.Errorf("%s: %+v %v", c.name, e, b.Counters)
			continue
		}
		if !slices.ContainsFunc(e.Causes, func(k engines.Cause) bool { return k.At.Line == c.line }) {
			t.Errorf("%s: branches %+v", c.name, e.Causes)
		}
		if b.Steps == 0 || e.Runs > 2 {
			t.Errorf("%s: %d steps, %d runs", c.name, b.Steps, e.Runs)
		}
	}
}

func TestRefuses(t *testing.T) {
	for want, set := range map[string]func(*Params){
		"darwin: alternatives is 0: must be at least 1":                     func(p *Params) { p.Alternatives = 0 },
		"darwin: query_steps is -1: must not be negative":                   func(p *Params) { p.QuerySteps = -1 },
		"darwin: not applicable: the programs cannot be run in the machine": func(*Params) {},
	} {
		task := &engines.Task{Params: enginetest.Params[Params](set)}
		if err := (Engine{}).Run(t.Context(), task, nil); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
