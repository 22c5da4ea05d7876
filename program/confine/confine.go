// Package confine runs foreign commands so that they leave nothing behind: each
// is a process group of its own, which ends with it and with rift, and where the
// system allows it has no network.
package confine

import (
	"context"
	"os/exec"
	"time"
)

// afterwards is how long a command's output is waited for once it has ended, as
// grandchildren may keep the pipe open.
const afterwards = 2 * time.Second

// Run runs a command, which must have been made by exec.CommandContext, and ends
// what it has left running. The error is that of cmd.Run.
func Run(cmd *exec.Cmd, isolated bool) error {
	cmd.WaitDelay = afterwards
	confine(cmd, isolated)
	defer reap(cmd)
	return cmd.Run()
}

// CanIsolate reports whether commands can be run without network.
func CanIsolate(ctx context.Context) bool { return canIsolate(ctx) }

// Status returns the exit status of a command that ended with one, or the
// number of the signal that ended it.
func Status(e *exec.ExitError) (status, signal int) { return statusOf(e) }
