package engines

import "errors"

// ErrInapplicable is wrapped by the error of an engine that cannot work on such a task,
// whatever the budget: it needs what the pair does not have.
var ErrInapplicable = errors.New("not applicable")

// Stop is why an engine ended by itself, before its budget.
type Stop struct {
	// Exhausted tells that nothing was left to try: every input that the engine could
	// have tried was tried or accounted for.
	Exhausted bool
	Why       string // in words: "nothing new was executed in 500 tests"
}

// Stopper is implemented by recorders that keep why an engine ended; those of
// experiments do.
type Stopper interface {
	// Stopped is called at most once, before Run returns nil. It is no finding.
	Stopped(s Stop)
}

// Stopped tells a recorder why an engine ends by itself, if the recorder keeps that.
func Stopped(rec Recorder, exhausted bool, why string) {
	if s, ok := rec.(Stopper); ok {
		s.Stopped(Stop{exhausted, why})
	}
}
