package analysis

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/stats"
	"github.com/riftlab/rift/results/table"
)

// SurveyCost is what requirements up to a distance cost, over the pairs of a
// subject.
type SurveyCost struct {
	Subject, Grain string
	Distance       int
	Costs          [4]SurveyMeasure // of SurveyMeasures
}

// SurveyMeasure is one cost: its quartiles over so many pairs; none if it is
// not known of any.
type SurveyMeasure struct {
	stats.Quartiles
	Pairs int
}

// SurveyMeasures are the costs of SurveyCost. Requirements, which surveys count
// at every distance, are those of the criterion full; the others are of whole
// tasks, by the greatest distance that a task computed, tests included.
var SurveyMeasures = [4]struct{ Key, Name string }{
	{"requirements", "requirements"}, {"steps", "steps"}, {"cpu_seconds", "CPU time (s)"}, {"memory_bytes", "memory (bytes)"},
}

// costPlace is what costs are gathered for.
type costPlace struct {
	subject, grain string
	distance       int
}

// SurveyCosts returns the costs by subject, grain and distance, ascending. Of
// several tasks on a pair that reach the same distance the first one counts;
// the cost of tasks on a pair of which all reach the same distance says nothing
// about distances, and is left out.
func SurveyCosts(set *results.Set) []SurveyCost {
	values := map[costPlace]*[4]map[results.PairOf]float64{}
	note := func(at costPlace, pair results.PairOf, measure int, x float64) {
		v := values[at]
		if v == nil {
			v = &[4]map[results.PairOf]float64{}
			values[at] = v
		}
		if v[measure] == nil {
			v[measure] = map[results.PairOf]float64{}
		}
		if _, ok := v[measure][pair]; !ok {
			v[measure][pair] = x
		}
	}
	several := reachingSeveral(set)
	eachCost(set, func(r *results.Run, at costPlace, s *engines.Survey) {
		note(at, r.PairOf(), 0, float64(s.Requirements))
		if !several[costPair{r.PairOf(), s.Grain}] || !s.Greatest || r.Status != results.StatusDone {
			return
		}
		note(at, r.PairOf(), 1, float64(r.Steps))
		if m := r.Measured; m != nil {
			note(at, r.PairOf(), 2, m.CPU)
			note(at, r.PairOf(), 3, float64(m.MaxRSS))
		}
	})
	var list []SurveyCost
	for at, v := range values {
		c := SurveyCost{Subject: at.subject, Grain: at.grain, Distance: at.distance}
		for i := range v {
			var xs []float64
			for _, x := range v[i] {
				xs = append(xs, x)
			}
			c.Costs[i].Quartiles, _ = stats.QuartilesOf(xs)
			c.Costs[i].Pairs = len(xs)
		}
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b SurveyCost) int {
		return cmp.Or(cmp.Compare(a.Subject, b.Subject), -cmp.Compare(a.Grain, b.Grain), a.Distance-b.Distance)
	})
	return list
}

// eachCost calls visit for what tasks say of the requirements of full, all
// changes together.
func eachCost(set *results.Set, visit func(*results.Run, costPlace, *engines.Survey)) {
	for i := range set.Runs {
		r := &set.Runs[i]
		for k := range r.Surveys {
			if s := &r.Surveys[k]; s.Criterion == "full" && s.Change == "" {
				visit(r, costPlace{r.Subject, s.Grain, s.Distance}, s)
			}
		}
	}
}

type costPair struct {
	pair  results.PairOf
	grain string
}

// reachingSeveral returns the pairs of which tasks reach different distances.
func reachingSeveral(set *results.Set) map[costPair]bool {
	reached, several := map[costPair]int{}, map[costPair]bool{}
	eachCost(set, func(r *results.Run, at costPlace, s *engines.Survey) {
		k := costPair{r.PairOf(), s.Grain}
		if d, ok := reached[k]; s.Greatest && ok && d != s.Distance {
			several[k] = true
		}
		if s.Greatest {
			reached[k] = s.Distance
		}
	})
	return several
}

// SurveyCostTable has a row per subject, grain and distance.
func SurveyCostTable(set *results.Set) *table.Table {
	t := &table.Table{
		Name: "survey-costs", Title: "Cost of test requirements, by distance",
		Caption: "Medians over the pairs of the subject, with quartiles. Requirements are those of the criterion full; " +
			"pairs with too many for the bound do not reach a distance. Steps, time and memory are of whole tasks that computed no greater distance, the tests' runs included; time and memory depend on the machine.",
		Columns: []table.Column{
			{Key: "subject", Head: "subject", Label: true},
			{Key: "grain", Head: "grain", Label: true},
			{Key: "distance", Head: "d", Right: true},
			{Key: "pairs", Head: "pairs", Right: true},
			{Key: "tasks", Head: "tasks", Right: true},
		},
	}
	for _, m := range SurveyMeasures {
		t.Columns = append(t.Columns, table.Column{Key: m.Key, Head: m.Name, Right: true},
			table.Column{Key: m.Key + "_q1", DataOnly: true}, table.Column{Key: m.Key + "_q3", DataOnly: true})
	}
	for _, c := range SurveyCosts(set) {
		cells := []table.Cell{
			table.Str(c.Subject), table.Str(c.Grain), table.Int(c.Distance), table.Int(c.Costs[0].Pairs), table.Int(c.Costs[1].Pairs),
		}
		for _, m := range c.Costs {
			if m.Pairs == 0 {
				cells = append(cells, table.Cell{}, table.Cell{}, table.Cell{})
				continue
			}
			cells = append(cells, table.Float(m.Median).Shown(fmt.Sprintf("%s [%s, %s]", Count(m.Median), Count(m.Q1), Count(m.Q3))),
				table.Float(m.Q1), table.Float(m.Q3))
		}
		t.Rows = append(t.Rows, table.Row{Cells: cells})
	}
	return t
}
