package report

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/sidebyside"
)

func version(text string) *program.Version {
	return &program.Version{Files: []program.SourceFile{{Name: "a.c", Text: text}}}
}

func TestHunks(t *testing.T) {
	d := delta.Compute(version("1\n2\n3\n4\nold\n6\n7\n8\n9\n"), version("new\n1\n2\n3\n4\nNEW\nmore\n6\n7\n8\n"))
	answer := engines.Explanation{Root: []string{"c2"}}
	runs := []*results.Run{{Start: results.Start{Engine: "dd", Truth: []string{"c2", "c3"}}, Explanations: []engines.Explanation{answer}}}
	shown, total := hunks(d, runs, 9)
	var got []string
	for _, h := range shown {
		got = append(got, fmt.Sprintf("%s %s %t %q\n%s", h.ID, h.Place, h.Truth, h.BlamedBy, (&sidebyside.Stream{Rows: h.Rows}).String()))
	}
	want := []string{
		"c1 a.c:1:1 false \"\"\n~!1:<new>\n1:1=2:1\n2:2=3:2\n",
		"c2 a.c:6:1 true \"dd\"\n3:3=4:3\n4:4=5:4\n5:<old>!6:<NEW>\n~!7:<more>\n6:6=8:6\n7:7=9:7\n",
		"c3 a.c:11:1 true \"\"\n7:7=9:7\n8:8=10:8\n9:<9>!~\n",
	}
	if diff := cmp.Diff(want, got); diff != "" || total != 3 {
		t.Errorf("%d changes: %s", total, diff)
	}
	// A change next to another one: its context ends there.
	d = delta.Compute(version("1\n2\n3\n"), version("1\nx\n2\ny\n3\n"))
	shown, _ = hunks(d, nil, 9)
	if len(shown) != 2 || (&sidebyside.Stream{Rows: shown[1].Rows}).String() != "2:2=3:2\n~!4:<y>\n3:3=5:3\n" {
		t.Errorf("neighbours: %v", shown)
	}
	d = delta.Compute(version("1\n2\n3\n4\nold\n6\n7\n8\n9\n"), version("new\n1\n2\n3\n4\nNEW\nmore\n6\n7\n8\n"))
	// With room for one, the change that is known and blamed stays.
	if shown, total := hunks(d, runs, 1); len(shown) != 1 || shown[0].ID != "c2" || total != 3 {
		t.Errorf("%v of %d", shown, total)
	}
}

// TestPageShowsChanges checks that a described pair shows its change, escaped.
func TestPageShowsChanges(t *testing.T) {
	run := results.Run{Task: "t", Start: results.Start{Subject: "s", Pair: "p", Engine: "e", Kind: string(engines.Generate)}, End: results.End{Status: "done"}}
	pair := results.PairOf{Subject: "s", Pair: "p"}
	set := &results.Set{Runs: []results.Run{run}, Pairs: []results.PairOf{pair}, Engines: []string{"e"}}
	r := Of(set, Options{Describe: func(p results.PairOf) (PairInfo, bool) {
		return PairInfo{Kind: "constant", Doc: "a <doc>", Delta: delta.Compute(version("if (a<b)\n"), version("if (a<=b)\n"))}, p == pair
	}})
	var buf bytes.Buffer
	if err := r.WriteHTML(&buf); err != nil {
		t.Fatal(err)
	}
	page := regexp.MustCompile(`\s*\n\s*`).ReplaceAllString(buf.String(), "")
	for _, want := range []string{"<b>constant</b>: a &lt;doc&gt;", "1 change", "if (a&lt;<mark>=</mark>b)"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}
