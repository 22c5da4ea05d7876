// Package sandbox runs foreign commands so that they leave nothing behind: each
// is a process group of its own, which ends with it and with rift, and where the
// system allows it has no network.
package sandbox

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"sync/atomic"
	"time"
)

// ErrProcesses is the error of a command that was ended as it had more
// processes than it may have.
var ErrProcesses = errors.New("too many processes")

// ErrWaiting is the error of a command that was ended while it waited: when its
// context ended all processes of its group slept, and those that it has waited
// for, itself included, had used less than a tenth of the time. It is told on Linux.
var ErrWaiting = errors.New("waiting")

// afterwards is how long a command's output is waited for once it has ended, as
// grandchildren may keep the pipe open.
const afterwards = 2 * time.Second

// Run runs a command, which must have been made by exec.CommandContext, and ends
// what it has left running. On Linux a command whose group is seen with more
// than most processes is ended; 0 is no limit. Limits of the system bind a user
// with all that he runs, and not the superuser; this one is looked at every few
// milliseconds, and processes that leave the group escape it. The error is that
// of cmd.Run, or wraps ErrProcesses or ErrWaiting.
func Run(cmd *exec.Cmd, isolated bool, most int) error {
	r, err := Start(cmd, isolated, most)
	if err != nil {
		return err
	}
	return r.Wait()
}

// Running is a command that Start has started.
type Running struct {
	cmd      *exec.Cmd
	most     int
	began    time.Time
	slept    atomic.Bool
	exceeded func() bool
}

// Start is Run without waiting for the end: Wait does, and must be called.
func Start(cmd *exec.Cmd, isolated bool, most int) (*Running, error) {
	r := &Running{cmd: cmd, most: most, began: time.Now(), exceeded: func() bool { return false }}
	cmd.WaitDelay = afterwards
	confine(cmd, isolated)
	if end := cmd.Cancel; end != nil {
		cmd.Cancel = func() error {
			r.slept.Store(asleep(cmd.Process.Pid))
			return end()
		}
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	if most > 0 {
		r.exceeded = watch(cmd.Process.Pid, most)
	}
	return r, nil
}

// Wait waits for the end of the command, ends what it has left running, and returns
// the error that Run does.
func (r *Running) Wait() error {
	defer reap(r.cmd)
	err := r.cmd.Wait()
	if r.exceeded() {
		return fmt.Errorf("%w: more than %d", ErrProcesses, r.most)
	}
	if used := r.cmd.ProcessState; r.slept.Load() && err != nil && used != nil && used.UserTime()+used.SystemTime() < time.Since(r.began)/10 {
		return fmt.Errorf("%w: %w", ErrWaiting, err)
	}
	return err
}

// Usage returns the CPU time that the command, the processes of its group and their
// descendants have used, with those that they have waited for, and the memory resident
// in them now, in bytes. It reports false where the system does not tell.
func (r *Running) Usage() (cpu time.Duration, rss int64, ok bool) {
	return usage(r.cmd.Process.Pid)
}

// Sweep kills the processes, but for this one, in whose environment the variable has
// the value: those that have left the group of the command that was started with it.
// It works on Linux, for processes that have kept their environment.
func Sweep(variable, value string) { sweep(variable + "=" + value) }

// Command is exec.CommandContext for a command each of whose processes may have
// memory bytes of address space. It needs a shell.
func Command(ctx context.Context, memory int64, name string, args ...string) *exec.Cmd {
	script := fmt.Sprintf("ulimit -v %d && exec \"$@\"", memory/1024)
	return exec.CommandContext(ctx, "/bin/sh", append([]string{"-c", script, "sh", name}, args...)...)
}

// CanIsolate reports whether commands can be run without network.
func CanIsolate(ctx context.Context) bool { return canIsolate(ctx) }

// Status returns the exit status of a command that ended with one, or the
// number of the signal that ended it.
func Status(e *exec.ExitError) (status, signal int) { return statusOf(e) }
