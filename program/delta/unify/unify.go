// Package unify merges two versions of a program into one, whose text says at each place
// where they differ what either has: change(old, new), of package notation. Merge renames
// definitions that clash, unifies functions with package align, and compiles the result and its
// projections, to find the functions of which both bodies must be kept.
package unify

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/unify/source"
	"github.com/riftlab/rift/program/delta/unify/typing"
)

// Merge merges the two versions of d into one program with annotations, as
// few and as deep in expressions as it can. p and q are the versions,
// compiled. What cannot be aligned falls back, function by function, to both
// bodies under conservative conditions; these are listed.
//
// Both projections have been compiled when Merge returns. That they behave
// like the versions is for the caller to test.
//
// Source: Palikareva, Kuchta, Cadar: Shadow of a Doubt, ICSE 2016, section
// 3.1. There annotations were written by hand; definitions that clash are kept
// here from both versions, the old one under another name.
//
// It is stopped by ctx, between the pairs of statements that it weighs too.
func Merge(ctx context.Context, d *delta.Delta, p, q *program.Program, compile Compile) (*Unified, error) {
	return orHalted(ctx, func() (*Unified, error) { return merge(ctx, d, p, q, compile, false) })
}

// MergeApart is Merge, but a local array that has another size in one version, which Merge
// makes as large as the larger one for both, stays two arrays, an integer of another size two
// variables, and a structure that has other members stays two structures. It takes more annotations; but an access behind the end of the
// smaller array is one in the unified program too, and a structure that is laid over bytes of
// another type has the layout of its version.
func MergeApart(ctx context.Context, d *delta.Delta, p, q *program.Program, compile Compile) (*Unified, error) {
	return orHalted(ctx, func() (*Unified, error) { return merge(ctx, d, p, q, compile, true) })
}

// orHalted returns what work does, or that its context was done.
func orHalted(ctx context.Context, work func() (*Unified, error)) (u *Unified, err error) {
	defer func() {
		switch r := recover(); r.(type) {
		case nil:
		case halted:
			u, err = nil, ctx.Err()
		default:
			panic(r)
		}
	}()
	return work()
}

func merge(ctx context.Context, d *delta.Delta, p, q *program.Program, compile Compile, apart bool) (*Unified, error) {
	d = unmarked(d)
	if err := hidesBraces(d); err != nil {
		return nil, err
	}
	programs := [2]*program.Program{p, q}
	d, programs, err := sameNames(ctx, d, programs, compile)
	if err != nil {
		return nil, err
	}
	if d, programs, err = pasteIncludes(ctx, d, programs, compile); err != nil {
		return nil, err
	}
	if d, err = decideDifferent(ctx, d, programs, compile); err != nil {
		return nil, err
	}
	if d, err = oneMain(ctx, d, compile); err != nil {
		return nil, err
	}
	d, err = decideBranches(ctx, d, programs, compile, differInLines)
	if err != nil {
		return nil, err
	}
	if hidesConstants(d) {
		if e, expanded, ok := expandOutside(ctx, d, programs, compile); ok {
			d, programs = e, expanded
		}
	}
	b := newUnification(ctx, d, programs, apart)
	u, err := b.merge(programs, compile)
	if errors.Is(err, ErrNotUnified) && b.membersRenamed {
		// A macro may be handed the name of a member, where it looks like any other name.
		b = newUnification(ctx, d, programs, apart)
		b.keepMembers = true
		u, err = b.merge(programs, compile)
	}
	if errors.Is(err, ErrNotUnified) {
		if d, programs, ok := expandOutside(ctx, d, programs, compile); ok {
			b = newUnification(ctx, d, programs, apart)
			if u, err := b.merge(programs, compile); err == nil {
				return u, nil
			}
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return u, err
}

// merge does the work.
func (b *unification) merge(programs [2]*program.Program, compile Compile) (*Unified, error) {
	ctx := b.ctx
	if err := b.prepare(); err != nil {
		return nil, err
	}
	decided := map[string]bool{} // functions of which it was tried to decide the conditionals
	for range 100 {
		u := b.build()
		b.poll()
		if b.again {
			b.again = false
			if err := b.prepare(); err != nil {
				return nil, err
			}
			continue
		}
		if more, err := b.decideKept(ctx, u, programs, compile, decided); err != nil {
			return nil, err
		} else if more {
			continue
		}
		if b.refuse() {
			continue
		}
		bad, err := b.check(ctx, u, compile)
		if errors.Is(err, errAgain) {
			if err := b.prepare(); err != nil {
				return nil, err
			}
			continue
		}
		if err != nil {
			return nil, err
		}
		if len(bad) == 0 {
			if err := b.plainDiffer(); err != nil {
				return nil, err
			}
			u.Widened = b.widened
			return u, nil
		}
		progress := false
		for _, name := range slices.Sorted(maps.Keys(bad)) {
			if _, ok := b.whole[name]; !ok {
				b.whole[name], progress = bad[name], true
			}
		}
		if !progress {
			return nil, fmt.Errorf("%w: %s", ErrNotUnified, bad[slices.Sorted(maps.Keys(bad))[0]])
		}
	}
	return nil, fmt.Errorf("%w: too many functions differ", ErrNotUnified)
}

// decideKept decides the conditionals that stand within statements of functions that were
// kept as a whole, and reports whether there were any: then it is to be built anew. Those in
// tried are left as they are, and more are put there.
func (b *unification) decideKept(ctx context.Context, u *Unified, programs [2]*program.Program, compile Compile, tried map[string]bool) (bool, error) {
	kept := b.keptForLines(u)
	maps.DeleteFunc(kept, func(fn string, _ bool) bool { return tried[fn] })
	if len(kept) == 0 {
		return false, nil
	}
	maps.Copy(tried, kept)
	d, err := decideBranches(ctx, b.d, programs, compile, func(_ *source.File, _ *source.Item, new *source.File, n *source.Item) bool {
		return kept[new.Name+" "+n.Name]
	})
	if err != nil {
		return false, err
	}
	b.d = d
	return true, b.prepare()
}

// refuse refuses the annotations of what was built last that do not stand for their arguments,
// or keeps both bodies of the functions of those that have no number, and reports whether there
// are any: then it is to be built without them.
func (b *unification) refuse() bool {
	unfit, functions := typing.Unfit(b.ctx, &b.probed, b.parsed)
	for number := range unfit {
		b.probes.Refuse(number)
	}
	again := len(unfit) > 0
	for fn := range functions {
		if _, whole := b.whole[fn]; !whole {
			b.whole[fn], again = "an annotation has arguments of types that make it mean something else", true
		}
	}
	b.poll()
	return again
}
