//go:build !linux

package sandbox

import (
	"context"
	"os/exec"
	"time"
)

func confine(*exec.Cmd, bool) {}

func canIsolate(context.Context) bool { return false }

func reap(*exec.Cmd) {}

func watch(int, int) func() bool { return func() bool { return false } }

func asleep(int) bool { return false }

func statusOf(e *exec.ExitError) (status, signal int) { return e.ExitCode(), 0 }

func usage(int) (time.Duration, int64, bool) { return 0, 0, false }

func sweep(string) {}
