// Package sarif has the parts of the Static Analysis Results Interchange Format
// that rift writes.
//
// Source: OASIS, Static Analysis Results Interchange Format 2.1.0.
package sarif

import (
	"encoding/json"
	"io"
	"net/url"
	"strings"
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
		Tool        Tool         `json:"tool"`
		Automation  *Automation  `json:"automationDetails,omitempty"`
		Invocations []Invocation `json:"invocations,omitempty"`
		Results     []Result     `json:"results"`
		ColumnKind  string       `json:"columnKind"`
		Properties  any          `json:"properties,omitempty"`
	}
	// Automation says what the run is one of; results of runs with the same ID replace
	// one another.
	Automation struct {
		ID string `json:"id"`
	}
	// Invocation is how the tool was started and how that ended.
	Invocation struct {
		Arguments     []string       `json:"arguments,omitempty"`
		ExitCode      int            `json:"exitCode"`
		ExitCodeText  string         `json:"exitCodeDescription,omitempty"`
		Successful    bool           `json:"executionSuccessful"`
		Notifications []Notification `json:"toolExecutionNotifications,omitempty"`
	}
	// Notification is what the tool has to say about itself.
	Notification struct {
		Level   string  `json:"level"`
		Message Message `json:"message"`
	}
	// Tool holds the Driver.
	Tool struct {
		Driver Driver `json:"driver"`
	}
	// Driver is the tool itself.
	Driver struct {
		Name           string `json:"name"`
		Version        string `json:"version,omitempty"`
		InformationURI string `json:"informationUri,omitempty"`
		Rules          []Rule `json:"rules"`
	}
	// Rule is a kind of finding.
	Rule struct {
		ID               string         `json:"id"`
		Name             string         `json:"name,omitempty"` // in CamelCase
		ShortDescription Message        `json:"shortDescription"`
		FullDescription  *Message       `json:"fullDescription,omitempty"`
		Help             *Message       `json:"help,omitempty"`
		Default          *Configuration `json:"defaultConfiguration,omitempty"`
		Properties       any            `json:"properties,omitempty"`
	}
	// Configuration is how the results of a rule are to be taken.
	Configuration struct {
		Level string `json:"level"`
	}
	// Message is a text.
	Message struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown,omitempty"`
	}
	// Result is a finding. Kind is "fail" if it is absent; with any other kind Level
	// must be "none" or absent.
	Result struct {
		RuleID           string            `json:"ruleId"`
		RuleIndex        *int              `json:"ruleIndex,omitempty"`
		Kind             string            `json:"kind,omitempty"`
		Level            string            `json:"level,omitempty"`
		Message          Message           `json:"message"`
		Locations        []Location        `json:"locations,omitempty"`
		RelatedLocations []Location        `json:"relatedLocations,omitempty"`
		CodeFlows        []CodeFlow        `json:"codeFlows,omitempty"`
		Fingerprints     map[string]string `json:"partialFingerprints,omitempty"`
		Properties       map[string]any    `json:"properties,omitempty"`
	}
	// Location is a place with what is to be said there.
	Location struct {
		ID       int       `json:"id,omitempty"`
		Physical Physical  `json:"physicalLocation"`
		Logical  []Logical `json:"logicalLocations,omitempty"`
		Message  *Message  `json:"message,omitempty"`
	}
	// Logical is a piece of a program, such as a function.
	Logical struct {
		Name string `json:"name"`
		Kind string `json:"kind,omitempty"`
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
		Physical: Physical{Artifact{URI(file)}, &Region{StartLine: max(from, 1), EndLine: max(from, to, 1)}}, Message: &Message{Text: Literal(text)},
	}
}

// URI returns the name of a file, with slashes, as an address: a relative one if the
// name is relative.
func URI(file string) string {
	u := url.URL{Path: file}
	if strings.HasPrefix(file, "/") {
		u.Scheme = "file"
	}
	return u.String()
}

// Literal returns text for a message as it is to be seen: neither placeholders nor links
// begin in it.
//
// Source: the format's sections 3.11.5 and 3.11.6.
func Literal(text string) string {
	return literal.Replace(text)
}

var literal = strings.NewReplacer("{", "{{", "}", "}}", "](", `\](`)

// Write writes a log of one run.
func Write(w io.Writer, r *Run) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(Log{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []*Run{r}})
}
