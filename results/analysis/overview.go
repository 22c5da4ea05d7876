package analysis

import (
	"fmt"
	"slices"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/table"
)

// Overview has one row per view and engine: what it found and what it spent.
func Overview(set *results.Set, views []*View) *table.Table {
	t := &table.Table{
		Name: "overview", Title: "Detection by engine",
		Caption: "A task is one engine on one version pair with one seed; it detects if one of its tests shows a difference. In sections of known errors a task counts once for each known error of its pair, which it detects if a test exposes it. " +
			"Intervals are Wilson's. Medians to the first difference are Kaplan-Meier estimates that count tasks ended by their budget as censored." + noOracleText(views),
		Columns: slices.Concat(
			[]table.Column{
				{Key: "engine", Head: "engine", Label: true},
				{Key: "tasks", Head: "tasks", Right: true},
				{Key: "pairs_found", Head: "pairs found", Right: true},
				{Key: "pairs", DataOnly: true},
			},
			shareColumns("detected", "detected"),
			shareColumns("errors", "errors"),
			[]table.Column{
				{Key: "no_oracle", Head: "no oracle", Right: true},
				{Key: "tests_to_first", Head: "tests to 1st", Right: true},
				{Key: "steps_to_first", Head: "steps to 1st", Right: true, Minor: true},
				{Key: "seconds_to_first", Head: "time to 1st", Right: true, Minor: true},
				{Key: "tests", Head: "tests", Right: true, Minor: true},
				{Key: "differences", Head: "diffs", Right: true, Minor: true},
				{Key: "cpu_seconds", Head: "CPU", Right: true, Minor: true},
			}),
	}
	golden := false
	for _, v := range views {
		if v.Equal {
			continue
		}
		for _, e := range v.Engines {
			runs := v.Runs(e)
			_, n := share(Error, runs)
			golden = golden || n > 0
			t.Rows = append(t.Rows, overviewRow(t, v, e, runs))
		}
		for _, e := range v.Unable {
			row := make([]table.Cell, len(t.Columns))
			row[0], row[1] = table.Str(e).Noted(leftNote(t, v.left[e])), table.Int(0)
			t.Rows = append(t.Rows, table.Row{Section: v.Title, Cells: row})
		}
	}
	hideColumns(t, golden, views)
	return t
}

func overviewRow(t *table.Table, v *View, engine string, runs []*results.Run) table.Row {
	found, pairs := 0, 0
	for _, p := range v.Pairs {
		cell := v.Cell(p, engine)
		if k, n := share(Difference, cell); n > 0 {
			pairs++
			if k > 0 {
				found++
			}
		}
	}
	tests, differences, cpu, measured := 0, 0, 0.0, true
	for _, r := range runs {
		tests += r.Tests
		differences += r.Differences
		if r.Measured == nil {
			measured = false
		} else {
			cpu += r.Measured.CPU
		}
	}
	spent := table.Cell{}
	if measured {
		spent = secondsText(table.Float(cpu))
	}
	name := table.Str(engine).Noted(failureNote(t, runs)).Noted(leftNote(t, v.left[engine]))
	if v.Deterministic(engine) {
		name = name.Noted(t.Note("deterministic: one task per pair, since the seed has no influence"))
	}
	name = name.Noted(poolNote(t, v, engine))
	all := []table.Cell{countText(table.Int(tests)), countText(table.Int(differences)), spent}
	if v.Known { // tasks are there for each error
		all = make([]table.Cell, len(all))
	}
	k, n := share(Difference, runs)
	ek, en := share(Error, runs)
	return table.Row{Section: v.Title, Cells: slices.Concat(
		[]table.Cell{name, table.Int(len(runs)), table.Int(found).Shown(fmt.Sprintf("%d/%d", found, pairs)), table.Int(pairs)},
		shareCells(k, n),
		shareCells(ek, en),
		[]table.Cell{
			countText(table.Int(noOracle(runs))),
			medianCell(t, &Measures[0], Difference, runs),
			medianCell(t, &Measures[1], Difference, runs),
			secondsText(medianCell(t, &Measures[2], Difference, runs)),
		}, all)}
}

// failureNote notes tasks that broke: they count as not detecting.
func failureNote(t *table.Table, runs []*results.Run) int {
	broken := 0
	for _, r := range runs {
		switch r.Status {
		case results.StatusCrashed, results.StatusError, results.StatusMemory:
			broken++
		}
	}
	if broken == 0 {
		return 0
	}
	return t.Note(fmt.Sprintf("%d of %d tasks crashed, ran out of memory or ended in an error; they count as not detecting after that", broken, len(runs)))
}

// poolNote notes what an engine was given of the test pool, where others were given something
// else, or nothing.
func poolNote(t *table.Table, v *View, engine string) int {
	given := func(engine string) string {
		for _, p := range v.Pairs {
			for _, r := range v.Cell(p, engine) {
				if r.Pool != "" {
					return r.Pool
				}
			}
		}
		return ""
	}
	own := given(engine)
	if own == "" || !slices.ContainsFunc(v.Engines, func(e string) bool { return given(e) != own }) {
		return 0
	}
	return t.Note("it was given of the subjects' tests: " + own + "; not all engines were")
}

// leftNote notes tasks that are in no share.
func leftNote(t *table.Table, n int) int {
	if n == 0 {
		return 0
	}
	return t.Note(corpora.Plural(n, "more task") + " could not be worked on and are not counted here")
}

// noOracle counts the differences of tasks on which the golden version says nothing.
func noOracle(runs []*results.Run) int {
	n := 0
	for _, r := range runs {
		n += r.NoOracle
	}
	return n
}

// noOracleAnywhere reports whether there is such a difference.
func noOracleAnywhere(views []*View) bool {
	return slices.ContainsFunc(views, func(v *View) bool {
		return slices.ContainsFunc(v.Engines, func(e string) bool { return noOracle(v.Runs(e)) > 0 })
	})
}

// noOracleText explains the column of such differences, if it is there.
func noOracleText(views []*View) string {
	if !noOracleAnywhere(views) {
		return ""
	}
	return " No oracle: tests with a difference on which the golden version has an error itself or was stopped, so that nobody judges them."
}

// hideColumns removes the columns of differential errors where there is no golden
// version, and that of differences which none judges where there are no such.
func hideColumns(t *table.Table, golden bool, views []*View) {
	gone := map[string]bool{"no_oracle": !noOracleAnywhere(views)}
	if !golden {
		for _, c := range shareColumns("errors", "") {
			gone[c.Key] = true
		}
	}
	keep := func(i int) bool { return !gone[t.Columns[i].Key] }
	for r := range t.Rows {
		var cells []table.Cell
		for i, c := range t.Rows[r].Cells {
			if keep(i) {
				cells = append(cells, c)
			}
		}
		t.Rows[r].Cells = cells
	}
	t.Columns = slices.DeleteFunc(t.Columns, func(c table.Column) bool { return gone[c.Key] })
}

// Equal has one row per engine for the pairs known to be equal.
func Equal(views []*View) *table.Table {
	t := &table.Table{
		Name: "equal", Title: "Pairs known to be equal",
		Caption: "Here a difference contradicts what is known of the pair. Exhausted: the engine accounted for every input that it could have tried. The others stopped earlier, which proves nothing.",
		Columns: []table.Column{
			{Key: "engine", Head: "engine", Label: true},
			{Key: "tasks", Head: "tasks", Right: true},
			{Key: "pairs", Head: "pairs", Right: true},
			{Key: "pairs_differing", Head: "pairs with a difference", Right: true},
			{Key: "tasks_differing", Head: "tasks with a difference", Right: true},
			{Key: "exhausted", Head: "exhausted", Right: true},
			{Key: "tests", Head: "tests", Right: true, Minor: true},
		},
	}
	for _, v := range views {
		if !v.Equal {
			continue
		}
		for _, e := range v.Engines {
			pairs, differing, finished, tests := 0, 0, 0, 0
			for _, p := range v.Pairs {
				if k, n := share(Difference, v.Cell(p, e)); n > 0 {
					pairs++
					if k > 0 {
						differing++
					}
				}
			}
			for _, r := range v.Runs(e) {
				tests += r.Tests
				if r.Exhausted {
					finished++
				}
			}
			k, n := share(Difference, v.Runs(e))
			mark := table.Good
			if k > 0 {
				mark = table.Bad
			}
			t.Rows = append(t.Rows, table.Row{Cells: []table.Cell{
				table.Str(e).Noted(leftNote(t, v.left[e])), table.Int(n), table.Int(pairs), table.Int(differing).Marked(mark),
				table.Int(k).Marked(mark), table.Int(finished), countText(table.Int(tests)),
			}})
		}
	}
	return t
}

// PerPair has one row per pair and engine.
func PerPair(views []*View) *table.Table {
	t := &table.Table{
		Name: "pairs", Title: "Detection by version pair",
		Caption: "Detected: tasks (seeds) of the engine on the pair that found a difference. Tests and differences are medians per task; the median to the first difference is Kaplan-Meier's. Of a known error, differences are the tests that expose it." + noOracleText(views),
		Columns: slices.Concat(
			[]table.Column{
				{Key: "subject", Head: "subject", Label: true},
				{Key: "pair", Head: "pair", Label: true},
				{Key: "engine", Head: "engine", Label: true},
			},
			shareColumns("detected", "detected"),
			shareColumns("errors", "errors"),
			[]table.Column{
				{Key: "no_oracle", Head: "no oracle", Right: true},
				{Key: "tests", Head: "tests", Right: true, Minor: true},
				{Key: "differences", Head: "diffs", Right: true, Minor: true},
				{Key: "tests_to_first", Head: "tests to 1st", Right: true},
				{Key: "steps_to_first", Head: "steps to 1st", Right: true, Minor: true},
				{Key: "seconds_to_first", Head: "time to 1st", Right: true, Minor: true},
			}),
	}
	golden := false
	for _, v := range views {
		for _, p := range v.Pairs {
			for _, e := range v.Engines {
				runs := v.Cell(p, e)
				if len(runs) == 0 {
					continue
				}
				k, n := share(Difference, runs)
				ek, en := share(Error, runs)
				golden = golden || en > 0
				found := shareCells(k, n)
				found[0].Mark = pairMark(v, k, n)
				t.Rows = append(t.Rows, table.Row{Section: v.Title, Cells: slices.Concat(
					[]table.Cell{table.Str(p.Subject), table.Str(p.Pair), table.Str(e)},
					found, shareCells(ek, en),
					[]table.Cell{
						countText(table.Int(noOracle(runs))),
						medianOf(runs, func(r *results.Run) (float64, bool) { return float64(r.Tests), true }),
						medianOf(runs, func(r *results.Run) (float64, bool) { return float64(r.Differences), true }),
						medianCell(t, &Measures[0], Difference, runs),
						medianCell(t, &Measures[1], Difference, runs),
						secondsText(medianCell(t, &Measures[2], Difference, runs)),
					})})
			}
		}
	}
	hideColumns(t, golden, views)
	return t
}

func pairMark(v *View, k, n int) table.Mark {
	switch {
	case v.Equal && k > 0:
		return table.Bad
	case v.Equal:
		return table.Plain
	case k == n:
		return table.Good
	case k == 0:
		return table.Bad
	}
	return table.Plain
}
