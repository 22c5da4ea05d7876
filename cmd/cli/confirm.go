package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/riftlab/rift/experiments"
	"github.com/riftlab/rift/experiments/confirm"
	"github.com/riftlab/rift/program/native"
	"github.com/spf13/cobra"
)

type confirmFlags struct {
	confirm.Options
	json bool
}

// nativeFlags adds the flags about running versions natively.
func nativeFlags(cmd *cobra.Command, o *native.Options) {
	flags := cmd.Flags()
	flags.StringVar(&o.Compiler, "cc", "", "the C compiler (default the first of gcc, clang and cc that there is)")
	flags.StringArrayVar(&o.Flags, "cc-flag", nil, "a flag for it (may be repeated)")
	flags.DurationVar(&o.Time, "native-time", 5*time.Second, "time of one native run")
	flags.BoolVar(&o.Unconfined, "unconfined", false, "run the programs also where the system does not let them be confined (see rift doctor)")
}

func (a *app) confirm() *cobra.Command {
	var f confirmFlags
	f.Native.Sanitize = true
	cmd := &cobra.Command{
		Use:   "confirm FOLDER [flags]",
		Short: "Run the tests that an experiment found natively",
		Long: `Compile the versions of an experiment with the host's C compiler, run on them every
test in its results folder that shows a difference, and count how many show it
there, too. The versions are compiled with AddressSanitizer and checks for undefined
behaviour; each run has a folder of its own, limits on time, memory, processes and
the size of files, no network, no files but those of its folder, which is its root, no
processes but its own, not the superuser's rights, and no system calls that have to do
with other processes, namespaces, mounts and the kernel. Where the system does not grant
all of that nothing is run, unless --unconfined says so. A program whose
time is over while it sleeps is compared as one that waits for ever.

There is a row for each engine, version pair and known error that its tests expose,
and one for the differences of each class. A test that exposes a known error is
confirmed if natively, too, old and new differ, and the fix changes what is shown.
A difference with a class is confirmed if it has that class natively, by what the
golden version shows. For tests that are not confirmed the reason is given.

Exit status: 0 of each error some test is confirmed; 1 of some none is; 2 there is
no compiler, or no such folder.`,
		Example: `  rift confirm results/icse16
  rift confirm results/fse13 --most 20 --json
  rift confirm results/icse16 --phases`,
		Args: args(1, 1),
		RunE: func(cmd *cobra.Command, list []string) error {
			if err := notNegative(cmd, "most", "jobs", "native-time"); err != nil {
				return err
			}
			return a.doConfirm(cmd.Context(), list[0], &f)
		},
	}
	nativeFlags(cmd, &f.Native)
	flags := cmd.Flags()
	flags.IntVar(&f.Most, "most", 0, "run only so many tests of each row (default all)")
	flags.BoolVar(&f.Phases, "phases", false, "a row for each phase of an engine")
	flags.IntVar(&f.Jobs, "jobs", 0, "runs at a time (default the number of processors)")
	flags.BoolVar(&f.json, "json", false, "print rows as JSON lines, the result last")
	return cmd
}

func (a *app) doConfirm(ctx context.Context, dir string, f *confirmFlags) error {
	end := a.line.Begin()
	f.Progress = func(done, all int) { a.line.Set("%d of %d inputs", done, all) }
	r, err := confirm.Run(ctx, dir, a.env, f.Options)
	end()
	switch {
	case errors.Is(err, native.ErrUnconfined):
		return input(fmt.Errorf("%w: --unconfined runs the programs all the same", err))
	case errors.Is(err, native.ErrNoCompiler), errors.Is(err, experiments.ErrFolder):
		return input(err)
	case err != nil:
		return err
	}
	if err := a.printConfirmed(f, r); err != nil {
		return err
	}
	for i := range r.Rows {
		if r.Rows[i].Confirmed == 0 {
			return &silent{StatusDifference}
		}
	}
	return nil
}

func (a *app) printConfirmed(f *confirmFlags, r *confirm.Result) error {
	if !f.json {
		return r.Table().WriteText(a.out, a.textOptions())
	}
	tried, confirmed := 0, 0
	for _, row := range r.Rows {
		tried, confirmed = tried+row.Tried, confirmed+row.Confirmed
		a.event(struct {
			Event string `json:"event"`
			confirm.Row
		}{"row", row})
	}
	a.event(struct {
		Event     string `json:"event"`
		Compiler  string `json:"compiler"`
		Isolated  bool   `json:"isolated"`
		Private   bool   `json:"private"`
		Rows      int    `json:"rows"`
		Tried     int    `json:"tried"`
		Confirmed int    `json:"confirmed"`
	}{"result", r.Compiler, r.Isolated, r.Private, len(r.Rows), tried, confirmed})
	return nil
}
