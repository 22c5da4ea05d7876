package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/riftlab/rift/experiments"
	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/report"
	"github.com/spf13/cobra"
)

func (a *app) report() *cobra.Command {
	var out string
	var asJSON, noTimes bool
	cmd := &cobra.Command{
		Use:   "report DIR",
		Short: "Make tables, plots and report.html of a result folder",
		Long: `Make tables, plots and report.html of a result folder, and print the tables.
Nothing is run; a folder that is not complete is reported as far as it goes.`,
		Example: `  rift report results-quick
  rift report results-quick -o paper
  rift report results-quick --json`,
		Args: args(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if _, err := results.Open(args[0]); err != nil {
				return input(err)
			}
			if !isResults(args[0]) {
				return usagef("%s is no result folder: it has neither plan.json nor records/", args[0])
			}
			opts := experiments.Sources(cmd.Context(), a.env, args[0])
			opts.Out, opts.NoTimes = out, noTimes
			r, err := a.writeReport(cmd.Context(), args[0], opts)
			if err != nil {
				return err
			}
			if out == "" {
				out = args[0]
			}
			page := filepath.Join(out, "report.html")
			if asJSON {
				e := reportResult{Event: "result", Folder: args[0], Report: page, Conclusions: r.Conclusions}
				for _, w := range r.Set.Warnings {
					e.Warnings = append(e.Warnings, w.String())
				}
				for _, t := range r.Tables {
					e.Tables = append(e.Tables, filepath.Join(out, "tables", t.Name+".json"))
				}
				a.event(e)
				return nil
			}
			fmt.Fprintf(a.err, "rift: tables, plots and the report are in %s\n", page)
			return r.WriteText(a.out, a.textOptions())
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "folder to write into (default DIR)")
	cmd.Flags().BoolVar(&noTimes, "no-times", false, "leave out what depends on clock and machine: equal records then give equal files")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the result as a JSON line")
	return cmd
}

// isResults tells a result folder, of which the plan may be lost, from others.
func isResults(dir string) bool {
	for _, name := range []string{"plan.json", "records"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return true
		}
	}
	return false
}

type reportResult struct {
	Event       string   `json:"event"`
	Folder      string   `json:"folder"`
	Report      string   `json:"report"`
	Tables      []string `json:"tables"`
	Conclusions []string `json:"conclusions"`
	Warnings    []string `json:"warnings,omitempty"`
}

// writeReport makes the tables, the plots and the report of a folder, and says so
// while it does, less and less often: those of millions of tests take minutes.
func (a *app) writeReport(ctx context.Context, dir string, opts report.Options) (*report.Report, error) {
	begun, done := time.Now(), make(chan struct{})
	var speaker sync.WaitGroup
	speaker.Go(func() {
		for next := 2 * time.Second; ; next *= 2 {
			select {
			case <-done:
				return
			case <-time.After(next):
				fmt.Fprintf(a.err, "rift: making tables, plots and the report since %v\n", time.Since(begun).Round(time.Second))
			}
		}
	})
	defer speaker.Wait()
	defer close(done)
	return report.Write(ctx, dir, opts)
}
