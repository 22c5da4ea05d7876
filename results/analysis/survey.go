package analysis

import (
	"cmp"
	"slices"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/stats"
)

// SurveyCriteria are the criteria of surveys, in the order of the paper.
var SurveyCriteria = []string{"stmt", "ctrl", "data", "chain", "full"}

// SurveyOf says whose suites a survey is about.
type SurveyOf struct {
	results.PairOf
	Engine string
	Grain  string // see engines.Survey
	Change string // the hunk that requirements are about; "" for all
}

// Survey is what the tasks of an engine on a pair say of suites drawn from the
// pair's tests.
type Survey struct {
	SurveyOf
	list []engines.Survey // one for each criterion and distance
}

// SurveyList returns the surveys of a set: by pair, engine, grain and change, all
// changes together first. Suites of several seeds are added up.
func SurveyList(set *results.Set) []*Survey {
	index := map[SurveyOf]*Survey{}
	var list []*Survey
	for i := range set.Runs {
		r := &set.Runs[i]
		for _, s := range r.Surveys {
			of := SurveyOf{r.PairOf(), r.Engine, s.Grain, s.Change}
			v := index[of]
			if v == nil {
				v = &Survey{SurveyOf: of}
				index[of] = v
				list = append(list, v)
			}
			v.add(s)
		}
	}
	pairs := map[results.PairOf]int{}
	for i, p := range set.Pairs {
		pairs[p] = i
	}
	order := func(a, b string) int {
		switch {
		case a == b:
			return 0
		case results.NaturalLess(a, b):
			return -1
		}
		return 1
	}
	slices.SortStableFunc(list, func(a, b *Survey) int {
		return cmp.Or(pairs[a.PairOf]-pairs[b.PairOf], order(a.Engine, b.Engine), -order(a.Grain, b.Grain), order(a.Change, b.Change))
	})
	return list
}

func (v *Survey) add(s engines.Survey) {
	if x := v.at(s.Criterion, s.Distance); x != nil {
		x.Suites += s.Suites
		x.Detecting += s.Detecting
		x.Tests += s.Tests
		x.Matched += s.Matched
		x.Greatest = x.Greatest || s.Greatest
		return
	}
	v.list = append(v.list, s)
}

func (v *Survey) at(criterion string, distance int) *engines.Survey {
	for i := range v.list {
		if v.list[i].Criterion == criterion && v.list[i].Distance == distance {
			return &v.list[i]
		}
	}
	return nil
}

// At returns what is said of a criterion at a distance; false if nothing is.
func (v *Survey) At(criterion string, distance int) (engines.Survey, bool) {
	if s := v.at(criterion, distance); s != nil {
		return *s, true
	}
	return engines.Survey{}, false
}

// Distances returns the distances, ascending.
func (v *Survey) Distances() []int {
	var list []int
	for i := range v.list {
		list = append(list, v.list[i].Distance)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Greatest returns the greatest distance that was computed.
func (v *Survey) Greatest() int {
	d := 0
	for i := range v.list {
		d = max(d, v.list[i].Distance)
	}
	return d
}

// SurveyShare returns the share of suites that show a difference, and Wilson's
// interval; false if no suites were drawn.
func SurveyShare(s engines.Survey) (float64, stats.Interval, bool) {
	if s.Suites == 0 {
		return 0, stats.Interval{}, false
	}
	return float64(s.Detecting) / float64(s.Suites), stats.Wilson(s.Detecting, s.Suites, confidence), true
}
