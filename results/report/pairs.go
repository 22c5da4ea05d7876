package report

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/analysis"
	"github.com/riftlab/rift/results/sidebyside"
	"github.com/riftlab/rift/results/stats"
)

// matrix shows the share of tasks that detect, by pair and engine.
type matrix struct {
	Title   string
	Engines []string
	Rows    []matrixRow
	Cut     string
}

type matrixRow struct {
	Name, Anchor string
	Cells        []matrixCell
}

type matrixCell struct {
	Text, Hint string
	Shade      template.CSS // opacity of the colour, 0 to 1
	Strong     bool         // so dark that text must be light
	Missing    bool
}

func newMatrix(v *analysis.View) *matrix {
	m := &matrix{Title: capital(v.Title), Engines: v.Engines}
	ks, ns := analysis.Shares(v)
	for i, p := range v.Pairs {
		if i == maxTableRows {
			m.Cut = fmt.Sprintf("The first %d of %d pairs; tables/pairs.csv has all.", maxTableRows, len(v.Pairs))
			break
		}
		row := matrixRow{Name: p.String(), Anchor: anchor(analysis.VersionPair(p))}
		for e := range v.Engines {
			row.Cells = append(row.Cells, newMatrixCell(ks[i][e], ns[i][e]))
		}
		m.Rows = append(m.Rows, row)
	}
	return m
}

func newMatrixCell(k, n int) matrixCell {
	if n == 0 {
		return matrixCell{Text: "–", Missing: true}
	}
	share := float64(k) / float64(n)
	return matrixCell{
		Text: fmt.Sprintf("%d/%d", k, n), Hint: fmt.Sprintf("%.0f %%, %s", 100*share, interval(k, n)),
		Shade: template.CSS(fmt.Sprintf("%.2f", share*0.85)), Strong: share > 0.6,
	}
}

// anchor is the id of a pair's section. An id may hold anything but spaces.
func anchor(p results.PairOf) string {
	return "pair-" + strings.Join(strings.Fields(p.String()), "_")
}

// pairSection is everything found about one pair.
type pairSection struct {
	Subject      *subjectHead // of the first pair of each subject
	Anchor, Name string
	Kind         string // "seeded error", ...
	Change, Doc  string // what is known of the change
	Hunks        []hunk
	HunksNote    string
	Engines      []pairEngine
	Answers      []pairAnswer
	Inspected    *inspected // nil if there is nothing
	Uncovered    []uncoveredGroup
	Examples     []example
	Note         string // about what is not shown
}

type pairEngine struct {
	Name, Found string
	Any         bool
}

type pairAnswer struct {
	Engine, Verdict  string
	Good, Bad        bool
	Root, Auxiliary  []string
	Text             string
	Confirmed, None  bool
	OneMinimal       bool
	Runs, Unresolved int
	Tree             *causeNode // nil without causes
}

// example is a differing input with what both versions make of it.
type example struct {
	Shell              string
	Files              []program.File
	Env                []string
	Difference         string
	Class              string
	ClassBad           bool
	Old, New           string
	OldStack, NewStack []string
	Golden             string
	Streams            []sidebyside.Stream
	FoundBy            string
	Notes              []string
}

func (r *Report) pairSections() ([]pairSection, string) {
	set, note := r.Set, ""
	pairs := set.Pairs
	if len(pairs) > maxPairSections {
		note = fmt.Sprintf("The first %d of %d pairs. ", maxPairSections, len(pairs))
		pairs = pairs[:maxPairSections]
	}
	inspections := r.inspections(r.inspectedPairs(pairs))
	perPair := max(1, maxPageExamples/max(1, len(pairs)))
	hunksLeft := maxPageHunks
	explain := explainRuns(set)
	kind := map[results.PairOf]string{}
	for i := range set.Runs {
		kind[set.Runs[i].PairOf()] = kindOf(&set.Runs[i])
	}
	found := map[results.PairOf][]pairEngine{}
	for _, v := range r.Views {
		ks, ns := analysis.Shares(v)
		for i, p := range v.Pairs {
			for e, name := range v.Engines {
				if n := ns[i][e]; n > 0 {
					found[p] = append(found[p], pairEngine{name, fmt.Sprintf("%d/%d", ks[i][e], n), ks[i][e] > 0})
				}
			}
		}
	}
	var out []pairSection
	heads := r.subjectHeads(pairs)
	for i, p := range pairs {
		s := pairSection{Anchor: anchor(p), Name: p.String(), Kind: kind[p], Engines: found[p]}
		if i == 0 || pairs[i-1].Subject != p.Subject {
			s.Subject = heads[p.Subject]
		}
		info, ok := r.describe(p)
		for _, run := range explain[p] {
			s.Answers = append(s.Answers, newAnswer(run, info.Delta))
		}
		s.Inspected, s.Uncovered = inspections[p], uncovered(r.pairRuns[p])
		if ok {
			s.addChanges(info, explain[p], min(maxPairHunks, hunksLeft))
			hunksLeft -= len(s.Hunks)
		} else if r.described {
			s.Doc = "The sources are not on this machine, or have changed since the experiment was planned; the changes are not shown."
		}
		list, tests := set.Examples(p)
		list = list[:min(perPair, len(list))]
		for i := range list {
			s.Examples = append(s.Examples, newExample(p, &list[i]))
		}
		if tests > len(list) {
			s.Note = fmt.Sprintf("%d of %d tests with a difference are shown: those with recorded outcomes first, among them differential errors, then the shortest inputs.", len(list), tests)
		}
		out = append(out, s)
	}
	return out, note
}

func (s *pairSection) addChanges(info PairInfo, runs []*results.Run, limit int) {
	s.Change, s.Doc = info.Kind, info.Doc
	if info.Delta == nil {
		return
	}
	total := 0
	s.Hunks, total = hunks(info.Delta, runs, limit)
	s.HunksNote = fmt.Sprintf("%d changes", total)
	switch total {
	case 0:
		s.HunksNote = "The versions are identical."
	case 1:
		s.HunksNote = "1 change"
	}
	if len(s.Hunks) < total {
		s.HunksNote += fmt.Sprintf(", %d of them shown", len(s.Hunks))
	}
}

func kindOf(run *results.Run) string {
	switch {
	case run.Equivalent:
		return "known to be equal"
	case run.Seeded:
		return "seeded error"
	}
	return "real"
}

func newAnswer(run *results.Run, d *delta.Delta) pairAnswer {
	a := analysis.Answer(run)
	verdict := analysis.Judge(a, run.Truth)
	out := pairAnswer{
		Engine: run.Engine, Verdict: string(verdict), None: a == nil,
		Good: verdict == analysis.VerdictMatch, Bad: verdict == analysis.VerdictMissed || verdict == analysis.VerdictNone,
	}
	if a != nil {
		out.Root, out.Auxiliary, out.Text = a.Root, a.Auxiliary, a.Text
		var new *program.Version
		if d != nil {
			new = d.New
		}
		out.Tree = causeTree(a, new)
		out.Confirmed, out.OneMinimal, out.Runs, out.Unresolved = a.Confirmed, a.OneMinimal, a.Runs, a.Unresolved
	}
	return out
}

func newExample(p results.PairOf, x *results.Example) example {
	t := x.Test
	e := example{
		Shell: t.Input.Shell(p.Subject), Difference: string(t.Difference), Class: string(t.Class), ClassBad: t.Class.IsError(),
		Files: t.Input.Files, FoundBy: foundBy(x), Notes: noteLines(t.Note),
	}
	for _, v := range t.Input.Env {
		e.Env = append(e.Env, string(v))
	}
	if t.Old == nil || t.New == nil {
		return e
	}
	e.Old, e.New = describe(t.Old), describe(t.New)
	e.OldStack, e.NewStack = stackOf(t.Old), stackOf(t.New)
	e.Streams = compareOutcomes(t.Old, t.New)
	if t.Golden != nil {
		e.Golden = goldenText(t.Old, t.New, t.Golden)
	}
	return e
}

func stackOf(o *program.Outcome) []string {
	if o.Fault == nil {
		return nil
	}
	return o.Fault.Stack
}

func goldenText(old, new, golden *program.Outcome) string {
	switch {
	case !golden.IsOracle():
		return "is no oracle here: " + describe(golden)
	case program.Differ(old, golden) == program.Same:
		return "behaves like old"
	case program.Differ(new, golden) == program.Same:
		return "behaves like new"
	}
	return "differs from both: " + describe(golden)
}

func foundBy(x *results.Example) string {
	var parts []string
	least := ""
	if x.AtLeast {
		least = "at least "
	}
	for _, e := range sortedKeys(x.Found) {
		parts = append(parts, fmt.Sprintf("%s (%s%d×)", e, least, x.Found[e]))
	}
	return fmt.Sprintf("%s; first as test %d of task %s, seed %d", strings.Join(parts, ", "), x.Test.N, x.Task, x.Seed)
}

func noteLines(n engines.Note) []string {
	var out []string
	if n.Test != "" {
		out = append(out, "from pool test "+n.Test)
	}
	if n.Phase != "" {
		out = append(out, "phase: "+n.Phase)
	}
	if d := n.Divergence; d != nil {
		out = append(out, fmt.Sprintf("versions part at %s (old) and %s (new)", d.Old, d.New))
	}
	if len(n.Sequence) > 0 {
		out = append(out, "sequence: "+strings.Join(n.Sequence, " → "))
	}
	return out
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// interval is the hint of a cell of the matrix.
func interval(k, n int) string {
	iv := stats.Wilson(k, n, 0.95)
	return fmt.Sprintf("95 %% CI %.0f–%.0f %%", 100*iv.Low, 100*iv.High)
}
