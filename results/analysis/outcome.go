package analysis

import (
	"fmt"
	"slices"

	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/table"
)

var statuses = []results.Status{
	results.StatusDone, results.StatusBudget, results.StatusTime, results.StatusMemory,
	results.StatusCrashed, results.StatusKilled, results.StatusError, results.StatusInapplicable,
}

// runsByEngine returns all tasks of whatever kind.
func runsByEngine(set *results.Set) map[string][]*results.Run {
	runs := map[string][]*results.Run{}
	for i := range set.Runs {
		r := &set.Runs[i]
		runs[r.Engine] = append(runs[r.Engine], r)
	}
	return runs
}

// Outcomes has a row per engine: how its tasks ended.
func Outcomes(set *results.Set) *table.Table {
	t := &table.Table{
		Name: "outcomes", Title: "How tasks ended",
		Caption: "Done: the engine finished; budget: its steps or tests were spent; time, memory: a limit ended it; crashed: the worker died; killed: from outside; error: the task could not be worked on; inapplicable: the engine cannot work on such a pair.",
		Columns: []table.Column{{Key: "engine", Head: "engine", Label: true}, {Key: "tasks", Head: "tasks", Right: true}},
	}
	for _, s := range statuses {
		t.Columns = append(t.Columns, table.Column{Key: string(s), Head: string(s), Right: true})
	}
	runs := runsByEngine(set)
	for _, e := range set.Engines {
		count := map[results.Status]int{}
		for _, r := range runs[e] {
			count[r.Status]++
		}
		row := []table.Cell{table.Str(e), table.Int(len(runs[e]))}
		for _, s := range statuses {
			c := table.Int(count[s])
			switch {
			case count[s] == 0:
				c.Mark = table.Faint
			case s == results.StatusCrashed, s == results.StatusError:
				c.Mark = table.Bad
			}
			row = append(row, c)
		}
		t.Rows = append(t.Rows, table.Row{Cells: row})
	}
	return t
}

// maxReasons bounds the rows of Reasons.
const maxReasons = 40

// Reasons has a row per engine and reason why tasks did not simply finish,
// the most frequent first.
func Reasons(set *results.Set) *table.Table {
	t := &table.Table{
		Name: "reasons", Title: "Why tasks ended",
		Columns: []table.Column{
			{Key: "engine", Head: "engine", Label: true},
			{Key: "status", Head: "status", Label: true},
			{Key: "reason", Head: "reason", Label: true},
			{Key: "tasks", Head: "tasks", Right: true},
			{Key: "example", Head: "such as"},
		},
	}
	type group struct {
		engine, reason string
		status         results.Status
	}
	first, count := map[group]string{}, map[group]int{}
	var groups []group
	for i := range set.Runs {
		r := &set.Runs[i]
		if r.Status == results.StatusDone && r.Reason == "" {
			continue
		}
		g := group{r.Engine, r.Reason, r.Status}
		if count[g]++; count[g] == 1 {
			first[g] = r.Task
			groups = append(groups, g)
		}
	}
	slices.SortStableFunc(groups, func(a, b group) int { return count[b] - count[a] })
	if len(groups) > maxReasons {
		t.Caption = fmt.Sprintf("The %d most frequent of %d reasons.", maxReasons, len(groups))
		groups = groups[:maxReasons]
	}
	for _, g := range groups {
		t.Rows = append(t.Rows, table.Row{Cells: []table.Cell{
			table.Str(g.engine), table.Str(string(g.status)), table.Str(g.reason).Shown(shorten(g.reason, 90)),
			table.Int(count[g]), table.Str(first[g]),
		}})
	}
	return t
}

// Costs has a row per engine: what a task costs, and its counters.
func Costs(set *results.Set) *table.Table {
	t := &table.Table{
		Name: "costs", Title: "What a task costs",
		Caption: "Medians per task; memory is the highest peak of any task that had a process of its own. Counters are the engines' own.",
		Columns: []table.Column{
			{Key: "engine", Head: "engine", Label: true},
			{Key: "tests", Head: "tests", Right: true},
			{Key: "steps", Head: "steps", Right: true},
			{Key: "cpu_seconds", Head: "CPU", Right: true},
			{Key: "wall_seconds", Head: "wall", Right: true},
			{Key: "max_rss_bytes", Head: "memory", Right: true},
		},
	}
	counters := map[string]bool{}
	for i := range set.Runs {
		for name := range set.Runs[i].Counters {
			counters[name] = true
		}
	}
	names := sortedKeys(counters)
	for _, n := range names {
		t.Columns = append(t.Columns, table.Column{Key: "counter_" + n, Head: n, Right: true})
	}
	runs := runsByEngine(set)
	for _, e := range set.Engines {
		row := []table.Cell{
			table.Str(e),
			countText(medianOf(runs[e], func(r *results.Run) (float64, bool) { return float64(r.Tests), true })),
			countText(medianOf(runs[e], func(r *results.Run) (float64, bool) { return float64(r.Steps), true })),
			secondsText(medianOf(runs[e], cpuOf)),
			secondsText(medianOf(runs[e], func(r *results.Run) (float64, bool) {
				if r.Measured == nil {
					return 0, false
				}
				return r.Measured.Wall, true
			})),
			peakMemory(runs[e]),
		}
		for _, n := range names {
			row = append(row, countText(medianOf(runs[e], func(r *results.Run) (float64, bool) {
				v, ok := r.Counters[n]
				return float64(v), ok
			})))
		}
		t.Rows = append(t.Rows, table.Row{Cells: row})
	}
	return t
}

func peakMemory(runs []*results.Run) table.Cell {
	peak := int64(0)
	for _, r := range runs {
		if r.Measured != nil {
			peak = max(peak, r.Measured.MaxRSS)
		}
	}
	if peak == 0 {
		return table.Cell{}
	}
	return table.Int(peak).Shown(fmt.Sprintf("%.0f MiB", float64(peak)/(1<<20)))
}

// Requirements has a row per engine and coverage criterion.
func Requirements(set *results.Set) *table.Table {
	status := []string{"covered", "uncovered", "infeasible", "unknown"}
	t := &table.Table{
		Name: "requirements", Title: "Test requirements",
		Caption: "Sums over all tasks of the engine. Coverage is the share of covered requirements among those not known to be infeasible.",
		Columns: []table.Column{
			{Key: "engine", Head: "engine", Label: true},
			{Key: "criterion", Head: "criterion", Label: true},
		},
	}
	for _, s := range status {
		t.Columns = append(t.Columns, table.Column{Key: s, Head: s, Right: true})
	}
	t.Columns = append(t.Columns, table.Column{Key: "coverage", Head: "coverage", Right: true})
	runs := runsByEngine(set)
	for _, e := range set.Engines {
		count := map[string]map[string]int{} // by criterion and status
		for _, r := range runs[e] {
			for class, n := range r.Requirements {
				if count[class.Criterion] == nil {
					count[class.Criterion] = map[string]int{}
				}
				count[class.Criterion][class.Status] += n
			}
		}
		for _, criterion := range sortedKeys(count) {
			row := []table.Cell{table.Str(e), table.Str(criterion)}
			for _, s := range status {
				row = append(row, table.Int(count[criterion][s]))
			}
			coverage := table.Cell{}
			covered := count[criterion]["covered"]
			if of := covered + count[criterion]["uncovered"] + count[criterion]["unknown"]; of > 0 {
				share := float64(covered) / float64(of)
				coverage = table.Float(share).Shown(percent(share))
			}
			t.Rows = append(t.Rows, table.Row{Cells: append(row, coverage)})
		}
	}
	return t
}
