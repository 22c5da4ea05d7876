package analysis

import (
	"strconv"
	"strings"
	"testing"

	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/internal/synthetic"
	"github.com/riftlab/rift/results/table"
)

// TestCells counts numbers of the tables again from the records that are said to
// be behind them.
func TestCells(t *testing.T) {
	dir := t.TempDir()
	if err := synthetic.Write(dir, synthetic.Small); err != nil {
		t.Fatal(err)
	}
	f, err := results.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	x, err := f.Scan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	set, err := x.Load(t.Context(), results.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	views := Views(set)
	names, checked := map[string]bool{}, map[string]int{}
	for _, tb := range []*table.Table{
		Overview(set, views), PerPair(views), Found(views), CompareDetection(views), Outcomes(set), Reasons(set), Requirements(set), ExplainOverview(set), Ranks(views),
	} {
		for _, c := range Cells(set, views, tb) {
			if names[c.Name] {
				t.Errorf("%s: twice", c.Name)
			}
			names[c.Name] = true
			records, tasks := 0, map[string]bool{}
			if err := c.Origin.Each(x, func(r *results.Record) error {
				records++
				tasks[r.Task] = true
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			column := c.Name[strings.LastIndex(c.Name, "/")+1:]
			text, _, _ := strings.Cut(c.Text, "/")
			got := -1
			switch {
			case column == "tasks":
				got = len(c.Origin.Tasks)
			case strings.HasPrefix(column, foundColumn), column == "detected" || column == "errors" && tb.Name == "overview":
				got = len(tasks)
			case column == "differences" && tb.Name == "overview":
				got = records
			case tb.Name == "requirements" && column == "covered":
				got = 0
				if err := c.Origin.Each(x, func(r *results.Record) error {
					if r.Requirement.Status == "covered" {
						got++
					}
					return nil
				}); err != nil {
					t.Fatal(err)
				}
			default:
				continue
			}
			checked[tb.Name]++
			if strconv.Itoa(got) != text {
				t.Errorf("%s is %s, but %d by its records", c.Name, c.Text, got)
			}
		}
	}
	for _, name := range []string{"overview", "pairs", "found", "outcomes", "reasons", "requirements", "explain-overview"} {
		if checked[name] == 0 {
			t.Errorf("nothing of table %s was counted", name)
		}
	}
	if !names["overview/real-errors/walker/detected"] || !names["ranks/seeded-errors/tests/walker/mean_rank"] {
		t.Error("names have changed")
	}
}

// TestRecordsBehindKnownErrors: totals of tasks do not come from the tests that
// expose the error of the row.
func TestRecordsBehindKnownErrors(t *testing.T) {
	for column, want := range map[string]string{"tests": "ends of tasks", "differences": "tests that show a difference", "exposing": "tests that expose x"} {
		if got, _ := recordsBehind("known-errors", column, map[string]string{"error": "x"}, false); got != want {
			t.Errorf("%s: %s, want %s", column, got, want)
		}
	}
}

// TestCellsOfKnownErrors: a number about a known error leads to the tasks on its
// pair and the tests that expose it.
func TestCellsOfKnownErrors(t *testing.T) {
	set := setOf(exposer("a", "p", "x"), exposer("b", "p", "y", "x"), exposer("b", "q"))
	views := Views(set)
	cells := map[string]Cell{}
	for _, tb := range []*table.Table{Found(views), Overview(set, views)} {
		for _, c := range Cells(set, views, tb) {
			cells[c.Name] = c
		}
	}
	for name, want := range map[string]struct {
		text, what string
		tasks      int
	}{
		"found/known-errors/s/p:-x/found_b": {"1/1", "tests that expose x", 1},
		"found/known-errors/s/p:-z/found_a": {"0/1", "tests that expose z", 1},
		"found/known-errors/s/q:-y/found_b": {"0/1", "tests that expose y", 1},
		"found/real-errors/s/p/found_b":     {"1/1", "tests that show a difference", 1},
		"overview/known-errors/b/detected":  {"2/6", "tests that expose a known error", 2},
	} {
		c := cells[name]
		if c.Text != want.text || c.Origin.What != want.what || len(c.Origin.Tasks) != want.tasks {
			t.Errorf("%s: %q from %q of %v", name, c.Text, c.Origin.What, c.Origin.Tasks)
		}
	}
}
