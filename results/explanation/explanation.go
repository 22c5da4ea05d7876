// Package explanation shows why a test failed: as a page for a browser, and as
// SARIF for tools. The text for a terminal is Explanation.Text, made by the
// engine.
package explanation

import (
	"slices"
	"strings"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program/delta"
)

// Report is what there is to show about one failing test.
type Report struct {
	Title   string
	Test    string // how the test is run, for people
	Tool    string // version of rift
	Delta   *delta.Delta
	Answers []Answer
}

// Answer is what one engine says.
type Answer struct {
	Engine string `json:"engine"`
	engines.Explanation
	Seconds  float64  `json:"wall_s"`
	Verdict  Verdict  `json:"verdict,omitempty"`  // against the developers' fix; "" if it is not known
	Chain    string   `json:"chain,omitempty"`    // Judgement.Chain
	Evidence []string `json:"evidence,omitempty"` // for the verdict, one sentence each
}

// Judge compares the answer with the developers' fix.
func (a *Answer) Judge(d *delta.Delta, fix Fix) {
	j := Judge(&a.Explanation, d, fix)
	a.Verdict, a.Chain, a.Evidence = j.Verdict, j.Chain, j.Evidence
}

// Against is the judgement in a few words.
func (a *Answer) Against() string { return (&Judgement{Verdict: a.Verdict, Chain: a.Chain}).String() }

// lines returns the lines of a file of the new version.
func (r *Report) lines(file string) []string {
	for _, f := range r.Delta.New.Files {
		if f.Name == file {
			return strings.Split(strings.TrimSuffix(f.Text, "\n"), "\n")
		}
	}
	return nil
}

// change returns the change of a name.
func (r *Report) change(id string) *delta.Change {
	if n, ok := r.Delta.Lookup(id); ok {
		return r.Delta.Changes[n]
	}
	return &delta.Change{ID: id}
}

// files returns the files that the answers speak about, sorted.
func (r *Report) files() []string {
	var out []string
	for _, a := range r.Answers {
		for _, id := range slices.Concat(a.Root, a.Auxiliary) {
			out = append(out, r.change(id).File)
		}
		for _, c := range a.Causes {
			for _, s := range c.Steps {
				out = append(out, s.At.File)
			}
		}
	}
	slices.Sort(out)
	out = slices.Compact(out)
	return slices.DeleteFunc(out, func(f string) bool { return r.lines(f) == nil })
}

// flow returns the steps of all causes in the order of the story: what happened
// first is told first, the failure last.
func flow(e *engines.Explanation) []telling {
	var out []telling
	for n := range slices.Backward(e.Causes) {
		c := &e.Causes[n]
		for i := range c.Steps {
			out = append(out, telling{cause: c, step: &c.Steps[i], last: i == len(c.Steps)-1})
		}
	}
	return out
}

// telling is a step of a cause; last tells that the cause is complete with it.
type telling struct {
	cause *engines.Cause
	step  *engines.CauseStep
	last  bool
}

// text says in one line what a step is.
func (t telling) text() string {
	var parts []string
	if len(t.step.Values) > 0 {
		parts = append(parts, strings.Join(t.step.Values, ", "))
	}
	if len(t.step.Changes) > 0 {
		parts = append(parts, "changed by "+strings.Join(t.step.Changes, ", "))
	}
	if t.last {
		parts = append(parts, "so "+t.cause.Text)
	}
	if len(parts) == 0 {
		return "executed"
	}
	return strings.Join(parts, "; ")
}
