package export

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/riftlab/rift/program"
)

// The JUnit form that build servers read: a suite per pair, a case per finding.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		Failure *junitFailure `xml:"failure"`
	}
	junitFailure struct {
		Type    string `xml:"type,attr"`
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// writeJUnit writes each finding as a failed case, and a pair without one as a
// case that passed: a build that replays the inputs of its history fails where
// the new version behaves otherwise than the old one.
func writeJUnit(ctx context.Context, e *Export, w io.Writer) error {
	all, err := e.findings(ctx)
	if err != nil {
		return err
	}
	by := map[string][]*finding{}
	for _, f := range all {
		by[f.PairOf.String()] = append(by[f.PairOf.String()], f)
	}
	doc := junitSuites{Name: e.Plan.Name}
	for _, p := range e.Set.Pairs {
		s := junitSuite{Name: p.String()}
		for i, f := range by[p.String()] {
			s.Cases = append(s.Cases, junitCase{Class: p.String(), Name: fmt.Sprintf("%s#%d", f.task, f.test.N), Failure: failureOf(f)})
			if s.Cases[i].Failure != nil {
				s.Failures++
			}
		}
		if len(s.Cases) == 0 {
			s.Cases = []junitCase{{Class: p.String(), Name: "no recorded input shows a difference"}}
		}
		s.Tests = len(s.Cases)
		doc.Tests, doc.Failures = doc.Tests+s.Tests, doc.Failures+s.Failures
		doc.Suites = append(doc.Suites, s)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(doc); err != nil {
		return err
	}
	_, err = io.WriteString(w, "\n")
	return err
}

func failureOf(f *finding) *junitFailure {
	kind := string(f.test.Difference)
	if f.test.Class != "" {
		kind += ", " + string(f.test.Class)
	}
	input, err := json.Marshal(&f.test.Input)
	if err != nil {
		panic("export: failureOf: " + err.Error())
	}
	text := fmt.Sprintf("input: %s\nfound by: %s\n", input, strings.Join(f.engines, ", "))
	for _, side := range []struct {
		name string
		out  *program.Outcome
	}{{"old", f.test.Old}, {"new", f.test.New}, {"golden", f.test.Golden}} {
		if side.out == nil {
			continue
		}
		shown, err := json.Marshal(side.out)
		if err != nil {
			panic("export: failureOf: " + err.Error())
		}
		text += fmt.Sprintf("%s: %s\n", side.name, shown)
	}
	return &junitFailure{Type: kind, Message: "the versions differ: " + kind, Text: text}
}
