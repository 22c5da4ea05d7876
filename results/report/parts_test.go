package report

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/unify"
	"github.com/riftlab/rift/program/delta/unify/notation"
	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/digraph"
)

// TestParts makes a page of one pair with everything that a pair can have, and of
// an experiment that reproduces a paper.
func TestParts(t *testing.T) {
	at := func(line int) program.Position { return program.Position{File: "a.c", Line: line, Col: 1} }
	version := func(name, text string) *program.Version {
		return &program.Version{Name: name, Files: []program.SourceFile{{Name: "a.c", Text: text}}}
	}
	old, new := version("v1", "int x;\nint y = 1;\n"), version("v2", "int x;\nint y = 2;\n")
	pair := results.PairOf{Subject: "coreutils-cut", Pair: "v6-v7"}
	known := []results.KnownError{{ID: "cut.v8", Doc: "reads <beyond> a bit vector", Published: "cie"}}
	set := &results.Set{
		Plan: results.PlanHead{Name: "fse13"}, Pairs: []results.PairOf{pair}, Engines: []string{"csg", "matrix", "synergy"},
		Runs: []results.Run{
			{
				Task: "csg/1", Start: results.Start{Subject: pair.Subject, Pair: pair.Pair, Engine: "csg", Kind: "generate", Known: known},
				End:         results.End{Status: results.StatusDone, Tests: 4, Counters: map[string]int64{"paths": 7}},
				Differences: 3, Exposed: map[string]*results.Exposure{"cut.v8": {Tests: 3}},
				Sequences: []*results.Tally{{Sequence: []string{"a.c:2"}, Tests: 4, Errors: 3, Exposes: map[string]int{"cut.v8": 3}}},
			},
			{
				Task: "matrix/1", Start: results.Start{Subject: pair.Subject, Pair: pair.Pair, Engine: "matrix", Kind: "assess"},
				Requirements: map[results.RequirementClass]int{{Criterion: "full", Status: "uncovered"}: 12},
				Uncovered:    []engines.Requirement{{Criterion: "full", Status: "uncovered", Change: "c1", Distance: 2, Text: "y differs behind line 2"}},
			},
			{
				Task: "synergy/1", Start: results.Start{Subject: pair.Subject, Pair: pair.Pair, Engine: "synergy", Kind: "explain"},
				Explanations: []engines.Explanation{{Root: []string{"c1"}, Confirmed: true, Causes: []engines.Cause{
					{Parent: -1, At: at(2), Text: "the output differs", Minimal: true, Steps: []engines.CauseStep{{At: at(2), Values: []string{"y = 2"}, Changes: []string{"c1"}}}},
					{Parent: 0, Direct: true, At: at(1), Text: "this condition came out true"},
				}}},
			},
		},
	}
	inspected := 0
	r := Of(set, Options{
		Describe: func(results.PairOf) (PairInfo, bool) { return PairInfo{Delta: delta.Compute(old, new)}, true },
		Inspect: func(results.PairOf) Inspection {
			inspected++
			return Inspection{
				Sequences: &digraph.Graph{Nodes: []digraph.Node{{ID: "e", Lines: []string{"entry"}}, {ID: "c", Lines: []string{"a.c:2"}}}, Edges: []digraph.Edge{{From: 0, To: 1}}},
				Unified: &unify.Unified{
					Version:     version("unified", "int x;\nint y = change(1, 2);\n"),
					Annotations: []notation.Annotation{{File: "a.c", Line: 2}}, Fallbacks: []unify.Fallback{{File: "a.c", Func: "f", Reason: "loops differ"}},
				},
			}
		},
	})
	var buf bytes.Buffer
	if err := r.WriteHTML(&buf); err != nil {
		t.Fatal(err)
	}
	page := buf.String()
	for _, want := range []string{
		`<section id="paper">`, "– (yes)", "yes (1/1) = yes", // the paper's table of errors
		`id="engine-csg"`, "paths 7", `>coreutils-cut/v6-v7: cut.v8</a>`,
		`id="error-coreutils-cut/v6-v7/cut.v8"`, "reads &lt;beyond&gt; a bit vector", "csg 1/1",
		`id="subject-coreutils-cut"`, "1 pair, 4 tests, a difference in 1 pair",
		`<details class="graph">`, "change(1, 2);", "not aligned: a.c, f: loops differ",
		"matrix: full, uncovered", "y differs behind line 2", "1 of 12 are shown",
		"the output differs, because", "int y = 2;", "y = 2", "(it decided that this is executed)",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if inspected != 1 {
		t.Errorf("the pair was inspected %d times", inspected)
	}
	if got := r.Tables[0].Name; got != "fse13-errors" {
		t.Errorf("the first table is %s", got)
	}
}

// TestIndex: the page of several papers has their tables and leads to the whole.
func TestIndex(t *testing.T) {
	pair := results.PairOf{Subject: "cutfields", Pair: "lhs"}
	set := &results.Set{
		Plan: results.PlanHead{Name: "fse13-small"}, Pairs: []results.PairOf{pair}, Engines: []string{"csg"},
		Runs: []results.Run{{Task: "csg/1", Start: results.Start{Subject: pair.Subject, Pair: pair.Pair, Engine: "csg", Kind: "generate", Known: []results.KnownError{{ID: "zero"}}}}},
	}
	path := filepath.Join(t.TempDir(), "report.html")
	if err := WriteIndex(path, "All & sundry", []Entry{{Of(set, Options{}), "fse13/report.html"}}); err != nil {
		t.Fatal(err)
	}
	page := string(read(t, path))
	for _, want := range []string{"<h1>All &amp; sundry</h1>", `<section id="fse13">`, `href="fse13/report.html"`, `id="table-fse13-errors"`, "cutfields.lhs", "undecided"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}
