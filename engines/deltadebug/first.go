package deltadebug

import (
	"context"
	"errors"

	"golang.org/x/sync/errgroup"

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
	known := make([]chan struct{}, len(sets)) // closed once a set was run, or need not be
	for i := range sets {
		known[i] = make(chan struct{})
	}
	var group errgroup.Group
	group.SetLimit(t.task.Workers + 1)
	group.Go(func() error { // starts the others in order, and waits for room
		for i, s := range sets {
			if ahead.Err() != nil {
				return ahead.Err()
			}
			group.Go(func() error {
				defer close(known[i])
				c := t.configure(s)
				if t.foresees(c) {
					return nil
				}
				_, err := t.find(ahead, c)
				return err
			})
		}
		return nil
	})
	next := 0
	taken, results, err := InOrder(sets, func(s delta.Set) (Result, error) {
		if !t.foresees(t.configure(s)) {
			select {
			case <-known[next]:
			case <-ctx.Done():
			}
		}
		next++
		return t.Test(ctx, s)
	}, accept)
	cancel()
	if e := group.Wait(); err == nil && !errors.Is(e, context.Canceled) {
		err = e
	}
	return taken, results, err
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
