package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/experiments"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// app is what all commands share.
type app struct {
	env    experiments.Environment
	in     io.Reader
	out    io.Writer
	err    io.Writer
	line   *liveLine // how far the command is; gone when out or err is written to
	stdout *os.File  // out, for the question whether it is a terminal
	stderr *os.File  // err likewise, and for commands that show their own progress
}

// event prints a value as one JSON line, in one write, for events come from
// several goroutines.
func (a *app) event(v any) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic("cli: event: " + err.Error())
	}
	a.out.Write(buf.Bytes()) //nolint:errcheck // a reader that went away is no error of the run
}

// group is what a command does that only has commands below it: help, or an
// error about a name that is none of them.
func group(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cmd.Help()
	}
	var names []string
	for _, c := range cmd.Commands() {
		if !c.Hidden {
			names = append(names, c.Name())
		}
	}
	return usagef("unknown command %q for %q%s", args[0], cmd.CommandPath(), didYouMean(args[0], names))
}

func flagError(cmd *cobra.Command, err error) error {
	name, ok := strings.CutPrefix(err.Error(), "unknown flag: --")
	if !ok {
		return usagef("%s: %s", cmd.CommandPath(), err)
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	near := didYouMean(name, names)
	return usagef("%s: unknown flag --%s%s", cmd.CommandPath(), name, strings.Replace(near, `"`, `"--`, 1))
}

// notNegative refuses numbers and times below zero that somebody gave.
func notNegative(cmd *cobra.Command, names ...string) error {
	for _, name := range names {
		if f := cmd.Flag(name); f.Changed && strings.HasPrefix(f.Value.String(), "-") {
			return usagef("%s: --%s %s: must not be negative", cmd.CommandPath(), name, f.Value)
		}
	}
	return nil
}

func didYouMean(name string, names []string) string {
	if near := corpora.Nearest(name, names); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}

// args returns a check of the number of arguments with a message that says how
// the command is used.
func args(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < least || most >= 0 && len(args) > most {
			return usagef("usage: %s", cmd.UseLine())
		}
		return nil
	}
}
