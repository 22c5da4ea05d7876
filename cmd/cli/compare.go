package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/riftlab/rift/experiments"
	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/report"
	"github.com/spf13/cobra"
)

func (a *app) compare() *cobra.Command {
	var out string
	var asJSON, noTimes bool
	cmd := &cobra.Command{
		Use:   "compare DIR...",
		Short: "Compare engines across one or several result folders",
		Long: `Compare all engines of one or several result folders on the same version pairs:

  - detection: Fisher's exact test, Wilson's intervals;
  - time to detection: Kaplan and Meier's estimate, the log-rank test with each
    pair a stratum; tasks ended by their budget are censored;
  - tests and differences: Mann-Whitney's test (exact for small samples) and
    Vargha and Delaney's effect size on each pair, with Holm's correction;
  - Friedman's test over the pairs with Nemenyi's critical difference;
  - what only one engine finds, and which two find most together;
  - the conclusions in words.

Real errors, seeded errors and pairs known to be equal are never put into one
number. A deterministic engine gets no p-value over seeds. Folders of one
experiment are merged; of several, an engine with the same parameters counts as
one with more seeds. Different versions of rift, machines or numbers of seeds are
warned of; different budgets or subjects are refused. docs/results.md says how
each number is computed.

With -o, tables in all formats, plots and a page are written, too.`,
		Example: `  rift compare results-quick
  rift compare csg-results shadow-results -o comparison
  rift compare results-tcas --json`,
		Args: args(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, dir := range args {
				if _, err := resultFolder(dir); err != nil {
					return err
				}
			}
			set, err := experiments.Combine(cmd.Context(), args, results.LoadOptions{NoMeasures: noTimes})
			if errors.Is(err, experiments.ErrIncomparable) {
				return input(err)
			}
			if err != nil {
				return folderError(err)
			}
			r := report.Of(set, report.Options{Describe: a.describe(args)})
			page := ""
			if out != "" {
				if err := r.Save(cmd.Context(), out); err != nil {
					return err
				}
				page = filepath.Join(out, "report.html")
				fmt.Fprintf(a.err, "rift: tables, plots and the report are in %s\n", page)
			}
			if asJSON {
				return a.compareEvents(r, args, page)
			}
			return r.WriteComparison(a.out, a.textOptions())
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "write tables, plots and report.html into this folder")
	cmd.Flags().BoolVar(&noTimes, "no-times", false, "leave out what depends on clock and machine")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print tables as JSON lines, the result last")
	return cmd
}

// describe asks each folder in turn what it knows of a pair.
func (a *app) describe(dirs []string) func(results.PairOf) (report.PairInfo, bool) {
	var all []func(results.PairOf) (report.PairInfo, bool)
	for _, dir := range dirs {
		if d := experiments.Describe(a.env, dir); d != nil {
			all = append(all, d)
		}
	}
	return func(p results.PairOf) (report.PairInfo, bool) {
		for _, d := range all {
			if info, ok := d(p); ok {
				return info, true
			}
		}
		return report.PairInfo{}, false
	}
}

func (a *app) compareEvents(r *report.Report, dirs []string, page string) error {
	for _, t := range r.Tables {
		var buf bytes.Buffer
		if err := t.WriteJSON(&buf); err != nil {
			return err
		}
		a.event(struct {
			Event string          `json:"event"`
			Table json.RawMessage `json:"table"`
		}{"table", buf.Bytes()})
	}
	e := compareResult{Event: "result", Folders: dirs, Engines: r.Set.Engines, Pairs: len(r.Set.Pairs), Tasks: len(r.Set.Runs), Report: page, Conclusions: r.Conclusions}
	for _, w := range r.Set.Warnings {
		e.Warnings = append(e.Warnings, w.String())
	}
	a.event(e)
	return nil
}

type compareResult struct {
	Event       string   `json:"event"`
	Folders     []string `json:"folders"`
	Engines     []string `json:"engines"`
	Pairs       int      `json:"pairs"`
	Tasks       int      `json:"tasks"`
	Report      string   `json:"report,omitempty"`
	Conclusions []string `json:"conclusions"`
	Warnings    []string `json:"warnings,omitempty"`
}
