package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/experiments"
	"github.com/riftlab/rift/experiments/slurm"
	"github.com/spf13/cobra"
)

type submitFlags struct {
	dir, isolation, program string
	memory, retry           string
	from                    map[string]string
	wait                    time.Duration
	json                    bool
	slurm.Options
}

func (a *app) submit() *cobra.Command {
	var f submitFlags
	cmd := &cobra.Command{
		Use:   "submit EXPERIMENT [flags]",
		Short: "Have a cluster run an experiment, by Slurm",
		Long: `Have a cluster run an experiment by Slurm: job arrays whose elements run rift on the
result folder, many tasks each, and a job that waits for them and makes the report.
Once this command has ended nothing of it is needed any more; "rift status DIR" tells how
far the jobs are, "rift cancel DIR" ends them, "rift collect DIR" reports by hand.

The folder and rift's binary must be where the nodes find them under the same names. What the
folder has already is not run again: submit the same experiment again for what elements
that were killed have left. Elements that Slurm requeues run only what is missing.
docs/scaling.md tells how tasks are packed, and the rest.

Exit status: 0 submitted, or nothing is missing; 2 Slurm, the experiment or the folder
does not allow it.`,
		Example: `  rift submit tcas --from tcas=/shared/siemens/tcas -o /shared/tcas-results
  rift submit experiment.toml -o results --nodes 16 --partition short --time 2:00:00
  rift submit experiment.toml -o results --pack 50 --cpus 4 --mem 8GB --json`,
		Args: args(1, 1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return experiments.Bundled(), cobra.ShellCompDirectiveDefault
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := notNegative(cmd, "nodes", "pack", "cpus", "wait"); err != nil {
				return err
			}
			return a.doSubmit(cmd.Context(), args[0], &f)
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&f.dir, "output", "o", "", "result folder (default results-NAME)")
	flags.IntVar(&f.Nodes, "nodes", 0, "elements that run at a time (default: as many as Slurm starts)")
	flags.IntVar(&f.Pack, "pack", 0, "tasks of an element (default: some minutes of work)")
	flags.IntVar(&f.CPUs, "cpus", 0, "CPUs of an element, and tasks that it runs at a time (default: the experiment's workers, or 1)")
	flags.StringVar(&f.Partition, "partition", "", "Slurm's partition")
	flags.StringVar(&f.Time, "time", "", "how long an element may run, such as 2:00:00 or 90m (default: what its tasks may take)")
	flags.StringVar(&f.memory, "mem", "", "memory of an element, such as 4GB (default: the tasks' limit, and 512 MB)")
	flags.StringVar(&f.isolation, "isolation", "", `"task" or "worker": override the experiment's`)
	flags.StringToStringVar(&f.from, "from", nil, "where a subject is on the nodes: NAME=PATH")
	flags.StringVar(&f.program, "rift", "", "rift on the nodes (default: the path of this binary)")
	retryFlag(flags, &f.retry)
	flags.StringArrayVar(&f.Extra, "sbatch", nil, "one more option of sbatch, such as --account=verification; may be repeated")
	flags.DurationVar(&f.wait, "wait", time.Minute, "how long to wait for a controller that is down")
	flags.BoolVar(&f.json, "json", false, "print the result as a JSON line")
	return cmd
}

func (a *app) doSubmit(ctx context.Context, name string, f *submitFlags) error {
	config, err := experiments.Load(name)
	if err != nil {
		return input(err)
	}
	o := f.Options
	o.Patience, o.From, o.Program = slurm.Patience(f.wait), f.from, f.program
	o.CPUs = cmp.Or(o.CPUs, config.Workers, 1)
	o.Isolation = config.Isolation
	if f.isolation != "" {
		if o.Isolation, err = experiments.ParseIsolation(f.isolation); err != nil {
			return input(err)
		}
	}
	if o.Retry, err = experiments.ParseRetry(f.retry); err != nil {
		return input(err)
	}
	if f.memory != "" {
		var size experiments.Size
		if err := size.UnmarshalText([]byte(f.memory)); err != nil {
			return usagef("--mem: %w", err)
		}
		o.Memory = int64(size)
	}
	if o.Program == "" {
		if o.Program, err = os.Executable(); err != nil {
			return fmt.Errorf("rift's own path: %w", err)
		}
	}
	plan, err := experiments.Make(ctx, config, a.env, f.from)
	if err != nil {
		return input(err)
	}
	dir := cmp.Or(f.dir, "results-"+config.Name)
	s, err := slurm.Submit(ctx, plan, dir, o)
	if errors.Is(err, slurm.ErrSlurm) || errors.Is(err, experiments.ErrFolder) {
		return input(err)
	}
	if err != nil {
		return err
	}
	a.showSubmission(s, plan, dir, f.json)
	return nil
}

// submitResult is what was submitted; without jobs if nothing was missing.
type submitResult struct {
	Event    string   `json:"event"`
	Folder   string   `json:"folder"`
	Tasks    int      `json:"tasks"`   // of the plan
	Missing  int      `json:"missing"` // and submitted
	Elements int      `json:"elements"`
	Pack     int      `json:"pack,omitempty"`
	Jobs     []string `json:"jobs"`
	Collect  string   `json:"collect,omitempty"`
}

func (a *app) showSubmission(s *slurm.Submission, plan *experiments.Plan, dir string, asJSON bool) {
	r := submitResult{Event: "result", Folder: dir, Tasks: plan.Len(), Jobs: []string{}}
	if s != nil {
		r.Missing, r.Elements, r.Pack, r.Jobs, r.Collect = s.Tasks.Len(), s.Elements(), s.Pack, s.Jobs(), s.Collect
	}
	switch {
	case asJSON:
		a.event(r)
	case s == nil:
		fmt.Fprintf(a.out, "all of %s are there: nothing is submitted; \"rift collect %s\" reports\n", corpora.Plural(r.Tasks, "task"), dir)
	default:
		fmt.Fprintf(a.out, "%s in %s of %d at most: job %s; job %s reports when all have ended\n",
			corpora.Plural(r.Missing, "task"), corpora.Plural(r.Elements, "element"), r.Pack, strings.Join(r.Jobs, ", "), r.Collect)
		fmt.Fprintf(a.err, "rift: \"rift status %s\" tells how far they are, \"rift cancel %s\" ends them\n", dir, dir)
	}
}
