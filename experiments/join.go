package experiments

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"github.com/riftlab/rift/experiments/lease"
	"github.com/riftlab/rift/results"
)

// Prepare makes a folder ready for others to work on: it puts the plan there, or checks that
// it is there already. What it returns is missing: no attempt of it has ended, or only one
// that was killed from outside or is to be retried.
func Prepare(ctx context.Context, p *Plan, dir string, retry Retry) (missing Ranges, err error) {
	folder, err := openFolder(dir, p)
	if err != nil {
		return nil, err
	}
	leases := filepath.Join(dir, leasesDir)
	marked, err := lease.DoneUnits(leases) // before the records are read, as a run does
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFolder, err)
	}
	x, err := folder.Scan(ctx)
	if err != nil {
		return nil, err
	}
	i, size := 0, unitSize(p.Len())
	for k := range p.Batches {
		for n := 1; n <= p.Batches[k].Count; n++ {
			status, ended := results.Status(""), false
			if x.Len() > 0 {
				status, ended = x.Status(p.Batches[k].id(n))
			}
			if !ended || status == results.StatusKilled || retry[status] {
				missing.Add(i)
				if unit := i / size; marked[unit] {
					delete(marked, unit)
					if err := lease.Reopen(leases, unit); err != nil {
						return nil, fmt.Errorf("%w: %w", ErrFolder, err)
					}
				}
			}
			i++
		}
	}
	return missing, nil
}

// Join works on the plan that a folder holds, as Run does. From maps names of subjects to
// where they are on this machine, if they are not where the plan was made.
func Join(ctx context.Context, dir string, from map[string]string, o RunOptions) (*Summary, error) {
	p, err := ReadPlan(dir)
	if err != nil {
		return nil, err
	}
	if err := p.move(from); err != nil {
		return nil, err
	}
	o.Dir = dir
	return Run(ctx, p, o)
}

// Part returns the given tasks of a plan as a part.
func (r Ranges) Part(name string) *Part { return &Part{Name: name, Tasks: r} }

// UnitSize returns how many consecutive tasks of the plan only one process works on at a time.
func (p *Plan) UnitSize() int { return unitSize(p.Len()) }

// TaskLimit returns how long a task of the plan may take in all, 0 if nothing says.
func (p *Plan) TaskLimit() time.Duration {
	limit := time.Duration(p.Budget.Wall)
	if limit == 0 {
		limit = time.Duration(p.Budget.CPU)
	}
	if limit == 0 {
		return 0
	}
	return limit + max(graceLimit, limit/10)
}

// Process is one that works, or worked, on a folder.
type Process struct {
	Host string `json:"host"`
	PID  int    `json:"pid"`
	// What the process does there, as who started it said.
	Note string `json:"note,omitempty"`
	// Tasks are those under way, as it told last. Of several that go together it is the first.
	Tasks []string `json:"tasks,omitempty"`
	// Silent is for how many seconds it has told nothing, and Dead that others take over what
	// it did.
	Silent float64 `json:"silent_s"`
	Dead   bool    `json:"dead,omitempty"`
}

// State is how far a folder is.
type State struct {
	Plan      string                 `json:"plan"` // its name
	Tasks     int                    `json:"tasks"`
	Ended     map[results.Status]int `json:"ended"`
	Failed    int                    `json:"failed"` // of those that ended: not as tasks should
	Left      int                    `json:"left"`
	Missing   Ranges                 `json:"missing,omitempty"` // what is left, by number in the plan, from 0
	Complete  bool                   `json:"complete"`
	Processes []Process              `json:"processes"`
	Warnings  []string               `json:"warnings,omitempty"`
}

// Look tells how far a folder is. It changes nothing.
func Look(ctx context.Context, dir string) (*State, error) {
	p, err := ReadPlan(dir)
	if err != nil {
		return nil, err
	}
	folder, err := results.Open(dir)
	if err != nil {
		return nil, err
	}
	x, err := folder.Scan(ctx)
	if err != nil {
		return nil, err
	}
	s := &State{Plan: p.Name, Ended: map[results.Status]int{}, Processes: []Process{}, Warnings: x.Warnings}
	for k := range p.Batches {
		for n := 1; n <= p.Batches[k].Count; n++ {
			if status, ended := x.Status(p.Batches[k].id(n)); !ended {
				s.Left++
				s.Missing.Add(s.Tasks)
			} else if s.Ended[status]++; failed(status) {
				s.Failed++
			}
			s.Tasks++
		}
	}
	s.Complete = s.Left == 0
	members, err := lease.Members(filepath.Join(dir, leasesDir))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFolder, err)
	}
	for i := range members {
		s.Processes = append(s.Processes, p.process(&members[i]))
	}
	return s, nil
}

func (p *Plan) process(m *lease.About) Process {
	o := Process{Host: m.Host, PID: m.PID, Note: m.Note, Silent: m.Silent.Round(time.Millisecond).Seconds(), Dead: m.Expired()}
	for _, unit := range m.Units {
		first, i := unit*p.UnitSize(), 0
		for k := range p.Batches {
			if first < i+p.Batches[k].Count {
				o.Tasks = append(o.Tasks, p.Batches[k].id(first-i+1))
				break
			}
			i += p.Batches[k].Count
		}
	}
	return o
}

// Stop asks the processes that work on a folder to end, wherever they are, and returns them.
// They do within seconds.
func Stop(dir string) ([]Process, error) {
	p, err := ReadPlan(dir)
	if err != nil {
		return nil, err
	}
	members, err := lease.Stop(filepath.Join(dir, leasesDir))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFolder, err)
	}
	list := []Process{}
	for i := range members {
		list = append(list, p.process(&members[i]))
	}
	return list, nil
}
