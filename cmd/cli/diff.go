package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/difference"
	"github.com/riftlab/rift/difference/certificate"
	"github.com/riftlab/rift/difference/harness"
	"github.com/riftlab/rift/difference/present"
	"github.com/riftlab/rift/difference/sources"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/experiments"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/regular"
	"github.com/riftlab/rift/program/testsuite"
	"github.com/riftlab/rift/results/table"
	"github.com/spf13/cobra"
)

type diffFlags struct {
	difference.Request
	inputFlags symexFlags // those that say what varies

	entries []string
	harness string
	print   bool
	tests   string
	engines []string
	memory  experiments.Size
	equal   bool
	dir     string
	formats []string
	json    bool
	proofs  string // folder for the certificate
	outputs diffOutputs
	several bool   // programs that the change between two revisions affects
	program string // what the program is called in commands; "" is by its first file
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
directory lies in. With FILE.c, OLD and NEW are revisions. Revisions without files, or
OLD..NEW, compare the programs that the change affects, one after another: those that
the compile_commands.json of the work tree, or of --build-dir, puts a changed file into.
With --library the libraries are compared, by calls of the functions that changed, each
by itself. They share --cpu and --time, and the status is 1 if any differs, else 3 if any is open.

Inputs are, if nothing else is said, up to three arguments of up to four bytes, and
four bytes of standard input and of a file "f" where the program may read them. Where
what stands before a change asks for something else - so many arguments, a number, an
option, a variable of the environment, a file, a size - inputs that have it come first.
As long as nothing is found and there is time, they become more, longer and larger,
with words that the program knows, such as its options. --sym-args and the
like say which inputs it is to be instead, and what stands after -- comes first. With
--entry a function is called instead: scalars take every value, a pointer is null or
points to one structure, to some with an end if the code steps through them, or to an
object of four elements, and of more as long as nothing is found, or of --elements,
numbers beside pointers that say how much these lead to mostly say what there is, a
pointer to a function leads to one that records its calls, or reads from the input; what the program's own callers do before they call it, such as initialising
a table, is done if the input says so, but not with --raw-state; compared are the result,
what pointers lead to, the variables of the function's file that it may use, and what
it prints. Several --entry are compared one by one, each with a share of the limits, as
are, in versions without main, all functions that changed: static ones if no other
leads to them. A function that only one version has and nothing that is called leads
to is named, and leaves the verdict open. --print-harness shows the C code of a call;
edit it and give it back with --harness. A harness is C code with a main that asks for
values by klee_make_symbolic or __VERIFIER_nondet_int and the like; it is appended to
the file of the function, or of the program if that is one file.

Engines that follow both versions or are directed at the change run side by side
with one that draws the most and largest of these inputs at random, out of what the
program knows; then one runs that knows nothing of the change. --engine names others. With --expect-equal one
difference is enough.

The verdict says for each changed place how many inputs executed it, after how many
of them the state differed, and on how many the output did. "No difference" is said,
and the status is 0, only if all inputs named were accounted for ("complete") and
each changed place was executed on one of them, or if the versions were proved equal.
A place that no input reached is named, with what keeps inputs away. An input on which
both versions end in the same error, or on which a run is cut off, compares nothing.

With --certificate, the claims that a proof rests on are written as SMT-LIB scripts, each
of which any solver of bit-vectors and arrays should call unsat; certificate.json says
what they are about and what was proved by them, under which conditions.

With --schedule, the n-th switch of threads may be at another point in the other version:
a difference in outputs may be only a shift of the schedule.

All work, from reading the files to the verdict, keeps to --cpu, --time and --memory.

Exit status: 0 there is no difference; 1 there is one; 2 the versions or the harness
do not compile; 3 none was found, but the verdict is open; 4 the C is not supported.`,
		Example: `  rift diff old.c new.c
  rift diff HEAD~1:src/cut.c HEAD:src/cut.c -I src --cpu 30s
  rift diff main..HEAD --markdown comment.md --sarif findings.sarif
  rift diff --repo project v1.0 v1.1 src/list.c src/main.c --json
  rift diff old.c new.c --entry parse --assume 'n >= 0 && n < 4' --expect-equal
  rift diff old.c new.c --entry sum --expect-equal --certificate proof`,
		Args: func(cmd *cobra.Command, list []string) error {
			n := cmd.ArgsLenAtDash()
			if n < 0 {
				n = len(list)
			}
			if n < 2 && !(n == 1 && strings.Contains(list[0], "..") && !strings.HasSuffix(list[0], ".c")) {
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
	addCheckUndefined(cmd, &f.Check)
	flags.StringSliceVar(&f.Shims, "shims", nil, "shim libraries that the program is built with: "+strings.Join(corpora.Shims(), ", "))
	flags.BoolVar(&f.Library, "library", false, "with revisions and no files, compare the functions that changed in libraries, not programs")
	flags.StringVar(&f.Repo, "repo", "", "git repository of REV:PATH, or of the revisions OLD and NEW")
	flags.StringArrayVar(&f.entries, "entry", nil, "call this function instead of main (may be repeated: each is compared by itself; without main and without this, those that changed)")
	flags.StringVar(&f.harness, "harness", "", "C file with a main that asks for values, instead of the program's main")
	flags.BoolVar(&f.print, "print-harness", false, "with --entry, print the harness and end")
	flags.StringArrayVar(&f.Assume, "assume", nil, "with --entry, a C condition over the parameters that holds (may be repeated)")
	addEquivalenceFlags(cmd, &f.Equivalence)
	flags.IntVar(&f.Elements, "elements", 0, "with --entry, elements of what pointers point to (default 4, then more)")
	flags.IntVar(&f.Depth, "depth", 2, "with --entry, levels of fresh objects behind pointers in structures")
	flags.StringArrayVar(&f.Globals, "sym-global", nil, "with --entry, let the initial value of this variable vary (may be repeated)")
	flags.BoolVar(&f.Raw, "raw-state", false, "with --entry, call no initialisers of the program before the function")
	f.inputFlags.addInputs(cmd)
	flags.StringVar(&f.tests, "tests", "", "file with existing tests, which are tried first and searched around: a line of arguments each, or .toml, .jsonl")
	flags.StringSliceVar(&f.engines, "engine", nil, "engines to use, side by side (default: chosen)")
	flags.DurationVar(&f.Limits.CPU, "cpu", time.Minute, "stop after this processor time, all threads together; 0 is no limit")
	flags.DurationVar(&f.Limits.Time, "time", 0, "stop after this time on the clock; 0 is no limit")
	flags.TextVar(&f.memory, "memory", experiments.Size(machineMemory()/2), "memory to use at most, such as 2GiB; 0 is no limit")
	flags.Lookup("memory").DefValue = "half of the machine's"
	flags.Int64Var(&f.RunSteps, "max-steps", 10_000_000, "instructions of one run")
	flags.Uint64Var(&f.Seed, "seed", 1, "seed of the engines")
	flags.BoolVar(&f.Widen, "widen", true, "go on with more and larger inputs as long as nothing is found")
	flags.BoolVar(&f.equal, "expect-equal", false, "stop at the first difference; if there is none, say whether that is proved")
	flags.BoolVar(&f.First, "first", false, "stop at the first difference")
	flags.StringVarP(&f.dir, "output", "o", "", "write a test for each difference to this folder, which must be empty or new")
	flags.StringSliceVar(&f.formats, "format", testsuite.Formats(), "what a test is written as")
	flags.StringVar(&f.proofs, "certificate", "", "write what was proved to this folder, which must be empty or new, as SMT-LIB scripts that other solvers can check")
	flags.BoolVar(&f.json, "json", false, "print differences as JSON lines, the result last")
	f.outputs.add(flags)
}

func (f *diffFlags) check(cmd *cobra.Command) error {
	if err := notNegative(cmd, "cpu", "time", "max-steps", "elements", "depth", "sym-stdin"); err != nil {
		return err
	}
	if len(f.entries) == 1 {
		f.Entry = f.entries[0]
	}
	switch {
	case len(f.entries) > 1 && (f.print || len(f.Assume) > 0 || len(f.Globals) > 0):
		return usagef("%s: --print-harness, --assume and --sym-global are about one --entry", cmd.CommandPath())
	case slices.Contains(f.entries, ""):
		return usagef("%s: --entry: name a function", cmd.CommandPath())
	case len(f.entries) > 0 && f.harness != "":
		return usagef("%s: give either --entry or --harness", cmd.CommandPath())
	case len(f.entries) == 0 && (f.print || len(f.Assume) > 0 || len(f.Globals) > 0):
		return usagef("%s: --print-harness, --assume and --sym-global need --entry", cmd.CommandPath())
	case cmd.Flags().Changed("elements") && (f.Elements < 1 || f.Elements > 64):
		return usagef("%s: --elements %d: must be from 1 to 64", cmd.CommandPath(), f.Elements)
	case f.RunSteps < 1:
		return usagef("%s: --max-steps %d: must be at least 1", cmd.CommandPath(), f.RunSteps)
	}
	return f.outputs.check(cmd.CommandPath(), f.json)
}

// request completes what the flags say.
func (a *app) request(list, arguments []string, f *diffFlags) (*difference.Request, error) {
	q := &f.Request
	old, new, several, err := revisions(list)
	switch {
	case err != nil:
		return nil, err
	case several:
		q.OldName, q.NewName = old, new
	case len(list) < 2:
		return nil, usagef("%s: not two versions, and not REV..REV", list[0])
	default:
		q.OldName, q.NewName, q.Files = list[0], list[1], list[2:]
	}
	f.several = several
	if f.Library && !several {
		return nil, usagef("--library: give two revisions, and no files")
	}
	q.Engines, q.Compile = a.env.Engines, a.env.Compile
	q.First = q.First || f.equal
	q.Limits.Memory = int64(f.memory)
	if f.harness != "" {
		text, err := regular.ReadFile(f.harness)
		if err != nil {
			return nil, input(err)
		}
		q.Harness, q.HarnessName = &harness.Harness{Text: string(text)}, f.harness
	}
	if f.inputFlags.varies() || len(arguments) > 0 {
		m, err := f.inputFlags.model(arguments)
		if err != nil {
			return nil, err
		}
		q.Model = m
	}
	var known []string
	for _, e := range a.env.Engines {
		if engines.Describe(e).Kind == engines.Generate {
			known = append(known, e.Name())
		}
	}
	for _, n := range f.engines {
		if !slices.Contains(known, n) {
			return nil, usagef("no engine %q that generates tests%s", n, didYouMean(n, known))
		}
	}
	q.Names = f.engines
	if f.tests != "" {
		if (len(f.entries) > 0 || f.harness != "") && filepath.Ext(f.tests) == ".txt" {
			return nil, usagef("--tests: tests of a harness are JSON lines, as rift writes them")
		}
		if q.Tests, err = readTests(f.tests); err != nil {
			return nil, err
		}
	}
	return q, input(cmp.Or(testsuite.Empty(f.dir), testsuite.Empty(f.proofs)))
}

func (a *app) doDiff(ctx context.Context, list, arguments []string, f *diffFlags) error {
	q, err := a.request(list, arguments, f)
	if err != nil {
		return err
	}
	if f.several && len(f.entries) > 1 {
		return usagef("--entry: name the files of the program, or one function")
	}
	if f.several && f.proofs != "" {
		return usagef("--certificate: name the files of the program")
	}
	if f.several && f.print {
		return usagef("--print-harness: name the files of the program")
	}
	if f.several {
		return a.diffPrograms(ctx, q, f)
	}
	if f.print {
		h, err := difference.HarnessFor(ctx, q)
		if err != nil {
			return ofDifference(err)
		}
		_, err = fmt.Fprint(a.out, h.Text)
		return err
	}
	if q.Limits.Memory > 0 {
		debug.SetMemoryLimit(q.Limits.Memory)
	}
	report := &present.Report{Tool: a.env.Version, Command: os.Args[1:], Old: q.OldName, New: q.NewName}
	if err := a.comparePrograms(ctx, q, f, report); err != nil {
		return err
	}
	var failed error
	if len(report.Programs) == 1 && !errors.As(report.Programs[0].Err, new(*aloneError)) {
		failed = report.Programs[0].Err
	}
	end := failed
	if end == nil {
		end = silently(statusOfAnswer(report.Answer()))
	}
	report.Status = statusOf(end)
	if err := f.outputs.write(a.out, report); err != nil {
		return errors.Join(failed, err)
	}
	return end
}

// compareOne compares a program and prints what comes out. Tests go to folder.
func (a *app) compareOne(ctx context.Context, q *difference.Request, f *diffFlags, folder string) *present.Program {
	d := &diffing{app: a, flags: f, entry: q.Entry, dir: folder, begun: map[int]bool{}, complete: map[int]bool{}}
	d.out = a.out
	if f.outputs.standard() != "" {
		d.out = io.Discard
	}
	d.printer.Out, d.printer.Colour = d.out, table.ColorFor(a.stdout)
	end := a.line.Begin()
	defer end()
	events := difference.Events{Found: d.emit, Progress: d.progress, Warn: d.warn}
	var c *certificate.Certificate
	if f.proofs != "" {
		c = &certificate.Certificate{Old: q.OldName, New: q.NewName}
		events.Certify = c.Add
	}
	r, err := difference.Run(ctx, q, events)
	end()
	p := &present.Program{Result: r, Err: ofDifference(err), First: q.First, Shell: d.printer.Program}
	if err == nil {
		d.finish(p)
	}
	if err == nil && c != nil {
		dir := f.proofs
		if q.Entry != f.Entry { // one of several
			dir = filepath.Join(dir, fileName(q.Entry))
		}
		p.Err = certify(a.err, c, r, dir, a.env.Version)
	}
	return p
}

// folderOf returns the folder that files of the new version lie in as they are named
// there.
func folderOf(q *difference.Request) string {
	name := filepath.ToSlash(q.NewName)
	info, err := os.Stat(q.NewName)
	switch {
	case len(q.Files) > 0 || err != nil:
		// Files of a revision have their paths; those of a folder of it have not.
		if _, p, ok := strings.Cut(name, ":"); ok && len(q.Files) == 0 && path.Ext(p) != ".c" {
			name = path.Clean(p)
			break
		}
		return ""
	case !info.IsDir():
		name = path.Dir(name)
	default:
		name = path.Clean(name)
	}
	if name == "." {
		return ""
	}
	return name
}

// silently returns an error that ends the process with a status, nil for StatusOK.
func silently(status int) error {
	if status == StatusOK {
		return nil
	}
	return &silent{status}
}

// ofDifference marks errors in what the user gave.
func ofDifference(err error) error {
	if errors.As(err, new(*sources.InputError)) {
		return input(err)
	}
	return err
}

// readTests reads tests by the name of their file.
func readTests(name string) ([]program.Test, error) {
	data, err := regular.ReadFile(name)
	if err != nil {
		return nil, input(err)
	}
	var tests []program.Test
	switch filepath.Ext(name) {
	case ".json", ".jsonl":
		tests, err = corpora.ParsePool(name, data)
	default:
		read := func(file string) ([]byte, error) { return regular.ReadFile(filepath.Join(filepath.Dir(name), file)) }
		tests, err = corpora.ParseUniverse(name, data, false, read)
	}
	return tests, input(err)
}
