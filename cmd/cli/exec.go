package cli

import (
	"context"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/libc"
	"github.com/spf13/cobra"
)

type execFlags struct {
	sourceFlags
	vm.Options
	scheduleFlag
	files bool
	json  bool
	cover bool
}

func (a *app) exec() *cobra.Command {
	var f execFlags
	cmd := &cobra.Command{
		Use:   "exec FILE.c... [flags] [-- ARGUMENT...]",
		Short: "Compile C files and run them in the checking machine",
		Long: `Compile C files and run the program in rift's machine, which checks every access
to memory. Standard input, output and error are the program's. It sees no files
unless --files is given.

Exit status: that of the program; 128+N if it ended by signal N. If the machine
finds an error, the message with the place and the calls goes to standard error,
and the status is 1; 3 if a limit was reached, 4 for unsupported C, 2 for C that
does not compile. What the program had written to stdio's buffers and not flushed
is lost at an error, as when the program crashes by itself.

Threads take turns, one at a time. By default one runs until it waits, sleeps or
yields, or has synchronised a hundred times. --schedule seed:N draws from a seed,
at every operation that synchronises, whether another goes on and which.
--schedule bound:N asks for values named "thread schedule": which goes on where one waits
or ends, and, at most N times, whether another does where none has to; "rift symex"
explores them, and its tests have them. Where no thread can go on, that is an error
which tells where each waits. In other commands RIFT_SCHEDULE in the environment of an
input says the same.`,
		Example: `  rift exec hello.c
  echo 1 2 3 | rift exec sum.c util.c -I include -D LIMIT=10 -- -v
  rift exec --build-dir build src/main.c src/list.c -- --help`,
		Args: func(cmd *cobra.Command, list []string) error {
			if n := cmd.ArgsLenAtDash(); f.BuildDir == "" && (n == 0 || len(list) == 0) {
				return usagef("usage: %s", cmd.UseLine())
			}
			for _, name := range list {
				if cmd.ArgsLenAtDash() < 0 && !strings.HasSuffix(name, ".c") {
					return usagef("%s: not a C file; what is for the program goes after --", name)
				}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, list []string) error {
			f.CheckOverflow = f.CheckOverflow || f.Check
			if f.MaxSteps <= 0 {
				return usagef("%s: --max-steps %d: must be at least 1", cmd.CommandPath(), f.MaxSteps)
			}
			files, arguments := list, []string(nil)
			if n := cmd.ArgsLenAtDash(); n >= 0 {
				files, arguments = list[:n], list[n:]
			}
			out, err := a.doExec(cmd.Context(), files, arguments, &f)
			if err != nil {
				if f.json {
					a.event(errorEvent{"error", err.Error(), statusOf(err)})
				}
				return err
			}
			return a.ending(cmd.Context(), out)
		},
	}
	f.add(cmd)
	flags := cmd.Flags()
	flags.Int64Var(&f.MaxSteps, "max-steps", math.MaxInt64, "stop after so many instructions")
	flags.BoolVar(&f.CheckOverflow, "check-overflow", false, "signed overflow is an error")
	addCheckUndefined(cmd, &f.Check)
	flags.BoolVar(&f.CheckLeaks, "leaks", false, "memory that is lost at the end is an error")
	flags.BoolVar(&f.ZeroMemory, "zero-memory", false, "memory begins as zero; reading what was never written is no error")
	flags.BoolVar(&f.cover, "coverage", false, "print coverage to standard error at the end")
	f.addSchedule(cmd)
	flags.BoolVar(&f.files, "files", false, "let the program read and write files")
	flags.BoolVar(&f.json, "json", false, "print what the program showed as one JSON line, instead of passing it through")
	flags.StringVar(&f.Name, "name", "", "argument 0 of the program (default the first file without .c)")
	return cmd
}

// scheduleFlag is the flag that says how threads take turns.
type scheduleFlag struct{ schedule string }

func (f *scheduleFlag) addSchedule(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.schedule, "schedule", "", "how threads take turns: seed:N draws them from a seed; bound:N asks for values that say it, with at most N preemptions (default each until it waits)")
}

// environment returns what the flag puts into the environment of a run.
func (f *scheduleFlag) environment() ([]program.Bytes, error) {
	if f.schedule == "" {
		return nil, nil
	}
	e, err := program.ParseSchedule(f.schedule)
	if err != nil {
		return nil, usagef("--schedule: %v", err)
	}
	return []program.Bytes{e}, nil
}

// errorEvent is the event of exec --json where there is no outcome.
type errorEvent struct {
	Event   string `json:"event"`
	Message string `json:"message"` // errors of the compiler are one on a line
	Status  int    `json:"status"`  // of the process
}

// doExec compiles and runs; it returns what the program showed.
func (a *app) doExec(ctx context.Context, files, arguments []string, f *execFlags) (*program.Outcome, error) {
	p, err := f.load(ctx, a, files)
	if err != nil {
		return nil, err
	}
	if !definesMain(p) {
		return nil, usagef("the program has no function main: give the file that defines it too")
	}
	if f.Name == "" {
		f.Name = programName(p)
	}
	f.Coverage = f.cover
	m, err := vm.New(p, f.Options)
	if err != nil {
		return nil, err
	}
	in := &program.Input{}
	if in.Env, err = f.environment(); err != nil {
		return nil, err
	}
	for _, s := range arguments {
		in.Args = append(in.Args, program.Bytes(s))
	}
	run := m.NewRun()
	if !f.json {
		run.Host = &host{ctx: ctx, in: a.in, out: a.out, err: a.err, files: f.files}
	} else if in.Stdin, err = io.ReadAll(a.in); err != nil {
		return nil, err
	}
	out, err := run.Run(ctx, in)
	if err != nil {
		return nil, err
	}
	var stmts, edges program.Ratio
	if f.cover {
		stmts, edges = run.Coverage().Totals()
	}
	switch {
	case f.json:
		e := execResult{Event: "result", Outcome: *out}
		if f.cover {
			e.Statements, e.Branches = &share{stmts.Covered, stmts.Total}, &share{edges.Covered, edges.Total}
		}
		a.event(e)
	case f.cover:
		fmt.Fprintf(a.err, "rift: covered %d of %d statements, %d of %d branches\n", stmts.Covered, stmts.Total, edges.Covered, edges.Total)
	}
	return out, nil
}

// execResult is the event of exec --json.
type execResult struct {
	Event string `json:"event"`
	program.Outcome
	Statements *share `json:"statements,omitempty"`
	Branches   *share `json:"branches,omitempty"`
}

type share struct {
	Covered int `json:"covered"`
	Total   int `json:"total"`
}

// ending turns an outcome into the status of the process.
func (a *app) ending(ctx context.Context, out *program.Outcome) error {
	switch out.Ending {
	case program.Exited:
		if out.Status == 0 {
			return nil
		}
		return &silent{out.Status}
	case program.Signaled:
		return &silent{128 + out.Status}
	case program.Waiting:
		return &statusError{StatusInconclusive, fmt.Errorf("the program waits for what nobody does here")}
	case program.Assumed:
		return &statusError{StatusInconclusive, fmt.Errorf("an assumption of the program does not hold on this input")}
	case program.Stopped:
		if out.Limit == program.LimitUnsupported {
			break
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return &statusError{StatusInconclusive, fmt.Errorf("stopped after %d steps: the limit of %s is reached", out.Steps, out.Limit)}
	}
	status := StatusDifference
	if out.Fault.Kind == program.FaultUnsupported {
		status = StatusUnsupported
	}
	text := out.Fault.Error()
	if out.Fault.Func != "" {
		text += "\nin " + out.Fault.Func
	}
	for _, caller := range out.Fault.Stack {
		if !strings.HasPrefix(caller, libc.Start+" ") {
			text += "\ncalled by " + caller
		}
	}
	return &statusError{status, fmt.Errorf("%s", text)}
}
