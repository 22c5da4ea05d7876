package analysis

import (
	"fmt"
	"math"
	"strings"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/stats"
)

// Conclusions says in sentences what the tables show, the most important
// first. They claim no more than the tests do.
func Conclusions(set *results.Set, views []*View) []string {
	out := impossibleWords(set)
	for _, v := range views {
		if v.Equal {
			out = append(out, equalWords(v)...)
			continue
		}
		out = append(out, detectionSentence(v))
		if names := v.deterministicNames(); len(names) > 0 {
			out = append(out, fmt.Sprintf("On %s, %s deterministic: one task per pair says everything, and no p-value over seeds is given.", v.Title, isAre(names)))
		}
		if len(v.Engines) > 1 {
			out = append(out, comparisonWords(v)...)
			out = append(out, countWords(v)...)
			out = append(out, uniqueWords(v)...)
			out = append(out, complementWords(v)...)
		}
	}
	return append(append(out, surveyWords(set)...), explainWords(set)...)
}

// impossibleWords tells how many tasks are in no number.
func impossibleWords(set *results.Set) []string {
	n := 0
	for i := range set.Runs {
		if set.Runs[i].Impossible() {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d of %s could not be worked on: the table of reasons says why. No share counts them.", n, corpora.Plural(len(set.Runs), "task"))}
}

// detectionSentence: "On seeded errors, a detects in 90 % of its tasks [..] ...".
func detectionSentence(v *View) string {
	var parts []string
	for _, e := range v.Engines {
		runs := v.Runs(e)
		k, n := share(Difference, runs)
		iv := stats.Wilson(k, n, confidence)
		part := fmt.Sprintf("%s finds a difference in %d of %d tasks (%s, 95\u00a0%% CI %.0f–%.0f\u00a0%%)",
			e, k, n, percent(float64(k)/float64(n)), 100*iv.Low, 100*iv.High)
		if ek, en := share(Error, runs); en > 0 {
			part += fmt.Sprintf(" and a differential error in %d of %d", ek, en)
		}
		parts = append(parts, part)
	}
	return fmt.Sprintf("On %s (%s): %s.", v.Title, corpora.Plural(len(v.Pairs), "pair"), strings.Join(parts, "; "))
}

// comparisonWords compares each two engines by tests to the first difference.
// With many engines only the ranking is told.
func comparisonWords(v *View) []string {
	var out []string
	tests := RankTests(v)
	if len(v.Engines) > 2 && len(tests) > 0 {
		for _, r := range tests {
			out = append(out, rankSentence(v, &r))
		}
		return out
	}
	v.enginePairs(func(a, b string) {
		for i := range Measures {
			if s := pairSentence(v, &Measures[i], a, b); s != "" {
				out = append(out, s)
			}
		}
	})
	return out
}

func rankSentence(v *View, r *RankTest) string {
	var ranked []string
	for _, i := range r.Order() {
		ranked = append(ranked, fmt.Sprintf("%s (%.2f)", r.Engines[i], r.Result.MeanRanks[i]))
	}
	s := fmt.Sprintf("On %s, by %s until the first difference, the mean ranks over %s are %s", v.Title, r.Measure.Name, corpora.Plural(r.Result.Blocks, "pair"), list(ranked))
	if r.Result.P >= level {
		return s + fmt.Sprintf("; Friedman's test sees no difference between them (p = %s).", pText(r.Result.P))
	}
	order := r.Order()
	best := order[0]
	var worse []string
	for _, i := range order[1:] {
		if r.Result.MeanRanks[i]-r.Result.MeanRanks[best] >= r.Critical {
			worse = append(worse, r.Engines[i])
		}
	}
	if len(worse) == 0 {
		return s + fmt.Sprintf("; they differ (Friedman, p %s), but no engine differs significantly from the best (critical difference %.2f).", equals(r.Result.P), r.Critical)
	}
	return s + fmt.Sprintf("; %s is significantly better than %s (Friedman, p %s; critical difference %.2f).", r.Engines[best], list(worse), equals(r.Result.P), r.Critical)
}

func pairSentence(v *View, m *Measure, a, b string) string {
	tests, ok := PairTests(v, m, a, b)
	if !ok {
		return ""
	}
	a12, better := sumUp(tests)
	less, more := a, b
	if a12 > 0.5 {
		less, more, a12 = b, a, 1-a12
	}
	effect := stats.Magnitude(a12)
	s := fmt.Sprintf("On %s, by %s until the first difference, ", v.Title, m.Name)
	if effect == "negligible" {
		s += fmt.Sprintf("%s and %s hardly differ in the median pair (Â₁₂ = %.2f)", a, b, a12)
	} else {
		s += fmt.Sprintf("%s spends less than %s in the median pair (Â₁₂ = %.2f, a %s effect)", less, more, a12, effect)
	}
	if v.refuse(a, b) {
		return s + "; as an engine is deterministic, there is no p-value over seeds."
	}
	s += fmt.Sprintf("; the difference is significant in favour of %s in %d and of %s in %d of %s",
		a, better[-1], b, better[1], corpora.Plural(len(tests), "pair"))
	if p := logRank(v, m, a, b, tests); !math.IsNaN(p) {
		s += fmt.Sprintf(" (all pairs together: log-rank p %s)", equals(p))
	}
	return s + "."
}

// uniqueWords names the engines that alone found something.
func uniqueWords(v *View) []string {
	var out []string
	for i := range Units {
		u := &Units[i]
		verb := "finds a difference in"
		if u.Key == "errors" {
			verb = "exposes"
		}
		for _, g := range FoundBy(v, u) {
			what := fmt.Sprintf("%s: %s", corpora.Plural(len(g.Finds), u.Noun), findNames(g.Finds))
			switch len(g.Engines) {
			case 1:
				out = append(out, fmt.Sprintf("On %s, only %s %s %s.", v.Title, g.Engines[0], verb, what))
			case 0:
				out = append(out, fmt.Sprintf("On %s, no engine %s %s.", v.Title, verb, what))
			}
		}
	}
	return out
}

func findNames(finds []Find) string {
	const most = 8
	var names []string
	for _, f := range finds[:min(most, len(finds))] {
		names = append(names, f.String())
	}
	if len(finds) > most {
		names = append(names, fmt.Sprintf("%d more", len(finds)-most))
	}
	return list(names)
}

func equalWords(v *View) []string {
	var out []string
	for _, e := range v.Engines {
		k, n := share(Difference, v.Runs(e))
		if k > 0 {
			out = append(out, fmt.Sprintf("%s reports a difference in %d of %d tasks on pairs that are said to be equal: either the pair or rift is wrong.", e, k, n))
		}
	}
	if len(out) == 0 {
		out = append(out, fmt.Sprintf("No engine reports a difference in the %s known to be equal.", corpora.Plural(len(v.Pairs), "pair")))
	}
	return out
}

func explainWords(set *results.Set) []string {
	cells := explainRuns(set)
	var out []string
	for _, e := range set.Engines {
		n, confirmed, known, match, auxiliary := 0, 0, 0, 0, 0
		for _, p := range set.Pairs {
			for _, r := range cells[cell{p, e}] {
				n++
				a := Answer(r)
				if a != nil && a.Confirmed {
					confirmed++
				}
				if len(r.Truth) > 0 {
					known++
					switch Judge(a, r.Truth) {
					case VerdictMatch:
						match++
					case VerdictAuxiliary:
						auxiliary++
					}
				}
			}
		}
		if n == 0 {
			continue
		}
		s := fmt.Sprintf("%s explains %s, %d of them with an answer that makes the test pass", e, corpora.Plural(n, "failure"), confirmed)
		if known > 0 {
			s += fmt.Sprintf("; where the responsible changes are known, it names exactly these in %d of %d", match, known)
			if auxiliary > 0 {
				s += fmt.Sprintf(" and, as changes that others need to compile, in %d more", auxiliary)
			}
		}
		out = append(out, s+".")
	}
	return out
}

// isAre returns "a is", "a and b are".
func isAre(names []string) string {
	if len(names) == 1 {
		return names[0] + " is"
	}
	return list(names) + " are"
}

func equals(p float64) string {
	if p < 0.001 {
		return "< 0.001"
	}
	return "= " + pText(p)
}

// list joins with commas and "and".
func list(parts []string) string {
	switch len(parts) {
	case 0:
		return ""
	case 1:
		return parts[0]
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " and " + parts[len(parts)-1]
}
