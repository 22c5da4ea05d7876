package papers

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/results"
)

// survey returns a run with surveys of all criteria at a distance.
func survey(task, pair string, seed uint64, distance int, detecting map[string]int) results.Run {
	r := results.Run{Task: task, Start: results.Start{Subject: "tcas", Pair: pair, Engine: "matrix", Seed: seed}}
	for _, c := range []string{"stmt", "ctrl", "data", "chain", "full"} {
		r.Surveys = append(r.Surveys, engines.Survey{Criterion: c, Distance: distance, Suites: 100, Detecting: detecting[c]})
	}
	return r
}

func tcasSet() *results.Set {
	return &results.Set{
		Plan: results.PlanHead{Name: "ase08"},
		Runs: []results.Run{
			survey("m/tcas/v1/1", "v1", 1, 3, map[string]int{"stmt": 39, "ctrl": 19, "data": 90, "chain": 48, "full": 100}),
			survey("m/tcas/v7/1", "v7", 1, 2, map[string]int{"stmt": 5}),
		},
		Pairs:   []results.PairOf{{Subject: "tcas", Pair: "v1"}, {Subject: "tcas", Pair: "v7"}},
		Engines: []string{"matrix"},
	}
}

// TestCells compares shares with the published ones by their interval, and
// keeps what cannot be compared apart.
func TestCells(t *testing.T) {
	got := map[string]Cell{}
	for _, c := range Cells(tcasSet()) {
		if _, twice := got[c.Name]; twice {
			t.Errorf("two cells are named %s", c.Name)
		}
		got[c.Name] = c
	}
	for name, want := range map[string]struct {
		agreement Agreement
		printed   string
	}{
		"ase08/table4/v1/matrix/3/stmt":  {Agrees, "41.1"},
		"ase08/table4/v1/matrix/3/ctrl":  {Below, "41.1"},
		"ase08/table4/v1/matrix/3/data":  {Above, "47.3"},
		"ase08/table4/v1/matrix/3/chain": {Agrees, "47.3"},
		"ase08/table4/v1/matrix/3/full":  {Agrees, "100"},
		"ase08/table4/v1/matrix/3/d":     {Incomparable, "3"},    // chosen, not found
		"ase08/table4/v2/full":           {Incomparable, "54.1"}, // not measured
		"ase08/table4/v7/matrix/2/stmt":  {Incomparable, ""},     // not in the paper
	} {
		c, ok := got[name]
		if !ok || c.Agreement != want.agreement || c.Printed != want.printed {
			t.Errorf("%s: %q of %q (%t), want %q of %q", name, c.Agreement, c.Printed, ok, want.agreement, want.printed)
		}
		if c.Value != nil && (len(c.Origin.Tasks) != 1 || !strings.HasPrefix(c.Rerun("out"), "rift results rerun out m/tcas/")) {
			t.Errorf("%s: comes from %v, rerun by %q", name, c.Origin.Tasks, c.Rerun("out"))
		}
	}
}

// TestDocumented checks that docs/tables.md names every table and every column.
func TestDocumented(t *testing.T) {
	doc, err := os.ReadFile("../../docs/tables.md")
	if err != nil {
		t.Fatal(err)
	}
	set := &results.Set{Engines: []string{"csg", "isolation", "dse"}}
	for _, p := range All() {
		for _, tb := range p.tables(set) {
			if !strings.Contains(string(doc), "**`"+tb.Name+"`**") {
				t.Errorf("table %s is not documented", tb.Name)
			}
			for _, c := range tb.Columns {
				key := c.Key
				if c.DataOnly {
					continue
				}
				if !strings.Contains(string(doc), "`"+key+"`") {
					_, what, _ := strings.Cut(key, "_")
					if !strings.Contains(string(doc), "`ENGINE_"+what+"`") && !strings.Contains(string(doc), "`PHASE_"+what+"`") {
						t.Errorf("column %s of table %s is not documented", key, tb.Name)
					}
				}
			}
		}
	}
}

// TestPublished checks what is published against what the manifests say of it,
// and that every value is one of a column that the table has.
func TestPublished(t *testing.T) {
	cie := readPublished("fse13")
	n := 0
	for i := range fse13Pairs {
		p := &fse13Pairs[i]
		s, err := corpora.Bundled(p.of().Subject)
		if errors.Is(err, corpora.ErrNotFetched) {
			t.Skip("the history of coreutils is not in the cache: manifests are not compared")
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range p.errors {
			want := cie.values[[3]string{"errors", p.name() + " " + id, "cie"}].raw
			for _, e := range s.Pair(p.pair).Errors {
				if e.ID != id {
					continue
				}
				n++
				if (e.Published == "cie") != (want == "yes") {
					t.Errorf("%s %s: published %q, in the manifest %q", p.name(), id, want, e.Published)
				}
			}
		}
	}
	if n != 11 {
		t.Errorf("the manifests have %d of the eleven errors", n)
	}
}

// TestPublishedColumns: a value under a misspelt table or column would never be
// shown.
func TestPublishedColumns(t *testing.T) {
	set := &results.Set{Engines: []string{"csg", "isolation"}}
	for _, p := range All() {
		columns := map[string]bool{}
		for _, tb := range p.tables(set) {
			for _, c := range tb.Columns {
				columns[strings.TrimPrefix(tb.Name, p.Key+"-")+" "+c.Key] = true
			}
		}
		for key, v := range readPublished(p.Key).values {
			if !columns[key[0]+" "+key[2]] {
				t.Errorf("%s: no table %s with a column %s", p.Key, key[0], key[2])
			}
			if v.place == "" || v.raw == nil {
				t.Errorf("%s: %v has no place or no value", p.Key, key)
			}
		}
	}
}

func TestParsePublished(t *testing.T) {
	for _, bad := range []string{
		"[[row]]\ntable = \"t\"\nrow = \"r\"\nvalues = { a = 1 }\n",                                   // no place
		"[[row]]\ntable = \"t\"\nrow = \"r\"\nplace = \"p\"\nvalues = { a = \"x%\" }\n",               // no share
		"[[row]]\ntable = \"t\"\nrow = \"r\"\nplace = \"p\"\nvalues = { a = \"every 0th\" }\n",        // no fraction
		"[[row]]\ntable = \"t\"\nrow = \"r\"\nplace = \"p\"\nvalues = { a = [1] }\n",                  // no value
		"[[row]]\ntable = \"t\"\nrow = \"r\"\nplace = \"p\"\nvalue = { a = 1 }\n",                     // unknown key
		strings.Repeat("[[row]]\ntable = \"t\"\nrow = \"r\"\nplace = \"p\"\nvalues = { a = 1 }\n", 2), // twice
	} {
		if _, err := parsePublished(bad); err == nil {
			t.Errorf("no error for\n%s", bad)
		}
	}
}

// Counts are compared, not shares of other totals; what is not decided agrees with nothing.
func TestRules(t *testing.T) {
	for _, c := range []struct {
		rule    rule
		value   any
		of      int
		printed string
		want    Agreement
	}{
		{stated, 1.0, 11, "11 of 11", Agrees},
		{stated, 1.0, 2, "11 of 11", Below},
		{stated, 7.0 / 11, 11, "7 of 11", Agrees},
		{stated, 14.0 / 22, 22, "7 of 11", Above},
		{stated, 0.875, 8, "7 of 11", Differs},
		{stated, 8.0 / 11, 11, "7 of 11", Above},
		{equal, undecided, 0, "yes", Differs},
		{equal, unknown, 0, "yes", Differs},
		{equal, "yes", 0, "yes", Agrees},
		{equal, "yes, on the chain", 0, "yes", Differs},
	} {
		p, err := parsePrinted(c.printed)
		if err != nil {
			t.Fatal(err)
		}
		x := Cell{Name: "x", Value: c.value, Of: c.of, Published: p.raw, Printed: p.text}
		if v, ok := c.value.(float64); ok {
			x.Low, x.High = v, v
		}
		if c.rule.apply(&x); x.Agreement != c.want {
			t.Errorf("%v of %d against %q: %q, want %q", c.value, c.of, c.printed, x.Agreement, c.want)
		}
	}
}

// Agreement is told for each of the paper's questions, and adds up.
func TestQuestions(t *testing.T) {
	tables := Find("ase08").Tables(tcasSet())
	list := Questions(tables)
	if len(list) != 1 || list[0].Compared != 5 || list[0].Agreeing != 3 {
		t.Errorf("%+v", list)
	}
	compared, agreeing := 0, 0
	for _, t := range tables {
		compared, agreeing = compared+t.Compared, agreeing+t.Agreeing
	}
	if list[0].Compared != compared || list[0].Agreeing != agreeing {
		t.Errorf("%+v, in all %d of %d", list, agreeing, compared)
	}
}
