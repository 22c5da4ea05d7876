// Package configuration tells, for the Explain engines, whether the failing
// test passes on a configuration: the old version with some of the changes
// applied. Results are cached by the content of the sources.
package configuration

import (
	"context"
	"errors"
	"fmt"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
)

// Result is the verdict on a configuration.
//
// Source: Zeller 1999, section 2 (pass, fail, unresolved).
type Result uint8

// The results.
const (
	Pass       Result = iota // the test shows what the old version shows
	Fail                     // it fails as on the new version
	Unresolved               // no verdict: does not compile, runs into a limit, or fails elsewhere
)

var resultNames = [...]string{"pass", "fail", "unresolved"}

// String returns a one-word name.
func (r Result) String() string { return resultNames[r] }

// Tester tests configurations. Not safe for concurrent use.
type Tester struct {
	Delta *delta.Delta
	Stats Stats

	task     *engines.Task
	rec      engines.Recorder
	expected *program.Outcome // of the old version
	failure  *program.Outcome // of the new version
	cache    map[string]Result
}

// Stats counts what a Tester did.
type Stats struct {
	Runs       int // configurations compiled or run
	Cached     int // answered from the cache
	Unresolved int // of Runs
}

// ErrNotAFailure says that the test cannot be explained: it does not pass on
// the old version and fail on the new one.
var ErrNotAFailure = errors.New("the test does not fail on the new version only")

// New returns a tester for the task's failing test, having run it on both
// versions.
func New(ctx context.Context, task *engines.Task, rec engines.Recorder) (*Tester, error) {
	if task.Failing == nil {
		return nil, fmt.Errorf("pair %s of subject %s has no failing test to explain", task.Pair, task.Subject)
	}
	t := &Tester{
		Delta: delta.Compute(task.Old.Version, task.New.Version),
		task:  task, rec: rec, cache: map[string]Result{},
	}
	var err error
	if t.expected, err = t.execute(ctx, task.Old.Program); err != nil {
		return nil, err
	}
	if t.failure, err = t.execute(ctx, task.New.Program); err != nil {
		return nil, err
	}
	if d := program.Differ(t.expected, t.failure); !d.Counts() {
		if d == program.Same {
			return nil, fmt.Errorf("test %s: %w: both versions behave the same", task.Failing.Name, ErrNotAFailure)
		}
		return nil, fmt.Errorf("test %s: %w: %s", task.Failing.Name, ErrNotAFailure, d)
	}
	t.cache[t.Delta.Apply(nil).Hash()] = Pass
	t.cache[t.Delta.Apply(t.Delta.All()).Hash()] = Fail
	return t, nil
}

// Failure returns the outcome of the failing test on the new version.
func (t *Tester) Failure() *program.Outcome { return t.failure }

// Test tells whether the failing test passes with exactly the changes in s
// applied to the old version. Errors are cancellation and ErrBudget.
func (t *Tester) Test(ctx context.Context, s delta.Set) (Result, error) {
	if err := ctx.Err(); err != nil {
		return Unresolved, err
	}
	v := t.Delta.Apply(s)
	key := v.Hash()
	if r, ok := t.cache[key]; ok {
		t.Stats.Cached++
		return r, nil
	}
	r, err := t.run(ctx, v)
	if err != nil {
		return Unresolved, err
	}
	t.Stats.Runs++
	if r == Unresolved {
		t.Stats.Unresolved++
	}
	t.cache[key] = r
	return r, nil
}

func (t *Tester) run(ctx context.Context, v *program.Version) (Result, error) {
	p, err := t.task.Compile(ctx, v)
	if ctx.Err() != nil {
		return Unresolved, ctx.Err()
	}
	if err != nil {
		// The compiler's rejection is the verdict, not a fault of the run.
		return Unresolved, t.rec.Spend(compileSteps)
	}
	out, err := t.execute(ctx, p)
	if err != nil {
		return Unresolved, err
	}
	return t.judge(out), nil
}

// compileSteps is what a configuration that does not compile costs, so that a
// search over such configurations ends by its budget.
const compileSteps = 1000

// judge compares an outcome with those of the two versions. A run that ends in
// another way than both - a crash where the new version prints a wrong number,
// say - fails elsewhere: unresolved.
func (t *Tester) judge(out *program.Outcome) Result {
	switch d := program.Differ(t.expected, out); {
	case d == program.Same:
		return Pass
	case !d.Counts():
		return Unresolved
	}
	f := t.failure
	switch {
	case out.Ending != f.Ending,
		out.Ending == program.Faulted && out.Fault.Kind != f.Fault.Kind,
		out.Ending == program.Signaled && out.Status != f.Status:
		return Unresolved
	}
	return Fail
}

func (t *Tester) execute(ctx context.Context, p *program.Program) (*program.Outcome, error) {
	out, err := t.task.Execute(ctx, p, &t.task.Failing.Input)
	if err != nil {
		return nil, err
	}
	return out, t.rec.Spend(out.Steps)
}

// Explain builds the explanation for an answer: whether reverting it makes the
// test pass, and whether it is 1-minimal as a set of changes that, applied to
// the old version, make the test fail.
func (t *Tester) Explain(ctx context.Context, root delta.Set) (engines.Explanation, error) {
	e := engines.Explanation{Root: t.Delta.IDs(root), OneMinimal: true}
	r, err := t.Test(ctx, t.Delta.All().Minus(root))
	if err != nil {
		return e, err
	}
	e.Confirmed = r == Pass
	r, err = t.Test(ctx, root)
	if err != nil {
		return e, err
	}
	e.OneMinimal = r == Fail
	for _, c := range root {
		if !e.OneMinimal {
			break
		}
		r, err := t.Test(ctx, root.Minus(delta.Set{c}))
		if err != nil {
			return e, err
		}
		e.OneMinimal = r != Fail
	}
	e.Runs, e.Unresolved = t.Stats.Runs, t.Stats.Unresolved
	return e, nil
}
