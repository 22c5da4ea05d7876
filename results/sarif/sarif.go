// Package sarif has the parts of the Static Analysis Results Interchange Format
// that rift writes.
//
// Source: OASIS, Static Analysis Results Interchange Format 2.1.0.
package sarif

import (
	"encoding/json"
	"io"
)

// The objects of the format, by their names there.
type (
	// Log is a file.
	Log struct {
		Schema  string `json:"$schema"`
		Version string `json:"version"`
		Runs    []*Run `json:"runs"`
	}
	// Run is what one tool found.
	Run struct {
		Tool       Tool     `json:"tool"`
		Results    []Result `json:"results"`
		ColumnKind string   `json:"columnKind"`
	}
	// Tool holds the Driver.
	Tool struct {
		Driver Driver `json:"driver"`
	}
	// Driver is the tool itself.
	Driver struct {
		Name    string `json:"name"`
		Version string `json:"version,omitempty"`
		Rules   []Rule `json:"rules"`
	}
	// Rule is a kind of finding.
	Rule struct {
		ID               string  `json:"id"`
		ShortDescription Message `json:"shortDescription"`
	}
	// Message is a text.
	Message struct {
		Text string `json:"text"`
	}
	// Result is a finding.
	Result struct {
		RuleID           string            `json:"ruleId"`
		Level            string            `json:"level"`
		Message          Message           `json:"message"`
		Locations        []Location        `json:"locations,omitempty"`
		RelatedLocations []Location        `json:"relatedLocations,omitempty"`
		CodeFlows        []CodeFlow        `json:"codeFlows,omitempty"`
		Properties       map[string]string `json:"properties,omitempty"`
	}
	// Location is a place with what is to be said there.
	Location struct {
		ID       int      `json:"id,omitempty"`
		Physical Physical `json:"physicalLocation"`
		Message  *Message `json:"message,omitempty"`
	}
	// Physical is a region of a file.
	Physical struct {
		Artifact Artifact `json:"artifactLocation"`
		Region   *Region  `json:"region,omitempty"`
	}
	// Artifact is a file.
	Artifact struct {
		URI string `json:"uri"`
	}
	// Region is a stretch of lines, from 1.
	Region struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
		EndLine     int `json:"endLine,omitempty"`
	}
	// CodeFlow is a way through the program.
	CodeFlow struct {
		Message     Message      `json:"message"`
		ThreadFlows []ThreadFlow `json:"threadFlows"`
	}
	// ThreadFlow is the part of it in one thread.
	ThreadFlow struct {
		Locations []FlowLocation `json:"locations"`
	}
	// FlowLocation is a step of it.
	FlowLocation struct {
		Location   Location `json:"location"`
		Importance string   `json:"importance"`
	}
)

// NewRun returns a run of rift without results; columns are counted as the
// format does by default.
func NewRun(version string, rules ...Rule) *Run {
	return &Run{
		ColumnKind: "utf16CodeUnits", Results: []Result{},
		Tool: Tool{Driver{Name: "rift", Version: version, Rules: rules}},
	}
}

// Lines returns a stretch of lines of a file with a text; an empty one is the
// line that it lies before.
func Lines(file string, from, to int, text string) Location {
	return Location{
		Physical: Physical{Artifact{file}, &Region{StartLine: max(from, 1), EndLine: max(from, to, 1)}}, Message: &Message{text},
	}
}

// Write writes a log of one run.
func Write(w io.Writer, r *Run) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(Log{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []*Run{r}})
}
