package sbfl

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/deltadebug"
	"github.com/riftlab/rift/engines/deltadebug/searchtest"
	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
)

// menu has five changes: of what every run executes, of what a negative number does, of what
// one above 9 does, which is wrong, of what nothing executes, and of what has no code.
const menu = `#include <stdio.h>
#include <stdlib.h>
static int twice(int n) { return EVERY; }

static int sign(int n)
{
	if (n < 0)
		return NEGATIVE;
	return 1;
}

static int big(int n)
{
	if (n > 9)
		return BIG;
	return n;
}

static int never(int n) { return NEVER; }

/* COMMENT */
int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	if (argc > 5)
		return never(n);
	printf("%d %d %d\n", twice(n), sign(n), big(n));
	return 0;
}
`

func task(t *testing.T, tests ...string) *engines.Task {
	t.Helper()
	version := func(name string, words ...string) *program.Version {
		return &program.Version{Name: name, Files: []program.SourceFile{{Name: "p.c", Text: strings.NewReplacer(words...).Replace(menu)}}}
	}
	task := enginetest.Between(t,
		version("old", "EVERY", "n + n", "NEGATIVE", "-1", "BIG", "9", "NEVER", "1", "COMMENT", "a menu"),
		version("new", "EVERY", "2 * n", "NEGATIVE", "0 - 1", "BIG", "10", "NEVER", "2", "COMMENT", "the menu"), program.InputModel{})
	for _, a := range tests {
		task.Tests = append(task.Tests, program.Test{Name: a, Input: program.Input{Args: []program.Bytes{program.Bytes(a)}}})
	}
	task.Execute = func(ctx context.Context, p *program.Program, in *program.Input) (*program.Outcome, error) {
		return enginetest.Machine(t, p).Run(ctx, in)
	}
	task.Failing = &program.Test{Name: "12", Input: program.Input{Args: []program.Bytes{program.Bytes("12")}}}
	return task
}

// The wrong change is blamed, by every formula, and at once if tests tell it from others.
func TestBlames(t *testing.T) {
	for _, formula := range []string{"ochiai", "dstar", "tarantula"} {
		for _, c := range []struct {
			name  string
			tests []string
			ranks int64
			runs  int
		}{
			{"with tests", []string{"1", "-2", "3", "12", "40", "7"}, 3, 1},
			{"without", nil, 2, 1},
		} {
			of := task(t, c.tests...)
			of.Params = enginetest.Params[Params](func(p *Params) { p.Formula = formula })
			b := enginetest.NewBench(t, of)
			if err := (Engine{}).Run(t.Context(), of, b); err != nil {
				t.Fatal(err)
			}
			if len(b.Explanations) != 1 {
				t.Fatalf("%d answers", len(b.Explanations))
			}
			e := b.Explanations[0]
			d := delta.Compute(of.Old.Version, of.New.Version)
			if len(e.Root) != 1 || !e.Confirmed || !e.OneMinimal {
				t.Fatalf("%s, %s: %+v", formula, c.name, e)
			}
			if i := slices.IndexFunc(d.Changes, func(x *delta.Change) bool { return x.ID == e.Root[0] }); !strings.Contains(strings.Join(d.Changes[i].New, "\n"), "return 10;") {
				t.Errorf("%s, %s: %v is blamed", formula, c.name, d.Changes[i])
			}
			if b.Counters["ranks"] != c.ranks {
				t.Errorf("%s, %s: %v", formula, c.name, b.Counters)
			}
		}
	}
}

// The formulas are those of their papers.
func TestFormulas(t *testing.T) {
	of := counts{failing: 2, passing: 6}
	for name, want := range map[string]float64{
		"ochiai":    2 / math.Sqrt(4*8),
		"dstar":     4.0 / (6 + 2),
		"tarantula": 0.5 / (0.5 + 0.6),
	} {
		if got := formulas[name](of, 4, 10); math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	if got := formulas["dstar"](counts{failing: 1}, 1, 3); !math.IsInf(got, 1) {
		t.Errorf("dstar of what only and all failing tests execute: %v", got)
	}
}

// Of rankings of any kind the blamed beginning fails, in few questions.
func TestBlame(t *testing.T) {
	for n := 1; n < 40; n++ {
		for last := range n {
			var ranks []delta.Set
			for i := range n {
				ranks = append(ranks, delta.Set{(i*7 + 3) % 41})
			}
			cause := ranks[last]
			asked := 0
			oracle := searchtest.FailsWith(cause)
			got, err := deltadebug.Shortest(ranks, func(sets []delta.Set, accept func(int, deltadebug.Result) bool) (int, []deltadebug.Result, error) {
				return deltadebug.InOrder(sets, func(s delta.Set) (deltadebug.Result, error) { asked++; return oracle(s), nil }, accept)
			})
			if err != nil || len(got) != last+1 || len(cause.Minus(got)) > 0 {
				t.Fatalf("%v for the %d-th of %d", got, last, n)
			}
			if most := 2 + 2*int(math.Ceil(math.Log2(float64(last+2)))); asked > most {
				t.Errorf("%d questions for the %d-th of %d", asked, last, n)
			}
		}
	}
}

func TestRefuses(t *testing.T) {
	for _, c := range []struct {
		p    Params
		want string
	}{
		{Params{Formula: "best"}, `formula is "best": must be dstar, ochiai, tarantula`},
		{Params{Formula: "dstar", Tests: -1}, "tests is -1: must be at least 0"},
	} {
		if err := c.p.Validate(); err == nil || err.Error() != c.want {
			t.Errorf("%+v: %v", c.p, err)
		}
	}
}
