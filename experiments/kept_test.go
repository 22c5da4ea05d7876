package experiments

import (
	"maps"
	"strings"
	"testing"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
	"github.com/riftlab/rift/results"
)

// TestHowTasksEnded: a worker that is killed loses neither the tests that have no record
// nor the times of those that show a difference; an engine that cannot work on a pair has
// not failed; why an engine stopped, and whether anything was left, is in its record.
func TestHowTasksEnded(t *testing.T) {
	t.Parallel()
	const text = "subjects = ['numbers']\npairs = ['p3']\nseeds = 1\n[budget]\nwall = '20s'\ncpu = '10s'\n" +
		"[[engine]]\nname = 'lost'\n[[engine]]\nname = 'unfit'\n[[engine]]\nname = 'content'\n[[engine]]\nname = 'prover'\n"
	for _, isolation := range []Isolation{IsolateTask, IsolateWorker} {
		dir := t.TempDir()
		sum, _ := mustRun(t, text, dir, RunOptions{Workers: 2, Isolation: isolation})
		if sum.Failed() != 1 {
			t.Errorf("%s: %d failed, want the killed one", isolation, sum.Failed())
		}
		folder, err := results.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		set, err := folder.Load(t.Context(), results.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for i := range set.Runs {
			r := &set.Runs[i]
			want := map[string]results.End{
				"lost":    {Status: results.StatusKilled, Reason: "the worker was killed from outside (killed)", Tests: 3, Steps: 60, Counters: map[string]int64{"tried": 3}},
				"unfit":   {Status: results.StatusInapplicable, Reason: "unfit: not applicable: the pair has no loops"},
				"content": {Status: results.StatusDone, Reason: "it had enough", Tests: 2, Steps: 40},
				"prover":  {Status: results.StatusDone, Reason: "every input was accounted for", Exhausted: true, Tests: 2, Steps: 40},
			}[r.Engine]
			if r.Status != want.Status || r.Reason != want.Reason || r.Exhausted != want.Exhausted || r.Tests != want.Tests || r.Steps != want.Steps || !maps.Equal(r.Counters, want.Counters) {
				t.Errorf("%s: %s:\n got %+v\nwant %+v", isolation, r.Engine, r.End, want)
			}
			if r.Budget.CPU != 10 {
				t.Errorf("the CPU budget is recorded as %g", r.Budget.CPU)
			}
			if r.Engine == "unfit" {
				continue
			}
			if r.First == nil || !r.First.Timed {
				t.Errorf("%s: %s: the first difference %+v has no time", isolation, r.Engine, r.First)
			}
			if m := r.Measured; m == nil || (m.MaxRSS == 0) != (isolation == IsolateWorker) {
				t.Errorf("%s: %s: the memory is told as %+v", isolation, r.Engine, m)
			}
		}
	}
}

// TestDerivedTruth: the changes to blame in a seeded pair are those that are needed. One
// that alters the program and does not matter to the test is not; and where two changes
// each bring the failure about, nobody knows which.
func TestDerivedTruth(t *testing.T) {
	const old = "#include <stdio.h>\n#include <stdlib.h>\n" +
		"int one(int n)\n{\n\treturn n + 1;\n}\n\nint two(int n)\n{\n\treturn n * 2;\n}\n\nint rare(int n)\n{\n\treturn n == 77;\n}\n\n" +
		"int main(int argc, char **argv)\n{\n\tint n = atoi(argv[1]);\n\tprintf(\"%d\\n\", one(n) + two(n) > 10 || rare(n));\n\treturn 0;\n}\n"
	change := func(pairs ...string) string {
		text := old
		for i := 0; i < len(pairs); i += 2 {
			text = strings.Replace(text, pairs[i], pairs[i+1], 1)
		}
		return text
	}
	env := Standard("test", testEngines(), cfront.NewCache())
	env.Open = func(string, string) ([]*corpora.Subject, error) {
		s := &corpora.Subject{Name: "sums", Tests: []program.Test{{Name: "t", Input: program.Input{Args: []program.Bytes{program.Bytes("2")}}}}}
		for name, text := range map[string]string{
			"old":     old,
			"alone":   change("n + 1", "n + 100", "n == 77", "n == 78"), // the second does not matter to the test
			"both":    change("n + 1", "n + 3", "n * 2", "n * 3"),       // 5 + 6 > 10, and neither 3 + 6 nor 5 + 4
			"either":  change("n + 1", "n + 100", "n * 2", "n * 200"),
			"nothing": change("n == 77", "n == 2 - 0"),
		} {
			s.Versions = append(s.Versions, program.Version{Name: name, Files: []program.SourceFile{{Name: "s.c", Text: text}}})
			if name != "old" {
				s.Pairs = append(s.Pairs, corpora.Pair{Name: name, Old: "old", New: name, Seeded: true})
			}
		}
		return []*corpora.Subject{s}, nil
	}
	c, err := Parse("e.toml", []byte("subjects = ['sums']\nfailing = 'pool'\n[[engine]]\nname = 'explain'\n"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := Make(t.Context(), c, env, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for task := range p.Tasks() {
		got[task.Pair] = len(task.Start.Truth)
	}
	if want := map[string]int{"alone": 1, "both": 2, "either": 0, "nothing": 1}; !maps.Equal(got, want) {
		t.Errorf("changes to blame %v, want %v", got, want)
	}
}
