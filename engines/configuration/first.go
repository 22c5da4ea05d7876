package configuration

import (
	"context"
	"errors"

	"golang.org/x/sync/errgroup"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
)

// First tests sets in order until accept takes one, and returns its index, -1
// if none is taken, with the results up to there.
//
// With several workers, sets further down are run ahead, and cancelled once an
// earlier one is taken. What First returns, and what Stats counts, is the same
// as with one worker.
func (t *Tester) First(ctx context.Context, sets []delta.Set, accept func(i int, r Result) bool) (int, []Result, error) {
	if t.task.Judge == nil || t.task.Workers <= 1 || len(sets) <= 1 {
		return InOrder(sets, func(s delta.Set) (Result, error) { return t.Test(ctx, s) }, accept)
	}
	ahead, cancel := context.WithCancel(ctx)
	defer cancel()
	versions := make([]*program.Version, len(sets))
	answers := make([]chan engines.Verdict, len(sets))
	for i, s := range sets {
		versions[i], answers[i] = t.Delta.Apply(s), make(chan engines.Verdict, 1)
	}
	var group errgroup.Group
	group.SetLimit(t.task.Workers + 1)
	group.Go(func() error { // starts the others in order, and waits for room
		for i, v := range versions {
			if ahead.Err() != nil {
				return ahead.Err()
			}
			group.Go(func() error {
				verdict, err := t.find(ahead, v)
				if err == nil {
					answers[i] <- verdict
				}
				close(answers[i])
				return err
			})
		}
		return nil
	})
	taken, results := t.collect(ahead, versions, answers, accept)
	cancel()
	if err := group.Wait(); err != nil && !errors.Is(err, context.Canceled) {
		return -1, nil, err
	}
	return taken, results, ctx.Err()
}

// collect receives the answers in order.
func (t *Tester) collect(ctx context.Context, versions []*program.Version, answers []chan engines.Verdict, accept func(int, Result) bool) (int, []Result) {
	var results []Result
	for i, answer := range answers {
		select {
		case verdict, ok := <-answer:
			if !ok {
				return -1, results
			}
			t.count(versions[i].Hash(), verdict)
			results = append(results, resultOf(verdict))
			if accept(i, results[i]) {
				return i, results
			}
		case <-ctx.Done():
			return -1, results
		}
	}
	return -1, results
}

// InOrder is First over any test function, one set after the other.
func InOrder(sets []delta.Set, test func(delta.Set) (Result, error), accept func(i int, r Result) bool) (int, []Result, error) {
	results := make([]Result, 0, len(sets))
	for i, s := range sets {
		r, err := test(s)
		if err != nil {
			return -1, nil, err
		}
		results = append(results, r)
		if accept(i, r) {
			return i, results, nil
		}
	}
	return -1, results, nil
}
