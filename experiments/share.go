package experiments

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"github.com/riftlab/rift/experiments/lease"
	"github.com/riftlab/rift/results"
)

// leasesDir is the folder, in a result folder, by which the processes that work on it share
// the tasks.
const leasesDir = "leases"

// maxUnits bounds the number of leases, which are files: of a plan with more tasks several
// have one.
const maxUnits = 1 << 14

// unitSize returns the number of consecutive tasks of a plan that are leased together. It
// depends on nothing but the number of tasks, for all processes must agree.
func unitSize(tasks int) int { return max(1, (tasks+maxUnits-1)/maxUnits) }

// ErrStopped is wrapped by the error of a run that somebody has asked to end.
var ErrStopped = fmt.Errorf("asked to end: %w", context.Canceled)

// errLost is why the tasks of a unit are given up: another process has its lease.
var errLost = errors.New("another process has taken the lease")

// unit is tasks that are leased together.
type unit struct {
	number int
	tasks  []planned // those to run
	// whole tells that no other tasks of the unit are missing, so that it is done when these are.
	whole bool
	ctx   context.Context // ends if the lease is lost
	end   context.CancelCauseFunc
}

// share hands out the units of a run that no other process has or has done.
type share struct {
	run *run

	mu         sync.Mutex
	open, held []*unit // to be tried; had by others when they were
}

// The times between two looks at what others have: at first, and at most.
const (
	leastPoll = 20 * time.Millisecond
	mostPoll  = time.Second
)

// next returns a unit of which this process has the lease now. If others have all that is
// left it waits until they are done, or have died. It returns nil when nothing is left, or
// when ctx ends.
func (s *share) next(ctx context.Context) (*unit, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	poll := leastPoll
	for ctx.Err() == nil {
		if len(s.open) == 0 {
			if len(s.held) == 0 {
				return nil, nil
			}
			s.open, s.held = s.held, nil
			select {
			case <-ctx.Done():
				return nil, nil
			case <-time.After(poll):
			}
			poll = min(2*poll, mostPoll)
		}
		u := s.open[0]
		s.open = s.open[1:]
		u.ctx, u.end = context.WithCancelCause(ctx)
		state, err := s.run.member.Claim(u.number, func() { u.end(errLost) })
		if state != lease.Mine || err != nil {
			u.end(nil)
		}
		switch {
		case err != nil:
			return nil, fmt.Errorf("%w: %w", ErrFolder, err)
		case state == lease.Mine:
			return u, nil
		case state == lease.Done:
			poll = leastPoll
			s.run.leave(len(u.tasks))
		default:
			s.held = append(s.held, u)
		}
	}
	return nil, nil
}

// finish gives the lease of a unit back, whose tasks have ended, unless it is another's.
func (s *share) finish(u *unit) error {
	defer u.end(nil)
	if u.ctx.Err() != nil {
		return nil
	}
	give := s.run.member.Release
	if u.whole {
		give = s.run.member.Done
	}
	if err := give(u.number); err != nil {
		return fmt.Errorf("%w: %w", ErrFolder, err)
	}
	return nil
}

// leave counts tasks that are left to another process.
func (r *run) leave(tasks int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sum.Others += tasks
	r.tell(Event{Kind: EventOthers, Tasks: tasks})
}

// join makes the process one of those that share the tasks of the folder. The context that
// it returns ends with ErrStopped if somebody wants the run to end; leave must be called.
func (r *run) join(ctx context.Context) (shared context.Context, leave func() error, err error) {
	if r.member, err = lease.Join(filepath.Join(r.o.Dir, leasesDir), HostName(), r.o.Note, r.o.Expiry); err != nil {
		return nil, nil, fmt.Errorf("%w: %w", ErrFolder, err)
	}
	shared, cancel := context.WithCancelCause(ctx)
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		select {
		case <-r.member.Stop():
			cancel(ErrStopped)
		case <-shared.Done():
		}
	}()
	return shared, func() error {
		cancel(nil)
		<-watched
		return r.member.Leave()
	}, nil
}

// look reads what the folder holds and returns the units with tasks that it lacks. The first
// look counts the tasks of the run, and takes those that were killed from outside for
// missing, for that says nothing of them.
func (r *run) look(ctx context.Context, first bool) ([]*unit, error) {
	// In this order: what is marked as done before the records are read is among them, or the
	// marker is wrong.
	marked, err := lease.DoneUnits(filepath.Join(r.o.Dir, leasesDir))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFolder, err)
	}
	x, err := r.scan(ctx)
	if err != nil {
		return nil, err
	}
	if r.o.Part == nil {
		r.sum.Complete = len(x.Missing()) == 0
	}
	q := &queue{run: r, index: x, first: first, marked: marked, size: unitSize(r.plan.Len())}
	i := 0
	for k := range r.plan.Batches {
		for n := 1; n <= r.plan.Batches[k].Count; n++ {
			q.add(i, planned{int32(k), int32(n)})
			i++
		}
	}
	for _, u := range q.units {
		if !marked[u.number] {
			continue
		}
		if err := r.member.Reopen(u.number); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrFolder, err)
		}
	}
	return q.units, nil
}

// scan reads what the run has to know of the folder: for a part of the plan only what earlier
// runs of the part have left, since there may be thousands of parts.
func (r *run) scan(ctx context.Context) (*results.Index, error) {
	if r.o.Part != nil {
		return r.folder.ScanSegments(ctx, r.o.Part.segments())
	}
	return r.folder.Scan(ctx)
}

// queue makes units of the tasks that are missing.
type queue struct {
	run    *run
	index  *results.Index
	first  bool
	marked map[int]bool
	size   int
	units  []*unit
	last   int  // number of the unit of the task before, +1
	whole  bool // what unit.whole is for the next unit
}

// add looks at the task of a number, from 0.
func (q *queue) add(i int, at planned) {
	r, number := q.run, i/q.size
	if q.last != number+1 {
		q.last, q.whole = number+1, true
	}
	id := ""
	if r.o.Only != "" || q.index.Len() > 0 {
		id = r.plan.Batches[at.batch].id(int(at.n))
	}
	status, ended := q.index.Status(id)
	if !r.o.Shard.has(i) || r.o.Only != "" && id != r.o.Only || r.o.Part != nil && !r.o.Part.has(i) {
		q.whole = q.whole && ended
		if n := len(q.units) - 1; n >= 0 && q.units[n].number == number {
			q.units[n].whole = q.whole
		}
		return
	}
	if q.first {
		r.sum.Tasks++
	}
	switch {
	case ended && !(q.first && (status == results.StatusKilled || r.o.Retry[status])):
		if q.first {
			r.sum.Finished++
			if failed(status) {
				r.sum.Earlier++
			}
		}
		return
	case r.o.Part != nil && q.marked[number]:
		r.sum.Finished++
		return
	}
	if n := len(q.units) - 1; n < 0 || q.units[n].number != number {
		q.units = append(q.units, &unit{number: number, whole: q.whole})
	}
	u := q.units[len(q.units)-1]
	u.tasks = append(u.tasks, at)
}
