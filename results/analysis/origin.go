package analysis

import (
	"fmt"
	"slices"
	"strings"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/table"
)

// Cell is a cell of a table with where it comes from.
type Cell struct {
	// Name is stable: table, section if the table has any, the row's labels and
	// the column's key, "overview/seeded-errors/csg/detected".
	Name   string
	Text   string // for people
	Origin results.Origin
}

// Cells returns the cells of a table that are there and are no labels, with the
// tasks of the set behind each.
func Cells(set *results.Set, views []*View, t *table.Table) []Cell {
	var cells []Cell
	used := map[string]int{}
	for _, row := range t.Rows {
		name := t.Name
		if row.Section != "" {
			name += "/" + element(row.Section)
		}
		labels := map[string]string{}
		for i, c := range t.Columns {
			if c.Label && !row.Cells[i].Missing() {
				labels[c.Key] = row.Cells[i].Raw()
				name += "/" + element(row.Cells[i].Raw())
			}
		}
		v := viewOf(views, row.Section)
		tasks := tasksBehind(set, v, labels)
		for i, c := range t.Columns {
			if c.Label || c.TextOnly || row.Cells[i].Missing() {
				continue
			}
			full := name + "/" + c.Key
			if used[full]++; used[full] > 1 {
				full = fmt.Sprintf("%s~%d", full, used[full])
			}
			if e, ok := strings.CutPrefix(c.Key, foundColumn); ok && t.Name == "found" {
				labels["engine"] = e
				tasks = tasksBehind(set, v, labels)
			}
			what, match := recordsBehind(t.Name, c.Key, labels, v != nil && v.Known)
			cells = append(cells, Cell{full, row.Cells[i].Display(), results.Origin{Tasks: tasks, What: what, Match: match}})
		}
	}
	return cells
}

// element makes a text part of a name: no slash, no space.
func element(s string) string {
	return strings.NewReplacer("/", "_", ", ", "+", " ", "-", "\u00a0", "-").Replace(s)
}

// tasksBehind returns the tasks that the labels of a row are about, of a view if it
// is not nil, in canonical order.
func tasksBehind(set *results.Set, v *View, labels map[string]string) []string {
	var runs []*results.Run
	if v != nil {
		for _, e := range v.Engines {
			runs = append(runs, v.Runs(e)...)
		}
	} else {
		for i := range set.Runs {
			runs = append(runs, &set.Runs[i])
		}
	}
	var tasks []string
	for _, r := range runs {
		if about(r, labels) {
			tasks = append(tasks, r.Task)
		}
	}
	slices.Sort(tasks)
	return slices.Compact(tasks)
}

// viewOf returns the view of that title; nil if it is the title of none, such as
// the heading of another table.
func viewOf(views []*View, title string) *View {
	for _, v := range views {
		if v.Title == title {
			return v
		}
	}
	return nil
}

// about reports whether a run is one of those that labels name. A label that
// says nothing of tasks, such as a measure, does not matter.
func about(r *results.Run, labels map[string]string) bool {
	_, byPair := labels["pair"]
	if a, b := labels["engine_a"], labels["engine_b"]; a != "" && r.Engine != a && r.Engine != b {
		return false
	}
	for key, value := range labels {
		ok := true
		switch key {
		case "engine":
			ok = r.Engine == value
		case "subject":
			ok = r.Subject == value
		case "pair":
			ok = r.Pair == value
		case "status":
			ok = string(r.Status) == value
		case "reason":
			ok = r.Reason == value
		case "error":
			ok = byPair && slices.ContainsFunc(r.Known, func(k results.KnownError) bool { return k.ID == value })
		}
		if !ok {
			return false
		}
	}
	return true
}

// recordsBehind says which records of the tasks a column of a table counts; known
// that the row is about known errors.
func recordsBehind(name, column string, labels map[string]string, known bool) (what string, match func(*results.Record) bool) {
	ends := func(r *results.Record) bool { return r.End != nil }
	differ := func(r *results.Record) bool { return r.Test != nil && r.Test.Difference.Counts() }
	switch {
	case strings.HasPrefix(name, "survey"):
		return "surveys", func(r *results.Record) bool { return r.Survey != nil }
	case strings.HasPrefix(name, "explain"):
		return "explanations", func(r *results.Record) bool { return r.Explanation != nil }
	case name == "requirements":
		criterion := labels["criterion"]
		return "requirements of the criterion " + criterion, func(r *results.Record) bool {
			return r.Requirement != nil && r.Requirement.Criterion == criterion
		}
	case name == "known-errors" && column == "tests":
		return "ends of tasks", ends
	case name == "known-errors" && column == "differences":
		return "tests that show a difference", differ
	case column == "no_oracle":
		return "tests with a difference on which the golden version says nothing", func(r *results.Record) bool { return r.Test != nil && r.Test.Class == engines.ClassNoOracle }
	case known && column != "tasks" && column != "tests":
		_, id, one := strings.Cut(labels["pair"], errorMark)
		if one {
			return exposure(id)
		}
		return "tests that expose a known error", func(r *results.Record) bool { return r.Test != nil && len(r.Test.Exposes) > 0 }
	case labels["error"] != "":
		return exposure(labels["error"])
	case name == "sequences":
		return "tests that exercise a change sequence", func(r *results.Record) bool { return r.Test != nil && len(r.Test.Note.Sequence) > 0 }
	case name == "outcomes", name == "reasons", name == "costs", column == "tests", column == "tasks", column == "cpu_seconds", labels["quantity"] == "tests":
		return "ends of tasks", ends
	case strings.HasPrefix(column, "errors"):
		return "tests that show a differential error", func(r *results.Record) bool { return r.Test != nil && r.Test.Class.IsError() }
	}
	return "tests that show a difference", differ
}

// exposure is recordsBehind of what exposes an error.
func exposure(id string) (what string, match func(*results.Record) bool) {
	return "tests that expose " + id, func(r *results.Record) bool { return r.Test != nil && slices.Contains(r.Test.Exposes, id) }
}
