package configuration

import (
	"context"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program/delta"
)

// Answer runs an engine that applies subsets of the changes to the old version: it
// makes the task's tester, lets search find the responsible changes, and records
// the explanation and what it cost. The end of the budget is a normal end.
func Answer(ctx context.Context, task *engines.Task, rec engines.Recorder, search func(t *Tester, first Tests) (delta.Set, error)) error {
	return Stopped(answer(ctx, task, rec, search))
}

func answer(ctx context.Context, task *engines.Task, rec engines.Recorder, search func(t *Tester, first Tests) (delta.Set, error)) error {
	t, err := New(ctx, task, rec)
	if err != nil {
		return err
	}
	root, err := search(t, func(sets []delta.Set, accept func(int, Result) bool) (int, []Result, error) {
		return t.First(ctx, sets, accept)
	})
	if err != nil {
		return err
	}
	e, err := t.Explain(ctx, root)
	if err != nil {
		return err
	}
	e.Text = t.Describe(root, e)
	rec.Count("changes", int64(len(t.Delta.Changes)))
	rec.Count("cached", int64(t.Stats().Cached))
	return rec.Explanation(e)
}
