// Package explanation shows why a test failed: as a page for a browser, and as
// SARIF for tools. The text for a terminal is Explanation.Text, made by the
// engine.
package explanation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
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
	Evidence []string `json:"evidence,omitempty"` // for the verdict, one sentence each
}

// Verdict compares an answer with the developers' fix.
//
// Source: Yi et al. 2015, section V-A.
type Verdict string

// The verdicts.
const (
	Match   Verdict = "match"   // the fix reverts or revises a root change
	Partial Verdict = "partial" // reverting makes the failure disappear, but the fix revises other code
	Missed  Verdict = "missed"  // reverting does not make the failure disappear, or there is no answer
)

// Judge compares an answer with the fix, a version made from the new one. A
// root change is revised by the fix if the fix alters lines that the change
// brought, or the place where it took lines away.
func Judge(e *engines.Explanation, d *delta.Delta, fix *program.Version) (Verdict, []string) {
	if !e.Confirmed || len(e.Root) == 0 {
		return Missed, []string{"reverting the answer does not make the test pass"}
	}
	repair := delta.Compute(d.New, fix)
	var evidence []string
	for _, id := range e.Root {
		n, ok := d.Lookup(id)
		if !ok {
			continue
		}
		for _, r := range repair.Changes {
			if c := d.Changes[n]; !r.NoEffect && touches(c, r) {
				evidence = append(evidence, fmt.Sprintf("the fix changes %s:%d, which %s (%s:%d) brought", r.File, r.OldLine, id, c.File, c.NewLine))
			}
		}
	}
	if len(evidence) > 0 {
		return Match, evidence
	}
	for _, r := range repair.Changes {
		if !r.NoEffect {
			evidence = append(evidence, fmt.Sprintf("the fix changes %s:%d instead", r.File, r.OldLine))
		}
	}
	return Partial, evidence
}

// touches reports whether the lines of the new version that a change brought
// and those that the repair replaces meet. Empty stretches meet what they lie
// next to.
func touches(c, repair *delta.Change) bool {
	if c.File != repair.File {
		return false
	}
	from, to := c.NewLine, c.NewLine+len(c.New)
	start, end := repair.OldLine, repair.OldLine+len(repair.Old)
	if from == to || start == end {
		return start <= to && from <= end
	}
	return start < to && from < end
}

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
