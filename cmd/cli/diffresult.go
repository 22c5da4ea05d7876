package cli

import (
	"fmt"
	"github.com/riftlab/rift/difference/harness"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/difference"
	"github.com/riftlab/rift/difference/present"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/testsuite"
)

// diffing is one run of the command.
type diffing struct {
	app      *app
	flags    *diffFlags
	entry    string    // the function that is called, "" for main
	dir      string    // for tests, "" for none
	out      io.Writer // for people
	printer  difference.Printer
	folder   *testsuite.Folder
	found    []*difference.Difference
	begun    map[int]bool // rounds that were told of
	complete map[int]bool // likewise, as complete
}

func (d *diffing) warn(text string) { fmt.Fprintf(d.app.err, "rift: %s\n", text) }

// roundEvent says that the search has begun with other inputs, or has accounted
// for all of a round.
type roundEvent struct {
	Event  string   `json:"event"` // "round" or "complete"
	Entry  string   `json:"entry,omitempty"`
	Number int      `json:"number"`
	Inputs []string `json:"inputs"`
	Paths  int64    `json:"paths,omitempty"`
}

// progress says how far the search is: as events, or as a line beside what is
// printed.
func (d *diffing) progress(e *difference.Ended) {
	if !d.flags.json {
		d.app.line.Set("%s tried%s", corpora.Plural(e.Tried, "input"), widest(e))
		return
	}
	for i := range e.Rounds {
		r := &e.Rounds[i]
		if len(r.Inputs) > 0 && !d.begun[i] {
			d.begun[i] = true
			d.app.event(roundEvent{Event: "round", Entry: d.entry, Number: i + 1, Inputs: r.Inputs})
		}
		if r.Complete() && !d.complete[i] {
			d.complete[i] = true
			d.app.event(roundEvent{"complete", d.entry, i + 1, r.Inputs, r.Conclusion.Paths})
		}
	}
}

// widest says how far the rounds have come, as short as a line of a terminal.
func widest(e *difference.Ended) string {
	s := ""
	for i := range e.Rounds {
		if r := &e.Rounds[i]; r.Complete() {
			s = "; complete: " + strings.Join(r.Inputs, ", ")
		}
	}
	return s[:min(len(s), 60)]
}

// emit shows a distinct difference and writes its test.
func (d *diffing) emit(x *difference.Difference) error {
	d.found = append(d.found, x)
	if d.printer.Program = "./" + d.flags.program; d.flags.program == "" {
		d.printer.Program += programName(x.Round.Task.New.Program)
	}
	test := ""
	if d.dir != "" {
		if err := d.openFolder(x.Round.Task); err != nil {
			return err
		}
		test = testsuite.TestName(x.Number)
		err := d.folder.Add(&testsuite.Test{Name: test, Input: x.Input, Outcome: *x.New,
			Note: fmt.Sprintf("difference %d: %s; the old version: %s; change %s", x.Number, x.Summary(), shown(x.Old), strings.Join(x.Blame.Changes, ", "))})
		if err != nil {
			return err
		}
	}
	if d.flags.json {
		d.app.event(struct {
			Event string `json:"event"`
			Entry string `json:"entry,omitempty"`
			*difference.Difference
			Paste []string `json:"paste"`
			Test  string   `json:"test,omitempty"`
		}{"difference", d.entry, x, d.printer.Paste(x), test})
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
			path, err := filepath.Abs(filepath.Join(d.dir, "sources", "new", local(file.Name)))
			if err != nil {
				return err
			}
			s.Sources = append(s.Sources, path)
		}
	}
	var err error
	if d.folder, err = testsuite.Create(d.dir, s, f.formats); err != nil {
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
			if err := d.folder.WriteFile(filepath.Join("sources", v.name, local(file.Name)), []byte(harness.Native(file))); err != nil {
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

// resultEvent is the last event.
type resultEvent struct {
	Event string `json:"event"`
	Entry string `json:"entry,omitempty"`
	*difference.Result
}

// finish prints the result.
func (d *diffing) finish(p *present.Program) {
	r := p.Result
	switch {
	case d.flags.json:
		d.app.event(resultEvent{"result", d.entry, r})
	case r.NoChange:
		fmt.Fprintln(d.out, p.Headline())
	default:
		d.summary(p)
	}
}

func (d *diffing) summary(p *present.Program) {
	r, v := p.Result, p.Result.Verdict
	for _, e := range r.Ended.Engines {
		if e.Failed() {
			fmt.Fprintf(d.app.err, "rift: engine %s: %s\n", e.Name, e.Ended)
		}
	}
	if v.Answer != difference.Differs {
		fmt.Fprint(d.out, v)
	} else {
		fmt.Fprintln(d.out, p.Headline())
		for _, s := range v.ReachText() {
			if strings.HasPrefix(s, "not reached") && !d.flags.First {
				fmt.Fprintf(d.out, "  %s\n", s)
			}
		}
	}
	fmt.Fprintf(d.app.err, "%s tried in %.1f s (%.1f s of CPU)", corpora.Plural(r.Ended.Tried, "input"), r.Seconds, r.CPUSeconds)
	if len(d.found) > 0 {
		fmt.Fprintf(d.app.err, ", the first difference after %.1f s", r.FirstAfter)
	}
	fmt.Fprintln(d.app.err)
}
