package cli

import (
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/riftlab/rift/program/testsuite"
)

// killRuns is how often a run is ended early; the environment variable
// RIFT_KILLS overrides it.
const killRuns = 24

// killed is a program with more paths than anybody will see the end of, and an
// error on some of them.
const killed = `#include <stdio.h>
#include <string.h>
int main(int argc, char **argv)
{
	int c, n = 0, sum = 0;
	char text[8];
	while ((c = getchar()) != EOF) {
		if (c >= '0' && c <= '9')
			sum = sum * 10 + (c - '0');
		else if (c == '+' || c == '-')
			n++;
		else if (c != ' ')
			text[n] = c;
	}
	printf("%d %d\n", n, sum & 7);
	return n > 3;
}
`

// However and whenever a run is ended - killed, interrupted, by tiny limits -
// every test in its folder is whole, its other files say the same, and it ends
// at once.
func TestKilledFoldersAreWhole(t *testing.T) {
	runs := killRuns
	if n, err := strconv.Atoi(os.Getenv("RIFT_KILLS")); err == nil {
		runs = n
	}
	t.Setenv("RIFT_COMPILED", t.TempDir())
	dir := t.TempDir()
	rift := filepath.Join(dir, "rift")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, rift); err != nil {
		t.Fatal(err)
	}
	source := filepath.Join(dir, "p.c")
	if err := os.WriteFile(source, []byte(killed), 0o666); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(uint64(runs), 1))
	tests, slowest := 0, time.Duration(0)
	for i := range runs {
		folder := filepath.Join(dir, "tests"+strconv.Itoa(i))
		args := []string{"symex", source, "--sym-stdin", "12", "-o", folder, "--tests", "all"}
		how := endings[i%len(endings)]
		n, took := endEarly(t, how, exec.Command(rift, append(args, how.flags...)...), folder, time.Duration(r.IntN(400_000))*time.Microsecond)
		tests += n
		slowest = max(slowest, took)
		if t.Failed() {
			t.Fatalf("run %d: %s", i, how.name)
		}
		os.RemoveAll(folder) // the parent goes too
	}
	t.Logf("%d runs left %d tests; the slowest took %v to end", runs, tests, slowest.Round(time.Millisecond))
	if tests < runs {
		t.Errorf("only %d tests in %d runs", tests, runs)
	}
}

// ending is a way to end a run early: a signal after some time, or limits.
type earlyEnding struct {
	name   string
	signal syscall.Signal // 0 for none
	flags  []string
}

var endings = []earlyEnding{
	{"killed", syscall.SIGKILL, nil},
	{"killed", syscall.SIGKILL, nil},
	{"killed", syscall.SIGKILL, nil},
	{"terminated", syscall.SIGTERM, nil},
	{"interrupted", syscall.SIGINT, nil},
	{"time", 0, []string{"--timeout", "40ms"}},
	{"no time", 0, []string{"--timeout", "1ns"}},
	{"steps", 0, []string{"--steps", "20000"}},
	{"one step", 0, []string{"--steps", "1"}},
	{"states", 0, []string{"--max-states", "1", "--steps", "100000"}},
	{"path steps", 0, []string{"--max-path-steps", "50", "--steps", "100000"}},
}

// patience is how long a run may take to end once it was told to.
const patience = 20 * time.Second

// endEarly runs a command until it ends in the given way, and checks its
// folder. It returns the number of tests and how long the end took.
func endEarly(t *testing.T, how earlyEnding, cmd *exec.Cmd, folder string, after time.Duration) (tests int, took time.Duration) {
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	var err error
	begin := time.Now()
	if how.signal != 0 {
		if how.signal != syscall.SIGKILL { // before it has begun it may ignore them, as its parent does
			for range 1000 {
				if _, err := os.Stat(folder); err == nil {
					break
				}
				time.Sleep(5 * time.Millisecond)
			}
		}
		select {
		case <-time.After(after):
			begin = time.Now()
			cmd.Process.Signal(how.signal) //nolint:errcheck // it may have ended
		case err := <-ended:
			t.Fatalf("it ended by itself: %v", err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	select {
	case err = <-ended:
	case <-ctx.Done():
		cmd.Process.Kill() //nolint:errcheck // that is what is reported
		t.Errorf("it does not end")
		return 0, patience
	}
	took = time.Since(begin)
	if err != nil && cmd.ProcessState.ExitCode() == StatusInternal {
		t.Errorf("it failed: %v", err)
	}
	if _, err := os.Stat(folder); err != nil {
		return 0, took // it had not begun
	}
	list, err := testsuite.Read(folder)
	if err != nil {
		t.Errorf("the folder is corrupt: %v", err)
	}
	if parts, _ := filepath.Glob(filepath.Join(folder, "*.part")); len(parts) > 0 && how.signal != syscall.SIGKILL {
		t.Errorf("parts of files are left: %s", strings.Join(parts, " "))
	}
	return len(list), took
}
