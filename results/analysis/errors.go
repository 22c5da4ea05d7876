package analysis

import (
	"fmt"
	"strings"

	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/stats"
	"github.com/riftlab/rift/results/table"
)

// KnownErrors has a row per known error and engine: whether its tests expose the
// error, and whether it is a change interaction error. It is the table of errors
// of Böhme et al., ESEC/FSE 2013.
func KnownErrors(set *results.Set) *table.Table {
	t := &table.Table{
		Name: "known-errors", Title: "Known errors exposed",
		Caption: "Exposed: tasks (seeds) with a test that exposes the error. Tests, differences and tests that expose it are medians per task; the median time to the first that does is Kaplan-Meier's, tasks without one being censored. " +
			"CIE: change interaction error, decided by the definition from the sequences of all engines' tests; beside it what is published.",
		Columns: append(append([]table.Column{
			{Key: "subject", Head: "subject", Label: true},
			{Key: "pair", Head: "pair", Label: true},
			{Key: "error", Head: "error", Label: true},
			{Key: "cie_published", Head: "CIE published"},
			{Key: "cie", Head: "CIE"},
			{Key: "engine", Head: "engine", Label: true},
		}, shareColumns("exposed", "exposed")...),
			table.Column{Key: "tests", Head: "tests", Right: true},
			table.Column{Key: "differences", Head: "diffs", Right: true},
			table.Column{Key: "exposing", Head: "exposing", Right: true},
			table.Column{Key: "first_tests", Head: "tests to 1st", Right: true},
			table.Column{Key: "first_seconds", Head: "time to 1st", Right: true}),
	}
	for _, p := range set.Pairs {
		all := results.Tallies(set.RunsOn(p, ""))
		for _, known := range set.KnownErrors(p) {
			d := DecideInteraction(known.ID, all)
			for _, e := range set.Engines {
				if row, ok := knownErrorRow(t, set, p, &known, &d, e); ok {
					t.Rows = append(t.Rows, row)
				}
			}
		}
	}
	return t
}

func knownErrorRow(t *table.Table, set *results.Set, p results.PairOf, known *results.KnownError, d *Interaction, engine string) (table.Row, bool) {
	var runs []*results.Run
	exposed := 0
	for _, r := range set.RunsOn(p, engine) {
		if len(r.Known) == 0 || r.Impossible() {
			continue
		}
		runs = append(runs, r)
		if r.Exposed[known.ID] != nil {
			exposed++
		}
	}
	if len(runs) == 0 {
		return table.Row{}, false
	}
	cie := table.Str(string(d.Verdict))
	if d.Verdict == InteractionOpen {
		cie.Mark = table.Faint
	}
	cells := []table.Cell{table.Str(p.Subject), table.Str(p.Pair), table.Str(known.ID), publishedCell(known), cie, table.Str(engine)}
	cells = append(cells, shareCells(exposed, len(runs))...)
	return table.Row{Cells: append(cells,
		medianOf(runs, func(r *results.Run) (float64, bool) { return float64(r.Tests), true }),
		medianOf(runs, func(r *results.Run) (float64, bool) { return float64(r.Differences), true }),
		medianOf(runs, func(r *results.Run) (float64, bool) {
			if x := r.Exposed[known.ID]; x != nil {
				return float64(x.Tests), true
			}
			return 0, true
		}),
		firstExposure(runs, known.ID, func(r *results.Run) (float64, bool) { return float64(r.Tests), true },
			func(at results.Point) (float64, bool) { return float64(at.Tests), true }),
		secondsText(firstExposure(runs, known.ID, func(r *results.Run) (float64, bool) {
			if r.Measured == nil {
				return 0, false
			}
			return r.Measured.CPU, true
		}, func(at results.Point) (float64, bool) { return at.Seconds, at.Timed })),
	)}, true
}

// publishedCell says whether an error is published as a change interaction error;
// missing if nothing is published.
func publishedCell(known *results.KnownError) table.Cell {
	switch known.Published {
	case "cie":
		return table.Str("yes")
	case "":
		return table.Cell{}
	}
	return table.Str("no")
}

// firstExposure returns the median of what is spent until an error is exposed;
// total says what a task spends that never exposes it.
func firstExposure(runs []*results.Run, id string, total func(*results.Run) (float64, bool), until func(results.Point) (float64, bool)) table.Cell {
	var obs []stats.Observation
	for _, r := range runs {
		x, ok := total(r)
		event := false
		if first := r.Exposed[id]; first != nil {
			x, ok = until(first.First)
			event = true
		}
		if !ok {
			return table.Cell{}
		}
		obs = append(obs, stats.Observation{Time: x, Event: event})
	}
	median, ok := stats.MedianTime(stats.KaplanMeier(obs))
	if !ok {
		return table.Cell{Text: "not reached", Mark: table.Faint}
	}
	return table.Float(median)
}

// Interactions has a row per known error: whether it is a change interaction
// error, and why.
func Interactions(set *results.Set) *table.Table {
	t := &table.Table{
		Name: "interactions", Title: "Which errors are change interaction errors",
		Caption: fmt.Sprintf("By the definition: a critical sequence of changed statements. Decided only if %d tests expose the error; a statement counts as proved if %d tests skip it, none of which exposes the error, and two proved ones must have been executed without each other.", minExposing, minSkipping),
		Columns: []table.Column{
			{Key: "subject", Head: "subject", Label: true},
			{Key: "pair", Head: "pair", Label: true},
			{Key: "error", Head: "error", Label: true},
			{Key: "cie_published", Head: "published"},
			{Key: "cie", Head: "measured"},
			{Key: "tests", Head: "tests", Right: true},
			{Key: "exposing", Head: "exposing", Right: true},
			{Key: "sequence", Head: "critical sequence"},
			{Key: "why", Head: "why", Minor: true},
		},
	}
	for _, p := range set.Pairs {
		all := results.Tallies(set.RunsOn(p, ""))
		if len(all) == 0 {
			continue
		}
		for _, known := range set.KnownErrors(p) {
			d := DecideInteraction(known.ID, all)
			verdict := table.Str(string(d.Verdict))
			switch {
			case d.Verdict == InteractionOpen, known.Published == "":
				verdict.Mark = table.Faint
			case (known.Published == "cie") == (d.Verdict == InteractionYes):
				verdict.Mark = table.Good
			default:
				verdict.Mark = table.Bad
			}
			t.Rows = append(t.Rows, table.Row{Cells: []table.Cell{
				table.Str(p.Subject), table.Str(p.Pair), table.Str(known.ID), publishedCell(&known), verdict,
				table.Int(d.Tests), table.Int(d.Exposing), table.Str(strings.Join(d.Sequence, " ")), table.Str(d.Why),
			}})
		}
	}
	return t
}

// Sequences has two rows per pair and engine: tests that exercise a critical
// sequence of one of the pair's change interaction errors, and others. It is the
// table of sequences of Böhme et al., ESEC/FSE 2013.
func Sequences(set *results.Set) *table.Table {
	t := &table.Table{
		Name: "sequences", Title: "Critical and other sequences",
		Caption: "Of all tests of the engine's tasks on the pair: those that exercise a critical sequence of a change interaction error, and all others, with the share of each that exposes a known error.",
		Columns: append(append([]table.Column{
			{Key: "subject", Head: "subject", Label: true},
			{Key: "pair", Head: "pair", Label: true},
			{Key: "engine", Head: "engine", Label: true},
			{Key: "sequence", Head: "sequence", Label: true},
		}, shareColumns("tests", "tests")...), shareColumns("errors", "expose an error")...),
	}
	for _, p := range set.Pairs {
		critical := CriticalSequences(set, p)
		if len(critical) == 0 {
			continue
		}
		for _, e := range set.Engines {
			tests, errors := critical.Count(results.Tallies(set.RunsOn(p, e)))
			if tests[0]+tests[1] == 0 {
				continue
			}
			for k, name := range [2]string{"other", "critical"} {
				cells := []table.Cell{table.Str(p.Subject), table.Str(p.Pair), table.Str(e), table.Str(name)}
				cells = append(cells, shareCells(tests[k], tests[0]+tests[1])...)
				t.Rows = append(t.Rows, table.Row{Cells: append(cells, shareCells(errors[k], tests[k])...)})
			}
		}
	}
	return t
}
