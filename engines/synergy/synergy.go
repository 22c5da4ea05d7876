// Package synergy explains a failed regression test: it finds the changes to
// blame by alternating semantic analysis of the failing run with dynamic
// analysis of versions between the old and the new one, and says how the
// changes lead to the failure.
//
// Source: Yi, Yang, Liu, Zhao and Wang, "A Synergistic Analysis Method for
// Explaining Failed Regression Tests", ICSE 2015.
//
// Terms: a *statement instance* is one execution of a statement. A *cause* of a
// predicate is a minimal set of instances that forces it to come out as it did
// (generator instructions of a minimal unsatisfiable core). A *critical
// predicate* of a cause is a branch that could have kept it from happening: one
// that encloses an instance (direct influence), or whose other side redefines
// what an instance reads (indirect influence). *Root* changes are those whose
// reversal makes the test pass, *auxiliary* ones must be reverted with them so
// that the program compiles.
package synergy

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/deltadebug"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta/mapping"
)

// Engine is the synergistic explanation engine.
type Engine struct{}

// Params are the engine's parameters.
type Params struct {
	engines.Modal
	Switching bool  `toml:"switching" doc:"whether a branch of the failing run is taken the other way, to see whether the changes of its cause decide about the failure" published:"false" why:"of changes that compile only together, it tells the root from the auxiliary ones"`
	Addresses bool  `toml:"addresses" doc:"whether the analysis begins again with formulas that know how addresses were computed, when causes without them give no answer" published:"false" why:"with the addresses of the trace alone, how an index was computed is no cause"`
	MaxTrace  int   `toml:"max_trace" doc:"steps of the failing run that are recorded at most; a longer run is not analysed"`
	Instances int   `toml:"instances" doc:"statement instances of a cause that are symbolic; older ones are kept as the dynamic slice has them"`
	MaxCauses int   `toml:"max_causes" doc:"causes computed at most, for each kind of dependence"`
	Query     int64 `toml:"query_steps" doc:"solver propagations for one question"`
	Cause     int64 `toml:"cause_steps" doc:"solver propagations for minimising one cause"`
}

func defaults() Params {
	return Params{Modal: engines.Modal{Mode: engines.ModeRift}, Switching: true, Addresses: true, MaxTrace: 30_000_000, Instances: 1000, MaxCauses: 200, Query: 10_000_000, Cause: 100_000_000}
}

// Validate implements engines.Validator.
func (p *Params) Validate() error {
	for _, v := range []struct {
		name  string
		value int64
	}{{"max_trace", int64(p.MaxTrace)}, {"instances", int64(p.Instances)}, {"max_causes", int64(p.MaxCauses)}, {"query_steps", p.Query}, {"cause_steps", p.Cause}} {
		if v.value < 1 {
			return fmt.Errorf("%s is %d: must be at least 1", v.name, v.value)
		}
	}
	return nil
}

// Name implements engines.Engine.
func (Engine) Name() string { return "synergy" }

// Describe implements engines.Describer.
func (Engine) Describe() engines.Description {
	p := defaults()
	return engines.Description{
		Kind:          engines.Explain,
		Summary:       "semantic analysis of the failing run and dynamic analysis of the changes, in turn",
		Source:        "Yi et al., ICSE 2015",
		Deterministic: true,
		Params:        &p,
	}
}

// Run implements engines.Engine.
func (Engine) Run(ctx context.Context, task *engines.Task, rec engines.Recorder) error {
	p := defaults()
	if err := task.Decode("synergy", &p); err != nil {
		return err
	}
	tester, err := deltadebug.New(ctx, task, rec)
	if err != nil {
		return deltadebug.Stopped(err)
	}
	return deltadebug.Stopped(explain(ctx, task, rec, p, tester))
}

func explain(ctx context.Context, task *engines.Task, rec engines.Recorder, p Params, tester *deltadebug.Tester) error {
	s, err := newSearch(ctx, task, rec, p, tester)
	if err != nil {
		return err
	}
	a, err := s.find()
	if err != nil {
		return err
	}
	searched := tester.Stats()
	spared, err := s.dynamic.spare(a)
	if err != nil {
		return err
	}
	if spared {
		searched = tester.Stats()
	}
	e := s.explanation(a)
	e.Runs, e.Unresolved = searched.Runs, searched.Unresolved
	if e.Confirmed, e.OneMinimal, err = s.dynamic.check(a); err != nil {
		return err
	}
	e.Text = Text(&e, tester.Delta)
	rec.Count("changes", int64(len(tester.Delta.Changes)))
	tester.Stats().Record(rec)
	rec.Count("causes", int64(len(s.causes)))
	rec.Count("queries", s.queries)
	rec.Count("solver_steps", s.solverSteps)
	rec.Count("trace_steps", int64(len(s.trace.steps)))
	for _, c := range s.causes {
		rec.Count("sliced_steps", int64(c.sliced))
	}
	return rec.Explanation(e)
}

// comparable says why runs in the machine show nothing of a failure that was seen
// outside of it.
func comparable(task *engines.Task, old, new *program.Outcome) error {
	for _, end := range []struct {
		name string
		out  *program.Outcome
	}{{"old", old}, {"new", new}} {
		if f := end.out.Fault; end.out.Ending == program.Faulted && f.Kind == program.FaultUnsupported {
			return fmt.Errorf("synergy: rift's machine cannot run the %s version to its end: %w; a stub may stand for what is missing", end.name, f)
		}
	}
	if task.Equivalence.Differ(old, new) == program.Same {
		return errors.New("synergy: in rift's machine the versions behave the same: the failure does not show there")
	}
	return nil
}

// newSearch records the failing run and finds what failed.
func newSearch(ctx context.Context, task *engines.Task, rec engines.Recorder, p Params, tester *deltadebug.Tester) (*search, error) {
	if task.New.Program == nil || task.Old.Program == nil || task.Failing == nil {
		return nil, errors.New("synergy: the programs cannot be run in the machine, so there is no trace to analyse")
	}
	opt := vm.Options{MaxSteps: task.RunSteps, CheckOverflow: task.Equivalence.CheckOverflow()}
	old, err := vm.New(task.Old.Program, opt)
	if err != nil {
		return nil, fmt.Errorf("synergy: %w", err)
	}
	expected, err := old.NewRun().Run(ctx, &task.Failing.Input)
	if err != nil {
		return nil, err
	}
	t, err := record(ctx, task.New.Program, &task.Failing.Input, p.MaxTrace, opt)
	if err != nil {
		return nil, fmt.Errorf("synergy: %w", err)
	}
	if err := rec.Spend(expected.Steps + t.outcome.Steps); err != nil {
		return nil, err
	}
	if task.Judge != nil {
		if err := comparable(task, expected, t.outcome); err != nil {
			return nil, err
		}
	}
	mapping := mapping.New(tester.Delta, task.Old.Program, task.New.Program)
	s := &search{
		ctx: ctx, rec: rec, p: p, trace: t, blame: newBlame(tester.Delta, mapping, t.code), may: sync.OnceValues(func() (*mayDefine, error) { return newMayDefine(ctx, t.code, task.Failing.Input.Entry) }),
		executed: t.executed(), tried: map[string]bool{},
	}
	opt.MaxSteps = maxLonger*t.outcome.Steps + 100_000
	s.switcher = &switcher{equivalence: task.Equivalence, trace: t, input: &task.Failing.Input, expected: expected, opt: opt, spend: rec.Spend}
	s.dynamic = &dynamic{ctx: ctx, tester: tester, aux: deltadebug.NewAuxiliary(tester, s.blame.near, s.blame.scopes(task.Old.Program, mapping))}
	s.failure = t.failure(task.Equivalence, expected)
	return s, nil
}
