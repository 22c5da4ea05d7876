package analysis

import (
	"fmt"
	"slices"

	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/stats"
	"github.com/riftlab/rift/results/table"
)

// criteria are the columns of the table of surveys, in the order of the paper;
// others follow by name.
var criteria = []string{"stmt", "ctrl", "data", "chain", "full"}

// surveyed is what the tasks of an engine on a pair say of one criterion at one
// distance.
type surveyed struct {
	criterion         string
	distance          int
	suites, detecting int
	greatest          bool
}

// surveys adds up the surveys of an engine on a pair over its tasks.
func surveys(set *results.Set, p results.PairOf, engine string) []surveyed {
	var list []surveyed
	for i := range set.Runs {
		r := &set.Runs[i]
		if r.PairOf() != p || r.Engine != engine {
			continue
		}
		for _, s := range r.Surveys {
			k := slices.IndexFunc(list, func(x surveyed) bool { return x.criterion == s.Criterion && x.distance == s.Distance })
			if k < 0 {
				k = len(list)
				list = append(list, surveyed{criterion: s.Criterion, distance: s.Distance})
			}
			list[k].suites += s.Suites
			list[k].detecting += s.Detecting
			list[k].greatest = list[k].greatest || s.Greatest
		}
	}
	return list
}

// Surveys has a row per pair and engine at the greatest distance that was
// computed: the share of adequate suites that show a difference, by criterion.
// It is the form of tables 4 and 5 of Santelices et al., ASE 2008.
func Surveys(set *results.Set) *table.Table {
	return surveyTable(set, &table.Table{
		Name: "surveys", Title: "Adequate test suites that show a difference",
		Caption: "Share of random test suites, adequate by the criterion as far as the tests allow, in which a test differs; with Wilson's 95 % interval. " +
			"d: the greatest distance that was computed. Every criterion asks for the changes to be executed.",
	}, func(s *surveyed) bool { return s.greatest })
}

// SurveysByDistance has the same for every distance.
func SurveysByDistance(set *results.Set) *table.Table {
	return surveyTable(set, &table.Table{
		Name: "surveys-by-distance", Title: "Adequate test suites that show a difference, by distance",
		Caption: "As the table of adequate test suites, for every distance.",
	}, func(*surveyed) bool { return true })
}

func surveyTable(set *results.Set, t *table.Table, keep func(*surveyed) bool) *table.Table {
	t.Columns = []table.Column{
		{Key: "subject", Head: "subject", Label: true},
		{Key: "pair", Head: "pair", Label: true},
		{Key: "engine", Head: "engine", Label: true},
		{Key: "distance", Head: "d", Right: true},
	}
	for _, c := range criteria {
		t.Columns = append(t.Columns, table.Column{Key: c, Head: c, Right: true})
	}
	for _, p := range set.Pairs {
		for _, e := range set.Engines {
			list := surveys(set, p, e)
			var distances []int
			for i := range list {
				if keep(&list[i]) && !slices.Contains(distances, list[i].distance) {
					distances = append(distances, list[i].distance)
				}
			}
			slices.Sort(distances)
			for _, d := range distances {
				cells := []table.Cell{table.Str(p.Subject), table.Str(p.Pair), table.Str(e), table.Str(fmt.Sprint(d))}
				for _, c := range criteria {
					cells = append(cells, surveyCell(list, c, d))
				}
				t.Rows = append(t.Rows, table.Row{Cells: cells})
			}
		}
	}
	return t
}

func surveyCell(list []surveyed, criterion string, distance int) table.Cell {
	for _, s := range list {
		if s.criterion == criterion && s.distance == distance && s.suites > 0 {
			iv := stats.Wilson(s.detecting, s.suites, confidence)
			share := float64(s.detecting) / float64(s.suites)
			return table.Float(share).Shown(fmt.Sprintf("%.1f %% [%.0f, %.0f]", 100*share, 100*iv.Low, 100*iv.High))
		}
	}
	return table.Cell{}
}
