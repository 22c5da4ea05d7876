package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/deltadebug"
	"github.com/riftlab/rift/engines/deltadebug/project"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/regular"
	"github.com/riftlab/rift/results/explanation"
	"github.com/spf13/cobra"
)

type explainFlags struct {
	corpora.CompilerFlags
	engines  []string
	args     string
	stdin    string
	files    []string
	expect   string
	entry    string
	fix      string
	fixFrom  string
	html     string
	sarif    string
	json     bool
	maxSteps int64
	timeout  time.Duration

	native  project.Options
	since   string
	commits bool
	overlay []string
	trace   []string
	stubs   []string
	memory  int64 // MiB
}

func (a *app) explain() *cobra.Command {
	var f explainFlags
	cmd := &cobra.Command{
		Use:   "explain OLD NEW [flags]",
		Short: "Explain which changes make a test fail, and how",
		Long: `Find the changes between two versions that make a test fail, which passes on the
old version and fails on the new one, and how they lead to the failure.

OLD and NEW are C files, or folders whose C files and headers make one program
each. The test is a run with --test-args, --stdin and --test-file in rift's
machine; it passes if it shows what the old version shows.

With --repo the versions are revisions of a git repository, which is built and
tested by its own commands in private copies of its tree; the test command's
status is 0 for a pass, 125 if it cannot tell, anything else for a failure.
Results are kept in --cache, so that a second run continues the first. Both
revisions, and what decides about the answer, are built from nothing; in between, a
build goes on from what the one before left, unless that misleads it, or with --clean.
A file that was renamed or moved is one file, and its new name a change. A test that
takes longer than --test-timeout on the new revision fails by that.
With --commits the commit at which the test begins to fail is looked for first, along
first parents, commits without a verdict being skipped, and its changes are explained
then; --since REV is short for --repo . --old REV --commits. The
engine synergy needs to run the program in rift's machine too: --trace names its
sources, --test-args and the like its run. Without --trace the engine is dd, if --engine names no other.

Exit status: 0 if reverting the answer makes the test pass, 3 if not; 2 if the
test does not pass on the old version and fail on the new one.`,
		Example: `  rift explain old.c new.c --test-args '-n 3' --stdin input.txt
  rift explain v1/ v2/ --test-args '3 2 1' --html why.html
  rift explain --repo . --old v1.0 --new HEAD --build make --test ./t.sh --engine add,probdd
  rift explain --since v1.0 --build ./build.sh --test ./t.sh`,
		Args: cobra.MaximumNArgs(2),
		RunE: func(cmd *cobra.Command, list []string) error {
			if err := f.check(cmd, list); err != nil {
				return err
			}
			ctx := cmd.Context()
			if f.timeout > 0 {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, f.timeout)
				defer cancel()
			}
			return a.doExplain(ctx, list, &f)
		},
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&f.engines, "engine", []string{"synergy"}, "engines that explain: synergy, dd, add, probdd, cdd, wdd, sbfl")
	flags.StringVar(&f.args, "test-args", "", "arguments of the program, quoted as for a shell")
	flags.StringVar(&f.stdin, "stdin", "", "file with the program's standard input")
	flags.StringArrayVar(&f.files, "test-file", nil, "file that the program finds: NAME, or NAME=PATH")
	flags.StringVar(&f.expect, "expect", "", "file with the right standard output; the old version must print it")
	flags.StringVar(&f.entry, "entry", "", "call this function instead of main; the words of --test-args are its values, NAME=INTEGER")
	flags.StringVar(&f.fix, "fix", "", "the version (or revision) with the developers' fix, to compare the answer with")
	flags.StringVar(&f.fixFrom, "fix-from", "", "the revision that the fix was made from, if it is not NEW (with --repo)")
	flags.StringVar(&f.html, "html", "", "write a page for a browser to this file")
	flags.StringVar(&f.sarif, "sarif", "", "write SARIF to this file")
	flags.BoolVar(&f.json, "json", false, "print the answers as JSON lines")
	flags.Int64Var(&f.maxSteps, "max-steps", 1_000_000_000, "instructions of one run in rift's machine")
	flags.DurationVar(&f.timeout, "timeout", 0, "limit for everything, such as 10m")
	flags.StringArrayVarP(&f.Includes, "include", "I", nil, "look for headers in this folder")
	flags.StringArrayVarP(&f.Defines, "define", "D", nil, "define a macro: NAME or NAME=VALUE")
	flags.BoolVar(&f.Host, "host-headers", false, "use the host's headers instead of rift's own")
	f.nativeFlags(cmd)
	return cmd
}

func (f *explainFlags) nativeFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	o := &f.native
	flags.StringVar(&o.Repo, "repo", "", "git repository of the project")
	flags.StringVar(&f.since, "since", "", "a revision on which the test passed: --repo . --old REV --commits")
	flags.BoolVar(&f.commits, "commits", false, "look for the commit at which the test begins to fail first")
	flags.StringVar(&o.Old, "old", "", "revision on which the test passes")
	flags.StringVar(&o.New, "new", "HEAD", "revision on which it fails")
	flags.StringVar(&o.Prepare, "prepare", "", "command run once in each copy of the tree, such as ./configure")
	flags.StringVar(&o.Build, "build", "make", "command that builds the program")
	flags.StringVar(&o.Test, "test", "", "command that tests it")
	flags.StringArrayVar(&o.Only, "only", nil, "pattern of the files whose changes count (default: all text files but documentation)")
	flags.StringArrayVar(&f.overlay, "overlay", nil, "file put into both versions, no change: NAME=PATH")
	flags.StringArrayVar(&f.trace, "trace", nil, "pattern of the C files of the tree that make the program, for rift's machine")
	flags.StringArrayVar(&f.stubs, "stub", nil, "C file with functions that rift's machine lacks, for the run there alone")
	flags.DurationVar(&o.BuildTime, "build-timeout", 10*time.Minute, "limit of one build")
	flags.DurationVar(&o.TestTime, "test-timeout", time.Minute, "limit of one test")
	flags.Int64Var(&f.memory, "memory", 0, "limit of each process of a build or test, in MiB of address space (0: none)")
	flags.IntVar(&o.Processes, "processes", 0, "limit on the number of processes (0: none)")
	flags.BoolVar(&o.Network, "network", false, "let builds and tests use the network")
	flags.IntVarP(&o.Workers, "jobs", "j", 1, "configurations built and tested at a time")
	flags.BoolVar(&o.Clean, "clean", false, "build each configuration from nothing")
	flags.IntVar(&o.Repeat, "repeat", 3, "how often both revisions are tested to find flaky tests")
	flags.StringVar(&o.Cache, "cache", defaultCache(), "folder for results; \"\" keeps none")
}

func defaultCache() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "rift", "explain")
}

func (f *explainFlags) check(cmd *cobra.Command, list []string) error {
	if err := notNegative(cmd, "max-steps", "timeout", "build-timeout", "test-timeout", "memory", "processes", "jobs", "repeat"); err != nil {
		return err
	}
	if f.since != "" {
		if f.native.Old != "" {
			return usagef("%s: give either --since or --old", cmd.CommandPath())
		}
		f.native.Old, f.commits = f.since, true
		if f.native.Repo == "" {
			f.native.Repo = "."
		}
	}
	if f.native.Repo != "" && len(f.trace) == 0 && !cmd.Flags().Changed("engine") {
		f.engines = []string{"dd"}
	}
	switch {
	case f.commits && f.native.Repo == "":
		return usagef("%s: --commits needs --repo", cmd.CommandPath())
	case f.native.Repo == "" && len(list) != 2:
		return usagef("usage: %s", cmd.UseLine())
	case f.native.Repo == "":
		return nil
	case len(list) > 0:
		return usagef("%s: give either two versions or --repo", cmd.CommandPath())
	case f.native.Old == "" || f.native.Test == "":
		return usagef("%s: --repo needs --old, the revision on which the test passes, and --test", cmd.CommandPath())
	}
	return nil
}

// explainers returns the engines asked for.
func (a *app) explainers(names []string) ([]engines.Engine, error) {
	var out []engines.Engine
	var known []string
	for _, e := range a.env.Engines {
		if engines.Describe(e).Kind == engines.Explain {
			known = append(known, e.Name())
		}
	}
	for _, n := range names {
		i := slices.IndexFunc(a.env.Engines, func(e engines.Engine) bool { return e.Name() == n })
		if i < 0 || !slices.Contains(known, n) {
			return nil, usagef("no engine %q that explains%s", n, didYouMean(n, known))
		}
		out = append(out, a.env.Engines[i])
	}
	return out, nil
}

func (a *app) doExplain(ctx context.Context, list []string, f *explainFlags) error {
	all, err := a.explainers(f.engines)
	if err != nil {
		return err
	}
	var x *explaining
	if f.native.Repo != "" {
		if x, err = a.explainNative(ctx, f); err != nil {
			return err
		}
		defer func() { _ = x.close() }()
	} else if x, err = a.explainVersions(ctx, list, f); err != nil {
		return err
	}
	x.report.Tool = a.env.Version
	end := a.line.Begin()
	defer end()
	x.watch(a.line)
	for _, e := range all {
		if err := x.run(ctx, e); err != nil {
			return err
		}
	}
	end()
	return x.show(a, f)
}

// explaining is one run of the command.
type explaining struct {
	task   *engines.Task
	report explanation.Report
	fix    *program.Version
	// fixFrom is the version that fix was made from; nil for the new one.
	fixFrom *program.Version
	project *project.Project // nil without a repository
	close   func() error
}

// answerRecorder takes the answer of an engine.
type answerRecorder struct{ answer *explanation.Answer }

// Explanation and the others implement engines.Recorder.
func (r answerRecorder) Explanation(e engines.Explanation) error {
	r.answer.Explanation = e
	return nil
}

func (answerRecorder) Try(context.Context, *program.Input, engines.Note) (*engines.Trial, error) {
	return nil, errors.New("an engine that explains tries no inputs")
}
func (answerRecorder) Spend(int64) error                     { return nil }
func (answerRecorder) Requirement(engines.Requirement) error { return nil }
func (answerRecorder) Count(string, int64)                   {}

// defaultParams leaves the parameters of an engine as they are.
type defaultParams struct{}

// Decode implements engines.Params.
func (defaultParams) Decode(any) error { return nil }

// watch shows how many configurations have been tested.
func (x *explaining) watch(line *liveLine) {
	var tested atomic.Int64
	tell := func() { line.Set("%s tested", corpora.Plural(int(tested.Add(1)), "configuration")) }
	if judge := x.task.Judge; judge != nil {
		x.task.Judge = func(ctx context.Context, v *program.Version) (engines.Verdict, error) {
			defer tell()
			return judge(ctx, v)
		}
	} else if execute := x.task.Execute; execute != nil {
		x.task.Execute = func(ctx context.Context, p *program.Program, in *program.Input) (*program.Outcome, error) {
			defer tell()
			return execute(ctx, p, in)
		}
	}
}

func (x *explaining) run(ctx context.Context, e engines.Engine) error {
	begin := time.Now()
	answer := explanation.Answer{Engine: e.Name()}
	for settled := false; !settled; {
		if err := e.Run(ctx, x.task, answerRecorder{&answer}); err != nil {
			if errors.Is(err, deltadebug.ErrNotAFailure) {
				return input(err)
			}
			return err
		}
		var err error
		if settled, err = x.settled(ctx, &answer.Explanation); err != nil {
			return err
		}
	}
	answer.Seconds = time.Since(begin).Seconds()
	if x.fix != nil {
		answer.Judge(x.report.Delta, explanation.Fix{From: x.fixFrom, To: x.fix})
	}
	x.report.Answers = append(x.report.Answers, answer)
	return nil
}

// settled reports whether what decides about an answer holds for builds from nothing:
// what fails or passes with its changes alone, and without them.
func (x *explaining) settled(ctx context.Context, e *engines.Explanation) (bool, error) {
	if x.project == nil {
		return true, nil
	}
	set := func(ids []string) delta.Set {
		var s delta.Set
		for _, id := range ids {
			if i, ok := x.report.Delta.Lookup(id); ok {
				s = s.Union(delta.Set{i})
			}
		}
		return s
	}
	root := set(e.Root)
	return x.project.Settle(ctx, x.report.Delta.Apply(root), x.report.Delta.Revert(root.Union(set(e.Auxiliary))))
}

// show prints the answers and writes the files asked for.
func (x *explaining) show(a *app, f *explainFlags) error {
	confirmed := true
	for i := range x.report.Answers {
		answer := &x.report.Answers[i]
		confirmed = confirmed && answer.Confirmed
		if f.json {
			a.event(struct {
				Event string `json:"event"`
				*explanation.Answer
			}{"explanation", answer})
			continue
		}
		fmt.Fprintf(a.out, "%s, after %s and %.1f s:\n%s", answer.Engine, corpora.Plural(answer.Runs, "configuration"), answer.Seconds, answer.Text)
		if answer.OneMinimal {
			fmt.Fprintln(a.out, "Each of these changes is needed.")
		}
		if answer.Verdict != "" {
			fmt.Fprintf(a.out, "Against the fix: %s.\n", answer.Against())
			for _, s := range answer.Evidence {
				fmt.Fprintf(a.out, "  %s\n", s)
			}
		}
		fmt.Fprintln(a.out)
	}
	if err := writeReport(f.html, &x.report, explanation.HTML); err != nil {
		return err
	}
	if err := writeReport(f.sarif, &x.report, explanation.SARIF); err != nil {
		return err
	}
	if !confirmed {
		return &silent{StatusInconclusive}
	}
	return nil
}

func writeReport(name string, r *explanation.Report, write func(w io.Writer, r *explanation.Report) error) error {
	if name == "" {
		return nil
	}
	file, err := os.Create(name + ".part")
	if err != nil {
		return input(err)
	}
	if err := errors.Join(write(file, r), file.Close()); err != nil {
		return err
	}
	return os.Rename(name+".part", name)
}

// explainVersions prepares the explanation of two versions on disk.
func (a *app) explainVersions(ctx context.Context, list []string, f *explainFlags) (*explaining, error) {
	old, err := f.version(list[0])
	if err != nil {
		return nil, err
	}
	new, err := f.version(list[1])
	if err != nil {
		return nil, err
	}
	if len(old.Files) == 1 && len(new.Files) == 1 {
		old.Files[0].Name = new.Files[0].Name // or nothing would be common
	}
	new = delta.TrackRenames(old, new)
	in, err := f.input()
	if err != nil {
		return nil, err
	}
	x := &explaining{task: a.machineTask(f, in)}
	x.report = explanation.Report{Title: "Why the test fails on " + list[1], Test: in.Shell("prog"), Delta: delta.Compute(old, new)}
	if x.task.Old, err = a.compiled(ctx, old); err != nil {
		return nil, err
	}
	if x.task.New, err = a.compiled(ctx, new); err != nil {
		return nil, err
	}
	if f.fix != "" {
		if x.fix, err = f.version(f.fix); err != nil {
			return nil, err
		}
		if len(x.fix.Files) == 1 && len(new.Files) == 1 {
			x.fix.Files[0].Name = new.Files[0].Name
		}
	}
	return x, f.checkExpected(ctx, x.task)
}

// version reads a C file, or all C files and headers of a folder.
func (f *explainFlags) version(name string) (*program.Version, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, input(err)
	}
	if info.IsDir() {
		return readFolder(name, f.CompilerFlags)
	}
	data, err := regular.ReadFile(name)
	return &program.Version{Name: filepath.Base(name), Includes: append(slices.Clone(f.Includes), filepath.ToSlash(filepath.Dir(name))), Defines: f.Defines, Host: f.Host,
		Files: []program.SourceFile{{Name: filepath.Base(name), Text: string(data)}}}, input(err)
}

func (a *app) compiled(ctx context.Context, v *program.Version) (engines.Build, error) {
	p, err := a.env.Compile(ctx, v)
	if err != nil {
		return engines.Build{}, fmt.Errorf("version %s: %w", v.Name, err)
	}
	return engines.Build{Version: v, Program: p}, nil
}

// machineTask returns a task whose test is a run in the machine.
func (a *app) machineTask(f *explainFlags, in *program.Input) *engines.Task {
	return &engines.Task{
		Params: defaultParams{}, Failing: &program.Test{Name: "the test", Input: *in}, Compile: a.env.Compile, RunSteps: f.maxSteps,
		Execute: func(ctx context.Context, p *program.Program, in *program.Input) (*program.Outcome, error) {
			m, err := vm.New(p, vm.Options{MaxSteps: f.maxSteps})
			if err != nil {
				return nil, err
			}
			return m.NewRun().Run(ctx, in)
		},
	}
}

// input makes the input of the test from the flags.
func (f *explainFlags) input() (*program.Input, error) {
	in := &program.Input{Entry: f.entry}
	if f.args != "" {
		tests, err := corpora.ParseUniverse("--test-args", []byte(strings.ReplaceAll(f.args, "\n", " ")), f.entry != "", os.ReadFile)
		if err != nil {
			return nil, input(err)
		}
		*in = tests[0].Input
		in.Entry = f.entry
	}
	if f.stdin != "" {
		data, err := regular.ReadFile(f.stdin)
		if err != nil {
			return nil, input(err)
		}
		in.Stdin = data
	}
	for _, s := range f.files {
		name, path, ok := strings.Cut(s, "=")
		if !ok {
			path = name
		}
		data, err := regular.ReadFile(path)
		if err != nil {
			return nil, input(err)
		}
		in.Files = append(in.Files, program.File{Name: name, Data: data})
	}
	in.SortFiles()
	return in, nil
}

// checkExpected compares what the old version prints with --expect.
func (f *explainFlags) checkExpected(ctx context.Context, t *engines.Task) error {
	if f.expect == "" {
		return nil
	}
	want, err := regular.ReadFile(f.expect)
	if err != nil {
		return input(err)
	}
	for _, end := range []struct {
		name   string
		build  engines.Build
		passes bool
	}{{"old", t.Old, true}, {"new", t.New, false}} {
		out, err := t.Execute(ctx, end.build.Program, &t.Failing.Input)
		if err != nil {
			return err
		}
		passes := out.Ending == program.Exited && string(out.Stdout) == string(want)
		switch {
		case end.passes && !passes:
			return usagef("the test fails on the old version too: it prints %q and ends with %s %d", out.Stdout, out.Ending, out.Status)
		case !end.passes && passes:
			return usagef("the test passes on the new version: it prints what %s holds", f.expect)
		}
	}
	return nil
}
