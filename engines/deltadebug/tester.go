// Package deltadebug tells, for the Explain engines, whether the failing
// test passes on a configuration: the old version with some of the changes
// applied. Results are cached by the content of the sources.
//
// It also holds what the engines share on top of that: the search for a
// 1-minimal failing set (Minimise), the criterion that answers are held to
// (oneMinimal and shrink in holds.go; synergy's dynamic analysis has its own, check),
// the changes that must go with others so that a program compiles (Auxiliary), and
// what makes an answer of the result of a search (Answer).
package deltadebug

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
)

// Result is the verdict on a configuration in the terms of delta debugging,
// which does not tell why a configuration has none.
//
// Source: Zeller 1999, section 2 (pass, fail, unresolved).
type Result uint8

// The results.
const (
	Pass       Result = iota // the test shows what the old version shows
	Fail                     // it fails as on the new version
	Unresolved               // no verdict: does not compile, runs into a limit, or fails elsewhere
)

func resultOf(v engines.Verdict) Result {
	switch v {
	case engines.Passes:
		return Pass
	case engines.Fails:
		return Fail
	}
	return Unresolved
}

// Tester tests configurations. It is safe for concurrent use, but a search that
// is to be deterministic asks from one goroutine.
type Tester struct {
	Delta *delta.Delta

	task     *engines.Task
	rec      engines.Recorder
	expected *program.Outcome // of the old version; nil with Task.Judge
	failure  *program.Outcome // of the new version; nil with Task.Judge

	mu    sync.Mutex
	cache map[string]entry // by hash
	stats Stats
	fore  *foresight // nil without Task.Complaints

	answered  map[string]engines.Verdict // by set
	nearest   delta.Set                  // of the sets that pass, the first of those with most changes
	predicted int                        // predictions, believed or not
}

// entry is a known verdict; asked tells whether a search has had it already,
// as opposed to a speculative run.
type entry struct {
	verdict engines.Verdict
	asked   bool
}

// Stats counts what a Tester did.
type Stats struct {
	Runs       int // configurations compiled or run
	Cached     int // answered from the cache
	Unresolved int // of Runs
	Unbuilt    int // of Unresolved
	Foreseen   int // configurations not built because builds of others say that they fail
	Checked    int // configurations built to check such a prediction
	Wrong      int // of Checked, those that the compiler took
}

// Record counts them as the counters of a record.
func (s Stats) Record(rec engines.Recorder) {
	rec.Count("cached", int64(s.Cached))
	rec.Count("unbuilt", int64(s.Unbuilt))
	rec.Count("foreseen", int64(s.Foreseen))
	rec.Count("foreseen_checked", int64(s.Checked))
	rec.Count("foreseen_wrong", int64(s.Wrong))
}

// ErrNotAFailure says that the test cannot be explained: it does not pass on
// the old version and fail on the new one.
var ErrNotAFailure = errors.New("the test does not fail on the new version only")

// New returns a tester for the task's failing test, having run it on both
// versions.
func New(ctx context.Context, task *engines.Task, rec engines.Recorder) (*Tester, error) {
	t := &Tester{
		Delta: delta.Compute(task.Old.Version, task.New.Version),
		task:  task, rec: rec, cache: map[string]entry{}, answered: map[string]engines.Verdict{},
	}
	if task.Complaints != nil {
		t.fore = newForesight(task.Old.Version, task.New.Version)
	}
	if task.Judge != nil {
		return t, t.endPoints(ctx)
	}
	if task.Failing == nil {
		return nil, fmt.Errorf("pair %s of subject %s has no failing test to explain", task.Pair, task.Subject)
	}
	var err error
	if t.expected, err = t.execute(ctx, task.Old.Program); err != nil {
		return nil, err
	}
	if t.failure, err = t.execute(ctx, task.New.Program); err != nil {
		return nil, err
	}
	if d := task.Equivalence.Differ(t.expected, t.failure); !d.Counts() {
		if d == program.Same {
			return nil, fmt.Errorf("test %s: %w: both versions behave the same", task.Failing.Name, ErrNotAFailure)
		}
		return nil, fmt.Errorf("test %s: %w: %s", task.Failing.Name, ErrNotAFailure, d)
	}
	t.know(nil, engines.Passes)
	t.know(t.Delta.All(), engines.Fails)
	return t, nil
}

// endPoints asks Task.Judge about the two versions.
func (t *Tester) endPoints(ctx context.Context) error {
	for _, end := range []struct {
		name string
		set  delta.Set
		want engines.Verdict
	}{{"old", nil, engines.Passes}, {"new", t.Delta.All(), engines.Fails}} {
		v, err := t.task.Judge(ctx, t.Delta.Apply(end.set))
		if err != nil {
			return err
		}
		if v != end.want {
			return fmt.Errorf("%w: on the %s version it is %q", ErrNotAFailure, end.name, v)
		}
		t.know(end.set, v)
	}
	return nil
}

func (t *Tester) know(s delta.Set, v engines.Verdict) {
	t.cache[t.Delta.Apply(s).Hash()] = entry{v, true}
}

// Stats returns what the tester has counted so far.
func (t *Tester) Stats() Stats {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.stats
}

// Test tells whether the failing test passes with exactly the changes in s
// applied to the old version. That it is not built may be foreseen, which is
// right most often; Exactly makes sure. Errors are cancellation and ErrBudget.
func (t *Tester) Test(ctx context.Context, s delta.Set) (Result, error) {
	v, err := t.Verdict(ctx, s)
	return resultOf(v), err
}

// Verdict is Test, but sets configurations that are not built apart.
func (t *Tester) Verdict(ctx context.Context, s delta.Set) (engines.Verdict, error) {
	return t.ask(ctx, s, true)
}

// Exactly is Verdict without foresight.
func (t *Tester) Exactly(ctx context.Context, s delta.Set) (engines.Verdict, error) {
	return t.ask(ctx, s, false)
}

func (t *Tester) ask(ctx context.Context, s delta.Set, foresee bool) (engines.Verdict, error) {
	name := nameOf(s)
	t.mu.Lock()
	verdict, ok := t.answered[name]
	if ok {
		t.stats.Cached++
	}
	t.mu.Unlock()
	if ok {
		return verdict, ctx.Err()
	}
	c := t.configure(s)
	predicted := foresee && t.foresees(c)
	if predicted && t.believe() {
		return engines.Unbuilt, ctx.Err()
	}
	verdict, err := t.find(ctx, c)
	if err != nil {
		return engines.Unresolved, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.count(c, verdict)
	if predicted && verdict != engines.Unbuilt {
		t.stats.Wrong++
	}
	t.answered[name] = verdict
	if verdict == engines.Passes && len(s) > len(t.nearest) {
		t.nearest = s
	}
	return verdict, nil
}

// perDoubt is how many predictions are believed for one that is checked.
const perDoubt = 8

// believe counts a prediction, and tells whether it is believed: what is wrong with
// one is learned only by building what it speaks against.
func (t *Tester) believe() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.predicted++; t.predicted%perDoubt == 0 {
		t.stats.Checked++
		return false
	}
	t.stats.Foreseen++
	return true
}

// nameOf returns a text that no other set has.
func nameOf(s delta.Set) string {
	var name []byte
	for _, c := range s {
		name = binary.AppendUvarint(name, uint64(c))
	}
	return string(name)
}

// configured is the version that a set of changes makes, with its hash, by which
// verdicts are known: sets that make the same version have the same.
type configured struct {
	*program.Version
	hash string
}

func (t *Tester) configure(s delta.Set) configured {
	v := t.Delta.Apply(s)
	return configured{v, v.Hash()}
}

// foresees reports whether a version that was not asked about will most likely not
// be built.
func (t *Tester) foresees(c configured) bool {
	if t.fore == nil {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return !t.cache[c.hash].asked && t.fore.unbuilt(c.Version)
}

// count counts the first question about a configuration as a run, whether or
// not it was run ahead of the question.
func (t *Tester) count(c configured, verdict engines.Verdict) {
	if t.cache[c.hash].asked {
		t.stats.Cached++
		return
	}
	t.cache[c.hash] = entry{verdict, true}
	t.stats.Runs++
	if resultOf(verdict) == Unresolved {
		t.stats.Unresolved++
	}
	if verdict == engines.Unbuilt {
		t.stats.Unbuilt++
	}
	switch {
	case t.fore == nil:
	case verdict == engines.Unbuilt:
		t.fore.learn(c.Version, t.task.Complaints(c.Version))
	default:
		t.fore.unlearn(c.Version)
	}
}

// find returns the verdict on a version from the cache or by running it.
func (t *Tester) find(ctx context.Context, c configured) (engines.Verdict, error) {
	if err := ctx.Err(); err != nil {
		return engines.Unresolved, err
	}
	t.mu.Lock()
	e, ok := t.cache[c.hash]
	t.mu.Unlock()
	if ok {
		return e.verdict, nil
	}
	verdict, err := t.run(ctx, c.Version)
	if err != nil {
		return engines.Unresolved, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, ok := t.cache[c.hash]; !ok {
		t.cache[c.hash] = entry{verdict: verdict}
	}
	return verdict, nil
}

func (t *Tester) run(ctx context.Context, v *program.Version) (engines.Verdict, error) {
	if t.task.Judge != nil {
		return t.task.Judge(ctx, v)
	}
	p, err := t.task.Compile(ctx, v)
	if ctx.Err() != nil {
		return engines.Unresolved, ctx.Err()
	}
	if err != nil {
		// The compiler's rejection is the verdict, not a fault of the run.
		return engines.Unbuilt, t.rec.Spend(compileSteps)
	}
	out, err := t.execute(ctx, p)
	if err != nil {
		return engines.Unresolved, err
	}
	return Compare(t.task.Equivalence, t.expected, t.failure, out), nil
}

// compileSteps is what a configuration that does not compile costs, so that a
// search over such configurations ends by its budget.
const compileSteps = 1000

// Compare judges an outcome by those of the old and the new version. A run that
// ends in another way than both - a crash where the new version prints a wrong
// number, say - fails elsewhere: unresolved. So does one that calls a function
// without definition: its program would not have been linked.
func Compare(q program.Equivalence, expected, failure, out *program.Outcome) engines.Verdict {
	switch d := q.Differ(expected, out); {
	case out.Ending == program.Faulted && out.Fault.Kind == program.FaultUnsupported:
		return engines.Unbuilt
	case d == program.Same:
		return engines.Passes
	case !d.Counts():
		return engines.Unresolved
	}
	switch {
	case out.Ending != failure.Ending,
		out.Ending == program.Faulted && out.Fault.Kind != failure.Fault.Kind,
		out.Ending == program.Signaled && out.Status != failure.Status:
		return engines.Unresolved
	}
	return engines.Fails
}

func (t *Tester) execute(ctx context.Context, p *program.Program) (*program.Outcome, error) {
	out, err := t.task.Execute(ctx, p, &t.task.Failing.Input)
	if err != nil {
		return nil, err
	}
	return out, t.rec.Spend(out.Steps)
}

// Stopped turns the end of the budget into a normal end.
func Stopped(err error) error {
	if errors.Is(err, engines.ErrBudget) {
		return nil
	}
	return err
}

// Lines returns the size of a change: the lines that it takes out and puts in, at
// least 1.
func (t *Tester) Lines(change int) int {
	c := t.Delta.Changes[change]
	return max(1, len(c.Old)+len(c.New))
}
