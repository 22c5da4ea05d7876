// Package cli is rift's command line: one file per verb, without logic of its
// own. It is a package, and not part of the command, so that a foreign engine
// can have a main of three lines:
//
//	func main() { cli.Main(append(catalog.All(), MyEngine{})...) }
//
// Results go to standard output, progress and messages to standard error. The
// exit statuses are those of Status.
package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/experiments"
	"github.com/riftlab/rift/results/table"
	"github.com/spf13/cobra"
)

// Main runs the command line of the process with these engines, and exits.
func Main(all ...engines.Engine) {
	line := newLiveLine(os.Stderr, table.ColorFor(os.Stderr), table.WidthOf(os.Stderr))
	a := &app{env: experiments.Standard(version(), all, compileCache()), in: os.Stdin, line: line, out: line.Beside(os.Stdout), err: line.Beside(os.Stderr), stdout: os.Stdout, stderr: os.Stderr}
	if len(os.Args) < 2 || os.Args[1] != "worker" { // the death of a worker is its parent's to explain
		defer explainPanic()
	}
	// Most processes only compile and run something short; collecting garbage
	// more rarely halves the time of that. The memory limit of workers holds.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	ctx, interrupted := interruptible()
	err := a.root().ExecuteContext(ctx)
	status := statusOf(err)
	if sig := interrupted(); sig != nil && status != StatusOK {
		status = signalStatus(sig)
	}
	if err != nil && !errors.As(err, new(*silent)) {
		fmt.Fprintf(a.err, "rift: %s\n", message(err))
	}
	os.Exit(status)
}

// explainPanic ends the process after a panic, which is an error in rift.
func explainPanic() {
	if r := recover(); r != nil {
		fmt.Fprintf(os.Stderr, "rift: internal error, please report it: %v\n\n%s", r, debug.Stack())
		os.Exit(StatusInternal)
	}
}

// interruptible returns a context that the first SIGINT or SIGTERM ends, so
// that a command leaves things in order; the second ends the process at once.
// The function tells which signal came.
func interruptible() (context.Context, func() os.Signal) {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		cancel(&signalError{<-signals})
		os.Exit(signalStatus(<-signals))
	}()
	return ctx, func() os.Signal {
		var e *signalError
		if errors.As(context.Cause(ctx), &e) {
			return e.signal
		}
		return nil
	}
}

type signalError struct{ signal os.Signal }

func (e *signalError) Error() string { return e.signal.String() }

func signalStatus(s os.Signal) int {
	if n, ok := s.(syscall.Signal); ok {
		return 128 + int(n)
	}
	return StatusInternal
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "rift",
		Short: "Find and explain where two versions of a C program differ",
		Long: `rift finds and explains where two versions of a C program differ, and compares
the techniques that do so.

Exit status: 0 nothing found, or all went well; 1 a difference or a failed check;
2 wrong usage or input; 3 inconclusive; 4 an unsupported construct of C;
5 an error in rift itself; 130 or 143 ended by a signal. "rift exec" passes on
the status of the program.`,
		Example: `  rift run quick
  rift run my-experiment.toml -o results
  rift exec hello.c -- world`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE:          group,
	}
	root.SetOut(a.out)
	root.SetErr(a.err)
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(&cobra.Command{Use: "help [COMMAND]", Short: "Explain a command", RunE: func(cmd *cobra.Command, args []string) error {
		target, rest, err := cmd.Root().Find(args)
		if err != nil || len(rest) > 0 {
			return group(cmd.Root(), args)
		}
		return target.Help()
	}})
	root.AddCommand(a.run(), a.join(), a.submit(), a.status(), a.collect(), a.cancel(), a.reproduce(), a.report(), a.compare(), a.exec(), a.ir(), a.solve(), a.symex(), a.graph(), a.explain(), a.capture(), a.diff(), a.diverge(), a.confirm(), a.assess(), a.corpora(), a.engines(), a.results(), a.doctor(), a.man(), a.unify(), a.study(), a.version(), a.worker())
	return root
}
