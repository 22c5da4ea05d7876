// Package present writes what comparisons of versions found for other readers than a
// terminal: SARIF for code review, JUnit for build servers, a page of HTML, and
// Markdown for a comment.
//
// Terms: a *report* is about one or more *programs*, each compared in two versions. A
// *finding* is a distinct difference, a changed place that no input reached, or a
// verdict that is open for other reasons; each is of a Kind. A changed place is given
// as *differs* only if a difference is blamed on its change, and as *equal* only if
// the verdict is or it was proved; what was executed without a difference, but not on
// all inputs, is *compared*.
//
// What a program under test printed, and what its source says, is shown and never
// obeyed: every format escapes it.
package present

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/difference"
	"github.com/riftlab/rift/program/delta"
)

// Report is what is presented.
type Report struct {
	Tool     string   // rift's version
	Command  []string // as rift was started, without its own name
	Old, New string   // what was compared, as the user called it
	Programs []*Program
	// Each says what Programs are, in the singular; "" is "program".
	Each   string
	Status int // rift's exit status
}

// Program is one program in two versions, compared.
type Program struct {
	Name   string // what it is called in texts
	Folder string // before the names of its files, with slashes; "" if they are complete
	Result *difference.Result
	Err    error // why it was not compared; Result is nil then
	// Problem says why the versions may not be what the build makes; an equality says
	// little then, and the answer is open. "" if they are.
	Problem string
	// First: the search ended at the first difference, so that it says nothing that
	// places were not reached.
	First bool
	// Shell is what the new version is called in commands, such as "./new".
	Shell string
}

// Format is a way to write a report.
type Format struct {
	Name  string
	Doc   string // one line
	Write func(w io.Writer, r *Report) error
}

// Formats returns the formats, by name.
func Formats() []Format {
	return []Format{
		{"html", "a page with each difference, what both versions show side by side, and how far inputs reached", HTML},
		{"junit", "JUnit XML: a test case for each changed place, failed where a difference is blamed on it", JUnit},
		{"markdown", "Markdown for a comment on a pull request, at most 60,000 characters", Markdown},
		{"sarif", "SARIF 2.1.0: differences and places not reached as findings at the changes", SARIF},
	}
}

// Answer is that of all programs together: Differs if any does, else Open if any is, or
// could not be compared.
func (r *Report) Answer() difference.Answer {
	answer := difference.Equal
	for _, p := range r.Programs {
		switch p.Answer() {
		case difference.Differs:
			return difference.Differs
		case difference.Open:
			answer = difference.Open
		}
	}
	return answer
}

// Headline says in one line what came out.
func (r *Report) Headline() string {
	if len(r.Programs) == 0 {
		return "no change: no program is affected"
	}
	if len(r.Programs) == 1 {
		return r.Programs[0].Headline()
	}
	n := map[difference.Answer]int{}
	for _, p := range r.Programs {
		n[p.Answer()]++
	}
	var parts []string
	for _, a := range []struct {
		of   difference.Answer
		text string
	}{{difference.Differs, "with a difference"}, {difference.Open, "open"}, {difference.Equal, "without a difference"}} {
		if n[a.of] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n[a.of], a.text))
		}
	}
	return fmt.Sprintf("%s: %s", corpora.Plural(len(r.Programs), cmp.Or(r.Each, "program")), strings.Join(parts, ", "))
}

// Answer is the verdict in a word. A program without a change that matters is equal.
func (p *Program) Answer() difference.Answer {
	switch {
	case p.Result == nil:
		return difference.Open
	case p.Result.NoChange && p.Problem == "":
		return difference.Equal
	case p.Result.NoChange:
		return difference.Open
	}
	if p.Problem != "" && p.Result.Verdict.Answer == difference.Equal {
		return difference.Open
	}
	return p.Result.Verdict.Answer
}

// Headline says in one line what came out.
func (p *Program) Headline() string {
	if p.Problem != "" {
		return p.headline() + " (" + p.Problem + ")"
	}
	return p.headline()
}

func (p *Program) headline() string {
	r := p.Result
	switch {
	case r == nil:
		return "not compared: " + p.Err.Error()
	case r.NoChange && r.Hunks == 0:
		return "no change: nothing to do"
	case r.NoChange && r.Reason == "":
		return fmt.Sprintf("no change: nothing to do (%s of comments and white space)", corpora.Plural(r.Hunks, "hunk"))
	case r.NoChange:
		return fmt.Sprintf("no change: nothing to do (%s: %s)", corpora.Plural(r.Hunks, "hunk"), r.Reason)
	case r.Verdict.Answer != difference.Differs:
		return r.Verdict.Headline
	}
	s := corpora.Plural(len(r.Differences), "distinct difference")
	n := 0
	for _, k := range r.Counts {
		n += k
	}
	if n > len(r.Differences) {
		s += fmt.Sprintf(" in %s", corpora.Plural(n, "input"))
	}
	switch {
	case p.First:
		s += "; the search stopped at the first"
	case r.Verdict.Complete:
		s += fmt.Sprintf("; all of the %s were compared", corpora.Plural(int(r.Verdict.Paths), "path"))
	}
	return s
}

// differences returns the distinct ones; none if the program was not compared.
func (p *Program) differences() []*difference.Difference {
	if p.Result == nil {
		return nil
	}
	return p.Result.Differences
}

// verdict returns that of the comparison; nil if there is none.
func (p *Program) verdict() *difference.Verdict {
	if p.Result == nil {
		return nil
	}
	return p.Result.Verdict
}

// file returns the name of a file of the program with the folder before it.
func (p *Program) file(name string) string {
	if p.Folder == "" || strings.HasPrefix(name, "/") {
		return name
	}
	return strings.TrimSuffix(p.Folder, "/") + "/" + name
}

// paste returns the input of a difference as lines for a shell.
func (p *Program) paste(d *difference.Difference) []string {
	return (&difference.Printer{Program: cmp.Or(p.Shell, "./new")}).Paste(d)
}

// changes returns the changes responsible for a difference.
func changes(d *difference.Difference) []*delta.Change {
	var list []*delta.Change
	for _, id := range d.Blame.Changes {
		if i, ok := d.Round.Delta.Lookup(id); ok {
			list = append(list, d.Round.Delta.Changes[i])
		}
	}
	return list
}

// State is what is known of a changed place.
type State string

// The states.
const (
	Differs  State = "differs"     // a difference is blamed on its change
	Equal    State = "equal"       // executed or proved, and the verdict is equal or the place was proved
	Compared State = "compared"    // executed without a difference, but not all inputs were compared
	Excluded State = "excluded"    // an assumption of the user keeps inputs away
	Missed   State = "not reached" // the versions were not compared on an input that executes all of it
)

// place is a changed place with its state.
type place struct {
	difference.Place
	State State
	By    []*difference.Difference // that are blamed on its changes
}

// places returns the changed places with their states. A difference is one of the
// places of the changes that it is blamed on at which an input that shows one passed, or
// of all of them if there is none.
func (p *Program) places() []place {
	v := p.verdict()
	if v == nil {
		return nil
	}
	var list []place
	for _, x := range v.Places() {
		q := place{Place: x, State: Compared}
		switch {
		case x.Missing:
			q.State = Missed
		case x.Executed == 0 && x.Excluded != "":
			q.State = Excluded
		case p.Answer() == difference.Equal || x.Executed == 0 && x.Proved != "":
			q.State = Equal
		}
		list = append(list, q)
	}
	for _, d := range p.differences() {
		var at, seen []int
		for i := range list {
			if slices.ContainsFunc(list[i].Changes, func(id string) bool { return slices.Contains(d.Blame.Changes, id) }) {
				at = append(at, i)
				if list[i].Propagated > 0 {
					seen = append(seen, i)
				}
			}
		}
		if len(seen) > 0 {
			at = seen
		}
		for _, i := range at {
			list[i].State = Differs
			list[i].By = append(list[i].By, d)
		}
	}
	return list
}

// at names a place.
func (p *place) at() string {
	s := fmt.Sprintf("%s:%d", p.File, p.Line)
	if p.Version == "old" {
		s += " (old)"
	}
	return s
}

// why says why a place was not reached.
func (p *place) why() string {
	switch {
	case p.NotCompared > 0 && p.Executed == 0:
		return fmt.Sprintf("executed by %s, on which nothing was compared", corpora.Plural(p.NotCompared, "input"))
	case p.Needs != "":
		return p.Needs
	}
	return "no input reached it"
}

// reach says how far inputs got.
func (p *place) reach() string {
	switch {
	case p.State == Missed:
		return "not reached: " + p.why()
	case p.State == Excluded:
		return "excluded by " + p.Excluded
	case p.Executed == 0:
		return "proved equal: " + p.Proved
	}
	return fmt.Sprintf("executed by %s; the state differed after it on %d of %d examined, the output on %d",
		corpora.Plural(p.Executed, "input"), p.Infected, p.Examined, p.Propagated)
}
