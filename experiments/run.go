package experiments

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/experiments/lease"
	"github.com/riftlab/rift/results"
	"golang.org/x/sync/errgroup"
)

// RunOptions say how a plan is run. They do not influence its records.
type RunOptions struct {
	Dir       string // the result folder
	Shard     Shard
	Only      string // if not "", only the task of this ID
	Workers   int    // processes at a time; 0 is one per CPU
	Isolation Isolation
	// Command starts a worker (see Work); this binary with "worker" if nil.
	Command []string
	// Watch is told what happens, from several goroutines; may be nil.
	Watch func(Event)
	// Transcript is the folder that transcripts of foreign engines are written to,
	// Replay the one from which they are replayed; "" is none.
	Transcript, Replay string
	// Trace writes all messages to the logs beside the transcripts.
	Trace bool
	// Version is rift's version, for the measures of workers that died.
	Version string
	// Retry are statuses of tasks that are run again, as those that were killed from outside
	// always are.
	Retry Retry
	// Part, if not nil, is what of the plan is run, and what the folder is read for.
	Part *Part
	// Expiry is how long a process that works on the folder may be silent before others take
	// its tasks; 0 is lease.DefaultExpiry. Note is told to who asks for the processes.
	Expiry time.Duration
	Note   string
}

// EventKind is what an event tells.
type EventKind string

// The kinds of events.
const (
	EventPlan EventKind = "plan" // before the first task: the counts are set
	EventTask EventKind = "task" // a task ended

	EventPrepare EventKind = "prepare" // a task's versions are being compiled
	EventEngine  EventKind = "engine"  // a task's engine starts

	EventOthers EventKind = "others" // another process has done tasks of this run
)

// Event is something that happened during a run.
type Event struct {
	Kind EventKind `json:"event"`
	// Of the plan: tasks of this shard, those of them that an earlier run
	// finished. Of others: the tasks that they did.
	Tasks    int `json:"tasks,omitempty"`
	Finished int `json:"finished,omitempty"`
	// Idle tells that no task of the plan looks for differences.
	Idle bool `json:"idle,omitempty"`
	// Of a task. If its worker died, Tests and Found are what was recorded.
	Task   string         `json:"task,omitempty"`
	Status results.Status `json:"status,omitempty"`
	Reason string         `json:"reason,omitempty"`
	Tests  int            `json:"tests,omitempty"`
	Found  int            `json:"differences,omitempty"`
}

// searches reports whether a task of the plan looks for differences.
func (p *Plan) searches() bool {
	return slices.ContainsFunc(p.Batches, func(t Batch) bool { return t.Start.Kind == string(engines.Generate) })
}

// Summary is what a run did. Tasks = Finished + Others + the sum of Ended + Left.
type Summary struct {
	Tasks    int                    `json:"tasks"`                    // of this shard
	Finished int                    `json:"finished"`                 // by earlier runs
	Ended    map[results.Status]int `json:"ended"`                    // in this run
	Earlier  int                    `json:"failed_earlier,omitempty"` // of Finished: those that did not end as tasks should
	Others   int                    `json:"others,omitempty"`         // done by other processes during this run
	Left     int                    `json:"left"`                     // not run, because the run was interrupted
	Found    int                    `json:"differences"`
	Complete bool                   `json:"complete"` // every task of the plan, not only of this shard, has its End
	Wall     float64                `json:"wall_s"`
}

// Failed returns the number of tasks of the shard that did not end as tasks
// should, in this run or in earlier ones.
func (s *Summary) Failed() int {
	n := s.Earlier
	for status, k := range s.Ended {
		if failed(status) {
			n += k
		}
	}
	return n
}

// failed tells statuses of tasks that did not end as tasks should.
func failed(s results.Status) bool {
	switch s {
	case results.StatusCrashed, results.StatusError, results.StatusKilled, results.StatusMemory:
		return true
	}
	return false
}

// String says in words how the tasks of the run ended.
func (s *Summary) String() string {
	var parts []string
	total := 0
	for _, status := range []results.Status{
		results.StatusDone, results.StatusBudget, results.StatusTime, results.StatusMemory,
		results.StatusCrashed, results.StatusKilled, results.StatusError, results.StatusInapplicable,
	} {
		if n := s.Ended[status]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, status))
			total += n
		}
	}
	text := fmt.Sprintf("%d tasks", total)
	if total == 1 {
		text = "1 task"
	}
	if len(parts) > 0 {
		text += " (" + strings.Join(parts, ", ") + ")"
	}
	if s.Finished > 0 {
		text += fmt.Sprintf(", %d from earlier runs", s.Finished)
	}
	if s.Others > 0 {
		text += fmt.Sprintf(", %d by other processes", s.Others)
	}
	return text
}

// Run runs the tasks of a plan that the folder does not have yet, together with whatever other
// processes do the same: each task is done by one of them, and Run waits for the others' as
// well. What happens to a task is its outcome; an error is of the run itself: the folder cannot
// be written, no worker can be started, or ctx ended it (then the folder can be
// continued and the summary tells how far it came).
func Run(ctx context.Context, p *Plan, o RunOptions) (*Summary, error) {
	began := time.Now()
	folder, err := openFolder(o.Dir, p)
	if err != nil {
		return nil, err
	}
	r, err := newRun(p, folder, o)
	if err != nil {
		return nil, err
	}
	if r.o.Transcript != "" {
		if err := p.keepForeign(r.o.Transcript); err != nil {
			return nil, fmt.Errorf("transcripts: %w", err)
		}
	}
	outer := ctx
	ctx, leave, err := r.join(ctx)
	if err != nil {
		return nil, err
	}
	err = r.rounds(ctx)
	switch ended := err == nil || errors.Is(err, context.Canceled); {
	case ended && outer.Err() != nil:
		err = outer.Err()
	case ended && ctx.Err() != nil:
		err = context.Cause(ctx)
	}
	if e := leave(); err == nil && e != nil {
		err = fmt.Errorf("%w: %w", ErrFolder, e)
	}
	if r.sum.Complete {
		lease.Clear(filepath.Join(r.o.Dir, leasesDir))
	}
	r.sum.Left = r.sum.Tasks - r.sum.Finished - r.sum.Others
	for _, n := range r.sum.Ended {
		r.sum.Left -= n
	}
	r.sum.Wall = time.Since(began).Seconds()
	return &r.sum, err
}

// maxRounds bounds how often tasks are looked for that others had marked as done without
// leaving their records.
const maxRounds = 4

// rounds looks for tasks that are missing and runs them, until none are.
func (r *run) rounds(ctx context.Context) error {
	for round := range maxRounds {
		units, err := r.look(ctx, round == 0)
		if err != nil {
			return err
		}
		if round == 0 {
			r.tell(Event{Kind: EventPlan, Tasks: r.sum.Tasks, Finished: r.sum.Finished, Idle: !r.plan.searches()})
		}
		for _, u := range units {
			if round > 0 { // they were said to be done by others
				r.sum.Others -= len(u.tasks)
			}
		}
		if err := r.all(ctx, units); err != nil || ctx.Err() != nil {
			return err
		}
		if round > 0 && len(units) == 0 || r.o.Part != nil {
			return nil
		}
	}
	return nil
}

// run is one run of a plan.
type run struct {
	plan    *Plan
	folder  *results.Folder
	o       RunOptions
	segment func(slot int) string
	member  *lease.Member

	mu  sync.Mutex // of sum, while tasks run
	sum Summary
}

func newRun(p *Plan, folder *results.Folder, o RunOptions) (*run, error) {
	r := &run{plan: p, folder: folder, o: o}
	prefix := ""
	if o.Part != nil {
		prefix = o.Part.segments()
	}
	r.segment = newSegmentNames(prefix)
	r.sum.Ended = map[results.Status]int{}
	if r.o.Workers == 0 {
		r.o.Workers = runtime.NumCPU()
	}
	for _, dir := range []*string{&r.o.Transcript, &r.o.Replay} {
		if *dir == "" {
			continue
		}
		var err error
		if *dir, err = filepath.Abs(*dir); err != nil {
			return nil, fmt.Errorf("transcripts: %w", err)
		}
	}
	if r.o.Isolation == "" {
		r.o.Isolation = IsolateTask
	}
	if r.o.Command == nil {
		self, err := os.Executable()
		if err != nil {
			return nil, fmt.Errorf("worker: %w", err)
		}
		r.o.Command = []string{self, "worker"}
	}
	return r, nil
}

func (r *run) tell(e Event) {
	if r.o.Watch != nil {
		r.o.Watch(e)
	}
}

// all runs the tasks of units, some at a time.
func (r *run) all(ctx context.Context, units []*unit) error {
	group, ctx := errgroup.WithContext(ctx)
	shared := &share{run: r, open: units}
	for n := range min(r.o.Workers, len(units)) {
		group.Go(func() error {
			s := &slot{run: r, segment: r.segment(n)}
			defer s.release()
			for {
				u, err := shared.next(ctx)
				if u == nil || err != nil {
					return err
				}
				if err := s.work(u); err != nil {
					return err
				}
				if err := shared.finish(u); err != nil {
					return err
				}
			}
		})
	}
	return group.Wait()
}

// ended counts a task that ended, and tells of it.
func (r *run) ended(e Event) {
	r.mu.Lock() // while it is told, too: ends are told one after another
	defer r.mu.Unlock()
	r.sum.Ended[e.Status]++
	r.sum.Found += e.Found
	r.tell(e)
}

// slot is the place of one worker; when it dies the next takes its place and
// continues its segment.
type slot struct {
	run     *run
	segment string
	worker  *process
	served  int // tasks of the worker
}

// work runs the tasks of a unit, for as long as the lease holds.
func (s *slot) work(u *unit) error {
	for i, at := range u.tasks {
		t := s.run.plan.task(at)
		e, err := s.do(u.ctx, &t)
		if err != nil && errors.Is(context.Cause(u.ctx), errLost) {
			s.run.leave(len(u.tasks) - i)
			return nil
		}
		if err != nil {
			u.end(err)
			return err
		}
		s.run.ended(e)
	}
	return nil
}

func (s *slot) do(ctx context.Context, t *TaskSpec) (Event, error) {
	e := Event{Kind: EventTask, Task: t.ID}
	if s.worker == nil {
		var err error
		s.served = 0
		if s.worker, err = startProcess(s.run.o.Command); err != nil {
			return e, err
		}
	}
	j := s.run.job(t, s.segment)
	s.run.tell(Event{Kind: EventPrepare, Task: t.ID})
	a, d, err := s.worker.do(ctx, j, func() { s.run.tell(Event{Kind: EventEngine, Task: t.ID}) })
	switch {
	case err != nil:
		s.worker = nil
		return e, err
	case d != nil && d.status == results.StatusMemory && s.served > 0:
		// Others may have left the memory full: the task has a process of its own now.
		s.worker = nil
		return s.do(ctx, t)
	case d != nil:
		e.Status, e.Reason = d.status, d.reason
		words := s.worker.tail.String()
		s.worker = nil
		e.Tests, e.Found, err = s.bury(j, d, words)
		return e, err
	}
	s.served++
	e.Status, e.Reason, e.Tests, e.Found = a.Status, a.Reason, a.Tests, a.Found
	if s.run.o.Isolation == IsolateTask {
		s.release()
	}
	return e, nil
}

// bury records the death of a worker as the outcome of its task. It returns how
// many tests the worker had recorded, and how many of them show a difference.
func (s *slot) bury(j *job, d *death, words string) (tests, found int, err error) {
	end := &results.End{Status: d.status, Reason: d.reason, Tests: d.done.Tests, Steps: d.done.Steps, Counters: d.done.Counters}
	if words != "" {
		name, err := keepLastWords(s.run.o.Dir, j.Task.ID, words)
		if err != nil {
			return 0, 0, fmt.Errorf("%w: %w", ErrFolder, err)
		}
		end.Warnings = []string{"standard error of the worker: " + name}
	}
	m := d.measure
	m.Task, m.Host, m.Version = j.Task.ID, thisHost(), s.run.o.Version
	m.Method = j.Method + "; the worker died: CPU of the process while the engine ran, as its parent saw it"
	found, err = s.run.folder.EndAttempt(j.Segment, j.Task.ID, &j.Task.Start, end, &m)
	return end.Tests, found, err
}

func (s *slot) release() {
	if s.worker != nil {
		s.worker.stop()
		s.worker = nil
	}
}

func (r *run) job(t *TaskSpec, segment string) *job {
	j := &job{
		Folder: r.o.Dir, Segment: segment, Subject: r.plan.Subjects[t.Subject], StopAt: r.plan.StopAt,
		Budget: r.plan.Budget, Record: r.plan.Record, Equivalence: r.plan.Equivalence, Task: *t, Method: measureMethod(r.o.Isolation), Shared: r.o.Isolation == IsolateWorker,
	}
	j.Task.Start = r.plan.startOf(t)
	if spec, ok := r.plan.Foreign[t.Label]; ok {
		j.Foreign, j.Transcript, j.Replay, j.Trace = &spec, r.o.Transcript, r.o.Replay, r.o.Trace
	}
	return j
}

// Interrupted reports whether the error of a run means that it was stopped, so
// that the folder can be continued.
func Interrupted(err error) bool { return errors.Is(err, context.Canceled) }
