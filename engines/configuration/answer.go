package configuration

import (
	"context"
	"fmt"
	"strings"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program/delta"
)

// Answer runs an engine that applies subsets of the changes to the old version: it
// makes the task's tester, lets search find a failing subset of the candidates, a
// small one, leaves out of it what single questions show not to be needed, and
// records the explanation and what it cost. The end of the budget is a normal end.
func Answer(ctx context.Context, task *engines.Task, rec engines.Recorder, search func(t *Tester, candidates delta.Set, first Tests) (delta.Set, error)) error {
	return Stopped(answer(ctx, task, rec, search))
}

func answer(ctx context.Context, task *engines.Task, rec engines.Recorder, search func(t *Tester, candidates delta.Set, first Tests) (delta.Set, error)) error {
	t, err := New(ctx, task, rec)
	if err != nil {
		return err
	}
	candidates, err := t.candidates(ctx)
	if err != nil {
		return err
	}
	root, err := search(t, candidates, func(sets []delta.Set, accept func(int, Result) bool) (int, []Result, error) {
		return t.First(ctx, sets, accept)
	})
	if err != nil {
		return err
	}
	e, err := t.polished(ctx, root)
	if err != nil {
		return err
	}
	rec.Count("changes", int64(len(t.Delta.Changes)))
	rec.Count("cached", int64(t.Stats().Cached))
	rec.Count("foreseen", int64(t.Stats().Foreseen))
	return rec.Explanation(e)
}

// candidates returns the changes that have an effect on code, if these alone fail,
// and otherwise all.
func (t *Tester) candidates(ctx context.Context) (delta.Set, error) {
	all := t.Delta.All()
	some := delta.Set{}
	for _, c := range all {
		if !t.Delta.Changes[c].NoEffect {
			some = append(some, c)
		}
	}
	if len(some) == len(all) {
		return all, nil
	}
	v, err := t.Exactly(ctx, some)
	if err != nil || v != engines.Fails {
		return all, err
	}
	return some, nil
}

// polished explains an answer without what it does not need, as far as that can be
// left out in groups that names tie together, or change by change. Foresight and unresolved results may have kept it. What
// an answer must not lose is that it fails when applied to the old version; of one
// that does not, that reverting it from the new version makes the test pass.
func (t *Tester) polished(ctx context.Context, root delta.Set) (engines.Explanation, error) {
	searched := t.Stats()
	holds, err := t.holds(ctx, root)
	if err != nil {
		return engines.Explanation{}, err
	}
	if holds != nil {
		first := func(sets []delta.Set, accept func(int, Result) bool) (int, []Result, error) {
			return InOrder(sets, holds, accept)
		}
		less, err := Polish(NewAuxiliary(t, nil, nil).Groups(root), first)
		if err == nil {
			less, err = Polish(Singles(less), first)
		}
		if err != nil {
			return engines.Explanation{}, err
		}
		if len(less) < len(root) {
			root, searched = less, t.Stats()
		}
	}
	e, err := t.Explain(ctx, root)
	if err != nil {
		return e, err
	}
	e.Runs, e.Unresolved = searched.Runs, searched.Unresolved
	v, err := t.Exactly(ctx, root)
	e.Text = t.describe(root, v == engines.Fails, e.Confirmed)
	return e, err
}

// describe says in words which changes are blamed: alone tells that applied to the
// old version they make the test fail, confirmed that reverted from the new one they
// make it pass.
func (t *Tester) describe(root delta.Set, alone, confirmed bool) string {
	var sb strings.Builder
	does := "make the test fail when applied to the old version"
	if !alone {
		does = "are what is left between versions that pass and that fail"
	}
	fmt.Fprintf(&sb, "%d of %d changes %s:\n", len(root), len(t.Delta.Changes), does)
	for _, c := range root {
		sb.WriteString(t.Delta.Changes[c].String())
	}
	switch {
	case !confirmed:
		sb.WriteString("Reverting them from the new version does not make the test pass: other changes fail it, too, or the rest does not compile.\n")
	case !alone:
		sb.WriteString("Reverting them from the new version makes the test pass; alone they do not make it fail.\n")
	}
	return sb.String()
}

// holds returns a test that tells by Fail which subsets of an answer are as good as
// the answer itself; nil if the answer is neither enough to fail nor needed for it.
func (t *Tester) holds(ctx context.Context, root delta.Set) (func(delta.Set) (Result, error), error) {
	for _, test := range []func(delta.Set) (Result, error){
		func(s delta.Set) (Result, error) {
			v, err := t.Exactly(ctx, s)
			return resultOf(v), err
		},
		func(s delta.Set) (Result, error) {
			v, err := t.Exactly(ctx, t.Delta.All().Minus(s))
			if v == engines.Passes {
				return Fail, err
			}
			return Pass, err
		},
	} {
		if r, err := test(root); err != nil || r == Fail {
			return test, err
		}
	}
	return nil, nil
}
