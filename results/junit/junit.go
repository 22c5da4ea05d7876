// Package junit has the form of test results that build servers read, called JUnit
// after the tool that wrote it first.
//
// There is no standard; the elements and attributes are those of the schema of Jenkins
// and of the Apache Ant task. Text may hold any bytes: those that XML has no way to
// write become escapes.
package junit

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// The elements, by their names there. Counts are filled in by Write.
type (
	// Suites is a file.
	Suites struct {
		XMLName  xml.Name `xml:"testsuites"`
		Name     string   `xml:"name,attr"`
		Tests    int      `xml:"tests,attr"`
		Failures int      `xml:"failures,attr"`
		Errors   int      `xml:"errors,attr"`
		Skipped  int      `xml:"skipped,attr"`
		Time     *Seconds `xml:"time,attr,omitempty"`
		Suites   []Suite  `xml:"testsuite"`
	}
	// Suite is a group of cases.
	Suite struct {
		Name       string     `xml:"name,attr"`
		Tests      int        `xml:"tests,attr"`
		Failures   int        `xml:"failures,attr"`
		Errors     int        `xml:"errors,attr"`
		Skipped    int        `xml:"skipped,attr"`
		Time       *Seconds   `xml:"time,attr,omitempty"`
		Properties []Property `xml:"properties>property,omitempty"`
		Cases      []Case     `xml:"testcase"`
	}
	// Property is a fact about a suite.
	Property struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	// Case is a test. It passed if it has no Failure, Error or Skipped.
	Case struct {
		Class   string   `xml:"classname,attr"`
		Name    string   `xml:"name,attr"`
		File    string   `xml:"file,attr,omitempty"`
		Line    int      `xml:"line,attr,omitempty"`
		Time    *Seconds `xml:"time,attr,omitempty"`
		Failure *Problem `xml:"failure"`
		Error   *Problem `xml:"error"`
		Skipped *Skip    `xml:"skipped"`
		Out     string   `xml:"system-out,omitempty"`
	}
	// Problem says why a case failed, or could not be run.
	Problem struct {
		Type    string `xml:"type,attr"`
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
	// Skip says why a case was left out.
	Skip struct {
		Message string `xml:"message,attr"`
	}
	// Seconds is a time.
	Seconds float64
)

// MarshalText implements encoding.TextMarshaler: milliseconds are enough.
func (s Seconds) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%.3f", float64(s)), nil }

// Write counts the cases of a file and writes it.
func Write(w io.Writer, all *Suites) error {
	all.Tests, all.Failures, all.Errors, all.Skipped = 0, 0, 0, 0
	for i := range all.Suites {
		s := &all.Suites[i]
		s.count()
		all.Tests, all.Failures = all.Tests+s.Tests, all.Failures+s.Failures
		all.Errors, all.Skipped = all.Errors+s.Errors, all.Skipped+s.Skipped
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func (s *Suite) count() {
	s.Tests, s.Failures, s.Errors, s.Skipped = len(s.Cases), 0, 0, 0
	for i := range s.Cases {
		switch c := &s.Cases[i]; {
		case c.Failure != nil:
			s.Failures++
		case c.Error != nil:
			s.Errors++
		case c.Skipped != nil:
			s.Skipped++
		}
	}
}

// Text returns text as XML can hold it: bytes that are no UTF-8 and characters that XML
// does not have are written as in C.
//
// Source: W3C, Extensible Markup Language 1.0, section 2.2.
func Text(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n <= 1, r < ' ' && r != '\t' && r != '\n', r == '\ufffe' || r == '\uffff', r == 0x7f:
			for _, c := range []byte(s[i : i+n]) {
				fmt.Fprintf(&b, `\%03o`, c)
			}
		default:
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}
