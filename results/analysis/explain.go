package analysis

import (
	"fmt"
	"slices"
	"strings"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/table"
)

// Verdict compares the changes that an engine blames with those known to be
// responsible.
type Verdict string

// The verdicts.
const (
	VerdictMatch     Verdict = "match"     // all of the known changes, and no root change besides
	VerdictMore      Verdict = "more"      // all of them, and others
	VerdictAuxiliary Verdict = "auxiliary" // all of them, but some only among the auxiliary changes
	VerdictPartial   Verdict = "partial"   // some of them, or some and others
	VerdictMissed    Verdict = "missed"    // none of them
	VerdictNone      Verdict = "none"      // no answer
	VerdictUnknown   Verdict = "unknown"   // the responsible changes are not known
)

// Judge compares an answer with the truth; answer is nil if there is none. Only root
// changes are blamed: a known change among the auxiliary ones is reported, but for
// another reason.
func Judge(answer *engines.Explanation, truth []string) Verdict {
	switch {
	case answer == nil || len(answer.Root) == 0:
		return VerdictNone
	case len(truth) == 0:
		return VerdictUnknown
	}
	blamed, reported := 0, 0
	for _, c := range truth {
		switch {
		case slices.Contains(answer.Root, c):
			blamed++
			reported++
		case slices.Contains(answer.Auxiliary, c):
			reported++
		}
	}
	switch {
	case reported == 0:
		return VerdictMissed
	case reported < len(truth):
		return VerdictPartial
	case blamed < len(truth):
		return VerdictAuxiliary
	case slices.ContainsFunc(answer.Root, func(c string) bool { return !slices.Contains(truth, c) }):
		return VerdictMore
	}
	return VerdictMatch
}

// Answer returns the last explanation of a task, which replaces those before
// it; nil without one.
func Answer(r *results.Run) *engines.Explanation {
	if n := len(r.Explanations); n > 0 {
		return &r.Explanations[n-1]
	}
	return nil
}

// explainRuns returns the explain tasks by pair and engine.
func explainRuns(set *results.Set) map[cell][]*results.Run {
	cells := map[cell][]*results.Run{}
	for i := range set.Runs {
		if r := &set.Runs[i]; r.Kind == string(engines.Explain) && !r.Impossible() {
			k := cell{r.PairOf(), r.Engine}
			cells[k] = append(cells[k], r)
		}
	}
	return cells
}

// answerGroup is the tasks that gave the same answer, at least one.
type answerGroup []*results.Run

// groupAnswers joins the tasks of one engine on one pair that gave the same
// answer, most frequent first; deterministic engines have one group.
func groupAnswers(runs []*results.Run) []answerGroup {
	index := map[string]int{}
	var groups []answerGroup
	for _, r := range runs {
		key := "none"
		if a := Answer(r); a != nil {
			key = fmt.Sprintf("%q %q %t %t", a.Root, a.Auxiliary, a.Confirmed, a.OneMinimal)
		}
		i, ok := index[key]
		if !ok {
			i = len(groups)
			index[key] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], r)
	}
	slices.SortStableFunc(groups, func(a, b answerGroup) int { return len(b) - len(a) })
	return groups
}

// Explanations has a row per pair, engine and distinct answer.
func Explanations(set *results.Set) *table.Table {
	t := &table.Table{
		Name: "explain", Title: "Explanations by version pair",
		Caption: "Blamed: changes that the engine holds responsible, of all changes of the pair. Confirmed: reverting them makes the test pass. " +
			"1-minimal: leaving out any one of them loses that. Runs are medians over the tasks that gave the answer.",
		Columns: []table.Column{
			{Key: "subject", Head: "subject", Label: true},
			{Key: "pair", Head: "pair", Label: true},
			{Key: "engine", Head: "engine", Label: true},
			{Key: "answer", Head: "answer", Label: true, DataOnly: true},
			{Key: "tasks", Head: "tasks", Right: true},
			{Key: "changes", Head: "changes", Right: true},
			{Key: "blamed", Head: "blamed", Right: true},
			{Key: "auxiliary", Head: "auxiliary", Right: true},
			{Key: "confirmed", Head: "confirmed"},
			{Key: "one_minimal", Head: "1-minimal"},
			{Key: "verdict", Head: "verdict"},
			{Key: "runs", Head: "runs", Right: true},
			{Key: "unresolved", Head: "unresolved", Right: true},
			{Key: "root", Head: "changes blamed"},
		},
	}
	cells := explainRuns(set)
	for _, p := range set.Pairs {
		for _, e := range set.Engines {
			runs := cells[cell{p, e}]
			for n, g := range groupAnswers(runs) {
				t.Rows = append(t.Rows, explainRow(t, p, e, n+1, g, len(runs)))
			}
		}
	}
	return t
}

func explainRow(t *table.Table, p results.PairOf, engine string, n int, g answerGroup, of int) table.Row {
	run := g[0]
	changes := table.Cell{}
	if run.Changes > 0 {
		changes = table.Int(run.Changes)
	}
	row := []table.Cell{
		table.Str(p.Subject), table.Str(p.Pair), table.Str(engine), table.Int(n),
		table.Int(len(g)).Shown(fmt.Sprintf("%d/%d", len(g), of)), changes,
	}
	a := Answer(run)
	if a == nil {
		reason := string(run.Status)
		if run.Reason != "" {
			reason += ": " + run.Reason
		}
		none := table.Str(string(VerdictNone)).Shown("no answer").Marked(table.Bad).Noted(t.Note("no answer: " + reason))
		return table.Row{Cells: append(row, table.Cell{}, table.Cell{}, table.Cell{}, table.Cell{}, none, table.Cell{}, table.Cell{}, table.Cell{})}
	}
	return table.Row{Cells: append(row,
		table.Int(len(a.Root)), table.Int(len(a.Auxiliary)), yes(a.Confirmed), yes(a.OneMinimal),
		verdictCell(Judge(a, run.Truth)),
		medianOf(g, func(r *results.Run) (float64, bool) { return float64(Answer(r).Runs), true }),
		medianOf(g, func(r *results.Run) (float64, bool) { return float64(Answer(r).Unresolved), true }),
		table.Str(strings.Join(a.Root, " ")).Shown(shorten(strings.Join(a.Root, " "), 40)),
	)}
}

func yes(b bool) table.Cell {
	c := table.Cell{Value: b, Text: "no", Mark: table.Bad}
	if b {
		c.Text, c.Mark = "yes", table.Good
	}
	return c
}

func verdictCell(v Verdict) table.Cell {
	c := table.Str(string(v))
	switch v {
	case VerdictMatch:
		c.Mark = table.Good
	case VerdictMissed, VerdictNone:
		c.Mark = table.Bad
	case VerdictUnknown:
		c.Mark = table.Faint
	}
	return c
}

// shorten cuts a text for people after n characters.
func shorten(s string, n int) string {
	runes := []rune(s)
	if len(runes) <= n {
		return s
	}
	return string(runes[:n-1]) + "…"
}

// ExplainOverview has a row per explain engine.
func ExplainOverview(set *results.Set) *table.Table {
	verdicts := []Verdict{VerdictMatch, VerdictMore, VerdictAuxiliary, VerdictPartial, VerdictMissed}
	t := &table.Table{
		Name: "explain-overview", Title: "Explanation by engine",
		Caption: "Counts of tasks. Match: exactly the known changes; more: all of them and others; auxiliary: all of them, but some only among the changes reverted with others so that the program compiles; partial: some of them; missed: none of them.",
		Columns: []table.Column{
			{Key: "engine", Head: "engine", Label: true},
			{Key: "tasks", Head: "tasks", Right: true},
			{Key: "answered", Head: "answered", Right: true},
			{Key: "confirmed", Head: "confirmed", Right: true},
			{Key: "one_minimal", Head: "1-minimal", Right: true},
		},
	}
	for _, v := range verdicts {
		t.Columns = append(t.Columns, table.Column{Key: string(v), Head: string(v), Right: true})
	}
	t.Columns = append(t.Columns,
		table.Column{Key: "blamed", Head: "median blamed", Right: true},
		table.Column{Key: "runs", Head: "median runs", Right: true},
		table.Column{Key: "cpu_seconds", Head: "median CPU", Right: true})
	cells := explainRuns(set)
	for _, e := range set.Engines {
		var runs []*results.Run
		for _, p := range set.Pairs {
			runs = append(runs, cells[cell{p, e}]...)
		}
		if len(runs) > 0 {
			t.Rows = append(t.Rows, explainOverviewRow(e, runs, verdicts))
		}
	}
	return t
}

func explainOverviewRow(engine string, runs []*results.Run, verdicts []Verdict) table.Row {
	var answered []*results.Run
	confirmed, minimal := 0, 0
	count := map[Verdict]int{}
	for _, r := range runs {
		a := Answer(r)
		count[Judge(a, r.Truth)]++
		if a == nil {
			continue
		}
		answered = append(answered, r)
		if a.Confirmed {
			confirmed++
		}
		if a.OneMinimal {
			minimal++
		}
	}
	row := []table.Cell{table.Str(engine), table.Int(len(runs)), table.Int(len(answered)), table.Int(confirmed), table.Int(minimal)}
	for _, v := range verdicts {
		row = append(row, table.Int(count[v]))
	}
	return table.Row{Cells: append(row,
		medianOf(answered, func(r *results.Run) (float64, bool) { return float64(len(Answer(r).Root)), true }),
		medianOf(answered, func(r *results.Run) (float64, bool) { return float64(Answer(r).Runs), true }),
		secondsText(medianOf(runs, cpuOf)))}
}

func cpuOf(r *results.Run) (float64, bool) {
	if r.Measured == nil {
		return 0, false
	}
	return r.Measured.CPU, true
}
