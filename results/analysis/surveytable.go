package analysis

import (
	"fmt"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/table"
)

// Surveys has a row per pair, engine and grain, at the greatest distance
// that was computed: the share of adequate suites that show a difference, by
// criterion. It is the form of tables 4 and 5 of Santelices et al., ASE 2008.
func Surveys(set *results.Set) *table.Table {
	t := newSurveyTable("surveys", "Adequate test suites that show a difference",
		"Percentage of random test suites, adequate by the criterion as far as the tests allow, in which a test differs; with Wilson's 95 % interval; then the tests of a suite on average, and, where known, after \"rnd\" the percentage of random suites of the same sizes, drawn from the pool without a criterion, that would show one. "+
			"d: the greatest distance that was computed; requirements, and those that some test covers, are of the criterion full. "+
			"Every criterion asks for the changes to be executed.")
	t.Columns[changeColumn].DataOnly = true
	for _, v := range SurveyList(set) {
		if v.Change == "" {
			t.Rows = append(t.Rows, v.row(v.Greatest()))
		}
	}
	return t
}

// SurveysByDistance has the same for every distance, and for each of several
// changes by itself.
func SurveysByDistance(set *results.Set) *table.Table {
	t := newSurveyTable("surveys-by-distance", "Adequate test suites that show a difference, by distance",
		"As the table of adequate test suites, for every distance; where a pair has several changes, also for the requirements of each.")
	for _, v := range SurveyList(set) {
		for _, d := range v.Distances() {
			t.Rows = append(t.Rows, v.row(d))
		}
	}
	return t
}

// changeColumn is the number of the column with the change.
const changeColumn = 4

func newSurveyTable(name, title, caption string) *table.Table {
	t := &table.Table{Name: name, Title: title, Caption: caption, Columns: []table.Column{
		{Key: "subject", Head: "subject", Label: true},
		{Key: "pair", Head: "pair", Label: true},
		{Key: "engine", Head: "engine", Label: true, Minor: true},
		{Key: "grain", Head: "grain", Label: true},
		{Key: "change", Head: "change", Label: true, Minor: true},
		{Key: "distance", Head: "d", Right: true},
		{Key: "requirements", Head: "reqs", Right: true, Minor: true},
		{Key: "infeasible", DataOnly: true},
		{Key: "coverable", Head: "covered", Right: true, Minor: true},
		{Key: "pool", DataOnly: true},
		{Key: "executing", DataOnly: true},
		{Key: "differing", DataOnly: true},
		{Key: "suites", Head: "suites", Right: true, Minor: true},
	}}
	for _, c := range SurveyCriteria {
		t.Columns = append(t.Columns, table.Column{Key: c, Head: c, Right: true})
		for _, k := range []string{"low", "high", "detecting", "tests", "requirements", "infeasible", "coverable", "size", "matched"} {
			t.Columns = append(t.Columns, table.Column{Key: c + "_" + k, DataOnly: true})
		}
	}
	return t
}

// row is what is said of all criteria at a distance.
func (v *Survey) row(d int) table.Row {
	change := table.Str(v.Change)
	if v.Change == "" {
		change = change.Shown("all")
	}
	cells := []table.Cell{
		table.Str(v.Subject), table.Str(v.Pair), table.Str(v.Engine), table.Str(v.Grain), change,
		table.Int(d),
	}
	about := make([]table.Cell, 7)
	if s, ok := v.At("full", d); ok {
		for i, n := range []int{s.Requirements, s.Infeasible, s.Coverable, s.Pool, s.Executing, s.Differing, s.Suites} {
			about[i] = table.Int(n)
		}
	}
	cells = append(cells, about...)
	for _, c := range SurveyCriteria {
		s, ok := v.At(c, d)
		cells = append(cells, surveyCells(s, ok)...)
	}
	return table.Row{Cells: cells}
}

func surveyCells(s engines.Survey, ok bool) []table.Cell {
	cells := make([]table.Cell, 10)
	if !ok {
		return cells
	}
	if share, iv, drawn := SurveyShare(s); drawn {
		size := float64(s.Tests) / float64(s.Suites)
		text := fmt.Sprintf("%.1f [%.0f, %.0f]", 100*share, 100*iv.Low, 100*iv.High)
		if s.Tests > 0 {
			text += fmt.Sprintf("; %.1f", size)
		}
		if s.Matched > 0 {
			matched := s.Matched / float64(s.Suites)
			text += fmt.Sprintf(", rnd %.1f", 100*matched)
			cells[9] = table.Float(matched)
		}
		cells[0], cells[8] = table.Float(share).Shown(text), table.Float(size)
		cells[1], cells[2] = table.Float(iv.Low), table.Float(iv.High)
	}
	for i, n := range []int{s.Detecting, s.Tests, s.Requirements, s.Infeasible, s.Coverable} {
		cells[3+i] = table.Int(n)
	}
	return cells
}
