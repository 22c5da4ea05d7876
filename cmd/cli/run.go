package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/riftlab/rift/experiments"
	"github.com/riftlab/rift/results/table"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

type runFlags struct {
	dir, shard, isolation string
	workers               int
	from                  map[string]string
	json, noReport        bool
	transcript, replay    string
	ssh, program, retry   string
}

func (a *app) run() *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run EXPERIMENT [flags]",
		Short: "Run an experiment, or continue one",
		Long: `Run an experiment: a TOML file, or the name of one that comes with rift
(` + strings.Join(experiments.Bundled(), ", ") + `). docs/experiment.md describes the file.

Results go to a folder, by default results-NAME. If the folder holds results of
the same experiment already, only what is missing is run: after Ctrl-C, kill -9
or a crash the same command continues. Several processes, on one machine or on
many, that are given the same folder share its tasks; those of one that dies are
done by the others (docs/scaling.md). With --shard each runs a slice of its own, in
a folder of its own if it likes; "rift results merge" makes one of them. With --ssh
rift is started on hosts that see the folder under the same name. --transcript keeps
what engines that are foreign processes ask and are answered; --replay takes it from
there, without them, so that the same experiment gives the same records elsewhere
(docs/engine-protocol.md). When everything is there, tables are printed, and tables/,
plots/ and report.html are written.

Exit status: 0 all tasks of the folder (of the slice) ended as tasks should,
whatever they found; 3 some crashed, were killed, ran out of memory or could not
be worked on, in this run or an earlier one; 130 Ctrl-C.`,
		Example: `  rift run quick
  rift run tcas --from tcas=/data/siemens/tcas -o tcas-results
  rift run experiment.toml -o shared & rift run experiment.toml -o shared
  rift run experiment.toml -o /shared/results --ssh ada,me@bob
  rift run experiment.toml --shard 2/4 -o results --json`,
		Args: args(1, 1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return experiments.Bundled(), cobra.ShellCompDirectiveDefault
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := notNegative(cmd, "workers"); err != nil {
				return err
			}
			return a.doRun(cmd.Context(), args[0], &f)
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&f.dir, "output", "o", "", "result folder (default results-NAME)")
	flags.StringVar(&f.shard, "shard", "", "run only slice i of n, written i/n")
	flags.IntVarP(&f.workers, "workers", "j", 0, "tasks at a time (default: the experiment's, or one per CPU)")
	flags.StringVar(&f.isolation, "isolation", "", `"task" or "worker": override the experiment's`)
	flags.StringToStringVar(&f.from, "from", nil, "where a subject is on this machine: NAME=PATH")
	flags.StringVar(&f.transcript, "transcript", "", "folder for transcripts of engines that are foreign processes")
	flags.StringVar(&f.replay, "replay", "", "folder of transcripts that take the place of such engines")
	retryFlag(flags, &f.retry)
	flags.StringVar(&f.ssh, "ssh", "", "hosts that run the tasks instead of this machine: HOST,HOST")
	flags.StringVar(&f.program, "rift", "", "rift on the hosts of --ssh (default: the path of this binary)")
	flags.BoolVar(&f.json, "json", false, "print events as JSON lines, the result last")
	flags.BoolVar(&f.noReport, "no-report", false, "do not make tables, plots and report.html")
	return cmd
}

func (a *app) doRun(ctx context.Context, name string, f *runFlags) error {
	config, err := experiments.Load(name)
	if err != nil {
		return input(err)
	}
	if f.transcript != "" && f.replay != "" {
		return usagef("--transcript and --replay exclude each other: a replay makes no new transcripts")
	}
	if f.ssh != "" && f.transcript+f.replay+f.shard != "" {
		return usagef("--ssh excludes --shard, --transcript and --replay")
	}
	config.Replay = f.replay
	o, err := a.runOptions(config, cmp.Or(f.dir, "results-"+config.Name), f.workers, f.isolation)
	if err != nil {
		return err
	}
	o.Transcript, o.Replay = f.transcript, f.replay
	if o.Retry, err = experiments.ParseRetry(f.retry); err != nil {
		return input(err)
	}
	if f.shard != "" {
		if o.Shard, err = experiments.ParseShard(f.shard); err != nil {
			return input(err)
		}
	}
	plan, err := experiments.Make(ctx, config, a.env, f.from)
	if err != nil {
		return input(err)
	}
	if f.ssh != "" {
		return a.runRemote(ctx, plan, o, f)
	}
	sum, err := a.runPlan(ctx, plan, o, f.json)
	if err != nil {
		return a.runError(err, sum, o.Dir, f.json)
	}
	return a.finish(ctx, sum, o.Dir, f)
}

func retryFlag(flags *pflag.FlagSet, to *string) {
	flags.StringVar(to, "retry", "", "run again tasks that ended so: crashed, error, memory, or failed for all three")
}

// runOptions returns how an experiment is run: as its file says, but for what
// flags say.
func (a *app) runOptions(c *experiments.Config, dir string, workers int, isolation string) (experiments.RunOptions, error) {
	o := experiments.RunOptions{Dir: dir, Workers: cmp.Or(workers, c.Workers), Isolation: c.Isolation, Version: a.env.Version}
	if isolation == "" {
		return o, nil
	}
	var err error
	o.Isolation, err = experiments.ParseIsolation(isolation)
	return o, input(err)
}

// runPlan runs a plan and shows its progress, or as JSON its events.
func (a *app) runPlan(ctx context.Context, plan *experiments.Plan, o experiments.RunOptions, asJSON bool) (*experiments.Summary, error) {
	defer a.watch(&o, asJSON)()
	return experiments.Run(ctx, plan, o)
}

// watch has the progress of a run shown, and as JSON its events. What it returns ends that.
func (a *app) watch(o *experiments.RunOptions, asJSON bool) (end func()) {
	progress := experiments.NewProgress(a.stderr, !asJSON && table.ColorFor(a.stderr))
	o.Watch = progress.Watch
	if asJSON {
		o.Watch = func(e experiments.Event) {
			progress.Watch(e)
			a.tell(e)
		}
	}
	return progress.Close
}

// tell prints the events of a run that are for others.
func (a *app) tell(e experiments.Event) {
	if e.Kind == experiments.EventPlan || e.Kind == experiments.EventTask {
		a.event(e)
	}
}

func (a *app) runError(err error, sum *experiments.Summary, dir string, json bool) error {
	switch {
	case experiments.Interrupted(err) && sum != nil:
		if errors.Is(err, experiments.ErrStopped) {
			fmt.Fprintf(a.err, "rift: somebody has asked for the end, by \"rift cancel\" or the like\n")
		}
		fmt.Fprintf(a.err, "rift: interrupted with %d of %d tasks left; the same command continues in %s\n", sum.Left, sum.Tasks, dir)
		if json {
			a.event(runResult{Event: "result", Summary: *sum, Folder: dir, Interrupted: true})
		}
		return &silent{StatusInconclusive}
	case errors.Is(err, experiments.ErrFolder):
		return input(err)
	}
	return err
}

// finish reports what a run that was not interrupted did.
func (a *app) finish(ctx context.Context, sum *experiments.Summary, dir string, f *runFlags) error {
	fmt.Fprintf(a.err, "rift: %s in %.1f s; results in %s\n", sum, sum.Wall, dir)
	result := runResult{Event: "result", Summary: *sum, Folder: dir}
	switch {
	case !sum.Complete:
		fmt.Fprintf(a.err, "rift: the plan has tasks that did not end yet; \"rift report %s\" reports what is there\n", dir)
	case !f.noReport:
		rep, err := a.writeReport(ctx, dir, experiments.Sources(ctx, a.env, dir))
		if err != nil {
			return err
		}
		result.Report = filepath.Join(dir, "report.html")
		result.Conclusions = rep.Conclusions
		if !f.json {
			if err := rep.WriteText(a.out, a.textOptions()); err != nil {
				return err
			}
		}
		fmt.Fprintf(a.err, "rift: tables, plots and the report are in %s\n", result.Report)
	}
	if f.json {
		a.event(result)
	}
	if n := sum.Failed(); n > 0 {
		a.sayFailed(n, dir)
		return &silent{StatusInconclusive}
	}
	return nil
}

// sayFailed says, at the end, that tasks failed, and how to have them run
// again: their end is a result, which a later run keeps.
func (a *app) sayFailed(n int, dir string) {
	if n == 1 {
		fmt.Fprintf(a.err, "rift: 1 task failed (its reason is in the report); \"rift join %s --retry failed\" runs it again\n", dir)
		return
	}
	fmt.Fprintf(a.err, "rift: %d tasks failed (their reasons are in the report); \"rift join %s --retry failed\" runs them again\n", n, dir)
}

// runResult is the last event of a run.
type runResult struct {
	Event string `json:"event"`
	experiments.Summary
	Folder      string   `json:"folder"`
	Interrupted bool     `json:"interrupted,omitempty"`
	Report      string   `json:"report,omitempty"`
	Conclusions []string `json:"conclusions,omitempty"`
}

func (a *app) textOptions() table.TextOptions {
	return table.TextOptions{Color: table.ColorFor(a.stdout), Width: table.WidthOf(a.stdout)}
}

func (a *app) worker() *cobra.Command {
	return &cobra.Command{
		Use:    "worker",
		Short:  "Run tasks for \"rift run\" (not for people)",
		Hidden: true,
		Args:   args(0, 0),
		RunE: func(*cobra.Command, []string) error {
			// What an engine prints must not get into the protocol.
			out := os.Stdout
			os.Stdout = os.Stderr
			return experiments.Work(a.env, a.in, out)
		},
	}
}
