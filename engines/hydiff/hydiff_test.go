package hydiff

import (
	"slices"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/engines/fuzz/distance"
	"github.com/riftlab/rift/engines/pair"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/mapping"
)

func task(t *testing.T, text, old, new string, size int) *engines.Task {
	t.Helper()
	version := func(name, change string) *program.Version {
		return &program.Version{Name: name, Files: []program.SourceFile{{Name: "p.c", Text: strings.ReplaceAll(text, "CHANGE", change)}}}
	}
	return enginetest.Between(t, version("old", old), version("new", new), program.InputModel{Stdin: &program.ContentModel{Size: size}})
}

// hard is a program whose change needs a mode that words lead to, and numbers that only
// arithmetic does.
const hard = `#include <stdio.h>
#include <string.h>
int main(void)
{
	char line[12] = "";
	unsigned n = 0;
	if (fread(line, 1, 11, stdin) < 11 || strncmp(line, "mode", 4))
		return 1;
	for (int i = 4; i < 8; i++)
		n = n * 131 + (unsigned char)line[i];
	if (n != 0xae3d4e5)
		return 2;
	return line[8] CHANGE 'm' ? 3 : 4;
}
`

func try(t *testing.T, of *engines.Task, most int, set func(*Params)) *enginetest.Bench {
	t.Helper()
	of.Params = enginetest.Params[Params](set)
	b := enginetest.NewBench(t, of)
	b.First, b.MaxTests = true, most
	if err := (Engine{}).Run(t.Context(), of, b); err != nil {
		t.Fatal(err)
	}
	return b
}

// What fuzzing does not find alone the parts find together: the symbolic one takes inputs of
// the queue, and its own are kept in it. The same seed tries the same inputs.
func TestParts(t *testing.T) {
	of := task(t, hard, "<", "<=", 11)
	if b := try(t, of, 5000, func(p *Params) { p.Parts = "fuzzing" }); len(b.Differing()) > 0 {
		t.Errorf("fuzzing alone finds it with %d inputs", len(b.Trials))
	}
	var keys []string
	for range 2 {
		b := try(t, of, 5000, func(*Params) {})
		found := b.Differing()
		if len(found) != 1 {
			t.Fatalf("no difference with %d inputs: %v", len(b.Trials), b.Counters)
		}
		if p := found[0].Note.Phase; p != phaseDivergence && p != phaseAfter {
			t.Errorf("found in phase %q", p)
		}
		if b.Counters["kept.symbolic"] == 0 || b.Counters["neighbours"] == 0 {
			t.Errorf("%v", b.Counters)
		}
		var list []string
		steps := int64(0)
		for i := range b.Trials {
			list = append(list, b.Trials[i].Input.Key())
			steps += b.Trials[i].Steps()
		}
		if keys != nil && !slices.Equal(keys, list) {
			t.Error("the same seed tried other inputs")
		}
		keys = list
		if b.Steps <= steps {
			t.Errorf("%d steps charged, runs took %d: the solver's are not", b.Steps, steps)
		}
	}
	if b := try(t, of, 5000, func(p *Params) { p.Parts = "symbolic" }); len(b.Differing()) == 0 {
		t.Errorf("the symbolic part alone finds nothing with %d inputs: %v", len(b.Trials), b.Counters)
	}
}

// differences is a program whose versions differ in branches, in cost, and in what they show,
// by the first byte.
const differences = `#include <stdio.h>
int main(void)
{
	int c = getchar(), n = 0, limit = CHANGE;
	if (c == 'b' && limit > 5)
		n = 0;
	if (c == 'c')
		for (int i = 0; i < 3 * limit; i++)
			n = i & 0;
	if (c == 'd')
		for (int i = 0; i < 9 * limit; i++)
			n = i & 0;
	if (c == 'e')
		putchar('0' + limit);
	if (c == 'f')
		return limit;
	if (c == 'g')
		putchar('1' + limit);
	return n;
}
`

// Inputs are kept for what no input before them did.
func TestFitness(t *testing.T) {
	of := task(t, differences, "4", "6", 2)
	m := mapping.New(delta.Compute(of.Old.Version, of.New.Version), of.Old.Program, of.New.Program)
	rulers, _, err := distance.Rulers(t.Context(), of, m)
	if err != nil {
		t.Fatal(err)
	}
	r, err := pair.Of(of, pair.Options{Coverage: true})
	if err != nil {
		t.Fatal(err)
	}
	p := defaults()
	f := newFitness(&p, m, rulers)
	for _, c := range []struct {
		in   string
		want []int
	}{
		{"a", []int{nearer}},
		{"a", nil},
		{"b", []int{decision, cost}},
		{"b", nil},
		{"c", []int{cost}}, // loops take the same sides
		{"d", []int{cost}},
		{"c", nil}, // costs less
		{"e", []int{output}},
		{"g", nil},           // differs in the same way
		{"f", []int{output}}, // in another
	} {
		trial, err := r.Run(t.Context(), &program.Input{Stdin: program.Bytes(c.in)})
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		kept := f.interesting(trial)
		for reason := range allReasons {
			if f.last.has(reason) {
				got = append(got, reason)
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, c.want) || kept != (len(c.want) > 0) {
			t.Errorf("%q: reasons %v, want %v; %d and %d steps", c.in, got, c.want, trial.Old.Steps, trial.New.Steps)
		}
	}
	*f = *newFitness(&Params{}, m, rulers)
	for _, in := range []string{"a", "b", "d", "e", "f"} {
		trial, err := r.Run(t.Context(), &program.Input{Stdin: program.Bytes(in)})
		if err != nil {
			t.Fatal(err)
		}
		if f.interesting(trial) {
			t.Errorf("%q is kept where nothing is asked for", in)
		}
	}
}

// Runs end when neither part has anything to do, when the budget does, and at once with
// parameters that make no sense.
func TestEnds(t *testing.T) {
	of := task(t, "int main(void) { return CHANGE; }", "1", "1 + 0", 2)
	b := enginetest.NewBench(t, of)
	of.Params = enginetest.Params[Params](func(p *Params) { p.Patience = 50 })
	if err := (Engine{}).Run(t.Context(), of, b); err != nil || len(b.Trials) == 0 || len(b.Trials) > 1000 {
		t.Errorf("%d inputs, %v", len(b.Trials), err)
	}
	of = task(t, hard, "<", "<=", 11)
	b = enginetest.NewBench(t, of)
	b.MaxSteps = 1_000_000
	if err := (Engine{}).Run(t.Context(), of, b); err != nil || b.Steps < b.MaxSteps || b.Steps > 4*b.MaxSteps {
		t.Errorf("%d steps of %d, %v", b.Steps, b.MaxSteps, err)
	}
	for want, set := range map[string]func(*Params){
		"hydiff: patience is 0: must be at least 1":                                      func(p *Params) { p.Patience = 0 },
		"hydiff: parts is \"all\": must be \"both\", \"fuzzing\" or \"symbolic\"":        func(p *Params) { p.Parts = "all" },
		"hydiff: turn is 0: must be at least 1":                                          func(p *Params) { p.Turn = 0 },
		"hydiff: neighbours, per_point, query_steps and max_states must not be negative": func(p *Params) { p.PerPoint = -1 },
	} {
		of.Params = enginetest.Params[Params](set)
		if err := (Engine{}).Run(t.Context(), of, b); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
