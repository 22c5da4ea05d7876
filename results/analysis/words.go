package analysis

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/stats"
)

// MostConclusions is how many conclusions people are shown at once; the rest is folded.
const MostConclusions = 10

// The importance of conclusions, the greater the more. Those of real errors come
// before those of seeded ones of the same importance.
const (
	aboutContradiction = 100 // of what is known
	aboutImpossible    = 95  // much could not be worked on
	aboutFound         = 90  // what the engines find
	aboutEqual         = 85  // that no engine reports a difference where none is
	aboutDifference    = 80  // a significant difference between engines
	aboutAlone         = 70  // what one engine finds alone, or two together
	aboutExplained     = 65
	aboutSurvey        = 60
	aboutNone          = 50 // no significant difference, nothing found
	aboutErrors        = 40 // what differences are worth
	aboutEnds          = 30 // why tasks ended
	aboutMethod        = 20
)

// conclusion is a sentence with its importance.
type conclusion struct {
	importance int
	text       string
}

// conclusions is sentences of one importance.
func conclusions(importance int, texts ...string) []conclusion {
	out := make([]conclusion, len(texts))
	for i, t := range texts {
		out[i] = conclusion{importance, t}
	}
	return out
}

// Conclusions says in sentences what the tables show, the most important
// first. They claim no more than the tests do.
func Conclusions(set *results.Set, views []*View) []string {
	all := impossibleWords(set)
	for _, v := range views {
		if v.Equal {
			all = append(all, equalWords(v)...)
			continue
		}
		all = append(all, detectedWords(v)...)
		if names := v.deterministicNames(); len(names) > 0 {
			all = append(all, conclusion{aboutMethod, fmt.Sprintf("On %s, %s deterministic: one task per pair says everything, and no p-value over seeds is given.", v.Title, isAre(names))})
		}
		if len(v.Engines) > 1 {
			all = append(all, comparisonWords(v)...)
			all = append(all, conclusions(aboutMethod, countWords(v)...)...)
			all = append(all, uniqueWords(v)...)
			all = append(all, conclusions(aboutAlone, complementWords(v)...)...)
		}
	}
	all = append(all, conclusions(aboutSurvey, surveyWords(set)...)...)
	all = append(all, conclusions(aboutExplained, explainWords(set)...)...)
	slices.SortStableFunc(all, func(a, b conclusion) int { return b.importance - a.importance })
	texts := make([]string, len(all))
	for i, c := range all {
		texts[i] = c.text
	}
	return texts
}

// impossibleWords tells how many tasks are in no number.
func impossibleWords(set *results.Set) []conclusion {
	n := 0
	for i := range set.Runs {
		if set.Runs[i].Impossible() {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	importance := aboutEnds
	if 10*n >= len(set.Runs) {
		importance = aboutImpossible
	}
	return conclusions(importance, fmt.Sprintf("%d of %s could not be worked on: the table of reasons says why. No share counts them.", n, corpora.Plural(len(set.Runs), "task")))
}

// detectedWords says how often the engines detect, those that do so equally often
// together and the best first, and of which tasks a greater budget would be of no
// use.
func detectedWords(v *View) []conclusion {
	found, errors := sharesText(v, Difference), sharesText(v, Error)
	s := fmt.Sprintf("On %s (%s), tasks that %s: %s", v.Title, corpora.Plural(len(v.Pairs), v.Noun()), v.Detected(), found)
	if errors == found {
		s += "; as many found a differential error"
	}
	out := conclusions(aboutFound, s+".")
	if errors != found && errors != "" {
		out = append(out, conclusion{aboutErrors, fmt.Sprintf("On %s, tasks that found a differential error, where there is a golden version: %s.", v.Title, errors)})
	}
	return append(out, conclusions(aboutEnds, endedWords(v)...)...)
}

// sharesText lists engines by the share of their tasks that reach a goal:
// "a and b each 60 of 60 (100 %, 95 % CI ...), 6 pairs at least once; c 12 of 60 ...";
// "" if it applies to none.
func sharesText(v *View, g Goal) string {
	type group struct {
		k, n, pairs int
		engines     []string
	}
	var groups []*group
	for _, e := range v.Engines {
		k, n := share(g, v.Runs(e))
		if n == 0 {
			continue
		}
		x := group{k: k, n: n, pairs: v.pairsWith(g, e)}
		i := slices.IndexFunc(groups, func(y *group) bool { return y.k == x.k && y.n == x.n && y.pairs == x.pairs })
		if i < 0 {
			i = len(groups)
			groups = append(groups, &x)
		}
		groups[i].engines = append(groups[i].engines, e)
	}
	slices.SortStableFunc(groups, func(x, y *group) int { return cmp.Compare(y.k*x.n, x.k*y.n) })
	parts := make([]string, len(groups))
	for i, x := range groups {
		iv := stats.Wilson(x.k, x.n, confidence)
		names := list(x.engines)
		if len(x.engines) > 1 {
			names += " each"
		}
		parts[i] = fmt.Sprintf("%s %d of %d (%s, 95\u00a0%% CI %.0f–%.0f\u00a0%%)", names, x.k, x.n, percent(float64(x.k)/float64(x.n)), 100*iv.Low, 100*iv.High)
		if x.k > x.pairs { // of several seeds
			parts[i] += fmt.Sprintf(", %s at least once", corpora.Plural(x.pairs, v.Noun()))
		}
	}
	return strings.Join(parts, "; ")
}

// pairsWith counts the pairs on which some task of an engine reaches a goal.
func (v *View) pairsWith(g Goal, engine string) (pairs int) {
	for _, p := range v.Pairs {
		if k, _ := share(g, v.Cell(p, engine)); k > 0 {
			pairs++
		}
	}
	return pairs
}

// endedWords says why tasks that do not detect ended before their budget: because
// nothing was left to try, where the engine accounted for every input, or why else.
func endedWords(v *View) []string {
	var exhausted, stopped []string
	for _, e := range v.Engines {
		missed, done := 0, 0
		why := map[string]int{}
		for _, r := range v.Runs(e) {
			if r.First != nil {
				continue
			}
			missed++
			switch {
			case r.Status != results.StatusDone || cutShort(r):
			case r.Exhausted:
				done++
			case r.Reason != "":
				why[r.Reason]++
			default:
				why["it does not say why"]++
			}
		}
		if done > 0 {
			exhausted = append(exhausted, fmt.Sprintf("%d of %d of %s", done, missed, e))
		}
		if len(why) > 0 {
			stopped = append(stopped, stoppedText(e, missed, why))
		}
	}
	var out []string
	if len(exhausted) > 0 {
		out = append(out, fmt.Sprintf("On %s, some of the other tasks ended with nothing left to try, so that more time would not have helped: %s.", v.Title, list(exhausted)))
	}
	if len(stopped) > 0 {
		out = append(out, fmt.Sprintf("On %s, some of the other tasks ended before their budget, though inputs were left: %s.", v.Title, strings.Join(stopped, "; ")))
	}
	return out
}

// stoppedText counts the reasons why tasks of an engine stopped, the most frequent
// first.
func stoppedText(engine string, missed int, why map[string]int) string {
	reasons := sortedKeys(why)
	slices.SortStableFunc(reasons, func(a, b string) int { return why[b] - why[a] })
	n := 0
	for _, k := range why {
		n += k
	}
	text := fmt.Sprintf("%d of %d of %s (%s", n, missed, engine, reasons[0])
	if len(reasons) > 1 {
		text += fmt.Sprintf(", %d times, and %s", why[reasons[0]], corpora.Plural(len(reasons)-1, "other reason"))
	}
	return text + ")"
}

// comparisonWords compares each two engines by tests to the first difference.
// With many engines only the ranking is told.
func comparisonWords(v *View) []conclusion {
	var out []conclusion
	tests := RankTests(v)
	if len(v.Engines) > 2 && len(tests) > 0 {
		for _, r := range tests {
			importance := aboutNone
			if r.Result.P < level {
				importance = aboutDifference
			}
			out = append(out, conclusion{importance, rankSentence(v, &r)})
		}
		return out
	}
	v.enginePairs(func(a, b string) {
		for i := range Measures {
			if c, ok := pairSentence(v, &Measures[i], a, b); ok {
				out = append(out, c)
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
	s := fmt.Sprintf("On %s, by %s until the %s, the mean ranks over %s are %s", v.Title, r.Measure.Name, v.First(), corpora.Plural(r.Result.Blocks, v.Noun()), list(ranked))
	if r.Result.P >= level {
		return s + fmt.Sprintf("; Friedman's test sees no difference between them (p = %s).", pText(r.Result.P))
	}
	order := r.Order()
	best := order[0]
	var worse []string
	for _, i := range order[1:] {
		if r.Differ(i, best) && r.Result.Apart[i][best] > 0 {
			worse = append(worse, r.Engines[i])
		}
	}
	cd := ""
	if r.Comparable() {
		cd = fmt.Sprintf("; critical difference %.2f", r.Widest())
	}
	if len(worse) == 0 {
		return s + fmt.Sprintf("; they differ (Friedman, p %s), but no engine differs significantly from the best (Nemenyi%s).", equals(r.Result.P), cd)
	}
	return s + fmt.Sprintf("; %s is significantly better than %s (Friedman, p %s%s).", r.Engines[best], list(worse), equals(r.Result.P), cd)
}

// pairSentence compares two engines by a measure: over seeds, if there are enough of
// them, and over pairs.
func pairSentence(v *View, m *Measure, a, b string) (conclusion, bool) {
	tests, ok := PairTests(v, m, a, b)
	if !ok {
		return conclusion{}, false
	}
	s := fmt.Sprintf("On %s, by %s until the %s, ", v.Title, m.Name, v.First())
	seeds, random := v.seeds(a, b, tests)
	significant := false
	switch {
	case random && seeds >= minSeeds:
		var text string
		text, significant = seedsText(v, m, a, b, tests)
		s += text + "; "
	case random:
		s += fmt.Sprintf("%s of an engine on a pair %s too few to tell an effect over seeds (%d are needed); ", corpora.Plural(seeds, "task"), isAreCount(seeds), minSeeds)
	}
	x := acrossPairs(tests)
	s += fmt.Sprintf("%s spends less on %d and %s on %d of %s", a, x.A, b, x.B, corpora.Plural(len(tests), v.Noun()))
	switch n := x.A + x.B; {
	case n < minBlocks:
		s += fmt.Sprintf(", too few %ss that differ for a test over them", v.Noun())
	case x.P < level:
		significant = true
		s += fmt.Sprintf(", a significant difference (Wilcoxon, p %s)", equals(x.P))
	default:
		s += fmt.Sprintf(", no significant difference (Wilcoxon, p %s)", equals(x.P))
	}
	if significant {
		return conclusion{aboutDifference, s + "."}, true
	}
	return conclusion{aboutNone, s + "."}, true
}

// minBlocks is the least number of pairs with which the signed-rank test can reach the
// level: 2/2^6 < .05.
const minBlocks = 6

// seedsText compares two engines over seeds, and tells whether a difference is
// significant.
func seedsText(v *View, m *Measure, a, b string, tests []PairTest) (text string, significant bool) {
	a12, better := sumUp(tests)
	less, more := a, b
	if a12 > 0.5 {
		less, more, a12 = b, a, 1-a12
	}
	if effect := stats.Magnitude(a12); effect == "negligible" {
		text = fmt.Sprintf("%s and %s hardly differ in the median %s (Â₁₂ = %.2f)", a, b, v.Noun(), a12)
	} else {
		text = fmt.Sprintf("%s spends less than %s in the median %s (Â₁₂ = %.2f, a %s effect)", less, more, v.Noun(), a12, effect)
	}
	if v.refuse(a, b) {
		return text + "; as an engine is deterministic, there is no p-value over seeds", false
	}
	text += fmt.Sprintf("; the difference over seeds is significant in favour of %s in %d and of %s in %d of %s",
		a, better[-1], b, better[1], corpora.Plural(len(tests), v.Noun()))
	if p := logRank(v, m, a, b, tests); !math.IsNaN(p) {
		text += fmt.Sprintf(" (all %ss together: log-rank p %s)", v.Noun(), equals(p))
	}
	return text, better[-1]+better[1] > 0
}

func isAreCount(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// uniqueWords names the engines that alone found something.
func uniqueWords(v *View) []conclusion {
	verb := "finds a difference in"
	if v.Known {
		verb = "exposes"
	}
	var out []conclusion
	for _, g := range FoundBy(v) {
		what := fmt.Sprintf("%s: %s", corpora.Plural(len(g.Pairs), v.Noun()), someNames(g.Pairs))
		if unable := g.unable(); unable != "" {
			what += fmt.Sprintf(" (not worked on by %s)", unable)
		}
		switch len(g.Engines) {
		case 1:
			out = append(out, conclusion{aboutAlone, fmt.Sprintf("On %s, only %s %s %s.", v.Title, g.Engines[0], verb, what)})
		case 0:
			out = append(out, conclusion{aboutNone, fmt.Sprintf("On %s, no engine %s %s.", v.Title, verb, what)})
		}
	}
	return out
}

// someNames lists pairs, the rest of many being counted.
func someNames(pairs []results.PairOf) string {
	const most = 8
	names := shortNames(pairs)
	if len(names) > most {
		names = append(names[:most:most], fmt.Sprintf("%d more", len(names)-most))
	}
	return list(names)
}

func equalWords(v *View) []conclusion {
	var out []conclusion
	for _, e := range v.Engines {
		k, n := share(Difference, v.Runs(e))
		if k > 0 {
			out = append(out, conclusion{aboutContradiction, fmt.Sprintf("%s reports a difference in %d of %d tasks on pairs that are said to be equal: either the pair or rift is wrong.", e, k, n)})
		}
	}
	if len(out) == 0 {
		out = append(out, conclusion{aboutEqual, fmt.Sprintf("No engine reports a difference in the %s known to be equal.", corpora.Plural(len(v.Pairs), "pair"))})
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
