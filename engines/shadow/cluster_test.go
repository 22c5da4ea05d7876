package shadow

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
)

func TestClusters(t *testing.T) {
	at := func(line int) engines.Note {
		pos := program.Position{File: "a.c", Line: line, Col: 1}
		return engines.Note{Divergence: &engines.Divergence{Old: pos, New: pos}}
	}
	input := func(args ...string) program.Input {
		in := program.Input{}
		for _, a := range args {
			in.Args = append(in.Args, program.Bytes(a))
		}
		return in
	}
	printed := func(s string) *program.Outcome { return &program.Outcome{Stdout: program.Bytes(s)} }
	failed := &program.Outcome{Ending: program.Faulted, Fault: &program.Fault{Kind: program.FaultNull, Pos: program.Position{File: "a.c", Line: 9, Col: 2}}}
	trial := func(old, new *program.Outcome) *engines.Trial {
		return &engines.Trial{Old: old, New: new, Difference: program.Differ(old, new)}
	}
	cases := []Case{
		{input("x"), at(3), trial(failed, printed("a")), nil},
		{input("long", "er"), at(3), trial(printed("a"), printed("b")), nil},
		{input("short"), at(3), trial(printed("c"), printed("d")), nil},
		{input("other", "place"), at(4), trial(printed("a"), printed("b")), nil},
		{input("a", "quite", "long", "one"), at(3), trial(printed("a"), failed), nil},
	}
	var got []string
	for _, c := range Clusters(cases) {
		got = append(got, string(c.Verdict)+" "+c.At.String()+" "+string(c.Shortest.Input.Args[0])+" "+c.New)
	}
	want := []string{"bug a.c:3:1 a a.c:9:2: null dereference", "unjudged a.c:3:1 short ", "unjudged a.c:4:1 other ", "expected a.c:3:1 x "}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	cases[1].Native = trial(printed("a"), printed("b")) // longer, but confirmed
	if c := Clusters(cases)[1]; c.Natively != 1 || string(c.Shortest.Input.Args[0]) != "long" {
		t.Errorf("natively %d, shortest %s", c.Natively, c.Shortest.Input.Args[0])
	}
	if n := Clusters(cases)[1].Count; n != 2 {
		t.Errorf("%d cases in the second cluster, want 2", n)
	}
}

// Without a golden version the fixes of known errors decide.
func TestJudgeByFixes(t *testing.T) {
	differ := engines.Trial{Old: &program.Outcome{Status: 1}, New: &program.Outcome{}, Difference: program.DiffStatus}
	for _, c := range []struct {
		fixes   bool
		exposes []string
		class   engines.Class
		want    Verdict
	}{
		{false, nil, engines.ClassNone, Open},
		{true, nil, engines.ClassNone, Expected},
		{true, []string{"a"}, engines.ClassNone, Bug},
		{true, nil, engines.ClassRegression, Bug},
		{true, []string{"a"}, engines.ClassProgression, Expected},
	} {
		trial := differ
		trial.Fixes, trial.Exposes, trial.Class = c.fixes, c.exposes, c.class
		if got := Judge(&trial); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}
