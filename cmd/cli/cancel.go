package cli

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/riftlab/rift/experiments"
	"github.com/riftlab/rift/experiments/slurm"
	"github.com/spf13/cobra"
)

// cancelResult is what was asked to end.
type cancelResult struct {
	Event     string                `json:"event"`
	Folder    string                `json:"folder"`
	Jobs      []string              `json:"jobs"`
	Processes []experiments.Process `json:"processes"`
}

func (a *app) cancel() *cobra.Command {
	var asJSON bool
	var wait time.Duration
	cmd := &cobra.Command{
		Use:   "cancel DIR",
		Short: "End whatever works on a result folder",
		Long: `End whatever works on a result folder: Slurm's jobs that were submitted for it, and
processes on any machine, which are asked by a file of the folder and end within seconds.
What they have finished stays; "rift run", "rift join" and "rift submit" continue.

Exit status: 0 everything was asked to end, or nothing was there to end; 2 Slurm
cannot be asked.`,
		Example: "  rift cancel results-tcas\n  rift cancel /shared/results --json",
		Args:    args(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := notNegative(cmd, "wait"); err != nil {
				return err
			}
			if _, err := resultFolder(args[0]); err != nil {
				return err
			}
			// First the jobs: elements that wait would take the place of those that end.
			jobs, slurmErr := slurm.Cancel(cmd.Context(), args[0], slurm.Patience(wait))
			processes, err := experiments.Stop(args[0])
			if err = errors.Join(slurmErr, err); errors.Is(err, slurm.ErrSlurm) || errors.Is(err, experiments.ErrFolder) {
				return input(err)
			}
			if err != nil {
				return err
			}
			switch {
			case asJSON:
				a.event(cancelResult{"result", args[0], jobs, processes})
			case len(jobs)+len(processes) == 0:
				fmt.Fprintf(a.out, "nothing works on %s\n", args[0])
			default:
				if len(jobs) > 0 {
					fmt.Fprintf(a.out, "cancelled job %s\n", strings.Join(jobs, ", "))
				}
				if n := len(processes); n == 1 {
					fmt.Fprintf(a.out, "asked 1 process to end\n")
				} else if n > 1 {
					fmt.Fprintf(a.out, "asked %d processes to end\n", n)
				}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the result as a JSON line")
	cmd.Flags().DurationVar(&wait, "wait", time.Minute, "how long to wait for a Slurm controller that is down")
	return cmd
}
