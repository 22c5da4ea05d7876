package report

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/analysis"
	"github.com/riftlab/rift/results/chart"
	"github.com/riftlab/rift/results/table"
)

//go:embed page.gohtml
var pageSource string

//go:embed page.css
var pageCSS string

//go:embed page.js
var pageJS string

// Limits of the page, so that it opens at once whatever the experiment's size.
const (
	maxTableRows    = 400 // of one table
	maxPairSections = 300
	maxPageExamples = 400 // differing inputs on the whole page
)

// page is what the template shows.
type page struct {
	Title       string
	Set         *results.Set
	Tiles       []tile
	Conclusions []string
	// MoreConclusions are the less important ones, which are folded.
	MoreConclusions []string
	Warnings        []results.Warning
	Sections        []section
	Pairs           []pairSection
	PairsNote       string
	CSS             template.CSS
	JS              template.JS
}

// tile is a number that matters.
type tile struct{ Value, Label string }

// section is a part of the page with a heading.
type section struct {
	ID, Title, Intro string
	Parts            []part
}

// part is one thing in a section: a table, charts, or a matrix with charts
// beside it.
type part struct {
	Fold   string // if set, the part is folded away under this text
	Table  *tableView
	Charts []chartView
	Matrix *matrix
	// Profiles, each folded away by itself.
	Profiles []profile
}

type tableView struct {
	*table.Table
	Columns  []columnView
	Sections []tableSection
	Cut      string // says that rows are left out
}

type columnView struct {
	table.Column
	index int
}

type tableSection struct {
	Name string
	Rows [][]cellView
}

type cellView struct {
	table.Cell
	Right, Label bool
	Sort         string // raw value, "" if missing
	Class        string
}

type chartView struct {
	Name, Title, Alt string
	SVG              template.HTML
}

// WriteHTML writes the page: one file that needs no network, readable without
// JavaScript.
func (r *Report) WriteHTML(w io.Writer) error {
	t, err := template.New("page").Parse(pageSource)
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	var buf bytes.Buffer
	if err := t.Execute(&buf, r.page()); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	_, err = w.Write(buf.Bytes())
	return err
}

func (r *Report) page() *page {
	p := &page{
		Title: cmp.Or(r.Set.Plan.Title, r.Set.Plan.Name, "results"), Set: r.Set, Tiles: r.tiles(), Warnings: r.warnings(),
		CSS: template.CSS(pageCSS), JS: template.JS(pageJS),
	}
	p.Conclusions, p.MoreConclusions = r.folded(analysis.MostConclusions)
	p.Sections = r.sections()
	p.Pairs, p.PairsNote = r.pairSections()
	return p
}

func (r *Report) tiles() []tile {
	set := r.Set
	tests, differences := 0, 0
	for i := range set.Runs {
		tests += set.Runs[i].Tests
		differences += set.Runs[i].Differences
	}
	tasks := analysis.Count(float64(len(set.Runs)))
	if set.Missing > 0 {
		tasks += " of " + analysis.Count(float64(set.Plan.Len()))
	}
	list := []tile{
		{tasks, "tasks finished"},
		{fmt.Sprint(len(set.Engines)), "engines"},
		{analysis.Count(float64(len(set.Pairs))), "version pairs"},
	}
	if len(r.Views) == 0 { // no task looks for differences
		return list
	}
	return append(list, tile{analysis.Count(float64(tests)), "tests"}, tile{analysis.Count(float64(differences)), "tests with a difference"})
}

// sections lays the tables and charts out. A section without content is left
// out.
func (r *Report) sections() []section {
	detection := []part{r.tablePart("overview", ""), r.tablePart("equal", "")}
	var bars, survival, ranks, unique []part
	for _, v := range r.Views {
		detection = append(detection, r.chartPart("detection-"+v.Key, ""), r.chartPart("first-"+v.Key, ""))
		bars = append(bars, part{Matrix: newMatrix(v), Charts: r.chartPart("pairs-"+v.Key, "").Charts})
		survival = append(survival, r.chartPart("survival-"+v.Key, ""))
		ranks = append(ranks, r.chartPart("ranks-"+v.Key, ""))
		unique = append(unique, r.chartPart("unique-"+v.Key, ""))
	}
	comparison := slices.Concat(
		[]part{r.tablePart("compare-detection", ""), r.tablePart("compare-speed", ""), r.tablePart("compare-counts", "")}, survival,
		[]part{r.tablePart("ranks", "")}, ranks,
		[]part{r.tablePart("unique", "")}, unique,
		[]part{r.tablePart("complementarity", ""), r.tablePart("compare-pairs", "Comparison by version pair")})
	all := []section{
		r.paperSection(),
		{"detection", "Detection", "How often, and how soon, each engine finds an input on which the two versions differ.", detection},
		{"pairs", "Version pairs", "Share of an engine's tasks on a pair that found a difference. Darker is more; a name leads to the inputs.", append(bars, r.tablePart("found", "The same as a table"), r.tablePart("pairs", "All numbers by version pair"))},
		{"comparison", "Engines compared", "", comparison},
		{"errors", "Known errors", "Which known errors of the pairs the engines' tests expose, and which of them are change interaction errors.",
			[]part{r.tablePart("known-errors", ""), r.tablePart("interactions", ""), r.tablePart("sequences", ""), {Profiles: r.errorProfiles()}}},
		{"explanation", "Explanation", "Which changes engines hold responsible for a failing test.", []part{r.tablePart("explain-overview", ""), r.tablePart("explain", "")}},
		{"requirements", "Test requirements", "How often test suites that are adequate by a criterion show a difference, and what requirements cost.", []part{
			r.tablePart("surveys", ""), r.chartPart("survey-criteria", ""), r.chartPart("survey-growth", ""),
			r.tablePart("surveys-by-distance", "All distances"), r.tablePart("survey-costs", ""), r.chartPart("survey-costs", ""), r.tablePart("requirements", ""),
		}},
		{"engines", "Engine by engine", "What each engine did and found.", []part{{Profiles: r.engineProfiles()}}},
		{"tasks", "Tasks", "How tasks ended and what they cost.", []part{r.tablePart("outcomes", ""), r.tablePart("costs", ""), r.tablePart("reasons", "")}},
	}
	var out []section
	for _, s := range all {
		kept := s.Parts[:0]
		for _, p := range s.Parts {
			if p.Table != nil || len(p.Charts) > 0 || p.Matrix != nil || len(p.Profiles) > 0 {
				kept = append(kept, p)
			}
		}
		if s.Parts = kept; len(kept) > 0 {
			out = append(out, s)
		}
	}
	return out
}

func (r *Report) tablePart(name, fold string) part {
	t := r.Table(name)
	if t == nil {
		return part{}
	}
	return part{Fold: fold, Table: newTableView(t)}
}

func newTableView(t *table.Table) *tableView {
	v := &tableView{Table: t}
	for i, c := range t.Columns {
		if !c.DataOnly {
			v.Columns = append(v.Columns, columnView{c, i})
		}
	}
	rows := t.Rows
	if len(rows) > maxTableRows {
		v.Cut = fmt.Sprintf("The first %d of %d rows; tables/%s.csv has all.", maxTableRows, len(rows), t.Name)
		rows = rows[:maxTableRows]
	}
	for _, row := range rows {
		if n := len(v.Sections); n == 0 || v.Sections[n-1].Name != row.Section {
			v.Sections = append(v.Sections, tableSection{Name: row.Section})
		}
		s := &v.Sections[len(v.Sections)-1]
		var cells []cellView
		for i, c := range v.Columns {
			cell := row.Cells[c.index]
			cells = append(cells, cellView{Cell: cell, Right: c.Right, Label: i == 0, Sort: cell.Raw(), Class: cellClass(c.Column, cell)})
		}
		s.Rows = append(s.Rows, cells)
	}
	return v
}

var markClass = map[table.Mark]string{table.Good: "good", table.Bad: "bad", table.Faint: "faint"}

func cellClass(c table.Column, cell table.Cell) string {
	class := markClass[cell.Mark]
	if c.Right {
		class += " n"
	}
	if cell.Missing() {
		class += " faint"
	}
	return strings.TrimSpace(class)
}

func (r *Report) chartPart(group, fold string) part {
	p := part{Fold: fold}
	for _, c := range r.Charts {
		if c.Group == group {
			p.Charts = append(p.Charts, chartView{c.Name, c.Title, c.Alt, inlineSVG(c)})
		}
	}
	return p
}

// inlineSVG makes a chart part of a page: no XML header, scaled to its place,
// with a text alternative, and the colours of everything but the data taken
// from the page, so that it can be dark.
func inlineSVG(c Chart) template.HTML {
	svg := string(c.SVG())
	if i := strings.Index(svg, "<g "); i >= 0 {
		svg = svg[i:]
	}
	svg = strings.NewReplacer(
		chart.Ink, "var(--ink)", chart.Muted, "var(--muted)", chart.Grid, "var(--line)",
		"fill:"+chart.Background, "fill:none",
		"font-family:Liberation Sans;font-variant:normal;font-weight:normal;font-style:normal;", "",
	).Replace(svg)
	head := fmt.Sprintf(`<svg viewBox="0 0 %g %g" role="img" aria-labelledby="%s-t %s-d" style="max-width:%gpx">`+
		`<title id="%s-t">%s</title><desc id="%s-d">%s</desc>`,
		c.Width.Points(), c.Height.Points(), c.Name, c.Name, c.Width.Points()*1.3,
		c.Name, template.HTMLEscapeString(c.Title), c.Name, template.HTMLEscapeString(c.Alt))
	return template.HTML(head + svg)
}
