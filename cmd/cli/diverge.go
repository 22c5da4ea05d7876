package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/pair"
	"github.com/riftlab/rift/engines/shadow"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/native"
	"github.com/riftlab/rift/program/regular"
	"github.com/spf13/cobra"
)

type divergeFlags struct {
	unifyFlags
	equivalence program.Equivalence
	entry       string
	stdin       string
	timeout     time.Duration
	tests       int
	native      bool
	host        native.Options
}

func (a *app) diverge() *cobra.Command {
	var f divergeFlags
	cmd := &cobra.Command{
		Use:   "diverge OLD NEW|SUBJECT/PAIR [flags] [-- ARGUMENT...]",
		Short: "Find inputs near a test on which two versions part",
		Long: `Follow a test through both versions of a program at once and make an input for
every way in which they could part, then explore the new version from there: shadow
symbolic execution. Inputs that show a difference are grouped by where the versions
part and how what they show differs, bugs first, each group with its shortest input.

OLD and NEW are C files, or folders whose C files and headers make one program
each. The test is the run with the arguments after -- and --stdin; with --entry, the
call of that function with values NAME=INTEGER. Of a version pair of a subject, all
tests that execute the change are followed, and then its whole input model.

An error in the new version only is a bug, one in the old version only is expected;
other differences are for you to judge. With --native, each input that shows a
difference is run on both versions as the host's C compiler makes them, too.

Exit status: 0 no difference was found; 1 there is one; 3 none was found, but the
time was up, or no input executes the change.`,
		Example: `  rift diverge old.c new.c --timeout 10s -- -n 3
  rift diverge old.c new.c --entry foo -- x=3
  rift diverge shadowtoy/patch --json
  rift diverge v1/ v2/ --native -- -w 3 7`,
		Args: func(cmd *cobra.Command, list []string) error {
			n := cmd.ArgsLenAtDash()
			if n < 0 {
				n = len(list)
			}
			if n < 1 || n > 2 {
				return usagef("usage: %s", cmd.UseLine())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, list []string) error {
			if err := notNegative(cmd, "steps", "timeout", "tests"); err != nil {
				return err
			}
			n := cmd.ArgsLenAtDash()
			if n < 0 {
				n = len(list)
			}
			return a.doDiverge(cmd.Context(), list[:n], list[n:], &f)
		},
	}
	f.sourceFlags.add(cmd)
	flags := cmd.Flags()
	addEquivalenceFlags(cmd, &f.equivalence)
	flags.StringVar(&f.entry, "entry", "", "call this function instead of main")
	flags.StringVar(&f.stdin, "stdin", "", "file with the test's standard input")
	flags.DurationVar(&f.timeout, "timeout", 30*time.Second, "stop after this time; 0 is no limit")
	flags.IntVar(&f.tests, "tests", 0, "stop after so many inputs (default no limit)")
	flags.Int64Var(&f.steps, "steps", 10_000_000, "instructions of one run")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the order of tests")
	flags.BoolVar(&f.native, "native", false, "run what shows a difference natively, too: compiled by the host's C compiler with sanitizers")
	nativeFlags(cmd, &f.host)
	flags.BoolVar(&f.json, "json", false, "print groups as JSON lines, the result last")
	return cmd
}

// divergeRecorder tries inputs on both versions and keeps those that differ.
type divergeRecorder struct {
	versions *pair.Runner
	limit    int
	tried    int
	cases    []shadow.Case
	counters map[string]int64
	natively *shadow.Natively // nil unless asked for
	line     *liveLine
}

func (r *divergeRecorder) Try(ctx context.Context, in *program.Input, n engines.Note) (*engines.Trial, error) {
	if r.limit > 0 && r.tried >= r.limit {
		return nil, engines.ErrBudget
	}
	r.tried++
	t, err := r.versions.Run(ctx, in)
	if err != nil {
		return nil, err
	}
	if t.Difference.Counts() {
		r.cases = append(r.cases, shadow.Case{Input: *in, Note: n, Trial: t})
	}
	r.line.Set("%s tried, %d with a difference", corpora.Plural(r.tried, "input"), len(r.cases))
	return t, nil
}

func (r *divergeRecorder) Spend(int64) error                     { return nil }
func (r *divergeRecorder) Requirement(engines.Requirement) error { return nil }
func (r *divergeRecorder) Explanation(engines.Explanation) error { return nil }
func (r *divergeRecorder) Count(name string, n int64)            { r.counters[name] += n }

// divergeParams sets the parameters that a seed without an input model needs.
type divergeParams struct{ explore string }

func (p divergeParams) Decode(into any) error {
	into.(*shadow.Params).Explore = p.explore
	return nil
}

func (a *app) doDiverge(ctx context.Context, list, arguments []string, f *divergeFlags) error {
	u, err := a.unifyVersions(ctx, list, &f.unifyFlags)
	if err != nil {
		return err
	}
	task := &engines.Task{Equivalence: f.equivalence, Compile: a.env.Compile, RunSteps: f.steps, Seed: f.seed, Params: divergeParams{"no"},
		Old: engines.Build{Version: u.delta.Old, Program: u.programs[0]}, New: engines.Build{Version: u.delta.New, Program: u.programs[1]}}
	if s := u.subject; s != nil {
		task.Model, task.Tests, task.Params = s.Model, s.Tests, divergeParams{"yes"}
	}
	if len(list) == 2 || len(arguments) > 0 || f.stdin != "" {
		test, err := f.test(arguments)
		if err != nil {
			return err
		}
		task.Tests = []program.Test{{Name: "the test", Input: *test}}
	}
	rec := &divergeRecorder{limit: f.tests, counters: map[string]int64{}, line: a.line}
	end := a.line.Begin()
	defer end()
	if rec.versions, err = pair.Of(task, pair.Options{}); err != nil {
		return err
	}
	if f.native {
		if rec.natively, err = shadow.OpenNative(ctx, task, f.host); err != nil {
			return input(err)
		}
		defer func() { _ = rec.natively.Close() }()
	}
	limited, cancel := ctx, func() {}
	if f.timeout > 0 {
		limited, cancel = context.WithTimeout(ctx, f.timeout)
	}
	defer cancel()
	err = shadow.Engine{}.Run(limited, task, rec)
	timeUp := ctx.Err() == nil && limited.Err() != nil
	if err != nil && !timeUp {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return input(err)
	}
	if err := rec.confirm(ctx); err != nil {
		return err
	}
	end()
	return a.printDiverging(f, rec, timeUp)
}

// confirm runs the cases natively, if asked for.
func (r *divergeRecorder) confirm(ctx context.Context) error {
	for i := range r.cases {
		if r.natively == nil {
			break
		}
		r.line.Set("%d of %s run natively", i, corpora.Plural(len(r.cases), "input"))
		var err error
		if r.cases[i].Native, err = r.natively.Try(ctx, &r.cases[i].Input); err != nil {
			return err
		}
	}
	return nil
}

// test makes the input to start from.
func (f *divergeFlags) test(arguments []string) (*program.Input, error) {
	in := &program.Input{Entry: f.entry}
	for _, s := range arguments {
		if f.entry == "" {
			in.Args = append(in.Args, program.Bytes(s))
			continue
		}
		v, err := corpora.ParseValue(s)
		if err != nil {
			return nil, input(err)
		}
		in.Values = append(in.Values, v)
	}
	if f.stdin != "" {
		data, err := regular.ReadFile(f.stdin)
		if err != nil {
			return nil, input(err)
		}
		in.Stdin = data
	}
	return in, nil
}

func (a *app) printDiverging(f *divergeFlags, rec *divergeRecorder, timeUp bool) error {
	clusters := shadow.Clusters(rec.cases)
	if f.json {
		for _, c := range clusters {
			a.event(struct {
				Event string `json:"event"`
				shadow.Cluster
			}{"group", c})
		}
		a.event(struct {
			Event       string           `json:"event"`
			Inputs      int              `json:"inputs"`
			Differences int              `json:"differences"`
			TimeUp      bool             `json:"time_up"`
			Counters    map[string]int64 `json:"counters"`
		}{"result", rec.tried, len(rec.cases), timeUp, rec.counters})
	} else {
		for _, c := range clusters {
			a.printCluster(&c)
		}
		a.printSeeds(rec.counters)
		fmt.Fprintf(a.err, "%s tried, %d with a difference in %s\n", corpora.Plural(rec.tried, "input"), len(rec.cases), corpora.Plural(len(clusters), "group"))
	}
	switch {
	case len(rec.cases) > 0:
		return &silent{StatusDifference}
	case timeUp:
		return &statusError{StatusInconclusive, errors.New("no difference found, but the time was up")}
	case unexecuted(rec.counters):
		return &statusError{StatusInconclusive, errors.New("no difference found, but no input executes the change")}
	}
	return nil
}

// unexecuted reports whether there were tests, none executes the change, and no input that does
// was made.
func unexecuted(counters map[string]int64) bool {
	return counters["seeds.untouched"] > 0 && counters["seeds"] == 0 && counters["seeds.generated"] == 0
}

// printSeeds says which tests could not be followed because they do not execute
// the change.
func (a *app) printSeeds(counters map[string]int64) {
	untouched := int(counters["seeds.untouched"])
	switch {
	case untouched == 0:
	case unexecuted(counters):
		fmt.Fprintln(a.err, "no test executes the change")
	case counters["seeds"] == 0:
		fmt.Fprintf(a.err, "no test executes the change; %s that does was made\n", corpora.Plural(int(counters["seeds.generated"]), "input"))
	default:
		fmt.Fprintf(a.err, "%s executes the change; %d not\n", corpora.Plural(int(counters["seeds"]), "test"), untouched)
	}
}

func (a *app) printCluster(c *shadow.Cluster) {
	where := "an existing test"
	if strings.HasPrefix(c.Shortest.Note.Test, shadow.Generated) {
		where = "a test that was made"
	}
	if c.At.Line > 0 {
		where = "parting at " + c.At.String()
	}
	fmt.Fprintf(a.out, "%s: %s differs, %s, %s\n", c.Verdict, c.Difference, corpora.Plural(c.Count, "input"), where)
	fmt.Fprintf(a.out, "  input: %s\n", strings.TrimPrefix(c.Shortest.Input.Shell("prog"), "prog # "))
	for _, v := range []struct {
		name string
		o    *program.Outcome
	}{{"old", c.Shortest.Trial.Old}, {"new", c.Shortest.Trial.New}} {
		fmt.Fprintf(a.out, "  %s: %s\n", v.name, shown(v.o))
	}
	if n := c.Shortest.Native; n != nil {
		fmt.Fprintf(a.out, "  natively: %d of %d differ\n    old: %s\n    new: %s\n", c.Natively, c.Count, shown(n.Old), shown(n.New))
	}
}

// shown says in one line what a run showed.
func shown(o *program.Outcome) string {
	var parts []string
	switch {
	case o.Fault != nil:
		parts = append(parts, o.Fault.Error())
	case o.Ending == program.Exited:
		parts = append(parts, fmt.Sprintf("status %d", o.Status))
	default:
		parts = append(parts, o.Ending.String())
	}
	if o.Result != nil {
		parts = append(parts, o.Result.String())
	}
	for _, b := range []program.Bytes{o.Stdout, o.Stderr} {
		if len(b) > 0 {
			parts = append(parts, fmt.Sprintf("%.80q", string(b)))
		}
	}
	return strings.Join(slices.Compact(parts), ", ")
}
