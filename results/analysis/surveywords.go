package analysis

import (
	"fmt"
	"strings"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/stats"
)

// surveyWords says, of each subject, what suites adequate by each criterion
// show at the greatest distance.
func surveyWords(set *results.Set) []string {
	type group struct{ subject, engine, grain string }
	var order []group
	members := map[group][]*Survey{}
	for _, v := range SurveyList(set) {
		if v.Change != "" {
			continue
		}
		g := group{v.Subject, v.Engine, v.Grain}
		if members[g] == nil {
			order = append(order, g)
		}
		members[g] = append(members[g], v)
	}
	var out []string
	for _, g := range order {
		var parts []string
		for _, c := range SurveyCriteria {
			if s := criterionWords(members[g], c); s != "" {
				parts = append(parts, s)
			}
		}
		if len(parts) == 0 {
			continue
		}
		name := g.engine
		if g.grain != "" {
			name += ", grain " + g.grain
		}
		out = append(out, fmt.Sprintf("Of random test suites for %s (%s; %s) show a difference, if adequate by %s.",
			g.subject, corpora.Plural(len(members[g]), "pair"), name, list(parts)))
	}
	return out
}

// criterionWords: "full 100 % in the median pair, and all in 33 pairs".
func criterionWords(surveys []*Survey, criterion string) string {
	var shares, sizes, matched []float64
	all := 0
	for _, v := range surveys {
		s, _ := v.At(criterion, v.Greatest())
		share, _, ok := SurveyShare(s)
		if !ok {
			continue
		}
		shares = append(shares, share)
		sizes = append(sizes, float64(s.Tests)/float64(s.Suites))
		if s.Matched > 0 {
			matched = append(matched, s.Matched/float64(s.Suites))
		}
		if s.Detecting == s.Suites {
			all++
		}
	}
	median, ok := stats.Median(shares)
	if !ok {
		return ""
	}
	s := fmt.Sprintf("%s %.0f\u00a0%% in the median pair", criterion, 100*median)
	var about []string
	if size, _ := stats.Median(sizes); size > 0 {
		about = append(about, fmt.Sprintf("%.3g tests", size))
	}
	if len(matched) == len(shares) {
		random, _ := stats.Median(matched)
		about = append(about, fmt.Sprintf("random suites of these sizes %.0f\u00a0%%", 100*random))
	}
	if all > 0 {
		about = append(about, fmt.Sprintf("all suites in %s", corpora.Plural(all, "pair")))
	}
	if len(about) == 0 {
		return s
	}
	return s + " (" + strings.Join(about, "; ") + ")"
}
