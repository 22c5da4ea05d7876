package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
)

//go:embed index.gohtml
var indexSource string

// Entry is a report that an index leads to. It must be one with a Paper.
type Entry struct {
	Report *Report
	Link   string // to its page, relative to the index
}

// indexPaper is what the index shows of a report.
type indexPaper struct {
	Key, Title, Venue, Intro, Link string
	Conclusions                    []string
	Parts                          []part
}

// maxIndexConclusions is how many conclusions of a report the index has.
const maxIndexConclusions = 4

// WriteIndex writes a page with the papers' tables of several reports, each with
// a link to the whole. Like a report, it needs no network.
func WriteIndex(path, title string, entries []Entry) error {
	var list []indexPaper
	for _, e := range entries {
		s, p := e.Report.paperSection(), e.Report.Paper
		list = append(list, indexPaper{
			Key: p.Key, Title: p.Title, Venue: p.Venue, Intro: s.Intro, Link: e.Link, Parts: s.Parts,
			Conclusions: e.Report.Conclusions[:min(len(e.Report.Conclusions), maxIndexConclusions)],
		})
	}
	t, err := template.New("page").Parse(pageSource)
	if err == nil {
		t, err = t.Parse(indexSource)
	}
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return writeFile(path, func(w io.Writer) error {
		return t.ExecuteTemplate(w, "index", struct {
			Title  string
			Papers []indexPaper
			CSS    template.CSS
			JS     template.JS
		}{title, list, template.CSS(pageCSS), template.JS(pageJS)})
	})
}
