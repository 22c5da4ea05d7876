//go:build !unix

// Package cputime measures processor time.
package cputime

import "time"

// Self returns 0: the system does not tell.
func Self() time.Duration { return 0 }

// Children returns 0: the system does not tell.
func Children() time.Duration { return 0 }
