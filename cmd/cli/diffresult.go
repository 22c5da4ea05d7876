package cli

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/difference"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/testsuite"
)

// unchanged reports whether the sources are the same but for comments and white
// space, and are compiled alike.
func (d *diffing) unchanged() bool {
	for _, c := range d.delta.Changes {
		if !c.NoEffect {
			return false
		}
	}
	return true
}

// ineffective says what the changes are if the code is the same, "" if it is not.
func (d *diffing) ineffective() string {
	if !difference.SameCode(d.task.Old.Program, d.task.New.Program) {
		return ""
	}
	m := d.delta.Map(d.task.Old.Program, d.task.New.Program)
	var why []string
	for i := range d.delta.Changes {
		if e := m.Effect(i).String(); !slices.Contains(why, e) {
			why = append(why, e)
		}
	}
	return strings.Join(why, ", ")
}

// nothing ends the command where there is nothing to compare.
func (d *diffing) nothing(reason string) error {
	if d.flags.json {
		d.app.event(diffResult{Event: "result", NoChange: true, Hunks: len(d.delta.Changes), Differences: 0})
		return nil
	}
	switch n := len(d.delta.Changes); {
	case n == 0:
		fmt.Fprintln(d.app.out, "no change: nothing to do")
	case reason == "":
		fmt.Fprintf(d.app.out, "no change: nothing to do (%s of comments and white space)\n", corpora.Plural(n, "hunk"))
	default:
		fmt.Fprintf(d.app.out, "no change: nothing to do (%s: %s)\n", corpora.Plural(n, "hunk"), reason)
	}
	return nil
}

// emit shows a distinct difference and writes its test.
func (d *diffing) emit(x *difference.Difference) error {
	if len(d.found) == 0 {
		d.firstHit = time.Since(d.begin)
	}
	d.found = append(d.found, x)
	test := ""
	if d.flags.dir != "" {
		if err := d.openFolder(x.Round.Task); err != nil {
			return err
		}
		test = testsuite.TestName(x.Number)
		err := d.folder.Add(&testsuite.Test{Name: test, Input: x.Input, Outcome: *x.New,
			Note: fmt.Sprintf("difference %d: %s; the old version: %s; change %s", x.Number, difference.Summary(x.Old, x.New), shown(x.Old), strings.Join(x.Blame.Changes, ", "))})
		if err != nil {
			return err
		}
	}
	if d.flags.json {
		d.app.event(struct {
			Event string `json:"event"`
			*difference.Difference
			Paste []string `json:"paste"`
			Test  string   `json:"test,omitempty"`
		}{"difference", x, d.printer.Paste(x), test})
		return nil
	}
	return d.printer.Print(x)
}

// openFolder makes the folder for tests, with the sources they are of, unless it
// is there.
func (d *diffing) openFolder(t *engines.Task) error {
	if d.folder != nil {
		return nil
	}
	f, new := d.flags, t.New
	s := &testsuite.Subject{Program: new.Program, Name: "prog", Hash: new.Version.Hash(), Producer: "rift " + version(), Created: time.Now()}
	for _, file := range new.Version.Files {
		if !file.Library && file.Unit() {
			path, err := filepath.Abs(filepath.Join(f.dir, "sources", "new", local(file.Name)))
			if err != nil {
				return err
			}
			s.Sources = append(s.Sources, path)
		}
	}
	var err error
	if d.folder, err = testsuite.Create(f.dir, s, f.formats); err != nil {
		return input(err)
	}
	for _, v := range []struct {
		name string
		of   *program.Version
	}{{"old", t.Old.Version}, {"new", new.Version}} {
		for i := range v.of.Files {
			file := &v.of.Files[i]
			if file.Library {
				continue
			}
			if err := d.folder.WriteFile(filepath.Join("sources", v.name, local(file.Name)), []byte(difference.Native(file))); err != nil {
				return err
			}
		}
	}
	return nil
}

// local returns a name of a source file below a folder.
func local(name string) string {
	if p := filepath.FromSlash(name); filepath.IsLocal(p) {
		return p
	}
	return filepath.Base(name)
}

// diffResult is the last event.
type diffResult struct {
	Event       string              `json:"event"`
	NoChange    bool                `json:"no_change"`
	Hunks       int                 `json:"hunks"`
	Differences int                 `json:"differences"`
	Counts      map[int]int         `json:"counts,omitempty"`  // inputs found of each difference
	Skipped     int                 `json:"skipped,omitempty"` // inputs that were not assigned to one
	Verdict     *difference.Verdict `json:"verdict,omitempty"`
	Ended       *difference.Ended   `json:"search,omitempty"`
	Seconds     float64             `json:"seconds"`
	FirstAfter  float64             `json:"first_after_seconds,omitempty"`
}

// finish prints the result and returns the status.
func (d *diffing) finish(end *difference.Ended, counts map[int]int, skipped int) error {
	r := diffResult{Event: "result", Hunks: len(d.delta.Changes), Differences: len(d.found), Counts: counts, Skipped: skipped, Ended: end,
		Seconds: time.Since(d.begin).Seconds(), FirstAfter: d.firstHit.Seconds()}
	v := difference.Judge(end, d.notes())
	if len(d.found) == 0 {
		r.Verdict = &v
	}
	if d.flags.json {
		d.app.event(r)
	} else {
		d.summary(&r, &v)
	}
	switch {
	case len(d.found) > 0:
		return &silent{StatusDifference}
	case !v.Complete:
		return &silent{StatusInconclusive}
	}
	return nil
}

func (d *diffing) summary(r *diffResult, v *difference.Verdict) {
	w := d.app.out
	for _, e := range r.Ended.Engines {
		if e.Ended != "finished" && e.Ended != "time" && e.Ended != "stopped" {
			fmt.Fprintf(d.app.err, "rift: engine %s: %s\n", e.Name, e.Ended)
		}
	}
	if len(d.found) == 0 {
		fmt.Fprint(w, v)
	} else {
		fmt.Fprintf(w, "%s", corpora.Plural(len(d.found), "distinct difference"))
		if n := total(r.Counts); n > len(d.found) {
			fmt.Fprintf(w, " in %d inputs", n)
		}
		switch {
		case d.flags.first || d.flags.equal:
			fmt.Fprint(w, "; the search stopped at the first")
		case v.Complete:
			fmt.Fprintf(w, "; all of the %s were compared", corpora.Plural(int(v.Paths), "path"))
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintf(d.app.err, "%s tried in %.1f s", corpora.Plural(r.Ended.Tried, "input"), r.Seconds)
	if len(d.found) > 0 {
		fmt.Fprintf(d.app.err, ", the first difference after %.1f s", r.FirstAfter)
	}
	fmt.Fprintln(d.app.err)
}

func total(m map[int]int) int {
	n := 0
	for _, k := range m {
		n += k
	}
	return n
}

// notes are what the harness leaves out.
func (d *diffing) notes() []string {
	if d.rounds.first == nil {
		return nil
	}
	return d.rounds.first.Harness.Notes
}
