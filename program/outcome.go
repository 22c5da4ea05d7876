package program

import (
	"fmt"
	"slices"
)

// Ending tells how a run ended.
type Ending uint8

// The endings.
const (
	Exited   Ending = iota // normally, with Outcome.Status
	Signaled               // as if by a signal: abort and the like; Status is the signal
	Faulted                // the machine detected an error: Outcome.Fault
	Stopped                // a limit of the machine (steps, memory, output, cancellation)
	Assumed                // an assumption of the harness was violated: the input does not count
	Waiting                // it does not end: it waits for what nobody will do
)

var endingNames = [...]string{"exit", "signal", "fault", "stopped", "assume", "waiting"}

// String returns a one-word name.
func (e Ending) String() string { return endingNames[e] }

// MarshalText implements encoding.TextMarshaler.
func (e Ending) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (e *Ending) UnmarshalText(b []byte) error {
	for i, n := range endingNames {
		if n == string(b) {
			*e = Ending(i)
			return nil
		}
	}
	return fmt.Errorf("unknown ending %q", b)
}

// Fault is a detected error with its place.
type Fault struct {
	Kind    FaultKind `json:"kind"`
	Message string    `json:"message,omitempty"` // details, such as "4 bytes at offset 12 of object \"arr\" (12 bytes)"
	Pos     Position  `json:"pos"`
	Func    string    `json:"func,omitempty"`
	Stack   []string  `json:"stack,omitempty"` // callers, innermost first, as "func file:line:col"
}

// Error returns "file:line:col: kind: message".
func (f *Fault) Error() string {
	s := f.Pos.String() + ": " + string(f.Kind)
	if f.Message != "" {
		s += ": " + f.Message
	}
	return s
}

// IsUndefined reports whether f is undefined behaviour of C; f may be nil.
func (f *Fault) IsUndefined() bool {
	return f != nil && f.Kind != FaultReached && f.Kind != FaultDeadlock && f.Kind != FaultUnsupported && f.Kind != FaultLeak && f.Kind != FaultStack
}

// Outcome is what one run shows to the world.
type Outcome struct {
	Ending Ending `json:"ending"`
	Status int    `json:"status"` // exit status 0..255, or the signal number
	Stdout Bytes  `json:"stdout,omitempty"`
	Stderr Bytes  `json:"stderr,omitempty"`
	Files  []File `json:"files,omitempty"` // files written, sorted by name
	Fault  *Fault `json:"fault,omitempty"`
	Limit  string `json:"limit,omitempty"` // for Stopped: "steps", "memory", "output", "cancelled", LimitUnsupported
	// Observed are the values that the run showed by IntrinObserve, in order.
	Observed []Observation `json:"observed,omitempty"`
	// Result is the value that an entry function other than main returned.
	Result *Value `json:"result,omitempty"`
	Steps  int64  `json:"steps"` // IR instructions executed
	// Asked are the values that the run asked for, in order, whether or not the input
	// had them; beyond a thousand the rest is left out. Those of parameters and
	// globals are not among them. Nothing of it is seen from outside.
	Asked []Ask `json:"-"`
	// Buffered is text that the program had printed to standard output and that was
	// still in its buffer when an error or a limit ended the run, if the machine was
	// told to collect it: then it is not nil.
	Buffered Bytes `json:"-"`
	// Covered is what the run executed, if the machine was told to collect it. It is
	// nothing that the run shows.
	Covered *Coverage `json:"-"`
}

// LimitUnsupported is the limit of a run that reached a construct which the
// front end could not translate; Outcome.Fault has its place and text then.
const LimitUnsupported = "unsupported"

// Cut reports whether the run says nothing of how the program goes on: a limit
// stopped it, or it reached what the machine cannot execute.
func (o *Outcome) Cut() bool {
	return o.Ending == Stopped || o.Fault != nil && o.Fault.Kind == FaultUnsupported
}

// IsOracle reports whether the run can tell what is right on its input, if its version is
// taken to be right. Where it has an error itself, what it shows is no one's intention:
// undefined behaviour, another fault, a failed assertion. Nor does a run tell anything
// that a limit or a violated assumption ended.
func (o *Outcome) IsOracle() bool {
	switch {
	case o.Ending == Faulted, o.Ending == Assumed, o.Cut():
		return false
	case o.Aborted():
		_, _, failed := AssertionPlace(o.Stderr)
		return !failed
	}
	return true
}

// Shown returns what the program printed to standard output, as it is compared. What
// was in the buffer when the run was cut short is a part of it; so it is if an error
// ended the run that goes unnoticed elsewhere. Others are signals there, with which it is
// lost.
func (o *Outcome) Shown() Bytes {
	if len(o.Buffered) == 0 {
		return o.Stdout
	}
	if o.Fault != nil {
		switch o.Fault.Kind {
		case FaultOutOfBounds, FaultUseAfterFree, FaultDeadObject, FaultUninitialised, FaultOverflow, FaultShift, FaultUnsupported,
			FaultOverlap, FaultBuiltin, FaultIndex, FaultConversion, FaultValue, FaultAlignment, FaultLength, FaultPointer, FaultCallType, FaultArgument, FaultFormat, FaultRace:
		default:
			return o.Stdout
		}
	}
	return slices.Concat(o.Stdout, o.Buffered)
}

// Difference says in which respect two outcomes differ.
type Difference string

// The respects, in the order in which Differ looks at them.
const (
	Same           Difference = ""
	DiffEnding     Difference = "ending"
	DiffStatus     Difference = "status"
	DiffStdout     Difference = "stdout"
	DiffStderr     Difference = "stderr"
	DiffFiles      Difference = "files"
	DiffObserved   Difference = "observed"
	DiffResult     Difference = "result"
	DiffFault      Difference = "fault"
	DiffUndecided  Difference = "undecided" // one of the runs was cut short (Outcome.Cut)
	DiffIrrelevant Difference = "assume"    // one of the runs violated an assumption
)

// Counts reports whether d is a difference between the versions' observable
// behaviour, as opposed to none or to an undecided comparison.
func (d Difference) Counts() bool {
	return d != Same && d != DiffUndecided && d != DiffIrrelevant
}

// Differ compares two outcomes by the equivalence that is the default.
func Differ(a, b *Outcome) Difference { return Equivalence{}.Differ(a, b) }
