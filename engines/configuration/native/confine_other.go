//go:build !linux

package native

import (
	"context"
	"os/exec"
)

func confine(*exec.Cmd, bool) {}

func canIsolate(context.Context) bool { return false }

func reap(*exec.Cmd) {}

func statusOf(e *exec.ExitError) int { return e.ExitCode() }
