package aflchurn

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/engines/fuzz"
	"github.com/riftlab/rift/engines/pair"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/inputs"
)

const text = `#include <stdio.h>
int main(void)
{
	int c = getchar();
	if (c == 'a')
		puts("one");
	else if (c == 'b')
		puts("two");
	return 0;
}
`

func task(t *testing.T, old, new string, size int) *engines.Task {
	t.Helper()
	version := func(name, text string) *program.Version {
		return &program.Version{Name: name, Files: []program.SourceFile{{Name: "p.c", Text: text}}}
	}
	return enginetest.Between(t, version("old", old), version("new", new), program.InputModel{Stdin: &program.ContentModel{Size: size}})
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func TestFormulas(t *testing.T) {
	for _, c := range []struct{ age, changes int }{{0, 0}, {1, 1}, {2, 3}, {10, 7}} {
		age, churn := map[int]float64{0: 1, 1: 1, 2: 0.5, 10: 0.1}[c.age], map[int]float64{0: 1, 1: 1, 3: 2, 7: 3}[c.changes]
		if !near(Age(c.age), age) || !near(Churn(c.changes), churn) {
			t.Errorf("age %d: %v, %d changes: %v", c.age, Age(c.age), c.changes, Churn(c.changes))
		}
	}
	for _, c := range []struct {
		fitness float64
		turns   int
		want    float64
	}{
		{1, 1, math.Pow(2, 3*(2*(0.7+0.15)-1))}, {0, 1, math.Pow(2, 3*(2*0.15-1))}, {0.5, 1, 1}, {0.5, 9, 1},
		{1, 1000, 8}, {0, 1000, 1. / 8},
	} {
		if got := Factor(c.fitness, c.turns, 3, 0.3); !near(got, c.want) {
			t.Errorf("factor of %v at turn %d: %v, want %v", c.fitness, c.turns, got, c.want)
		}
	}
}

// fitness returns those of inputs by their first byte.
func fitness(t *testing.T, of *engines.Task, commits int) map[string]float64 {
	t.Helper()
	w, err := weigh(t.Context(), of, commits)
	if err != nil {
		t.Fatal(err)
	}
	r, err := pair.Of(of, pair.Options{Coverage: true})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]float64{}
	for _, in := range []string{"a", "b", "c"} {
		trial, err := r.Run(t.Context(), &program.Input{Stdin: program.Bytes(in)})
		if err != nil {
			t.Fatal(err)
		}
		got[in] = w.fitness(trial)
	}
	return got
}

// Without a history the change is all: an input executes the blocks of the new version, and
// those of the old that changed. With one, every block has the weight of its lines.
func TestFitness(t *testing.T) {
	of := task(t, text, strings.Replace(text, "two", "2", 1), 4)
	// b executes 4 blocks of the new version, of which 1 changed, and 1 in the old version.
	got := fitness(t, of, 1000)
	if !near(got["a"], 0) || !near(got["b"], 2./5) || !near(got["c"], 0) {
		t.Errorf("by the change: %v", got)
	}
	of.History = func(_ context.Context, commits int) (map[string][]program.LineHistory, error) {
		lines := make([]program.LineHistory, 10)
		for i := range lines {
			lines[i].Age = commits
		}
		lines[5] = program.LineHistory{Age: 2, Changes: 3} // puts("one"): 1/2 * 2
		return map[string][]program.LineHistory{"p.c": lines}, nil
	}
	got = fitness(t, of, 10)
	// a: 1 and two blocks of 1/10; b: four of 1/10 and the old version's; c: three.
	if !near(got["a"], (1+0.2)/3) || !near(got["b"], (0.4+1)/5) || !near(got["c"], 0.1) {
		t.Errorf("by the history: %v", got)
	}
	if got = fitness(t, of, 0); !near(got["b"], 2./5) {
		t.Errorf("with no commits: %v", got)
	}
}

// Where bytes of an input were changed and it got fitter, the scores of their groups rise,
// and places are chosen by them.
func TestScores(t *testing.T) {
	of := task(t, text, strings.Replace(text, "two", "2", 1), 12)
	w, err := weigh(t.Context(), of, 0)
	if err != nil {
		t.Fatal(err)
	}
	r, err := pair.Of(of, pair.Options{Coverage: true})
	if err != nil {
		t.Fatal(err)
	}
	run := func(in *program.Input) *engines.Trial {
		trial, err := r.Run(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		return trial
	}
	input := func(text string) *program.Input { return &program.Input{Stdin: program.Bytes(text)} }
	p := defaults()
	s := &schedule{p: &p, weights: w, known: map[*fuzz.Kept]*fit{}}
	k, fit := &fuzz.Kept{Input: input("c123456789")}, &fuzz.Kept{Input: input("b")}
	s.Keep(k, run(k.Input))
	s.Keep(fit, run(fit.Input))
	s.rand = rand.New(rand.NewPCG(3, 3))
	for _, c := range []struct {
		in   string
		want []byte
	}{
		{"a123456789", nil},  // no fitter
		{"b1234567890", nil}, // of another length
		{"b123456789", []byte{1, 1, 1, 1, 0, 0, 0, 0, 0, 0}},
		{"b12345678x", []byte{2, 2, 2, 2, 0, 0, 0, 0, 1, 1}},
	} {
		in := input(c.in)
		s.Tried(k, in, run(in))
		got := s.known[k].scores[inputs.Stdin]
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: scores %v, want %v", c.in, got, c.want)
		}
		if w := s.Weights(k)(inputs.Stdin); !slices.Equal(w, got) {
			t.Errorf("weights %v", w)
		}
	}
	p.Bytes = false
	if s.Weights(k) != nil {
		t.Error("weights where bytes have none")
	}
}

// A change is found, the same seed tries the same inputs, and runs are all that is charged.
func TestFinds(t *testing.T) {
	long := strings.Replace(text, "int c = getchar();", "int c;\n	getchar();\n	if (getchar() != '#')\n		return 1;\n	c = getchar();", 1)
	var keys []string
	for range 2 {
		of := task(t, long, strings.Replace(long, "two", "2", 1), 12)
		b := enginetest.NewBench(t, of)
		b.First, b.MaxTests = true, 20_000
		if err := (Engine{}).Run(t.Context(), of, b); err != nil {
			t.Fatal(err)
		}
		if len(b.Differing()) != 1 {
			t.Fatalf("no difference in %d inputs", len(b.Trials))
		}
		var list []string
		steps := int64(0)
		for i := range b.Trials {
			list = append(list, b.Trials[i].Input.Key())
			steps += b.Trials[i].Steps()
		}
		if keys != nil && !slices.Equal(list, keys) {
			t.Error("the same seed tried other inputs")
		}
		keys = list
		if b.Steps != steps {
			t.Errorf("%d steps charged of %d", b.Steps, steps)
		}
	}
}

func TestRefuses(t *testing.T) {
	of := task(t, text, text, 4)
	for want, set := range map[string]func(*Params){
		"aflchurn: patience is 0: must be at least 1":   func(p *Params) { p.Patience = 0 },
		"aflchurn: commits is -1: must not be negative": func(p *Params) { p.Commits = -1 },
		"aflchurn: scale is 11: must be from 0 to 10":   func(p *Params) { p.Scale = 11 },
		"aflchurn: cooling is 1.5: must be from 0 to 1": func(p *Params) { p.Cooling = 1.5 },
	} {
		of.Params = enginetest.Params[Params](set)
		if err := (Engine{}).Run(t.Context(), of, enginetest.NewBench(t, of)); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
