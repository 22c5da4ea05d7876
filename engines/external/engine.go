package external

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program/delta"
)

// Engine is a tool as an engine.
type Engine struct {
	Called string // its name
	Spec   Spec
	Log    io.Writer // takes what the tool logs and writes to standard error; may be nil
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
	s := &session{
		task: task, rec: rec, log: &boundedLog{w: e.Log, left: logKept}, kind: e.Spec.Kind,
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

// logKept is how much of what a tool logs is passed on, in bytes.
const logKept = 1 << 20

// boundedLog passes on the beginning of what is written to it.
type boundedLog struct {
	w io.Writer

	mu   sync.Mutex
	left int
}

// Write implements io.Writer. It never fails.
func (b *boundedLog) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := min(len(p), b.left)
	b.left -= n
	if b.w != nil && n > 0 {
		b.w.Write(p[:n]) //nolint:errcheck // nobody may be listening
	}
	return len(p), nil
}
