package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/program/capture"
	"github.com/spf13/cobra"
)

type captureFlags struct {
	dir   string
	fresh bool
	json  bool
}

func (a *app) capture() *cobra.Command {
	var f captureFlags
	cmd := &cobra.Command{
		Use:   "capture [flags] -- COMMAND...",
		Short: "Run a build and learn from it how the project is compiled and linked",
		Long: `Run a build command, and write how each C file is compiled (compile_commands.json)
and of what each program, library and archive is made (link_commands.json). With
them, "rift diff OLD NEW" knows the programs of a project, their files, macros and
folders of headers.

The build finds stand-ins for the compilers, archivers and linkers of PATH first there;
they note how they are called and become what they stand for, so that the build
makes what it makes without them. Tools that CC and the like, or words of the command
such as CC=/opt/bin/gcc, name by their paths are noted, too. What configure scripts,
CMake and Meson compile to try something out does not count. A build that was
configured before rather remembers the compiler's path: capture its configuration,
too. Only what is built is seen: clean up first. What an earlier capture saw stays, as
for "make" and then "make check".

COMMAND of one word with blanks is given to a shell. Exit status: 0; 1 if the command
fails, what it made until then is written; 2 if it compiled no C file.`,
		Example: `  rift capture -- make -j4
  rift capture 'cmake -B build && cmake --build build'
  rift capture 'sh autogen.sh && ./configure && make check'`,
		Args: func(cmd *cobra.Command, list []string) error {
			if len(list) == 0 {
				return usagef("usage: %s", cmd.UseLine())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, list []string) error { return a.doCapture(cmd.Context(), list, &f) },
	}
	flags := cmd.Flags()
	flags.SetInterspersed(false)
	flags.StringVarP(&f.dir, "output", "o", ".", "folder for the two files")
	flags.BoolVar(&f.fresh, "fresh", false, "forget what earlier captures saw")
	flags.BoolVar(&f.json, "json", false, "print what was found as a JSON line; what the command prints goes to standard error")
	return cmd
}

// captureEvent is the result of a capture.
type captureEvent struct {
	Event    string              `json:"event"` // "capture"
	Commands string              `json:"commands"`
	Links    string              `json:"links"`
	Files    int                 `json:"files"`
	Programs []string            `json:"programs"`
	Unknown  map[string][]string `json:"unknown,omitempty"`
	Status   int                 `json:"status"` // of the command
}

func (a *app) doCapture(ctx context.Context, command []string, f *captureFlags) error {
	cache, err := corpora.CacheDir()
	if err != nil {
		return input(err)
	}
	s, err := capture.Install(filepath.Join(cache, "stand-ins"), os.Getenv("PATH"))
	if err != nil {
		return input(err)
	}
	calls, err := os.MkdirTemp("", "rift-capture-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(calls)
	failed, err := a.runBuild(ctx, s, command, calls, f)
	if err != nil {
		return err
	}
	db, err := capture.Read(calls)
	if err != nil {
		return err
	}
	if len(db.Commands) == 0 {
		if failed != nil {
			return &statusError{StatusDifference, fmt.Errorf("%w; no C file was compiled until then", failed)}
		}
		return usagef("%s compiled no C file that is still there: is everything built already (make clean), or does the build know the compiler by its path from an earlier configuration? Then capture that, too", strings.Join(command, " "))
	}
	if !f.fresh {
		if err := db.Merge(f.dir); err != nil {
			return input(err)
		}
	}
	if err := db.Write(f.dir); err != nil {
		return input(err)
	}
	a.showCapture(db, f, failed)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if failed != nil {
		return &statusError{StatusDifference, failed}
	}
	return nil
}

// runBuild runs the build command. failed says how it failed, if it did.
func (a *app) runBuild(ctx context.Context, s *capture.StandIns, command []string, calls string, f *captureFlags) (failed, err error) {
	if len(command) == 1 && strings.ContainsAny(command[0], " \t\n") {
		command = []string{"/bin/sh", "-c", command[0]}
	} else if command, err = s.Words(command); err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 5 * time.Second
	if cmd.Env, err = s.Environ(os.Environ(), calls); err != nil {
		return nil, err
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, a.out, a.err
	if f.json {
		cmd.Stdout = a.err
	}
	err = cmd.Run()
	switch {
	case ctx.Err() != nil: // what was made until then is there
		return ctx.Err(), nil
	case errors.As(err, new(*exec.ExitError)):
		return fmt.Errorf("%s: %w", strings.Join(command, " "), err), nil
	case err != nil:
		return nil, input(err)
	}
	return nil, nil
}

// showCapture says what was found.
func (a *app) showCapture(db *capture.Database, f *captureFlags, failed error) {
	here, err := os.Getwd()
	if err == nil {
		here, err = filepath.EvalSymlinks(here)
	}
	short := func(name string) string {
		if rel, relErr := filepath.Rel(here, name); err == nil && relErr == nil && filepath.IsLocal(rel) {
			return rel
		}
		return name
	}
	files := map[string]bool{}
	for _, c := range db.Commands {
		files[c.File] = true
	}
	var programs []string
	for _, p := range db.Programs() {
		programs = append(programs, short(p))
	}
	if f.json {
		e := captureEvent{"capture", filepath.Join(f.dir, capture.CommandsFile), filepath.Join(f.dir, capture.LinksFile), len(files), programs, db.Unknown, 0}
		var exit *exec.ExitError
		if errors.As(failed, &exit) {
			e.Status = exit.ExitCode()
		}
		a.event(e)
		return
	}
	fmt.Fprintf(a.err, "rift: %s, %s: %s\n", corpora.Plural(len(files), "C file"), corpora.Plural(len(programs), "program"), strings.Join(programs, ", "))
	for _, l := range db.Links {
		if u := db.Unknown[l.Output]; len(u) > 0 {
			fmt.Fprintf(a.err, "rift: %s is also made of %s, whose making was not seen\n", short(l.Output), strings.Join(u, ", "))
		}
	}
}
