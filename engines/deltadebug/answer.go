package deltadebug

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program/delta"
)

// Extensions are what engines do beyond the published algorithms.
type Extensions struct {
	Foresight bool `toml:"foresight" doc:"whether a configuration counts as unresolved without a build where builds of others say that it does not compile" published:"false" why:"most configurations of large programs do not compile, and compilers say what is missing"`
	Finish    bool `toml:"finish" doc:"whether the answer is made one that holds and is 1-minimal, with what must be reverted beside it" published:"false" why:"with unresolved results an answer may have changes that are not needed, or hold only beside others"`
	Layout    bool `toml:"layout" doc:"whether changes of layout and comments alone are left out from the start" published:"false" why:"they cannot make a test fail"`
}

// All are all of them.
func All() Extensions { return Extensions{true, true, true} }

// Answer runs an engine that applies subsets of the changes to the old version: it
// makes the task's tester, lets search find a failing subset of the candidates, a
// small one, and records the explanation of what settled makes of it, with what it
// cost. The end of the budget is a normal end.
func Answer(ctx context.Context, task *engines.Task, rec engines.Recorder, ext Extensions, search func(t *Tester, candidates delta.Set, first Tests) (delta.Set, error)) error {
	return Stopped(answer(ctx, task, rec, ext, search))
}

func answer(ctx context.Context, task *engines.Task, rec engines.Recorder, ext Extensions, search func(t *Tester, candidates delta.Set, first Tests) (delta.Set, error)) error {
	t, err := New(ctx, task, rec)
	if err != nil {
		return err
	}
	if !ext.Foresight {
		t.fore = nil
	}
	candidates := t.Delta.All()
	if ext.Layout {
		if candidates, err = t.candidates(ctx); err != nil {
			return err
		}
	}
	root, err := search(t, candidates, func(sets []delta.Set, accept func(int, Result) bool) (int, []Result, error) {
		return t.First(ctx, sets, accept)
	})
	if err != nil {
		return err
	}
	e, err := t.settled(ctx, root, ext.Finish)
	if err != nil {
		return err
	}
	rec.Count("changes", int64(len(t.Delta.Changes)))
	t.Stats().Record(rec)
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

// settled makes the answer of a search one that holds and is 1-minimal, and explains
// it. Unresolved results and foresight may have kept in it what it does not need; and
// with dd+ it may be a difference that matters only beside changes that stay applied.
//
// An answer holds if it fails when applied to the old version; one that does not, if
// reverting it from the new version makes the test pass. Where it holds in neither way,
// its place is taken by what the passing version nearest to the new one lacks of it:
// to revert that makes the test pass. One that does not compile when it is reverted gets
// auxiliary changes, if there are any. Unless finish is set, the answer is explained as it
// is.
func (t *Tester) settled(ctx context.Context, root delta.Set, finish bool) (engines.Explanation, error) {
	searched := t.Stats()
	in, err := t.senseOf(ctx, root)
	if err != nil {
		return engines.Explanation{}, err
	}
	found := root
	if finish {
		if in == nil {
			in, root = reverted, t.Delta.All().Minus(t.nearest)
		}
		if root, err = t.shrink(ctx, root, in); err != nil {
			return engines.Explanation{}, err
		}
	}
	if !slices.Equal(root, found) {
		searched = t.Stats()
	}
	e := engines.Explanation{Root: t.Delta.IDs(root), Runs: searched.Runs, Unresolved: searched.Unresolved}
	if in != nil {
		if e.OneMinimal, err = t.oneMinimal(ctx, root, in); err != nil {
			return e, err
		}
	}
	alone, err := t.Exactly(ctx, root)
	if err != nil {
		return e, err
	}
	without, err := t.Exactly(ctx, t.Delta.All().Minus(root))
	if err != nil {
		return e, err
	}
	e.Confirmed = without == engines.Passes
	var aux delta.Set
	if without == engines.Unbuilt && finish {
		if aux, err = t.accompany(ctx, root); err != nil {
			return e, err
		}
		if len(aux) > 0 {
			searched = t.Stats()
			e.Auxiliary, e.Confirmed, e.Runs, e.Unresolved = t.Delta.IDs(aux), true, searched.Runs, searched.Unresolved
		}
	}
	e.Text = t.describe(root, aux, alone == engines.Fails, e.Confirmed)
	return e, nil
}

// Check tells of an answer that somebody else gives whether reverting it, with its
// auxiliary changes, from the new version makes the test pass, and whether it holds, and
// would not without any single one of its changes.
func (t *Tester) Check(ctx context.Context, root, aux delta.Set) (confirmed, oneMinimal bool, err error) {
	v, err := t.Exactly(ctx, t.Delta.All().Minus(root.Union(aux)))
	if err != nil {
		return false, false, err
	}
	in, err := t.senseOf(ctx, root)
	if err != nil || in == nil {
		return v == engines.Passes, false, err
	}
	oneMinimal, err = t.oneMinimal(ctx, root, in)
	return v == engines.Passes, oneMinimal, err
}

// describe says in words which changes are blamed: alone tells that applied to the
// old version they make the test fail, confirmed that reverted from the new one, with
// those of aux, they make it pass.
func (t *Tester) describe(root, aux delta.Set, alone, confirmed bool) string {
	var sb strings.Builder
	does := "make the test fail when applied to the old version"
	if !alone && !confirmed && len(aux) == 0 {
		does = "are what the search ended with"
	} else if !alone {
		does = "are needed for the test to fail on the new version"
	}
	fmt.Fprintf(&sb, "%d of %d changes %s:\n", len(root), len(t.Delta.Changes), does)
	for _, c := range root {
		sb.WriteString(t.Delta.Changes[c].String())
	}
	switch {
	case len(aux) > 0:
		fmt.Fprintf(&sb, "Without them the new version does not compile. Reverting %d more with them makes the test pass:\n", len(aux))
		for _, c := range aux {
			sb.WriteString(t.Delta.Changes[c].String())
		}
	case !confirmed:
		sb.WriteString("Reverting them from the new version does not make the test pass: other changes fail it, too, or the rest does not compile.\n")
	case !alone:
		sb.WriteString("Reverting them from the new version makes the test pass; alone they do not make it fail.\n")
	}
	return sb.String()
}
