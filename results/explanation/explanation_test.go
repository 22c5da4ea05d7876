package explanation

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/results/sarif"
)

func version(name, text string) *program.Version {
	return &program.Version{Name: name, Files: []program.SourceFile{{Name: "f.c", Text: text}}}
}

const (
	oldText = "int f(int a) {\n  int b = 2;\n  return a + b;\n}\n"
	newText = "int f(int a) {\n  int b = 3;\n  return a < b;\n}\n"
)

func example() *Report {
	at := func(l int) program.Position { return program.Position{File: "f.c", Line: l, Col: 3} }
	return &Report{
		Title: "f <fails>", Test: "./t.sh", Delta: delta.Compute(version("old", oldText), version("new", newText)),
		Answers: []Answer{{Engine: "synergy", Explanation: engines.Explanation{
			Root: []string{"c1"}, Confirmed: true, OneMinimal: true, Failure: "the result is wrong",
			Causes: []engines.Cause{
				{Parent: -1, At: at(3), Text: "the result is wrong", Minimal: true, Steps: []engines.CauseStep{
					{At: at(2), EndLine: 2, Func: "f", Values: []string{"b = 3"}, Changes: []string{"c1"}},
					{At: at(3), EndLine: 3, Func: "f", Values: []string{"a = 1", "b = 3"}},
				}},
				{Parent: 0, Direct: true, At: at(1), Text: "this condition came out true", Steps: []engines.CauseStep{{At: at(1), EndLine: 1}}},
			},
		}}},
	}
}

// TestJudge holds the paper's example: a = 2, b changed from 2 to 3, and a fix
// that changes a instead, is partial; a fix that changes b again is a match.
func TestJudge(t *testing.T) {
	old, new := version("old", "int a = 2;\n\nint b = 2;\nassert(a == b);\n"), version("new", "int a = 2;\n\nint b = 3;\nassert(a == b);\n")
	d := delta.Compute(old, new)
	for _, tt := range []struct {
		fix       string
		confirmed bool
		want      Verdict
	}{
		{"int a = 3;\n\nint b = 3;\nassert(a == b);\n", true, Partial},
		{"int a = 2;\n\nint b = 1 + 1;\nassert(a == b);\n", true, Match},
		{"int a = 2;\n\nint b = 2;\nassert(a == b);\n", false, Missed},
	} {
		for _, chain := range []string{"", "yes"} {
			e := &engines.Explanation{Root: []string{"c1"}, Confirmed: tt.confirmed}
			if chain != "" { // all statements: equal answers are judged alike
				e.Causes = []engines.Cause{{Parent: -1, Steps: []engines.CauseStep{{At: program.Position{File: "f.c", Line: 1, Col: 1}, EndLine: 4}}}}
			}
			got := Judge(e, d, Fix{To: version("fix", tt.fix)})
			if got.Verdict != tt.want || got.Chain != chain || len(got.Evidence) == 0 {
				t.Errorf("%q: %+v, want %s and %q", tt.fix, got, tt.want, chain)
			}
		}
	}
}

// TestJudgeLater holds a fix that was made from a later version, whose lines are
// others, and one of a statement on the chain of causes.
func TestJudgeLater(t *testing.T) {
	old, new := version("old", "int a = 2;\n\nint b = 2;\n\nassert(a == b);\n"), version("new", "int a = 2;\n\nint b = 3;\n\nassert(a == b);\n")
	d := delta.Compute(old, new)
	before := version("before", "int more;\nint x, y;\nint a = 2;\n\nint b = 3;\n\nassert(a == b);\n")
	chain := []engines.Cause{{Parent: -1, Steps: []engines.CauseStep{{At: program.Position{File: "f.c", Line: 1, Col: 1}}}}}
	for _, tt := range []struct {
		fix      string
		causes   []engines.Cause
		want     Verdict
		evidence string
	}{
		{"int more;\nint x, y;\nint a = 2;\n\nint b = 2;\n\nassert(a == b);\n", nil, Match, "the fix changes f.c:3, which c1 (f.c:3) brought"},
		{"int more;\nint x, y;\nint a = 3;\n\nint b = 3;\n\nassert(a == b);\n", nil, Partial, "the fix changes f.c:1 instead"},
		{"int more;\nint x, y;\nint a = 3;\n\nint b = 3;\n\nassert(a == b);\n", chain, Partial, "the fix changes f.c:1, which is on the chain of causes"},
	} {
		got := Judge(&engines.Explanation{Root: []string{"c1"}, Confirmed: true, Causes: tt.causes}, d, Fix{before, version("fix", tt.fix)})
		if got.Verdict != tt.want || (got.Chain == "yes") != (tt.causes != nil) || len(got.Evidence) != 1 || got.Evidence[0] != tt.evidence {
			t.Errorf("%q: %+v, want %s because of %q", tt.fix, got, tt.want, tt.evidence)
		}
	}
}

func TestHTML(t *testing.T) {
	var buf bytes.Buffer
	if err := HTML(&buf, example()); err != nil {
		t.Fatal(err)
	}
	text := buf.String()
	for _, want := range []string{
		"f &lt;fails&gt;", `<tr id="L-f_c-2" class="root">`, "b = 3", "<details open>", "this decided that it happened", `href="#L-f_c-2"`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, never := range []string{"<script", "http://", "https://", "src="} {
		if strings.Contains(text, never) {
			t.Errorf("the page holds %q: it must need nothing else", never)
		}
	}
}

func TestSARIF(t *testing.T) {
	var buf bytes.Buffer
	if err := SARIF(&buf, example()); err != nil {
		t.Fatal(err)
	}
	var log sarif.Log
	if err := json.Unmarshal(buf.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	r := log.Runs[0].Results[0]
	flow := r.CodeFlows[0].ThreadFlows[0].Locations
	if len(flow) != 3 || flow[0].Location.Physical.Region.StartLine != 1 || flow[2].Location.Physical.Region.StartLine != 3 {
		t.Errorf("the flow does not end in the failure: %+v", flow)
	}
	if r.Locations[0].Physical.Region.StartLine != 2 || !strings.Contains(r.RelatedLocations[0].Message.Text, "int b = 2;") {
		t.Errorf("locations %+v, related %+v", r.Locations, r.RelatedLocations)
	}
}
