package external

import (
	"context"
	"errors"

	"github.com/riftlab/rift/engines"
)

// Cut is the error of a run that a limit ended which depends on the clock or on the
// machine. A replay gives the same.
type Cut struct {
	Status Status // EndTime or EndMemory
	Reason string
}

// Error implements error.
func (c *Cut) Error() string { return c.Reason }

// Unwrap makes a limit of time what the contract of engines calls it.
func (c *Cut) Unwrap() error {
	if c.Status == EndTime {
		return context.DeadlineExceeded
	}
	return nil
}

// Status tells how a run ended, in transcripts.
type Status string

// The ends of runs.
const (
	EndDone   Status = "done"
	EndBudget Status = "budget" // the tool was told so
	EndTime   Status = "time"
	EndMemory Status = "memory"
	EndError  Status = "error"
)

// tapeEnd is how a run ended, as a transcript has it.
type tapeEnd struct {
	Status Status `json:"status"`
	Reason string `json:"reason,omitempty"`
}

func endOf(err error) tapeEnd {
	var cut *Cut
	switch {
	case err == nil:
		return tapeEnd{Status: EndDone}
	case errors.Is(err, engines.ErrBudget):
		return tapeEnd{Status: EndBudget}
	case errors.As(err, &cut):
		return tapeEnd{cut.Status, cut.Reason}
	}
	return tapeEnd{EndError, err.Error()}
}

// error returns the error that a run with this end had.
func (e *tapeEnd) error() error {
	switch e.Status {
	case EndDone:
		return nil
	case EndBudget:
		return engines.ErrBudget
	case EndTime, EndMemory:
		return &Cut{e.Status, e.Reason}
	}
	return errors.New(e.Reason)
}
