package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/engines/symexec/search"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
	"github.com/spf13/cobra"
)

type symexFlags struct {
	sourceFlags
	scheduleFlag
	symexec.Options
	symArgs  string
	symStdin int
	symFiles []string
	symEnv   []string
	depth    int
	globals  []string
	entry    string
	steps    int64
	timeout  time.Duration
	json     bool
	stats    string
	testFlags
}

func (a *app) symex() *cobra.Command {
	var f symexFlags
	cmd := &cobra.Command{
		Use:   "symex FILE.c... [flags] [-- ARGUMENT...]",
		Short: "Compile C files and explore the paths of the program",
		Long: `Compile C files and execute the program symbolically: on all inputs of a kind at
once, path by path. For each path rift prints how it ends and makes a test, an
input that takes it. Each test is run in the checking machine too; one that does
not show what was predicted is an error in rift and is reported as such.

What varies is said by flags. Arguments after -- are given as they are, before
those of --sym-args. With --entry a function is run instead of main, on all
values of its parameters; a pointer gets a fresh object, of eight characters or
one element of its type. Pointers in structures are null, or point to a fresh
object, down to the depth of --depth, or to one that is there already. C code may ask for inputs itself, by
__VERIFIER_nondet_int and the like or klee_make_symbolic.

Tests go to the folder of --output: those that are needed to execute all that was
executed, and one for each error; --tests all keeps one for each path. Of those, the
ones beyond the first 200 that execute nothing new are in the archive rest.tar, as JSON
and .ktest, which "tar xf" takes out. A test is
written as JSON, as KLEE's .ktest, as a test case of a Test-Comp suite, and as a
reproducer: a shell script, or a C file where the program asks for values or a
function is called by itself. Their coverage is in the file coverage.info, for
lcov's genhtml. A test is there whole or not at all, whenever rift is killed.

An error is what the machine finds, and what the program itself does: a failed
assertion, abort, klee_report_error. Each is told with its place.

Exit status: 0 all paths were explored and none ends in an error; 1 an error was
found; 3 no error was found, but not all paths were explored; 5 a test does not
show what was predicted.`,
		Example: `  rift symex parse.c --sym-args 1,2,4
  rift symex sum.c --entry sum --timeout 30s -o tests
  rift symex filter.c --sym-stdin 8 --search dfs --json -- -v`,
		Args: func(cmd *cobra.Command, list []string) error {
			if n := cmd.ArgsLenAtDash(); f.BuildDir == "" && (n == 0 || len(list) == 0) {
				return usagef("usage: %s", cmd.UseLine())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, list []string) error {
			if err := notNegative(cmd, "max-states", "max-path-steps", "steps", "timeout", "sym-stdin"); err != nil {
				return err
			}
			f.CheckOverflow = f.CheckOverflow || f.Check
			files, arguments := list, []string(nil)
			if n := cmd.ArgsLenAtDash(); n >= 0 {
				files, arguments = list[:n], list[n:]
			}
			return a.doSymex(cmd.Context(), files, arguments, &f)
		},
	}
	f.sourceFlags.add(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.entry, "entry", "", "start this function instead of main")
	flags.StringArrayVar(&f.globals, "sym-global", nil, "with --entry, let this variable vary (may be repeated)")
	f.addInputs(cmd)
	flags.IntVar(&f.depth, "depth", 0, "with --entry, levels of fresh objects behind pointers in structures (default 2; -1: pointers are arbitrary)")
	flags.StringVar(&f.Search, "search", "interleaved", "which path to follow next: "+strings.Join(search.Names(), ", "))
	flags.Uint64Var(&f.Seed, "seed", 1, "seed of the search")
	flags.IntVar(&f.MaxStates, "max-states", 0, "paths under way at a time (default 20000)")
	flags.Int64Var(&f.MaxSteps, "max-path-steps", 0, "instructions of one path (default no limit)")
	flags.Int64Var(&f.steps, "steps", 0, "stop after so many instructions and solver steps (default no limit)")
	flags.DurationVar(&f.timeout, "timeout", 0, "stop after this time, such as 30s (default no limit)")
	flags.BoolVar(&f.Merge, "merge", false, "make one path of the two sides of short branches")
	flags.BoolVar(&f.NoSummaries, "no-summaries", false, "execute the run-time library's C code, without terms in the place of its calls")
	flags.BoolVar(&f.CheckOverflow, "check-overflow", false, "signed overflow is an error")
	addCheckUndefined(cmd, &f.Check)
	flags.BoolVar(&f.CheckLeaks, "leaks", false, "memory that is lost at the end is an error")
	flags.BoolVar(&f.ZeroMemory, "zero-memory", false, "memory begins as zero; using what was never written is no error")
	f.testFlags.add(cmd)
	flags.StringVar(&f.stats, "stats-json", "", "write the result with all numbers to this file")
	flags.BoolVar(&f.json, "json", false, "print paths as JSON lines, the result last")
	flags.StringVar(&f.Name, "name", "", "argument 0 of the program (default the first file without .c)")
	return cmd
}

// addInputs adds the flags that say how arguments, files and the like vary.
func (f *symexFlags) addInputs(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.symArgs, "sym-args", "", "add MIN to MAX arguments of at most LEN bytes: MIN,MAX,LEN")
	flags.IntVar(&f.symStdin, "sym-stdin", -1, "standard input of at most N bytes (default none)")
	flags.StringArrayVar(&f.symFiles, "sym-file", nil, "an input file of at most N bytes: NAME,N (may be repeated)")
	flags.StringArrayVar(&f.symEnv, "sym-env", nil, "a variable of the environment of at most N bytes: NAME,N (may be repeated)")
	f.addSchedule(cmd)
}

// varies reports whether any of the flags of addInputs was given.
func (f *symexFlags) varies() bool {
	return f.symArgs != "" || f.symStdin >= 0 || len(f.symFiles)+len(f.symEnv) > 0 || f.schedule != ""
}

// maxInput bounds the bytes of a part of the input that varies.
const maxInput = 64 << 20

// numbers reads n integers with commas between them, after a name if name is
// set.
func numbers(flag, text string, n int, name bool) (string, []int, error) {
	parts := strings.Split(text, ",")
	head := ""
	if name && len(parts) > 1 {
		head, parts = parts[0], parts[1:]
	}
	var list []int
	for _, p := range parts {
		v, err := strconv.Atoi(strings.TrimSpace(p))
		if err != nil || v < 0 {
			return "", nil, usagef("--%s: %q is not a number", flag, p)
		}
		if v > maxInput {
			return "", nil, usagef("--%s: %s is too large: must be at most %d", flag, p, maxInput)
		}
		list = append(list, v)
	}
	if len(list) != n {
		return "", nil, usagef("--%s: %q has %d numbers: want %d", flag, text, len(list), n)
	}
	return head, list, nil
}

// model makes the input model that the flags describe.
func (f *symexFlags) model(arguments []string) (*program.InputModel, error) {
	m := &program.InputModel{Entry: f.entry}
	var err error
	if m.Env, err = f.environment(); err != nil {
		return nil, err
	}
	for _, s := range arguments {
		text := program.Bytes(s)
		m.Args = append(m.Args, program.ArgModel{Text: &text})
	}
	if f.symArgs != "" {
		_, n, err := numbers("sym-args", f.symArgs, 3, false)
		if err != nil {
			return nil, err
		}
		m.SymArgs = &program.SymArgs{Min: n[0], Max: n[1], Len: n[2]}
	}
	if f.symStdin >= 0 {
		m.Stdin = &program.ContentModel{Size: f.symStdin}
	}
	for _, s := range f.symFiles {
		name, n, err := numbers("sym-file", s, 1, true)
		if err != nil {
			return nil, err
		}
		m.Files = append(m.Files, program.FileModel{Name: name, Content: &program.ContentModel{Size: n[0]}})
	}
	for _, s := range f.symEnv {
		name, n, err := numbers("sym-env", s, 1, true)
		if err != nil {
			return nil, err
		}
		m.SymEnv = append(m.SymEnv, program.EnvModel{Name: name, Content: program.ContentModel{Size: n[0]}})
	}
	for _, g := range f.globals {
		m.Globals = append(m.Globals, program.ValueModel{Name: g, Depth: f.depth})
	}
	return m, input(corpora.CheckModel(m))
}

func (a *app) doSymex(ctx context.Context, files, arguments []string, f *symexFlags) error {
	m, err := f.model(arguments)
	if err != nil {
		return err
	}
	v, p, err := f.loadVersion(ctx, a, files)
	if err != nil {
		return err
	}
	if f.Name == "" {
		f.Name = programName(p)
	}
	if i, ok := p.FuncByName(f.entry); ok && f.depth != 0 {
		for _, q := range p.Funcs[i].Params {
			m.Params = append(m.Params, program.ValueModel{Name: q.Name, Depth: f.depth})
		}
		if p.Funcs[i].Sret {
			m.Params = m.Params[1:]
		}
	}
	for _, name := range p.Undefined {
		fmt.Fprintf(a.err, "rift: %s has no body: a path that calls it is assumed to end there, as unsupported\n", strings.TrimPrefix(name, machine.AbsentCase))
	}
	s := &symexRun{app: a, flags: f, errors: map[string]int{}, incomplete: map[string]int{}}
	if err := s.prepare(p); err != nil {
		return err
	}
	if s.tests, err = f.testFlags.start(v, p, f.Name); err != nil {
		return err
	}
	limited := ctx
	if f.timeout > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, f.timeout)
		defer cancel()
	}
	end := a.line.Begin()
	err = s.explorer.Explore(limited, m, func(path *symexec.Path) error { return s.path(ctx, path) })
	end()
	if err != nil && !errors.Is(err, engines.ErrBudget) && ctx.Err() == nil {
		return input(err)
	}
	if err := s.tests.finish(); err != nil {
		return err
	}
	if err := s.report(); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return s.status()
}

// symexRun is one run of the command.
type symexRun struct {
	app        *app
	flags      *symexFlags
	explorer   *symexec.Explorer
	replayer   *symexec.Replayer
	tests      *testWriter
	errors     map[string]int // by place and kind: paths
	incomplete map[string]int // by reason
	mismatches int
	paths      int
	failed     int // paths that end in an error
}

func (s *symexRun) prepare(p *program.Program) (err error) {
	o := s.flags.Options
	o.OneStatus = true
	begin := time.Now()
	o.Clock = func() time.Duration { return time.Since(begin) }
	if left := s.flags.steps; left > 0 {
		o.Spend = func(n int64) error {
			if left -= n; left <= 0 {
				return engines.ErrBudget
			}
			return nil
		}
	}
	if s.explorer, err = symexec.New(p, o); err != nil {
		return usagef("%v", err)
	}
	s.replayer, err = symexec.NewReplayer(p, o)
	return err
}

// symexPath is the event of a path.
type symexPath struct {
	Event string `json:"event"`
	*symexec.Path
	Test     string `json:"test,omitempty"`     // name of its files
	Mismatch string `json:"mismatch,omitempty"` // between prediction and replay
}

// path replays, prints and writes a path.
func (s *symexRun) path(ctx context.Context, p *symexec.Path) error {
	out, mismatch, err := s.replayer.Check(ctx, p)
	if err != nil {
		return err
	}
	e := symexPath{Event: "path", Path: p, Mismatch: mismatch}
	if mismatch != "" {
		s.mismatches++
		fmt.Fprintf(s.app.err, "rift: an error in rift: the test of path %d does not show what was predicted: %s\nrift: its input is %s\n", p.ID, mismatch, p.Input.Key())
	}
	switch f := p.Outcome.Fault; {
	case p.Incomplete != "":
		s.incomplete[p.At.String()+": "+p.Incomplete]++
	case f != nil && f.Kind == program.FaultUnsupported:
		s.incomplete[f.Error()]++
	case f != nil:
		s.errors[f.Error()]++
		s.failed++
	case p.Outcome.Failure() != "":
		s.errors[p.At.String()+": "+p.Outcome.Failure()]++
		s.failed++
	}
	if mismatch == "" && out.Ending != program.Assumed {
		if e.Test, err = s.tests.consider(&p.Input, out, s.replayer.Coverage()); err != nil {
			return err
		}
	}
	s.paths++
	s.app.line.Set("%s, %d with an error", corpora.Plural(s.paths, "path"), s.failed)
	switch {
	case s.flags.json:
		s.app.event(e)
	default:
		fmt.Fprintf(s.app.out, "%-10s %-40s %s\n", e.Test, ending(p), p.Input.Shell(s.flags.Name))
	}
	return nil
}

// ending describes how a path ends in one phrase.
func ending(p *symexec.Path) string {
	switch {
	case p.Incomplete != "":
		return "given up at " + p.At.String()
	case p.Outcome.Fault != nil:
		return string(p.Outcome.Fault.Kind) + " at " + p.Outcome.Fault.Pos.String()
	case p.Outcome.Ending == program.Stopped:
		return "limit of " + p.Outcome.Limit
	case p.Outcome.Ending == program.Assumed:
		return "assumption violated"
	case p.Outcome.Failure() != "":
		what, _, _ := strings.Cut(p.Outcome.Failure(), ":")
		return what + " at " + p.At.String()
	}
	return fmt.Sprintf("%s %d", p.Outcome.Ending, p.Outcome.Status)
}

// symexResult is the last event.
type symexResult struct {
	Event      string           `json:"event"`
	Tests      int              `json:"tests"`
	Paths      int64            `json:"paths"`
	Errors     []countedText    `json:"errors"`
	Incomplete []countedText    `json:"incomplete"`
	Mismatches int              `json:"mismatches"`
	Exhaustive bool             `json:"exhaustive"`
	Statements share            `json:"statements"`
	Stats      symexec.Stats    `json:"stats"`
	Solver     map[string]int64 `json:"solver"`
}

type countedText struct {
	Text  string `json:"text"`
	Paths int    `json:"paths"`
}

func counted(m map[string]int) []countedText {
	list := []countedText{}
	for t, n := range m {
		list = append(list, countedText{t, n})
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Text < list[j].Text })
	return list
}

func (s *symexRun) report() error {
	stats := s.explorer.Stats
	covered, total := s.explorer.Covered()
	r := symexResult{Event: "result", Tests: s.tests.count(), Paths: stats.Paths, Errors: counted(s.errors), Incomplete: counted(s.incomplete),
		Mismatches: s.mismatches, Exhaustive: stats.Exhaustive(), Statements: share{covered, total}, Stats: stats, Solver: map[string]int64{}}
	for _, c := range s.explorer.Counters() {
		r.Solver[c.Name] = c.Value
	}
	if s.flags.stats != "" {
		text, err := json.MarshalIndent(r, "", "  ")
		if err != nil {
			return err
		}
		if err := os.WriteFile(s.flags.stats, append(text, '\n'), 0o666); err != nil {
			return input(err)
		}
	}
	if s.flags.json {
		s.app.event(r)
		return nil
	}
	w := s.app.out
	fmt.Fprintln(w)
	for _, e := range r.Errors {
		fmt.Fprintf(w, "error: %s (%d paths)\n", e.Text, e.Paths)
	}
	for _, e := range r.Incomplete {
		fmt.Fprintf(w, "given up: %s (%d paths)\n", e.Text, e.Paths)
	}
	fmt.Fprintf(w, "paths: %d, %d tests; exploration is %s\n", stats.Paths, r.Tests, completeness(&stats))
	fmt.Fprintf(w, "statements covered: %d of %d\n", covered, total)
	fmt.Fprintf(w, "instructions: %d, forks: %d\n", stats.Steps, stats.Forks)
	fmt.Fprintf(w, "queries: %d of %d decisions; %d reached the SAT solver, %d steps\n", stats.Queries, stats.Decisions, r.Solver["solver.queries"], stats.SolverSteps)
	fmt.Fprintf(w, "time: %v executing, %v solving\n", (stats.Time - stats.Solving).Round(time.Millisecond), stats.Solving.Round(time.Millisecond))
	return nil
}

// completeness says what is missing from the exploration.
func completeness(s *symexec.Stats) string {
	if s.Exhaustive() {
		return "exhaustive"
	}
	var parts []string
	for _, c := range []struct {
		n    int64
		text string
	}{
		{s.Pending, "paths not finished"}, {s.Dropped, "forks dropped for want of room"}, {s.Evicted, "paths dropped for want of memory"}, {s.Truncated, "values cut off"},
		{s.Concretised, "values made concrete"}, {s.Unknown, "questions undecided"}, {s.Incomplete, "paths given up"}, {s.Threaded, "paths on which threads take turns in some orders of many"},
	} {
		if c.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", c.n, c.text))
		}
	}
	return "not exhaustive: " + strings.Join(parts, ", ")
}

func (s *symexRun) status() error {
	stats := s.explorer.Stats
	switch {
	case s.mismatches > 0:
		return &silent{StatusInternal}
	case len(s.errors) > 0:
		return &silent{StatusDifference}
	case !stats.Exhaustive():
		return &silent{StatusInconclusive}
	}
	return nil
}
