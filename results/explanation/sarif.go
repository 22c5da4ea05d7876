package explanation

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/riftlab/rift/program"
)

// The parts of SARIF 2.1.0 that are used.
//
// Source: OASIS, Static Analysis Results Interchange Format 2.1.0.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool     `json:"tool"`
		Results    []sarifResult `json:"results"`
		ColumnKind string        `json:"columnKind"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version,omitempty"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string       `json:"id"`
		ShortDescription sarifMessage `json:"shortDescription"`
	}
	sarifMessage struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID           string            `json:"ruleId"`
		Level            string            `json:"level"`
		Message          sarifMessage      `json:"message"`
		Locations        []sarifLocation   `json:"locations,omitempty"`
		RelatedLocations []sarifLocation   `json:"relatedLocations,omitempty"`
		CodeFlows        []sarifCodeFlow   `json:"codeFlows,omitempty"`
		Properties       map[string]string `json:"properties,omitempty"`
	}
	sarifLocation struct {
		ID       int           `json:"id,omitempty"`
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifMessage `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
		EndLine     int `json:"endLine,omitempty"`
	}
	sarifCodeFlow struct {
		Message     sarifMessage      `json:"message"`
		ThreadFlows []sarifThreadFlow `json:"threadFlows"`
	}
	sarifThreadFlow struct {
		Locations []sarifFlowLocation `json:"locations"`
	}
	sarifFlowLocation struct {
		Location   sarifLocation `json:"location"`
		Importance string        `json:"importance"`
	}
)

// SARIF writes a report as SARIF 2.1.0: a result for each answer, whose
// locations are the root changes, whose related locations are what these
// replaced in the old version, and whose code flow is the story of the causes.
func SARIF(w io.Writer, r *Report) error {
	run := sarifRun{ColumnKind: "utf16CodeUnits", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: "rift", Version: r.Tool, Rules: []sarifRule{
		{ID: "rift/regression", ShortDescription: sarifMessage{"A change that makes a test fail"}},
	}}
	for i := range r.Answers {
		run.Results = append(run.Results, r.sarif(&r.Answers[i]))
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}

func (r *Report) sarif(a *Answer) sarifResult {
	text := fmt.Sprintf("%s: %s to blame for the failure of the test", a.Engine, strings.Join(a.Root, ", "))
	if a.Failure != "" {
		text += " (" + a.Failure + ")"
	}
	out := sarifResult{RuleID: "rift/regression", Level: "error", Message: sarifMessage{text}}
	if a.Verdict != "" {
		out.Properties = map[string]string{"verdict": string(a.Verdict)}
	}
	for _, id := range a.Root {
		c := r.change(id)
		out.Locations = append(out.Locations, place(c.File, c.NewLine, c.NewLine+len(c.New)-1, id+" of the new version"))
		out.RelatedLocations = append(out.RelatedLocations, place(c.File, c.OldLine, c.OldLine+len(c.Old)-1, id+" in the old version: "+strings.Join(c.Old, "\n")))
	}
	for _, id := range a.Auxiliary {
		c := r.change(id)
		out.RelatedLocations = append(out.RelatedLocations, place(c.File, c.NewLine, c.NewLine+len(c.New)-1, id+" must be reverted with it"))
	}
	for i := range out.RelatedLocations {
		out.RelatedLocations[i].ID = i + 1
	}
	var thread sarifThreadFlow
	for _, t := range flow(&a.Explanation) {
		importance := "important"
		if t.last || len(t.step.Changes) > 0 {
			importance = "essential"
		}
		thread.Locations = append(thread.Locations, sarifFlowLocation{at(t.step.At, t.step.EndLine, t.text()), importance})
	}
	if len(thread.Locations) > 0 {
		out.CodeFlows = []sarifCodeFlow{{sarifMessage{"How the changes lead to the failure"}, []sarifThreadFlow{thread}}}
	}
	return out
}

// place is a stretch of lines; an empty one is the line that it lies before.
func place(file string, from, to int, text string) sarifLocation {
	return sarifLocation{
		Physical: sarifPhysical{sarifArtifact{file}, &sarifRegion{StartLine: max(from, 1), EndLine: max(from, to, 1)}}, Message: &sarifMessage{text},
	}
}

func at(p program.Position, end int, text string) sarifLocation {
	l := place(p.File, p.Line, end, text)
	l.Physical.Region.StartColumn = p.Col
	return l
}
