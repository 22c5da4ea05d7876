package cli

import (
	"context"
	"fmt"
	"math"
	"path"
	"regexp"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/corpora/regressions"
	"github.com/riftlab/rift/results/chart"
	"github.com/riftlab/rift/results/report"
	"github.com/riftlab/rift/results/stats"
	"github.com/riftlab/rift/results/table"
)

type studyFlags struct {
	rev, since, until         string
	source                    []string
	fix, feature, introducing string
	output                    string
	json                      bool
}

func (a *app) study() *cobra.Command {
	opt := regressions.Defaults()
	var f studyFlags
	cmd := &cobra.Command{
		Use:   "study REPOSITORY [flags]",
		Short: "Study the regressions in the history of a git repository",
		Long: `Read the history of a git repository, and tell how many of its commits change code,
how many of these are fixes and how many fixes are of regressions: of errors that an
earlier commit introduced. For those whose message names that commit, the study tells
how long the error lived and how large the change was that brought it. Only changes of
several hunks can interact.

It goes by messages: --fix, --feature and --regression are what it looks for in them.
What no message says is missed. Merges are left out.

With --output, tables (text, Markdown, CSV, LaTeX, JSON) and plots (SVG, PNG) go into
a folder.

Source: Böhme et al., ESEC/FSE 2013, section 2.1.`,
		Example: `  rift study coreutils --since 2008-01-01 --until 2013-03-01
  rift study . --json
  rift study lib --source '*.c' --source '*.y' -o study`,
		Args: args(1, 1),
		RunE: func(cmd *cobra.Command, list []string) error { return a.doStudy(cmd.Context(), list[0], &f) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.rev, "rev", "HEAD", "the revision whose history is read")
	flags.StringVar(&f.since, "since", "", "leave out commits before this date, YYYY-MM-DD")
	flags.StringVar(&f.until, "until", "", "leave out commits from this date on, YYYY-MM-DD")
	flags.StringArrayVar(&f.source, "source", opt.Source, "a pattern for the names of files whose changes are changes of code (may be repeated)")
	flags.StringVar(&f.fix, "fix", opt.Fix.String(), "messages of fixes match this regular expression")
	flags.StringVar(&f.feature, "feature", opt.Feature.String(), "messages of features match this, if they are no fixes")
	flags.StringVar(&f.introducing, "regression", opt.Regression.String(), "messages of fixes of regressions match this, too")
	flags.StringVarP(&f.output, "output", "o", "", "write tables and plots into this folder")
	flags.BoolVar(&f.json, "json", false, "print the study as JSON")
	return cmd
}

// options reads the flags.
func (f *studyFlags) options() (regressions.Options, error) {
	opt := regressions.Options{Source: f.source}
	for _, d := range []struct {
		flag, text string
		to         *time.Time
	}{{"since", f.since, &opt.Since}, {"until", f.until, &opt.Until}} {
		if d.text == "" {
			continue
		}
		when, err := time.Parse(time.DateOnly, d.text)
		if err != nil {
			return opt, usagef("--%s %q: expected a date such as 2013-02-28", d.flag, d.text)
		}
		*d.to = when
	}
	for _, r := range []struct {
		flag, text string
		to         **regexp.Regexp
	}{{"fix", f.fix, &opt.Fix}, {"feature", f.feature, &opt.Feature}, {"regression", f.introducing, &opt.Regression}} {
		re, err := regexp.Compile(r.text)
		if err != nil {
			return opt, usagef("--%s: %w", r.flag, err)
		}
		*r.to = re
	}
	for _, p := range f.source {
		if _, err := path.Match(p, ""); err != nil {
			return opt, usagef("--source %q: not a pattern such as *.c", p)
		}
	}
	return opt, nil
}

func (a *app) doStudy(ctx context.Context, dir string, f *studyFlags) error {
	opt, err := f.options()
	if err != nil {
		return err
	}
	repo, err := corpora.OpenRepository(dir)
	if err != nil {
		return input(err)
	}
	end := a.line.Begin()
	opt.Progress = func(n, all int) {
		if all == 0 {
			a.line.Set("%d commits found", n)
		} else {
			a.line.Set("%d of %d commits read", n, all)
		}
	}
	s, err := repo.Study(ctx, f.rev, opt)
	end()
	if err != nil {
		return input(err)
	}
	tables := []*table.Table{studySummary(s), studyRegressions(s)}
	if f.output != "" {
		if err := report.SaveParts(ctx, f.output, tables, studyCharts(s)); err != nil {
			return input(err)
		}
	}
	if f.json {
		a.event(s)
		return nil
	}
	if err := tables[0].WriteText(a.out, a.textOptions()); err != nil {
		return err
	}
	fmt.Fprintln(a.out)
	return tables[1].WriteText(a.out, a.textOptions())
}

// traced returns the regressions whose origin is known.
func traced(s *regressions.Study) []regressions.Regression {
	return slices.DeleteFunc(slices.Clone(s.Regressions), func(r regressions.Regression) bool { return r.Introduced == nil })
}

// studySummary counts commits and tells of how long regressions lived.
func studySummary(s *regressions.Study) *table.Table {
	t := &table.Table{Name: "regressions", Title: "Regressions in the history", Columns: []table.Column{
		{Key: "what", Head: "Commits", Label: true}, {Key: "n", Head: "n", Right: true}, {Key: "of", Head: "of", Right: true},
		{Key: "share", Head: "share", Right: true}, {Key: "low", DataOnly: true}, {Key: "high", DataOnly: true},
	}}
	t.Caption = fmt.Sprintf("By the messages of the commits up to %.12s, without merges; 95 %% intervals.", s.Head)
	row := func(what string, n, of int) {
		r := table.Row{Cells: []table.Cell{table.Str(what), table.Int(n), {}, {}, {}, {}}}
		if of > 0 {
			w := stats.Wilson(n, of, .95)
			share := float64(n) / float64(of)
			r.Cells[2] = table.Int(of)
			r.Cells[3] = table.Float(share).Shown(fmt.Sprintf("%.0f %% [%.0f, %.0f]", 100*share, 100*w.Low, 100*w.High))
			r.Cells[4], r.Cells[5] = table.Float(w.Low), table.Float(w.High)
		}
		t.Rows = append(t.Rows, r)
	}
	known := traced(s)
	more := func(is func(regressions.Regression) bool) (n int) {
		for _, r := range known {
			if is(r) {
				n++
			}
		}
		return n
	}
	row("all", s.Commits, 0)
	row("that change code", s.Code, s.Commits)
	row("fixes", s.Fixes, s.Code)
	row("features", s.Features, s.Code)
	row("fixes of regressions", len(s.Regressions), s.Fixes)
	row("that name the commit which introduced them", len(known), len(s.Regressions))
	row("after more than a year", more(func(r regressions.Regression) bool { return r.Days > 365 }), len(known))
	row("after more than two years", more(func(r regressions.Regression) bool { return r.Days > 730 }), len(known))
	row("introduced by several hunks, which may interact", more(func(r regressions.Regression) bool { return r.Size.Hunks > 1 }), len(known))
	return t
}

// studyRegressions lists the regressions.
func studyRegressions(s *regressions.Study) *table.Table {
	t := &table.Table{Name: "regressions-list", Title: "Fixes of regressions", Columns: []table.Column{
		{Key: "fix", Head: "fix", Label: true}, {Key: "date", Head: "date"}, {Key: "introduced", Head: "introduced by"},
		{Key: "days", Head: "days", Right: true}, {Key: "lines", Head: "lines", Right: true}, {Key: "hunks", Head: "hunks", Right: true}, {Key: "files", Head: "files", Right: true},
		{Key: "subject", Head: "subject", Minor: true},
	}}
	t.Caption = "Days from the commit that the message of the fix names, and the size of its change in files of source."
	for _, r := range s.Regressions {
		cells := []table.Cell{table.Str(r.Fix.Hash).Shown(short(r.Fix.Hash)), table.Str(r.Fix.Date.Format(time.DateOnly)), {}, {}, {}, {}, {}, table.Str(r.Fix.Subject)}
		if in := r.Introduced; in != nil {
			cells[2] = table.Str(in.Hash).Shown(short(in.Hash))
			cells[3] = table.Float(r.Days).Shown(fmt.Sprintf("%.0f", r.Days))
			cells[4], cells[5], cells[6] = table.Int(r.Size.Lines), table.Int(r.Size.Hunks), table.Int(r.Size.Files)
		}
		t.Rows = append(t.Rows, table.Row{Cells: cells})
	}
	return t
}

func short(hash string) string { return hash[:min(10, len(hash))] }

// studyCharts draws which share of the regressions lived longer, and was introduced by more
// lines, than so many.
func studyCharts(s *regressions.Study) []report.Chart {
	known := traced(s)
	draw := func(name, title, x string, of func(regressions.Regression) float64) report.Chart {
		var values []float64
		for _, r := range known {
			values = append(values, of(r))
		}
		slices.Sort(values)
		series := chart.Series{Name: "regressions"}
		for i, v := range values {
			if i+1 == len(values) || values[i+1] != v {
				w := stats.Wilson(len(values)-i-1, len(values), .95)
				series.X = append(series.X, math.Max(v, 1))
				series.Y = append(series.Y, float64(len(values)-i-1)/float64(len(values)))
				series.Low, series.High = append(series.Low, w.Low), append(series.High, w.High)
			}
		}
		return report.Chart{Name: name, Title: title, Alt: title, Chart: chart.Steps(title, x, "share of regressions with more", []chart.Series{series})}
	}
	if len(known) == 0 {
		return nil
	}
	return []report.Chart{
		draw("regressions-days", "How long regressions lived", "days", func(r regressions.Regression) float64 { return r.Days }),
		draw("regressions-lines", "How much the commits changed that introduced regressions", "changed lines", func(r regressions.Regression) float64 { return float64(r.Size.Lines) }),
	}
}
