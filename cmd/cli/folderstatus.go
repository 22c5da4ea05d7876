package cli

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/experiments"
	"github.com/riftlab/rift/experiments/slurm"
	"github.com/spf13/cobra"
)

// statusResult is how far a folder is, as JSON.
type statusResult struct {
	Event  string `json:"event"`
	Folder string `json:"folder"`
	*experiments.State
	Slurm []slurm.Status `json:"slurm,omitempty"`
	// SlurmError says why Slurm could not be asked.
	SlurmError string `json:"slurm_error,omitempty"`
}

func (a *app) status() *cobra.Command {
	var asJSON bool
	var wait time.Duration
	cmd := &cobra.Command{
		Use:   "status DIR",
		Short: "Tell how far the tasks of a result folder are",
		Long: `Tell how far the tasks of a result folder are, which processes work on it, on whatever
machine, and, if it was submitted, what Slurm's queue says: elements that wait or run,
and those that have gone without finishing their tasks, with their logs.

Exit status: 0 all tasks ended as they should; 3 some are left, or did not.`,
		Example: "  rift status results-tcas\n  rift status /shared/results --json",
		Args:    args(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := notNegative(cmd, "wait"); err != nil {
				return err
			}
			r, err := lookAt(cmd.Context(), args[0], slurm.Patience(wait))
			if err != nil {
				return err
			}
			if asJSON {
				a.event(r)
			} else {
				r.show(a.out)
			}
			if !r.Complete || r.Failed > 0 {
				return &silent{StatusInconclusive}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the result as a JSON line")
	cmd.Flags().DurationVar(&wait, "wait", 0, "how long to wait for a Slurm controller that is down")
	return cmd
}

// lookAt tells how far a folder is. That Slurm cannot be asked is part of the answer.
func lookAt(ctx context.Context, dir string, patience slurm.Patience) (*statusResult, error) {
	if _, err := resultFolder(dir); err != nil {
		return nil, err
	}
	state, err := experiments.Look(ctx, dir)
	if err != nil {
		return nil, folderError(err)
	}
	r := &statusResult{Event: "result", Folder: dir, State: state}
	if r.Slurm, err = slurm.Look(ctx, dir, state.Missing, patience); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		r.SlurmError = err.Error()
	}
	return r, nil
}

// show prints the status for people.
func (r *statusResult) show(w io.Writer) {
	var parts []string
	for _, s := range slices.Sorted(maps.Keys(r.Ended)) {
		parts = append(parts, fmt.Sprintf("%d %s", r.Ended[s], s))
	}
	if r.Left > 0 {
		parts = append(parts, fmt.Sprintf("%d left", r.Left))
	}
	fmt.Fprintf(w, "%s: %s: %s\n", r.Plan, corpora.Plural(r.Tasks, "task"), strings.Join(parts, ", "))
	for _, p := range r.Processes {
		fmt.Fprintf(w, "process %d on %s", p.PID, p.Host)
		if p.Note != "" {
			fmt.Fprintf(w, " (%s)", p.Note)
		}
		switch {
		case p.Dead:
			fmt.Fprintf(w, ": dead")
		case len(p.Tasks) > 0:
			fmt.Fprintf(w, ": %s", strings.Join(p.Tasks, ", "))
		}
		fmt.Fprintln(w)
	}
	r.showSlurm(w)
	if r.SlurmError != "" {
		fmt.Fprintf(w, "what Slurm says is not known: %s\n", r.SlurmError)
	}
}

// showSlurm prints what Slurm says. Of elements that are gone the first are named.
func (r *statusResult) showSlurm(w io.Writer) {
	const most = 5
	for _, s := range r.Slurm {
		var parts []string
		for _, state := range slices.Sorted(maps.Keys(s.States)) {
			parts = append(parts, fmt.Sprintf("%d %s", s.States[state], strings.ToLower(state)))
		}
		if len(s.Nodes) > 0 {
			parts = append(parts, "on "+strings.Join(s.Nodes, " "))
		}
		if len(s.Reasons) > 0 {
			parts = append(parts, "waiting for "+strings.Join(s.Reasons, ", "))
		}
		switch {
		case len(s.Jobs) == 0:
			fmt.Fprintf(w, "submission %d was not taken by Slurm\n", s.Submission)
			continue
		case len(parts) == 0:
			parts = []string{"none in the queue"}
		}
		fmt.Fprintf(w, "submission %d, job %s: %s: %s\n", s.Submission, strings.Join(s.Jobs, ", "), corpora.Plural(s.Elements, "element"), strings.Join(parts, ", "))
		if s.Collects != "" {
			fmt.Fprintf(w, "job %s, which reports: %s\n", s.Collect, strings.ToLower(s.Collects))
		}
		for i, g := range s.Gone {
			if i == most {
				fmt.Fprintf(w, "and %d elements more\n", len(s.Gone)-most)
				break
			}
			fmt.Fprintf(w, "element %d has gone and left %s", g.Element, corpora.Plural(g.Missing, "task"))
			if g.Log != "" {
				fmt.Fprintf(w, "; its log is %s", g.Log)
			}
			fmt.Fprintln(w)
		}
	}
}
