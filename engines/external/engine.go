package external

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program/delta"
)

// Engine is a tool as an engine.
type Engine struct {
	Called string // its name
	Spec   Spec
	// Log, if not "", is the file that takes the beginning of what the tool logs and
	// writes to standard error; with Trace, of all messages, too.
	Log   string
	Trace bool
	// Record, if not "", is the file that the transcript is written to; Replay is one
	// that takes the tool's place.
	Record, Replay string

	patient *patience // nil for the usual
}

func (e Engine) patience() patience {
	if e.patient != nil {
		return *e.patient
	}
	return usualPatience
}

var _ engines.Describer = Engine{}

// Name implements engines.Engine.
func (e Engine) Name() string { return e.Called }

// Describe implements engines.Describer.
func (e Engine) Describe() engines.Description {
	return engines.Description{
		Kind: e.Spec.Kind, Deterministic: e.Spec.Deterministic, Covers: e.Spec.Kind != engines.Explain,
		Summary: strings.Join(e.Spec.Command, " "), Source: "external",
	}
}

// Run implements engines.Engine. Its errors are ErrBudget, a *Cut, cancellation, and
// what the tool did wrong or says of itself.
func (e Engine) Run(ctx context.Context, task *engines.Task, rec engines.Recorder) error {
	err := e.run(ctx, task, rec)
	var cut *Cut
	switch {
	case err == nil, errors.Is(err, engines.ErrBudget), errors.As(err, &cut), errors.Is(err, context.Canceled):
		return err
	}
	return fmt.Errorf("%s: %w", e.Called, err)
}

func (e Engine) run(ctx context.Context, task *engines.Task, rec engines.Recorder) error {
	if len(e.Spec.Command) == 0 {
		return errors.New("no command")
	}
	dir, err := os.MkdirTemp("", "rift-engine-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	log := &boundedLog{name: e.Log, left: logKept}
	defer log.close()
	s := &session{
		task: task, rec: rec, log: log, trace: e.Trace, kind: e.Spec.Kind,
		delta: delta.Compute(task.Old.Version, task.New.Version),
	}
	about, err := describe(task, s.kind, s.delta, dir)
	if err != nil {
		return err
	}
	if e.Replay != "" {
		return s.replay(ctx, e.Replay, about)
	}
	s.tape, err = newTape(e.Record, task.ID, about)
	if err != nil {
		return err
	}
	err = live(ctx, s, &e.Spec, e.patience(), dir, about)
	return s.tape.end(err)
}
