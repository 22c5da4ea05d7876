package sources

import (
	"errors"
	"fmt"

	"github.com/riftlab/rift/program"
)

// InputError is an error in what the user gave.
type InputError struct{ Err error }

// Error implements error.
func (e *InputError) Error() string { return e.Err.Error() }

// Unwrap returns what is wrong.
func (e *InputError) Unwrap() error { return e.Err }

// AsInput marks an error as the user's; nil stays nil.
func AsInput(err error) error {
	var of *InputError
	var inC *program.Error
	if err == nil || errors.As(err, &of) || errors.As(err, &inC) {
		return err
	}
	return &InputError{err}
}

// Inputf returns an error of the user.
func Inputf(format string, args ...any) error { return &InputError{fmt.Errorf(format, args...)} }
