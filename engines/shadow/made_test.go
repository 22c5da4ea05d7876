package shadow

import (
	"strings"
	"testing"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/program"
)

// between returns a task of two versions of one text, in which CHANGE stands for what
// each has.
func between(t *testing.T, text, old, new string, m program.InputModel, set func(*Params)) (*engines.Task, *enginetest.Bench) {
	t.Helper()
	version := func(name, change string) *program.Version {
		return &program.Version{Name: name, Files: []program.SourceFile{{Name: "p.c", Text: strings.Replace(text, "CHANGE", change, 1)}}}
	}
	task := enginetest.Between(t, version("old", old), version("new", new), m)
	task.Params = enginetest.Params[Params](set)
	return task, enginetest.NewBench(t, task)
}

// deep has its change behind a word and a number of the command line.
const deep = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
	int n = 0;
	for (int i = 1; i < argc; i++)
		if (!strcmp(argv[i], "--count") && i + 1 < argc)
			n = atoi(argv[++i]);
	if (n > 20)
		printf("%d\n", CHANGE);
	return 0;
}
`

// TestWeakTests: tests that do not execute the change, or none, are no hindrance: inputs
// are made that do, and followed.
func TestWeakTests(t *testing.T) {
	m := program.InputModel{SymArgs: &program.SymArgs{Max: 2, Len: 8}}
	for _, tests := range [][]program.Test{nil, {{Name: "weak", Input: program.Input{Args: []program.Bytes{program.Bytes("x")}}}}} {
		for _, draw := range []int{0, 5} {
			task, b := between(t, deep, "n / 3", "n / 3 + (n == 75)", m, func(p *Params) { p.Draw, p.BSESteps = draw, 50_000_000 })
			task.Tests, b.First = tests, true
			if err := (Engine{}).Run(t.Context(), task, b); err != nil {
				t.Fatal(err)
			}
			if len(b.Differing()) == 0 || b.Counters["projection.mismatches"] != 0 || b.Counters["mismatches"] != 0 {
				t.Errorf("%d tests, %d inputs drawn: %v", len(tests), draw, b.Counters)
			}
			if draw > 0 && b.Counters["seeds.generated"] == 0 {
				t.Errorf("no input was made: %v", b.Counters)
			}
			if len(tests) == 1 && b.Counters["seeds.untouched"] != 1 {
				t.Errorf("the weak test counts as one that executes the change: %v", b.Counters)
			}
		}
	}
}

// TestAsPublished: without exploring, nothing is tried but tests, their neighbours and the
// paths from there.
func TestAsPublished(t *testing.T) {
	task, b := taskOf(t, "calc", "lazy", func(p *Params) { p.Explore, p.Boundaries, p.Seeds, p.BSESteps = "no", 0, 4, 1_000_000 })
	if err := (Engine{}).Run(t.Context(), task, b); err != nil {
		t.Fatal(err)
	}
	for _, x := range b.Trials {
		if x.Note.Phase == phaseExplore || strings.HasPrefix(x.Note.Test, Generated) {
			t.Errorf("%+v", x.Note)
		}
	}
	if b.Counters["seeds"] != 4 || len(b.Trials) == 0 {
		t.Errorf("%v", b.Counters)
	}
}

// TestLimits: versions that part on every input, and differ on few of one path, are told
// apart by inputs at the limits of comparisons.
func TestLimits(t *testing.T) {
	for _, boundaries := range []int{0, 8} {
		task, b := taskOf(t, "chains", "1,2", func(p *Params) { p.Draw, p.Boundaries = 0, boundaries })
		task.Tests, b.First = nil, true
		if err := (Engine{}).Run(t.Context(), task, b); err != nil {
			t.Fatal(err)
		}
		if found := len(b.Differing()) > 0; found != (boundaries > 0) {
			t.Errorf("%d paths with limits: %d differences, %v", boundaries, len(b.Differing()), b.Counters)
		}
	}
}
