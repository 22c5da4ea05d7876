package present

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/difference"
	"github.com/riftlab/rift/results/sidebyside"
)

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Funcs(template.FuncMap{"line": line}).Parse(pageText))

// HTML writes a report as one page that needs nothing else, and no JavaScript.
func HTML(w io.Writer, r *Report) error {
	data := pageOf{Report: r, Many: len(r.Programs) > 1}
	for i, x := range r.Command {
		if i > 0 {
			data.Line += " "
		}
		data.Line += line(x)
	}
	for i, p := range r.Programs {
		data.Sections = append(data.Sections, p.section(i+1))
	}
	return page.Execute(w, &data)
}

// pageOf is what the page shows.
type pageOf struct {
	*Report
	Many     bool
	Line     string // the command
	Sections []section
}

// section is a program.
type section struct {
	*Program
	Anchor      string
	Cost        string
	Places      []placeRow
	Differences []shown
	Bounds      []string
	Engines     []difference.EngineEnd
}

// placeRow is a changed place.
type placeRow struct {
	place
	At, Why string
	Links   []link
}

type link struct {
	Anchor string
	Number int
}

// shown is a difference.
type shown struct {
	Anchor, Summary string
	Number          int
	Kind            *Kind
	Paste           []string
	Streams         []sidebyside.Stream
	Blame           string
	Hunks           []hunk
	Engine          string
	Parts           string // where the versions part
	Undefined       string // behaviour that it rests on
}

// hunk is a change.
type hunk struct {
	ID, Place string
	Rows      []sidebyside.Row
	Cut       int
}

func (p *Program) section(n int) section {
	s := section{Program: p, Anchor: fmt.Sprintf("p%d", n)}
	anchor := func(d *difference.Difference) string { return fmt.Sprintf("%s-d%d", s.Anchor, d.Number) }
	for _, x := range p.places() {
		row := placeRow{place: x, At: line(x.at())}
		switch {
		case x.State == Missed && p.First:
			row.Why = "when the search stopped at the first difference"
		case x.State == Missed:
			row.Why = line(x.why())
		case x.State == Excluded:
			row.Why = "by " + line(x.Excluded)
		case x.State != Differs && x.Executed == 0:
			row.Why = "proved: " + line(x.Proved)
		}
		for _, d := range x.By {
			row.Links = append(row.Links, link{anchor(d), d.Number})
		}
		s.Places = append(s.Places, row)
	}
	for _, d := range p.differences() {
		s.Differences = append(s.Differences, p.shown(d, anchor(d)))
	}
	if v := p.verdict(); v != nil {
		for _, n := range v.NotCompared {
			s.Bounds = append(s.Bounds, line(fmt.Sprintf("not compared: %s, on which %s", corpora.Plural(int(n.Count), "input"), n.Cause)))
		}
		for _, b := range v.Bounds {
			s.Bounds = append(s.Bounds, line(b))
		}
	}
	if r := p.Result; r != nil && r.Ended != nil {
		s.Engines = r.Ended.Engines
		s.Cost = fmt.Sprintf("%s tried in %.1f s (%.1f s of CPU)", corpora.Plural(r.Ended.Tried, "input"), r.Seconds, r.CPUSeconds)
	}
	return s
}

func (p *Program) shown(d *difference.Difference, anchor string) shown {
	s := shown{Anchor: anchor, Number: d.Number, Summary: line(d.Summary()), Kind: kindOf(d), Blame: blameText(d), Engine: d.Engine, Undefined: line(strings.Join(d.Undefined, ", "))}
	for _, l := range p.paste(d) {
		s.Paste = append(s.Paste, line(l))
	}
	for _, a := range d.Aspects() {
		x := sidebyside.Compare(line(a.Name), []byte(a.Old), []byte(a.New))
		switch {
		case a.Same && !x.Equal:
			x.Equal, x.Rows, x.Note = true, nil, "counts as the same"
		case x.Equal && len(a.Old) < 60 && !strings.Contains(a.Old, "\n"):
			x.Note = line(a.Old) + ", equal"
		}
		s.Streams = append(s.Streams, x)
	}
	for _, c := range changes(d) {
		h := hunk{ID: c.ID, Place: line(c.Position().String())}
		h.Place = strings.TrimSuffix(h.Place, ":1")
		h.Rows, h.Cut = sidebyside.Change(d.Round.Delta, c)
		s.Hunks = append(s.Hunks, h)
	}
	if x := d.Divergence; x != nil && x.New.Line > 0 {
		s.Parts = line(x.New.String())
	}
	return s
}
