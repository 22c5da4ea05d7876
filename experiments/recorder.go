package experiments

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/pair"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/explanation"
)

// sink takes the records of a task in order and numbers them.
type sink interface {
	Append(r *results.Record) error
}

// recorder is the engines.Recorder of one attempt: it runs tests on the
// versions, counts steps and tests against the budget, and hands records to
// the segment at once, so that a time-out loses nothing. Records depend on the
// plan alone; the times of differences are kept apart, in at.
type recorder struct {
	task    string
	pair    pair.Runner
	known   []knownError
	fix     explanation.Fix // of what is to be explained, if it is known
	changes *delta.Delta    // of the pair, where fix is known
	limit   engines.Budget
	keep    RecordConfig
	stopAt  Goal
	out     sink
	clock   func() moment  // since the engine was started
	since   func() float64 // the wall seconds of clock, which cost less
	tell    func(progress) // to whom it matters what was done if this process dies; nil is nobody

	mu       sync.Mutex
	steps    int64
	tests    int
	found    int // tests that show a difference
	errors   int // those of them that show a differential error
	apart    int // tests on which the golden version behaves like neither version
	spent    string
	counters map[string]int64
	at       []moment        // of the tests that show a difference
	told     float64         // wall seconds at which progress was told last
	stop     engines.Stop    // why the engine ended by itself
	exposed  map[string]bool // known errors
	// Of processes that the engine started.
	foreignCPU time.Duration
	foreignRSS int64
}

// knownError is a known error of the pair with the versions that tell which
// tests expose it.
type knownError struct {
	id          string
	fix, before pair.Machine // before may be nil
	published   bool         // something is published of it
}

// The reasons why a recorder takes no more.
const (
	spentSteps = "the steps budget is spent"
	spentTests = "the tests budget is spent"
	spentGoal  = "the experiment stops at such a finding"
)

var (
	_ engines.Recorder   = (*recorder)(nil)
	_ engines.Meter      = (*recorder)(nil)
	_ engines.Accountant = (*recorder)(nil)
	_ engines.Stopper    = (*recorder)(nil)
	_ engines.Concluder  = (*recorder)(nil)
)

// Try implements engines.Recorder. The test during which the steps budget runs
// out is finished and recorded: whether a test counts must not depend on how
// far over the limit it would have gone.
func (r *recorder) Try(ctx context.Context, in *program.Input, note engines.Note) (*engines.Trial, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.spent != "" {
		return nil, engines.ErrBudget
	}
	trial, err := r.pair.Run(ctx, in)
	if err != nil {
		return nil, err
	}
	exposes, steps, err := r.exposes(ctx, in, trial)
	if err != nil {
		return nil, err
	}
	trial.Fixes, trial.Exposes = len(r.known) > 0 && trial.Difference.Counts(), exposes
	r.tests++
	if g := trial.Golden; g != nil && r.pair.Equivalence.Differ(g, trial.Old).Counts() && r.pair.Equivalence.Differ(g, trial.New).Counts() {
		r.apart++
	}
	r.steps += trial.Steps() + steps
	if err := r.recordTest(in, note, trial, exposes); err != nil {
		return nil, err
	}
	r.report(nil)
	r.judgeBudget()
	return trial, nil
}

// exposes returns the known errors that a test exposes, as corpora.Error says,
// and the steps that finding out took.
func (r *recorder) exposes(ctx context.Context, in *program.Input, t *engines.Trial) (list []string, steps int64, err error) {
	if !t.Difference.Counts() {
		return nil, 0, nil
	}
	for i := range r.known {
		k := &r.known[i]
		fix, err := pair.Execute(ctx, k.fix, in)
		if err != nil {
			return nil, 0, err
		}
		steps += fix.Steps
		shows := fix.IsOracle() && r.pair.Equivalence.Differ(t.New, fix).Counts()
		if shows && k.before != nil {
			before, err := pair.Execute(ctx, k.before, in)
			if err != nil {
				return nil, 0, err
			}
			steps += before.Steps
			shows = r.pair.Equivalence.Differ(before, fix).Counts()
		}
		if shows {
			list = append(list, k.id)
		}
	}
	return list, steps, nil
}

func (r *recorder) recordTest(in *program.Input, note engines.Note, t *engines.Trial, exposes []string) error {
	for _, id := range exposes {
		if r.exposed == nil {
			r.exposed = map[string]bool{}
		}
		r.exposed[id] = true
	}
	counts := t.Difference.Counts()
	if counts {
		r.found++
		if t.Class.IsError() {
			r.errors++
		}
		now := r.clock()
		r.at = append(r.at, now)
		r.report(&now)
	}
	if r.keep.Tests == KeepDifferences && t.Difference == program.Same {
		return nil
	}
	rec := &results.TestRecord{
		N: r.tests, Steps: r.steps, Input: *in, Difference: t.Difference, Class: t.Class, Exposes: exposes, Note: note,
	}
	if counts && r.keepsOutcomes(t) {
		rec.Old, rec.New, rec.Golden = t.Old, t.New, t.Golden
	}
	return r.append(results.Record{Test: rec})
}

func (r *recorder) keepsOutcomes(t *engines.Trial) bool {
	switch r.keep.Outcomes {
	case OutcomesAll:
		return true
	case OutcomesFirst:
		return r.found == 1 || t.Class.IsError() && r.errors == 1
	}
	return false
}

// reportEvery is the time between two reports of progress, in seconds.
const reportEvery = 0.1

// report tells progress: at once the moment of a difference, else now and then.
func (r *recorder) report(at *moment) {
	if r.tell == nil {
		return
	}
	p := progress{Tests: r.tests, Steps: r.steps, Moment: at}
	if at == nil {
		if r.since == nil || r.since()-r.told < reportEvery {
			return
		}
		r.told = r.since()
		p.Counters = r.counters
	}
	r.tell(p)
}

// Stopped implements engines.Stopper.
func (r *recorder) Stopped(s engines.Stop) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stop = s
}

// Conclude implements engines.Concluder. An engine that accounted for every input of
// the model has nothing left to try.
func (r *recorder) Conclude(c engines.Conclusion) {
	s := engines.Stop{Exhausted: c.Complete, Why: "every input was accounted for"}
	if !c.Complete {
		s.Why = "it could not account for every input"
		if len(c.Bounds) > 0 {
			s.Why += fmt.Sprintf(": %d %s", c.Bounds[0].Count, c.Bounds[0].Cause)
		}
	}
	r.Stopped(s)
}

// reached reports whether the task found what it stops at.
func (r *recorder) reached() bool {
	switch {
	case r.stopAt == GoalDifference, r.stopAt == GoalError && r.pair.Golden == nil:
		return r.found > 0
	case r.stopAt == GoalError:
		return r.errors > 0
	case r.stopAt == GoalErrors:
		return r.allExposed()
	}
	return false
}

// allExposed reports whether every known error has been exposed; where something is
// published of some, every one of these.
func (r *recorder) allExposed() bool {
	published := slices.ContainsFunc(r.known, func(k knownError) bool { return k.published })
	for _, k := range r.known {
		if (k.published || !published) && !r.exposed[k.id] {
			return false
		}
	}
	return len(r.known) > 0
}

func (r *recorder) judgeBudget() {
	switch {
	case r.spent != "":
	case r.reached():
		r.spent = spentGoal
	case r.limit.Steps > 0 && r.steps >= r.limit.Steps:
		r.spent = spentSteps
	case r.limit.Tests > 0 && r.tests >= r.limit.Tests:
		r.spent = spentTests
	}
}

// Spend implements engines.Recorder.
func (r *recorder) Spend(steps int64) error {
	if steps < 0 {
		panic(fmt.Sprintf("experiments: Spend: negative steps %d", steps))
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.spent != "" {
		return engines.ErrBudget
	}
	r.steps += steps
	r.report(nil)
	r.judgeBudget()
	if r.spent != "" {
		return engines.ErrBudget
	}
	return nil
}

// Left implements engines.Meter.
func (r *recorder) Left() (steps int64, tests int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	steps, tests = -1, -1
	if r.limit.Steps > 0 {
		steps = max(r.limit.Steps-r.steps, 0)
	}
	if r.limit.Tests > 0 {
		tests = max(r.limit.Tests-r.tests, 0)
	}
	return steps, tests
}

// Used implements engines.Accountant.
func (r *recorder) Used(cpu time.Duration, rss int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.foreignCPU += cpu
	r.foreignRSS = max(r.foreignRSS, rss)
}

// Requirement implements engines.Recorder.
func (r *recorder) Requirement(q engines.Requirement) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.append(results.Record{Requirement: &q})
}

// Survey implements engines.Surveyor.
func (r *recorder) Survey(s engines.Survey) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.append(results.Record{Survey: &s})
}

// Explanation implements engines.Recorder.
func (r *recorder) Explanation(e engines.Explanation) error {
	if r.fix.To != nil {
		j := explanation.Judge(&e, r.changes, r.fix)
		e.Fix, e.FixOnChain, e.FixEvidence = string(j.Verdict), j.Chain, j.Evidence
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.append(results.Record{Explanation: &e})
}

// Count implements engines.Recorder.
func (r *recorder) Count(name string, n int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.counters == nil {
		r.counters = map[string]int64{}
	}
	r.counters[name] += n
}

// start writes the Start record, end the End record; nothing follows it.
func (r *recorder) start(s results.Start) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.append(results.Record{Start: &s})
}

func (r *recorder) end(status results.Status, reason string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.append(results.Record{End: &results.End{
		Status: status, Reason: reason, Exhausted: status == results.StatusDone && reason != spentGoal && r.stop.Exhausted, Steps: r.steps, Tests: r.tests, Counters: r.counters, Warnings: r.warnings(),
	}})
}

// warnings says what makes the classes of differences meaningless: a golden version
// that expects another command line agrees with nobody.
func (r *recorder) warnings() []string {
	if r.apart == 0 || r.apart < r.tests {
		return nil
	}
	return []string{"the golden version behaves like neither version on any test, so that the classes of differences mean nothing: it may expect another command line"}
}

func (r *recorder) append(rec results.Record) error {
	rec.Task = r.task
	return r.out.Append(&rec)
}
