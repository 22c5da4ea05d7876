// Package report turns a results folder into what people read: tables in all
// formats, plots, and report.html.
package report

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/analysis"
	"github.com/riftlab/rift/results/chart"
	"github.com/riftlab/rift/results/papers"
	"github.com/riftlab/rift/results/table"
)

// Options adjusts a report. The zero value is fit for use.
type Options struct {
	// Out is the folder to write into; the results folder itself if empty.
	Out string
	// Examples is the number of differing inputs shown per pair; 0 means
	// results.DefaultExamples.
	Examples int
	// NoTimes leaves out what depends on clock and machine: equal records then
	// give equal files.
	NoTimes bool
	// Describe tells about a pair what the records do not hold, so that the
	// page can show its changes; nil or false if that is not known. It must
	// give the versions that the records are about.
	Describe func(results.PairOf) (PairInfo, bool)
	// Inspect computes more about a pair, of the same versions; may be nil. It
	// is asked for some pairs only, since it takes a while.
	Inspect func(results.PairOf) Inspection
}

// Report is what a results folder says. It is made by Of.
type Report struct {
	Set         *results.Set
	Views       []*analysis.View
	Conclusions []string       // in words, the most important first
	Tables      []*table.Table // all that have rows, in reading order
	Charts      []Chart
	// Paper is the paper that the experiment reproduces, nil if none. Its tables
	// are the first of Tables.
	Paper *papers.Paper

	paperTables []string // their names
	pairRuns    map[results.PairOf][]*results.Run
	shownPairs  map[results.PairOf]bool // those with a section of the page
	describe    func(results.PairOf) (PairInfo, bool)
	described   bool // describe was given
	inspect     func(results.PairOf) Inspection
}

// Chart is a plot with what a page needs around it.
type Chart struct {
	Name  string // for file names
	Group string // charts of a group are shown side by side
	Title string
	Alt   string // what the plot shows, in words
	// Data is what is drawn, for who wants to draw it otherwise; nil where a
	// table has it already.
	Data *table.Table
	*chart.Chart
}

// Write makes the report of the results folder dir and writes tables/, plots/
// (with the data of curves) and report.html. Each file is replaced as a whole, so that a reader never
// sees half of one.
func Write(ctx context.Context, dir string, opts Options) (*Report, error) {
	folder, err := results.Open(dir)
	if err != nil {
		return nil, err
	}
	set, err := folder.Load(ctx, results.LoadOptions{Examples: opts.Examples, NoMeasures: opts.NoTimes})
	if err != nil {
		return nil, err
	}
	if opts.Out == "" {
		opts.Out = dir
	}
	r := Of(set, opts)
	return r, r.Save(ctx, opts.Out)
}

// Of computes the report of a loaded folder; of opts it reads only
// Describe and Inspect.
func Of(set *results.Set, opts Options) *Report {
	views := analysis.Views(set)
	r := &Report{Set: set, Views: views, Conclusions: analysis.Conclusions(set, views), Charts: append(charts(views), surveyCharts(set)...), describe: opts.Describe, described: opts.Describe != nil, inspect: opts.Inspect}
	if r.describe == nil {
		r.describe = func(results.PairOf) (PairInfo, bool) { return PairInfo{}, false }
	}
	all := []*table.Table{
		analysis.Overview(set, views), analysis.Equal(views), analysis.ExplainOverview(set),
		analysis.CompareDetection(views), analysis.CompareSpeed(views), analysis.CompareCounts(views), analysis.Ranks(views),
		analysis.Found(views), analysis.Unique(views), analysis.Complementarity(views),
		analysis.PerPair(views), analysis.ComparePairs(views), analysis.Explanations(set),
		analysis.KnownErrors(set), analysis.Interactions(set), analysis.Sequences(set),
		analysis.Surveys(set), analysis.SurveysByDistance(set), analysis.SurveyCostTable(set),
		analysis.Outcomes(set), analysis.Reasons(set), analysis.Costs(set), analysis.Requirements(set),
	}
	for _, t := range all {
		if len(t.Rows) > 0 {
			r.Tables = append(r.Tables, t)
		}
	}
	r.addPaper()
	r.byPair()
	return r
}

// Table returns the table of that name, nil if it has no rows.
func (r *Report) Table(name string) *table.Table {
	for _, t := range r.Tables {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// shownTable is a table shown on a terminal, with the rows that it may have
// there at most.
type shownTable struct {
	name string
	rows int
}

// terminalTables are the tables that WriteText shows.
var terminalTables = []shownTable{
	{"overview", 60}, {"equal", 20}, {"explain-overview", 20}, {"found", 80}, {"pairs", 45}, {"explain", 45},
	{"known-errors", 60}, {"interactions", 30}, {"sequences", 40}, {"surveys", 60},
	{"compare-detection", 15}, {"compare-speed", 9}, {"outcomes", 20},
}

// WriteText writes the conclusions, the tables that fit a terminal, and the
// warnings.
func (r *Report) WriteText(w io.Writer, opts table.TextOptions) error {
	return r.writeText(w, opts, r.shown(terminalTables))
}

// comparisonTables are the tables that compare engines.
var comparisonTables = []shownTable{
	{"overview", 60}, {"compare-detection", 60}, {"compare-speed", 90}, {"compare-counts", 60}, {"ranks", 60},
	{"found", 80}, {"unique", 60}, {"complementarity", 90}, {"equal", 20}, {"explain-overview", 20},
}

// WriteComparison is WriteText with the tables that compare engines.
func (r *Report) WriteComparison(w io.Writer, opts table.TextOptions) error {
	return r.writeText(w, opts, comparisonTables)
}

func (r *Report) writeText(w io.Writer, opts table.TextOptions, tables []shownTable) error {
	var buf bytes.Buffer
	for _, show := range tables {
		t := r.Table(show.name)
		if t == nil || len(t.Rows) > show.rows {
			continue
		}
		if err := t.WriteText(&buf, opts); err != nil {
			return err
		}
		buf.WriteByte('\n')
	}
	first, rest := r.folded(analysis.MostConclusions)
	_ = table.WriteParagraphs(&buf, "Conclusions", first, opts)
	if len(rest) > 0 {
		fmt.Fprintf(&buf, "- and %d more in the report\n", len(rest))
	}
	var warnings []string
	for _, w := range r.warnings() {
		warnings = append(warnings, w.String())
	}
	if len(warnings) > 0 {
		buf.WriteByte('\n')
		_ = table.WriteParagraphs(&buf, "Warnings", warnings, opts)
	}
	_, err := w.Write(buf.Bytes())
	return err
}

// folded divides the conclusions into the most important ones and the rest.
func (r *Report) folded(most int) (first, rest []string) {
	most = min(most, len(r.Conclusions))
	return r.Conclusions[:most], r.Conclusions[most:]
}

// maxWarnings bounds the list of warnings for people.
const maxWarnings = 30

// warnings returns the set's warnings, the last of them replaced by their
// number if there are too many.
func (r *Report) warnings() []results.Warning {
	all := r.Set.Warnings
	if len(all) <= maxWarnings {
		return all
	}
	rest := len(all) - maxWarnings
	return append(all[:maxWarnings:maxWarnings], results.Warning{Text: fmt.Sprintf("and %d more warnings", rest)})
}

// Save writes tables/, plots/ and report.html into a folder. Each file is replaced
// as a whole.
func (r *Report) Save(ctx context.Context, out string) error {
	if err := SaveParts(ctx, out, r.Tables, r.Charts); err != nil {
		return err
	}
	return writeFile(filepath.Join(out, "report.html"), r.WriteHTML)
}

// SaveParts writes tables into the folder tables, and charts into the folder plots, of a
// folder. Each file is replaced as a whole.
func SaveParts(ctx context.Context, out string, list []*table.Table, charts []Chart) error {
	tables, plots := filepath.Join(out, "tables"), filepath.Join(out, "plots")
	for _, d := range []string{tables, plots} {
		if err := os.MkdirAll(d, 0o777); err != nil {
			return fmt.Errorf("report: %w", err)
		}
	}
	for _, t := range list {
		if err := writeTable(tables, t); err != nil {
			return err
		}
	}
	for _, c := range charts {
		if err := ctx.Err(); err != nil {
			return err
		}
		files := map[string]func(io.Writer) error{".svg": c.WriteSVG, ".png": c.WritePNG}
		if c.Data != nil {
			files[".csv"] = c.Data.WriteCSV
		}
		for ext, write := range files {
			if err := writeFile(filepath.Join(plots, c.Name+ext), write); err != nil {
				return err
			}
		}
	}
	return nil
}

func writeTable(dir string, t *table.Table) error {
	text := func(w io.Writer) error { return t.WriteText(w, table.TextOptions{}) }
	for _, f := range []struct {
		ext   string
		write func(io.Writer) error
	}{{".txt", text}, {".md", t.WriteMarkdown}, {".csv", t.WriteCSV}, {".tex", t.WriteLaTeX}, {".json", t.WriteJSON}} {
		if err := writeFile(filepath.Join(dir, t.Name+f.ext), f.write); err != nil {
			return err
		}
	}
	return nil
}

// writeFile replaces a file by what write gives.
func writeFile(path string, write func(io.Writer) error) error {
	var buf bytes.Buffer
	if err := write(&buf); err != nil {
		return fmt.Errorf("report: %s: %w", path, err)
	}
	tmp := path + ".tmp"
	if err := os.WriteFile(tmp, buf.Bytes(), 0o666); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	if err := os.Rename(tmp, path); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}
