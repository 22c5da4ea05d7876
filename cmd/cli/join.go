package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"github.com/riftlab/rift/experiments"
	"github.com/riftlab/rift/experiments/slurm"
	"github.com/spf13/cobra"
)

type joinFlags struct {
	part, isolation, retry string
	workers                int
	from                   map[string]string
	json, attached         bool
}

func (a *app) join() *cobra.Command {
	var f joinFlags
	cmd := &cobra.Command{
		Use:   "join DIR [flags]",
		Short: "Help with the tasks of a result folder",
		Long: `Help with the tasks of a result folder whose experiment somebody has run or
submitted, here or on another machine: run what is missing, share it with whatever
else works on the folder, and end when all tasks have ended. The experiment's file
is not needed, its plan is in the folder. docs/scaling.md tells how it works.

Exit status: 0 all tasks ended as tasks should; 3 some did not, or the run was
asked to end; 130 Ctrl-C.`,
		Example: `  rift join results-tcas
  rift join /shared/results --workers 8 --json
  rift join results-tcas --retry error,memory`,
		Args: args(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := notNegative(cmd, "workers"); err != nil {
				return err
			}
			if _, err := resultFolder(args[0]); err != nil {
				return err
			}
			ctx := cmd.Context()
			if f.attached {
				var end context.CancelFunc
				ctx, end = context.WithCancel(ctx)
				defer end()
				go func() {
					_, _ = io.Copy(io.Discard, a.in) // whoever started this has ended when it does
					end()
				}()
			}
			return a.doJoin(ctx, args[0], &f)
		},
	}
	flags := cmd.Flags()
	flags.IntVarP(&f.workers, "workers", "j", 0, "tasks at a time (default: one per CPU)")
	flags.StringVar(&f.isolation, "isolation", "", `"task" (the default) or "worker": what has a process of its own`)
	flags.StringToStringVar(&f.from, "from", nil, "where a subject is on this machine: NAME=PATH")
	retryFlag(flags, &f.retry)
	flags.BoolVar(&f.json, "json", false, "print events as JSON lines, the result last")
	flags.StringVar(&f.part, "part", "", "the element of a submission, as N/I")
	flags.BoolVar(&f.attached, "attached", false, "end when standard input does")
	for _, name := range []string{"part", "attached"} { // for rift's own use
		if err := flags.MarkHidden(name); err != nil {
			panic("cli: join: " + err.Error())
		}
	}
	return cmd
}

func (a *app) doJoin(ctx context.Context, dir string, f *joinFlags) error {
	o, err := a.runOptions(&experiments.Config{}, dir, f.workers, cmp.Or(f.isolation, string(experiments.IsolateTask)))
	if err != nil {
		return err
	}
	if o.Retry, err = experiments.ParseRetry(f.retry); err != nil {
		return input(err)
	}
	o.Note = "rift join"
	if f.part != "" {
		if o.Part, _, err = slurm.Part(dir, f.part); err != nil {
			return input(err)
		}
		o.Note = "element " + f.part
	}
	end := func() {}
	if f.attached { // whoever started this shows its progress
		o.Watch = a.tell
	} else {
		end = a.watch(&o, f.json)
	}
	sum, err := experiments.Join(ctx, dir, f.from, o)
	end()
	if err != nil {
		return a.runError(err, sum, dir, f.json)
	}
	fmt.Fprintf(a.err, "rift: %s in %.1f s; results in %s\n", sum, sum.Wall, dir)
	if f.json {
		a.event(runResult{Event: "result", Summary: *sum, Folder: dir})
	}
	if sum.Failed() > 0 || sum.Left > 0 {
		return &silent{StatusInconclusive}
	}
	return nil
}
