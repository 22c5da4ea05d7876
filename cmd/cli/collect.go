package cli

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/riftlab/rift/experiments"
	"github.com/riftlab/rift/results/report"
	"github.com/spf13/cobra"
)

type collectFlags struct {
	out            string
	json, noReport bool
}

// collectResult is what was collected.
type collectResult struct {
	statusResult
	Report      string   `json:"report,omitempty"`
	Conclusions []string `json:"conclusions,omitempty"`
}

func (a *app) collect() *cobra.Command {
	var f collectFlags
	cmd := &cobra.Command{
		Use:   "collect DIR",
		Short: "Report a folder that many processes worked on, and what is missing",
		Long: `Report a folder that many processes worked on: tables, plots and report.html, and, if
tasks are missing, which and why as far as Slurm tells. "rift submit" has Slurm do this
when all jobs have ended. With -o the records are united in one file of a new folder, and
the report is made there.

Exit status: 0 all tasks ended as they should; 3 some are missing, or did not.`,
		Example: "  rift collect results-tcas\n  rift collect /shared/results -o tcas-whole\n  rift collect results-tcas --json",
		Args:    args(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.doCollect(cmd.Context(), args[0], &f)
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&f.out, "output", "o", "", "new folder for the united records")
	flags.BoolVar(&f.json, "json", false, "print the result as a JSON line")
	flags.BoolVar(&f.noReport, "no-report", false, "do not make tables, plots and report.html")
	return cmd
}

func (a *app) doCollect(ctx context.Context, dir string, f *collectFlags) error {
	r, err := lookAt(ctx, dir, 0)
	if err != nil {
		return err
	}
	result := collectResult{statusResult: *r}
	if f.out != "" {
		if _, err := experiments.Merge(ctx, f.out, []string{dir}); err != nil {
			return folderError(err)
		}
		dir = f.out
		result.Folder = dir
	}
	if !f.noReport {
		var rep *report.Report
		if rep, err = a.writeReport(ctx, dir, experiments.Sources(ctx, a.env, dir)); err != nil {
			return err
		}
		result.Report, result.Conclusions = filepath.Join(dir, "report.html"), rep.Conclusions
		if !f.json {
			if err := rep.WriteText(a.out, a.textOptions()); err != nil {
				return err
			}
		}
		fmt.Fprintf(a.err, "rift: tables, plots and the report are in %s\n", result.Report)
	}
	switch {
	case f.json:
		a.event(result)
	case !r.Complete:
		r.show(a.err)
	}
	if r.Failed > 0 {
		a.sayFailed(r.Failed, r.Folder)
	}
	if !r.Complete || r.Failed > 0 {
		return &silent{StatusInconclusive}
	}
	return nil
}
