package explanation

import (
	"fmt"
	"io"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/results/sarif"
)

// SARIF writes a report as SARIF 2.1.0: a result for each answer, whose
// locations are the root changes, whose related locations are what these
// replaced in the old version, and whose code flow is the story of the causes.
func SARIF(w io.Writer, r *Report) error {
	run := sarif.NewRun(r.Tool, sarif.Rule{ID: "rift/regression", ShortDescription: sarif.Message{Text: "A change that makes a test fail"}})
	for i := range r.Answers {
		run.Results = append(run.Results, r.sarif(&r.Answers[i]))
	}
	return sarif.Write(w, run)
}

func (r *Report) sarif(a *Answer) sarif.Result {
	text := fmt.Sprintf("%s: %s to blame for the failure of the test", a.Engine, strings.Join(a.Root, ", "))
	if a.Failure != "" {
		text += " (" + a.Failure + ")"
	}
	out := sarif.Result{RuleID: "rift/regression", Level: "error", Message: sarif.Message{Text: text}}
	if a.Verdict != "" {
		out.Properties = map[string]any{"verdict": string(a.Verdict)}
		if a.Chain != "" {
			out.Properties["fixOnChain"] = a.Chain
		}
	}
	for _, id := range a.Root {
		c := r.change(id)
		out.Locations = append(out.Locations, sarif.Lines(c.File, c.NewLine, c.NewLine+len(c.New)-1, id+" of the new version"))
		out.RelatedLocations = append(out.RelatedLocations, sarif.Lines(c.InOld(), c.OldLine, c.OldLine+len(c.Old)-1, id+" in the old version: "+strings.Join(c.Old, "\n")))
	}
	for _, id := range a.Auxiliary {
		c := r.change(id)
		out.RelatedLocations = append(out.RelatedLocations, sarif.Lines(c.File, c.NewLine, c.NewLine+len(c.New)-1, id+" must be reverted with it"))
	}
	for i := range out.RelatedLocations {
		out.RelatedLocations[i].ID = i + 1
	}
	var thread sarif.ThreadFlow
	for _, t := range flow(&a.Explanation) {
		importance := "important"
		if t.last || len(t.step.Changes) > 0 {
			importance = "essential"
		}
		thread.Locations = append(thread.Locations, sarif.FlowLocation{Location: at(t.step.At, t.step.EndLine, t.text()), Importance: importance})
	}
	if len(thread.Locations) > 0 {
		out.CodeFlows = []sarif.CodeFlow{{Message: sarif.Message{Text: "How the changes lead to the failure"}, ThreadFlows: []sarif.ThreadFlow{thread}}}
	}
	return out
}

func at(p program.Position, end int, text string) sarif.Location {
	l := sarif.Lines(p.File, p.Line, end, text)
	l.Physical.Region.StartColumn = p.Col
	return l
}
