//go:build unix

// Package cputime measures processor time.
package cputime

import (
	"syscall"
	"time"
)

// Self returns the processor time that this process has used, user and system, all
// threads together; 0 if the system does not tell.
func Self() time.Duration { return used(syscall.RUSAGE_SELF) }

// Children is Self for the processes that this one has started and waited for, with
// those that they have waited for.
func Children() time.Duration { return used(syscall.RUSAGE_CHILDREN) }

func used(who int) time.Duration {
	var ru syscall.Rusage
	if err := syscall.Getrusage(who, &ru); err != nil {
		return 0
	}
	return time.Duration(ru.Utime.Nano() + ru.Stime.Nano())
}
