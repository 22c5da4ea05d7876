package cli

import (
	"fmt"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/experiments"
	"github.com/riftlab/rift/results"
	"github.com/spf13/cobra"
)

func (a *app) resultsRerun() *cobra.Command {
	var from map[string]string
	var replay string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "rerun DIR TASK",
		Short: "Run a task again and compare its records byte for byte",
		Long: `Run a task of a result folder again, as its plan says, and compare the records
with those in the folder byte for byte. The folder is not changed. "rift results
why" names the tasks behind a number. --replay runs a task of a foreign engine from its
transcript.

Exit status: 0 the same records; 1 other records; 3 other records, but a clock, a
limit of memory or a signal ended one of the runs, so that nothing promises more.`,
		Example: "  rift results rerun results-quick random-pool/advisory/narrow/3\n  rift results rerun tcas-results csg/tcas/v1/1 --from tcas=/data/siemens/tcas --json",
		Args:    args(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if _, err := resultFolder(args[0]); err != nil {
				return err
			}
			r, err := experiments.RunAgain(cmd.Context(), args[0], args[1], from, experiments.RunOptions{Version: a.env.Version, Replay: replay})
			if err != nil {
				return folderError(err)
			}
			if asJSON {
				a.event(rerunResult{"result", args[0], r.Task, r.Status, r.Reason, r.Was, r.Records, r.Same, r.Clocked, r.Line, r.Old, r.New})
			} else {
				a.showRerun(r)
			}
			switch {
			case r.Same:
				return nil
			case r.Clocked:
				return &silent{StatusInconclusive}
			}
			return &silent{StatusDifference}
		},
	}
	cmd.Flags().StringVar(&replay, "replay", "", "folder of transcripts of engines that are foreign processes")
	cmd.Flags().StringToStringVar(&from, "from", nil, "where a subject is on this machine now: NAME=PATH")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the result as a JSON line")
	return cmd
}

func (a *app) showRerun(r *experiments.Rerun) {
	if r.Same {
		fmt.Fprintf(a.out, "%s: the same %s, byte for byte (%s)\n", r.Task, corpora.Plural(r.Records, "record"), r.Status)
		return
	}
	fmt.Fprintf(a.out, "%s: other records (%s there, %s now); the first that differs is number %d:\n", r.Task, r.Was, r.Status, r.Line)
	for _, side := range []struct{ name, text string }{{"there", r.Old}, {"now", r.New}} {
		if side.text == "" {
			side.text = "nothing"
		}
		fmt.Fprintf(a.out, "  %-5s %s\n", side.name, cut(side.text, 400))
	}
	if r.Clocked {
		fmt.Fprintln(a.out, "  A clock, a limit of memory or a signal ended one of the runs: it need not be the same.")
	}
}

// cut shortens a text for people.
func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return fmt.Sprintf("%s... (%d bytes)", s[:most], len(s))
}

type rerunResult struct {
	Event   string         `json:"event"`
	Folder  string         `json:"folder"`
	Task    string         `json:"task"`
	Status  results.Status `json:"status"`
	Reason  string         `json:"reason,omitempty"`
	Was     results.Status `json:"was"`
	Records int            `json:"records"`
	Same    bool           `json:"same"`
	Clocked bool           `json:"clocked,omitempty"`
	Line    int            `json:"line,omitempty"`
	Old     string         `json:"there,omitempty"`
	New     string         `json:"now,omitempty"`
}
