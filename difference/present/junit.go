package present

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/riftlab/rift/difference"
	"github.com/riftlab/rift/results/junit"
)

// JUnit writes a report as JUnit XML: a suite for each program, and in it a case for
// each changed place and one for the verdict. A place fails if a difference is blamed on
// its change, is skipped if no input reached it, and passes if it was executed without a
// difference. The verdict passes only if there is no difference, and is skipped if
// that is open: not every place that passes is known to be equal.
func JUnit(w io.Writer, r *Report) error {
	doc := junit.Suites{Name: junit.Text(fmt.Sprintf("rift diff %s %s", r.Old, r.New))}
	total := junit.Seconds(0)
	for _, p := range r.Programs {
		s := p.suite()
		total += *s.Time
		doc.Suites = append(doc.Suites, s)
	}
	doc.Time = &total
	return junit.Write(w, &doc)
}

func (p *Program) suite() junit.Suite {
	zero, all := junit.Seconds(0), junit.Seconds(0)
	name := junit.Text(p.Name)
	s := junit.Suite{Name: name, Time: &all, Properties: []junit.Property{{Name: "answer", Value: string(p.Answer())}, {Name: "headline", Value: junit.Text(p.Headline())}}}
	if p.Err != nil {
		s.Cases = []junit.Case{{Class: name, Name: "comparison", Time: &all, Error: &junit.Problem{Type: "rift/not-compared", Message: junit.Text(p.Err.Error())}}}
		return s
	}
	all = junit.Seconds(p.Result.Seconds)
	if p.First {
		s.Properties = append(s.Properties, junit.Property{Name: "stopped", Value: "at the first difference"})
	}
	for _, x := range p.places() {
		c := junit.Case{Class: name, Name: junit.Text(x.at()), File: junit.Text(p.file(x.File)), Line: x.Line, Time: &zero}
		if x.Func != "" {
			c.Name += " in " + x.Func
		}
		switch x.State {
		case Differs:
			c.Failure = p.problem(x.By)
		case Missed:
			c.Skipped = &junit.Skip{Message: junit.Text("not reached: " + x.why())}
		case Excluded:
			c.Skipped = &junit.Skip{Message: junit.Text(x.reach())}
		default:
			c.Out = junit.Text(x.reach())
		}
		s.Cases = append(s.Cases, c)
	}
	v := junit.Case{Class: name, Name: "verdict", Time: &all}
	switch p.Answer() {
	case difference.Differs:
		v.Failure = p.problem(p.differences())
		v.Failure.Message = junit.Text(p.Headline())
		if slices.ContainsFunc(s.Cases, func(c junit.Case) bool { return c.Failure != nil }) {
			v.Failure.Text = "" // the places say it
		}
	case difference.Open:
		v.Skipped = &junit.Skip{Message: junit.Text(p.Headline())}
	}
	if x := p.verdict(); x != nil {
		v.Out = junit.Text(strings.Join(x.Bounds, "\n"))
	}
	s.Cases = append(s.Cases, v)
	return s
}

// problem says what differs.
func (p *Program) problem(list []*difference.Difference) *junit.Problem {
	out := &junit.Problem{Type: kindOf(list[0]).ID, Message: list[0].Summary()}
	for i, d := range list {
		if k := kindOf(d); k.Level == "error" {
			out.Type = k.ID
		}
		if i > 0 {
			out.Message += "; " + d.Summary()
			out.Text += "\n\n"
		}
		out.Text += fmt.Sprintf("difference %d: %s", d.Number, p.message(d))
		for _, c := range changes(d) {
			out.Text += "\n" + strings.TrimSuffix(c.String(), "\n")
		}
	}
	out.Message, out.Text = junit.Text(out.Message), junit.Text(out.Text)
	return out
}
