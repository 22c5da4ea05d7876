package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/program"
)

// The exit statuses of all commands but exec, which passes on that of the
// program (see there).
const (
	StatusOK           = 0 // nothing found, or all went well
	StatusDifference   = 1 // a difference was found, a check failed
	StatusUsage        = 2 // wrong usage or input
	StatusInconclusive = 3 // a budget, a limit, or tasks that failed leave the question open
	StatusUnsupported  = 4 // valid C that rift does not implement
	StatusInternal     = 5 // an error in rift itself or its surroundings
)

// statusError is an error that ends the process with a certain status.
type statusError struct {
	status int
	err    error
}

func (e *statusError) Error() string { return e.err.Error() }
func (e *statusError) Unwrap() error { return e.err }

// usagef returns an error about how rift was used.
func usagef(format string, args ...any) error {
	return &statusError{StatusUsage, fmt.Errorf(format, args...)}
}

// silent ends the process with a status and without a message.
type silent struct{ status int }

func (e *silent) Error() string { return fmt.Sprintf("status %d", e.status) }

// statusOf returns the exit status for what a command returned. What is not
// known to be the user's input is rift's own trouble or its surroundings'.
func statusOf(err error) int {
	var quiet *silent
	var status *statusError
	var inC *program.Error
	var inTOML *corpora.TOMLError
	switch {
	case err == nil:
		return StatusOK
	case errors.As(err, &quiet):
		return quiet.status
	case errors.As(err, &status):
		return status.status
	case errors.As(err, &inC):
		if inC.Unsupported {
			return StatusUnsupported
		}
		return StatusUsage
	case errors.As(err, &inTOML), errors.Is(err, corpora.ErrNoSubject):
		return StatusUsage
	case errors.Is(err, context.Canceled):
		return StatusInconclusive
	}
	return StatusInternal
}

// message returns an error as one clear message: the lines of joined errors
// under one another.
func message(err error) string {
	if errors.Is(err, context.Canceled) {
		return "interrupted"
	}
	return strings.ReplaceAll(strings.TrimSpace(err.Error()), "\n", "\n      ")
}

// input marks an error as one about the user's input.
func input(err error) error {
	if err == nil || statusOf(err) != StatusInternal {
		return err
	}
	return &statusError{StatusUsage, err}
}
