package sandbox

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"
)

func shell(t *testing.T, ctx context.Context, script string, isolated bool) (string, error) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("process groups are ended on Linux only")
	}
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", script)
	cmd.Dir = t.TempDir()
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := Run(cmd, isolated, 0)
	return out.String(), err
}

// A command with too many processes is ended, whoever runs it; one that has as
// many one after the other is not.
func TestProcesses(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("processes are counted on Linux only")
	}
	for script, want := range map[string]error{
		"for i in 1 2 3 4 5 6 7 8 9 10; do sleep 1234 & done; wait":     ErrProcesses,
		"for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.03; done; sleep 0.1": nil,
	} {
		cmd := exec.CommandContext(t.Context(), "/bin/sh", "-c", script)
		if err := Run(cmd, false, 5); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", script, err, want)
		}
	}
}

// A command that is ended while it sleeps waits, with all that it has started; one
// that works, or that another one of its group works for, does not.
func TestWaiting(t *testing.T) {
	for script, want := range map[string]bool{
		"read x < fifo":                                true,
		"sleep 1234 & wait":                            true,
		"while :; do :; done":                          false,
		"while :; do :; done & wait":                   false,
		"i=0; while [ $i -lt 9 ]; do i=$((i+1)); done": false,
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
		defer cancel()
		_, err := shell(t, ctx, "rm -f fifo; mkfifo fifo; "+script, false)
		if got := errors.Is(err, ErrWaiting); got != want {
			t.Errorf("%s: %v", script, err)
		}
	}
}

func TestMemory(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("shells limit memory on Linux")
	}
	script := "x=0123456789; while [ ${#x} -lt 40000000 ]; do x=$x$x; done; echo ${#x}"
	for _, c := range []struct {
		memory int64
		fails  bool
	}{{32 << 20, true}, {1 << 30, false}} {
		cmd := Command(t.Context(), c.memory, "/bin/sh", "-c", script)
		if err := Run(cmd, false, 0); (err != nil) != c.fails {
			t.Errorf("with %d bytes: %v", c.memory, err)
		}
	}
}

func TestStatus(t *testing.T) {
	for script, want := range map[string][2]int{"exit 7": {7, 0}, "kill -9 $$": {0, 9}} {
		_, err := shell(t, context.Background(), script, false)
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			t.Fatalf("%s: %v", script, err)
		}
		if status, signal := Status(exit); [2]int{status, signal} != want {
			t.Errorf("%s: status %d, signal %d", script, status, signal)
		}
	}
}

// What a command leaves in the background ends with it, also if it is cancelled.
func TestNothingIsLeft(t *testing.T) {
	for _, script := range []string{"sleep 1234 >/dev/null 2>&1 & echo $!", "sleep 1234 >/dev/null 2>&1 & echo $!; wait"} {
		ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
		defer cancel()
		out, _ := shell(t, ctx, script, false) // the second one is killed
		pid := strings.TrimSpace(out)
		if pid == "" {
			t.Fatalf("%s: no process was started", script)
		}
		gone := "kill -0 " + pid + " 2>/dev/null && ! grep -q ') Z' /proc/" + pid + "/stat"
		if _, err := shell(t, context.Background(), gone, false); err == nil {
			t.Errorf("%s: process %s still runs", script, pid)
		}
	}
}

func TestWithoutNetwork(t *testing.T) {
	if !CanIsolate(context.Background()) {
		t.Skip("the system does not let commands be kept from the network")
	}
	out, err := shell(t, context.Background(), "tail -n +3 /proc/net/dev", true)
	if err != nil {
		t.Fatal(err, out)
	}
	for line := range strings.Lines(out) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[1] != "0" {
			t.Errorf("an interface has received bytes: %s", line)
		}
	}
}

// What a command's processes use is told, of those that have left its group, too; and all
// are found by their environment.
func TestUsageAndSweep(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("processes are found on Linux only")
	}
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip("setsid is missing: no process leaves its group")
	}
	const variable, value = "RIFT_TEST_SWEEP", "1f0e"
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", "setsid sh -c 'while :; do :; done'")
	cmd.Env = append(cmd.Environ(), variable+"="+value)
	r, err := Start(cmd, false, 0)
	if err != nil {
		t.Fatal(err)
	}
	for {
		cpu, rss, ok := r.Usage()
		if !ok {
			t.Fatal("it is gone")
		}
		if cpu > 100*time.Millisecond { // which the shell itself never uses
			if rss <= 0 { // a process that has just begun may be told to have none
				t.Fatalf("%d bytes", rss)
			}
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	Sweep(variable, "another")
	if _, _, ok := r.Usage(); !ok {
		t.Error("the processes of another are gone")
	}
	Sweep(variable, value)
	if err := r.Wait(); err == nil {
		t.Error("it was not killed")
	}
}
