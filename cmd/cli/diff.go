package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/difference"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/testsuite"
	"github.com/riftlab/rift/results/table"
	"github.com/spf13/cobra"
)

type diffFlags struct {
	difference.Sources
	difference.HarnessOptions
	inputFlags symexFlags // those that say what varies

	entry   string
	harness string
	print   bool
	tests   string
	engines []string
	time    time.Duration
	steps   int64
	seed    uint64
	widen   bool
	equal   bool
	first   bool
	dir     string
	formats []string
	json    bool
}

func (a *app) diff() *cobra.Command {
	var f diffFlags
	cmd := &cobra.Command{
		Use:   "diff OLD NEW [FILE.c...] [flags] [-- ARGUMENT...]",
		Short: "Find inputs on which two versions of a program differ",
		Long: `Look for inputs on which two versions of a C program behave differently, and show
each distinct difference once: a small input, what both versions show side by side,
and the change responsible.

OLD and NEW are C files, folders whose C files and headers make one program each,
or REV:PATH in a git repository: that of --repo, or the one that the working
directory lies in. With FILE.c, OLD and NEW are revisions.

Inputs are, if nothing else is said, up to three arguments of up to four bytes, and
four bytes of standard input and of a file "f" where the program may read them. As
long as nothing is found and there is time, they become more, longer and larger, and
words that the program knows, such as its options, come first. --sym-args and the
like say which inputs it is to be instead, and what stands after -- comes first. With
--entry a function is called instead: scalars take every value, a pointer is null or
points to one structure or to an object of four elements, and of more as long as
nothing is found, or of --elements; compared are the result,
what pointers lead to, the variables of the function's file that it may use, and what
it prints. --print-harness shows the C code that does this; edit it and give it back
with --harness. A harness is C code with a main that asks for values by
klee_make_symbolic or __VERIFIER_nondet_int and the like; it is appended to the file of
the function, or of the program if that is one file.

Engines that follow both versions or are directed at the change run side by side
with one that draws the most and largest of these inputs at random, out of what the
program knows; then one runs that knows nothing of the change. --engine names others. With --expect-equal one
difference is enough. If there is none, rift names the most inputs that were all
accounted for ("complete"), or says what was left out; a proof for less than the
inputs it begins with is not called complete.

Exit status: 0 there is no difference; 1 there is one; 2 the versions or the harness
do not compile; 3 none was found, but not every input was accounted for; 4 the C is
not supported.`,
		Example: `  rift diff old.c new.c
  rift diff HEAD~1:src/cut.c HEAD:src/cut.c -I src --time 30s
  rift diff --repo project v1.0 v1.1 src/list.c src/main.c --json
  rift diff old.c new.c --entry parse --assume 'n >= 0 && n < 4' --expect-equal`,
		Args: func(cmd *cobra.Command, list []string) error {
			n := cmd.ArgsLenAtDash()
			if n < 0 {
				n = len(list)
			}
			if n < 2 {
				return usagef("usage: %s", cmd.UseLine())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, list []string) error {
			if err := f.check(cmd); err != nil {
				return err
			}
			n := cmd.ArgsLenAtDash()
			if n < 0 {
				n = len(list)
			}
			err := a.doDiff(cmd.Context(), list[:n], list[n:], &f)
			if err != nil && f.json && cmd.Context().Err() == nil && !errors.As(err, new(*silent)) {
				a.event(errorEvent{"error", err.Error(), statusOf(err)})
			}
			return err
		},
	}
	f.add(cmd)
	return cmd
}

func (f *diffFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	addSourceFlags(cmd, &f.CompilerFlags)
	flags.StringSliceVar(&f.Shims, "shims", nil, "shim libraries that the program is built with: "+strings.Join(corpora.Shims(), ", "))
	flags.StringVar(&f.Repo, "repo", "", "git repository of REV:PATH, or of the revisions OLD and NEW")
	flags.StringVar(&f.entry, "entry", "", "call this function instead of main")
	flags.StringVar(&f.harness, "harness", "", "C file with a main that asks for values, instead of the program's main")
	flags.BoolVar(&f.print, "print-harness", false, "with --entry, print the harness and end")
	flags.StringArrayVar(&f.Assume, "assume", nil, "with --entry, a C condition over the parameters that holds (may be repeated)")
	flags.IntVar(&f.Elements, "elements", 0, "with --entry, elements of what pointers point to (default 4, then more)")
	flags.IntVar(&f.Depth, "depth", 2, "with --entry, levels of fresh objects behind pointers in structures")
	flags.StringArrayVar(&f.Globals, "sym-global", nil, "with --entry, let the initial value of this variable vary (may be repeated)")
	f.inputFlags.addInputs(cmd)
	flags.StringVar(&f.tests, "tests", "", "file with existing tests, which are tried first and searched around: a line of arguments each, or .toml, .jsonl")
	flags.StringSliceVar(&f.engines, "engine", nil, "engines to use, side by side (default: chosen)")
	flags.DurationVar(&f.time, "time", time.Minute, "stop after this time; 0 is no limit")
	flags.Int64Var(&f.steps, "max-steps", 10_000_000, "instructions of one run")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the engines")
	flags.BoolVar(&f.widen, "widen", true, "go on with more and larger inputs as long as nothing is found")
	flags.BoolVar(&f.equal, "expect-equal", false, "stop at the first difference; if there is none, say whether that is proved")
	flags.BoolVar(&f.first, "first", false, "stop at the first difference")
	flags.StringVarP(&f.dir, "output", "o", "", "write a test for each difference to this folder, which must be empty or new")
	flags.StringSliceVar(&f.formats, "format", testsuite.Formats(), "what a test is written as")
	flags.BoolVar(&f.json, "json", false, "print differences as JSON lines, the result last")
}

func (f *diffFlags) check(cmd *cobra.Command) error {
	if err := notNegative(cmd, "time", "max-steps", "elements", "depth"); err != nil {
		return err
	}
	switch {
	case f.entry != "" && f.harness != "":
		return usagef("%s: give either --entry or --harness", cmd.CommandPath())
	case f.entry == "" && (f.print || len(f.Assume) > 0 || len(f.Globals) > 0):
		return usagef("%s: --print-harness, --assume and --sym-global need --entry", cmd.CommandPath())
	case cmd.Flags().Changed("elements") && (f.Elements < 1 || f.Elements > 64):
		return usagef("%s: --elements %d: must be from 1 to 64", cmd.CommandPath(), f.Elements)
	case f.steps < 1:
		return usagef("%s: --max-steps %d: must be at least 1", cmd.CommandPath(), f.steps)
	}
	return nil
}

// diffing is one run of the command.
type diffing struct {
	app      *app
	flags    *diffFlags
	plain    engines.Task // without a harness
	task     engines.Task
	delta    *delta.Delta
	rounds   rounds
	printer  difference.Printer
	folder   *testsuite.Folder
	found    []*difference.Difference
	firstHit time.Duration
	begin    time.Time
}

func (a *app) doDiff(ctx context.Context, list, arguments []string, f *diffFlags) error {
	d := &diffing{app: a, flags: f, begin: time.Now()}
	old, new, err := f.Load(list[0], list[1], list[2:])
	if err != nil {
		return input(err)
	}
	d.delta = delta.Compute(old, new)
	if d.unchanged() && !f.print {
		return d.nothing("")
	}
	if err := d.compile(ctx, old, new); err != nil {
		return err
	}
	if f.print {
		_, err := fmt.Fprint(a.out, d.rounds.first.Harness.Text)
		return err
	}
	if reason := d.ineffective(); reason != "" {
		return d.nothing(reason)
	}
	if err := d.prepare(arguments); err != nil {
		return err
	}
	return d.run(ctx)
}

// prepare says which inputs there are and which tests.
func (d *diffing) prepare(arguments []string) error {
	f, t := d.flags, &d.task
	t.RunSteps, t.Seed = f.steps, f.seed
	var err error
	if err = d.inputs(arguments); err != nil {
		return err
	}
	if f.tests != "" {
		if d.rounds.first != nil && filepath.Ext(f.tests) == ".txt" {
			return usagef("--tests: tests of a harness are JSON lines, as rift writes them")
		}
		if t.Tests, err = readTests(f.tests); err != nil {
			return err
		}
	}
	undefined := slices.Concat(t.Old.Program.Undefined, t.New.Program.Undefined)
	slices.Sort(undefined)
	for _, name := range slices.Compact(undefined) {
		fmt.Fprintf(d.app.err, "rift: %s has no body: a run that calls it is not followed\n", name)
	}
	return input(testsuite.Empty(f.dir))
}

// readTests reads tests by the name of their file.
func readTests(name string) ([]program.Test, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, input(err)
	}
	var tests []program.Test
	switch filepath.Ext(name) {
	case ".json", ".jsonl":
		tests, err = corpora.ParsePool(name, data)
	default:
		read := func(file string) ([]byte, error) { return os.ReadFile(filepath.Join(filepath.Dir(name), file)) }
		tests, err = corpora.ParseUniverse(name, data, false, read)
	}
	return tests, input(err)
}

// run hunts, prints what it finds, and ends with the status.
func (d *diffing) run(ctx context.Context) error {
	f := d.flags
	stages, err := d.stages()
	if err != nil {
		return err
	}
	d.printer.Out, d.printer.Colour = d.app.out, table.ColorFor(d.app.stdout)
	c := &difference.Collector{Emit: d.emit}
	if i := slices.IndexFunc(d.app.env.Engines, func(e engines.Engine) bool { return e.Name() == "dd" }); i >= 0 {
		c.Explainer = d.app.env.Engines[i]
	}
	c.Start(ctx)
	h := &difference.Hunt{Rounds: d.rounds.count, Standard: d.rounds.standard, Drawn: d.rounds.drawn, Round: d.round, Stages: stages, First: f.first || f.equal, Found: c.Add, Progress: d.progress()}
	endLine := d.app.line.Begin()
	defer endLine()
	limited := ctx
	if f.time > 0 {
		var stop context.CancelFunc
		limited, stop = context.WithTimeout(ctx, f.time)
		defer stop()
	}
	end, err := h.Run(limited)
	counts, skipped, collectErr := c.Finish()
	endLine()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case collectErr != nil:
		return collectErr
	case err != nil:
		return err
	}
	return d.finish(end, counts, skipped)
}

// stages returns the engines to use.
func (d *diffing) stages() ([][]engines.Engine, error) {
	if len(d.flags.engines) == 0 {
		return difference.Stages(d.app.env.Engines, d.rounds.first != nil), nil
	}
	var stage []engines.Engine
	var known []string
	for _, e := range d.app.env.Engines {
		if engines.Describe(e).Kind == engines.Generate {
			known = append(known, e.Name())
		}
	}
	for _, n := range d.flags.engines {
		i := slices.IndexFunc(d.app.env.Engines, func(e engines.Engine) bool { return e.Name() == n })
		if i < 0 || !slices.Contains(known, n) {
			return nil, usagef("no engine %q that generates tests%s", n, didYouMean(n, known))
		}
		stage = append(stage, d.app.env.Engines[i])
	}
	return [][]engines.Engine{stage}, nil
}
