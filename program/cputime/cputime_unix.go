//go:build unix

// Package cputime measures processor time.
package cputime

import (
	"syscall"
	"time"
)

// Self returns the processor time that this process has used, user and system, all
// threads together; 0 if the system does not tell.
func Self() time.Duration {
	var ru syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &ru); err != nil {
		return 0
	}
	return time.Duration(ru.Utime.Nano() + ru.Stime.Nano())
}
