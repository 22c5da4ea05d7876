package experiments

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/deltadebug/project"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/results/explanation"
)

// prepareNative completes the task of a pair that is built and tested by commands
// of its own. Verdicts are kept in the result folder, each engine's by itself, so
// that a task that was broken off goes on, and the times of engines compare.
func (w *worker) prepareNative(ctx context.Context, j *job, s *corpora.Subject, pair *corpora.Pair, t *engines.Task) error {
	n := s.Native
	var err error
	w.project, err = project.Open(ctx, project.Options{
		Repo: n.Repo, Old: n.Revs[pair.Old], New: n.Revs[pair.New],
		Prepare: n.Prepare, Build: n.Build, Test: n.Test, Only: n.Only, Overlay: n.Overlay,
		BuildTime: n.BuildTime, TestTime: n.TestTime, Memory: n.Memory, Processes: n.Processes,
		Cache: filepath.Join(j.Folder, "native", j.Task.Label),
	})
	if err != nil {
		return err
	}
	if err := w.project.Check(ctx); err != nil {
		return err
	}
	t.Judge, t.Complaints, t.Covered = w.project.Judge, w.project.Complaints, w.project.Covered
	t.Old.Version, t.New.Version = w.project.Old, w.project.New
	if len(n.Trace) == 0 {
		return nil
	}
	for _, end := range []struct {
		build *engines.Build
		name  string
	}{{&t.Old, pair.Old}, {&t.New, pair.New}} {
		named := s.Version(end.name)
		v := w.project.Traced(end.build.Version, n.Trace)
		v.Includes, v.Defines, v.Host = named.Includes, named.Defines, named.Host
		if end.build.Program, err = w.compile(ctx, v); err != nil {
			return fmt.Errorf("version %s for rift's machine: %w", end.name, err)
		}
	}
	return nil
}

// leaveNative removes the copies of a task's project.
func (w *worker) leaveNative() {
	if w.project != nil {
		w.project.Close() //nolint:errcheck // what is left over lies in a temporary folder
		w.project = nil
	}
}

// repair notes the developers' fix of what is to be explained: that of the first
// known error of the pair whose fix is known.
func (r *recorder) repair(s *corpora.Subject, pair *corpora.Pair, kind string) {
	if engines.Kind(kind) != engines.Explain {
		return
	}
	for _, e := range pair.Errors {
		if e.Fix == "" {
			continue
		}
		r.fix = explanation.Fix{To: s.Version(e.Fix)}
		if e.Before != "" {
			r.fix.From = s.Version(e.Before)
		}
		r.changes = delta.Compute(s.Version(pair.Old), s.Version(pair.New))
		return
	}
}
