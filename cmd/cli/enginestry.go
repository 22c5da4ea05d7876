package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/BurntSushi/toml"
	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/experiments"
	"github.com/riftlab/rift/program/regular"
	"github.com/riftlab/rift/results"
	"github.com/spf13/cobra"
)

// tryFlags say how a foreign engine is tried.
type tryFlags struct {
	pairs, params     []string
	tests             int
	steps, seed       int64
	wall              time.Duration
	kind              string
	messages, network bool
}

func (a *app) enginesTry() *cobra.Command {
	var f tryFlags
	cmd := &cobra.Command{
		Use:   "try SUBJECT [flags] -- COMMAND...",
		Short: "Try a program as an engine",
		Long: `Run a program as an engine, with one seed, on the pairs of a subject, and tell what it
found, logged, and did wrong. docs/engine-protocol.md says what such a program reads
and writes.

Exit status: 0 it found no difference (or explained); 1 it did; 3 a task did not end as
tasks should.`,
		Example: `  rift engines try bound -- python3 my.py
  rift engines try bound --tests 5 --messages --param reach=3 -- python3 my.py`,
		Args: func(cmd *cobra.Command, args []string) error {
			if cmd.ArgsLenAtDash() != 1 || len(args) < 2 {
				return usagef("usage: %s", cmd.UseLine())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := notNegative(cmd, "tests", "steps", "wall", "seed"); err != nil {
				return err
			}
			return a.tryEngine(cmd.Context(), args[0], args[1:], &f)
		},
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&f.pairs, "pair", nil, "only these pairs of the subject")
	flags.StringArrayVar(&f.params, "param", nil, "a parameter of the engine: NAME=VALUE, the value as TOML has it or else text")
	flags.IntVar(&f.tests, "tests", 100, "tests to try; 0 is no limit")
	flags.Int64Var(&f.steps, "steps", 0, "budget of steps; 0 is no limit")
	flags.DurationVar(&f.wall, "wall", time.Minute, "wall-clock time")
	flags.Int64Var(&f.seed, "seed", 1, "all randomness comes from here")
	flags.StringVar(&f.kind, "kind", string(engines.Generate), `"generate", "explain" or "assess"`)
	flags.BoolVar(&f.network, "network", false, "let the program use the network")
	flags.BoolVar(&f.messages, "messages", false, "show all messages")
	return cmd
}

// experiment returns the experiment that tries an engine.
func (f *tryFlags) experiment(subject string, command []string) (*experiments.Config, error) {
	params := map[string]any{}
	for _, p := range f.params {
		name, value, ok := strings.Cut(p, "=")
		if !ok || name == "" {
			return nil, usagef("--param %q: write NAME=VALUE", p)
		}
		var one struct{ V any }
		if _, err := toml.Decode("V = "+value, &one); err != nil {
			one.V = value
		}
		params[name] = one.V
	}
	budget := map[string]any{"wall": f.wall.String(), "tests": f.tests, "steps": f.steps}
	text, err := toml.Marshal(map[string]any{
		"name": "try", "subjects": []string{subject}, "pairs": append([]string{}, f.pairs...), "seed": f.seed, "seeds": 1, "budget": budget,
		"engine": []any{map[string]any{"name": "tool", "command": command, "kind": f.kind, "network": f.network, "params": params}},
	})
	if err != nil {
		return nil, err
	}
	c, err := experiments.Parse("command line", text)
	var bad *corpora.TOMLError
	if errors.As(err, &bad) { // its place is in a text that nobody wrote
		return nil, input(errors.New(bad.Msg))
	}
	return c, err
}

func (a *app) tryEngine(ctx context.Context, subject string, command []string, f *tryFlags) error {
	config, err := f.experiment(subject, command)
	if err != nil {
		return err
	}
	plan, err := experiments.Make(ctx, config, a.env, nil)
	var bad *corpora.TOMLError
	if errors.As(err, &bad) {
		err = errors.New(bad.Msg)
	}
	if err != nil {
		return input(err)
	}
	dir, err := os.MkdirTemp("", "rift-try-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	o := experiments.RunOptions{
		Dir: dir + "/results", Transcript: dir + "/transcripts", Trace: f.messages, Workers: 1, Version: a.env.Version,
	}
	sum, err := a.runPlan(ctx, plan, o, false)
	if err != nil {
		return err
	}
	if err := a.showTried(ctx, plan, o); err != nil {
		return err
	}
	switch {
	case sum.Failed() > 0:
		return &silent{StatusInconclusive}
	case sum.Found > 0:
		return &silent{StatusDifference}
	}
	return nil
}

// showTried shows for each task what was logged and what came of it.
func (a *app) showTried(ctx context.Context, plan *experiments.Plan, o experiments.RunOptions) error {
	folder, err := results.Open(o.Dir)
	if err != nil {
		return err
	}
	x, err := folder.Scan(ctx)
	if err != nil {
		return err
	}
	for t := range plan.Tasks() {
		if err := a.showLog(experiments.LogOf(o.Transcript, t.ID)); err != nil {
			return err
		}
		fmt.Fprintf(a.out, "%s/%s: ", t.Subject, t.Pair)
		var shown bytes.Buffer // beneath the line of the task
		found := 0
		err := x.Each(ctx, func(r *results.Record) error {
			switch {
			case r.Task != t.ID:
			case r.Test != nil && r.Test.Difference.Counts():
				if found++; found == 1 {
					fmt.Fprintf(&shown, "  first difference, in %s, by test %d: %s\n", r.Test.Difference, r.Test.N, r.Test.Input.Shell(t.Subject))
				}
			case r.Explanation != nil:
				fmt.Fprintf(&shown, "  responsible: %s; confirmed: %t, 1-minimal: %t\n", strings.Join(r.Explanation.Root, " "), r.Explanation.Confirmed, r.Explanation.OneMinimal)
			case r.End != nil:
				fmt.Fprintf(a.out, "%s", r.End.Status)
				if r.End.Reason != "" {
					fmt.Fprintf(a.out, " (%s)", r.End.Reason)
				}
				fmt.Fprintf(a.out, "; %s, %s\n", corpora.Plural(r.End.Tests, "test"), corpora.Plural(found, "difference"))
			}
			return nil
		})
		if err != nil {
			return err
		}
		if _, err := shown.WriteTo(a.out); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) showLog(name string) error {
	text, err := regular.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = a.err.Write(text)
	return err
}
