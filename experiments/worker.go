package experiments

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"sync"
	"time"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/deltadebug/project"
	"github.com/riftlab/rift/engines/external"
	"github.com/riftlab/rift/engines/pair"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cputime"
	"github.com/riftlab/rift/results"
)

// Work is the main function of a worker process: it runs the jobs that arrive
// on in, one at a time, and answers on out. It returns when in ends between
// jobs; when it ends during one, nobody wants the answer any more, and the
// process exits.
func Work(env Environment, in io.Reader, out io.Writer) error {
	jobs := make(chan job)
	gone := make(chan struct{}) // closed when in ends
	var broken error            // why, if it should not have; set before gone is closed
	go func() {
		dec := json.NewDecoder(bufio.NewReader(in))
		for {
			var j job
			if err := dec.Decode(&j); err != nil {
				if !errors.Is(err, io.EOF) {
					broken = fmt.Errorf("worker: %w", err)
				}
				close(gone)
				return
			}
			jobs <- j
		}
	}()
	w := &worker{
		env: env, subjects: map[string]*corpora.Subject{},
		programs: map[string]*program.Program{}, machines: map[machineKey]pair.Machine{},
	}
	w.answer = json.NewEncoder(out).Encode
	for {
		select {
		case <-gone:
			return broken
		case j := <-jobs:
			done := make(chan struct{})
			go func() {
				select {
				case <-gone:
					sweepWorker()
					os.Exit(0)
				case <-done:
				}
			}()
			a := w.do(&j)
			close(done)
			if err := w.answer(a); err != nil {
				return fmt.Errorf("worker: %w", err)
			}
		}
	}
}

// worker keeps what the tasks of one process share.
type worker struct {
	env      Environment
	answer   func(any) error
	segment  *results.Segment
	name     string                      // of segment
	subjects map[string]*corpora.Subject // by name
	project  *project.Project            // of the task, if it is built by its own commands

	mu       sync.Mutex                  // of what follows: engines may compile and run side by side
	programs map[string]*program.Program // by hash of the version
	machines map[machineKey]pair.Machine
}

// machineKey is what a machine is known by.
type machineKey struct {
	program *program.Program
	covers  bool
}

// What a worker keeps at most: programs for tasks to come (or to come back to,
// in a search among versions), and machines, which have memory of their own.
const (
	keepPrograms = 256
	keepMachines = 8
)

// do runs a job. The attempt is closed when it returns without Failure.
func (w *worker) do(j *job) answer {
	a := answer{Task: j.Task.ID}
	debug.SetMemoryLimit(int64(j.Budget.Memory) * 9 / 10)
	if err := w.openSegment(j); err != nil {
		a.Failure = err.Error()
		return a
	}
	rec := &recorder{
		task: j.Task.ID, pair: pair.Runner{Equivalence: j.Equivalence}, out: &flushingSink{segment: w.segment}, keep: j.Record, stopAt: j.StopAt,
		limit: engines.Budget{Wall: time.Duration(j.Budget.Wall), Steps: j.Budget.Steps, Tests: j.Budget.Tests,
			CPU: time.Duration(j.Budget.CPU), Memory: int64(j.Budget.Memory)},
	}
	err := rec.start(j.Task.Start)
	if err == nil {
		var m results.Measure
		a.Status, a.Reason, m = w.attempt(j, rec)
		m.Task, m.Method, m.Version, m.Host = j.Task.ID, j.Method, w.env.Version, thisHost()
		err = errors.Join(w.segment.Measure(&m), rec.end(a.Status, a.Reason))
	}
	if err != nil {
		a.Failure = err.Error()
	}
	a.Tests, a.Found = rec.tests, rec.found
	return a
}

func (w *worker) openSegment(j *job) error {
	if w.segment != nil && w.name == j.Segment {
		return nil
	}
	folder, err := results.Open(j.Folder)
	if err != nil {
		return err
	}
	w.name = j.Segment
	w.segment, err = folder.Segment(j.Segment)
	return err
}

// attempt prepares the task, runs the engine, and measures it.
func (w *worker) attempt(j *job, rec *recorder) (results.Status, string, results.Measure) {
	var m results.Measure
	ctx := context.Background()
	engine, err := w.engineOf(j)
	if err != nil {
		return results.StatusError, err.Error(), m
	}
	task, err := w.prepare(ctx, j, engines.Describe(engine).Covers, rec)
	defer w.leaveNative()
	if err != nil {
		return results.StatusError, err.Error(), m
	}
	if task.Budget.Wall > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, task.Budget.Wall)
		defer cancel()
	}
	if err := w.answer(answer{Task: j.Task.ID, Started: true}); err != nil {
		return results.StatusError, err.Error(), m
	}
	ctx, stop := limitCPU(ctx, time.Duration(j.Budget.CPU))
	defer stop()
	began, cpu, children := time.Now(), cputime.Self(), cputime.Children()
	rec.since = func() float64 { return time.Since(began).Seconds() }
	rec.clock = func() moment {
		return moment{Wall: rec.since(), CPU: (cputime.Self() - cpu + max(cputime.Children()-children, rec.foreignCPU)).Seconds()}
	}
	rec.tell = func(p progress) { _ = w.answer(answer{Task: j.Task.ID, Progress: &p}) } // who does not listen has ended this process
	err = engine.Run(ctx, task, rec)
	// Processes that were ended with those that they had started nobody has waited for.
	others := max(cputime.Children()-children, rec.foreignCPU)
	m.Wall, m.CPU = time.Since(began).Seconds(), (cputime.Self() - cpu + others).Seconds()
	m.TestsAt, m.TestsCPU = timesOf(rec.at)
	// What other tasks left in a shared process is none of this task's memory, and cannot
	// be told from it.
	m.MaxRSS = rec.foreignRSS
	if u, ok := processUsage("self"); ok && !j.Shared {
		m.MaxRSS = max(u.peak, rec.foreignRSS)
	}
	status, reason := judge(ctx, err, rec)
	return status, reason, m
}

// timesOf returns the wall and the CPU seconds of moments.
func timesOf(at []moment) (wall, cpu []float64) {
	for _, m := range at {
		wall, cpu = append(wall, m.Wall), append(cpu, m.CPU)
	}
	return wall, cpu
}

// judge turns how the engine returned into a status.
func judge(ctx context.Context, err error, rec *recorder) (results.Status, string) {
	rec.mu.Lock()
	defer rec.mu.Unlock()
	var cut *external.Cut
	switch {
	case errors.As(err, &cut) && cut.Status == external.EndMemory:
		return results.StatusMemory, cut.Reason
	case errors.As(err, &cut):
		return results.StatusTime, cut.Reason
	case rec.spent == spentGoal && (err == nil || errors.Is(err, engines.ErrBudget)):
		return results.StatusDone, rec.spent
	case errors.Is(err, engines.ErrBudget), err == nil && rec.spent != "":
		return results.StatusBudget, rec.spent
	case ctx.Err() != nil && (err == nil || errors.Is(err, ctx.Err())):
		var cpu *cpuLimitError
		if errors.As(context.Cause(ctx), &cpu) {
			return results.StatusTime, cpu.Error()
		}
		return results.StatusTime, "the wall limit is reached"
	case errors.Is(err, engines.ErrInapplicable):
		return results.StatusInapplicable, err.Error()
	case err != nil:
		return results.StatusError, err.Error()
	}
	return results.StatusDone, rec.stop.Why
}

// engineOf returns the engine of a job.
func (w *worker) engineOf(j *job) (engines.Engine, error) {
	if j.Foreign == nil {
		return findEngine(j.Task.Engine, w.env.Engines)
	}
	e := external.Engine{
		Called: j.Task.Engine, Spec: *j.Foreign, Trace: j.Trace,
		Record: transcriptOf(j.Transcript, j.Task.ID), Replay: transcriptOf(j.Replay, j.Task.ID),
	}
	if e.Record != "" {
		e.Log = LogOf(j.Transcript, j.Task.ID)
	}
	return e, nil
}

// prepare makes the engine's task from the job: it loads the subject, checks
// that it is the one that was planned, and compiles the versions.
func (w *worker) prepare(ctx context.Context, j *job, covers bool, rec *recorder) (*engines.Task, error) {
	s, err := w.subject(j)
	if err != nil {
		return nil, err
	}
	p := s.Pair(j.Task.Pair)
	if p == nil {
		return nil, fmt.Errorf("subject %s has no pair %q", s.Name, j.Task.Pair)
	}
	t := &engines.Task{
		ID: j.Task.ID, Subject: s.Name, Pair: p.Name, Model: s.Model, Tests: s.Tests,
		Budget: rec.limit, Equivalence: j.Equivalence, Seed: j.Task.Seed, Params: j.Task.Params,
		Compile: w.compile, RunSteps: j.Budget.RunSteps, RunMemory: j.Budget.Run().Memory,
	}
	t.Execute = func(ctx context.Context, p *program.Program, in *program.Input) (*program.Outcome, error) {
		m, err := w.machine(p, j, false)
		if err != nil {
			return nil, err
		}
		return pair.Execute(ctx, m, in)
	}
	if engines.Kind(j.Task.Start.Kind) == engines.Explain {
		failing := cmp.Or(j.Task.Failing, p.Failing)
		if t.Failing = s.Test(failing); t.Failing == nil {
			return nil, fmt.Errorf("subject %s has no test %q, which pair %s has to explain", s.Name, failing, p.Name)
		}
	}
	if s.HasHistory(p.New) {
		t.History = func(_ context.Context, commits int) (map[string][]program.LineHistory, error) {
			return s.History(p.New, commits)
		}
	}
	rec.repair(s, p, j.Task.Start.Kind)
	if s.Native != nil {
		return t, w.prepareNative(ctx, j, s, p, t)
	}
	build := func(version string, b *engines.Build, m *pair.Machine, covers bool) error {
		b.Version = s.Version(version)
		if b.Version == nil {
			return fmt.Errorf("subject %s has no version %q", s.Name, version)
		}
		if b.Program, err = w.compile(ctx, b.Version); err != nil {
			return err
		}
		*m, err = w.machine(b.Program, j, covers)
		return err
	}
	if err := errors.Join(build(p.Old, &t.Old, &rec.pair.Old, covers), build(p.New, &t.New, &rec.pair.New, covers)); err != nil {
		return nil, err
	}
	if p.Golden != "" {
		t.Golden = &engines.Build{}
		if err := build(p.Golden, t.Golden, &rec.pair.Golden, false); err != nil {
			return nil, err
		}
		rec.pair.GoldenIsOld = t.Golden.Version.Hash() == t.Old.Version.Hash()
	}
	for _, e := range p.Errors {
		if e.Fix == "" {
			continue
		}
		k := knownError{id: e.ID, published: e.Published != ""}
		var fix, before engines.Build
		if err := build(e.Fix, &fix, &k.fix, false); err != nil {
			return nil, err
		}
		if e.Before != "" {
			if err := build(e.Before, &before, &k.before, false); err != nil {
				return nil, err
			}
		}
		rec.known = append(rec.known, k)
	}
	return t, nil
}

// subject loads the subject of a job and checks that it is the planned one.
func (w *worker) subject(j *job) (*corpora.Subject, error) {
	if s := w.subjects[j.Task.Subject]; s != nil {
		return s, nil
	}
	s, err := w.env.openPlanned(j.Task.Subject, j.Subject)
	if err != nil {
		return nil, err
	}
	w.subjects[s.Name] = s
	return s, nil
}

func (w *worker) compile(ctx context.Context, v *program.Version) (*program.Program, error) {
	hash := v.Hash()
	w.mu.Lock()
	p := w.programs[hash]
	w.mu.Unlock()
	if p != nil {
		return p, nil
	}
	p, err := w.env.Compile(ctx, v)
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.programs) >= keepPrograms {
		clear(w.programs)
	}
	w.programs[hash] = p
	return p, nil
}

func (w *worker) machine(p *program.Program, j *job, covers bool) (pair.Machine, error) {
	key := machineKey{p, covers}
	w.mu.Lock()
	m := w.machines[key]
	w.mu.Unlock()
	if m != nil {
		return m, nil
	}
	o := j.Budget.run(j.Equivalence)
	o.Coverage = covers
	m, err := w.env.Machine(p, o)
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.machines) >= keepMachines {
		clear(w.machines)
	}
	w.machines[key] = m
	return m, nil
}

// flushingSink hands findings to the operating system at once, so that they
// outlive the worker; tests without a difference may wait for company.
type flushingSink struct {
	segment *results.Segment
	waiting int
}

// flushEvery is the number of records without a finding that may wait: a
// system call for each would cost a fifth of the time of short tests.
const flushEvery = 64

func (f *flushingSink) Append(r *results.Record) error {
	if err := f.segment.Append(r); err != nil {
		return err
	}
	f.waiting++
	if r.Test != nil && !r.Test.Difference.Counts() && f.waiting < flushEvery {
		return nil
	}
	f.waiting = 0
	return f.segment.Flush()
}
